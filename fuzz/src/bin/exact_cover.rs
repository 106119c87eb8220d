//! Exact-cover problems in Knuth's text format.
#![no_main]

use edgewise_fuzz::cover_checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| cover_checks::problem(data));
