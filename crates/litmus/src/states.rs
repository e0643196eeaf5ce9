//! The final states of all executions, in herd's layout.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::ast::Quantifier;
use crate::condition::{Question, State};

/// How often each final state was reached.
#[derive(Clone, Debug)]
pub struct States {
    question: Arc<Question>,
    reached: BTreeMap<State, Reached>,
}

/// What is known of a final state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reached {
    /// In how many executions.
    pub executions: u64,
    /// Whether the condition's proposition holds in it.
    pub holds: bool,
}

/// How often the condition's proposition holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Observation {
    /// Executions in which it does.
    pub positive: u64,
    /// Executions in which it does not.
    pub negative: u64,
}

/// The one-word summary of an [`Observation`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Frequency {
    /// In no execution.
    Never,
    /// In some but not all.
    Sometimes,
    /// In all.
    Always,
}

impl States {
    pub(crate) fn new(question: Arc<Question>) -> States {
        States { question, reached: BTreeMap::new() }
    }

    /// An empty histogram of the same test.
    pub fn emptied(&self) -> States {
        States::new(self.question.clone())
    }

    /// Counts one more execution that ends in `state`.
    pub fn record(&mut self, state: State) {
        let holds = self.question.holds(&state);
        self.reached.entry(state).or_insert(Reached { executions: 0, holds }).executions += 1;
    }

    /// Counts executions that were met elsewhere and ended in the state with these values. False if there is
    /// no such state.
    pub fn recall(&mut self, values: Vec<i32>, executions: u64) -> bool {
        let fits = values.len() == self.question.observables.len();
        if fits {
            let state = State(values.into());
            let holds = self.question.holds(&state);
            self.reached.entry(state).or_insert(Reached { executions: 0, holds }).executions += executions;
        }
        fits
    }

    /// Adds what another worker has counted for the same test.
    pub fn merge(&mut self, other: &States) {
        for (state, reached) in &other.reached {
            let entry = self.reached.entry(state.clone()).or_insert(Reached { executions: 0, ..*reached });
            entry.executions += reached.executions;
        }
    }

    /// The states reached, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&State, Reached)> {
        self.reached.iter().map(|(state, reached)| (state, *reached))
    }

    /// How many different states were reached.
    pub fn len(&self) -> usize {
        self.reached.len()
    }

    /// Whether no state was reached.
    pub fn is_empty(&self) -> bool {
        self.reached.is_empty()
    }

    /// How often the proposition holds.
    pub fn observation(&self) -> Observation {
        let count = |holds| self.reached.values().filter(|r| r.holds == holds).map(|r| r.executions).sum();
        Observation { positive: count(true), negative: count(false) }
    }

    /// Whether what the condition asks or claims is so.
    pub fn is_ok(&self) -> bool {
        let Observation { positive, negative } = self.observation();
        match self.question.quantifier() {
            Some(Quantifier::Exists) => positive > 0,
            Some(Quantifier::NotExists) => positive == 0,
            Some(Quantifier::Forall) | None => negative == 0,
        }
    }
}

impl Observation {
    /// The summary. Of no execution at all it is [`Frequency::Never`], as herd has it.
    pub fn frequency(self) -> Frequency {
        match (self.positive, self.negative) {
            (0, _) => Frequency::Never,
            (_, 0) => Frequency::Always,
            _ => Frequency::Sometimes,
        }
    }
}

/// herd's report. A test without condition reads as `forall (true)`, as in herd.
impl fmt::Display for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Question { test, condition, .. } = &*self.question;
        let kind = match self.question.quantifier() {
            Some(Quantifier::Exists) => "Allowed",
            Some(Quantifier::NotExists) => "Forbidden",
            Some(Quantifier::Forall) | None => "Required",
        };
        writeln!(f, "Test {test} {kind}")?;
        writeln!(f, "States {}", self.len())?;
        for (state, Reached { executions, holds }) in self.iter() {
            writeln!(f, "{executions}{}>{}", if holds { '*' } else { ':' }, self.question.show(state))?;
        }
        writeln!(f, "{}", if self.is_ok() { "Ok" } else { "No" })?;
        let observation @ Observation { positive, negative } = self.observation();
        writeln!(f, "Witnesses")?;
        writeln!(f, "Positive: {positive} Negative: {negative}")?;
        match condition {
            Some(condition) => writeln!(f, "Condition {condition}")?,
            None => writeln!(f, "Condition forall (true)")?,
        }
        writeln!(f, "Observation {test} {:?} {positive} {negative}", observation.frequency())
    }
}
