//! `edgewise board score|check|show|convert|svg|png`: published boards, every format and letter order, pictures.

mod common;

use common::Scratch;
use common::boards::{BEST, BEST_FIVE, PARTIAL, cell, exchanged, letters, published, with_cell};
use common::pictures::{breaks_drawn, decoded};

const FORMATS: [&str; 7] =
    ["letters", "digits", "bucas-link", "dev-viewer-link", "placed-text", "board-json", "blackwood-text"];
const ORDERS: [&str; 4] = ["default", "jef", "marie", "jblackwood"];

#[test]
fn every_published_board_scores_as_recorded() {
    let dir = Scratch::new();
    for board in published() {
        let ran = dir.run_with("board score --json", board.letters).expect(0);
        let json = ran.json();
        let figures = |name: &str| json[name].as_u64().unwrap() as usize;
        let found = ["score", "filled", "break_free", "official_clues", "total"].map(figures);
        assert_eq!(found, [board.score, board.filled, board.break_free, board.clues, 480], "{board:?}");
        assert_eq!((&json["regime"], &json["board_edges"]), (&board.regime.into(), &board.letters.into()), "{board:?}");
        assert_eq!(json["legal"], board.starter, "{board:?}");
        let notes =
            "read 16x16 board, letters, letter order default\nnote: no puzzle given: read as a board of eternity2\n";
        assert_eq!(ran.stderr, notes);
    }
}

#[test]
fn the_words_of_a_score() {
    let dir = Scratch::new();
    dir.run_with("board score", letters(BEST)).expect_stdout(
        "\
score       470 of 480
breaks      10
filled      256 of 256
break-free  247 pieces (largest set without a break between them)
clues       1 of 1
official    1 of 5 clues, starter_only
legal       yes
  break: row 0, column 5 (A6), down: p against s
  break: row 0, column 12 (A13), down: s against u
  break: row 0, column 13 (A14), down: i against s
  break: row 1, column 7 (B8), down: p against j
  break: row 1, column 11 (B12), down: w against m
  break: row 1, column 12 (B13), down: s against j
  break: row 2, column 8 (C9), right: u against h
  break: row 3, column 11 (D12), right: w against p
  break: row 4, column 7 (E8), right: h against m
  break: row 4, column 9 (E10), down: i against p
",
    );
    let five = dir.run_with("board score --clues five", letters(BEST_FIVE)).expect(0).stdout;
    assert!(five.starts_with("score       464 of 480\nbreaks      16\n"), "{five}");
    assert!(five.contains("\nclues       5 of 5\nofficial    5 of 5 clues, five_clues\nlegal       yes\n"), "{five}");
}

#[test]
fn a_legal_board_passes_the_check() {
    let dir = Scratch::new();
    let check = |flags: &str, board: &str| dir.run_with(&format!("board check {flags}"), letters(board));
    check("", BEST).expect_stdout("legal: 470 / 480   starter_only   10 breaks, 256 of 256 cells\n");
    check("--clues five", BEST_FIVE).expect_stdout("legal: 464 / 480   five_clues   16 breaks, 256 of 256 cells\n");
    check("", PARTIAL).expect_stdout("legal: 429 / 480   starter_only   0 breaks   26 holes, 230 of 256 cells\n");
    check("--clues none", "gauntlet-458").expect_stdout("legal: 458 / 480   no_clue   22 breaks, 256 of 256 cells\n");
    assert_eq!(check("--json", BEST).expect(0).json()["problems"], serde_json::json!([]));
}

#[test]
fn an_illegal_board_fails_the_check_with_a_line_for_every_problem() {
    let dir = Scratch::new();
    let best = letters(BEST);
    let turned = format!("{}{}", &cell(best, 0, 0)[1..], &cell(best, 0, 0)[..1]);
    let clue = "ijjm (piece 139 turned 0)";
    for (flags, board, problems) in [
        (
            "",
            with_cell(best, 5, 5, cell(best, 6, 6)),
            "repeated: piece 194 lies on 2 cells, expected at most 1: row 5, column 5 (F6); row 6, column 6 (G7)"
                .into(),
        ),
        (
            "",
            with_cell(best, 5, 5, "bbbb"),
            "foreign: row 5, column 5 (F6): no piece has the sides bbbb in any rotation".to_owned(),
        ),
        ("", with_cell(best, 0, 0, &turned), "rim: row 0, column 0 (A1), up: b on the rim, expected a".to_owned()),
        ("", with_cell(best, 8, 7, "aaaa"), format!("clue 1: row 8, column 7 (I8): an empty cell, expected {clue}")),
        ("", exchanged(best, (8, 7), (8, 8)), format!("clue 1: row 8, column 7 (I8): kgrj, expected {clue}")),
        (
            "--clues five",
            best.to_owned(),
            "clue 2: row 2, column 2 (C3): ijvv, expected wlmn (piece 208 turned 1)\n\
             clue 3: row 2, column 13 (C14): gnnp, expected wswu (piece 255 turned 1)\n\
             clue 4: row 13, column 2 (N3): lljm, expected ujvm (piece 181 turned 1)\n\
             clue 5: row 13, column 13 (N14): wlwv, expected qvpr (piece 249 turned 2)"
                .to_owned(),
        ),
    ] {
        let ran = dir.run_with(&format!("board check {flags} --json"), &board).expect(1);
        let json = ran.json();
        assert_eq!(ran.stdout, format!("{problems}\n{json}\n"));
        assert_eq!(ran.complaints(), [""; 0], "the answer is no; nothing went wrong");
        assert_eq!((&json["legal"], &json["problems"]), (&false.into(), &problems.lines().collect::<Vec<_>>().into()));
        let score = dir.run_with(&format!("board score {flags}"), &board).expect(0).stdout;
        assert!(score.contains(&format!("\nlegal       no\n  {}\n", problems.replace('\n', "\n  "))), "{score}");
    }
}

/// The letters of a board in a file, as `board score` reads them.
#[track_caller]
fn letters_of(dir: &Scratch, line: &str) -> String {
    dir.run(&format!("board score --json {line}")).expect(0).json()["board_edges"].as_str().unwrap().to_owned()
}

/// Score, breaks and filled cells of a board, as `board score` counts them.
#[track_caller]
fn score(dir: &Scratch, line: &str) -> [u64; 3] {
    let json = dir.run(&format!("board score --json {line}")).expect(0).json();
    ["score", "breaks", "filled"].map(|name| json[name].as_u64().unwrap())
}

#[test]
fn every_format_keeps_the_board() {
    let dir = Scratch::new();
    let (puzzle, solution) = dir.generate("small", "--width 5 --height 4");
    let of_small = format!("--puzzle {puzzle}");
    dir.write("best.txt", letters(BEST));
    dir.write("five.txt", letters(BEST_FIVE));
    dir.write("partial.txt", letters(PARTIAL));
    for (board, flags) in
        [("best.txt", ""), ("five.txt", "--clues five"), ("partial.txt", ""), (solution.as_str(), of_small.as_str())]
    {
        let before = letters_of(&dir, &format!("{board} {flags}"));
        for format in FORMATS.iter().filter(|f| board != "partial.txt" || **f != "placed-text") {
            let written = format!("{board}.{format}");
            let converted = dir.run(&format!("board convert {board} {flags} --to {format} -o {written}")).expect(0);
            assert_eq!(converted.stdout, "");
            let said = dir.run(&format!("board score {written} {flags}")).expect(0).stderr;
            assert!(said.contains(&format!(" board, {format}, letter order ")), "{said}");
            let text = dir.text(&written);
            dir.run(&format!("board convert {board} {flags} --to {format}")).expect_stdout(&text);
            let again = |to: &str| dir.run_fed(&format!("board convert - {flags} --to {to}"), text.as_bytes());
            again(format).expect_stdout(&text);
            if *format == "digits" {
                // Pieces without rotations: the best ones are searched, and another board may do as well.
                assert_eq!(score(&dir, &format!("{written} {flags}")), score(&dir, &format!("{board} {flags}")));
            } else {
                again("letters").expect_stdout(&format!("{before}\n"));
            }
        }
    }
}

#[test]
fn a_board_with_holes_is_not_written_in_a_format_that_loses_them() {
    let dir = Scratch::new();
    let ran = dir.run_with("board convert --to placed-text", letters(PARTIAL));
    assert_eq!((ran.code, ran.stdout.len()), (2, 0), "26 holes would be lost");
    assert!(ran.error().contains("expected"), "{ran}");
}

#[test]
fn every_letter_order_keeps_the_board() {
    let dir = Scratch::new();
    for (name, board) in [("best.txt", BEST), ("five.txt", BEST_FIVE), ("partial.txt", PARTIAL)] {
        dir.write(name, letters(board));
        for order in ORDERS {
            let written = format!("{name}.{order}");
            dir.run(&format!("board convert {name} --to letters --motifs-order {order} -o {written}")).expect(0);
            assert_eq!(dir.text(&written).trim_end() == letters(board), order == "default", "{order}");
            let said = dir.run(&format!("board score {written}")).expect(0).stderr;
            // Bare letters of the last two orders are the same.
            let read_as = if order == "marie" { "jblackwood" } else { order };
            assert!(said.starts_with(&format!("read 16x16 board, letters, letter order {read_as}\n")), "{said}");
            assert_eq!(letters_of(&dir, &written), letters(board), "{order}");

            let link = dir.run(&format!("board convert {written} --to bucas-link --motifs-order {order}")).expect(0);
            assert_eq!(link.stdout.contains(&format!("&motifs_order={order}")), order != "default", "{}", link.stdout);
            let said = dir.run_with("board check", link.stdout.trim_end()).stderr;
            assert!(said.starts_with(&format!("read 16x16 board, bucas-link, letter order {order}\n")), "{said}");
            dir.run_with("board convert --to letters", link.stdout.trim_end())
                .expect_stdout(&format!("{}\n", letters(board)));
        }
    }
}

#[test]
fn at_signs_spare_quoting_and_an_existing_file_wins() {
    let dir = Scratch::new();
    let link = dir.run_with("board convert --to bucas-link", letters(BEST)).expect(0).stdout;
    dir.write("link.txt", &link);
    assert_eq!(letters_of(&dir, "@link.txt"), letters(BEST));
    // A file whose name would do as board letters.
    dir.write("abcd", letters(BEST_FIVE));
    assert_eq!(letters_of(&dir, "abcd"), letters(BEST_FIVE));
    assert_eq!(letters_of(&dir, "@abcd"), letters(BEST_FIVE));
}

#[test]
fn a_board_shown_without_colours() {
    let dir = Scratch::new();
    let (puzzle, solution) = dir.generate("two", "--width 2 --height 2 --seed 1");
    let show = |flags: &str| dir.run(&format!("board show {solution} --puzzle {puzzle} {flags}")).expect(0).stdout;
    let plain = concat!(
        "     1     2\n",
        "  \\ aa /\\ aa /\n",
        "A  a  b  b  a\n",
        "  / dd \\/ bb \\\n",
        "  \\ dd /\\ bb /\n",
        "B  a  c  c  a\n",
        "  / aa \\/ aa \\\n",
        "4 matched, 0 breaks, 4 cells filled\n",
    );
    assert_eq!([show(""), show("--colour never")], [plain, plain]);
    assert_eq!(show("--compact"), "o o\no o\n4 matched, 0 breaks, 4 cells filled\n");
    for compact in ["", "--compact"] {
        assert!(show(&format!("--colour always {compact}")).contains("\x1b["));
    }
    let best = dir.run_with("board show", letters(BEST)).expect(0).stdout;
    assert!(best.ends_with("\n470 matched, 10 breaks, 256 cells filled\n") && !best.contains('\x1b'), "{best}");
    // Colours alone are enough to look at a board.
    dir.run_with("board show --compact", "abcd").expect(0);
}

/// `NO_COLOR` matters only on a terminal, so the binary gets one.
#[cfg(target_os = "linux")]
#[test]
fn no_color_is_honoured_on_a_terminal() {
    let dir = Scratch::new();
    dir.write("board.txt", letters(BEST));
    let on_terminal = |variables: &[(&str, &str)]| {
        let mut command = std::process::Command::new("script");
        let run = format!("{} board show board.txt", env!("CARGO_BIN_EXE_edgewise"));
        command.args(["-qec", &run, "/dev/null"]).current_dir(dir.path("")).stdin(std::process::Stdio::null());
        command.env_remove("NO_COLOR").env_remove("COLORTERM").env("TERM", "xterm-256color");
        let output = command.envs(variables.iter().copied()).output().ok()?;
        assert!(output.status.success(), "{output:?}");
        Some(String::from_utf8(output.stdout).unwrap())
    };
    let Some(coloured) = on_terminal(&[]) else {
        common::announce("SKIPPED, no terminal to try NO_COLOR on: there is no `script`");
        return;
    };
    assert!(coloured.contains("\x1b[") && coloured.contains("38;5;"), "{coloured:?}");
    assert!(on_terminal(&[("COLORTERM", "truecolor")]).unwrap().contains("38;2;"));
    for variables in [[("NO_COLOR", "1"), ("COLORTERM", "truecolor")], [("TERM", "dumb"), ("COLORTERM", "truecolor")]] {
        let plain = on_terminal(&variables).unwrap();
        assert!(!plain.contains('\x1b') && plain.contains("470 matched, 10 breaks"), "{plain:?}");
    }
}

#[test]
fn pictures_are_whole_and_mark_the_breaks() {
    let dir = Scratch::new();
    let (puzzle, solution) = dir.generate("small", "--width 5 --height 4");
    dir.write("best.txt", letters(BEST));
    dir.write("partial.txt", letters(PARTIAL));
    let of_small = format!("{solution} --puzzle {puzzle} --title <Small>&Co");
    for (board, breaks) in [("best.txt", 10), ("best.txt --numbers --legend", 10), ("partial.txt", 0), (&of_small, 0)] {
        let svg = dir.run(&format!("board svg {board}")).expect(0).stdout;
        assert_eq!(breaks_drawn(&svg), breaks, "{board}");
        dir.run(&format!("board svg {board} -o board.svg")).expect_stdout("");
        assert_eq!(dir.text("board.svg"), svg);
        for width in [16, 700] {
            let png = dir.run(&format!("board png {board} --width {width}")).expect(0).bytes;
            assert_eq!(decoded(&png).0, width, "{board}");
            dir.run(&format!("board png {board} --width {width} -o board.png")).expect_stdout("");
            assert!(std::fs::read(dir.path("board.png")).unwrap() == png);
        }
    }
    dir.run("board png best.txt").expect(0);
    assert_eq!(
        dir.names(""),
        ["best.txt", "board.png", "board.svg", "partial.txt", puzzle.as_str(), solution.as_str()]
    );
}

#[test]
fn output_that_cannot_be_written_is_an_outside_failure_and_leaves_nothing() {
    let dir = Scratch::new();
    dir.write("best.txt", letters(BEST));
    std::fs::create_dir(dir.path("folder")).unwrap();
    for command in ["svg best.txt", "png best.txt --width 100", "convert best.txt --to board-json"] {
        let ran = dir.run(&format!("board {command} -o none/out")).expect(3);
        assert_eq!(ran.error(), "cannot write none/out: No such file or directory (os error 2)");
        let ran = dir.run(&format!("board {command} -o folder")).expect(3);
        assert_eq!(ran.error(), "cannot write folder: Is a directory (os error 21)");
    }
    assert_eq!(dir.names(""), ["best.txt", "folder"]);
    assert!(dir.names("folder").is_empty());
}

/// A reader that goes away (`| head`) is no error; a full disk behind standard output is.
#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_is_closed_or_full() {
    let dir = Scratch::new();
    dir.write("best.txt", letters(BEST));
    for line in ["board show best.txt", "board png best.txt", "solve --seed 1 --nodes 1k --no-save --json"] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let mut child =
            dir.command(line.split_whitespace()).stdout(full).stderr(std::process::Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(3), "{line}: {said}");
        assert!(
            said.ends_with("error: cannot write to standard output: No space left on device (os error 28)\n"),
            "{said}"
        );
        assert!(!said.contains("panicked"), "{said}");

        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = dir.command(line.split_whitespace()).stdout(writer).stderr(std::process::Stdio::piped()).spawn();
        let output = output.unwrap().wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}: {said}");
        assert!(!said.contains("error: ") && !said.contains("panicked"), "{said}");
    }
}
