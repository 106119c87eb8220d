//! The referee against a slow oracle on small random boards: score by looking at every pair of
//! cells, the break-free set by all subsets, identity by handing out pieces one at a time.

use edgewise_referee::{ClueFact, PuzzleFacts, RimRule, Side, Sides, Verdict, judge, judge_cells};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// How a cell came about: nothing, colours at will, some piece, or the piece dealt to the cell.
#[derive(Clone, Copy, Debug)]
enum Content {
    Nothing,
    Colours(Sides),
    Piece(usize, usize),
    Dealt(usize),
}

fn rotated(sides: Sides, turns: usize) -> Sides {
    std::array::from_fn(|side| sides[(side + 4 - turns) % 4])
}

fn content(colours: u8, pieces: usize) -> impl Strategy<Value = Content> {
    prop_oneof![
        2 => Just(Content::Nothing),
        1 => [0..colours, 0..colours, 0..colours, 0..colours].prop_map(Content::Colours),
        1 => (0..pieces, 0..4usize).prop_map(|(piece, turns)| Content::Piece(piece, turns)),
        8 => (0..4usize).prop_map(Content::Dealt),
    ]
}

prop_compose! {
    fn shape()(width in 1..=4usize, height in 1..=4usize, colours in 1..=4u8) -> (usize, usize, u8) {
        (width, height, colours)
    }
}

/// A puzzle and a board of it. Without rotation most dealt pieces lie unturned; some clues are read
/// off the board.
fn game() -> impl Strategy<Value = (PuzzleFacts, Vec<Option<Sides>>)> {
    let rim = prop_oneof![Just(RimRule::Grey), Just(RimRule::Zero), Just(RimRule::Free)];
    let parts = (shape(), rim, any::<bool>()).prop_flat_map(|((width, height, colours), rim, rotation)| {
        let cells = width * height;
        let pieces = vec([0..colours, 0..colours, 0..colours, 0..colours], cells);
        let clues = vec((0..cells, 0..cells, 0..4u8), 0..3);
        let deal = Just((0..cells).collect::<Vec<usize>>()).prop_shuffle();
        (Just((width, height, rim, rotation)), pieces, vec(content(colours, cells), cells), deal, clues)
    });
    parts.prop_map(|((width, height, rim, rotation), pieces, contents, deal, clues)| {
        let show = |(cell, content): (usize, &Content)| match *content {
            Content::Nothing => None,
            Content::Colours(sides) => Some(sides),
            Content::Piece(piece, turns) => Some(rotated(pieces[piece], turns)),
            Content::Dealt(turns) => Some(rotated(pieces[deal[cell]], if rotation || turns == 3 { turns } else { 0 })),
        };
        let board = contents.iter().enumerate().map(show).collect();
        let clue = |(cell, piece, rotation)| match contents[cell] {
            Content::Dealt(turns) if piece % 2 == 0 => ClueFact { cell, piece: deal[cell], rotation: turns as u8 },
            _ => ClueFact { cell, piece, rotation },
        };
        let clues = clues.into_iter().map(clue).collect();
        (PuzzleFacts { width, height, pieces, rim, rotation, clues, official_clues: None }, board)
    })
}

/// The seams between filled cells as (cell, cell, whether they match).
fn filled_seams(facts: &PuzzleFacts, board: &[Option<Sides>]) -> Vec<(usize, usize, bool)> {
    let mut seams = Vec::new();
    for first in 0..board.len() {
        for second in first + 1..board.len() {
            let beside = second == first + 1 && second % facts.width != 0;
            let below = second == first + facts.width;
            let (Some(one), Some(other)) = (board[first], board[second]) else { continue };
            for (there, here, facing) in [(beside, one[1], other[3]), (below, one[2], other[0])] {
                if there {
                    seams.push((first, second, here == facing && (here > 0 || facts.rim != RimRule::Grey)));
                }
            }
        }
    }
    seams
}

/// The largest set of filled cells without a break, by all subsets.
fn break_free(board: &[Option<Sides>], seams: &[(usize, usize, bool)]) -> usize {
    let filled = board.iter().enumerate().fold(0u32, |set, (cell, sides)| set | u32::from(sides.is_some()) << cell);
    let breaks: Vec<u32> = seams.iter().filter(|seam| !seam.2).map(|seam| 1 << seam.0 | 1 << seam.1).collect();
    let mut best = 0;
    let mut set = filled;
    loop {
        if set.count_ones() > best && breaks.iter().all(|pair| set & pair != *pair) {
            best = set.count_ones();
        }
        if set == 0 {
            return best as usize;
        }
        set = (set - 1) & filled;
    }
}

/// How many cells show a piece of which none is left, and how many show none or a forbidden turn.
fn unserved(facts: &PuzzleFacts, board: &[Option<Sides>]) -> (usize, usize) {
    let turns = if facts.rotation { 4 } else { 1 };
    let shows = |piece: &Sides, sides: Sides| (0..turns).any(|turns| rotated(*piece, turns) == sides);
    let mut left = facts.pieces.clone();
    let (mut short, mut unknown) = (0, 0);
    for &sides in board.iter().flatten() {
        if let Some(piece) = left.iter().position(|piece| shows(piece, sides)) {
            left.remove(piece);
        } else if facts.pieces.iter().any(|piece| shows(piece, sides)) {
            short += 1;
        } else {
            unknown += 1;
        }
    }
    (short, unknown)
}

/// Sides on the rim that are not 0, by asking each rim line of the board.
fn rim_violations(facts: &PuzzleFacts, board: &[Option<Sides>]) -> usize {
    if facts.rim == RimRule::Free {
        return 0;
    }
    let (width, height) = (facts.width, facts.height);
    let across = (0..width).flat_map(|col| [(col, 0), (width * (height - 1) + col, 2)]);
    let along = (0..height).flat_map(|row| [(width * row, 3), (width * row + width - 1, 1)]);
    across.chain(along).filter(|&(cell, side)| board[cell].is_some_and(|sides| sides[side] > 0)).count()
}

fn check(facts: &PuzzleFacts, board: &[Option<Sides>], verdict: &Verdict) {
    let seams = filled_seams(facts, board);
    assert_eq!(verdict.score, seams.iter().filter(|seam| seam.2).count());
    let mut places: Vec<(usize, usize)> = Vec::new();
    for item in &verdict.break_places {
        let cell = item.place.row * facts.width + item.place.col;
        let step = if item.side == Side::Right { 1 } else { facts.width };
        places.push((cell, cell + step));
    }
    let mut expected: Vec<(usize, usize)> = seams.iter().filter(|s| !s.2).map(|s| (s.0, s.1)).collect();
    assert_eq!(verdict.breaks, expected.len());
    expected.sort_unstable();
    places.sort_unstable();
    assert_eq!(places, expected);
    let (width, height) = (facts.width, facts.height);
    assert_eq!(verdict.total, 2 * width * height - width - height);
    assert_eq!((verdict.filled, verdict.cells), (board.iter().flatten().count(), width * height));
    assert_eq!(verdict.break_free, break_free(board, &seams));

    assert_eq!(verdict.rim_violations.len(), rim_violations(facts, board));
    let surplus: usize = verdict.repeated.iter().map(|kind| kind.cells.len() - kind.copies).sum();
    let (short, unknown) = unserved(facts, board);
    assert_eq!((surplus, verdict.foreign.len() + verdict.misfits.len()), (short, unknown));
    let pieces = &facts.pieces;
    for misfit in &verdict.misfits {
        let sides = board[misfit.place.row * width + misfit.place.col];
        assert_eq!(sides, Some(rotated(pieces[misfit.piece - 1], misfit.rotation as usize)));
    }
    for foreign in &verdict.foreign {
        assert!(pieces.iter().all(|&piece| (0..4).all(|turns| rotated(piece, turns) != foreign.sides)));
    }

    let respected = |clue: &&ClueFact| board[clue.cell] == Some(rotated(pieces[clue.piece], clue.rotation as usize));
    assert_eq!(verdict.clues_respected, facts.clues.iter().filter(respected).count());
    assert_eq!(verdict.clues_respected + verdict.missing_clues.len(), verdict.clues_required);
    let fine =
        verdict.rim_violations.is_empty() && (short, unknown) == (0, 0) && verdict.clues_respected == facts.clues.len();
    assert_eq!((verdict.legal, verdict.problems().is_empty()), (fine, fine));
    assert_eq!((verdict.official_clues, verdict.official_flags, verdict.regime), (None, None, None));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20_000,
        rng_seed: RngSeed::Fixed(16),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_verdict_is_the_oracles((facts, board) in game()) {
        let verdict = judge_cells(&facts, &board).unwrap();
        check(&facts, &board, &verdict);
        if !board.contains(&Some([0; 4])) {
            let letters: String =
                board.iter().flat_map(|cell| cell.unwrap_or([0; 4])).map(|c| (b'a' + c) as char).collect();
            prop_assert_eq!(judge(&facts, &letters).unwrap(), verdict);
        }
    }
}
