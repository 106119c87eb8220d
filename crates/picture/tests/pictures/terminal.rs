//! Boards as text.

use edgewise_picture::{BoardPicture, TerminalColours, terminal, terminal_compact};

use crate::boards::{bare, known_boards, motley, three_by_three};

const ALL: [TerminalColours; 3] = [TerminalColours::True, TerminalColours::Ansi256, TerminalColours::None];

/// The text without its escape sequences.
fn unpainted(text: &str) -> String {
    let mut out = String::new();
    let mut parts = text.split('\x1b');
    out.push_str(parts.next().unwrap());
    for part in parts {
        out.push_str(part.split_once('m').unwrap().1);
    }
    out
}

#[test]
fn a_small_board_in_plain_text() {
    let picture = BoardPicture {
        title: Some("3x3".into()),
        caption: Some("7 / 12".into()),
        coordinates: true,
        ..three_by_three()
    };
    assert_eq!(terminal(&picture, TerminalColours::None), include_str!("../data/board_3x3.txt"));
    assert_eq!(terminal_compact(&picture, TerminalColours::None), include_str!("../data/board_3x3_compact.txt"));
}

#[test]
fn a_full_board_fits_a_window_of_100_columns_and_50_lines() {
    for board in known_boards() {
        let picture = BoardPicture { coordinates: true, ..board.picture };
        for colours in ALL {
            let text = unpainted(&terminal(&picture, colours));
            assert_eq!(text.lines().count(), 49);
            let widest = text.lines().map(|l| l.chars().count()).max();
            assert_eq!(widest, Some(98), "{} {colours:?}", board.name);
        }
    }
}

#[test]
fn every_break_is_marked_on_both_sides() {
    for board in known_boards() {
        let level = board.picture.breaks().iter().filter(|b| b.1 == edgewise_puzzle::DOWN).count();
        let upright = board.numbers[2] - level;
        for colours in ALL {
            let text = terminal(&board.picture, colours);
            assert_eq!(text.matches('#').count(), 4 * level + 2 * upright, "{} {colours:?}", board.name);
        }
        let unmarked = BoardPicture { mark_breaks: false, ..board.picture };
        assert!(!terminal(&unmarked, TerminalColours::None).contains('#'));
    }
}

#[test]
fn plain_text_is_ascii_without_escapes_and_coloured_text_ends_its_paint() {
    for board in known_boards() {
        for draw in [terminal, terminal_compact] {
            let plain = draw(&board.picture, TerminalColours::None);
            assert!(plain.chars().all(|c| c == '\n' || (' '..='~').contains(&c)));
            for colours in [TerminalColours::True, TerminalColours::Ansi256] {
                let painted = draw(&board.picture, colours);
                assert!(painted.lines().all(|line| line.contains('\x1b') && line.ends_with("\x1b[0m")));
                let mode = if colours == TerminalColours::True { ";48;2;" } else { ";48;5;" };
                assert!(painted.contains(mode));
            }
        }
    }
}

#[test]
fn the_letters_are_the_same_with_and_without_colours() {
    let letters = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    for board in known_boards() {
        let plain = letters(&terminal(&board.picture, TerminalColours::None));
        assert_eq!(plain.len(), 6 * board.numbers[0]);
        assert_eq!(letters(&unpainted(&terminal(&board.picture, TerminalColours::True))), plain);
    }
}

#[test]
fn the_compact_board_has_a_line_a_row_and_counts_breaks() {
    for board in known_boards() {
        let text = terminal_compact(&board.picture, TerminalColours::None);
        assert_eq!(text.lines().count(), 16);
        let sum: u32 = text.chars().filter_map(|c| c.to_digit(10)).sum();
        assert_eq!(sum as usize, 2 * board.numbers[2], "{}: each break is two cells'", board.name);
        assert_eq!(text.matches('.').count(), 256 - board.numbers[0]);
        let painted = unpainted(&terminal_compact(&board.picture, TerminalColours::Ansi256));
        assert!(painted.lines().all(|l| l.chars().count() == 32));
    }
}

#[test]
fn odd_boards_and_many_colours_are_drawn() {
    for board in [bare(1, 1), motley(1, 1, 4), motley(1, 20, 9), motley(20, 20, 23), motley(20, 20, 250)] {
        let size = board.grid.size;
        for colours in ALL {
            assert_eq!(terminal(&board, colours).lines().count(), 3 * size.height());
            assert_eq!(terminal_compact(&board, colours).lines().count(), size.height());
        }
    }
    let many = terminal(&motley(20, 20, 250), TerminalColours::None);
    assert!(many.starts_with("\\ 00 /\\ 05 /"), "colours beyond z are two hexadecimal digits");
}
