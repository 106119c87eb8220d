//! Reading the pictures back.

/// How often an SVG draws a break. The file must be a whole SVG document.
#[track_caller]
pub(crate) fn breaks_drawn(svg: &str) -> usize {
    let document = roxmltree::Document::parse(svg).unwrap();
    assert!(document.root_element().has_tag_name(("http://www.w3.org/2000/svg", "svg")));
    let uses = document.descendants().filter(|n| n.tag_name().name() == "use");
    let of_a_break =
        uses.filter(|n| n.attribute("href").is_some_and(|href| href.starts_with("#break-"))).collect::<Vec<_>>();
    let defined = |n: &roxmltree::Node<'_, '_>| n.ancestors().any(|a| a.tag_name().name() == "defs");
    of_a_break.iter().filter(|n| !defined(n)).count()
}

/// Width and height of a PNG, which must decode to its end.
#[track_caller]
pub(crate) fn decoded(png: &[u8]) -> (u32, u32) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    reader.finish().unwrap();
    (frame.width, frame.height)
}
