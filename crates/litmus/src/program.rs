//! A test as a program.

use std::sync::Arc;

use selvedge_core::{Access, Action, Address, Answer, Hints, Meaning, Site, Spawn, Telling, ThreadId, Value};

use crate::ast::{Observable, Quantifier, Test};
use crate::code::{Code, Slot, Thread, to_int, to_value};
use crate::compile::{Context, check_spawns, compile};
use crate::condition::{Question, State};
use crate::error::Diagnostic;
use crate::parse;
use crate::scope::{Location, Scope};
use crate::source::Places;
use crate::states::States;

/// A litmus test, ready to run.
///
/// ```
/// use selvedge_core::{Action, Answer, Hints, Meaning, Telling, ThreadId};
///
/// let text = "C one-store {} P0 (atomic_int* x) { atomic_store(x, 1); } exists (x=1)";
/// let test = selvedge_litmus::parse("one-store.litmus", text).unwrap();
/// let mut thread = test.start(ThreadId(0), test.initial_threads()[0]);
/// assert!(matches!(test.resume(&mut thread, Answer::None), Action::Write { .. }));
/// assert!(matches!(test.resume(&mut thread, Answer::None), Action::Finish(_)));
/// ```
#[derive(Debug)]
pub struct Litmus {
    test: Test,
    text: String,
    locations: Vec<Location>,
    threads: Vec<Code>,
    /// For each thread whether it waits to be spawned.
    spawned: Vec<bool>,
    question: Arc<Question>,
}

impl Litmus {
    /// Reads a test from `text`. The name of the file is only used to tell where things are.
    pub fn parse(file: &str, text: &str) -> Result<Litmus, Vec<Diagnostic>> {
        let test = parse::test(text)?;
        Litmus::resolve(file, text, test)
    }

    /// Makes a test of a tree that was not read from a file.
    ///
    /// The tree is printed and read back, so that sites and diagnostics have a text to point into:
    /// [`Litmus::text`], or the tree's `Display`.
    pub fn from_ast(test: &Test) -> Result<Litmus, Vec<Diagnostic>> {
        Litmus::parse(&format!("<{}>", test.name), &test.to_string())
    }

    fn resolve(file: &str, text: &str, test: Test) -> Result<Litmus, Vec<Diagnostic>> {
        let mut errors = Vec::new();
        let scope = Scope::of(&test, &mut errors);
        let mut context = Context { scope: &scope, places: Places::new(file, text), spawns: Vec::new(), errors };
        let threads = (0..).zip(&test.threads).map(|(number, thread)| compile(&mut context, number, thread)).collect();
        let Context { spawns, mut errors, .. } = context;
        check_spawns(&spawns, test.threads.len(), &mut errors);
        let question = Arc::new(Question::of(&test, &scope, &mut errors));
        if !errors.is_empty() {
            errors.sort_by_key(|error| error.span);
            errors.truncate(parse::MAX_ERRORS);
            return Err(errors);
        }
        let mut spawned = vec![false; test.threads.len()];
        spawns.iter().for_each(|call| spawned[call.entry as usize] = true);
        Ok(Litmus { test, text: text.to_owned(), locations: scope.locations, threads, spawned, question })
    }

    /// The test's name.
    pub fn name(&self) -> &str {
        &self.test.name
    }

    /// The test as it was written.
    pub fn test(&self) -> &Test {
        &self.test
    }

    /// The text it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of threads, those that wait to be spawned included.
    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    /// The address of a location.
    pub fn address(&self, location: &str) -> Option<Address> {
        let index = self.locations.iter().position(|known| known.name == location)?;
        Some(Address(index as u64))
    }

    /// The addresses of all locations, in order of appearance in the test.
    pub fn addresses(&self) -> impl Iterator<Item = Address> + use<> {
        (0..self.locations.len() as u64).map(Address)
    }

    /// What a register of the thread holds.
    pub fn register(&self, thread: &Thread, name: &str) -> Option<i32> {
        let registers = &self.threads[thread.number() as usize].registers;
        let slot = registers.iter().position(|register| register == name)?;
        Some(thread.slot(Slot(slot)))
    }
}

/// Final states.
impl Litmus {
    /// What the condition says, if there is one.
    pub fn quantifier(&self) -> Option<Quantifier> {
        self.question.quantifier()
    }

    /// What a final state shows: what the condition and `locations` name, registers first.
    pub fn observables(&self) -> &[Observable] {
        &self.question.observables
    }

    /// The final state of an execution.
    ///
    /// `memory` tells the last value of a location and `threads` the end of the thread of a given *number*:
    /// that of its name, which differs from its id when threads are spawned. A thread that never started has
    /// none.
    pub fn final_state<'t>(
        &self,
        mut memory: impl FnMut(Address) -> Value,
        mut threads: impl FnMut(u32) -> Option<&'t Thread>,
    ) -> State {
        self.question.state(&mut memory, &mut threads)
    }

    /// Whether the condition's proposition holds in a state; `true` without a condition.
    pub fn holds(&self, state: &State) -> bool {
        self.question.holds(state)
    }

    /// Whether a state refutes the condition. Only `~exists` and `forall` claim something; `exists` only
    /// asks.
    pub fn violates(&self, state: &State) -> bool {
        self.question.violates(state)
    }

    /// The state in herd's layout: `0:r0=1; [x]=2;`.
    pub fn show_state(&self, state: &State) -> String {
        self.question.show(state)
    }

    /// An empty histogram of this test's final states.
    pub fn states(&self) -> States {
        States::new(self.question.clone())
    }
}

impl Meaning for Litmus {
    type Thread = Thread;

    fn initial_threads(&self) -> Vec<Spawn> {
        let from_the_start = (0..).zip(&self.spawned).filter(|(_, spawned)| !**spawned);
        from_the_start.map(|(entry, _)| Spawn { entry, argument: Value(0) }).collect()
    }

    fn initial_value(&self, at: Access) -> Value {
        let location = usize::try_from(at.address.0).ok().and_then(|index| self.locations.get(index));
        location.map_or(Value(0), |location| to_value(location.initial))
    }

    fn start(&self, _: ThreadId, spawn: Spawn) -> Thread {
        Thread::new(spawn.entry, &self.threads[spawn.entry as usize])
    }

    fn resume(&self, thread: &mut Thread, answer: Answer) -> Action {
        self.threads[thread.number() as usize].resume(thread, answer)
    }
}

impl Hints for Litmus {}

impl Telling for Litmus {
    type Notes = ();

    fn site(&self, thread: &Thread) -> Option<Site> {
        self.threads[thread.number() as usize].site(thread).cloned()
    }

    fn location_name(&self, at: Access, _: &()) -> String {
        let address = at.address;
        let location = usize::try_from(address.0).ok().and_then(|index| self.locations.get(index));
        location.map_or_else(|| format!("[{}]", address.0), |location| location.name.clone())
    }

    fn thread_name(&self, _: usize, spawn: Spawn, _: &()) -> String {
        format!("P{}", spawn.entry)
    }

    fn show_value(&self, value: Value, _: Option<Access>, _: &()) -> String {
        to_int(value).to_string()
    }
}
