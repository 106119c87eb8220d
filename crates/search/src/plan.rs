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

/// When a search learns of the clues.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CluePin {
    /// Clues lie from the start: the cells beside one see its colours.
    #[default]
    Tables,
    /// A clue cell is a step like any other, whose only candidate is the clue: cells filled before
    /// it know nothing of it. The crude pin of the published experiment with five clues.
    Crude,
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

/// The steps of a search: the order without its clue cells, which count as placed from the start
/// (with [`CluePin::Crude`] the whole order).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepPlan {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// Cells the order has.
    pub length: usize,
    /// Cells at the head of the order that clues fill already.
    pub depth_before: usize,
    /// Clues that are no steps by the position at which the order passes them; clues outside the
    /// order come with 0.
    pub clues_passed: Vec<(usize, edgewise_puzzle::Clue)>,
}

impl Step {
    /// How many neighbours lie already when the cell is filled, clues included: 0 to 4. The rim is none.
    pub fn neighbours(&self) -> usize {
        self.known.iter().filter(|known| matches!(known, Known::Clue(_) | Known::Placed(_))).count()
    }
}

impl StepPlan {
    /// How many steps find 0, 1, 2, 3 and 4 neighbours lying.
    pub fn neighbour_counts(&self) -> [usize; 5] {
        let mut counts = [0; 5];
        self.steps.iter().for_each(|step| counts[step.neighbours()] += 1);
        counts
    }

    /// Compiles `order` for `puzzle` and its clues, which lie from the start.
    pub fn compile(puzzle: &Puzzle, order: &Order) -> StepPlan {
        StepPlan::pinned(puzzle, order, CluePin::Tables)
    }

    /// Compiles `order` for `puzzle` and its clues, pinned in one of two ways. A clue that the order
    /// does not come to lies from the start in both.
    pub fn pinned(puzzle: &Puzzle, order: &Order, pin: CluePin) -> StepPlan {
        let size = puzzle.size();
        let positions = order.positions(size);
        let is_step = |cell: usize| pin == CluePin::Crude && positions[cell].is_some();
        let mut clue_at = vec![None; size.cells()];
        for clue in puzzle.clues().iter().filter(|clue| !is_step(clue.cell)) {
            clue_at[clue.cell] = Some(puzzle.sides(clue.placement));
        }
        let is_clue = |cell: usize| puzzle.clues().iter().any(|clue| clue.cell == cell);
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
                // A seam between two clues is what it is: nothing to be checked.
                Some(other) if is_clue(cell) && is_clue(other) => Known::Open,
                Some(other) => match clue_at[other] {
                    Some(sides) => Known::Clue(sides[opposite(side)]),
                    None if positions[other].is_some_and(|p| p < position) => Known::Placed(other),
                    None => Known::Open,
                },
            });
            steps.push(Step { cell, position, depth_after: position + 1, known });
        }
        let passed = puzzle.clues().iter().filter(|clue| !is_step(clue.cell));
        let mut clues_passed: Vec<_> = passed.map(|&clue| (positions[clue.cell].unwrap_or(0), clue)).collect();
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

    /// Cells filled once `steps` steps are placed, clue cells included when the order has passed them.
    pub fn depth(&self, steps: usize) -> usize {
        steps.checked_sub(1).map_or(self.depth_before, |last| self.steps[last].depth_after)
    }

    /// Quota sides of the clues that lie in the order before `position`, by the weight of every colour.
    pub fn clue_sides_before(&self, puzzle: &Puzzle, position: usize, weights: &[u8]) -> u16 {
        let passed = self.clues_passed.iter().filter(|clue| clue.0 < position);
        let sides = passed.flat_map(|clue| puzzle.sides(clue.1.placement));
        sides.map(|colour| u16::from(weights[usize::from(colour)])).sum()
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
    fn a_crude_pin_is_a_step_that_its_neighbours_do_not_foresee() {
        let puzzle = official::puzzle(ClueSet::Five);
        let order = Order::named("blackwood", puzzle.size(), &[]).unwrap();
        let plan = StepPlan::pinned(&puzzle, &order, CluePin::Crude);
        assert_eq!((plan.steps.len(), plan.depth_before, plan.clues_passed.len()), (256, 0, 0));
        assert!(plan.steps.iter().enumerate().all(|(i, s)| (s.position, s.depth_after) == (i, i + 1)));
        // The clue at cell 210 comes 34th, after the cells left of it and below it.
        assert_eq!(plan.steps[34].cell, 210);
        assert_eq!(plan.steps[33].known[1], Known::Open);
        assert_eq!(plan.steps[34].known, [Known::Open, Known::Open, Known::Placed(226), Known::Placed(209)]);
        assert_eq!(plan.steps[35].known[3], Known::Placed(210));
        // A clue outside the order lies from the start.
        let block = Order { name: "block".to_owned(), cells: vec![208, 209] };
        let plan = StepPlan::pinned(&puzzle, &block, CluePin::Crude);
        assert_eq!(plan, StepPlan::compile(&puzzle, &block));
        assert!(matches!(plan.steps[1].known[1], Known::Clue(_)));
    }

    #[test]
    fn neighbours_of_every_order_by_hand() {
        let counts = |name: &str, clues| {
            let puzzle = official::puzzle(clues);
            let order = Order::named(name, puzzle.size(), &[]).unwrap();
            StepPlan::compile(&puzzle, &order).neighbour_counts()
        };
        // Rows: the corner sees nothing, the first row and column one neighbour, all others two.
        assert_eq!(counts("row", ClueSet::None), [1, 30, 225, 0, 0]);
        // The ring sees one neighbour at a time and two where it closes; inside, the last column and row see
        // the ring too. Every seam is seen once.
        assert_eq!(counts("border-first", ClueSet::None), [1, 58, 170, 26, 1]);
        for name in ["spiral-in", "spiral-out", "diagonal", "comb:12", "blackwood", "double-snake"] {
            let seen: usize = counts(name, ClueSet::None).iter().enumerate().map(|(n, steps)| n * steps).sum();
            assert_eq!(seen, 480, "{name}");
        }
        // Clues are no steps, and their neighbours see them from the start.
        let five = counts("row", ClueSet::Five);
        assert_eq!((five.iter().sum::<usize>(), five[3] + five[4]), (251, 10));
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
