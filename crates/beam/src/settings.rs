//! The parameters, read and checked for one puzzle.

use edgewise_puzzle::{Colour, ColourMap, Puzzle};
use edgewise_search::{EngineError, Order, ParamError, Params, shared};

use crate::curve::{self, Curve, Widths};
use crate::fixed::ONE;
use crate::likeness::Dedup;
use crate::outlook::{Form, MOST_WEIGHT};
use crate::prior::{self, Corpus};

/// Most children a layer is chosen from: they are numbered with 32 bits.
const MOST_WANTED: usize = 1 << 31;

/// How keys are perturbed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Noise {
    /// Not at all.
    None,
    /// Gumbel noise, for every child by itself.
    Gumbel,
    /// The stochastic beam of Kool, van Hoof and Welling (2019).
    Stochastic,
}

/// How survivors are chosen among the best children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Selection {
    /// The best.
    Best,
    /// At random among the best.
    Sample,
    /// By weights that fall with the key, systematically.
    Resample,
}

/// When children with two breaks are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TwoBreaks {
    /// When there are fewer children than parents.
    Starve,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The parameters of a beam.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The cell order.
    pub(crate) order: Order,
    /// The widths.
    pub(crate) widths: Widths,
    /// Width of every board in percent of the one before's.
    growth: u64,
    /// Width at which that ends.
    width_most: usize,
    /// Boards to build; 0: until the budget ends.
    pub(crate) boards: u64,
    /// Weights of the concentration: inner and frame colours.
    pub(crate) concentration: [Curve; 2],
    /// Weights of the outlook: inner and frame colours.
    pub(crate) outlook: [Curve; 2],
    /// Its function.
    pub(crate) outlook_form: Form,
    /// The colours that burn, in the puzzle's own numbers.
    pub(crate) burn_colours: Vec<Colour>,
    /// Weight of a burnt side.
    pub(crate) burn: Curve,
    /// The corpus.
    pub(crate) prior: Option<Corpus>,
    /// Its weight.
    pub(crate) prior_weight: Curve,
    /// Weight of the scarcest demand.
    pub(crate) scarcity: Curve,
    /// How many breaks more than its best child a parent's children may have; `None`: any.
    pub(crate) tolerance: Option<usize>,
    /// Most children of a parent; 0: all.
    pub(crate) fanout: usize,
    /// Whether children are worth what a greedy board from them is.
    pub(crate) rollouts: bool,
    /// The noise.
    pub(crate) noise: Noise,
    /// Its temperature, and that of resampling.
    temperature: Curve,
    /// The selection.
    pub(crate) selection: Selection,
    /// How many times the width are the best that sampling chooses from.
    pub(crate) pool: usize,
    /// Which states count as the same.
    pub(crate) dedup: Dedup,
    /// From how many cells filled on.
    pub(crate) dedup_from: usize,
    /// When children with two breaks are made.
    pub(crate) two_breaks: TwoBreaks,
    /// Most breaks of a board.
    pub(crate) allowance: usize,
    /// Whether frame seams may break.
    pub(crate) break_frame: bool,
    /// Most holes filled exactly at the end; 0: holes stay open.
    pub(crate) fill_holes: usize,
}

fn bad(name: &str, found: &str, expected: &str) -> EngineError {
    let found = found.chars().take(60).collect();
    EngineError::Param(ParamError::Value { name: name.to_owned(), found, expected: expected.to_owned() })
}

impl Settings {
    /// Reads `params` for `puzzle`.
    pub(crate) fn read(params: &Params, puzzle: &Puzzle) -> Result<Settings, EngineError> {
        let order = shared::order(params, puzzle)?;
        let curve = |name: &str| {
            let text = params.text(name);
            Curve::parse(text).ok_or_else(|| bad(name, text, curve::WEIGHT))
        };
        let outlook = |name: &str| {
            let small = curve(name)?.at_most(MOST_WEIGHT);
            small.ok_or_else(|| bad(name, params.text(name), "weights of 0 to 10, such as 0.3 or 0:0.3,200:0.5"))
        };
        let schedule = params.text("width_schedule");
        let settings = Settings {
            order,
            widths: Widths::parse(params.integer("width") as usize, schedule)
                .ok_or_else(|| bad("width_schedule", schedule, curve::WIDTHS))?,
            growth: params.integer("growth") as u64,
            width_most: params.integer("width_most") as usize,
            boards: params.integer("boards") as u64,
            concentration: [curve("concentration")?, curve("frame_concentration")?],
            outlook: [outlook("outlook")?, outlook("frame_outlook")?],
            outlook_form: Form::named(params.text("outlook_form")),
            burn_colours: burn_colours(params, puzzle)?,
            burn: curve("burn")?,
            prior: Corpus::parse(params.text("prior"), puzzle).map_err(|what| bad("prior", &what, prior::EXPECTED))?,
            prior_weight: curve("prior_weight")?,
            scarcity: curve("scarcity")?,
            // No child has more than two breaks.
            tolerance: Some(params.integer("tolerance") as usize).filter(|&t| t < 2),
            fanout: params.integer("fanout") as usize,
            rollouts: params.flag("rollouts"),
            noise: match params.text("noise") {
                "gumbel" => Noise::Gumbel,
                "stochastic" => Noise::Stochastic,
                _ => Noise::None,
            },
            temperature: curve("temperature")?,
            selection: match params.text("selection") {
                "sample" => Selection::Sample,
                "resample" => Selection::Resample,
                _ => Selection::Best,
            },
            pool: params.integer("pool") as usize,
            dedup: match params.text("dedup") {
                "none" => Dedup::None,
                "pieces" => Dedup::Pieces,
                "path" => Dedup::Path,
                _ => Dedup::Future,
            },
            dedup_from: params.integer("dedup_from") as usize,
            two_breaks: match params.text("two_breaks") {
                "always" => TwoBreaks::Always,
                "never" => TwoBreaks::Never,
                _ => TwoBreaks::Starve,
            },
            allowance: params.integer("allowance") as usize,
            break_frame: params.flag("break_frame"),
            fill_holes: params.integer("fill_holes") as usize,
        };
        if settings.growth > 100 && settings.width_most < settings.widths.base() {
            return Err(bad("width_most", &settings.width_most.to_string(), "at least width, where boards grow"));
        }
        let widest = settings.wanted(settings.widths_of(u64::MAX).widest());
        if widest > MOST_WANTED {
            return Err(bad("pool", &settings.pool.to_string(), "pool times the greatest width at most 2147483648"));
        }
        let needs_heat = settings.is_stochastic() || settings.selection == Selection::Resample;
        if needs_heat && !settings.temperature.is_positive() {
            return Err(bad(
                "temperature",
                params.text("temperature"),
                "more than 0 for noise stochastic and selection resample",
            ));
        }
        Ok(settings)
    }

    /// The widths of board `number` (the first is 1).
    pub(crate) fn widths_of(&self, number: u64) -> Widths {
        let most = self.width_most.max(self.widths.base());
        let mut width = self.widths.base();
        for _ in 1..number {
            if self.growth <= 100 || width >= most {
                break;
            }
            // At least one state more, or narrow beams would never grow.
            width = (width * self.growth as usize / 100).max(width + 1).min(most);
        }
        self.widths.over(width)
    }

    /// Whether children with two breaks are always made.
    pub(crate) fn two_breaks_always(&self) -> bool {
        self.two_breaks == TwoBreaks::Always
    }

    /// Whether all children of a parent have to be looked at together.
    pub(crate) fn by_family(&self) -> bool {
        self.fanout > 0 || self.rollouts || self.is_stochastic()
    }

    /// Whether the beam is the stochastic one.
    pub(crate) fn is_stochastic(&self) -> bool {
        self.noise == Noise::Stochastic
    }

    /// The temperature of layers with this many cells filled; `ONE` is a seam.
    pub(crate) fn temperature(&self, depth: usize) -> i64 {
        self.temperature.at(depth) * ONE / 1_000_000
    }

    /// The temperature of Gumbel noise there, 0 without.
    pub(crate) fn gumbel(&self, depth: usize) -> i64 {
        if self.noise == Noise::Gumbel { self.temperature(depth) } else { 0 }
    }

    /// How many distinct children a layer of `width` survivors is chosen from.
    pub(crate) fn wanted(&self, width: usize) -> usize {
        if self.selection == Selection::Best { width } else { width * self.pool }
    }
}

/// The colours that burn, mapped from the official numbers to the puzzle's own.
fn burn_colours(params: &Params, puzzle: &Puzzle) -> Result<Vec<Colour>, EngineError> {
    let map = ColourMap::recognise(puzzle);
    let own = |colour: i64| {
        let colour = map.as_ref().map_or(Some(colour as Colour), |m| m.colour(colour as Colour));
        colour.filter(|&c| (c as usize) < puzzle.colours())
    };
    let colours = params.integers("burn_colours").iter();
    colours.map(|&c| own(c).ok_or_else(|| bad("burn_colours", &c.to_string(), "colours of the puzzle"))).collect()
}
