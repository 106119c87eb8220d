//! Puzzle CSV.
#![no_main]

use edgewise_fuzz::checks;
use edgewise_puzzle::formats::PuzzleFormat;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::puzzle(Some(PuzzleFormat::Csv), data));
