//! Final states, and what the condition says of them.

use selvedge_core::{Address, Value};

use crate::ast::{self, Condition, Observable, Quantifier, Test};
use crate::code::{Slot, Thread, to_int};
use crate::error::Diagnostic;
use crate::scope::{Scope, no_thread};

/// A final state: the values of the test's observables, in the order of
/// [`Litmus::observables`](crate::Litmus::observables).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State(pub(crate) Box<[i32]>);

impl State {
    /// The values.
    pub fn values(&self) -> &[i32] {
        &self.0
    }
}

/// What a test asks about its final states.
#[derive(Debug)]
pub(crate) struct Question {
    /// The test's name.
    pub test: String,
    /// What a state shows: registers by thread and name, then locations by name.
    pub observables: Vec<Observable>,
    /// Where each of them is found.
    sources: Vec<Source>,
    pub condition: Option<Condition>,
    prop: Prop,
}

/// Where an observable is found.
#[derive(Clone, Copy, Debug)]
enum Source {
    Register { thread: u32, slot: Slot, initial: i32 },
    Memory(Address),
}

/// [`ast::Prop`] with observables replaced by their places in a state.
#[derive(Debug)]
enum Prop {
    And(Vec<Prop>),
    Or(Vec<Prop>),
    Not(Box<Prop>),
    Compare { left: usize, equal: bool, right: Operand },
}

#[derive(Debug)]
enum Operand {
    Const(i32),
    Observed(usize),
}

impl Question {
    /// Resolves the names of the condition.
    pub fn of(test: &Test, scope: &Scope, errors: &mut Vec<Diagnostic>) -> Question {
        let mut observables = test.locations.clone();
        if let Some(condition) = &test.condition {
            collect(&condition.prop, &mut observables);
        }
        let mut found: Vec<(Observable, Source)> = Vec::new();
        for observable in observables {
            match find(&observable, scope) {
                Ok(source) => found.push((observable, source)),
                Err(error) => errors.push(error),
            }
        }
        found.sort_by(|(left, _), (right, _)| key(left).cmp(&key(right)));
        found.dedup_by(|(left, _), (right, _)| left == right);
        let (observables, sources): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        let prop = match &test.condition {
            Some(condition) => resolve(&condition.prop, &observables),
            None => Prop::And(Vec::new()),
        };
        Question { test: test.name.clone(), observables, sources, condition: test.condition.clone(), prop }
    }

    /// What there is to see at the end of an execution. A thread that never ran shows its initial registers.
    pub fn state<'t>(
        &self,
        memory: &mut dyn FnMut(Address) -> Value,
        threads: &mut dyn FnMut(u32) -> Option<&'t Thread>,
    ) -> State {
        let value = |source: &Source| match *source {
            Source::Memory(address) => to_int(memory(address)),
            Source::Register { thread, slot, initial } => threads(thread).map_or(initial, |thread| thread.slot(slot)),
        };
        State(self.sources.iter().map(value).collect())
    }

    /// Whether the proposition holds; without a condition it does.
    pub fn holds(&self, state: &State) -> bool {
        self.prop.holds(&state.0)
    }

    /// Whether the state refutes what the condition claims. A question is never refuted.
    pub fn violates(&self, state: &State) -> bool {
        match self.quantifier() {
            None | Some(Quantifier::Exists) => false,
            Some(Quantifier::NotExists) => self.holds(state),
            Some(Quantifier::Forall) => !self.holds(state),
        }
    }

    pub fn quantifier(&self) -> Option<Quantifier> {
        self.condition.as_ref().map(|condition| condition.quantifier)
    }

    /// The state in herd's layout: `0:r0=1; [x]=2;`.
    pub fn show(&self, state: &State) -> String {
        let pairs = self.observables.iter().zip(&state.0);
        pairs.map(|(observable, value)| format!("{observable}={value};")).collect::<Vec<_>>().join(" ")
    }
}

impl Prop {
    fn holds(&self, state: &[i32]) -> bool {
        match self {
            Prop::And(parts) => parts.iter().all(|part| part.holds(state)),
            Prop::Or(parts) => parts.iter().any(|part| part.holds(state)),
            Prop::Not(prop) => !prop.holds(state),
            Prop::Compare { left, equal, right } => {
                let right = match right {
                    Operand::Const(value) => *value,
                    Operand::Observed(index) => state[*index],
                };
                (state[*left] == right) == *equal
            }
        }
    }
}

/// The order in which observables are shown.
fn key(observable: &Observable) -> (u32, bool, &str) {
    match observable {
        Observable::Register { thread, name } => (*thread, false, &name.text),
        Observable::Location(name) => (u32::MAX, true, &name.text),
    }
}

fn collect(prop: &ast::Prop, observables: &mut Vec<Observable>) {
    match prop {
        ast::Prop::And(parts) | ast::Prop::Or(parts) => {
            parts.iter().for_each(|part| collect(part, observables));
        }
        ast::Prop::Not(prop) => collect(prop, observables),
        ast::Prop::Compare { left, right, .. } => {
            observables.push(left.clone());
            if let ast::Operand::Observed(right) = right {
                observables.push(right.clone());
            }
        }
    }
}

/// The proposition over places in a state. An observable with an error has none; the test is refused anyway.
fn resolve(prop: &ast::Prop, observables: &[Observable]) -> Prop {
    let place = |observable: &Observable| {
        observables.binary_search_by(|probe| key(probe).cmp(&key(observable))).unwrap_or_default()
    };
    match prop {
        ast::Prop::And(parts) => Prop::And(parts.iter().map(|part| resolve(part, observables)).collect()),
        ast::Prop::Or(parts) => Prop::Or(parts.iter().map(|part| resolve(part, observables)).collect()),
        ast::Prop::Not(prop) => Prop::Not(Box::new(resolve(prop, observables))),
        ast::Prop::Compare { left, equal, right } => {
            let right = match right {
                ast::Operand::Const(value) => Operand::Const(*value),
                ast::Operand::Observed(right) => Operand::Observed(place(right)),
            };
            Prop::Compare { left: place(left), equal: *equal, right }
        }
    }
}

fn find(observable: &Observable, scope: &Scope) -> Result<Source, Diagnostic> {
    match observable {
        Observable::Location(name) => scope.address(&name.text).map(Source::Memory).ok_or_else(|| {
            let error = Diagnostic::input(name.mark.span(), format!("there is no location `{name}`"));
            let threads = 0..scope.registers.len() as u32;
            let owner = threads.into_iter().find(|thread| scope.register(*thread, &name.text).is_some());
            match owner {
                Some(thread) => error.help(format!("for the register of P{thread} write `{thread}:{name}`")),
                None => error.help("locations are named in the initial state and by the parameters of threads"),
            }
        }),
        Observable::Register { thread, name } => {
            let Some(registers) = scope.registers.get(*thread as usize) else {
                return Err(no_thread(*thread, name));
            };
            let Some(slot) = scope.register(*thread, &name.text) else {
                let error = Diagnostic::input(name.mark.span(), format!("P{thread} has no register `{name}`"));
                return Err(match scope.address(&name.text) {
                    Some(_) => error.help(format!("for the location write `[{name}]`")),
                    None => error,
                });
            };
            Ok(Source::Register { thread: *thread, slot: Slot(slot), initial: registers.list[slot].initial })
        }
    }
}
