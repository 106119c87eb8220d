//! What a run that goes on takes from its directory besides its parameters.

use std::io::ErrorKind;
use std::path::Path;

use edgewise_archive::RunReport;
use edgewise_puzzle::{Board, Puzzle, formats};
use serde_json::Value;

use crate::failure::Failure;
use crate::input;

/// The name of a worker's checkpoint in a run directory.
pub(crate) fn checkpoint_file(worker: usize) -> String {
    format!("checkpoint-{worker}.json")
}

/// The checkpoints of the run in `run`, by worker.
pub(crate) fn checkpoints(run: &Path, threads: usize) -> Result<Vec<Option<String>>, Failure> {
    let read = |worker| {
        let path = run.join(checkpoint_file(worker));
        match std::fs::read_to_string(&path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Failure::input(format!("{}: {error}: expected a checkpoint", path.display()))),
        }
    };
    let checkpoints = (0..threads).map(read).collect::<Result<Vec<_>, _>>()?;
    if checkpoints.iter().all(Option::is_none) {
        let shown = run.display();
        return Err(Failure::input(format!("{shown}: the run has no checkpoint yet (one a minute, and at its end)")));
    }
    Ok(checkpoints)
}

/// The nodes that were made before these checkpoints.
pub(crate) fn nodes_before(checkpoints: &[Option<String>]) -> u64 {
    let nodes = |text: &String| {
        let value: Value = serde_json::from_str(text).ok()?;
        // A beam keeps them in its accounts.
        value["nodes"].as_u64().or_else(|| value["ledger"]["nodes"].as_u64())
    };
    checkpoints.iter().flatten().filter_map(nodes).sum()
}

/// The best board that a run holds. It may be better than what its checkpoints know: a cut run ends by
/// completing its deepest board, and goes on as if that had not been.
pub(crate) fn held_board(report: &RunReport, puzzle: &Puzzle) -> Option<Board> {
    let stored = input::best_of_run(report)?;
    let bytes = std::fs::read(&stored.path).ok()?;
    formats::read_board(&bytes, "", Some(puzzle)).ok()?.board
}
