//! Rounds of loops: when a thread waits instead of going round once more, and when it may not go on.
//!
//! # Waiting
//!
//! A thread that comes back to the beginning of a loop waits there ([`BlockReason::Spin`]) if it could have
//! come here with less: if the reads and fences since some earlier point can be left out, all or all but
//! some, and it would stand here all the same (engine.md §4.3, spin-assume; ours is decided at run time, by
//! comparison).
//!
//! **The rule.** Let the thread be in the state `S` at the head of a loop. Let `e1 … en` be its last events,
//! none of them a *visible step*, that is one that others may notice: reads, compare-exchanges that failed,
//! updates that wrote what was there, fences, and events of blocks that no other thread knows. The thread
//! waits if a proper subsequence of them, run from the state before `e1`, leads to `S` too. Two cases are
//! tried: nothing is kept and `e1` is the first event of the last round, so that `S` is the state in which
//! the round began (a loop that polls); or the first thing kept is a read of the same location as `e1`, an
//! atomic one that orders at least as much, which takes its place (`old = load(x); while (!cas(x, &old,
//! new));`: the load reads what the failed compare-exchange read). That it leads to `S` is found out by
//! running a copy of the thread with the other answers; where the copy asks for more, later events that fit
//! are its answers.
//!
//! **Why no outcome is lost.** Take an execution with `e1 … en`. Leave out what the subsequence leaves out.
//! - The thread can do what remains, by the rule, and goes on from `S` as before: its answers since are the
//!   same.
//! - What remains is consistent. Only reads and fences went, so every relation of the models (po, rf, co, fr,
//!   hb, psc, ppo) is a subset of what it was. A kept read that stands for a weaker one orders less, which
//!   takes away hb and nothing else; one that is weaker is never kept, for it would have to order *more* in
//!   its new place.
//! - An update that wrote what was there: a read of it reads from its predecessor, the same value; coherence
//!   loses an element. A release sequence through it is one around it.
//! - Blocks that no other thread knows: their events come later now, just before the compare-exchange that
//!   really lets the pointer out. A thread that touches such a block has its address from there, so is after
//!   it in po ∪ rf; nothing that is moved had an edge to anything before.
//! - All that others did is still there, and so is the final state. A violation by any thread after `S`, or
//!   by another thread, is still there too. One *in* the round that is left out is met because the round is
//!   taken before the thread waits.
//!
//! The execution that remains is smaller, so this ends at one in which no thread waits, and that one is
//! explored. A thread that polls does wait, and its execution counts as blocked. One that would have had a
//! second attempt does not: the execution is said elsewhere ([`BlockReason::Redundant`]), and does not count.
//!
//! **Going round for ever.** A thread whose rounds differ in something of its own (`while (!load(x)) k =
//! !k;`) is stopped by the second case, and the smaller execution is stopped again after as many rounds. If
//! all that it was told since the first event that could be left out is what it would be told now, then the
//! copy has only taken again what the thread took: it has stood here before, in the same state, and what it
//! did since is a period. So the reason names all those actions, and the search finds out whether they see
//! the latest values (`check/stuck.rs`). If one of them does not, the smaller execution has fewer reads of
//! older values; so in the end there is one that is found to hang, if any does.
//!
//! **Races are different.** A read that is left out can no longer race with a write that comes later, or be a
//! use of what is freed later. So reads in rounds that were cut short are noted down, and writes and frees
//! that others may see; if a pair of them by different threads could conflict, the search is repeated, and
//! one such round is *spared*: it is taken, and only the next one waits ([`Machine::reconsider`]). One is
//! enough: of an execution with a race in some round, all other idle rounds can be left out. A read is no
//! worry if the thread is sure to read the same location, in the same manner, before it next has an effect
//! (`while (load(x) == 0);`). For let `w` conflict with the read `r` that is left out, and let it not happen
//! after `r`. If `w` is not causally after a later effect of the thread, then `w` is also in an execution in
//! which the thread waits. If it is, then let `s` be the read to come: `w` is causally after `s`, so `s` does
//! not happen after `w`; and `w` does not happen after `s`, for then it would after `r`. So `s` and `w` race,
//! too.
//!
//! **Equal states.** Registers and simple variables that are not needed (`liveness/static.rs`) may differ,
//! and so may bytes of the thread's own memory that it will never look at, nor let others look at, before it
//! has written them again (`liveness/dynamic.rs`): `node->next = old` before a compare-exchange that failed.
//!
//! Loops whose first round is outside are for `rotated_loop.rs`. Mutexes taken and given back are for
//! `sections.rs`, additions that are taken back for `cancelling_adds.rs` (engine.md §4.3, cases 2 and 1).
//!
//! # Not going on
//!
//! `--unroll N`: a thread that would begin a loop for the N+1st time since it entered the loop goes no
//! further ([`BlockReason::Unroll`], engine.md §2.10).

use std::sync::Arc;

use selvedge_core::{Action, Answer, BlockReason, ReadOrdering, Value};
use selvedge_ir::{BlockId, FunctionId, InstKind, ValueId};

use crate::Machine;
use crate::exec::action::read_by;
use crate::exec::flow::Flow;
use crate::machine::Code;
use crate::state::awaiting::Awaiting;
use crate::state::frame::Frame;
use crate::state::thread::Thread;
use crate::waiting::liveness::dynamic::Marks;
use crate::waiting::liveness::r#static::Needs;
use crate::waiting::past_reads::PastRead;
use crate::waiting::record::Deed;
use crate::waiting::rounds::Round;

/// Instructions a copy of a thread may take to get back to the head of its loop.
const IMAGINED_STEPS: u32 = 20_000;
/// Reads that are tried in the place of another, and the other way round.
const MOST_RETRIES: usize = 12;

/// Why a round does not count as idle.
pub(crate) enum Obstacle {
    /// A visible step.
    Effect,
    /// It takes and gives back a mutex that others look at.
    Peeked(u64),
    /// It adds to something, which others notice, and takes it back.
    Seen(u64),
    /// A register or variable that is still needed has another value.
    Register(FunctionId, ValueId),
    /// Memory of the thread's own has another content.
    Memory(u64),
    /// Something else is different.
    Other,
}

/// A round that could be left out.
struct Idle {
    /// How many actions the thread had taken before the first one that could be left out.
    first: u64,
    /// Whether the thread stands as it did when the round began: with the same answers it takes the same
    /// round again.
    repeats: bool,
}

impl Machine {
    /// Takes the answer to the last action, and remembers what it was if there could have been another one.
    pub(crate) fn hear(&self, thread: &mut Thread, answer: Answer) -> Flow {
        let asks = thread.waiting.asks.take().filter(|_| self.code.waits_in_loops() && !thread.is_imagined());
        let Some((at, ordering)) = asks else { return self.settle(thread, answer) };
        if matches!(thread.awaiting(), Awaiting::Old { .. }) {
            self.check_addition(thread, at, answer);
        }
        let steps = thread.waiting.steps_but_mutexes();
        let may_retry = match thread.awaiting() {
            Awaiting::Word { .. } => true,
            Awaiting::Pieces(gathered) => gathered.more.is_empty(),
            Awaiting::Exchange { expected, .. } => answer != Answer::Value(Value(*expected)),
            _ => false,
        };
        let asked = match answer {
            Answer::Value(value) if may_retry && !self.cuts.has_exclusive() && self.code.may_come_to_loop(thread) => {
                Some(Box::new((thread.snapshot(), value.0)))
            }
            _ => None,
        };
        self.settle(thread, answer)?;
        if thread.waiting.steps_but_mutexes() == steps {
            thread.waiting.remember_read(at, ordering, asked);
        }
        Ok(())
    }

    /// Keeps the thread's account of its actions.
    pub(crate) fn account(&self, thread: &mut Thread, action: &Action) {
        thread.waiting.actions += 1;
        self.note_addition(thread, action);
        thread.waiting.asks = read_by(action);
        let Some(deed) = self.deed(thread, action) else { return };
        thread.waiting.acted =
            thread.calls().last().map(|frame| (deed, (frame.function, frame.next.saturating_sub(1))));
    }

    /// What others may notice of an action.
    #[deny(clippy::wildcard_enum_match_arm)]
    fn deed(&self, thread: &mut Thread, action: &Action) -> Option<Deed> {
        Some(match action {
            Action::Write { at, .. }
            | Action::Rmw { at, .. }
            | Action::UpdateUnless { at, .. }
            | Action::CompareExchange { at, .. }
            | Action::Arrive { at, .. } => Deed::Write(at.address.0),
            Action::Free(_) => Deed::Other("frees memory"),
            Action::Spawn(_) => {
                thread.trace.has_started_thread();
                self.log.search().spawned(thread);
                Deed::Other("starts a thread")
            }
            Action::Join(_) => {
                thread.trace.has_joined_thread();
                Deed::Other("joins a thread")
            }
            Action::Read { .. }
            | Action::Copy { .. }
            | Action::Leave { .. }
            | Action::Fence(_)
            | Action::Allocate { .. }
            | Action::Choose(_)
            | Action::Block(_)
            | Action::Fail { .. }
            | Action::Unsupported(_)
            | Action::Exceeds(_)
            | Action::Finish(_)
            | Action::Exit(_) => return None,
        })
    }

    /// If a loop begins here, decides whether the thread may go on, and whether it waits.
    pub(crate) fn begin_round(&self, thread: &mut Thread, function: FunctionId, from: BlockId, head: BlockId) -> Flow {
        let loops = self.code.loops(function);
        if thread.is_imagined() || !loops.is_head(head) {
            return Ok(());
        }
        let back = loops.goes_back(from, head);
        let depth = thread.calls().len() - 1;
        let begun = thread.waiting.rounds.get(depth, head).filter(|_| back).map_or(1, |round| round.begun + 1);
        if let Some(most) = self.code.unroll()
            && begun > most
        {
            self.code.stand_at(thread, head);
            return Err(Box::new(Action::Block(BlockReason::Unroll(most))));
        }
        self.code.canonicalise(thread);
        let round = thread.waiting.rounds.get(depth, head).cloned();
        let mut spared = false;
        let before = match round {
            // Nothing has happened but computation: what it was before will do.
            Some(Round { before: Some(before), .. }) if before.waiting.actions == thread.waiting.actions => before,
            Some(round) if back && self.code.waits_in_loops() => {
                match self.is_idle(thread, round.before.as_deref()) {
                    Ok(Idle { first, .. }) if !round.spared && self.reads_noticed(thread, first) => spared = true,
                    Ok(Idle { first, repeats }) => {
                        self.note_idle_reads(thread, first);
                        self.code.stand_at(thread, head);
                        let since = |action: u64| Some((thread.waiting.actions - action) as u32);
                        let reason = match round.before.as_ref().map(|before| before.waiting.actions) {
                            Some(began) if began == first && repeats => BlockReason::Spin(since(first)),
                            // A section took the place of the one before.
                            Some(began) if repeats => BlockReason::Redundant(since(began)),
                            // If all that it was told since is what it would be told now, it has stood here
                            // before.
                            _ => BlockReason::Redundant(since(first)),
                        };
                        return Err(Box::new(Action::Block(reason)));
                    }
                    Err(obstacle) => {
                        self.log.search().went_round(begun, || self.code.describe_loop(thread, head, &obstacle))
                    }
                }
                Arc::new(thread.snapshot())
            }
            Some(_) if back => {
                self.log.search().went_round(begun, || self.code.describe_place(thread, head));
                Arc::new(thread.snapshot())
            }
            _ => {
                if self.code.waits_in_loops()
                    && let Some(first) = self.reads_again(thread)
                {
                    self.note_idle_reads(thread, first);
                    self.code.stand_at(thread, head);
                    return Err(Box::new(Action::Block(BlockReason::Spin(Some(1)))));
                }
                Arc::new(thread.snapshot())
            }
        };
        thread.waiting.rounds.insert(depth, head, Round { begun, before: Some(before), spared });
        Ok(())
    }

    /// Whether the thread could be where it is with less. `before` is what it was when the round began,
    /// unless it has taken a visible step since.
    fn is_idle(&self, thread: &Thread, before: Option<&Thread>) -> Result<Idle, Obstacle> {
        let idle_since = |before| {
            let first = self.only_sections(thread, before)?;
            self.same(thread, before).map(|()| Idle { first, repeats: true })
        };
        let obstacle = match before.map_or(Err(Obstacle::Effect), idle_since) {
            Ok(first) => return Ok(first),
            Err(Obstacle::Effect) => self.noticed_effects(thread),
            Err(obstacle) => obstacle,
        };
        let reads =
            thread.waiting.recent_reads().into_iter().take_while(|read| read.visible_steps == thread.visible_steps());
        let recent: Vec<&PastRead> = reads.filter(|read| read.asked.is_some()).take(MOST_RETRIES).collect();
        for (i, late) in recent.iter().enumerate() {
            for early in &recent[i + 1..] {
                let fits = early.at == late.at && fits(early.ordering, late.ordering);
                let (Some(first), Some(last)) = (&early.asked, &late.asked) else { continue };
                if fits && self.leads_here(&first.0, last.1, &recent[..i], thread) {
                    return Ok(Idle { first: early.number - 1, repeats: false });
                }
            }
        }
        Err(obstacle)
    }

    /// Whether a thread with this answer would come where another one is. `more` is what the answers may be
    /// if it asks for more, the first answer last.
    fn leads_here(&self, state: &Thread, answer: u64, more: &[&PastRead], goal: &Thread) -> bool {
        let mut copy = state.clone();
        let mut steps = 0;
        let mut more = more.iter().rev();
        if self.settle(&mut copy, Answer::Value(Value(answer))).is_err() {
            return false;
        }
        while steps < IMAGINED_STEPS {
            if let Some(action) = copy.queue().front() {
                let (at, ordering) = if let Action::Read { at, ordering } = action {
                    (*at, *ordering)
                } else if let Action::CompareExchange { at, failure, .. } = action
                    && copy.queue().len() == 1
                {
                    (*at, *failure)
                } else {
                    return false;
                };
                let expected = match copy.awaiting() {
                    Awaiting::Exchange { expected, .. } => Some(*expected),
                    Awaiting::Word { .. } => None,
                    Awaiting::Pieces(gathered) if gathered.more.is_empty() => None,
                    _ => return false,
                };
                let answer = more.find_map(|read| {
                    let answer = read.asked.as_ref()?.1;
                    (read.at == at && fits(ordering, read.ordering) && Some(answer) != expected).then_some(answer)
                });
                let Some(answer) = answer else { return false };
                copy.drop_actions();
                if self.settle(&mut copy, Answer::Value(Value(answer))).is_err() {
                    return false;
                }
                continue;
            }
            if copy.calls().len() == goal.calls().len()
                && copy.place() == goal.place()
                && self.same(goal, &copy).is_ok()
            {
                return true;
            }
            if copy.calls().is_empty() || self.step(&mut copy).is_err() {
                return false;
            }
            steps += 1;
        }
        false
    }

    /// Whether two states of a thread have the same future, as far as is known.
    pub(crate) fn same(&self, now: &Thread, then: &Thread) -> Result<(), Obstacle> {
        // How it came here does not matter, and blocks and calls are compared below. Each part says for
        // itself what else there is, so that a new field must say whether it matters here.
        let Thread { control, memory, cold, trace, waiting: _ } = now;
        let others = control.goes_on_like(&then.control)
            && memory.goes_on_like(&then.memory)
            && trace.goes_on_like(&then.trace)
            && cold.goes_on_like(&then.cold);
        if !others {
            return Err(Obstacle::Other);
        }
        let mut dead = Vec::new();
        let mut marks = Marks::default();
        for (depth, (a, b)) in now.calls().iter().zip(then.calls()).enumerate() {
            let place = |frame: &Frame| (frame.function, frame.block, frame.next, frame.result);
            if place(a) != place(b) || a.locals != b.locals || a.variadic != b.variadic {
                return Err(Obstacle::Other);
            }
            let needs = self.code.needs(a);
            for &value in &needs.registers {
                if a.registers.get(value) == b.registers.get(value) {
                    continue;
                }
                if !self.code.is_variable(a.function, value) {
                    return Err(Obstacle::Register(a.function, value));
                }
                marks.add_variable(depth, value);
            }
            dead.extend(needs.dead.iter().filter_map(|&value| a.registers.word(value)));
        }
        // What both share is the same.
        for base in now.memory.bases_beside(&then.memory).chain(then.memory.bases_beside(&now.memory)) {
            if dead.contains(&base) {
                continue;
            }
            let (Some(a), Some(b)) = (now.memory.own(base), then.memory.own(base)) else {
                return Err(Obstacle::Memory(base));
            };
            let Some(differing) = a.differences(b) else { return Err(Obstacle::Memory(base)) };
            marks.add(base, differing);
        }
        let obstacle = match (marks.first(), marks.first_variable()) {
            (None, None) => return Ok(()),
            (Some(base), _) => Obstacle::Memory(base),
            (_, Some((depth, variable))) => Obstacle::Register(now.calls()[depth].function, variable),
        };
        if self.is_never_seen(now, marks) { Ok(()) } else { Err(obstacle) }
    }

    /// What the thread has read since it had taken so many actions, and will not read again before its next
    /// visible step.
    fn left_out<'a>(&self, thread: &'a Thread, first: u64) -> Vec<&'a PastRead> {
        let reads = thread.waiting.recent_reads().into_iter().filter(|read| read.number > first);
        reads.filter(|read| !self.will_read(thread, read.at, read.ordering == ReadOrdering::Plain)).collect()
    }

    /// Whether something that is left out is written or freed by others.
    fn reads_noticed(&self, thread: &Thread, first: u64) -> bool {
        self.cuts.notices_any() && self.left_out(thread, first).iter().any(|read| self.cuts.notices(read.at.address.0))
    }

    fn note_idle_reads(&self, thread: &Thread, first: u64) {
        let left_out = self.left_out(thread, first);
        self.note_sections(thread, first);
        let mut notes = self.log.search();
        for read in left_out {
            let (address, size) = (read.at.address.0, read.at.width.bytes());
            notes.read_idly(thread.id(), address, size, read.ordering == ReadOrdering::Plain);
        }
    }
}

impl Code {
    /// Whether the thread remembers the answer that it waits for, so that loops can ask what it has read.
    pub(crate) fn remembers_answer(&self, thread: &Thread) -> bool {
        self.waits_in_loops() && self.may_come_to_loop(thread)
    }

    /// Whether the thread may come to the beginning of a loop before it takes a visible step. If not, no loop
    /// will ask what it has read.
    fn may_come_to_loop(&self, thread: &Thread) -> bool {
        let mut calls = thread.calls().iter().rev().map(|frame| self.loops(frame.function).ahead(frame.next));
        calls.find(|ahead| ahead.loops || !ahead.returns).is_some_and(|ahead| ahead.loops)
    }

    /// How many actions the thread has taken in the present round of the innermost loop, if it has taken no
    /// visible step in it.
    pub(crate) fn actions_of_round(&self, thread: &Thread) -> Option<u32> {
        let rounds =
            thread.waiting.rounds.iter().filter_map(|(depth, head, round)| Some((depth, head, round.before.as_ref()?)));
        let loops = |(depth, head): (usize, BlockId)| {
            let frame = thread.calls().get(depth)?;
            Some(self.loops(frame.function).is_inside(head, frame.block))
        };
        let innermost = rounds.filter(|(depth, head, _)| loops((*depth, *head)) == Some(true));
        let began = innermost
            .filter(|(.., before)| before.waiting.steps_but_mutexes() == thread.waiting.steps_but_mutexes())
            .map(|(.., before)| before.waiting.actions)
            .max()?;
        Some((thread.waiting.actions - began) as u32)
    }

    /// Whether the register is a variable's.
    fn is_variable(&self, function: FunctionId, value: ValueId) -> bool {
        let inst = self.module().body(function).ok().and_then(|body| body.inst(value));
        inst.is_some_and(|inst| matches!(inst.kind, InstKind::Variable { .. }))
    }

    /// What a call in progress still needs.
    pub(crate) fn needs(&self, frame: &Frame) -> &Needs {
        let body = self.module().body(frame.function).expect("invariant: a function that runs has been read");
        self.loops(frame.function).needs(body, frame.block, frame.next)
    }
}

/// Whether a read may take the place of another one.
fn fits(early: ReadOrdering, late: ReadOrdering) -> bool {
    early != ReadOrdering::Plain && early <= late
}

/// For reports.
impl Code {
    /// Lets a thread that goes no further stand where its loop begins.
    fn stand_at(&self, thread: &mut Thread, head: BlockId) {
        let function = thread.frame().function;
        if let Some(at) = self.first_place(function, head) {
            thread.frame().next = at + 1;
        }
    }

    /// The first instruction of a block that has a place in the source.
    fn first_place(&self, function: FunctionId, block: BlockId) -> Option<u32> {
        let body = self.module().body(function).ok()?;
        let mut insts = body.blocks[block.index()].insts.clone();
        insts.find(|&i| {
            body.insts[i as usize].dbg.is_some() && !matches!(body.insts[i as usize].kind, InstKind::Phi { .. })
        })
    }

    fn place_name(&self, function: FunctionId, inst: u32) -> Option<String> {
        let dbg = self.module().body(function).ok()?.insts.get(inst as usize)?.dbg?;
        let place = self.module().location(dbg)?.frame;
        let file = self.shown_source(&place.file).unwrap_or(&place.file);
        Some(format!("{file}:{}", place.line))
    }

    fn describe_place(&self, thread: &Thread, head: BlockId) -> String {
        let Some(frame) = thread.calls().last() else { return "a loop".to_owned() };
        let place = self.first_place(frame.function, head).and_then(|at| self.place_name(frame.function, at));
        match place {
            Some(place) => format!("the loop at {place}"),
            None => format!("a loop in {}", self.module().function_name(frame.function)),
        }
    }

    fn describe_loop(&self, thread: &Thread, head: BlockId, obstacle: &Obstacle) -> String {
        let place = self.describe_place(thread, head);
        let variable = |function, value| {
            let found = self
                .module()
                .variable_of(function, value)
                .or_else(|| self.module().variable_with_value(function, value));
            found.map(|variable| variable.name)
        };
        let why = match obstacle {
            Obstacle::Peeked(mutex) => {
                let mutex = self.name_of(*mutex);
                format!("it takes {mutex}, which another thread may find taken without waiting for it, or destroy")
            }
            Obstacle::Seen(address) => {
                let name = self.name_of(*address);
                format!(
                    "it adds to {name} and takes that back, and other threads may go on with what they see meanwhile"
                )
            }
            Obstacle::Effect => match &thread.waiting.acted {
                Some((deed, (function, at))) => {
                    let deed = match deed {
                        Deed::Write(address) => format!("writes to {}", self.name_of(*address)),
                        Deed::Other(what) => (*what).to_owned(),
                    };
                    let at = self.place_name(*function, *at).map(|at| format!(" at {at}")).unwrap_or_default();
                    format!("it {deed}{at}")
                }
                None => "it does something that others may notice".to_owned(),
            },
            Obstacle::Register(function, value) => match variable(*function, *value) {
                Some(name) => format!("{name} has another value in each round"),
                None => "a value that it computes is another in each round".to_owned(),
            },
            Obstacle::Memory(base) => {
                let owner = thread.calls().iter().find_map(|frame| {
                    let body = self.module().body(frame.function).ok()?;
                    let count = body.params as usize + body.insts.len();
                    let holds = |i: &usize| {
                        let kind = body.inst(ValueId(*i as u32)).map(|inst| &inst.kind);
                        matches!(kind, Some(InstKind::Alloca { .. }))
                            && frame.registers.word(ValueId(*i as u32)) == Some(*base)
                    };
                    let found = (0..count.min(frame.registers.len())).find(holds)?;
                    variable(frame.function, ValueId(found as u32))
                });
                match owner {
                    Some(name) => format!("{name} has another value in each round"),
                    None => format!("{} has another content in each round", self.name_of(*base)),
                }
            }
            Obstacle::Other => "it allocates, or takes or gives back a lock".to_owned(),
        };
        format!("{place}, which is not recognised as waiting because {why}")
    }

    /// The loop that a thread has gone round most often.
    pub(crate) fn busiest_loop(&self, thread: &Thread) -> String {
        let here = thread.waiting.rounds.iter().filter(|(depth, ..)| depth + 1 == thread.calls().len());
        let busiest = here.max_by_key(|(.., round)| round.begun);
        busiest.map_or_else(|| "a computation".to_owned(), |(_, head, _)| self.describe_place(thread, head))
    }
}
