//! The corpus, three ways: code generated from the text of a model, the interpreter of the same text, and,
//! for programs that are small enough, every candidate execution judged by the definition. All ten models for
//! which there is code.
//!
//! Code and interpreter follow one plan, so they must agree in every count, also where a search is cut short:
//! of C programs, the first executions are compared. `./x test --full` takes more of them, and all programs.

use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;

use selvedge_core::{Execution, Program, Searched};
use selvedge_explore::{Finding, Finished, Limits, Observer, OnRace, Options, RunEnd};
use selvedge_kat::evaluate::{Evaluator, Frame};
use selvedge_kat::{Interpreter, Model};
use selvedge_models::Builtin;
use selvedge_oracle::executions;
use selvedge_testkit::anything::Anything;
use selvedge_testkit::c::{self, compile, search_by, search_under};
use selvedge_testkit::compare::run_under;
use selvedge_testkit::searched::explore;
use selvedge_testkit::texts::{corpus, litmus, model};

/// How many candidates a program may have that the definition judges.
const LIMIT: usize = 3_000;

fn is_full() -> bool {
    std::env::var_os("SELVEDGE_FULL").is_some()
}

/// What a search has met.
#[derive(Default)]
struct Met {
    all: HashSet<Execution>,
    complete: HashSet<Execution>,
}

impl<P: Program> Observer<P> for Met {
    fn started_again(&mut self) {
        *self = Met::default();
    }

    fn finished(&mut self, run: &Finished<'_, P>) -> Option<Finding> {
        let execution = run.execution().renumbered();
        if run.end() == RunEnd::Complete {
            self.complete.insert(execution.clone());
        }
        self.all.insert(execution);
        None
    }
}

fn interpreter(text: &Model) -> Interpreter {
    Interpreter::vouched(text.clone()).expect("built-in models can be used")
}

fn assert_same(context: &str, (ours, met): (&Searched, &Met), (theirs, also_met): (&Searched, &Met)) {
    assert_eq!(ours.counts, theirs.counts, "{context}");
    assert_eq!(ours.stop, theirs.stop, "{context}");
    assert_eq!(ours.violation, theirs.violation, "{context}");
    assert_eq!(met.all, also_met.all, "{context}");
}

#[test]
fn litmus_tests() {
    let names = corpus();
    let (mut judged, mut found) = (0, 0);
    for builtin in Builtin::ALL {
        let text = model(builtin.name());
        let interpreter = interpreter(&text);
        let evaluator = Evaluator::new(&text).expect("built-in models can be evaluated");
        for name in &names {
            let litmus = litmus(name);
            let context = format!("{name} under {}", builtin.name());
            for on_race in [OnRace::Report, OnRace::Ignore] {
                let options = Options { on_race, ..Options::default() };
                let (mut met, mut also_met) = (Met::default(), Met::default());
                let verdict = run_under(&litmus, builtin, &options, &mut met);
                let interpreted = explore(&litmus, interpreter.clone(), &options, &mut also_met);
                assert_same(&context, (&verdict, &met), (&interpreted, &also_met));
                found += met.complete.len();
                let is_whole = on_race == OnRace::Ignore && verdict.violation.is_none();
                if let (true, Ok(candidates)) = (is_whole, executions(&litmus, Anything, LIMIT)) {
                    let is_allowed =
                        |candidate: &Execution| evaluator.forbids(&Frame::of_execution(candidate)).is_none();
                    let expected: HashSet<Execution> =
                        candidates.into_iter().filter(is_allowed).map(Execution::renumbered).collect();
                    assert_eq!(met.complete, expected, "{context}");
                    assert_eq!(verdict.counts.complete, expected.len() as u64, "{context}: one is met twice");
                    judged += 1;
                }
            }
        }
    }
    // Most tests are small enough, under each of the models.
    let models = Builtin::ALL.len();
    assert!(judged > (models - 2) * names.len(), "{judged} of {}", models * names.len());
    assert!(found > 50_000, "{found}");
}

/// C programs with the flags they are compiled with.
fn programs() -> Vec<(PathBuf, String)> {
    let home = c::corpus();
    let table = std::fs::read_to_string(home.join("expected.tsv")).expect("the table can be read");
    let listed: BTreeSet<(PathBuf, String)> = table
        .lines()
        .skip(1)
        .filter_map(|line| {
            let mut fields = line.split('\t');
            Some((home.join(fields.next()?), fields.next()?.to_owned()))
        })
        .collect();
    let mut all: Vec<(PathBuf, String)> = listed.into_iter().collect();
    for folder in ["sizes", "library", "liveness"] {
        let entries = std::fs::read_dir(home.join(folder)).expect("the folder can be read");
        let files = entries.map(|entry| entry.expect("an entry").path());
        let mut files: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|it| it == "c")).collect();
        files.sort();
        all.extend(files.into_iter().map(|file| (file, "-".to_owned())));
    }
    all
}

#[test]
fn c_programs() {
    let (every, executions) = if is_full() { (1, 5_000) } else { (6, 100) };
    let models: Vec<(Builtin, Interpreter)> =
        Builtin::ALL.into_iter().map(|builtin| (builtin, interpreter(&model(builtin.name())))).collect();
    let (mut compared, mut found) = (0, 0);
    for (file, flags) in programs().into_iter().step_by(every) {
        // What does not compile here is for other tests to say.
        let Ok(machine) = compile(&file, &flags, None) else { continue };
        let mut machine = machine.with_unroll(3);
        compared += 1;
        for (builtin, interpreter) in &models {
            let context = format!("{} {flags} under {}", file.display(), builtin.name());
            let limits = Limits { executions: Some(executions), ..Limits::default() };
            let options = Options { limits, ..Options::default() };
            let (verdict, met) = search_under(&mut machine, *builtin, &options, Met::default);
            let (interpreted, also_met) = search_by(&mut machine, Met::default, |machine, met| {
                explore(machine, interpreter.clone(), &options, met)
            });
            assert_same(&context, (&verdict, &met), (&interpreted, &also_met));
            found += met.all.len();
        }
    }
    assert!(compared > 300 / every && found > 10 * compared, "{compared} programs, {found} executions");
}
