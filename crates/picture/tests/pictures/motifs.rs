//! The geometry of motifs: symmetric about the seam's normal, inside their quarter, distinct.

use edgewise_picture::motif::{MOTIFS, Motif, Paint};
use edgewise_picture::{glyphs, png, png_of_svg};
use edgewise_puzzle::Colour;
use resvg::tiny_skia::{PathSegment, Pixmap, Point};
use resvg::usvg;

use crate::boards::motley;

/// Points along the outlines of SVG paths, 16 a segment.
fn outline(paths: &[&str]) -> Vec<(f32, f32)> {
    let body: String = paths.iter().map(|d| format!("<path d=\"{d}\" stroke=\"#000\"/>")).collect();
    let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-50 -50 100 100\">{body}</svg>");
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
    let mut points = Vec::new();
    trace(tree.root(), &mut points);
    points
}

fn trace(group: &usvg::Group, points: &mut Vec<(f32, f32)>) {
    for node in group.children() {
        let path = match node {
            usvg::Node::Group(inner) => {
                trace(inner, points);
                continue;
            }
            usvg::Node::Path(path) => path,
            other => panic!("{other:?} is no path"),
        };
        let mut pen = Point::zero();
        for segment in path.data().segments() {
            let curve: Vec<Point> = match segment {
                PathSegment::MoveTo(to) => vec![to],
                PathSegment::LineTo(to) => vec![pen, to],
                PathSegment::QuadTo(a, to) => vec![pen, a, to],
                PathSegment::CubicTo(a, b, to) => vec![pen, a, b, to],
                PathSegment::Close => continue,
            };
            points.extend((0..=16).map(|i| bezier(&curve, i as f32 / 16.0)));
            pen = curve[curve.len() - 1];
        }
    }
}

/// A point of a Bézier curve by de Casteljau's construction.
fn bezier(points: &[Point], t: f32) -> (f32, f32) {
    match points {
        [point] => (point.x, point.y),
        _ => {
            let between = |w: &[Point]| Point::from_xy(w[0].x + (w[1].x - w[0].x) * t, w[0].y + (w[1].y - w[0].y) * t);
            bezier(&points.windows(2).map(between).collect::<Vec<_>>(), t)
        }
    }
}

fn near(a: (f32, f32), b: (f32, f32)) -> bool {
    (a.0 - b.0).abs() < 0.05 && (a.1 - b.1).abs() < 0.05
}

#[test]
fn twins_are_mirror_images_across_the_seam() {
    for motif in MOTIFS {
        for layer in motif.layers {
            let points = outline(&[layer.path]);
            let turned: Vec<_> = points.iter().map(|&(x, y)| (-x, -y)).collect();
            for &(x, y) in &points {
                assert!(turned.iter().any(|&t| near(t, (x, -y))), "{}: ({x}, {y}) has no mirror image", motif.name);
            }
        }
    }
}

#[test]
fn motifs_stay_inside_their_quarter_and_most_reach_the_seam() {
    for motif in MOTIFS {
        let paths: Vec<&str> = motif.layers.iter().map(|l| l.path).collect();
        let points = outline(&paths);
        for &(x, y) in &points {
            assert!(y >= -0.01 && x.abs() + y <= 49.0, "{}: ({x}, {y})", motif.name);
        }
        let meets = points.iter().any(|&(_, y)| y.abs() < 0.01);
        assert_eq!(meets, motif.name != "window", "{}", motif.name);
    }
}

/// The whole figure of a motif as a 50×50 picture of its paints, turned by `angle` degrees.
fn figure(motif: &Motif, angle: u32) -> Pixmap {
    let half: String = motif
        .layers
        .iter()
        .map(|layer| {
            let fill = match layer.paint {
                Paint::Ink => "#000",
                Paint::Accent => "#777",
                Paint::Ground => "#fff",
            };
            format!("<path d=\"{}\" fill=\"{fill}\"/>", layer.path)
        })
        .collect();
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-50 -50 100 100\" width=\"100\" height=\"100\">\
         <path d=\"M-50 -50H50V50H-50Z\" fill=\"#fff\"/><g transform=\"rotate({angle})\">{half}\
         <g transform=\"rotate(180)\">{half}</g></g></svg>"
    );
    Pixmap::decode_png(&png_of_svg(&svg, 50).unwrap()).unwrap()
}

#[test]
fn no_whole_figure_is_another_one_turned() {
    for (i, a) in MOTIFS.iter().enumerate() {
        let level = figure(a, 0);
        for b in &MOTIFS[i + 1..] {
            for angle in [0, 90] {
                let other = figure(b, angle);
                let differing = level
                    .data()
                    .chunks(4)
                    .zip(other.data().chunks(4))
                    .filter(|(p, q)| p[0].abs_diff(q[0]) > 60)
                    .count();
                assert!(differing > 100, "{} and {} at {angle}: {differing} of 2500 pixels differ", a.name, b.name);
            }
        }
    }
}

#[test]
fn matched_cells_are_drawn_symmetrically_about_their_seam() {
    for colour in (1..=22).chain([100, 250]) {
        let mut level = motley(2, 1, 1);
        level.grid.cells = vec![Some([0, colour, 0, 0]), Some([0, 0, 0, colour])];
        let mut upright = motley(1, 2, 1);
        upright.grid.cells = vec![Some([0, 0, colour, 0]), Some([colour, 0, 0, 0])];
        assert!(level.breaks().is_empty() && upright.breaks().is_empty());
        for (picture, across) in [(level, true), (upright, false)] {
            let width = 100 * picture.grid.size.width() as u32 + 76;
            let drawn = Pixmap::decode_png(&png(&picture, 2 * width).unwrap()).unwrap();
            assert_mirrored(&drawn, across, colour);
        }
    }
}

/// Checks that the plate with the board on it, 56 pixels from the edges, is its own mirror image,
/// left to right (`across`) or top to bottom, but for a few pixels where outlines end on a seam.
fn assert_mirrored(picture: &Pixmap, across: bool, colour: Colour) {
    let (width, height) = (picture.width(), picture.height());
    let mut astray = 0;
    for y in 60..height - 60 {
        for x in 60..width - 60 {
            let (mx, my) = if across { (width - 1 - x, y) } else { (x, height - 1 - y) };
            let (Some(a), Some(b)) = (picture.pixel(x, y), picture.pixel(mx, my)) else { panic!("off the picture") };
            let gap = a.red().abs_diff(b.red()).max(a.green().abs_diff(b.green())).max(a.blue().abs_diff(b.blue()));
            astray += usize::from(gap > 40);
        }
    }
    assert!(astray <= 24, "colour {colour}: {astray} pixels differ from their mirror image");
}

#[test]
fn glyphs_keep_to_their_box() {
    for letter in (' '..='~').chain("·×–—…é".chars()) {
        let glyph = glyphs::glyph(letter);
        assert_eq!(glyph.path.is_empty(), letter == ' ');
        if glyph.path.is_empty() {
            continue;
        }
        for (x, y) in outline(&[glyph.path]) {
            let inside = (-0.01..=glyph.width as f32 + 0.11).contains(&x) && (-0.61..=8.01).contains(&y);
            assert!(inside, "{letter}: ({x}, {y}) of width {}", glyph.width);
        }
    }
}
