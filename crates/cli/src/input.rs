//! Where boards and puzzles come from: built-in names, files, run directories, links, letters and
//! standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use edgewise_archive::{RunDir, RunReport, StoredBoard};
use edgewise_puzzle::formats::{self, MAX_INPUT_BYTES, ReadBoard, ReadPuzzle};
use edgewise_puzzle::{ClueSet, Puzzle, official};

use crate::failure::{Failure, output_error};

/// The built-in puzzles.
pub(crate) const BUILT_IN: &[(&str, &str)] =
    &[("eternity2", "the official Eternity II puzzle: 16x16, 256 pieces, clues by --clues starter|five|none")];

/// Name of the puzzle's own copy in a run directory.
pub(crate) const PUZZLE_FILE: &str = "puzzle.json";

/// Which clues to pin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Clues {
    /// Piece 139 in the middle (eternity2 only; its default)
    Starter,
    /// The starter and the four bonus clues (eternity2 only)
    Five,
    /// No clue at all
    None,
}

/// Reads a file or standard input (`-`), refusing folders and more than 16 MiB unread.
pub(crate) fn read(path: &str) -> Result<Vec<u8>, Failure> {
    let bad = |e: io::Error| Failure::input(format!("{path}: cannot be read: {e}"));
    let too_long =
        || Failure::input(format!("{path}: longer than {} MiB: expected a puzzle or a board", MAX_INPUT_BYTES >> 20));
    let mut bytes = Vec::new();
    let limit = MAX_INPUT_BYTES as u64 + 1;
    if path == "-" {
        io::stdin().lock().take(limit).read_to_end(&mut bytes).map_err(bad)?;
    } else {
        let file = File::open(path).map_err(bad)?;
        let metadata = file.metadata().map_err(bad)?;
        if metadata.is_dir() {
            return Err(Failure::input(format!("{path}: is a folder: expected a file")));
        }
        if metadata.len() > MAX_INPUT_BYTES as u64 {
            return Err(too_long());
        }
        file.take(limit).read_to_end(&mut bytes).map_err(bad)?;
    }
    if bytes.len() > MAX_INPUT_BYTES {
        return Err(too_long());
    }
    Ok(bytes)
}

/// A file's text.
pub(crate) fn read_text(path: &str) -> Result<String, Failure> {
    String::from_utf8(read(path)?)
        .map_err(|e| Failure::input(format!("{path}: byte {}: not UTF-8: expected text", e.utf8_error().valid_up_to())))
}

/// Strips the `@` of `@file`, which spares quoting in shells that mind `&`.
fn path_of(text: &str) -> (&str, bool) {
    text.strip_prefix('@').map_or((text, false), |path| (path, true))
}

/// A puzzle by built-in name or from a file, with the chosen clues.
pub(crate) fn puzzle(name: &str, clues: Option<Clues>) -> Result<ReadPuzzleOrBuiltIn, Failure> {
    let (path, forced) = path_of(name);
    if !forced && name == "eternity2" {
        let set = match clues {
            None | Some(Clues::Starter) => ClueSet::Starter,
            Some(Clues::Five) => ClueSet::Five,
            Some(Clues::None) => ClueSet::None,
        };
        return Ok(ReadPuzzleOrBuiltIn {
            puzzle: official::puzzle(set),
            format: "built-in".to_owned(),
            notes: Vec::new(),
        });
    }
    if path != "-" && !Path::new(path).exists() {
        let names: Vec<&str> = BUILT_IN.iter().map(|b| b.0).collect();
        return Err(Failure::input(format!(
            "puzzle `{path}`: no such file and no built-in: expected a file or one of {}",
            names.join(", ")
        )));
    }
    puzzle_of_bytes(&read(path)?, path, clues)
}

/// A puzzle from a file's contents, with the chosen clues.
pub(crate) fn puzzle_of_bytes(bytes: &[u8], path: &str, clues: Option<Clues>) -> Result<ReadPuzzleOrBuiltIn, Failure> {
    let ReadPuzzle { puzzle, format, notes } = formats::read_puzzle(bytes, path).map_err(Failure::input)?;
    let puzzle = match clues {
        None => puzzle,
        Some(Clues::None) => puzzle.with_clues(Vec::new()).map_err(Failure::input)?,
        Some(set) if puzzle.pieces() == official::pieces() => {
            let set = if set == Clues::Five { ClueSet::Five } else { ClueSet::Starter };
            puzzle.with_clues(official::clues(set)).map_err(Failure::input)?
        }
        Some(_) => {
            return Err(Failure::input(format!(
                "{path}: --clues starter and five belong to eternity2: expected --clues none, or no --clues for the file's own"
            )));
        }
    };
    Ok(ReadPuzzleOrBuiltIn { puzzle, format: format.to_string(), notes })
}

/// A puzzle and how it came.
#[derive(Debug)]
pub(crate) struct ReadPuzzleOrBuiltIn {
    /// The puzzle.
    pub(crate) puzzle: Puzzle,
    /// The format's name, or `built-in`.
    pub(crate) format: String,
    /// What was assumed on the way.
    pub(crate) notes: Vec<String>,
}

impl ReadPuzzleOrBuiltIn {
    /// Prints what was assumed on the way, unless `quiet`.
    pub(crate) fn say_notes(&self, quiet: bool) {
        self.notes.iter().filter(|_| !quiet).for_each(|note| output_error(&format!("note: {note}")));
    }
}

/// A board with the puzzle it belongs to.
#[derive(Debug)]
pub(crate) struct BoardInput {
    /// The board as read.
    pub(crate) read: ReadBoard,
    /// The puzzle asked for, of the run directory, or the official one for 16x16 boards.
    pub(crate) puzzle: Option<Puzzle>,
    /// Where it came from, for messages.
    pub(crate) origin: String,
    /// The run directory it lies in, if it does.
    pub(crate) run: Option<PathBuf>,
}

impl BoardInput {
    /// The puzzle, or why there is none.
    pub(crate) fn puzzle(&self) -> Result<&Puzzle, Failure> {
        self.puzzle.as_ref().ok_or_else(|| {
            Failure::input(format!("a {} board needs its puzzle: expected --puzzle PUZZLE", self.read.grid.size))
        })
    }
}

/// The text of a board, its origin for messages, and the run directory it lies in.
struct BoardText {
    bytes: Vec<u8>,
    origin: String,
    run: Option<PathBuf>,
}

/// The text of a file, of a run directory's best board, of standard input, or the argument itself.
fn board_text(text: &str) -> Result<BoardText, Failure> {
    let (path, forced) = path_of(text);
    let on_disk = path == "-" || Path::new(path).exists();
    if forced && !on_disk {
        return Err(Failure::input(format!("{path}: no such file")));
    }
    let mut origin = path.to_owned();
    let mut run = None;
    let bytes = if on_disk {
        let mut file = PathBuf::from(path);
        if file.is_dir() {
            let report = RunDir::read(&file)?;
            let best = best_of_run(&report).ok_or_else(|| {
                let what = if report.info.is_some() { "the run has no board yet" } else { "holds no run and no board" };
                Failure::input(format!("{path}: {what}"))
            })?;
            file.clone_from(&best.path);
        }
        run = if path == "-" { None } else { run_around(&file) };
        origin = file.display().to_string();
        read(&origin)?
    } else if looks_like_a_board(text) {
        "the board".clone_into(&mut origin);
        text.as_bytes().to_vec()
    } else {
        let shown: String = text.chars().take(60).collect();
        return Err(Failure::input(format!(
            "board `{shown}`: no such file: expected a file, a run directory, a viewer link, board letters, or -"
        )));
    };
    Ok(BoardText { bytes, origin, run })
}

/// A board of a puzzle at hand, from a file, a run directory (its best), a viewer link, bare letters or `-`.
pub(crate) fn board_of(text: &str, puzzle: &Puzzle) -> Result<ReadBoard, Failure> {
    let BoardText { bytes, origin, .. } = board_text(text)?;
    formats::read_board(&bytes, &origin, Some(puzzle)).map_err(Failure::input)
}

/// A board from a file, a run directory (its best), a viewer link, bare letters or `-`.
pub(crate) fn board(text: &str, puzzle_name: Option<&str>, clues: Option<Clues>) -> Result<BoardInput, Failure> {
    let BoardText { bytes, origin, run } = board_text(text)?;
    let run_puzzle = run.as_ref().map(|run| run.join(PUZZLE_FILE)).filter(|file| file.is_file());
    let puzzle = match (puzzle_name, run_puzzle) {
        (Some(name), _) => Some(self::puzzle(name, clues)?.puzzle),
        (None, Some(path)) => Some(self::puzzle(&path.display().to_string(), clues)?.puzzle),
        (None, None) => None,
    };
    let read = formats::read_board(&bytes, &origin, puzzle.as_ref()).map_err(Failure::input)?;
    let is_official_size = (read.grid.size.width(), read.grid.size.height()) == (16, 16);
    let puzzle = match puzzle {
        None if is_official_size => Some(self::puzzle("eternity2", clues)?.puzzle),
        puzzle => puzzle,
    };
    Ok(BoardInput { read, puzzle, origin, run })
}

/// The best board of a run: the best legal one, or the best of all where none is legal.
pub(crate) fn best_of_run(report: &RunReport) -> Option<&StoredBoard> {
    let puzzle = puzzle(&report.path.join(PUZZLE_FILE).display().to_string(), None);
    let Ok(ReadPuzzleOrBuiltIn { puzzle, .. }) = puzzle else { return report.best() };
    let legal = |stored: &&StoredBoard| {
        let bytes = std::fs::read(&stored.path).unwrap_or_default();
        let read = formats::read_board(&bytes, "", Some(&puzzle)).ok();
        read.and_then(|r| r.board).is_some_and(|board| puzzle.is_legal(&board))
    };
    report.boards.iter().find(legal).or(report.best())
}

/// The run directory around a board file: one that has a `run.toml`, the file's folder or the one above.
fn run_around(board: &Path) -> Option<PathBuf> {
    let mut folders = board.parent().into_iter().flat_map(|folder| [Some(folder), folder.parent()]).flatten();
    folders.find(|folder| folder.join("run.toml").is_file()).map(Path::to_owned)
}

/// Whether an argument that names no file can be a board itself.
fn looks_like_a_board(text: &str) -> bool {
    let letters = text.len() >= 4 && text.bytes().all(|b| b.is_ascii_lowercase());
    let digits = text.len() >= 3 && text.bytes().all(|b| b.is_ascii_digit());
    letters || digits || text.contains("://") || text.contains("board_edges=")
}
