//! What every engine shares: the engine interface, budgets, events, cell orders and their compiled
//! step plans, candidate tables, hole filling, profiles, the parameter table,
//! and the parameters several engines have.
//!
//! Dependencies point one way: `puzzle ← search ← engines`. Engines never depend on each other.

pub mod break_census;
pub mod budget;
pub mod candidates;
pub mod checkpoint;
pub mod engine;
pub mod fill;
pub mod incumbent;
pub mod observer;
pub mod order;
pub mod params;
pub mod plan;
pub mod profile;
pub mod shared;

pub use break_census::BreakCensus;
pub use budget::{Budget, Clock, StopFlag, StopReason};
pub use edgewise_puzzle::Rng;
pub use engine::{Engine, EngineError, Outcome, Seed};
pub use incumbent::{BestBoard, Ending, Incumbent, KeptBoard};
pub use observer::{Event, Observer, Progress, Silent};
pub use order::{Order, OrderError};
pub use params::{Kind, ParamError, Parameter, ParameterTable, Params, Value};
pub use plan::{CluePin, Known, Step, StepPlan};
pub use profile::{BreakPlaces, BreakProfile, Profile, QuotaProfile};
