//! Heat maps say what they show, whatever the values.

use edgewise_picture::{HeatMap, png_of_svg};
use edgewise_puzzle::Size;
use roxmltree::Document;

/// Fills of the cells in order, "none" for a hatched one.
fn fills(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap();
    let is_cell = |n: &roxmltree::Node<'_, '_>| {
        n.has_tag_name("g") && n.children().next().is_some_and(|c| c.has_tag_name("title"))
    };
    let fill = |n: roxmltree::Node<'_, '_>| n.children().find_map(|c| c.attribute("fill").map(String::from));
    document.descendants().filter(is_cell).map(|n| fill(n).unwrap_or("none".into())).collect()
}

#[test]
fn colours_follow_the_values() {
    let size = Size::new(3, 2).unwrap();
    let svg = HeatMap::new(size, vec![0.0, 4.0, 2.0, 4.0, f64::NAN], "Breaks & holes").svg();
    assert_eq!(fills(&svg), ["#261241", "#fdf14e", "#038e97", "#fdf14e", "none", "none"]);
    assert!(svg.contains("<title>Breaks &amp; holes</title>"));
    assert!(svg.contains("<title>A2: 4</title>") && svg.contains("<title>B2: no value</title>"));
    assert!(svg.contains("A value for 4 of the 6 cells of a 3x2 board, from 0 to 4."));
}

#[test]
fn odd_values_are_drawn() {
    let cases: [(usize, usize, Vec<f64>); 6] = [
        (1, 1, vec![]),
        (1, 1, vec![5.0]),
        (1, 20, vec![f64::MAX, f64::MIN, f64::INFINITY]),
        (20, 20, vec![-1.5e-9; 400]),
        (20, 1, (0..99).map(f64::from).collect()),
        (2, 2, vec![f64::NEG_INFINITY; 4]),
    ];
    for (width, height, values) in cases {
        let size = Size::new(width, height).unwrap();
        let svg = HeatMap::new(size, values.clone(), "A title that is longer than the map is wide, by far").svg();
        let known = values.iter().take(size.cells()).filter(|v| v.is_finite()).count();
        let fills = fills(&svg);
        assert_eq!(fills.len(), size.cells());
        assert_eq!(fills.iter().filter(|f| *f != "none").count(), known);
        assert_eq!(svg.contains("url(#heat)"), known > 0, "a bar only where there are values");
        assert!(png_of_svg(&svg, 200).unwrap().len() > 300);
    }
}

#[test]
fn a_map_says_what_it_is_told_to() {
    let size = Size::new(4, 4).unwrap();
    let plain = HeatMap::new(size, (0..16).map(f64::from).collect(), "Order");
    let full = HeatMap {
        note: "positions from 0".into(),
        labels: (0..16).map(|i| i.to_string()).collect(),
        range: Some((0.0, 150.0)),
        marked: vec![3, 99],
        ..plain.clone()
    };
    let letters = |svg: &str| svg.matches("href=\"#t").count();
    let (bare, said) = (plain.svg(), full.svg());
    // Sixteen labels of 22 digits in all, 14 letters of the note, and at the bar 0, 75, 150 for 0, 15.
    assert_eq!(letters(&said), letters(&bare) + 22 + 14 + 3);
    assert_eq!((bare.matches("#mark").count(), said.matches("#mark").count()), (0, 1));
    assert_eq!(fills(&bare)[15], "#fdf14e");
    assert_eq!(fills(&said)[15], "#29285e", "a tenth of the scale given");
}
