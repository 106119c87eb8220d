//! Bad input of every kind is refused with one line that names what, where and what was expected.

use edgewise_puzzle::formats::*;
use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{Board, ClueSet, EdgeGrid, Placement, Puzzle, Rim, Size, official};

fn small() -> Puzzle {
    generate(&Specification { width: 3, height: 2, frame_colours: 2, inner_colours: 2, ..Default::default() })
        .unwrap()
        .puzzle
        .named("small")
}

fn board_error(text: impl AsRef<[u8]>, puzzle: Option<&Puzzle>) -> String {
    read_board(text.as_ref(), "b", puzzle).unwrap_err().to_string()
}

fn puzzle_error(text: impl AsRef<[u8]>) -> String {
    read_puzzle(text.as_ref(), "p").unwrap_err().to_string()
}

/// `old` replaced once by `new` in puzzle JSON.
fn changed(old: &str, new: &str) -> String {
    let text = r#"{"name":"n","width":2,"height":2,"colours":4,"rim":"grey","rotation":true,
"pieces":[[0,1,2,0],[0,0,3,1],[2,4,0,0],[3,0,0,4]],"hints":[{"row":0,"col":0,"piece":1,"rot":0}]}"#;
    assert!(text.contains(old), "{old}");
    text.replacen(old, new, 1)
}

#[test]
fn whole_texts() {
    let both = |bytes: &[u8]| (board_error(bytes, None), puzzle_error(bytes));
    let nothing = "nothing in it: expected a puzzle or a board";
    assert_eq!(both(b""), (format!("b: {nothing}"), format!("p: {nothing}")));
    assert_eq!(both(b" \n\t\r\n").0, format!("b: {nothing}"));
    assert_eq!(both("\u{feff}".as_bytes()).1, format!("p: {nothing}"));
    let large = vec![b'a'; MAX_INPUT_BYTES + 1];
    let message = "16777217 bytes: expected at most 16777216";
    assert_eq!(both(&large), (format!("b: {message}"), format!("p: {message}")));
    let message = "byte 4: 0xff is not UTF-8: expected text";
    assert_eq!(both(b"abda\xff\xfe"), (format!("b: {message}"), format!("p: {message}")));
    assert_eq!(
        both(b"!?"),
        (
            "b: not the text of a board: expected a viewer link, board letters, piece digits, lines of 4 integers, \
             board JSON or piece/rotation rows"
                .into(),
            "p: not the text of a puzzle: expected puzzle JSON, puzzle CSV, or lines of 4 integers".into()
        )
    );
    assert_eq!(
        puzzle_error("abcd"),
        "p: the text of a board: expected puzzle JSON, puzzle CSV, or lines of 4 integers"
    );
    assert_eq!(board_error("2\n11,1,0,0\n", None), "b: a puzzle CSV: expected a board");
    assert_eq!(puzzle_error(r#"{"board":[-1]}"#), "p: a board: expected a puzzle with the field pieces");
    assert_eq!(
        board_error(changed("4", "4"), None),
        "b: a puzzle: expected the field board, board_edges or board_pieces"
    );
    let named = read_board(b"", "a\nb", None).unwrap_err().to_string();
    assert_eq!(named, format!("a b: {nothing}"), "one line even if the origin is not");
}

#[test]
fn board_letters() {
    let official = official::puzzle(ClueSet::Starter);
    let text = "a".repeat(1020);
    assert_eq!(
        board_error(&text, Some(&official)),
        "b: 1020 board letters: expected 1024, 4 for each cell of a 16x16 board"
    );
    assert_eq!(
        board_error(&text, None),
        "b: 1020 board letters: expected 4 for each cell of a square board, 1024 for 16x16"
    );
    assert_eq!(
        board_error("a".repeat(900), Some(&official)),
        "b: 900 board letters: expected 1024, 4 for each cell of a 16x16 board"
    );
    let mut text = "a".repeat(1024);
    text.replace_range(4 * 18 + 1..4 * 18 + 2, "B");
    assert_eq!(board_error(&text, Some(&official)), "b: row 1, column 2: unknown letter `B`: expected a to z");
    assert_eq!(board_error("abcé", None), "b: row 0, column 0: unknown letter `é`: expected a to z");
    assert_eq!(board_error("abcde-", None), "b: letter 6: unknown letter `-`: expected a to z");
}

#[test]
fn piece_digits() {
    let small = small();
    let error = |text: &str| board_error(text, Some(&small));
    assert_eq!(error("001002003004005"), "b: 15 piece digits: expected 18, 3 for each cell of a 3x2 board");
    assert_eq!(
        error("001002003004005001"),
        "b: row 1, column 2: piece 1 lies at row 0, column 0 already: expected every piece at most once"
    );
    assert_eq!(error("001002003004005007"), "b: row 1, column 2: piece 7: expected 1 to 6, or nothing");
    assert_eq!(error("00100200x004005006"), "b: digit 9: unknown digit `x`: expected 0 to 9");
    assert_eq!(
        board_error("001", None),
        "b: piece numbers alone on a board of 1x1: expected a puzzle beside it \
         (only 16x16 is taken as eternity2 without one)"
    );
}

#[test]
fn links() {
    let official = official::puzzle(ClueSet::Starter);
    let error =
        |parameters: &str| board_error(format!("https://e2.bucas.name/#puzzle=x&{parameters}"), Some(&official));
    assert_eq!(error("board_w=16"), "b: a link without a board: expected the parameter board_edges or board_pieces");
    let edges = format!("board_edges={}", "a".repeat(1024));
    assert_eq!(
        error("board_w=16&board_h=16&board_edges=abc"),
        "b: parameter board_edges: 3 board letters: expected 1024, 4 for each cell of a 16x16 board"
    );
    assert_eq!(
        error(&format!("board_w=8&board_h=8&{edges}")),
        "b: board size 8x8: expected 16x16, the size of puzzle eternity2"
    );
    assert_eq!(
        error(&format!("board_w=21&board_h=1&{edges}")),
        "b: parameters board_w and board_h: board size 21x1: expected both sides in 1..=20"
    );
    assert_eq!(error(&format!("board_w=x&{edges}")), "b: parameter board_w: `x`: expected a number of cells");
    assert_eq!(
        error(&format!("board_w=16&{edges}")),
        "b: parameter board_h: missing: expected board_w and board_h together"
    );
    assert_eq!(
        error(&format!("board_w=16&board_h=16&puzzle_size=4&{edges}")),
        "b: parameter puzzle_size: 4x4: expected 16x16, the size by board_w and board_h"
    );
    assert_eq!(
        error(&format!("{edges}&motifs_order=joe")),
        "b: parameter motifs_order: `joe`: expected default, jef, marie or jblackwood"
    );
    assert_eq!(
        error(&format!("{edges}&puzzle=y")),
        "b: parameter `puzzle`: given twice with different values: expected one value"
    );
    assert_eq!(error(&format!("{edges}&x=%ff")), "b: parameter `x`: not UTF-8: expected percent-encoded text");
    assert_eq!(
        error(&format!("{edges}&hints=3.0-256.1")),
        "b: parameter hints, hint 2: `256.1`: expected a cell in 0..256"
    );
    assert_eq!(
        error(&format!("{edges}&hints=3.4")),
        "b: parameter hints, hint 1: `3.4`: expected a rotation of 0, 1, 2 or 3"
    );
    assert_eq!(error(&format!("{edges}&hints=3-3.1")), "b: parameter hints, hint 2: `3.1`: expected every cell once");
    assert_eq!(
        board_error(format!("https://x/#{edges}\nhttps://x/#{edges}"), None),
        "b: line 2: a second link: expected one link"
    );
    let jef = format!("board_edges={}&motifs_order=jef", "aaax".repeat(256));
    assert_eq!(
        error(&jef),
        "b: parameter board_edges, row 0, column 0: letter `x`: expected a to w, the letters of order jef"
    );
}

#[test]
fn letters_and_digits_that_contradict() {
    let puzzle = small();
    let made =
        generate(&Specification { width: 3, height: 2, frame_colours: 2, inner_colours: 2, ..Default::default() });
    let board = made.unwrap().solution;
    let link = |digits: &str| {
        let grid = EdgeGrid::from_board(&puzzle, &board).letters().unwrap();
        format!("https://e2.bucas.name/#board_w=3&board_h=2&board_edges={grid}&board_pieces={digits}")
    };
    let digits = digits(&board).unwrap();
    assert_eq!(read_board(link(&digits).as_bytes(), "b", Some(&puzzle)).unwrap().board, Some(board.clone()));
    let hole = format!("000{}", &digits[3..]);
    assert_eq!(
        board_error(link(&hole), Some(&puzzle)),
        "b: parameter board_pieces, row 0, column 0: no piece: expected the piece whose letters board_edges has"
    );
    let swapped = format!("{}{}{}", &digits[3..6], &digits[..3], &digits[6..]);
    let number: usize = digits[3..6].parse().unwrap();
    let (piece, shown) = (puzzle.pieces()[number - 1], puzzle.sides(board.get(0).unwrap()));
    assert_eq!(
        board_error(link(&swapped), Some(&puzzle)),
        format!(
            "b: parameter board_pieces, row 0, column 0: piece {number} with sides {piece:?}: \
             expected the piece of board_edges there, {shown:?} as placed"
        )
    );
    let foreign = format!("999{}", &digits[3..]);
    assert_eq!(
        board_error(link(&foreign), Some(&puzzle)),
        "b: parameter board_pieces, row 0, column 0: piece 999: expected 1 to 6, or 000"
    );
}

#[test]
fn a_board_wrongly_taken_as_official_says_so() {
    let cells = format!("{}0", "-1,".repeat(255));
    let text = format!(r#"{{"board":[{cells}],"board_edges":"{}"}}"#, "a".repeat(1024));
    assert_eq!(
        board_error(text, None),
        "b: read as a board of eternity2, field board_edges, row 15, column 15: sides [0, 0, 0, 0]: \
         expected sides [0, 0, 1, 3], the placement in board"
    );
    let text = format!("#board_edges={}abcd&board_pieces={}001", "a".repeat(1020), "000".repeat(255));
    assert_eq!(
        board_error(text, None),
        "b: read as a board of eternity2, parameter board_pieces, row 15, column 15: piece 1 with sides \
         [0, 0, 1, 3]: expected the piece of board_edges there, [0, 1, 2, 3] as placed"
    );
}

#[test]
fn placed_pieces() {
    let official = official::puzzle(ClueSet::Starter);
    let line = "0 0 1 3\n";
    assert_eq!(
        board_error(line.repeat(254), Some(&official)),
        "b: 254 lines: expected 256, one a cell (a partial board loses its places)"
    );
    assert_eq!(board_error(line.repeat(254), None), "b: 254 lines: expected one for each cell of a full square board");
    assert_eq!(board_error("0 0 1\n", None), "b: line 1: 3 integers: expected 4: the colours up, right, down, left");
    assert_eq!(board_error("0 0 1 300\n", None), "b: line 1: colour 300: expected at most 255");
    assert_eq!(board_error("0 0 1 -1\n", None), "b: line 1: `-1`: expected an integer of 0 or more");
    assert_eq!(board_error(line.repeat(402), None), "b: more than 401 lines: expected at most 400 pieces");
}

#[test]
fn board_documents() {
    let puzzle = small();
    let error = |text: &str| board_error(text, Some(&puzzle));
    assert_eq!(error("{"), "b: line 1, column 1: EOF while parsing an object: expected board JSON");
    assert_eq!(error("{}"), "b: JSON without a board: expected the field board, board_edges or board_pieces");
    assert_eq!(error(r#"{"board":[1.5]}"#), "b: line 1, column 13: invalid type: floating point `1.5`: expected i64");
    assert_eq!(error(r#"{"board":[0,4]}"#), "b: field board: 2 cells: expected 6, 1 for each cell of a 3x2 board");
    assert_eq!(
        error(r#"{"size":4,"board":[0,4]}"#),
        "b: field board: 2 cells: expected 16, 1 for each cell of a 4x4 board"
    );
    assert_eq!(
        error(r#"{"board":[0,4,8,12,16,24]}"#),
        "b: field board, row 1, column 2: 24: expected piece * 4 + rotation in 0..=23, or -1"
    );
    assert_eq!(
        error(r#"{"board":[0,4,8,12,16,3]}"#),
        "b: field board, row 1, column 2: piece 1 lies at row 0, column 0 already: expected every piece at most once"
    );
    assert_eq!(
        error(r#"{"board":[-1,-1,-1,-1,-1,-1],"board_pieces":"000000000000000001"}"#),
        "b: field board_pieces, row 1, column 2: 001: expected 000, the placement in board"
    );
    assert_eq!(
        error(r#"{"board":[-1,-1,-1,-1,-1,-1],"board_edges":"aaaaaaaaaaaaaaaaaaaabcde"}"#),
        "b: field board_edges, row 1, column 2: sides [1, 2, 3, 4]: expected sides [0, 0, 0, 0], \
         the placement in board"
    );
    assert_eq!(error(r#"{"width":3,"board":[-1]}"#), "b: only one of width and height: expected both");
    let long = format!(r#"{{"board":[{}-1]}}"#, "-1,".repeat(400));
    assert_eq!(error(&long), "b: line 1, column 1213: invalid length 401: expected a list of at most 400 entries");
    let deep = format!(r#"{{"board":{}"#, "[".repeat(100_000));
    assert!(error(&deep).starts_with("b: line 1, column "), "{}", error(&deep));
}

#[test]
fn blackwoods_text() {
    let puzzle = small();
    let error = |text: &str| board_error(text, Some(&puzzle));
    assert_eq!(
        error("  1/0   2/0   3/0\n  4/0   5/0\n"),
        "b: line 2: 2 cells in row 1: expected 3 in every line, at most 20 lines"
    );
    let expected = "expected piece/rotation with a piece in 1..=400 and a rotation in 0..=3, or ---/-";
    assert_eq!(error("  1/0   2/4   3/0\n"), format!("b: line 1: `2/4`: {expected}"));
    assert_eq!(error("  1/0   0/1   3/0\n"), format!("b: line 1: `0/1`: {expected}"));
    assert_eq!(error("---/- ---/-\n"), "b: board size 2x1: expected 3x2, the size of puzzle small");
    assert_eq!(
        error("1/0 2/0 3/0\n4/0 2/3 ---/-\n"),
        "b: row 1, column 1: piece 2 lies at row 0, column 1 already: expected every piece at most once"
    );
    assert_eq!(error("1/0 2/0 3/0\n4/0 7/3 ---/-\n"), "b: row 1, column 1: piece 7: expected 1 to 6, or nothing");
    assert_eq!(error(&format!("{}\n", "---/- ".repeat(25))), "b: board size 21x1: expected both sides in 1..=20");
}

#[test]
fn puzzle_documents() {
    assert!(read_puzzle(changed("4", "4").as_bytes(), "p").is_ok());
    let error = |old: &str, new: &str| puzzle_error(changed(old, new));
    let hint = r#"{"row":0,"col":0,"piece":1,"rot":0}"#;
    assert_eq!(error(r#"[0,1,2,0],"#, ""), "p: 3 pieces for a 2x2 board: expected 4");
    let none = r#"{"size":1,"pieces":[],"hints":[{"pos":0,"piece":0,"rot":0}]}"#;
    assert_eq!(puzzle_error(none), "p: 0 pieces for a 1x1 board: expected 1");
    assert_eq!(error(r#""width":2"#, r#""width":21"#), "p: board size 21x2: expected both sides in 1..=20");
    assert_eq!(error(r#""width":2,"#, ""), "p: only one of width and height: expected both");
    assert_eq!(error("[0,1,2,0]", "[0,1,2]"), "p: line 2, column 17: invalid length 3: expected an array of length 4");
    assert_eq!(error("[0,1,2,0]", "[0,1,2,256]"), "p: line 2, column 20: invalid value: integer `256`: expected u8");
    assert_eq!(
        error(r#""grey""#, r#""gold""#),
        "p: field rim: `gold`: expected `grey`, `none` or `all rim sides colour 0`"
    );
    assert_eq!(
        error(hint, r#"{"row":2,"col":0,"piece":1,"rot":0}"#),
        "p: hint 1: row 2, column 0 is off the 2x2 board: expected row 0 to 1, column 0 to 1"
    );
    assert_eq!(error(hint, r#"{"pos":4,"piece":1,"rot":0}"#), "p: hint 1: pos 4 is off the 2x2 board: expected 0 to 3");
    assert_eq!(
        error(hint, r#"{"pos":0,"row":0,"col":0,"piece":1,"rot":0}"#),
        "p: hint 1: no clear cell: expected pos (piece from 0), or row and col (piece from 1)"
    );
    assert_eq!(
        error(hint, r#"{"row":0,"col":0,"piece":0,"rot":0}"#),
        "p: hint 1: piece 0 does not exist: expected 1 to 4"
    );
    assert_eq!(error(hint, r#"{"pos":0,"piece":4,"rot":0}"#), "p: hint 1: piece 4 does not exist: expected 0 to 3");
    assert_eq!(error(r#""rot":0"#, r#""rot":4"#), "p: hint 1: rot 4: expected 0, 1, 2 or 3 quarter turns");
    assert_eq!(
        error(hint, &format!(r#"{hint},{{"row":0,"col":0,"piece":2,"rot":3}}"#)),
        "p: clue 2 (row 0, column 0): its cell is already pinned by clue 1: expected every cell and piece in one clue at most"
    );
    assert_eq!(
        error(hint, &format!(r#"{hint},{{"row":0,"col":1,"piece":1,"rot":1}}"#)),
        "p: clue 2 (row 0, column 1): piece 1 is already pinned by clue 1: expected every cell and piece in one clue at most"
    );
    assert_eq!(
        error(r#""rot":0"#, r#""rot":1"#),
        "p: clue 1 (row 0, column 0): piece 1 turned 1: expected grey on the rim and only there"
    );
}

#[test]
fn puzzle_csv_text() {
    let rim = "1".repeat(16);
    let one = format!("{:016b}", 1);
    let line = format!("{rim},{one},{one},{rim},0,0,0\n");
    let error = |text: String| puzzle_error(text);
    assert_eq!(error(format!("2\n{}", line.repeat(3))), "p: 3 lines of pieces: expected 4 for N = 2");
    assert_eq!(
        error(format!("2\n{}", line.repeat(5))),
        "p: line 6: one line more: expected 4 lines of pieces for N = 2"
    );
    assert_eq!(
        error(format!("1000000\n{line}")),
        "p: line 1: board size 1000000x1000000: expected both sides in 1..=20"
    );
    assert_eq!(
        error(line.clone()),
        "p: line 1: `1111111111111111,0000000000000001,000000...`: expected the side N of the board alone on the first line"
    );
    let expected = "expected 16 binary digits, 1111111111111111 for the rim or a colour of 1 to 255";
    assert_eq!(error(format!("2\n{}", line.replace(&one, "1"))), format!("p: line 2: colour `1`: {expected}"));
    let zero = "0".repeat(16);
    assert_eq!(error(format!("2\n{}", line.replace(&one, &zero))), format!("p: line 2: colour `{zero}`: {expected}"));
    assert_eq!(
        error(format!("2\n{}", line.replace(",0,0,0", ",0,0"))),
        "p: line 2: 6 fields: expected 7: up,right,down,left,x,y,rotation"
    );
    assert_eq!(
        error(format!("2\n{}", line.replace(",0,0,0", ",2,0,0"))),
        "p: line 2: clue column `2`: expected 0 to 1"
    );
    assert_eq!(
        error(format!("2\n{}", line.replace(",0,0,0", ",0,0,4"))),
        "p: line 2: clue rotation `4`: expected 0 to 3"
    );
}

#[test]
fn piece_lists() {
    assert_eq!(
        puzzle_error("0 0 1 1\n0 0 1\n"),
        "p: line 2: 3 integers: expected 4: the colours up, right, down, left"
    );
    assert_eq!(
        puzzle_error("0 0 1 1\n0 0 1 1\n"),
        "p: 2 pieces: expected 1 for each cell of a square board, 256 for 16x16"
    );
    assert_eq!(puzzle_error("2 2\n0 0 1 1\n"), "p: 1 pieces: expected 4, 1 for each cell of a 2x2 board");
    assert_eq!(puzzle_error("2 99\n0 0 1 1\n"), "p: line 1: board size 2x99: expected both sides in 1..=20");
    assert_eq!(puzzle_error("1 0 0 1 1\n7 0 0 1 1\n"), "p: line 2: piece number 7 in front of 4 colours: expected 2");
    assert_eq!(puzzle_error("0 0 1 x\n"), "p: line 1: `x`: expected an integer of 0 or more");
}

#[test]
fn what_a_format_cannot_say() {
    let message = |result: Result<String, FormatError>| result.unwrap_err().to_string();
    let size = Size::new(2, 1).unwrap();
    let grid = |second| EdgeGrid { size, cells: vec![None, Some(second)] };
    assert_eq!(
        message(letters(&grid([1, 26, 1, 1]), LetterOrder::Default)),
        "board letters: row 0, column 1: colour 26: expected at most 25, the last with a letter in order default"
    );
    assert_eq!(
        message(letters(&grid([1, 23, 1, 1]), LetterOrder::Jef)),
        "board letters: row 0, column 1: colour 23: expected at most 22, the last with a letter in order jef"
    );
    assert_eq!(
        message(letters(&grid([0; 4]), LetterOrder::Default)),
        "board letters: row 0, column 1: a piece with four sides of colour 0: \
         expected a piece that differs from an empty cell"
    );
    let board = Board::from_cells(size, vec![None, Some(Placement::new(999, 0))]).unwrap();
    assert_eq!(message(digits(&board)), "piece digits: row 0, column 1: piece 1000: expected at most 999");

    let spec = Specification { width: 2, height: 2, clues: 4, rotation: true, ..Default::default() };
    let puzzle = generate(&spec).unwrap().puzzle;
    assert_eq!(
        message(bucas_url(&puzzle, &board, LetterOrder::Default)),
        format!("e2.bucas.name link: board size 2x1: expected 2x2, the size of puzzle {}", puzzle.name())
    );
    let foreign = Board::from_cells(puzzle.size(), vec![None, None, None, Some(Placement::new(4, 0))]).unwrap();
    assert_eq!(message(board_json(&puzzle, &foreign)), "board JSON: row 1, column 1: piece 5: expected 1 to 4");
    assert_eq!(
        message(dev_viewer_url(&puzzle.named("a-b"), &puzzle.clue_board())),
        "eternity2.dev link: puzzle name `a-b`: expected letters, digits and _ only"
    );
    let pieces = vec![[0, 1, 2, 0], [0, 0, 3, 1], [2, 4, 0, 0], [3, 0, 0, 4]];
    let clue = edgewise_puzzle::Clue { cell: 0, placement: Placement::new(0, 0) };
    let top_left = Puzzle::new("x", (2, 2), pieces.clone(), Rim::Grey, true, vec![clue]).unwrap();
    assert_eq!(
        message(puzzle_csv(&top_left)),
        "puzzle CSV: row 0, column 0: a clue, piece 1 turned 0: expected another clue: 0,0,0 stands for none"
    );
    let oblong = Puzzle::new("x", (4, 1), pieces.clone(), Rim::Grey, true, vec![]).unwrap();
    assert_eq!(message(puzzle_csv(&oblong)), "puzzle CSV: board size 4x1: expected a square board");
    let expected = "expected a framed puzzle with rotation, the only rules of this format";
    for (rim, rotation, rule) in [
        (Rim::Grey, false, "a puzzle without rotation"),
        (Rim::Zero, true, "a puzzle with colour 0 inside"),
        (Rim::Free, true, "a puzzle without a rim rule"),
    ] {
        let puzzle = Puzzle::new("x", (2, 2), pieces.clone(), rim, rotation, vec![]).unwrap();
        assert_eq!(message(puzzle_csv(&puzzle)), format!("puzzle CSV: {rule}: {expected}"));
        assert_eq!(message(piece_list(&puzzle)), format!("piece list: {rule}: {expected}"));
        assert_eq!(message(puzzle_json_site(&puzzle)), format!("site puzzle JSON: {rule}: {expected}"));
    }
}
