//! A short, deterministic fuzz of every parser from the kept corpus (`fuzz/corpus` of the
//! repository); the long, coverage-guided one is `fuzz/README.md`.

#[path = "../../../fuzz/src/checks.rs"]
#[allow(unreachable_pub)]
mod checks;

use std::path::Path;

use edgewise_puzzle::Rng;
use edgewise_puzzle::formats::{BoardFormat, PuzzleFormat};

/// Inputs made per parser.
const INPUTS: usize = 20_000;

/// Words that turn up in the formats.
const WORDS: [&str; 16] = [
    "aaaa",
    "000",
    "\"board\":",
    "\"pos\":",
    "[[",
    "{\"size\":2,",
    "-1",
    "---/-",
    "4/3 ",
    "&board_edges=",
    "&hints=1.0-",
    "%7f",
    "1111111111111111,",
    "0 0 1 2\n",
    "4294967296",
    "\u{feff}",
];

/// The kept inputs of a target, in name order.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{target} has no corpus");
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// One to six random edits of a random kept input.
fn mutated(corpus: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut input = corpus[rng.index(corpus.len())].clone();
    for _ in 0..=rng.index(6) {
        let at = rng.index(input.len() + 1);
        let end = (at + rng.index(9)).min(input.len());
        match rng.index(8) {
            0 => drop(input.drain(at..end)),
            1 => input.truncate(at),
            2 => input.insert(at, rng.below(256) as u8),
            3 => drop(input.splice(at..end, WORDS[rng.index(WORDS.len())].bytes())),
            4 => {
                let piece = input[at..end].to_vec();
                drop(input.splice(at..at, piece));
            }
            5 => {
                let other = &corpus[rng.index(corpus.len())];
                let from = rng.index(other.len() + 1);
                let to = (from + rng.index(64)).min(other.len());
                drop(input.splice(at..end, other[from..to].iter().copied()));
            }
            6 if at < input.len() => input[at] ^= 1 << rng.index(8),
            _ if at < input.len() => input[at] = b' ' + rng.below(95) as u8,
            _ => {}
        }
    }
    input
}

fn smoke(target: &str, check: impl Fn(&[u8])) {
    let corpus = corpus(target);
    corpus.iter().for_each(|input| check(input));
    let mut rng = Rng::new(corpus.len() as u64);
    for _ in 0..INPUTS {
        check(&mutated(&corpus, &mut rng));
    }
}

macro_rules! smoke_tests {
    ($($name:ident: $check:expr;)*) => {
        $(#[test]
        fn $name() {
            smoke(stringify!($name), $check);
        })*
    };
}

smoke_tests! {
    puzzle: |data| checks::puzzle(None, data);
    puzzle_json: |data| checks::puzzle(Some(PuzzleFormat::Json), data);
    puzzle_csv: |data| checks::puzzle(Some(PuzzleFormat::Csv), data);
    piece_list: |data| checks::puzzle(Some(PuzzleFormat::PieceList), data);
    board: |data| checks::board(None, data);
    letters: |data| checks::board(Some(BoardFormat::Letters), data);
    digits: |data| checks::board(Some(BoardFormat::Digits), data);
    link: |data| checks::board(Some(BoardFormat::BucasLink), data);
    placed_text: |data| checks::board(Some(BoardFormat::PlacedText), data);
    board_json: |data| checks::board(Some(BoardFormat::BoardJson), data);
    blackwood: |data| checks::board(Some(BoardFormat::BlackwoodText), data);
}
