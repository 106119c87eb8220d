//! `edgewise board`: judge, show, convert, draw and compare boards.

use clap::{Args, Subcommand, ValueEnum};
use edgewise_picture::{BoardPicture, png, png_of_svg, svg, terminal, terminal_compact};
use edgewise_portfolio::judging::judge_grid;
use edgewise_puzzle::formats::{self, LetterOrder};
use edgewise_puzzle::{Board, Rim};
use edgewise_referee::Verdict;
use serde_json::{Value, json};

use super::board_breaks::{self, BreaksArgs};
use super::board_compare::{self, DiffArgs, FamiliesArgs};
use super::board_map::MapArgs;
use crate::failure::{Answer, Failure, output_error};
use crate::input::{self, BoardInput, Clues};
use crate::output;
use crate::session::caption;

/// Judge, show, convert, draw and compare boards.
///
/// BOARD is a file in any format, a run directory (its best board), a viewer link, bare board letters,
/// or - for standard input; @FILE spares quoting.
#[derive(Debug, Subcommand)]
pub(crate) enum BoardCommand {
    /// Re-score a board by the independent referee
    #[command(after_help = "Example: edgewise board score runs/20261130T101920Z-solve-7 --json")]
    Score(JudgeArgs),
    /// Check that a board is legal: exit 1 and a line per problem if it is not
    #[command(after_help = "Example: edgewise board check board.json --clues five")]
    Check(JudgeArgs),
    /// Show a board in the terminal, in colour
    #[command(after_help = "Example: edgewise board show board.txt --compact")]
    Show(ShowArgs),
    /// Write a board in another format
    #[command(after_help = "Examples:\n  edgewise board convert board.json --to bucas-link\n  \
edgewise board convert @link.txt --to letters --motifs-order jblackwood")]
    Convert(ConvertArgs),
    /// Draw a board, or a map of its breaks or quota sides, as SVG
    #[command(after_help = "Examples:\n  edgewise board svg board.json -o board.svg --numbers\n  \
edgewise board svg board.json --highlight --colours 5,20,7 -o colours.svg\n  \
edgewise board svg board.json --heat quota -o quota.svg")]
    Svg(DrawArgs),
    /// Draw a board, or a map of its breaks or quota sides, as PNG
    #[command(after_help = "Example: edgewise board png board.json -o board.png --width 2000")]
    Png(DrawArgs),
    /// Compare two boards cell by cell
    #[command(after_help = "Example: edgewise board diff a.json b.json")]
    Diff(DiffArgs),
    /// Sort boards into families by shared placements and by equal first rows
    #[command(after_help = "Example: edgewise board families runs/*-solve-* --rows 13 --from bottom")]
    Families(FamiliesArgs),
    /// Show where the breaks of boards lie: by cell and row, for each order they were built in
    ///
    /// A break is paid by the later of its two cells in the order. Cells that paid two at once are counted: no
    /// search that allows one break a cell builds such a board.
    #[command(after_help = "Examples:\n  edgewise board breaks runs/*-factory-* -o breaks.svg\n  \
edgewise board breaks board.txt --order comb:12 --json")]
    Breaks(BreaksArgs),
}

/// A board and its puzzle.
#[derive(Debug, Args)]
pub(crate) struct BoardArgs {
    /// The board
    board: String,
    /// Its puzzle (default: eternity2 for 16x16 boards, the run's own inside a run directory)
    #[arg(long, value_name = "PUZZLE")]
    puzzle: Option<String>,
    /// Clues the board must honour
    #[arg(long, value_enum)]
    clues: Option<Clues>,
}

impl BoardArgs {
    fn read(&self) -> Result<BoardInput, Failure> {
        input::board(&self.board, self.puzzle.as_deref(), self.clues)
    }
}

/// Arguments of `score` and `check`.
#[derive(Debug, Args)]
pub(crate) struct JudgeArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// Print one JSON object as the last line
    #[arg(long)]
    json: bool,
}

/// Arguments of `show`.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// One line a row
    #[arg(long)]
    compact: bool,
    /// When to use colour
    #[arg(long, value_enum, default_value = "auto")]
    colour: When,
}

/// When to colour.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum When {
    /// If standard output is a terminal
    Auto,
    /// Always, 24-bit
    Always,
    /// Never
    Never,
}

/// Formats a board can be written in.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Target {
    Letters,
    Digits,
    BucasLink,
    DevViewerLink,
    PlacedText,
    BoardJson,
    BlackwoodText,
}

/// Letter orders.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum MotifsOrder {
    Default,
    Jef,
    Marie,
    Jblackwood,
}

impl From<MotifsOrder> for LetterOrder {
    fn from(order: MotifsOrder) -> LetterOrder {
        match order {
            MotifsOrder::Default => LetterOrder::Default,
            MotifsOrder::Jef => LetterOrder::Jef,
            MotifsOrder::Marie => LetterOrder::Marie,
            MotifsOrder::Jblackwood => LetterOrder::Jblackwood,
        }
    }
}

/// Arguments of `convert`.
#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// The format to write
    #[arg(long, value_enum)]
    to: Target,
    /// Letter order of letters and of the bucas link
    #[arg(long, value_enum, default_value = "default")]
    motifs_order: MotifsOrder,
    /// Where to write (default: standard output)
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
}

/// Arguments of `svg` and `png`.
#[derive(Debug, Args)]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// Where to write (default: standard output)
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Write the piece number in each cell
    #[arg(long)]
    numbers: bool,
    /// List the colours in use below the board
    #[arg(long)]
    legend: bool,
    /// A title
    #[arg(long)]
    title: Option<String>,
    #[command(flatten)]
    map: MapArgs,
    /// Width of a PNG in pixels
    #[arg(long, default_value_t = 1200, value_parser = clap::value_parser!(u32).range(16..=16384))]
    width: u32,
}

/// Runs a board command.
pub(crate) fn run(command: &BoardCommand) -> Result<Answer, Failure> {
    match command {
        BoardCommand::Score(args) => score(args),
        BoardCommand::Check(args) => check(args),
        BoardCommand::Show(args) => show(args),
        BoardCommand::Convert(args) => convert(args),
        BoardCommand::Svg(args) => draw(args, false),
        BoardCommand::Png(args) => draw(args, true),
        BoardCommand::Diff(args) => board_compare::diff(args),
        BoardCommand::Families(args) => board_compare::families(args),
        BoardCommand::Breaks(args) => board_breaks::run(args),
    }
}

/// What was read, on standard error.
fn say_what_was_read(input: &BoardInput) {
    let read = &input.read;
    output_error(&format!("read {} board, {}, letter order {}", read.grid.size, read.format, read.letter_order.name()));
    read.notes.iter().for_each(|note| output_error(&format!("note: {note}")));
}

fn judge(input: &BoardInput) -> Result<Verdict, Failure> {
    let puzzle = input.puzzle()?;
    if puzzle.size() != input.read.grid.size {
        return Err(Failure::input(format!(
            "the board is {}: expected {} for puzzle {}",
            input.read.grid.size,
            puzzle.size(),
            puzzle.name()
        )));
    }
    judge_grid(puzzle, &input.read.grid).map_err(Failure::input)
}

fn verdict_json(input: &BoardInput, verdict: &Verdict) -> Value {
    let mut json = serde_json::to_value(verdict).unwrap_or_default();
    json["format"] = json!(input.read.format.name());
    json["letter_order"] = json!(input.read.letter_order.name());
    json["problems"] = json!(verdict.problems());
    json["board_edges"] = json!(input.read.grid.letters());
    json
}

fn score(args: &JudgeArgs) -> Result<Answer, Failure> {
    let input = args.board.read()?;
    say_what_was_read(&input);
    let verdict = judge(&input)?;
    let mut lines = vec![
        format!("score       {} of {}", verdict.score, verdict.total),
        format!("breaks      {}", verdict.breaks),
        format!("filled      {} of {}", verdict.filled, verdict.cells),
        format!("break-free  {} pieces (largest set without a break between them)", verdict.break_free),
        format!("clues       {} of {}", verdict.clues_respected, verdict.clues_required),
    ];
    if let (Some(official), Some(regime)) = (verdict.official_clues, verdict.regime) {
        lines.push(format!("official    {official} of 5 clues, {regime}"));
    }
    lines.push(format!("legal       {}", if verdict.legal { "yes" } else { "no" }));
    lines.extend(verdict.problems().iter().map(|p| format!("  {p}")));
    lines.extend(verdict.break_lines().iter().map(|b| format!("  {b}")));
    output::line(&lines.join("\n"))?;
    if args.json {
        output::line(&verdict_json(&input, &verdict).to_string())?;
    }
    Ok(Answer::Yes)
}

fn check(args: &JudgeArgs) -> Result<Answer, Failure> {
    let input = args.board.read()?;
    say_what_was_read(&input);
    let verdict = judge(&input)?;
    if verdict.legal {
        output::line(&format!("legal: {}, {} of {} cells", caption(&verdict), verdict.filled, verdict.cells))?;
    } else {
        output::line(&verdict.problems().join("\n"))?;
    }
    if args.json {
        output::line(&verdict_json(&input, &verdict).to_string())?;
    }
    Ok(if verdict.legal { Answer::Yes } else { Answer::No })
}

/// The picture of a board: by its puzzle where there is one and it resolves, by its colours alone
/// otherwise.
fn picture(input: &BoardInput) -> BoardPicture {
    match (&input.puzzle, &input.read.board) {
        (Some(puzzle), Some(board)) if puzzle.size() == board.size() => BoardPicture::of_board(puzzle, board),
        (puzzle, _) => BoardPicture::new(input.read.grid.clone(), puzzle.as_ref().map_or(Rim::Grey, |p| p.rim())),
    }
}

fn show(args: &ShowArgs) -> Result<Answer, Failure> {
    use edgewise_picture::TerminalColours;
    let input = args.board.read()?;
    say_what_was_read(&input);
    let colours = match args.colour {
        When::Auto => output::stdout_colours(),
        When::Always => TerminalColours::True,
        When::Never => TerminalColours::None,
    };
    let mut picture = picture(&input);
    picture.coordinates = true;
    let text = if args.compact { terminal_compact(&picture, colours) } else { terminal(&picture, colours) };
    output::line(text.trim_end_matches('\n'))?;
    let tally = picture.tally();
    output::line(&format!("{} matched, {} breaks, {} cells filled", tally.matched, tally.breaks, tally.filled))
}

/// The placements of a board, or why there are none.
pub(crate) fn resolved(input: &BoardInput) -> Result<&Board, Failure> {
    input.read.board.as_ref().ok_or_else(|| match &input.read.unresolved {
        Some(error) => Failure::input(format!("{}: {error}", input.origin)),
        None => Failure::input(format!("a {} board needs its puzzle: expected --puzzle PUZZLE", input.read.grid.size)),
    })
}

fn convert(args: &ConvertArgs) -> Result<Answer, Failure> {
    let input = args.board.read()?;
    say_what_was_read(&input);
    let order = args.motifs_order.into();
    let text = match args.to {
        Target::Letters => formats::letters(&input.read.grid, order),
        Target::PlacedText if input.read.grid.cells.contains(&None) => {
            return Err(Failure::input(format!(
                "{}: the board has holes: placed-text has none, expected a full board",
                input.origin
            )));
        }
        Target::PlacedText => Ok(formats::placed_text(&input.read.grid)),
        other => {
            let (puzzle, board) = (input.puzzle()?, resolved(&input)?);
            match other {
                Target::Digits => formats::digits(board),
                Target::BucasLink => formats::bucas_url(puzzle, board, order),
                Target::DevViewerLink => formats::dev_viewer_url(puzzle, board),
                Target::BoardJson => formats::board_json(puzzle, board),
                _ => Ok(formats::blackwood_text(board)),
            }
        }
    };
    let mut text = text.map_err(Failure::input)?;
    if !text.ends_with('\n') {
        text.push('\n');
    }
    output::to_file_or_stdout(args.output.as_deref(), text.as_bytes())
}

fn draw(args: &DrawArgs, as_png: bool) -> Result<Answer, Failure> {
    let input = args.board.read()?;
    say_what_was_read(&input);
    let mut picture = picture(&input);
    if let Some(mut map) = args.map.draw(&input, &mut picture)? {
        if let Some(title) = &args.title {
            map.title.clone_from(title);
        }
        let svg = map.svg();
        let bytes = if as_png { png_of_svg(&svg, args.width).map_err(Failure::input)? } else { svg.into_bytes() };
        return output::to_file_or_stdout(args.output.as_deref(), &bytes);
    }
    if args.numbers {
        picture = picture.with_piece_numbers(resolved(&input)?);
    }
    picture.coordinates = true;
    picture.legend = args.legend;
    picture.title.clone_from(&args.title);
    if let Ok(verdict) = judge(&input) {
        picture.caption = Some(caption(&verdict));
    }
    let bytes = if as_png { png(&picture, args.width).map_err(Failure::input)? } else { svg(&picture).into_bytes() };
    output::to_file_or_stdout(args.output.as_deref(), &bytes)
}
