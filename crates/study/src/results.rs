//! The file of finished jobs: one JSON line each, appended and synced, so that a study goes on where
//! it stopped. A torn last line (a kill in the middle of a write) is passed over.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// What a finished job left.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The job's key.
    pub key: String,
    /// The setting's name.
    pub setting: String,
    /// The seed.
    pub seed: u64,
    /// Matched seams, by the referee.
    pub score: usize,
    /// Whether the board is legal, by the referee.
    pub legal: bool,
    /// Most cells filled by the search itself.
    pub deepest: usize,
    /// Nodes.
    pub nodes: u64,
    /// Candidates looked at.
    pub candidate_reads: u64,
    /// Wall time in seconds.
    pub seconds: f64,
    /// Attempts begun.
    pub attempts: u64,
    /// Fills made.
    pub fills: u64,
    /// Why the run ended.
    pub stop: String,
    /// Placements by cells filled after them.
    pub depth_counts: Vec<u64>,
    /// The board's letters, where it has any.
    pub board_edges: Option<String>,
    /// Hash of the board's placements, 16 hexadecimal digits; the name of its file where boards are kept.
    #[serde(default)]
    pub board_hash: Option<String>,
    /// The board once its holes are filled; only comparisons fill afterwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed: Option<Completed>,
    /// The processor.
    pub cpu: String,
    /// The program's version.
    pub version: String,
}

/// A board after its holes were filled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Completed {
    /// Matched seams, by the referee.
    pub score: usize,
    /// Whether it is legal, by the referee.
    pub legal: bool,
    /// How many holes there were.
    pub holes: usize,
}

/// Why the file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// Reading or writing failed.
    #[error("cannot {action} {}: {cause}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        cause: io::Error,
    },
    /// Another study writes to it.
    #[error("{}: another study is adding to it: expected one at a time", .0.display())]
    InUse(PathBuf),
    /// It was opened to be read.
    #[error("{}: opened to be read, nothing can be added", .0.display())]
    ReadOnly(PathBuf),
    /// A line in the middle is no record.
    #[error("{}: line {line}: expected a study record: {why}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// 1-based line.
        line: usize,
        /// The parser's complaint.
        why: String,
    },
}

/// The finished jobs of a study.
#[derive(Debug)]
pub struct Results {
    path: PathBuf,
    /// Where records are added; none if the file was only read.
    file: Option<File>,
    records: BTreeMap<String, Record>,
}

impl Results {
    /// Opens the file to add to it, making it if it is not there. Refused while another study does
    /// the same.
    pub fn open(path: &Path) -> Result<Results, ResultsError> {
        let io = |action| move |cause| ResultsError::Io { action, path: path.to_owned(), cause };
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(io("open"))?;
        match file.try_lock() {
            // A file system without locks goes without.
            Ok(()) | Err(std::fs::TryLockError::Error(_)) => {}
            Err(std::fs::TryLockError::WouldBlock) => return Err(ResultsError::InUse(path.to_owned())),
        }
        let (records, whole, length) = Results::records_of(path)?;
        // What a kill left half written goes, or the next record would be glued to it.
        if whole < length {
            file.set_len(whole as u64).map_err(io("mend"))?;
        }
        Ok(Results { path: path.to_owned(), file: Some(file), records })
    }

    /// Reads the file to look at it, running or not; a missing one has no records.
    pub fn read(path: &Path) -> Result<Results, ResultsError> {
        let (records, ..) = Results::records_of(path)?;
        Ok(Results { path: path.to_owned(), file: None, records })
    }

    /// The records of the file, the length of its whole lines, and its length.
    fn records_of(path: &Path) -> Result<(BTreeMap<String, Record>, usize, usize), ResultsError> {
        let io = |action| move |cause| ResultsError::Io { action, path: path.to_owned(), cause };
        let text = match std::fs::read_to_string(path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => String::new(),
            other => other.map_err(io("read"))?,
        };
        let mut records = BTreeMap::new();
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        for (i, line) in text[..whole].lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let record: Record = serde_json::from_str(line).map_err(|e| ResultsError::Line {
                path: path.to_owned(),
                line: i + 1,
                why: e.to_string(),
            })?;
            records.insert(record.key.clone(), record);
        }
        Ok((records, whole, text.len()))
    }

    /// The finished job with this key.
    pub fn get(&self, key: &str) -> Option<&Record> {
        self.records.get(key)
    }

    /// All finished jobs, by key.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.records.values()
    }

    /// Adds a finished job, on disk before this returns.
    pub fn add(&mut self, record: Record) -> Result<(), ResultsError> {
        let path = self.path.clone();
        let io = |action| {
            let path = path.clone();
            move |cause| ResultsError::Io { action, path, cause }
        };
        let Some(file) = &mut self.file else { return Err(ResultsError::ReadOnly(self.path.clone())) };
        let before = file.metadata().map_err(io("look at"))?.len();
        let line = serde_json::to_string(&record).map_err(io::Error::from).map_err(io("write"))?;
        let written = file.write_all(format!("{line}\n").as_bytes()).and_then(|()| file.sync_data());
        if let Err(cause) = written {
            // A full disk may have taken half a line.
            let mended = file.set_len(before);
            return Err(io("write")(mended.err().unwrap_or(cause)));
        }
        self.records.insert(record.key.clone(), record);
        Ok(())
    }
}
