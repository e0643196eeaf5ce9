//! RC11's axiom on seq_cst: `acyclic psc`, exactly as in PLDI 2017.
//!
//! ```text
//! scb = po | (po \ loc);hb;(po \ loc) | (hb & loc) | mo | fr
//! psc = ([SC]|[F;SC];hb?);scb;([SC]|hb?;[F;SC]) | [F;SC];(hb | hb;eco;hb);[F;SC]
//! ```
//!
//! Accesses of different sizes that share bytes are accesses of one location (decision 0014). They are ordered by hb, so
//! mo, fr and eco add nothing between them.
//!
//! The nodes are the seq_cst events; the two halves of an update are one node. Whether there is an edge between two nodes
//! is decided by clocks, with hb including what an event learns from its own source. Since hb is closed under program
//! order on the left, most of the composition collapses; each rule below says how.

use selvedge_core::{Event, EventId, EventKind, Graph, LocId, Mode};

use crate::c11::{contains, full_hb, is_sc_fence};
use crate::frontier::Frontier;
use crate::sc::co_successor;

/// A seq_cst event. `first` and `last` differ for an update: its read and its write.
#[derive(Clone, Copy, Debug)]
struct Node {
    first: EventId,
    last: EventId,
    fence: bool,
    loc: LocId,
}

/// The check, with its scratch memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Psc {
    nodes: Vec<Node>,
    /// Everything that happens before each event, indexed by event.
    hb: Vec<u32>,
    lanes: usize,
    /// Position in coherence, indexed by write. The initial write has 0.
    rank: Vec<u32>,
    /// For each node, those it has an edge to.
    edges: Vec<Vec<usize>>,
    /// 0: not seen, 1: on the present path, 2: done.
    colour: Vec<u8>,
    frontier: Frontier,
}

impl Psc {
    /// Whether a cycle of program order, reads-from, coherence, from-read and the edges of threads passes through the
    /// event and communicates between seq_cst accesses only. Such a cycle is one of psc: reads-from between seq_cst accesses
    /// synchronises, so it is in `hb & loc`, and creating and joining is in `(po \ loc);hb;(po \ loc)`.
    pub(crate) fn has_plain_cycle(&mut self, graph: &Graph, changed: EventId) -> bool {
        let is_strong = |event: EventId| graph[event].mode == Mode::SeqCst;
        let Some(next) = co_successor(graph, changed).filter(|&next| is_strong(changed) && is_strong(next)) else {
            return false;
        };
        self.frontier.start(graph);
        self.frontier.reach(graph, next);
        while let Some(event) = self.frontier.next(graph) {
            if event == changed {
                return true;
            }
            if is_strong(event) {
                if graph[event].is_write() {
                    for reader in graph.readers(graph[event].loc, event).filter(|&reader| is_strong(reader)) {
                        self.frontier.reach(graph, reader);
                    }
                }
                if let Some(next) = co_successor(graph, event).filter(|&next| is_strong(next)) {
                    self.frontier.reach(graph, next);
                }
            }
            self.frontier.reach_thread_edges(graph, event);
        }
        false
    }

    /// Whether psc is acyclic.
    pub(crate) fn is_acyclic(&mut self, graph: &Graph) -> bool {
        self.collect(graph);
        if self.nodes.len() < 2 {
            return true;
        }
        self.prepare(graph);
        self.edges.resize(self.nodes.len().max(self.edges.len()), Vec::new());
        for a in 0..self.nodes.len() {
            let mut edges = std::mem::take(&mut self.edges[a]);
            edges.clear();
            edges.extend((0..self.nodes.len()).filter(|&b| b != a && self.edge(graph, self.nodes[a], self.nodes[b])));
            self.edges[a] = edges;
        }
        self.has_no_cycle()
    }

    fn collect(&mut self, graph: &Graph) {
        self.nodes.clear();
        for event in graph.newest_first() {
            let e = &graph[event];
            if e.mode != Mode::SeqCst || e.kind == EventKind::UpdateRead {
                continue;
            }
            let first = match e.kind {
                EventKind::UpdateWrite => graph.po_prev(event).expect("invariant: an update has a read"),
                _ => event,
            };
            self.nodes.push(Node { first, last: event, fence: is_sc_fence(e), loc: e.loc });
        }
        // An update whose write has not been added yet still is a node.
        let newest = graph.newest();
        let e = &graph[newest];
        let pending = |event: EventId| {
            let e = &graph[event];
            e.kind == EventKind::UpdateRead && e.mode == Mode::SeqCst && graph.po_next(event).is_none()
        };
        if pending(newest) {
            self.nodes.push(Node { first: newest, last: newest, fence: false, loc: e.loc });
        }
    }

    fn prepare(&mut self, graph: &Graph) {
        self.lanes = graph.lanes();
        let events = graph.newest().0 as usize + 1;
        self.hb.resize(events * self.lanes, 0);
        self.rank.resize(events.max(self.rank.len()), 0);
        for event in graph.newest_first() {
            let start = event.0 as usize * self.lanes;
            full_hb(graph, event, &mut self.hb[start..start + self.lanes]);
        }
        for loc in graph.locations() {
            for (rank, write) in graph.coherence(loc).enumerate() {
                self.rank[write.0 as usize] = rank as u32 + 1;
            }
        }
    }

    fn past(&self, event: EventId) -> &[u32] {
        let start = event.0 as usize * self.lanes;
        &self.hb[start..start + self.lanes]
    }

    /// Whether `a` happens before `b`.
    fn before(&self, graph: &Graph, a: EventId, b: EventId) -> bool {
        contains(self.past(b), &graph[a])
    }

    fn edge(&self, graph: &Graph, a: Node, b: Node) -> bool {
        match (a.fence, b.fence) {
            (false, false) => self.scb(graph, a, b),
            (true, false) => self.fence_to_access(graph, a.first, b),
            (false, true) => self.access_to_fence(graph, a, b.first),
            (true, true) => self.fence_to_fence(graph, a.first, b.first),
        }
    }

    fn po(&self, graph: &Graph, a: EventId, b: EventId) -> bool {
        graph[a].thread == graph[b].thread && graph[a].index < graph[b].index
    }

    /// `scb` between two accesses.
    fn scb(&self, graph: &Graph, a: Node, b: Node) -> bool {
        self.po(graph, a.last, b.first)
            || self.hb_between_other_locations(graph, a, b)
            || graph.same_place(a.loc, b.loc) && self.before(graph, a.last, b.first)
            || a.loc == b.loc && self.mo_or_fr(graph, a, b)
    }

    /// `(po \ loc);hb;(po \ loc)`. The best middle events are the last one before `b` and the last one in its past after
    /// `a` that differ in location from `b` and from `a`.
    fn hb_between_other_locations(&self, graph: &Graph, a: Node, b: Node) -> bool {
        let before_b = &graph.thread(graph[b.first].thread)[..graph[b.first].index as usize];
        let elsewhere = |event: EventId, node: Node| !graph.same_place(graph[event].loc, node.loc);
        let Some(&exit) = before_b.iter().rev().find(|&&event| elsewhere(event, b)) else { return false };
        // Of an update, the past of the read counts: the two halves are one event.
        let exit = if graph[exit].kind == EventKind::UpdateWrite { graph.po_prev(exit).unwrap_or(exit) } else { exit };
        let thread = graph[a.last].thread;
        let known = self.past(exit)[thread.0 as usize] as usize;
        let after_a = graph.thread(thread).get(graph[a.last].index as usize + 1..known).unwrap_or_default();
        after_a.iter().any(|&event| elsewhere(event, a))
    }

    /// `mo | fr` between two different accesses of one location.
    fn mo_or_fr(&self, graph: &Graph, a: Node, b: Node) -> bool {
        graph[b.last].is_write() && self.mo_or_fr_from(graph, a.first, a.last, self.rank[b.last.0 as usize])
    }

    /// Whether the access (the halves of an update may be given) is mo- or fr-before the write of that rank.
    fn mo_or_fr_from(&self, graph: &Graph, first: EventId, last: EventId, rank: u32) -> bool {
        let reads_older = graph[first].is_read() && self.rank_of_source(&graph[first]) < rank;
        let writes_older = graph[last].is_write() && self.rank[last.0 as usize] < rank;
        reads_older || writes_older
    }

    fn rank_of_source(&self, read: &Event) -> u32 {
        if read.from.is_init() { 0 } else { self.rank[read.from.0 as usize] }
    }

    /// `[F];hb?;scb;[SC]`. What is program-order-before `b` is covered by the past of b's predecessor, which also covers
    /// `(po \ loc);hb;(po \ loc)`.
    fn fence_to_access(&self, graph: &Graph, a: EventId, b: Node) -> bool {
        if self.po(graph, a, b.first) || graph.po_prev(b.first).is_some_and(|prev| self.before(graph, a, prev)) {
            return true;
        }
        accesses(graph, b.loc).filter(|&x| x != b.first && x != b.last).any(|x| {
            let hb_loc = self.before(graph, x, b.first);
            let communicates = graph[x].loc == b.loc
                && graph[b.last].is_write()
                && self.mo_or_fr_from(graph, x, x, self.rank[b.last.0 as usize]);
            (hb_loc || communicates) && self.before(graph, a, x)
        })
    }

    /// `[SC];scb;hb?;[F]`. Everything before the fence is its past, and what is program-order-before that is in it too.
    fn access_to_fence(&self, graph: &Graph, a: Node, b: EventId) -> bool {
        let past = self.past(b);
        let event = &graph[a.last];
        if self.po(graph, a.last, b) || event.index + 1 < past[event.thread.0 as usize] {
            return true;
        }
        accesses(graph, a.loc).filter(|&y| y != a.first && y != a.last).any(|y| {
            let hb_loc = self.before(graph, a.last, y);
            let communicates = graph[y].loc == a.loc
                && graph[y].is_write()
                && self.mo_or_fr_from(graph, a.first, a.last, self.rank[y.0 as usize]);
            (hb_loc || communicates) && contains(past, &graph[y])
        })
    }

    /// `[F];(hb | hb;eco;hb);[F]`. For each location, take the latest write that is, or is read by something, in the past
    /// of the second fence; what is eco-before that must have the first fence in its past.
    fn fence_to_fence(&self, graph: &Graph, a: EventId, b: EventId) -> bool {
        if self.before(graph, a, b) {
            return true;
        }
        let past = self.past(b);
        graph.locations().any(|loc| {
            let known = |y: EventId| contains(past, &graph[y]);
            let rank =
                |y: EventId| if graph[y].is_read() { self.rank_of_source(&graph[y]) } else { self.rank[y.0 as usize] };
            let accesses = || graph.accesses_newest_first(loc);
            let Some(latest) = accesses().filter(|&y| known(y)).map(rank).max() else { return false };
            accesses().any(|x| {
                let older = rank(x) < latest;
                let read_from = graph[x].is_write() && rank(x) == latest && graph.readers(loc, x).any(known);
                (older || read_from) && self.before(graph, a, x)
            })
        })
    }

    fn has_no_cycle(&mut self) -> bool {
        let nodes = self.nodes.len();
        self.colour.clear();
        self.colour.resize(nodes, 0);
        let mut path: Vec<(usize, usize)> = Vec::new();
        for root in 0..nodes {
            if self.colour[root] != 0 {
                continue;
            }
            self.colour[root] = 1;
            path.push((root, 0));
            while let Some((node, next)) = path.last_mut() {
                let Some(&to) = self.edges[*node].get(*next) else {
                    self.colour[*node] = 2;
                    path.pop();
                    continue;
                };
                *next += 1;
                match self.colour[to] {
                    0 => {
                        self.colour[to] = 1;
                        path.push((to, 0));
                    }
                    1 => return false,
                    _ => {}
                }
            }
        }
        true
    }
}

/// The accesses of a location and of those that share bytes with it.
fn accesses(graph: &Graph, loc: LocId) -> impl Iterator<Item = EventId> + '_ {
    let around = graph.overlapping(loc).iter().flat_map(|&other| graph.accesses_newest_first(other));
    graph.accesses_newest_first(loc).chain(around)
}
