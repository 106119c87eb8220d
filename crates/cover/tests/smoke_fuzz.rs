//! A short, deterministic fuzz of the text format from the kept corpus; the long, coverage-guided one is
//! `fuzz/README.md`.

#[path = "../../../fuzz/src/cover_checks.rs"]
#[allow(unreachable_pub)]
mod cover_checks;

use std::path::Path;

use edgewise_puzzle::Rng;

#[test]
fn exact_cover() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/exact_cover");
    let mut paths: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let corpus: Vec<Vec<u8>> = paths.iter().map(|path| std::fs::read(path).unwrap()).collect();
    assert!(!corpus.is_empty(), "{} is empty", folder.display());
    corpus.iter().for_each(|input| cover_checks::problem(input));
    let words: [&[u8]; 10] = [b" ", b"|", b"\n", b":", b"a ", b"x:1", b" | ", b"\xff", b"3|", b"\n| "];
    let mut rng = Rng::new(1);
    for _ in 0..20_000 {
        let mut input = corpus[rng.index(corpus.len())].clone();
        for _ in 0..=rng.index(6) {
            let at = rng.index(input.len() + 1);
            let end = (at + rng.index(5)).min(input.len());
            match rng.index(4) {
                0 => drop(input.drain(at..end)),
                1 => drop(input.splice(at..end, words[rng.index(words.len())].iter().copied())),
                2 => {
                    let copied = input[at..end].to_vec();
                    drop(input.splice(at..at, copied));
                }
                _ => input.insert(at, b' ' + rng.below(95) as u8),
            }
        }
        cover_checks::problem(&input);
    }
}
