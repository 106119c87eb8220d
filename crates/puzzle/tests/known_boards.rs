//! Boards as they are passed around: links and texts of known score resolve, with the official clues
//! they are known to honour.

use edgewise_puzzle::formats::*;
use edgewise_puzzle::{Board, ClueSet, Placement, official};

/// Score, filled cells, clues honoured, letter order, format, name, author, text.
fn known_boards() -> Vec<Vec<&'static str>> {
    let text = include_str!("data/known_boards.txt");
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect()
}

fn clues_honoured(board: &Board) -> usize {
    official::five_clues().iter().filter(|clue| board.get(clue.cell) == Some(clue.placement)).count()
}

#[test]
fn known_boards_resolve_with_their_scores_and_clues() {
    let puzzle = official::puzzle(ClueSet::Starter);
    let boards = known_boards();
    assert_eq!(boards.len(), 7);
    for fields in boards {
        let [score, filled, clues, order, format, name, _, text] = fields[..] else { panic!("{fields:?}") };
        let read = read_board(text.as_bytes(), name, Some(&puzzle)).unwrap();
        assert_eq!((read.letter_order.name(), read.format.name()), (order, format), "{name}");
        assert_eq!(read.unresolved, None, "{name}");
        let board = read.board.unwrap();
        assert_eq!(puzzle.score(&board).matched.to_string(), score, "{name}");
        assert_eq!(board.filled().to_string(), filled, "{name}");
        assert_eq!(clues_honoured(&board).to_string(), clues, "{name}");
        if read.name.is_some() {
            assert_eq!(read.name.as_deref(), Some(name));
        }
        let alone = read_board(text.as_bytes(), name, None).unwrap();
        assert_eq!(alone.board, Some(board), "{name}");
        assert!(alone.official_assumed);
    }
}

#[test]
fn the_links_hints_are_kept() {
    let puzzle = official::puzzle(ClueSet::Five);
    let fields = known_boards().remove(3);
    let read = read_board(fields[7].as_bytes(), "link", Some(&puzzle)).unwrap();
    let mut clues: Vec<Hint> =
        puzzle.clues().iter().map(|c| Hint { cell: c.cell, rotation: Some(c.placement.rotation()) }).collect();
    clues.sort_by_key(|hint| hint.cell);
    assert_eq!(read.hints, clues);
    assert!(puzzle.is_legal(&read.board.unwrap()));
}

#[test]
fn blackwoods_text_is_the_same_board_as_its_link() {
    let puzzle = official::puzzle(ClueSet::Starter);
    let link = read_board(known_boards()[0][7].as_bytes(), "link", Some(&puzzle)).unwrap();
    let text = include_str!("data/470_blackwood.txt");
    let read = read_board(text.as_bytes(), "text", Some(&puzzle)).unwrap();
    assert_eq!((read.format, read.letter_order), (BoardFormat::BlackwoodText, LetterOrder::Default));
    assert_eq!(read.board, link.board);
    assert_eq!(read.board.as_ref().unwrap().get(8 * 16 + 7), Some(Placement::new(138, 0)));
    assert_eq!(blackwood_text(&read.board.unwrap()), text);
    // The program appends its own link.
    let both = format!("{text}\nhttps://e2.bucas.name/#puzzle=x&board_w=16&board_h=16&board_edges=abc\n");
    let read = read_board(both.as_bytes(), "text", Some(&puzzle)).unwrap();
    assert_eq!(read.board, link.board);
    assert_eq!(read.notes, ["line 18: the link below the board is not read"]);

    let partial = read_board(known_boards()[5][7].as_bytes(), "letters", Some(&puzzle)).unwrap();
    let read = read_board(include_bytes!("data/230_blackwood.txt"), "text", None).unwrap();
    assert_eq!(read.board, partial.board);
    assert_eq!(read.grid.cells.iter().flatten().count(), 230);
}

#[test]
fn rotations_of_record_boards_are_found_again() {
    let puzzle = official::puzzle(ClueSet::Starter);
    for index in [0, 1, 2, 3] {
        let board = read_board(known_boards()[index][7].as_bytes(), "link", Some(&puzzle)).unwrap().board.unwrap();
        let score = puzzle.score(&board).matched;
        let text = digits(&board).unwrap();
        let link = format!("https://e2.bucas.name/#board_w=16&board_h=16&board_pieces={text}");
        let bare = read_board(text.as_bytes(), "digits", Some(&puzzle)).unwrap();
        let read = read_board(link.as_bytes(), "link", Some(&puzzle)).unwrap();
        assert_eq!((bare.format, read.format), (BoardFormat::Digits, BoardFormat::BucasLink));
        assert_eq!(bare.board, read.board);
        let found = puzzle.score(&read.board.unwrap()).matched;
        assert!(found >= score, "{found} of {score}");
        let note = format!(
            "rotations are not stored and were searched: {found} of 480 placed seams match, {} breaks",
            480 - found
        );
        assert_eq!(read.notes, [note]);
    }
}

#[test]
fn a_stated_order_wins_and_a_contradiction_is_noted() {
    let text = known_boards()[4][7];
    let link = format!("https://e2.bucas.name/#board_w=16&board_h=16&board_edges={text}&motifs_order=jblackwood");
    let read = read_board(link.as_bytes(), "link", None).unwrap();
    assert_eq!(read.letter_order, LetterOrder::Jblackwood);
    assert!(read.board.is_none() && read.unresolved.is_some());
    assert_eq!(read.notes[0], "motifs_order=jblackwood is stated, but all 256 cells are pieces in order jef");
}

#[test]
fn repeated_and_foreign_pieces_are_left_to_the_referee() {
    let puzzle = official::puzzle(ClueSet::None);
    let text = known_boards()[4][7];
    let mut repeated = text.to_owned();
    repeated.replace_range(8..12, &text[4..8]);
    let read = read_board(repeated.as_bytes(), "x", Some(&puzzle)).unwrap();
    assert_eq!((read.board, read.letter_order), (None, LetterOrder::Jef));
    let message = read.unresolved.unwrap().to_string();
    assert!(
        message.starts_with("row 0, column 2: piece ") && message.ends_with("used at row 0, column 1"),
        "{message}"
    );
    let mut foreign = text.to_owned();
    foreign.replace_range(512..516, "bbbb");
    let read = read_board(foreign.as_bytes(), "x", Some(&puzzle)).unwrap();
    assert_eq!(read.letter_order, LetterOrder::Jef, "255 cells still tell the order");
    assert_eq!(read.notes, ["letter order jef: 255 of 256 cells are official pieces, in no order more"]);
    assert!(read.unresolved.unwrap().to_string().starts_with("row 8, column 0: no piece has the sides"));
}

#[test]
fn a_board_of_another_puzzle_is_not_read_in_an_order_that_fits_a_few_of_its_cells() {
    use edgewise_puzzle::generate::{Specification, generate};
    use edgewise_puzzle::{EdgeGrid, formats::LetterOrder, formats::read_board};
    // Found by chance: few colours, so that some cells look official in one order or another.
    for seed in (0..60).chain([2312632089455882485]) {
        let spec =
            Specification { width: 16, height: 16, frame_colours: 1, inner_colours: 11, seed, ..Default::default() };
        let made = generate(&spec).unwrap();
        let grid = EdgeGrid::from_board(&made.puzzle, &made.solution);
        let read = read_board(grid.letters().unwrap().as_bytes(), "x", None).unwrap();
        assert_eq!((read.letter_order, read.grid), (LetterOrder::Default, grid));
    }
}
