//! The search for a cycle, step by step as the plan says.

use selvedge_core::walk::{Points, Suffixes};
use selvedge_core::{EventId, Graph};

use super::cycle::{Cycle, Seeds};
use super::{Automaton, Edge, Nested, Step, Way};

/// What a search has met, and memory that is kept between searches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Search {
    /// For each state, one of the two.
    suffixes: Vec<Suffixes>,
    points: Vec<Points>,
    /// States that may have met something that has not been visited, and for each state whether it is one of
    /// them.
    open: Vec<usize>,
    is_open: Vec<bool>,
    /// Events at which the start was met.
    starts: Vec<EventId>,
    /// Events that a step leads to.
    next: Vec<EventId>,
}

/// Whether the search goes on when it has met the start.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AtStart {
    GoOn,
    Stop,
}

/// How the ends of edges that are no edges of the graph are found.
pub(crate) trait Ends {
    /// Adds the events at the other end of an intersection or difference.
    fn add(&self, nested: &[Nested], edge: Edge, graph: &Graph, at: EventId, out: &mut Vec<EventId>);

    /// Whether the known relation of that number relates two events.
    fn relates(&self, number: usize, graph: &Graph, earlier: EventId, event: EventId) -> bool;
}

/// By walks of the operands.
pub(crate) struct Walked;

impl Ends for Walked {
    fn add(&self, nested: &[Nested], edge: Edge, graph: &Graph, at: EventId, out: &mut Vec<EventId>) {
        let automaton = Automaton { states: Vec::new(), nested: nested.to_vec() };
        automaton.follow(edge, graph, at, Way::Forward, |next| out.push(next));
    }

    fn relates(&self, _: usize, _: &Graph, _: EventId, _: EventId) -> bool {
        unreachable!("invariant: shortcuts follow edges of the graph")
    }
}

impl Search {
    /// Whether there is no cycle through the event that changed.
    pub fn is_acyclic(&mut self, plan: &Cycle, ends: &impl Ends, graph: &Graph, changed: EventId) -> bool {
        plan.is_idle(graph) || !plan.seeds.iter().any(|seeds| self.has_cycle(plan, seeds, ends, graph, changed))
    }

    fn has_cycle(&mut self, plan: &Cycle, seeds: &Seeds, ends: &impl Ends, graph: &Graph, changed: EventId) -> bool {
        let is_possible = |step: &&Step| step.test.contains(&graph[changed]);
        let mut is_begun = false;
        for step in seeds.steps.iter().filter(is_possible) {
            let mut next = std::mem::take(&mut self.next);
            list(plan, step.edge, ends, graph, changed, &mut next);
            for event in next.drain(..).filter(|&event| step.then.contains(&graph[event])) {
                if !std::mem::replace(&mut is_begun, true) {
                    self.start(plan, graph);
                }
                self.reach(plan, graph, step.to, event);
            }
            self.next = next;
        }
        if !is_begun {
            return false;
        }
        let goal = (seeds.from, changed);
        if !seeds.may_miss_start {
            return self.meets(plan, ends, graph, goal, AtStart::GoOn);
        }
        // First to where the start is met, and then from there.
        self.starts.clear();
        self.meets(plan, ends, graph, goal, AtStart::Stop);
        let starts = std::mem::take(&mut self.starts);
        self.start(plan, graph);
        starts.iter().for_each(|&event| self.reach(plan, graph, 0, event));
        self.starts = starts;
        self.meets(plan, ends, graph, goal, AtStart::GoOn)
    }

    fn start(&mut self, plan: &Cycle, graph: &Graph) {
        let states = plan.states.len();
        if self.points.len() < states {
            self.suffixes.resize_with(states, Suffixes::default);
            self.points.resize_with(states, Points::default);
            self.is_open.resize(states, false);
        }
        for state in self.open.drain(..) {
            self.is_open[state] = false;
        }
        for (number, state) in plan.states.iter().enumerate() {
            if state.follows_po {
                self.suffixes[number].start(graph);
            } else {
                self.points[number].start(graph);
            }
        }
    }

    #[inline]
    fn reach(&mut self, plan: &Cycle, graph: &Graph, state: usize, event: EventId) {
        self.open(state);
        if plan.states[state].follows_po {
            self.suffixes[state].reach(graph, event);
        } else {
            self.points[state].reach(event);
        }
    }

    #[inline]
    fn open(&mut self, state: usize) {
        if !std::mem::replace(&mut self.is_open[state], true) {
            self.open.push(state);
        }
    }

    #[inline]
    fn next_of(&mut self, plan: &Cycle, graph: &Graph, state: usize) -> Option<EventId> {
        if plan.states[state].follows_po { self.suffixes[state].next(graph) } else { self.points[state].next() }
    }

    /// Whether the goal is met.
    fn meets(
        &mut self,
        plan: &Cycle,
        ends: &impl Ends,
        graph: &Graph,
        goal: (usize, EventId),
        at_start: AtStart,
    ) -> bool {
        while let Some(&state) = self.open.last() {
            let Some(event) = self.next_of(plan, graph, state) else {
                self.open.pop();
                self.is_open[state] = false;
                continue;
            };
            if at_start == AtStart::GoOn && (state, event) == goal {
                return true;
            }
            if at_start == AtStart::Stop && state == 0 {
                self.starts.push(event);
                continue;
            }
            self.visit(plan, ends, graph, state, event);
        }
        false
    }

    #[inline]
    fn visit(&mut self, plan: &Cycle, ends: &impl Ends, graph: &Graph, state: usize, event: EventId) {
        let e = &graph[event];
        if plan.states[state].falls.contains(e) {
            self.reach(plan, graph, 0, event);
        }
        for step in plan.states[state].steps.iter().filter(|step| step.test.contains(e)) {
            match step.edge {
                Edge::Simple(simple, Way::Forward) => simple.follow(graph, event, Way::Forward, |next| {
                    if step.then.contains(&graph[next]) {
                        self.reach(plan, graph, step.to, next);
                    }
                }),
                Edge::Known(number) => {
                    let knows = |later: EventId| ends.relates(number, graph, event, later);
                    if plan.states[step.to].follows_po && step.then.is_all() {
                        self.suffixes[step.to].reach_while(graph, knows);
                        self.open(step.to);
                    } else {
                        let later = graph.newest_first().filter(|&later| !later.is_init() && knows(later));
                        for later in later.filter(|&later| step.then.contains(&graph[later])) {
                            self.reach(plan, graph, step.to, later);
                        }
                    }
                }
                edge => {
                    let mut next = std::mem::take(&mut self.next);
                    list(plan, edge, ends, graph, event, &mut next);
                    for event in next.drain(..).filter(|&event| step.then.contains(&graph[event])) {
                        self.reach(plan, graph, step.to, event);
                    }
                    self.next = next;
                }
            }
        }
    }
}

/// Lists the events at the other end of an edge.
fn list(plan: &Cycle, edge: Edge, ends: &impl Ends, graph: &Graph, at: EventId, out: &mut Vec<EventId>) {
    match edge {
        Edge::Simple(simple, way) => simple.follow(graph, at, way, |next| out.push(next)),
        Edge::Both(_) | Edge::Minus(_) => ends.add(&plan.nested, edge, graph, at, out),
        Edge::Known(_) => {}
    }
}
