//! The engines of a comparison, each with parameters that leave it nothing but the shape of its search.

use edgewise_portfolio::engines::{self, Listed};
use edgewise_puzzle::Puzzle;
use edgewise_search::{Engine, EngineError, Params};

/// Placements of the shortest attempt of a depth-first search that starts again and again.
const RESTART_UNIT: u64 = 100_000;

/// What all engines share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The order of cells: a name, or `@` and cell numbers.
    pub order: String,
    /// Most breaks of a placement, 1 or 2.
    pub breaks_per_placement: u8,
    /// Whether seams between two border cells may break.
    pub break_frame: bool,
}

/// A search shape.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// The beam.
    Beam,
    /// Depth-first search.
    DepthFirst,
    /// Limited-discrepancy search.
    Discrepancy,
    /// Depth-first search that knows more than the others.
    Informed,
}

impl Kind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Beam => "beam",
            Kind::DepthFirst => "depth-first",
            Kind::Discrepancy => "limited discrepancy",
            Kind::Informed => "quota-led depth-first",
        }
    }
}

/// An engine to compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entrant {
    /// The beam with matched seams as its key, as wide as lets so many boards be built; the best of them.
    Beam {
        /// How many.
        boards: u64,
    },
    /// Depth-first search, first candidates first.
    DepthFirst,
    /// The same, started again with new tables by the Luby sequence.
    Restarts,
    /// Limited-discrepancy search in waves 0, 1, 2, ..
    Waves,
    /// One wave of limited-discrepancy search with at most so many discrepancies.
    OnePass(u32),
    /// Blackwood's engine with the preset that suits the clues: its quota, order and break schedule are knowledge of
    /// the puzzle that the others lack.
    Quota,
}

impl Entrant {
    /// Its name in tables.
    pub fn name(self) -> String {
        match self {
            Entrant::Beam { boards: 1 } => "beam".to_owned(),
            Entrant::Beam { boards } => format!("beam, best of {boards}"),
            Entrant::DepthFirst => "depth-first".to_owned(),
            Entrant::Restarts => "depth-first, restarts".to_owned(),
            Entrant::Waves => "limited discrepancy, waves".to_owned(),
            Entrant::OnePass(most) => format!("limited discrepancy, one pass of at most {most}"),
            Entrant::Quota => "quota-led depth-first (informed)".to_owned(),
        }
    }

    /// Its shape.
    pub fn kind(self) -> Kind {
        match self {
            Entrant::Beam { .. } => Kind::Beam,
            Entrant::DepthFirst | Entrant::Restarts => Kind::DepthFirst,
            Entrant::Waves | Entrant::OnePass(_) => Kind::Discrepancy,
            Entrant::Quota => Kind::Informed,
        }
    }

    /// Whether order, breaks and candidates are its own, not those of the comparison.
    pub fn has_own_rules(self) -> bool {
        self == Entrant::Quota
    }

    /// The engine's name.
    pub fn engine_name(self) -> &'static str {
        match self.kind() {
            Kind::Beam => "beam",
            Kind::Discrepancy => "lds",
            Kind::DepthFirst | Kind::Informed => "backtrack",
        }
    }

    fn listed(self) -> Result<Listed, EngineError> {
        let name = self.engine_name();
        engines::named(name).ok_or_else(|| EngineError::Unsupported(format!("no engine is called {name}")))
    }

    /// The engine.
    pub fn engine(self) -> Result<Box<dyn Engine>, EngineError> {
        self.listed().map(|listed| listed.engine)
    }

    /// Its parameters on `puzzle`.
    pub fn params(
        self,
        puzzle: &Puzzle,
        rules: &Rules,
        allowance: Option<usize>,
        width: Option<usize>,
    ) -> Result<Params, EngineError> {
        let Listed { engine, default_preset, .. } = self.listed()?;
        let table = engine.parameters();
        let allowance = allowance.unwrap_or(0).min(puzzle.size().seams());
        let text = |word: &str| word.to_owned();
        let (preset, mut own) = match self {
            Entrant::Quota => (default_preset(puzzle), Vec::new()),
            Entrant::Beam { .. } => ("seed", beam(rules, allowance, width)),
            Entrant::DepthFirst | Entrant::Restarts => {
                let restart = self == Entrant::Restarts;
                let mut own = vec![
                    ("breaks", vec!["0"; allowance].join(",")),
                    ("strands", text("1")),
                    ("node_cap", if restart { RESTART_UNIT.to_string() } else { text("0") }),
                ];
                own.extend(restart.then(|| ("restart", text("luby"))));
                ("strict", own)
            }
            Entrant::Waves => ("strict", vec![("allowance", allowance.to_string())]),
            Entrant::OnePass(most) => {
                let own = [("allowance", allowance.to_string()), ("discrepancies", most.to_string())];
                ("strict", own.into_iter().chain([("waves", text("last"))]).collect())
            }
        };
        if !self.has_own_rules() {
            own.push(("order", rules.order.clone()));
            own.push(("break_frame", rules.break_frame.to_string()));
        }
        if matches!(self.kind(), Kind::DepthFirst | Kind::Discrepancy) {
            own.push(("breaks_per_placement", rules.breaks_per_placement.to_string()));
            own.push(("candidate_sort", text("chance")));
        }
        own.push(("fill_holes", text("0")));
        let mut params = table.preset(preset)?;
        own.iter().try_for_each(|(name, value)| params.set(name, value))?;
        Ok(params)
    }
}

/// A beam of matched seams alone that makes every child the others may place.
fn beam(rules: &Rules, allowance: usize, width: Option<usize>) -> Vec<(&'static str, String)> {
    let two_breaks = if rules.breaks_per_placement < 2 { "never" } else { "always" };
    vec![
        ("width", width.unwrap_or(1).to_string()),
        ("allowance", allowance.to_string()),
        ("two_breaks", two_breaks.to_owned()),
        // Any child, alike or not.
        ("tolerance", "2".to_owned()),
        ("dedup", "none".to_owned()),
        ("burn_colours", String::new()),
    ]
}
