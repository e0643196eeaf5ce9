//! Texts with their expectations inside: `cases/{pass,fail,prove,refute}`.
//!
//! - `pass`: the text is a model, without any diagnostic.
//! - `fail`: `// expect LINE:COLUMN "TEXT" MESSAGE` lists exactly the errors and warnings, with the text at
//!   each place.
//! - `prove`: all asserts are proved.
//! - `refute`: the last assert is refuted with the path that `// path:` gives, and no shorter path refutes
//!   it.

mod brute;

use std::path::PathBuf;

use selvedge_kat::prove::{Outcome, prove, prove_claim};
use selvedge_kat::{Compiled, Diagnostic, Model, Sources, compile_text};

fn cases(folder: &str) -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("cases").join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|suffix| suffix == "kat"));
    files.sort();
    let name = |file: &PathBuf| file.file_name().expect("a name").to_string_lossy().into_owned();
    files.iter().map(|file| (name(file), std::fs::read_to_string(file).expect("a readable case"))).collect()
}

/// Files that cases include.
fn library(path: &str) -> Result<String, String> {
    match path {
        "lib.kat" => Ok("let hb = (po | rf)+\nlet own = po\nset D = dom(rf)\n".into()),
        "loop.kat" => Ok("include \"loop.kat\"\n".into()),
        "bad.kat" => Ok("let x = nothing\n".into()),
        _ => Err("there is no such file".into()),
    }
}

fn compiled(name: &str, text: &str) -> Compiled {
    compile_text(name, text.into(), &mut library)
}

fn model(name: &str, text: &str) -> Model {
    let Compiled { sources, diagnostics, model } = compiled(name, text);
    model.unwrap_or_else(|| panic!("{}", rendered(&sources, &diagnostics)))
}

fn rendered(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|diagnostic| diagnostic.render(sources) + "\n").collect()
}

#[test]
fn there_are_forty_cases() {
    let count: usize = ["pass", "fail", "prove", "refute"].iter().map(|folder| cases(folder).len()).sum();
    assert!(count >= 40, "{count} cases");
}

#[test]
fn pass() {
    for (name, text) in cases("pass") {
        let Compiled { sources, diagnostics, model } = compiled(&name, &text);
        assert!(diagnostics.is_empty(), "{}", rendered(&sources, &diagnostics));
        assert!(model.is_some(), "{name}");
    }
}

#[test]
fn fail() {
    let mut wrong = String::new();
    for (name, text) in cases("fail") {
        let Compiled { sources, diagnostics, .. } = compiled(&name, &text);
        assert!(!diagnostics.is_empty(), "{name} is fine");
        let found: Vec<String> = diagnostics
            .iter()
            .map(|diagnostic| {
                let place = diagnostic.primary.place;
                let source = sources.get(place.file).expect("the place is in a file");
                let (line, column) = place.span.line_column(&source.text);
                let file = if place.file.0 == 0 { String::new() } else { format!("{}:", source.name) };
                let at = sources.text(place).lines().next().unwrap_or_default();
                format!("{file}{line}:{column} \"{at}\" {}", diagnostic.message)
            })
            .collect();
        let expected: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("// expect ")).collect();
        if found != expected {
            let list: String = found.iter().map(|line| format!("// expect {line}\n")).collect();
            wrong.push_str(&format!("{name}:\n{list}{}\n", rendered(&sources, &diagnostics)));
        }
        let helps: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("// help ")).collect();
        for help in helps {
            let has = diagnostics.iter().any(|diagnostic| diagnostic.help.as_deref() == Some(help));
            assert!(has, "{name}: no help `{help}`:\n{}", rendered(&sources, &diagnostics));
        }
        let others: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("// also ")).collect();
        let secondary: Vec<String> = diagnostics
            .iter()
            .flat_map(|diagnostic| &diagnostic.secondary)
            .map(|label| {
                let source = sources.get(label.place.file).expect("the place is in a file");
                let (line, column) = label.place.span.line_column(&source.text);
                format!("{line}:{column} {}", label.text)
            })
            .collect();
        if secondary != others {
            wrong.push_str(&format!("{name}: also {secondary:?}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn proved() {
    for (name, text) in cases("prove") {
        let model = model(&name, &text);
        assert!(!model.asserts.is_empty(), "{name}");
        for (i, outcome) in prove(&model).into_iter().enumerate() {
            let claim = &text[model.asserts[i].place.span.start..model.asserts[i].place.span.end];
            assert_eq!(outcome, Outcome::Proved, "{name}: {claim}");
        }
    }
}

#[test]
fn refuted() {
    for (name, text) in cases("refute") {
        let model = model(&name, &text);
        let claim = model.asserts.last().expect("an assert");
        let Outcome::Refuted(refutation) = prove_claim(&model, claim) else {
            panic!("{name}: {:?}", prove_claim(&model, claim));
        };
        let expected = text.lines().find_map(|line| line.strip_prefix("// path: ")).expect("a path");
        assert_eq!(refutation.to_string(), expected, "{name}");
        let length = refutation.steps.len();
        assert_eq!(brute::shortest_refutation(&model, claim, length), Some(length), "{name}");
    }
}

/// A refuted assert is drawn, both sides next to each other.
#[test]
fn refutations_are_drawn() {
    let drawn = |text: &str| {
        let model = model("drawn.kat", text);
        match prove_claim(&model, &model.asserts[0]) {
            Outcome::Refuted(refutation) => refutation.drawing(),
            other => panic!("{text}: {other:?}"),
        }
    };
    let expected = "\
left side       right side
[W]             [W]
 | rfe           | rfe
[R]             [R]
 | po-neqloc     x  no step goes on here
[]";
    assert_eq!(drawn("assert rf;po-neqloc <= rf;po-loc"), expected);
    // The right side follows all the way and may not stop.
    let found = drawn("assert po-loc <= po-loc;rf");
    assert!(found.contains(" x  no path ends here"), "{found}");
    // Of an equation, the right side may be the one with the path.
    assert!(drawn("assert rfe = rf").starts_with("right side"));
    let expected = "\
left side                            right side
[W]                                  [W]
 | po-loc                             | po-loc
[R]                                  [R]
 | fre                                | fre
[W]                                  [W]
 ^ which is the first event again     x  no path ends here";
    assert_eq!(drawn("assert (po;fr) & id <= mo"), expected);
}
