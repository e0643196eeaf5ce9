//! The Java access-mode models with a checker of their own. `kat/jam21.kat` and its siblings are the
//! definitions; there is no code for such axioms yet that could be generated from them.
//!
//! Every axiom forbids cycles of program order, reads-from, coherence and from-read, so what [`Sc`] allows is
//! allowed. It is asked first, and mostly all there is to do. Of what is left, most is forbidden for a cycle
//! of volatile accesses ([`Volatile`], [`Volatile19`]). Otherwise [`StepAxioms`] asks about the axioms that
//! hold at every step, and [`EndAxiom`] about the one on whole executions.
//!
//! Coherence is that of [`Ra`]: if `a` happens before `b` there, and both are accesses, then `a` is before
//! `b` in its thread or visible to it. For what synchronises is a release write, or one after a release
//! fence, that an acquire read sees, or one before an acquire fence, with updates in between; and what comes
//! before the former is visible to what comes after the latter (`ra` and `svo` in `kat/jam.kat`; `rf` and
//! `rmw` between). So a write that happens before a read, or is seen by something that does, must not be
//! overwritten by what it reads. The axioms would say so too, but later.

mod candidate_cycles;
mod edges;
mod end_axiom;
mod step_axioms;
mod volatile;
mod volatile19;

use std::cell::RefCell;

use selvedge_core::model::{PORF, race};
use selvedge_core::walk::{co_later, co_successor};
use selvedge_core::{Complaint, Digest, EventId, Graph, Licences, Model};

use crate::total::Total;
use crate::{ByHand, Ra, Sc};
use candidate_cycles::CandidateCycles;
use end_axiom::EndAxiom;
use step_axioms::StepAxioms;
use volatile::Volatile;
pub(crate) use volatile19::Volatile19;

/// A Java access-mode model.
#[derive(Clone, Debug)]
pub struct Jam {
    version: ByHand,
    ra: Ra,
    sc: Sc,
    volatile: Volatile,
    volatile19: Volatile19,
    step_axioms: StepAxioms,
    // These change where the model is only looked at, one at a time.
    candidates: RefCell<CandidateCycles>,
    total: RefCell<Total>,
    end_axiom: EndAxiom,
}

impl Jam {
    /// The model.
    pub fn new(version: ByHand) -> Jam {
        Jam {
            version,
            ra: Ra::default(),
            sc: Sc::default(),
            volatile: Volatile::default(),
            volatile19: Volatile19::default(),
            step_axioms: StepAxioms::default(),
            candidates: RefCell::default(),
            total: RefCell::default(),
            end_axiom: EndAxiom::default(),
        }
    }
}

impl Model for Jam {
    fn name(&self) -> &'static str {
        self.version.name()
    }

    fn clocks(&self) -> usize {
        self.ra.clocks()
    }

    fn coherence_clock(&self) -> usize {
        self.ra.coherence_clock()
    }

    fn race_clock(&self) -> usize {
        PORF
    }

    #[inline]
    fn stamp(&self, graph: &mut Graph, event: EventId) {
        self.ra.stamp(graph, event);
        self.candidates.borrow_mut().forget(event);
    }

    #[inline]
    fn consistent(&mut self, graph: &Graph, changed: EventId) -> bool {
        if co_successor(graph, changed).is_none() {
            return true;
        }
        let pushes = graph.seq_cst_events() > 0;
        if pushes && self.sc.consistent(graph, changed) {
            return true;
        }
        let volatile_cycle = |jam: &mut Jam| match jam.version {
            ByHand::Jam19 => jam.volatile19.finds_cycle(graph, changed),
            ByHand::Jam21 | ByHand::Jam21s => jam.volatile.finds_cycle(graph, changed),
        };
        if pushes && volatile_cycle(self) {
            return false;
        }
        // If nothing pushes, only what comes before in time could be visible.
        if (pushes || is_overtaken(graph, changed)) && !self.step_axioms.allow(graph, changed, self.version) {
            return false;
        }
        self.candidates.get_mut().add(graph, changed);
        true
    }

    fn accepts(&self, graph: &Graph) -> bool {
        !self.judges_end(graph)
            || self.total.borrow_mut().is_acyclic(graph)
            || self.end_axiom.allow(graph, self.version)
    }

    /// What pushes is seq_cst, or before a fence that is; and reads of the latest writes, with nothing after
    /// them, keep a sequentially consistent execution what it is.
    fn judges_end(&self, graph: &Graph) -> bool {
        self.version != ByHand::Jam21s && graph.seq_cst_events() > 0 && self.candidates.borrow().any(graph)
    }

    #[inline]
    fn sources(&self, graph: &Graph, read: EventId, out: &mut Vec<EventId>) {
        self.ra.sources(graph, read, out);
    }

    #[inline]
    fn placings(&self, graph: &Graph, write: EventId, out: &mut Vec<EventId>) {
        self.ra.placings(graph, write, out);
    }

    #[inline]
    fn may_reread(&self, graph: &Graph, read: EventId, write: EventId) -> bool {
        self.ra.may_reread(graph, read, write)
    }

    fn race(&self, graph: &Graph, added: EventId) -> Option<EventId> {
        race(graph, added, PORF)
    }

    fn identity(&self) -> Digest {
        Digest::of(self.name().as_bytes())
    }

    fn licences(&self) -> Licences {
        self.version.licences()
    }

    fn doubts(&self) -> Vec<String> {
        Vec::new()
    }

    fn defines_races(&self) -> bool {
        false
    }

    fn complaints(&self, _: &Graph, _: bool) -> Vec<Complaint> {
        Vec::new()
    }

    fn complains(&self) -> bool {
        false
    }

    fn gives_up(&self, _: &Graph) -> bool {
        false
    }
}

/// Whether a write that is later in coherence is earlier in time. What is earlier only by way of what a read
/// reads from does not count: it would be visible to the write that is read, which coherence contradicts
/// already.
fn is_overtaken(graph: &Graph, changed: EventId) -> bool {
    let e = &graph[changed];
    let base = if e.is_read() { e.from } else { changed };
    let clock = graph.clock(changed, PORF);
    co_later(graph, e.loc, base).any(|later| clock.contains(&graph[later]))
}
