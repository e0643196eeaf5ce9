//! The Java access-mode models with a checker of their own. `kat/jam21.kat` and its siblings are the definitions; there is
//! no code for such axioms yet that could be generated from them.
//!
//! Every axiom forbids cycles of program order, reads-from, coherence and from-read. So as long as there is no such cycle,
//! everything is allowed, and a new one passes through what has changed: that is one short search ([`Search`]), and mostly
//! all there is to do. If there is one, and all of it is volatile accesses, jam21 forbids it. Otherwise [`visible`] asks
//! about the first axiom, from the changed event backwards, and [`order`] about the order of pushes, from scratch.

mod order;
mod visible;

use std::cell::RefCell;

use selvedge_core::model::{PORF, coherence, race};
use selvedge_core::{Complaint, EventId, EventKind, Graph, Mode, Model, ThreadId};

use order::Pushes;
use visible::Visible;

/// Row of the clock of the own thread.
const OWN: usize = 1;

/// Which of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum JamVersion {
    /// OOPSLA 2019.
    Jam19,
    /// ECOOP 2022.
    Jam21,
    /// ECOOP 2022, with pushes ordered only as far as specified.
    Jam21s,
}

impl JamVersion {
    /// All of them.
    pub const ALL: [JamVersion; 3] = [JamVersion::Jam19, JamVersion::Jam21, JamVersion::Jam21s];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            JamVersion::Jam19 => "jam19",
            JamVersion::Jam21 => "jam21",
            JamVersion::Jam21s => "jam21s",
        }
    }
}

/// A Java access-mode model.
#[derive(Clone, Debug)]
pub struct Jam {
    version: JamVersion,
    /// Used one at a time, also where the model is only looked at.
    search: RefCell<Search>,
    visible: Visible,
}

impl Jam {
    /// The model.
    pub fn new(version: JamVersion) -> Jam {
        Jam { version, search: RefCell::default(), visible: Visible::default() }
    }
}

impl Model for Jam {
    fn name(&self) -> &'static str {
        self.version.name()
    }

    fn clocks(&self) -> usize {
        2
    }

    fn coherence_clock(&self) -> usize {
        OWN
    }

    fn race_clock(&self) -> usize {
        PORF
    }

    fn stamp(&self, graph: &mut Graph, event: EventId) {
        let Some(prev) = graph.po_prev(event) else { return };
        let (mut clock, before) = graph.clock_mut(event, OWN);
        clock.copy(prev, OWN);
        clock.include(before.event(prev));
    }

    fn consistent(&mut self, graph: &Graph, changed: EventId) -> bool {
        let Some(next) = co_successor(graph, changed) else { return true };
        if graph.seq_cst_events() == 0 {
            // Nothing pushes.
            return self.visible.allows(graph, changed, self.version);
        }
        if !self.search.get_mut().reaches(graph, next, changed, successors) {
            return true;
        }
        // In jam19, a volatile read does not come before a volatile write after it.
        let volatile = self.version != JamVersion::Jam19 && is_volatile(graph, changed);
        if volatile && self.search.get_mut().reaches(graph, changed, changed, volatile_successors) {
            return false;
        }
        self.visible.allows(graph, changed, self.version) && Pushes::new(graph, self.version).can_be_ordered()
    }

    fn accepts(&self, graph: &Graph) -> bool {
        graph.seq_cst_events() == 0
            || match self.version {
                JamVersion::Jam21s => true,
                // A cycle of volatile accesses would have been noticed; creation and join could be part of one that is not.
                JamVersion::Jam21 => is_all_volatile(graph),
                JamVersion::Jam19 => false,
            }
            || self.search.borrow_mut().is_acyclic(graph)
            || Pushes::new(graph, self.version).can_be_ordered_at_the_end()
    }

    fn judges_ends(&self) -> bool {
        self.version != JamVersion::Jam21s
    }

    fn sources(&self, graph: &Graph, read: EventId, out: &mut Vec<EventId>) {
        coherence::sources(graph, read, OWN, out);
    }

    fn placings(&self, graph: &Graph, write: EventId, out: &mut Vec<EventId>) {
        coherence::placings(graph, write, OWN, out);
    }

    fn may_reread(&self, graph: &Graph, read: EventId, write: EventId) -> bool {
        coherence::may_reread(graph, read, write, OWN)
    }

    fn race(&self, graph: &Graph, added: EventId) -> Option<EventId> {
        race(graph, added, PORF)
    }

    fn knows_sizes(&self) -> bool {
        false
    }

    fn complaints(&self, _: &Graph, _: bool) -> Vec<Complaint> {
        Vec::new()
    }

    fn complains(&self) -> bool {
        false
    }

    fn gives_up(&self, _: &Graph) -> bool {
        false
    }
}

/// The write that directly follows in coherence: after the write itself, or after the write a read reads from.
fn co_successor(graph: &Graph, event: EventId) -> Option<EventId> {
    let e = &graph[event];
    match () {
        () if e.kind.is_read() => graph.co_next(e.loc, e.from).some(),
        () if e.kind.is_write() => graph.co_next(e.loc, event).some(),
        () => None,
    }
}

/// What directly follows in `po | rf | mo | fr | tc | tj`.
fn successors(graph: &Graph, event: EventId, found: &mut Vec<EventId>) {
    let e = &graph[event];
    found.extend(graph.po_next(event));
    found.extend(co_successor(graph, event));
    match e.kind {
        EventKind::Write | EventKind::UpdateWrite => found.extend(graph.readers(e.loc, event)),
        EventKind::Create => found.extend(graph.thread(ThreadId(e.value.0 as u32)).first()),
        EventKind::Finish => found.extend(graph.joiner(e.thread)),
        _ => {}
    }
}

fn is_volatile(graph: &Graph, event: EventId) -> bool {
    graph[event].kind.is_access() && graph[event].mode == Mode::SeqCst
}

/// Whether there are no other accesses than volatile ones, and no creations of threads.
fn is_all_volatile(graph: &Graph) -> bool {
    graph.thread_ids().flat_map(|thread| graph.thread(thread)).all(|&event| match graph[event].kind {
        EventKind::Create => false,
        kind => !kind.is_access() || graph[event].mode == Mode::SeqCst,
    })
}

/// The same among volatile accesses alone.
fn volatile_successors(graph: &Graph, event: EventId, found: &mut Vec<EventId>) {
    let follow = |next: &dyn Fn(EventId) -> Option<EventId>, first: Option<EventId>| {
        std::iter::successors(first, |&event| next(event)).find(|&event| is_volatile(graph, event))
    };
    let loc = graph[event].loc;
    found.extend(follow(&|event| graph.po_next(event), graph.po_next(event)));
    found.extend(follow(&|write| graph.co_next(loc, write).some(), co_successor(graph, event)));
    if graph[event].kind.is_write() {
        found.extend(graph.readers(loc, event).filter(|&reader| is_volatile(graph, reader)));
    }
}

/// A search through a graph.
#[derive(Clone, Debug, Default)]
struct Search {
    /// For each event, the search that has met it last, and how far it is.
    met: Vec<(u32, Met)>,
    round: u32,
    pending: Vec<EventId>,
    found: Vec<EventId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Met {
    /// It is on the way that is being followed.
    #[default]
    Open,
    /// Everything after it has been seen.
    Done,
}

type Successors = fn(&Graph, EventId, &mut Vec<EventId>);

impl Search {
    fn start(&mut self, graph: &Graph) {
        self.round += 1;
        self.met.resize(self.met.len().max(graph.newest().0 as usize + 1), (0, Met::Open));
        self.pending.clear();
    }

    /// Whether a way of at least one step leads from `first` to `goal`; `first` itself counts if it is not the goal.
    fn reaches(&mut self, graph: &Graph, first: EventId, goal: EventId, successors: Successors) -> bool {
        self.start(graph);
        self.pending.push(first);
        while let Some(event) = self.pending.pop() {
            self.found.clear();
            successors(graph, event, &mut self.found);
            for &next in &self.found {
                if next == goal {
                    return true;
                }
                let met = &mut self.met[next.0 as usize];
                if met.0 != self.round {
                    met.0 = self.round;
                    self.pending.push(next);
                }
            }
        }
        false
    }

    /// Whether `po | rf | mo | fr | tc | tj` has no cycle.
    fn is_acyclic(&mut self, graph: &Graph) -> bool {
        self.start(graph);
        for thread in graph.thread_ids() {
            self.pending.extend(graph.thread(thread).first());
            while let Some(&event) = self.pending.last() {
                let met = self.met[event.0 as usize];
                if met.0 == self.round {
                    self.met[event.0 as usize].1 = Met::Done;
                    self.pending.pop();
                    continue;
                }
                self.met[event.0 as usize] = (self.round, Met::Open);
                self.found.clear();
                successors(graph, event, &mut self.found);
                for &next in &self.found {
                    match self.met[next.0 as usize] {
                        (round, Met::Open) if round == self.round => return false,
                        (round, Met::Done) if round == self.round => {}
                        _ => self.pending.push(next),
                    }
                }
            }
        }
        true
    }
}
