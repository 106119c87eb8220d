//! `edgewise estimate`.

mod common;

use common::Scratch;

#[test]
fn the_row_scan_with_the_starter_is_the_published_one() {
    let dir = Scratch::new();
    // Rows upwards, each from the left.
    let cells: Vec<String> =
        (0..16).rev().flat_map(|row| 16 * row..16 * row + 16).map(|c: i32| c.to_string()).collect();
    dir.write("rows-up.txt", cells.join(" "));
    let shown = dir.run("estimate eternity2 --order @rows-up.txt").expect(0).stdout;
    let head = "\
eternity2, 16x16, 1 clue, order file, no breaks
expected solutions  14702.3
expected nodes      1.36503e47
peak                7.30158e45 at step 160, depth 161
";
    assert!(shown.starts_with(head), "{shown}");
    assert!(
        shown.contains("  4.00000\n") && shown.contains("  493.366\n") && shown.contains("  3.10019e31\n"),
        "{shown}"
    );
}

#[test]
fn json_has_every_depth_and_presets_lend_their_breaks() {
    let dir = Scratch::new();
    let json = dir.run("estimate eternity2 --clues five --order blackwood --breaks five-clue --json").expect(0).json();
    assert_eq!(json["steps"].as_array().unwrap().len(), 251);
    let positions: Vec<u64> = json["breaks"].as_array().unwrap().iter().map(|p| p.as_u64().unwrap()).collect();
    assert_eq!((positions.len(), positions[0], positions[15]), (16, 202, 250));
    let solutions = json["solutions"].as_f64().unwrap();
    assert!((solutions / 4.0968e-8 - 1.0).abs() < 1e-4, "{solutions}");
    assert!(json["log10_boards"].as_f64().unwrap() > 10.0);
    let list = "202,208,212,213,219,221,227,228,228,231,235,237,241,245,246,250";
    let same = dir.run(&format!("estimate eternity2 --clues five --order blackwood --breaks {list} --json"));
    assert_eq!(same.expect(0).json()["log10_nodes"], json["log10_nodes"]);
}

#[test]
fn the_plot_is_a_picture_and_bad_input_is_named() {
    let dir = Scratch::new();
    dir.run("estimate eternity2 --svg nodes.svg").expect(0);
    let svg = dir.text("nodes.svg");
    roxmltree::Document::parse(&svg).unwrap();
    assert!(svg.contains("Expected nodes"));
    let said = |line: &str| dir.run(line).expect(2).stderr;
    assert!(said("estimate eternity2 --order zigzag").contains("order `zigzag`: expected one of row"));
    assert!(said("estimate eternity2 --breaks 9,x").contains("--breaks, `x`: expected none, spread, or positions"));
    assert!(said("estimate eternity2 --breaks 256").contains("below 256"));
    assert!(said("estimate nowhere.json").contains("no such file"));
}
