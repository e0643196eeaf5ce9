//! Models that are one of several, so that the search is compiled for them once.

/// Implements [`selvedge_core::Model`] for an enum of models: the one that it is answers.
macro_rules! one_of {
    ($name:ident: $($variant:ident),+) => {
        impl selvedge_core::Model for $name {
            fn name(&self) -> &'static str {
                match self {
                    $($name::$variant(model) => model.name(),)+
                }
            }

            fn clocks(&self) -> usize {
                match self {
                    $($name::$variant(model) => model.clocks(),)+
                }
            }

            fn coherence_clock(&self) -> usize {
                match self {
                    $($name::$variant(model) => model.coherence_clock(),)+
                }
            }

            fn race_clock(&self) -> usize {
                match self {
                    $($name::$variant(model) => model.race_clock(),)+
                }
            }

            #[inline]
            fn stamp(&self, graph: &mut selvedge_core::Graph, event: selvedge_core::EventId) {
                match self {
                    $($name::$variant(model) => model.stamp(graph, event),)+
                }
            }

            #[inline]
            fn consistent(&mut self, graph: &selvedge_core::Graph, changed: selvedge_core::EventId) -> bool {
                match self {
                    $($name::$variant(model) => model.consistent(graph, changed),)+
                }
            }

            fn accepts(&self, graph: &selvedge_core::Graph) -> bool {
                match self {
                    $($name::$variant(model) => model.accepts(graph),)+
                }
            }

            fn judges_end(&self, graph: &selvedge_core::Graph) -> bool {
                match self {
                    $($name::$variant(model) => model.judges_end(graph),)+
                }
            }

            fn complaints(&self, graph: &selvedge_core::Graph, ended: bool) -> Vec<selvedge_core::Complaint> {
                match self {
                    $($name::$variant(model) => model.complaints(graph, ended),)+
                }
            }

            fn complains(&self) -> bool {
                match self {
                    $($name::$variant(model) => model.complains(),)+
                }
            }

            fn gives_up(&self, graph: &selvedge_core::Graph) -> bool {
                match self {
                    $($name::$variant(model) => model.gives_up(graph),)+
                }
            }

            fn sources(&self, graph: &selvedge_core::Graph, read: selvedge_core::EventId, out: &mut Vec<selvedge_core::EventId>) {
                match self {
                    $($name::$variant(model) => model.sources(graph, read, out),)+
                }
            }

            fn placings(&self, graph: &selvedge_core::Graph, write: selvedge_core::EventId, out: &mut Vec<selvedge_core::EventId>) {
                match self {
                    $($name::$variant(model) => model.placings(graph, write, out),)+
                }
            }

            fn may_reread(&self, graph: &selvedge_core::Graph, read: selvedge_core::EventId, write: selvedge_core::EventId) -> bool {
                match self {
                    $($name::$variant(model) => model.may_reread(graph, read, write),)+
                }
            }

            fn identity(&self) -> selvedge_core::Digest {
                match self {
                    $($name::$variant(model) => model.identity(),)+
                }
            }

            fn licences(&self) -> selvedge_core::Licences {
                match self {
                    $($name::$variant(model) => model.licences(),)+
                }
            }

            fn doubts(&self) -> Vec<String> {
                match self {
                    $($name::$variant(model) => model.doubts(),)+
                }
            }

            fn defines_races(&self) -> bool {
                match self {
                    $($name::$variant(model) => model.defines_races(),)+
                }
            }

            fn race(&self, graph: &selvedge_core::Graph, added: selvedge_core::EventId) -> Option<selvedge_core::EventId> {
                match self {
                    $($name::$variant(model) => model.race(graph, added),)+
                }
            }
        }
    };
}

pub(crate) use one_of;
