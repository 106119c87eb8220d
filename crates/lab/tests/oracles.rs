//! The lab against slow obvious searches on many small trees.

use std::collections::BTreeSet;

use edgewise_lab::depth_first::{depth_first, optimum};
use edgewise_lab::greedy::{greedy, restarts};
use edgewise_lab::tree::{path_of_text, path_text};
use edgewise_lab::*;

fn points(value: f64) -> Points {
    Points::new(value).unwrap()
}

/// Small trees of all kinds.
fn trees() -> impl Iterator<Item = Tree> {
    (0..60u64).map(|seed| {
        let pick = |of: u64, n: u64| (seed / of % n) as usize;
        let settings = TreeSettings {
            branching: [1, 2, 3, 4][pick(1, 4)],
            depth: [1, 4, 6][pick(4, 3)],
            heritability: points([0.0, 0.5, 0.9, 1.0][pick(2, 4)]),
            levels: [0, 4, 8][pick(3, 3)],
            trap_share: points([0.0, 0.05, 0.4][pick(5, 3)]),
            seed,
            ..TreeSettings::default()
        };
        Tree::new(settings).unwrap()
    })
}

fn rules() -> [Rule; 6] {
    [
        Rule::Plain,
        Rule::Lottery { tolerance: Points::ZERO },
        Rule::Lottery { tolerance: points(0.5) },
        Rule::Gumbel { temperature: points(0.3) },
        Rule::Stochastic { temperature: points(0.3) },
        Rule::Sample { pool: 2 },
    ]
}

fn beam(tree: &Tree, settings: &BeamSettings) -> Trace {
    let family_depth = settings.family_depth.min(tree.settings().depth);
    beam::run(tree, &BeamSettings { family_depth, ..*settings }, None, Detail::Nodes).unwrap()
}

/// Every leaf's path in order.
fn leaves(tree: &Tree) -> Vec<Vec<u8>> {
    let TreeSettings { branching, depth, .. } = *tree.settings();
    let mut paths = vec![Vec::new()];
    for _ in 0..depth {
        paths = paths.iter().flat_map(|p| (0..branching as u8).map(move |c| [&p[..], &[c]].concat())).collect();
    }
    paths
}

fn best_leaf(tree: &Tree) -> (Vec<u8>, Points) {
    let score = |path: &Vec<u8>| tree.walk(path).unwrap().score;
    let all = leaves(tree);
    let best = all.iter().map(score).max().unwrap();
    (all.into_iter().find(|path| score(path) == best).unwrap(), best)
}

#[test]
fn a_beam_without_limit_finds_the_optimum_whatever_its_rule() {
    for tree in trees() {
        let (path, score) = best_leaf(&tree);
        for rule in rules() {
            let trace = beam(&tree, &BeamSettings { width: 0, rule, ..BeamSettings::default() });
            assert_eq!((&trace.best.path, trace.best.score), (&path_text(&path), score), "{:?}", tree.settings());
            let branching = u64::from(tree.settings().branching);
            let all: u64 = (1..=tree.settings().depth).map(|d| branching.pow(d)).sum();
            assert_eq!(trace.nodes, all);
            for (i, level) in trace.levels.iter().enumerate() {
                let full: Vec<usize> = (1..=i as u32 + 1).map(|d| branching.pow(d) as usize).collect();
                assert_eq!((level.cut, level.ties, &level.distinct), (0, 0, &full));
            }
        }
    }
}

#[test]
fn searches_for_the_optimum_find_it_and_keep_to_their_nodes() {
    for tree in trees() {
        let (path, score) = best_leaf(&tree);
        let whole = depth_first(&tree, u64::MAX);
        assert!(whole.complete);
        assert_eq!(whole.best.as_ref().unwrap().score, score);
        let proven = optimum(&tree, u64::MAX).unwrap();
        assert!(proven.complete && proven.nodes <= whole.nodes);
        let found = proven.best.unwrap();
        assert_eq!((found.score, tree.walk(&path_of_text(&found.path).unwrap()).unwrap().score), (score, score));
        let exact = depth_first(&tree, whole.nodes);
        assert_eq!(exact, whole, "the whole tree costs as many nodes as it has");
        for nodes in 0..whole.nodes.min(40) {
            let cut = depth_first(&tree, nodes);
            assert!(!cut.complete && cut.nodes == nodes, "{nodes}: {cut:?}");
            assert!(cut.best.is_none_or(|leaf| leaf.score <= score));
        }
        assert!(optimum(&tree, 1).unwrap().best.is_some(), "the narrow beam's leaf");
        assert_eq!(path.len(), tree.settings().depth as usize);
    }
}

#[test]
fn width_one_is_greedy_and_depth_first_begins_with_it() {
    for tree in trees() {
        let TreeSettings { branching, depth, .. } = *tree.settings();
        let one = BeamSettings { width: 1, rule: Rule::Plain, ..BeamSettings::default() };
        let trace = beam(&tree, &one);
        assert_eq!(trace.best, greedy(&tree));
        let cost = u64::from(branching * depth);
        assert_eq!(trace.nodes, cost);
        assert!(depth_first(&tree, cost).best.unwrap().score >= trace.best.score);
        // Each walk takes a best child.
        let many = restarts(&tree, 50 * cost, 3);
        assert_eq!((many.walks, many.nodes), (50, 50 * cost));
        let path = path_of_text(&many.best.path).unwrap();
        for n in 0..path.len() {
            let (parent, child) = (tree.walk(&path[..n]).unwrap(), tree.walk(&path[..=n]).unwrap());
            assert!(tree.children(&parent).all(|(_, other)| other.score <= child.score));
        }
        // With exact ties drawn a beam of width 1 is one of the walks.
        let drawn = beam(&tree, &BeamSettings { width: 1, seed: 5, ..BeamSettings::default() });
        assert!(drawn.best.score <= restarts(&tree, 5000 * cost, 1).best.score);
    }
}

/// The slow obvious beam: paths, walked from the root every time, and a stable full sort.
fn slow(tree: &Tree, width: usize) -> Vec<Vec<Vec<u8>>> {
    let mut levels: Vec<Vec<Vec<u8>>> = vec![vec![Vec::new()]];
    for depth in 0..tree.settings().depth as usize {
        let grow = |p: &Vec<u8>| (0..tree.settings().branching as u8).map(|c| [&p[..], &[c]].concat()).collect();
        let mut all: Vec<Vec<u8>> = levels[depth].iter().flat_map::<Vec<_>, _>(grow).collect();
        all.sort_by_key(|path| std::cmp::Reverse(tree.walk(path).unwrap().score));
        all.truncate(width);
        all.sort();
        levels.push(all);
    }
    levels.remove(0);
    levels
}

#[test]
fn the_plain_beam_is_the_slow_obvious_one_and_its_counts_are_right() {
    for tree in trees() {
        for width in [1, 2, 7, 30] {
            let trace = beam(&tree, &BeamSettings { width, rule: Rule::Plain, ..BeamSettings::default() });
            let expected = slow(&tree, width);
            for (level, paths) in trace.levels.iter().zip(&expected) {
                let kept: Vec<&str> =
                    level.nodes.iter().filter(|n| n.fate == Fate::Kept).map(|n| n.path.as_str()).collect();
                assert_eq!(kept, paths.iter().map(|p| path_text(p)).collect::<Vec<_>>());
                let prefixes = |n: usize| paths.iter().map(|p| &p[..n]).collect::<BTreeSet<_>>().len();
                let distinct: Vec<usize> = (1..=level.depth as usize).map(prefixes).collect();
                assert_eq!(level.distinct, distinct);
                assert_eq!(level.shared, distinct.iter().take_while(|&&n| n == 1).count());
            }
            let last = expected.last().unwrap();
            let best = last.iter().map(|p| tree.walk(p).unwrap().score).max().unwrap();
            assert_eq!(trace.best.score, best);
        }
    }
}

#[test]
fn every_trace_is_consistent_and_survives_its_json() {
    for (i, tree) in trees().enumerate() {
        let settings = BeamSettings {
            width: [1, 3, 12, 0][i % 4],
            rule: rules()[i % 6],
            likeness: [Likeness::None, Likeness::Choices][i / 2 % 2],
            family_depth: (i % 3) as u32,
            family_most: [0, 2][i / 4 % 2],
            seed: i as u64,
        };
        let trace = beam(&tree, &settings);
        let mut alive: BTreeSet<String> = [String::new()].into();
        let mut nodes = 0;
        for level in &trace.levels {
            assert_eq!(level.candidates, level.alike + level.passed + level.kept + level.cut);
            assert_eq!(level.candidates, alive.len() * tree.settings().branching as usize);
            assert!(settings.width == 0 || level.kept <= settings.width);
            assert!(level.tie_places <= level.ties && level.tie_places <= level.kept);
            assert_eq!((level.distinct.len(), level.distinct.last()), (level.depth as usize, Some(&level.kept)));
            assert!(level.distinct.is_sorted());
            assert_eq!(level.nodes.len(), level.candidates);
            let mut places: Vec<usize> = level.nodes.iter().map(|n| n.place).collect();
            places.sort_unstable();
            assert!(places.iter().copied().eq(1..=level.candidates));
            for node in &level.nodes {
                let made = tree.walk(&path_of_text(&node.path).unwrap()).unwrap();
                assert_eq!(
                    (node.score, node.gain, node.trap, node.traps),
                    (made.score, made.gain, made.trap, made.traps)
                );
                assert!(alive.contains(&node.path[..node.path.len() - 1]));
            }
            let count = |fate| level.nodes.iter().filter(|n| n.fate == fate).count();
            let fates = [Fate::Kept, Fate::Cut, Fate::Alike, Fate::Passed].map(count);
            assert_eq!(fates, [level.kept, level.cut, level.alike, level.passed]);
            let kept = || level.nodes.iter().filter(|n| n.fate == Fate::Kept);
            assert_eq!(kept().map(|n| n.score).max(), Some(level.best));
            assert_eq!(kept().map(|n| n.score).min(), Some(level.least));
            assert_eq!(kept().filter(|n| n.traps > 0).count(), level.trapped);
            let winner = &trace.best.path[..level.depth as usize];
            assert_eq!(kept().find(|n| n.path == winner).unwrap().place, level.winner_place);
            alive = kept().map(|n| n.path.clone()).collect();
            nodes += level.candidates as u64;
        }
        assert_eq!(trace.nodes, nodes);
        let json = serde_json::to_string(&trace).unwrap();
        assert_eq!(serde_json::from_str::<Trace>(&json).unwrap(), trace);
        assert_eq!(beam(&tree, &settings), trace, "the same again");
    }
}

#[test]
fn the_watched_path_says_where_it_was_lost() {
    let mut lost = 0;
    for seed in 1..=20 {
        let tree = Tree::new(TreeSettings { depth: 7, seed, ..TreeSettings::default() }).unwrap();
        let settings = BeamSettings { width: 2, ..BeamSettings::default() };
        let (path, _) = best_leaf(&tree);
        let trace = beam::run(&tree, &settings, Some(&path), Detail::Nodes).unwrap();
        let mut gone = false;
        for (level, n) in trace.levels.iter().zip(1..) {
            let node = level.nodes.iter().find(|node| node.path == path_text(&path[..n]));
            assert_eq!(level.watched, Some(node.map_or(Fate::Gone, |node| node.fate)));
            assert_eq!(gone, node.is_none());
            gone |= node.is_none_or(|node| node.fate != Fate::Kept);
        }
        lost += u32::from(gone);
    }
    assert!((5..20).contains(&lost), "two survivors are too few for most optima: {lost}");
}

#[test]
fn a_stochastic_beam_draws_paths_by_their_probability() {
    let settings = TreeSettings { branching: 2, depth: 3, ..TreeSettings::default() };
    let tree = Tree::new(settings).unwrap();
    let temperature = points(0.5);
    let probability = |path: &[u8]| {
        let step = |n: usize| {
            let parent = tree.walk(&path[..n]).unwrap();
            let weight = |c: u8| (tree.child(&parent, c).gain.value() / temperature.value()).exp();
            weight(path[n]) / (weight(0) + weight(1))
        };
        (0..path.len()).map(step).product::<f64>()
    };
    let runs = 4000;
    for width in [1usize, 2] {
        let mut often = [0u32; 8];
        for seed in 0..runs {
            let rule = Rule::Stochastic { temperature };
            let trace = beam(&tree, &BeamSettings { width, rule, seed, ..BeamSettings::default() });
            let last = trace.levels.last().unwrap();
            for node in last.nodes.iter().filter(|n| n.fate == Fate::Kept) {
                often[usize::from_str_radix(&node.path, 2).unwrap()] += 1;
            }
        }
        let ps: Vec<f64> = leaves(&tree).iter().map(|path| probability(path)).collect();
        for (i, &p) in ps.iter().enumerate() {
            // Drawn first, or second after any other.
            let second: f64 = (0..8).filter(|&j| j != i).map(|j| ps[j] * p / (1.0 - ps[j])).sum();
            let expected = p + if width == 2 { second } else { 0.0 };
            let seen = f64::from(often[i]) / runs as f64;
            assert!((seen - expected).abs() < 0.03, "width {width}, leaf {i}: {seen} for {expected}");
        }
    }
}

#[test]
fn surveys_are_their_runs() {
    let settings = SurveySettings {
        tree: TreeSettings { depth: 6, ..TreeSettings::default() },
        beam: BeamSettings::default(),
        widths: vec![1, 8, 0],
        trees: 5,
        repeats: 3,
        optimum_nodes: u64::MAX,
    };
    let rows = survey(&settings).unwrap();
    assert_eq!(rows.iter().map(|r| r.width).collect::<Vec<_>>(), [1, 8, 0]);
    for row in &rows {
        assert_eq!((row.scores.len(), row.gaps.len(), row.ends.len()), (15, 15, 5));
        for (i, (score, gap)) in row.scores.iter().zip(&row.gaps).enumerate() {
            let tree = Tree::new(TreeSettings { seed: 1 + i as u64 / 3, ..settings.tree }).unwrap();
            let run = beam(&tree, &BeamSettings { width: row.width, seed: 1 + i as u64 % 3, ..settings.beam });
            assert_eq!(run.best.score.value(), *score);
            assert_eq!(best_leaf(&tree).1.value() - score, *gap);
        }
        assert!(row.ends.iter().all(|&n| (1.0..=3.0).contains(&n)));
    }
    assert!(rows[2].gaps.iter().all(|&gap| gap == 0.0) && rows[2].ends.iter().all(|&n| n == 1.0));
    let worse = |a: &SurveyRow, b: &SurveyRow| a.scores.iter().zip(&b.scores).filter(|(a, b)| b < a).count();
    assert_eq!(rows.iter().map(|r| r.worse).collect::<Vec<_>>(), [0, worse(&rows[0], &rows[1]), 0]);
}

#[test]
fn reports_join_the_searches() {
    let tree = TreeSettings { depth: 7, ..TreeSettings::default() };
    let beam = BeamSettings { width: 4, ..BeamSettings::default() };
    let all = report(&tree, &beam, &ReportSettings { optimum_nodes: u64::MAX, detail: Detail::Counts }).unwrap();
    let optimum = all.optimum.as_ref().unwrap();
    assert!(optimum.complete);
    let best = optimum.best.as_ref().unwrap().score;
    assert_eq!(best, best_leaf(&Tree::new(tree).unwrap()).1);
    let others = [all.trace.best.score, all.greedy.score, all.restarts.best.score];
    assert!(others.iter().all(|&score| score <= best));
    assert_eq!(all.depth_first.nodes, all.trace.nodes);
    assert!(all.trace.levels.iter().all(|l| l.watched.is_some() && l.nodes.is_empty()));
    let none = report(&tree, &beam, &ReportSettings { optimum_nodes: 0, detail: Detail::Counts }).unwrap();
    assert!(none.optimum.is_none() && none.trace.levels.iter().all(|l| l.watched.is_none()));
    let json = serde_json::to_string(&all).unwrap();
    assert_eq!(serde_json::from_str::<Report>(&json).unwrap(), all);
    assert!(
        edgewise_lab::report(
            &TreeSettings { depth: 0, ..tree },
            &beam,
            &ReportSettings { optimum_nodes: 0, detail: Detail::Counts }
        )
        .is_err()
    );
}

#[test]
fn golden_values_pin_the_tree_and_its_random_numbers() {
    let temperature = points(0.1);
    for (rule, path, score, distinct) in [
        (
            Rule::Lottery { tolerance: Points::ZERO },
            "02203323012010",
            10.75,
            [1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 5, 7, 16],
        ),
        (Rule::Gumbel { temperature }, "02203323113313", 11.25, [1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 5, 8, 16]),
        (
            Rule::Stochastic { temperature },
            "01032122012001",
            10.5,
            [3, 6, 9, 13, 13, 14, 14, 15, 15, 15, 16, 16, 16, 16],
        ),
        (Rule::Sample { pool: 2 }, "01032302111111", 11.375, [1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 9, 16]),
    ] {
        let tree = Tree::new(TreeSettings::default()).unwrap();
        let trace = beam(&tree, &BeamSettings { rule, ..BeamSettings::default() });
        assert_eq!((trace.best.path.as_str(), trace.best.score.value()), (path, score), "{rule:?}");
        assert_eq!(trace.levels[13].distinct, distinct, "{rule:?}");
    }
}
