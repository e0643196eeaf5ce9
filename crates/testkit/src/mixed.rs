//! Random programs with everything in them that the search treats in a way of its own: locks, barriers, loops
//! that wait, assumptions, choices, threads that were started alike, joined or not.
//!
//! What the search finds with all its techniques, and with each of them switched off, is compared with the
//! oracle. Techniques leave executions out that others stand for, so what is compared is what somebody could
//! observe ([`Outcome`]): final values, and what each thread has seen, without saying who is who where the
//! search does not say; and what kinds of errors there are.
//!
//! Waiting has no switch. Where it is to be off, threads take one more step, which nobody sees, before they
//! block: so the search does not know in time that they will, nor what they wait for, and finds no deadlocks.

mod make;
mod outcome;

use std::collections::BTreeSet;
use std::fmt;

use selvedge_core::{
    Access, Action, Address, Answer, BlockReason, Execution, FenceOrdering, Hints, Meaning, ReadOrdering, RmwOp,
    RmwOrdering, Searched, Site, Spawn, Telling, ThreadId, Value, ViolationKind, Width, WriteOrdering,
};
use selvedge_explore::{OnRace, OnViolation, Options, Reduce, Schedule, Silent};
use selvedge_models::Builtin;
use selvedge_oracle::Findings;

use crate::compare::{Complete, axioms, run_under};
pub use outcome::{Grain, Outcome, outcome};

/// The parent's entry point.
const PARENT: u32 = u32::MAX;
/// Where the barrier counts.
const COUNT: Access = Access { address: Address(1 << 20), width: Width::W32 };
/// Where the parent keeps the ids of its children.
const IDS: u64 = 1 << 21;
/// The lock; data comes before it.
const LOCK: u64 = 8;

/// A step of a child.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Op {
    Read(u64, ReadOrdering),
    Write(u64, u64, WriteOrdering),
    /// Writes one more than what it has seen last.
    WriteLast(u64, WriteOrdering),
    Add(u64, RmwOrdering),
    Exchange(u64, u64, RmwOrdering),
    CompareExchange(u64, u64, u64, RmwOrdering),
    /// Takes one away unless there is none.
    Take(u64, RmwOrdering),
    Fence(FenceOrdering),
    Choose(u32),
    /// Takes the lock, or blocks.
    Lock(BlockReason),
    Unlock,
    /// Waits at the barrier.
    Meet,
    /// Waits until it sees this value.
    Await(u64, u64, ReadOrdering, BlockReason),
    /// Goes no further if this is what it has seen last.
    AssumeNot(u64),
    /// Fails if this is what it has seen last.
    AssertNot(u64),
    /// Leaves the next step out if this is what it has seen last.
    SkipIf(u64),
}

/// A step of the parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Chore {
    Start(u32),
    /// Stores which child it has started last.
    Keep,
    /// Looks that up again.
    Recall(usize),
    /// Looks at what everybody can see.
    Look,
    /// Writes where everybody can see it.
    Call,
    Join(usize),
}

/// Whether the search can see in time that a thread will wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Patience {
    Shown,
    Hidden,
}

/// A program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mixed {
    entries: Vec<Vec<Op>>,
    chores: Vec<Chore>,
    /// What the lock, or semaphore, and the data hold at first is 0, unless it is said here.
    credit: u64,
    /// How many threads the barrier is for.
    party: u64,
    /// At the barrier, a thread forgets what it has seen.
    forgets: bool,
    /// Threads end with what they have seen last.
    tells: bool,
    patience: Patience,
}

/// A thread.
#[derive(Clone, PartialEq, Debug)]
pub enum Thread {
    /// The parent: the number of its next chore, and its children.
    Parent(usize, Vec<ThreadId>),
    /// A child.
    Child {
        /// Which code it runs.
        entry: u32,
        /// The number of its next step.
        next: usize,
        /// What it has seen last.
        last: u64,
        /// What it is about.
        stage: Stage,
    },
}

/// What a child is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// It has asked for its last step, or for nothing yet.
    Stepping,
    /// It has arrived at the barrier, and asks for this count.
    Leaving(u64),
    /// It has taken a step that nobody sees, and blocks.
    Blocking,
}

impl Mixed {
    fn block(&self, stage: &mut Stage, reason: BlockReason) -> Action {
        match self.patience {
            Patience::Shown => Action::Block(reason),
            Patience::Hidden => {
                *stage = Stage::Blocking;
                Action::Choose(1)
            }
        }
    }

    fn parent(&self, next: &mut usize, children: &mut Vec<ThreadId>, answer: Answer) -> Action {
        let before = next.checked_sub(1).and_then(|before| self.chores.get(before));
        if let (Some(Chore::Start(_)), Answer::Value(child)) = (before, answer) {
            children.push(ThreadId(child.0 as u32));
        }
        let chore = self.chores.get(*next);
        *next += 1;
        match chore {
            None => Action::Finish(Value(0)),
            Some(&Chore::Start(entry)) => Action::Spawn(Spawn { entry, argument: Value(0) }),
            Some(Chore::Keep) => {
                let last = children.len() as u64 - 1;
                Action::Write { at: place(IDS + last), ordering: WriteOrdering::Plain, value: Value(last) }
            }
            Some(&Chore::Recall(child)) => {
                Action::Read { at: place(IDS + child as u64), ordering: ReadOrdering::Plain }
            }
            Some(Chore::Look) => Action::Read { at: place(0), ordering: ReadOrdering::Relaxed },
            Some(Chore::Call) => Action::Write { at: place(0), ordering: WriteOrdering::Release, value: Value(7) },
            Some(&Chore::Join(child)) => Action::Join(children[child]),
        }
    }

    /// Takes in what the last step is answered with. An action, if that is not all there is to it.
    fn told(&self, op: Op, last: &mut u64, stage: &mut Stage, answer: Answer) -> Option<Action> {
        match op {
            Op::Read(..) | Op::Add(..) | Op::Exchange(..) | Op::CompareExchange(..) | Op::Take(..) | Op::Choose(_) => {
                *last = answer.value().0
            }
            Op::Lock(reason) if answer.value() != Value(0) => return Some(self.block(stage, reason)),
            Op::Await(_, wanted, _, reason) if answer.value() != Value(wanted) => {
                return Some(self.block(stage, reason));
            }
            Op::Meet => match *stage {
                Stage::Leaving(count) if answer.value().0 < count => return Some(self.block(stage, BlockReason::Lock)),
                Stage::Leaving(_) => *stage = Stage::Stepping,
                _ => {
                    if self.forgets {
                        *last = 0;
                    }
                    let count = (answer.value().0 / self.party + 1) * self.party;
                    *stage = Stage::Leaving(count);
                    return Some(Action::Leave { at: COUNT, count: Value(count) });
                }
            },
            _ => {}
        }
        None
    }

    /// What a step asks for; nothing if the thread can do it by itself.
    fn ask(&self, op: Op, next: &mut usize, last: u64, stage: &mut Stage) -> Option<Action> {
        let update = |at, ordering, op, operand| Action::Rmw { at: place(at), ordering, op, operand: Value(operand) };
        let exchange = |at, expected, desired, success| {
            let (expected, desired, failure) = (Value(expected), Value(desired), ReadOrdering::Relaxed);
            Action::CompareExchange { at: place(at), expected, desired, success, failure }
        };
        let write = |at, value, ordering| Action::Write { at: place(at), ordering, value: Value(value) };
        Some(match op {
            Op::Read(at, ordering) | Op::Await(at, _, ordering, _) => Action::Read { at: place(at), ordering },
            Op::Write(at, value, ordering) => write(at, value, ordering),
            Op::WriteLast(at, ordering) => write(at, last + 1, ordering),
            Op::Add(at, ordering) => update(at, ordering, RmwOp::Add, 1),
            Op::Exchange(at, value, ordering) => update(at, ordering, RmwOp::Exchange, value),
            Op::CompareExchange(at, expected, desired, success) => exchange(at, expected, desired, success),
            Op::Take(at, ordering) => {
                let (op, operand, unless) = (RmwOp::Sub, Value(1), Value(0));
                Action::UpdateUnless { at: place(at), ordering, op, operand, unless }
            }
            Op::Fence(ordering) => Action::Fence(ordering),
            Op::Choose(ways) => Action::Choose(ways),
            Op::Lock(_) => exchange(LOCK, 0, 1, RmwOrdering::Acquire),
            Op::Unlock => write(LOCK, 0, WriteOrdering::Release),
            Op::Meet => Action::Arrive { at: COUNT, threads: Value(self.party) },
            Op::AssumeNot(value) if last == value => self.block(stage, BlockReason::Assume),
            Op::AssertNot(value) if last == value => {
                Action::Fail { kind: ViolationKind::Assertion, message: "seen".into(), about: None }
            }
            Op::SkipIf(value) => {
                *next += usize::from(last == value);
                return None;
            }
            Op::AssumeNot(_) | Op::AssertNot(_) => return None,
        })
    }
}

fn place(at: u64) -> Access {
    Access { address: Address(at), width: Width::W32 }
}

impl Meaning for Mixed {
    type Thread = Thread;

    fn initial_threads(&self) -> Vec<Spawn> {
        vec![Spawn { entry: PARENT, argument: Value(0) }]
    }

    fn initial_value(&self, at: Access) -> Value {
        Value(if at.address.0 == 1 { self.credit } else { 0 })
    }

    fn start(&self, _: ThreadId, spawn: Spawn) -> Thread {
        match spawn.entry {
            PARENT => Thread::Parent(0, Vec::new()),
            entry => Thread::Child { entry, next: 0, last: 0, stage: Stage::Stepping },
        }
    }

    fn resume(&self, thread: &mut Thread, answer: Answer) -> Action {
        let (entry, next, last, stage) = match thread {
            Thread::Parent(next, children) => return self.parent(next, children, answer),
            Thread::Child { entry, next, last, stage } => (*entry, next, last, stage),
        };
        if *stage == Stage::Blocking {
            // The last thing it has done is not what it waits for.
            return Action::Block(BlockReason::Assume);
        }
        let code = &self.entries[entry as usize];
        if let Some(&op) = next.checked_sub(1).and_then(|before| code.get(before))
            && let Some(action) = self.told(op, last, stage, answer)
        {
            return action;
        }
        while let Some(&op) = code.get(*next) {
            *next += 1;
            if let Some(action) = self.ask(op, next, *last, stage) {
                return action;
            }
        }
        // Nothing that comes now is an answer to the last step.
        *next = code.len() + 1;
        Action::Finish(Value(if self.tells { *last } else { 0 }))
    }
}

impl Hints for Mixed {
    fn knows_threads_apart(&self) -> bool {
        false
    }

    /// Who holds the lock is different from who does not.
    fn are_alike(&self, one: &Thread, other: &Thread) -> bool {
        let &Thread::Child { entry, next, .. } = one else { return false };
        let before = self.entries[entry as usize].iter().take(next).rev();
        let last = before.into_iter().find(|op| matches!(op, Op::Lock(_) | Op::Unlock));
        one == other && !matches!(last, Some(Op::Lock(_)))
    }
}

impl Telling for Mixed {
    type Notes = ();

    fn site(&self, _: &Thread) -> Option<Site> {
        None
    }

    fn location_name(&self, at: Access, _: &()) -> String {
        format!("x{}", at.address.0)
    }

    fn thread_name(&self, number: usize, _: Spawn, _: &()) -> String {
        format!("T{number}")
    }
}

/// What is switched off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Off {
    /// Nothing.
    Nothing,
    /// Orders of arrival at a barrier are told apart.
    Barriers,
    /// Threads that were started alike are told apart.
    Symmetry,
    /// Threads that have become different are told apart, also after a barrier.
    Restored,
    /// Threads that would only wait go like others.
    Awaits,
    /// The search does not see that threads wait.
    Waiting,
    /// All of them.
    Everything,
}

impl Off {
    /// All of them.
    pub const ALL: [Off; 7] =
        [Off::Nothing, Off::Barriers, Off::Symmetry, Off::Restored, Off::Awaits, Off::Waiting, Off::Everything];

    fn options(self, schedule: Schedule, on_race: OnRace) -> Options {
        let unless = |off| if self == off || self == Off::Everything { Reduce::Never } else { Reduce::WherePossible };
        let [awaits, barriers, symmetry, restored] =
            [Off::Awaits, Off::Barriers, Off::Symmetry, Off::Restored].map(unless);
        Options { schedule, on_race, awaits, barriers, symmetry, restored, ..Options::default() }
    }

    fn program(self, program: &Mixed) -> Mixed {
        let hidden = matches!(self, Off::Waiting | Off::Everything);
        Mixed { patience: if hidden { Patience::Hidden } else { Patience::Shown }, ..program.clone() }
    }
}

/// What a comparison covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Programs that were compared.
    pub programs: u64,
    /// Those that were too large for the oracle.
    pub skipped: u64,
    /// Those in which a technique was used: barriers, symmetry, both, symmetry restored.
    pub reduced: [u64; 4],
    /// Those with an error, runs that hang included, which ends a search.
    pub errors: u64,
    /// Those that block in some execution.
    pub block: u64,
    /// Executions that were met with everything on and with everything off, and how many outcomes there are.
    pub executions: [u64; 3],
}

/// How they differ.
#[derive(Debug)]
pub struct Difference {
    /// What was switched off.
    pub off: Off,
    /// In words.
    pub what: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "with this off: {:?}\n{}", self.off, self.what)
    }
}

/// How much work the oracle may do for a program.
const LIMIT: usize = 20_000;

/// Compares search and oracle.
pub fn compare(program: &Mixed, model: Builtin, schedule: Schedule, report: &mut Report) -> Result<(), Difference> {
    let axioms = axioms(model).expect("invariant: compared are models whose axioms the oracle has");
    let Ok(examined) = selvedge_oracle::examine(program, axioms, LIMIT) else {
        report.skipped += 1;
        return Ok(());
    };
    report.programs += 1;
    let defined: Vec<Execution> = examined.executions.into_iter().map(Execution::renumbered).collect();
    let mut hangs = Vec::new();
    for off in Off::ALL {
        let differ = |what| Difference { off, what };
        let program = off.program(program);
        let mut complete = Complete::default();
        let verdict = run_under(&program, model, &off.options(schedule, OnRace::Ignore), &mut complete);
        if complete.twice {
            return Err(differ("an execution is found twice".to_owned()));
        }
        let grain = Grain::of(&verdict.reductions);
        same(&complete.found, &defined, grain, &verdict).map_err(differ)?;
        let wrong = run_under(&program, model, &off.options(schedule, OnRace::Report), &mut Silent).violation;
        let wrong = wrong.map(|violation| violation.kind);
        if !agrees(wrong, examined.findings) {
            return Err(differ(format!("found {wrong:?}, the oracle says {:?}", examined.findings)));
        }
        // A search ends with the first error. So that some run hangs is sure to show only if there is nothing
        // else.
        let only = examined.findings == Findings::default();
        if program.patience == Patience::Shown {
            hangs.push((off, only && wrong.is_some_and(is_hang)));
        }
        report.count(off, &complete.found, &verdict, wrong);
    }
    report.executions[2] += outcomes(&defined, Grain::Threads).len() as u64;
    match hangs.iter().find(|(_, hang)| *hang != hangs[0].1) {
        Some((off, hang)) => Err(Difference { off: *off, what: format!("found that a run hangs: {hang}") }),
        None => Ok(()),
    }
}

impl Report {
    fn count(
        &mut self,
        off: Off,
        found: &std::collections::HashSet<Execution>,
        verdict: &Searched,
        wrong: Option<ViolationKind>,
    ) {
        use selvedge_core::Reduction::{Barriers, RestoredSymmetry, Symmetry};
        if off == Off::Everything && verdict.violation.is_none() {
            self.executions[1] += found.len() as u64;
        }
        if off != Off::Nothing {
            return;
        }
        let used = [Barriers, Symmetry, RestoredSymmetry].map(|reduction| verdict.reductions.contains(&reduction));
        for (count, used) in self.reduced.iter_mut().zip([used[0], used[1], used[0] && used[1], used[2]]) {
            *count += u64::from(used);
        }
        self.errors += u64::from(wrong.is_some());
        self.block += u64::from(verdict.counts.blocked > 0);
        if verdict.violation.is_none() {
            self.executions[0] += found.len() as u64;
        }
    }
}

/// Whether it is that a run goes no further, of which the oracle knows nothing: `hangs.rs` compares that.
fn is_hang(kind: ViolationKind) -> bool {
    matches!(kind, ViolationKind::Deadlock | ViolationKind::Liveness)
}

/// Whether what the search found is among what the oracle found.
fn agrees(wrong: Option<ViolationKind>, findings: Findings) -> bool {
    match wrong {
        None => findings == Findings::default(),
        Some(kind) if is_hang(kind) => true,
        Some(ViolationKind::Race) => findings.racy,
        Some(ViolationKind::Assertion) => findings.fails,
        Some(ViolationKind::InvalidJoin) => findings.invalid_join,
        Some(_) => false,
    }
}

fn outcomes<'a>(executions: impl IntoIterator<Item = &'a Execution>, grain: Grain) -> BTreeSet<Outcome> {
    executions.into_iter().map(|execution| outcome(execution, grain)).collect()
}

fn same<'a>(
    found: impl IntoIterator<Item = &'a Execution>,
    defined: &[Execution],
    grain: Grain,
    verdict: &Searched,
) -> Result<(), String> {
    let (found, defined) = (outcomes(found, grain), outcomes(defined, grain));
    if let Some(extra) = found.difference(&defined).next() {
        return Err(format!("an outcome that there is not: {extra:?}"));
    }
    // What is wrong ends a search before it has seen everything.
    match defined.difference(&found).next().filter(|_| verdict.violation.is_none()) {
        Some(missing) => Err(format!("an outcome is missing: {missing:?}")),
        None => Ok(()),
    }
}

/// Compares a search that goes on after violations with the oracle: all outcomes, and each kind of error that
/// there is.
pub fn compare_going_on(program: &Mixed, model: Builtin, report: &mut Report) -> Result<(), Difference> {
    let axioms = axioms(model).expect("invariant: compared are models whose axioms the oracle has");
    let Ok(examined) = selvedge_oracle::examine(program, axioms, LIMIT) else {
        report.skipped += 1;
        return Ok(());
    };
    report.programs += 1;
    report.errors += u64::from(examined.findings != Findings::default());
    let defined: Vec<Execution> = examined.executions.into_iter().map(Execution::renumbered).collect();
    for off in [Off::Nothing, Off::Awaits, Off::Everything] {
        let differ = |what| Difference { off, what };
        let program = off.program(program);
        let options = off.options(Schedule::WritesFirst, OnRace::Report);
        let options = Options { on_violation: OnViolation::GoOn, ..options };
        let mut complete = Complete::default();
        let searched = run_under(&program, model, &options, &mut complete);
        let found = |kind| searched.violations().any(|violation| violation.kind == kind);
        let Findings { racy, fails, invalid_join, .. } = examined.findings;
        if found(ViolationKind::InvalidJoin) != invalid_join {
            return Err(differ(format!("the oracle says of invalid joins: {invalid_join}")));
        }
        if invalid_join {
            // Of executions with one, nothing else is known.
            continue;
        }
        for (kind, expected) in [(ViolationKind::Race, racy), (ViolationKind::Assertion, fails)] {
            if found(kind) != expected {
                return Err(differ(format!("{kind:?}: the oracle says {expected}")));
            }
        }
        if complete.twice {
            return Err(differ("an execution is found twice".to_owned()));
        }
        let exhausted = Searched { violation: None, ..searched };
        same(&complete.found, &defined, Grain::of(&exhausted.reductions), &exhausted).map_err(differ)?;
    }
    Ok(())
}
