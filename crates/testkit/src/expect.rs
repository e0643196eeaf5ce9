//! Programs that say what is expected of them.
//!
//! Lines that start with `expect`, in a comment:
//!
//! ```text
//! expect: 2
//! expect -DLOST: deadlock
//! expect tso ra rc11 -DN=3: 14
//! expect --spurious-wakeups: 5
//! ```
//!
//! Words without a dash are models (all of them if there is none); words with two dashes are settings of
//! ours, those with one (and `-std=…`) are for the compiler. What follows the colon is the number of complete
//! executions, the kind of the violation, or `unsupported`, perhaps with how the reason starts. `verified`
//! stands for any number, where it depends on the library's headers; alternatives are joined by ` or `. Each
//! program argues its numbers in its comment. Where several lines are about the same model and flags, the
//! last one counts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use selvedge_core::{Searched, StopReason};
use selvedge_models::Builtin;
use selvedge_vm::{Machine, Settings};

use crate::c::{compile, search};

/// The programs in a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "c" || e == "cc" || e == "cpp"))
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
            [] => Builtin::MAIN.to_vec(),
            _ => models.iter().map(|name| Builtin::parse(name).unwrap_or_else(|| panic!("no model {name}"))).collect(),
        };
        let by_model = found.entry(flags.into_iter().map(str::to_owned).collect()).or_default();
        by_model.extend(models.iter().map(|model| (model.name(), outcome.trim().to_owned())));
    }
    found
}

fn machine(file: &Path, flags: &[String], compiler: Option<&str>) -> Machine {
    let (ours, theirs): (Vec<&str>, Vec<&str>) = flags.iter().map(String::as_str).partition(|f| f.starts_with("--"));
    let machine = compile(file, &theirs.join(" "), compiler).unwrap_or_else(|why| panic!("{why}"));
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

fn outcome(verdict: &Searched) -> String {
    match (&verdict.violation, &verdict.stop) {
        (Some(violation), _) => violation.kind.name().to_owned(),
        (None, StopReason::Exhausted) => verdict.counts.complete.to_string(),
        (None, StopReason::Unsupported(why)) => format!("unsupported: {why}"),
        (None, stop) => format!("{stop:?}"),
    }
}

fn matches(expected: &str, verdict: &Searched, found: &str) -> bool {
    let verified = verdict.violation.is_none() && verdict.stop == StopReason::Exhausted && verdict.counts.complete > 0;
    expected.split(" or ").any(|expected| match expected {
        "verified" => verified,
        _ if expected.starts_with("unsupported") => found.starts_with(expected),
        _ => expected == found,
    })
}

/// Runs every program of a folder in every way that it expects something of, and returns how many runs there
/// were. Panics when one of them finds something else. Compiling takes longer than searching, so files are
/// shared among threads.
pub fn agree(folder: &Path, compiler: Option<&str>) -> usize {
    let files = files(folder);
    let next = AtomicUsize::new(0);
    let work = || {
        let mine = std::iter::from_fn(|| files.get(next.fetch_add(1, Ordering::Relaxed)));
        mine.flat_map(|file| runs_of(file, compiler)).collect::<Vec<_>>()
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let runs: Vec<Result<(), String>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no program makes it panic")).collect()
    });
    let wrong: Vec<&str> = runs.iter().filter_map(|run| run.as_ref().err().map(String::as_str)).collect();
    assert!(wrong.is_empty(), "of {} runs these are not right:\n{}", runs.len(), wrong.join("\n"));
    runs.len()
}

/// The runs of one program, each with what it found if that was not expected.
fn runs_of(file: &Path, compiler: Option<&str>) -> Vec<Result<(), String>> {
    let name = file.file_name().expect("a name").to_string_lossy();
    let expectations = expectations(&std::fs::read_to_string(file).expect("readable"));
    assert!(!expectations.is_empty(), "{name} expects nothing");
    let mut runs = Vec::new();
    for (flags, by_model) in expectations {
        let mut machine = machine(file, &flags, compiler);
        for (model, expected) in by_model {
            let verdict = search(&mut machine, Builtin::parse(model).expect("a model"));
            let (found, blocked) = (outcome(&verdict), verdict.counts.blocked);
            let right = matches(&expected, &verdict, &found).then_some(());
            let message = || format!("{name} {flags:?} {model}: {found} ({blocked} blocked), expected {expected}");
            runs.push(right.ok_or_else(message));
        }
    }
    runs
}
