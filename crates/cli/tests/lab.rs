//! `edgewise lab`: the synthetic tree, its tables and JSON; `study report --tail`.

mod common;

use common::Scratch;
use serde_json::Value;

fn fields(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(name, inner)| {
            found.push(name.clone());
            fields(inner, found);
        }),
        Value::Array(list) => list.iter().for_each(|inner| fields(inner, found)),
        _ => {}
    }
}

#[test]
fn the_table_is_the_trace() {
    let dir = Scratch::new();
    let line = "lab --lab-depth 8 --lab-width 6 --lab-tree 3";
    let text = dir.run(line).expect(0).stdout;
    let json = dir.run(&format!("{line} --json")).expect(0).json();
    assert_eq!(json["schema"], "edgewise-lab-1");
    let levels = json["trace"]["levels"].as_array().unwrap();
    let rows: Vec<Vec<&str>> = text.lines().skip(4).take(8).map(|row| row.split_whitespace().collect()).collect();
    assert_eq!((levels.len(), rows.len()), (8, 8), "{text}");
    for (level, row) in levels.iter().zip(&rows) {
        for (column, name) in [(0, "depth"), (1, "candidates"), (2, "alike"), (3, "passed"), (4, "kept"), (5, "cut")] {
            assert_eq!(row[column], level[name].to_string(), "{name}: {text}");
        }
        let distinct: Vec<String> = level["distinct"].as_array().unwrap().iter().map(Value::to_string).collect();
        assert_eq!(row[12..], distinct, "{text}");
        assert_eq!(row[11], level["watched"], "{text}");
    }
    assert_eq!(json["optimum"]["complete"], true);
    let path = json["optimum"]["best"]["path"].as_str().unwrap();
    assert!(text.lines().last().unwrap().contains(path), "{text}");
    assert_eq!(dir.run(line).expect(0).stdout, text, "the same again");
}

#[test]
fn every_field_of_the_json_is_documented() {
    let page = include_str!("../../../docs/LAB.md");
    let dir = Scratch::new();
    let mut found = Vec::new();
    for flags in
        ["--lab-nodes --lab-rule gumbel", "--lab-rule sample", "--lab-family-most 2", "--lab-width 2,3 --lab-trees 2"]
    {
        fields(&dir.run(&format!("lab --lab-depth 5 --json {flags}")).expect(0).json(), &mut found);
    }
    found.sort();
    found.dedup();
    assert!(found.len() > 50, "{found:?}");
    for name in found {
        assert!(page.contains(&format!("`{name}`")), "docs/LAB.md does not name `{name}`");
    }
}

#[test]
fn several_runs_are_a_row_for_each_width() {
    let dir = Scratch::new();
    let line = "lab --lab-depth 7 --lab-width 1,4,0 --lab-trees 3 --lab-repeats 2";
    let text = dir.run(line).expect(0).stdout;
    let json = dir.run(&format!("{line} --json")).expect(0).json();
    let rows = json["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    assert_eq!(text.lines().count(), 2 + 1 + 1 + 3, "{text}");
    let all = text.lines().last().unwrap();
    assert!(all.split_whitespace().next() == Some("all") && all.contains("100 %"), "{text}");
    assert!(rows.iter().all(|row| row["scores"].as_array().unwrap().len() == 6));
    assert!(rows[2]["gaps"].as_array().unwrap().iter().all(|gap| gap == 0.0));
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let dir = Scratch::new();
    dir.run("lab --lab-branching 0").refused("lab: branching 0: expected 1 to 36");
    dir.run("lab --lab-heritability 1.5").refused("lab: heritability 1.5: expected 0 to 1");
    dir.run("lab --lab-trap-reward inf")
        .refused("--lab-trap-reward inf: expected a number of points between -2^32 and 2^32");
    dir.run("lab --lab-pool 3").refused("--lab-pool: the rule `lottery` has none");
    dir.run("lab --lab-rule gumbel --lab-temperature 0").refused("lab: temperature 0: expected a number above 0");
    dir.run("lab --lab-width 0")
        .refused("lab: width 0: a level would have 268435456 candidates: expected at most 4194304");
    dir.run("lab --lab-width 2,3 --lab-nodes --json").refused("--lab-nodes: expected one width, one tree and one seed");
    dir.run("lab --lab-family-most 2 --lab-family-depth 20")
        .refused("lab: family depth 20: expected a depth of the tree");
}

#[test]
fn a_study_report_fits_the_tail_and_draws_it() {
    let dir = Scratch::new();
    let (puzzle, _) = dir.generate("small", "--width 7 --height 7 --inner-colours 9 --frame-colours 4");
    dir.write(
        "plan.toml",
        format!(
            "puzzle = \"{puzzle}\"\nengine = \"backtrack\"\nseeds = \"1..=120\"\nbudget = {{ nodes = 60 }}\n\
             [[setting]]\nname = \"bare\"\nfill_holes = 0\n"
        ),
    );
    let none = dir.run("study report plan.toml --tail").expect(0).stdout;
    assert_eq!(none, "bare: tail: 0 scores: expected at least 30\n");
    dir.run("study report plan.toml --tail --svg none.svg").refused("--svg: no setting has enough scores for a tail");
    dir.run("study run plan.toml --quiet --threads 2").expect(0);
    let text = dir.run("study report plan.toml --tail --tail-score 60 --svg tail.svg").expect(0).stdout;
    assert!(text.starts_with("bare: 120 scores, mean "), "{text}");
    assert!(text.contains("| normal | 120 | mean ") && text.contains(" runs for one of 60 |"), "{text}");
    let svg = dir.text("tail.svg");
    let document = roxmltree::Document::parse(&svg).unwrap();
    let title = document.descendants().find(|n| n.tag_name().name() == "title").and_then(|n| n.text());
    assert_eq!(title, Some("Study plan"));
    assert!(
        document.descendants().filter(|n| n.tag_name().name() == "polyline" || n.tag_name().name() == "path").count()
            > 3
    );
    dir.run("study report plan.toml --tail --svg -").expect_stdout(&{
        dir.run("study report plan.toml --tail --svg again.svg").expect(0);
        dir.text("again.svg")
    });
    dir.run("study report plan.toml --tail-score 60").refused_usage("the following required arguments");
}
