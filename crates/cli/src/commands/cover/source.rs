//! What a cover command works on: a puzzle, a text file, or a built-in problem.

use std::path::Path;

use clap::{Args, ValueEnum};
use edgewise_cover::encode::{EncodeError, Encoding, Request, encode};
use edgewise_cover::{Problem, ProblemError, classics, text};
use edgewise_puzzle::{Placement, Puzzle};

use crate::failure::Failure;
use crate::input::{self, Clues};

/// The problem or puzzle, and what of it.
#[derive(Debug, Args)]
pub(crate) struct SourceArgs {
    /// A puzzle, an exact-cover problem in Knuth's text format, or a built-in problem
    input: String,

    /// Read the file as this instead of guessing: JSON and numbers alone are puzzles, all else is a problem
    #[arg(long = "as", value_enum, value_name = "KIND")]
    kind: Option<Kind>,

    /// Clues to pin (puzzles only)
    #[arg(long, value_enum)]
    clues: Option<Clues>,

    /// Placements that lie there already: a board, whole or in part (puzzles only)
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,

    /// Fill only this rectangle: row, column (from 0), height, width; other cells stay as they are (puzzles only)
    #[arg(long, value_name = "R,C,H,W", value_parser = rectangle)]
    rect: Option<[usize; 4]>,

    /// A placement that must not be made: row, column (from 0), piece (from 1), quarter turns; repeatable (puzzles only)
    #[arg(long, value_name = "R,C,PIECE,TURN", value_parser = rectangle)]
    forbid: Vec<[usize; 4]>,
}

/// What a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Kind {
    Puzzle,
    Problem,
}

fn rectangle(text: &str) -> Result<[usize; 4], String> {
    let numbers: Result<Vec<usize>, _> = text.split(',').map(|word| word.trim().parse()).collect();
    let four = numbers.ok().and_then(|n| <[usize; 4]>::try_from(n).ok());
    four.ok_or_else(|| "expected four numbers with commas between".to_owned())
}

/// What was read.
#[derive(Debug)]
pub(super) enum Source {
    Problem(Problem),
    Puzzle(Box<Encoding>),
}

/// A built-in problem by name; `None` if it is no such name.
fn built_in(name: &str) -> Option<Result<Problem, ProblemError>> {
    if name == "knuth" {
        return Some(classics::knuth());
    }
    let (kind, size) = name.split_once(':')?;
    let one = || size.parse::<usize>().ok();
    let two = || {
        let (width, height) = size.split_once('x')?;
        Some((width.parse::<usize>().ok()?, height.parse::<usize>().ok()?))
    };
    match kind {
        "queens" => one().filter(|n| (1..=100).contains(n)).map(classics::queens),
        "langford" => one().filter(|n| (1..=100).contains(n)).map(classics::langford),
        "latin" => one().filter(|n| (1..=30).contains(n)).map(classics::latin),
        "sudoku" => one().filter(|n| (1..=5).contains(n)).map(classics::sudoku),
        "dominoes" => {
            two().filter(|s| (1..=400).contains(&(s.0.saturating_mul(s.1)))).map(|(w, h)| classics::dominoes(w, h))
        }
        "pentominoes" => two().filter(|s| s.0.saturating_mul(s.1) == 60).map(|(w, h)| classics::pentominoes(w, h, &[])),
        _ => None,
    }
}

/// Whether a file looks like a puzzle: JSON, or nothing but numbers.
fn looks_like_a_puzzle(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}').trim();
    let numbers = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || c == ',');
    text.starts_with(['{', '[']) || numbers
}

impl SourceArgs {
    /// The flag that asks for a part of the board or forbids something, if one is given.
    pub(super) fn part(&self) -> Option<&'static str> {
        let parts = [("--rect", self.rect.is_some()), ("--forbid", !self.forbid.is_empty())];
        parts.into_iter().find(|(_, given)| *given).map(|(flag, _)| flag)
    }
}

impl Source {
    /// Reads what the arguments name.
    pub(super) fn read(args: &SourceArgs, quiet: bool) -> Result<Source, Failure> {
        let name = args.input.as_str();
        let path = name.strip_prefix('@').unwrap_or(name);
        let is_file = path == "-" || Path::new(path).exists();
        let puzzle_only = [
            ("--clues", args.clues.is_some()),
            ("--board", args.board.is_some()),
            ("--rect", args.rect.is_some()),
            ("--forbid", !args.forbid.is_empty()),
        ];
        let problem = |problem: Problem| match puzzle_only.iter().find(|(_, given)| *given) {
            Some((flag, _)) => {
                Err(Failure::input(format!("{name}: {flag} is for puzzles, this is an exact-cover problem")))
            }
            None => Ok(Source::Problem(problem)),
        };
        if !is_file && name != "eternity2" {
            return match built_in(name) {
                Some(built) => problem(built.map_err(Failure::input)?),
                None => Err(Failure::input(format!(
                    "`{name}`: no such file and no built-in: expected a file, eternity2, knuth, queens:N (1..=100), \
langford:N (1..=100), latin:N (1..=30), sudoku:N (1..=5), dominoes:WxH (up to 400 cells) or pentominoes:WxH (60 cells)"
                ))),
            };
        }
        if is_file && args.kind != Some(Kind::Puzzle) {
            let bytes = input::read(path)?;
            if args.kind == Some(Kind::Problem) || !looks_like_a_puzzle(&bytes) {
                return problem(text::read(&bytes).map_err(|e| Failure::input(format!("{path}: {e}")))?);
            }
            if path == "-" {
                let read = input::puzzle_of_bytes(&bytes, path, args.clues)?;
                read.say_notes(quiet);
                return Source::encode(args, &read.puzzle);
            }
        }
        let read = input::puzzle(name, args.clues)?;
        read.say_notes(quiet);
        Source::encode(args, &read.puzzle)
    }

    fn encode(args: &SourceArgs, puzzle: &Puzzle) -> Result<Source, Failure> {
        let size = puzzle.size();
        let board = match &args.board {
            Some(board) => {
                if [&args.input, board].iter().all(|name| name.trim_start_matches('@') == "-") {
                    return Err(Failure::input(
                        "--board -: the puzzle comes from standard input already: expected a file",
                    ));
                }
                let read = input::board_of(board, puzzle)?;
                let why = || {
                    Failure::input(format!(
                        "{board}: its pieces are not the puzzle's: expected a board of {}",
                        puzzle.name()
                    ))
                };
                Some(read.board.ok_or_else(why)?)
            }
            None => None,
        };
        let region = args.rect.map(|[row, col, height, width]| {
            let inside = row.saturating_add(height) <= size.height() && col.saturating_add(width) <= size.width();
            if !inside || height == 0 || width == 0 {
                return Err(Failure::input(format!(
                    "--rect {row},{col},{height},{width}: expected a rectangle on the {size} board"
                )));
            }
            let cells = (row..row + height).flat_map(|r| (col..col + width).map(move |c| size.cell(r, c)));
            // Clues and given placements inside are part of the rectangle already.
            let given = |cell: usize| {
                board.as_ref().is_some_and(|b: &edgewise_puzzle::Board| b.size() == size && b.get(cell).is_some())
                    || puzzle.clues().iter().any(|clue| clue.cell == cell)
            };
            Ok(cells.filter(|&cell| !given(cell)).collect::<Vec<_>>())
        });
        let forbidden = args.forbid.iter().map(|&[row, col, piece, turn]| {
            if row >= size.height() || col >= size.width() || piece == 0 || piece > puzzle.pieces().len() || turn > 3 {
                return Err(Failure::input(format!(
                    "--forbid {row},{col},{piece},{turn}: expected a cell of the {size} board, a piece in 1..={} and 0 to 3 turns",
                    puzzle.pieces().len()
                )));
            }
            Ok((size.cell(row, col), Placement::new(piece - 1, turn as u8)))
        });
        let forbidden = forbidden.collect::<Result<Vec<_>, Failure>>()?;
        let request = Request { region: region.transpose()?, board, forbidden };
        let encoding = encode(puzzle, &request).map_err(|e: EncodeError| Failure::input(e))?;
        Ok(Source::Puzzle(Box::new(encoding)))
    }

    /// The exact-cover problem.
    pub(super) fn problem(&self) -> &Problem {
        match self {
            Source::Problem(problem) => problem,
            Source::Puzzle(encoding) => &encoding.problem,
        }
    }

    /// The puzzle behind it, if it is one.
    pub(super) fn encoding(&self) -> Option<&Encoding> {
        match self {
            Source::Problem(_) => None,
            Source::Puzzle(encoding) => Some(encoding),
        }
    }
}
