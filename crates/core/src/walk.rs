//! Walks over a graph: edges that a graph can list, and what a search along them has met.
//!
//! Axioms are searches for cycles, and each search stands at events in one of a few states. Where program
//! order is part of what a state may follow, the events it has met in a thread are a suffix of the thread:
//! then one index per thread, the *frontier*, says it all, and the search only ever moves frontiers towards
//! the beginning ([`Suffixes`]). Otherwise events are marked one by one ([`Points`]). In both cases each
//! event is visited once and nothing needs to be cleared that is as large as the graph.

use crate::graph::Graph;
use crate::ids::{EventId, LocId, ThreadId};

/// What a state has met that may follow program order.
#[derive(Clone, Debug, Default)]
pub struct Suffixes {
    threads: Vec<Suffix>,
    /// The number of the present search.
    search: u32,
    /// Threads with reached events that have not been visited.
    pending: Vec<ThreadId>,
}

/// What has been met of a thread.
#[derive(Clone, Copy, Debug, Default)]
struct Suffix {
    /// The search that has met something. For another one, everything is still to be met.
    search: u32,
    /// The index from which on everything is reached.
    reached: u32,
    /// The index from which on everything has been visited.
    visited: u32,
}

impl Suffixes {
    /// Begins with nothing reached.
    #[inline]
    pub fn start(&mut self, graph: &Graph) {
        let threads = graph.thread_count();
        if self.threads.len() < threads {
            self.threads.resize(threads, Suffix::default());
        }
        self.pending.clear();
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            // The numbers have been used up: nothing must seem to be met by an old search.
            self.threads.fill(Suffix::default());
            self.search = 1;
        }
    }

    /// Reaches an event and everything after it in its thread.
    #[inline]
    pub fn reach(&mut self, graph: &Graph, event: EventId) {
        let e = &graph[event];
        self.reach_from(graph, e.thread, e.index);
    }

    /// Reaches everything after an event in its thread.
    #[inline]
    pub fn reach_after(&mut self, graph: &Graph, event: EventId) {
        let e = &graph[event];
        self.reach_from(graph, e.thread, e.index + 1);
    }

    /// In each thread, reaches backwards from what is reached already for as long as the condition holds.
    #[inline]
    pub fn reach_while(&mut self, graph: &Graph, mut holds: impl FnMut(EventId) -> bool) {
        for thread in graph.thread_ids() {
            let events = graph.thread(thread);
            let suffix = &self.threads[thread.0 as usize];
            let reached = if suffix.search == self.search { suffix.reached as usize } else { events.len() };
            let more = events[..reached].iter().rev().take_while(|&&event| holds(event)).count();
            self.reach_from(graph, thread, (reached - more) as u32);
        }
    }

    #[inline]
    fn reach_from(&mut self, graph: &Graph, thread: ThreadId, index: u32) {
        let suffix = &mut self.threads[thread.0 as usize];
        if suffix.search != self.search {
            let length = graph.thread(thread).len() as u32;
            *suffix = Suffix { search: self.search, reached: length, visited: length };
        }
        if index < suffix.reached {
            if suffix.reached == suffix.visited {
                self.pending.push(thread);
            }
            suffix.reached = index;
        }
    }

    /// The next event to visit.
    #[inline]
    pub fn next(&mut self, graph: &Graph) -> Option<EventId> {
        let thread = *self.pending.last()?;
        let suffix = &mut self.threads[thread.0 as usize];
        suffix.visited -= 1;
        let event = graph.thread(thread)[suffix.visited as usize];
        if suffix.visited == suffix.reached {
            self.pending.pop();
        }
        Some(event)
    }
}

/// What a state has met that does not follow program order.
#[derive(Clone, Debug, Default)]
pub struct Points {
    /// Per event, the number of the search that reached it last.
    reached: Vec<u32>,
    search: u32,
    pending: Vec<EventId>,
}

impl Points {
    /// Begins with nothing reached.
    #[inline]
    pub fn start(&mut self, graph: &Graph) {
        // Ids are handed out in order, so no event has a greater one than the newest.
        let events = graph.newest().0 as usize + 1;
        if self.reached.len() < events {
            self.reached.resize(events, 0);
        }
        self.pending.clear();
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            // The numbers have been used up: no event must seem to be reached by an old search.
            self.reached.fill(0);
            self.search = 1;
        }
    }

    /// Reaches an event.
    #[inline]
    pub fn reach(&mut self, event: EventId) {
        let reached = &mut self.reached[event.0 as usize];
        if *reached != self.search {
            *reached = self.search;
            self.pending.push(event);
        }
    }

    /// The next event to visit.
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "events are reached while others are visited")]
    pub fn next(&mut self) -> Option<EventId> {
        self.pending.pop()
    }
}

/// What a search knows of each event, nothing at first.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// For each event, the search that has met it last, and what that knows of it, as bits.
    events: Vec<(u32, u8)>,
    search: u32,
}

impl Marks {
    /// Begins with nothing known.
    pub fn start(&mut self, graph: &Graph) {
        // Ids are handed out in order, so no event has a greater one than the newest.
        let events = graph.newest().0 as usize + 1;
        if self.events.len() < events {
            self.events.resize(events, (0, 0));
        }
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            // The numbers have been used up: no event must seem to be met by an old search.
            self.events.fill((0, 0));
            self.search = 1;
        }
    }

    /// What is known of an event.
    #[inline]
    pub fn of(&mut self, event: EventId) -> &mut u8 {
        let (search, known) = &mut self.events[event.0 as usize];
        if *search != self.search {
            (*search, *known) = (self.search, 0);
        }
        known
    }
}

/// The event, if there is one and it is not the initial one.
#[inline]
pub fn real(event: EventId) -> Option<EventId> {
    event.some().filter(|event| !event.is_init())
}

/// `mo | fr`, the first of them: the write that directly follows in coherence, after the write itself or
/// after the write that a read reads from.
#[inline]
pub fn co_successor(graph: &Graph, event: EventId) -> Option<EventId> {
    if graph[event].is_write() { mo_next(graph, event) } else { fr_next(graph, event) }
}

/// The write directly after a write in coherence.
#[inline]
pub fn mo_next(graph: &Graph, event: EventId) -> Option<EventId> {
    let e = &graph[event];
    if e.is_write() { graph.co_next(e.loc, event).some() } else { None }
}

/// The first write that overwrites what a read has seen.
#[inline]
pub fn fr_next(graph: &Graph, event: EventId) -> Option<EventId> {
    let e = &graph[event];
    if e.is_read() && e.from != EventId::NONE { graph.co_next(e.loc, e.from).some() } else { None }
}

/// The writes after a write in coherence. The location is that of the write, and needed for the initial one.
#[inline]
pub fn co_later(graph: &Graph, loc: LocId, write: EventId) -> impl Iterator<Item = EventId> + '_ {
    std::iter::successors(graph.co_next(loc, write).some(), move |&write| graph.co_next(loc, write).some())
}

/// The reads of a write; none if the event is no write.
#[inline]
pub fn readers(graph: &Graph, event: EventId) -> impl Iterator<Item = EventId> + '_ {
    let e = &graph[event];
    let readers = e.is_write().then(|| graph.readers(e.loc, event));
    readers.into_iter().flatten()
}

/// `tc`: the start of the thread that an event creates.
#[inline]
pub fn created(graph: &Graph, event: EventId) -> Option<EventId> {
    let e = &graph[event];
    if e.kind.creates_thread() { graph.thread(ThreadId(e.value.0 as u32)).first().copied() } else { None }
}

/// `tj`: the join that waits for the thread that an event ends.
#[inline]
pub fn joined(graph: &Graph, event: EventId) -> Option<EventId> {
    let e = &graph[event];
    if e.kind.ends_thread() { graph.joiner(e.thread) } else { None }
}

/// `rmw`: the write of an update, from its read.
#[inline]
pub fn update_write(graph: &Graph, event: EventId) -> Option<EventId> {
    if graph[event].kind.begins_update() { graph.po_next(event) } else { None }
}

/// The later events of the thread.
#[inline]
pub fn po_later(graph: &Graph, event: EventId) -> &[EventId] {
    let e = &graph[event];
    &graph.thread(e.thread)[e.index as usize + 1..]
}

/// Whether two events access the same location. Locations that share bytes count as one (decision 0014).
#[inline]
pub fn same_location(graph: &Graph, a: EventId, b: EventId) -> bool {
    graph[a].loc != LocId::NONE && graph.same_place(graph[a].loc, graph[b].loc)
}

/// The accesses of the same location as an event, itself included. Locations that share bytes count as one.
#[inline]
pub fn accesses_there(graph: &Graph, event: EventId) -> impl Iterator<Item = EventId> + '_ {
    let loc = graph[event].loc;
    let own = (loc != LocId::NONE).then(|| graph.accesses_newest_first(loc));
    let around = graph.overlapping(loc).iter().flat_map(|&other| graph.accesses_newest_first(other));
    own.into_iter().flatten().chain(around)
}
