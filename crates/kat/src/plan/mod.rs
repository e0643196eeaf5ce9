//! Plans: a relation as an automaton that walks over a graph (kat.md §2.7–2.10).
//!
//! A walk stands at an event in a state; a step tests the event and follows one edge of the graph. `po` and `mo` are
//! walked by immediate successors and `fr` by its first one, so that a graph has few edges and a walk costs their number
//! times the size of the automaton. Both [`acyclic`](Plan::is_acyclic_through) and clocks are walks: a cycle of `e` is a
//! cycle of the automaton of `e`, joined end to start, and the clock of an event is where walks that end there may start.
//!
//! Intersections and differences have no automaton; they are steps whose targets are found by walks of their own.
//! The initial event is left out: nothing leads into it, so it is on no cycle, and clocks do not count it.

mod build;
mod cycles;
mod edges;

use selvedge_core::{EventId, Graph};

use crate::evaluate::event_bits;
use crate::term::Set;
use cycles::Components;
use edges::{Simple, Way};

/// An automaton that walks over graphs. State 0 is the start, and no step leads there.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    states: Vec<State>,
    /// For each state, the steps that lead there and where from.
    into: Vec<Vec<(usize, usize)>>,
    /// The operands of intersections and differences.
    nested: Vec<(Plan, Plan)>,
    /// Whether every walk starts at a seq_cst event.
    needs_seq_cst: bool,
}

/// The states and events that a walk has met.
struct Met {
    width: usize,
    bits: Vec<u64>,
}

impl Met {
    fn new(plan: &Plan, graph: &Graph) -> Met {
        // Ids are handed out in order, so no event has a greater one than the newest.
        let width = graph.newest().0 as usize + 1;
        Met { width, bits: vec![0; (plan.len() * width).div_ceil(64)] }
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

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct State {
    steps: Vec<Step>,
    /// At which events a walk may end here.
    accepts: Option<Set>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Step {
    /// What the event must be at which the step starts.
    test: Set,
    edge: Edge,
    to: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Edge {
    /// One edge of the graph, forwards or backwards.
    Simple(Simple, Way),
    /// To where both walks of that number lead.
    Both(usize),
    /// To where the first walk of that number leads and the second does not.
    Minus(usize),
}

impl Plan {
    /// The number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    fn accepts(&self, state: usize, bits: u64) -> bool {
        self.states[state].accepts.as_ref().is_some_and(|test| test.contains(bits))
    }

    /// Where walks from an event end, in order.
    fn targets(&self, graph: &Graph, event: EventId) -> Vec<EventId> {
        let mut met = Met::new(self, graph);
        met.insert(0, event);
        let mut open = vec![(0, event)];
        let mut targets = Vec::new();
        while let Some((state, at)) = open.pop() {
            let bits = event_bits(graph, at);
            if self.accepts(state, bits) {
                targets.push(at);
            }
            for step in self.states[state].steps.iter().filter(|step| step.test.contains(bits)) {
                self.follow(step.edge, graph, at, Way::Forward, &mut |next| {
                    if met.insert(step.to, next) {
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
    pub fn sources(&self, graph: &Graph, event: EventId) -> Vec<EventId> {
        let mut met = Met::new(self, graph);
        let mut open = Vec::new();
        let bits = event_bits(graph, event);
        for state in (0..self.len()).filter(|&state| self.accepts(state, bits)) {
            met.insert(state, event);
            open.push((state, event));
        }
        let mut sources = Vec::new();
        while let Some((state, at)) = open.pop() {
            if state == 0 {
                sources.push(at);
            }
            for &(from, number) in &self.into[state] {
                let step = &self.states[from].steps[number];
                self.follow(step.edge, graph, at, Way::Backward, &mut |before| {
                    if step.test.contains(event_bits(graph, before)) && met.insert(from, before) {
                        open.push((from, before));
                    }
                });
            }
        }
        sources.sort_unstable();
        sources
    }

    /// Calls the function with each event at the other end of an edge.
    fn follow(&self, edge: Edge, graph: &Graph, at: EventId, way: Way, visit: &mut dyn FnMut(EventId)) {
        let ends = |plan: &Plan| match way {
            Way::Forward => plan.targets(graph, at),
            Way::Backward => plan.sources(graph, at),
        };
        match edge {
            Edge::Simple(simple, Way::Forward) => simple.follow(graph, at, way, visit),
            Edge::Simple(simple, Way::Backward) => simple.follow(graph, at, way.turned(), visit),
            Edge::Both(number) => {
                let (a, b) = &self.nested[number];
                // The smaller plan first: it often leads nowhere.
                let (small, large) = if a.len() < b.len() { (a, b) } else { (b, a) };
                let ends_of_small = ends(small);
                if !ends_of_small.is_empty() {
                    let common = ends(large).into_iter().filter(|end| ends_of_small.binary_search(end).is_ok());
                    common.for_each(visit);
                }
            }
            Edge::Minus(number) => {
                let (a, b) = &self.nested[number];
                let without = ends(b);
                ends(a).into_iter().filter(|end| without.binary_search(end).is_err()).for_each(visit);
            }
        }
    }

    /// Whether no event is related to itself.
    pub fn is_irreflexive(&self, graph: &Graph) -> bool {
        graph.newest_first().filter(|event| !event.is_init()).all(|event| !self.targets(graph, event).contains(&event))
    }

    /// Whether the relation has no cycle through an event. The walk may be in any state there: a cycle is met wherever
    /// it is entered (kat.md §2.8). A cycle of steps is one of the relation if it passes from the end of the automaton to its
    /// start, so the parts of the walk that lead back to themselves are found first (Tarjan) and then asked for a start.
    pub fn is_acyclic_through(&self, graph: &Graph, event: EventId) -> bool {
        if self.needs_seq_cst && graph.seq_cst_events() == 0 {
            return true;
        }
        let mut search = Components::new(self, graph);
        (0..self.len()).all(|state| search.visit((state, event)))
    }

    /// The steps of a walk that goes on at the start when it could end.
    fn next(&self, graph: &Graph, (state, at): (usize, EventId)) -> Vec<(usize, EventId)> {
        let bits = event_bits(graph, at);
        let mut next = Vec::new();
        if state != 0 && self.accepts(state, bits) {
            next.push((0, at));
        }
        for step in self.states[state].steps.iter().filter(|step| step.test.contains(bits)) {
            self.follow(step.edge, graph, at, Way::Forward, &mut |to| next.push((step.to, to)));
        }
        next
    }
}
