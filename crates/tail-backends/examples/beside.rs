//! Times back ends side by side on the last rows of official boards, one JSON line a back end and board:
//!
//! `cargo run --release -p edgewise-tail-backends --example beside -- BOARDS ROWS CAP SECONDS NAME...`
//!
//! BOARDS is a file with a board (letters or viewer link) a line, CAP `1`, `2` or `none`, SECONDS the limit of each
//! solve. CP-SAT runs with one worker and a hint.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use edgewise_puzzle::{Board, ClueSet, Puzzle, formats, official};
use edgewise_tail::{Backend, Limits, TailOptions, TailProblem};
use edgewise_tail_backends::{BackendSettings, backend, beside};
use serde_json::json;

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let [boards, rows, cap, seconds, names @ ..] = words.as_slice() else {
        eprintln!("expected BOARDS ROWS CAP SECONDS NAME...");
        return ExitCode::from(2);
    };
    match run(boards, rows, cap, seconds, names) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run(boards: &str, rows: &str, cap: &str, seconds: &str, names: &[&str]) -> Result<(), Failure> {
    let settings = BackendSettings::default();
    let found: Vec<_> = names.iter().map(|name| backend(name, &settings)).collect::<Result<_, _>>()?;
    let backends: Vec<&dyn Backend> = found.iter().map(|backend| backend.as_ref() as &dyn Backend).collect();
    let rows: usize = rows.parse()?;
    let cap = if cap == "none" { None } else { Some(cap.parse()?) };
    let limits = Limits::of_time(Duration::from_secs_f64(seconds.parse()?));
    for (number, line) in (1..).zip(std::fs::read_to_string(boards)?.lines()) {
        let (puzzle, board) = official_board(line)?;
        let first = 16 * (16 - rows.min(16));
        let is_clue = |cell: &usize| puzzle.clues().iter().any(|clue| clue.cell == *cell);
        let free: Vec<usize> = (first..256).filter(|cell| !is_clue(cell)).collect();
        let problem = TailProblem::new(&puzzle, &board, &free, &TailOptions { cap, ..Default::default() })?;
        for row in beside(&problem, &backends, &limits)? {
            let question = json!({ "board": number, "rows": rows, "cap": cap, "given": problem.given_score() });
            writeln!(std::io::stdout(), "{}", json!({ "question": question, "answer": row }))?;
        }
    }
    Ok(())
}

/// A board with the official puzzle and those clues, five, one or none, that it honours.
fn official_board(text: &str) -> Result<(Puzzle, Board), Failure> {
    let bare = official::puzzle(ClueSet::None);
    let board = formats::read_board(text.as_bytes(), "the board", Some(&bare))?.board;
    let board = board.ok_or("a piece is foreign or comes twice: expected a board of the official pieces")?;
    let honours = |puzzle: &Puzzle| puzzle.clues().iter().all(|clue| board.get(clue.cell) == Some(clue.placement));
    let puzzle = [ClueSet::Five, ClueSet::Starter].map(official::puzzle).into_iter().find(honours);
    Ok((puzzle.unwrap_or(bare), board))
}
