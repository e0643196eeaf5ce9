//! Cycles among volatile accesses that `jam19` forbids.
//!
//! There, of two volatile accesses of a thread the first pushes unless it only reads and the second only
//! writes; then it is merely visible (`ra` in `kat/jam.kat`). So a cycle of program order, reads-from,
//! coherence and from-read is one of `push;B*;X;B*` if there is a push between each of its steps of `X` and
//! the next. Two steps of `X` with nothing between them but a read of the one by the other are one step.
//!
//! Every cycle that is found is forbidden, whatever else is in the graph. Where all atomic accesses are
//! volatile, there is no other that matters: see `simplify/fork_join.rs`.

use selvedge_core::walk::{Marks, Suffixes, co_later, po_later, update_write};
use selvedge_core::{EventId, EventKind, Graph, LocId, Mode};

use super::volatile::is_volatile;

/// `X` leads to an access, and then `B`, without a push.
const FRESH: u8 = 1;
/// `X` leads to a write, and so to all that are later in coherence.
const OVERWRITING: u8 = 2;

/// A search for such a cycle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Volatile19 {
    /// How events were met.
    met: Marks,
    /// Fresh reads that have not been visited.
    reads: Vec<EventId>,
    /// Accesses to which `push;B*` leads from fresh ones. What comes after one in its thread is another.
    pushed: Suffixes,
}

impl Volatile19 {
    /// Whether there is a cycle through an event from which only coherence leads on.
    pub(crate) fn finds_cycle(&mut self, graph: &Graph, changed: EventId) -> bool {
        // An update is one event: its second half leads wherever the first one does.
        let changed = update_write(graph, changed).unwrap_or(changed);
        if !is_volatile(graph, changed) {
            return false;
        }
        self.met.start(graph);
        self.reads.clear();
        self.pushed.start(graph);
        self.leave(graph, changed);
        loop {
            if let Some(event) = self.pushed.next(graph) {
                if event == changed {
                    return true;
                }
                if graph[event].mode == Mode::SeqCst {
                    self.leave(graph, event);
                    if graph[event].is_write() {
                        volatile_readers(graph, event).for_each(|reader| self.pushed.reach(graph, reader));
                    }
                }
            } else if let Some(read) = self.reads.pop() {
                self.follow(graph, read);
            } else {
                return false;
            }
        }
    }

    /// Whether an event is met in this way for the first time.
    #[inline]
    fn meet(&mut self, event: EventId, how: u8) -> bool {
        let known = self.met.of(event);
        let is_new = *known & how == 0;
        *known |= how;
        is_new
    }

    /// Follows `X` from an event, if it is an access.
    #[inline]
    fn leave(&mut self, graph: &Graph, event: EventId) {
        let e = &graph[event];
        match e.kind {
            EventKind::Read | EventKind::UpdateRead if e.from != EventId::NONE => self.overwrite(graph, e.loc, e.from),
            EventKind::Write | EventKind::UpdateWrite => self.overwrite(graph, e.loc, event),
            // A read of nothing, too.
            EventKind::Read | EventKind::UpdateRead | EventKind::Init | EventKind::Start | EventKind::Fence => {}
            EventKind::Allocate | EventKind::Free | EventKind::Create | EventKind::Join => {}
            EventKind::Choose | EventKind::Finish => {}
        }
    }

    fn overwrite(&mut self, graph: &Graph, loc: LocId, write: EventId) {
        for later in co_later(graph, loc, write) {
            if !self.meet(later, OVERWRITING) {
                return;
            }
            if graph[later].mode == Mode::SeqCst {
                self.reach(graph, later);
            }
        }
    }

    /// Reaches a fresh write.
    #[inline]
    fn reach(&mut self, graph: &Graph, write: EventId) {
        if self.meet(write, FRESH) {
            self.pushed.reach_after(graph, write);
            for reader in volatile_readers(graph, write) {
                if self.meet(reader, FRESH) {
                    self.reads.push(reader);
                }
            }
        }
    }

    /// Goes on after a fresh read: a write directly after it is not pushed, but pushes what comes after.
    fn follow(&mut self, graph: &Graph, read: EventId) {
        let pushes = |&&later: &&EventId| is_volatile(graph, later) || is_full_fence(graph, later);
        match po_later(graph, read).iter().find(pushes) {
            Some(&next) if graph[next].is_write() => self.reach(graph, next),
            Some(&next) => self.pushed.reach(graph, next),
            None => {}
        }
    }
}

#[inline]
fn volatile_readers(graph: &Graph, write: EventId) -> impl Iterator<Item = EventId> + '_ {
    graph.readers(graph[write].loc, write).filter(|&reader| graph[reader].mode == Mode::SeqCst)
}

#[inline]
fn is_full_fence(graph: &Graph, event: EventId) -> bool {
    graph[event].kind == EventKind::Fence && graph[event].mode == Mode::SeqCst
}
