//! The requirements. Each is a function of the engine and its [`Options`](crate::Options).

pub mod boards;
pub mod budgets;
pub mod events;
pub mod odd;
pub mod optima;
pub mod parameters;
pub mod seeds;

pub use boards::*;
pub use budgets::*;
pub use events::*;
pub use odd::*;
pub use optima::*;
pub use parameters::*;
pub use seeds::*;
