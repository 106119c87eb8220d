//! Presets, single parameters and orders from files, and what is said about those that fit nothing.

mod common;

use common::{Scratch, assert_summary, without_time};
use serde_json::{Value, json};

const KNOWN: &str = "blackwood-470, blackwood-469, blackwood-468, blackwood-plan, mcgavin-469, mcgavin-strict, libblackwood-471, libblackwood-wobbly, verhaard, five-clue, five-forecast, crude-pin, general, strict";

/// The summary of a small run of the official puzzle with these flags, without time.
#[track_caller]
fn run(dir: &Scratch, flags: &str) -> Value {
    let ran = dir.run(&format!("backtrack eternity2 --seed 4 --nodes 50k --no-save --json {flags}")).expect(0);
    assert_summary(&ran.json());
    without_time(ran.json())
}

/// Two runs that do the same, whatever their presets are called.
#[track_caller]
fn assert_same_search(a: Value, b: Value) {
    let search = |mut json: Value| json.as_object_mut().unwrap().remove("presets").map(|_| json);
    assert_eq!(search(a), search(b));
}

#[test]
fn a_preset_goes_by_name_or_comes_from_a_file() {
    let dir = Scratch::new();
    let named = run(&dir, "--preset blackwood-470");
    assert_eq!(named["presets"], json!(["blackwood-470"]));
    assert_eq!(run(&dir, ""), named, "what suits the puzzle");
    assert_eq!(run(&dir, "--clues five")["presets"], json!(["five-forecast"]));

    dir.write(
        "mine.toml",
        "about = 'as published'\norder = 'blackwood'\ncolours = [5, 20, 7]\nquota = 'blackwood'\n\
         breaks = '201,206,211,216,221,225,229,233,237,239'\nnode_cap = 50_000_000_000\nbreak_frame = false\n",
    );
    let mine = run(&dir, "--preset mine.toml");
    assert_eq!(mine["presets"], json!(["mine.toml"]));
    assert_same_search(mine, named.clone());
    // A flag changes a preset; the same value changes nothing.
    assert_same_search(run(&dir, "--preset mine.toml --node-cap 50_000_000_000"), named.clone());
    assert_ne!(run(&dir, "--preset mine.toml --quota-offset -4")["depth_counts"], named["depth_counts"]);
    dir.write("empty.toml", "");
    assert_same_search(run(&dir, "--preset empty.toml"), named);
}

#[test]
fn what_was_run_is_kept_in_the_run_directory() {
    let dir = Scratch::new();
    dir.write("mine.toml", "order = 'snake'\nquota = 'none'\ncolours = []\nbreaks = 'spread'\n");
    dir.run("backtrack eternity2 --preset mine.toml --quota-offset -3 --fill-holes 2 --seed 9 --nodes 1k --out run")
        .expect(0);
    let info = edgewise_archive::RunDir::read(dir.path("run")).unwrap().info.unwrap();
    assert_eq!((info.preset.as_deref(), info.seed, info.clues.as_str()), (Some("mine.toml"), 9, "starter"));
    let value = |name: &str| info.parameters[name].as_str().unwrap();
    assert_eq!(
        ["order", "quota", "colours", "breaks", "quota_offset", "fill_holes"].map(value),
        ["snake", "none", "", "spread", "-3", "2"]
    );
    assert_eq!(&info.command[1..3], ["backtrack", "eternity2"]);
}

#[test]
fn an_order_comes_by_name_or_from_a_file() {
    let dir = Scratch::new();
    let cells = |order: &mut dyn Iterator<Item = usize>| order.map(|c| c.to_string()).collect::<Vec<_>>().join(" ");
    dir.write("row", cells(&mut (0..256)));
    dir.write("row-reversed", cells(&mut (0..256).rev()).replace(' ', "\n"));
    for name in ["row", "row-reversed"] {
        let common = "--preset general --order";
        assert_same_search(run(&dir, &format!("{common} @{name}")), run(&dir, &format!("{common} {name}")));
    }
    // In a preset file too.
    dir.write(
        "mine.toml",
        "order = '@row'\nquota = 'none'\ncolours = []\nbreaks = 'spread'\nnode_cap = 2_000_000_000\nopening = 0\n",
    );
    assert_same_search(run(&dir, "--preset mine.toml"), run(&dir, "--preset general --order row"));

    for (name, text, message) in [
        ("few", "0 1 2", "order file: 3 cells, expected all 256"),
        ("word", "0 1 x", "order file, entry 3: `x` is no cell of the board, expected a number in 0..256"),
        ("off", "0 1 256", "order file, entry 3: `256` is no cell of the board, expected a number in 0..256"),
        ("twice", "7 7", "order file, entry 2: cell 7 comes twice, expected each cell once"),
    ] {
        dir.write(name, text);
        dir.run(&format!("backtrack eternity2 --no-save --order @{name}")).refused(message);
    }
    dir.run("backtrack eternity2 --no-save --order @none")
        .refused("none: cannot be read: No such file or directory (os error 2)");
    let ran = dir.run("backtrack eternity2 --no-save --order sideways");
    assert!(ran.error().starts_with("order `sideways`: expected one of row, row-reversed, column, "), "{ran}");
    ran.expect(2);
}

#[test]
fn presets_that_are_none() {
    let dir = Scratch::new();
    std::fs::create_dir(dir.path("folder")).unwrap();
    for (name, text, message) in [
        ("words.toml", &b"to be or not"[..], "preset `words.toml`: key with no value, expected `=`"),
        (
            "name.toml",
            b"ordr = 'row'",
            "parameter `ordr`: unknown, expected one of order, colours, colour_weights, quota, quota_offset, \
                 quota_most, breaks, breaks_per_placement, breaks_wobble, isolation, prune, prune_target, break_frame, candidate_sort, opening, \
                 node_cap, restart, restart_ratio, restart_most, abort, prune_back, clue_pin, strands, fill_holes, fill_share",
        ),
        ("value.toml", b"opening = 999", "parameter `opening`: `999` does not fit, expected a whole number in 0..=400"),
        ("kind.toml", b"opening = 1.5", "preset `kind.toml`: `opening`: expected a plain value, found a float"),
        ("list.toml", b"colours = ['a']", "preset `list.toml`: `colours`: expected an array of whole numbers"),
        ("bytes.toml", b"\xff", "bytes.toml: byte 0: not UTF-8: expected text"),
    ] {
        dir.write(name, text);
        dir.run(&format!("backtrack eternity2 --no-save --preset {name}")).refused(message);
    }
    for name in ["nope", "folder"] {
        dir.run(&format!("backtrack eternity2 --no-save --preset {name}"))
            .refused(&format!("preset `{name}`: unknown, expected one of {KNOWN}"));
    }
}

#[test]
fn parameters_that_do_not_fit() {
    let dir = Scratch::new();
    let (puzzle, _) = dir.generate("p", "--width 5 --height 5");
    for (flags, message) in [
        ("--node-cap x", "`node_cap`: `x` does not fit, expected a whole number in 0..=9223372036854775807"),
        ("--opening -1", "`opening`: `-1` does not fit, expected a whole number in 0..=400"),
        ("--break-frame maybe", "`break_frame`: `maybe` does not fit, expected true or false"),
        ("--candidate-sort luck", "`candidate_sort`: `luck` does not fit, expected one of quota, chance, number"),
        ("--colours 5,x", "`colours`: `5,x` does not fit, expected whole numbers in 0..=255 separated by commas"),
        ("--colours 99", "`colours`: `99` does not fit, expected colours of the puzzle"),
        (
            "--abort 5:300",
            "`abort`: `5:300` does not fit, expected none, or placements:depth like 500M:128,4G:165, placements \
                 rising, depths in 1..=256",
        ),
        (
            "--prune-back 20:1k:30",
            "`prune_back`: `20:1k:30` does not fit, expected none, or depth:placements:cells back like 160:100M:24, \
                 cells back up to depth, depth below 256",
        ),
        (
            "--breaks 9,8",
            "`breaks`: `8` does not fit, expected none, spread, or positions in rising order like \
                 201,206,211, below 256",
        ),
        (
            "--quota x",
            "`quota`: `x` does not fit, expected none, blackwood, points like 16:0,26:28,160:119, \
                 or one number per position",
        ),
    ] {
        let ran = dir.run(&format!("backtrack eternity2 --no-save {flags}"));
        ran.refused(&format!("parameter {message}"));
    }
    // The quota of the official colours, on a puzzle that lacks them.
    dir.run(&format!("backtrack {puzzle} --no-save --preset blackwood-470"))
        .refused("with preset blackwood-470 on generated_5x5_f3_i9_s1: parameter `colours`: `20` does not fit, expected colours of the puzzle");
    assert_eq!(dir.names("").len(), 2, "nothing was written");
}
