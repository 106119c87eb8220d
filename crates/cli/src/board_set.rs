//! Sets of boards: files, run directories with all their boards, and factories, whose boards know the order
//! they were built in.

use std::collections::BTreeMap;
use std::path::Path;

use edgewise_archive::{RunDir, RunReport};
use edgewise_puzzle::{Board, Puzzle};
use edgewise_search::Order;
use edgewise_study::{Look, Results};

use crate::commands::board::resolved;
use crate::failure::{Failure, output_error};
use crate::input::{self, Clues};

/// The engine's name in the `run.toml` of a factory.
pub(crate) const FACTORY: &str = "factory";
/// A factory's plan in its directory, files read and settings as run.
pub(crate) const PLAN_FILE: &str = "plan.toml";
/// A factory's finished jobs: where `edgewise study` looks for those of the plan beside it.
pub(crate) const RESULTS_FILE: &str = "plan.results.jsonl";

/// A board of a set.
#[derive(Debug)]
pub(crate) struct Member {
    /// Where it comes from.
    pub(crate) origin: String,
    /// The board.
    pub(crate) board: Board,
    /// Its puzzle.
    pub(crate) puzzle: Puzzle,
    /// Matched seams.
    pub(crate) score: usize,
    /// What it shows.
    pub(crate) look: Look,
    /// The order it was built in, as the parameter of its engine says it, if its run tells.
    pub(crate) order: Option<String>,
}

/// One board and its puzzle.
pub(crate) fn load(text: &str, puzzle: Option<&str>) -> Result<(Board, Puzzle), Failure> {
    let input = input::board(text, puzzle, None::<Clues>)?;
    let board = resolved(&input)?.clone();
    Ok((board, input.puzzle()?.clone()))
}

/// The boards named by `texts`: all of a run directory, one of anything else. Boards of other sizes than the
/// first are left out with a note; no board at all is a failure.
pub(crate) fn read(texts: &[String], puzzle: Option<&str>) -> Result<Vec<Member>, Failure> {
    let mut members = Vec::new();
    for text in texts {
        let path = Path::new(text);
        let run = if path.is_dir() { Some(RunDir::read(path)?) } else { None };
        let orders = run.as_ref().map(orders).transpose()?;
        let files = match &run {
            Some(run) => {
                run.boards.iter().map(|b| (b.path.display().to_string(), format!("{:016x}", b.hash))).collect()
            }
            None => vec![(text.clone(), String::new())],
        };
        for (origin, hash) in files {
            let (board, puzzle) = load(&origin, puzzle)?;
            let (score, look) = (puzzle.score(&board).matched, Look::of(&puzzle, &board));
            let order = orders.as_ref().and_then(|orders| orders.of(&hash));
            members.push(Member { origin, board, puzzle, score, look, order });
        }
    }
    let Some(size) = members.first().map(|m| m.board.size()) else {
        return Err(Failure::input("no boards in what was named: expected at least one"));
    };
    let all = members.len();
    members.retain(|m| m.board.size() == size);
    if members.len() < all {
        output_error(&format!("note: {} boards of other sizes than {size} are left out", all - members.len()));
    }
    Ok(members)
}

/// The orders of a run's boards.
struct Orders {
    /// Of all its boards.
    common: Option<String>,
    /// By the hash of a board, where they differ.
    own: BTreeMap<String, String>,
}

impl Orders {
    fn of(&self, hash: &str) -> Option<String> {
        self.common.clone().or_else(|| self.own.get(hash).cloned())
    }
}

/// The orders in `run.toml`: of the engine, of its legs where they agree, or of a factory's settings.
fn orders(run: &RunReport) -> Result<Orders, Failure> {
    let mut orders = Orders { common: None, own: BTreeMap::new() };
    let Some(info) = &run.info else { return Ok(orders) };
    let order = |table: &toml::Table| Some(table.get("order")?.as_str()?.to_owned());
    orders.common = order(&info.parameters);
    let parts: Vec<(&String, Option<String>)> =
        info.parameters.iter().filter_map(|(name, part)| Some((name, order(part.as_table()?)))).collect();
    if orders.common.is_none() && info.engine == FACTORY {
        let results = Results::read(&run.path.join(RESULTS_FILE)).map_err(Failure::outside)?;
        for record in results.records() {
            let order = parts.iter().find(|(name, _)| **name == record.setting).and_then(|(_, order)| order.clone());
            if let (Some(hash), Some(order)) = (&record.board_hash, order) {
                orders.own.insert(hash.clone(), order);
            }
        }
    } else if orders.common.is_none()
        && let Some((_, first)) = parts.first()
        && parts.iter().all(|(_, order)| order == first)
    {
        orders.common.clone_from(first);
    }
    Ok(orders)
}

/// An order from the value of an engine's parameter: a name, or `@` and the cell numbers.
pub(crate) fn order(value: &str, puzzle: &Puzzle) -> Result<Order, Failure> {
    let clues: Vec<usize> = puzzle.clues().iter().map(|clue| clue.cell).collect();
    match value.strip_prefix('@') {
        Some(text) => Order::parse(text, puzzle.size()),
        None => Order::named(value, puzzle.size(), &clues),
    }
    .map_err(Failure::input)
}

/// An order as people type it: a name, or `@FILE`.
pub(crate) fn order_given(text: &str, puzzle: &Puzzle) -> Result<Order, Failure> {
    match text.strip_prefix('@') {
        Some(path) => order(&format!("@{}", input::read_text(path)?), puzzle),
        None => order(text, puzzle),
    }
}
