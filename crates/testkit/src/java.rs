//! The models of Java's access modes: several opinions, which must agree.
//!
//! Of `jam21`, `jam21s` and `jam19` there are four: the definition, with all orders of pushes tried (the oracle); the axioms
//! without orders, evaluated on every candidate (the texts); the search with the texts interpreted; and the search with the
//! checker that ships. Of `jam21-thesis` there is no text, so there are two.

use std::collections::HashSet;
use std::fmt;

use selvedge_core::{Execution, FenceOrdering, ReadOrdering, RmwOp, RmwOrdering, Verdict, WriteOrdering};
use selvedge_explore::{OnRace, Options, explore};
use selvedge_kat::evaluate::{Evaluator, Frame};
use selvedge_kat::{Interpreter, Model};
use selvedge_litmus::Litmus;
use selvedge_litmus::ast::{Expr, Name, Param, ParamKind, Stmt, StmtKind, Test, Thread};
use selvedge_models::{Jam as Checker, Jam21Thesis, JamVersion};
use selvedge_oracle::{Jam, executions};

use crate::anything::Anything;
use crate::compare::{Complete, Difference};
use crate::generate::{Recipe, generate};
use crate::random::Random;
use crate::shrink::shrink;
use crate::texts::model;

/// How much work the oracle may do for a random program.
const LIMIT: usize = 3_000;

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
    version: JamVersion,
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
    pub const NAMES: [&str; 4] = ["jam21", "jam21s", "jam19", Jam21Thesis::NAME];

    /// The model of that name.
    pub fn parse(name: &str) -> Option<Java> {
        if name == Jam21Thesis::NAME {
            return Some(Java::Thesis);
        }
        let jam = Jam::ALL.into_iter().find(|jam| jam.name() == name)?;
        let version = JamVersion::ALL.into_iter().find(|version| version.name() == name)?;
        let interpreter = Interpreter::new(model(name)).expect("invariant: built-in models can be used");
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
                let Ok(defined) = executions(program, selvedge_oracle::Jam21Thesis, limit) else {
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

    /// Asks about so many random programs. At least half of them have a fence and an update. Program `i` is made from seed `seed + i`
    /// and nothing else. What they disagree about is made as small as may be.
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
        let Ok(candidates) = executions(program, Anything, limit) else {
            report.skipped += 1;
            return Ok(());
        };
        let defined = executions(program, self.jam, 1 << 20).expect("invariant: no larger than the candidates");
        let evaluator = Evaluator::new(&self.text).expect("invariant: built-in models can be evaluated");
        let allows = |candidate: &&Execution| evaluator.forbids(&Frame::of_execution(candidate)).is_none();
        let evaluated: HashSet<Execution> = candidates.iter().filter(allows).cloned().collect();
        same(&evaluated, &defined, "the text, evaluated")?;
        let defined: HashSet<Execution> = defined.into_iter().map(Execution::renumbered).collect();
        let interpreted = search(program, self.interpreter.clone(), &defined, "the search with the text")?;
        let checked = search(program, Checker::new(self.version), &defined, "the search with the checker")?;
        let pruned = [&checked, &interpreted].map(|verdict| (verdict.counts.blocked, verdict.counts.discarded));
        // The checker knows more of what comes before: it may foresee that a thread would only wait, and block less often.
        let differ = pruned[0].0 > pruned[1].0 || pruned[0].1 != pruned[1].1;
        if interpreted.violation.is_none() && differ {
            return Err(Disagreement { opinion: "the two searches", kind: Kind::Pruned(pruned) });
        }
        report.programs += 1;
        report.allowed += defined.len() as u64;
        report.forbidden += (candidates.len() - defined.len()) as u64;
        Ok(())
    }
}

/// Searches, and compares with what is defined.
fn search(
    program: &Litmus,
    model: impl selvedge_core::Model,
    defined: &HashSet<Execution>,
    opinion: &'static str,
) -> Result<Verdict, Disagreement> {
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

/// One program in four is anything, one has full fences in the middle of weak accesses, and two have a fence and an update.
fn random(seed: u64) -> Test {
    let mut random = Random::new(seed);
    if seed % 4 == 1 {
        return fenced(&mut random);
    }
    loop {
        let accesses = random.pick(&[4, 5, 6, 7, 7]);
        let test = generate(&mut random, Recipe { accesses, plain: 30, assertions: 0 });
        if seed.is_multiple_of(4) || is_rich(&test) {
            return test;
        }
    }
}

/// Weak accesses, between many of which there is a full fence: whether an event pushes often depends on how its thread ends.
fn fenced(random: &mut Random) -> Test {
    let threads = random.pick(&[2, 2, 3, 3, 3, 4]);
    let names = &["x", "y", "z"][..random.pick(&[2, 2, 3])];
    // In percent, how many accesses are not relaxed.
    let strong = random.pick(&[0, 0, 50, 80]);
    let thread = |random: &mut Random| {
        let mut body: Vec<Stmt> = Vec::new();
        for number in 0..random.between(1, if threads < 4 { 3 } else { 2 }) {
            if number > 0 && random.chance(50) {
                let full = random.chance(65);
                let fence = if full { FenceOrdering::SeqCst } else { random.pick(&FENCES) };
                body.push(StmtKind::Fence(Some(fence)).into());
            }
            let at: Name = random.pick(names).into();
            let one = Expr::Const(random.between(1, 2) as i32);
            let weak = !random.chance(strong);
            let name: Name = format!("r{number}").as_str().into();
            let declare = |value| StmtKind::Declare { name: name.clone(), value: Some(value) };
            body.push(match random.below(10) {
                0..4 => {
                    let ordering = if weak { WriteOrdering::Relaxed } else { random.pick(&WRITES) };
                    StmtKind::Store { at, value: one, ordering }.into()
                }
                4..9 => {
                    let ordering = if weak { ReadOrdering::Relaxed } else { random.pick(&READS) };
                    declare(Expr::Load { at, ordering }).into()
                }
                _ => {
                    let ordering = if weak { RmwOrdering::Relaxed } else { random.pick(&UPDATES) };
                    declare(Expr::Rmw { at, op: RmwOp::Add, operand: Box::new(one), ordering }).into()
                }
            });
        }
        let params = names.iter().map(|&name| Param { name: name.into(), kind: ParamKind::Atomic }).collect();
        Thread { params, body }
    };
    Test {
        name: "fenced".into(),
        description: None,
        init: Vec::new(),
        threads: (0..threads).map(|_| thread(random)).collect(),
        locations: Vec::new(),
        condition: None,
    }
}

const FENCES: [FenceOrdering; 3] = [FenceOrdering::Acquire, FenceOrdering::Release, FenceOrdering::AcqRel];
const READS: [ReadOrdering; 3] = [ReadOrdering::Acquire, ReadOrdering::SeqCst, ReadOrdering::SeqCst];
const WRITES: [WriteOrdering; 3] = [WriteOrdering::Release, WriteOrdering::SeqCst, WriteOrdering::SeqCst];
const UPDATES: [RmwOrdering; 3] = [RmwOrdering::Acquire, RmwOrdering::AcqRel, RmwOrdering::SeqCst];

/// Whether a test has a fence and an update.
fn is_rich(test: &Test) -> bool {
    fn any(body: &[Stmt], test: &dyn Fn(&StmtKind) -> bool) -> bool {
        body.iter().any(|stmt| match &stmt.kind {
            StmtKind::If { then, otherwise, .. } => any(then, test) || any(otherwise, test),
            kind => test(kind),
        })
    }
    let is_fence = |kind: &StmtKind| matches!(kind, StmtKind::Fence(Some(_)));
    let is_update = |kind: &StmtKind| {
        matches!(kind, StmtKind::Declare { value: Some(Expr::Rmw { .. } | Expr::CompareExchange { .. }), .. })
    };
    let has = |what: &dyn Fn(&StmtKind) -> bool| test.threads.iter().any(|thread| any(&thread.body, what));
    has(&is_fence) && has(&is_update)
}
