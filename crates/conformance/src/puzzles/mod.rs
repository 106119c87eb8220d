//! What engines are run on: generated puzzles, odd ones, and puzzles spoilt on purpose. Names say how
//! to make a puzzle again.

pub mod odd;
pub mod spoilt;

use edgewise_puzzle::generate::{Generated, Specification, generate};
use edgewise_puzzle::{Clue, Puzzle, Rim, Rng, Sides};

use crate::failure::Failure;

/// Puzzles, or why they could not be made.
pub type Puzzles = Result<Vec<Puzzle>, Failure>;

/// The puzzle and solution of `spec`, under a name that holds all of it.
pub fn generated(spec: &Specification) -> Result<Generated, Failure> {
    let made = generate(spec).map_err(|e| Failure::new(format!("{spec:?}"), e.to_string()))?;
    let mut name = made.puzzle.name().to_owned();
    if spec.rim != Rim::Grey {
        name += &format!("_{:?}", spec.rim).to_lowercase();
    }
    if !spec.rotation {
        name += "_unturned";
    }
    if spec.clues > 0 {
        name += &format!("_c{}", spec.clues);
    }
    Ok(Generated { puzzle: made.puzzle.named(name), solution: made.solution })
}

/// A puzzle from its parts.
pub fn puzzle(
    name: &str,
    size: (usize, usize),
    pieces: Vec<Sides>,
    rim: Rim,
    rotation: bool,
    clues: Vec<Clue>,
) -> Result<Puzzle, Failure> {
    Puzzle::new(name, size, pieces, rim, rotation, clues).map_err(|e| Failure::new(name, e.to_string()))
}

/// The same puzzle with other clues under another name.
pub fn pinned(from: &Puzzle, name: &str, clues: Vec<Clue>) -> Result<Puzzle, Failure> {
    let name = format!("{}_{name}", from.name());
    from.with_clues(clues).map(|p| p.named(&name)).map_err(|e| Failure::new(name, e.to_string()))
}

/// Framed puzzles of 3×3 to 8×8 cells with up to four clues.
pub fn ordinary() -> Puzzles {
    let mut rng = Rng::new(0x0e2);
    let specs = (0..24).map(|seed| Specification {
        width: 3 + rng.index(6),
        height: 3 + rng.index(6),
        frame_colours: 1 + rng.index(4),
        inner_colours: 2 + rng.index(8),
        clues: (rng.index(9)).saturating_sub(4),
        seed,
        ..Specification::default()
    });
    specs.map(|spec| generated(&spec).map(|made| made.puzzle)).collect()
}

/// A few framed puzzles without a perfect board, too large to exhaust.
pub fn vast() -> Puzzles {
    let specs = [(11, 11, 0), (14, 9, 3), (12, 12, 1)].map(|(width, height, clues)| Specification {
        width,
        height,
        frame_colours: 5,
        inner_colours: 17,
        clues,
        seed: 7,
        ..Specification::default()
    });
    specs.iter().map(spoilt::odd_one_out).collect()
}

/// Solvable puzzles of 3×3 to 5×5 cells with few colours, under every rim rule.
pub fn solvable() -> Puzzles {
    let mut rng = Rng::new(0x501);
    let specs = (0..36).map(|seed| {
        let rim = [Rim::Grey, Rim::Grey, Rim::Zero, Rim::Free][seed as usize % 4];
        Specification {
            width: 3 + rng.index(3),
            height: 3 + rng.index(3),
            frame_colours: 1 + rng.index(3),
            inner_colours: 3 + rng.index(3),
            rim,
            rotation: rim == Rim::Grey || seed % 8 < 4,
            clues: rng.index(3),
            seed,
        }
    });
    specs.map(|spec| generated(&spec).map(|made| made.puzzle)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vast_puzzles_have_an_odd_number_of_some_colour() {
        for puzzle in vast().unwrap() {
            let of = |colour: u8| puzzle.pieces().iter().flatten().filter(|&&c| c == colour).count();
            assert!((1..=22).any(|colour| of(colour) % 2 == 1), "{}", puzzle.name());
        }
    }
}
