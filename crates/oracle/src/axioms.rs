//! Four memory models, as their definitions are printed.
//!
//! Nothing here is optimised beyond computing happens-before once per candidate: each line is a line of the
//! definition. `mo` is coherence, `fr = rf^-1;mo`, `eco = (rf|mo|fr)+`; all models share atomicity (no write
//! between an update and the write it reads from) and coherence (`irreflexive (hb;eco?)`).

use crate::relation::Relation;
use crate::skeleton::Skeleton;
use crate::{Budget, TooLarge};

/// A memory model by definition. Coherence is given from outside, so that one candidate can be asked about
/// with many.
pub trait Definition {
    /// `hb`, which depends on no coherence order.
    fn happens_before(&self, skeleton: &Skeleton) -> Relation;

    /// Whether the order of the writes to *one* location is allowed as far as that location alone can tell.
    /// This only saves work: it must hold for every location of a consistent execution.
    fn is_coherent(&self, skeleton: &Skeleton, hb: &Relation, mo: Relation) -> bool;

    /// Whether the model allows the execution. `mo` orders the writes to each location, initial values first.
    /// A definition that tries many things itself spends from the budget for each.
    fn is_consistent(
        &self,
        skeleton: &Skeleton,
        hb: &Relation,
        mo: Relation,
        budget: &mut Budget,
    ) -> Result<bool, TooLarge>;
}

/// The models whose axioms are built in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Axioms {
    /// Sequential consistency.
    Sc,
    /// Total store order. Every fence is a full fence; a `seq_cst` store is ordered before later `seq_cst`
    /// loads.
    Tso,
    /// [`Rc11`](Axioms::Rc11) without its axiom about `seq_cst`.
    Ra,
    /// Repaired C11 (PLDI'17), with the release sequences of C++20.
    Rc11,
}

impl Axioms {
    /// All models, the strongest first.
    pub const ALL: [Axioms; 4] = [Axioms::Sc, Axioms::Tso, Axioms::Ra, Axioms::Rc11];

    /// The name of the model, as the command line has it.
    pub fn name(self) -> &'static str {
        match self {
            Axioms::Sc => "sc",
            Axioms::Tso => "tso",
            Axioms::Ra => "ra",
            Axioms::Rc11 => "rc11",
        }
    }
}

impl Definition for Axioms {
    fn happens_before(&self, skeleton: &Skeleton) -> Relation {
        let Skeleton { po, rf, asw, .. } = *skeleton;
        match self {
            Axioms::Sc | Axioms::Tso => (po | rf | asw).plus(),
            Axioms::Ra | Axioms::Rc11 => (po | synchronises(skeleton) | asw).plus(),
        }
    }

    fn is_coherent(&self, skeleton: &Skeleton, hb: &Relation, mo: Relation) -> bool {
        // `eco` relates only accesses to the same location, so coherence can be read one location at a time.
        Communication::new(skeleton, mo).is_coherent(hb)
    }

    fn is_consistent(
        &self,
        skeleton: &Skeleton,
        hb: &Relation,
        mo: Relation,
        _: &mut Budget,
    ) -> Result<bool, TooLarge> {
        let com = Communication::new(skeleton, mo);
        Ok(com.is_atomic(skeleton)
            && match self {
                Axioms::Sc => sc(skeleton, &com),
                Axioms::Tso => com.is_coherent(hb) && tso(skeleton, &com),
                Axioms::Ra => com.is_coherent(hb) && no_thin_air(skeleton),
                Axioms::Rc11 => com.is_coherent(hb) && no_thin_air(skeleton) && psc(skeleton, hb, &com).is_acyclic(),
            })
    }
}

/// How accesses to the same location are related.
pub(crate) struct Communication {
    mo: Relation,
    fr: Relation,
    eco: Relation,
}

impl Communication {
    pub(crate) fn new(skeleton: &Skeleton, mo: Relation) -> Communication {
        // An update is coherence-after the write it reads from: it does not read before itself.
        let fr = skeleton.rf.inverse().then(mo).without_identity();
        let eco = (skeleton.rf | mo | fr).plus();
        Communication { mo, fr, eco }
    }

    /// `rf;[RMW] <= mo` and `irreflexive ([RMW];fr;mo)`: an update comes after the write it reads from, and
    /// directly.
    ///
    /// Definitions that split an update in two need not say the first: coherence does, along the edge between
    /// halves.
    pub(crate) fn is_atomic(&self, skeleton: &Skeleton) -> bool {
        (skeleton.rf.ending_in(skeleton.updates) - self.mo).is_empty()
            && self.fr.starting_in(skeleton.updates).then(self.mo).is_irreflexive()
    }

    /// `irreflexive (hb;eco?)`
    pub(crate) fn is_coherent(&self, hb: &Relation) -> bool {
        hb.is_irreflexive() && hb.then(self.eco).is_irreflexive()
    }
}

/// `acyclic (po|rf|mo|fr|asw)`
fn sc(skeleton: &Skeleton, com: &Communication) -> bool {
    let Skeleton { po, rf, asw, .. } = *skeleton;
    (po | rf | com.mo | com.fr | asw).is_acyclic()
}

/// `acyclic ([R|F|RMW|TJ|TB];po | po;[W|F|TE|TC] | [W&SC];po;[R&SC] | rfe|mo|fr|asw)`
fn tso(skeleton: &Skeleton, com: &Communication) -> bool {
    let Skeleton { po, rf, asw, reads, writes, updates, fences, starts, ends, spawns, joins, seq_cst, .. } = *skeleton;
    let ppo = po.starting_in(reads | fences | updates | joins | starts)
        | po.ending_in(writes | fences | ends | spawns)
        | po.starting_in(writes & seq_cst).ending_in(reads & seq_cst);
    let rfe = rf - skeleton.same_thread;
    (ppo | rfe | com.mo | com.fr | asw).is_acyclic()
}

/// `acyclic (po|rf|asw)`
fn no_thin_air(skeleton: &Skeleton) -> bool {
    (skeleton.po | skeleton.rf | skeleton.asw).is_acyclic()
}

/// `rs = [W & >=RLX];(rf;[RMW])*`, `sw = [REL];([F];po)?;rs;rf;[R & >=RLX];(po;[F])?;[ACQ]`
fn synchronises(skeleton: &Skeleton) -> Relation {
    let Skeleton { po, rf, reads, writes, updates, fences, atomic, acquire, release, .. } = *skeleton;
    let rs = rf.ending_in(updates).star().starting_in(writes & atomic);
    let before = po.starting_in(fences).optional().starting_in(release);
    let after = po.ending_in(fences).optional().ending_in(acquire);
    before.then(rs).then(rf.ending_in(reads & atomic)).then(after)
}

/// ```text
/// scb = po | po_neqloc;hb;po_neqloc | (hb & same-loc) | mo | fr
/// psc = ([SC]|[Fsc];hb?);scb;([SC]|hb?;[Fsc]) | [Fsc];(hb | hb;eco;hb);[Fsc]
/// ```
fn psc(skeleton: &Skeleton, hb: &Relation, com: &Communication) -> Relation {
    let Skeleton { size, po, same_location, seq_cst, .. } = *skeleton;
    if seq_cst.is_empty() {
        return Relation::new(size);
    }
    let hb = *hb;
    let po_neqloc = po - same_location;
    let scb = po | po_neqloc.then(hb).then(po_neqloc) | (hb & same_location) | com.mo | com.fr;
    let fsc = skeleton.fences & seq_cst;
    let sc = Relation::identity(size, seq_cst);
    let base = (sc | hb.optional().starting_in(fsc)).then(scb).then(sc | hb.optional().ending_in(fsc));
    let fence = (hb | hb.then(com.eco).then(hb)).starting_in(fsc).ending_in(fsc);
    base | fence
}
