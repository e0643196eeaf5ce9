//! Walks of an automaton as it is: where those that start at an event end, and where those that end there
//! start.

use selvedge_core::{EventId, Graph};

use super::{Automaton, Edge, Way};

/// The states and events that a walk has met.
struct Met {
    width: usize,
    bits: Vec<u64>,
}

impl Met {
    fn new(states: usize, graph: &Graph) -> Met {
        // Ids are handed out in order, so no event has a greater one than the newest.
        let width = graph.newest().0 as usize + 1;
        Met { width, bits: vec![0; (states * width).div_ceil(64)] }
    }

    /// Whether the pair was not met before.
    fn insert(&mut self, state: usize, event: EventId) -> bool {
        let index = state * self.width + event.0 as usize;
        let word = &mut self.bits[index / 64];
        let is_new = *word >> (index % 64) & 1 == 0;
        *word |= 1 << (index % 64);
        is_new
    }
}

impl Automaton {
    /// Where walks from an event end, in order.
    pub(crate) fn targets(&self, graph: &Graph, event: EventId) -> Vec<EventId> {
        let mut met = Met::new(self.states.len(), graph);
        met.insert(0, event);
        let mut open = vec![(0, event)];
        let mut targets = Vec::new();
        while let Some((state, at)) = open.pop() {
            if self.accepts(state).contains(&graph[at]) {
                targets.push(at);
            }
            for step in self.states[state].steps.iter().filter(|step| step.test.contains(&graph[at])) {
                self.follow(step.edge, graph, at, Way::Forward, |next| {
                    if step.then.contains(&graph[next]) && met.insert(step.to, next) {
                        open.push((step.to, next));
                    }
                });
            }
        }
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// Where walks that end at an event start, in order.
    pub(crate) fn sources(&self, graph: &Graph, event: EventId) -> Vec<EventId> {
        let mut met = Met::new(self.states.len(), graph);
        let mut open = Vec::new();
        for state in (0..self.states.len()).filter(|&state| self.accepts(state).contains(&graph[event])) {
            met.insert(state, event);
            open.push((state, event));
        }
        let mut sources = Vec::new();
        while let Some((state, at)) = open.pop() {
            if state == 0 {
                sources.push(at);
            }
            for (from, steps) in self.states.iter().map(|state| &state.steps).enumerate() {
                for step in steps.iter().filter(|step| step.to == state && step.then.contains(&graph[at])) {
                    self.follow(step.edge, graph, at, Way::Backward, |before| {
                        if step.test.contains(&graph[before]) && met.insert(from, before) {
                            open.push((from, before));
                        }
                    });
                }
            }
        }
        sources.sort_unstable();
        sources
    }

    /// Calls the function with each event at the other end of an edge.
    pub(crate) fn follow(&self, edge: Edge, graph: &Graph, at: EventId, way: Way, visit: impl FnMut(EventId)) {
        let ends = |automaton: &Automaton| match way {
            Way::Forward => automaton.targets(graph, at),
            Way::Backward => automaton.sources(graph, at),
        };
        match edge {
            Edge::Simple(simple, Way::Forward) => simple.follow(graph, at, way, visit),
            Edge::Simple(simple, Way::Backward) => simple.follow(graph, at, way.turned(), visit),
            Edge::Both(number) => {
                let (a, b) = (&self.nested[number].left, &self.nested[number].right);
                // The smaller one first: it often leads nowhere.
                let (small, large) = if a.states.len() < b.states.len() { (a, b) } else { (b, a) };
                let ends_of_small = ends(small);
                if !ends_of_small.is_empty() {
                    let common = ends(large).into_iter().filter(|end| ends_of_small.binary_search(end).is_ok());
                    common.for_each(visit);
                }
            }
            Edge::Minus(number) => {
                let without = ends(&self.nested[number].right);
                let all = ends(&self.nested[number].left);
                all.into_iter().filter(|end| without.binary_search(end).is_err()).for_each(visit);
            }
            Edge::Known(_) => unreachable!("invariant: only searches for cycles have such edges"),
        }
    }

    /// Whether no event is related to itself.
    pub(crate) fn is_irreflexive(&self, graph: &Graph) -> bool {
        graph.newest_first().filter(|event| !event.is_init()).all(|event| !self.targets(graph, event).contains(&event))
    }
}
