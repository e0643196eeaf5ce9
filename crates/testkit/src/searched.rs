//! Searches that are compiled once.
//!
//! The search is generic in the program, the model and the observer, so whoever calls it with a model that is known only at
//! run time has the compiler translate it ten times. Each test did, and that was most of the time that building the tests took. Here
//! it is translated once for every kind of program, with an observer behind a pointer.

use selvedge_core::{Counts, Graph, Model, Program, Verdict};
use selvedge_explore::{Finding, Finished, Observer, Options, explore};
use selvedge_litmus::Litmus;
use selvedge_llvm::vm::Machine;
use selvedge_models::{Builtin, Visit};

use crate::families::Families;
use crate::meetings::Meetings;
use crate::mixed::Mixed;
use crate::script::Script;
use crate::teams::Teams;

/// A kind of program that tests search.
pub trait Searched: Program + Sized {
    /// Searches it under a built-in model, by one worker.
    fn search(&self, model: Builtin, options: &Options, observer: &mut dyn Observer<Self>) -> Verdict;
}

macro_rules! searched {
    ($($program:ty),*) => {
        $(impl Searched for $program {
            fn search(&self, model: Builtin, options: &Options, observer: &mut dyn Observer<Self>) -> Verdict {
                explore_under(self, model, options, &mut Through(observer))
            }
        })*
    };
}

searched!(Families, Litmus, Machine, Meetings, Mixed, Script, Teams);

/// Searches a program under a built-in model, compiled for this very observer: for benchmarks, and for several workers.
pub fn explore_under<P: Program, O: Observer<P>>(
    program: &P,
    model: Builtin,
    options: &Options,
    observer: &mut O,
) -> Verdict {
    model.with(Run { program, options, observer })
}

struct Run<'a, P: Program, O: Observer<P>> {
    program: &'a P,
    options: &'a Options,
    observer: &'a mut O,
}

impl<P: Program, O: Observer<P>> Visit for Run<'_, P, O> {
    type Out = Verdict;

    fn visit<M: Model>(self, model: M) -> Verdict {
        explore(self.program, model, self.options, self.observer)
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
