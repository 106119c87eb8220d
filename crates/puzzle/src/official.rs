//! The official Eternity II puzzle: 256 pieces, the starter clue, the four bonus clues.
//!
//! Source: the piece set as published with the puzzle (Tomy 2007) in the numbering of the
//! community's catalogue, colours in the default letter order of the viewer at e2.bucas.name.
//! Re-encoded here as four letters a piece, `'a' + colour`, sides up, right, down, left. The
//! census in the tests (corners, edges, colour counts, block counts) guards every letter.

use std::sync::LazyLock;

use crate::piece::{Placement, Sides};
use crate::puzzle::{Clue, Puzzle, Rim};

/// Colours of the official set, grey included.
pub const COLOURS: usize = 23;

/// Which clues of the official puzzle are pinned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ClueSet {
    /// The mandatory centre piece 139 alone.
    #[default]
    Starter,
    /// The starter and the four bonus clues.
    Five,
    /// No clue at all (not a legal board of the puzzle as sold, but a regime people study).
    None,
}

/// The pieces, number 1 first, letters in side order.
const PIECES: &str = "\
aabdaabeaacdaadcabgbabhcabjbabjfabmdaboeabpcabteabtfabveachbacid\
ackfacnfacocacpcacqeacrbacrfacsbacvbadgcadgdadhdadidadofadpcadsd\
adtcadteadufadweaeibaelfaemfaencaendaepbaepcaepdaeqbaeseaeteaeue\
afgfafhbafhcafjbafoeafqeafqfaftdafubafufafvcafwdggjiggkoghhlgigt\
giiwgikkgimhgisjgiwtglloglorgmkigmpqgmspgmtlgnkpgnnpgolugoslgouv\
gpnigqiigqmqgringrjkgrtrgrusgsgvgsjwgsqugtmrgtnpgtnqgtqvgtrkgvvl\
gwqngwstgwvjgwwvhhrphhruhhunhhwjhiqphjlthjnthjqphjumhkprhkrphlsn\
hlsuhmkqhmorhmrmhmwuhnlvhourhptwhqkwhsjuhsknhssphtrwhtvphukjhunv\
huqlhusthvjshvrkhwkuhwmqhwqlhwusiisoijjlijjmijjrijnvijpjijurijvv\
iklqiliriliwillkilprinjminqwiommiomniowuiqooiqoriqwoisouistjitvv\
iujsiuksiwpmiwqujklqjkqtjmlljnmpjnnvjoqtjosujovmjpppjprsjqovjron\
jskqjtrujttpjuoujvmujvomkkntklwokmnrkmttknvokokvkolnkounkpllkpps\
kqmokrvmkrvwkrwpksmwksntksssktnlkuvtkuwokvrnkvrtkvulkvwvllwolmnw\
lmtplomnlouplplulqttlrlslrqwlrwvlsnpluqrlvmqlwmulwvvlwvwmmrwmmso\
mmupmonpmorrmqntmsowmsutmtrsmtrvnnnsnouqnqoqnqosnqrpnrqunspwnsvp\
ntovntqvoppropstoqwsovuwppvwpqrqprqvpsuvqqwtqrtrrtussuvuswuwtwvw";

/// The official clues as (row, column, piece number, rotation), the starter first.
const CLUES: [(usize, usize, usize, u8); 5] =
    [(8, 7, 139, 0), (2, 2, 208, 1), (2, 13, 255, 1), (13, 2, 181, 1), (13, 13, 249, 2)];

/// The 256 pieces at rotation 0, index = number - 1.
pub fn pieces() -> &'static [Sides] {
    static DECODED: LazyLock<Vec<Sides>> = LazyLock::new(|| {
        let letters: Vec<u8> = PIECES.bytes().map(|b| b - b'a').collect();
        letters.chunks_exact(4).map(|c| [c[0], c[1], c[2], c[3]]).collect()
    });
    &DECODED
}

/// All five official clues, the starter first.
pub fn five_clues() -> [Clue; 5] {
    CLUES.map(|(row, col, number, rotation)| Clue {
        cell: row * 16 + col,
        placement: Placement::new(number - 1, rotation),
    })
}

/// The clues of a set.
pub fn clues(set: ClueSet) -> Vec<Clue> {
    match set {
        ClueSet::Starter => five_clues()[..1].to_vec(),
        ClueSet::Five => five_clues().to_vec(),
        ClueSet::None => Vec::new(),
    }
}

/// The official puzzle with the chosen clues pinned, named `eternity2`.
pub fn puzzle(set: ClueSet) -> Puzzle {
    match Puzzle::new("eternity2", (16, 16), pieces().to_vec(), Rim::Grey, true, clues(set)) {
        Ok(puzzle) => puzzle,
        Err(error) => unreachable!("the built-in puzzle is sound: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rotated;

    #[test]
    fn the_census_is_the_published_one() {
        let pieces = pieces();
        assert_eq!(pieces.len(), 256);
        let greys: Vec<usize> = pieces.iter().map(|p| p.iter().filter(|&&c| c == 0).count()).collect();
        assert!(greys[..4].iter().all(|&g| g == 2));
        assert!(greys[4..60].iter().all(|&g| g == 1));
        assert!(greys[60..].iter().all(|&g| g == 0));
        let mut counts = [0usize; COLOURS];
        pieces.iter().flatten().for_each(|&c| counts[c as usize] += 1);
        assert_eq!(counts[0], 64);
        assert!(counts[1..=5].iter().all(|&n| n == 24));
        assert!(counts[6..=10].iter().all(|&n| n == 48));
        assert!(counts[11..].iter().all(|&n| n == 50));
        let mut canonical: Vec<Sides> = pieces.iter().map(|&p| (0..4).map(|r| rotated(p, r)).min().unwrap()).collect();
        canonical.sort_unstable();
        canonical.dedup();
        assert_eq!(canonical.len(), 256, "all pieces distinct up to rotation");
        assert!(pieces.iter().all(|&p| crate::distinct_rotations(p) == 4));
    }

    #[test]
    fn the_clues_lie_as_published() {
        let puzzle = puzzle(ClueSet::Five);
        let letters = |cell: usize| {
            let clue = puzzle.clues().iter().find(|c| c.cell == cell).unwrap();
            puzzle.sides(clue.placement).map(|c| (b'a' + c) as char).iter().collect::<String>()
        };
        assert_eq!(letters(135), "ijjm");
        assert_eq!(letters(34), "wlmn");
        assert_eq!(letters(45), "wswu");
        assert_eq!(letters(210), "ujvm");
        assert_eq!(letters(221), "qvpr");
    }
}
