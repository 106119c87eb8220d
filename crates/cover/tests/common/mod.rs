//! Random small problems.

#![allow(dead_code, reason = "each test binary uses its part")]

use edgewise_cover::{Member, Problem};
use edgewise_puzzle::Rng;

/// A problem of up to 5 primary and 4 secondary items and up to 11 options, with up to 3 colours.
pub(crate) fn random_problem(rng: &mut Rng) -> Problem {
    let mut builder = Problem::builder();
    let (primary, secondary, colours) = (1 + rng.index(5), rng.index(5), 1 + rng.index(3));
    for i in 0..primary {
        builder.primary(&format!("a{i}")).unwrap();
    }
    for i in 0..secondary {
        builder.secondary(&format!("x{i}")).unwrap();
    }
    let colours: Vec<u32> =
        (0..=colours).map(|c| if c == 0 { 0 } else { builder.colour(&format!("c{c}")).unwrap() }).collect();
    let items = primary + secondary;
    for _ in 0..1 + rng.index(11) {
        let mut members: Vec<Member> = Vec::new();
        let dense = 1 + rng.index(3);
        for item in 0..items {
            if rng.index(4) < dense {
                let colour = if item < primary { 0 } else { colours[rng.index(colours.len())] };
                members.push(Member { item: item as u32, colour });
            }
        }
        rng.shuffle(&mut members);
        if !members.is_empty() {
            builder.option(&members).unwrap();
        }
    }
    builder.build()
}

/// Whether every item occurs and every option has a primary item, as some outside solvers want it.
pub(crate) fn is_plain(problem: &Problem) -> bool {
    let mut seen = vec![false; problem.items().len()];
    problem.options().flatten().for_each(|m| seen[m.item as usize] = true);
    seen.into_iter().all(|s| s) && (0..problem.len()).all(|o| problem.has_primary(o)) && !problem.is_empty()
}
