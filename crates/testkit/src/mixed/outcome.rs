//! What somebody could observe of an execution.

use std::collections::BTreeMap;

use selvedge_core::execution::{End, Step};
use selvedge_core::{Address, Execution, Reduction, Value};

use super::{COUNT, IDS};

/// How much is said about who is who.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grain {
    /// Everything.
    Exact,
    /// Threads that run the same code are not told apart.
    Threads,
    /// Nor is who came to a barrier told apart from who left it.
    Rounds,
}

impl Grain {
    /// As much as a search says that has used these techniques.
    pub fn of(reductions: &[Reduction]) -> Grain {
        match () {
            () if reductions.iter().all(|reduction| *reduction == Reduction::Barriers) => Grain::Exact,
            () if reductions.iter().all(|r| matches!(r, Reduction::Barriers | Reduction::Symmetry)) => Grain::Threads,
            () => Grain::Rounds,
        }
    }
}

/// What was seen, from one barrier to the next.
type Round = Vec<Value>;

/// What somebody could observe.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Outcome {
    /// What memory holds at the end.
    memory: BTreeMap<Address, Value>,
    /// Who, and what was seen. Sorted; who is left out where that is not told.
    seen: Vec<(Vec<u32>, Vec<Round>)>,
}

/// What somebody could observe of an execution. The counts of barriers, and ids that a parent keeps, are
/// nobody's business.
pub fn outcome(execution: &Execution, grain: Grain) -> Outcome {
    let data = execution.coherence.keys().copied().filter(|address| *address < COUNT.address);
    let memory = data.map(|address| (address, execution.final_value(address).unwrap_or_default())).collect();
    let mut seen = Vec::new();
    for thread in &execution.threads {
        let mut rounds: Vec<Round> = vec![Vec::new()];
        for step in &thread.steps {
            let value = match *step {
                Step::Read { at, .. } if at == COUNT => {
                    rounds.push(Vec::new());
                    continue;
                }
                Step::Update { at, .. } if at == COUNT => continue,
                Step::Read { at, .. } if at.address.0 >= IDS => continue,
                Step::Read { value, .. } | Step::Update { read: value, .. } => value,
                Step::Choose { way } => way,
                Step::Join { value, .. } => value,
                Step::Write { .. } | Step::Fence(_) | Step::Spawn { .. } => continue,
                Step::Allocate { .. } | Step::Free { .. } => continue,
            };
            rounds.last_mut().expect("invariant: there is a round").push(value);
        }
        if let End::Finished(value) = thread.end {
            rounds.last_mut().expect("invariant: there is a round").push(value);
        }
        match grain {
            Grain::Exact => seen.push((thread.name.0.clone(), rounds)),
            Grain::Threads => seen.push((vec![thread.spawn.entry], rounds)),
            Grain::Rounds => {
                let numbered = rounds.into_iter().enumerate();
                seen.extend(numbered.map(|(number, round)| (vec![thread.spawn.entry, number as u32], vec![round])));
            }
        }
    }
    seen.sort();
    Outcome { memory, seen }
}
