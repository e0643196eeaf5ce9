//! A test as the subject of a check: its condition is about final states.

use selvedge_core::{
    Access, Again, Bound, Digest, Ending, Fault, Searched, Subject, ThreadId, Violation, ViolationKind, Warning, Width,
};

use crate::ast::Quantifier;
use crate::code::Thread;
use crate::condition::State;
use crate::program::Litmus;

impl Litmus {
    /// The state in which an execution ends.
    pub fn state_at(&self, end: &impl Ending<Litmus>) -> State {
        let memory = |address| end.final_value(Access { address, width: Width::W32 });
        self.final_state(memory, |number| thread(end, number))
    }
}

/// The end of the thread of that number. Numbers and ids agree unless threads are spawned.
fn thread(end: &impl Ending<Litmus>, number: u32) -> Option<&Thread> {
    let is_it = |thread: &&Thread| thread.number() == number;
    let same_id = end.thread(ThreadId(number)).filter(is_it);
    same_id.or_else(|| end.graph().thread_ids().filter_map(|id| end.thread(id)).find(is_it))
}

impl Subject for Litmus {
    fn start_over(&mut self) {}

    fn identity(&self) -> Digest {
        Digest::of(self.text().as_bytes())
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn recall<'f>(&mut self, _: impl Iterator<Item = (&'f str, &'f str)>) -> Result<(), String> {
        Ok(())
    }

    fn again(&mut self, _: &Searched) -> Again {
        Again::Settled
    }

    fn judges_ends(&self) -> bool {
        matches!(self.quantifier(), Some(Quantifier::NotExists | Quantifier::Forall))
    }

    fn judge(&self, end: &impl Ending<Litmus>) -> Option<Fault> {
        if !self.judges_ends() {
            return None;
        }
        let state = self.state_at(end);
        if !self.violates(&state) {
            return None;
        }
        let shown = self.show_state(&state);
        let condition = self.test().condition.as_ref().map(ToString::to_string).unwrap_or_default();
        let message = match self.quantifier() {
            Some(Quantifier::Forall) => format!("final state {shown} does not satisfy {condition}"),
            Some(Quantifier::NotExists | Quantifier::Exists) | None => {
                format!("final state {shown} is forbidden by {condition}")
            }
        };
        Some(Fault { kind: ViolationKind::FinalCondition, message })
    }

    fn doubt(&self, _: &Violation) -> Option<String> {
        None
    }

    fn bounds(&self) -> Vec<Bound> {
        Vec::new()
    }

    fn warnings(&self) -> Vec<Warning> {
        Vec::new()
    }

    fn limit_rounds(&mut self, _: Option<u32>) -> bool {
        false
    }

    fn aside<T>(&self, run: impl FnOnce() -> T) -> T {
        run()
    }
}
