//! Conflicts as pairs of types of accesses to one location.

use selvedge_core::EventKind;

use super::Types;
use crate::term::{Node, Relation, Term};
use crate::vocabulary::Builtin;

/// Whether a read can only make a conflict with a write.
pub(crate) fn reads_conflict_with_writes(pairs: &[(Types, Types)]) -> bool {
    let reads = Types::of_kinds(&[EventKind::Read, EventKind::UpdateRead]);
    let writes = Types::of_kinds(&[EventKind::Write, EventKind::UpdateWrite, EventKind::Init]);
    pairs.iter().all(|(earlier, later)| later.and(reads).is_none() || earlier.is_within(writes))
}

/// For a relation made of `[A];loc-overlap;[B]`, the pairs of sets. None if it has another form.
pub(crate) fn conflicts(term: &Term) -> Option<Vec<(Types, Types)>> {
    let pairs = match term.node() {
        Node::Primitive { relation: Relation::Builtin(Builtin::LocOverlap), .. } => vec![(Types::ALL, Types::ALL)],
        Node::Union(parts) => {
            let parts: Option<Vec<_>> = parts.iter().map(conflicts).collect();
            parts?.concat()
        }
        Node::Sequence(parts) => {
            let mut pairs: Option<Vec<(Types, Types)>> = None;
            let mut before = Types::ALL;
            for part in parts {
                match (part.node(), &mut pairs) {
                    (Node::Test(set), None) => before = before.and(Types::of(set)?),
                    (Node::Test(set), Some(pairs)) => {
                        let after = Types::of(set)?;
                        pairs.iter_mut().for_each(|pair| pair.1 = pair.1.and(after));
                    }
                    (_, Some(_)) => return None,
                    (_, None) => {
                        let inner = conflicts(part)?;
                        pairs = Some(inner.into_iter().map(|(a, b)| (before.and(a), b)).collect());
                    }
                }
            }
            pairs?
        }
        _ => return None,
    };
    Some(pairs.into_iter().filter(|(a, b)| !a.is_none() && !b.is_none()).collect())
}
