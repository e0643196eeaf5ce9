//! How good guesses are of the number of executions: programs of which it is known, in two halves.
//!
//! `estimates.tsv` has the programs: those of the first half were looked at when the guessing was made, and
//! its figures were chosen with them; those of the second were not, and say how good it is.

use std::path::{Path, PathBuf};
use std::time::Duration;

use selvedge_core::{Again, Searched, StopReason, Subject};
use selvedge_explore::{Estimate, Limits, Liveness, Options, Reduce, Samples, Silent};
use selvedge_litmus::Litmus;
use selvedge_models::Builtin;
use selvedge_vm::Machine;

use crate::c::{compile, corpus};
use crate::generate::{Recipe, generate};
use crate::random::Random;
use crate::searched::{Estimated, Searchable};

/// Which half a program belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Half {
    /// Guessing was made with it.
    Tuned,
    /// It was held out.
    HeldOut,
}

/// A program of which it is known how many executions it has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// Its half.
    pub half: Half,
    /// A file of `corpus/c`, or `random`.
    pub program: String,
    /// What the compiler is told, or the seed of a random program.
    pub flags: String,
    /// Whether threads that were started alike are told apart.
    pub symmetry: Reduce,
    /// How many executions it has, blocked ones too.
    pub executions: u64,
}

/// What random programs are like: so large that they have thousands of executions.
const RECIPE: Recipe = Recipe { accesses: 18, plain: 0, assertions: 0 };

/// The model of all guesses.
const MODEL: Builtin = Builtin::Rc11;

/// The table.
pub fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("estimates.tsv")
}

/// All programs of a table.
pub fn read(text: &str) -> Result<Vec<Known>, String> {
    let parse = |line: &str| {
        let [half, program, flags, symmetry, executions] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        let half = if half == "tuned" { Half::Tuned } else { Half::HeldOut };
        let symmetry = if symmetry == "yes" { Reduce::WherePossible } else { Reduce::Never };
        let executions = executions.parse().ok()?;
        Some(Known { half, program: program.to_owned(), flags: flags.to_owned(), symmetry, executions })
    };
    text.lines().map(|line| parse(line).ok_or_else(|| format!("`{line}` is no row"))).collect()
}

enum Program {
    Compiled(Box<Machine>),
    Litmus(Box<Litmus>),
}

impl Known {
    fn options(&self) -> Options {
        let liveness = Liveness::Ignore;
        Options { symmetry: self.symmetry, restored: self.symmetry, liveness, ..Options::default() }
    }

    fn load(&self) -> Result<Program, String> {
        if self.program != "random" {
            return compile(&corpus().join(&self.program), &self.flags, None).map(|it| Program::Compiled(Box::new(it)));
        }
        let seed = self.flags.parse().map_err(|_| format!("{} is no seed", self.flags))?;
        let test = generate(&mut Random::new(seed), RECIPE);
        Litmus::from_ast(&test).map(|it| Program::Litmus(Box::new(it))).map_err(|errors| format!("{errors:?}"))
    }

    /// How many executions there are, as a search finds out, if they are no more than this.
    pub fn count(&self, most: u64) -> Result<u64, String> {
        let mut options = self.options();
        options.limits = Limits { executions: Some(most), time: Some(Duration::from_secs(60)), ..options.limits };
        let verdict = match self.load()? {
            Program::Compiled(mut machine) => retry(&mut machine, |it| it.search(MODEL.into(), &options, &mut Silent)),
            Program::Litmus(litmus) => litmus.search(MODEL.into(), &options, &mut Silent),
        };
        match (verdict.stop, verdict.violation) {
            (StopReason::Exhausted, None) => Ok(verdict.counts.complete + verdict.counts.blocked),
            (stop, violation) => Err(format!("{stop:?} {violation:?}")),
        }
    }

    /// Guesses how many there are.
    pub fn guess(&self, samples: Samples) -> Result<Estimate, String> {
        let options = self.options();
        let stop = |found: Box<Searched>| format!("{:?}", found.stop);
        match self.load()? {
            Program::Litmus(litmus) => litmus.estimate(MODEL.into(), &options, samples).map_err(stop),
            Program::Compiled(mut machine) => loop {
                match machine.estimate(MODEL.into(), &options, samples) {
                    Ok(estimate) => return Ok(estimate),
                    Err(found) if machine.again(&found) == Again::Search => {}
                    Err(found) => return Err(stop(found)),
                }
            },
        }
    }

    /// Compares a guess with the truth.
    pub fn judge(&self, samples: Samples) -> Result<Judged, String> {
        let said = self.guess(samples).map_err(|why| format!("{} {}: {why}", self.program, self.flags))?;
        let truth = self.executions as f64;
        let ratio = said.executions() / truth;
        let is_covered = (said.range.0..=said.range.1).contains(&truth);
        Ok(Judged { off: ratio.max(1.0 / ratio), is_covered, said })
    }
}

fn retry(machine: &mut Machine, search: impl Fn(&Machine) -> Searched) -> Searched {
    loop {
        let found = search(machine);
        if machine.again(&found) != Again::Search {
            return found;
        }
    }
}

/// A guess beside the truth.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The guess.
    pub said: Estimate,
    /// By which factor it is too high or too low.
    pub off: f64,
    /// Whether the truth lies in the range.
    pub is_covered: bool,
}
