//! The boards of a prior: read from files and run directories, counted, and handed to the beam as text.

use std::path::{Path, PathBuf};

use edgewise_archive::RunDir;
use edgewise_beam::Corpus;
use edgewise_puzzle::Puzzle;
use edgewise_puzzle::formats;
use edgewise_search::Params;

use crate::board_set::FACTORY;
use crate::failure::Failure;
use crate::input;

/// Replaces `@PATH` in the parameter `prior` by the counts of the boards there. Says whether published
/// boards are among them, or boards of a run with such a prior.
///
/// Boards of own run directories are own; where any other file comes from cannot be told, so it counts as
/// published.
pub(crate) fn expand(params: &mut Params, puzzle: &Puzzle) -> Result<bool, Failure> {
    let Some(path) = params.text("prior").strip_prefix('@').map(PathBuf::from) else { return Ok(false) };
    let corpus = corpus(&path, puzzle)?;
    params.set("prior", &corpus.text()).map_err(Failure::input)?;
    Ok(corpus.published() > 0)
}

/// The value of `prior` for `@PATH`, any other text as it is.
pub(crate) fn text(value: &str, puzzle: &Puzzle) -> Result<String, Failure> {
    match value.strip_prefix('@') {
        Some(path) => corpus(Path::new(path), puzzle).map(|corpus| corpus.text()),
        None => Ok(value.to_owned()),
    }
}

/// The boards at `path`: a file, a run directory, or a folder of both.
fn corpus(path: &Path, puzzle: &Puzzle) -> Result<Corpus, Failure> {
    let mut corpus = Corpus::default();
    if path.is_dir() && !is_run(path) {
        let bad = |e: std::io::Error| Failure::input(format!("{}: cannot be read: {e}", path.display()));
        let entries = std::fs::read_dir(path).map_err(bad)?.collect::<Result<Vec<_>, _>>().map_err(bad)?;
        let mut paths: Vec<PathBuf> = entries.into_iter().map(|e| e.path()).collect();
        paths.sort();
        for path in paths {
            match path.is_dir() {
                true if is_run(&path) => add_run(&mut corpus, &path, puzzle)?,
                true => {}
                false => add_file(&mut corpus, &path, puzzle, true)?,
            }
        }
    } else if path.is_dir() {
        add_run(&mut corpus, path, puzzle)?;
    } else {
        add_file(&mut corpus, path, puzzle, true)?;
    }
    if corpus.boards() == 0 {
        return Err(Failure::input(format!("{}: no boards: expected some for the prior", path.display())));
    }
    Ok(corpus)
}

fn is_run(path: &Path) -> bool {
    path.join("run.toml").is_file()
}

/// Adds the best board of a run; of a factory, whose boards are no steps towards each other, all.
fn add_run(corpus: &mut Corpus, path: &Path, puzzle: &Puzzle) -> Result<(), Failure> {
    let report = RunDir::read(path)?;
    let published = report.info.as_ref().is_none_or(|info| touched(&info.parameters));
    let all = report.info.as_ref().is_some_and(|info| info.engine == FACTORY);
    let mut boards = report.boards.iter().take(if all { usize::MAX } else { 1 });
    boards.try_for_each(|board| add_file(corpus, &board.path, puzzle, published))
}

/// Whether a prior of published boards is among the parameters of a run, its legs or its settings.
pub(crate) fn touched(parameters: &toml::Table) -> bool {
    parameters.iter().any(|(name, value)| match value {
        toml::Value::Table(part) => touched(part),
        toml::Value::String(text) => name == "prior" && is_touched(text),
        _ => false,
    })
}

/// Whether the value of a parameter `prior` has published boards in it. It is kept as `@boards published` and
/// its counts.
pub(crate) fn is_touched(prior: &str) -> bool {
    prior.strip_prefix('@').and_then(|text| text.split_whitespace().nth(1)).is_some_and(|n| n != "0")
}

fn add_file(corpus: &mut Corpus, path: &Path, puzzle: &Puzzle, published: bool) -> Result<(), Failure> {
    let origin = path.display().to_string();
    let read = formats::read_board(&input::read(&origin)?, &origin, Some(puzzle)).map_err(Failure::input)?;
    let board = read.board.ok_or_else(|| {
        let why = read.unresolved.map_or_else(String::new, |why| format!(": {why}"));
        Failure::input(format!("{origin}: no board of {}{why}", puzzle.name()))
    })?;
    corpus.add(&board, published);
    Ok(())
}
