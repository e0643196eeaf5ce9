//! Coherence for the happens-before of RC11 as published, with the release sequences of C++11: what the
//! thesis's implementation keeps of an execution before it asks anything else.
//!
//! ```text
//! rs = [W];po-loc?;[W;>=RLX];(rf;rmw)*
//! sw = [REL];([F];po)?;rs;rf;[R;>=RLX];(po;[F])?;[ACQ]
//! hb = (po | sw | tc | tj)+
//! irreflexive hb;eco?
//! ```

use super::decide::Relations;
use crate::matrix::{Matrix, Set};

/// What happens-before is made of, beside the relations that both definitions know.
pub(super) struct Modes {
    /// From the read of an update to its write.
    pub(super) rmw: Matrix,
    /// Creation and join.
    pub(super) asw: Matrix,
    pub(super) fences: Set,
    pub(super) atomic: Set,
    pub(super) acquire: Set,
    pub(super) release: Set,
}

/// Whether the execution, with its own order of writes, is coherent.
pub(super) fn is_coherent(known: &Relations, modes: &Modes) -> bool {
    let Relations { size, po, rf, writes, .. } = known;
    let all = vec![true; *size];
    let atomic_writes: Set = writes.iter().zip(&modes.atomic).map(|(write, atomic)| *write && *atomic).collect();
    let own = po.clone().and(&known.same_location).optional().between(writes, &atomic_writes);
    let sequence = own.then(&rf.then(&modes.rmw).plus().optional());
    let before = po.between(&modes.fences, &all).optional().between(&modes.release, &all);
    let after = po.between(&all, &modes.fences).optional().between(&all, &modes.acquire);
    let synchronises = before.then(&sequence).then(&rf.between(&all, &modes.atomic)).then(&after);
    let happens = po.clone().or(&synchronises).or(&modes.asw).plus();
    let mut mo = Matrix::new(*size);
    for writes in &known.order {
        for (at, &first) in writes.iter().enumerate() {
            writes[at + 1..].iter().for_each(|&second| mo.add(first, second));
        }
    }
    let fr = rf.inverse().then(&mo).and(&known.same_location);
    let eco = rf.clone().or(&mo).or(&fr).plus();
    happens.is_irreflexive() && happens.then(&eco).is_irreflexive()
}
