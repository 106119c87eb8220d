//! PNG, by way of resvg. The SVG needs no font, so neither does this.

use resvg::{tiny_skia, usvg};

use crate::board_svg::svg;
use crate::picture::BoardPicture;

/// The longest side of a PNG in pixels.
pub const MAX_PIXEL_SIDE: u32 = 16_384;

/// Why a picture could not be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PictureError {
    /// The PNG would have no pixels or too many.
    #[error("picture of {width}x{height} pixels: expected both sides in 1..={MAX_PIXEL_SIDE}")]
    PixelSize {
        /// Width asked for.
        width: u32,
        /// Height that follows.
        height: u32,
    },
    /// The SVG cannot be read.
    #[error("picture: not a drawable SVG: {0}")]
    Svg(String),
    /// The plot cannot be laid out.
    #[error("picture: cannot draw the plot: {0}")]
    Plot(String),
    /// The PNG encoder failed.
    #[error("picture: cannot encode the PNG: {0}")]
    Encode(String),
}

/// Draws `picture` as a PNG `pixel_width` pixels wide; the height follows.
pub fn png(picture: &BoardPicture, pixel_width: u32) -> Result<Vec<u8>, PictureError> {
    png_of_svg(&svg(picture), pixel_width)
}

/// Turns an SVG without `<text>` (any that this crate draws) into a PNG `pixel_width` wide.
pub fn png_of_svg(svg: &str, pixel_width: u32) -> Result<Vec<u8>, PictureError> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())
        .map_err(|error| PictureError::Svg(error.to_string().replace('\n', " ")))?;
    let scale = pixel_width as f32 / tree.size().width();
    let height = ((tree.size().height() * scale).round() as u32).max(1);
    let too_large = PictureError::PixelSize { width: pixel_width, height };
    if pixel_width == 0 || pixel_width.max(height) > MAX_PIXEL_SIDE {
        return Err(too_large);
    }
    let mut pixmap = tiny_skia::Pixmap::new(pixel_width, height).ok_or(too_large)?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| PictureError::Encode(error.to_string()))
}
