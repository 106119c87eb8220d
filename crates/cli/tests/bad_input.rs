//! Input that is no board and no puzzle: one clear line each, exit code 2, nothing on standard output.

mod common;

use common::Scratch;
use common::boards::{BEST, letters, with_cell};

/// Commands that read a board.
const BOARD: &[&str] = &[
    "board score",
    "board check --json",
    "board show",
    "board convert --to letters",
    "board convert --to board-json",
    "board svg",
    "board png",
    "board families",
    "board diff",
];

/// Commands that read a puzzle.
const PUZZLE: &[&str] = &[
    "solve --nodes 1k --no-save --json",
    "backtrack --nodes 1k --no-save",
    "puzzle show --json",
    "puzzle convert --to csv",
    "puzzle convert --to json",
];

/// The line of a board command with its boards.
fn board_line(command: &str, board: &str) -> String {
    if command == "board diff" { format!("{command} {board} {board}") } else { format!("{command} {board}") }
}

/// Every board command refuses the board `name` with `message`.
fn no_board(dir: &Scratch, name: &str, message: &str) {
    for command in BOARD {
        dir.run(&board_line(command, name)).refused(message);
    }
}

/// Every puzzle command refuses the puzzle `name` with `message`.
fn no_puzzle(dir: &Scratch, name: &str, message: &str) {
    for command in PUZZLE {
        dir.run(&format!("{command} {name}")).refused(message);
    }
}

#[test]
fn what_is_no_text_of_ours_is_neither_board_nor_puzzle() {
    let dir = Scratch::new();
    dir.write("empty", "");
    dir.write("blank", " \n\t\n");
    dir.write("latin1", b"abda\xe9");
    std::fs::create_dir_all(dir.path("folder/inside")).unwrap();
    for (name, message) in [
        ("empty", "empty: nothing in it: expected a puzzle or a board"),
        ("blank", "blank: nothing in it: expected a puzzle or a board"),
        ("latin1", "latin1: byte 4: 0xe9 is not UTF-8: expected text"),
    ] {
        no_board(&dir, name, message);
        no_puzzle(&dir, name, message);
    }
    no_board(&dir, "folder", "folder holds no run: expected run.toml, events.jsonl or boards/ in it");
    no_puzzle(&dir, "folder", "folder: is a folder: expected a file");
}

#[test]
fn a_gigabyte_is_refused_unread() {
    let dir = Scratch::new();
    // Takes no space on the disk: a hole from end to end.
    std::fs::File::create(dir.path("huge")).unwrap().set_len(1 << 30).unwrap();
    let message = "huge: longer than 16 MiB: expected a puzzle or a board";
    no_board(&dir, "huge", message);
    no_puzzle(&dir, "huge", message);
    dir.run("backtrack eternity2 --no-save --preset huge").refused(message);
    dir.run("backtrack eternity2 --no-save --order @huge").refused(message);
}

#[test]
fn standard_input_is_read_like_a_file() {
    let dir = Scratch::new();
    let fed = |line: &str, input: &[u8]| dir.run_fed(line, input);
    fed("board score -", b"").refused("-: nothing in it: expected a puzzle or a board");
    fed("board score -", b"\xff").refused("-: byte 0: 0xff is not UTF-8: expected text");
    fed("solve --no-save -", b"{").refused("-: line 1, column 1: EOF while parsing an object: expected puzzle JSON");
    let long = vec![b'a'; (16 << 20) + 1];
    fed("board score -", &long).refused("-: longer than 16 MiB: expected a puzzle or a board");
    fed("puzzle show -", &long).refused("-: longer than 16 MiB: expected a puzzle or a board");
}

#[test]
fn letters_that_are_no_board() {
    let dir = Scratch::new();
    let board = letters(BEST);
    let square = "expected 4 for each cell of a square board, 1024 for 16x16";
    for (name, text, message) in [
        ("truncated", &board[..1022], format!("1022 board letters: {square}")),
        ("a_cell_short", &board[..1020], format!("1020 board letters: {square}")),
        ("over_long", &format!("{board}abda"), format!("1028 board letters: {square}")),
        (
            "upper_case",
            &format!("{}Z", &board[..1023]),
            "row 15, column 15: unknown letter `Z`: expected a to z".into(),
        ),
        ("umlaut", &with_cell(board, 3, 4, "abcä"), "row 3, column 4: unknown letter `ä`: expected a to z".into()),
        ("too_wide", &"abcd".repeat(21 * 21), format!("1764 board letters: {square}")),
        (
            "a_puzzle",
            r#"{"width":1,"height":1,"pieces":[[0,0,0,0]]}"#,
            "a puzzle: expected the field board, board_edges or board_pieces".into(),
        ),
    ] {
        dir.write(name, text);
        no_board(&dir, name, &format!("{name}: {message}"));
    }
    for (name, text) in [("best", board), ("truncated", &board[..1022])] {
        dir.write(name, text);
        no_puzzle(
            &dir,
            name,
            &format!("{name}: the text of a board: expected puzzle JSON, puzzle CSV, or lines of 4 integers"),
        );
    }
}

#[test]
fn boards_of_another_size() {
    let dir = Scratch::new();
    let (puzzle, solution) = dir.generate("small", "--width 5 --height 4");
    dir.write("best", letters(BEST));
    dir.write("15x15", "abcd".repeat(225));
    for command in BOARD {
        let run = |board: &str, puzzle: &str| dir.run(&format!("{} --puzzle {puzzle}", board_line(command, board)));
        run("best", &puzzle).refused("best: 1024 board letters: expected 80, 4 for each cell of a 5x4 board");
        run("15x15", "eternity2").refused("15x15: 900 board letters: expected 1024, 4 for each cell of a 16x16 board");
        run(&solution, "eternity2")
            .refused("small.solved.json: board size 5x4: expected 16x16, the size of puzzle eternity2");
        run("best", "none.json")
            .refused("puzzle `none.json`: no such file and no built-in: expected a file or one of eternity2");
    }
    for command in ["board score", "board check", "board convert --to board-json"] {
        dir.run(&format!("{command} 15x15")).refused("a 15x15 board needs its puzzle: expected --puzzle PUZZLE");
    }
    dir.write("16x16", letters(BEST));
    dir.run(&format!("board diff 16x16 {solution}")).refused("a 5x4 board needs its puzzle: expected --puzzle PUZZLE");
}

#[test]
fn pieces_that_lie_twice() {
    let dir = Scratch::new();
    dir.write("best", letters(BEST));
    let digits = dir.run("board convert best --to digits").expect(0).stdout;
    let twice = format!("{0}{0}{1}", &digits[..3], &digits[6..]);
    dir.write("digits", &twice);
    let number: usize = digits[..3].parse().unwrap();
    no_board(
        &dir,
        "digits",
        &format!(
            "digits: row 0, column 1: piece {number} lies at row 0, column 0 already: expected every piece at most once"
        ),
    );
    let cells = "-1,".repeat(254);
    dir.write("json", format!(r#"{{"size":16,"board":[{cells}8,9]}}"#));
    no_board(
        &dir,
        "json",
        "json: field board, row 15, column 15: piece 3 lies at row 15, column 14 already: expected \
             every piece at most once",
    );
}

#[test]
fn a_piece_repeated_in_bare_letters_is_an_error_where_placements_are_needed() {
    let dir = Scratch::new();
    dir.write("best", letters(BEST));
    dir.write("bad", with_cell(letters(BEST), 15, 15, &letters(BEST)[..4]));
    let message = "bad: row 15, column 15: piece 1 is already used at row 0, column 0";
    for command in [
        "convert bad --to board-json",
        "convert bad --to digits",
        "svg bad --numbers",
        "families best bad",
        "diff best bad",
    ] {
        dir.run(&format!("board {command}")).refused(message);
    }
}

#[test]
fn links_and_documents_that_are_no_board() {
    let dir = Scratch::new();
    let link = |rest: &str| format!("https://e2.bucas.name/#{rest}");
    let short = &letters(BEST)[..1020];
    for (board, message) in [
        (link("puzzle=x"), "the board: a link without a board: expected the parameter board_edges or board_pieces"),
        (
            link(&format!("board_w=16&board_h=16&board_edges={short}")),
            "the board: parameter board_edges: 1020 board letters: expected 1024, 4 for each cell of a 16x16 board",
        ),
        ("@none".to_owned(), "none: no such file"),
        (
            "none.json".to_owned(),
            "board `none.json`: no such file: expected a file, a run directory, a viewer link, board letters, or -",
        ),
    ] {
        for command in ["board score", "board check", "board show", "board convert --to letters"] {
            dir.run_with(command, &board).refused(message);
        }
    }
    for (name, text, message) in [
        ("cut.json", r#"{"board":[1,2"#, "cut.json: line 1, column 13: EOF while parsing a list: expected board JSON"),
        (
            "short.json",
            r#"{"size":16,"board":[0,1,2]}"#,
            "short.json: field board: 3 cells: expected 256, 1 for each cell of a 16x16 board",
        ),
        (
            "blackwood.txt",
            "1/0 2/4\n",
            "blackwood.txt: line 1: `2/4`: expected piece/rotation with a piece in 1..=400 and a \
                 rotation in 0..=3, or ---/-",
        ),
        ("placed.txt", "0 0 1\n", "placed.txt: line 1: 3 integers: expected 4: the colours up, right, down, left"),
    ] {
        dir.write(name, text);
        no_board(&dir, name, message);
    }
}

/// A solvable 2x2 puzzle as JSON with these hints.
fn two_by_two(hints: &str) -> String {
    format!(
        r#"{{"name":"t","width":2,"height":2,"hints":[{hints}],"pieces":[[0,1,2,0],[0,0,3,1],[2,4,0,0],[3,0,0,4]]}}"#
    )
}

#[test]
fn clues_that_cannot_be() {
    let dir = Scratch::new();
    let first = r#"{"row":0,"col":0,"piece":1,"rot":0}"#;
    let with = |hint: &str| two_by_two(&format!("{first},{hint}"));
    let one_each = "expected every cell and piece in one clue at most";
    dir.write("good.json", with(r#"{"row":0,"col":1,"piece":2,"rot":0}"#));
    dir.run("solve good.json --nodes 1k --no-save").expect(0);
    for (hint, message) in [
        (
            r#"{"row":2,"col":0,"piece":2,"rot":0}"#,
            "hint 2: row 2, column 0 is off the 2x2 board: expected row 0 to 1, column 0 to 1".to_owned(),
        ),
        (r#"{"pos":4,"piece":1,"rot":0}"#, "hint 2: pos 4 is off the 2x2 board: expected 0 to 3".to_owned()),
        (
            r#"{"row":0,"col":0,"piece":2,"rot":3}"#,
            format!("clue 2 (row 0, column 0): its cell is already pinned by clue 1: {one_each}"),
        ),
        (
            r#"{"row":0,"col":1,"piece":1,"rot":1}"#,
            format!("clue 2 (row 0, column 1): piece 1 is already pinned by clue 1: {one_each}"),
        ),
        (
            r#"{"row":0,"col":1,"piece":2,"rot":1}"#,
            "clue 2 (row 0, column 1): piece 2 turned 1: expected grey on the rim and only there".to_owned(),
        ),
        (r#"{"row":0,"col":1,"piece":5,"rot":0}"#, "hint 2: piece 5 does not exist: expected 1 to 4".to_owned()),
        (r#"{"row":0,"col":1,"piece":2,"rot":4}"#, "hint 2: rot 4: expected 0, 1, 2 or 3 quarter turns".to_owned()),
    ] {
        dir.write("bad.json", with(hint));
        no_puzzle(&dir, "bad.json", &format!("bad.json: {message}"));
    }
    for command in PUZZLE {
        dir.run(&format!("{command} good.json --clues five")).refused(
            "good.json: --clues starter and five belong to eternity2: expected --clues none, or no \
                 --clues for the file's own",
        );
    }
}

#[test]
fn documents_that_are_no_puzzle() {
    let dir = Scratch::new();
    let good = two_by_two("");
    for (name, text, message) in [
        ("cut.json", &good[..60], "line 1, column 60: EOF while parsing a list: expected puzzle JSON"),
        ("few.json", &good.replace("[0,1,2,0],", ""), "3 pieces for a 2x2 board: expected 4"),
        ("wide.json", &good.replace(r#""width":2"#, r#""width":21"#), "board size 21x2: expected both sides in 1..=20"),
        (
            "three.json",
            &good.replace("[0,1,2,0]", "[0,1,2]"),
            "line 1, column 61: invalid length 3: expected an array of length 4",
        ),
        ("csv", "2\n1,2,3\n", "line 2: 3 fields: expected 7: up,right,down,left,x,y,rotation"),
        ("list", "2 2\n0 0 1 1\n", "1 pieces: expected 4, 1 for each cell of a 2x2 board"),
        ("words", "to be or not", "not the text of a puzzle: expected puzzle JSON, puzzle CSV, or lines of 4 integers"),
        (
            "brackets",
            &"[".repeat(200_000),
            "not the text of a puzzle: expected puzzle JSON, puzzle CSV, or lines of 4 integers",
        ),
    ] {
        dir.write(name, text);
        no_puzzle(&dir, name, &format!("{name}: {message}"));
    }
    no_puzzle(&dir, "none", "puzzle `none`: no such file and no built-in: expected a file or one of eternity2");
}

#[test]
fn arguments_that_fit_nothing() {
    let dir = Scratch::new();
    dir.run("solve --target 481 --no-save").refused("--target 481: the board has 480 seams, expected at most that");
    dir.run("puzzle generate --width 21").refused("board size 21x8: expected both sides in 1..=20");
    dir.run("puzzle generate --width 0").refused("board size 0x8: expected both sides in 1..=20");
    dir.run("puzzle generate --clues 65").refused("65 clues: expected at most 64, one a cell");
    dir.run("puzzle generate --inner-colours 0").refused(
        "3 frame and 0 inner colours: expected at least 1 inner and, in a framed puzzle, 1 frame \
             colour, and at most 250 in all",
    );
    for (line, message) in [
        (
            "solve --nodes 1.5",
            "invalid value '1.5' for '--nodes <N>': expected a whole number, such as 1000000, 500M or 2G",
        ),
        (
            "solve --time soon",
            "invalid value 'soon' for '--time <DURATION>': expected a duration such as 90s, 10m, \
                 8h, 1h30m, plain seconds, or none",
        ),
        ("solve --threads 0", "invalid value '0' for '--threads <N>': 0 is not in 1..=1024"),
        ("solve --seed -1", "unexpected argument '-1' found"),
        ("solve --clues six", "invalid value 'six' for '--clues <CLUES>'"),
        ("solve --out x --no-save", "the argument '--out <DIR>' cannot be used with '--no-save'"),
        ("backtrack", "the following required arguments were not provided:"),
        ("board convert x", "the following required arguments were not provided:"),
        ("board convert x --to morse", "invalid value 'morse' for '--to <TO>'"),
        ("board png x --width 15", "invalid value '15' for '--width <WIDTH>': 15 is not in 16..=16384"),
        ("fly", "unrecognized subcommand 'fly'"),
        ("solve --fly", "unexpected argument '--fly' found"),
    ] {
        dir.run(line).refused_usage(message);
    }
    assert!(dir.names("").is_empty(), "nothing was written");
}
