//! Viewer links.
#![no_main]

use edgewise_fuzz::checks;
use edgewise_puzzle::formats::BoardFormat;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::board(Some(BoardFormat::BucasLink), data));
