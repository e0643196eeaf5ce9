//! Plans: how a model's clocks are filled in and its axioms are checked, step by step (kat.md §2.7–2.11).
//!
//! A relation becomes an [`Automaton`] that walks over a graph: a walk stands at an event in a state, and a
//! step tests the event and follows one edge of the graph. `po` and `mo` are walked by immediate successors
//! and `fr` by its first one, so that a graph has few edges.
//!
//! A [`ModelPlan`] is what both back ends execute, the interpreter ([`crate::Interpreter`]) and the generated
//! code (`generate`):
//!
//! - views become rows of clocks, one for each state of a view's automaton in which knowledge waits
//!   (`clocks.rs`);
//! - `acyclic` becomes a search for a cycle through the event that changed, from the one write that follows
//!   it in coherence, with cheaper questions first where they help (`cycle.rs`, `shortcut.rs`);
//! - data races become pairs of types of accesses (`races.rs`).
//!
//! Relations for which there is no such plan are walked as they are (`walk.rs`), or evaluated.
//! The initial event is left out: nothing leads into it, so it is on no cycle, and clocks do not count it.

mod build;
pub(crate) mod clocks;
pub(crate) mod cycle;
pub(crate) mod edges;
pub(crate) mod model;
pub(crate) mod races;
pub(crate) mod search;
pub(crate) mod shortcut;
#[cfg(test)]
mod tests;
pub(crate) mod types;
mod walk;

pub(crate) use edges::{Edge, Simple, Way};
pub(crate) use model::{AxiomPlan, ModelPlan};
pub(crate) use types::Types;

use crate::term::Term;

/// An automaton that walks over graphs. State 0 is the start, and no step leads there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Automaton {
    pub states: Vec<State>,
    /// The operands of intersections and differences.
    pub nested: Vec<Nested>,
}

/// What a walk may do in a state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub steps: Vec<Step>,
    /// For each output, the events at which a walk may end here. Most automata have one output.
    pub accepts: Vec<Types>,
}

/// A step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Step {
    /// What the event must be at which the step starts.
    pub test: Types,
    pub edge: Edge,
    /// What the event must be at which it ends.
    pub then: Types,
    pub to: usize,
}

/// The operands of an intersection or difference.
#[derive(Clone, Debug)]
pub(crate) struct Nested {
    pub left: Automaton,
    pub right: Automaton,
    pub terms: (Term, Term),
}
