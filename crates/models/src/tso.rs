//! Total store order (Owens, Sarkar, Sewell 2009), as the corpus counts it: every fence is a full one, and a seq_cst
//! store is ordered before later seq_cst loads.
//!
//! ```text
//! coherence (po | (rf|tc|tj);po)+
//! acyclic ([R|F|UW|TJ|TB];po | po;[W|F|TE|TC] | [W;SC];po;[R;SC] | rfe | mo | fr | tc | tj)
//! ```
//!
//! As for SC, only the write that follows in coherence can close a cycle. Program order is only partly in the relation,
//! so what is reached of a thread is described by three indices: from where on everything is reached, from where on
//! everything that stores are ordered before, and from where on the seq_cst loads.

use selvedge_core::model::PORF;
use selvedge_core::{EventId, EventKind, Graph, Mode, Model};

use crate::frontier::thread_successor;
use crate::sc::co_successor;

pub(crate) const DESCRIPTION: &str = "\
Total store order, the model of x86 and SPARC (Owens, Sarkar, Sewell, 2009), at the level of the language.
Stores wait in a buffer, first in first out; a load sees its own thread's buffered stores before anybody else does.

  coherence (po | (rf|tc|tj);po)+
  acyclic ([R|F|UW|TJ|TB];po | po;[W|F|TE|TC] | [W;SC];po;[R;SC] | rfe | mo | fr | tc | tj)

Every fence is a full one, whatever its ordering, and a seq_cst store is ordered before later seq_cst loads.";

/// Total store order.
#[derive(Clone, Debug, Default)]
pub struct Tso {
    /// Per event, the number of the search that reached it last.
    reached: Vec<u32>,
    search: u32,
    /// Per thread, the indices from which on everything, every event ordered after stores, and every seq_cst load has
    /// been reached.
    all: Vec<u32>,
    stores: Vec<u32>,
    sc_loads: Vec<u32>,
    pending: Vec<EventId>,
}

impl Tso {
    fn start(&mut self, graph: &Graph) {
        self.search += 1;
        let newest = graph.newest().0 as usize + 1;
        if self.reached.len() < newest {
            self.reached.resize(newest, 0);
        }
        for indices in [&mut self.all, &mut self.stores, &mut self.sc_loads] {
            indices.clear();
            indices.resize(graph.thread_count(), u32::MAX);
        }
        self.pending.clear();
    }

    #[inline]
    fn reach(&mut self, event: EventId) {
        let search = &mut self.reached[event.0 as usize];
        if *search != self.search {
            *search = self.search;
            self.pending.push(event);
        }
    }

    fn has_reached(&self, event: EventId) -> bool {
        self.reached[event.0 as usize] == self.search
    }

    fn reach_po(&mut self, graph: &Graph, event: EventId) {
        let e = &graph[event];
        let thread = e.thread.0 as usize;
        let events = graph.thread(e.thread);
        match e.kind {
            EventKind::Read
            | EventKind::UpdateRead
            | EventKind::UpdateWrite
            | EventKind::Fence
            | EventKind::Join
            | EventKind::Start => {
                let from = e.index + 1;
                let to = lower(&mut self.all[thread], from, events.len());
                for &later in &events[from as usize..to] {
                    self.reach(later);
                }
            }
            EventKind::Write
            | EventKind::Allocate
            | EventKind::Free
            | EventKind::Create
            | EventKind::Choose
            | EventKind::Finish => {
                let from = e.index + 1;
                let to = lower(&mut self.stores[thread], from, events.len());
                for &later in events[from as usize..to].iter().filter(|&&later| follows_stores(graph[later].kind)) {
                    self.reach(later);
                }
                if e.kind == EventKind::Write && e.mode == Mode::SeqCst {
                    let to = lower(&mut self.sc_loads[thread], from, events.len());
                    let sc_load = |later: &&EventId| graph[**later].is_read() && graph[**later].mode == Mode::SeqCst;
                    for &later in events[from as usize..to].iter().filter(sc_load) {
                        self.reach(later);
                    }
                }
            }
            EventKind::Init => {}
        }
    }

    fn reach_communication(&mut self, graph: &Graph, event: EventId) {
        let e = &graph[event];
        if e.is_write() {
            // Reading from one's own store orders nothing: the load may be served from the buffer.
            for reader in graph.readers(e.loc, event).filter(|&reader| graph[reader].thread != e.thread) {
                self.reach(reader);
            }
        }
        if let Some(next) = co_successor(graph, event) {
            self.reach(next);
        }
        if let Some(next) = thread_successor(graph, event) {
            self.reach(next);
        }
    }
}

/// Lowers an index and returns where the part that is new ends.
fn lower(index: &mut u32, from: u32, length: usize) -> usize {
    let to = (*index as usize).min(length).max(from as usize);
    *index = (*index).min(from);
    to
}

/// Whether every earlier event of the thread is ordered before an event of this kind.
fn follows_stores(kind: EventKind) -> bool {
    matches!(kind, EventKind::Write | EventKind::UpdateWrite | EventKind::Fence | EventKind::Create | EventKind::Finish)
}

impl Model for Tso {
    fn name(&self) -> &'static str {
        "tso"
    }

    fn clocks(&self) -> usize {
        1
    }

    fn coherence_clock(&self) -> usize {
        PORF
    }

    fn race_clock(&self) -> usize {
        PORF
    }

    fn knows_sizes(&self) -> bool {
        true
    }

    #[inline]
    fn stamp(&self, _: &mut Graph, _: EventId) {}

    fn consistent(&mut self, graph: &Graph, changed: EventId) -> bool {
        let Some(next) = co_successor(graph, changed) else { return true };
        self.start(graph);
        self.reach(next);
        while let Some(event) = self.pending.pop() {
            self.reach_po(graph, event);
            self.reach_communication(graph, event);
            if self.has_reached(changed) {
                return false;
            }
        }
        true
    }
}
