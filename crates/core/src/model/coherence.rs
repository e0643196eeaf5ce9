//! Coherence by clocks (kat.md §2.11): what models have in common that keep the order of writes by a clock.
//!
//! Let a write *reach* an event if the write, or one of its readers, is in the event's coherence clock, whose
//! row each function is given. Then a read may read from the latest write that reaches it or from any later
//! one, and a write may go anywhere after the latest write that reaches it.

use crate::clock::Clock;
use crate::graph::Graph;
use crate::ids::EventId;

/// As [`Model::sources`](super::Model::sources).
#[inline]
pub fn sources(graph: &Graph, read: EventId, row: usize, out: &mut Vec<EventId>) {
    let loc = graph[read].loc;
    let latest = graph.co_last(loc);
    let write = &graph[latest];
    if latest.is_init() || write.thread == graph[read].thread {
        out.push(latest);
        return;
    }
    let mut source = latest_reaching(graph, read, row);
    loop {
        out.push(source);
        match graph.co_next(loc, source).some() {
            Some(next) => source = next,
            None => return,
        }
    }
}

/// As [`Model::placings`](super::Model::placings).
#[inline]
pub fn placings(graph: &Graph, write: EventId, row: usize, out: &mut Vec<EventId>) {
    let loc = graph[write].loc;
    let latest = graph.co_last(loc);
    if latest.is_init() || graph[latest].thread == graph[write].thread {
        out.push(latest);
        return;
    }
    let mut place = latest_reaching(graph, write, row);
    loop {
        match graph.co_next(loc, place).some() {
            Some(next) => {
                if !graph[next].kind.ends_update() {
                    out.push(place);
                }
                place = next;
            }
            None => {
                out.push(place);
                return;
            }
        }
    }
}

/// As [`Model::may_reread`](super::Model::may_reread).
pub fn may_reread(graph: &Graph, read: EventId, write: EventId, row: usize) -> bool {
    let clock = graph.clock(read, row);
    let loc = graph[read].loc;
    let mut later = graph.co_next(loc, write);
    while let Some(next) = later.some() {
        if reaches(graph, next, clock) {
            return false;
        }
        later = graph.co_next(loc, next);
    }
    true
}

/// The coherence-latest write that reaches the event: the initial one if no other does.
fn latest_reaching(graph: &Graph, event: EventId, row: usize) -> EventId {
    let clock = graph.clock(event, row);
    let mut write = graph.co_last(graph[event].loc);
    // A write that is being placed is not in coherence yet, so the walk never meets the event itself.
    while !write.is_init() && !reaches(graph, write, clock) {
        write = graph[write].links.prev;
    }
    write
}

/// Whether the write or one of its readers is in the clock.
fn reaches(graph: &Graph, write: EventId, clock: Clock<'_>) -> bool {
    clock.contains(&graph[write]) || graph.readers(graph[write].loc, write).any(|reader| clock.contains(&graph[reader]))
}
