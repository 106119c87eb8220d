//! Pictures of boards: SVG, PNG, coloured text for a terminal; heat maps of cells, plots of numbers, and
//! sheets of both that show where a run went.
//!
//! Every colour of a puzzle has a ground and a motif ([`palette`], [`motif`]). A motif is half of
//! a figure that is symmetric about the seam it lies on, so two sides that match complete it and
//! two that do not visibly fail to. Seams, breaks and the rim are `docs/ARCHITECTURE.md`'s.
//!
//! Nothing here needs a font: letters are strokes of the crate's own ([`glyphs`]), so the SVG looks
//! the same everywhere and the PNG does not depend on the machine.

pub mod colour;
pub mod glyphs;
pub mod motif;
pub mod palette;

mod board_maps;
mod board_svg;
mod compact;
mod drawing;
mod heatmap;
mod markup;
mod picture;
mod plot;
mod profile_sheet;
mod raster;
mod scale;
mod set_plots;
mod sheet;
mod terminal;
mod text_canvas;

pub use board_maps::{board_break_map, order_map, quota_map};
pub use board_svg::svg;
pub use compact::terminal_compact;
pub use heatmap::HeatMap;
pub use picture::{BoardPicture, SeamState, Tally, cell_name};
pub use plot::{IntervalRow, Mark, Plot, SERIES, Series, grouped, intervals_svg};
pub use profile_sheet::{break_map, profile_plots, profile_sheet, time_map};
pub use raster::{MAX_PIXEL_SIDE, PictureError, png, png_of_svg};
pub use set_plots::{agreement_plot, census_map, census_rows, neighbour_map, neighbour_plot, score_plot};
pub use sheet::{Tile, sheet_svg};
pub use terminal::terminal;
pub use text_canvas::TerminalColours;
