//! The file of a sweep's records: one JSON line each, appended and synced, so that a sweep goes on where it
//! stopped. A torn last line is dropped; of several records of one job the best counts, the last of equals.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::sweep::{Job, Record};

/// Why the file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordsError {
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
    /// Another sweep writes to it.
    #[error("{}: another sweep is adding to it: expected one at a time", .0.display())]
    InUse(PathBuf),
    /// A line in the middle is no record.
    #[error("{}: line {line}: expected a record of a tail sweep: {why}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// 1-based line.
        line: usize,
        /// The parser's complaint.
        why: String,
    },
}

/// The records, in memory and on disk.
#[derive(Debug)]
pub struct Records {
    path: PathBuf,
    file: File,
    records: BTreeMap<(Job, String), Record>,
}

/// Takes a record in, unless there is one that says more.
fn keep(records: &mut BTreeMap<(Job, String), Record>, record: Record) {
    let key = (record.job, record.backend.clone());
    if records.get(&key).is_none_or(|known| record.says_as_much_as(known)) {
        records.insert(key, record);
    }
}

impl Records {
    /// Opens the file to add to it, making it if it is not there.
    ///
    /// # Errors
    /// If it cannot be opened or read, is in use, or has a line that is no record.
    pub fn open(path: &Path) -> Result<Records, RecordsError> {
        let io = |action| move |cause| RecordsError::Io { action, path: path.to_owned(), cause };
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(io("open"))?;
        if let Err(std::fs::TryLockError::WouldBlock) = file.try_lock() {
            return Err(RecordsError::InUse(path.to_owned()));
        }
        let text = std::fs::read_to_string(path).map_err(io("read"))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut records = BTreeMap::new();
        for (i, line) in text[..whole].lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let record: Record = serde_json::from_str(line).map_err(|e| RecordsError::Line {
                path: path.to_owned(),
                line: i + 1,
                why: e.to_string(),
            })?;
            keep(&mut records, record);
        }
        if whole < text.len() {
            file.set_len(whole as u64).map_err(io("mend"))?;
        }
        Ok(Records { path: path.to_owned(), file, records })
    }

    /// The record of a job by a back end.
    pub fn get(&self, job: Job, backend: &str) -> Option<&Record> {
        self.records.get(&(job, backend.to_owned()))
    }

    /// Adds a record, on disk before this returns.
    ///
    /// # Errors
    /// If it cannot be written; the file then ends with the record before.
    pub fn add(&mut self, record: Record) -> Result<(), RecordsError> {
        let io = |action| {
            let path = self.path.clone();
            move |cause| RecordsError::Io { action, path, cause }
        };
        let before = self.file.metadata().map_err(io("look at"))?.len();
        let line = serde_json::to_string(&record).map_err(io::Error::from).map_err(io("write"))?;
        let written = self.file.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.file.sync_data());
        if let Err(cause) = written {
            // A full disk may have taken half a line.
            let mended = self.file.set_len(before);
            return Err(io("write")(mended.err().unwrap_or(cause)));
        }
        keep(&mut self.records, record);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::Limits;
    use crate::own::Own;
    use crate::sweep::solve;
    use edgewise_puzzle::{ClueSet, official};

    #[test]
    fn records_outlive_a_torn_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records.jsonl");
        let job = Job { rows: 1, cap: 1, seed: 2 };
        let record =
            solve(&official::puzzle(ClueSet::Five), job, &Own::default(), &Limits::default()).unwrap().unwrap();
        let mut records = Records::open(&path).unwrap();
        records.add(record.clone()).unwrap();
        assert!(matches!(Records::open(&path), Err(RecordsError::InUse(_))));
        drop(records);
        let whole = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{whole}{}", &whole[..whole.len() / 2])).unwrap();
        let records = Records::open(&path).unwrap();
        assert_eq!(records.get(job, "own"), Some(&record));
        assert_eq!(records.get(job, "other"), None);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
        drop(records);
        // A second try that came to less is no loss.
        let cut = Record { status: "feasible".to_owned(), ..record.clone() };
        Records::open(&path).unwrap().add(cut.clone()).unwrap();
        assert_eq!(Records::open(&path).unwrap().get(job, "own"), Some(&record));
        let better = Record { exact_score: cut.exact_score.map(|score| score + 1), ..cut.clone() };
        assert!(better.says_as_much_as(&cut) && !cut.says_as_much_as(&better) && cut.says_as_much_as(&cut));
        std::fs::write(&path, format!("no record\n{whole}")).unwrap();
        assert!(Records::open(&path).unwrap_err().to_string().contains("line 1: expected a record"));
    }
}
