//! The model in CP-SAT's messages.

use super::proto::{
    AllDifferentConstraintProto, ConstraintProto, CpModelProto, CpObjectiveProto, IntegerVariableProto,
    LinearConstraintProto, LinearExpressionProto, PartialVariableAssignment, TableConstraintProto,
};
use crate::model::{Constraint, Model, Var};

/// `model` for CP-SAT, with the values of every variable in a first solution, if there is one. Variables keep
/// their numbers.
pub(crate) fn translate(model: &Model, hint: Option<&[i32]>) -> CpModelProto {
    let all: Vec<i32> = (0..model.domains.len() as i32).collect();
    CpModelProto {
        variables: model.domains.iter().map(|domain| IntegerVariableProto { domain: intervals(domain) }).collect(),
        constraints: model.constraints.iter().flat_map(constraints).collect(),
        objective: Some(CpObjectiveProto {
            vars: numbers(&model.matches),
            coeffs: vec![-1; model.matches.len()],
            scaling_factor: -1.0,
        }),
        solution_hint: hint.map(|values| PartialVariableAssignment {
            vars: all,
            values: values.iter().map(|&value| i64::from(value)).collect(),
        }),
    }
}

fn constraints(constraint: &Constraint) -> Vec<ConstraintProto> {
    match constraint {
        Constraint::AllDifferent(vars) => {
            let exprs = vars.iter().map(|&var| variable(var)).collect();
            vec![ConstraintProto { all_diff: Some(AllDifferentConstraintProto { exprs }), ..Default::default() }]
        }
        Constraint::Table { of, rows } => {
            let table = TableConstraintProto {
                values: rows.iter().flatten().map(|&value| i64::from(value)).collect(),
                exprs: of.iter().map(|&var| variable(var)).collect(),
            };
            vec![ConstraintProto { table: Some(table), ..Default::default() }]
        }
        Constraint::Agree { matched, here, there } => equivalent(*matched, &[*here, *there], &[1, -1], 0),
        Constraint::Shows { matched, here, colour } => equivalent(*matched, &[*here], &[1], i64::from(*colour)),
        Constraint::AtLeast { of, least } => {
            let domain = vec![i64::from(*least), of.len() as i64];
            vec![linear(&[], of, &vec![1; of.len()], domain)]
        }
    }
}

/// The boolean `matched` is 1 exactly if the form has this value.
fn equivalent(matched: Var, vars: &[Var], coeffs: &[i64], value: i64) -> Vec<ConstraintProto> {
    let literal = matched as i32;
    vec![
        linear(&[literal], vars, coeffs, vec![value, value]),
        linear(&[-1 - literal], vars, coeffs, vec![i64::MIN, value - 1, value + 1, i64::MAX]),
    ]
}

fn linear(enforcement: &[i32], vars: &[Var], coeffs: &[i64], domain: Vec<i64>) -> ConstraintProto {
    let linear = LinearConstraintProto { vars: numbers(vars), coeffs: coeffs.to_vec(), domain };
    ConstraintProto { enforcement_literal: enforcement.to_vec(), linear: Some(linear), ..Default::default() }
}

fn numbers(vars: &[Var]) -> Vec<i32> {
    vars.iter().map(|&var| var as i32).collect()
}

fn variable(var: Var) -> LinearExpressionProto {
    LinearExpressionProto { vars: vec![var as i32], coeffs: vec![1], offset: 0 }
}

/// Ascending values as intervals.
fn intervals(domain: &[i32]) -> Vec<i64> {
    let mut ends: Vec<i64> = Vec::new();
    for value in domain.iter().map(|&value| i64::from(value)) {
        match ends.last_mut() {
            Some(last) if *last + 1 == value => *last = value,
            _ => ends.extend([value, value]),
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_intervals() {
        assert_eq!(intervals(&[-2, 0, 1, 2, 7]), [-2, -2, 0, 2, 7, 7]);
        assert_eq!(intervals(&[0]), [0, 0]);
    }
}
