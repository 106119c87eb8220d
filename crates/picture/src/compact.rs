//! A board in as many lines as it has rows, for progress that is redrawn in place.

use crate::colour::Rgb;
use crate::palette::{BREAK, DARK, EMPTY_TEXT, PAPER};
use crate::picture::{BoardPicture, SeamState};
use crate::scale::ordered_colour;
use crate::text_canvas::{Spot, TerminalColours, TextCanvas};

/// Draws `picture` with one line a row and two characters a cell, and nothing else.
///
/// | cell | plain | with colours |
/// | --- | --- | --- |
/// | empty | `.` | dim |
/// | filled, no break | `o` | from dark (none) to light (all) by the share of its seams that match |
/// | with breaks | their number, `1`..`4` | bright red |
/// | clue, no break | `*` | `*` on the colour of that share |
pub fn terminal_compact(picture: &BoardPicture, colours: TerminalColours) -> String {
    let size = picture.grid.size;
    let mut canvas = TextCanvas::new(2 * size.width(), size.height());
    for cell in 0..size.cells() {
        let count = |state| (0..4).filter(|&side| picture.seam(cell, side) == Some(state)).count();
        let (matched, breaks) = (count(SeamState::Matched), count(SeamState::Break));
        let plain = colours == TerminalColours::None;
        let letter = match (picture.sides(cell), breaks) {
            (None, _) => '.',
            (_, 1..) if picture.mark_breaks => char::from(b'0' + breaks as u8),
            _ if picture.clues.contains(&cell) => '*',
            _ if plain => 'o',
            _ => ' ',
        };
        let (ink, ground) = match letter {
            '.' => EMPTY_TEXT,
            '1'..='4' => (Rgb(255, 255, 255), BREAK),
            _ => {
                let seams = (0..4).filter(|&side| size.neighbour(cell, side).is_some()).count().max(1);
                let ground = ordered_colour(0.15 + 0.6 * matched as f64 / seams as f64);
                (if ground.contrast(PAPER) > ground.contrast(DARK) { PAPER } else { DARK }, ground)
            }
        };
        let (row, column) = (size.row(cell), 2 * size.col(cell));
        let paint = |letter| if plain { Spot::plain(letter) } else { Spot::painted(letter, ink, ground).bold() };
        canvas.set(row, column, paint(letter));
        canvas.set(row, column + 1, paint(' '));
    }
    canvas.render(colours)
}
