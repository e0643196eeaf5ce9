//! Accesses of different sizes to the same bytes.
//!
//! Plain accesses can be cut, so where two overlap without being the same, the search stops, the frontend
//! cuts them at each other's ends, and it starts again ([`StopReason::Overlap`]). An atomic access is whole:
//! its location shares bytes with others, and `core/src/graph/extent.rs` says what reads then see. That is
//! right if accesses of different locations that share bytes, one of them a write, are ordered by
//! happens-before. Here is where that is checked, whenever an access is added; of two that are not ordered,
//! whichever comes second notices. Decision 0014 has the argument.

use selvedge_core::{Access, Event, EventId, Licence, Mode, Model, Program, Property, StopReason, ViolationKind};

use crate::observer::Observer;
use crate::options::OnRace;
use crate::search::Search;

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Reports an access of another size that is not ordered with the one just added.
    #[cold]
    pub(crate) fn clashes(&mut self, added: EventId) -> bool {
        let Event { loc, mode, .. } = self.graph[added];
        if !self.model.licences().has(Licence::Sizes) {
            let place = self.place_of(added);
            let model = self.model.name();
            self.run.stop_for(StopReason::Unsupported(format!(
                "accesses of different sizes to {place}, one of them atomic, under the model {model}: it does not say what they mean"
            )));
            return true;
        }
        self.note_sizes(loc);
        let Some(other) = self.unordered_access(added) else { return false };
        let Event { mode: other_mode, .. } = self.graph[other];
        let [at, there] = [added, other].map(|access| self.graph.access(self.graph[access].loc));
        let place = self.program.location_name(there, &P::Notes::default());
        let is_plain = mode == Mode::Plain || other_mode == Mode::Plain;
        if !self.options.properties.has(Property::Race) || self.options.on_race == OnRace::Ignore && is_plain {
            self.run.stop_for(StopReason::Unsupported(format!(
                "accesses of different sizes to {place} that race, if races do not count"
            )));
            return true;
        }
        let message = match smaller_first(there, at) {
            (small, large) if small == large => {
                format!("accesses of {small} bytes to {place} overlap in part, and are not ordered")
            }
            _ => {
                let (first, second) = (there.width.bytes(), at.width.bytes());
                format!("accesses of {first} and of {second} bytes to {place} overlap, and are not ordered")
            }
        };
        self.violate(ViolationKind::MixedSizeRace, message, &[added, other])
    }

    /// An access in the graph that shares bytes with this one, is of another size, and is not ordered with
    /// it.
    fn unordered_access(&self, added: EventId) -> Option<EventId> {
        let graph = &self.graph;
        let Event { loc, thread, .. } = graph[added];
        let clock = graph.clock(added, self.model.race_clock());
        let accesses = graph.overlapping(loc).iter().flat_map(|&other| graph.accesses_newest_first(other));
        accesses.into_iter().find(|&other| {
            let access = &graph[other];
            access.thread != thread && (access.is_write() || graph[added].is_write()) && !clock.contains(access)
        })
    }
}

fn smaller_first(first: Access, second: Access) -> (u64, u64) {
    let (first, second) = (first.width.bytes(), second.width.bytes());
    (first.min(second), first.max(second))
}
