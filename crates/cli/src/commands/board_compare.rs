//! `edgewise board diff` and `families`: how alike boards are.

use std::path::Path;

use clap::{Args, ValueEnum};
use edgewise_archive::RunDir;
use edgewise_puzzle::{Board, Placement, Puzzle, Size};
use serde_json::json;

use super::board::resolved;
use crate::failure::{Answer, Failure, output_error};
use crate::input::{self, Clues};
use crate::output;

/// Arguments of `diff`.
#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// The first board
    a: String,
    /// The second board
    b: String,
    /// Their puzzle
    #[arg(long, value_name = "PUZZLE")]
    puzzle: Option<String>,
    /// Print one JSON object as the last line
    #[arg(long)]
    json: bool,
}

/// Arguments of `families`.
#[derive(Debug, Args)]
pub(crate) struct FamiliesArgs {
    /// Boards, and run directories (all their boards)
    #[arg(required = true)]
    boards: Vec<String>,
    /// Their puzzle
    #[arg(long, value_name = "PUZZLE")]
    puzzle: Option<String>,
    /// Boards whose first ROWS rows are equal share a prefix
    #[arg(long, default_value_t = 13)]
    rows: usize,
    /// Which side the first rows are on
    #[arg(long, value_enum, default_value = "top")]
    from: From,
    /// Boards that agree on this percentage of their cells are of one family
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u8).range(1..=100))]
    agreement: u8,
    /// Print one JSON object as the last line
    #[arg(long)]
    json: bool,
}

/// Where a search began.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum From {
    /// Row order, combs
    Top,
    /// Blackwood's order
    Bottom,
}

/// One board to compare.
struct Entry {
    origin: String,
    board: Board,
    puzzle: Puzzle,
    score: usize,
}

fn load(text: &str, puzzle: Option<&str>) -> Result<(Board, Puzzle), Failure> {
    let input = input::board(text, puzzle, None::<Clues>)?;
    let board = resolved(&input)?.clone();
    Ok((board, input.puzzle()?.clone()))
}

/// Cells on which two boards show the same piece in the same way (twins count as the same).
fn agreement(puzzle: &Puzzle, a: &Board, b: &Board) -> usize {
    let sides = |p: Option<Placement>| p.map(|p| puzzle.sides(p));
    a.cells().iter().zip(b.cells()).filter(|&(x, y)| x.is_some() && sides(*x) == sides(*y)).count()
}

/// The board turned by a quarter clockwise, pieces and all.
fn quarter_turn(board: &Board) -> Option<Board> {
    let size = board.size();
    let turned = Size::new(size.height(), size.width())?;
    let mut next = Board::empty(turned);
    for (cell, placement) in board.cells().iter().enumerate() {
        let to = turned.cell(size.col(cell), size.height() - 1 - size.row(cell));
        next.set(to, placement.map(|p| Placement::new(p.piece(), (p.rotation() + 1) % 4)));
    }
    Some(next)
}

/// Quarter turns of `b` under which it agrees best with `a`, and on how many cells.
fn best_turn(puzzle: &Puzzle, a: &Board, b: &Board) -> (usize, usize) {
    let mut best = (0, agreement(puzzle, a, b));
    let mut turned = b.clone();
    for turns in 1..4 {
        let Some(next) = quarter_turn(&turned).filter(|_| puzzle.rotation()) else { break };
        turned = next;
        if turned.size() == a.size() && agreement(puzzle, a, &turned) > best.1 {
            best = (turns, agreement(puzzle, a, &turned));
        }
    }
    best
}

/// Compares two boards.
pub(crate) fn diff(args: &DiffArgs) -> Result<Answer, Failure> {
    let (a, puzzle) = load(&args.a, args.puzzle.as_deref())?;
    let (b, other_puzzle) = load(&args.b, args.puzzle.as_deref())?;
    if puzzle.pieces() != other_puzzle.pieces() {
        output_error("note: the boards belong to different puzzles");
    }
    if a.size() != b.size() {
        return Err(Failure::input(format!("the boards are {} and {}: expected one size", a.size(), b.size())));
    }
    let size = a.size();
    let mut lines = Vec::new();
    let (mut same_piece, mut one_sided) = (0, 0);
    let mut differing = Vec::new();
    for row in 0..size.height() {
        let mut map = String::new();
        for cell in (0..size.width()).map(|col| size.cell(row, col)) {
            let (x, y) = (a.get(cell), b.get(cell));
            let turned = x.zip(y).is_some_and(|(x, y)| x.piece() == y.piece());
            map.push(match (x == y, turned, x.is_some() && y.is_some()) {
                (true, _, _) if x.is_none() => ' ',
                (true, ..) => '.',
                (false, true, _) => '~',
                (false, false, true) => '#',
                (false, false, false) => '+',
            });
            same_piece += usize::from(turned && x != y);
            one_sided += usize::from(x.is_some() != y.is_some());
            if x != y {
                differing.push(cell);
            }
        }
        lines.push(map);
    }
    let same = agreement(&puzzle, &a, &b);
    let (score_a, score_b) = (puzzle.score(&a).matched, puzzle.score(&b).matched);
    output::line(&lines.join("\n"))?;
    let (turns, turned_same) = best_turn(&puzzle, &a, &b);
    if turned_same > same {
        output::line(&format!(
            "turned {turns} quarter turns clockwise, the second board agrees on {turned_same} cells"
        ))?;
    }
    output::line(&format!(
        "{same} of {} cells the same (.), {same_piece} the same piece turned (~), {} different (#), {one_sided} filled on one side only (+); scores {score_a} and {score_b}",
        size.cells(),
        differing.len() - same_piece - one_sided,
    ))?;
    if args.json {
        let json = json!({"same": same, "turned": same_piece, "different_cells": differing, "cells": size.cells(),
            "score_a": score_a, "score_b": score_b, "equal": differing.is_empty()});
        output::line(&json.to_string())?;
    }
    Ok(Answer::Yes)
}

/// Groups of indices that are connected by `alike`.
fn clusters(count: usize, alike: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut group: Vec<Option<usize>> = vec![None; count];
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for first in 0..count {
        if group[first].is_some() {
            continue;
        }
        let id = groups.len();
        group[first] = Some(id);
        let mut members = vec![first];
        let mut next = 0;
        while let Some(&at) = members.get(next) {
            next += 1;
            for other in (0..count).filter(|&o| group[o].is_none() && alike(at, o)).collect::<Vec<_>>() {
                group[other] = Some(id);
                members.push(other);
            }
        }
        members.sort_unstable();
        groups.push(members);
    }
    groups
}

fn entries(args: &FamiliesArgs) -> Result<Vec<Entry>, Failure> {
    let mut entries = Vec::new();
    for text in &args.boards {
        let files = if Path::new(text).is_dir() {
            RunDir::read(text)?.boards.iter().map(|b| b.path.display().to_string()).collect()
        } else {
            vec![text.clone()]
        };
        for file in files {
            let (board, puzzle) = load(&file, args.puzzle.as_deref())?;
            let score = puzzle.score(&board).matched;
            entries.push(Entry { origin: file, board, puzzle, score });
        }
    }
    // A folder of runs may hold several puzzles: the first board says which one is meant.
    let size = entries.first().map(|e: &Entry| e.board.size());
    let all = entries.len();
    entries.retain(|e| Some(e.board.size()) == size);
    if let (Some(size), true) = (size, entries.len() < all) {
        output_error(&format!("note: {} boards of other sizes than {size} are left out", all - entries.len()));
    }
    Ok(entries)
}

/// Sorts boards into families.
pub(crate) fn families(args: &FamiliesArgs) -> Result<Answer, Failure> {
    let entries = entries(args)?;
    let Some(size) = entries.first().map(|e| e.board.size()) else {
        return Err(Failure::input("no boards in what was named: expected at least one"));
    };
    let rows = args.rows.min(size.height());
    let first = if args.from == From::Top { 0 } else { size.height() - rows };
    let prefix = |e: &Entry| e.board.cells()[first * size.width()..(first + rows) * size.width()].to_vec();
    let agree: Vec<Vec<usize>> =
        entries.iter().map(|a| entries.iter().map(|b| agreement(&a.puzzle, &a.board, &b.board)).collect()).collect();
    let threshold = size.cells() * usize::from(args.agreement);
    let by_agreement = clusters(entries.len(), |a, b| agree[a][b] * 100 >= threshold);
    let prefixes: Vec<_> = entries.iter().map(prefix).collect();
    let by_prefix = clusters(entries.len(), |a, b| prefixes[a] == prefixes[b]);
    let pairs: Vec<usize> = (0..entries.len()).flat_map(|a| agree[a][a + 1..].to_vec()).collect();

    let best = |members: &[usize]| members.iter().map(|&m| entries[m].score).max().unwrap_or(0);
    let mut lines = vec![format!("{} boards, {size}", entries.len())];
    for (title, groups) in [
        (
            format!("{} families that agree on at least {} % of the cells", by_agreement.len(), args.agreement),
            &by_agreement,
        ),
        (
            format!(
                "{} families with equal {} {rows} rows",
                by_prefix.len(),
                if first == 0 { "top" } else { "bottom" }
            ),
            &by_prefix,
        ),
    ] {
        lines.push(title);
        for members in groups {
            let shown: Vec<&str> = members.iter().take(3).map(|&m| entries[m].origin.as_str()).collect();
            let more = if members.len() > 3 { ", .." } else { "" };
            lines.push(format!("  {:4} boards, best {}: {}{more}", members.len(), best(members), shown.join(", ")));
        }
    }
    if !pairs.is_empty() {
        let mean = pairs.iter().sum::<usize>() as f64 / pairs.len() as f64;
        let (low, high) = (pairs.iter().min().unwrap_or(&0), pairs.iter().max().unwrap_or(&0));
        lines.push(format!("pairwise agreement: mean {mean:.1} cells, least {low}, most {high}"));
    }
    output::line(&lines.join("\n"))?;
    if args.json {
        let boards: Vec<_> = entries.iter().map(|e| json!({"origin": e.origin, "score": e.score})).collect();
        let json =
            json!({"boards": boards, "agreement": agree, "families": by_agreement, "prefix_families": by_prefix});
        output::line(&json.to_string())?;
    }
    Ok(Answer::Yes)
}
