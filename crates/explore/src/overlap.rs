//! Accesses of different sizes to the same bytes.
//!
//! The search knows locations and no bytes, so it stops where two accesses overlap without being the same, and a frontend
//! cuts its accesses smaller and starts again. That is right for plain accesses that are ordered, and wrong for the others: an
//! atomic access cannot be cut, and what a race of different sizes means no model says. So those are violations, reported
//! when both accesses are in one execution.

use selvedge_core::{Event, EventId, EventKind, Mode, Model, Program, StopReason, ThreadId, ViolationKind};

use crate::observer::Observer;
use crate::options::OnRace;
use crate::paths::{Overlap, Task};
use crate::search::Search;

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// A thread is about to access bytes that are known as part of another access.
    pub(crate) fn meet_overlap(&mut self, thread: ThreadId, overlap: Overlap) {
        let Overlap { known, new, .. } = overlap;
        if let Some(other) = self.clash(thread, overlap) {
            let place = self.program.location_name(known, &P::Notes::default());
            let (first, second) = (known.width.bytes(), new.width.bytes());
            let message = format!("accesses of {first} and of {second} bytes to {place} overlap, and are not ordered");
            self.violate(ViolationKind::MixedSizeRace, message, &[other]);
            return;
        }
        // If another thread is about to make that other access, let it: then the two are in one execution.
        let about_to = |search: &Self, other: ThreadId| {
            let last = search.graph.last(other)?;
            let task = search.paths.task_at(search.graph[last].after)?;
            (other != thread && Some(task.loc()?) == search.graph.location(known.address)).then_some(task)
        };
        let atomic = |task: Task| overlap.atomic || task.is_atomic();
        let next = self.graph.thread_ids().find(|&other| about_to(self, other).is_some_and(atomic));
        match next {
            Some(other) => self.extend(other),
            None => self.stop_for(StopReason::Overlap(known, new)),
        }
    }

    /// An access in the graph that does not go together with the one the thread is about to make.
    fn clash(&mut self, thread: ThreadId, Overlap { known, atomic, writes, .. }: Overlap) -> Option<EventId> {
        let loc = self.graph.location(known.address)?;
        // What happens before the new access is what happens before some event in its place.
        let mark = self.graph.mark();
        let event = self.new_event(EventKind::Fence, Mode::Relaxed, thread);
        let stand_in = self.graph.append(event);
        self.model.stamp(&mut self.graph, stand_in);
        let clock = self.graph.clock(stand_in, self.model.race_clock());
        let races = self.options.on_race == OnRace::Report;
        let found = self.graph.accesses_newest_first(loc).find(|&other| {
            let Event { thread: owner, mode, .. } = self.graph[other];
            let both_atomic = atomic && mode.is_atomic();
            let one_atomic = atomic || mode.is_atomic();
            owner != thread
                && (writes || self.graph[other].is_write())
                && one_atomic
                && !clock.contains(&self.graph[other])
                && (both_atomic || races)
        });
        self.graph.undo_to(mark);
        found
    }
}
