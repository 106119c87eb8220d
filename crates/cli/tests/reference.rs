//! docs/PARAMETERS.md and its likes are what `edgewise parameters` prints.

use std::process::Command;

#[test]
fn the_reference_pages_are_up_to_date() {
    for (engine, file) in [("backtrack", "PARAMETERS.md"), ("beam", "PARAMETERS-BEAM.md")] {
        let output = Command::new(env!("CARGO_BIN_EXE_edgewise")).args(["parameters", engine]).output().unwrap();
        assert!(output.status.success());
        let page = String::from_utf8(output.stdout).unwrap();
        let path = format!("{}/../../docs/{file}", env!("CARGO_MANIFEST_DIR"));
        let kept = std::fs::read_to_string(path).unwrap_or_default();
        assert!(kept == page, "docs/{file} is old: write `edgewise parameters {engine}` into it");
        for line in page.lines().filter(|line| line.starts_with("Source: ")) {
            assert!(line.len() > "Source: –.".len(), "a preset without a source");
        }
    }
}
