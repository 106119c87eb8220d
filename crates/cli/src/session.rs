//! A session: engine legs on a crew of threads, watched, recorded, judged and summed up. `solve` and
//! the single engines are both sessions.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use edgewise_archive::{RunDir, RunInfo, cpu_model};
use edgewise_picture::{BoardPicture, TerminalColours, png, svg, terminal_compact};
use edgewise_portfolio::solve::{Leg, Work};
use edgewise_portfolio::{Report, verdict};
use edgewise_puzzle::formats::{self, LetterOrder};
use edgewise_puzzle::{Board, EdgeGrid, Puzzle};
use edgewise_referee::Verdict;
use edgewise_search::{Budget, Event, Outcome, StopReason};
use serde_json::{Value, json};

use crate::corpus;
use crate::engine_flags::EngineFlags;
use crate::failure::{Answer, Failure, output_error};
use crate::output;
use crate::progress::Display;
use crate::recorder::Recorder;
use crate::resuming::{self, checkpoint_file};
use crate::run_flags::RunFlags;
use crate::run_profile;

/// Pixels of the final picture's width.
const PNG_WIDTH: u32 = 1200;

/// What to run.
pub(crate) struct Session<'a> {
    /// The command's name, `solve` or the engine's.
    pub(crate) name: &'a str,
    /// The puzzle.
    pub(crate) puzzle: &'a Puzzle,
    /// Whether the puzzle is built in.
    pub(crate) built_in: bool,
    /// The legs, at least one.
    pub(crate) legs: Vec<Leg>,
    /// The shared flags.
    pub(crate) flags: &'a RunFlags,
    /// The engine's flags as given, where the command has such.
    pub(crate) given: Option<&'a EngineFlags>,
    /// Threads.
    pub(crate) threads: usize,
    /// Whether the best board's last cells are refilled exactly at the end.
    pub(crate) closes: bool,
    /// The budget.
    pub(crate) budget: Budget,
}

/// Where a session begins.
struct Beginning {
    recorder: Option<Recorder>,
    /// What is run, as its `run.toml` says.
    info: RunInfo,
    /// Checkpoints to go on from, by worker.
    checkpoints: Vec<Option<String>>,
    /// The best board that the run holds already.
    held: Option<Board>,
}

impl Session<'_> {
    /// Runs it and prints the result.
    pub(crate) fn run(mut self) -> Result<Answer, Failure> {
        self.flags.check_target(self.puzzle.size().seams())?;
        self.flags.say_threads();
        for leg in &mut self.legs {
            if self.flags.no_fill {
                leg.params.set("fill_holes", "0").map_err(Failure::input)?;
            }
            leg.engine.check(self.puzzle, &leg.params).map_err(Failure::input)?;
        }
        let Beginning { mut recorder, info, checkpoints, held } = match &self.flags.resume {
            Some(path) => self.take_up(path)?,
            None => {
                let info = self.info(self.flags.seed());
                let recorder = match self.flags.no_save {
                    true => None,
                    false => Some(Recorder::create(self.flags.out.as_deref(), &info, self.puzzle)?),
                };
                Beginning { recorder, info, checkpoints: Vec::new(), held: None }
            }
        };
        let seed = info.seed;
        let nodes = self.legs.first().map_or("nodes", |leg| leg.engine.node_name());
        let mut display = Display::new(self.puzzle, nodes, self.flags.quiet, self.budget.time);
        if let Some(recorder) = &recorder {
            display.say(&format!("{} with seed {seed}, run in {}", self.name, recorder.path().display()));
        }
        let held = held.map(|board| verdict(self.puzzle, &board).map(|verdict| (board, verdict)));
        let held = held.transpose().map_err(Failure::outside)?;
        let (mut champion, mut remarks) = (None, BTreeMap::new());
        if let Some((board, verdict)) = &held {
            display.improved(self.puzzle, board, verdict.score);
            champion = Some(verdict.clone());
            if verdict.legal && self.budget.target.is_some_and(|target| verdict.score >= target) {
                self.budget.nodes = Some(0);
            }
        }
        let by_engine = |leg: usize| self.legs[leg].engine.name();
        let work = Work {
            puzzle: self.puzzle,
            legs: &self.legs,
            seed,
            threads: self.threads,
            closes: self.closes,
            checkpoints: &checkpoints,
        };
        let outcome = work.run(&self.budget, |leg, report| match report {
            Report::Event { event: Event::Series { name, values }, .. } => {
                remarks.insert((by_engine(leg), *name), json!(values));
            }
            Report::Event { event: Event::Note { name, text }, .. } => {
                remarks.insert((by_engine(leg), *name), json!(text));
            }
            report => self.hear(leg, report, &mut champion, &mut recorder, &mut display),
        });
        display.finish();
        let outcome = outcome.map_err(|error| match &self.flags.resume {
            Some(run) => Failure::input(format!("{}: {error}", run.display())),
            None => Failure::input(error),
        })?;
        let mut outcome = outcome.ok_or_else(|| Failure::input("nothing to run: expected at least one leg"))?;

        let mut verdict = verdict(self.puzzle, &outcome.board).map_err(Failure::outside)?;
        if verdict.score != outcome.score.matched {
            return Err(Failure::outside(format!(
                "the referee counts {} matched seams where the engine claims {}: please report this board: {}",
                verdict.score,
                outcome.score.matched,
                EdgeGrid::from_board(self.puzzle, &outcome.board).letters().unwrap_or_default(),
            )));
        }
        if let Some((board, held)) = held.filter(|(_, held)| rank(held) > rank(&verdict)) {
            (outcome.score, outcome.board) = (self.puzzle.score(&board), board);
            (outcome.unfilled, outcome.filled_by) = (None, None);
            if held.legal && self.budget.target.is_some_and(|target| held.score >= target) {
                outcome.stop = StopReason::Target;
            }
            verdict = held;
        }
        let made = outcome.nodes.saturating_sub(resuming::nodes_before(&checkpoints));
        let mut summary = self.summary((seed, made), &outcome, &verdict, recorder.as_ref());
        for ((engine, name), value) in remarks {
            summary[engine][name] = value;
        }
        let stored = match &mut recorder {
            Some(recorder) => {
                let files = self.final_files(&info, &outcome, &verdict);
                recorder.finish(self.puzzle, &outcome.board, &verdict, &files, &summary)
            }
            None => Ok(()),
        };
        let printed = self.print(&outcome, &verdict, &summary, stored.is_ok());
        stored?;
        let missed = self.flags.target.is_some_and(|t| verdict.score < t) || !verdict.legal;
        let answer = if missed && outcome.stop != StopReason::Flag { Answer::No } else { Answer::Yes };
        // A reader who went away hears no more, but the answer stands.
        match printed {
            Err(failure) if failure.is_silent() => Ok(answer),
            other => other.map(|()| answer),
        }
    }

    /// Opens the run in `path` to go on with it: its recorder, seed and checkpoints. Threads and
    /// parameters become the run's own.
    fn take_up(&mut self, path: &std::path::Path) -> Result<Beginning, Failure> {
        let shown = path.display();
        let report = RunDir::read(path)?;
        let held = resuming::held_board(&report, self.puzzle);
        let why = || report.problems.first().cloned().unwrap_or_default();
        let info = report.info.clone();
        let info = info.ok_or_else(|| Failure::input(format!("{shown}: {}: expected the run's parameters", why())))?;
        if info.puzzle_hash != self.puzzle.hash64() {
            return Err(Failure::input(format!(
                "{shown}: a run of puzzle {} with clues {}: expected the same puzzle and --clues",
                info.puzzle, info.clues
            )));
        }
        if self.flags.target.is_some() && corpus::touched(&info.parameters) {
            return Err(Failure::input(format!(
                "{shown}: --target: a board made with the help of published ones never counts: expected a run without"
            )));
        }
        let [leg] = self.legs.as_mut_slice() else {
            return Err(Failure::input(format!(
                "{shown}: --resume goes on with runs of a single leg, such as eternity2's"
            )));
        };
        let engine = run_profile::engine_of(&info.parameters).unwrap_or(leg.engine.name());
        if engine != leg.engine.name() {
            return Err(Failure::input(format!(
                "{shown}: a run of {engine}, not of {}: expected `edgewise {engine} --resume`",
                leg.engine.name()
            )));
        }
        for (name, value) in &info.parameters {
            leg.params.set(name, value.as_str().unwrap_or_default()).map_err(Failure::input)?;
        }
        leg.engine.check(self.puzzle, &leg.params).map_err(Failure::input)?;
        if let Some(other) = self.given.and_then(|given| given.other_than(&leg.params, info.preset.as_deref())) {
            return Err(Failure::input(format!(
                "{shown}: {other}: a run that goes on keeps its parameters: expected no other ones beside --resume"
            )));
        }
        // Threads are the run's own.
        self.threads = info.threads;
        let Leg { preset, params, .. } = leg.clone();
        let preset = info.preset.clone().map_or(preset, Into::into);
        *leg = Leg::whole(engine, self.threads, preset, params);
        let checkpoints = resuming::checkpoints(path, self.threads)?;
        Ok(Beginning { recorder: Some(Recorder::reopen(path)?), info, checkpoints, held })
    }

    /// Tells the world of a better board, as `--on-best` asks. Does not wait for it.
    fn call_on_best(&self, verdict: &Verdict, board: &Board, run: Option<&std::path::Path>) {
        let Some(command) = &self.flags.on_best else { return };
        let url = formats::bucas_url(self.puzzle, board, LetterOrder::Default).unwrap_or_default();
        let started = std::process::Command::new("sh")
            .args(["-c", command])
            .env("EDGEWISE_SCORE", verdict.score.to_string())
            .env("EDGEWISE_TOTAL", verdict.total.to_string())
            .env("EDGEWISE_URL", url)
            .env("EDGEWISE_RUN", run.unwrap_or(std::path::Path::new("")))
            .stdin(std::process::Stdio::null())
            .stdout(std::process::Stdio::null())
            .spawn();
        match started {
            Ok(mut child) => drop(std::thread::spawn(move || child.wait())),
            Err(error) => output_error(&format!("warning: --on-best: cannot run sh: {error}")),
        }
    }

    /// Takes a report of the crew: better boards are judged, recorded and shown.
    fn hear(
        &self,
        leg: usize,
        report: Report<'_>,
        champion: &mut Option<Verdict>,
        recorder: &mut Option<Recorder>,
        display: &mut Display,
    ) {
        match report {
            Report::Tick(progress) => {
                display.tick(&progress);
                if let Some(recorder) = recorder {
                    recorder.progress(&progress);
                }
            }
            Report::Event { event: Event::Improved { board, .. }, total, .. } => {
                let verdict = match verdict(self.puzzle, board) {
                    Ok(verdict) => verdict,
                    Err(error) => return output_error(&format!("warning: a board cannot be judged: {error}")),
                };
                if champion.as_ref().is_some_and(|best| rank(best) >= rank(&verdict)) {
                    return;
                }
                let wanted = verdict.score >= self.flags.save_from;
                if let Some(recorder) = recorder
                    && wanted
                    && let Some(trouble) = recorder.improved(self.puzzle, board, &verdict, total.nodes)
                {
                    display.warn(&trouble);
                }
                display.improved(self.puzzle, board, verdict.score);
                if wanted {
                    self.call_on_best(&verdict, board, recorder.as_ref().map(|r| r.path()));
                }
                *champion = Some(verdict);
            }
            Report::Event { worker, event: Event::Profile(profile), .. } => {
                if let Some(recorder) = recorder {
                    recorder.profile(leg, worker, &profile.placements);
                }
            }
            Report::Event { worker, event: Event::Checkpoint(text), .. } if self.legs.len() == 1 => {
                if let Some(recorder) = recorder
                    && let Some(trouble) = recorder.checkpoint(&checkpoint_file(worker), text)
                {
                    display.warn(&trouble);
                }
            }
            Report::Event { .. } => {}
        }
    }

    fn info(&self, seed: u64) -> RunInfo {
        let mut parameters = toml::Table::new();
        for leg in &self.legs {
            let values =
                leg.params.iter().map(|(name, value)| (name.to_owned(), toml::Value::String(value.to_string())));
            if self.legs.len() == 1 {
                parameters = values.collect();
            } else {
                parameters.insert(leg.preset.to_string(), toml::Value::Table(values.collect()));
            }
        }
        RunInfo {
            puzzle: self.puzzle.name().to_owned(),
            puzzle_hash: self.puzzle.hash64(),
            clues: self.flags.clues_name(self.built_in).to_owned(),
            engine: self.name.to_owned(),
            preset: (self.legs.len() == 1).then(|| self.legs[0].preset.to_string()),
            seed,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            cpu: cpu_model(),
            threads: self.threads,
            started: SystemTime::now(),
            command: std::env::args_os().map(|a| a.to_string_lossy().into_owned()).collect(),
            parameters,
        }
    }

    /// The result as JSON; the fields are listed in `docs/ARCHITECTURE.md`. `made` are the nodes of this session.
    fn summary(
        &self,
        (seed, made): (u64, u64),
        outcome: &Outcome,
        verdict: &Verdict,
        recorder: Option<&Recorder>,
    ) -> Value {
        let grid = EdgeGrid::from_board(self.puzzle, &outcome.board);
        let mut summary = json!({
            "score": verdict.score,
            "total": verdict.total,
            "breaks": verdict.breaks,
            "filled": verdict.filled,
            "clues_respected": verdict.clues_respected,
            "clues_required": verdict.clues_required,
            "official_clues": verdict.official_clues,
            "regime": verdict.regime.map(|r| r.to_string()),
            "legal": verdict.legal,
            "puzzle": self.puzzle.name(),
            "engine": self.name,
            "presets": self.legs.iter().map(|l| l.preset.to_string()).collect::<Vec<_>>(),
            "seed": seed,
            "threads": self.threads,
            "nodes": outcome.nodes,
            "seconds": outcome.seconds,
            "nodes_per_second": made as f64 / outcome.seconds.max(1e-9),
            "candidate_reads": outcome.candidate_reads,
            "deepest": outcome.deepest,
            "depth_counts": outcome.profile.placements,
            "arrivals": run_profile::arrivals(&outcome.profile),
            "attempts": outcome.attempts,
            "fills": outcome.fills,
            "fill_nodes": outcome.fill_nodes,
            "stop": outcome.stop.name(),
            "stopped": outcome.stop == StopReason::Flag,
            "board_edges": grid.letters(),
            "url": formats::bucas_url(self.puzzle, &outcome.board, LetterOrder::Default).ok(),
            "url_dev": formats::dev_viewer_url(self.puzzle, &outcome.board).ok(),
        });
        if let (Some((_, score)), Some(by)) = (&outcome.unfilled, outcome.filled_by) {
            summary["score_unfilled"] = json!(score.matched);
            summary["filled_by"] = json!(by);
        }
        if let Some(recorder) = recorder {
            summary["run"] = json!(recorder.path().display().to_string());
        }
        summary
    }

    /// What is stored at the end besides the summary: the board's pictures and the profile.
    fn final_files(&self, info: &RunInfo, outcome: &Outcome, verdict: &Verdict) -> Vec<(&'static str, Vec<u8>)> {
        let mut picture = BoardPicture::of_board(self.puzzle, &outcome.board);
        picture.title = Some(self.puzzle.name().to_owned());
        picture.caption = Some(caption(verdict));
        picture.coordinates = true;
        let mut files = vec![("board.svg", svg(&picture).into_bytes())];
        if let Ok(png) = png(&picture, PNG_WIDTH) {
            files.push(("board.png", png));
        }
        files.push((run_profile::JSON, format!("{}\n", run_profile::to_json(&outcome.profile)).into_bytes()));
        if let Ok(sheet) = run_profile::sheet(info, self.puzzle, &outcome.profile) {
            files.push((run_profile::SVG, sheet.into_bytes()));
        }
        files
    }

    /// Prints the result: where it is, and last, where the eye is, what it is worth.
    fn print(&self, outcome: &Outcome, verdict: &Verdict, summary: &Value, stored: bool) -> Result<(), Failure> {
        if !self.flags.quiet {
            let text = |name: &str| summary[name].as_str().map(str::to_owned);
            let mut lines = Vec::new();
            let colours = output::stdout_colours();
            if colours != TerminalColours::None {
                let picture = terminal_compact(&BoardPicture::of_board(self.puzzle, &outcome.board), colours);
                lines.push(picture.trim_end_matches('\n').to_owned());
            }
            let kept =
                if stored { "board.svg, board.png, profile.svg, boards/" } else { "not all of it could be written" };
            lines.extend(text("run").map(|run| format!("run       {run} ({kept})")));
            lines.extend(text("url").map(|url| format!("viewer    {url}")));
            lines.extend(text("url_dev").map(|url| format!("viewer 2  {url}")));
            lines.push(format!(
                "{} {} in {:.1} s ({}/s) on {}, deepest {}, {}, seed {}, ended by {}",
                output::grouped(outcome.nodes),
                self.legs.first().map_or("nodes", |leg| leg.engine.node_name()),
                outcome.seconds,
                output::short(summary["nodes_per_second"].as_f64().unwrap_or_default()),
                output::counted(self.threads as u64, "thread"),
                outcome.deepest,
                output::counted(outcome.attempts, "attempt"),
                summary["seed"],
                match outcome.stop {
                    StopReason::Exhausted if self.legs.iter().all(|leg| leg.joint) => "having built what was asked for",
                    StopReason::Exhausted => "exhausted (nothing left within its settings)",
                    StopReason::Flag => "a signal",
                    stop => stop.name(),
                },
            ));
            let official = verdict.official_clues.map_or(String::new(), |n| format!("; {n} of 5 official clues"));
            let regime = verdict.regime.map_or(String::new(), |r| format!(", {r}"));
            lines.push(format!("clues {} of {}{official}{regime}", verdict.clues_respected, verdict.clues_required));
            lines.push(format!(
                "{}/{} matched, {}, {} of {} cells, {}",
                verdict.score,
                verdict.total,
                output::counted(verdict.breaks as u64, "break"),
                verdict.filled,
                verdict.cells,
                if verdict.legal { "legal" } else { "NOT LEGAL" },
            ));
            lines.extend(verdict.problems().into_iter().take(5).map(|p| format!("  {p}")));
            output::line(&lines.join("\n"))?;
        }
        if self.flags.json {
            output::line(&summary.to_string())?;
        }
        Ok(())
    }
}

/// Boards in order of worth.
fn rank(verdict: &Verdict) -> (Reverse<usize>, usize) {
    (Reverse(verdict.rim_violations.len()), verdict.score)
}

/// The caption of a board's picture.
pub(crate) fn caption(verdict: &Verdict) -> String {
    let mut parts = vec![format!("{} / {}", verdict.score, verdict.total)];
    parts.extend(verdict.regime.map(|r| r.to_string()));
    parts.push(match verdict.breaks {
        1 => "1 break".to_owned(),
        n => format!("{n} breaks"),
    });
    if verdict.filled < verdict.cells {
        parts.push(format!("{} holes", verdict.cells - verdict.filled));
    }
    parts.join("   ")
}

/// A session without any limit given lasts this long in `solve`.
pub(crate) const SOLVE_TIME: Duration = Duration::from_secs(60);
