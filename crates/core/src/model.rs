//! The contract of a memory model.
//!
//! A model is asked about one event at a time: which clocks it gets, which writes a read may read from, where
//! in coherence a write may go, whether a change leaves the graph consistent, which pairs race. No method has
//! a default: a model that stands for another must forward every question, and one that is forgotten would be
//! answered wrongly in silence. What all models of this family share is in [`coherence`].
//!
//! The search relies on more than these signatures (engine.md §2, kat.md §3.2): consistency does not depend
//! on the order of insertion, survives restriction to a causally closed set, and an event that is added last
//! and maximally (reading from, or becoming, the coherence-latest write) never makes a consistent graph
//! inconsistent.

pub mod coherence;
mod licences;

use crate::digest::Digest;
use crate::event::Event;
use crate::graph::Graph;
use crate::ids::EventId;
use crate::ordering::Mode;
pub use licences::{Licence, Licences};

/// The row of the clock table that the graph itself fills: everything `(po ∪ rf ∪ create ∪ join)⁺`-before an
/// event, without the event's own incoming reads-from edge.
pub const PORF: usize = 0;

/// An error or warning statement of a model that a pair of events breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complaint {
    /// The name of the statement.
    pub name: String,
    /// The pair.
    pub events: [EventId; 2],
    /// Whether the program is wrong, or may be wrong.
    pub grave: bool,
}

/// A memory model.
pub trait Model: Clone + Send {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// How many clocks each event carries, [`PORF`] included.
    fn clocks(&self) -> usize;

    /// Which clock bounds what a read may see and where a write may go.
    fn coherence_clock(&self) -> usize;

    /// Which clock must contain an earlier conflicting access for the pair not to race.
    fn race_clock(&self) -> usize;

    /// Fills the model's clocks of an event that was just appended to its thread. A clock never includes the
    /// event's own incoming reads-from edge, so that changing where a thread's last read reads from
    /// invalidates no clock. They begin with what those of the event before it in the thread hold, or empty.
    fn stamp(&self, graph: &mut Graph, event: EventId);

    /// Whether the graph is consistent, given that it was before `changed` got its present reads-from or
    /// coherence edge. Coherence and atomicity hold by construction and need not be checked again.
    fn consistent(&mut self, graph: &Graph, changed: EventId) -> bool;

    /// Whether the axioms hold that are asked only of executions in which nobody can go on (`when complete`).
    /// The search prunes by the others; these may fail for a graph and hold for one that it leads to.
    fn accepts(&self, graph: &Graph) -> bool;

    /// Whether [`Self::accepts`] may say no of the graph, or of one that has only more joins, ends of threads
    /// and reads of the latest writes, with orderings that are in the graph already.
    fn judges_end(&self, graph: &Graph) -> bool;

    /// What the model itself finds wrong with a graph, beside races. `ended` says that nobody can go on.
    fn complaints(&self, graph: &Graph, ended: bool) -> Vec<Complaint>;

    /// Whether [`Self::complaints`] ever finds anything.
    fn complains(&self) -> bool;

    /// Whether the graph shows that the program is not one that this model was chosen for. The search then
    /// ends.
    fn gives_up(&self, graph: &Graph) -> bool;

    /// The writes that the read may read from, in coherence order; the last one is the coherence-latest.
    fn sources(&self, graph: &Graph, read: EventId, out: &mut Vec<EventId>);

    /// The writes directly after which the write may be placed, in coherence order; the last one is the
    /// coherence-latest. Nothing may come between an update and the write it reads from.
    fn placings(&self, graph: &Graph, write: EventId, out: &mut Vec<EventId>);

    /// Whether the read, which is not in the causal past of `write`, may read from `write` as far as
    /// coherence goes: nothing coherence-after `write` reaches the read.
    fn may_reread(&self, graph: &Graph, read: EventId, write: EventId) -> bool;

    /// What tells it from any other model, also from one of the same name.
    fn identity(&self) -> Digest;

    /// What is known of the model, so that the search may rely on it.
    fn licences(&self) -> Licences;

    /// Whether it says what a data race is. If not, there are none.
    fn defines_races(&self) -> bool;

    /// Why it is not known whether the search finds everything under the model, if it is not: each in one
    /// sentence.
    fn doubts(&self) -> Vec<String>;

    /// An earlier access that races with the one just added. It is asked of each access when it is added, and
    /// for the last time where one is found, unless [`Self::accepts`] says no: then the race may be passed
    /// over.
    fn race(&self, graph: &Graph, added: EventId) -> Option<EventId>;
}

/// An earlier access that makes a data race with the one just added, if one that is not in the clock of that
/// row does: another thread's access of the same location, one of the two a write, one of them plain.
pub fn race(graph: &Graph, added: EventId, row: usize) -> Option<EventId> {
    let event = &graph[added];
    newest_conflict(graph, added, row, Conflicts { reads_with_writes: true, plain_writes_settle: false }, |access| {
        access.thread != event.thread
            && (access.is_write() || event.is_write())
            && !(access.mode.is_atomic() && event.mode.is_atomic())
    })
}

/// What is known of the accesses that a model says are in conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflicts {
    /// A read is in conflict with writes only. Where everybody reads what one has written, there are few of
    /// them.
    pub reads_with_writes: bool,
    /// Plain writes are in conflict with every access, what is ordered before them by the clock is ordered
    /// before whatever they are ordered before, and the search goes no further with two accesses that make a
    /// race (unless [`Graph::has_races`]). So all that is older than a plain write is in its clock, and in
    /// the clock of whoever knows the write: nothing older need be looked at.
    pub plain_writes_settle: bool,
}

/// The newest access that is in conflict with the one just added, and not in its clock of that row.
#[inline]
pub fn newest_conflict(
    graph: &Graph,
    added: EventId,
    row: usize,
    conflicts: Conflicts,
    is_conflict: impl Fn(&Event) -> bool,
) -> Option<EventId> {
    let loc = graph[added].loc;
    let clock = graph.clock(added, row);
    let races = |&other: &EventId| other != added && is_conflict(&graph[other]) && !clock.contains(&graph[other]);
    let settle = conflicts.plain_writes_settle && !graph.has_races();
    let settles = |other: EventId| {
        let access = &graph[other];
        let settles =
            settle && access.mode == Mode::Plain && access.is_write() && other != added && clock.contains(access);
        debug_assert!(!settles || !graph.accesses_newest_first(loc).skip_while(|&e| e != other).any(|e| races(&e)));
        settles
    };
    let mut accesses = graph.accesses_newest_first(loc);
    if graph[added].is_read() && conflicts.reads_with_writes {
        let newest = accesses.find(|&other| other != added)?;
        return if settles(newest) { None } else { graph.coherence(loc).filter(races).max() };
    }
    for other in accesses {
        if races(&other) {
            return Some(other);
        }
        if settles(other) {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Binding;
    use crate::{Access, Address, Cursor, EventKind, LocId, NewEvent, ThreadId, Value, Width};

    struct Story {
        graph: Graph,
        locations: [LocId; 2],
    }

    impl Story {
        fn new() -> Story {
            let mut graph = Graph::new(1);
            let locations =
                [0, 8].map(|address| graph.intern(Access { address: Address(address), width: Width::W8 }, Value(0)));
            Story { graph, locations }
        }

        fn add(&mut self, thread: u32, kind: EventKind, mode: Mode, loc: LocId) -> EventId {
            let thread = ThreadId(thread);
            self.graph.ensure_thread(thread);
            self.graph.append(NewEvent { loc, ..NewEvent::new(kind, mode, thread) })
        }

        fn start(&mut self, thread: u32) {
            self.add(thread, EventKind::Start, Mode::Plain, LocId::NONE);
        }

        fn write(&mut self, thread: u32, mode: Mode, loc: LocId) -> EventId {
            let write = self.add(thread, EventKind::Write, mode, loc);
            self.graph.place(write, self.graph.co_last(loc));
            write
        }

        fn read(&mut self, thread: u32, mode: Mode, loc: LocId) -> EventId {
            let read = self.add(thread, EventKind::Read, mode, loc);
            let from = self.graph.co_last(loc);
            let (value, kind, after) = (Value(0), EventKind::Read, Cursor::NONE);
            self.graph.bind(read, Binding { from, value, kind, mode, after, maximal: true });
            read
        }

        /// Lets what one thread has done happen before what the other does from now on.
        fn tell(&mut self, from: u32, to: u32) {
            let flag = self.locations[1];
            self.write(from, Mode::Release, flag);
            self.read(to, Mode::Acquire, flag);
        }

        fn race(&self, added: EventId) -> Option<EventId> {
            let event = &self.graph[added];
            let is_conflict = |access: &Event| access.is_write() || event.is_write();
            let answers = [true, false].map(|plain_writes_settle| {
                let known = Conflicts { reads_with_writes: true, plain_writes_settle };
                newest_conflict(&self.graph, added, PORF, known, is_conflict)
            });
            assert_eq!(answers[0], answers[1]);
            answers[0]
        }
    }

    /// A plain read that is ordered says nothing about another that is not.
    #[test]
    fn reads_settle_nothing() {
        let mut story = Story::new();
        let x = story.locations[0];
        (0..3).for_each(|thread| story.start(thread));
        let unordered = story.read(0, Mode::Plain, x);
        let ordered = story.read(1, Mode::Plain, x);
        assert_eq!([unordered, ordered].map(|read| story.race(read)), [None; 2]);
        story.tell(1, 2);
        let write = story.write(2, Mode::Plain, x);
        assert_eq!(story.race(write), Some(unordered));
    }

    /// Who knows of the newest plain write knows of everything before it; who does not, races with it.
    #[test]
    fn plain_writes_settle_what_is_older() {
        let mut story = Story::new();
        let x = story.locations[0];
        (0..4).for_each(|thread| story.start(thread));
        story.read(0, Mode::Plain, x);
        story.tell(0, 1);
        let first = story.write(1, Mode::Plain, x);
        assert_eq!(story.race(first), None);
        story.tell(1, 2);
        let read = story.read(2, Mode::Plain, x);
        assert_eq!(story.race(read), None);
        let newest = story.write(2, Mode::Plain, x);
        assert_eq!(story.race(newest), None);
        let unordered = story.read(3, Mode::Plain, x);
        assert_eq!(story.race(unordered), Some(newest));
    }
}
