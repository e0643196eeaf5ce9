//! C programs with each technique that saves executions switched off: the same errors are found, and programs
//! without an error verify, as with all of them on.
//!
//! These tests compile: they need clang or zig. `./x test` sees to that.

use std::path::PathBuf;

use selvedge_core::{Searched, StopReason};
use selvedge_explore::{Limits, Options, Reduce, Silent};
use selvedge_models::Builtin;
use selvedge_testkit::c::{compile, corpus, search_under};
use selvedge_vm::Machine;

/// What is switched off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Off {
    /// Threads that would only wait go like others.
    Awaits,
    Barriers,
    Symmetry,
    /// Threads that have become different are told apart, also after a barrier.
    Restored,
    /// Every round of every loop is taken, up to a number.
    Waiting,
    Everything,
}

/// How many rounds a loop may begin where rounds in vain are taken.
const ROUNDS: u32 = 4;

/// Once rounds of loops are bounded, they remain so.
fn search(machine: &mut Machine, model: Builtin, off: Option<Off>) -> Searched {
    let unless = |one: Off| match off {
        Some(off) if off == one || off == Off::Everything => Reduce::Never,
        _ => Reduce::WherePossible,
    };
    let limits = Limits { executions: Some(3_000), ..Limits::default() };
    let [awaits, barriers, symmetry, restored] = [Off::Awaits, Off::Barriers, Off::Symmetry, Off::Restored].map(unless);
    let options = Options { awaits, barriers, symmetry, restored, limits, ..Options::default() };
    if unless(Off::Waiting) == Reduce::Never {
        machine.set_waiting(false);
        machine.set_unroll(ROUNDS);
    }
    search_under(machine, model, &options, || Silent).0
}

/// Whether everything was seen, as far as there is no error.
fn is_whole(verdict: &Searched) -> bool {
    verdict.stop == StopReason::Exhausted && verdict.bounds.is_empty()
}

fn programs(folder: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(corpus().join(folder)).expect("the corpus is there");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a folder can be read").path()).collect();
    files.retain(|file| file.extension().is_some_and(|suffix| suffix == "c"));
    files.sort();
    files
}

/// So many errors and so many proofs agree.
fn agree(folder: &str, models: &[Builtin]) -> [u32; 2] {
    let (mut agreed, mut wrong) = ([0; 2], Vec::new());
    for file in programs(folder) {
        // Some ask for a number.
        let mut machine = compile(&file, "-DN=2 -DWAKE=1", None).expect("the program compiles");
        let kind = |verdict: &Searched| verdict.violation.as_ref().map(|violation| violation.kind);
        let all_on: Vec<Searched> = models.iter().map(|&model| search(&mut machine, model, None)).collect();
        for off in [Off::Awaits, Off::Barriers, Off::Symmetry, Off::Restored, Off::Waiting, Off::Everything] {
            for (&model, with) in models.iter().zip(&all_on) {
                let without = search(&mut machine, model, Some(off));
                // A search that was cut short has not seen everything.
                let comparable = match (kind(with), kind(&without)) {
                    (None, None) => is_whole(with) && is_whole(&without),
                    (Some(_), None) => is_whole(&without),
                    (None, Some(_)) => is_whole(with),
                    (Some(_), Some(_)) => true,
                };
                match kind(with).is_some() == kind(&without).is_some() {
                    _ if !comparable => {}
                    true => agreed[usize::from(kind(with).is_none())] += 1,
                    false => wrong.push(format!(
                        "{} under {}: {:?}, with this off: {off:?}: {:?}",
                        file.display(),
                        model.name(),
                        kind(with),
                        kind(&without)
                    )),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    agreed
}

#[test]
fn programs_with_bugs() {
    let [errors, _] = agree("bugs", &[Builtin::Sc, Builtin::Rc11]);
    assert!(errors > 400, "{errors}");
}

#[test]
fn programs_of_the_library() {
    let [errors, proofs] = agree("library", &[Builtin::Rc11]);
    assert!(errors > 15 && proofs > 80, "{errors} {proofs}");
}

#[test]
fn symmetric_programs() {
    let [errors, proofs] = agree("symmetry", &Builtin::MAIN);
    assert!(errors > 10 && proofs > 150, "{errors} {proofs}");
}

#[test]
fn benchmarks() {
    let [_, proofs] = agree("bench", &[Builtin::Rc11]);
    assert!(proofs > 50, "{proofs}");
}
