//! The steps that the axioms are made of, from an event onwards.
//!
//! `B` is what makes things visible directly, `push` the part of it that makes an event push, and
//! `X = mo | fr | po;[W];mo` the pairs of which coherence contradicts that the second is visible to the
//! first.
//!
//! An update is one event to these models and two to the search: what begins at its read also begins at its
//! write. Where the text has `half`, from one of the two to the other, there is nothing to do: `B` leads from
//! the read to the write, and the write pushes whatever the read pushes.

use selvedge_core::walk::{created, joined, readers};
use selvedge_core::{Event, EventId, EventKind, Graph, Mode};

use crate::ByHand;

/// A step to a later event of the same thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// By `B` alone.
    Shows,
    /// By `push`, and so by `B` too.
    Pushes,
}

/// Calls back with each later event of the thread to which `B` leads.
#[inline]
pub(super) fn within(graph: &Graph, event: EventId, version: ByHand, mut step: impl FnMut(EventId, Step)) {
    let e = &graph[event];
    let thread = graph.thread(e.thread);
    let here = e.index as usize;
    let acquiring = match e.kind {
        EventKind::Read | EventKind::UpdateRead => e.mode.is_acquire(),
        EventKind::UpdateWrite => graph[thread[here - 1]].mode.is_acquire(),
        EventKind::Start | EventKind::Join => true,
        EventKind::Init | EventKind::Write | EventKind::Fence | EventKind::Allocate | EventKind::Free => false,
        EventKind::Create | EventKind::Choose | EventKind::Finish => false,
    };
    let reads = matches!(e.kind, EventKind::Read | EventKind::UpdateRead | EventKind::UpdateWrite);
    let volatile = is_volatile(e);
    // Fences between the two.
    let (mut releases, mut acquires, mut full) = (false, false, false);
    for (ahead, &later) in thread[here + 1..].iter().enumerate() {
        let f = &graph[later];
        let own = ahead == 0 && e.kind == EventKind::UpdateRead && f.kind == EventKind::UpdateWrite;
        let in_a_row = match version {
            ByHand::Jam19 => is_volatile(f) && f.kind.is_read() || volatile && e.kind.is_write(),
            ByHand::Jam21 | ByHand::Jam21s => volatile && is_volatile(f),
        };
        if full || in_a_row && !own {
            step(later, Step::Pushes);
        } else if own || acquiring || ends(f) || releases && f.kind.is_write() || acquires && reads {
            step(later, Step::Shows);
        }
        if f.kind == EventKind::Fence {
            releases |= f.mode.is_release();
            acquires |= f.mode.is_acquire();
            full |= f.mode == Mode::SeqCst;
        }
    }
}

/// Events of other threads, or later ones of its own, to which `rf | tc | tj` leads directly.
#[inline]
pub(super) fn across(graph: &Graph, event: EventId) -> impl Iterator<Item = EventId> + '_ {
    readers(graph, event).chain(created(graph, event)).chain(joined(graph, event))
}

/// Writes after which, in coherence, everything is related to the event by `X`: what it has read or written,
/// and what its thread writes later. [`EventId::NONE`] is none.
#[inline]
pub(super) fn bases(graph: &Graph, event: EventId) -> impl Iterator<Item = EventId> + '_ {
    let e = &graph[event];
    let later = &graph.thread(e.thread)[e.index as usize + 1..];
    let own = [event].into_iter().filter(|_| e.kind.is_access());
    own.chain(later.iter().copied().filter(|&later| graph[later].kind.is_write()))
}

/// Whether a later event of the thread is pushed by it.
pub(super) fn pushes(graph: &Graph, event: EventId, version: ByHand) -> bool {
    let mut found = false;
    within(graph, event, version, |_, step| found |= step == Step::Pushes);
    found
}

fn ends(event: &Event) -> bool {
    matches!(event.kind, EventKind::Create | EventKind::Finish) || event.kind.is_write() && event.mode.is_release()
}

fn is_volatile(event: &Event) -> bool {
    event.kind.is_access() && event.mode == Mode::SeqCst
}
