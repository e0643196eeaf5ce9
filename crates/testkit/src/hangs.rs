//! Random C programs with loops: do they hang, and is it said?
//!
//! Each program is also small enough that all its states can be listed (`states.rs`). If it hangs under
//! sequential consistency, for good, then it does under every model, and a check must say so, or say that it
//! does not know. If it does not hang at all, a check under `sc` must not say that it does.

pub mod program;
pub mod states;

use std::fmt;

use selvedge_core::{Searched, StopReason, ViolationKind};
use selvedge_explore::{Limits, Options, Reduce, Schedule, Silent};
use selvedge_models::Builtin;
use selvedge_vm::Machine;

use self::program::{Code, generate, text};
use self::states::{Hangs, hangs};
use crate::c::{compile_text, search_under};
use crate::random::Random;

/// How many programs go into one file.
const BATCH: u64 = 100;
/// Executions after which a program is given up.
const MOST_EXECUTIONS: u64 = 5_000;
/// Events in one execution. Programs whose loops are recognised need fewer.
const MOST_EVENTS: usize = 150;

const PRELUDE: &str = "\
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
void __VERIFIER_spin_end(_Bool);
";

/// What a comparison covered.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// Programs, each under one model, that were compared.
    pub programs: u64,
    /// Those that hang with a thread that goes round.
    pub hanging: u64,
    /// Those that only deadlock.
    pub dead: u64,
    /// Those of which the check says that it does not know.
    pub undecided: u64,
    /// Programs that were too large.
    pub skipped: u64,
}

/// A program on which the two disagree.
#[derive(Debug)]
pub struct Disagreement {
    model: Builtin,
    seed: u64,
    code: Code,
    expected: Hangs,
    found: Searched,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { model, seed, code, expected, found } = self;
        let kind = found.violation.as_ref().map_or("no violation", |violation| violation.kind.name());
        writeln!(
            f,
            "{}: states and check differ (seed {seed}, all states) on\n{PRELUDE}{}",
            model.name(),
            text(code, *seed)
        )?;
        write!(f, "verdicts differ: {expected:?} by its states, {kind}, {:?}, {:?}", found.stop, found.bounds)
    }
}

/// Makes a program from a seed and nothing else.
pub fn make(seed: u64) -> Code {
    generate(&mut Random::new(seed))
}

/// Compares so many random programs under some models. Program `i` is made from seed `seed + i` and nothing
/// else.
pub fn fuzz(models: &[Builtin], programs: u64, seed: u64) -> Result<Report, Box<Disagreement>> {
    let mut report = Report::default();
    let end = seed + programs;
    for first in (seed..end).step_by(BATCH as usize) {
        let batch: Vec<(u64, Code)> = (first..end.min(first + BATCH)).map(|seed| (seed, make(seed))).collect();
        let mut all = PRELUDE.to_owned();
        batch.iter().for_each(|(seed, code)| all.push_str(&text(code, *seed)));
        all.push_str(&format!("int main(void) {{ return main{first}(); }}\n"));
        let mut machine = compile_text(&all, "-Wno-everything").unwrap_or_else(|why| panic!("{why}"));
        for (seed, code) in batch {
            let Some(expected) = hangs(&code) else {
                report.skipped += 1;
                continue;
            };
            machine = machine.started_with(&format!("main{seed}")).expect("invariant: the program was compiled");
            for &model in models {
                let found = check(&mut machine, model, seed);
                if !report.add(model, expected, &found) {
                    return Err(Box::new(Disagreement { model, seed, code, expected, found }));
                }
            }
        }
    }
    Ok(report)
}

/// Checks a program, with other options from time to time: none of them may make a difference.
fn check(machine: &mut Machine, model: Builtin, seed: u64) -> Searched {
    let mut random = Random::new(seed ^ 0x5eed);
    let mut reduce = |percent| if random.chance(percent) { Reduce::WherePossible } else { Reduce::Never };
    let (awaits, symmetry, barriers) = (reduce(70), reduce(40), reduce(50));
    let schedule = random.pick(&[Schedule::WritesFirst, Schedule::LeftToRight, Schedule::Random(seed)]);
    let limits = Limits { executions: Some(MOST_EXECUTIONS), graph_size: MOST_EVENTS, ..Limits::default() };
    let options = Options { schedule, awaits, symmetry, barriers, limits, ..Options::default() };
    search_under(machine, model, &options, || Silent).0
}

impl Report {
    /// Whether the check is right.
    fn add(&mut self, model: Builtin, expected: Hangs, found: &Searched) -> bool {
        let kind = found.violation.as_ref().map(|violation| violation.kind);
        let right = match kind {
            Some(ViolationKind::Liveness) => expected.round || model != Builtin::Sc,
            Some(ViolationKind::Deadlock) => expected.dead || model != Builtin::Sc,
            Some(_) => false,
            None => true,
        };
        self.programs += 1;
        self.hanging += u64::from(expected.round);
        self.dead += u64::from(expected.dead && !expected.round);
        let knows = kind.is_some() || found.stop == StopReason::Exhausted && found.bounds.is_empty();
        self.undecided += u64::from(!knows);
        // A search that knows everything says so if there is a hang for good, and has seen the program end if
        // it can.
        let ends = !expected.ends || found.counts.complete > 0;
        right && (kind.is_some() || !knows || ends && !expected.for_good)
    }
}
