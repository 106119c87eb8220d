//! Where a run went: placements and time by depth, quota by position, breaks by cell and by depth.
//!
//! Placements by depth are exact. What costs a look at the board (time, quota, breaks) is *sampled* at
//! fixed node counts, so two runs of the same work sample the same boards; only times differ. Profiles of
//! workers and legs with the same order add up.

use edgewise_puzzle::{Board, Puzzle, opposite};
use serde::{Deserialize, Serialize};

/// Depths whose arrivals are reported, on a board of 256 cells: where the published record hunters
/// compare their runs.
const WATCHED: [usize; 5] = [200, 236, 242, 246, 248];

/// The profile of a run. Lists by depth have an entry for each depth 0..=length of the order, lists by
/// position one for each position, lists by cell one for each cell; an engine that does not measure
/// something leaves its list empty.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Profile {
    /// The cells in visiting order.
    pub order: Vec<usize>,
    /// The cells that clues fill from the start; no placement does. A clue pinned crudely is placed when the
    /// search comes to it, and its cell is none of these.
    pub clues: Vec<usize>,
    /// Placements by cells filled after them: the arrivals at every depth. Exact.
    pub placements: Vec<u64>,
    /// Seconds spent at every depth, summed over threads. Sampled, and scaled so that they and
    /// `fill_seconds` sum to the wall time of every thread.
    pub seconds: Vec<f64>,
    /// Seconds spent in filling holes, summed over threads.
    pub fill_seconds: f64,
    /// The quota asked and reached.
    pub quota: QuotaProfile,
    /// The breaks allowed and paid.
    pub breaks: BreakProfile,
}

/// Quota sides by position: asked, and what sampled boards had.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct QuotaProfile {
    /// Sides asked for once the position is filled.
    pub asked: Vec<u16>,
    /// Sampled boards that had placed a piece at the position; 0 at positions of clues.
    pub boards: Vec<u64>,
    /// The fewest sides any of them had by then.
    pub least: Vec<u16>,
    /// Sides summed over them.
    pub total: Vec<u64>,
    /// The most sides any of them had by then.
    pub most: Vec<u16>,
}

/// Breaks allowed and paid.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct BreakProfile {
    /// Breaks allowed in all once the position is filled (before any wobble).
    pub budget: Vec<u16>,
    /// Of the board as it stood at every sample.
    pub sampled: BreakPlaces,
    /// Of every board whose holes were to be filled, before they were: the arrivals deep enough for
    /// that, and now and then the deepest board so far.
    pub filled: BreakPlaces,
    /// Of the run's best board, holes filled.
    pub best: BreakPlaces,
}

/// Where the breaks of some boards lie.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct BreakPlaces {
    /// Boards looked at.
    pub boards: u64,
    /// Breaks at every cell, summed over the boards; a break counts at both its cells.
    pub by_cell: Vec<u64>,
    /// Breaks by the depth at which they were paid (the later of the two cells was filled), summed over
    /// the boards. A break between two clues is paid at depth 0.
    pub by_depth: Vec<u64>,
}

impl Profile {
    /// A profile of nothing but placements by depth.
    pub fn of_placements(placements: Vec<u64>) -> Profile {
        Profile { placements, ..Profile::default() }
    }

    /// Placements in all.
    pub fn nodes(&self) -> u64 {
        saturating_sum(&self.placements)
    }

    /// Cells of the order.
    pub fn length(&self) -> usize {
        self.placements.len().saturating_sub(1)
    }

    /// How often the search came to have `depth` cells filled. A depth that a clue next in the order
    /// carries further is reached with that one.
    pub fn arrivals(&self, depth: usize) -> u64 {
        let depth = (depth..self.length()).find(|&d| !self.carried(d)).unwrap_or(depth.max(self.length()));
        self.placements.get(depth).copied().unwrap_or(0)
    }

    /// Whether no placement ends at `depth`: a clue, next in the order, carries it further.
    pub fn carried(&self, depth: usize) -> bool {
        self.order.get(depth).is_some_and(|cell| self.clues.contains(cell))
    }

    /// The depths worth watching, 200, 236, 242, 246 and 248 of 256 and their like on other boards, with
    /// their arrivals.
    pub fn watched(&self) -> Vec<(usize, u64)> {
        let mut depths = WATCHED.map(|depth| (depth * self.length() + 128) / 256).to_vec();
        depths.dedup();
        depths.into_iter().filter(|&d| d > 0).map(|d| (d, self.arrivals(d))).collect()
    }

    /// The cell whose placement makes `depth` cells filled: the last one of the order below it that no
    /// clue fills.
    pub fn cell_at(&self, depth: usize) -> Option<usize> {
        self.order.get(..depth)?.iter().copied().rfind(|cell| !self.clues.contains(cell))
    }

    /// Values by depth laid out by cell of a board of `cells`; cells no placement fills have none.
    pub fn by_cell(&self, by_depth: &[f64], cells: usize) -> Vec<Option<f64>> {
        let mut values = vec![None; cells];
        for (depth, &value) in by_depth.iter().enumerate() {
            if let Some(slot) = self.cell_at(depth).and_then(|cell| values.get_mut(cell)) {
                *slot = Some(slot.unwrap_or(0.0) + value);
            }
        }
        values
    }

    /// Adds what another worker or leg with the same order did; false, and nothing added, if its order is
    /// another. The best board stays this one's, and so does the quota reached if the other was asked for
    /// another quota.
    pub fn add(&mut self, other: &Profile) -> bool {
        let same = self.order == other.order && self.clues == other.clues;
        if !same || self.placements.len() != other.placements.len() {
            return false;
        }
        add_all(&mut self.placements, &other.placements);
        if self.seconds.len() == other.seconds.len() {
            self.seconds.iter_mut().zip(&other.seconds).for_each(|(a, b)| *a += b);
        }
        self.fill_seconds += other.fill_seconds;
        if self.quota.asked == other.quota.asked {
            self.quota.add(&other.quota);
        }
        self.breaks.sampled.add(&other.breaks.sampled);
        self.breaks.filled.add(&other.breaks.filled);
        true
    }

    /// The profile without its times: what two runs of the same work have in common.
    pub fn timeless(&self) -> Profile {
        Profile { seconds: vec![0.0; self.seconds.len()], fill_seconds: 0.0, ..self.clone() }
    }

    /// What is wrong with a profile of a board of `cells`, if anything: for one that comes from a file.
    pub fn problem(&self, cells: usize) -> Option<String> {
        let length = self.length();
        let fits = |len: usize, expected: usize| len == 0 || len == expected;
        let order = self.order.iter().chain(&self.clues).all(|&cell| cell < cells);
        if !order || !fits(self.order.len(), length) || length > cells {
            return Some(format!("an order of {} cells: expected the {cells} of the board", self.order.len()));
        }
        let quota = &self.quota;
        let sampled = [quota.boards.len(), quota.least.len(), quota.total.len(), quota.most.len()];
        let by_position = [quota.asked.len(), self.breaks.budget.len()];
        let places = [&self.breaks.sampled, &self.breaks.filled, &self.breaks.best];
        let whole = fits(self.seconds.len(), length + 1)
            && by_position.into_iter().chain(sampled).all(|len| fits(len, length))
            && sampled.into_iter().all(|len| len == sampled[0])
            && places.iter().all(|p| fits(p.by_depth.len(), length + 1) && fits(p.by_cell.len(), cells));
        let finite = self.seconds.iter().chain([&self.fill_seconds]).all(|s| s.is_finite() && *s >= 0.0);
        (!whole || !finite).then(|| format!("lists that do not fit an order of {length} cells"))
    }
}

impl QuotaProfile {
    /// A profile that asks for `asked` and has seen no board.
    pub fn new(asked: Vec<u16>) -> QuotaProfile {
        let length = asked.len();
        QuotaProfile {
            asked,
            boards: vec![0; length],
            least: vec![0; length],
            total: vec![0; length],
            most: vec![0; length],
        }
    }

    /// Notes a board with `sides` quota sides once `position` was filled.
    pub fn note(&mut self, position: usize, sides: u16) {
        let first = self.boards[position] == 0;
        self.boards[position] += 1;
        self.least[position] = if first { sides } else { self.least[position].min(sides) };
        self.total[position] += u64::from(sides);
        self.most[position] = self.most[position].max(sides);
    }

    /// The mean of the sides at `position`, if a board was seen there.
    pub fn mean(&self, position: usize) -> Option<f64> {
        let boards = self.boards.get(position).copied().filter(|&boards| boards > 0)?;
        Some(*self.total.get(position)? as f64 / boards as f64)
    }

    /// The position that asks for something with the least to spare on average.
    pub fn tightest(&self) -> Option<usize> {
        let spare = |i: usize| Some(self.mean(i)? - f64::from(self.asked[i]));
        let seen = (0..self.asked.len()).filter(|&i| self.asked[i] > 0).filter_map(|i| Some((i, spare(i)?)));
        seen.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(i, _)| i)
    }

    /// Adds the boards of another one of the same length.
    pub fn add(&mut self, other: &QuotaProfile) {
        if self.boards.len() != other.boards.len() {
            return;
        }
        for (i, &boards) in other.boards.iter().enumerate().filter(|(_, boards)| **boards > 0) {
            let least = if self.boards[i] == 0 { other.least[i] } else { self.least[i].min(other.least[i]) };
            self.least[i] = least;
            self.most[i] = self.most[i].max(other.most[i]);
            self.boards[i] = self.boards[i].saturating_add(boards);
            self.total[i] = self.total[i].saturating_add(other.total[i]);
        }
    }
}

impl BreakPlaces {
    /// No board yet, on a board of `cells` and an order of `length`.
    pub fn new(cells: usize, length: usize) -> BreakPlaces {
        BreakPlaces { boards: 0, by_cell: vec![0; cells], by_depth: vec![0; length + 1] }
    }

    /// The breaks of one board; `depths` says of every cell how many are filled once it is, 0 for clues.
    pub fn of_board(puzzle: &Puzzle, board: &Board, depths: &[usize]) -> BreakPlaces {
        let length = depths.iter().copied().max().unwrap_or(0);
        let mut places = BreakPlaces { boards: 1, ..BreakPlaces::new(puzzle.size().cells(), length) };
        for (cell, side, other) in puzzle.size().seam_list() {
            if let (Some(a), Some(b)) = (board.get(cell), board.get(other))
                && !puzzle.seam_matches(puzzle.sides(a)[side], puzzle.sides(b)[opposite(side)])
            {
                places.note([cell, other], depths[cell].max(depths[other]));
            }
        }
        places
    }

    /// Notes a break between two cells, paid at `depth`.
    pub fn note(&mut self, cells: [usize; 2], depth: usize) {
        cells.into_iter().for_each(|cell| self.by_cell[cell] += 1);
        self.by_depth[depth] += 1;
    }

    /// Breaks in all, over all boards.
    pub fn breaks(&self) -> u64 {
        saturating_sum(&self.by_depth)
    }

    /// Adds the boards of another one of the same size.
    pub fn add(&mut self, other: &BreakPlaces) {
        self.boards = self.boards.saturating_add(other.boards);
        add_all(&mut self.by_cell, &other.by_cell);
        add_all(&mut self.by_depth, &other.by_depth);
    }
}

fn add_all(sums: &mut [u64], others: &[u64]) {
    sums.iter_mut().zip(others).for_each(|(a, b)| *a = a.saturating_add(*b));
}

/// The sum, or the greatest number where it is more: counts may come from a file.
fn saturating_sum(counts: &[u64]) -> u64 {
    counts.iter().fold(0, |sum, &n| sum.saturating_add(n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgewise_puzzle::generate::{Specification, generate};
    use edgewise_puzzle::{ClueSet, official};

    use crate::{Order, StepPlan};

    fn five_clues() -> Profile {
        let puzzle = official::puzzle(ClueSet::Five);
        let order = Order::named("blackwood", puzzle.size(), &[]).unwrap();
        let plan = StepPlan::compile(&puzzle, &order);
        // At every depth a placement ends at, as many placements as cells are filled.
        let mut placements = vec![0; 257];
        plan.steps.iter().for_each(|step| placements[step.depth_after] = step.depth_after as u64);
        Profile {
            order: order.cells,
            clues: puzzle.clues().iter().map(|c| c.cell).collect(),
            placements,
            ..Profile::default()
        }
    }

    #[test]
    fn arrivals_step_over_clues_and_scale_with_the_board() {
        let profile = five_clues();
        // Clues lie at positions 45, 119, 188 and 247: no placement ends one cell before.
        assert_eq!([45, 46, 247, 248, 256].map(|d| profile.arrivals(d)), [46, 46, 248, 248, 256]);
        assert_eq!(profile.arrivals(400), 0);
        assert_eq!(profile.watched(), [(200, 200), (236, 236), (242, 242), (246, 246), (248, 248)]);
        assert_eq!(profile.cell_at(0), None);
        assert_eq!(profile.cell_at(1), Some(profile.order[0]));
        assert_eq!(profile.cell_at(248), Some(profile.order[246]), "position 247 is a clue");
        let small = Profile::of_placements((0..=36).collect());
        assert_eq!(small.watched(), [(28, 28), (33, 33), (34, 34), (35, 35)]);
        assert_eq!(Profile::of_placements(vec![0, 1]).watched(), [(1, 1)]);
        assert_eq!(Profile::default().watched(), []);
    }

    #[test]
    fn values_by_depth_find_their_cells() {
        let profile = five_clues();
        let ones: Vec<f64> = (0..257).map(f64::from).collect();
        let cells = profile.by_cell(&ones, 256);
        assert_eq!(cells[profile.order[0]], Some(1.0));
        assert!(profile.clues.iter().all(|&clue| cells[clue].is_none()));
        assert_eq!(cells.iter().flatten().count(), 251);
        // Both depths 247 and 248 belong to the cell at position 246.
        assert_eq!(cells[profile.order[246]], Some(495.0));
    }

    #[test]
    fn sums_are_of_the_same_order_only() {
        let mut quota = QuotaProfile::new(vec![1, 2]);
        quota.note(0, 3);
        quota.note(0, 5);
        assert_eq!((quota.least[0], quota.most[0], quota.mean(0), quota.mean(1)), (3, 5, Some(4.0), None));
        assert_eq!(quota.tightest(), Some(0));
        quota.note(1, 4);
        assert_eq!(quota.tightest(), Some(1), "2 to spare against 3");
        quota = QuotaProfile { boards: vec![2, 0], total: vec![8, 0], ..quota };
        let mut one = Profile { order: vec![1, 0], seconds: vec![0.0, 0.5, 1.0], quota, ..Profile::default() };
        one.placements = vec![0, 4, 5];
        let mut two = one.clone();
        two.quota.note(1, 9);
        two.fill_seconds = 2.0;
        assert!(one.add(&two));
        assert_eq!(
            (one.placements.clone(), one.seconds.clone(), one.fill_seconds),
            (vec![0, 8, 10], vec![0.0, 1.0, 2.0], 2.0)
        );
        assert_eq!((one.quota.boards.clone(), one.quota.least.clone()), (vec![4, 1], vec![3, 9]));
        let before = one.clone();
        assert!(!one.add(&Profile { order: vec![0, 1], ..two }));
        assert_eq!(one, before);
        assert_ne!(one.timeless(), one);
        assert_eq!(one.timeless().placements, one.placements);
    }

    #[test]
    fn the_breaks_of_a_board_are_those_of_its_score() {
        let puzzle = generate(&Specification { width: 6, height: 5, seed: 3, ..Specification::default() }).unwrap();
        let (puzzle, mut board) = (puzzle.puzzle, puzzle.solution);
        let depths: Vec<usize> = (1..=30).collect();
        assert_eq!(BreakPlaces::of_board(&puzzle, &board, &depths).breaks(), 0);
        let (a, b) = (board.get(8), board.get(21));
        board.set(8, b);
        board.set(21, a);
        let places = BreakPlaces::of_board(&puzzle, &board, &depths);
        assert!(places.breaks() > 2);
        assert_eq!(places.breaks() as usize, puzzle.score(&board).breaks);
        assert_eq!(places.by_cell.iter().sum::<u64>(), 2 * places.breaks());
        assert!(places.by_cell[8] + places.by_cell[21] >= places.breaks());
        assert!(places.by_depth[..9].iter().all(|&n| n <= 2) && places.by_depth[30] == 0);
    }

    #[test]
    fn a_profile_comes_back_from_its_json_and_a_damaged_one_is_named() {
        let mut profile = five_clues();
        profile.seconds = (0..257).map(|depth| 1.7e-7 * f64::from(depth).sqrt()).collect();
        let text = serde_json::to_string(&profile).unwrap();
        let back: Profile = serde_json::from_str(&text).unwrap();
        assert_eq!(back, profile);
        assert_eq!(back.problem(256), None);
        assert!(back.problem(100).unwrap().contains("expected the 100 of the board"));
        let short = Profile { seconds: vec![1.0; 3], ..back.clone() };
        assert!(short.problem(256).unwrap().contains("do not fit"));
        let mut places = back.clone();
        places.breaks.best.by_cell = vec![0; 9];
        assert!(places.problem(256).is_some());

        // What was sampled of the quota is in all four lists or in none.
        let whole = Profile { quota: QuotaProfile::new(vec![0; 256]), ..back };
        assert_eq!(whole.problem(256), None);
        for damage in [
            |quota: &mut QuotaProfile| quota.boards.clear(),
            |quota: &mut QuotaProfile| quota.least.clear(),
            |quota: &mut QuotaProfile| quota.total.clear(),
            |quota: &mut QuotaProfile| quota.most.clear(),
        ] {
            let mut damaged = whole.clone();
            damage(&mut damaged.quota);
            assert!(damaged.problem(256).unwrap().contains("do not fit"));
        }
    }

    #[test]
    fn counts_too_great_to_add_up_stay_the_greatest() {
        let mut profile = five_clues();
        profile.placements[3..5].fill(u64::MAX);
        profile.breaks.best.by_depth = vec![u64::MAX; 2];
        profile.breaks.sampled = BreakPlaces { boards: u64::MAX, ..profile.breaks.best.clone() };
        assert!(profile.clone().add(&profile));
        assert_eq!((profile.nodes(), profile.breaks.best.breaks()), (u64::MAX, u64::MAX));
    }
}
