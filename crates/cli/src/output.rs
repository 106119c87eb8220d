//! Standard output: results, and nothing else.

use std::io::{self, ErrorKind, IsTerminal, Write};

pub(crate) use edgewise_picture::grouped;
use edgewise_picture::{TerminalColours, png_of_svg};

use crate::failure::{Answer, Failure};

/// Writes bytes.
pub(crate) fn bytes(bytes: &[u8]) -> Result<Answer, Failure> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Ok(()) => Ok(Answer::Yes),
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Err(Failure::closed_output()),
        Err(e) => Err(Failure::outside(format!("cannot write to standard output: {e}"))),
    }
}

/// Writes a line.
pub(crate) fn line(text: &str) -> Result<Answer, Failure> {
    bytes(format!("{text}\n").as_bytes())
}

/// Writes `bytes` to `path`, whole or not at all, or to standard output for `-`.
pub(crate) fn to_file_or_stdout(path: Option<&str>, contents: &[u8]) -> Result<Answer, Failure> {
    let Some(path) = path.filter(|p| *p != "-") else { return bytes(contents) };
    let failed = |e: io::Error| Failure::outside(format!("cannot write {path}: {e}"));
    // Through a link to the file behind it; a device or pipe is written to, never replaced.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.into());
    if std::fs::metadata(&target).is_ok_and(|m| !m.is_file()) {
        return std::fs::write(&target, contents).map(|()| Answer::Yes).map_err(failed);
    }
    let mut temporary = target.clone().into_os_string();
    temporary.push(format!(".{}.tmp", std::process::id()));
    let written = std::fs::write(&temporary, contents).and_then(|()| std::fs::rename(&temporary, &target));
    written.map(|()| Answer::Yes).map_err(|e| {
        drop(std::fs::remove_file(&temporary));
        failed(e)
    })
}

/// Writes a picture to `path`: as PNG `width` pixels wide if its name says so, as SVG otherwise; `-` is
/// standard output.
pub(crate) fn picture(path: &str, svg: &str, width: u32) -> Result<Answer, Failure> {
    let is_png = std::path::Path::new(path).extension().is_some_and(|e| e.eq_ignore_ascii_case("png"));
    if is_png {
        return to_file_or_stdout(Some(path), &png_of_svg(svg, width).map_err(Failure::input)?);
    }
    to_file_or_stdout(Some(path), svg.as_bytes())
}

/// What colours a stream can show: none if it is no terminal or NO_COLOR is set.
pub(crate) fn colours(is_terminal: bool) -> TerminalColours {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    if !is_terminal || !variable("NO_COLOR").is_empty() || variable("TERM") == "dumb" {
        TerminalColours::None
    } else if matches!(variable("COLORTERM").as_str(), "truecolor" | "24bit") {
        TerminalColours::True
    } else {
        TerminalColours::Ansi256
    }
}

/// Colours of standard output.
pub(crate) fn stdout_colours() -> TerminalColours {
    colours(io::stdout().is_terminal())
}

/// `1 break`, `2 breaks`.
pub(crate) fn counted(n: u64, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// `1234567890` as `1.23 G`.
pub(crate) fn short(n: f64) -> String {
    for (unit, scale) in [(" T", 1e12), (" G", 1e9), (" M", 1e6), (" k", 1e3)] {
        if n >= scale {
            return format!("{:.*}{unit}", if n >= 100.0 * scale { 0 } else { 2 }, n / scale);
        }
    }
    format!("{n:.0}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!([1, 2].map(|n| counted(n, "break")), ["1 break", "2 breaks"]);
        assert_eq!([12.0, 1500.0, 68_300_000.0, 5e11].map(short), ["12", "1.50 k", "68.30 M", "500 G"]);
    }
}
