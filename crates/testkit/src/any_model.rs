//! Any memory model, behind a pointer.
//!
//! The search is generic in the model, so that asking it costs no call, and is compiled once more for each.
//! Tests search under many models, some of them made to watch others, and do not mind the calls: for all of
//! these the search is compiled once.

use selvedge_core::{Complaint, Digest, EventId, Graph, Licences, Model};
use selvedge_models::{Builtin, Visit};

/// Some model.
pub struct AnyModel<'a>(Box<dyn Asked + 'a>);

impl<'a> AnyModel<'a> {
    /// This one.
    pub fn new(model: impl Model + 'a) -> AnyModel<'a> {
        AnyModel(Box::new(model))
    }
}

impl From<Builtin> for AnyModel<'static> {
    fn from(model: Builtin) -> Self {
        struct Wrap;

        impl Visit for Wrap {
            type Out = AnyModel<'static>;

            fn visit<M: Model + 'static>(self, model: M) -> Self::Out {
                AnyModel::new(model)
            }
        }

        model.with(Wrap)
    }
}

impl Clone for AnyModel<'_> {
    fn clone(&self) -> Self {
        AnyModel(self.0.copied())
    }
}

/// What a model is asked. [`Model`] itself cannot be behind a pointer, since models are copied.
macro_rules! asked {
    ($(fn $name:ident($($argument:ident: $type:ty),*) -> $answer:ty;)*) => {
        trait Asked: Send {
            $(fn $name(&self, $($argument: $type),*) -> $answer;)*

            fn consistent(&mut self, graph: &Graph, changed: EventId) -> bool;

            fn copied<'a>(&self) -> Box<dyn Asked + 'a>
            where
                Self: 'a;
        }

        impl<M: Model> Asked for M {
            $(fn $name(&self, $($argument: $type),*) -> $answer {
                Model::$name(self, $($argument),*)
            })*

            fn consistent(&mut self, graph: &Graph, changed: EventId) -> bool {
                Model::consistent(self, graph, changed)
            }

            fn copied<'a>(&self) -> Box<dyn Asked + 'a>
            where
                Self: 'a,
            {
                Box::new(self.clone())
            }
        }

        impl Model for AnyModel<'_> {
            $(fn $name(&self, $($argument: $type),*) -> $answer {
                self.0.$name($($argument),*)
            })*

            fn consistent(&mut self, graph: &Graph, changed: EventId) -> bool {
                self.0.consistent(graph, changed)
            }
        }
    };
}

asked! {
    fn name() -> &'static str;
    fn clocks() -> usize;
    fn coherence_clock() -> usize;
    fn race_clock() -> usize;
    fn stamp(graph: &mut Graph, event: EventId) -> ();
    fn accepts(graph: &Graph) -> bool;
    fn judges_end(graph: &Graph) -> bool;
    fn complaints(graph: &Graph, ended: bool) -> Vec<Complaint>;
    fn complains() -> bool;
    fn gives_up(graph: &Graph) -> bool;
    fn sources(graph: &Graph, read: EventId, out: &mut Vec<EventId>) -> ();
    fn placings(graph: &Graph, write: EventId, out: &mut Vec<EventId>) -> ();
    fn may_reread(graph: &Graph, read: EventId, write: EventId) -> bool;
    fn identity() -> Digest;
    fn licences() -> Licences;
    fn doubts() -> Vec<String>;
    fn defines_races() -> bool;
    fn race(graph: &Graph, added: EventId) -> Option<EventId>;
}
