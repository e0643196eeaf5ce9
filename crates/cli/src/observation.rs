//! The final states of a litmus test, as far as they were seen.
//!
//! When every execution was explored the text is herd's, line for line. When the search stopped early, the
//! lines that draw a conclusion are left out: what was not seen may be there.

use selvedge_litmus::{Litmus, Quantifier, States};
use selvedge_report::{Observation, ObservedState};

/// herd's block, or what may be said instead.
pub fn text(litmus: &Litmus, states: &States, finished: bool) -> String {
    let block = states.to_string();
    if finished {
        return block;
    }
    // The test, the number of states, and the states themselves are facts; the verdict after them is not.
    let facts: String = block.split_inclusive('\n').take(2 + states.len()).collect();
    let seen = states.observation();
    format!(
        "{facts}Observation {} incomplete: search stopped; so far {} positive, {} negative\n",
        litmus.name(),
        seen.positive,
        seen.negative
    )
}

/// The same for JSON.
pub fn data(litmus: &Litmus, states: &States, finished: bool) -> Observation {
    let seen = states.observation();
    let state = |(state, reached): (&selvedge_litmus::State, selvedge_litmus::Reached)| ObservedState {
        bindings: litmus
            .observables()
            .iter()
            .zip(state.values())
            .map(|(observable, value)| (observable.to_string(), value.to_string()))
            .collect(),
        count: reached.executions,
        holds: reached.holds,
    };
    Observation {
        name: litmus.name().to_owned(),
        quantifier: litmus.quantifier().map(|quantifier| quantifier.to_string()),
        result: finished.then(|| format!("{:?}", seen.frequency())),
        positive: seen.positive,
        negative: seen.negative,
        states: states.iter().map(state).collect(),
    }
}

/// Why `exists` never makes a test fail, for those who expected it to.
pub fn note(litmus: &Litmus, states: &States, finished: bool) -> Option<String> {
    if litmus.quantifier() != Some(Quantifier::Exists) || !finished || states.is_empty() {
        return None;
    }
    let seen = states.observation();
    let total = seen.positive + seen.negative;
    Some(format!("`exists` asks and claims nothing: it holds in {} of {total} executions", seen.positive))
}
