//! Every published board comes out as recorded. The data files name their sources.

use edgewise_referee::{ClueFact, PuzzleFacts, Regime, RimRule, Sides, Verdict, judge, judge_cells};

const BOARDS: &str = include_str!("data/boards.tsv");
const OFFICIAL: &str = include_str!("data/official.txt");

fn sides(letters: &str) -> Sides {
    let colours: Vec<u8> = letters.bytes().map(|b| b - b'a').collect();
    colours.try_into().expect("four letters")
}

/// The official puzzle with all five clues known, the first `pinned` of them required.
fn official(pinned: usize) -> PuzzleFacts {
    let (mut pieces, mut clues) = (Vec::new(), Vec::new());
    for line in OFFICIAL.lines() {
        let mut words = line.split(' ');
        match words.next() {
            Some("pieces") => pieces.extend(words.map(sides)),
            Some("clue") => {
                let figures: Vec<usize> = words.map(|w| w.parse().unwrap()).collect();
                let [row, col, number, rotation] = figures[..] else { panic!("{line}") };
                clues.push(ClueFact { cell: row * 16 + col, piece: number - 1, rotation: rotation as u8 });
            }
            _ => assert!(line.starts_with('#'), "{line}"),
        }
    }
    PuzzleFacts {
        width: 16,
        height: 16,
        pieces,
        rim: RimRule::Grey,
        rotation: true,
        clues: clues[..pinned].to_vec(),
        official_clues: Some(clues.try_into().unwrap()),
    }
}

struct Recorded {
    name: &'static str,
    score: usize,
    filled: usize,
    break_free: usize,
    honoured: [bool; 5],
    regime: &'static str,
    claims: &'static str,
    letters: &'static str,
}

fn recorded() -> Vec<Recorded> {
    let lines = BOARDS.lines().filter(|line| !line.starts_with('#'));
    let boards = lines.map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, score, filled, break_free, honoured, regime, claims, letters] = fields[..] else {
            panic!("{} fields: {line}", fields.len())
        };
        let [score, filled, break_free] = [score, filled, break_free].map(|figure| figure.parse().unwrap());
        let honoured: Vec<bool> = honoured.chars().map(|flag| flag == '1').collect();
        let honoured = honoured.try_into().unwrap();
        Recorded { name, score, filled, break_free, honoured, regime, claims, letters }
    });
    boards.collect()
}

/// The verdict's figure of a claim's name.
fn figure(verdict: &Verdict, name: &str) -> usize {
    match name {
        "score" => verdict.score,
        "filled" => verdict.filled,
        "break_free" => verdict.break_free,
        _ => panic!("no figure {name}"),
    }
}

#[test]
fn every_board_comes_out_as_recorded() {
    let facts = official(0);
    let boards = recorded();
    assert_eq!(boards.len(), 47, "30 full, 17 partial");
    for board in boards {
        let verdict = judge(&facts, board.letters).unwrap();
        let name = board.name;
        assert_eq!(verdict.score, board.score, "{name}");
        assert_eq!(verdict.filled, board.filled, "{name}");
        assert_eq!(verdict.break_free, board.break_free, "{name}");
        assert_eq!(verdict.official_flags, Some(board.honoured), "{name}");
        assert_eq!(verdict.official_clues, Some(board.honoured.iter().filter(|&&h| h).count()), "{name}");
        assert_eq!(verdict.regime.unwrap().to_string(), board.regime, "{name}");
        assert!(verdict.legal && verdict.problems().is_empty(), "{name}: {:?}", verdict.problems());
        assert!(verdict.rim_violations.is_empty() && verdict.repeated.is_empty() && verdict.foreign.is_empty());
        assert_eq!((verdict.total, verdict.cells), (480, 256));
        assert_eq!(verdict.break_places.len(), verdict.breaks, "{name}");
        if verdict.filled == 256 {
            assert_eq!(verdict.breaks, 480 - board.score, "{name}");
        }
    }
}

#[test]
fn every_claim_is_the_figure_it_names() {
    let facts = official(0);
    let mut checked = 0;
    for board in recorded().iter().filter(|board| board.claims != "-") {
        let verdict = judge(&facts, board.letters).unwrap();
        for claim in board.claims.split(',') {
            let (name, value) = claim.split_once('=').unwrap();
            assert_eq!(figure(&verdict, name).to_string(), value, "{}: {claim}", board.name);
            checked += 1;
        }
    }
    assert_eq!(checked, 25 + 15 + 15, "scores, placed, and break-free counts");
}

#[test]
fn placed_is_no_break_free_count_where_a_board_has_breaks() {
    let facts = official(0);
    let boards = recorded();
    for (name, placed, breaks, break_free) in [("oss-run-227", 254, 16, 243), ("oss-run-229", 253, 16, 241)] {
        let board = boards.iter().find(|board| board.name == name).unwrap();
        let verdict = judge(&facts, board.letters).unwrap();
        assert_eq!((verdict.filled, verdict.breaks, verdict.break_free), (placed, breaks, break_free), "{name}");
    }
}

/// The fewest cells that touch every break of `breaks`, by trying either end of each in turn.
fn fewest_lifted(breaks: &[[usize; 2]], lifted: &mut Vec<usize>, best: &mut Option<Vec<usize>>) {
    if best.as_ref().is_some_and(|best| lifted.len() >= best.len()) {
        return;
    }
    let Some(ends) = breaks.iter().find(|ends| !ends.iter().any(|end| lifted.contains(end))) else {
        *best = Some(lifted.clone());
        return;
    };
    for &end in ends {
        lifted.push(end);
        fewest_lifted(breaks, lifted, best);
        lifted.pop();
    }
}

/// "A 469 is 249 pieces placed and seven holes" (J. Blackwood): the 469 of his time, found by P. McGavin,
/// has eleven breaks, and lifting seven of its pieces, but no six, leaves none. That its breaks share
/// pieces is no rule: of two other 469s eleven pieces must go.
#[test]
fn the_469_is_249_placed_and_seven_holes() {
    let facts = official(0);
    let mut lifted_of = Vec::new();
    for board in recorded().iter().filter(|board| board.score == 469) {
        let verdict = judge(&facts, board.letters).unwrap();
        let ends = |b: &edgewise_referee::Break| {
            let cell = b.place.row * 16 + b.place.col;
            [cell, if b.side == edgewise_referee::Side::Right { cell + 1 } else { cell + 16 }]
        };
        let breaks: Vec<[usize; 2]> = verdict.break_places.iter().map(ends).collect();
        assert_eq!(breaks.len(), 11, "{}", board.name);
        let mut best = None;
        fewest_lifted(&breaks, &mut Vec::new(), &mut best);
        let lifted = best.unwrap();
        assert_eq!(verdict.break_free, 256 - lifted.len(), "{}", board.name);
        let mut letters = board.letters.as_bytes().to_vec();
        lifted.iter().for_each(|cell| letters[4 * cell..4 * cell + 4].fill(b'a'));
        let partial = judge(&facts, std::str::from_utf8(&letters).unwrap()).unwrap();
        assert_eq!((partial.filled, partial.breaks), (256 - lifted.len(), 0), "{}", board.name);
        lifted_of.push((board.name, lifted.len()));
    }
    let mcgavin = lifted_of.iter().find(|board| board.0 == "JBlackwood+PMcGavin_469_a");
    assert_eq!(mcgavin.map(|board| (256 - board.1, board.1)), Some((249, 7)));
    assert_eq!(lifted_of.len(), 5, "{lifted_of:?}");
    assert_eq!(lifted_of.iter().filter(|board| board.1 == 11).count(), 2, "{lifted_of:?}");
}

#[test]
fn required_clues_are_counted_and_decide_legality() {
    let facts = official(5);
    for board in recorded() {
        let verdict = judge(&facts, board.letters).unwrap();
        let honoured = board.honoured.iter().filter(|&&h| h).count();
        assert_eq!((verdict.clues_respected, verdict.clues_required), (honoured, 5), "{}", board.name);
        assert_eq!(verdict.legal, honoured == 5, "{}", board.name);
        let missing: Vec<usize> = verdict.missing_clues.iter().map(|clue| clue.clue).collect();
        let expected: Vec<usize> = (1..=5).filter(|&clue| !board.honoured[clue - 1]).collect();
        assert_eq!(missing, expected, "{}", board.name);
    }
    assert_eq!(judge(&official(5), &"a".repeat(1024)).unwrap().regime, Some(Regime::NoClue));
}

/// Both entry points agree, and a half turn of the whole board changes no seam.
#[test]
fn a_board_turned_upside_down_keeps_its_figures_and_loses_its_clues() {
    let facts = official(0);
    for board in recorded() {
        let verdict = judge(&facts, board.letters).unwrap();
        let cells = |letters: &str| -> Vec<Option<Sides>> {
            let cells = letters.as_bytes().chunks(4).map(|cell| sides(std::str::from_utf8(cell).unwrap()));
            cells.map(|cell| (cell != [0; 4]).then_some(cell)).collect()
        };
        let cells = cells(board.letters);
        assert_eq!(judge_cells(&facts, &cells).unwrap(), verdict, "{}", board.name);
        let turned: Vec<Option<Sides>> = cells.iter().rev().map(|cell| cell.map(|[u, r, d, l]| [d, l, u, r])).collect();
        let turned = judge_cells(&facts, &turned).unwrap();
        let figures = |v: &Verdict| (v.score, v.breaks, v.filled, v.break_free, v.legal);
        assert_eq!(figures(&turned), figures(&verdict), "{}", board.name);
        assert_eq!(turned.regime, Some(Regime::NoClue), "{}", board.name);
    }
}
