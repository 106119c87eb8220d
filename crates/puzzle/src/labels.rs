//! Colour labels: recognising a puzzle as the official set under other colour numbers or another
//! piece order.
//!
//! Presets name colours in the official numbering. A puzzle file may carry the same pieces with
//! other labels (several are in circulation); using the numbers unmapped cost a published
//! benchmark 48 points, so every preset goes through [`ColourMap`].

use crate::official;
use crate::piece::{Colour, GREY, Sides};
use crate::puzzle::{Puzzle, Rim};

/// For each official colour (0..=22) the puzzle's own colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColourMap(Vec<Colour>);

impl ColourMap {
    /// The puzzle's colour for an official colour, `None` beyond 22.
    pub fn colour(&self, official: Colour) -> Option<Colour> {
        self.0.get(official as usize).copied()
    }

    /// Whether the labels are the official ones.
    pub fn is_identity(&self) -> bool {
        self.0.iter().enumerate().all(|(i, &c)| i == c as usize)
    }

    /// The map under which `puzzle` is the official set: the same 256 pieces up to rotation, piece
    /// order and colour numbers. `None` if it is another puzzle.
    pub fn recognise(puzzle: &Puzzle) -> Option<ColourMap> {
        let ours = official::pieces();
        if puzzle.pieces().len() != ours.len() || puzzle.rim() != Rim::Grey || !puzzle.rotation() {
            return None;
        }
        let colours = official::COLOURS;
        // The puzzle's colours may have gaps: work with their ranks.
        let mut own: Vec<Colour> = puzzle.pieces().iter().flatten().copied().collect();
        own.sort_unstable();
        own.dedup();
        if own.len() != colours || own[0] != GREY {
            return None;
        }
        let rank = |c: Colour| own.partition_point(|&o| o < c) as Colour;
        let theirs: Vec<Sides> = puzzle.pieces().iter().map(|s| s.map(rank)).collect();
        // Colours are told apart by how they occur beside each other on pieces: a few rounds of
        // refinement give every colour of the official set a signature of its own.
        let ours_signature = signatures(ours);
        let theirs_signature = signatures(&theirs);
        let mut map = vec![0; colours];
        let mut taken = vec![false; colours];
        for (c, signature) in ours_signature.iter().enumerate() {
            let mut hits = (0..colours).filter(|&d| theirs_signature[d] == *signature && !taken[d]);
            let hit = hits.next()?;
            taken[hit] = true;
            map[c] = own[hit];
        }
        let map = ColourMap(map);
        let mut mapped: Vec<Sides> = ours.iter().map(|s| canonical(s.map(|c| map.0[c as usize]))).collect();
        let mut given: Vec<Sides> = puzzle.pieces().iter().map(|&s| canonical(s)).collect();
        mapped.sort_unstable();
        given.sort_unstable();
        (mapped == given).then_some(map)
    }
}

/// The least of a piece's four rotations.
fn canonical(sides: Sides) -> Sides {
    (0..4).map(|r| crate::rotated(sides, r)).min().unwrap_or(sides)
}

/// A label-free signature per colour: refined from "is it grey" through the signatures of the
/// colours beside and opposite it.
fn signatures(pieces: &[Sides]) -> Vec<u64> {
    let colours = official::COLOURS;
    let mut signature: Vec<u64> = (0..colours as u64).map(|c| u64::from(c == 0)).collect();
    for _ in 0..6 {
        let mut next = vec![0u64; colours];
        for piece in pieces {
            for side in 0..4 {
                let at = |turn: usize| signature[piece[(side + turn) % 4] as usize];
                let word =
                    mix(at(0)) ^ mix(at(1).wrapping_add(1)) ^ mix(at(2).wrapping_add(2)) ^ mix(at(3).wrapping_add(3));
                let sum = &mut next[piece[side] as usize];
                *sum = sum.wrapping_add(mix(word));
            }
        }
        signature = next;
    }
    signature
}

/// A fixed 64-bit mixing function (SplitMix64's finaliser).
fn mix(value: u64) -> u64 {
    let z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn every_official_colour_has_its_own_signature() {
        let mut all = signatures(official::pieces());
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), official::COLOURS);
    }

    #[test]
    fn a_relabelled_and_reordered_official_set_is_recognised() {
        let mut rng = Rng::new(5);
        let mut labels: Vec<Colour> = (1..23).map(|c| 7 * c).collect();
        rng.shuffle(&mut labels);
        let relabel = |c: Colour| if c == 0 { 0 } else { labels[c as usize - 1] };
        let mut pieces: Vec<Sides> =
            official::pieces().iter().map(|&s| crate::rotated(s.map(relabel), rng.below(4) as u8)).collect();
        rng.shuffle(&mut pieces);
        let puzzle = Puzzle::new("x", (16, 16), pieces.clone(), Rim::Grey, true, vec![]).unwrap();
        let map = ColourMap::recognise(&puzzle).unwrap();
        assert!((0..23).all(|c| map.colour(c) == Some(relabel(c))));
        pieces[77].swap(0, 1);
        let other = Puzzle::new("x", (16, 16), pieces, Rim::Grey, true, vec![]).unwrap();
        assert_eq!(ColourMap::recognise(&other), None);
        assert!(ColourMap::recognise(&official::puzzle(crate::ClueSet::Five)).unwrap().is_identity());
    }
}
