//! What the tests of the run directory share: runs, boards whose content follows from their score, and a
//! check of everything a reader may rely on.

#![allow(dead_code, reason = "each test binary uses its part")]

use edgewise_archive::{RunDir, RunInfo, RunReport};
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// A run that started at a fixed second.
pub(crate) fn info(seed: u64) -> RunInfo {
    let parameters = toml::toml! {
        width = 512
        tie = "random"
    };
    RunInfo {
        puzzle: "eternity2".into(),
        puzzle_hash: 0x0123_4567_89ab_cdef,
        clues: "starter".into(),
        engine: "beam".into(),
        preset: None,
        seed,
        version: "0.1.0".into(),
        cpu: edgewise_archive::cpu_model(),
        threads: 1,
        started: SystemTime::UNIX_EPOCH + Duration::from_secs(1_796_033_960),
        command: vec!["edgewise".into(), "beam".into()],
        parameters,
    }
}

/// The hash and the bytes of the board with this score; the sizes go round from half a kilobyte to nine.
pub(crate) fn board(score: usize) -> (u64, Vec<u8>) {
    let hash = (score as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let letters = "abcdefgh".repeat(64 + score * 389 % 1100);
    (hash, format!("{{\"score\":{score},\"edges\":\"{letters}\"}}").into_bytes())
}

/// Saves the board with this score.
pub(crate) fn save(run: &RunDir, score: usize) -> Result<edgewise_archive::Saved, edgewise_archive::RunError> {
    let (hash, bytes) = board(score);
    run.save_board(score, hash, &bytes)
}

/// Names in a folder, sorted.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Reads the run and checks that every board in it is what [`board`] made, to the byte.
pub(crate) fn read_intact(path: &Path) -> RunReport {
    let report = RunDir::read(path).unwrap();
    for stored in &report.boards {
        let (hash, bytes) = board(stored.score);
        assert_eq!(stored.hash, hash);
        assert_eq!(fs::read(&stored.path).unwrap(), bytes, "{}", stored.path.display());
        serde_json::from_slice::<serde_json::Value>(&bytes).unwrap();
    }
    assert!(report.boards.windows(2).all(|w| w[0].score > w[1].score));
    report
}
