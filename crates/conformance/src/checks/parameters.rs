//! The parameter table: it declares what it says, and no value makes an engine panic.

use edgewise_puzzle::generate::Specification;
use edgewise_puzzle::{ClueSet, Puzzle, official};
use edgewise_search::{Budget, Engine, EngineError, Kind, Parameter};

use crate::audits;
use crate::failure::{Failure, require};
use crate::options::Options;
use crate::puzzles::{generated, odd};
use crate::subject::{SEED, Subject};

/// Names are unique words, defaults and presets read, what is printed reads back, and values beyond
/// the range are refused.
pub fn the_table_declares_what_it_reads(engine: &dyn Engine, _: &Options) -> Result<(), Failure> {
    let table = engine.parameters();
    let about = |what: String| Failure::new(engine.name(), what);
    let name_is_word =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    require(table.engine == engine.name() && name_is_word(engine.name()), || {
        format!("the table is that of `{}`, expected the engine's name, one word", table.engine)
    })
    .map_err(about)?;
    for (number, parameter) in table.parameters.iter().enumerate() {
        let Parameter { name, default, .. } = *parameter;
        let twice = table.parameters[..number].iter().any(|p| p.name == name);
        require(!twice && name_is_word(name), || format!("parameter `{name}`: expected a word of its own"))
            .map_err(about)?;
        let value = parameter.parse(default).map_err(|e| about(format!("its own default is refused: {e}")))?;
        let again = parameter.parse(&value.to_string());
        let complaint = || format!("parameter `{name}`: `{value}` is printed and reads as {again:?}");
        require(again.as_ref() == Ok(&value), complaint).map_err(about)?;
        for text in beyond(parameter.kind) {
            let complaint = || format!("parameter `{name}`: took `{text}`, expected {}", parameter.expected());
            require(parameter.parse(&text).is_err(), complaint).map_err(about)?;
        }
    }
    for (number, (name, _)) in table.presets.iter().enumerate() {
        let twice = table.presets[..number].iter().any(|p| p.0 == *name);
        require(!twice, || format!("preset `{name}` comes twice")).map_err(about)?;
        table.preset(name).map_err(|e| about(e.to_string()))?;
    }
    Ok(())
}

/// Texts outside a kind.
fn beyond(kind: Kind) -> Vec<String> {
    let outside = |lo: i64, hi: i64| {
        let ends = [lo.checked_sub(1), hi.checked_add(1)].into_iter().flatten().map(|n| n.to_string());
        ends.chain(["9".repeat(30), "1.5".to_owned(), "many".to_owned()]).collect()
    };
    match kind {
        Kind::Integer(lo, hi) | Kind::Integers(lo, hi) => outside(lo, hi),
        Kind::Flag | Kind::Choice(_) => vec![String::new(), "perhaps".to_owned(), "2".to_owned()],
        Kind::Text => Vec::new(),
    }
}

/// Texts inside a kind: the ends of a range, every word, both flags.
fn within(kind: Kind) -> Vec<String> {
    match kind {
        Kind::Integer(lo, hi) => [lo, lo.saturating_add(1).min(hi), hi].map(|n| n.to_string()).to_vec(),
        Kind::Flag => vec!["false".to_owned(), "true".to_owned()],
        Kind::Choice(words) => words.iter().map(|w| (*w).to_owned()).collect(),
        Kind::Integers(lo, hi) => {
            vec![
                String::new(),
                lo.to_string(),
                hi.to_string(),
                format!("{lo},{hi}"),
                vec![lo.to_string(); 500].join(","),
            ]
        }
        Kind::Text => Vec::new(),
    }
}

/// Texts that no syntax takes.
const NONSENSE: [&str; 6] = ["no such thing", "%$!{}", "-", "☃", "1:2:3", "two\nlines"];

/// Texts at the edge of likely syntaxes: taken or refused.
const EDGES: [&str; 20] = [
    "",
    " ",
    ",",
    ",,",
    ":",
    "0:",
    ":0",
    "0:1",
    "1:0,1:1",
    "@",
    "@@",
    "@0",
    "-1",
    "0,-1",
    "0,0,0,0,0,0,0,0",
    "65536:65536",
    "18446744073709551615",
    "99999999999999999999999999",
    "4000000000",
    "none:1",
];

/// Every preset runs on the official puzzle with the starter and with all five clues.
pub fn presets_run_on_the_official_puzzle(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    let subject = Subject::new(engine, options);
    for (name, _) in engine.parameters().presets {
        let params = engine.parameters().preset(name).map_err(|e| Failure::new(engine.name(), e.to_string()))?;
        for (clues, nodes) in [(ClueSet::Starter, 2_000), (ClueSet::Five, 1)] {
            let puzzle = official::puzzle(clues);
            subject.run_with(&puzzle, &params, SEED, &Budget::of_nodes(nodes))?.audit(audits::ALL)?;
        }
    }
    Ok(())
}

/// A framed puzzle with clues, one of a single row, and one with a single cell.
fn samples() -> Result<Vec<Puzzle>, Failure> {
    let spec =
        Specification { width: 6, height: 5, frame_colours: 3, inner_colours: 6, clues: 2, ..Specification::default() };
    let narrow = odd::sizes()?.into_iter().filter(|p| p.size().height() == 1);
    Ok([vec![generated(&spec)?.puzzle], narrow.step_by(9).collect()].concat())
}

/// Runs a few nodes with `name` set to `text` on top of the parameters that suit each sample, and
/// audits the run. The refusal where there was one, which has to fit on one line.
fn with_value(subject: Subject<'_>, puzzle: &Puzzle, name: &str, text: &str) -> Result<Option<EngineError>, Failure> {
    let mut params = subject.params(puzzle)?;
    let case = || {
        format!(
            "{} on {}, {name}={:?}",
            subject.engine.name(),
            puzzle.name(),
            text.chars().take(40).collect::<String>()
        )
    };
    let told = match params.set(name, text) {
        Err(refusal) => Err(refusal.into()),
        Ok(()) => {
            let told = subject.try_run(puzzle, &params, SEED, &Budget::of_nodes(300), &mut |_| {})?;
            let looked = subject.engine.check(puzzle, &params).map_err(|e| e.to_string());
            let agrees = match &told {
                Ok(_) => looked.is_ok(),
                // What only the whole table shows need not be seen at a cheap look.
                Err(EngineError::Unsupported(_)) => true,
                Err(refusal) => looked == Err(refusal.to_string()),
            };
            let complaint = || format!("a look beforehand says {looked:?}, the run does not");
            require(agrees, complaint).map_err(|what| Failure::new(case(), what))?;
            told
        }
    };
    match told {
        Ok(trace) => trace.audit(audits::ALL).map(|()| None),
        Err(refusal) => {
            let lines = refusal.to_string();
            let one = !lines.is_empty() && !lines.contains('\n');
            require(one, || format!("refused by {lines:?}, expected one line"))
                .map_err(|what| Failure::new(case(), what))?;
            Ok(Some(refusal))
        }
    }
}

/// Every value at the ends of its range, every word, every flag and every text at the edge of a
/// syntax runs to a sound outcome or is refused by an [`EngineError`]; nothing panics.
pub fn every_value_in_range_runs_or_is_refused(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    let subject = Subject::new(engine, options);
    for puzzle in &samples()? {
        for parameter in engine.parameters().parameters {
            let edges = EDGES.iter().filter(|_| parameter.kind == Kind::Text).map(|e| (*e).to_owned());
            for text in within(parameter.kind).into_iter().chain(edges) {
                with_value(subject, puzzle, parameter.name, &text)?;
            }
        }
    }
    Ok(())
}

/// Text parameters refuse nonsense, with an error of one line.
pub fn nonsense_text_is_refused(engine: &dyn Engine, options: &Options) -> Result<(), Failure> {
    let subject = Subject::new(engine, options);
    let long = "x".repeat(100_000);
    for puzzle in &samples()? {
        for parameter in engine.parameters().parameters.iter().filter(|p| p.kind == Kind::Text) {
            for text in NONSENSE.into_iter().chain([long.as_str()]) {
                if with_value(subject, puzzle, parameter.name, text)?.is_none() {
                    let what: String = text.chars().take(20).flat_map(char::escape_default).collect();
                    let complaint = format!("parameter `{}` took `{what}`, expected an error", parameter.name);
                    return Err(Failure::new(puzzle.name(), complaint));
                }
            }
        }
    }
    Ok(())
}
