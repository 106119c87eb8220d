use edgewise_backtrack::{Backtrack, TABLE};
use edgewise_puzzle::{ClueSet, official};
use edgewise_search::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let five = a[1] == "five-clue";
    let puzzle = official::puzzle(if five { ClueSet::Five } else { ClueSet::Starter });
    let mut params = TABLE.preset(&a[1]).unwrap();
    for kv in &a[4..] { let (k, v) = kv.split_once('=').unwrap(); if k != "portable" { params.set(k, v).unwrap(); } }
    let seed: u64 = a[2].parse().unwrap();
    let secs: f64 = a[3].parse().unwrap();
    let budget = Budget::of_time(std::time::Duration::from_secs_f64(secs));
    let start = std::time::Instant::now();
    let mut obs = |e: &Event| if let Event::Improved { score, nodes, .. } = e { if score.matched >= 455 { eprintln!("{:7.1}s {:12} {}", start.elapsed().as_secs_f64(), nodes, score.matched) } };
    let o = Backtrack { portable: a.iter().any(|x| x == "portable=1") }.run(&puzzle, &params, Seed::new(seed), &budget, &mut obs).unwrap();
    println!("seed {seed} score {} deepest {} nodes {} ({:.1} M/s) reads/node {:.2} fills {} fill_nodes {} attempts {} by {:?} stop {:?}", o.score.matched, o.deepest, o.nodes, o.nodes as f64 / o.seconds / 1e6, o.candidate_reads as f64 / o.nodes as f64, o.fills, o.fill_nodes, o.attempts, o.filled_by, o.stop);
    let d: Vec<String> = [128, 200, 208, 220, 236, 240, 242, 244, 246, 248].iter().map(|&k| format!("{k}:{}", o.depth_counts[k])).collect();
    println!("   {}", d.join(" "));
}
