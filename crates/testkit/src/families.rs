//! Litmus tests whose threads are started several times each, by a thread of their own.
//!
//! Executions that differ only in which of several threads, started alike, is which need not be told apart.
//! So what the search finds is compared with what the oracle finds after sorting both: of each class, the
//! least member counts. Some parents do tell their children apart: they do something between two creations or
//! two joins, or not all threads end with the same value, or a child looks where the parent keeps the ids.

use std::collections::HashSet;

use selvedge_core::execution::{Source, Step, ThreadTrace};
use selvedge_core::{
    Access, Action, Address, Answer, Execution, Hints, Meaning, Mode, ReadOrdering, Reduction, Site, Spawn, Telling,
    ThreadId, Value, ViolationKind, Width, WriteOrdering,
};
use selvedge_explore::{OnRace, Options, Reduce, Schedule};
use selvedge_litmus::Litmus;
use selvedge_litmus::ast::Test;
use selvedge_models::Builtin;

use crate::compare::{Difference, Witness, axioms, run_under};
use crate::meetings::same;
use crate::random::Random;

/// The parent's entry point.
const PARENT: u32 = u32::MAX;
/// Where the parent keeps the ids of its children.
const IDS: u64 = 1 << 20;

/// A step of the parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Chore {
    Start(u32),
    /// Stores the id of its last child.
    Keep,
    /// Looks an id up again.
    Recall(usize),
    /// Looks at what everybody can see.
    Look,
    /// Writes where everybody can see it.
    Call,
    /// Waits for a child.
    Join(usize),
}

/// A litmus test with a parent.
#[derive(Debug)]
pub struct Families {
    litmus: Litmus,
    chores: Vec<Chore>,
    /// Threads end with the value that they have seen last.
    tells: bool,
    /// The threads of this entry point look at the first id before they do anything else.
    peeks: Option<u32>,
}

/// A thread of such a test.
#[derive(Clone, PartialEq)]
pub enum Thread {
    /// The parent: the number of its next chore, and the ids of its children.
    Parent(usize, Vec<ThreadId>),
    /// A child: the thread of the test, the value it has seen last, and whether it looks where it should not.
    Child(<Litmus as Meaning>::Thread, Value, Curiosity),
}

/// What a child is to be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Curiosity {
    /// It still has to look.
    Curious,
    /// It is looking.
    Looking,
    /// It does what the test says, and is to be told a value that memory holds.
    Reading,
    /// It does what the test says.
    Satisfied,
}

impl Families {
    /// Starts the threads of a test one or more times each.
    pub fn new(test: &Test, random: &mut Random) -> Families {
        let litmus = Litmus::from_ast(test).expect("invariant: generated tests are well-formed");
        let entries: Vec<u32> = litmus.initial_threads().iter().map(|spawn| spawn.entry).collect();
        let unruly = random.chance(25);
        let keeps = random.chance(50);
        let mut chores = Vec::new();
        let mut children = 0;
        let chosen = random.pick(&entries);
        for &entry in &entries {
            let times = match entry == chosen {
                true => random.pick(&[2, 2, 2, 3, 3, 4]),
                false => random.pick(&[0, 1, 1, 2]),
            };
            for _ in 0..times.min(4 - children.min(4)) {
                if unruly && random.chance(10) {
                    chores.push(random.pick(&[Chore::Look, Chore::Call]));
                }
                chores.push(Chore::Start(entry));
                children += 1;
                if keeps {
                    chores.push(Chore::Keep);
                }
            }
        }
        if random.chance(60) {
            if random.chance(20) {
                chores.push(Chore::Call);
            }
            let last = if unruly && random.chance(20) { children - 1 } else { children };
            for child in 0..last {
                let child = if unruly && random.chance(50) { last - 1 - child } else { child };
                if unruly && random.chance(10) {
                    chores.push(random.pick(&[Chore::Look, Chore::Call]));
                }
                if keeps {
                    chores.push(Chore::Recall(child));
                }
                chores.push(Chore::Join(child));
            }
            if random.chance(40) {
                chores.push(random.pick(&[Chore::Look, Chore::Call]));
            }
        }
        let peeks = (unruly && random.chance(15)).then(|| random.pick(&entries));
        Families { litmus, chores, tells: unruly && random.chance(30), peeks }
    }
}

fn id_of(child: usize) -> Access {
    Access { address: Address(IDS + child as u64), width: Width::W32 }
}

/// What everybody can see.
fn square() -> Access {
    Access { address: Address(0), width: Width::W32 }
}

impl Meaning for Families {
    type Thread = Thread;

    fn initial_threads(&self) -> Vec<Spawn> {
        vec![Spawn { entry: PARENT, argument: Value(0) }]
    }

    fn initial_value(&self, at: Access) -> Value {
        if at.address.0 >= IDS { Value(0) } else { self.litmus.initial_value(at) }
    }

    fn start(&self, id: ThreadId, spawn: Spawn) -> Thread {
        match spawn.entry {
            PARENT => Thread::Parent(0, Vec::new()),
            entry => {
                let curiosity = if self.peeks == Some(entry) { Curiosity::Curious } else { Curiosity::Satisfied };
                Thread::Child(self.litmus.start(id, spawn), Value(0), curiosity)
            }
        }
    }

    fn resume(&self, thread: &mut Thread, answer: Answer) -> Action {
        match thread {
            Thread::Parent(next, children) => {
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
                        let last = children.len() - 1;
                        // Ids depend on when threads are met, so that executions with different ones are the
                        // same.
                        let value = Value(last as u64);
                        Action::Write { at: id_of(last), ordering: WriteOrdering::Plain, value }
                    }
                    Some(&Chore::Recall(child)) => Action::Read { at: id_of(child), ordering: ReadOrdering::Plain },
                    Some(Chore::Look) => Action::Read { at: square(), ordering: ReadOrdering::Relaxed },
                    Some(Chore::Call) => {
                        Action::Write { at: square(), ordering: WriteOrdering::Release, value: Value(7) }
                    }
                    Some(&Chore::Join(child)) => Action::Join(children[child]),
                }
            }
            Thread::Child(_, _, curiosity @ Curiosity::Curious) => {
                *curiosity = Curiosity::Looking;
                Action::Read { at: id_of(0), ordering: ReadOrdering::Relaxed }
            }
            Thread::Child(inner, seen, curiosity) => {
                // What it has seen there is not an answer to anything that the test has asked.
                let answer = if *curiosity == Curiosity::Looking { Answer::None } else { answer };
                if let (Answer::Value(value), Curiosity::Reading) = (answer, *curiosity) {
                    *seen = value;
                }
                let action = self.litmus.resume(inner, answer);
                *curiosity = match action {
                    Action::Read { .. } | Action::Rmw { .. } => Curiosity::Reading,
                    _ => Curiosity::Satisfied,
                };
                match action {
                    Action::Finish(_) if self.tells => Action::Finish(*seen),
                    action => action,
                }
            }
        }
    }
}

impl Hints for Families {
    fn knows_threads_apart(&self) -> bool {
        false
    }
}

impl Telling for Families {
    type Notes = ();

    fn site(&self, _: &Thread) -> Option<Site> {
        None
    }

    fn location_name(&self, at: Access, notes: &()) -> String {
        if at.address.0 >= IDS { "id".into() } else { self.litmus.location_name(at, notes) }
    }

    fn thread_name(&self, number: usize, spawn: Spawn, notes: &()) -> String {
        if spawn.entry == PARENT { "parent".into() } else { self.litmus.thread_name(number, spawn, notes) }
    }
}

/// What a comparison covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Programs in which threads were not told apart.
    pub reduced: u64,
    /// Programs in which all were.
    pub told_apart: u64,
    /// Programs that were too large for the oracle.
    pub skipped: u64,
    /// Programs that go wrong, which ends the search.
    pub violations: u64,
    /// Executions that the search met, how many classes there are, and how many executions in all.
    pub executions: (u64, u64, u64),
}

/// Checks that search and oracle find the same, up to which of several threads is which.
pub fn compare(program: &Families, model: Builtin, schedule: Schedule, report: &mut Report) -> Result<(), Difference> {
    const LIMIT: usize = 100_000;
    let axioms = axioms(model).expect("invariant: compared are models whose axioms the oracle has");
    let (Ok(all), Ok(findings)) =
        (selvedge_oracle::executions(program, axioms, LIMIT), selvedge_oracle::findings(program, axioms, LIMIT))
    else {
        report.skipped += 1;
        return Ok(());
    };
    let options = Options { schedule, on_race: OnRace::Ignore, symmetry: Reduce::WherePossible, ..Options::default() };
    let mut witness = Witness::default();
    let verdict = run_under(program, model, &options, &mut witness);
    if let Some(difference) = witness.difference.take() {
        return Err(difference);
    }
    let racing = Options { on_race: OnRace::Report, ..options };
    let found = run_under(program, model, &racing, &mut Witness::default()).violation.map(|violation| violation.kind);
    let agree = match found {
        None | Some(ViolationKind::Deadlock) => findings == Default::default(),
        Some(ViolationKind::Race) => findings.racy,
        Some(ViolationKind::Assertion) => findings.fails,
        Some(ViolationKind::InvalidJoin) => findings.invalid_join,
        Some(_) => false,
    };
    if !agree {
        return Err(Difference::Findings { found, expected: findings });
    }
    if verdict.violation.is_some() {
        report.violations += 1;
        return Ok(());
    }
    report.executions.0 += witness.executions.len() as u64;
    report.executions.2 += all.len() as u64;
    let all = all.into_iter().map(Execution::renumbered);
    let (all, found) = match verdict.reductions.contains(&Reduction::Symmetry) {
        true => {
            report.reduced += 1;
            (all.map(|execution| sort(&execution)).collect(), sort_all(witness.executions)?)
        }
        false => {
            report.told_apart += 1;
            (all.collect::<HashSet<_>>(), witness.executions)
        }
    };
    report.executions.1 += all.len() as u64;
    same(&all, &found)
}

/// The classes of these executions. None may be there twice, unless threads start others: they are not sorted
/// by what those do.
fn sort_all(found: HashSet<Execution>) -> Result<HashSet<Execution>, Difference> {
    let mut sorted = HashSet::new();
    for execution in found {
        let has_grandchildren = execution.threads.iter().any(|thread| thread.name.0.len() > 2);
        if let Some(twice) = sorted.replace(sort(&execution))
            && !has_grandchildren
        {
            return Err(Difference::Duplicate(Box::new(twice)));
        }
    }
    Ok(sorted)
}

/// The least of all executions that differ from this one in who is who among the children of the first
/// thread.
pub fn sort(execution: &Execution) -> Execution {
    let mut orders: Vec<Vec<usize>> = vec![(0..execution.threads.len()).collect()];
    for family in families(execution) {
        let places = permutations(&family);
        orders = orders
            .iter()
            .flat_map(|order| {
                places.iter().map(|place| {
                    let mut order = order.clone();
                    family.iter().zip(place).for_each(|(&from, &to)| order[from] = to);
                    order
                })
            })
            .collect();
    }
    orders.iter().map(|order| permute(execution, order)).min().expect("invariant: there is an order")
}

/// The threads that were started alike with nothing in between that others can see.
fn families(execution: &Execution) -> Vec<Vec<usize>> {
    let mut families: Vec<Vec<usize>> = Vec::new();
    let mut open = 0;
    for step in &execution.threads[0].steps {
        match *step {
            Step::Spawn { child } => {
                let spawn = execution.threads[child].spawn;
                match families[open..].iter_mut().find(|family| execution.threads[family[0]].spawn == spawn) {
                    Some(family) => family.push(child),
                    None => families.push(vec![child]),
                }
            }
            Step::Write { mode: Mode::Plain, .. } | Step::Read { mode: Mode::Plain, .. } => {}
            // Those that come later are not like those that came before.
            _ => open = families.len(),
        }
    }
    families
}

fn permutations(of: &[usize]) -> Vec<Vec<usize>> {
    if of.is_empty() {
        return vec![Vec::new()];
    }
    let with_first = |at: usize| {
        let mut rest = of.to_vec();
        let first = rest.remove(at);
        permutations(&rest).into_iter().map(move |mut rest| {
            rest.insert(0, first);
            rest
        })
    };
    (0..of.len()).flat_map(with_first).collect()
}

/// The execution in which each thread of a family, with its own children, is in the place of another.
fn permute(execution: &Execution, order: &[usize]) -> Execution {
    let of_child = |thread: &ThreadTrace| thread.name.0.get(1).copied();
    let rename = |thread: &ThreadTrace| {
        let mut name = thread.name.clone();
        if let Some(child) = of_child(thread) {
            let is_ancestor = |other: &ThreadTrace| other.name.0.len() == 2 && of_child(other) == Some(child);
            let ancestor = execution.threads.iter().position(is_ancestor).expect("invariant: nobody is an orphan");
            name.0[1] = execution.threads[order[ancestor]].name.0[1];
        }
        name
    };
    let names: Vec<_> = execution.threads.iter().map(rename).collect();
    let mut sorted = names.clone();
    sorted.sort();
    let place =
        |thread: usize| sorted.iter().position(|name| *name == names[thread]).expect("invariant: all are there");
    let mut permuted = execution.clone();
    for (number, (thread, name)) in permuted.threads.iter_mut().zip(names.clone()).enumerate() {
        // Whom the parent starts and joins depends on when, not on what they do.
        for step in &mut thread.steps {
            match step {
                Step::Read { from: Source::Step(from), .. } | Step::Update { from: Source::Step(from), .. } => {
                    from.thread = place(from.thread);
                }
                Step::Spawn { child } | Step::Join { child, .. } if number == 0 => {
                    let name = &execution.threads[*child].name;
                    *child = sorted.iter().position(|other| other == name).expect("invariant: all are there");
                }
                Step::Spawn { child } | Step::Join { child, .. } => *child = place(*child),
                _ => {}
            }
        }
        thread.name = name;
    }
    permuted.threads.sort_by(|one, other| one.name.cmp(&other.name));
    for step in permuted.coherence.values_mut().flatten() {
        step.thread = place(step.thread);
    }
    permuted.renumbered()
}
