//! Pasts: what must be there when an event is there.
//!
//! The *past* of an event is closed under causes: with each event it has what that read from, what created or
//! ended its thread, and everything before it in its thread. So it is a clock, today. Models that track
//! dependencies will need pasts with holes, and only this file and the graph will have to know: everybody
//! else asks whether a past contains an event, adds one past to another, and goes through what a past leaves
//! out ([`Graph::outside_past`](crate::Graph::outside_past)).

use crate::clock::{self, Clock};
use crate::event::Event;
use crate::ids::ThreadId;

/// The past of an event. The event itself is not in it.
#[derive(Clone, Copy, Debug)]
pub struct Past<'g>(Clock<'g>);

impl<'g> Past<'g> {
    #[inline]
    pub(crate) fn of(clock: Clock<'g>) -> Past<'g> {
        Past(clock)
    }

    /// Whether an event is in it.
    #[inline]
    pub fn contains(self, event: &Event) -> bool {
        self.0.contains(event)
    }

    /// How many events of a thread are in it: they are its first.
    #[inline]
    pub(crate) fn reach(self, thread: ThreadId) -> usize {
        self.0.lane(thread) as usize
    }
}

/// A set of events that is closed under causes, and grows.
#[derive(Clone, Debug, Default)]
pub struct Closed {
    lanes: Vec<u32>,
}

impl Closed {
    /// The empty set of events of so many threads.
    pub fn empty(threads: usize) -> Closed {
        Closed { lanes: vec![0; threads] }
    }

    /// Makes room for so many threads.
    pub(crate) fn widen(&mut self, threads: usize) {
        if self.lanes.len() < threads {
            self.lanes.resize(threads, 0);
        }
    }

    /// Adds an event and its past.
    pub fn add(&mut self, event: &Event, past: Past<'_>) {
        past.0.add_to(&mut self.lanes);
        clock::include(&mut self.lanes, event);
    }

    /// Adds an event of which the past is in it already.
    pub fn include(&mut self, event: &Event) {
        clock::include(&mut self.lanes, event);
    }

    /// Whether an event is in it.
    #[inline]
    pub fn contains(&self, event: &Event) -> bool {
        Clock::of(&self.lanes).contains(event)
    }

    /// How many events of a thread are in it: they are its first.
    pub fn reach(&self, thread: ThreadId) -> usize {
        self.lanes[thread.0 as usize] as usize
    }

    /// As many numbers as there is room for threads.
    pub(crate) fn lanes(&self) -> &[u32] {
        &self.lanes
    }

    pub(crate) fn lanes_mut(&mut self) -> &mut [u32] {
        &mut self.lanes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EventKind, Graph, Mode, NewEvent};

    /// Two threads, and one event of the second that is not in the set.
    #[test]
    fn a_set_has_what_was_added_and_what_comes_before() {
        let mut graph = Graph::new(1);
        let mut add = |thread: u32| {
            graph.ensure_thread(ThreadId(thread));
            graph.append(NewEvent::new(EventKind::Start, Mode::Plain, ThreadId(thread)))
        };
        let [first, second, other] = [0, 0, 1].map(&mut add);
        let mut set = Closed::empty(2);
        set.add(&graph[second], graph.causes(second));
        assert!([first, second].iter().all(|&event| set.contains(&graph[event])));
        assert!(!set.contains(&graph[other]));
        assert_eq!([0, 1].map(|thread| set.reach(ThreadId(thread))), [2, 0]);
        assert!(graph.causes(second).contains(&graph[first]) && !graph.causes(second).contains(&graph[second]));
    }
}
