//! A plan file made ready: its puzzle and engine, the files it names read, its corpus, its jobs.

use std::path::{Path, PathBuf};

use edgewise_beam::Corpus;
use edgewise_portfolio::engines;
use edgewise_puzzle::{Puzzle, formats};
use edgewise_search::Engine;
use edgewise_study::{Job, Plan, Results, Study, jobs};

use crate::corpus;
use crate::failure::Failure;
use crate::input::{self, Clues};

/// What `prior` says where the boards of the plan's `corpus` are meant.
const OWN_CORPUS: &str = "corpus";

/// A plan, read and prepared.
pub(crate) struct Prepared {
    /// The plan, with the contents of files in place of their names.
    pub(crate) plan: Plan,
    /// Its puzzle.
    pub(crate) puzzle: Puzzle,
    /// Whether the puzzle is built in.
    pub(crate) built_in: bool,
    /// Its engine, on one thread.
    pub(crate) engine: Box<dyn Engine>,
    /// Its jobs; without their prior while its corpus is not finished.
    pub(crate) jobs: Vec<Job>,
    /// Its corpus, if that is not finished: run this, then read the plan again.
    pub(crate) corpus: Option<Box<Pending>>,
}

impl Prepared {
    /// The study of its jobs, on so many threads.
    pub(crate) fn study<'a>(&'a self, threads: usize, cpu: &'a str) -> Study<'a> {
        let Prepared { plan, puzzle, engine, jobs, .. } = self;
        Study { plan, puzzle, engine: engine.as_ref(), jobs, threads, cpu }
    }
}

/// A corpus to be made.
pub(crate) struct Pending {
    /// Its plan.
    pub(crate) prepared: Prepared,
    /// The file of its finished jobs.
    pub(crate) results: PathBuf,
}

/// What a corpus is worth so far.
enum Own {
    /// Its boards, as the parameter `prior` takes them.
    Prior(String),
    /// Some are to be made.
    Unfinished(Box<Pending>),
}

/// Where the finished jobs of a plan are kept unless told otherwise.
pub(crate) fn default_results(plan: &str) -> PathBuf {
    PathBuf::from(plan).with_extension("results.jsonl")
}

/// Reads a plan; its finished jobs are in `results`. A corpus keeps its own in the same folder, under the
/// name of its plan, so that several studies can share it.
pub(crate) fn read(path: &str, results: &Path) -> Result<Prepared, Failure> {
    let mut plan = parsed(path)?;
    let named = names(&plan)?;
    let corpus = plan.corpus.take().map(|name| beside(path, &name));
    let (puzzle, built_in) = puzzle(&plan, path)?;
    let mut pending = None;
    if let Some(source) = corpus {
        let results = results.with_file_name(default_results(&source).file_name().unwrap_or_default());
        let text = match of_own_boards(&source, results, &puzzle)? {
            Own::Prior(text) => text,
            Own::Unfinished(unfinished) => {
                pending = Some(unfinished);
                "none".to_owned()
            }
        };
        for (_, value) in values(&mut plan).filter(|(name, value)| name == "prior" && value.as_str() == OWN_CORPUS) {
            value.clone_from(&text);
        }
    }
    finish(plan, &named, puzzle, built_in, pending)
}

/// The names of the plan's settings.
fn names(plan: &Plan) -> Result<Vec<String>, Failure> {
    Ok(plan.settings().map_err(Failure::input)?.into_iter().map(|setting| setting.name).collect())
}

fn parsed(path: &str) -> Result<Plan, Failure> {
    Plan::parse(&input::read_text(path)?).map_err(|error| Failure::input(format!("{path}: {error}")))
}

/// Reads the plan's files and makes its jobs. What is published of the settings that were `named` so before files
/// were read goes by their new names.
fn finish(
    mut plan: Plan,
    named: &[String],
    puzzle: Puzzle,
    built_in: bool,
    corpus: Option<Box<Pending>>,
) -> Result<Prepared, Failure> {
    let Some(engines::Listed { engine, default_preset, .. }) = engines::named(&plan.engine) else {
        let known = engines::NAMES.join(", ");
        return Err(Failure::input(format!("plan: engine `{}`: expected one of {known}", plan.engine)));
    };
    read_files(&mut plan, &puzzle)?;
    let renamed = names(&plan)?;
    for setting in plan.published.iter_mut().filter_map(|published| published.setting.as_mut()) {
        if let Some(i) = named.iter().position(|name| name == setting) {
            setting.clone_from(&renamed[i]);
        }
    }
    let jobs = jobs(&plan, &puzzle, engine.as_ref(), default_preset(&puzzle)).map_err(Failure::input)?;
    Ok(Prepared { plan, puzzle, built_in, engine, jobs, corpus })
}

/// The plan's puzzle: built in, a file from the plan's folder, or a file from here.
fn puzzle(plan: &Plan, path: &str) -> Result<(Puzzle, bool), Failure> {
    let clues = plan.clues.as_deref().map(|name| <Clues as clap::ValueEnum>::from_str(name, false)).transpose();
    let clues = clues.map_err(|_| Failure::input("plan: clues: expected starter, five or none"))?;
    let near = beside(path, &plan.puzzle);
    let is_built_in = input::BUILT_IN.iter().any(|(name, _)| *name == plan.puzzle);
    let name = if !is_built_in && Path::new(&near).is_file() { &near } else { &plan.puzzle };
    let read = input::puzzle(name, clues)?;
    Ok((read.puzzle, read.format == "built-in"))
}

/// The path of a file named in the plan at `path`, from the plan's own folder.
fn beside(path: &str, name: &str) -> String {
    Path::new(path).with_file_name("").join(name).display().to_string()
}

/// The prior of the boards of the plan at `path`, or the plan if they are not finished.
fn of_own_boards(path: &str, results: PathBuf, puzzle: &Puzzle) -> Result<Own, Failure> {
    let plan = parsed(path)?;
    if plan.corpus.is_some() {
        return Err(Failure::input(format!("{path}: the plan of a corpus has one itself: expected none")));
    }
    let (own, built_in) = self::puzzle(&plan, path)?;
    if own.pieces() != puzzle.pieces() || own.size() != puzzle.size() {
        return Err(Failure::input(format!(
            "{path}: the corpus is of puzzle {}: expected {}",
            own.name(),
            puzzle.name()
        )));
    }
    let named = names(&plan)?;
    let prepared = finish(plan, &named, own, built_in, None)?;
    let finished = Results::read(&results).map_err(Failure::outside)?;
    let mut corpus = Corpus::default();
    for job in &prepared.jobs {
        let Some(record) = finished.get(&job.key) else {
            return Ok(Own::Unfinished(Box::new(Pending { prepared, results })));
        };
        let letters = record.board_edges.as_deref().unwrap_or_default();
        let read = formats::read_board(letters.as_bytes(), path, Some(puzzle)).map_err(Failure::input)?;
        let board = read
            .board
            .ok_or_else(|| Failure::input(format!("{}: a board is none of this puzzle", results.display())))?;
        let published =
            job.params.iter().any(|(name, value)| name == "prior" && corpus::is_touched(&value.to_string()));
        corpus.add(&board, published);
    }
    Ok(Own::Prior(corpus.text()))
}

/// All parameters of a plan that are text, with their names.
fn values(plan: &mut Plan) -> impl Iterator<Item = (String, &mut String)> {
    let of_settings = plan.settings.iter_mut().flat_map(|s| s.parameters.iter_mut());
    let single = plan.fixed.iter_mut().chain(of_settings);
    let of_axes = plan.axes.iter_mut().flat_map(|(name, values)| values.iter_mut().map(move |value| (name, value)));
    single.chain(of_axes).filter_map(text)
}

fn text<'a>((name, value): (&'a String, &'a mut toml::Value)) -> Option<(String, &'a mut String)> {
    match value {
        toml::Value::String(text) => Some((name.clone(), text)),
        _ => None,
    }
}

/// Replaces values `@PATH` of orders and priors by what the engine takes for them.
fn read_files(plan: &mut Plan, puzzle: &Puzzle) -> Result<(), Failure> {
    for (name, text) in values(plan) {
        let Some(path) = text.strip_prefix('@').filter(|path| !is_contents(path)) else { continue };
        match name.as_str() {
            "order" => *text = format!("@{}", input::read_text(path)?),
            "prior" => *text = corpus::text(text, puzzle)?,
            _ => {}
        }
    }
    Ok(())
}

/// Whether this is no path but what was read from one already: numbers, as in the plan of a factory.
pub(crate) fn is_contents(text: &str) -> bool {
    let first = text.split([' ', ',', '\n', '\t', '\r']).find(|word| !word.is_empty());
    let number = first.is_some_and(|word| word.starts_with('#') || word.bytes().all(|b| b.is_ascii_digit()));
    number && first.is_some_and(|word| word.len() < text.trim().len()) && !Path::new(text).exists()
}
