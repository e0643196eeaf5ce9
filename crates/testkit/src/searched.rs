//! Searches that are compiled once.
//!
//! The search is generic in the program, the model and the observer, so whoever calls it with a model that is known only at
//! run time has the compiler translate it ten times. Each test did, and that was most of the time that building the tests took. Here
//! it is translated once for every kind of program, with an observer behind a pointer.

use selvedge_core::{Counts, Graph, Model, Program, Verdict};
use selvedge_explore::{Estimate, Finding, Finished, Observer, Options, Samples, Silent, estimate, explore};
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
                model.with(Run { program: self, options, observer: &mut Through(observer) })
            }
        })*
    };
}

searched!(Families, Litmus, Machine, Meetings, Mixed, Script, Teams);

/// A kind of program that is also searched without an observer, and without a pointer to one: for benchmarks, and by several workers.
pub trait Unobserved: Program + Sized {
    /// Searches it under a built-in model.
    fn search_alone(&self, model: Builtin, options: &Options) -> Verdict;
}

macro_rules! unobserved {
    ($($program:ty),*) => {
        $(impl Unobserved for $program {
            fn search_alone(&self, model: Builtin, options: &Options) -> Verdict {
                model.with(Run { program: self, options, observer: &mut Silent })
            }
        })*
    };
}

unobserved!(Machine, Script);

/// A kind of program of which tests guess how many executions it has.
pub trait Estimated: Program + Sized {
    /// Guesses it, under a built-in model.
    fn estimate(&self, model: Builtin) -> Result<Estimate, Box<Verdict>>;
}

macro_rules! estimated {
    ($($program:ty),*) => {
        $(impl Estimated for $program {
            fn estimate(&self, model: Builtin) -> Result<Estimate, Box<Verdict>> {
                model.with(Guess(self))
            }
        })*
    };
}

estimated!(Litmus, Machine);

struct Guess<'a, P: Program>(&'a P);

impl<P: Program> Visit for Guess<'_, P> {
    type Out = Result<Estimate, Box<Verdict>>;

    fn visit<M: Model>(self, model: M) -> Self::Out {
        estimate(self.0, model, &Options::default(), &mut Through(&mut Silent), Samples::default())
    }
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
