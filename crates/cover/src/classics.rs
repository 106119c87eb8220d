//! Exact-cover classics, ready made: for tests, benches and the command line.

use crate::problem::{Member, Problem, ProblemError};

/// Builds a problem from item names and options by index; every option's items carry no colour.
fn plain(
    primary: impl IntoIterator<Item = String>,
    secondary: impl IntoIterator<Item = String>,
    options: impl IntoIterator<Item = Vec<u32>>,
) -> Result<Problem, ProblemError> {
    let mut builder = Problem::builder();
    for name in primary {
        builder.primary(&name)?;
    }
    for name in secondary {
        builder.secondary(&name)?;
    }
    for option in options {
        let members: Vec<Member> = option.into_iter().map(|item| Member { item, colour: 0 }).collect();
        builder.option(&members)?;
    }
    Ok(builder.build())
}

/// Knuth's example of "Dancing Links" (2000): seven items, six options, one solution.
pub fn knuth() -> Result<Problem, ProblemError> {
    let items = ('A'..='G').map(String::from);
    let options = ["CEF", "ADG", "BCF", "AD", "BG", "DEG"];
    let indices = |o: &str| o.bytes().map(|b| u32::from(b - b'A')).collect();
    plain(items, [], options.map(indices))
}

/// `n` queens that do not attack each other: rows and columns primary, from the middle outwards (the
/// "organ-pipe order"), diagonals of two squares and more secondary.
pub fn queens(n: usize) -> Result<Problem, ProblemError> {
    let middle_out: Vec<usize> =
        (0..n).map(|j| if j % 2 == 1 { n / 2 - j.div_ceil(2) } else { n / 2 + j / 2 }).map(|t| t.min(n - 1)).collect();
    let mut rank = vec![0u32; n];
    (0..).zip(&middle_out).for_each(|(at, &line)| rank[line] = at);
    let primary = middle_out.iter().flat_map(|t| [format!("r{t}"), format!("c{t}")]);
    let diagonals = (2 * n).saturating_sub(3);
    let secondary = ["a", "b"].into_iter().flat_map(|side| (1..=diagonals).map(move |d| format!("{side}{d}")));
    let squares = (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
    let options = squares.map(|(row, column)| {
        let mut option = vec![2 * rank[row], 2 * rank[column] + 1];
        for (side, diagonal) in [row + column, n - 1 - row + column].into_iter().enumerate() {
            if (1..=diagonals).contains(&diagonal) {
                option.push((2 * n + side * diagonals + diagonal - 1) as u32);
            }
        }
        option
    });
    plain(primary, secondary, options.collect::<Vec<_>>())
}

/// Langford's pairs: 1 to `n` twice each, `k` numbers between the two `k`s. Both directions count.
pub fn langford(n: usize) -> Result<Problem, ProblemError> {
    let numbers = (1..=n).map(|k| format!("{k}"));
    let slots = (0..2 * n).map(|s| format!("s{s}"));
    let options = (1..=n).flat_map(|k| {
        let places = 0..(2 * n).saturating_sub(k + 1);
        places.map(move |s| vec![(k - 1) as u32, (n + s) as u32, (n + s + k + 1) as u32])
    });
    plain(numbers.chain(slots), [], options.collect::<Vec<_>>())
}

/// Latin squares of order `n`: cells, numbers in rows, numbers in columns.
pub fn latin(n: usize) -> Result<Problem, ProblemError> {
    let pairs = |what: &'static str| (0..n).flat_map(move |a| (0..n).map(move |b| format!("{what}{a}.{b}")));
    let cells = (0..n * n).flat_map(|cell| (0..n).map(move |number| (cell, number)));
    let options = cells.map(|(cell, number)| {
        let (row, column) = (cell / n, cell % n);
        [cell, n * n + row * n + number, 2 * n * n + column * n + number].map(|i| i as u32).to_vec()
    });
    plain(pairs("p").chain(pairs("r")).chain(pairs("c")), [], options.collect::<Vec<_>>())
}

/// Empty sudoku grids of order `box_side`²: 2 for 4×4, 3 for 9×9.
pub fn sudoku(box_side: usize) -> Result<Problem, ProblemError> {
    let n = box_side * box_side;
    let pairs = |what: &'static str| (0..n).flat_map(move |a| (0..n).map(move |b| format!("{what}{a}.{b}")));
    let cells = (0..n * n).flat_map(|cell| (0..n).map(move |number| (cell, number)));
    let options = cells.map(|(cell, number)| {
        let (row, column) = (cell / n, cell % n);
        let inside = row / box_side * box_side + column / box_side;
        let items = [cell, n * n + row * n + number, 2 * n * n + column * n + number, 3 * n * n + inside * n + number];
        items.map(|i| i as u32).to_vec()
    });
    plain(pairs("p").chain(pairs("r")).chain(pairs("c")).chain(pairs("b")), [], options.collect::<Vec<_>>())
}

/// Tilings of a board with dominoes.
pub fn dominoes(width: usize, height: usize) -> Result<Problem, ProblemError> {
    let cells = (0..width * height).map(|c| format!("{},{}", c / width, c % width));
    let mut options = Vec::new();
    for cell in 0..width * height {
        if cell % width + 1 < width {
            options.push(vec![cell as u32, cell as u32 + 1]);
        }
        if cell / width + 1 < height {
            options.push(vec![cell as u32, (cell + width) as u32]);
        }
    }
    plain(cells, [], options)
}

/// The twelve pentominoes by their letters, each as rows of cells in a 5×5 field, row·5 + column.
const PENTOMINOES: [(&str, [usize; 5]); 12] = [
    ("F", [1, 2, 5, 6, 11]),
    ("I", [0, 1, 2, 3, 4]),
    ("L", [0, 5, 10, 15, 16]),
    ("N", [1, 6, 10, 11, 15]),
    ("P", [0, 1, 5, 6, 10]),
    ("T", [0, 1, 2, 6, 11]),
    ("U", [0, 2, 5, 6, 7]),
    ("V", [0, 5, 10, 11, 12]),
    ("W", [0, 5, 6, 11, 12]),
    ("X", [1, 5, 6, 7, 11]),
    ("Y", [1, 5, 6, 11, 16]),
    ("Z", [0, 1, 6, 11, 12]),
];

/// The different looks of a shape under turns and reflections, each sorted from the corner.
fn looks(shape: [usize; 5]) -> Vec<Vec<(usize, usize)>> {
    let mut looks: Vec<Vec<(usize, usize)>> = Vec::new();
    let mut cells: Vec<(i32, i32)> = shape.iter().map(|&c| ((c / 5) as i32, (c % 5) as i32)).collect();
    for turn in 0..8 {
        let least = |axis: fn(&(i32, i32)) -> i32| cells.iter().map(axis).min().unwrap_or(0);
        let (top, left) = (least(|c| c.0), least(|c| c.1));
        let mut look: Vec<_> = cells.iter().map(|&(r, c)| ((r - top) as usize, (c - left) as usize)).collect();
        look.sort_unstable();
        looks.push(look);
        cells.iter_mut().for_each(|c| *c = if turn == 3 { (c.1, c.0) } else { (c.1, -c.0) });
    }
    looks.sort();
    looks.dedup();
    looks
}

/// Packings of a board with all twelve pentominoes, turned and turned over at will; `holes` stay
/// empty, given as (row, column).
pub fn pentominoes(width: usize, height: usize, holes: &[(usize, usize)]) -> Result<Problem, ProblemError> {
    let cells: Vec<(usize, usize)> = (0..height)
        .flat_map(|row| (0..width).map(move |column| (row, column)))
        .filter(|cell| !holes.contains(cell))
        .collect();
    let mut index = vec![None; width * height];
    (12u32..).zip(&cells).for_each(|(item, &(row, column))| index[row * width + column] = Some(item));
    let mut options = Vec::new();
    for (piece, (_, shape)) in (0u32..).zip(PENTOMINOES) {
        for look in looks(shape) {
            for corner in 0..width * height {
                let (top, left) = (corner / width, corner % width);
                let inside = |&(r, c): &(usize, usize)| top + r < height && left + c < width;
                if !look.iter().all(inside) {
                    continue;
                }
                let items: Option<Vec<u32>> = look.iter().map(|&(r, c)| index[(top + r) * width + left + c]).collect();
                options.extend(items.map(|items| [vec![piece], items].concat()));
            }
        }
    }
    let names = PENTOMINOES.iter().map(|(name, _)| (*name).to_owned());
    plain(names.chain(cells.iter().map(|(row, column)| format!("{row},{column}"))), [], options)
}
