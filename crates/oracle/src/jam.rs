//! The Java access-mode models as they are defined: some total order of the events that push makes everything
//! fit.
//!
//! All orders are tried, event by event, as long as those that have their place leave hope: so this is for
//! tiny programs. An update is one event. Plain accesses are treated as opaque, and the initial values are
//! not among the events that push: they would come first in every order. From the authors' herd file (kat.md
//! §4.1); [`Jam::Jam21s`] is the variant of their Coq development.

use crate::axioms::{Communication, Definition};
use crate::relation::{EventSet, Relation};
use crate::skeleton::Skeleton;
use crate::{Budget, TooLarge};

/// The models.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Jam {
    /// OOPSLA 2019.
    Jam19,
    /// ECOOP 2022: the order of the pushes extends program order and reads-from.
    Jam21,
    /// The same; it extends what is specified, and no more.
    Jam21s,
}

impl Jam {
    /// All of them.
    pub const ALL: [Jam; 3] = [Jam::Jam19, Jam::Jam21, Jam::Jam21s];

    /// The name of the model, as the command line has it.
    pub fn name(self) -> &'static str {
        match self {
            Jam::Jam19 => "jam19",
            Jam::Jam21 => "jam21",
            Jam::Jam21s => "jam21s",
        }
    }
}

impl Definition for Jam {
    /// What is needed here of happens-before is what every location needs for itself.
    fn happens_before(&self, skeleton: &Skeleton) -> Relation {
        skeleton.po
    }

    fn is_coherent(&self, skeleton: &Skeleton, po: &Relation, mo: Relation) -> bool {
        Communication::new(skeleton, mo).is_coherent(po)
    }

    fn is_consistent(
        &self,
        skeleton: &Skeleton,
        _: &Relation,
        mo: Relation,
        budget: &mut Budget,
    ) -> Result<bool, TooLarge> {
        let Skeleton { po, rf, asw, .. } = *skeleton;
        if !(po | rf | asw).is_acyclic() || !Communication::new(skeleton, mo).is_atomic(skeleton) {
            return Ok(false);
        }
        let visible = Visibility::new(skeleton, *self == Jam::Jam19);
        let before = match self {
            Jam::Jam19 | Jam::Jam21 => (po | rf | asw).plus(),
            Jam::Jam21s => visible.direct.plus(),
        };
        let pushing: Vec<usize> = visible.pushing.iter().collect();
        some_order_fits(&pushing, &before, Relation::new(skeleton.size), budget, &|order| {
            visible.fits(skeleton, &mo, order)
        })
    }
}

struct Visibility {
    /// `spush | volint`
    push: Relation,
    /// `ra | svo | spush | volint | rf | asw`
    direct: Relation,
    /// The events that push.
    pushing: EventSet,
}

impl Visibility {
    fn new(skeleton: &Skeleton, old: bool) -> Visibility {
        let Skeleton { size, po, rf, asw, reads, writes, fences, acquire, release, seq_cst, .. } = *skeleton;
        let Skeleton { starts, ends, spawns, joins, .. } = *skeleton;
        let over = |fence: EventSet| po.ending_in(fence).then(po);
        let ra = po.ending_in((writes & release) | spawns | ends) | po.starting_in((reads & acquire) | starts | joins);
        let svo = over(fences & release).ending_in(writes) | over(fences & acquire).starting_in(reads);
        let spush = over(fences & seq_cst);
        let volatile = (reads | writes) & seq_cst;
        let volint = match old {
            true => po.ending_in(reads & seq_cst) | po.starting_in(writes & seq_cst),
            false => po.starting_in(volatile).ending_in(volatile),
        };
        let push = spush | volint;
        let mut pushing = EventSet::EMPTY;
        let initial = |event: usize| (0..size).any(|other| po.contains(event, other) && starts.contains(other));
        for event in (0..size).filter(|&event| !initial(event)) {
            if (0..size).any(|other| push.contains(event, other)) {
                pushing.insert(event);
            }
        }
        Visibility { push, direct: ra | svo | push | rf | asw, pushing }
    }

    /// Whether what is visible, with this order of the pushes, orders writes as coherence does.
    fn fits(&self, skeleton: &Skeleton, mo: &Relation, pushto: &Relation) -> bool {
        let Skeleton { po, rf, writes, same_location, .. } = *skeleton;
        let vvo = self.direct | pushto.then(self.push);
        let vo = vvo.plus() | (po & same_location);
        let seen = rf.inverse();
        let implied = vo | vo.then(seen) | vo.then(po) | rf.then(po).then(seen);
        let implied = (implied & same_location).starting_in(writes).ending_in(writes).without_identity();
        (implied - *mo).is_empty()
    }
}

/// Whether the order so far, in which the events in `left` come last and have no order yet, can be completed
/// to one that extends `before` and fits. What does not fit fits no better when more is ordered.
pub(crate) fn some_order_fits(
    left: &[usize],
    before: &Relation,
    order: Relation,
    budget: &mut Budget,
    fits: &impl Fn(&Relation) -> bool,
) -> Result<bool, TooLarge> {
    budget.spend()?;
    if !fits(&order) {
        return Ok(false);
    }
    if left.is_empty() {
        return Ok(true);
    }
    for &next in left {
        if left.iter().any(|&other| before.contains(other, next)) {
            continue;
        }
        let later: Vec<usize> = left.iter().copied().filter(|&other| other != next).collect();
        let mut order = order;
        later.iter().for_each(|&later| order.insert(next, later));
        if some_order_fits(&later, before, order, budget, fits)? {
            return Ok(true);
        }
    }
    Ok(false)
}
