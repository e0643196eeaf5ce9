//! Random programs against the oracle.

use std::fmt;
use std::ops::Range;

use selvedge_explore::{Options, Schedule};
use selvedge_litmus::Litmus;
use selvedge_litmus::ast::Test;
use selvedge_models::Builtin;
use selvedge_oracle::Findings;

use crate::compare::{Difference, same_executions, same_findings};
use crate::generate::{Recipe, generate};
use crate::random::Random;
use crate::shrink::shrink;

/// The seeds of a test with random programs: so many by default, ten times as many with `./x test --full`,
/// from 0 on. `SELVEDGE_FUZZ_PROGRAMS` and `SELVEDGE_FUZZ_SEED` say otherwise, so that several machines can
/// share the work.
pub fn seeds(programs: u64) -> Range<u64> {
    let number = |variable, default| std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let programs = if std::env::var_os("SELVEDGE_FULL").is_some() { 10 * programs } else { programs };
    let first = number("SELVEDGE_FUZZ_SEED", 0);
    first..first + number("SELVEDGE_FUZZ_PROGRAMS", programs)
}

/// How much of the paths of threads the search remembers, for a program made from this seed: as much as
/// usual; nothing that is not needed; or so little that it often has to forget. It should make no difference.
pub fn trie_bytes(seed: u64) -> usize {
    [Options::default().trie_bytes, 1, 10_000][(seed % 3) as usize]
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
    /// The schedule, and how much the search remembers.
    pub options: Options,
    /// The program, as small as we could make it.
    pub test: Test,
    /// The disagreement.
    pub difference: Difference,
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counterexample { model, seed, options: Options { schedule, trie_bytes, .. }, test, difference } = self;
        let how = format!("seed {seed}, schedule {schedule:?}, {trie_bytes} bytes of paths");
        writeln!(f, "{} differs from the oracle ({how}) on", model.name())?;
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
        let options = Options { schedule, trie_bytes: trie_bytes(seed), ..Options::default() };
        match compare(&test, model, &options) {
            Ok(outcome) => report.add(outcome),
            Err(_) => return Err(Box::new(counterexample(test, model, options, seed))),
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
pub fn compare(test: &Test, model: Builtin, options: &Options) -> Result<Option<(usize, Findings)>, Difference> {
    let litmus = Litmus::from_ast(test).expect("invariant: generated tests are well-formed");
    let executions = same_executions(&litmus, model, options)?;
    let findings = same_findings(&litmus, model, options)?;
    Ok(executions.ok().zip(findings.ok()))
}

fn counterexample(test: Test, model: Builtin, options: Options, seed: u64) -> Counterexample {
    let differs = |test: &Test| Litmus::from_ast(test).is_ok() && compare(test, model, &options).is_err();
    let test = shrink(test, differs);
    let difference = compare(&test, model, &options).expect_err("invariant: shrinking keeps the disagreement");
    Counterexample { model, seed, options, test, difference }
}
