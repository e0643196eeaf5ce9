//! Random C programs written in several ways that mean the same: what must make no difference.
//!
//! A program after many threads that did nothing, with its threads started in another order, with other
//! names, in two files, with code that never runs: each has the same executions, and as many. Thresholds of
//! the search (how many threads a word of bits holds), orders of addresses and names, and linking are where
//! that could fail.
//!
//! Many programs go into one file, because starting a compiler takes longer than all the rest.

mod pieces;

use std::collections::BTreeSet;
use std::fmt;

use selvedge_core::{Searched, StopReason};
use selvedge_explore::{Limits, Liveness, Options, Reduce};
use selvedge_models::Builtin;
use selvedge_vm::Machine;

use crate::c::{Outcome, Outcomes, compile_texts, search_under};
use crate::random::Random;

pub use pieces::Program;

/// How many programs go into one file.
const BATCH: u64 = 50;
/// Executions after which a program is given up: the comparison is about variety, not about size.
const MOST_EXECUTIONS: u64 = 3_000;

/// A way to write a program down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// The threads are started in the order in which they were made.
    Plain,
    /// So many threads did nothing and were joined before.
    AfterIdle(u32),
    /// The threads are started in another order.
    OtherOrder,
    /// All names are others, and what is declared is declared in the opposite order.
    OtherNames,
    /// Half of it stands in another file.
    TwoFiles,
    /// There is code that never runs, and there are variables that nobody uses.
    DeadCode,
}

impl Variant {
    /// All but the first.
    pub const OTHERS: [Variant; 6] = [
        Variant::AfterIdle(17),
        Variant::AfterIdle(70),
        Variant::OtherOrder,
        Variant::OtherNames,
        Variant::TwoFiles,
        Variant::DeadCode,
    ];
}

/// So many random programs, and a machine that can be started with `main{seed}` of each.
pub fn batch(programs: u64, seed: u64, variant: Variant) -> (Vec<Program>, Machine) {
    let programs: Vec<Program> =
        (seed..seed + programs).map(|seed| Program::random(&mut Random::new(seed), seed)).collect();
    let machine = compile_texts(&pieces::files(&programs, variant), "-Wno-everything");
    (programs, machine.unwrap_or_else(|why| panic!("{variant:?}: {why}")))
}

/// What a search says of a program, in the names of its plain variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Whether something goes wrong. Then there is no more to compare: the search stopped there.
    pub is_violated: bool,
    /// Complete and blocked executions.
    pub counts: (u64, u64),
    /// What the global variables hold in the end.
    pub outcomes: BTreeSet<Outcome>,
}

impl Answer {
    /// Searches a program of a batch, or nothing if it is too large.
    pub fn of(
        machine: &mut Machine,
        program: &Program,
        variant: Variant,
        model: Builtin,
        options: &Options,
    ) -> Option<Answer> {
        let limits = Limits { executions: Some(MOST_EXECUTIONS), ..options.limits.clone() };
        let options = Options { limits, ..options.clone() };
        let (found, outcomes) = search_under(machine, model, &options, Outcomes::default);
        let plain = |name: &String| program.plain_name(name, variant);
        let rename = |outcome: &Outcome| outcome.iter().map(|(name, value)| (plain(name), *value)).collect();
        Answer::new(&found, outcomes.seen.iter().map(rename).collect())
    }

    fn new(found: &Searched, outcomes: BTreeSet<Outcome>) -> Option<Answer> {
        if found.violation.is_some() {
            return Some(Answer { is_violated: true, counts: (0, 0), outcomes: BTreeSet::new() });
        }
        let counts = (found.counts.complete, found.counts.blocked);
        (found.stop == StopReason::Exhausted).then_some(Answer { is_violated: false, counts, outcomes })
    }
}

/// What a comparison covered.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// Pairs of searches that agree.
    pub pairs: u64,
    /// The executions of one of each pair.
    pub executions: u64,
    /// Pairs in which something goes wrong.
    pub violations: u64,
    /// Programs that were too large, under one model.
    pub skipped: u64,
}

/// A program of which two variants have different answers.
#[derive(Debug)]
pub struct Disagreement {
    program: Program,
    variant: Variant,
    model: Builtin,
    plain: Answer,
    other: Option<Answer>,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { program, variant, model, plain, other } = self;
        for text in pieces::files(std::slice::from_ref(program), *variant) {
            writeln!(f, "{text}// ----")?;
        }
        write!(f, "{} {variant:?}, seed {}: {other:?} and not {plain:?}", model.name(), program.seed)
    }
}

/// What is found of each program of a batch under each model.
fn answers(models: &[Builtin], programs: u64, seed: u64, variant: Variant) -> Vec<(Program, Vec<Option<Answer>>)> {
    let (programs, mut machine) = batch(programs, seed, variant);
    let mut found = Vec::new();
    for program in programs {
        machine = machine.started_with(&program.entry()).expect("invariant: it was compiled");
        // Programs that hang are searched to the end.
        let alike = if program.seed.is_multiple_of(3) { Reduce::Never } else { Reduce::WherePossible };
        let options = Options { liveness: Liveness::Ignore, symmetry: alike, restored: alike, ..Options::default() };
        let of = |&model| Answer::of(&mut machine, &program, variant, model, &options);
        let answers = models.iter().map(of).collect();
        found.push((program, answers));
    }
    found
}

/// Compares the variants of so many random programs under some models. Program `i` is made from seed `seed +
/// i` and nothing else.
pub fn compare(models: &[Builtin], programs: u64, seed: u64) -> Result<Report, Box<Disagreement>> {
    let mut report = Report::default();
    let end = seed + programs;
    for first in (seed..end).step_by(BATCH as usize) {
        let count = BATCH.min(end - first);
        let plain = answers(models, count, first, Variant::Plain);
        for variant in Variant::OTHERS {
            let others = answers(models, count, first, variant);
            for ((program, plain), (_, others)) in plain.iter().zip(others) {
                for ((&model, plain), other) in models.iter().zip(plain).zip(others) {
                    let Some(plain) = plain else {
                        report.skipped += 1;
                        continue;
                    };
                    report.pairs += 1;
                    report.executions += plain.counts.0 + plain.counts.1;
                    report.violations += u64::from(plain.is_violated);
                    if other.as_ref() != Some(plain) {
                        let (program, plain) = (program.clone(), plain.clone());
                        return Err(Box::new(Disagreement { program, variant, model, plain, other }));
                    }
                }
            }
        }
    }
    Ok(report)
}
