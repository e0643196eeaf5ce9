//! Random programs against the oracle.

use std::fmt;
use std::ops::Range;

use selvedge_explore::Schedule;
use selvedge_litmus::Litmus;
use selvedge_litmus::ast::Test;
use selvedge_models::Builtin;
use selvedge_oracle::Findings;

use crate::compare::{Difference, same_executions, same_findings};
use crate::generate::{Recipe, generate};
use crate::random::Random;
use crate::shrink::shrink;

/// The seeds of a test with random programs: so many by default, ten times as many with `./x test --full`, from 0 on.
/// `SELVEDGE_FUZZ_PROGRAMS` and `SELVEDGE_FUZZ_SEED` say otherwise, so that several machines can share the work.
pub fn seeds(programs: u64) -> Range<u64> {
    let number = |variable, default| std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let programs = if std::env::var_os("SELVEDGE_FULL").is_some() { 10 * programs } else { programs };
    let first = number("SELVEDGE_FUZZ_SEED", 0);
    first..first + number("SELVEDGE_FUZZ_PROGRAMS", programs)
}

/// What a comparison covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Programs on which search and oracle agree.
    pub programs: u64,
    /// Their executions.
    pub executions: u64,
    /// Programs that were too large for the oracle.
    pub skipped: u64,
    /// Programs with a race, a failed assertion or an invalid join.
    pub violations: u64,
}

/// A program on which search and oracle disagree.
#[derive(Debug)]
pub struct Counterexample {
    /// The model.
    pub model: Builtin,
    /// The seed of the program.
    pub seed: u64,
    /// The schedule.
    pub schedule: Schedule,
    /// The program, as small as we could make it.
    pub test: Test,
    /// The disagreement.
    pub difference: Difference,
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counterexample { model, seed, schedule, test, difference } = self;
        writeln!(f, "{} differs from the oracle (seed {seed}, schedule {schedule:?}) on", model.name())?;
        writeln!(f, "{test}")?;
        write!(f, "{difference}")
    }
}

/// Compares so many random programs under a model. Program `i` is made from seed `seed + i` and nothing else.
pub fn fuzz(model: Builtin, programs: u64, seed: u64) -> Result<Report, Box<Counterexample>> {
    let mut report = Report::default();
    for seed in seed..seed + programs {
        let mut random = Random::new(seed);
        let schedule = random.pick(&[Schedule::WritesFirst, Schedule::LeftToRight, Schedule::Random(seed)]);
        let accesses = random.pick(&[5, 6, 7, 7, 8, 8, 9, 10]);
        let assertions = random.pick(&[0, 30]);
        let test = generate(&mut random, Recipe { accesses, plain: 20, assertions });
        match compare(&test, model, schedule) {
            Ok(outcome) => report.add(outcome),
            Err(_) => return Err(Box::new(counterexample(test, model, schedule, seed))),
        }
    }
    Ok(report)
}

impl Report {
    fn add(&mut self, outcome: Option<(usize, Findings)>) {
        match outcome {
            Some((executions, findings)) => {
                self.programs += 1;
                self.executions += executions as u64;
                self.violations += u64::from(findings != Findings::default());
            }
            None => self.skipped += 1,
        }
    }
}

/// Compares executions and findings. Nothing if the program is too large for the oracle.
pub fn compare(test: &Test, model: Builtin, schedule: Schedule) -> Result<Option<(usize, Findings)>, Difference> {
    let litmus = Litmus::from_ast(test).expect("invariant: generated tests are well-formed");
    let executions = same_executions(&litmus, model, schedule)?;
    let findings = same_findings(&litmus, model, schedule)?;
    Ok(executions.ok().zip(findings.ok()))
}

fn counterexample(test: Test, model: Builtin, schedule: Schedule, seed: u64) -> Counterexample {
    let differs = |test: &Test| Litmus::from_ast(test).is_ok() && compare(test, model, schedule).is_err();
    let test = shrink(test, differs);
    let difference = compare(&test, model, schedule).expect_err("invariant: shrinking keeps the disagreement");
    Counterexample { model, seed, schedule, test, difference }
}
