//! The run directory as an observer: every better board is written at once, and the last word is
//! that the best one is on disk.

use std::time::Instant;

use edgewise_archive::{Event, RunDir, RunError, RunInfo};
use edgewise_puzzle::formats;
use edgewise_puzzle::{Board, Puzzle};
use edgewise_referee::Verdict;
use edgewise_search::Progress;

use crate::failure::Failure;
use crate::input::PUZZLE_FILE;

/// Seconds between two progress events in the log: runs last weeks, the log stays small.
const PROGRESS_EVERY: f64 = 60.0;

/// A board as its file in a run directory holds it: one JSON object.
pub(crate) fn board_text(puzzle: &Puzzle, board: &Board) -> String {
    // Where the full form has no room for a board (colours without letters, say) the placements
    // alone are kept: they are all that matters.
    formats::board_json(puzzle, board).unwrap_or_else(|_| {
        let codes: Vec<i32> = board.cells().iter().map(|c| c.map_or(-1, |p| p.code().into())).collect();
        let (width, height) = (board.size().width(), board.size().height());
        serde_json::json!({"name": puzzle.name(), "width": width, "height": height, "board": codes}).to_string()
    })
}

/// Writes a run's directory. Trouble with the disk does not stop the search: it is reported once,
/// tried again with every board, and counts as a failure only if the best board, the end of the log or
/// the final files cannot be written in the end.
pub(crate) struct Recorder {
    dir: RunDir,
    began: Instant,
    last_progress: f64,
    trouble: Option<RunError>,
    reported: bool,
}

impl Recorder {
    /// Makes the directory: `out`, or a fresh one under `runs/`.
    pub(crate) fn create(out: Option<&std::path::Path>, info: &RunInfo, puzzle: &Puzzle) -> Result<Recorder, Failure> {
        let puzzle_json = formats::puzzle_json(puzzle).map_err(Failure::input)?;
        let dir = match out {
            Some(path) => RunDir::create(path, info)?,
            None => RunDir::create_default("runs", info).map_err(|error| {
                Failure::with_code(
                    error.exit_code(),
                    format!("{error} (--out DIR writes elsewhere, --no-save not at all)"),
                )
            })?,
        };
        if let Err(error) = dir.store_file(PUZZLE_FILE, puzzle_json.as_bytes()) {
            dir.discard();
            return Err(error.into());
        }
        let mut recorder = Recorder { dir, began: Instant::now(), last_progress: 0.0, trouble: None, reported: false };
        recorder.log(Event::new(recorder.began.elapsed(), "started"));
        Ok(recorder)
    }

    /// Opens the directory of a run to go on with it.
    pub(crate) fn reopen(path: &std::path::Path) -> Result<Recorder, Failure> {
        let dir = RunDir::open(path)?;
        let mut recorder = Recorder { dir, began: Instant::now(), last_progress: 0.0, trouble: None, reported: false };
        recorder.log(Event::new(recorder.began.elapsed(), "resumed"));
        Ok(recorder)
    }

    /// Stores a checkpoint. Returns trouble to report, once.
    pub(crate) fn checkpoint(&mut self, name: &str, text: &str) -> Option<String> {
        match self.dir.store_file(name, text.as_bytes()) {
            Ok(_) => None,
            Err(error) => {
                self.trouble = Some(error);
                self.report_once()
            }
        }
    }

    /// The directory's path.
    pub(crate) fn path(&self) -> &std::path::Path {
        self.dir.path()
    }

    fn log(&mut self, event: Event) {
        if let Err(error) = self.dir.log(&event) {
            self.trouble = Some(error);
        }
    }

    /// Stores a better board, then logs it. Returns trouble to report, once.
    pub(crate) fn improved(&mut self, puzzle: &Puzzle, board: &Board, verdict: &Verdict, nodes: u64) -> Option<String> {
        self.trouble = None;
        match self.save(puzzle, board, verdict) {
            Ok(()) => self.log(
                Event::new(self.began.elapsed(), "improved")
                    .with("score", verdict.score)
                    .with("hash", format!("{:016x}", board.hash64()))
                    .with("nodes", nodes),
            ),
            Err(error) => self.trouble = Some(error),
        }
        self.report_once()
    }

    fn report_once(&mut self) -> Option<String> {
        let error = self.trouble.as_ref().filter(|_| !self.reported)?;
        self.reported = true;
        Some(format!("warning: {error}; the search goes on and tries again"))
    }

    fn save(&self, puzzle: &Puzzle, board: &Board, verdict: &Verdict) -> Result<(), RunError> {
        let json = board_text(puzzle, board);
        self.dir.save_board(verdict.score, board.hash64(), json.as_bytes()).map(drop)
    }

    /// Logs how things stand, once a minute.
    pub(crate) fn progress(&mut self, progress: &Progress) {
        let now = self.began.elapsed();
        if now.as_secs_f64() - self.last_progress >= PROGRESS_EVERY {
            self.last_progress = now.as_secs_f64();
            self.log(
                Event::new(now, "progress")
                    .with("nodes", progress.nodes)
                    .with("deepest", progress.deepest)
                    .with("best", progress.best.map_or(serde_json::Value::Null, Into::into))
                    .with("restarts", progress.restarts),
            );
        }
    }

    /// Logs the per-depth counts of a worker in a leg.
    pub(crate) fn profile(&mut self, leg: usize, worker: usize, depth_counts: &[u64]) {
        let event = Event::new(self.began.elapsed(), "profile").with("leg", leg).with("worker", worker);
        self.log(event.with("depth_counts", depth_counts.to_vec()));
    }

    /// Makes sure of the best board and stores the final files. The first thing that failed, if
    /// any, is the error.
    pub(crate) fn finish(
        &mut self,
        puzzle: &Puzzle,
        board: &Board,
        verdict: &Verdict,
        files: &[(&str, Vec<u8>)],
        summary: &serde_json::Value,
    ) -> Result<(), Failure> {
        self.trouble = None;
        self.save(puzzle, board, verdict)?;
        self.log(
            Event::new(self.began.elapsed(), "finished")
                .with("score", verdict.score)
                .with("nodes", summary["nodes"].clone())
                .with("stop", summary["stop"].clone()),
        );
        // What matters most first; one file that does not fit must not cost the others.
        let summary = format!("{summary:#}\n").into_bytes();
        let all = std::iter::once(("summary.json", &summary)).chain(files.iter().map(|(name, bytes)| (*name, bytes)));
        for (name, bytes) in all {
            if let Err(error) = self.dir.store_file(name, bytes) {
                self.trouble.get_or_insert(error);
            }
        }
        match self.trouble.take() {
            Some(error) => Err(error.into()),
            None => Ok(()),
        }
    }
}
