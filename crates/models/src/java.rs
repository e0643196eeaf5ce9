//! The models of Java's access modes, as one type: so the search is compiled for them once.

use selvedge_core::{EventId, Graph, Model};

use crate::{Jam, Jam21Thesis, JamVersion};

/// A model of Java's access modes.
#[derive(Clone, Debug)]
pub enum Java {
    /// By its authors.
    Jam(Jam),
    /// As a thesis prints it.
    Thesis(Jam21Thesis),
}

impl Java {
    /// The model of that name.
    pub fn parse(name: &str) -> Option<Java> {
        if name == Jam21Thesis::NAME {
            return Some(Java::Thesis(Jam21Thesis::default()));
        }
        let version = JamVersion::ALL.into_iter().find(|version| version.name() == name)?;
        Some(Java::Jam(Jam::new(version)))
    }
}

impl Model for Java {
    fn name(&self) -> &'static str {
        match self {
            Java::Jam(model) => model.name(),
            Java::Thesis(model) => model.name(),
        }
    }

    fn clocks(&self) -> usize {
        match self {
            Java::Jam(model) => model.clocks(),
            Java::Thesis(model) => model.clocks(),
        }
    }

    fn coherence_clock(&self) -> usize {
        match self {
            Java::Jam(model) => model.coherence_clock(),
            Java::Thesis(model) => model.coherence_clock(),
        }
    }

    fn race_clock(&self) -> usize {
        match self {
            Java::Jam(model) => model.race_clock(),
            Java::Thesis(model) => model.race_clock(),
        }
    }

    fn stamp(&self, graph: &mut Graph, event: EventId) {
        match self {
            Java::Jam(model) => model.stamp(graph, event),
            Java::Thesis(model) => model.stamp(graph, event),
        }
    }

    fn consistent(&mut self, graph: &Graph, changed: EventId) -> bool {
        match self {
            Java::Jam(model) => model.consistent(graph, changed),
            Java::Thesis(model) => model.consistent(graph, changed),
        }
    }

    fn accepts(&self, graph: &Graph) -> bool {
        match self {
            Java::Jam(model) => model.accepts(graph),
            Java::Thesis(model) => model.accepts(graph),
        }
    }

    fn judges_ends(&self) -> bool {
        match self {
            Java::Jam(model) => model.judges_ends(),
            Java::Thesis(model) => model.judges_ends(),
        }
    }
}
