//! Step plans: an order compiled for a puzzle.

use edgewise_puzzle::{Colour, Puzzle, opposite};

use crate::order::Order;

/// What a search knows about one side of a cell when it comes to fill it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Known {
    /// The rim.
    Rim,
    /// A clue lies there, so the colour is fixed from the start: cells beside a clue see it.
    Clue(Colour),
    /// An earlier step fills the neighbour (its cell is given); the colour is known by then.
    Placed(usize),
    /// Nothing is known yet.
    Open,
}

/// One cell to fill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The cell.
    pub cell: usize,
    /// Its position in the order, clue cells counted.
    pub position: usize,
    /// Cells of the order that are filled once this step is: its position + 1, and on past clue
    /// cells that follow.
    pub depth_after: usize,
    /// What is known of each side.
    pub known: [Known; 4],
}

/// The steps of a search: the order without its clue cells, which count as placed from the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepPlan {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// Cells the order has.
    pub length: usize,
    /// Cells at the head of the order that clues fill already.
    pub depth_before: usize,
    /// Clues by the position at which the order passes them; clues outside the order come with 0.
    pub clues_passed: Vec<(usize, edgewise_puzzle::Clue)>,
}

impl StepPlan {
    /// Compiles `order` for `puzzle` and its clues.
    pub fn compile(puzzle: &Puzzle, order: &Order) -> StepPlan {
        let size = puzzle.size();
        let positions = order.positions(size);
        let mut clue_at = vec![None; size.cells()];
        for clue in puzzle.clues() {
            clue_at[clue.cell] = Some(puzzle.sides(clue.placement));
        }
        let mut steps: Vec<Step> = Vec::with_capacity(order.cells.len());
        let mut depth_before = 0;
        for (position, &cell) in order.cells.iter().enumerate() {
            if clue_at[cell].is_some() {
                match steps.last_mut() {
                    Some(last) => last.depth_after = position + 1,
                    None => depth_before = position + 1,
                }
                continue;
            }
            let known = std::array::from_fn(|side| match size.neighbour(cell, side) {
                None => Known::Rim,
                Some(other) => match clue_at[other] {
                    Some(sides) => Known::Clue(sides[opposite(side)]),
                    None if positions[other].is_some_and(|p| p < position) => Known::Placed(other),
                    None => Known::Open,
                },
            });
            steps.push(Step { cell, position, depth_after: position + 1, known });
        }
        let mut clues_passed: Vec<_> =
            puzzle.clues().iter().map(|&clue| (positions[clue.cell].unwrap_or(0), clue)).collect();
        clues_passed.sort_by_key(|&(position, clue)| (position, clue.cell));
        StepPlan { steps, length: order.cells.len(), depth_before, clues_passed }
    }

    /// Of every cell of a board of `cells`, how many cells of the order are filled once it is: 0 for clues
    /// and for cells outside the order, which lie from the start.
    pub fn depths(&self, cells: usize) -> Vec<usize> {
        let mut depths = vec![0; cells];
        self.steps.iter().for_each(|step| depths[step.cell] = step.depth_after);
        depths
    }

    /// Seams between two clues that do not match: no board can avoid them.
    pub fn breaks_between_clues(puzzle: &Puzzle) -> usize {
        puzzle.score(&puzzle.clue_board()).breaks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::{ClueSet, official};

    #[test]
    fn cells_beside_a_clue_see_its_colour() {
        let puzzle = official::puzzle(ClueSet::Starter);
        let order = Order::named("blackwood", puzzle.size(), &[]).unwrap();
        let plan = StepPlan::compile(&puzzle, &order);
        assert_eq!(plan.steps.len(), 255);
        let at = |cell: usize| plan.steps.iter().find(|s| s.cell == cell).unwrap();
        // 139 at cell 135 shows i j j m (8 9 9 12).
        assert_eq!(at(134).known, [Known::Open, Known::Clue(12), Known::Placed(150), Known::Placed(133)]);
        assert_eq!(at(151).known[0], Known::Clue(9));
        assert_eq!(at(136).known[3], Known::Clue(9));
        assert_eq!(at(119).known[2], Known::Clue(8));
        assert_eq!((at(134).position, at(134).depth_after), (118, 120));
        assert_eq!(at(240).known, [Known::Open, Known::Open, Known::Rim, Known::Rim]);
        assert_eq!(plan.steps.last().map(|s| s.depth_after), Some(256));
        let depths = plan.depths(256);
        assert_eq!((depths[135], depths[134], depths[240], depths[3 * 16 - 1]), (0, 120, 1, 252));
    }

    #[test]
    fn the_clue_depths_in_blackwoods_order() {
        let puzzle = official::puzzle(ClueSet::Five);
        let order = Order::named("blackwood", puzzle.size(), &[]).unwrap();
        let plan = StepPlan::compile(&puzzle, &order);
        assert_eq!(plan.clues_passed.iter().map(|c| c.0).collect::<Vec<_>>(), [34, 45, 119, 188, 247]);
        assert_eq!(plan.steps.len(), 251);
    }
}
