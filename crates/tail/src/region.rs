//! Regions to free, by shape. Clue cells in them stay frozen.

use edgewise_puzzle::{Board, Puzzle};

use crate::error::TailError;

/// A shape of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Region {
    /// The last rows, so many.
    Rows(usize),
    /// The last columns of a range, both ends in it, 0 the leftmost.
    Columns(usize, usize),
    /// Top row, left column, height, width.
    Rectangle(usize, usize, usize, usize),
    /// So many last cells of the order.
    Last(usize),
    /// So many cells nearest to a break (steps up, down, left, right; then by cell number), clues not counted.
    NearBreaks(usize),
    /// These cells; a clue among them is an error of the tail, not of the region.
    Cells(Vec<usize>),
}

impl Region {
    /// Its cells on `board`, clue cells left out (but of [`Region::Cells`]); `order` lists all cells.
    ///
    /// # Errors
    /// If the region is empty, does not fit the board, or the board has no break to be near to.
    pub fn cells(&self, puzzle: &Puzzle, board: &Board, order: &[usize]) -> Result<Vec<usize>, TailError> {
        let size = puzzle.size();
        let (w, h) = (size.width(), size.height());
        let bad = |what: String| Err(TailError::Region(what));
        let is_free = |cell: &usize| puzzle.clues().iter().all(|clue| clue.cell != *cell);
        let cells: Vec<usize> = match *self {
            Region::Rows(rows) if rows == 0 || rows > h => return bad(format!("{rows} rows: expected 1..={h}")),
            Region::Rows(rows) => (size.cells() - rows * w..size.cells()).collect(),
            Region::Columns(first, last) if first > last || last >= w => {
                return bad(format!("columns {first}-{last}: expected A-B with A <= B < {w}"));
            }
            Region::Columns(first, last) => {
                (0..size.cells()).filter(|&c| (first..=last).contains(&size.col(c))).collect()
            }
            Region::Rectangle(row, col, height, width) => {
                let fits = height > 0 && width > 0 && row + height <= h && col + width <= w;
                if !fits {
                    return bad(format!(
                        "rectangle {row},{col},{height},{width}: expected one inside the {size} board"
                    ));
                }
                let inside = |c: &usize| {
                    (row..row + height).contains(&size.row(*c)) && (col..col + width).contains(&size.col(*c))
                };
                (0..size.cells()).filter(inside).collect()
            }
            Region::Last(n) if n == 0 || n > order.len() => {
                return bad(format!("last {n} cells: expected 1..={}, the length of the order", order.len()));
            }
            Region::Last(n) => order[order.len() - n..].to_vec(),
            Region::NearBreaks(n) => near_breaks(puzzle, board, n)?,
            Region::Cells(ref cells) => return Ok(cells.clone()),
        };
        let free: Vec<usize> = cells.into_iter().filter(is_free).collect();
        if free.is_empty() {
            return Err(TailError::NothingFree("the region holds clues only".to_owned()));
        }
        Ok(free)
    }
}

fn near_breaks(puzzle: &Puzzle, board: &Board, n: usize) -> Result<Vec<usize>, TailError> {
    let size = puzzle.size();
    let breaks = puzzle.breaks(board);
    if breaks.is_empty() {
        return Err(TailError::NothingFree("the board has no break to be near to".to_owned()));
    }
    if n == 0 {
        return Err(TailError::Region("0 cells near breaks: expected at least 1".to_owned()));
    }
    let ends: Vec<usize> = breaks.iter().flat_map(|&(cell, _, other)| [cell, other]).collect();
    let apart = |a: usize, b: usize| size.row(a).abs_diff(size.row(b)) + size.col(a).abs_diff(size.col(b));
    let free = |cell: &usize| puzzle.clues().iter().all(|clue| clue.cell != *cell);
    let mut cells: Vec<usize> = (0..size.cells()).filter(free).collect();
    cells.sort_by_key(|&cell| (ends.iter().map(|&end| apart(cell, end)).min(), cell));
    cells.truncate(n);
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::{ClueSet, official};

    #[test]
    fn regions_leave_clues_out() {
        let puzzle = official::puzzle(ClueSet::Five);
        let board = puzzle.clue_board();
        let order: Vec<usize> = (0..256).collect();
        let count =
            |region: Region| region.cells(&puzzle, &board, &order).map(|cells| cells.len()).map_err(|e| e.to_string());
        assert_eq!(count(Region::Rows(2)), Ok(32));
        assert_eq!(count(Region::Rows(3)), Ok(46), "two clues lie in row 13");
        assert_eq!(count(Region::Columns(2, 2)), Ok(14));
        assert_eq!(count(Region::Rectangle(12, 12, 4, 4)), Ok(15));
        assert_eq!(count(Region::Last(24)), Ok(24));
        assert_eq!(count(Region::Cells(vec![1, 2])), Ok(2));
        assert_eq!(count(Region::Rows(17)), Err("17 rows: expected 1..=16".to_owned()));
        assert_eq!(
            count(Region::Rectangle(2, 2, 1, 1)),
            Err("no cell is free: the region holds clues only".to_owned())
        );
        assert!(count(Region::Rectangle(12, 12, 5, 4)).unwrap_err().contains("inside the 16x16 board"));
        assert!(count(Region::NearBreaks(5)).unwrap_err().contains("no break"));
    }

    #[test]
    fn the_cells_nearest_to_a_break() {
        use edgewise_puzzle::generate::{Specification, generate};
        let spec =
            Specification { width: 5, height: 5, frame_colours: 2, inner_colours: 9, seed: 4, ..Default::default() };
        let made = generate(&spec).unwrap();
        let mut board = made.solution.clone();
        board.set(0, None);
        board.set(12, board.get(12).map(|p| edgewise_puzzle::Placement::new(p.piece(), p.rotation() + 1)));
        let near = Region::NearBreaks(6).cells(&made.puzzle, &board, &[]).unwrap();
        assert_eq!(near[..5], [7, 11, 12, 13, 17]);
    }
}
