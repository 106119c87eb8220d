//! Every method against subsets by brute force, a plain recursive search, and the crate exact-covers, on
//! random small problems with colours.

mod common;

use std::ops::ControlFlow;

use common::random_problem;
use edgewise_cover::{End, Limits, Method, Problem, Search, Settings, count, first, unique};
use edgewise_puzzle::Rng;
use exact_covers::{DlSolver, Solver};

const PROBLEMS: u64 = 3000;

/// All sets of options with a primary item that cover every primary item once, colours agreeing: by
/// trying all subsets.
fn subsets(problem: &Problem) -> Vec<Vec<u32>> {
    let usable: Vec<u32> = (0..problem.len() as u32).filter(|&o| problem.has_primary(o as usize)).collect();
    let mut found = Vec::new();
    'subsets: for set in 0u32..1 << usable.len() {
        let chosen: Vec<u32> = (0..usable.len()).filter(|i| set >> i & 1 == 1).map(|i| usable[i]).collect();
        for item in 0..problem.items().len() as u32 {
            let members = chosen.iter().flat_map(|&o| problem.option(o as usize)).filter(|m| m.item == item);
            let colours: Vec<u32> = members.map(|m| m.colour).collect();
            let one_colour = colours.iter().all(|&c| c != 0 && c == colours[0]);
            let is_primary = (item as usize) < problem.primary();
            let fine = if is_primary { colours.len() == 1 } else { colours.len() <= 1 || one_colour };
            if !fine {
                continue 'subsets;
            }
        }
        found.push(chosen);
    }
    found.sort();
    found
}

/// Algorithm C from its description, without links: the remaining options are filtered at every node.
/// Solutions in order, and the options tried.
fn plain(problem: &Problem, chosen: &mut Vec<u32>, live: &[u32], found: &mut Vec<Vec<u32>>, tried: &mut u64) {
    let covers = |o: u32, item: u32| problem.option(o as usize).iter().any(|m| m.item == item);
    let open = (0..problem.primary() as u32).filter(|&item| !chosen.iter().any(|&o| covers(o, item)));
    let Some(item) = open.min_by_key(|&item| live.iter().filter(|&&o| covers(o, item)).count()) else {
        found.push(chosen.clone());
        return;
    };
    for &option in live.iter().filter(|&&o| covers(o, item)) {
        *tried += 1;
        let excludes = |other: u32| {
            problem.option(option as usize).iter().any(|m| {
                problem
                    .option(other as usize)
                    .iter()
                    .any(|n| n.item == m.item && (m.colour == 0 || n.colour != m.colour))
            })
        };
        let left: Vec<u32> = live.iter().copied().filter(|&o| o != option && !excludes(o)).collect();
        chosen.push(option);
        plain(problem, chosen, &left, found, tried);
        chosen.pop();
    }
}

/// Solutions by the crate exact-covers, counted.
fn by_exact_covers(problem: &Problem) -> u128 {
    let primary: Vec<u32> = (0..problem.primary() as u32).collect();
    let secondary: Vec<u32> = (problem.primary() as u32..problem.items().len() as u32).collect();
    let mut solver: DlSolver<u32, u32> = DlSolver::new(&primary, &secondary);
    for option in (0..problem.len()).filter(|&o| problem.has_primary(o)) {
        let (mut plain, mut coloured) = (Vec::new(), Vec::new());
        for m in problem.option(option) {
            if (m.item as usize) < problem.primary() {
                plain.push(m.item);
            } else {
                coloured.push((m.item, (m.colour != 0).then_some(m.colour)));
            }
        }
        solver.add_option(plain, coloured);
    }
    let mut found = 0;
    solver.solve(|_| {
        found += 1;
        ControlFlow::Continue(())
    });
    found
}

#[test]
fn all_methods_agree_with_brute_force_and_with_each_other() {
    let mut rng = Rng::new(5);
    let (mut coloured, mut several) = (0, 0);
    for number in 0..PROBLEMS {
        let problem = random_problem(&mut rng);
        let expected = subsets(&problem);
        let live: Vec<u32> = (0..problem.len() as u32).filter(|&o| problem.has_primary(o as usize)).collect();
        let (mut in_order, mut tried) = (Vec::new(), 0);
        plain(&problem, &mut Vec::new(), &live, &mut in_order, &mut tried);
        assert_eq!(by_exact_covers(&problem), expected.len() as u128, "problem {number}");
        for method in Method::ALL {
            let name = format!("problem {number}, {method:?}");
            let mut search = Search::new(&problem, &method.into()).unwrap();
            let found: Vec<Vec<u32>> = search.by_ref().collect();
            assert_eq!(found, in_order, "{name}: Knuth's order");
            let outcome = search.outcome();
            assert_eq!((outcome.nodes, outcome.complete, search.progress()), (tried, true, 1.0), "{name}");
            assert!(search.next().is_none());
            assert!(found.iter().all(|solution| problem.is_solution(solution)), "{name}");
            let mut sorted: Vec<Vec<u32>> = found
                .into_iter()
                .map(|mut s| {
                    s.sort_unstable();
                    s
                })
                .collect();
            sorted.sort();
            assert_eq!(sorted, expected, "{name}");

            let counted = count(&problem, &method.into()).unwrap();
            assert_eq!(
                (counted.solutions, counted.nodes, counted.complete),
                (expected.len() as u128, tried, true),
                "{name}"
            );
            assert_eq!(first(&problem, &method.into()).unwrap(), in_order.first().cloned(), "{name}");
            assert_eq!(unique(&problem, &method.into()).unwrap().solutions, expected.len().min(2) as u128, "{name}");

            let shuffled = Settings { method, seed: Some(number), ..Settings::default() };
            let again = |settings: &Settings| Search::new(&problem, settings).unwrap().collect::<Vec<_>>();
            let mut found = again(&shuffled);
            assert_eq!(found, again(&shuffled), "{name}: a seed is an order");
            found.iter_mut().for_each(|s| s.sort_unstable());
            found.sort();
            assert_eq!(found, expected, "{name}, shuffled");
        }
        coloured += u32::from(problem.has_colours());
        several += u32::from(expected.len() > 1);
    }
    assert!(coloured > 1000 && several > 500, "{coloured} with colours, {several} with several solutions");
}

#[test]
fn limits_cut_where_they_say_and_the_rest_can_be_told_apart() {
    let problem = edgewise_cover::classics::queens(8).unwrap();
    for method in Method::ALL {
        let whole = count(&problem, &method.into()).unwrap();
        let all: Vec<Vec<u32>> = Search::new(&problem, &method.into()).unwrap().collect();
        for nodes in [0, 1, 7, 100, 1024, 1025, whole.nodes - 1, whole.nodes, whole.nodes + 1] {
            let limits = || Limits { nodes: Some(nodes), ..Limits::default() };
            let cut = count(&problem, &Settings { method, limits: limits(), ..Settings::default() }).unwrap();
            let mut one_by_one =
                Search::new(&problem, &Settings { method, limits: limits(), ..Settings::default() }).unwrap();
            let found: Vec<Vec<u32>> = one_by_one.by_ref().collect();
            assert_eq!(found, all[..found.len()]);
            assert_eq!(one_by_one.outcome().nodes, cut.nodes, "{method:?} {nodes}");
            assert_eq!(cut.solutions, found.len() as u128, "{method:?} {nodes}");
            assert_eq!(cut.nodes, nodes.min(whole.nodes), "{method:?} {nodes}");
            let end = if nodes < whole.nodes { End::Nodes } else { End::Exhausted };
            assert_eq!((cut.end, cut.complete), (Some(end), nodes >= whole.nodes), "{method:?} {nodes}");
        }
        for wanted in [1, 5, 91, 92, 93] {
            let limits = Limits { solutions: Some(wanted), ..Limits::default() };
            let settings = Settings { method, limits, ..Settings::default() };
            let cut = count(&problem, &settings).unwrap();
            assert_eq!(cut.solutions, wanted.min(92), "{method:?} {wanted}");
            assert_eq!(cut.complete, wanted > 92, "{method:?} {wanted}");
            assert_eq!(Search::new(&problem, &settings).unwrap().count(), wanted.min(92) as usize);
        }
        let limits = Limits::default();
        limits.stop.raise();
        let stopped = count(&problem, &Settings { method, limits, ..Settings::default() }).unwrap();
        assert_eq!((stopped.end, stopped.complete), (Some(End::Flag), false));
    }
}

#[test]
fn progress_rises_from_nothing_to_one() {
    let problem = edgewise_cover::classics::queens(9).unwrap();
    for method in Method::ALL {
        let mut last = 0.0;
        let mut search = Search::new(&problem, &method.into()).unwrap();
        while search.next().is_some() {
            let now = search.progress();
            assert!(now >= last && now < 1.0, "{method:?}: {last} then {now}");
            last = now;
        }
        assert!(last > 0.8 && search.progress() == 1.0, "{method:?}: {last}");
        assert!(search.memory() > 0);
    }
}

#[test]
fn without_primary_items_the_one_solution_is_empty() {
    let mut builder = Problem::builder();
    builder.secondary("x").unwrap();
    builder.named_option(&[("x", "")]).unwrap();
    let problem = builder.build();
    for method in Method::ALL {
        let solutions: Vec<Vec<u32>> = Search::new(&problem, &method.into()).unwrap().collect();
        assert_eq!(solutions, [vec![0u32; 0]], "{method:?}");
        assert_eq!(count(&problem, &method.into()).unwrap().solutions, 1, "{method:?}");
    }
}
