//! What must hold of any text read as an exact-cover problem: no panic, one-line errors with a place, and
//! what was read writes and reads back, and is searched to the same end by every method.

use edgewise_cover::{Limits, Method, Outcome, Settings, count, text};

/// Reads `data` as a problem.
pub fn problem(data: &[u8]) {
    let problem = match text::read(data) {
        Ok(problem) => problem,
        Err(error) => {
            let text = error.to_string();
            assert!(!text.chars().any(char::is_control), "{text:?}");
            assert!(text.starts_with("line ") && text.contains("expected ") && text.len() < 1000, "{text}");
            return;
        }
    };
    let written = text::write(&problem);
    let back = text::read(written.as_bytes()).unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(back, problem, "{written}");
    let outcomes = Method::ALL.map(|method| {
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        let counted = count(&problem, &Settings { method, limits, ..Settings::default() });
        let Outcome { solutions, nodes, complete, .. } = counted.unwrap_or_else(|error| panic!("{error}: {written}"));
        (solutions, nodes, complete)
    });
    assert!(outcomes.iter().all(|o| *o == outcomes[0]), "{outcomes:?}: {written}");
}
