//! Every schedule of a program, one step at a time on one memory: the definition of sequential consistency,
//! with what a schedule costs.
//!
//! Threads run in any order. Taking the turn from a thread that could have gone on is a *preemption*; from
//! one that has ended, or waits for a lock or for another thread, is none. Threads have an order, by name,
//! and a *round* gives each its turn in that order: whenever the turn goes to an earlier thread, a new round
//! begins.
//!
//! An execution costs what its cheapest schedule costs. Nothing here knows of graphs or linearisations.

use std::collections::HashMap;

use selvedge_core::{Execution, Program};

use crate::candidate::Roster;
use crate::state::State;
use crate::{Budget, TooLarge};

/// What a schedule costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// Preemptions.
    pub contexts: u32,
    /// Rounds after the first.
    pub rounds: u32,
}

/// The complete executions of a program under sequential consistency, each with the fewest preemptions and
/// the fewest rounds, not necessarily of the same schedule. `limit` bounds the number of steps.
pub fn schedules<P: Program>(program: &P, limit: usize) -> Result<HashMap<Execution, Cost>, TooLarge> {
    let state = State::new(program);
    let roster = Roster::new(state.candidate.threads.len());
    let mut scheduler = Scheduler { program, roster, budget: Budget(limit), found: HashMap::new() };
    scheduler.run(&state, None, Cost { contexts: 0, rounds: 0 })?;
    Ok(scheduler.found)
}

struct Scheduler<'a, P> {
    program: &'a P,
    roster: Roster,
    budget: Budget,
    found: HashMap<Execution, Cost>,
}

impl<P: Program> Scheduler<'_, P> {
    fn run(&mut self, state: &State<P>, current: Option<usize>, cost: Cost) -> Result<(), TooLarge> {
        if state.candidate.is_complete() {
            let writes = state.candidate.writes();
            let coherence = writes.iter().map(|(address, order)| (*address, &order[..]));
            let execution = state.candidate.execution(&self.roster, coherence);
            let best = self.found.entry(execution).or_insert(cost);
            best.contexts = best.contexts.min(cost.contexts);
            best.rounds = best.rounds.min(cost.rounds);
            return Ok(());
        }
        for thread in 0..state.candidate.threads.len() {
            self.budget.spend()?;
            let cost = self.cost_of_turn(state, current, thread, cost);
            for next in state.step(self.program, &mut self.roster, thread) {
                self.run(&next, Some(thread), cost)?;
            }
        }
        Ok(())
    }

    fn cost_of_turn(&self, state: &State<P>, current: Option<usize>, thread: usize, cost: Cost) -> Cost {
        let Some(current) = current.filter(|&current| current != thread) else { return cost };
        let name = |thread: usize| self.roster.name(state.candidate.threads[thread].id);
        Cost {
            contexts: cost.contexts + u32::from(state.could_go_on(self.program, current)),
            rounds: cost.rounds + u32::from(name(thread) < name(current)),
        }
    }
}
