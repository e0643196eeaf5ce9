//! Teams: threads started alike that meet at a barrier between their phases, and may be alike again from
//! there.
//!
//! A phase is a thread of a random litmus test. What a thread has seen in one phase may decide which it runs
//! in the next; if it does not, all are in the same state when they meet. Others may take part in the
//! meetings, and run something else.
//!
//! Executions that differ in who does what after a meeting, among those that were in the same state there,
//! need not be told apart. The classes are found by brute force: of every execution that the oracle finds,
//! all those that follow by changing places.

use std::collections::HashSet;

use selvedge_core::execution::{End, Source, Step, StepName};
use selvedge_core::{
    Access, Action, Answer, BlockReason, Execution, Hints, Meaning, Reduction, Searched, Site, Spawn, StopReason,
    Telling, ThreadId, Value,
};
use selvedge_explore::{Limits, OnRace, Options, Reduce, Schedule, Silent};
use selvedge_litmus::Litmus;
use selvedge_litmus::ast::Test;
use selvedge_models::Builtin;

use crate::compare::{Complete, Difference, Witness, axioms, run_under};
use crate::generate::{Recipe, generate};
use crate::meetings::{COUNT, forget_order, same};
use crate::random::Random;

const PARENT: u32 = 0;
const MEMBER: u32 = 1;
const OUTSIDER: u32 = 2;

/// A program of such threads.
#[derive(Debug)]
pub struct Teams {
    /// The tests of the phases.
    pub tests: Vec<Test>,
    phases: Vec<Litmus>,
    /// Whether what a thread has seen in a phase matters in the next.
    remembers: Vec<bool>,
    members: u32,
    outsiders: u32,
    joins: bool,
}

/// A thread.
#[derive(Clone, PartialEq)]
pub enum Thread {
    /// The number of its next step, and its children.
    Parent(usize, Vec<ThreadId>),
    /// A member of the team, or an outsider.
    Child(Child),
}

/// What a child knows.
#[derive(Clone, PartialEq)]
pub struct Child {
    entry: u32,
    phase: usize,
    /// What it has kept from the last phase.
    kept: Value,
    /// What it has seen last in this one.
    seen: Value,
    stage: Stage,
}

#[derive(Clone, PartialEq)]
enum Stage {
    Beginning,
    /// Runs its phase, and has asked for a value or not.
    Running(<Litmus as Meaning>::Thread, bool),
    Arriving,
    Leaving(u64),
}

impl Teams {
    /// A random program with so many accesses in each test, at most.
    pub fn new(random: &mut Random, accesses: usize) -> Teams {
        let members = random.pick(&[2, 2, 2, 3]);
        let outsiders = random.pick(&[0, 0, 1]);
        let phases = if members + outsiders > 2 { 2 } else { random.pick(&[2, 2, 3]) };
        let assertions = random.pick(&[0, 0, 20]);
        let tests: Vec<Test> = (0..phases).map(|_| phase(random, Recipe { accesses, plain: 10, assertions })).collect();
        let litmus = |test| Litmus::from_ast(test).expect("invariant: generated tests are well-formed");
        Teams {
            phases: tests.iter().map(litmus).collect(),
            remembers: tests.iter().map(|_| random.chance(30)).collect(),
            tests,
            members,
            outsiders,
            joins: random.chance(50),
        }
    }

    fn children(&self) -> u32 {
        self.members + self.outsiders
    }
}

/// A test that starts no threads.
fn phase(random: &mut Random, recipe: Recipe) -> Test {
    loop {
        let test = generate(random, recipe);
        let started = Litmus::from_ast(&test).expect("invariant: generated tests are well-formed").initial_threads();
        if started.len() == test.threads.len() {
            return test;
        }
    }
}

impl Meaning for Teams {
    type Thread = Thread;

    fn initial_threads(&self) -> Vec<Spawn> {
        vec![Spawn { entry: PARENT, argument: Value(0) }]
    }

    fn initial_value(&self, _: Access) -> Value {
        Value(0)
    }

    fn start(&self, _: ThreadId, spawn: Spawn) -> Thread {
        let Spawn { entry, .. } = spawn;
        if entry == PARENT {
            return Thread::Parent(0, Vec::new());
        }
        Thread::Child(Child { entry, phase: 0, kept: Value(0), seen: Value(0), stage: Stage::Beginning })
    }

    fn resume(&self, thread: &mut Thread, answer: Answer) -> Action {
        match thread {
            Thread::Parent(next, children) => self.resume_parent(next, children, answer),
            Thread::Child(child) => self.resume_child(child, answer),
        }
    }
}

impl Hints for Teams {
    fn knows_threads_apart(&self) -> bool {
        false
    }

    fn are_alike(&self, one: &Thread, other: &Thread) -> bool {
        one == other
    }
}

impl Telling for Teams {
    type Notes = ();

    fn site(&self, _: &Thread) -> Option<Site> {
        None
    }

    fn location_name(&self, at: Access, _: &()) -> String {
        format!("[{}]", at.address.0)
    }

    fn thread_name(&self, number: usize, _: Spawn, _: &()) -> String {
        format!("T{number}")
    }
}

impl Teams {
    fn resume_parent(&self, next: &mut usize, children: &mut Vec<ThreadId>, answer: Answer) -> Action {
        let all = self.children() as usize;
        if let (1.., Answer::Value(child)) = (*next, answer)
            && children.len() < all
        {
            children.push(ThreadId(child.0 as u32));
        }
        *next += 1;
        match *next - 1 {
            step if step < all => {
                let entry = if step < self.members as usize { MEMBER } else { OUTSIDER };
                Action::Spawn(Spawn { entry, argument: Value(0) })
            }
            step if self.joins && step < 2 * all => Action::Join(children[step - all]),
            _ => Action::Finish(Value(0)),
        }
    }

    fn resume_child(&self, child: &mut Child, mut answer: Answer) -> Action {
        let all = u64::from(self.children());
        loop {
            match &mut child.stage {
                Stage::Beginning => {
                    let litmus = &self.phases[child.phase];
                    let starts = litmus.initial_threads();
                    let which = (child.entry - MEMBER) as usize + child.kept.0 as usize;
                    let inner = litmus.start(ThreadId(0), starts[which % starts.len()]);
                    (child.stage, answer) = (Stage::Running(inner, false), Answer::None);
                }
                Stage::Running(inner, asked) => {
                    if let (Answer::Value(value), true) = (answer, *asked) {
                        child.seen = value;
                    }
                    let action = self.phases[child.phase].resume(inner, answer);
                    *asked = matches!(action, Action::Read { .. } | Action::Rmw { .. });
                    let Action::Finish(_) = action else { return action };
                    let kept = if self.remembers[child.phase] { child.seen } else { Value(0) };
                    (child.kept, child.seen) = (kept, Value(0));
                    child.phase += 1;
                    if child.phase == self.phases.len() {
                        return Action::Finish(Value(0));
                    }
                    child.stage = Stage::Arriving;
                    return Action::Arrive { at: COUNT, threads: Value(all) };
                }
                Stage::Arriving => {
                    let before = answer.value().0;
                    child.stage = Stage::Leaving(before / all);
                    return Action::Leave { at: COUNT, count: Value((before / all + 1) * all) };
                }
                Stage::Leaving(round) => {
                    if answer.value().0 / all <= *round {
                        return Action::Block(BlockReason::Lock);
                    }
                    child.stage = Stage::Beginning;
                }
            }
        }
    }
}

/// What a comparison covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Programs in which threads were not told apart after a barrier, although they had become different.
    pub restored: u64,
    /// Programs in which they were, or there was nothing to restore.
    pub told_apart: u64,
    /// Programs that were too large for the oracle.
    pub skipped: u64,
    /// Programs that go wrong, which ends the search.
    pub violations: u64,
    /// Executions that the search met, and how many there are up to the order of arrivals.
    pub executions: (u64, u64),
}

/// What the search is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Against {
    /// The oracle, which takes the barrier for memory and does not get far.
    Oracle,
    /// The search that tells threads apart.
    Itself,
}

/// As many executions as we care to look at.
const LIMIT: u64 = 1_000;

/// The executions of a program that does nothing wrong, up to the order of arrivals; nothing if there are too
/// many.
fn all_executions(program: &Teams, model: Builtin, against: Against) -> Option<HashSet<Execution>> {
    let all = match against {
        Against::Oracle => selvedge_oracle::executions(program, axioms(model)?, 60_000).ok()?,
        Against::Itself => {
            let limits = Limits { executions: Some(LIMIT), ..Limits::default() };
            let options = Options { on_race: OnRace::Ignore, limits, ..Options::default() };
            let mut met = Complete::default();
            let verdict = run_under(program, model, &options, &mut met);
            (verdict.stop == StopReason::Exhausted).then_some(met.found)?
        }
    };
    Some(all.into_iter().map(Execution::renumbered).map(forget_order).collect())
}

/// Checks that the search meets exactly one execution of each class.
pub fn compare(
    program: &Teams,
    model: Builtin,
    schedule: Schedule,
    against: Against,
    report: &mut Report,
) -> Result<(), Difference> {
    let (symmetry, restored) = (Reduce::WherePossible, Reduce::WherePossible);
    let limits = Limits { executions: Some(LIMIT), ..Limits::default() };
    let plain = run_under(program, model, &Options { limits: limits.clone(), ..Options::default() }, &mut Silent);
    let options = Options { schedule, on_race: OnRace::Ignore, symmetry, restored, limits, ..Options::default() };
    let mut witness = Witness::default();
    let verdict = run_under(program, model, &options, &mut witness);
    let is_too_large = |verdict: &Searched| !matches!(verdict.stop, StopReason::Exhausted | StopReason::Violation);
    if is_too_large(&plain) || is_too_large(&verdict) {
        report.skipped += 1;
        return Ok(());
    }
    let racing = Options { on_race: OnRace::Report, ..options.clone() };
    let found = run_under(program, model, &racing, &mut Witness::default());
    let kinds = [plain, found].map(|verdict| verdict.violation.map(|violation| violation.kind));
    if kinds[0].is_some() != kinds[1].is_some() {
        return Err(Difference::Reduced(kinds));
    }
    if let Some(difference) = witness.difference.take() {
        return Err(difference);
    }
    if verdict.violation.is_some() {
        report.violations += 1;
        return Ok(());
    }
    let Some(all) = all_executions(program, model, against) else {
        report.skipped += 1;
        return Ok(());
    };
    report.executions.0 += witness.executions.len() as u64;
    report.executions.1 += all.len() as u64;
    let restored = verdict.reductions.contains(&Reduction::RestoredSymmetry);
    match restored {
        true => report.restored += 1,
        false => report.told_apart += 1,
    }
    let found: HashSet<Execution> = witness.executions.iter().cloned().map(forget_order).collect();
    let reached = match (restored, verdict.reductions.contains(&Reduction::Symmetry)) {
        (true, _) => classes(program, &found, usize::MAX)?,
        (false, true) => classes(program, &found, 0)?,
        (false, false) => found,
    };
    same(&all, &reached)
}

/// All members of the classes of these executions, no two of which may be in the same class. Threads may
/// change places from the start, and at so many meetings.
fn classes(program: &Teams, found: &HashSet<Execution>, meetings: usize) -> Result<HashSet<Execution>, Difference> {
    let mut reached: HashSet<Execution> = HashSet::new();
    for execution in found {
        if reached.contains(execution) {
            return Err(Difference::Duplicate(Box::new(execution.clone())));
        }
        let mut open = vec![execution.clone()];
        while let Some(next) = open.pop() {
            if reached.insert(next.clone()) {
                open.extend(neighbours(program, &next, meetings));
            }
        }
    }
    Ok(reached)
}

/// The executions in which two threads have changed places.
fn neighbours(program: &Teams, execution: &Execution, meetings: usize) -> Vec<Execution> {
    let members = || (0..execution.threads.len()).filter(|&thread| execution.threads[thread].spawn.entry == MEMBER);
    let mut found = Vec::new();
    for one in members() {
        for other in members().filter(|&other| other > one) {
            let states = [one, other].map(|thread| states(program, execution, thread));
            let pairs = states[0].iter().zip(&states[1]).take(meetings.saturating_add(1));
            let alike = pairs.filter(|((_, one), (_, other))| one == other);
            found.extend(alike.map(|((from, _), (to, _))| exchange(execution, (one, *from), (other, *to))));
        }
    }
    found
}

/// Where a thread begins its phases, and in which states.
fn states(program: &Teams, execution: &Execution, thread: usize) -> Vec<(usize, Thread)> {
    let trace = &execution.threads[thread];
    let mut state = program.start(trace.id, trace.spawn);
    let mut found = vec![(0, state.clone())];
    let mut answer = Answer::None;
    let all = u64::from(program.children());
    let mut rounds = 0;
    for (index, step) in trace.steps.iter().enumerate() {
        program.resume(&mut state, answer);
        answer = match step {
            Step::Update { at, .. } if *at == COUNT => Answer::Value(Value(rounds * all + all - 1)),
            Step::Read { at, .. } if *at == COUNT => {
                rounds += 1;
                found.push((index + 1, state.clone()));
                Answer::Value(Value(rounds * all))
            }
            Step::Read { value, .. } | Step::Update { read: value, .. } => Answer::Value(*value),
            _ => Answer::None,
        };
    }
    found
}

/// The execution in which two threads have changed places from these steps on.
fn exchange(execution: &Execution, (one, from): (usize, usize), (other, to): (usize, usize)) -> Execution {
    let mut exchanged = execution.clone();
    let rename = |step: &mut StepName| {
        if step.thread == one && step.index >= from {
            *step = StepName { thread: other, index: step.index - from + to };
        } else if step.thread == other && step.index >= to {
            *step = StepName { thread: one, index: step.index - to + from };
        }
    };
    let tails = [(one, from), (other, to)].map(|(thread, at)| exchanged.threads[thread].steps.split_off(at));
    let [of_one, of_other] = tails;
    exchanged.threads[one].steps.extend(of_other);
    exchanged.threads[other].steps.extend(of_one);
    let ends: [End; 2] = [one, other].map(|thread| execution.threads[thread].end);
    (exchanged.threads[one].end, exchanged.threads[other].end) = (ends[1], ends[0]);
    for step in exchanged.threads.iter_mut().flat_map(|thread| &mut thread.steps) {
        if let Step::Read { from: Source::Step(source), .. } | Step::Update { from: Source::Step(source), .. } = step {
            rename(source);
        }
    }
    exchanged.coherence.values_mut().flatten().for_each(rename);
    exchanged
}
