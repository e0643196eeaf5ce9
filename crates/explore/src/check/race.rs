//! Data races, and everything else that can be wrong with an access that was just added.

use selvedge_core::{Access, Event, EventId, Mode, Model, Program, ViolationKind};

use crate::observer::Observer;
use crate::options::{OnRace, OnViolation};
use crate::record::describe;
use crate::search::Search;

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Reports a race of the access just added.
    #[inline]
    pub(crate) fn races(&mut self, added: EventId) -> bool {
        let Event { loc, .. } = self.graph[added];
        if !self.graph.overlapping(loc).is_empty() && self.clashes(added) {
            return true;
        }
        if !self.graph.has_plain_access(loc) || self.options.on_race == OnRace::Ignore {
            return false;
        }
        match self.model.race(&self.graph, added) {
            Some(other) => self.report_race(added, other),
            None => false,
        }
    }

    /// False if the model forbids what has happened.
    #[cold]
    fn report_race(&mut self, added: EventId, other: EventId) -> bool {
        if self.is_forbidden() {
            return false;
        }
        let place = self.place_of(added);
        let [first, second] = [other, added].map(|event| describe(self.graph[event].kind, self.graph[event].mode));
        let message = format!("data race on {place}: {first} and {second} are not ordered");
        let ends = self.violate(ViolationKind::Race, message, &[added, other]);
        if self.options.on_violation == OnViolation::GoOn {
            self.report_other_races(added, other);
        }
        ends
    }

    /// Reports the races of the access just added with others than this one: the model names one only.
    fn report_other_races(&mut self, added: EventId, named: EventId) {
        let Event { loc, thread, mode, .. } = self.graph[added];
        let ordered = self.graph.clock(added, self.model.race_clock());
        let races = |other: EventId| {
            let access = &self.graph[other];
            other != named
                && access.thread != thread
                && (access.is_write() || self.graph[added].is_write())
                && (access.mode == Mode::Plain || mode == Mode::Plain)
                && !ordered.contains(access)
        };
        let others: Vec<EventId> = self.graph.accesses_newest_first(loc).filter(|&other| races(other)).collect();
        let place = self.place_of(added);
        for other in others {
            let [first, second] = [other, added].map(|event| describe(self.graph[event].kind, self.graph[event].mode));
            let message = format!("data race on {place}: {first} and {second} are not ordered");
            self.violate(ViolationKind::Race, message, &[added, other]);
        }
    }

    /// The name of the location that an event accesses.
    pub(crate) fn place_of(&self, access: EventId) -> String {
        let Event { loc, before, .. } = self.graph[access];
        let at = Access { address: self.graph.address(loc), width: self.trie.task(before).width() };
        self.program.location_name(at, &P::Notes::default())
    }
}
