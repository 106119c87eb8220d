//! The spellings a format comes in, and what reading says about them.

use edgewise_puzzle::formats::*;
use edgewise_puzzle::generate::{Generated, Specification, generate};
use edgewise_puzzle::{Board, ClueSet, EdgeGrid, Placement, Puzzle, Rim, official};

fn read(text: &str) -> ReadPuzzle {
    read_puzzle(text.as_bytes(), "dir/some.name.json").unwrap()
}

fn small() -> Generated {
    generate(&Specification { width: 4, height: 4, frame_colours: 3, inner_colours: 4, seed: 8, ..Default::default() })
        .unwrap()
}

const PIECES: &str = r#""pieces":[[0,1,2,0],[0,0,3,1],[2,4,0,0],[3,0,0,4]]"#;

#[test]
fn clues_count_pieces_from_one_by_row_and_from_zero_by_pos() {
    let ours = read(&format!(
        r#"{{"name":"o","width":2,"height":2,"colours":4,"rim":"grey","rotation":true,{PIECES},
        "hints":[{{"row":1,"col":0,"piece":3,"rot":0}}],"known":{{"solutions":[1,{{}}]}}}}"#
    ));
    let site = read(&format!(
        r#"{{"name":"o","width":2,"height":2,"numColors":5,{PIECES},"hints":[{{"pos":2,"piece":2,"rot":0}}]}}"#
    ));
    assert_eq!(ours.puzzle, site.puzzle);
    assert_eq!((ours.format, site.format), (PuzzleFormat::Json, PuzzleFormat::SiteJson));
    assert_eq!(ours.notes, ["clues name their cell by row and col: pieces are counted from 1"]);
    assert_eq!(site.notes, ["clues name their cell by pos: pieces are counted from 0"]);
}

#[test]
fn site_spellings_with_size_and_num_colors() {
    let cliff = read(&format!(r#"{{"id":7,"family":"f","maxScore":4,"size":2,"num_colors":4,{PIECES},"hints":[]}}"#));
    assert_eq!((cliff.format, cliff.puzzle.size().to_string().as_str()), (PuzzleFormat::SiteJson, "2x2"));
    assert_eq!(cliff.puzzle.name(), "some.name", "called after its origin");
    assert_eq!(cliff.notes, Vec::<String>::new());
    let odd = read(&format!(r#"{{"size":2,"num_colors":9,{PIECES}}}"#));
    assert_eq!(odd.notes, ["9 colours are stated, the largest on a piece is 4"]);
}

#[test]
fn rims_and_rotation() {
    let with = |rim: &str| read(&format!(r#"{{"width":2,"height":2,"rim":"{rim}","rotation":false,{PIECES}}}"#)).puzzle;
    assert_eq!(with("grey").rim(), Rim::Grey);
    assert_eq!(with("none").rim(), Rim::Free);
    assert_eq!(with("all rim sides colour 0; colour 0 may also occur inside").rim(), Rim::Zero);
    assert!(!with("grey").rotation());
    assert!(read(&format!(r#"{{"width":2,"height":2,{PIECES}}}"#)).puzzle.rotation());
    let odd = read(r#"{"width":1,"height":1,"pieces":[[1,0,0,0]]}"#);
    assert_eq!(odd.notes, ["the pieces have 3 grey sides, the rim of a 1x1 board 4: no board can be perfect"]);
}

#[test]
fn csv_has_an_all_ones_rim_and_clues_by_column_and_row() {
    let words = |sides: [u16; 4]| sides.map(|s| format!("{s:016b},")).concat();
    let text = format!(
        "2\r\n{}0,0,0\r\n{}1,0,0\r\n{}0,0,0\r\n{}0,0,0\r\n",
        words([u16::MAX, 1, 2, u16::MAX]),
        words([u16::MAX, u16::MAX, 3, 1]),
        words([2, 4, u16::MAX, u16::MAX]),
        words([3, u16::MAX, u16::MAX, 4])
    );
    let read = read(&text);
    assert_eq!(read.format, PuzzleFormat::Csv);
    assert_eq!(read.puzzle.pieces()[1], [0, 0, 3, 1]);
    let clues: Vec<_> = read.puzzle.clues().iter().map(|c| (c.cell, c.placement)).collect();
    assert_eq!(clues, [(1, Placement::new(1, 0))]);
}

#[test]
fn piece_lists_with_header_comments_and_numbers() {
    let pieces = "0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n";
    let plain = read(&format!("# up right down left\n\n{pieces}"));
    assert_eq!(plain.format, PuzzleFormat::PieceList);
    assert_eq!(plain.notes, ["no size is stated: 4 pieces are read as 2x2"]);
    let header = read(&format!("4 1\n{}", pieces.replace(' ', "\t")));
    assert_eq!((header.puzzle.size().width(), header.puzzle.size().height()), (4, 1));
    assert_eq!(header.puzzle.pieces(), plain.puzzle.pieces());
    let numbered: String = pieces.lines().enumerate().map(|(i, line)| format!("{} {line}\n", i + 1)).collect();
    let numbered = read(&numbered);
    assert_eq!(numbered.puzzle.pieces(), plain.puzzle.pieces());
    assert_eq!(numbered.notes[0], "the first integer of each line is read as the piece number");
}

#[test]
fn links_by_fragment_query_or_bare_parameters() {
    let Generated { puzzle, solution } = small();
    let grid = EdgeGrid::from_board(&puzzle, &solution);
    let edges = grid.letters().unwrap();
    let (first, rest) = edges.split_at(1);
    let encoded = format!("%{:02x}{rest}", first.as_bytes()[0]);
    for (text, format) in [
        (format!("https://e2.bucas.name/#board_w=4&board_h=4&board_edges={edges}"), BoardFormat::BucasLink),
        (format!("https://e2.bucas.name/?board_w=4&board_h=4&board_edges={encoded}"), BoardFormat::BucasLink),
        (format!("e2.bucas.name/#board_edges={edges}"), BoardFormat::BucasLink),
        (format!("https://eternity2.dev/viewer?puzzle_size=4&board_edges={edges}"), BoardFormat::DevViewerLink),
        (format!("https://eternity2.dev/viewer?board_w=4&board_h=4&board_edges={edges}"), BoardFormat::DevViewerLink),
        (format!("#puzzle=a+b&board_edges={edges}"), BoardFormat::BucasLink),
        (format!("board_edges={edges}&hints=5-6.3"), BoardFormat::DevViewerLink),
        (format!("\u{feff}https://e2.bucas.name/#board_edges={first}\n{rest}\n"), BoardFormat::BucasLink),
    ] {
        let read = read_board(text.as_bytes(), "x", Some(&puzzle)).unwrap();
        assert_eq!((&read.grid, read.format), (&grid, format), "{text}");
        assert_eq!(read.notes, Vec::<String>::new(), "{text}");
        match text.as_str() {
            t if t.contains("puzzle=") => assert_eq!(read.name.as_deref(), Some("a+b")),
            t if t.contains("hints=") => {
                assert_eq!(read.hints, [Hint { cell: 5, rotation: None }, Hint { cell: 6, rotation: Some(3) }]);
            }
            _ => assert_eq!((read.name, read.hints), (None, vec![])),
        }
    }
}

#[test]
fn unknown_parameters_are_noted_and_display_switches_are_not() {
    let Generated { puzzle, solution } = small();
    let edges = EdgeGrid::from_board(&puzzle, &solution).letters().unwrap();
    let text = format!("#board_edges={edges}&show_conflicts=1&board_types=aaaa&a=1&b=&c&d&e&f&g");
    let read = read_board(text.as_bytes(), "x", Some(&puzzle)).unwrap();
    assert_eq!(read.notes, ["unknown parameters ignored: `a`, `b`, `c`, `d`, `e` and 2 more"]);
}

#[test]
fn digits_tell_twins_apart_and_may_count_from_zero() {
    // Pieces 1 and 2 are the same up to rotation.
    let pieces = vec![[0, 1, 1, 0], [1, 1, 0, 0], [0, 1, 1, 0], [2, 2, 2, 2]];
    let puzzle = Puzzle::new("twins", (2, 2), pieces, Rim::Free, true, vec![]).unwrap();
    let cells = [(1, 0), (2, 3), (3, 0), (0, 2)].map(|(piece, rotation)| Some(Placement::new(piece, rotation)));
    let board = Board::from_cells(puzzle.size(), cells.to_vec()).unwrap();
    let link = bucas_url(&puzzle, &board, LetterOrder::Default).unwrap();
    assert!(link.ends_with("&board_pieces=002003004001"), "{link}");
    let read = read_board(link.as_bytes(), "x", Some(&puzzle)).unwrap();
    assert_eq!(read.board.as_ref(), Some(&board));
    assert_eq!(read.piece_numbers, Some(vec![Some(2), Some(3), Some(4), Some(1)]));
    let from_zero = link.replace("002003004001", "001002003000");
    let read = read_board(from_zero.as_bytes(), "x", Some(&puzzle)).unwrap();
    assert_eq!(read.board.as_ref(), Some(&board));
    assert_eq!(read.notes, ["piece numbers count from 0 here: the letters fit no other reading"]);
    let twice = link.replace("002003004001", "002002004001");
    let read = read_board(twice.as_bytes(), "x", Some(&puzzle)).unwrap();
    let message = read.unresolved.unwrap().to_string();
    assert_eq!(message, "row 0, column 1: piece 2 is already used at row 0, column 0");
}

#[test]
fn a_blank_piece_is_told_from_an_empty_cell_where_the_format_can() {
    let pieces = vec![[0, 0, 0, 0], [0, 0, 0, 1]];
    let puzzle = Puzzle::new("blank", (2, 1), pieces, Rim::Free, false, vec![]).unwrap();
    let full = Board::from_cells(puzzle.size(), vec![Some(Placement::new(0, 0)), Some(Placement::new(1, 0))]).unwrap();
    let mut holed = full.clone();
    holed.set(0, None);
    for board in [&full, &holed] {
        let texts = [
            bucas_url(&puzzle, board, LetterOrder::Default).unwrap(),
            dev_viewer_url(&puzzle, board).unwrap(),
            board_json(&puzzle, board).unwrap(),
            blackwood_text(board),
            digits(board).unwrap(),
        ];
        for text in texts {
            let read = read_board(text.as_bytes(), "x", Some(&puzzle)).unwrap();
            assert_eq!(read.board.as_ref(), Some(board), "{text}");
            assert_eq!(read.grid, EdgeGrid::from_board(&puzzle, board));
        }
    }
    let read = read_board(b"aaaaaaab", "x", Some(&puzzle)).unwrap();
    assert_eq!(read.board, Some(holed));
    assert_eq!(read.notes, ["`aaaa` is read as an empty cell, though a piece has four sides of colour 0"]);
    let placed = placed_text(&EdgeGrid::from_board(&puzzle, &full));
    assert_eq!(read_board(placed.as_bytes(), "x", Some(&puzzle)).unwrap().board, Some(full));
}

#[test]
fn letters_may_be_wrapped_and_placed_text_may_mark_empty_cells() {
    let puzzle = official::puzzle(ClueSet::Five);
    let board = puzzle.clue_board();
    let grid = EdgeGrid::from_board(&puzzle, &board);
    let text = grid.letters().unwrap();
    let wrapped: Vec<&str> = (0..16).map(|row| &text[row * 64..row * 64 + 64]).collect();
    let read = read_board(wrapped.join("\r\n").as_bytes(), "x", Some(&puzzle)).unwrap();
    assert_eq!(read.board.as_ref(), Some(&board));
    let lines: String =
        grid.cells.iter().map(|c| c.unwrap_or([0; 4]).map(|s| s.to_string()).join(" ") + "\n").collect();
    let read = read_board(lines.as_bytes(), "x", Some(&puzzle)).unwrap();
    assert_eq!((read.format, read.board.as_ref()), (BoardFormat::PlacedText, Some(&board)));
    assert_eq!(read.notes, ["251 lines `0 0 0 0` are read as empty cells"]);
}

#[test]
fn placed_text_may_come_in_another_numbering() {
    let puzzle = official::puzzle(ClueSet::None);
    let cells = (0..256).map(|piece| Some(Placement::new(255 - piece, (piece % 4) as u8))).collect();
    let board = Board::from_cells(puzzle.size(), cells).unwrap();
    let jef = letters(&EdgeGrid::from_board(&puzzle, &board), LetterOrder::Jef).unwrap();
    let numbers: Vec<String> = jef.bytes().map(|letter| (letter - b'a').to_string()).collect();
    let text: String = numbers.chunks(4).map(|line| line.join(" ") + "\n").collect();
    for given in [Some(&puzzle), None] {
        let read = read_board(text.as_bytes(), "x", given).unwrap();
        assert_eq!((read.board.as_ref(), read.letter_order), (Some(&board), LetterOrder::Jef));
    }
}

#[test]
fn board_json_converts_breaks_and_notes_disagreement() {
    let puzzle = official::puzzle(ClueSet::Five);
    let board = puzzle.clue_board();
    let text = board_json(&puzzle, &board).unwrap();
    assert!(text.contains(r#""size":16,"score":0,"breaks":480,"board":[-1,"#), "{text}");
    assert!(text.contains(r#""url":"https://eternity2.dev/viewer?puzzle=eternity2&"#), "{text}");
    let read = |text: &str| read_board(text.as_bytes(), "x", Some(&puzzle)).unwrap();
    assert_eq!(read(&text).notes, Vec::<String>::new());
    let wrong = text.replace(r#""score":0,"breaks":480"#, r#""score":456,"breaks":24"#);
    let wrong = read(&wrong);
    assert_eq!(wrong.board.as_ref(), Some(&board), "the placements are believed");
    let notes = ["score 456 is stated, the placements have 0", "breaks 24 is stated, total minus score is 480"];
    assert_eq!(wrong.notes, notes);
    let edges = EdgeGrid::from_board(&puzzle, &board).letters().unwrap();
    let only_letters = read(&format!(r#"{{"name":"x","score":3,"board_edges":"{edges}"}}"#));
    assert_eq!((only_letters.board, only_letters.format), (Some(board), BoardFormat::BoardJson));
    assert_eq!(only_letters.notes, ["score 3 is stated, the placements have 0"]);
}

#[test]
fn board_json_without_its_puzzle_gives_the_letters() {
    let Generated { puzzle, solution } = small();
    let text = board_json(&puzzle, &solution).unwrap();
    let read = read_board(text.as_bytes(), "x", None).unwrap();
    assert_eq!((read.board, read.official_assumed), (None, false));
    assert_eq!(read.grid, EdgeGrid::from_board(&puzzle, &solution));
    assert_eq!(read.notes, ["no puzzle given: the letters are read, the placements are not"]);
}

#[test]
fn a_format_may_be_stated() {
    let text = "001002003004005006007008009010011012013014015016";
    let puzzle = small().puzzle;
    let read = read_board_as(BoardFormat::Digits, text.as_bytes(), "x", Some(&puzzle)).unwrap();
    assert_eq!(read.piece_numbers, Some((1..=16).map(Some).collect()));
    let error = read_board_as(BoardFormat::Letters, text.as_bytes(), "x", Some(&puzzle)).unwrap_err().to_string();
    assert_eq!(error, "x: letter 1: unknown letter `0`: expected a to z");
    let error = read_puzzle_as(PuzzleFormat::Csv, b"{}", "x").unwrap_err().to_string();
    assert_eq!(error, "x: line 1: `{}`: expected the side N of the board alone on the first line");
}
