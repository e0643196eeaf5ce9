//! The models of C and C++: RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI 2017), and RA, which is RC11 without its axiom
//! on seq_cst.
//!
//! ```text
//! rs  = [W;>=RLX];(rf;rmw)*                      (C++20: a later store of the same thread does not continue it)
//! sw  = [REL];([F];po)?;rs;rf;[R;>=RLX];(po;[F])?;[ACQ]
//! hb  = (po | sw | tc | tj)+
//! irreflexive hb;eco?    acyclic (po | rf)    and for RC11: acyclic psc, see psc.rs
//! ```
//!
//! Five clocks per event make happens-before incremental. Beside causality:
//!
//! * [`PENDING`]: what the thread has read so far, and will know of once it passes an acquire fence;
//! * [`HB`]: what happens before the event, not counting what it learns from the write it reads from;
//! * [`FENCED`]: what happened before the last release fence, which every later store of the thread publishes;
//! * [`MESSAGE`]: for a store, what somebody who acquires from it will know.

use selvedge_core::{Clock, Event, EventId, EventKind, Graph, Mode, Model, clock};

use crate::psc::Psc;
use crate::sc::Sc;

/// Row of the clock of what an acquire fence would learn.
pub(crate) const PENDING: usize = 1;
/// Row of the happens-before clock.
pub(crate) const HB: usize = 2;
/// Row of the clock of the last release fence.
pub(crate) const FENCED: usize = 3;
/// Row of the clock that a store passes on.
pub(crate) const MESSAGE: usize = 4;

pub(crate) const RC11_DESCRIPTION: &str = "\
Repaired C11 (Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI 2017), with the release sequences of C++20. The default.

  rs  = [W;>=RLX];(rf;rmw)*
  sw  = [REL];([F];po)?;rs;rf;[R;>=RLX];(po;[F])?;[ACQ]
  hb  = (po | sw | tc | tj)+
  irreflexive hb;eco?
  acyclic (po | rf)
  scb = po | (po \\ loc);hb;(po \\ loc) | (hb & loc) | mo | fr
  psc = ([SC]|[F;SC];hb?);scb;([SC]|hb?;[F;SC]) | [F;SC];(hb | hb;eco;hb);[F;SC]
  acyclic psc

An atomic update is one event in psc. A failed compare-exchange is a load with the failure ordering.
Non-atomic accesses race when they conflict and are not ordered by hb.";

pub(crate) const RA_DESCRIPTION: &str = "\
Release/acquire: RC11 without the axiom on seq_cst, so that seq_cst means acquire and release. Relaxed and non-atomic
accesses keep their meaning.

  rs  = [W;>=RLX];(rf;rmw)*
  sw  = [REL];([F];po)?;rs;rf;[R;>=RLX];(po;[F])?;[ACQ]
  hb  = (po | sw | tc | tj)+
  irreflexive hb;eco?
  acyclic (po | rf)";

/// RC11 without the axiom on seq_cst.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ra;

/// Repaired C11.
#[derive(Clone, Debug, Default)]
pub struct Rc11 {
    sc: Sc,
    psc: Psc,
}

impl Model for Ra {
    fn name(&self) -> &'static str {
        "ra"
    }

    fn clocks(&self) -> usize {
        5
    }

    fn coherence_clock(&self) -> usize {
        HB
    }

    fn race_clock(&self) -> usize {
        HB
    }

    fn knows_sizes(&self) -> bool {
        true
    }

    #[inline]
    fn stamp(&self, graph: &mut Graph, event: EventId) {
        stamp(graph, event);
    }

    /// Coherence is all there is.
    #[inline]
    fn consistent(&mut self, _: &Graph, _: EventId) -> bool {
        true
    }
}

impl Model for Rc11 {
    fn name(&self) -> &'static str {
        "rc11"
    }

    fn clocks(&self) -> usize {
        Ra.clocks()
    }

    fn coherence_clock(&self) -> usize {
        HB
    }

    fn race_clock(&self) -> usize {
        HB
    }

    fn knows_sizes(&self) -> bool {
        true
    }

    #[inline]
    fn stamp(&self, graph: &mut Graph, event: EventId) {
        stamp(graph, event);
    }

    /// The axiom on seq_cst is the expensive part, and mostly there is a shortcut.
    ///
    /// A new cycle of psc needs two seq_cst events, and it passes through what has changed. Every edge of psc is a path of
    /// program order, reads-from, coherence and from-read. So if there is no new cycle of those, there is none of psc.
    /// And if there is one with nothing but seq_cst accesses, it is one of psc.
    fn consistent(&mut self, graph: &Graph, changed: EventId) -> bool {
        graph.seq_cst_events() < 2
            || self.sc.consistent(graph, changed)
            || !self.psc.has_plain_cycle(graph, changed) && self.psc.is_acyclic(graph)
    }
}

/// Fills the clocks of a new event from those of its predecessor.
#[inline]
fn stamp(graph: &mut Graph, event: EventId) {
    let Some(prev) = graph.po_prev(event) else { return };
    stamp_pending(graph, event, prev);
    stamp_hb(graph, event, prev);
    stamp_fenced(graph, event, prev);
    if graph[event].is_write() && graph[event].mode.is_atomic() {
        stamp_message(graph, event, prev);
    }
}

fn stamp_pending(graph: &mut Graph, event: EventId, prev: EventId) {
    let (lanes, before) = graph.clock_mut(event, PENDING);
    lanes.copy_from_slice(before.clock(prev, PENDING));
    let Event { kind, mode, from, .. } = *before.event(prev);
    if kind.is_read() && mode.is_atomic() && !from.is_init() {
        clock::join(lanes, before.clock(from, MESSAGE));
    }
}

fn stamp_hb(graph: &mut Graph, event: EventId, prev: EventId) {
    let Event { kind, mode, .. } = graph[event];
    let (lanes, before) = graph.clock_mut(event, HB);
    lanes.copy_from_slice(before.clock(prev, HB));
    let predecessor = before.event(prev);
    clock::include(lanes, predecessor);
    match learns(predecessor) {
        Learns::Nothing => {}
        Learns::Message(from) => clock::join(lanes, before.clock(from, MESSAGE)),
        Learns::Everything(from) => {
            clock::join(lanes, before.clock(from, HB));
            clock::include(lanes, before.event(from));
        }
    }
    if kind == EventKind::Fence && mode.is_acquire() {
        clock::join(lanes, before.clock(event, PENDING));
    }
}

fn stamp_fenced(graph: &mut Graph, event: EventId, prev: EventId) {
    let (lanes, before) = graph.clock_mut(event, FENCED);
    let predecessor = before.event(prev);
    if predecessor.kind == EventKind::Fence && predecessor.mode.is_release() {
        lanes.copy_from_slice(before.clock(prev, HB));
        clock::include(lanes, predecessor);
    } else {
        lanes.copy_from_slice(before.clock(prev, FENCED));
    }
}

fn stamp_message(graph: &mut Graph, event: EventId, prev: EventId) {
    let (lanes, before) = graph.clock_mut(event, MESSAGE);
    lanes.copy_from_slice(before.clock(event, FENCED));
    let write = before.event(event);
    if write.mode.is_release() {
        clock::join(lanes, before.clock(event, HB));
        clock::include(lanes, write);
    }
    if write.kind == EventKind::UpdateWrite {
        // An update continues the release sequence of the write it reads from.
        let source = before.event(prev).from;
        if !source.is_init() {
            clock::join(lanes, before.clock(source, MESSAGE));
        }
    }
}

/// What an event adds to the knowledge of its thread.
enum Learns {
    Nothing,
    /// What a store passes on to those who acquire it.
    Message(EventId),
    /// All that the other event knows, and that event.
    Everything(EventId),
}

#[inline]
fn learns(event: &Event) -> Learns {
    match event.kind {
        EventKind::Read | EventKind::UpdateRead if event.mode.is_acquire() && !event.from.is_init() => {
            Learns::Message(event.from)
        }
        EventKind::Start if event.from.is_some() => Learns::Everything(event.from),
        EventKind::Join => Learns::Everything(event.from),
        _ => Learns::Nothing,
    }
}

/// Everything that happens before the event, with what it learns itself.
pub(crate) fn full_hb(graph: &Graph, event: EventId, lanes: &mut [u32]) {
    lanes.copy_from_slice(graph.clock(event, HB).0);
    match learns(&graph[event]) {
        Learns::Nothing => {}
        Learns::Message(from) => clock::join(lanes, graph.clock(from, MESSAGE).0),
        Learns::Everything(from) => {
            clock::join(lanes, graph.clock(from, HB).0);
            clock::include(lanes, &graph[from]);
        }
    }
}

/// Whether the event is a seq_cst fence.
pub(crate) fn is_sc_fence(event: &Event) -> bool {
    event.kind == EventKind::Fence && event.mode == Mode::SeqCst
}

/// Whether the clock contains the event.
pub(crate) fn contains(lanes: &[u32], event: &Event) -> bool {
    Clock(lanes).contains(event)
}
