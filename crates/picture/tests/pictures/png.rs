//! PNGs have the size asked for and show the board.

use std::collections::HashSet;

use edgewise_picture::palette::{BREAK, look};
use edgewise_picture::{MAX_PIXEL_SIDE, PictureError, png, png_of_svg};
use resvg::tiny_skia::Pixmap;

use crate::boards::{bare, known_boards, motley};

fn decoded(bytes: &[u8]) -> Pixmap {
    Pixmap::decode_png(bytes).unwrap()
}

fn pixels_of(picture: &Pixmap, (r, g, b): (u8, u8, u8)) -> usize {
    picture.pixels().iter().filter(|p| (p.red(), p.green(), p.blue()) == (r, g, b)).count()
}

#[test]
fn a_known_board_shows_its_grounds_and_its_breaks() {
    let board = known_boards().swap_remove(0);
    let picture = decoded(&png(&board.picture, 838).unwrap());
    assert_eq!((picture.width(), picture.height()), (838, 838), "half the 1676 units of the view box");
    for colour in 0..=22 {
        let ground = look(colour).ground;
        assert!(pixels_of(&picture, (ground.0, ground.1, ground.2)) > 300, "{colour}");
    }
    let red = pixels_of(&picture, (BREAK.0, BREAK.1, BREAK.2));
    assert!((500..6000).contains(&red), "{red} pixels of 10 breaks");
    let colours: HashSet<[u8; 4]> = picture.data().chunks(4).map(|p| [p[0], p[1], p[2], p[3]]).collect();
    assert!(colours.len() > 1000, "{}", colours.len());
}

#[test]
fn odd_boards_have_the_width_asked_for() {
    for board in [bare(1, 1), bare(16, 16), motley(1, 20, 9), motley(20, 1, 9), motley(20, 20, 250)] {
        for width in [1, 64, 333] {
            assert_eq!(decoded(&png(&board, width).unwrap()).width(), width, "{}", board.grid.size);
        }
    }
}

#[test]
fn impossible_sizes_and_foreign_text_are_refused() {
    let board = bare(1, 20);
    assert_eq!(png(&board, 0).unwrap_err().to_string(), "picture of 0x1 pixels: expected both sides in 1..=16384");
    assert!(
        matches!(png(&board, MAX_PIXEL_SIDE), Err(PictureError::PixelSize { height, .. }) if height > MAX_PIXEL_SIDE)
    );
    assert!(matches!(png(&board, u32::MAX), Err(PictureError::PixelSize { .. })));
    let error = png_of_svg("<svg", 10).unwrap_err();
    assert!(matches!(error, PictureError::Svg(_)));
    assert_eq!(error.to_string().lines().count(), 1);
}
