//! Input errors, word for word.

use selvedge_core::Span;
use selvedge_report::diagnostic::Place;
use selvedge_report::{Colour, Problem, ProblemClass, SourceText, diagnostic, json};
use serde_json::Value;

const SOURCE: SourceText<'static> =
    SourceText { file: "sb.litmus", text: "C SB\n{}\nP0 (atomic_int* x) {\n  x += 1;\n}\n" };

fn place(start: usize, end: usize, label: &str) -> Option<Box<Place<'static>>> {
    Some(Box::new(Place { source: SOURCE, span: Span { start, end }, label: label.to_owned() }))
}

fn problem() -> Problem<'static> {
    Problem {
        class: ProblemClass::Unsupported,
        message: "compound assignment is not supported".to_owned(),
        place: place(33, 35, "this operator"),
        help: Some("write `x = x + 1`".to_owned()),
    }
}

#[test]
fn a_problem_shows_its_place_and_what_to_do() {
    let expected = "\
unsupported: compound assignment is not supported
 --> sb.litmus:4:5
  |
4 |   x += 1;
  |     ^^ this operator
  |
  = help: write `x = x + 1`

error: cannot read nowhere.litmus: no such file
help: name a file that exists
";
    let problems =
        [problem(), Problem::input("cannot read nowhere.litmus: no such file").with_help("name a file that exists")];
    let actual = diagnostic::render(&problems, Colour::Plain);
    assert!(actual == expected, "{actual}");
}

#[test]
fn spans_outside_the_text_do_no_harm() {
    for (start, end) in [(0, 999), (999, 999), (5, 2)] {
        let mut problem = problem();
        problem.place = place(start, end, "");
        assert!(diagnostic::render(&[problem], Colour::Plain).contains("sb.litmus"));
    }
}

#[test]
fn a_problem_is_one_document_too() {
    let document: Value = serde_json::from_str(&json::problems(&[problem()], Some("rc11"))).expect("it parses");
    assert_eq!(document["verdict"], "unsupported");
    assert_eq!(document["error"]["kind"], "unsupported");
    assert_eq!(document["error"]["locations"][0]["line"], 4);
    assert_eq!(document["diagnostics"][0]["help"], "write `x = x + 1`");

    let mixed = [problem(), Problem::input("no such file")];
    let document: Value = serde_json::from_str(&json::problems(&mixed, None)).expect("it parses");
    assert_eq!(document["verdict"], "error");
    assert_eq!(document["model"], Value::Null);
    assert_eq!(document["diagnostics"].as_array().map(Vec::len), Some(2));
}
