//! The messages of CP-SAT, as far as needed: field numbers of ortools/sat/cp_model.proto and
//! sat_parameters.proto, version 9.15. A literal is a 0-based variable, or −1 − variable for its negation; a
//! domain is a list of intervals, each by its two ends.

/// A model.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct CpModelProto {
    /// Variables by number.
    #[prost(message, repeated, tag = "2")]
    pub(crate) variables: Vec<IntegerVariableProto>,
    /// What must hold.
    #[prost(message, repeated, tag = "3")]
    pub(crate) constraints: Vec<ConstraintProto>,
    /// What is minimised.
    #[prost(message, optional, tag = "4")]
    pub(crate) objective: Option<CpObjectiveProto>,
    /// A solution to look at first.
    #[prost(message, optional, tag = "6")]
    pub(crate) solution_hint: Option<PartialVariableAssignment>,
}

/// A variable.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct IntegerVariableProto {
    /// Its values.
    #[prost(int64, repeated, tag = "2")]
    pub(crate) domain: Vec<i64>,
}

/// A constraint: one of the kinds is there (a `oneof`, which is the same on the wire).
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct ConstraintProto {
    /// Literals that must be true for the constraint to count.
    #[prost(int32, repeated, tag = "2")]
    pub(crate) enforcement_literal: Vec<i32>,
    /// A linear form in a domain.
    #[prost(message, optional, tag = "12")]
    pub(crate) linear: Option<LinearConstraintProto>,
    /// Expressions of pairwise different values.
    #[prost(message, optional, tag = "13")]
    pub(crate) all_diff: Option<AllDifferentConstraintProto>,
    /// Values that are a row of a table.
    #[prost(message, optional, tag = "16")]
    pub(crate) table: Option<TableConstraintProto>,
}

/// `sum(coeffs · vars)` lies in the domain.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct LinearConstraintProto {
    /// Variables.
    #[prost(int32, repeated, tag = "1")]
    pub(crate) vars: Vec<i32>,
    /// Their coefficients.
    #[prost(int64, repeated, tag = "2")]
    pub(crate) coeffs: Vec<i64>,
    /// Where the sum must lie.
    #[prost(int64, repeated, tag = "3")]
    pub(crate) domain: Vec<i64>,
}

/// Pairwise different.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct AllDifferentConstraintProto {
    /// The expressions.
    #[prost(message, repeated, tag = "1")]
    pub(crate) exprs: Vec<LinearExpressionProto>,
}

/// The values of the expressions are a row.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct TableConstraintProto {
    /// The rows, one after the other.
    #[prost(int64, repeated, tag = "2")]
    pub(crate) values: Vec<i64>,
    /// The expressions.
    #[prost(message, repeated, tag = "4")]
    pub(crate) exprs: Vec<LinearExpressionProto>,
}

/// `sum(coeffs · vars) + offset`.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct LinearExpressionProto {
    /// Variables.
    #[prost(int32, repeated, tag = "1")]
    pub(crate) vars: Vec<i32>,
    /// Their coefficients.
    #[prost(int64, repeated, tag = "2")]
    pub(crate) coeffs: Vec<i64>,
    /// The constant.
    #[prost(int64, tag = "3")]
    pub(crate) offset: i64,
}

/// `scaling_factor · sum(coeffs · vars)`, the sum minimised; a factor of −1 says that the value is maximised.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct CpObjectiveProto {
    /// Variables.
    #[prost(int32, repeated, tag = "1")]
    pub(crate) vars: Vec<i32>,
    /// The factor.
    #[prost(double, tag = "3")]
    pub(crate) scaling_factor: f64,
    /// Their coefficients.
    #[prost(int64, repeated, tag = "4")]
    pub(crate) coeffs: Vec<i64>,
}

/// Values of some variables.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct PartialVariableAssignment {
    /// The variables.
    #[prost(int32, repeated, tag = "1")]
    pub(crate) vars: Vec<i32>,
    /// Their values.
    #[prost(int64, repeated, tag = "2")]
    pub(crate) values: Vec<i64>,
}

/// How to solve.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct SatParameters {
    /// Wall time; none without.
    #[prost(double, optional, tag = "36")]
    pub(crate) max_time_in_seconds: Option<f64>,
    /// Conflicts of each worker; none without.
    #[prost(int64, optional, tag = "37")]
    pub(crate) max_number_of_conflicts: Option<i64>,
    /// Mebibytes of the process.
    #[prost(int64, optional, tag = "40")]
    pub(crate) max_memory_in_mb: Option<i64>,
    /// Whether the library takes Ctrl-C for itself.
    #[prost(bool, optional, tag = "135")]
    pub(crate) catch_sigint_signal: Option<bool>,
    /// Threads.
    #[prost(int32, optional, tag = "206")]
    pub(crate) num_workers: Option<i32>,
}

/// The reply.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct CpSolverResponse {
    /// How it stands.
    #[prost(enumeration = "CpSolverStatus", tag = "1")]
    pub(crate) status: i32,
    /// The value of every variable, if there is a solution.
    #[prost(int64, repeated, tag = "2")]
    pub(crate) solution: Vec<i64>,
    /// The best bound on the objective, scaled as that is.
    #[prost(double, tag = "4")]
    pub(crate) best_objective_bound: f64,
    /// Conflicts of the search.
    #[prost(int64, tag = "11")]
    pub(crate) num_conflicts: i64,
    /// What went wrong, among other things.
    #[prost(string, tag = "20")]
    pub(crate) solution_info: String,
}

/// How a reply stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, prost::Enumeration)]
#[repr(i32)]
pub(crate) enum CpSolverStatus {
    /// Nothing known.
    Unknown = 0,
    /// The model is wrong.
    ModelInvalid = 1,
    /// A solution, not proven best.
    Feasible = 2,
    /// No solution, proven.
    Infeasible = 3,
    /// A solution, and none is better.
    Optimal = 4,
}
