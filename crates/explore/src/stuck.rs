//! Runs in which nobody can go on: deadlocks, and loops that go round for ever (engine.md §3.3).
//!
//! A run is blocked for ever if each thread that has not ended waits for something that only another thread could
//! bring about: for a lock that is taken, at a barrier, for the end of a thread, or in a loop whose last round began and
//! ended in the same state. A thread that waits because of an assumption of the user's, or was not allowed another round
//! of a loop, makes the run uninteresting instead: nobody knows what it would do.
//!
//! What a thread saw last must be the latest there is. If it is not, there is another run in which the thread saw that.
//! Values are compared, not events: a loop that exchanges `1` for `1` may write for ever and change nothing. That every
//! write is seen by everybody at some time is an assumption that no model here makes, and every machine fulfils.

use selvedge_core::{BlockReason, Cursor, Event, EventId, EventKind, Model, Program, ViolationKind};

use crate::observer::Observer;
use crate::paths::Task;
use crate::search::Search;

/// Whether loops that go round for ever are an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Liveness {
    /// Report them.
    Check,
    /// Count them as blocked executions.
    Ignore,
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Reports a run that is blocked for ever.
    pub(crate) fn report_stuck(&mut self) {
        let (mut waiting, mut spinning) = (Vec::new(), Vec::new());
        for thread in self.graph.thread_ids() {
            let Some(last) = self.graph.last(thread) else { continue };
            if self.graph[last].after == Cursor::NONE {
                continue;
            }
            match self.paths.task(self.graph[last].after) {
                Task::Join(_) => {}
                Task::Read { loc, leaves: Some(_), .. } if self.reduces(loc) => waiting.push(last),
                // A lock that was found taken, but has been released since, will be found free in another run.
                Task::Block(BlockReason::Lock) if self.reads_latest(last) => waiting.push(last),
                Task::Block(BlockReason::Spin(round)) if self.goes_round_for_ever(last, round) => spinning.push(last),
                _ => return,
            }
        }
        let (kind, message) = match spinning.is_empty() {
            true => (ViolationKind::Deadlock, "deadlock: every thread that has not ended waits for another"),
            false => (ViolationKind::Liveness, "a loop goes round for ever: nobody is left who could end it"),
        };
        spinning.extend(waiting);
        self.violate(kind, message.into(), &spinning);
    }

    /// Whether a thread that has taken a round of a loop, of so many actions, will take the same again.
    fn goes_round_for_ever(&self, last: EventId, round: u32) -> bool {
        let events = self.graph.thread(self.graph[last].thread).iter().rev();
        // Both halves of an update are one action.
        let mut actions = events.filter(|&&event| self.graph[event].kind != EventKind::UpdateWrite);
        let sees_latest = |&event: &EventId| !self.graph[event].is_read() || self.sees_latest(event);
        self.options.liveness == Liveness::Check && round > 0 && actions.by_ref().take(round as usize).all(sees_latest)
    }

    /// Whether the read would see the same if it read from the latest write.
    fn sees_latest(&self, read: EventId) -> bool {
        let Event { loc, value, .. } = self.graph[read];
        self.graph.value_seen(self.program, loc, self.graph.co_last(loc)) == value
    }

    pub(crate) fn reads_latest(&self, read: EventId) -> bool {
        let Event { loc, from, .. } = self.graph[read];
        self.graph[read].is_read() && self.graph.co_last(loc) == from
    }
}
