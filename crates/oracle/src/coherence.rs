//! All orders in which the writes to one location can have taken effect.
//!
//! Orders are left out only for reasons that hold in every model: writes of one thread keep their order, and
//! an update comes directly after the write it reads from.

use selvedge_core::Address;

use crate::candidate::{Candidate, EventKind};
use crate::{Budget, TooLarge};

/// The orders of the given writes, which are all writes of the candidate to that location. The initial value
/// comes first and is not listed.
pub(crate) fn orders(
    candidate: &Candidate,
    address: Address,
    writes: &[usize],
    budget: &mut Budget,
) -> Result<Vec<Vec<usize>>, TooLarge> {
    let mut builder = Builder { candidate, address, found: Vec::new(), budget };
    builder.extend(&mut Vec::with_capacity(writes.len()), &mut writes.to_vec())?;
    Ok(builder.found)
}

struct Builder<'a> {
    candidate: &'a Candidate,
    address: Address,
    found: Vec<Vec<usize>>,
    budget: &'a mut Budget,
}

impl Builder<'_> {
    fn extend(&mut self, order: &mut Vec<usize>, rest: &mut Vec<usize>) -> Result<(), TooLarge> {
        if rest.is_empty() {
            self.budget.spend()?;
            self.found.push(order.clone());
            return Ok(());
        }
        for position in 0..rest.len() {
            let write = rest[position];
            if self.may_follow(order.last().copied(), write, rest) {
                rest.remove(position);
                order.push(write);
                self.extend(order, rest)?;
                order.pop();
                rest.insert(position, write);
            }
        }
        Ok(())
    }

    fn may_follow(&self, last: Option<usize>, write: usize, rest: &[usize]) -> bool {
        let events = &self.candidate.events;
        // The list of events respects program order, so an earlier write of the thread has a smaller index.
        if rest.iter().any(|&other| other < write && events[other].thread == events[write].thread) {
            return false;
        }
        match events[write].kind {
            EventKind::Update { from, .. } => from == last,
            EventKind::Read { .. }
            | EventKind::Write { .. }
            | EventKind::Fence(_)
            | EventKind::Allocate { .. }
            | EventKind::Free { .. }
            | EventKind::Spawn { .. }
            | EventKind::Choose { .. }
            | EventKind::Join { .. } => self.candidate.update_of(self.address, last).is_none(),
        }
    }
}
