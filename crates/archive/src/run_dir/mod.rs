//! The directory of one run: what was run, what happened, and every board found.
//!
//! ```text
//! runs/20261130T101920Z-backtrack-7/
//!   run.toml            what was run: puzzle, engine, every parameter, seed, machine   (whole)
//!   events.jsonl        what happened, one JSON object a line                          (appended)
//!   boards/             one file a board: <score>-<hash>.json                          (whole)
//!   summary.json, …     final artefacts                                                (whole)
//!   .lock               empty; locked while a process writes to the run
//! ```
//!
//! **Promises.** A call that returned `Ok` for a board, a file or a synced event survives a kill, and a
//! power cut as far as the disk keeps its word. A call that failed leaves everything before it intact, so
//! a run may go on after an error and try again when there is space. The best board is whatever
//! `boards/` holds: there is no pointer that could be stale. Save a board first and log `improved` after
//! it; then the log never names a board that is not there.
//!
//! A run is written by one process. Its handle may be shared between threads.

mod error;
mod events;
mod info;
mod report;

pub use error::RunError;
pub use events::Event;
pub use info::{RunInfo, default_name};
pub use report::{RunReport, StoredBoard};

use crate::whole_file::{ensure_folder, folder_of, sync_folder, write_whole};
use events::EventLog;
use report::{Contents, contents_of, is_json_object};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

const RUN_TOML: &str = "run.toml";
const EVENTS: &str = "events.jsonl";
const BOARDS: &str = "boards";
const LOCK: &str = ".lock";

/// A run directory open for writing.
#[derive(Debug)]
pub struct RunDir {
    path: PathBuf,
    log: Mutex<EventLog>,
    /// Held while a board is saved, so that of two threads with the same board one finds it there.
    saving: Mutex<()>,
    /// Holds the lock for as long as the run is open; the system lets go of it when the process dies.
    _lock: File,
}

/// What became of a board handed to [`RunDir::save_board`]. Either way it is on the disk now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Saved {
    /// It was not there before.
    New(PathBuf),
    /// The same placements had been stored before.
    AlreadyThere(PathBuf),
}

impl RunDir {
    /// Makes the run directory at `path`, and the folders above it, and writes `run.toml`. An empty folder
    /// that is already there is taken; one that holds a run or anything else is refused. If the disk fails
    /// on the way, what was made is removed again, so that the same path can be given once more.
    pub fn create(path: impl AsRef<Path>, info: &RunInfo) -> Result<RunDir, RunError> {
        let path = path.as_ref();
        ensure_folder(folder_of(path)).map_err(RunError::io("make the folder for", path))?;
        match fs::create_dir(path) {
            Ok(()) => RunDir::fill(path, info, true),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => match contents_of(path)? {
                Contents::Nothing => RunDir::fill(path, info, false),
                Contents::Run => Err(RunError::HoldsRun(path.to_owned())),
                Contents::Other => Err(RunError::NotEmpty(path.to_owned())),
            },
            Err(error) => Err(RunError::io("make the run folder", path)(error)),
        }
    }

    /// Makes a run directory under [`default_name`] in the folder `runs`, which is made if need be. A name
    /// that is taken gets `-2`, `-3`, …; making the folder is what decides, so runs that start in the same
    /// second, on one machine or on several that share the folder, never meet.
    pub fn create_default(runs: impl AsRef<Path>, info: &RunInfo) -> Result<RunDir, RunError> {
        let runs = runs.as_ref();
        ensure_folder(runs).map_err(RunError::io("make the folder of runs", runs))?;
        let name = default_name(info.started, &info.engine, info.seed);
        let mut path = runs.join(&name);
        let mut number = 1u64;
        loop {
            match fs::create_dir(&path) {
                Ok(()) => return RunDir::fill(&path, info, true),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    number += 1;
                    path = runs.join(format!("{name}-{number}"));
                }
                Err(error) => return Err(RunError::io("make the run folder", &path)(error)),
            }
        }
    }

    /// Opens the run at `path` to write more to it. Refused while another handle is open, in this process
    /// or another. A torn last line of the log stays as it is; the next event starts on a fresh line.
    pub fn open(path: impl AsRef<Path>) -> Result<RunDir, RunError> {
        let path = path.as_ref();
        if !matches!(contents_of(path)?, Contents::Run) {
            return Err(RunError::NoRun(path.to_owned()));
        }
        let lock = lock(path)?;
        let boards = path.join(BOARDS);
        ensure_folder(&boards).map_err(RunError::io("make the folder", &boards))?;
        RunDir::with_log(path, lock)
    }

    /// What could be read of the run at `path`, running or ended or killed at any moment. An error only
    /// if there is no run at all.
    pub fn read(path: impl AsRef<Path>) -> Result<RunReport, RunError> {
        RunReport::read(path.as_ref())
    }

    /// Where the run is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Stores a board, once: `json` is a whole JSON object, `hash` the 64-bit hash of its placements. On an
    /// error no file has its name (or, where only the last sync failed, the whole file has), the earlier
    /// boards are untouched, and the same call may be made again. A stored file that has been damaged
    /// since is written anew.
    pub fn save_board(&self, score: usize, hash: u64, json: &[u8]) -> Result<Saved, RunError> {
        let folder = self.path.join(BOARDS);
        let path = folder.join(board_name(score, hash));
        let action = format!("write the board of score {score} to");
        if !is_json_object(json) {
            return Err(RunError::Content { action, path, why: "expected one JSON object".to_owned() });
        }
        let _one_at_a_time = hold(&self.saving);
        if fs::read(&path).is_ok_and(|old| is_json_object(&old)) {
            // An earlier call may have failed in its very last step.
            sync_folder(&folder).map_err(RunError::io(action, &path))?;
            return Ok(Saved::AlreadyThere(path));
        }
        write_whole(&path, json).map_err(RunError::io(action, &path))?;
        Ok(Saved::New(path))
    }

    /// Appends an event to the log. `progress` and `profile` events are flushed but not synced: they survive
    /// a kill, and a power cut may take the latest; all other kinds are synced. After an error the log
    /// reads as it did before.
    pub fn log(&self, event: &Event) -> Result<(), RunError> {
        let json = serde_json::to_string(event).map_err(io::Error::from);
        let appended = json.and_then(|json| hold(&self.log).append(&json, event.is_synced()));
        appended.map_err(RunError::io(format!("append the event `{}` to", event.kind()), &self.path.join(EVENTS)))
    }

    /// Stores a final artefact (`summary.json`, `board.svg`, …) whole, in place of an earlier one of that
    /// name. `name` is a plain file name, not hidden and not one of the run's own.
    pub fn store_file(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, RunError> {
        let path = self.path.join(name);
        let action = "write";
        let mut parts = Path::new(name).components();
        let plain = matches!(parts.next(), Some(Component::Normal(only)) if only == name) && parts.next().is_none();
        if !plain || name.starts_with('.') || [RUN_TOML, EVENTS, BOARDS].contains(&name) {
            let why = "expected a plain file name, not hidden and not one of the run's own".to_owned();
            return Err(RunError::Content { action: action.to_owned(), path, why });
        }
        write_whole(&path, bytes).map_err(RunError::io(action, &path))?;
        Ok(path)
    }

    /// Takes back a run that could not begin: removes its own files and, if nothing else is in it, the
    /// folder, so that the same path can be given once more. Boards are never removed.
    pub fn discard(self) {
        let path = self.path.clone();
        drop(self);
        undo(&path);
        let _ = fs::remove_dir(&path);
    }

    /// Turns an empty folder into a run. `made` says whether this run made the folder.
    fn fill(path: &Path, info: &RunInfo, made: bool) -> Result<RunDir, RunError> {
        let boards = path.join(BOARDS);
        // The claim: of two runs that both found the folder empty, one makes this.
        let filled = match fs::create_dir(&boards) {
            Ok(()) => RunDir::fill_claimed(path, info).inspect_err(|_| undo(path)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(RunError::HoldsRun(path.to_owned())),
            Err(error) => Err(RunError::io("make the folder", &boards)(error)),
        };
        if filled.is_err() && made {
            // Goes only if it is empty.
            let _ = fs::remove_dir(path);
        }
        filled
    }

    fn fill_claimed(path: &Path, info: &RunInfo) -> Result<RunDir, RunError> {
        let run_toml = path.join(RUN_TOML);
        let action = "write what was run to";
        let text = toml::to_string_pretty(info).map_err(|error| RunError::Content {
            action: action.to_owned(),
            path: run_toml.clone(),
            why: report::one_line(&error.to_string()),
        })?;
        let run = RunDir::with_log(path, lock(path)?)?;
        // Also syncs the folder, and with it the names of the log and of boards/.
        write_whole(&run_toml, text.as_bytes()).map_err(RunError::io(action, &run_toml))?;
        sync_folder(folder_of(path)).map_err(RunError::io("make the run folder", path))?;
        Ok(run)
    }

    fn with_log(path: &Path, lock: File) -> Result<RunDir, RunError> {
        let events = path.join(EVENTS);
        let log = EventLog::open(&events).map_err(RunError::io("open the event log", &events))?;
        Ok(RunDir { path: path.to_owned(), log: Mutex::new(log), saving: Mutex::new(()), _lock: lock })
    }
}

/// Removes the files of a run without boards. Best effort: whatever stays reads as a run that was
/// killed at its start.
fn undo(path: &Path) {
    let boards = path.join(BOARDS);
    if fs::remove_dir(&boards).is_ok() {
        for name in [RUN_TOML, EVENTS, LOCK] {
            let _ = fs::remove_file(path.join(name));
        }
    }
}

/// Takes the run's lock. A file system without locks goes without.
fn lock(run: &Path) -> Result<File, RunError> {
    let path = run.join(LOCK);
    let opened = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
    let file = opened.map_err(RunError::io("open the lock", &path))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(RunError::InUse(run.to_owned())),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// The lock of a mutex whose data a panic elsewhere cannot have broken.
fn hold<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A board's file name. The score is in it so that a listing shows the best.
fn board_name(score: usize, hash: u64) -> String {
    format!("{score}-{hash:016x}.json")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    #[test]
    fn the_later_of_two_runs_that_found_the_folder_empty_is_refused_and_touches_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let info = |engine: &str| RunInfo {
            puzzle: "eternity2".into(),
            puzzle_hash: 1,
            clues: "starter".into(),
            engine: engine.into(),
            preset: None,
            seed: 1,
            version: "0.1.0".into(),
            cpu: "unknown".into(),
            threads: 1,
            started: SystemTime::UNIX_EPOCH,
            command: Vec::new(),
            parameters: toml::Table::new(),
        };
        let first = RunDir::fill(folder.path(), &info("first"), true).unwrap();
        first.log(&Event::new(std::time::Duration::ZERO, "started")).unwrap();
        let second = RunDir::fill(folder.path(), &info("second"), true).unwrap_err();
        assert!(matches!(second, RunError::HoldsRun(_)), "{second}");
        let report = RunDir::read(folder.path()).unwrap();
        assert_eq!(report.info, Some(info("first")));
        assert_eq!((report.events.len(), report.problems.len()), (1, 0));
    }
}
