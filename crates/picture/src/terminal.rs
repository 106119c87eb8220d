//! A board as coloured text: three lines and six columns a cell.
//!
//! With colours a cell is a square of 6×6 half-block pixels, cut by its diagonals into four
//! quarters as on the piece, and the letters of the colours stand on the quarters. Without colours
//! it is drawn in ASCII:
//!
//! ```text
//! \ bb /    up b, left a, right c, down d; letters are 'a' + colour
//!  a  c
//! /#dd#\    the seam below is broken: `#` beside the letters; on upright seams ` a  c#`
//! ```
//!
//! A clue has `*` in its corners. Colours from 26 on have no letter; a board that has one shows
//! all its colours as two hexadecimal digits.

use edgewise_puzzle::{Colour, DOWN, LEFT, RIGHT, Sides, UP};

use crate::colour::Rgb;
use crate::palette::{BREAK, DARK, EMPTY_TEXT, PAPER, look, text_on};
use crate::picture::{BoardPicture, SeamState, row_letter};
use crate::text_canvas::{Spot, TerminalColours, TextCanvas};

/// Lines and columns of a cell.
const ROWS: usize = 3;
const COLUMNS: usize = 6;
/// Columns before the board when rows have letters.
const GUTTER: usize = 2;

/// Draws `picture` as text: title and caption if any, column numbers if asked for, then three
/// lines a row of cells. A 16×16 board takes 96 columns and 48 lines, 98 and 49 with coordinates.
/// Piece numbers and legend are not shown.
pub fn terminal(picture: &BoardPicture, colours: TerminalColours) -> String {
    let size = picture.grid.size;
    let (left, top) = if picture.coordinates { (GUTTER, 1) } else { (0, 0) };
    let mut canvas = TextCanvas::new(left + COLUMNS * size.width(), top + ROWS * size.height());
    if picture.coordinates {
        for col in 0..size.width() {
            canvas.write(0, left + COLUMNS * col + 2, &format!("{:>2}", col + 1));
        }
        for row in 0..size.height() {
            canvas.write(top + ROWS * row + 1, 0, &row_letter(row).to_string());
        }
    }
    let labels = Labels { hexadecimal: picture.colours().last().is_some_and(|&c| c > 25) };
    for cell in 0..size.cells() {
        let corner = (top + ROWS * size.row(cell), left + COLUMNS * size.col(cell));
        match picture.sides(cell) {
            Some(sides) if colours == TerminalColours::None => plain_cell(&mut canvas, corner, sides, &labels),
            Some(sides) => painted_cell(&mut canvas, corner, sides, &labels),
            None => empty_cell(&mut canvas, corner, colours),
        }
        if picture.clues.contains(&cell) {
            for (row, column) in [(0, 0), (0, COLUMNS - 1), (ROWS - 1, 0), (ROWS - 1, COLUMNS - 1)] {
                canvas.set(corner.0 + row, corner.1 + column, Spot::painted('*', PAPER, DARK).bold());
            }
        }
        if picture.mark_breaks {
            mark_breaks(&mut canvas, corner, picture, cell);
        }
    }
    let mut out = String::new();
    for line in [&picture.title, &picture.caption].into_iter().flatten() {
        out.extend(line.chars().map(|c| if c.is_control() { ' ' } else { c }));
        out.push('\n');
    }
    out + &canvas.render(colours)
}

/// How the colours of a board are written.
struct Labels {
    hexadecimal: bool,
}

impl Labels {
    /// The label of the colour on `side` as characters at (row, column) of the cell.
    fn spots(&self, side: usize, colour: Colour) -> Vec<(usize, usize, char)> {
        let text: Vec<char> = if self.hexadecimal {
            format!("{colour:02x}").chars().collect()
        } else {
            let letter = char::from(b'a' + colour);
            if side == UP || side == DOWN { vec![letter; 2] } else { vec![letter] }
        };
        let (row, column) = match side {
            UP => (0, 2),
            RIGHT => (1, COLUMNS - 1 - text.len()),
            DOWN => (2, 2),
            _ => (1, 1),
        };
        text.into_iter().enumerate().map(|(i, letter)| (row, column + i, letter)).collect()
    }
}

fn plain_cell(canvas: &mut TextCanvas, (top, left): (usize, usize), sides: Sides, labels: &Labels) {
    for (row, diagonals) in ["\\    /", "      ", "/    \\"].into_iter().enumerate() {
        canvas.write(top + row, left, diagonals);
    }
    for (side, colour) in sides.into_iter().enumerate() {
        for (row, column, letter) in labels.spots(side, colour) {
            canvas.set(top + row, left + column, Spot::plain(letter));
        }
    }
}

fn painted_cell(canvas: &mut TextCanvas, (top, left): (usize, usize), sides: Sides, labels: &Labels) {
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            let (upper, lower) = (pixel(sides, column, 2 * row), pixel(sides, column, 2 * row + 1));
            let letter = if upper == lower { ' ' } else { '▀' };
            canvas.set(top + row, left + column, Spot::painted(letter, upper, lower));
        }
    }
    for (side, colour) in sides.into_iter().enumerate() {
        let ground = look(colour).ground;
        for (row, column, letter) in labels.spots(side, colour) {
            canvas.set(top + row, left + column, Spot::painted(letter, text_on(ground), ground));
        }
    }
}

/// The colour of a half-block pixel: the quarter it lies in, or the mean of two on a diagonal.
fn pixel(sides: Sides, x: usize, y: usize) -> Rgb {
    let last = COLUMNS - 1;
    let below_falling = y > x;
    let below_rising = x + y > last;
    let ground = |side: usize| look(sides[side]).ground;
    if x == y {
        let (a, b) = if below_rising { (RIGHT, DOWN) } else { (UP, LEFT) };
        return ground(a).mix(ground(b), 0.5);
    }
    if x + y == last {
        let (a, b) = if below_falling { (LEFT, DOWN) } else { (UP, RIGHT) };
        return ground(a).mix(ground(b), 0.5);
    }
    match (below_falling, below_rising) {
        (false, false) => ground(UP),
        (false, true) => ground(RIGHT),
        (true, true) => ground(DOWN),
        (true, false) => ground(LEFT),
    }
}

fn empty_cell(canvas: &mut TextCanvas, (top, left): (usize, usize), colours: TerminalColours) {
    for (row, dots) in ["      ", " .  . ", "      "].into_iter().enumerate() {
        for (column, letter) in dots.chars().enumerate() {
            let spot = match colours {
                TerminalColours::None => Spot::plain(letter),
                _ => Spot::painted(letter, EMPTY_TEXT.0, EMPTY_TEXT.1),
            };
            canvas.set(top + row, left + column, spot);
        }
    }
}

/// `#` on this cell's side of every broken seam.
fn mark_breaks(canvas: &mut TextCanvas, (top, left): (usize, usize), picture: &BoardPicture, cell: usize) {
    let mark = Spot::painted('#', Rgb(255, 255, 255), BREAK).bold();
    let places: [&[(usize, usize)]; 4] =
        [&[(0, 1), (0, COLUMNS - 2)], &[(1, COLUMNS - 1)], &[(2, 1), (2, COLUMNS - 2)], &[(1, 0)]];
    for (side, places) in places.into_iter().enumerate() {
        if picture.seam(cell, side) == Some(SeamState::Break) {
            for (row, column) in places {
                canvas.set(top + row, left + column, mark);
            }
        }
    }
}
