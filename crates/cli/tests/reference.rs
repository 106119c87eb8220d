//! docs/PARAMETERS.md is what `edgewise parameters` prints.

use std::process::Command;

#[test]
fn the_reference_page_is_up_to_date() {
    let output = Command::new(env!("CARGO_BIN_EXE_edgewise")).args(["parameters", "backtrack"]).output().unwrap();
    assert!(output.status.success());
    let page = String::from_utf8(output.stdout).unwrap();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/PARAMETERS.md");
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == page, "docs/PARAMETERS.md is old: write `edgewise parameters backtrack` into it");
    for line in page.lines().filter(|line| line.starts_with("Source: ")) {
        assert!(line.len() > "Source: –.".len(), "a preset without a source");
    }
}
