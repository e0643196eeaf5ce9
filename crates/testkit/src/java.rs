//! The models of Java's access modes: several opinions, which must agree.
//!
//! Of `jam21`, `jam21s` and `jam19` there are four: the definition, with all orders of pushes tried (the
//! oracle); the axioms without orders, evaluated on every candidate (the texts); the search with the texts
//! interpreted; and the search with the checker that ships. A fifth one is asked where it has one: the search
//! of programs whose atomic accesses are volatile, under `sc` or, for `jam19`, with a simpler check. Of
//! `jam21-thesis` there is no text, so there are two.

mod programs;

use std::collections::HashSet;
use std::fmt;

use selvedge_core::{Execution, Searched};
use selvedge_explore::{OnRace, Options, Silent};
use selvedge_kat::evaluate::{Evaluator, Frame};
use selvedge_kat::{Interpreter, Model};
use selvedge_litmus::Litmus;
use selvedge_litmus::ast::Test;
use selvedge_models::simplify::Simpler;
use selvedge_models::{ByHand, Jam as Checker, Jam21Thesis, Sc, Visit};
use selvedge_oracle::{Jam, executions};

use crate::anything::Anything;
use crate::compare::{Complete, Difference};
use crate::searched::explore;
use crate::shrink::shrink;
use crate::texts::model;
use programs::{is_rich, random};

/// How much work the oracle may do for a random program.
const LIMIT: usize = 3_000;
/// How many times as much it may do where it also tries orders of pushes: their number is not known before.
const ORDERS: usize = 64;

/// A model of Java's access modes, with what is needed to ask everybody about it.
#[derive(Debug)]
pub enum Java {
    /// By its authors.
    Jam(Box<Texts>),
    /// As a thesis prints it.
    Thesis,
}

/// Such a model, as a text too.
#[derive(Debug)]
pub struct Texts {
    jam: Jam,
    version: ByHand,
    text: Model,
    interpreter: Interpreter,
}

/// Two opinions that differ.
#[derive(Debug)]
pub struct Disagreement {
    /// Whose opinion it is that the definition does not share.
    opinion: &'static str,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Executions(Difference),
    Twice,
    /// Blocked and discarded executions of two searches.
    Pruned([(u64, u64); 2]),
}

/// What was compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Programs.
    pub programs: u64,
    /// Those that have a fence and an update.
    pub rich: u64,
    /// Those that can be searched under a simpler model.
    pub simple: u64,
    /// Those of them that can do what no interleaving explains.
    pub weak: u64,
    /// Programs that were too large for the oracle.
    pub skipped: u64,
    /// Executions that happen, and of all candidates those that do not.
    pub allowed: u64,
    /// See above. The thesis has no candidates: what the search has discarded at the end.
    pub forbidden: u64,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Executions(difference) => write!(f, "{}:\n{difference}", self.opinion),
            Kind::Twice => write!(f, "{}:\nfound twice: one of the executions", self.opinion),
            Kind::Pruned([found, expected]) => write!(
                f,
                "{}:\nverdicts differ: {found:?} and {expected:?} executions are blocked and discarded",
                self.opinion
            ),
        }
    }
}

impl Java {
    /// The names of all of them.
    pub fn names() -> impl Iterator<Item = &'static str> {
        ByHand::ALL.into_iter().map(ByHand::name).chain([Jam21Thesis::NAME])
    }

    /// The model of that name.
    pub fn parse(name: &str) -> Option<Java> {
        if name == Jam21Thesis::NAME {
            return Some(Java::Thesis);
        }
        let jam = Jam::ALL.into_iter().find(|jam| jam.name() == name)?;
        let version = ByHand::parse(name)?;
        let interpreter = Interpreter::vouched(model(name)).expect("invariant: built-in models can be used");
        Some(Java::Jam(Box::new(Texts { jam, version, text: model(name), interpreter })))
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Java::Jam(texts) => texts.jam.name(),
            Java::Thesis => Jam21Thesis::NAME,
        }
    }

    /// Asks everybody about a program. `limit` is how much work the oracle may do.
    pub fn compare(&self, program: &Litmus, limit: usize, report: &mut Report) -> Result<(), Disagreement> {
        match self {
            Java::Jam(texts) => texts.compare(program, limit, report),
            Java::Thesis => {
                let Ok(defined) = executions(program, selvedge_oracle::Jam21Thesis, limit * ORDERS) else {
                    report.skipped += 1;
                    return Ok(());
                };
                let defined = defined.into_iter().map(Execution::renumbered).collect();
                let verdict = search(program, Jam21Thesis::default(), &defined, "the search")?;
                report.programs += 1;
                report.allowed += defined.len() as u64;
                report.forbidden += verdict.counts.discarded;
                Ok(())
            }
        }
    }

    /// Asks about so many random programs. At least half of them have a fence and an update. Program `i` is
    /// made from seed `seed + i` and nothing else. What they disagree about is made as small as may be.
    pub fn fuzz(&self, programs: u64, seed: u64) -> Result<Report, String> {
        let mut report = Report::default();
        for seed in seed..seed + programs {
            let test = random(seed);
            let compare = |test: &Test, report: &mut Report| {
                let litmus = Litmus::from_ast(test).expect("invariant: generated tests are well-formed");
                self.compare(&litmus, LIMIT, report)
            };
            let before = report.programs;
            if compare(&test, &mut report).is_err() {
                let differs =
                    |test: &Test| Litmus::from_ast(test).is_ok() && compare(test, &mut Report::default()).is_err();
                let test = shrink(test, differs);
                let why = compare(&test, &mut Report::default()).expect_err("invariant: shrinking keeps it");
                return Err(format!("{} has another opinion (seed {seed}, shrunk) on\n{test}\n{why}", self.name()));
            }
            report.rich += u64::from(report.programs > before && is_rich(&test));
        }
        Ok(report)
    }
}

impl Texts {
    fn compare(&self, program: &Litmus, limit: usize, report: &mut Report) -> Result<(), Disagreement> {
        let opinions = executions(program, Anything, limit)
            .and_then(|candidates| Ok((candidates, executions(program, self.jam, limit * ORDERS)?)));
        let Ok((candidates, defined)) = opinions else {
            report.skipped += 1;
            return Ok(());
        };
        let evaluator = Evaluator::new(&self.text).expect("invariant: built-in models can be evaluated");
        let allows = |candidate: &&Execution| evaluator.forbids(&Frame::of_execution(candidate)).is_none();
        let evaluated: HashSet<Execution> = candidates.iter().filter(allows).cloned().collect();
        same(&evaluated, &defined, "the text, evaluated")?;
        let defined: HashSet<Execution> = defined.into_iter().map(Execution::renumbered).collect();
        let interpreted = search(program, self.interpreter.clone(), &defined, "the search with the text")?;
        let checked = search(program, Checker::new(self.version), &defined, "the search with the checker")?;
        let pruned = [&checked, &interpreted].map(|verdict| (verdict.counts.blocked, verdict.counts.discarded));
        // How many blocked executions a search meets is no matter of the definition. It leaves out those of
        // threads that lose a lock, if it sees that the writes to the lock have one order
        // (`explore/src/wait.rs`). The checker sees that where a thread's creation orders them; to the text,
        // program order is all that `placings` goes by, and the axioms say the rest later.
        let differ = pruned[0].0 > pruned[1].0 || pruned[0].1 != pruned[1].1;
        if interpreted.violation.is_none() && differ {
            return Err(Disagreement { opinion: "the two searches", kind: Kind::Pruned(pruned) });
        }
        let asked = Checker::new(self.version);
        if let [simpler] = Simpler::of(selvedge_core::Model::licences(&asked), false)[..]
            && let Some(searched) = simpler.attempt(&asked, Simple { program, defined: &defined })
        {
            let verdict = searched?;
            let options = Options { on_race: OnRace::Ignore, ..Options::default() };
            let interleaved = explore(program, Sc::default(), &options, &mut Silent).counts.complete;
            report.simple += 1;
            report.weak += u64::from(verdict.violation.is_none() && verdict.counts.complete > interleaved);
        }
        report.programs += 1;
        report.allowed += defined.len() as u64;
        report.forbidden += (candidates.len() - defined.len()) as u64;
        Ok(())
    }
}

/// A search under a simpler model.
struct Simple<'a> {
    program: &'a Litmus,
    defined: &'a HashSet<Execution>,
}

impl Visit for Simple<'_> {
    type Out = Result<Searched, Disagreement>;

    fn visit<M: selvedge_core::Model>(self, model: M) -> Self::Out {
        search(self.program, model, self.defined, "the search under a simpler model")
    }
}

/// Searches, and compares with what is defined.
fn search(
    program: &Litmus,
    model: impl selvedge_core::Model,
    defined: &HashSet<Execution>,
    opinion: &'static str,
) -> Result<Searched, Disagreement> {
    let options = Options { on_race: OnRace::Ignore, ..Options::default() };
    let mut complete = Complete::default();
    let verdict = explore(program, model, &options, &mut complete);
    if complete.twice {
        return Err(Disagreement { opinion, kind: Kind::Twice });
    }
    // A search that found something wrong has not seen everything.
    if verdict.violation.is_none() {
        same(&complete.found, defined, opinion)?;
    }
    Ok(verdict)
}

fn same(found: &HashSet<Execution>, defined: &HashSet<Execution>, opinion: &'static str) -> Result<(), Disagreement> {
    let pick = |from: &HashSet<Execution>, other: &HashSet<Execution>| {
        let one = from.difference(other).min()?.clone();
        Some((Box::new(one), from.difference(other).count()))
    };
    let missing = pick(defined, found).map(|(one, all)| Difference::Missing(one, all));
    let extra = || pick(found, defined).map(|(one, all)| Difference::Extra(one, all));
    match missing.or_else(extra) {
        Some(difference) => Err(Disagreement { opinion, kind: Kind::Executions(difference) }),
        None => Ok(()),
    }
}
