//! Reading a run directory as far as it got.

use super::events::{Event, EventsRead, read_events};
use super::{BOARDS, EVENTS, LOCK, RUN_TOML, RunError, RunInfo, board_name};
use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// What could be read of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct RunReport {
    /// The directory.
    pub path: PathBuf,
    /// What was run, if `run.toml` could be read.
    pub info: Option<RunInfo>,
    /// What happened, in the order of the log.
    pub events: Vec<Event>,
    /// The last line of the log was cut short (by a kill, or because it is being written) and left out.
    pub torn_tail: bool,
    /// The boards, best first; equal scores by hash. Each file holds one whole JSON object.
    pub boards: Vec<StoredBoard>,
    /// What is missing or could not be read, one line each. Empty for a run that was not disturbed.
    pub problems: Vec<String>,
}

/// A board in a run directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredBoard {
    /// Matched seams.
    pub score: usize,
    /// Hash of the placements.
    pub hash: u64,
    /// Its file.
    pub path: PathBuf,
}

impl RunReport {
    pub(crate) fn read(path: &Path) -> Result<RunReport, RunError> {
        if matches!(contents_of(path)?, Contents::Other) {
            return Err(RunError::NoRun(path.to_owned()));
        }
        let mut problems = Vec::new();
        let info = read_info(&path.join(RUN_TOML)).map_err(|why| problems.push(format!("{RUN_TOML}: {why}"))).ok();
        let log = match File::open(path.join(EVENTS)) {
            Ok(file) => read_events(BufReader::new(file)),
            Err(error) => EventsRead { problems: vec![format!("{EVENTS}: {error}")], ..EventsRead::default() },
        };
        problems.extend(log.problems);
        let boards = read_boards(&path.join(BOARDS), &mut problems);
        let (events, torn_tail) = (log.events, log.torn_tail);
        Ok(RunReport { path: path.to_owned(), info, events, torn_tail, boards, problems })
    }

    /// The best board; among equals the one with the smallest hash.
    pub fn best(&self) -> Option<&StoredBoard> {
        self.boards.first()
    }
}

/// What a folder holds, seen as a place for a run.
pub(crate) enum Contents {
    Nothing,
    Run,
    Other,
}

/// Looks into a folder for the parts of a run.
pub(crate) fn contents_of(path: &Path) -> Result<Contents, RunError> {
    if !path.is_dir() {
        return Err(RunError::NotAFolder(path.to_owned()));
    }
    let mut contents = Contents::Nothing;
    for entry in fs::read_dir(path).map_err(RunError::io("look into the folder", path))? {
        let name = entry.map_err(RunError::io("look into the folder", path))?.file_name();
        if [RUN_TOML, EVENTS, BOARDS, LOCK].iter().any(|part| name == *part) {
            return Ok(Contents::Run);
        }
        contents = Contents::Other;
    }
    Ok(contents)
}

fn read_info(path: &Path) -> Result<RunInfo, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    toml::from_str(&text).map_err(|error: toml::de::Error| {
        let line = error.span().and_then(|span| text.get(..span.start)).map(|before| before.matches('\n').count() + 1);
        let place = line.map_or_else(String::new, |line| format!("line {line}: "));
        format!("{place}{}", one_line(error.message()))
    })
}

/// The boards in a folder, best first. Hidden files are what killed runs left behind, and none of ours.
fn read_boards(folder: &Path, problems: &mut Vec<String>) -> Vec<StoredBoard> {
    let mut names = Vec::new();
    match fs::read_dir(folder) {
        Ok(entries) => {
            for entry in entries {
                match entry {
                    Ok(entry) => names.push(entry.file_name().to_string_lossy().into_owned()),
                    Err(error) => problems.push(format!("{BOARDS}: {error}")),
                }
            }
        }
        Err(error) => problems.push(format!("{BOARDS}: {error}")),
    }
    names.sort_unstable();
    let mut boards = Vec::new();
    for name in names.iter().filter(|name| !name.starts_with('.')) {
        let path = folder.join(name);
        let Some((score, hash)) = parse_board_name(name) else {
            problems.push(format!("{BOARDS}/{name}: not a board's name, expected <score>-<hash>.json"));
            continue;
        };
        match fs::read(&path) {
            Ok(bytes) if is_json_object(&bytes) => boards.push(StoredBoard { score, hash, path }),
            Ok(_) => problems.push(format!("{BOARDS}/{name}: damaged, expected one JSON object")),
            Err(error) => problems.push(format!("{BOARDS}/{name}: {error}")),
        }
    }
    boards.sort_by_key(|board| (std::cmp::Reverse(board.score), board.hash));
    boards
}

/// The score and hash in a board's file name, if it is written as we write it.
fn parse_board_name(name: &str) -> Option<(usize, u64)> {
    let (score, hash) = name.strip_suffix(".json")?.split_once('-')?;
    let (score, hash) = (score.parse().ok()?, u64::from_str_radix(hash, 16).ok()?);
    (board_name(score, hash) == name).then_some((score, hash))
}

/// Whether the bytes are one JSON object and nothing else. A part of one never is.
pub(crate) fn is_json_object(bytes: &[u8]) -> bool {
    serde_json::from_slice::<BTreeMap<String, IgnoredAny>>(bytes).is_ok()
}

/// A library's message on one line.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn board_names_are_read_only_as_they_are_written() {
        assert_eq!(parse_board_name("464-00000000000000ff.json"), Some((464, 255)));
        assert_eq!(parse_board_name("0-ffffffffffffffff.json"), Some((0, u64::MAX)));
        for name in [
            "464.json",
            "-00000000000000ff.json",
            "+464-00000000000000ff.json",
            "0464-00000000000000ff.json",
            "464-ff.json",
            "464-00000000000000FF.json",
            "464-00000000000000ff.json~",
            "464-00000000000000ff",
        ] {
            assert_eq!(parse_board_name(name), None, "{name}");
        }
    }

    #[test]
    fn no_part_of_a_board_passes_for_one() {
        let whole = br#"{"edges": "aaab", "breaks": 16, "more": {"x": [1, "}"]}}"#;
        assert!(is_json_object(whole));
        assert!((0..whole.len()).all(|cut| !is_json_object(&whole[..cut])));
        assert!(!is_json_object(b"[]") && !is_json_object(b"1") && !is_json_object(b"{}{}"));
    }
}
