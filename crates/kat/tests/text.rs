//! Printing and reading again gives the same model; no text makes the front half panic.

mod random;

use std::path::PathBuf;

use random::Random;
use selvedge_kat::diagnostic::FileId;
use selvedge_kat::print::print;
use selvedge_kat::prove::{Limit, Outcome, diagnose, prove};
use selvedge_kat::{compile_text, parse};

/// All texts in the repository that are models: the built-in ones and the cases.
fn texts() -> Vec<(String, String)> {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut texts = Vec::new();
    for folder in ["cases/pass", "cases/prove", "cases/refute", "cases/fail", "../models/kat"] {
        let entries = std::fs::read_dir(here.join(folder)).expect("the folder is there");
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
        files.sort();
        for file in files {
            texts.push((file.display().to_string(), std::fs::read_to_string(file).expect("a readable text")));
        }
    }
    assert!(texts.len() > 50);
    texts
}

#[test]
fn models_survive_printing() {
    let mut readable = 0;
    for (name, text) in texts() {
        let (file, errors) = parse(FileId(0), &text);
        if errors.is_empty() {
            let printed = print(&file);
            let (again, errors) = parse(FileId(0), &printed);
            assert!(errors.is_empty(), "{name}:\n{printed}\n{errors:?}");
            assert_eq!(again, file, "{name}:\n{printed}");
            readable += 1;
        }
    }
    assert!(readable > 45, "{readable}");
}

#[test]
fn random_syntax_survives_printing() {
    for seed in 0..3_000 {
        let file = Random(seed).file();
        let printed = print(&file);
        let (again, errors) = parse(FileId(0), &printed);
        assert!(errors.is_empty(), "seed {seed}:\n{printed}\n{errors:?}");
        assert_eq!(again, file, "seed {seed}:\n{printed}");
    }
}

/// One change of the text, with an eye for what makes parsers stumble.
fn mutate(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let pieces = [
        "(", ")", "[", "]", "|", ";", "&", "\\", "^", "-1", "=", "<=", "\"", "rot ", "0", "id", "let ", "\n", "rec ",
        " and ", "é", "::", "+", "*", "?", "dom(", "unless ", "export ", "set ", "assert ", "//", "\u{0}", "hb", "po",
    ];
    for _ in 0..1 + random.below(4) {
        let at = random.below(characters.len() + 1);
        match random.below(4) {
            0 => characters.truncate(at),
            1 => {
                let end = (at + 1 + random.below(8)).min(characters.len());
                characters.drain(at.min(end)..end);
            }
            2 => {
                let piece = pieces[random.below(pieces.len())];
                characters.splice(at..at, piece.chars());
            }
            _ => {
                // A piece of the text, somewhere else.
                let start = random.below(characters.len() + 1);
                let end = (start + random.below(30)).min(characters.len());
                let copy: Vec<char> = characters[start.min(end)..end].to_vec();
                characters.splice(at..at, copy);
            }
        }
    }
    characters.into_iter().collect()
}

#[test]
fn no_text_makes_us_panic() {
    let texts = texts();
    let mut models = 0;
    // `./x test --full` tries more.
    let texts_to_try = if std::env::var_os("SELVEDGE_FULL").is_some() { 100_000 } else { 6_000 };
    for seed in 0..texts_to_try {
        let mut random = Random(seed);
        let (_, text) = &texts[random.below(texts.len())];
        let text = mutate(text, &mut random);
        let compiled = compile_text("fuzz.kat", text, &mut |_: &str| Ok("let hb = po".into()));
        for diagnostic in &compiled.diagnostics {
            assert!(!diagnostic.render(&compiled.sources).is_empty());
        }
        if let Some(model) = &compiled.model {
            models += 1;
            if seed % 10 == 0 {
                diagnose(model);
            }
        }
    }
    // Many mutants are still models, so the later stages are reached too.
    assert!(models > 500, "{models}");
}

#[test]
fn deep_and_large_texts_end_with_a_diagnostic() {
    let nested = |open: &str, close: &str| format!("acyclic {}po{}", open.repeat(5_000), close.repeat(5_000));
    let doubling: String = (1..60).map(|i| format!("let x{i} = x{0};po | x{0};rf\n", i - 1)).collect();
    let chain: String = (1..5_000).map(|i| format!("let y{i} = (y{};po)?\n", i - 1)).collect();
    for (text, message) in [
        (nested("(", ")"), "this expression is nested too deeply"),
        (nested("rot ", ""), "this expression is nested too deeply"),
        (nested("", "+"), "this expression is nested too deeply"),
        (nested("", " & po"), "this expression is nested too deeply"),
        (
            format!("let x0 = po\n{doubling}"),
            "this expression is too large once names are replaced by what they stand for",
        ),
        (
            format!("let y0 = po\n{chain}"),
            "this expression is too large once names are replaced by what they stand for",
        ),
    ] {
        let compiled = compile_text("deep.kat", text, &mut |_: &str| Err("no files here".into()));
        let found: Vec<&str> = compiled.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
        assert!(found.contains(&message), "{found:?}");
        assert!(compiled.model.is_none());
    }
}

#[test]
fn a_proof_that_would_explode_is_given_up() {
    // Both sides are the same, but the proof must remember which of the last 23 letters are `a`, in 2^23
    // ways.
    let middle = ";c".repeat(22);
    let text = format!(
        "relation a\nrelation b\nlet c = a | b\n\
         assert c*;(a{middle};a | b{middle};b) <= c*;a{middle};a | c*;b{middle};b"
    );
    let model = compile_text("large.kat", text, &mut |_: &str| Err("no files here".into())).model.expect("a model");
    assert_eq!(prove(&model), [Outcome::Undecided(Limit::Pairs)]);
    let message = &diagnose(&model)[0].message;
    assert_eq!(message, "this assert was not decided: the search for a counterexample exceeds 200000 cases");

    let text = format!("let c = po{}\nassert c <= c", ";(po | rf)".repeat(5_000));
    let model = compile_text("large.kat", text, &mut |_: &str| Err("no files here".into())).model.expect("a model");
    assert_eq!(prove(&model), [Outcome::Undecided(Limit::States)]);
}
