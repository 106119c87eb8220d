//! Plots and sheets are whole documents that show what they are given, whatever that is.

use edgewise_picture::{
    BoardPicture, HeatMap, IntervalRow, Mark, Plot, SERIES, Series, Tile, agreement_plot, board_break_map, break_map,
    census_map, census_rows, intervals_svg, neighbour_map, neighbour_plot, order_map, png_of_svg, profile_plots,
    profile_sheet, quota_map, score_plot, sheet_svg, time_map,
};
use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{ClueSet, Size, official};
use edgewise_search::{BreakCensus, BreakPlaces, BreakProfile, Order, Profile, QuotaProfile, StepPlan};
use roxmltree::{Document, Node};

use crate::boards::known_boards;

/// Parses a document and checks that every reference is defined, once.
fn parsed(svg: &str) -> Document<'_> {
    let document = Document::parse(svg).unwrap();
    let mut ids: Vec<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
    ids.sort_unstable();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "an id is defined twice");
    for node in document.descendants() {
        if let Some(reference) = node.attribute("href") {
            assert!(ids.contains(&&reference[1..]), "{reference} is not defined");
        }
        assert!(!node.has_tag_name("text"), "text would need a font");
    }
    document
}

fn plot(log: bool, series: Vec<Series>) -> Plot {
    Plot {
        title: "Placements & <more>".into(),
        note: "a note".into(),
        x_label: "depth".into(),
        x_range: (0.0, 10.0),
        log,
        unit: "%",
        series,
    }
}

fn series(mark: Mark, points: &[(f64, f64)]) -> Series {
    Series { name: "s".into(), colour: SERIES[3], mark, points: points.to_vec() }
}

/// The paths in the colour of [`series`], as strokes: their data.
fn strokes(svg: &str) -> Vec<String> {
    let colour = SERIES[3].to_string();
    let document = parsed(svg);
    let drawn = document.descendants().filter(|n| n.has_tag_name("path"));
    drawn.filter(|n| n.attribute("stroke") == Some(&colour)).map(|n| n.attribute("d").unwrap().to_owned()).collect()
}

/// The corners of path data.
fn corners(d: &str) -> Vec<(f64, f64)> {
    let mut at = (0.0, 0.0);
    let mut all = Vec::new();
    let words = d.split_inclusive(|c: char| c.is_ascii_alphabetic()).collect::<Vec<_>>();
    for pair in words.windows(2) {
        let command = pair[0].chars().last().unwrap();
        let numbers: Vec<f64> = pair[1]
            .trim_end_matches(|c: char| c.is_ascii_alphabetic())
            .split_whitespace()
            .map(|n| n.parse().unwrap())
            .collect();
        match (command, &numbers[..]) {
            ('H', &[x]) => at.0 = x,
            ('V', &[y]) => at.1 = y,
            (_, &[x, y]) => at = (x, y),
            other => panic!("{other:?}"),
        }
        all.push(at);
    }
    all
}

#[test]
fn a_line_lies_where_its_numbers_say() {
    let line = [(0.0, 0.0), (5.0, 50.0), (10.0, 100.0)];
    let svg = sheet_svg("t", "c", &[Tile::Plot(plot(false, vec![series(Mark::Line, &line)]))], 1).unwrap();
    let [path] = &strokes(&svg)[..] else { panic!("one line") };
    let points = corners(path);
    assert_eq!(points.len(), 3);
    // The middle point lies in the middle.
    assert!((points[0].0 + points[2].0 - 2.0 * points[1].0).abs() < 0.2, "{points:?}");
    assert!((points[0].1 + points[2].1 - 2.0 * points[1].1).abs() < 0.2, "{points:?}");
    assert!(points[2].1 < points[0].1 && points[2].0 > points[0].0, "up is more, right is later");
    // On a logarithmic axis so does the geometric mean.
    let line = [(0.0, 10.0), (5.0, 1e4), (10.0, 1e7)];
    let svg = sheet_svg("t", "c", &[Tile::Plot(plot(true, vec![series(Mark::Line, &line)]))], 1).unwrap();
    let points = corners(&strokes(&svg)[0]);
    assert!((points[0].1 + points[2].1 - 2.0 * points[1].1).abs() < 0.2, "{points:?}");
}

#[test]
fn gaps_stay_open_and_axes_have_numbers() {
    let with_gaps = [(0.0, 1.0), (1.0, 2.0), (2.0, f64::NAN), (3.0, 4.0), (4.0, 0.0), (5.0, 8.0)];
    let pieces = |log, mark| {
        strokes(&sheet_svg("t", "c", &[Tile::Plot(plot(log, vec![series(mark, &with_gaps)]))], 1).unwrap()).len()
    };
    // What lies beyond the x axis is not drawn.
    let wide = [(-4.0, 1.0), (0.0, 1.0), (3.0, 2.0), (10.0, 2.0), (11.0, 9.0)];
    let svg = sheet_svg("t", "c", &[Tile::Plot(plot(false, vec![series(Mark::Steps, &wide)]))], 1).unwrap();
    let xs: Vec<f64> = corners(&strokes(&svg)[0]).iter().map(|p| p.0).collect();
    assert!(xs.iter().all(|x| (50.0..=554.1).contains(x)), "{xs:?}");
    assert_eq!([pieces(false, Mark::Line), pieces(true, Mark::Steps), pieces(true, Mark::Area)], [2, 3, 3]);
    let svg = sheet_svg("t", "c", &[Tile::Plot(plot(true, vec![series(Mark::Line, &with_gaps)]))], 1).unwrap();
    let document = parsed(&svg);
    assert!(document.descendants().filter(|n| n.attribute("href") == Some("#t25")).count() >= 2, "percent signs");
    let title = document.root_element().children().find(|n: &Node<'_, '_>| n.has_tag_name("title")).unwrap();
    assert_eq!(title.text(), Some("t"));
}

#[test]
fn odd_plots_are_drawn() {
    let odd: [&[(f64, f64)]; 8] = [
        &[],
        &[(0.0, 0.0)],
        &[(f64::NAN, 1.0), (1.0, f64::INFINITY)],
        &[(0.0, -3.0), (1.0, -2.0)],
        &[(0.0, f64::MAX), (1.0, f64::MIN)],
        &[(-50.0, 1e-300), (60.0, 1e-300)],
        &[(0.0, 1e18), (1.0, 1.0)],
        &[(3.0, 7.0); 3],
    ];
    for points in odd {
        for log in [false, true] {
            for range in [(0.0, 10.0), (5.0, 5.0), (f64::NAN, 1.0), (3.0, 1.0)] {
                let low = points.iter().map(|p| p.1 / 2.0).collect();
                let marks = [Mark::Line, Mark::Steps, Mark::Area, Mark::Band(low), Mark::Band(vec![])];
                let all = marks.into_iter().map(|mark| series(mark, points)).collect();
                let svg = sheet_svg("", "", &[Tile::Plot(Plot { x_range: range, ..plot(log, all) })], 3).unwrap();
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "{points:?}");
                parsed(&svg);
                assert!(range.1 != 10.0 || png_of_svg(&svg, 300).unwrap().len() > 300);
            }
        }
    }
}

#[test]
fn a_sheet_holds_its_tiles_in_rows() {
    let size = Size::new(3, 9).unwrap();
    let tiles: Vec<Tile> = (0..3)
        .map(|_| Tile::Plot(plot(false, vec![])))
        .chain([Tile::Map(HeatMap::new(size, vec![1.0; 27], "map"))])
        .collect();
    let extent = |columns| {
        let svg = sheet_svg("title", "caption", &tiles, columns).unwrap();
        let number = |name: &str| parsed(&svg).root_element().attribute(name).unwrap().parse::<f64>().unwrap();
        (number("width"), number("height"))
    };
    let (one, two, four) = (extent(1), extent(2), extent(9));
    assert!(one.0 < two.0 && two.0 < four.0 && one.1 > two.1 && two.1 > four.1);
    assert!(parsed(&sheet_svg("none", "", &[], 2).unwrap()).root_element().has_attribute("viewBox"));
}

/// A profile of a made-up run in Blackwood's order with everything in it.
fn profile() -> Profile {
    let puzzle = official::puzzle(ClueSet::Starter);
    let order = Order::named("blackwood", puzzle.size(), &[]).unwrap();
    let rise = |depth: usize| (depth as f64 / 12.0).exp() as u64;
    let mut quota = QuotaProfile::new((0..256).map(|i| if i < 160 { i * 3 / 4 } else { 0 }).collect());
    (0..200).filter(|&i| i != 120).for_each(|i| {
        quota.note(i, i as u16 + 2);
        quota.note(i, i as u16 + 9);
    });
    let mut places = BreakPlaces::new(256, 256);
    places.boards = 4;
    (0..30).for_each(|i| places.note([5, 6 + i], 201 + i));
    let mut profile = Profile {
        clues: vec![135],
        placements: (0..257).map(rise).collect(),
        seconds: (0..257).map(|d| rise(d) as f64 / 1e7).collect(),
        fill_seconds: 3.0,
        quota,
        breaks: BreakProfile {
            budget: (0..256).map(|i: u16| i.saturating_sub(200) / 5).collect(),
            sampled: places.clone(),
            filled: places.clone(),
            best: places,
        },
        order: order.cells,
    };
    profile.placements[0] = 0;
    profile.seconds[0] = 0.0;
    profile
}

#[test]
fn a_profile_is_drawn_whole_and_in_part() {
    let size = Size::new(16, 16).unwrap();
    let whole = profile();
    assert_eq!(whole.problem(256), None);
    let svg = profile_sheet(&whole, size, "run", "caption").unwrap();
    parsed(&svg);
    assert!(svg.len() < 250_000, "{}", svg.len());
    for text in
        ["200: 17.3M", "Quota: 2 boards sampled", "best board 30; 4 boards before their fill 7.5", "fills 3.00 s"]
    {
        assert!(svg.contains(text), "{text}");
    }
    assert!(png_of_svg(&svg, 800).unwrap().len() > 20_000);
    let maps = [time_map(&whole, size), break_map(&whole, size)];
    assert!(maps[0].values[135].is_nan(), "clues take no time");
    let shares: f64 = maps[0].values.iter().filter(|v| v.is_finite()).sum();
    assert!((shares - 100.0).abs() < 1e-9);
    assert_eq!(maps[1].values[5], 7.5);
    // Engines that measure less, and nothing at all.
    let counts = Profile::of_placements(vec![0, 5, 2]);
    for (profile, size) in [
        (Profile::default(), size),
        (counts, Size::new(2, 1).unwrap()),
        (Profile { seconds: vec![], quota: QuotaProfile::default(), ..whole.clone() }, size),
        (Profile { breaks: BreakProfile::default(), order: vec![], ..whole }, size),
    ] {
        let svg = profile_sheet(&profile, size, "", "").unwrap();
        assert!(!svg.contains("NaN"));
        assert!(svg.contains("not measured by this engine"));
        parsed(&svg);
        assert!(profile_plots(&profile).iter().all(|plot| !plot.title.is_empty()));
    }
}

#[test]
fn maps_of_boards_and_orders_count_right() {
    for board in known_boards() {
        let map = board_break_map(&board.picture);
        let [filled, _, breaks] = board.numbers;
        let known = map.values.iter().filter(|v| v.is_finite());
        assert_eq!((known.clone().count(), known.sum::<f64>()), (filled, 2.0 * breaks as f64), "{}", board.name);
        parsed(&map.svg());
    }
    let made = generate(&Specification { width: 5, height: 4, clues: 2, ..Specification::default() }).unwrap();
    let picture = BoardPicture::of_board(&made.puzzle, &made.solution);
    let mut weights = vec![0; made.puzzle.colours()];
    (weights[2], weights[3]) = (1, 5);
    let map = quota_map(&picture, &weights);
    let by_hand: usize = made.puzzle.pieces().iter().flatten().map(|&c| usize::from(weights[usize::from(c)])).sum();
    assert_eq!(map.values.iter().sum::<f64>(), by_hand as f64);
    assert!(map.note.contains(&format!("{by_hand} in all")));
    let size = made.puzzle.size();
    let order = Order::named("spiral-in", size, &[]).unwrap();
    let clues: Vec<usize> = made.puzzle.clues().iter().map(|c| c.cell).collect();
    let map = order_map(size, &order, &clues);
    assert!(
        order
            .cells
            .iter()
            .enumerate()
            .all(|(i, &cell)| map.values[cell] == i as f64 && map.labels[cell] == i.to_string())
    );
    let svg = map.svg();
    assert_eq!(parsed(&svg).descendants().filter(|n| n.attribute("href") == Some("#mark")).count(), 2);
}

#[test]
fn groups_are_compared_with_all_their_numbers() {
    let row = |name: &str, values: &[f64], mean, half_width| IntervalRow {
        name: name.into(),
        values: values.to_vec(),
        mean,
        half_width,
    };
    let rows = [
        row("a setting", &[460.0, 460.0, 463.0], 461.0, 4.3),
        row("one value", &[459.0], 459.0, f64::INFINITY),
        row("none", &[], 0.0, f64::INFINITY),
        row("odd", &[f64::NAN, f64::MAX], f64::NAN, 1.0),
    ];
    let svg = intervals_svg("Scores", "score", &rows[..3]).unwrap();
    let document = parsed(&svg);
    // A dot for every number, one for every mean.
    assert_eq!(document.descendants().filter(|n| n.has_tag_name("circle")).count(), 4 + 3);
    assert!(svg.contains("a setting: 3 values, mean 461.00."));
    for some in [&rows[..], &rows[3..], &[]] {
        parsed(&intervals_svg("", "", some).unwrap());
    }
}

#[test]
fn sets_of_boards_are_drawn_as_counted() {
    let made = generate(&Specification { width: 6, height: 5, clues: 1, ..Specification::default() }).unwrap();
    let (puzzle, size) = (&made.puzzle, made.puzzle.size());
    let order = Order::named("spiral-in", size, &[]).unwrap();
    let mut census = BreakCensus::new(size);
    let empty = census_map(&census, "spiral-in");
    assert!(empty.values.iter().all(|&v| v == 0.0) && census_rows(&census, "none").note == "no break");
    let depths = BreakCensus::depths(puzzle, &order);
    census.add(puzzle, &made.solution, &depths);
    let mut turned = made.solution.clone();
    let clue = puzzle.clues()[0].cell;
    for cell in (0..size.cells()).filter(|&cell| cell != clue && !size.is_border(cell)) {
        let half = turned.get(cell).map(|p| edgewise_puzzle::Placement::new(p.piece(), (p.rotation() + 2) % 4));
        turned.set(cell, half);
    }
    census.add(puzzle, &turned, &depths);
    let breaks = puzzle.score(&turned).breaks as f64;
    assert!(breaks > 4.0);
    let map = census_map(&census, "spiral-in");
    assert!((map.values.iter().sum::<f64>() - breaks / 2.0).abs() < 1e-9);
    assert!(!map.marked.is_empty() && map.marked.iter().all(|&cell| census.paid_two[cell] == 1));
    assert!(map.note.starts_with(&format!("2 boards, {:.2} breaks each", breaks / 2.0)));
    let rows = census_rows(&census, "spiral-in");
    assert_eq!(rows.series[0].points.len(), 5);
    assert!((rows.series[0].points.iter().map(|p| p.1).sum::<f64>() - breaks / 2.0).abs() < 1e-9);

    let plan = StepPlan::compile(puzzle, &order);
    let seen = neighbour_map(size, &order, &plan);
    assert_eq!(seen.values.iter().filter(|v| v.is_nan()).count(), 1);
    // Every seam is seen once, by the later of its cells, and those of the clue by its neighbours.
    assert_eq!(seen.values.iter().filter(|v| v.is_finite()).sum::<f64>(), size.seams() as f64);
    let by_position = neighbour_plot(&order, &plan);
    let (last, mean) = (by_position.series[1].points.last().unwrap().1, size.seams() as f64 / 29.0);
    assert!((last - mean).abs() < 1e-9);

    let scores =
        score_plot("Scores", &[("ours".into(), [(450, 1), (452, 3)].into()), ("none".into(), [].into())], &[453]);
    let drawn = [(449.0, 0.0), (450.0, 25.0), (451.0, 0.0), (452.0, 75.0), (453.0, 0.0), (454.0, 0.0)];
    assert_eq!(scores.series[0].points, drawn);
    assert_eq!(scores.series[1].points[3], (452.0, 0.0));
    let agreement = agreement_plot(&[0, 5, 0, 1, 0]);
    assert_eq!((agreement.note.as_str(), agreement.series[0].points.len()), ("6 pairs, mean 1.3", 4));
    let nothing = [score_plot("Scores", &[], &[]), agreement_plot(&[])].map(Tile::Plot);
    let tiles = [Tile::Map(map), Tile::Plot(rows), Tile::Map(seen), Tile::Plot(by_position), Tile::Plot(scores)];
    let tiles: Vec<Tile> = tiles.into_iter().chain([Tile::Plot(agreement)]).chain(nothing).collect();
    parsed(&sheet_svg("Sets", "all of them", &tiles, 2).unwrap());
}
