//! A model from a text, for the search: the second back end beside the hand-written models.
//!
//! Views are clocks: the clock of an event is what its view relates to it, found by evaluating the view on the graph.
//! Coherence is then what all models share ([`selvedge_core::Model`]); the other axioms are evaluated on the whole graph
//! after each change. Nothing is incremental: this is slow, and right by construction (kat.md §2.10–2.12 say how to do
//! better).

use std::sync::Arc;

use selvedge_core::{EventId, Graph};

use crate::admissible::{RACE_VIEW, obstacles};
use crate::diagnostic::Diagnostic;
use crate::evaluate::{Evaluator, Frame, Origin};
use crate::model::{CheckKind, Model, Role};

/// A model that the search can use.
#[derive(Clone, Debug)]
pub struct Interpreter {
    model: Arc<Model>,
    name: &'static str,
    /// The positions of the views that are kept as clocks, in the order of the rows after the first.
    rows: Vec<usize>,
    coherence: usize,
    race: usize,
}

impl Interpreter {
    /// Makes a model ready for the search, or says why the search cannot use it.
    pub fn new(model: Model) -> Result<Interpreter, Vec<Diagnostic>> {
        let obstacles = obstacles(&model);
        let coherence = model.checks.iter().find_map(|check| match check.kind {
            CheckKind::Coherence(view) => Some(view),
            _ => None,
        });
        let race = model.views.iter().position(|view| view.name == RACE_VIEW);
        let (Some(coherence), Some(race), true) = (coherence, race, obstacles.is_empty()) else {
            return Err(obstacles);
        };
        let mut rows = vec![coherence];
        if race != coherence {
            rows.push(race);
        }
        // The search wants a name that lives for ever; a process loads one model.
        let name = Box::leak(model.name.clone().into_boxed_str());
        Ok(Interpreter { race: rows.len(), coherence: 1, rows, name, model: Arc::new(model) })
    }
}

impl Interpreter {
    /// Whether the model says what a data race is.
    pub fn finds_races(&self) -> bool {
        self.model.checks.iter().any(|check| matches!(check.role, Role::Error(_)))
    }
}

impl selvedge_core::Model for Interpreter {
    fn name(&self) -> &'static str {
        self.name
    }

    fn clocks(&self) -> usize {
        1 + self.rows.len()
    }

    fn coherence_clock(&self) -> usize {
        self.coherence
    }

    fn race_clock(&self) -> usize {
        self.race
    }

    fn stamp(&self, graph: &mut Graph, event: EventId) {
        let frame = Frame::of_graph(graph);
        let Some(last) = frame.origins.iter().position(|origin| *origin == Origin::Event(event)) else { return };
        let evaluator = Evaluator::trusted(&self.model);
        for (row, &view) in self.rows.iter().enumerate() {
            let relation = evaluator.relation(&frame, &self.model.views[view].relation);
            let before = (0..frame.size()).filter(|&earlier| relation.contains(earlier, last));
            let before: Vec<(usize, u32)> = before
                .filter_map(|earlier| match frame.origins[earlier] {
                    Origin::Event(id) => Some((graph[id].thread.0 as usize, graph[id].index + 1)),
                    _ => None,
                })
                .collect();
            let (lanes, _) = graph.clock_mut(event, row + 1);
            lanes.fill(0);
            for (thread, count) in before {
                lanes[thread] = lanes[thread].max(count);
            }
        }
    }

    fn consistent(&mut self, graph: &Graph, _: EventId) -> bool {
        Evaluator::trusted(&self.model).allows_step(&Frame::of_graph(graph))
    }

    fn race(&self, graph: &Graph, added: EventId) -> Option<EventId> {
        let frame = Frame::of_graph(graph);
        let last = frame.origins.iter().position(|origin| *origin == Origin::Event(added))?;
        let pairs = Evaluator::trusted(&self.model).error_pairs(&frame);
        let racing = pairs.iter().flat_map(|(_, pairs)| {
            (0..frame.size()).filter(|&other| pairs.contains(other, last)).map(|other| frame.origins[other])
        });
        // The newest one, as the other models have it.
        let events = racing.filter_map(|origin| if let Origin::Event(event) = origin { Some(event) } else { None });
        events.max()
    }
}
