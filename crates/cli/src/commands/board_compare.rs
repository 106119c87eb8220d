//! `edgewise board diff` and `families`: how alike boards are.

use clap::{Args, ValueEnum};
use edgewise_puzzle::{Board, Placement, Puzzle, Size};
use edgewise_study::{Kinship, Look, families_by};
use serde_json::json;

use crate::board_set::{self, load};
use crate::failure::{Answer, Failure, output_error};
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

/// Cells on which two boards show the same piece in the same way (twins count as the same).
fn agreement(puzzle: &Puzzle, a: &Board, b: &Board) -> usize {
    Look::of(puzzle, a).agreement(&Look::of(puzzle, b))
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

/// The most boards whose agreement is listed pair by pair.
pub(super) const MATRIX: usize = 16;

/// Sorts boards into families.
pub(crate) fn families(args: &FamiliesArgs) -> Result<Answer, Failure> {
    let members = board_set::read(&args.boards, args.puzzle.as_deref())?;
    let size = members[0].board.size();
    let looks: Vec<Look> = members.iter().map(|m| m.look.clone()).collect();
    let rows = args.rows.min(size.height());
    let enough = (size.cells() * usize::from(args.agreement)).div_ceil(100);
    let kinship = Kinship::of(&looks, enough);
    let by_prefix = families_by(looks.iter().map(|look| look.rows(rows, args.from == From::Bottom)));
    let by_corners = families_by(looks.iter().map(Look::corners));

    let side = if args.from == From::Top { "top" } else { "bottom" };
    let best = |group: &[usize]| group.iter().map(|&m| members[m].score).max().unwrap_or(0);
    let mut lines = vec![format!("{} boards, {size}", members.len())];
    for (title, groups) in [
        (format!("families that agree on at least {} % of the cells", args.agreement), &kinship.families),
        (format!("families with equal {side} {rows} rows"), &by_prefix),
        ("families with equal corners".to_owned(), &by_corners),
    ] {
        lines.push(format!("{} {title}", groups.len()));
        for group in groups {
            let shown: Vec<&str> = group.iter().take(3).map(|&m| members[m].origin.as_str()).collect();
            let more = if group.len() > 3 { ", .." } else { "" };
            lines.push(format!("  {:4} boards, best {}: {}{more}", group.len(), best(group), shown.join(", ")));
        }
    }
    lines.extend(kinship_line(&kinship));
    if looks.len() > 1 && looks.len() <= MATRIX {
        lines.extend(matrix_lines(&looks));
    }
    output::line(&lines.join("\n"))?;
    if args.json {
        let boards: Vec<_> = members.iter().map(|m| json!({"origin": m.origin, "score": m.score})).collect();
        let json = json!({"boards": boards, "agreement": matrix(&looks), "pairs_by_agreement": kinship.pairs,
            "mean_agreement": kinship.mean(), "families": kinship.families, "prefix_families": by_prefix,
            "corner_families": by_corners});
        output::line(&json.to_string())?;
    }
    Ok(Answer::Yes)
}

/// Mean, median, least and most of the pairwise agreement; nothing for fewer than two boards.
pub(crate) fn kinship_line(kinship: &Kinship) -> Option<String> {
    let (mean, least, median, most) =
        (kinship.mean()?, kinship.quantile(0.0)?, kinship.quantile(0.5)?, kinship.quantile(1.0)?);
    Some(format!("pairwise agreement: mean {mean:.1} cells, median {median}, least {least}, most {most}"))
}

/// The agreement of every two boards.
fn matrix(looks: &[Look]) -> Vec<Vec<usize>> {
    looks.iter().map(|a| looks.iter().map(|b| a.agreement(b)).collect()).collect()
}

/// The matrix for people, numbered from 1.
pub(crate) fn matrix_lines(looks: &[Look]) -> Vec<String> {
    let row = |cells: Vec<String>| cells.iter().map(|c| format!("{c:>4}")).collect::<String>();
    let head = row((0..=looks.len()).map(|i| if i == 0 { String::new() } else { i.to_string() }).collect());
    let rows = matrix(looks).into_iter().enumerate();
    let rows = rows.map(|(i, cells)| {
        row(std::iter::once((i + 1).to_string()).chain(cells.iter().map(usize::to_string)).collect())
    });
    std::iter::once(head).chain(rows).collect()
}
