//! Reports of violations, word for word: each program of `corpus/reports` and what is printed about it.
//! Compilers differ in the columns they give, so columns and underlines are not compared.
//!
//! `SELVEDGE_BLESS=1` writes the texts anew; look at what that changes. The same is checked to be in the JSON
//! document.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/reports")
}

fn check(file: &str, format: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_selvedge"));
    command
        .args(["check", "--no-witness", "--format", format, file])
        .current_dir(folder())
        .env_remove("CLICOLOR_FORCE");
    // To compare compilers: clang-14, clang-19, …
    if let Ok(compiler) = std::env::var("SELVEDGE_COMPILER") {
        command.args(["--compiler", &compiler]);
    }
    let output = command.output().expect("selvedge runs");
    (output.status.code(), String::from_utf8(output.stdout).expect("output is UTF-8"))
}

fn programs() -> Vec<String> {
    let files = std::fs::read_dir(folder()).expect("the folder is there");
    let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".c") || name.ends_with(".cpp")).collect();
    names.sort();
    names
}

/// The report up to the figures of the search, which depend on more than the violation.
fn report(out: &str) -> &str {
    out.split("\n\n  model ").next().unwrap_or(out)
}

/// The report without what depends on the compiler: columns, and with them underlines and the order of their
/// labels.
fn without_columns(report: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut labels: Vec<String> = Vec::new();
    for line in report.lines() {
        if let Some(place) = line.trim_start().strip_prefix("--> ") {
            lines.push(place.rsplit_once(':').map_or(place, |(place, _)| place).to_owned());
        } else if line.trim_start().starts_with('|') {
            let label = line.trim_start_matches(['|', '-', '^', ' ']).to_owned();
            labels.extend(Some(label).filter(|label| !label.is_empty()));
        } else {
            lines.push(line.to_owned());
        }
    }
    labels.sort();
    lines.extend(labels);
    lines
}

#[test]
fn every_report_is_as_written_down() {
    let programs = programs();
    assert!(programs.len() >= 10, "{programs:?}");
    let mut wrong = Vec::new();
    for name in programs {
        let (status, out) = check(&name, "text");
        assert_eq!(status, Some(42), "{name}: {out}");
        let file = folder().join(&name).with_extension("txt");
        let found = format!("{}\n", report(&out));
        if std::env::var_os("SELVEDGE_BLESS").is_some() {
            std::fs::write(&file, &found).expect("a report can be written");
        }
        let expected = std::fs::read_to_string(&file).unwrap_or_default();
        if without_columns(&found) != without_columns(&expected) {
            wrong.push(format!("{name}: expected\n{expected}\nfound\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_document_says_the_same() {
    for name in programs() {
        let text = std::fs::read_to_string(folder().join(&name).with_extension("txt")).expect("a report");
        let (_, out) = check(&name, "json");
        let document: Value = serde_json::from_str(&out).expect("a document");
        let error = &document["error"];
        let message = error["message"].as_str().expect("a message");
        assert!(text.starts_with(&format!("violated: {message}\n")), "{name}: {message}");
        let places = error["locations"].as_array().expect("locations");
        assert!(!places.is_empty(), "{name}");
        let first = &places[0];
        // The excerpt begins with the expression, the document has the compiler's column.
        let arrow = format!("--> {}:{}:", first["file"].as_str().unwrap_or_default(), first["line"]);
        assert!(text.contains(&arrow), "{name}: {arrow}");
        for place in places {
            assert!(text.contains(place["label"].as_str().expect("a label")), "{name}: {place}");
            let stack = place["stack"].as_array().expect("a stack");
            assert!(
                stack.iter().all(|frame| frame["function"].is_string() && frame["line"].is_u64()),
                "{name}: {place}"
            );
        }
        for line in error["why"].as_array().expect("reasons") {
            let words = line.as_str().expect("a reason").split_whitespace().next().expect("a word");
            assert!(text.contains(words), "{name}: {line}");
        }
        let threads = error["threads"].as_array().expect("threads");
        assert!(threads.iter().all(|thread| text.contains(thread.as_str().expect("a name"))), "{name}: {threads:?}");
    }
}

#[test]
fn the_full_trace_has_every_step() {
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_selvedge"));
        let output = command.arg("check").args(arguments).arg("use-after-free.c").current_dir(folder()).output();
        String::from_utf8(output.expect("selvedge runs").stdout).expect("output is UTF-8")
    };
    let (short, full) = (run(&[]), run(&["--full-trace"]));
    // The first node is pushed before there is a second thread, and nobody asks about it again.
    assert!(
        short.contains("⋯  (4 steps)") && short.contains("4 steps are left out; --full-trace shows them"),
        "{short}"
    );
    assert!(!short.contains("W node#1.value = 1"), "{short}");
    assert!(full.contains("#3 W node#1.value = 1 (na)") && !full.contains("left out"), "{full}");
    let steps = |text: &str| text.lines().filter(|line| line.contains(" #")).count();
    assert_eq!(steps(&full), steps(&short) + 4);
}
