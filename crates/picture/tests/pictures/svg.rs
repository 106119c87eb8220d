//! The SVG is well formed, complete and small, whatever the board.

use std::collections::HashSet;

use edgewise_picture::{BoardPicture, Tally, svg};
use edgewise_puzzle::{ClueSet, official};
use roxmltree::{Document, Node};

use crate::boards::{bare, framed, known_boards, motley, three_by_three};

/// References to the definition `id`.
fn uses(document: &Document<'_>, id: &str) -> usize {
    let reference = format!("#{id}");
    document.descendants().filter(|n| n.attribute("href") == Some(&reference)).count()
}

fn break_marks(document: &Document<'_>) -> usize {
    // The upright mark is itself defined by reference to the level one.
    uses(document, "break-level") - 1 + uses(document, "break-upright")
}

fn text_of<'a>(document: &'a Document<'_>, tag: &str) -> &'a str {
    let is_own = |n: &Node<'_, '_>| n.parent() == Some(document.root_element()) && n.has_tag_name(tag_name(tag));
    document.descendants().find(is_own).and_then(|n| n.text()).unwrap()
}

fn tag_name(tag: &str) -> (&str, &str) {
    ("http://www.w3.org/2000/svg", tag)
}

/// Parses and checks what every picture must satisfy: each reference has its one definition.
fn parsed(svg: &str) -> Document<'_> {
    let document = Document::parse(svg).unwrap();
    let ids: Vec<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
    let distinct: HashSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), distinct.len(), "an id is defined twice");
    for node in document.descendants() {
        if let Some(reference) = node.attribute("href") {
            assert!(distinct.contains(&reference[1..]), "{reference} is not defined");
        }
    }
    document
}

#[test]
fn as_many_break_marks_as_breaks_on_known_boards() {
    let boards = known_boards();
    assert_eq!(boards.len(), 4);
    for board in boards {
        let [filled, matched, breaks] = board.numbers;
        assert_eq!(board.picture.tally(), Tally { filled, matched, breaks }, "{}", board.name);
        let text = svg(&board.picture);
        let document = parsed(&text);
        assert_eq!(break_marks(&document), breaks, "{}", board.name);
        assert_eq!(uses(&document, "empty"), 256 - filled, "{}", board.name);
        let said = format!("{filled} of 256 cells filled, {matched} of 480 seams matched, {breaks} breaks.");
        assert!(text_of(&document, "desc").contains(&said));
        let unmarked = BoardPicture { mark_breaks: false, ..board.picture };
        assert_eq!(break_marks(&parsed(&svg(&unmarked))), 0);
    }
}

#[test]
fn a_full_board_stays_small_with_everything_shown() {
    let board = known_boards().swap_remove(1);
    let plain = svg(&board.picture);
    assert!(plain.len() < 70_000, "{}", plain.len());
    let all = BoardPicture {
        clues: vec![34, 45, 135, 210, 221],
        title: Some("Benjamin Riotte, 464".into()),
        caption: Some("464 / 480  five_clues".into()),
        numbers: (1..=256).map(Some).collect(),
        coordinates: true,
        legend: true,
        ..board.picture
    };
    let text = svg(&all);
    assert!(text.len() < 150_000, "{}", text.len());
    let document = parsed(&text);
    assert_eq!(uses(&document, "clue"), 5);
    assert!(text.contains("<title>I8 piece 136 ijjm</title>"), "tooltips name cell, piece and colours");
    assert_eq!(text_of(&document, "title"), "Benjamin Riotte, 464");
}

#[test]
fn breaks_are_marked_where_they_are() {
    let picture = three_by_three();
    let text = svg(&picture);
    let document = parsed(&text);
    let mark = |id: &str| -> Vec<(f64, f64)> {
        let number = |n: &Node<'_, '_>, name| n.attribute(name).unwrap().parse::<f64>().unwrap();
        let placed = document.descendants().filter(|n| n.attribute("href") == Some(id) && n.has_attribute("x"));
        placed.map(|n| (number(&n, "x"), number(&n, "y"))).collect()
    };
    // The board's corner is at (38, 38): margin 28 and plate 10.
    assert_eq!(mark("#break-upright"), vec![(138.0, 88.0)]);
    assert_eq!(mark("#break-level"), vec![(188.0, 138.0), (188.0, 238.0)]);
    assert!(text_of(&document, "desc").ends_with("Breaks: A1-A2, A2-B2, B2-C2."));
}

#[test]
fn colours_not_brought_out_fade() {
    let plain = known_boards().swap_remove(1).picture;
    let some = BoardPicture { highlight: vec![5, 7, 20], ..plain.clone() };
    let grounds = |text: &str| -> Vec<(String, String)> {
        let document = parsed(text);
        let named = document.descendants().filter(|n| n.attribute("id").is_some_and(|id| id.starts_with('u')));
        let ground = |n: Node<'_, '_>| n.first_element_child().unwrap().attribute("fill").unwrap().to_owned();
        named.map(|n| (n.attribute("id").unwrap()[1..].to_owned(), ground(n))).collect()
    };
    let (all, some) = (grounds(&svg(&plain)), grounds(&svg(&some)));
    assert_eq!(all.len(), 23);
    for (before, after) in all.iter().zip(&some) {
        assert_eq!(before.0, after.0);
        assert_eq!(before.1 == after.1, ["5", "7", "20"].contains(&before.0.as_str()), "{}", before.0);
    }
}

#[test]
fn odd_boards_are_drawn() {
    let boards = [
        bare(1, 1),
        bare(16, 16),
        motley(1, 1, 4),
        motley(1, 20, 9),
        motley(20, 1, 9),
        motley(20, 20, 23),
        motley(20, 20, 250),
        motley(16, 16, 255),
    ];
    for plain in boards {
        let full = BoardPicture {
            title: Some("A title much longer than a narrow board is wide, to be shrunk".into()),
            caption: Some("caption".into()),
            numbers: vec![Some(400); 400],
            coordinates: true,
            legend: true,
            clues: vec![0, 9999],
            ..plain.clone()
        };
        for picture in [plain, full] {
            let text = svg(&picture);
            let document = parsed(&text);
            let view: Vec<f64> = document.root_element().attribute("viewBox").unwrap()[..]
                .split(' ')
                .map(|n| n.parse().unwrap())
                .collect();
            assert!(view[2] >= 100.0 * picture.grid.size.width() as f64);
            assert!(view[3] >= 100.0 * picture.grid.size.height() as f64);
            assert_eq!(break_marks(&document), picture.tally().breaks);
        }
    }
}

#[test]
fn texts_are_escaped_and_control_characters_do_not_break_the_file() {
    let picture = BoardPicture {
        title: Some("<\"R&D\" 'é' \u{0}\u{b}\n>".into()),
        caption: Some("  ".into()),
        ..framed(1, 1, "bcde")
    };
    let text = svg(&picture);
    assert_eq!(text_of(&parsed(&text), "title"), "<\"R&D\" 'é' \u{fffd}\u{fffd} >");
}

#[test]
fn a_picture_of_a_board_marks_the_clues_it_honours() {
    let puzzle = official::puzzle(ClueSet::Five);
    let mut board = puzzle.clue_board();
    board.set(34, None);
    let picture = BoardPicture::of_board(&puzzle, &board).with_piece_numbers(&board);
    assert_eq!(picture.clues, vec![135, 45, 210, 221]);
    assert_eq!(picture.numbers[135], Some(139));
    assert_eq!(picture.tally(), Tally { filled: 4, matched: 0, breaks: 0 });
    assert_eq!(uses(&parsed(&svg(&picture)), "clue"), 4);
}
