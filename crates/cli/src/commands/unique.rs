//! `edgewise puzzle generate --unique`: the first seed whose puzzle has exactly one solution.

use edgewise_cover::encode::{Request, encode, solve};
use edgewise_cover::{Limits, Method, Settings};
use edgewise_puzzle::generate::{Generated, Specification, generate as plain};

use crate::failure::{Answer, Failure, output_error};
use crate::signals;

/// Options tried per seed; a puzzle that is not decided by then is passed over.
const NODES: u64 = 20_000_000;

/// Generates with the seeds from the specification's on, `tries` of them. An answer instead, with a word on standard
/// error, if none gives a puzzle that is known to be unique: then the answer is no, or open where some were
/// not decided.
pub(super) fn generate(specification: &Specification, tries: u64) -> Result<Result<Generated, Answer>, Failure> {
    let stop = signals::stop_flag_saying(false, "stopping (again to end at once)");
    let (mut several, mut undecided) = (0u64, 0u64);
    for seed in (0..tries).map_while(|n| specification.seed.checked_add(n)) {
        let made = plain(&Specification { seed, ..specification.clone() }).map_err(Failure::input)?;
        let encoding = encode(&made.puzzle, &Request::default()).map_err(Failure::input)?;
        let limits = Limits { nodes: Some(NODES), stop: stop.clone(), ..Limits::default() };
        let settings = Settings { method: Method::fastest(&encoding.problem), limits, ..Settings::default() };
        match solve::unique(&encoding, &settings).map_err(Failure::input)?.is_unique() {
            Some(true) => {
                if seed != specification.seed {
                    output_error(&format!(
                        "note: seed {seed} is the first from {} with one solution",
                        specification.seed
                    ));
                }
                return Ok(Ok(made));
            }
            Some(false) => several += 1,
            None => undecided += 1,
        }
        if stop.is_raised() {
            break;
        }
    }
    output_error(&format!(
        "no seed from {} on gave one solution: {several} had several, {undecided} were not decided in {NODES} nodes; \
expected more colours, a smaller board or more --clues",
        specification.seed
    ));
    let open = undecided > 0 || stop.is_raised();
    Ok(Err(if open { Answer::Undecided } else { Answer::No }))
}
