//! Litmus tests with a barrier put in: some threads meet before some of their steps.
//!
//! The oracle takes the barrier for the memory it is. The search need not tell the orders of arrival apart;
//! so what both find is compared after forgetting them. Some programs do what makes the order matter: there
//! are more participants than the barrier has room for, a thread cares which of the arrivals was its own, or
//! somebody looks at the count or sets it back.

use std::collections::{BTreeMap, HashSet};

use selvedge_core::execution::{Source, Step};
use selvedge_core::{
    Access, Action, Address, Answer, BlockReason, Execution, Hints, Meaning, Model, ReadOrdering, Reduction, Site,
    Spawn, StopReason, Telling, ThreadId, Value, ViolationKind, Width, WriteOrdering,
};
use selvedge_explore::{Limits, OnRace, Options, Reduce, Schedule};
use selvedge_litmus::Litmus;
use selvedge_litmus::ast::Test;
use selvedge_models::Builtin;

use crate::compare::{Difference, Witness, axioms, run, same_findings};
use crate::random::Random;
use crate::searched::explore;

pub(crate) const COUNT: Access = Access { address: Address(1 << 20), width: Width::W32 };
/// Where the thread that arrives first in a round, and cares, writes, and the one that has looked.
const PRIZE: Access = Access { address: Address((1 << 20) + 1), width: Width::W32 };

/// What a thread does about the barrier before one of its steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Errand {
    Meet,
    /// And writes something if it was the first to arrive.
    Care,
    /// Only looks at the count, and writes what it has seen.
    Look,
    /// Sets the count back.
    Reset,
}

/// A litmus test with a barrier.
#[derive(Debug)]
pub struct Meetings {
    litmus: Litmus,
    threads: u64,
    /// By entry point and number of the step.
    errands: BTreeMap<(u32, u32), Errand>,
}

/// A thread of such a test.
#[derive(Clone, PartialEq)]
pub struct Thread {
    inner: <Litmus as Meaning>::Thread,
    entry: u32,
    steps: u32,
    stage: Stage,
    /// What the thread does when it is done with the barrier.
    held: Option<Action>,
}

#[derive(Clone, Copy, PartialEq)]
enum Stage {
    Away,
    Arriving(Errand),
    Leaving(Errand, u64),
    Looking,
    /// The next answer does not matter.
    Done,
}

impl Meetings {
    /// Puts a barrier into a test.
    pub fn new(test: &Test, random: &mut Random) -> Meetings {
        let entries = test.threads.len();
        let threads = random.between(1, entries.min(3));
        let rounds = random.pick(&[1, 1, 1, 2]);
        let unruly = random.chance(25);
        let mut errands = BTreeMap::new();
        for entry in 0..entries {
            let meets = if unruly && random.chance(20) {
                random.below(3)
            } else if entry < threads {
                rounds
            } else {
                0
            };
            let mut at = random.below(2);
            for _ in 0..meets {
                let errand = if unruly && random.chance(20) { Errand::Care } else { Errand::Meet };
                errands.insert((entry as u32, at as u32), errand);
                at += random.between(1, 2);
            }
            if unruly && random.chance(15) {
                errands.insert((entry as u32, at as u32), random.pick(&[Errand::Look, Errand::Reset]));
            }
        }
        Meetings {
            litmus: Litmus::from_ast(test).expect("invariant: generated tests are well-formed"),
            threads: threads as u64,
            errands,
        }
    }
}

impl Meaning for Meetings {
    type Thread = Thread;

    fn initial_threads(&self) -> Vec<Spawn> {
        self.litmus.initial_threads()
    }

    fn initial_value(&self, at: Access) -> Value {
        if at.address >= COUNT.address { Value(0) } else { self.litmus.initial_value(at) }
    }

    fn start(&self, id: ThreadId, spawn: Spawn) -> Thread {
        let inner = self.litmus.start(id, spawn);
        Thread { inner, entry: spawn.entry, steps: 0, stage: Stage::Away, held: None }
    }

    fn resume(&self, thread: &mut Thread, answer: Answer) -> Action {
        match thread.stage {
            Stage::Away => {
                let action = self.litmus.resume(&mut thread.inner, answer);
                let errand = self.errands.get(&(thread.entry, thread.steps));
                thread.steps += 1;
                let Some(&errand) = errand else { return action };
                thread.held = Some(action);
                thread.stage = Stage::Arriving(errand);
                match errand {
                    Errand::Meet => Action::Arrive { at: COUNT, threads: Value(self.threads) },
                    Errand::Care => Action::Arrive { at: COUNT, threads: Value(self.threads) }.without_barriers(),
                    Errand::Look => {
                        thread.stage = Stage::Looking;
                        Action::Read { at: COUNT, ordering: ReadOrdering::Relaxed }
                    }
                    Errand::Reset => {
                        thread.stage = Stage::Done;
                        Action::Write { at: COUNT, ordering: WriteOrdering::Relaxed, value: Value(0) }
                    }
                }
            }
            Stage::Arriving(errand) => {
                let before = answer.value().0;
                thread.stage = Stage::Leaving(errand, before);
                let leave = Action::Leave { at: COUNT, count: Value((before / self.threads + 1) * self.threads) };
                if errand == Errand::Care { leave.without_barriers() } else { leave }
            }
            Stage::Leaving(_, before) if answer.value().0 / self.threads <= before / self.threads => {
                Action::Block(BlockReason::Lock)
            }
            Stage::Leaving(Errand::Care, before) if before.is_multiple_of(self.threads) => {
                thread.stage = Stage::Done;
                Action::Write { at: PRIZE, ordering: WriteOrdering::Relaxed, value: Value(1 + u64::from(thread.entry)) }
            }
            Stage::Looking => {
                thread.stage = Stage::Done;
                let seen = Value(10 + answer.value().0);
                Action::Write { at: PRIZE, ordering: WriteOrdering::Relaxed, value: seen }
            }
            Stage::Leaving(..) | Stage::Done => {
                thread.stage = Stage::Away;
                thread.held.take().expect("invariant: the thread put off what it was about to do")
            }
        }
    }
}

impl Hints for Meetings {}

impl Telling for Meetings {
    type Notes = ();

    fn site(&self, _: &Thread) -> Option<Site> {
        None
    }

    fn location_name(&self, at: Access, notes: &()) -> String {
        if at.address >= COUNT.address { "barrier".into() } else { self.litmus.location_name(at, notes) }
    }

    fn thread_name(&self, number: usize, spawn: Spawn, notes: &()) -> String {
        self.litmus.thread_name(number, spawn, notes)
    }
}

/// The execution without what distinguishes the arrivals of a round, and those of later rounds.
pub(crate) fn forget_order(mut execution: Execution) -> Execution {
    execution.coherence.remove(&COUNT.address);
    for step in execution.threads.iter_mut().flat_map(|thread| &mut thread.steps) {
        match step {
            Step::Read { at, value, from, .. } if *at == COUNT => (*value, *from) = (Value(0), Source::Init),
            Step::Update { at, read, from, written, .. } if *at == COUNT => {
                (*read, *from, *written) = (Value(0), Source::Init, Value(0));
            }
            _ => {}
        }
    }
    execution
}

/// Under a model of which the oracle has no axioms: checks that the search finds the same with and without
/// telling the orders of arrival apart, and without finding anything twice. Says how many executions there
/// are with each, or nothing if the program goes wrong or is too large.
pub fn compare_with_itself<M: Model>(program: &Meetings, model: M) -> Result<Option<(usize, usize)>, Difference> {
    const LIMIT: u64 = 20_000;
    let run = |barriers| {
        let mut witness = Witness::default();
        let limits = Limits { executions: Some(LIMIT), ..Limits::default() };
        let options = Options { on_race: OnRace::Ignore, barriers, limits, ..Options::default() };
        let verdict = explore(program, model.clone(), &options, &mut witness);
        match witness.difference {
            Some(difference) => Err(difference),
            None => Ok((verdict.stop == StopReason::Exhausted && verdict.violation.is_none())
                .then_some((witness.executions, verdict.reductions.contains(&Reduction::Barriers)))),
        }
    };
    let (Some((all, _)), Some((found, reduced))) = (run(Reduce::Never)?, run(Reduce::WherePossible)?) else {
        return Ok(None);
    };
    let counts = (found.len(), all.len());
    if reduced {
        same(&all.into_iter().map(forget_order).collect(), &forget_orders(found)?)?;
    } else {
        same(&all, &found)?;
    }
    Ok(Some(counts))
}

/// The executions without the order of arrivals, none of which may be there twice.
fn forget_orders(found: HashSet<Execution>) -> Result<HashSet<Execution>, Difference> {
    let mut forgotten = HashSet::new();
    for execution in found {
        if let Some(twice) = forgotten.replace(forget_order(execution)) {
            return Err(Difference::Duplicate(Box::new(twice)));
        }
    }
    Ok(forgotten)
}

pub(crate) fn same(all: &HashSet<Execution>, found: &HashSet<Execution>) -> Result<(), Difference> {
    if let Some(missing) = all.difference(found).min() {
        return Err(Difference::Missing(Box::new(missing.clone()), all.difference(found).count()));
    }
    if let Some(extra) = found.difference(all).min() {
        return Err(Difference::Extra(Box::new(extra.clone()), found.difference(all).count()));
    }
    Ok(())
}

/// What a comparison covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Programs in which the orders of arrival were not told apart.
    pub reduced: u64,
    /// Programs in which they had to be.
    pub told_apart: u64,
    /// Programs that were too large for the oracle.
    pub skipped: u64,
    /// Programs with a deadlock or a failed assertion, which end the search.
    pub violations: u64,
    /// Executions that the search met, and how many there are by the definition.
    pub executions: (u64, u64),
}

/// Checks that search and oracle find the same, up to the order of arrivals.
pub fn compare(program: &Meetings, model: Builtin, schedule: Schedule, report: &mut Report) -> Result<(), Difference> {
    const LIMIT: usize = 100_000;
    let known = axioms(model).map(|axioms| selvedge_oracle::executions(program, axioms, LIMIT));
    let Some(Ok(all)) = known else {
        report.skipped += 1;
        return Ok(());
    };
    let mut witness = Witness::default();
    let verdict = run(program, model, schedule, OnRace::Ignore, &mut witness);
    if let Some(difference) = witness.difference.take() {
        return Err(difference);
    }
    if verdict.violation.is_some() {
        report.violations += 1;
        return Ok(());
    }
    let all: HashSet<Execution> = all.into_iter().map(Execution::renumbered).collect();
    let found = witness.executions;
    report.executions.0 += found.len() as u64;
    report.executions.1 += all.len() as u64;
    if verdict.reductions.contains(&Reduction::Barriers) {
        report.reduced += 1;
        same(&all.into_iter().map(forget_order).collect(), &forget_orders(found)?)?;
    } else {
        report.told_apart += 1;
        same(&all, &found)?;
    }
    match same_findings(program, model, &Options { schedule, ..Options::default() }) {
        // The oracle knows no deadlocks.
        Err(Difference::Findings { found: Some(ViolationKind::Deadlock), .. }) => Ok(()),
        Err(difference) => Err(difference),
        Ok(_) => Ok(()),
    }
}
