//! Conflicts as pairs of types of accesses to one location.

use selvedge_core::model::Conflicts;
use selvedge_core::{EventKind, Mode};

use super::Types;
use crate::model::{Model, When};
use crate::term::{Node, Relation, Term};
use crate::vocabulary::Builtin;

/// What is known of these conflicts, which are races where that view does not order them.
pub(crate) fn known_of(model: &Model, pairs: &[(Types, Types)], view: &Term) -> Conflicts {
    let reads = Types::of_kinds(&[EventKind::Read, EventKind::UpdateRead]);
    let writes = Types::of_kinds(&[EventKind::Write, EventKind::UpdateWrite, EventKind::Init]);
    let reads_with_writes =
        pairs.iter().all(|(earlier, later)| later.and(reads).is_none() || earlier.is_within(writes));
    let meet = pairs.iter().filter(|(_, later)| later.has(EventKind::Write, Mode::Plain));
    let before_plain_writes = meet.fold(Types::NONE, |types, (earlier, _)| types.or(*earlier));
    let is_transitive = matches!(view.node(), Node::Plus(_));
    // Otherwise a race in what is forbidden in the end may be passed over, and the search goes on.
    let stops = model.checks.iter().all(|check| check.when == When::Always);
    let accesses = reads.or(Types::of_kinds(&[EventKind::Write, EventKind::UpdateWrite]));
    let plain_writes_settle = accesses.is_within(before_plain_writes) && is_transitive && stops;
    Conflicts { reads_with_writes, plain_writes_settle }
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
