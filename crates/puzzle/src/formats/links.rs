//! Viewer links: `https://e2.bucas.name/#k=v&k=v` and `https://eternity2.dev/viewer?k=v&k=v`.
//!
//! Parameters stand in the fragment or the query, values percent-encoded, `+` literal (names carry
//! it). Sizes come from `board_w` and `board_h` or from `puzzle_size`; the board from `board_edges`,
//! `board_pieces` or both; `hints` lists clue cells as `cell.rotation` joined by `-`.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::digits::digits;
use super::error::{FormatError, quoted};
use super::letters::{LetterOrder, letters};
use super::placements::check_writable;
use super::read_board::{BoardFormat, Hint};
use super::sizes::size as checked_size;
use crate::board::Board;
use crate::edges::EdgeGrid;
use crate::puzzle::Puzzle;
use crate::size::Size;

/// What stays as it is in a name: letters, digits, the unreserved marks, and `+`.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'+');

/// Parameters that only change how a viewer draws.
const DISPLAY: [&str; 6] =
    ["board_types", "board_custom", "show_conflicts", "show_piecenumber", "show_piecetype", "show_coordinates"];

/// The parameters of a link that say something about the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Link {
    pub(super) format: BoardFormat,
    pub(super) name: Option<String>,
    pub(super) size: Option<Size>,
    pub(super) edges: Option<String>,
    pub(super) pieces: Option<String>,
    pub(super) order: Option<LetterOrder>,
    pub(super) hints: Option<String>,
    pub(super) notes: Vec<String>,
}

/// Takes a link apart.
pub(super) fn parse(text: &str) -> Result<Link, FormatError> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if let Some(second) = lines.iter().skip(1).position(|line| line.contains("://")) {
        return Err(FormatError::new(format!("line {}", second + 2), "a second link", "one link"));
    }
    let link = lines.concat();
    let found = parameters(&link)?;
    let get = |name: &str| found.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let given = |name: &str| get(name).filter(|value| !value.is_empty()).map(str::to_owned);

    let known = ["puzzle", "puzzle_size", "board_w", "board_h", "board_edges", "board_pieces", "motifs_order", "hints"];
    let ignored: Vec<&str> = found.iter().map(|(key, _)| key.as_str()).filter(|k| !known.contains(k)).collect();
    let ignored: Vec<String> = ignored.into_iter().filter(|k| !DISPLAY.contains(k)).map(quoted).collect();
    let mut notes = Vec::new();
    if !ignored.is_empty() {
        let (shown, more) = (ignored.len().min(5), ignored.len().saturating_sub(5));
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        notes.push(format!("unknown parameters ignored: {}{more}", ignored[..shown].join(", ")));
    }
    if given("board_edges").is_none() && given("board_pieces").is_none() {
        return Err(FormatError::new("", "a link without a board", "the parameter board_edges or board_pieces"));
    }
    let order = match given("motifs_order") {
        None => None,
        Some(name) => Some(LetterOrder::from_name(&name).ok_or_else(|| {
            let expected = "default, jef, marie or jblackwood";
            FormatError::new("parameter motifs_order", quoted(&name), expected)
        })?),
    };
    let of_site = link.contains("eternity2.dev") || get("hints").is_some() || get("puzzle_size").is_some();
    let of_bucas = link.contains("e2.bucas.name");
    Ok(Link {
        format: if of_site && !of_bucas { BoardFormat::DevViewerLink } else { BoardFormat::BucasLink },
        name: given("puzzle"),
        size: size(&get)?,
        edges: given("board_edges"),
        pieces: given("board_pieces"),
        order,
        hints: given("hints"),
        notes,
    })
}

/// All parameters of query and fragment, decoded. A bare `k=v&k=v` counts as a query.
fn parameters(link: &str) -> Result<Vec<(String, String)>, FormatError> {
    let (before, fragment) = link.split_once('#').unwrap_or((link, ""));
    let query = match before.split_once('?') {
        Some((_, query)) => query,
        None if before.contains('=') => before,
        None => "",
    };
    let mut found: Vec<(String, String)> = Vec::new();
    for pair in query.split('&').chain(fragment.trim_start_matches('?').split('&')) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let decode = |text: &str| percent_decode_str(text).decode_utf8().map(|text| text.into_owned());
        let not_text = |_| FormatError::new(format!("parameter {}", quoted(key)), "not UTF-8", "percent-encoded text");
        let (key, value) = (decode(key).map_err(not_text)?, decode(value).map_err(not_text)?);
        if key.is_empty() {
            continue;
        }
        match found.iter().find(|(other, _)| *other == key) {
            Some((_, other)) if *other != value => {
                let place = format!("parameter {}", quoted(&key));
                return Err(FormatError::new(place, "given twice with different values", "one value"));
            }
            Some(_) => {}
            None if found.len() == 100 => {
                return Err(FormatError::new("", "more than 100 parameters", "a viewer link"));
            }
            None => found.push((key, value)),
        }
    }
    Ok(found)
}

/// The stated size, if there is one.
fn size<'a>(get: &impl Fn(&str) -> Option<&'a str>) -> Result<Option<Size>, FormatError> {
    let side = |name: &str| match get(name) {
        None => Ok(None),
        Some(text) => match text.parse::<u64>() {
            Ok(side) => Ok(Some(side)),
            Err(_) => Err(FormatError::new(format!("parameter {name}"), quoted(text), "a number of cells")),
        },
    };
    let square = match side("puzzle_size")? {
        Some(side) => Some(checked_size(side, side).map_err(|e| e.within("parameter puzzle_size"))?),
        None => None,
    };
    let stated = match (side("board_w")?, side("board_h")?) {
        (None, None) => None,
        (Some(w), Some(h)) => Some(checked_size(w, h).map_err(|e| e.within("parameters board_w and board_h"))?),
        (w, _) => {
            let missing = if w.is_none() { "board_w" } else { "board_h" };
            return Err(FormatError::new(format!("parameter {missing}"), "missing", "board_w and board_h together"));
        }
    };
    match (stated, square) {
        (Some(stated), Some(square)) if stated != square => {
            let expected = format!("{stated}, the size by board_w and board_h");
            Err(FormatError::new("parameter puzzle_size", square.to_string(), expected))
        }
        _ => Ok(stated.or(square)),
    }
}

/// Reads clue cells: `cell` or `cell.rotation`, joined by `-`.
pub(super) fn parse_hints(text: &str, size: Size) -> Result<Vec<Hint>, FormatError> {
    let mut hints: Vec<Hint> = Vec::new();
    for (i, part) in text.split('-').enumerate() {
        let fail =
            |expected: String| FormatError::new(format!("parameter hints, hint {}", i + 1), quoted(part), expected);
        let (cell, rotation) = match part.split_once('.') {
            Some((cell, rotation)) => (cell, Some(rotation)),
            None => (part, None),
        };
        let off = || fail(format!("a cell in 0..{}", size.cells()));
        let cell = cell.parse().ok().filter(|&cell: &usize| cell < size.cells()).ok_or_else(off)?;
        let rotation = match rotation {
            None => None,
            Some(text) => {
                let turns = text.parse().ok().filter(|&r: &u8| r < 4);
                Some(turns.ok_or_else(|| fail("a rotation of 0, 1, 2 or 3".into()))?)
            }
        };
        if hints.iter().any(|hint| hint.cell == cell) {
            return Err(fail("every cell once".into()));
        }
        hints.push(Hint { cell, rotation });
    }
    Ok(hints)
}

/// Whether board letters leave open which piece lies where: two pieces alike up to rotation, or one
/// that looks like an empty cell.
fn letters_are_ambiguous(puzzle: &Puzzle) -> bool {
    let mut least: Vec<_> = puzzle.pieces().iter().map(|&s| (0..4).map(|r| crate::rotated(s, r)).min()).collect();
    least.sort_unstable();
    least.windows(2).any(|pair| pair[0] == pair[1]) || puzzle.pieces().contains(&[0; 4])
}

/// `board_edges` and, where letters alone are ambiguous, `board_pieces`.
fn board_parameters(puzzle: &Puzzle, board: &Board, order: LetterOrder) -> Result<String, FormatError> {
    let mut grid = EdgeGrid::from_board(puzzle, board);
    let ambiguous = letters_are_ambiguous(puzzle);
    if ambiguous {
        // Beside piece digits a piece of four colours 0 may share the letters of an empty cell.
        grid.cells.iter_mut().filter(|sides| **sides == Some([0; 4])).for_each(|sides| *sides = None);
    }
    let mut text = format!("&board_edges={}", letters(&grid, order)?);
    if ambiguous {
        text.push_str(&format!("&board_pieces={}", digits(board)?));
    }
    Ok(text)
}

/// A link to the viewer at e2.bucas.name, letters in `order`. Writes `board_pieces` too where the
/// letters alone would be ambiguous.
pub fn bucas_url(puzzle: &Puzzle, board: &Board, order: LetterOrder) -> Result<String, FormatError> {
    let origin = "e2.bucas.name link";
    check_writable(puzzle, board).map_err(|e| e.in_text(origin))?;
    let size = puzzle.size();
    let name = utf8_percent_encode(puzzle.name(), ENCODED);
    let board = board_parameters(puzzle, board, order).map_err(|e| e.in_text(origin))?;
    let order = match order {
        LetterOrder::Default => String::new(),
        order => format!("&motifs_order={order}"),
    };
    let (w, h) = (size.width(), size.height());
    Ok(format!("https://e2.bucas.name/#puzzle={name}&board_w={w}&board_h={h}{board}{order}"))
}

/// A link to the viewer at eternity2.dev, with the puzzle's clues as hints. The site takes names of
/// letters, digits and `_` only; boards that are not square carry `board_w` and `board_h`.
pub fn dev_viewer_url(puzzle: &Puzzle, board: &Board) -> Result<String, FormatError> {
    let origin = "eternity2.dev link";
    check_writable(puzzle, board).map_err(|e| e.in_text(origin))?;
    let (name, size) = (puzzle.name(), puzzle.size());
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        let error = FormatError::new("", format!("puzzle name {}", quoted(name)), "letters, digits and _ only");
        return Err(error.in_text(origin));
    }
    let (w, h) = (size.width(), size.height());
    let size = if w == h { format!("puzzle_size={w}") } else { format!("board_w={w}&board_h={h}") };
    let board = board_parameters(puzzle, board, LetterOrder::Default).map_err(|e| e.in_text(origin))?;
    let mut clues = puzzle.clues().to_vec();
    clues.sort_by_key(|clue| clue.cell);
    let hints: Vec<String> = clues.iter().map(|c| format!("{}.{}", c.cell, c.placement.rotation())).collect();
    let hints = if hints.is_empty() { String::new() } else { format!("&hints={}", hints.join("-")) };
    Ok(format!("https://eternity2.dev/viewer?puzzle={name}&{size}{board}{hints}"))
}
