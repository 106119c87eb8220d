//! Maps of a board and colours brought out: `edgewise board svg|png --heat`, `--highlight`.

use clap::{Args, ValueEnum};
use edgewise_archive::RunDir;
use edgewise_backtrack::parameters::Settings;
use edgewise_backtrack::{TABLE, default_preset};
use edgewise_picture::{BoardPicture, HeatMap, board_break_map, quota_map};

use crate::failure::Failure;
use crate::input::BoardInput;
use crate::run_profile;

/// What to draw instead of the board itself.
#[derive(Debug, Args)]
pub(crate) struct MapArgs {
    /// Draw a map of the cells instead of the board
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["numbers", "legend"])]
    heat: Option<Heat>,
    /// Draw the board with all but the prioritised colours faded
    #[arg(long, conflicts_with = "heat")]
    highlight: bool,
    /// The prioritised colours, in the official numbering [default: the run's own in a run directory,
    /// 5,20,7 for the official set]
    #[arg(long, value_name = "N,N,..")]
    colours: Option<String>,
    /// What a side of each of --colours counts [default: one each]
    #[arg(long, value_name = "N,N,..", requires = "colours")]
    colour_weights: Option<String>,
}

/// What a map shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Heat {
    /// Sides of the prioritised colours in every cell
    Quota,
    /// Breaks at every cell
    Breaks,
}

impl MapArgs {
    /// The map asked for, if one is; else brings out the colours asked for in the picture.
    pub(super) fn draw(&self, input: &BoardInput, picture: &mut BoardPicture) -> Result<Option<HeatMap>, Failure> {
        if self.colours.is_some() && self.heat != Some(Heat::Quota) && !self.highlight {
            return Err(Failure::input("--colours: expected --heat quota or --highlight with it"));
        }
        if self.highlight {
            let weights = (0..).zip(self.weights(input)?);
            picture.highlight = weights.filter(|(_, weight)| *weight > 0).map(|(colour, _)| colour).collect();
        }
        Ok(match self.heat {
            None => None,
            Some(Heat::Breaks) => Some(board_break_map(picture)),
            Some(Heat::Quota) => Some(quota_map(picture, &self.weights(input)?)),
        })
    }

    /// What a side of every colour counts.
    fn weights(&self, input: &BoardInput) -> Result<Vec<u8>, Failure> {
        let puzzle = input.puzzle()?;
        let weights = match (&self.colours, &input.run) {
            (Some(colours), _) => {
                let mut params = TABLE.preset(default_preset(puzzle)).map_err(Failure::input)?;
                params.set("colours", colours).map_err(Failure::input)?;
                params.set("colour_weights", self.colour_weights.as_deref().unwrap_or("")).map_err(Failure::input)?;
                // Only the colours matter here, and no quota may forbid an empty list of them.
                params.set("quota", "none").map_err(Failure::input)?;
                Settings::read(&params, puzzle).map_err(Failure::input)?.weights
            }
            (None, Some(run)) => {
                let info = RunDir::read(run)?.info;
                let settings = info.map(|info| run_profile::settings(&info, puzzle)).transpose()?.unwrap_or_default();
                settings.into_iter().map(|leg| leg.weights).find(|w| w.iter().any(|&w| w > 0)).unwrap_or_default()
            }
            (None, None) => {
                let params = TABLE.preset(default_preset(puzzle)).map_err(Failure::input)?;
                Settings::read(&params, puzzle).map_err(Failure::input)?.weights
            }
        };
        match weights.iter().any(|&w| w > 0) {
            true => Ok(weights),
            false => Err(Failure::input(format!(
                "{}: no colours to count: expected --colours with some of the puzzle's",
                input.origin
            ))),
        }
    }
}
