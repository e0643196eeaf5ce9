//! Small executions on which the search would go wrong under a model (kat.md §3.2, MM2 and MM3).
//!
//! Executions are grown at random, one operation at a time, as the search grows them. Whenever one is
//! consistent, taking a causally last operation away must leave it so, and so must adding any operation
//! maximally: reading from, or becoming, the coherence-latest write. Found hazards are made as small as
//! taking operations away can make them.

use selvedge_core::Mode;

use super::bitgraph::Bitgraph;
use super::straightline::Registers;
use super::{Asked, Execution, Kind, Op, Straightline};
use crate::model::Model;

/// How many executions are grown.
const ATTEMPTS: u64 = 3_000;
/// How many operations they get.
const SIZE: usize = 7;

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// Without its last operation the execution is inconsistent.
    Prefix,
    /// With its last operation, which was added maximally, it is inconsistent.
    Extension,
}

/// An execution on which the search would go wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hazard {
    /// The axiom, as a position among the model's checks.
    pub check: usize,
    /// What goes wrong.
    pub wrong: Wrong,
    /// The execution with the operation in question.
    pub execution: Execution,
    /// The operation in question.
    pub last: usize,
}

impl Hazard {
    /// What goes wrong, in words.
    pub fn what(&self) -> &'static str {
        match self.wrong {
            Wrong::Prefix => "it forbids an execution and allows it when it goes on",
            Wrong::Extension => "it allows an execution and forbids going on with it",
        }
    }

    /// The execution, and the operation in question.
    pub fn drawing(&self, model: &Model) -> String {
        let name = &model.checks[self.check].name;
        let Op { thread, .. } = self.execution.ops[self.last];
        let last = self.execution.name(self.last);
        let verdict = match self.wrong {
            Wrong::Prefix => format!("without `{last}` in P{thread}, `{name}` fails; with it, all axioms hold"),
            Wrong::Extension => format!("without `{last}` in P{thread}, all axioms hold; with it, `{name}` fails"),
        };
        format!("{}{verdict}", self.execution)
    }
}

/// A source of random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

struct Judge {
    straight: Straightline,
    registers: Registers,
}

impl Judge {
    /// The axiom that forbids the execution, if it is well-formed and one does.
    fn forbids(&mut self, execution: &Execution) -> Option<Option<usize>> {
        let mut bitgraph = Bitgraph::new(&execution.ops, execution.coherence.len())?;
        bitgraph.set_edges(execution);
        bitgraph.is_well_formed().then(|| self.straight.forbids(&bitgraph, &mut self.registers))
    }

    fn is_consistent(&mut self, execution: &Execution) -> bool {
        self.forbids(execution) == Some(None)
    }

    /// The hazard that the operation is, if it is one.
    fn hazard(&mut self, execution: &Execution, last: usize) -> Option<Hazard> {
        let without = without(execution, last)?;
        let (whole, rest) = (self.forbids(execution)?, self.forbids(&without)?);
        let (check, wrong) = match (whole, rest) {
            (None, Some(check)) => (check, Wrong::Prefix),
            (Some(check), None) if is_maximal(execution, last) => (check, Wrong::Extension),
            _ => return None,
        };
        Some(Hazard { check, wrong, execution: execution.clone(), last })
    }
}

/// Whether the operation reads from, and becomes, the coherence-latest write.
fn is_maximal(execution: &Execution, at: usize) -> bool {
    let op = execution.ops[at];
    let Some(order) = execution.coherence.get(op.location as usize) else { return true };
    match op.kind {
        Kind::Fence => true,
        Kind::Read => execution.sources[at] == order.last().copied(),
        Kind::Write | Kind::Update => order.last() == Some(&at),
    }
}

/// The execution without an operation that is the last one of its thread and that nobody reads from.
fn without(execution: &Execution, at: usize) -> Option<Execution> {
    let thread = execution.ops[at].thread;
    let is_last = execution.ops.iter().rposition(|op| op.thread == thread) == Some(at);
    if !is_last || execution.sources.contains(&Some(at)) {
        return None;
    }
    let mut rest = execution.clone();
    rest.ops.remove(at);
    rest.sources.remove(at);
    let renumbered = |write: usize| if write > at { write - 1 } else { write };
    rest.sources.iter_mut().for_each(|source| *source = source.map(renumbered));
    for order in &mut rest.coherence {
        order.retain(|&write| write != at);
        order.iter_mut().for_each(|write| *write = renumbered(*write));
    }
    Some(rest)
}

/// The execution with one more operation. An update goes directly after what it reads from, if nothing is
/// there yet.
fn with(execution: &Execution, op: Op, place: usize) -> Option<Execution> {
    let mut more = execution.clone();
    let at = more.ops.len();
    more.ops.push(op);
    let order = &mut more.coherence[op.location as usize];
    let source = if op.kind.reads() && place > 0 { Some(order[place - 1]) } else { None };
    if op.kind.writes() {
        // Nothing comes between an update and what it reads from.
        if order.get(place).is_some_and(|&next| more.ops[next].kind == Kind::Update) {
            return None;
        }
        order.insert(place, at);
    }
    more.sources.push(source);
    Some(more)
}

/// Whether some execution that has nothing but an update is forbidden.
pub(crate) fn forbids_lone_update(model: &Model) -> bool {
    let mut judge = Judge { straight: Straightline::new(model, Asked::Steps), registers: Registers::default() };
    Kind::Update.modes().iter().any(|&mode| {
        let op = Op { thread: 0, kind: Kind::Update, location: 0, mode };
        let nothing = Execution { coherence: vec![Vec::new()], ..Execution::default() };
        with(&nothing, op, 0).is_some_and(|execution| !judge.is_consistent(&execution))
    })
}

/// An execution on which the search would go wrong under the model, if one is found.
pub fn find(model: &Model) -> Option<Hazard> {
    let mut judge = Judge { straight: Straightline::new(model, Asked::Steps), registers: Registers::default() };
    let mut random = Random(1);
    for attempt in 0..ATTEMPTS {
        let (threads, locations) = (1 + random.below(3), 1 + random.below(3));
        let size = 1 + (attempt as usize * SIZE / ATTEMPTS as usize);
        let mut execution = Execution { coherence: vec![Vec::new(); locations], ..Execution::default() };
        for _ in 0..size {
            let op = random_op(&mut random, threads, locations);
            let places = execution.coherence[op.location as usize].len();
            let maximal = with(&execution, op, places)?;
            let hazard = judge.hazard(&maximal, maximal.ops.len() - 1);
            if let Some(hazard) = hazard.or_else(|| (0..maximal.ops.len()).find_map(|at| judge.hazard(&maximal, at))) {
                return Some(smaller(&mut judge, hazard));
            }
            let chosen = if random.below(2) == 0 { places } else { random.below(places + 1) };
            if let Some(more) = with(&execution, op, chosen).filter(|more| judge.is_consistent(more)) {
                if let Some(hazard) = (0..more.ops.len()).find_map(|at| judge.hazard(&more, at)) {
                    return Some(smaller(&mut judge, hazard));
                }
                execution = more;
            }
        }
    }
    None
}

fn random_op(random: &mut Random, threads: usize, locations: usize) -> Op {
    let kinds = [Kind::Write, Kind::Read, Kind::Write, Kind::Read, Kind::Write, Kind::Read, Kind::Fence, Kind::Update];
    let kind = random.pick(&kinds);
    let mode = if random.below(4) == 0 && kind != Kind::Fence { Mode::Relaxed } else { random.pick(kind.modes()) };
    let location = if kind == Kind::Fence { 0 } else { random.below(locations) as u8 };
    Op { thread: random.below(threads) as u8, kind, location, mode }
}

/// Numbers threads and locations anew, without gaps.
fn rename(execution: &mut Execution) {
    let renumber = |used: &[u8], number: u8| used.iter().position(|&old| old == number).unwrap_or(0) as u8;
    let mut threads: Vec<u8> = execution.ops.iter().map(|op| op.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    let accesses = execution.ops.iter().filter(|op| op.kind != Kind::Fence);
    let mut locations: Vec<u8> = accesses.map(|op| op.location).collect();
    locations.sort_unstable();
    locations.dedup();
    for op in &mut execution.ops {
        op.thread = renumber(&threads, op.thread);
        op.location = if op.kind == Kind::Fence { 0 } else { renumber(&locations, op.location) };
    }
    execution.coherence = locations.iter().map(|&old| std::mem::take(&mut execution.coherence[old as usize])).collect();
}

/// Takes away what is not needed.
fn smaller(judge: &mut Judge, mut hazard: Hazard) -> Hazard {
    'again: loop {
        for at in 0..hazard.execution.ops.len() {
            if at == hazard.last {
                continue;
            }
            let last = if at < hazard.last { hazard.last - 1 } else { hazard.last };
            if let Some(rest) = without(&hazard.execution, at)
                && let Some(found) = judge.hazard(&rest, last)
                && found.wrong == hazard.wrong
            {
                hazard = found;
                continue 'again;
            }
        }
        rename(&mut hazard.execution);
        return hazard;
    }
}
