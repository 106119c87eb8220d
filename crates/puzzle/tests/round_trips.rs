//! Everything that is written reads back as it was, for puzzles of every size and rule.

use edgewise_puzzle::formats::*;
use edgewise_puzzle::generate::{Generated, Specification, generate};
use edgewise_puzzle::{Board, ClueSet, EdgeGrid, Placement, Puzzle, Rim, Rng, official};
use proptest::prelude::*;

/// A configuration that leaves no files behind.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Puzzles of every size and rule, with up to five clues and at most 25 colours.
fn generated() -> impl Strategy<Value = Generated> {
    let rim = prop_oneof![2 => Just(Rim::Grey), 1 => Just(Rim::Zero), 1 => Just(Rim::Free)];
    (1..=20usize, 1..=20usize, 1..=6usize, 1..=18usize, rim, prop::bool::weighted(0.8), 0..=5usize, any::<u64>())
        .prop_map(|(width, height, frame_colours, inner_colours, rim, rotation, clues, seed)| {
            let clues = clues.min(width * height);
            let spec = Specification { width, height, frame_colours, inner_colours, rim, rotation, clues, seed };
            generate(&spec).unwrap()
        })
}

/// Framed puzzles whose pieces turn.
fn framed() -> impl Strategy<Value = Generated> {
    generated().prop_filter("framed, with rotation", |g| g.puzzle.rim() == Rim::Grey && g.puzzle.rotation())
}

/// `board` with about `holes` of 100 cells emptied.
fn emptied(board: &Board, holes: u64, seed: u64) -> Board {
    let mut rng = Rng::new(seed);
    let mut board = board.clone();
    for cell in 0..board.size().cells() {
        if rng.below(100) < holes {
            board.set(cell, None);
        }
    }
    board
}

/// The official pieces anywhere in any rotation.
fn scrambled_official(seed: u64) -> (Puzzle, Board) {
    let puzzle = official::puzzle(ClueSet::Five);
    let mut rng = Rng::new(seed);
    let mut pieces: Vec<usize> = (0..256).collect();
    rng.shuffle(&mut pieces);
    let cells = pieces.into_iter().map(|piece| Some(Placement::new(piece, rng.below(4) as u8))).collect();
    let board = Board::from_cells(puzzle.size(), cells).unwrap();
    (puzzle, board)
}

fn same(read: &Puzzle, written: &Puzzle) {
    assert_eq!(read.hash64(), written.hash64());
    assert_eq!((read.rim(), read.rotation(), read.size()), (written.rim(), written.rotation(), written.size()));
    assert_eq!(read.pieces(), written.pieces());
}

fn has_top_left_clue(puzzle: &Puzzle) -> bool {
    puzzle.clues().iter().any(|clue| clue.cell == 0 && clue.placement.rotation() == 0)
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn our_puzzle_json(made in generated()) {
        let text = puzzle_json(&made.puzzle).unwrap();
        let read = read_puzzle(text.as_bytes(), "x").unwrap();
        prop_assert_eq!(read.format, PuzzleFormat::Json);
        prop_assert_eq!(&read.puzzle, &made.puzzle);
    }

    #[test]
    fn site_puzzle_json(made in generated()) {
        let puzzle = &made.puzzle;
        match puzzle_json_site(puzzle) {
            Ok(text) => {
                let read = read_puzzle(text.as_bytes(), "x").unwrap();
                prop_assert_eq!(read.format, PuzzleFormat::SiteJson);
                prop_assert_eq!(&read.puzzle, puzzle);
            }
            Err(_) => prop_assert!(puzzle.rim() != Rim::Grey || !puzzle.rotation()),
        }
    }

    #[test]
    fn csv(made in framed(), squared in any::<bool>(), seed in any::<u64>()) {
        let side = made.puzzle.size().width();
        let spec = Specification { width: side, height: side, clues: side.min(3), seed, ..Default::default() };
        let made = if squared { generate(&spec).unwrap() } else { made };
        let size = made.puzzle.size();
        match puzzle_csv(&made.puzzle) {
            Ok(text) => {
                let read = read_puzzle(text.as_bytes(), "some/where/name.csv").unwrap();
                prop_assert_eq!(read.format, PuzzleFormat::Csv);
                prop_assert_eq!(read.puzzle.name(), "name");
                same(&read.puzzle, &made.puzzle);
            }
            Err(_) => prop_assert!(size.width() != size.height() || has_top_left_clue(&made.puzzle)),
        }
    }

    #[test]
    fn pieces_as_a_list(made in framed()) {
        let text = piece_list(&made.puzzle).unwrap();
        let read = read_puzzle(text.as_bytes(), "list.txt").unwrap();
        prop_assert_eq!(read.format, PuzzleFormat::PieceList);
        same(&read.puzzle, &made.puzzle.with_clues(Vec::new()).unwrap());
    }

    #[test]
    fn board_letters(made in generated(), holes in 0..100u64, seed in any::<u64>()) {
        let board = emptied(&made.solution, holes, seed);
        let grid = EdgeGrid::from_board(&made.puzzle, &board);
        match letters(&grid, LetterOrder::Default) {
            Ok(text) => {
                prop_assert_eq!(Some(text.clone()), grid.letters());
                let read = read_board(text.as_bytes(), "x", Some(&made.puzzle)).unwrap();
                prop_assert_eq!(read.format, BoardFormat::Letters);
                prop_assert_eq!(read.letter_order, LetterOrder::Default);
                prop_assert_eq!(&read.grid, &grid);
                let board = read.board.unwrap();
                prop_assert_eq!(EdgeGrid::from_board(&made.puzzle, &board), grid);
                let alone = read_board(text.as_bytes(), "x", None);
                if board.size().width() == board.size().height() {
                    prop_assert_eq!(alone.unwrap().grid, read.grid);
                } else if let Ok(alone) = alone {
                    prop_assert_ne!(alone.grid.size, read.grid.size);
                }
            }
            Err(_) => prop_assert!(grid.cells.contains(&Some([0; 4]))),
        }
    }

    #[test]
    fn links(made in generated(), holes in 0..100u64, seed in any::<u64>(), name in "\\PC{0,12}") {
        let puzzle = made.puzzle.named(name.clone());
        let board = emptied(&made.solution, holes, seed);
        let text = bucas_url(&puzzle, &board, LetterOrder::Default).unwrap();
        let read = read_board(text.as_bytes(), "x", Some(&puzzle)).unwrap();
        prop_assert_eq!(read.format, BoardFormat::BucasLink);
        prop_assert_eq!(read.name.unwrap_or_default(), name.clone());
        prop_assert_eq!(read.board.as_ref(), Some(&board));
        let legal = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        prop_assert_eq!(dev_viewer_url(&puzzle, &board).is_ok(), legal);

        let text = dev_viewer_url(&made.puzzle, &board).unwrap();
        let read = read_board(text.as_bytes(), "x", Some(&made.puzzle)).unwrap();
        let site = !made.puzzle.clues().is_empty() || board.size().width() == board.size().height();
        prop_assert!(text.starts_with("https://eternity2.dev/viewer?") && (site || !text.contains("hints")));
        prop_assert_eq!(read.format, BoardFormat::DevViewerLink);
        prop_assert_eq!(read.board.as_ref(), Some(&board));
        let mut clues: Vec<Hint> = made.puzzle.clues().iter().map(|c| {
            Hint { cell: c.cell, rotation: Some(c.placement.rotation()) }
        }).collect();
        clues.sort_by_key(|hint| hint.cell);
        prop_assert_eq!(read.hints, clues);
    }

    #[test]
    fn board_json_of_any_size(made in generated(), holes in 0..100u64, seed in any::<u64>()) {
        let board = emptied(&made.solution, holes, seed);
        let text = board_json(&made.puzzle, &board).unwrap();
        let read = read_board(text.as_bytes(), "x", Some(&made.puzzle)).unwrap();
        prop_assert_eq!(read.format, BoardFormat::BoardJson);
        prop_assert_eq!(read.board.as_ref(), Some(&board));
        prop_assert_eq!(read.name.as_deref(), Some(made.puzzle.name()));
        prop_assert_eq!(read.grid, EdgeGrid::from_board(&made.puzzle, &board));
        prop_assert!(read.notes.is_empty(), "{:?}", read.notes);
        prop_assert_eq!(text.contains("\"width\""), board.size().width() != board.size().height());
    }

    #[test]
    fn blackwood(made in generated(), holes in 0..100u64, seed in any::<u64>()) {
        let board = emptied(&made.solution, holes, seed);
        let text = blackwood_text(&board);
        let read = read_board(text.as_bytes(), "x", Some(&made.puzzle)).unwrap();
        prop_assert_eq!(read.format, BoardFormat::BlackwoodText);
        prop_assert_eq!(read.board.as_ref(), Some(&board));
    }

    #[test]
    fn placed_pieces_of_full_boards(made in generated(), holes in 0..100u64, seed in any::<u64>()) {
        let grid = EdgeGrid::from_board(&made.puzzle, &made.solution);
        let text = placed_text(&grid);
        let read = read_board(text.as_bytes(), "x", Some(&made.puzzle)).unwrap();
        prop_assert_eq!(read.format, BoardFormat::PlacedText);
        prop_assert_eq!(&read.grid, &grid);
        prop_assert_eq!(EdgeGrid::from_board(&made.puzzle, &read.board.unwrap()), grid);

        let board = emptied(&made.solution, holes, seed);
        let text = placed_text(&EdgeGrid::from_board(&made.puzzle, &board));
        let partial = board.filled() < board.size().cells();
        prop_assert_eq!(read_board(text.as_bytes(), "x", Some(&made.puzzle)).is_err(), partial);
    }

    #[test]
    fn digits_keep_the_pieces_and_find_legal_rotations(made in generated(), holes in 0..60u64, seed in any::<u64>()) {
        let board = emptied(&made.solution, holes, seed);
        let text = digits(&board).unwrap();
        let read = read_board(text.as_bytes(), "x", Some(&made.puzzle)).unwrap();
        prop_assert_eq!(read.format, BoardFormat::Digits);
        let found = read.board.unwrap();
        for cell in 0..board.size().cells() {
            prop_assert_eq!(found.get(cell).map(|p| p.piece()), board.get(cell).map(|p| p.piece()));
            if let Some(placement) = found.get(cell) {
                prop_assert!(made.puzzle.fits(cell, made.puzzle.sides(placement)));
            }
        }
        prop_assert_eq!(text, digits(&found).unwrap());
    }
}

proptest! {
    #![proptest_config(config(100))]

    /// Bare letters have lost their order: it is found from the pieces.
    #[test]
    fn official_letters_in_every_order(seed in any::<u64>(), holes in 0..80u64, order in 0..4usize) {
        let (puzzle, board) = scrambled_official(seed);
        let board = emptied(&board, holes, seed ^ 1);
        let order = LetterOrder::ALL[order];
        let grid = EdgeGrid::from_board(&puzzle, &board);
        let text = letters(&grid, order).unwrap();
        let detected = if order == LetterOrder::Marie { LetterOrder::Jblackwood } else { order };
        for given in [Some(&puzzle), None] {
            let read = read_board(text.as_bytes(), "x", given).unwrap();
            prop_assert_eq!(read.letter_order, detected);
            prop_assert_eq!(read.board.as_ref(), Some(&board));
            prop_assert_eq!(read.official_assumed, given.is_none());
        }
        let link = bucas_url(&puzzle, &board, order).unwrap();
        let read = read_board(link.as_bytes(), "x", Some(&puzzle)).unwrap();
        prop_assert_eq!(read.letter_order, order, "a link names its order");
        prop_assert_eq!(read.board.as_ref(), Some(&board));
        prop_assert!(read.notes.is_empty(), "{:?}", read.notes);
    }

    #[test]
    fn official_boards_by_piece_number(seed in any::<u64>(), holes in 0..100u64) {
        let (puzzle, board) = scrambled_official(seed);
        let board = emptied(&board, holes, seed ^ 2);
        for text in [board_json(&puzzle, &board).unwrap(), blackwood_text(&board)] {
            let read = read_board(text.as_bytes(), "x", None).unwrap();
            prop_assert!(read.official_assumed);
            prop_assert_eq!(read.notes, vec!["no puzzle given: read as a board of eternity2".to_owned()]);
            prop_assert_eq!(read.board.as_ref(), Some(&board));
        }
    }
}

#[test]
fn official_puzzle_in_every_format() {
    let puzzle = official::puzzle(ClueSet::Five);
    for text in [puzzle_json(&puzzle), puzzle_json_site(&puzzle), puzzle_csv(&puzzle)] {
        let read = read_puzzle(text.unwrap().as_bytes(), "x").unwrap().puzzle;
        assert_eq!(read.hash64(), puzzle.hash64());
    }
    let list = piece_list(&puzzle).unwrap();
    assert_eq!(list.lines().count(), 256);
    assert_eq!(read_puzzle(list.as_bytes(), "x").unwrap().puzzle.pieces(), puzzle.pieces());
    let url = dev_viewer_url(&puzzle, &puzzle.clue_board()).unwrap();
    assert!(url.ends_with("&hints=34.1-45.1-135.0-210.1-221.2"), "{url}");
    assert!(url.starts_with("https://eternity2.dev/viewer?puzzle=eternity2&puzzle_size=16&board_edges=aaaa"), "{url}");
}
