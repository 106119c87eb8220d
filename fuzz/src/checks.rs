//! What must hold of any input: no panic, one-line errors, and whatever was read writes and reads
//! back. Shared by the fuzz targets and the smoke test of the puzzle crate.

use std::sync::LazyLock;

use edgewise_puzzle::formats::*;
use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{ClueSet, EdgeGrid, Puzzle, Rim, official};

/// The puzzles boards are read with: the official one, a small framed one with clues, and one where
/// a piece of four colours 0 has the letters of an empty cell.
static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let framed = Specification { width: 4, height: 4, clues: 2, inner_colours: 4, ..Default::default() };
    let framed = generate(&framed).map(|made| made.puzzle);
    let pieces = vec![[0, 0, 0, 0], [0, 1, 1, 0], [1, 1, 0, 0], [1, 0, 1, 0], [1, 1, 1, 1], [2, 0, 0, 30]];
    let open = Puzzle::new("open", (3, 2), pieces, Rim::Free, true, Vec::new());
    let mut puzzles = vec![official::puzzle(ClueSet::Five)];
    puzzles.extend(framed);
    puzzles.extend(open);
    puzzles
});

fn one_line(error: &FormatError) {
    let text = error.to_string();
    assert!(!text.chars().any(char::is_control), "{text:?}");
    assert!(text.contains("expected ") && text.len() < 4000, "{text}");
}

/// Reads `data` as a puzzle, in a format or in the one detected.
pub fn puzzle(format: Option<PuzzleFormat>, data: &[u8]) {
    let read = match format {
        Some(format) => read_puzzle_as(format, data, "fuzz"),
        None => read_puzzle(data, "fuzz"),
    };
    let puzzle = match read {
        Ok(read) => read.puzzle,
        Err(error) => return one_line(&error),
    };
    let back = |text: Result<String, FormatError>| match text {
        Ok(text) => read_puzzle(text.as_bytes(), "back").map(|read| read.puzzle).map_err(|e| e.to_string()),
        Err(error) => Err(error.to_string()),
    };
    assert_eq!(back(puzzle_json(&puzzle)).as_ref(), Ok(&puzzle));
    if puzzle.rim() == Rim::Grey && puzzle.rotation() {
        assert_eq!(back(puzzle_json_site(&puzzle)).as_ref(), Ok(&puzzle));
        assert_eq!(back(piece_list(&puzzle)).map(|p| p.pieces().to_vec()), Ok(puzzle.pieces().to_vec()));
    }
    if let Ok(text) = puzzle_csv(&puzzle) {
        assert_eq!(back(Ok(text)).map(|p| p.hash64()), Ok(puzzle.hash64()));
    }
    let board = puzzle.clue_board();
    if let Ok(link) = bucas_url(&puzzle, &board, LetterOrder::Default) {
        let read = read_board(link.as_bytes(), "back", Some(&puzzle)).map(|read| (read.grid, read.name));
        let name = Some(puzzle.name().to_owned()).filter(|name| !name.is_empty());
        assert_eq!(read, Ok((EdgeGrid::from_board(&puzzle, &board), name)));
    }
}

/// Reads `data` as a board, in a format or in the one detected, without a puzzle and with several.
pub fn board(format: Option<BoardFormat>, data: &[u8]) {
    for given in std::iter::once(None).chain(PUZZLES.iter().map(Some)) {
        let read = match format {
            Some(format) => read_board_as(format, data, "fuzz", given),
            None => read_board(data, "fuzz", given),
        };
        match read {
            Ok(read) => writes_back(&read, given),
            Err(error) => one_line(&error),
        }
    }
}

fn writes_back(read: &ReadBoard, given: Option<&Puzzle>) {
    assert_eq!(read.grid.cells.len(), read.grid.size.cells());
    assert!(read.notes.iter().all(|note| !note.chars().any(char::is_control)), "{:?}", read.notes);
    let puzzle = given.or(read.official_assumed.then(|| &PUZZLES[0]));
    let (Some(puzzle), Some(board)) = (puzzle, &read.board) else { return };
    assert_eq!(read.unresolved, None);
    assert_eq!(EdgeGrid::from_board(puzzle, board), read.grid);
    for text in [board_json(puzzle, board), Ok(blackwood_text(board))] {
        let text = text.unwrap_or_else(|error| panic!("{error}"));
        let back = read_board(text.as_bytes(), "back", Some(puzzle)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(back.board.as_ref(), Some(board), "{text}");
    }
    if let Ok(link) = bucas_url(puzzle, board, read.letter_order) {
        let back = read_board(link.as_bytes(), "back", Some(puzzle)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((&back.grid, back.letter_order), (&read.grid, read.letter_order), "{link}");
    }
}
