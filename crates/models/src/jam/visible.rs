//! `irreflexive B+;X`: nothing is visible that coherence contradicts.
//!
//! `B` is what makes things visible directly, and `X = mo | fr | po;[W];mo` what would then be contradicted. The changed
//! event is the last one of its thread and nobody reads from it, so no way along `B` goes on from it. A new contradiction
//! is therefore a write after it (or after what it reads from) in coherence that is visible to it, or, if it is a write, to
//! what comes before it in its thread. The events that are visible are found backwards.

use selvedge_core::{Event, EventId, EventKind, Graph, Mode};

use super::JamVersion;

/// A search for visible events.
#[derive(Clone, Debug, Default)]
pub(super) struct Visible {
    /// For each event, the search that has met it last.
    met: Vec<u32>,
    round: u32,
    pending: Vec<EventId>,
}

impl Visible {
    /// Whether what has changed contradicts nothing that is visible.
    pub(super) fn allows(&mut self, graph: &Graph, changed: EventId, version: JamVersion) -> bool {
        // Of an update that has both halves, the second one knows more.
        let is_half = graph[changed].kind == EventKind::UpdateRead;
        let changed = graph.po_next(changed).filter(|_| is_half).unwrap_or(changed);
        let event = &graph[changed];
        let base = if event.kind.is_read() { event.from } else { changed };
        self.round += 1;
        self.pending.clear();
        self.pending.push(changed);
        if event.kind.is_write() {
            self.pending.extend(&graph.thread(event.thread)[..event.index as usize]);
        }
        while let Some(event) = self.pending.pop() {
            self.see(graph, event, version);
        }
        let mut later = graph.co_next(event.loc, base);
        while let Some(write) = later.some() {
            if self.met.get(write.0 as usize) == Some(&self.round) {
                return false;
            }
            later = graph.co_next(event.loc, write);
        }
        true
    }

    /// Meets what is directly visible to an event.
    fn see(&mut self, graph: &Graph, event: EventId, version: JamVersion) {
        let e = &graph[event];
        match e.kind {
            EventKind::Read | EventKind::UpdateRead if !e.from.is_init() => self.meet(e.from),
            EventKind::Start | EventKind::Join if e.from.is_some() => self.meet(e.from),
            _ => {}
        }
        let ends = matches!(e.kind, EventKind::Create | EventKind::Finish) || e.kind.is_write() && e.mode.is_release();
        let is_volatile = |e: &Event| e.kind.is_access() && e.mode == Mode::SeqCst;
        // The strongest fences between.
        let (mut releases, mut acquires, mut full) = (false, false, false);
        let thread = graph.thread(e.thread);
        for index in (0..e.index as usize).rev() {
            let earlier = thread[index];
            let f = &graph[earlier];
            // A path from one half of an update may as well begin at the other.
            let acquiring = match f.kind {
                EventKind::Read | EventKind::UpdateRead => f.mode.is_acquire(),
                EventKind::UpdateWrite => graph[thread[index - 1]].mode.is_acquire(),
                EventKind::Start | EventKind::Join => true,
                _ => false,
            };
            let own = index + 1 == e.index as usize && e.kind == EventKind::UpdateWrite;
            let reads = matches!(f.kind, EventKind::Read | EventKind::UpdateRead | EventKind::UpdateWrite);
            if ends
                || acquiring
                || own
                || releases && e.kind.is_write()
                || acquires && reads
                || full
                || match version {
                    JamVersion::Jam19 => is_volatile(e) && e.kind.is_read() || is_volatile(f) && f.kind.is_write(),
                    JamVersion::Jam21 | JamVersion::Jam21s => is_volatile(e) && is_volatile(f),
                }
            {
                self.meet(earlier);
            }
            if f.kind == EventKind::Fence {
                releases |= f.mode.is_release();
                acquires |= f.mode.is_acquire();
                full |= f.mode == Mode::SeqCst;
            }
        }
    }

    fn meet(&mut self, event: EventId) {
        let at = event.0 as usize;
        if self.met.len() <= at {
            self.met.resize(at + 1, 0);
        }
        if self.met[at] != self.round {
            self.met[at] = self.round;
            self.pending.push(event);
        }
    }
}
