//! docs/PARAMETERS.md is what `edgewise parameters` prints.

use std::process::Command;

#[test]
fn the_reference_page_is_up_to_date() {
    let printed = |engine: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_edgewise")).arg("parameters").args(engine).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let page = printed(&[]);
    let engines = ["backtrack", "lds", "beam"];
    assert_eq!(page, engines.map(|engine| printed(&[engine])).join("\n"), "one page after the other");
    for engine in engines {
        assert!(page.contains(&format!("# Parameters of `{engine}`\n")));
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/PARAMETERS.md");
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == page, "docs/PARAMETERS.md is old: write `edgewise parameters` into it");
    for line in page.lines().filter(|line| line.starts_with("Source: ")) {
        assert!(line.len() > "Source: –.".len(), "a preset without a source");
    }
}
