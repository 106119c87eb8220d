//! Boards in any format.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| edgewise_fuzz::checks::board(None, data));
