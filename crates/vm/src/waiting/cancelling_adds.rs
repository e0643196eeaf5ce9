//! Additions that are taken back, in loops that wait (engine.md §4.3, case 1: cancelling additions).
//!
//! `while (fetch_add(&x, 1) != 0) fetch_sub(&x, 1);` waits for `x` to be 0. While it does, `x` is greater
//! than it would be, for a moment at a time, and others may see that and go on. So whether such a round may
//! be left out depends on all that use `x`.
//!
//! **The rule.** A *passing* round consists of two actions, an addition of `c` to `x` and one of `-c`, and
//! ends in the state in which it began, whatever the second one reads. Before that it may read `x`, and
//! wait there for some value (`assume`). A thread that has begun a passing round waits where it would take
//! back what it has added, if in the whole search
//! 1. nothing is done with `x`, while there are several threads, but adding to it; and
//! 2. a thread that adds to `x` and reads `v` would, if it read `v + t` instead, either stand in the
//!    same state at its next action, or have begun a passing round. Here `t` is any sum of additions that
//!    others take back, at most one for each other thread. This is found out by running copies of the thread.
//!
//! **Why no outcome is lost.** Take an execution, and leave out *all* passing rounds of all threads. By
//! induction along program order and reads-from, what remains is an execution of the program. Only additions
//! to `x` read anything else: `v` instead of `v + t`, where `t` is what others had added and not yet taken
//! back. By 2, the thread comes to the same state, or what it did was a passing round, and is not there any
//! more. What remains is consistent: it is a subset, but for additions that read from one that is gone. They
//! read from the latest before it that remains. Between the two there are only updates, so that the one was
//! before the other in coherence, and synchronised with it if it does now: a release sequence went through
//! all of them. What remains has no passing rounds, so no thread waits in it and it is explored; and there
//! the check 2 is made for each addition. A violation is still there as well: it is not inside of a round,
//! because copies that meet one count as different, and rounds that are open when it happens are left out
//! with the others.
//!
//! So it would be right to wait anywhere in the round: waiting before its second half leaves fewest orders of
//! additions to explore (engine.md §6.3, spin-fai1). No thread can tell that the second half is missing, for
//! the same reason.
//!
//! **Races.** The only accesses left out are atomic ones of `x`, and 1 says that there is nothing to conflict
//! with them.
//!
//! Both conditions are checked in a search that knows which additions are taken back. So what each thread
//! takes back is noted down in a first search, and the search starts again; if a condition fails, rounds on
//! `x` count as visible steps, and it starts once more ([`Machine::reconsider`]).
//!
//! **Not covered.** Rounds that go on differently with what they read; additions of more than [`MOST_SUMS`]
//! different sums.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use selvedge_core::{Access, Action, Address, Answer, BlockReason, NextRound, ThreadId, Value, Width};

use crate::Machine;
use crate::exec::action::addition;
use crate::exec::value::Val;
use crate::memory::address::{base_of_block, end_of_slot};
use crate::state::awaiting::Awaiting;
use crate::state::thread::Thread;
use crate::waiting::idle_rounds::Obstacle;
use crate::waiting::liveness::back::Back;

/// Different values that a thread reads instead.
const MOST_SUMS: usize = 32;
/// The size of the largest access.
const MOST_BYTES: u64 = 16;
/// Instructions that a copy may take.
const MOST_STEPS: u32 = 5_000;

/// What threads add and take back, by location.
pub(crate) type Passing = BTreeMap<Access, BTreeSet<(ThreadId, u64)>>;

/// An addition: what is added where, and how many actions the thread had taken, this one included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Addition {
    at: Access,
    operand: u64,
    pub(crate) number: u64,
}

/// The first of all accesses that begin there.
fn extent(address: u64) -> Access {
    Access { address: Address(address), width: Width::W8 }
}

/// The bytes that an action is about, if it could show what is added and taken back.
#[deny(clippy::wildcard_enum_match_arm)]
fn touched(action: &Action) -> Option<Range<u64>> {
    match action {
        Action::Read { at, .. }
        | Action::Write { at, .. }
        | Action::Rmw { at, .. }
        | Action::CompareExchange { at, .. }
        | Action::UpdateUnless { at, .. }
        | Action::Copy { at }
        | Action::Arrive { at, .. }
        | Action::Leave { at, .. } => Some(at.address.0..at.address.0 + at.width.bytes()),
        Action::Free(block) => Some(base_of_block(*block)..end_of_slot(base_of_block(*block))),
        Action::Fence(_)
        | Action::Allocate { .. }
        | Action::Spawn(_)
        | Action::Join(_)
        | Action::Choose(_)
        | Action::Block(_)
        | Action::Fail { .. }
        | Action::Unsupported(_)
        | Action::Exceeds(_)
        | Action::Finish(_)
        | Action::Exit(_) => None,
    }
}

fn cancel(at: Access, first: u64, second: u64) -> bool {
    at.width.truncate(first.wrapping_add(second)) == 0
}

impl Machine {
    /// Remembers additions, and notes down what else is done where additions are taken back.
    pub(crate) fn note_addition(&self, thread: &mut Thread, action: &Action) {
        let added = addition(action).filter(|_| matches!(thread.awaiting(), Awaiting::Old { .. }));
        if let Some((at, operand)) = added {
            let number = thread.waiting.actions;
            thread.waiting.additions = [thread.waiting.additions[1], Some(Addition { at, operand, number })];
        }
        if self.cuts.passing().is_empty() {
            return;
        }
        let Some(touched) = touched(action) else { return };
        for (passing, _) in
            self.cuts.passing().range(extent(touched.start.saturating_sub(MOST_BYTES))..extent(touched.end))
        {
            let overlaps = passing.address.0 + passing.width.bytes() > touched.start;
            if overlaps && added.is_none_or(|(at, _)| at != *passing) {
                self.log.search().saw_passing(thread, passing.address.0);
            }
        }
    }

    /// How the thread waits if, by this action, it would take back what it has just added, and begin its
    /// round anew.
    pub(crate) fn takes_back(&self, thread: &Thread, action: &Action) -> Option<BlockReason> {
        let first = thread.waiting.additions[1]?;
        let Access { address: Address(address), .. } = first.at;
        if !self.code.waits_in_loops()
            || thread.is_imagined()
            || !thread.queue().is_empty()
            || self.cuts.is_seen_passing(address)
        {
            return None;
        }
        let back = self.ends_passing_round(thread, thread.snapshot(), action)?;
        self.log.search().took_back(thread.id(), first.at, first.operand);
        Some(match back {
            Back::Straight => BlockReason::TakesBack(NextRound::AtOnce),
            Back::Waiting => BlockReason::TakesBack(NextRound::AfterWait),
            Back::Assuming => BlockReason::Spin(None),
        })
    }

    /// Whether the thread, which stands before it takes back what it has added, begins another round if this
    /// is all that it sees there.
    pub(crate) fn comes_to_next_round(&self, thread: &Thread, seen: Value) -> bool {
        let Some(Addition { at, number, .. }) = thread.waiting.additions[1] else { return false };
        self.after_passing_round((thread, number), thread.snapshot(), at, Some(seen)).is_some()
    }

    /// Why a round with these visible steps is not idle.
    pub(crate) fn noticed_effects(&self, thread: &Thread) -> Obstacle {
        match thread.waiting.additions {
            [Some(Addition { at, .. }), Some(second)] if at == second.at && self.cuts.is_seen_passing(at.address.0) => {
                Obstacle::Seen(at.address.0)
            }
            _ => Obstacle::Effect,
        }
    }

    /// The thread is about to hear the result of an addition: checks that it would not matter if others had
    /// added something that they will take back.
    pub(crate) fn check_addition(&self, thread: &Thread, at: Access, answer: Answer) {
        let address = at.address.0;
        let Some(passing) = self.cuts.passing().get(&at).filter(|_| !self.cuts.is_seen_passing(address)) else {
            return;
        };
        let Answer::Value(Value(told)) = answer else { return };
        let Some(sums) = sums(passing, thread.id()) else { return self.log.search().saw_passing(thread, address) };
        let mut usual = None;
        for sum in sums {
            let usual = usual.get_or_insert_with(|| self.onward(thread.snapshot(), told));
            let other = self.onward(thread.snapshot(), at.width.truncate(told.wrapping_add(sum)));
            let fine = other.is_some_and(|other| {
                usual.as_ref().is_some_and(|usual| self.alike(usual, &other))
                    || self.begins_passing_round(thread, other)
            });
            if !fine {
                return self.log.search().saw_passing(thread, address);
            }
        }
    }

    /// The thread at its next action, or at the end of its function, if this is its answer. Nothing if
    /// something goes wrong before.
    fn onward(&self, mut copy: Thread, told: u64) -> Option<Thread> {
        self.settle(&mut copy, Answer::Value(Value(told))).ok()?;
        for _ in 0..MOST_STEPS {
            if !copy.queue().is_empty() || copy.calls().is_empty() {
                return Some(copy);
            }
            self.step(&mut copy).ok()?;
        }
        None
    }

    fn alike(&self, a: &Thread, b: &Thread) -> bool {
        a.control.asks_like(&b.control) && self.same(a, b).is_ok()
    }

    /// Whether the copy takes back what the thread has just added, and is then where the round began.
    fn begins_passing_round(&self, thread: &Thread, mut copy: Thread) -> bool {
        match copy.next_action() {
            Some(action) if copy.queue().is_empty() => self.ends_passing_round(thread, copy, &action).is_some(),
            _ => false,
        }
    }

    /// Whether this action of the copy takes back what the thread has just added, and how it is then,
    /// whatever it reads, where the round began.
    fn ends_passing_round(&self, thread: &Thread, copy: Thread, action: &Action) -> Option<Back> {
        let (first, (at, operand)) = (thread.waiting.additions[1]?, addition(action)?);
        let just_added = first.at == at && first.number == thread.waiting.actions && cancel(at, first.operand, operand);
        if just_added { self.after_passing_round((thread, first.number), copy, at, None) } else { None }
    }

    /// How the copy, which takes back what the thread has added there as its last action of this number, is
    /// then where the round began, whatever it reads, or if all that it reads is this.
    fn after_passing_round(
        &self,
        (thread, number): (&Thread, u64),
        mut copy: Thread,
        at: Access,
        seen: Option<Value>,
    ) -> Option<Back> {
        let Awaiting::Old { to, .. } = *copy.awaiting() else { return None };
        let began = |before: &&Thread| before.waiting.actions + 1 == number;
        let heads: Vec<&Thread> = thread.waiting.rounds.beginnings().filter(began).collect();
        if heads.is_empty() {
            return None;
        }
        copy.awaits(Awaiting::Nothing);
        let told = |value: Val| {
            let mut copy = copy.snapshot();
            copy.set(to, value);
            copy
        };
        let back = self.leads_back(told(seen.map_or(Val::Undef, |seen| Val::Word(seen.0))), &heads, at, seen)?;
        // What it read when it took back must not decide what it waits for.
        let waits_for_the_same = || {
            self.next_loop(told(Val::Undef), at).is_some_and(|one| self.next_loop(told(Val::Word(0)), at) == Some(one))
        };
        (back != Back::Waiting || waits_for_the_same()).then_some(back)
    }
}

/// The sums of what other threads add and take back, at most one addition of each thread; nothing if there
/// are too many.
fn sums(passing: &BTreeSet<(ThreadId, u64)>, but: ThreadId) -> Option<BTreeSet<u64>> {
    let mut by_thread: BTreeMap<ThreadId, Vec<u64>> = BTreeMap::new();
    for &(thread, operand) in passing.iter().filter(|(thread, _)| *thread != but) {
        by_thread.entry(thread).or_default().push(operand);
    }
    let mut sums = BTreeSet::from([0_u64]);
    for operands in by_thread.values() {
        let more: Vec<u64> =
            sums.iter().flat_map(|sum| operands.iter().map(|operand| sum.wrapping_add(*operand))).collect();
        sums.extend(more);
        if sums.len() > MOST_SUMS {
            return None;
        }
    }
    sums.remove(&0);
    Some(sums)
}
