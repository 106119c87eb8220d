//! `edgewise puzzle`: list, show, generate and convert puzzles.

use std::collections::BTreeMap;

use clap::{Args, Subcommand, ValueEnum};
use edgewise_picture::{BoardPicture, terminal};
use edgewise_puzzle::generate::{Specification, generate};
use edgewise_puzzle::{ColourMap, Puzzle, Rim, distinct_rotations, formats, rotated};
use serde_json::{Value, json};

use super::order::{self, OrderArgs};
use super::unique;
use crate::failure::{Answer, Failure};
use crate::input::{self, BUILT_IN, Clues};
use crate::output;

/// List, show, generate and convert puzzles, and show cell orders.
#[derive(Debug, Subcommand)]
pub(crate) enum PuzzleCommand {
    /// List the built-in puzzles
    #[command(after_help = "Example: edgewise puzzle list")]
    List,
    /// Show a puzzle: size, rules, pieces, colours, clues
    #[command(after_help = "Example: edgewise puzzle show eternity2 --clues five")]
    Show(ShowArgs),
    /// Generate a solvable puzzle from a seed: the same one for ever
    #[command(
        after_help = "Example: edgewise puzzle generate --width 8 --height 8 --seed 7 -o small.json --solution small-solved.json\n         \
edgewise puzzle generate --width 4 --height 4 --unique -o unique.json"
    )]
    Generate(GenerateArgs),
    /// Write a puzzle in another format
    #[command(after_help = "Example: edgewise puzzle convert eternity2 --clues five --to csv -o eternity2.csv")]
    Convert(ConvertArgs),
    /// Show a cell order, or draw it
    #[command(after_help = "Examples:\n  edgewise puzzle order blackwood -o blackwood.svg\n  \
edgewise puzzle order comb:12 --puzzle eternity2 --clues five")]
    Order(OrderArgs),
}

/// Arguments of `show`.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// Built-in name or puzzle file
    puzzle: String,
    /// Clues to pin
    #[arg(long, value_enum)]
    clues: Option<Clues>,
    /// Print one JSON object as the last line
    #[arg(long)]
    json: bool,
}

/// Arguments of `generate`.
#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    /// Cells in a row, 1..=20
    #[arg(long, default_value_t = 8)]
    width: usize,
    /// Cells in a column, 1..=20
    #[arg(long, default_value_t = 8)]
    height: usize,
    /// Colours between border cells only
    #[arg(long, default_value_t = 3)]
    frame_colours: usize,
    /// Colours of all other seams
    #[arg(long, default_value_t = 9)]
    inner_colours: usize,
    /// The rim rule
    #[arg(long, value_enum, default_value = "grey")]
    rim: RimChoice,
    /// Pieces may not be turned
    #[arg(long)]
    no_rotation: bool,
    /// Placements of the solution to pin
    #[arg(long, default_value_t = 0)]
    clues: usize,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Try seed after seed until the puzzle has exactly one solution, turns of the board and boards
    /// that look alike being one; exit code 1 if none of --tries seeds gives one,
    /// 4 if some were not decided
    #[arg(long)]
    unique: bool,
    /// Seeds to try with --unique
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "unique")]
    tries: u64,
    /// Where to write the puzzle (default: standard output)
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Where to write its solution as board JSON
    #[arg(long, value_name = "FILE")]
    solution: Option<String>,
}

/// Rim rules.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum RimChoice {
    /// Grey all around, and grey inside is a break
    Grey,
    /// Colour 0 all around, ordinary inside
    Zero,
    /// No rim rule
    Free,
}

/// Formats a puzzle can be written in.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Target {
    Json,
    SiteJson,
    Csv,
    PieceList,
}

/// Arguments of `convert`.
#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// Built-in name or puzzle file
    puzzle: String,
    /// The format to write
    #[arg(long, value_enum)]
    to: Target,
    /// Clues to pin
    #[arg(long, value_enum)]
    clues: Option<Clues>,
    /// Where to write (default: standard output)
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
}

/// Runs a puzzle command.
pub(crate) fn run(command: &PuzzleCommand) -> Result<Answer, Failure> {
    match command {
        PuzzleCommand::List => {
            let lines: Vec<String> = BUILT_IN.iter().map(|(name, about)| format!("{name:12} {about}")).collect();
            output::line(&lines.join("\n"))
        }
        PuzzleCommand::Show(args) => show(args),
        PuzzleCommand::Generate(args) => make(args),
        PuzzleCommand::Convert(args) => convert(args),
        PuzzleCommand::Order(args) => order::run(args),
    }
}

/// What can be said of a puzzle's pieces.
fn census(puzzle: &Puzzle) -> Value {
    let greys = |n: usize| puzzle.pieces().iter().filter(|p| p.iter().filter(|&&c| c == 0).count() == n).count();
    let mut kinds: BTreeMap<[u8; 4], usize> = BTreeMap::new();
    for &piece in puzzle.pieces() {
        let turns = if puzzle.rotation() { 4 } else { 1 };
        let canonical = (0..turns).map(|r| rotated(piece, r)).min().unwrap_or(piece);
        *kinds.entry(canonical).or_default() += 1;
    }
    let mut colours = vec![0usize; puzzle.colours()];
    puzzle.pieces().iter().flatten().for_each(|&c| colours[c as usize] += 1);
    json!({
        "pieces": puzzle.pieces().len(),
        "pieces_by_grey_sides": (0..=4).map(greys).collect::<Vec<_>>(),
        "distinct_pieces": kinds.len(),
        "symmetric_pieces": puzzle.pieces().iter().filter(|&&p| distinct_rotations(p) < 4).count(),
        "sides_by_colour": colours,
    })
}

fn show(args: &ShowArgs) -> Result<Answer, Failure> {
    let input = input::puzzle(&args.puzzle, args.clues)?;
    let puzzle = &input.puzzle;
    input.say_notes(false);
    let census = census(puzzle);
    let rim = match puzzle.rim() {
        Rim::Grey => "grey rim, grey inside is a break",
        Rim::Zero => "colour 0 on the rim, ordinary inside",
        Rim::Free => "no rim rule",
    };
    let official = match ColourMap::recognise(puzzle) {
        Some(map) if map.is_identity() => "the official Eternity II set",
        Some(_) => "the official Eternity II set under other colour numbers",
        None => "not the official set",
    };
    let size = puzzle.size();
    let mut lines = vec![
        format!("{} ({}), {size}, {} seams", puzzle.name().escape_debug(), input.format, size.seams()),
        format!("{rim}; pieces {}", if puzzle.rotation() { "may be turned" } else { "may not be turned" }),
        format!("{official}; hash {:016x}", puzzle.hash64()),
        format!(
            "{} pieces, {} distinct, {} symmetric; with 0, 1, 2, 3, 4 sides of colour 0: {}",
            census["pieces"], census["distinct_pieces"], census["symmetric_pieces"], census["pieces_by_grey_sides"]
        ),
        format!("sides by colour: {}", census["sides_by_colour"]),
        format!("{} clues", puzzle.clues().len()),
    ];
    for clue in puzzle.clues() {
        lines.push(format!(
            "  row {}, column {}: piece {} turned {}",
            size.row(clue.cell),
            size.col(clue.cell),
            clue.placement.piece() + 1,
            clue.placement.rotation()
        ));
    }
    output::line(&lines.join("\n"))?;
    if !puzzle.clues().is_empty() && !args.json {
        let picture = BoardPicture::of_board(puzzle, &puzzle.clue_board());
        output::line(terminal(&picture, output::stdout_colours()).trim_end_matches('\n'))?;
    }
    if args.json {
        let mut json = census;
        let clue = |c: &edgewise_puzzle::Clue| json!({"row": size.row(c.cell), "col": size.col(c.cell), "piece": c.placement.piece() + 1, "rot": c.placement.rotation()});
        json["name"] = json!(puzzle.name());
        json["width"] = json!(size.width());
        json["height"] = json!(size.height());
        json["hash"] = json!(format!("{:016x}", puzzle.hash64()));
        json["clues"] = json!(puzzle.clues().iter().map(clue).collect::<Vec<_>>());
        json["format"] = json!(input.format);
        output::line(&json.to_string())?;
    }
    Ok(Answer::Yes)
}

fn make(args: &GenerateArgs) -> Result<Answer, Failure> {
    let specification = Specification {
        width: args.width,
        height: args.height,
        frame_colours: args.frame_colours,
        inner_colours: args.inner_colours,
        rim: match args.rim {
            RimChoice::Grey => Rim::Grey,
            RimChoice::Zero => Rim::Zero,
            RimChoice::Free => Rim::Free,
        },
        rotation: !args.no_rotation,
        clues: args.clues,
        seed: args.seed,
    };
    let made = if args.unique {
        match unique::generate(&specification, args.tries)? {
            Ok(made) => made,
            Err(answer) => return Ok(answer),
        }
    } else {
        generate(&specification).map_err(Failure::input)?
    };
    if let Some(path) = &args.solution {
        let solution = formats::board_json(&made.puzzle, &made.solution).map_err(Failure::input)?;
        output::to_file_or_stdout(Some(path), format!("{}\n", solution.trim_end()).as_bytes())?;
    }
    let text = formats::puzzle_json(&made.puzzle).map_err(Failure::input)?;
    output::to_file_or_stdout(args.output.as_deref(), format!("{}\n", text.trim_end()).as_bytes())
}

fn convert(args: &ConvertArgs) -> Result<Answer, Failure> {
    let input = input::puzzle(&args.puzzle, args.clues)?;
    input.say_notes(false);
    let text = match args.to {
        Target::Json => formats::puzzle_json(&input.puzzle),
        Target::SiteJson => formats::puzzle_json_site(&input.puzzle),
        Target::Csv => formats::puzzle_csv(&input.puzzle),
        Target::PieceList => formats::piece_list(&input.puzzle),
    }
    .map_err(Failure::input)?;
    output::to_file_or_stdout(args.output.as_deref(), format!("{}\n", text.trim_end()).as_bytes())
}
