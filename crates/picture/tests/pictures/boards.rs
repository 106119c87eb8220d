//! Boards for the tests.

use edgewise_picture::BoardPicture;
use edgewise_puzzle::{Colour, EdgeGrid, Rim, Sides, Size};

/// A board of `tests/data/known_boards.txt`.
pub(crate) struct Known {
    /// Its name in that file.
    pub(crate) name: String,
    /// The picture, framed.
    pub(crate) picture: BoardPicture,
    /// Filled cells, matched seams, breaks.
    pub(crate) numbers: [usize; 3],
}

/// All boards of `tests/data/known_boards.txt`.
pub(crate) fn known_boards() -> Vec<Known> {
    let text = include_str!("../data/known_boards.txt");
    text.split("\n@ ").skip(1).map(known_board).collect()
}

fn known_board(text: &str) -> Known {
    let (heading, rows) = text.split_once('\n').unwrap();
    let fields: Vec<&str> = heading.split('|').map(str::trim).collect();
    let numbers: Vec<usize> = fields[4].split(' ').map(|n| n.parse().unwrap()).collect();
    let letters: String = rows.split_whitespace().collect();
    Known {
        name: fields[0].to_string(),
        picture: framed(16, 16, &letters),
        numbers: [numbers[0], numbers[1], numbers[2]],
    }
}

/// A framed board from its letters, `aaaa` empty.
pub(crate) fn framed(width: usize, height: usize, letters: &str) -> BoardPicture {
    let colours: Vec<Colour> = letters.bytes().map(|b| b - b'a').collect();
    let cells: Vec<Option<Sides>> =
        colours.chunks_exact(4).map(|c| [c[0], c[1], c[2], c[3]]).map(|s| (s != [0; 4]).then_some(s)).collect();
    let size = Size::new(width, height).unwrap();
    assert_eq!(cells.len(), size.cells());
    BoardPicture::new(EdgeGrid { size, cells }, Rim::Grey)
}

/// A full board that uses many colours: side `s` of cell `c` has colour `(5 c + s) % colours`.
pub(crate) fn motley(width: usize, height: usize, colours: usize) -> BoardPicture {
    let size = Size::new(width, height).unwrap();
    let side = |cell: usize, side: usize| ((5 * cell + side) % colours) as Colour;
    let cells = (0..size.cells()).map(|cell| Some(std::array::from_fn(|s| side(cell, s)))).collect();
    BoardPicture::new(EdgeGrid { size, cells }, Rim::Free)
}

/// A board without pieces.
pub(crate) fn bare(width: usize, height: usize) -> BoardPicture {
    let size = Size::new(width, height).unwrap();
    BoardPicture::new(EdgeGrid { size, cells: vec![None; size.cells()] }, Rim::Grey)
}

/// The 3×3 board of the golden files: a break on an upright seam (A1-A2), one on a level seam
/// (A2-B2), grey against grey (B2-C2), an empty corner and a clue in the middle.
pub(crate) fn three_by_three() -> BoardPicture {
    let letters = concat!("abga", "acgc", "aabc", "gcca", "hiac", "bafi", "cdaa", "abad", "aaaa");
    BoardPicture { clues: vec![4], ..framed(3, 3, letters) }
}
