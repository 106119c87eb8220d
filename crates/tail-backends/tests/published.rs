//! CP-SAT on the one-row tails of the seed study (`exact-tail-endgame`, R. Anjou, eternity2.dev, 2026-07-23).

mod outside;

use edgewise_puzzle::{ClueSet, official};
use edgewise_tail::producer::produce;
use edgewise_tail::{Limits, TailOptions, TailProblem};
use edgewise_tail_backends::beside;
use outside::outside;

/// Of seeds 1 to 12: the published optimum under cap 1 (0: infeasible) and under cap 2.
const PUBLISHED: [[usize; 2]; 12] = [
    [385, 385],
    [376, 377],
    [0, 371],
    [371, 371],
    [369, 369],
    [377, 377],
    [380, 381],
    [376, 377],
    [375, 375],
    [374, 376],
    [366, 370],
    [0, 375],
];

/// [`beside()`] also verifies both boards and holds the two answers against each other.
#[test]
fn cp_sat_gives_the_published_optima_and_those_of_our_own_method() {
    let puzzle = official::puzzle(ClueSet::Five);
    let (cpsat, own) = (outside("cpsat", true), outside("own", true));
    for seed in 1..=24 {
        let board = produce(&puzzle, seed).unwrap();
        let free: Vec<usize> = (240..256).collect();
        for cap in [1, 2] {
            let options = TailOptions { cap: Some(cap), ..Default::default() };
            let problem = TailProblem::new(&puzzle, &board, &free, &options).unwrap();
            let rows = beside(&problem, &[cpsat.as_ref(), own.as_ref()], &Limits::default()).unwrap();
            assert_eq!((rows[0].status, rows[0].score), (rows[1].status, rows[1].score), "seed {seed}, cap {cap}");
            assert!(["optimal", "infeasible"].contains(&rows[0].status), "seed {seed}, cap {cap}");
            if let Some(published) = PUBLISHED.get(seed as usize - 1) {
                let optimum = published[usize::from(cap) - 1];
                assert_eq!(rows[0].score, (optimum > 0).then_some(optimum), "seed {seed}, cap {cap}");
            }
        }
    }
}
