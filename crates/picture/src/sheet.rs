//! Several plots and maps on one page.

use crate::drawing::{About, Anchor, Drawing, TextStyle, fitting_height};
use crate::heatmap::HeatMap;
use crate::palette::{DARK, PAPER};
use crate::plot::{Plot, draw_plot};
use crate::raster::PictureError;

/// One part of a sheet.
#[derive(Clone, PartialEq, Debug)]
pub enum Tile {
    /// A plot.
    Plot(Plot),
    /// A map of cells.
    Map(HeatMap),
}

const MARGIN: f64 = 26.0;
/// Space between tiles.
const GAP: f64 = 34.0;
/// Width of a tile, and height of one that is a plot.
const WIDTH: u32 = 560;
const PLOT: u32 = 300;
/// Height of capitals in the title and in the caption.
const TITLE: f64 = 19.0;
const CAPTION: f64 = 11.0;

impl Tile {
    fn height(&self) -> f64 {
        match self {
            Tile::Plot(_) => f64::from(PLOT),
            Tile::Map(map) => map.extent().1 * map_scale(map),
        }
    }
}

/// Makes a map as wide as a tile, but no larger than it is.
fn map_scale(map: &HeatMap) -> f64 {
    (f64::from(WIDTH) / map.extent().0).min(1.0)
}

/// Draws `tiles` in rows of `columns` below a title and a caption.
pub fn sheet_svg(title: &str, caption: &str, tiles: &[Tile], columns: usize) -> Result<String, PictureError> {
    let columns = columns.clamp(1, tiles.len().max(1));
    let width = columns as f64 * (f64::from(WIDTH) + GAP) - GAP;
    let mut drawing = Drawing::default();
    let mut y = MARGIN + TITLE;
    let mut head = Vec::new();
    for (text, height, colour) in [(title, TITLE, DARK), (caption, CAPTION, DARK.mix(PAPER, 0.3))] {
        head.push((text, y, fitting_height(text, height, width), colour));
        y += 24.0;
    }
    y += 2.0;
    let rows: Vec<&[Tile]> = tiles.chunks(columns).collect();
    let heights: Vec<f64> = rows.iter().map(|row| row.iter().map(Tile::height).fold(0.0, f64::max)).collect();
    let bottom = y + heights.iter().map(|h| h + GAP).sum::<f64>() - GAP;
    let extent = (width + 2.0 * MARGIN, bottom + MARGIN);
    drawing.rect((0.0, 0.0), extent, 10.0, PAPER);
    for (text, baseline, height, colour) in head {
        drawing.text(text, MARGIN, baseline, TextStyle { height, anchor: Anchor::Start, colour });
    }
    let mut descriptions = vec![caption.to_owned()];
    for (row, height) in rows.into_iter().zip(heights) {
        for (column, tile) in row.iter().enumerate() {
            let corner = (MARGIN + column as f64 * (f64::from(WIDTH) + GAP), y);
            match tile {
                Tile::Plot(plot) => {
                    let drawn = draw_plot(&mut drawing, plot, corner, (WIDTH, PLOT));
                    drawn.map_err(|error| PictureError::Plot(error.to_string()))?;
                    descriptions.push(format!("{}: {}", plot.title, plot.note));
                }
                Tile::Map(map) => {
                    map.draw(&mut drawing, corner, map_scale(map));
                    descriptions.push(format!("{}: {}", map.title, map.description()));
                }
            }
        }
        y += height + GAP;
    }
    let about = About { title, description: &descriptions.join(" "), extent, scale: 1.0 };
    Ok(drawing.document(&about, HeatMap::definitions()))
}
