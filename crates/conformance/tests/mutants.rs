//! Every check fails on an engine with the fault it is there for: the toy engine, spoilt.

mod toy;

use std::sync::atomic::{AtomicU64, Ordering};

use edgewise_conformance::{CHECKS, Options, Settings};
use edgewise_puzzle::{Board, Placement, Puzzle, Rim};
use edgewise_search::{
    Budget, Engine, EngineError, Event, Kind, Observer, Outcome, Parameter, ParameterTable, Params, Profile, Progress,
    Seed, StopFlag, StopReason,
};
use toy::Toy;

const OPTIONS: Options = Options {
    preset: None,
    latency: toy::LATENCY,
    seeded: true,
    twins: &[&Toy { breaks: false }],
    no_filling: Some(("fill", "false")),
    exhaustive: Some(Settings { preset: "columns", set: &[] }),
    optimal: Some(Settings { preset: "plain", set: &[] }),
};

/// What an engine is asked to do.
#[derive(Clone)]
struct Call {
    puzzle: Puzzle,
    params: Params,
    seed: Seed,
    budget: Budget,
}

type Told = Result<Outcome, EngineError>;

impl Call {
    /// What the sound engine does.
    fn obey(&self, observer: &mut dyn Observer) -> Told {
        Toy { breaks: false }.run(&self.puzzle, &self.params, self.seed, &self.budget, observer)
    }

    /// What it does under changed orders.
    fn obey_as(mut self, observer: &mut dyn Observer, change: fn(&mut Call)) -> Told {
        change(&mut self);
        self.obey(observer)
    }

    /// What it does, with another outcome.
    fn leave(&self, observer: &mut dyn Observer, change: impl Fn(&mut Outcome)) -> Told {
        self.obey(observer).map(|mut outcome| {
            change(&mut outcome);
            outcome
        })
    }

    /// What it does, with every event replaced.
    fn say(&self, observer: &mut dyn Observer, change: impl Fn(&Event) -> Vec<Event>) -> Told {
        self.obey(&mut |event: &Event| change(event).iter().for_each(|e| observer.event(e)))
    }
}

/// An engine with a fault.
struct Mutant {
    table: &'static ParameterTable,
    /// Whether it says beforehand what it refuses.
    looks: bool,
    run: fn(Call, &mut dyn Observer) -> Told,
}

impl Engine for Mutant {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn parameters(&self) -> &'static ParameterTable {
        self.table
    }

    fn check(&self, puzzle: &Puzzle, params: &Params) -> Result<(), EngineError> {
        if self.looks { Toy { breaks: false }.check(puzzle, params) } else { Ok(()) }
    }

    fn run(
        &self,
        puzzle: &Puzzle,
        params: &Params,
        seed: Seed,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, EngineError> {
        (self.run)(Call { puzzle: puzzle.clone(), params: params.clone(), seed, budget: budget.clone() }, observer)
    }
}

/// The check, part of what it has to say, and the fault.
type Case = (&'static str, &'static str, fn(Call, &mut dyn Observer) -> Told);

fn turned(board: &mut Board, cell: usize) {
    let turn = |p: Placement| Placement::new(p.piece(), (p.rotation() + 1) % 4);
    board.set(cell, board.get(cell).map(turn));
}

fn exchanged(board: &mut Board, a: usize, b: usize) {
    let at_a = board.get(a);
    board.set(a, board.get(b));
    board.set(b, at_a);
}

fn refuse(why: &str) -> Told {
    Err(EngineError::Unsupported(why.to_owned()))
}

const BOARDS: &[Case] = &[
    ("boards_are_complete_and_legal", "outcome: expected a complete board, found holes at cells [0]", |call, to| {
        call.leave(to, |o| o.board.set(0, None))
    }),
    ("boards_are_complete_and_legal", "improvement 1: expected a legal board, found rim", |call, to| {
        call.say(to, |event| {
            let mut event = event.clone();
            if let Event::Improved { board, .. } = &mut event {
                turned(board, 0);
            }
            vec![event]
        })
    }),
    ("outcomes_are_legal_where_the_puzzle_allows", "as the puzzle has one; found rim", |call, to| {
        call.leave(to, |o| turned(&mut o.board, 0))
    }),
    ("clues_stay_in_place", "outcome: clue 1", |call, to| {
        let clue = call.puzzle.clues()[0].cell;
        call.leave(to, |o| exchanged(&mut o.board, clue, usize::from(clue == 0)))
    }),
    ("clues_stay_in_place", "outcome, unfilled: clue 1", |call, to| {
        let clue = call.puzzle.clues()[0].cell;
        call.leave(to, |o| o.unfilled.iter_mut().for_each(|(own, _)| own.set(clue, None)))
    }),
    ("scores_agree_with_the_referee", "the referee says", |call, to| call.leave(to, |o| o.score.matched += 1)),
    ("scores_agree_with_the_referee", "outcome, unfilled: came with", |call, to| {
        call.leave(to, |o| o.unfilled.iter_mut().for_each(|(_, score)| score.breaks += 1))
    }),
    ("unfilled_boards_lie_within_their_boards", "filled_by None, expected one of", |call, to| {
        call.leave(to, |o| o.filled_by = None)
    }),
    ("unfilled_boards_lie_within_their_boards", "the search put", |call, to| {
        call.leave(to, |o| {
            let first = o.unfilled.as_ref().and_then(|(own, _)| own.cells().iter().position(Option::is_some));
            first.into_iter().for_each(|cell| o.board.set(cell, None));
        })
    }),
    ("exact_fills_are_exact", "the best filling", |call, to| {
        call.leave(to, |o| o.filled_by = o.filled_by.map(|_| "exact"))
    }),
    ("boards_without_filling_are_legal", "lies on cells", |call, to| {
        let filling = call.params.flag("fill");
        call.leave(to, |o| {
            let twice = o.board.cells().iter().flatten().next().copied();
            let hole = o.board.holes().first().copied().filter(|_| !filling);
            hole.into_iter().for_each(|hole| o.board.set(hole, twice));
        })
    }),
];

const EVENTS: &[Case] = &[
    ("events_come_in_order", "Finished came as events []", |call, to| {
        call.say(to, |e| if matches!(e, Event::Finished(_)) { vec![] } else { vec![e.clone()] })
    }),
    ("events_come_in_order", "Started came as events [0, 1]", |call, to| {
        call.say(to, |e| vec![e.clone(); if *e == Event::Started { 2 } else { 1 }])
    }),
    ("events_come_in_order", "Finished came as events", |call, to| {
        let after = Event::Progress(Progress::default());
        call.say(to, |e| if matches!(e, Event::Finished(_)) { vec![e.clone(), after.clone()] } else { vec![e.clone()] })
    }),
    ("improvements_rise_to_the_outcome", "expected better than", |call, to| {
        call.say(to, |e| vec![e.clone(); if matches!(e, Event::Improved { .. }) { 2 } else { 1 }])
    }),
    ("improvements_rise_to_the_outcome", "expected an Improved event", |call, to| {
        call.say(to, |e| if matches!(e, Event::Improved { .. }) { vec![] } else { vec![e.clone()] })
    }),
    ("improvements_rise_to_the_outcome", "is not the outcome", |call, to| {
        call.leave(to, |o| exchanged(&mut o.board, 0, 1))
    }),
    ("progress_never_falls", "falls: Progress { nodes: 0", |call, to| {
        call.say(to, |e| match e {
            Event::Finished(p) => vec![Event::Finished(Progress { nodes: 0, ..*p })],
            other => vec![other.clone()],
        })
    }),
    ("progress_never_falls", "falls: Progress", |call, to| {
        call.say(to, |e| match e {
            Event::Finished(p) => vec![Event::Finished(Progress { candidate_reads: 0, ..*p })],
            other => vec![other.clone()],
        })
    }),
    ("accounts_add_up", "the last progress has nodes, reads", |call, to| call.leave(to, |o| o.fills += 1)),
    ("accounts_add_up", "nodes by depth", |call, to| call.leave(to, |o| o.profile.placements[1] += 1)),
    ("accounts_add_up", "the profile has lists", |call, to| {
        call.say(to, |e| match e {
            Event::Profile(_) => vec![],
            other => vec![other.clone()],
        })
        .map(|o| Outcome { profile: Profile { seconds: vec![0.0], ..o.profile.clone() }, ..o })
    }),
    ("accounts_add_up", "the last profile is not", |call, to| {
        call.say(to, |e| match e {
            Event::Profile(_) => vec![Event::Profile(Box::new(Profile::of_placements(vec![1])))],
            other => vec![other.clone()],
        })
    }),
];

const BUDGETS: &[Case] = &[
    ("node_budgets_are_kept_exactly", "nodes overdraw the budget", |call, to| {
        call.obey_as(to, |call| call.budget.nodes = call.budget.nodes.map(|n| n + 1))
    }),
    ("node_budgets_are_kept_exactly", "ended as nodes after 500 nodes", |call, to| {
        call.obey_as(to, |call| call.budget.nodes = call.budget.nodes.map(|n| n.min(500)))
    }),
    ("longer_runs_begin_like_shorter_ones", "before node", |call, to| {
        call.obey_as(to, |call| call.seed.seed ^= call.budget.nodes.unwrap_or(0))
    }),
    ("a_raised_flag_stops_the_run_at_once", "expected to end as flag by node 0 + 64", |call, to| {
        call.obey_as(to, |call| call.budget.stop = StopFlag::default())
    }),
    ("a_flag_raised_on_the_way_stops_the_run_soon", "expected to end as flag by node", |call, to| {
        call.obey_as(to, |call| call.budget.stop = StopFlag::default())
    }),
    ("a_flag_raised_on_the_way_stops_the_run_soon", "expected progress on the way", |call, to| {
        call.say(to, |e| if matches!(e, Event::Progress(_)) { vec![] } else { vec![e.clone()] })
    }),
    ("no_time_is_no_search", "expected to end as time by node 0 + 64", |call, to| {
        call.obey_as(to, |call| call.budget.time = None)
    }),
    ("reached_targets_end_the_run", "expected to end as target", |call, to| {
        call.obey_as(to, |call| call.budget.target = None)
    }),
    ("unreached_targets_are_not_claimed", "ended as target", |call, to| {
        let target = call.budget.target;
        call.leave(to, |o| target.into_iter().for_each(|_| o.stop = StopReason::Target))
    }),
];

static RUNS: AtomicU64 = AtomicU64::new(0);

const SEEDS: &[Case] = &[
    ("the_same_seed_gives_the_same_outcome", "a second run left", |call, to| {
        call.obey_as(to, |call| call.seed.seed = RUNS.fetch_add(1, Ordering::Relaxed))
    }),
    ("other_seeds_and_streams_give_other_boards", "the board of another seed", |call, to| {
        call.obey_as(to, |call| call.seed.seed = 1)
    }),
    ("other_seeds_and_streams_give_other_boards", "seed 1/1, nodes 3000: the board of another seed", |call, to| {
        call.obey_as(to, |call| call.seed.stream = 0)
    }),
    ("twins_agree", "a second run left", |call, to| call.obey_as(to, |call| call.seed.seed ^= 1)),
];

const ODD: &[Case] = &[
    ("odd_sizes", "panicked: no neighbours at all", |call, to| {
        assert!(call.puzzle.size().cells() > 1, "no neighbours at all");
        call.obey(to)
    }),
    ("duplicate_and_symmetric_pieces", "lies on cells", |call, to| {
        call.leave(to, |o| {
            let pieces = call.puzzle.pieces();
            let first = |p: Placement| pieces.iter().position(|s| *s == pieces[p.piece()]).unwrap_or(0);
            for cell in 0..o.board.cells().len() {
                o.board.set(cell, o.board.get(cell).map(|p| Placement::new(first(p), p.rotation())));
            }
        })
    }),
    ("free_and_zero_rims", "the referee says", |call, to| {
        call.leave(to, |o| {
            let framed = Puzzle::new(
                "",
                (call.puzzle.size().width(), call.puzzle.size().height()),
                call.puzzle.pieces().to_vec(),
                Rim::Grey,
                true,
                vec![],
            );
            framed.into_iter().for_each(|p| o.score = p.score(&o.board));
        })
    }),
    ("pieces_that_may_not_turn", "expected a legal board, found", |call, to| {
        call.leave(to, |o| {
            let last = o.board.cells().len() - 1;
            turned(&mut o.board, last);
        })
    }),
    ("clues_on_all_cells_and_all_but_one", "panicked: nothing to do", |call, to| {
        assert!(call.puzzle.clues().len() < call.puzzle.size().cells(), "nothing to do");
        call.obey(to)
    }),
    ("clues_that_clash", "the referee says", |call, to| {
        call.leave(to, |o| (o.score.matched, o.score.breaks) = (o.score.matched + 1, o.score.breaks - 1))
    }),
    ("puzzles_without_a_perfect_board", "ended as solved after", |call, to| {
        call.leave(to, |o| o.stop = StopReason::Solved)
    }),
    ("puzzles_without_a_legal_board", "refused to run: no corners", |call, to| {
        let corners = call.puzzle.pieces().iter().filter(|s| s.iter().filter(|&&c| c == 0).count() > 1).count();
        if corners > 0 { call.obey(to) } else { refuse("no corners") }
    }),
    ("puzzles_without_a_legal_board", "ended as solved", |call, to| call.leave(to, |o| o.stop = StopReason::Solved)),
    ("colours_up_to_the_last", "refused to run: at most 250 colours", |call, to| {
        if call.puzzle.colours() > 250 { refuse("at most 250 colours") } else { call.obey(to) }
    }),
    ("the_largest_boards", "refused to run: at most 256 pieces", |call, to| {
        if call.puzzle.pieces().len() > 256 { refuse("at most 256 pieces") } else { call.obey(to) }
    }),
];

const VALUES: &[Case] = &[
    ("presets_run_on_the_official_puzzle", "refused to run: too large", |call, to| {
        if call.puzzle.pieces().len() == 256 { refuse("too large") } else { call.obey(to) }
    }),
    ("every_value_in_range_runs_or_is_refused", "every=64, seed 1/0, nodes 300: panicked: far", |call, to| {
        assert!(call.params.integer("every") < 64, "far");
        call.obey(to)
    }),
    ("every_value_in_range_runs_or_is_refused", "expected one line", |call, to| {
        if call.params.text("pick") == "number" { refuse("first\nsecond") } else { call.obey(to) }
    }),
    ("solvable_puzzles_are_solved", "expected to end as solved, ended as exhausted", |call, to| {
        let told = call.obey_as(to, |call| call.budget.nodes = Some(10));
        told.map(|o| Outcome { stop: StopReason::Exhausted, ..o })
    }),
    ("exhausted_means_optimal", "the best board has", |call, to| call.obey(to)),
];

/// Faults of engines that refuse nothing beforehand.
const WITHOUT_A_LOOK: &[Case] = &[
    ("every_value_in_range_runs_or_is_refused", "a look beforehand says Ok(())", |call, to| call.obey(to)),
    ("nonsense_text_is_refused", "parameter `order` took `no such thing`", |call, to| {
        let known = ["row", "column"].contains(&call.params.text("order"));
        call.obey_as(to, if known { |_| () } else { |call| call.params = toy::TABLE.defaults() })
    }),
];

fn caught(table: &'static ParameterTable, looks: bool, (name, words, run): Case) {
    let (_, check) = CHECKS.iter().find(|check| check.0 == name).unwrap();
    let failure = check(&Mutant { table, looks, run }, &OPTIONS).expect_err(name).to_string();
    assert!(failure.contains(words), "{name}: expected `{words}`, found `{failure}`");
    assert!(!failure.contains('\n'), "{failure}");
}

fn all_caught(cases: &[Case]) {
    cases.iter().for_each(|&case| caught(&toy::TABLE, true, case));
}

#[test]
fn faults_of_boards_are_caught() {
    all_caught(BOARDS);
}

#[test]
fn faults_of_events_are_caught() {
    all_caught(EVENTS);
}

#[test]
fn faults_of_budgets_are_caught() {
    all_caught(BUDGETS);
}

#[test]
fn faults_of_seeds_are_caught() {
    all_caught(SEEDS);
}

#[test]
fn faults_on_odd_puzzles_are_caught() {
    all_caught(ODD);
}

#[test]
fn faults_of_values_are_caught() {
    all_caught(VALUES);
    WITHOUT_A_LOOK.iter().for_each(|&case| caught(&toy::TABLE, false, case));
}

const NUMBER: Parameter =
    Parameter { name: "number", kind: Kind::Integer(1, 4), default: "2", help: "", unit: "", source: "" };

/// Tables with a fault, and what is said about it.
static TABLES: [(&str, ParameterTable); 4] = [
    (
        "its own default is refused",
        ParameterTable { engine: "toy", parameters: &[Parameter { default: "5", ..NUMBER }], presets: &[] },
    ),
    ("expected a word of its own", ParameterTable { engine: "toy", parameters: &[NUMBER, NUMBER], presets: &[] }),
    (
        "unknown, expected one of number",
        ParameterTable { engine: "toy", parameters: &[NUMBER], presets: &[("one", "numbre = 3")] },
    ),
    ("the table is that of `other`", ParameterTable { engine: "other", parameters: &[], presets: &[] }),
];

#[test]
fn faults_of_tables_are_caught() {
    for (words, table) in &TABLES {
        caught(table, true, ("the_table_declares_what_it_reads", words, |call, to| call.obey(to)));
    }
}

#[test]
fn every_check_has_a_fault_to_catch() {
    let with_fault: Vec<&str> =
        [BOARDS, EVENTS, BUDGETS, SEEDS, ODD, VALUES, WITHOUT_A_LOOK].concat().iter().map(|case| case.0).collect();
    let without: Vec<&str> = CHECKS.iter().map(|check| check.0).filter(|name| !with_fault.contains(name)).collect();
    assert_eq!(without, ["the_table_declares_what_it_reads"], "that one has tables of its own");
}
