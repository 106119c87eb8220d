//! A small XML writer: elements, attributes, escaping. Nothing of SVG.

use std::fmt::{Display, Write};

/// Attributes of an element in order.
pub(crate) type Attributes<'a> = &'a [(&'a str, &'a dyn Display)];

/// Markup under construction.
#[derive(Default)]
pub(crate) struct Markup {
    out: String,
    open: Vec<&'static str>,
}

impl Markup {
    /// Opens an element that will hold others.
    pub(crate) fn open(&mut self, tag: &'static str, attributes: Attributes<'_>) {
        self.start(tag, attributes);
        self.out.push('>');
        self.open.push(tag);
    }

    /// Closes the element opened last.
    pub(crate) fn close(&mut self) {
        if let Some(tag) = self.open.pop() {
            self.out.push_str("</");
            self.out.push_str(tag);
            self.out.push('>');
        }
    }

    /// An element without content.
    pub(crate) fn leaf(&mut self, tag: &'static str, attributes: Attributes<'_>) {
        self.start(tag, attributes);
        self.out.push_str("/>");
    }

    /// An element that holds text only.
    pub(crate) fn text(&mut self, tag: &'static str, content: &str) {
        self.open(tag, &[]);
        self.out.push_str(&escaped(content));
        self.close();
    }

    /// A line break, for people who read the file.
    pub(crate) fn newline(&mut self) {
        self.out.push('\n');
    }

    /// Appends finished markup.
    pub(crate) fn append(&mut self, other: Markup) {
        self.out.push_str(&other.finish());
    }

    /// Closes what is open and returns the text.
    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out
    }

    fn start(&mut self, tag: &str, attributes: Attributes<'_>) {
        self.out.push('<');
        self.out.push_str(tag);
        for (name, value) in attributes {
            let _ = write!(self.out, " {name}=\"{}\"", escaped(&value.to_string()));
        }
    }
}

/// Text fit for XML 1.0: the five special characters as entities, forbidden ones replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c < ' ' || ('\u{fffe}'..='\u{ffff}').contains(&c) => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A length with at most two decimals and no trailing zeros.
pub(crate) struct Length(pub(crate) f64);

impl Display for Length {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        write!(f, "{}", if rounded == 0.0 { 0.0 } else { rounded })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped_and_closed() {
        let mut markup = Markup::default();
        markup.open("g", &[("id", &"a\"<b"), ("x", &Length(1.0 / 3.0))]);
        markup.text("title", "1 < 2 & \u{1}\n'");
        markup.leaf("path", &[("d", &"M0 0")]);
        let expected =
            "<g id=\"a&quot;&lt;b\" x=\"0.33\"><title>1 &lt; 2 &amp; \u{fffd} &apos;</title><path d=\"M0 0\"/></g>";
        assert_eq!(markup.finish(), expected);
        assert_eq!(Length(-0.001).to_string(), "0");
        assert_eq!(Length(12.50).to_string(), "12.5");
    }
}
