//! Maps of one board and of one order.

use edgewise_puzzle::Size;
use edgewise_search::Order;

use crate::heatmap::HeatMap;
use crate::picture::BoardPicture;

/// Breaks at every cell of a board; a break counts at both its cells. Empty cells have no value.
pub fn board_break_map(picture: &BoardPicture) -> HeatMap {
    let size = picture.grid.size;
    let mut values: Vec<f64> =
        (0..size.cells()).map(|cell| if picture.sides(cell).is_some() { 0.0 } else { f64::NAN }).collect();
    let breaks = picture.breaks();
    for &(cell, side) in &breaks {
        values[cell] += 1.0;
        if let Some(other) = size.neighbour(cell, side) {
            values[other] += 1.0;
        }
    }
    HeatMap {
        note: format!("{} breaks; each counts at both its cells", breaks.len()),
        labels: values.iter().map(|&v| if v > 0.0 { v.to_string() } else { String::new() }).collect(),
        range: Some((0.0, values.iter().copied().filter(|v| v.is_finite()).fold(2.0, f64::max))),
        ..HeatMap::new(size, values, "Where breaks lie")
    }
}

/// Quota sides of every cell of a board: its sides counted by the `weights` of their colours. Empty cells
/// have no value.
pub fn quota_map(picture: &BoardPicture, weights: &[u8]) -> HeatMap {
    let size = picture.grid.size;
    let weight = |colour: u8| f64::from(weights.get(usize::from(colour)).copied().unwrap_or(0));
    let value = |cell| picture.sides(cell).map_or(f64::NAN, |sides| sides.into_iter().map(weight).sum());
    let values: Vec<f64> = (0..size.cells()).map(value).collect();
    let sum: f64 = values.iter().filter(|v| v.is_finite()).sum();
    HeatMap {
        note: format!("quota sides of every cell, {sum} in all"),
        labels: values.iter().map(|&v| if v > 0.0 { v.to_string() } else { String::new() }).collect(),
        ..HeatMap::new(size, values, "Prioritised colours")
    }
}

/// An order: every cell with its position, from 0, cells of `clues` in brackets. Cells outside the order
/// have no value.
pub fn order_map(size: Size, order: &Order, clues: &[usize]) -> HeatMap {
    let positions = order.positions(size);
    HeatMap {
        note: format!("positions from 0{}", if clues.is_empty() { "" } else { "; in brackets: clues" }),
        labels: positions.iter().map(|p| p.map_or(String::new(), |p| p.to_string())).collect(),
        marked: clues.to_vec(),
        ..HeatMap::new(
            size,
            positions.iter().map(|p| p.map_or(f64::NAN, |p| p as f64)).collect(),
            &format!("Order {}", order.name),
        )
    }
}
