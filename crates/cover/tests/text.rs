//! Knuth's text format: reading, writing, and every error with its place.

mod common;

use common::random_problem;
use edgewise_cover::{Member, Problem, ProblemError, text};
use edgewise_puzzle::Rng;

fn refused(text: impl AsRef<[u8]>) -> String {
    text::read(text.as_ref()).unwrap_err().to_string()
}

#[test]
fn the_example_of_the_book_is_read() {
    let problem =
        text::read(b"| a comment\np q r | x y\n\n  p q x y:A\n| another\np r x:A y\r\np x:B\nq x:A\nr y:B").unwrap();
    assert_eq!(problem.items(), ["p", "q", "r", "x", "y"]);
    assert_eq!((problem.primary(), problem.secondary(), problem.len()), (3, 2, 5));
    assert_eq!(problem.option_text(1), "p r x:A y");
    assert_eq!(text::write(&problem), "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n");
}

#[test]
fn bad_texts_are_refused_with_line_and_column() {
    for (text, expected) in [
        ("", "line 1, column 1: no items: expected a line that names the items, and then options"),
        ("| c\n\n", "line 2, column 1: no items: expected a line that names the items, and then options"),
        ("a b\n", "line 1, column 1: no options: expected a line for every option after the line of items"),
        ("a b\na c\n", "line 2, column 3: unknown item `c`: expected one of the 2 items declared"),
        ("a b\n\n  a  b a\n", "line 3, column 8: item `a` occurs twice in one option: expected every item once"),
        ("a | x\na:r x\n", "line 2, column 1: primary item `a` has a colour: expected colours on secondary items only"),
        (
            "a | x\nx:r a:r\n",
            "line 2, column 5: primary item `a` has a colour: expected colours on secondary items only",
        ),
        ("a a\n", "line 1, column 3: item `a` is declared twice: expected every item once"),
        ("a | a\n", "line 1, column 5: item `a` is declared twice: expected every item once"),
        (
            "a | x | y\n",
            "line 1, column 7: a second `|` among the items: expected one between primary and secondary items",
        ),
        ("2:3|x y\n", "line 1, column 1: `2:3|x`: multiplicities are not supported, expected a plain item name"),
        ("y 3|x\n", "line 1, column 3: `3|x`: multiplicities are not supported, expected a plain item name"),
        (
            "a b:c\n",
            "line 1, column 3: item name `b:c`: expected at least one character and none of space, `:` and `|`",
        ),
        ("a | x\na x:\n", "line 2, column 3: `x:`: no colour after the colon, expected one"),
        (
            "a | x\na x:r:s\n",
            "line 2, column 3: colour name `r:s`: expected at least one character and none of space, `:` and `|`",
        ),
        ("a\na |$3\n", "line 2, column 3: `|$3`: `|` in an option (costs are not supported), expected items"),
    ] {
        assert_eq!(refused(text), expected, "{text:?}");
    }
    assert_eq!(refused(b"a b\na \xff\n"), "line 2, column 3: not UTF-8: expected text");
}

#[test]
fn what_is_written_reads_back() {
    let mut rng = Rng::new(2);
    for _ in 0..500 {
        let problem = random_problem(&mut rng);
        if problem.is_empty() {
            continue;
        }
        let written = text::write(&problem);
        let back = text::read(written.as_bytes()).unwrap();
        // Colours are numbered as they occur.
        assert_eq!((back.items(), back.primary(), back.len()), (problem.items(), problem.primary(), problem.len()));
        assert_eq!(text::write(&back), written);
    }
    let mut builder = Problem::builder();
    builder.secondary("x").unwrap();
    builder.named_option(&[("x", "red")]).unwrap();
    let problem = builder.build();
    assert_eq!(text::read(text::write(&problem).as_bytes()).unwrap(), problem);
}

#[test]
fn the_builder_refuses_and_is_none_the_worse() {
    let mut builder = Problem::builder();
    builder.primary("a").unwrap();
    builder.secondary("x").unwrap();
    let item = |item, colour| Member { item, colour };
    assert!(matches!(builder.primary("b"), Err(ProblemError::Late { .. })));
    assert!(matches!(builder.secondary(""), Err(ProblemError::Name { .. })));
    assert!(matches!(builder.option(&[]), Err(ProblemError::Empty)));
    assert!(matches!(builder.option(&[item(2, 0)]), Err(ProblemError::Unknown { .. })));
    assert!(matches!(builder.option(&[item(1, 1)]), Err(ProblemError::Colour { .. })));
    assert!(matches!(builder.option(&[item(0, 0), item(0, 0)]), Err(ProblemError::Twice { .. })));
    assert!(matches!(builder.named_option(&[("a", "red")]), Err(ProblemError::Coloured { .. })));
    builder.named_option(&[("a", ""), ("x", "red")]).unwrap();
    let problem = builder.build();
    assert_eq!((problem.len(), problem.members()), (1, 2));
}
