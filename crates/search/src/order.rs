//! Cell orders: the sequence in which a search visits the cells.

use edgewise_puzzle::Size;

/// A sequence of distinct cells, usually all of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The name it was made by.
    pub name: String,
    /// The cells in visiting order.
    pub cells: Vec<usize>,
}

/// Why an order could not be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OrderError {
    /// No order has this name.
    #[error("order `{}`: expected one of {list}, or @FILE", .0.escape_debug(), list = NAMES.join(", "))]
    Unknown(String),
    /// A split outside the board.
    #[error("order `{name}`: split {split} is out of range, expected 0..={rows}")]
    Split {
        /// The order.
        name: String,
        /// The split asked for.
        split: usize,
        /// Rows of the board.
        rows: usize,
    },
    /// A listed cell is no cell of the board.
    #[error("order file, entry {index}: `{found}` is no cell of the board, expected a number in 0..{cells}")]
    Cell {
        /// 1-based entry number.
        index: usize,
        /// What stands there.
        found: String,
        /// Cells of the board.
        cells: usize,
    },
    /// A cell comes twice.
    #[error("order file, entry {index}: cell {cell} comes twice, expected each cell once")]
    Twice {
        /// 1-based entry number.
        index: usize,
        /// The cell.
        cell: usize,
    },
    /// Cells are missing.
    #[error("order file: {found} cells, expected all {cells}")]
    Short {
        /// Cells listed.
        found: usize,
        /// Cells of the board.
        cells: usize,
    },
}

/// The named orders. `comb` and `rows-then-*` take a split as `comb:12`.
pub const NAMES: &[&str] = &[
    "row",
    "row-reversed",
    "column",
    "column-reversed",
    "snake",
    "snake-reversed",
    "spiral-in",
    "spiral-out",
    "diagonal",
    "border-first",
    "double-snake",
    "comb:SPLIT",
    "blackwood",
    "rows-then-columns-up:SPLIT",
    "rows-then-columns-down:SPLIT",
    "clues-outward",
];

impl Order {
    /// The order called `name` on a board of `size`; `clues` are the pinned cells (only
    /// `clues-outward` looks at them). A split may follow a colon; the default leaves the last
    /// quarter of the rows to the columns.
    pub fn named(name: &str, size: Size, clues: &[usize]) -> Result<Order, OrderError> {
        let (base, split) = match name.split_once(':') {
            Some((base, split)) => (base, split.parse::<usize>().ok()),
            None => (name, Some(size.height() - size.height() / 4)),
        };
        let takes_split = matches!(base, "comb" | "rows-then-columns-up" | "rows-then-columns-down");
        let unknown = || OrderError::Unknown(name.to_owned());
        if name.contains(':') && !takes_split {
            return Err(unknown());
        }
        let split = split.ok_or_else(unknown)?;
        if takes_split && split > size.height() {
            return Err(OrderError::Split { name: base.to_owned(), split, rows: size.height() });
        }
        let cells = match base {
            "row" => rows(size),
            "row-reversed" => reversed(rows(size)),
            "column" => columns(size),
            "column-reversed" => reversed(columns(size)),
            "snake" => snake(size),
            "snake-reversed" => reversed(snake(size)),
            "spiral-in" => spiral_in(size),
            "spiral-out" => reversed(spiral_in(size)),
            "diagonal" => diagonal(size),
            "border-first" => border_first(size),
            "double-snake" => double_snake(size),
            "comb" | "rows-then-columns-down" => comb(size, split, false),
            "rows-then-columns-up" => comb(size, split, true),
            "blackwood" => blackwood(size),
            "clues-outward" => clues_outward(size, clues),
            _ => return Err(unknown()),
        };
        Ok(Order { name: name.to_owned(), cells })
    }

    /// An order from text: cell numbers (row-major) separated by blanks, commas or new lines, each
    /// cell of the board once; `#` starts a comment.
    pub fn parse(text: &str, size: Size) -> Result<Order, OrderError> {
        let mut cells = Vec::with_capacity(size.cells());
        let mut seen = vec![false; size.cells()];
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
        let words =
            lines.flat_map(|line| line.split(|c: char| c == ',' || c.is_whitespace())).filter(|w| !w.is_empty());
        for (i, word) in words.enumerate() {
            let index = i + 1;
            let cell = word.parse::<usize>().ok().filter(|&c| c < size.cells());
            let cell = cell.ok_or_else(|| OrderError::Cell {
                index,
                found: word.chars().take(20).collect(),
                cells: size.cells(),
            })?;
            if std::mem::replace(&mut seen[cell], true) {
                return Err(OrderError::Twice { index, cell });
            }
            cells.push(cell);
        }
        if cells.len() != size.cells() {
            return Err(OrderError::Short { found: cells.len(), cells: size.cells() });
        }
        Ok(Order { name: "file".to_owned(), cells })
    }

    /// The position of every cell in the order, `None` for cells it leaves out.
    pub fn positions(&self, size: Size) -> Vec<Option<usize>> {
        let mut positions = vec![None; size.cells()];
        for (position, &cell) in self.cells.iter().enumerate() {
            positions[cell] = Some(position);
        }
        positions
    }
}

fn reversed(mut cells: Vec<usize>) -> Vec<usize> {
    cells.reverse();
    cells
}

fn rows(size: Size) -> Vec<usize> {
    (0..size.cells()).collect()
}

fn columns(size: Size) -> Vec<usize> {
    (0..size.width()).flat_map(|c| (0..size.height()).map(move |r| size.cell(r, c))).collect()
}

/// Rows, every second one backwards.
fn snake(size: Size) -> Vec<usize> {
    let width = size.width();
    (0..size.height())
        .flat_map(|r| (0..width).map(move |c| size.cell(r, if r % 2 == 0 { c } else { width - 1 - c })))
        .collect()
}

/// Clockwise from the top-left corner, ring by ring inwards.
fn spiral_in(size: Size) -> Vec<usize> {
    let mut cells = Vec::with_capacity(size.cells());
    let (mut top, mut left, mut bottom, mut right) = (0, 0, size.height(), size.width());
    while top < bottom && left < right {
        cells.extend((left..right).map(|c| size.cell(top, c)));
        cells.extend((top + 1..bottom).map(|r| size.cell(r, right - 1)));
        if bottom - top > 1 {
            cells.extend((left..right - 1).rev().map(|c| size.cell(bottom - 1, c)));
        }
        if right - left > 1 {
            cells.extend((top + 1..bottom - 1).rev().map(|r| size.cell(r, left)));
        }
        (top, left, bottom, right) = (top + 1, left + 1, bottom - 1, right - 1);
    }
    cells
}

/// By anti-diagonals from the top-left corner, each from its top end.
fn diagonal(size: Size) -> Vec<usize> {
    let mut cells = rows(size);
    cells.sort_by_key(|&c| (size.row(c) + size.col(c), size.row(c)));
    cells
}

/// The frame clockwise from the top-left corner, then the inside by rows.
fn border_first(size: Size) -> Vec<usize> {
    let ring = 2 * (size.width() + size.height()).saturating_sub(2);
    let ring = if size.width() == 1 || size.height() == 1 { size.cells() } else { ring };
    let mut cells = spiral_in(size);
    cells.truncate(ring);
    cells.extend((0..size.cells()).filter(|&c| !size.is_border(c)));
    cells
}

/// Pairs of rows, both cells of each column together; every second pair backwards.
fn double_snake(size: Size) -> Vec<usize> {
    let mut cells = Vec::with_capacity(size.cells());
    for top in (0..size.height()).step_by(2) {
        for i in 0..size.width() {
            let col = if top / 2 % 2 == 0 { i } else { size.width() - 1 - i };
            cells.push(size.cell(top, col));
            if top + 1 < size.height() {
                cells.push(size.cell(top + 1, col));
            }
        }
    }
    cells
}

/// `split` full rows, then the rest column by column, downwards or upwards.
fn comb(size: Size, split: usize, up: bool) -> Vec<usize> {
    let mut cells: Vec<usize> = (0..split * size.width()).collect();
    for col in 0..size.width() {
        let column: Vec<usize> = (split..size.height()).map(|r| size.cell(r, col)).collect();
        cells.extend(if up { reversed(column) } else { column });
    }
    cells
}

/// Blackwood's order for 16×16, and its pattern on other sizes: rows upward from the bottom left,
/// the last five rows as a block of columns five high, the last four columns interleaved so that
/// the frame is released step by step. (J. Blackwood's published solver; closed form in
/// `docs/BACKTRACK.md`.)
fn blackwood(size: Size) -> Vec<usize> {
    /// Positions of the last block, columns 12..=15 of the top five rows, on the 16×16 board.
    const BLOCK: [[usize; 4]; 5] =
        [[243, 249, 254, 255], [242, 248, 252, 253], [241, 247, 250, 251], [240, 244, 245, 246], [236, 237, 238, 239]];
    let (width, height) = (size.width(), size.height());
    if (width, height) == (16, 16) {
        let mut keyed: Vec<(usize, usize)> = (0..256)
            .map(|cell| {
                let (r, c) = (size.row(cell), size.col(cell));
                let position = match (r, c) {
                    (5.., _) => 16 * (15 - r) + c,
                    (_, 0..=4) => 176 + 5 * (4 - r) + c,
                    (_, 5..=11) => 201 + 5 * (c - 5) + (4 - r),
                    _ => BLOCK[r][c - 12],
                };
                (position, cell)
            })
            .collect();
        keyed.sort_unstable();
        return keyed.into_iter().map(|(_, cell)| cell).collect();
    }
    // Elsewhere: rows from the bottom, then teeth as high as the last third allows, at most five.
    let teeth = (height / 3).min(5);
    let mut cells = Vec::with_capacity(size.cells());
    for row in (teeth..height).rev() {
        cells.extend((0..width).map(|col| size.cell(row, col)));
    }
    for col in 0..width {
        cells.extend((0..teeth).rev().map(|row| size.cell(row, col)));
    }
    cells
}

/// By distance to the nearest clue (or to the middle cell where there is none), then row-major.
fn clues_outward(size: Size, clues: &[usize]) -> Vec<usize> {
    let middle = [size.cell(size.height() / 2, size.width() / 2)];
    let sources = if clues.is_empty() { &middle[..] } else { clues };
    let distance = |a: usize, b: usize| size.row(a).abs_diff(size.row(b)) + size.col(a).abs_diff(size.col(b));
    let mut cells = rows(size);
    cells.sort_by_key(|&cell| sources.iter().map(|&s| distance(cell, s)).min().unwrap_or(0));
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(width: usize, height: usize) -> Size {
        Size::new(width, height).unwrap()
    }

    #[test]
    fn every_order_visits_every_cell_once_on_every_size() {
        for width in 1..=20 {
            for height in 1..=20 {
                let size = size(width, height);
                for name in NAMES {
                    let name = name.replace(":SPLIT", "");
                    let order = Order::named(&name, size, &[0, size.cells() / 2]).unwrap();
                    let mut cells = order.cells.clone();
                    cells.sort_unstable();
                    assert_eq!(cells, (0..size.cells()).collect::<Vec<_>>(), "{name} on {size}");
                }
            }
        }
    }

    #[test]
    fn blackwoods_order_is_the_published_table() {
        let order = Order::named("blackwood", size(16, 16), &[]).unwrap();
        let position = order.positions(size(16, 16)).into_iter().map(Option::unwrap).collect::<Vec<_>>();
        assert_eq!(&position[..16], &[196, 197, 198, 199, 200, 205, 210, 215, 220, 225, 230, 235, 243, 249, 254, 255]);
        assert_eq!(
            &position[16..32],
            &[191, 192, 193, 194, 195, 204, 209, 214, 219, 224, 229, 234, 242, 248, 252, 253]
        );
        assert_eq!(
            &position[32..48],
            &[186, 187, 188, 189, 190, 203, 208, 213, 218, 223, 228, 233, 241, 247, 250, 251]
        );
        assert_eq!(
            &position[48..64],
            &[181, 182, 183, 184, 185, 202, 207, 212, 217, 222, 227, 232, 240, 244, 245, 246]
        );
        assert_eq!(
            &position[64..80],
            &[176, 177, 178, 179, 180, 201, 206, 211, 216, 221, 226, 231, 236, 237, 238, 239]
        );
        assert_eq!(&position[80..96], &(160..176).collect::<Vec<_>>()[..]);
        assert_eq!(position[240], 0);
    }

    #[test]
    fn small_orders_by_hand() {
        let cells = |name: &str, w, h| Order::named(name, size(w, h), &[]).unwrap().cells;
        assert_eq!(cells("row-reversed", 2, 2), [3, 2, 1, 0]);
        assert_eq!(cells("column", 2, 3), [0, 2, 4, 1, 3, 5]);
        assert_eq!(cells("snake", 3, 2), [0, 1, 2, 5, 4, 3]);
        assert_eq!(cells("spiral-in", 3, 3), [0, 1, 2, 5, 8, 7, 6, 3, 4]);
        assert_eq!(cells("spiral-out", 3, 3), [4, 3, 6, 7, 8, 5, 2, 1, 0]);
        assert_eq!(cells("diagonal", 3, 2), [0, 1, 3, 2, 4, 5]);
        assert_eq!(cells("border-first", 4, 3), [0, 1, 2, 3, 7, 11, 10, 9, 8, 4, 5, 6]);
        assert_eq!(cells("double-snake", 2, 4), [0, 2, 1, 3, 5, 7, 4, 6]);
        assert_eq!(cells("comb:1", 2, 3), [0, 1, 2, 4, 3, 5]);
        assert_eq!(cells("rows-then-columns-up:1", 2, 3), [0, 1, 4, 2, 5, 3]);
        assert_eq!(Order::named("clues-outward", size(3, 3), &[8]).unwrap().cells[..3], [8, 5, 7]);
    }

    #[test]
    fn files_and_mistakes() {
        let board = size(2, 2);
        assert_eq!(Order::parse("3, 1 # last first\n0\n2", board).unwrap().cells, [3, 1, 0, 2]);
        let message = |text| Order::parse(text, board).unwrap_err().to_string();
        assert_eq!(message("0 1 2 4"), "order file, entry 4: `4` is no cell of the board, expected a number in 0..4");
        assert_eq!(message("0 1 1 2"), "order file, entry 3: cell 1 comes twice, expected each cell once");
        assert_eq!(message("0 1"), "order file: 2 cells, expected all 4");
        let named = |name| Order::named(name, board, &[]).unwrap_err().to_string();
        assert!(named("zigzag").starts_with("order `zigzag`: expected one of row, "));
        assert_eq!(named("comb:3"), "order `comb`: split 3 is out of range, expected 0..=2");
        assert!(named("row:1").starts_with("order `row:1`: expected one of"));
    }
}
