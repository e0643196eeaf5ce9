//! The C programs of `corpus/c/library`, which use the run-time library, under every model.
//!
//! What is expected stands in each program, in lines that start with `expect`:
//!
//! ```text
//! expect: 2
//! expect -DLOST: deadlock
//! expect tso ra rc11 -DN=3: 14
//! expect --spurious-wakeups: 5
//! ```
//!
//! Words without a dash are models (all of them if there is none); words with two dashes are settings of ours, those with one
//! are for the compiler. What follows the colon is the number of complete executions, the kind of the violation, or
//! `unsupported`.
//! Each program argues its numbers in its comment. Where several lines are about the same model and flags, the last one counts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use selvedge_core::{StopReason, Verdict};
use selvedge_llvm::vm::{Machine, Settings};
use selvedge_models::Builtin;
use selvedge_testkit::c::{compile, corpus, search};

fn files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(corpus().join("library"))
        .expect("the folder can be read")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "c" || e == "cc"))
        .collect();
    files.sort();
    files
}

/// What is expected of a file: by flags, then by model.
fn expectations(text: &str) -> BTreeMap<Vec<String>, BTreeMap<&'static str, String>> {
    let mut found: BTreeMap<Vec<String>, BTreeMap<&'static str, String>> = BTreeMap::new();
    for line in text.lines() {
        let line = line.trim_start_matches(['/', '*', ' ']).trim_end_matches(['*', '/', ' ']);
        let Some((run, outcome)) = line.strip_prefix("expect").and_then(|rest| rest.split_once(": ")) else { continue };
        let (flags, models): (Vec<&str>, Vec<&str>) = run.split_whitespace().partition(|word| word.starts_with('-'));
        let models: Vec<Builtin> = match models[..] {
            [] => Builtin::ALL.to_vec(),
            _ => models.iter().map(|name| Builtin::parse(name).unwrap_or_else(|| panic!("no model {name}"))).collect(),
        };
        let by_model = found.entry(flags.into_iter().map(str::to_owned).collect()).or_default();
        by_model.extend(models.iter().map(|model| (model.name(), outcome.trim().to_owned())));
    }
    found
}

fn machine(file: &Path, flags: &[String]) -> Machine {
    let (ours, theirs): (Vec<&str>, Vec<&str>) = flags.iter().map(String::as_str).partition(|f| f.starts_with("--"));
    let compiler = std::env::var("SELVEDGE_COMPILER").ok();
    let machine = compile(file, &theirs.join(" "), compiler.as_deref()).unwrap_or_else(|why| panic!("{why}"));
    let mut settings = Settings::default();
    for setting in ours {
        match setting {
            "--spurious-failures" => settings.spurious_failures = true,
            "--spurious-wakeups" => settings.spurious_wakeups = true,
            other => panic!("{}: there is no setting {other}", file.display()),
        }
    }
    machine.with_settings(settings)
}

fn outcome(verdict: &Verdict) -> String {
    match (&verdict.violation, &verdict.stop) {
        (Some(violation), _) => violation.kind.name().to_owned(),
        (None, StopReason::Exhausted) => verdict.counts.complete.to_string(),
        (None, StopReason::Unsupported(_)) => "unsupported".to_owned(),
        (None, stop) => format!("{stop:?}"),
    }
}

#[test]
fn programs_have_the_executions_they_argue() {
    let mut wrong = Vec::new();
    let mut right = 0;
    for file in files() {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).expect("readable");
        let expectations = expectations(&text);
        assert!(!expectations.is_empty(), "{name} expects nothing");
        for (flags, by_model) in expectations {
            let mut machine = machine(&file, &flags);
            for (model, expected) in by_model {
                let verdict = search(&mut machine, Builtin::parse(model).expect("a model"));
                let found = outcome(&verdict);
                if found == expected {
                    right += 1;
                } else {
                    let blocked = verdict.counts.blocked;
                    wrong.push(format!("{name} {flags:?} {model}: {found} ({blocked} blocked), expected {expected}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{right} right, these are not:\n{}", wrong.join("\n"));
    assert!(right > 150, "only {right} runs");
}
