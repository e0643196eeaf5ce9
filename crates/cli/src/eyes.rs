//! Who looks at a search.
//!
//! The search is generic in the program, the model and the observer, and compiled for each of them. The
//! command has several observers for each kind of program. With a type for each, building the command would
//! mostly be compiling the same search once more. So each kind of program has one observer for which it is
//! compiled, [`Eyes`], that passes on what it sees.
//!
//! None of them wants to hear of single steps ([`Observer::stepped`] and its kin), so these are not passed
//! on: that would cost time at each.

use selvedge_core::{Counts, Subject};
use selvedge_explore::{Estimate, Finding, Finished, Observer};
use selvedge_litmus::Litmus;
use selvedge_vm::Machine;

use crate::observe::{Glance, Watch};

/// A kind of program that the command checks.
pub trait Checked: Subject {
    /// What observes a check of it.
    type Watcher<'a>: Observer<Self>;
}

impl Checked for Litmus {
    type Watcher<'a> = Watch<'a>;
}

impl Checked for Machine {
    type Watcher<'a> = Glance<'a>;
}

/// Who looks at a search: see above.
pub enum Eyes<'a, 'w, P: Checked> {
    /// Whoever observes the check.
    Check(&'a mut P::Watcher<'w>),
    /// The same, for a piece of it that another worker makes.
    Piece(P::Watcher<'w>),
    /// Somebody else, who must see all of it.
    Other(&'a mut dyn Observer<P>),
}

impl<P: Checked> Observer<P> for Eyes<'_, '_, P> {
    fn finished(&mut self, run: &Finished<'_, P>) -> Option<Finding> {
        match self {
            Eyes::Check(watcher) => watcher.finished(run),
            Eyes::Piece(watcher) => watcher.finished(run),
            Eyes::Other(observer) => observer.finished(run),
        }
    }

    fn looks_at_graphs(&self) -> bool {
        match self {
            Eyes::Check(watcher) => watcher.looks_at_graphs(),
            Eyes::Piece(watcher) => watcher.looks_at_graphs(),
            Eyes::Other(observer) => observer.looks_at_graphs(),
        }
    }

    fn started_again(&mut self) {
        match self {
            Eyes::Check(watcher) => watcher.started_again(),
            Eyes::Piece(watcher) => watcher.started_again(),
            Eyes::Other(observer) => observer.started_again(),
        }
    }

    fn tick(&mut self, counts: &Counts, fraction: f64) {
        match self {
            Eyes::Check(watcher) => watcher.tick(counts, fraction),
            Eyes::Piece(watcher) => watcher.tick(counts, fraction),
            Eyes::Other(observer) => observer.tick(counts, fraction),
        }
    }

    fn fork(&self) -> Option<Self> {
        match self {
            Eyes::Check(watcher) => watcher.fork().map(Eyes::Piece),
            Eyes::Piece(watcher) => watcher.fork().map(Eyes::Piece),
            Eyes::Other(_) => None,
        }
    }

    fn merge(&mut self, piece: Self) {
        match (self, piece) {
            (Eyes::Check(watcher), Eyes::Piece(piece)) => watcher.merge(piece),
            (Eyes::Piece(watcher), Eyes::Piece(piece)) => watcher.merge(piece),
            _ => unreachable!("invariant: a piece is of the same kind as the whole"),
        }
    }
    fn wants_estimate(&self) -> bool {
        match self {
            Eyes::Check(watcher) => watcher.wants_estimate(),
            Eyes::Piece(_) | Eyes::Other(_) => false,
        }
    }

    fn expect(&mut self, estimate: &Estimate) {
        match self {
            Eyes::Check(watcher) => watcher.expect(estimate),
            Eyes::Piece(_) | Eyes::Other(_) => {}
        }
    }
}
