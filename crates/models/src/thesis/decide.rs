//! Whether some order of pushes, and some order of writes, fits.
//!
//! Results 1 and 2 of kat.md §4.1 do away with the order of pushes once the order of writes is known
//! (`docs/java.md`): each pair of writes says of some pushes which comes first, and an order exists iff that
//! has no cycle. Here the order of writes is not known either. So both grow together ("rf-only mode"): pushes
//! that must be ordered make more visible, what is visible orders writes, and writes that are ordered order
//! pushes. At the fixed point, an order of writes that extends what is known is tried, at first that of the
//! execution; if it does not do, two writes that nothing orders are tried both ways. That is rarely needed,
//! and never an order of pushes.

use crate::matrix::{Matrix, Set};

/// The relations of an execution.
pub(super) struct Relations {
    pub(super) size: usize,
    pub(super) po: Matrix,
    pub(super) rf: Matrix,
    pub(super) same_location: Matrix,
    /// Writes, initial values included.
    pub(super) writes: Set,
    /// `spush | volint`
    pub(super) push: Matrix,
    /// `ra | svo | spush | volint | rf`, and creation and join of threads.
    pub(super) direct: Matrix,
    /// `(po | rf)+`, with creation and join.
    pub(super) before: Matrix,
    /// The writes to each location in the order that the execution has them, the initial value first.
    pub(super) order: Vec<Vec<usize>>,
}

/// A question: is there an order?
pub(super) struct Problem {
    known: Relations,
    /// `direct*`
    reach: Matrix,
    /// `direct+ | po-loc`
    visible: Matrix,
    /// `[W];(rf;po;rf^-1);[W]`: what two reads of one location say.
    reads: Matrix,
    /// Pairs of different writes to one location.
    pairs: Matrix,
    pushing: Set,
    seen: Matrix,
}

impl Problem {
    pub(super) fn new(known: Relations) -> Problem {
        let seen = known.rf.inverse();
        let mut pairs = known.same_location.between(&known.writes, &known.writes);
        pairs = without_identity(pairs, known.size);
        let reads = known.rf.then(&known.po).then(&seen).and(&pairs);
        let closed = known.direct.clone().plus();
        let visible = closed.clone().or(&known.po.clone().and(&known.same_location));
        Problem { reach: closed.optional(), visible, reads, pairs, pushing: known.push.domain(), seen, known }
    }

    pub(super) fn is_solvable(&self) -> bool {
        let mut first = Matrix::new(self.known.size);
        for writes in &self.known.order {
            writes[1..].iter().for_each(|&write| first.add(writes[0], write));
        }
        self.extends(first)
    }

    /// Whether there is an order of writes that extends this one.
    fn extends(&self, known: Matrix) -> bool {
        let Some(known) = self.saturate(known) else { return false };
        if self.fits(&self.complete(&known)) {
            return true;
        }
        let undecided = |&(a, b): &(usize, usize)| self.pairs.has(a, b) && !known.has(a, b) && !known.has(b, a);
        let size = self.known.size;
        let pair = (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b))).find(undecided);
        let Some((a, b)) = pair else { return false };
        [(a, b), (b, a)].into_iter().any(|(a, b)| {
            let mut more = known.clone();
            more.add(a, b);
            self.extends(more.plus())
        })
    }

    /// What must be ordered if these writes are; nothing if that is impossible.
    fn saturate(&self, mut writes: Matrix) -> Option<Matrix> {
        let Relations { po, direct, push, .. } = &self.known;
        let mut pushes = self.known.before.between(&self.pushing, &self.pushing);
        loop {
            pushes = pushes.plus();
            if !pushes.is_irreflexive() {
                return None;
            }
            let closed = direct.clone().or(&pushes.then(push)).plus();
            let visible = closed.or(&po.clone().and(&self.known.same_location));
            let implied = visible.then(&self.seen).or(&visible.then(po)).or(&visible).and(&self.pairs);
            let more = writes.clone().or(&implied).or(&self.reads).plus();
            if !more.is_irreflexive() {
                return None;
            }
            let ordered = pushes.clone().or(&self.pushes_of(&more));
            if more == writes && ordered == pushes {
                return Some(writes);
            }
            (writes, pushes) = (more, ordered);
        }
    }

    /// The pairs of which the second may not be visible to the first, if writes are ordered so.
    fn contradicted(&self, writes: &Matrix) -> Matrix {
        let overwritten = self.seen.then(writes).and(&self.known.same_location);
        writes.clone().or(&overwritten).or(&self.known.po.then(writes))
    }

    /// The order of pushes that an order of writes asks for.
    fn pushes_of(&self, writes: &Matrix) -> Matrix {
        let steps = self.known.push.then(&self.reach).then(&self.contradicted(writes)).then(&self.reach);
        steps.between(&self.pushing, &self.pushing)
    }

    /// A total order of the writes to each location that extends the given one, as close to the execution's
    /// as may be.
    fn complete(&self, known: &Matrix) -> Matrix {
        let mut total = known.clone();
        for writes in &self.known.order {
            let mut rest = writes.clone();
            let mut placed: Vec<usize> = Vec::new();
            while !rest.is_empty() {
                let is_first = |&write: &usize| rest.iter().all(|&other| !known.has(other, write));
                let at = rest.iter().position(is_first).expect("invariant: the order has no cycle");
                let next = rest.remove(at);
                placed.iter().for_each(|&before| total.add(before, next));
                placed.push(next);
            }
        }
        total
    }

    /// Whether some order of pushes fits this total order of the writes to each location (Result 2).
    fn fits(&self, writes: &Matrix) -> bool {
        let wrong = self.contradicted(writes);
        let base = self.known.before.between(&self.pushing, &self.pushing);
        self.visible.then(&wrong).is_irreflexive()
            && self.reads.then(writes).is_irreflexive()
            && self.pushes_of(writes).or(&base).plus().is_irreflexive()
    }
}

fn without_identity(relation: Matrix, size: usize) -> Matrix {
    let mut others = Matrix::new(size);
    for a in 0..size {
        (0..size).filter(|b| *b != a).for_each(|b| others.add(a, b));
    }
    relation.and(&others)
}
