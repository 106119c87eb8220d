//! Outside solvers as back ends of the exact tail: OR-Tools' CP-SAT and Pumpkin.
//!
//! Both get the same [`Model`], the one of the source of the study: slots with all-different, side colours by
//! table, a match boolean a seam, a hard rim, a cap on incoming breaks. [`CpSat`] hands it to the OR-Tools
//! library, which is loaded at run time and need not be there; [`Pumpkin`] is linked in (feature `pumpkin`, on
//! by default). [`backend`] finds a back end by its name, [`beside()`] runs several on one tail and compares.
//! Source: R. Anjou, "The tail as its own exact problem", eternity2.dev, 2026-07-23.

pub mod beside;
pub mod cpsat;
pub mod incumbent;
pub mod model;
#[cfg(feature = "pumpkin")]
pub mod pumpkin;
pub mod registry;

pub use beside::{Row, beside, contradiction};
pub use cpsat::{CpSat, OrTools};
pub use incumbent::incumbent;
pub use model::{Constraint, Model, Var};
#[cfg(feature = "pumpkin")]
pub use pumpkin::Pumpkin;
pub use registry::{BackendError, BackendSettings, backend, names};
