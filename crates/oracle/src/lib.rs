//! A brute-force second opinion, straight from the relational definitions.
//!
//! The oracle lists all candidate executions of a small program (which write each read gets its value from),
//! lists all coherence orders of each, and asks the axioms of a memory model about every one. It shares the
//! nouns of `selvedge-core` with the search and nothing else: no graph, no clocks, no revisits. Where the two
//! disagree one of them is wrong.
//!
//! The road of a program: `enumerate` makes candidates, [`skeleton`] writes one down as relations,
//! `coherence` orders its writes, [`axioms`] judges.

// A new kind of event or action has to be thought about wherever kinds are told apart.
#![deny(clippy::wildcard_enum_match_arm)]

pub mod axioms;
mod candidate;
mod coherence;
mod enumerate;
mod jam;
pub mod relation;
mod schedules;
pub mod skeleton;
mod state;
#[cfg(test)]
mod tests;
mod thesis;

use std::collections::HashSet;
use std::fmt;

use selvedge_core::{Address, Execution, Program};

pub use axioms::{Axioms, Definition};
use candidate::{Candidate, Roster};
pub use jam::Jam;
use relation::Relation;
pub use schedules::{Cost, schedules};
use skeleton::Skeleton;
pub use thesis::Jam21Thesis;

/// Why the oracle gave up: the program is too large for brute force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TooLarge {
    /// An execution has more events than a relation can hold.
    Events,
    /// More reads were tried and orders looked at than the caller allows.
    Limit,
}

/// What goes wrong in some execution that the model allows, complete or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// Two accesses to the same location conflict, one of them is plain, and happens-before does not order
    /// them.
    pub racy: bool,
    /// A thread says that the program is wrong.
    pub fails: bool,
    /// A thread waits for a thread that nobody started, or for one that was waited for already.
    pub invalid_join: bool,
}

/// All there is to know about a program under a model.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Examination {
    /// The executions in which every thread ended.
    pub executions: HashSet<Execution>,
    /// What goes wrong.
    pub findings: Findings,
}

/// The complete executions of a program under a model.
///
/// `limit` bounds the work: the number of times a read tries a source, plus the number of coherence orders
/// looked at, plus what the definition itself tries.
pub fn executions<P: Program>(
    program: &P,
    axioms: impl Definition,
    limit: usize,
) -> Result<HashSet<Execution>, TooLarge> {
    examine(program, axioms, limit).map(|examination| examination.executions)
}

/// What goes wrong in some execution of a program under a model. See [`executions`] for the limit.
pub fn findings<P: Program>(program: &P, axioms: impl Definition, limit: usize) -> Result<Findings, TooLarge> {
    examine(program, axioms, limit).map(|examination| examination.findings)
}

/// The complete executions of a program and what goes wrong in some execution, in one go.
///
/// Only executions in which no thread can do anything more are looked at. That misses nothing, because each
/// model here lets every consistent execution be continued, and what is wrong with an execution stays wrong
/// when others go on.
pub fn examine<P: Program>(program: &P, axioms: impl Definition, limit: usize) -> Result<Examination, TooLarge> {
    let mut examination = Examination::default();
    enumerate::candidates(program, &mut Budget(limit), |candidate, roster, budget| {
        examination.judge(candidate, roster, &axioms, budget)
    })?;
    Ok(examination)
}

/// The work that is left to do before giving up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget(usize);

impl Budget {
    /// Does a piece of work. An error if there is none left.
    pub fn spend(&mut self) -> Result<(), TooLarge> {
        self.0 = self.0.checked_sub(1).ok_or(TooLarge::Limit)?;
        Ok(())
    }
}

/// The orders of the writes to one location that the location itself allows.
struct Location {
    address: Address,
    orders: Vec<(Vec<usize>, Relation)>,
}

impl Examination {
    fn judge(
        &mut self,
        candidate: &Candidate,
        roster: &Roster,
        axioms: &impl Definition,
        budget: &mut Budget,
    ) -> Result<(), TooLarge> {
        let skeleton = Skeleton::new(candidate)?;
        let hb = axioms.happens_before(&skeleton);
        let mut locations = Vec::new();
        for (address, writes) in candidate.writes() {
            let mut orders = Vec::new();
            for order in coherence::orders(candidate, address, &writes, budget)? {
                let mo = modification_order(&skeleton, address, &order);
                if axioms.is_coherent(&skeleton, &hb, mo) {
                    orders.push((order, mo));
                }
            }
            if orders.is_empty() {
                return Ok(());
            }
            locations.push(Location { address, orders });
        }

        let mut is_consistent = false;
        let mut choice = vec![0; locations.len()];
        loop {
            budget.spend()?;
            let chosen = || locations.iter().zip(&choice).map(|(location, &k)| (location.address, &location.orders[k]));
            let mo = chosen().fold(Relation::new(skeleton.size), |mo, (_, (_, of_location))| mo | *of_location);
            if axioms.is_consistent(&skeleton, &hb, mo, budget)? {
                is_consistent = true;
                if !candidate.is_complete() {
                    break;
                }
                let execution =
                    candidate.execution(roster, chosen().map(|(address, (order, _))| (address, &order[..])));
                let is_new = self.executions.insert(execution);
                assert!(is_new, "invariant: each candidate and each coherence order is met once");
            }
            if !advance(&mut choice, &locations) {
                break;
            }
        }
        if is_consistent {
            self.findings.racy = self.findings.racy || has_race(candidate, &skeleton, &hb);
            self.findings.fails |= candidate.fails;
            self.findings.invalid_join |= candidate.invalid_join;
        }
        Ok(())
    }
}

/// Goes on to the next choice of an order for each location. There is none after the last.
fn advance(choice: &mut [usize], locations: &[Location]) -> bool {
    for (chosen, location) in choice.iter_mut().zip(locations) {
        *chosen += 1;
        if *chosen < location.orders.len() {
            return true;
        }
        *chosen = 0;
    }
    false
}

/// The order as a relation, the initial value first.
fn modification_order(skeleton: &Skeleton, address: Address, order: &[usize]) -> Relation {
    let mut mo = Relation::new(skeleton.size);
    let mut later = relation::EventSet::EMPTY;
    for &write in order.iter().rev() {
        mo.insert_all(write, later);
        later.insert(write);
    }
    mo.insert_all(skeleton.initial(address), later);
    mo
}

/// Whether two accesses race. Initial values precede everything, so they never do.
fn has_race(candidate: &Candidate, skeleton: &Skeleton, hb: &Relation) -> bool {
    let conflict = |a: usize, b: usize| {
        skeleton.same_location.contains(a, b)
            && !skeleton.same_thread.contains(a, b)
            && (skeleton.writes.contains(a) || skeleton.writes.contains(b))
            && !(skeleton.atomic.contains(a) && skeleton.atomic.contains(b))
    };
    let events = candidate.events.len();
    (0..events).any(|a| (0..a).any(|b| conflict(a, b) && !hb.contains(a, b) && !hb.contains(b, a)))
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooLarge::Events => write!(f, "an execution has more than {} events", relation::CAPACITY),
            TooLarge::Limit => write!(f, "there are more executions to look at than the limit allows"),
        }
    }
}

impl std::error::Error for TooLarge {}
