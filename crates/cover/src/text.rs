//! Knuth's text format for exact-cover problems, read and written.
//!
//! The first line names the items, primary ones, then `|`, then secondary ones; every further line is
//! an option, whose secondary items may have a colour: `x:red`. A line that begins with `|` is a
//! comment; blank lines are passed over. Names and colours may be of any length (Knuth's programs
//! want one-character colours). Multiplicities of items (`2:3|x`, Algorithm M) and costs of options
//! (`|$7`) are refused. Source: the programs DLX2 and DLX3 beside TAOCP 4B, 7.2.2.1.

use crate::problem::{Builder, Member, Problem, ProblemError, shown};

/// Why a text is no problem, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct TextError {
    /// 1-based line.
    pub line: usize,
    /// 1-based column, in characters.
    pub column: usize,
    /// What is wrong there.
    pub what: TextErrorKind,
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TextErrorKind {
    /// Not text.
    #[error("not UTF-8: expected text")]
    Encoding,
    /// Nothing but comments and blank lines.
    #[error("no items: expected a line that names the items, and then options")]
    NoItems,
    /// Items and nothing else.
    #[error("no options: expected a line for every option after the line of items")]
    NoOptions,
    /// A second bar.
    #[error("a second `|` among the items: expected one between primary and secondary items")]
    SecondBar,
    /// An item with a multiplicity.
    #[error("`{word}`: multiplicities are not supported, expected a plain item name")]
    Multiplicity {
        /// The word.
        word: String,
    },
    /// A bar inside an option.
    #[error("`{word}`: `|` in an option (costs are not supported), expected items")]
    BarInOption {
        /// The word.
        word: String,
    },
    /// A colon without a colour.
    #[error("`{word}`: no colour after the colon, expected one")]
    NoColour {
        /// The word.
        word: String,
    },
    /// The builder refuses it.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// The words of a line with their 1-based columns.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut column = 1;
    line.split(char::is_whitespace).filter_map(move |word| {
        let at = column;
        column += word.chars().count() + 1;
        (!word.is_empty()).then_some((at, word))
    })
}

/// Reads a problem.
pub fn read(bytes: &[u8]) -> Result<Problem, TextError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned();
        let last = good.rsplit('\n').next().unwrap_or_default();
        let line = good.matches('\n').count() + 1;
        TextError { line, column: last.chars().count() + 1, what: TextErrorKind::Encoding }
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = (1..).zip(text.lines()).filter(|(_, l)| !l.starts_with('|') && !l.trim().is_empty());
    let end = |what| TextError { line: text.lines().count().max(1), column: 1, what };
    let (number, header) = lines.next().ok_or_else(|| end(TextErrorKind::NoItems))?;
    let mut builder = Problem::builder();
    read_items(&mut builder, header).map_err(|(column, what)| TextError { line: number, column, what })?;
    let mut members = Vec::new();
    let mut any = false;
    for (number, line) in lines {
        read_option(&mut builder, &mut members, line).map_err(|(column, what)| TextError {
            line: number,
            column,
            what,
        })?;
        any = true;
    }
    if any { Ok(builder.build()) } else { Err(end(TextErrorKind::NoOptions)) }
}

fn read_items(builder: &mut Builder, line: &str) -> Result<(), (usize, TextErrorKind)> {
    let mut secondary = false;
    for (column, word) in words(line) {
        if word == "|" {
            if std::mem::replace(&mut secondary, true) {
                return Err((column, TextErrorKind::SecondBar));
            }
            continue;
        }
        if word.contains('|') {
            return Err((column, TextErrorKind::Multiplicity { word: shown(word) }));
        }
        let declared = if secondary { builder.secondary(word) } else { builder.primary(word) };
        declared.map_err(|error| (column, error.into()))?;
    }
    Ok(())
}

/// Reads one option; `members` is scratch space.
fn read_option(builder: &mut Builder, members: &mut Vec<Member>, line: &str) -> Result<(), (usize, TextErrorKind)> {
    members.clear();
    let mut columns = Vec::new();
    for (column, word) in words(line) {
        if word.contains('|') {
            return Err((column, TextErrorKind::BarInOption { word: shown(word) }));
        }
        let (name, colour) = match word.split_once(':') {
            Some((_, "")) => return Err((column, TextErrorKind::NoColour { word: shown(word) })),
            Some((name, colour)) => (name, colour),
            None => (word, ""),
        };
        let item = builder.item(name).map_err(|error| (column, error.into()))?;
        let colour = builder.colour(colour).map_err(|error| (column, error.into()))?;
        members.push(Member { item, colour });
        columns.push(column);
    }
    builder.option_or_member(members).map(drop).map_err(|(at, error)| (columns[at], error.into()))
}

/// Writes a problem; [`read`] gives it back if it has an item and an option.
pub fn write(problem: &Problem) -> String {
    let (primary, secondary) = problem.items().split_at(problem.primary());
    let mut text = primary.join(" ");
    if !secondary.is_empty() {
        // A space first: a line that begins with a bar is a comment.
        text.push_str(" | ");
        text.push_str(&secondary.join(" "));
    }
    text.push('\n');
    for option in 0..problem.len() {
        text.push_str(&problem.option_text(option));
        text.push('\n');
    }
    text
}
