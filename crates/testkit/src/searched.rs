//! Searches that are compiled once.
//!
//! The search is generic in the program, the model and the observer, and compiled for each combination. If
//! each test had its own, that would be most of the time that building them takes. Here it is compiled once
//! for every kind of program, with the model and the observer behind pointers.

use selvedge_core::{Counts, Graph, Model, Program, Searched};
use selvedge_explore::{self as engine, Estimate, Finding, Finished, Observer, Options, Samples, Silent};
use selvedge_litmus::Litmus;
use selvedge_models::{Builtin, Visit};
use selvedge_vm::Machine;

use crate::any_model::AnyModel;
use crate::families::Families;
use crate::meetings::Meetings;
use crate::mixed::Mixed;
use crate::script::Script;
use crate::teams::Teams;

/// A kind of program that tests search.
pub trait Searchable: Program + Sized {
    /// Searches it, by one worker.
    fn search(&self, model: AnyModel<'_>, options: &Options, observer: &mut dyn Observer<Self>) -> Searched;
}

macro_rules! searched {
    ($($program:ty),*) => {
        $(impl Searchable for $program {
            fn search(&self, model: AnyModel<'_>, options: &Options, observer: &mut dyn Observer<Self>) -> Searched {
                engine::explore(self, model, options, &mut Through(observer))
            }
        })*
    };
}

searched!(Families, Litmus, Machine, Meetings, Mixed, Script, Teams);

/// As the function of the same name in `selvedge-explore`, by one worker.
pub fn explore<P: Searchable>(
    program: &P,
    model: impl Model,
    options: &Options,
    observer: &mut dyn Observer<P>,
) -> Searched {
    program.search(AnyModel::new(model), options, observer)
}

/// A kind of program of which tests guess how many executions it has.
pub trait Estimated: Program + Sized {
    /// Guesses it.
    fn estimate(&self, model: AnyModel<'_>, options: &Options, samples: Samples) -> Result<Estimate, Box<Searched>>;
}

macro_rules! estimated {
    ($($program:ty),*) => {
        $(impl Estimated for $program {
            fn estimate(
                &self,
                model: AnyModel<'_>,
                options: &Options,
                samples: Samples,
            ) -> Result<Estimate, Box<Searched>> {
                engine::estimate(self, model, options, &mut Silent, samples)
            }
        })*
    };
}

estimated!(Litmus, Machine);

/// A kind of program that is also searched as the command does it: without an observer that must see all, so
/// that there may be several workers, and with code of its own for each model, for measurements.
pub trait Unobserved: Program + Sized {
    /// Searches it under a built-in model.
    fn search_alone(&self, model: Builtin, options: &Options) -> Searched;
}

macro_rules! unobserved {
    ($($program:ty),*) => {
        $(impl Unobserved for $program {
            fn search_alone(&self, model: Builtin, options: &Options) -> Searched {
                model.with(Alone { program: self, options })
            }
        })*
    };
}

unobserved!(Machine, Script);

struct Alone<'a, P: Program> {
    program: &'a P,
    options: &'a Options,
}

impl<P: Program> Visit for Alone<'_, P> {
    type Out = Searched;

    fn visit<M: Model>(self, model: M) -> Searched {
        engine::explore(self.program, model, self.options, &mut Silent)
    }
}

/// Tells another observer everything. It cannot be forked.
struct Through<'a, P: Program>(&'a mut dyn Observer<P>);

impl<P: Program> Observer<P> for Through<'_, P> {
    fn finished(&mut self, run: &Finished<'_, P>) -> Option<Finding> {
        self.0.finished(run)
    }

    fn looks_at_graphs(&self) -> bool {
        self.0.looks_at_graphs()
    }

    fn started_again(&mut self) {
        self.0.started_again();
    }

    fn tick(&mut self, counts: &Counts, fraction: f64) {
        self.0.tick(counts, fraction);
    }

    fn stepped(&mut self, graph: &Graph) {
        self.0.stepped(graph);
    }

    fn marked(&mut self, depth: usize, graph: &Graph) {
        self.0.marked(depth, graph);
    }

    fn restored(&mut self, depth: usize, graph: &Graph) {
        self.0.restored(depth, graph);
    }
}
