//! JAM21 with the relations that a thesis prints ("Model Checking under JAM21", 2025, section 4.2), line for
//! line, with all orders of the events that push tried, as for [`Jam`](crate::Jam).
//!
//! An update is two events there, a read directly before a write, so it is taken apart here. Candidates are
//! those of the thesis's implementation, which are coherent for the happens-before of RC11 as published;
//! their order of writes plays no part beyond that. Creation and end of a thread release, and its start and a
//! join acquire, as in [`Jam`](crate::Jam).

use crate::axioms::{Axioms, Definition};
use crate::jam::some_order_fits;
use crate::relation::{EventSet, Relation};
use crate::skeleton::Skeleton;
use crate::{Budget, TooLarge};

/// The definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Jam21Thesis;

impl Definition for Jam21Thesis {
    /// `rs = [W];po-loc?;[W & >=RLX];(rf;[RMW])*`, `sw = [REL];([F];po)?;rs;rf;[R & >=RLX];(po;[F])?;[ACQ]`
    fn happens_before(&self, skeleton: &Skeleton) -> Relation {
        let Skeleton { po, rf, asw, reads, writes, updates, fences, atomic, acquire, release, .. } = *skeleton;
        let own = (po & skeleton.same_location).optional().starting_in(writes).ending_in(writes & atomic);
        let rs = own.then(rf.ending_in(updates).star());
        let before = po.starting_in(fences).optional().starting_in(release);
        let after = po.ending_in(fences).optional().ending_in(acquire);
        let sw = before.then(rs).then(rf.ending_in(reads & atomic)).then(after);
        (po | sw | asw).plus()
    }

    fn is_coherent(&self, skeleton: &Skeleton, hb: &Relation, mo: Relation) -> bool {
        Axioms::Ra.is_coherent(skeleton, hb, mo)
    }

    fn is_consistent(
        &self,
        skeleton: &Skeleton,
        hb: &Relation,
        mo: Relation,
        budget: &mut Budget,
    ) -> Result<bool, TooLarge> {
        if !Axioms::Ra.is_consistent(skeleton, hb, mo, budget)? {
            return Ok(false);
        }
        let halves = Halves::new(skeleton);
        let pushing: Vec<usize> = halves.pushing.iter().collect();
        let order = Relation::new(halves.po.size());
        some_order_fits(&pushing, &halves.before, order, budget, &|order| halves.fits(order))
    }
}

/// The events with updates taken apart: an update's own number is its read.
struct Halves {
    po: Relation,
    rf: Relation,
    same_location: Relation,
    writes: EventSet,
    /// `spush | volint`
    push: Relation,
    /// `ra | svo | spush | volint | rf`, and creation and join.
    direct: Relation,
    /// `(po | rf)+`, with creation and join.
    before: Relation,
    pushing: EventSet,
}

impl Halves {
    fn new(skeleton: &Skeleton) -> Halves {
        let updates: Vec<usize> = skeleton.updates.iter().collect();
        let size = skeleton.size + updates.len();
        let write_of = |event: usize| match updates.iter().position(|update| *update == event) {
            Some(at) => skeleton.size + at,
            None => event,
        };
        let both = |set: EventSet| {
            let mut all = set;
            set.iter().for_each(|event| all.insert(write_of(event)));
            all
        };
        let mut writes = EventSet::EMPTY;
        skeleton.writes.iter().for_each(|event| writes.insert(write_of(event)));
        let (mut po, mut rf, mut same_location) = (Relation::new(size), Relation::new(size), Relation::new(size));
        let mut asw = Relation::new(size);
        for a in 0..skeleton.size {
            if write_of(a) != a {
                po.insert(a, write_of(a));
            }
            for b in 0..skeleton.size {
                for (a_half, b_half) in [(a, b), (a, write_of(b)), (write_of(a), b), (write_of(a), write_of(b))] {
                    if skeleton.po.contains(a, b) {
                        po.insert(a_half, b_half);
                    }
                    if skeleton.same_location.contains(a, b) {
                        same_location.insert(a_half, b_half);
                    }
                }
                if skeleton.rf.contains(a, b) {
                    rf.insert(write_of(a), b);
                }
                if skeleton.asw.contains(a, b) {
                    asw.insert(a, b);
                }
            }
        }
        let Skeleton { fences, starts, ends, spawns, joins, .. } = *skeleton;
        let seq_cst = both(skeleton.seq_cst);
        // The read of an update acquires, and its write releases.
        let (acquire, mut release) = (skeleton.acquire, EventSet::EMPTY);
        skeleton.release.iter().for_each(|event| release.insert(write_of(event)));
        let accesses = both(skeleton.reads | skeleton.writes);
        let ra = po.ending_in(seq_cst | release | acquire).then(po);
        let svo =
            po.ending_in(fences & release).then(po.ending_in(accesses)).then(po.ending_in(fences & acquire)).then(po);
        let spush = po.ending_in(fences & seq_cst).then(po);
        let volint = po.starting_in(seq_cst).ending_in(seq_cst);
        let threads = po.ending_in(spawns | ends) | po.starting_in(starts | joins) | asw;
        let push = spush | volint;
        // Initial values would come first in every order.
        let initial = |event: usize| starts.iter().any(|start| po.contains(event, start));
        let mut pushing = EventSet::EMPTY;
        for event in (0..size).filter(|&event| !initial(event)) {
            if (0..size).any(|other| push.contains(event, other)) {
                pushing.insert(event);
            }
        }
        let direct = ra | svo | push | rf | threads;
        let before = (po | rf | asw).plus();
        Halves { po, rf, same_location, writes, push, direct, before, pushing }
    }

    /// `acyclic co-jom`
    fn fits(&self, pushto: &Relation) -> bool {
        let Halves { po, rf, same_location, writes, .. } = *self;
        let vvo = self.direct | pushto.then(self.push);
        let vo = vvo.plus() | (po & same_location);
        let seen = rf.inverse();
        let (coww, cowr, corw, corr) = (vo, vo.then(seen), vo.then(po), rf.then(po).then(seen));
        let jom = (coww | cowr | corw | corr) & same_location;
        jom.starting_in(writes).ending_in(writes).without_identity().is_acyclic()
    }
}
