//! What looks at the searches of a check: the caller's observer, and the program itself where an execution
//! ends.
//!
//! The search is generic in its observer and compiled for each. Samples and replays are not to be observed,
//! and workers observe with pieces of the observer; all of that is one type, so that it is compiled once.

use selvedge_core::{Counts, Fault, Graph, Subject, ViolationKind};
use selvedge_explore::{Estimate, Finding, Finished, Observer, RunEnd};

/// See above.
pub(crate) struct Eyes<'o, O> {
    watch: Watch<'o, O>,
    judges: Judges,
    /// The program has found an execution that ends wrongly.
    found: bool,
}

/// The caller's part.
enum Watch<'o, O> {
    /// Nothing is observed.
    Shut,
    /// The whole is.
    Open(&'o mut O),
    /// A piece is, which another worker searches.
    Piece(O),
}

/// Whether the program judges how executions end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judges {
    No,
    /// By what the graph shows in any case.
    Graphs,
    /// By what threads and locations hold.
    Ends,
}

impl Judges {
    fn of<S: Subject>(subject: &S) -> Judges {
        if subject.judges_ends() { Judges::Ends } else { Judges::Graphs }
    }
}

impl<'o, O> Eyes<'o, O> {
    /// Sees nothing.
    pub fn shut() -> Eyes<'o, O> {
        Eyes { watch: Watch::Shut, judges: Judges::No, found: false }
    }

    /// Only the program itself looks at the ends of executions.
    pub fn judging<S: Subject>(subject: &S) -> Eyes<'o, O> {
        Eyes { watch: Watch::Shut, judges: Judges::of(subject), found: false }
    }

    /// The observer looks, and the program.
    pub fn open<S: Subject>(subject: &S, observer: &'o mut O) -> Eyes<'o, O> {
        Eyes { watch: Watch::Open(observer), judges: Judges::of(subject), found: false }
    }

    /// The observer, if there is one.
    pub fn watch(&self) -> Option<&O> {
        match &self.watch {
            Watch::Shut => None,
            Watch::Open(observer) => Some(observer),
            Watch::Piece(observer) => Some(observer),
        }
    }

    fn watch_mut(&mut self) -> Option<&mut O> {
        match &mut self.watch {
            Watch::Shut => None,
            Watch::Open(observer) => Some(observer),
            Watch::Piece(observer) => Some(observer),
        }
    }
}

impl<S: Subject, O: Observer<S>> Observer<S> for Eyes<'_, O> {
    fn finished(&mut self, run: &Finished<'_, S>) -> Option<Finding> {
        let found = self.watch_mut().and_then(|observer| observer.finished(run));
        if self.judges == Judges::No || self.found || run.end() != RunEnd::Complete {
            return found;
        }
        let Some(Fault { kind, message }) = run.program().judge(run) else { return found };
        // All final states are to be seen, so the search goes on.
        let go_on = kind == ViolationKind::FinalCondition;
        self.found |= go_on;
        found.or(Some(Finding { kind, message, steps: vec![], go_on }))
    }

    fn looks_at_graphs(&self) -> bool {
        self.judges == Judges::Ends || self.watch().is_some_and(O::looks_at_graphs)
    }

    fn started_again(&mut self) {
        self.found = false;
        if let Some(observer) = self.watch_mut() {
            observer.started_again();
        }
    }

    fn tick(&mut self, counts: &Counts, fraction: f64) {
        if let Some(observer) = self.watch_mut() {
            observer.tick(counts, fraction);
        }
    }

    fn stepped(&mut self, graph: &Graph) {
        if let Some(observer) = self.watch_mut() {
            observer.stepped(graph);
        }
    }

    fn marked(&mut self, depth: usize, graph: &Graph) {
        if let Some(observer) = self.watch_mut() {
            observer.marked(depth, graph);
        }
    }

    fn restored(&mut self, depth: usize, graph: &Graph) {
        if let Some(observer) = self.watch_mut() {
            observer.restored(depth, graph);
        }
    }

    fn fork(&self) -> Option<Self> {
        let watch = match self.watch() {
            None => Watch::Shut,
            Some(observer) => Watch::Piece(observer.fork()?),
        };
        Some(Eyes { watch, judges: self.judges, found: false })
    }

    fn merge(&mut self, piece: Self) {
        self.found |= piece.found;
        match (self.watch_mut(), piece.watch) {
            (Some(observer), Watch::Piece(piece)) => observer.merge(piece),
            (None, Watch::Shut) => {}
            _ => unreachable!("invariant: a piece is of the same kind as the whole"),
        }
    }

    fn wants_estimate(&self) -> bool {
        self.watch().is_some_and(O::wants_estimate)
    }

    fn expect(&mut self, estimate: &Estimate) {
        if let Some(observer) = self.watch_mut() {
            observer.expect(estimate);
        }
    }
}
