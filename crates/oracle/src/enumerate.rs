//! Every candidate of a program, each exactly once and without asking any memory model.
//!
//! A candidate whose program order and reads-from form no cycle can be built by adding its events one at a
//! time, each after its predecessors. So we add events to an empty candidate in all ways that matter:
//!
//! * Only reads have a choice, and what is called a choice, of which all ways are taken. Whatever else a
//!   thread does next, every candidate in which it goes on contains it, and adding it early takes no choice
//!   from anyone: threads run on by themselves until they all stand before a read, or can go no further.
//! * A read may take its value from any write to its location that is already there, or from the initial
//!   value. A source that comes later is found on the branch where other threads go first. Of all orders of
//!   adding reads we keep the one that always adds *the read of the first thread whose source is there*: a
//!   thread that lets later threads go first has tried everything that is there, and from then on may only
//!   read from newer writes.
//!
//! One thing is left out that no model allows: two updates that read from the same write.
//! The unit tests compare this with the search that knows no such economies.

use selvedge_core::Program;

use crate::candidate::{Candidate, Roster};
use crate::relation::CAPACITY;
use crate::state::State;
use crate::{Budget, TooLarge};

/// Calls `visit` with every maximal candidate of the program: no thread can do anything more.
pub(crate) fn candidates<P, V>(program: &P, budget: &mut Budget, visit: V) -> Result<(), TooLarge>
where
    P: Program,
    V: FnMut(&Candidate, &Roster, &mut Budget) -> Result<(), TooLarge>,
{
    let state = State::new(program);
    let roster = Roster::new(state.candidate.threads.len());
    Search { program, roster, budget, visit }.explore(state, Vec::new())
}

struct Search<'a, P, V> {
    program: &'a P,
    roster: Roster,
    budget: &'a mut Budget,
    visit: V,
}

impl<P, V> Search<'_, P, V>
where
    P: Program,
    V: FnMut(&Candidate, &Roster, &mut Budget) -> Result<(), TooLarge>,
{
    /// `untried` says for each thread which sources are new to the read it stands before: source 0 is the
    /// initial value, source `k + 1` is event `k`.
    fn explore(&mut self, mut state: State<P>, mut untried: Vec<usize>) -> Result<(), TooLarge> {
        self.settle(&mut state)?;
        untried.resize(state.candidate.threads.len(), 0);
        if let Some((thread, ways)) = state.choosing() {
            for way in 0..ways {
                self.budget.spend()?;
                let mut next = state.clone();
                next.choose(self.program, thread, way);
                fits(&next)?;
                self.explore(next, untried.clone())?;
            }
            return Ok(());
        }
        let sources = state.candidate.events.len() + 1;
        let mut is_maximal = true;
        for thread in 0..untried.len() {
            if !state.is_reading(thread) {
                continue;
            }
            is_maximal = false;
            for source in untried[thread]..sources {
                let source = source.checked_sub(1);
                if state.can_read(thread, source) && !state.would_clash(self.program, thread, source) {
                    self.budget.spend()?;
                    let mut next = state.clone();
                    next.read(self.program, thread, source);
                    fits(&next)?;
                    let mut next_untried = untried.clone();
                    next_untried[thread] = 0;
                    self.explore(next, next_untried)?;
                }
            }
            untried[thread] = sources;
        }
        if is_maximal { (self.visit)(&state.candidate, &self.roster, self.budget) } else { Ok(()) }
    }

    /// Lets the threads run on until each stands before a read or can go no further.
    fn settle(&mut self, state: &mut State<P>) -> Result<(), TooLarge> {
        let mut moved = true;
        while moved {
            moved = false;
            let mut thread = 0;
            // Threads may be started on the way.
            while thread < state.candidate.threads.len() {
                while state.advance(self.program, &mut self.roster, thread) {
                    moved = true;
                    fits(state)?;
                }
                thread += 1;
            }
        }
        Ok(())
    }
}

/// Asked after every move and not only when relations are built: a thread may run for ever.
fn fits<P: Program>(state: &State<P>) -> Result<(), TooLarge> {
    if state.candidate.events.len() > CAPACITY { Err(TooLarge::Events) } else { Ok(()) }
}
