//! What the build script makes of the first lines of texts, and what it says when they are wrong.

#[path = "../build/catalogue.rs"]
mod catalogue;
#[path = "../build/header.rs"]
mod header;

use catalogue::Catalogue;
use header::{Checker, Entry, Header, Search};

/// The error of a text.
fn wrong(text: &str) -> String {
    Header::read(text).expect_err(text).to_string()
}

fn model(text: &str) -> Entry {
    match Header::read(text) {
        Ok(Header::Model(entry)) => entry,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn a_header_says_what_a_text_is() {
    let plain = model("// model: all: of them\n// order: 7\n//\n// order: of prose\nlet ppo = po\n");
    let shared = Checker::Generated(Search::Shared);
    assert_eq!(plain, Entry { summary: "all: of them".into(), order: 7, checker: shared });
    let checker = |line: &str| model(&format!("// model: m\n// order: 1\n{line}\n")).checker;
    assert_eq!(checker("// search: its own"), Checker::Generated(Search::Own));
    assert_eq!(checker("// checker: by hand"), Checker::ByHand);
    assert_eq!(checker("// checker: interpreted"), Checker::Interpreted);
    // What is no line of a header ends it.
    for other in ["// The checker: of prose", "let checker = po", "//checker: x", "// Checker: x"] {
        assert_eq!(checker(other), shared, "{other}");
    }
    assert_eq!(Header::read("// part: what two models share\n// Prose.\n"), Ok(Header::Part));
}

#[test]
fn a_header_that_is_wrong_is_refused() {
    let begins = "1: a text begins with `// model: SUMMARY`, or, if others include it, with `// part: WHAT IT IS`";
    assert_eq!(wrong(""), begins);
    assert_eq!(wrong("let ppo = po\n"), begins);
    assert_eq!(wrong("// Sequential consistency.\n// model: m\n// order: 1\n"), begins);
    assert_eq!(wrong("// order: 1\n// model: m\n"), begins);
    assert_eq!(wrong("// model: m\n"), "1: a model has an `// order: NUMBER`, its place among the others");
    assert_eq!(wrong("// model: m\n// order: first\n"), "2: `first` is not a number");
    assert_eq!(wrong("// model: m\n// order: -1\n"), "2: `-1` is not a number");
    assert_eq!(wrong("// model: m\n// order: 1\n// order: 1\n"), "3: `order` is said twice");
    assert_eq!(wrong("// model: m\n// order:\n"), "2: `order` says nothing");
    assert_eq!(wrong("// model: m\n// part: p\n"), "1: a text is a model or a part of models, and not both");
    assert_eq!(wrong("// part: p\n// order: 1\n"), "1: a text for others to include has no more than `// part: …`");
    let keys = "the keys are model, part, order, checker, search; prose begins after `//`";
    assert_eq!(wrong("// model: m\n// ordr: 1\n"), format!("2: there is no `ordr`: {keys}"));
    let of = |line: &str| wrong(&format!("// model: m\n// order: 1\n{line}\n"));
    assert_eq!(of("// search: shared"), "3: all that can be said of the search is `its own`");
    let checkers = "3: a checker is `by hand` or `interpreted`; without this line, it is generated";
    assert_eq!(of("// checker: generated"), checkers);
    let both = of("// checker: by hand\n// search: its own");
    assert_eq!(both, "3: only a generated checker has a search of its own");
}

fn catalogue(texts: &[(&str, &str)]) -> Result<Catalogue, Vec<String>> {
    let texts: Vec<(String, String)> = texts.iter().map(|&(name, text)| (name.into(), text.into())).collect();
    Catalogue::of(&texts, |name| name.replace('-', "").to_uppercase())
}

#[test]
fn models_come_in_order() {
    let found =
        catalogue(&[("b", "// model: m\n// order: 20\n"), ("c", "// part: p\n"), ("d", "// model: m\n// order: 10\n")]);
    let found = found.unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let names: Vec<&str> = found.models.iter().map(|model| model.name.as_str()).collect();
    let rust: Vec<&str> = found.models.iter().map(|model| model.rust.as_str()).collect();
    assert_eq!((names, rust, found.parts), (vec!["d", "b"], vec!["D", "B"], vec!["c".to_owned()]));
}

#[test]
fn what_is_wrong_with_a_folder_is_told_at_once() {
    let found = catalogue(&[
        ("a-b", "// model: m\n// order: 10\n"),
        ("ab", "// model: m\n// order: 10\n"),
        ("B_", "// part: p\n"),
        ("c", "let ppo = po\n"),
    ]);
    let name = "kat/B_.kat: a name is of small letters, digits and `-`, and begins with a letter";
    let begins =
        "kat/c.kat:1: a text begins with `// model: SUMMARY`, or, if others include it, with `// part: WHAT IT IS`";
    let order = "kat/ab.kat: it has the same order 10 as a-b";
    let rust = "kat/ab.kat: it has the same name AB in Rust as a-b";
    assert_eq!(found.err(), Some(vec![name.into(), begins.into(), order.into(), rust.into()]));
}

/// The folder is what the crate was built from.
#[test]
fn the_built_in_models_are_the_folder() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("kat");
    let found = Catalogue::read(&folder, selvedge_kat::generate::type_name).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let listed: Vec<&str> = selvedge_models::texts::models().map(|text| text.name).collect();
    assert_eq!(listed, found.models.iter().map(|model| model.name.as_str()).collect::<Vec<_>>());
    assert_eq!(selvedge_models::texts::TEXTS.len(), listed.len() + found.parts.len());
    for (text, known) in selvedge_models::texts::models().zip(&found.models) {
        assert_eq!(text.summary, known.entry.summary);
        let is_generated = matches!(known.entry.checker, Checker::Generated(_));
        assert_eq!(selvedge_models::Builtin::parse(text.name).is_some(), is_generated, "{}", text.name);
        let is_by_hand = known.entry.checker == Checker::ByHand;
        assert_eq!(selvedge_models::ByHand::parse(text.name).is_some(), is_by_hand, "{}", text.name);
    }
}
