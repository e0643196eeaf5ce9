//! Every compiler gives the same answers: the IR of one version of clang differs from that of another and
//! from zig's, but what the program does is the same.
//!
//! All of `corpus/c/litmus` under all models, with the compiler that we would choose and then with each other
//! one that is installed; `./x test` tries one other, `./x test --full` all of them.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use selvedge_core::StopReason;
use selvedge_driver::{Compiler, Language};
use selvedge_models::Builtin;
use selvedge_testkit::c::{compile, corpus, search};

const MODELS: [Builtin; 4] = [Builtin::Sc, Builtin::Tso, Builtin::Ra, Builtin::Rc11];

/// In `./x test --full`?
fn full() -> bool {
    std::env::var_os("SELVEDGE_FULL").is_some()
}

/// The litmus programs; in the full test, those with a final check a second time with it.
fn programs() -> Vec<(PathBuf, &'static str)> {
    let folder = std::fs::read_dir(corpus().join("litmus")).expect("the corpus can be read");
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("the corpus can be read").path()).collect();
    files.sort();
    let checks = |file: &PathBuf| full() && std::fs::read_to_string(file).is_ok_and(|text| text.contains("CHECK"));
    let checked: Vec<_> = files.iter().filter(|file| checks(file)).map(|file| (file.clone(), "-DCHECK")).collect();
    files.into_iter().map(|file| (file, "")).chain(checked).collect()
}

/// What a compiler calls itself: the same compiler may go by several names.
fn version(compiler: &Compiler) -> Vec<u8> {
    let output = compiler.command(Language::C).arg("--version").output();
    output.unwrap_or_else(|error| panic!("{compiler}: {error}")).stdout
}

/// The compiler that we would choose, and those to compare it with.
fn compilers() -> (Compiler, Vec<Compiler>) {
    let first = Compiler::find(None).expect("clang or zig is installed: `./x test` sees to that");
    let mut others = Compiler::all();
    let mut seen = BTreeSet::from([version(&first)]);
    others.retain(|compiler| seen.insert(version(compiler)));
    if !full() {
        // The last is zig or the oldest clang: the least like the first.
        others.drain(..others.len().saturating_sub(1));
    }
    (first, others)
}

/// What a program does under each model: its violation, or its complete and blocked executions.
fn answers(program: &(PathBuf, &str), compiler: &Compiler) -> Vec<String> {
    let (file, cflags) = program;
    let mut machine =
        compile(file, cflags, Some(&compiler.to_string())).unwrap_or_else(|why| panic!("{compiler}: {why}"));
    let answer = |model| {
        let verdict = search(&mut machine, model);
        let counts = format!("{} complete, {} blocked", verdict.counts.complete, verdict.counts.blocked);
        match (verdict.violation, verdict.stop) {
            (Some(violation), _) => format!("{} after {counts}", violation.kind.name()),
            (None, StopReason::Exhausted) => counts,
            (None, StopReason::Unsupported(_)) => "unsupported".into(),
            (None, stop) => format!("{stop:?}"),
        }
    };
    MODELS.into_iter().map(answer).collect()
}

/// [`answers`] to all programs, by as many workers as there are cores.
fn all_answers(programs: &[(PathBuf, &str)], compiler: &Compiler) -> Vec<Vec<String>> {
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let work = || {
        let mine = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed)).take_while(|&i| i < programs.len());
        mine.map(|i| (i, answers(&programs[i], compiler))).collect::<Vec<_>>()
    };
    let mut all: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker does not panic")).collect()
    });
    all.sort();
    all.into_iter().map(|(_, answers)| answers).collect()
}

#[test]
fn compilers_agree() {
    let (first, others) = compilers();
    if others.is_empty() {
        eprintln!("only {first} is installed: nothing to compare");
        return;
    }
    let programs = programs();
    assert!(programs.len() > 200, "only {} programs", programs.len());
    let expected = all_answers(&programs, &first);
    let counted = expected.iter().flatten().filter(|answer| answer.contains("complete")).count();
    assert!(counted * 100 > programs.len() * MODELS.len() * 99, "only {counted} answers are counts or violations");
    for compiler in others {
        let found = all_answers(&programs, &compiler);
        let differ = |i: &usize| expected[*i] != found[*i];
        let differences: Vec<String> = (0..programs.len())
            .filter(differ)
            .map(|i| format!("{} {}: {:?}, {:?}", programs[i].0.display(), programs[i].1, expected[i], found[i]))
            .collect();
        assert!(differences.is_empty(), "{first} and {compiler} differ:\n{}", differences.join("\n"));
        println!("{first} and {compiler} agree on {} programs under {} models", programs.len(), MODELS.len());
    }
}
