//! What a person sees while an engine works: the best board as a small picture, and one line of
//! numbers below it. On standard error, and only where that is a terminal.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use edgewise_picture::{BoardPicture, terminal_compact};
use edgewise_puzzle::{Board, Puzzle};
use edgewise_search::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::failure::output_error;
use crate::output::{colours, short};

/// The live display.
pub(crate) struct Display {
    bar: ProgressBar,
    live: bool,
    quiet: bool,
    began: Instant,
    limit: Option<Duration>,
    picture: String,
    total: usize,
    /// What the engine's nodes are.
    nodes: &'static str,
}

impl Display {
    /// A display for a run of `puzzle`, hidden if `quiet` or standard error is no terminal; `nodes` is
    /// what the engine's nodes are called.
    pub(crate) fn new(puzzle: &Puzzle, nodes: &'static str, quiet: bool, limit: Option<Duration>) -> Display {
        let dumb = matches!(std::env::var("TERM").as_deref(), Err(_) | Ok("" | "dumb"));
        let live = !quiet && !dumb && std::io::stderr().is_terminal();
        let target = if live { ProgressDrawTarget::stderr_with_hz(5) } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{msg}") {
            bar.set_style(style);
        }
        let total = puzzle.size().seams();
        Display { bar, live, quiet, began: Instant::now(), limit, picture: String::new(), total, nodes }
    }

    /// Shows a better board.
    pub(crate) fn improved(&mut self, puzzle: &Puzzle, board: &Board, score: usize) {
        if self.live {
            let picture = BoardPicture::of_board(puzzle, board);
            self.picture = terminal_compact(&picture, colours(true));
        } else if !self.quiet {
            output_error(&format!("{:8.1}s  {score}/{}", self.began.elapsed().as_secs_f64(), self.total));
        }
    }

    /// Redraws with the latest numbers.
    pub(crate) fn tick(&self, progress: &Progress) {
        if !self.live {
            return;
        }
        let elapsed = self.began.elapsed().as_secs_f64();
        let limit = self.limit.map_or(String::new(), |l| format!(" of {:.0}s", l.as_secs_f64()));
        let best = progress.best.map_or("-".to_owned(), |b| b.to_string());
        let line = format!(
            "{elapsed:.0}s{limit} · best {best}/{} · deepest {} · {} {} · {}/s · {} restarts · {} fills",
            self.total,
            progress.deepest,
            short(progress.nodes as f64),
            self.nodes,
            short(progress.nodes as f64 / elapsed.max(1e-3)),
            progress.restarts,
            progress.fills,
        );
        self.bar.set_message(format!("{}{line}", self.picture));
    }

    /// A line above the display (or plainly on standard error).
    pub(crate) fn say(&self, line: &str) {
        if self.live {
            self.bar.println(line);
        } else if !self.quiet {
            output_error(line);
        }
    }

    /// A warning, said even when quiet.
    pub(crate) fn warn(&self, line: &str) {
        if self.live {
            self.bar.println(line);
        } else {
            output_error(line);
        }
    }

    /// Takes the display away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
