//! Programs written as Rust closures.
//!
//! A thread's behaviour is a function of the answers it has been given, so a thread *is* the list of its
//! answers: to resume it, the closure is run from its beginning with the recorded answers, up to the first
//! question that has none. That is quadratic in the length of a thread, and does not matter: the search
//! resumes each distinct path once.
//!
//! ```
//! use selvedge_core::{ReadOrdering::Acquire, WriteOrdering::Release};
//! use selvedge_testkit::script::Script;
//!
//! let mut store_buffering = Script::new("SB");
//! let (x, y) = (store_buffering.location("x"), store_buffering.location("y"));
//! store_buffering.thread(move |t| { t.write(x, 1, Release)?; t.read(y, Acquire)?; Ok(0) });
//! store_buffering.thread(move |t| { t.write(y, 1, Release)?; t.read(x, Acquire)?; Ok(0) });
//! ```

use std::sync::Arc;

use selvedge_core::{
    Access, Action, Address, Answer, BlockReason, FenceOrdering, Hints, Meaning, ReadOrdering, RmwOp, RmwOrdering,
    Site, Spawn, Telling, ThreadId, Value, ViolationKind, Width, WriteOrdering,
};

/// A place to read and write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place(u64);

/// The thread has asked something that has not been answered yet. Pass it on with `?`.
pub struct Pause(Action);

/// What the code of a thread returns: the value it finishes with.
pub type Outcome = Result<u64, Pause>;

type Code = Arc<dyn Fn(&mut Asking<'_>) -> Outcome + Send + Sync>;

/// A program.
#[derive(Clone)]
pub struct Script {
    name: String,
    locations: Vec<(String, u64)>,
    /// Every piece of code that a thread can run; those of initial threads first run with argument 0.
    entries: Vec<Code>,
    initial: Vec<Spawn>,
}

/// A thread: how it was started, and every answer it has been given.
#[derive(PartialEq, Debug)]
pub struct Told {
    spawn: Spawn,
    /// Whether it has asked anything: the first resume answers no question.
    running: bool,
    answers: Vec<Answer>,
}

impl Clone for Told {
    fn clone(&self) -> Told {
        // A copy is made in order to be told one thing more.
        let mut answers = Vec::with_capacity(self.answers.len() + 1);
        answers.extend_from_slice(&self.answers);
        Told { spawn: self.spawn, running: self.running, answers }
    }
}

/// What a thread's code asks its questions of.
pub struct Asking<'a> {
    answers: &'a [Answer],
    next: usize,
    /// The argument the thread was started with.
    pub argument: u64,
}

impl Script {
    /// A program without threads.
    pub fn new(name: &str) -> Script {
        Script { name: name.into(), locations: Vec::new(), entries: Vec::new(), initial: Vec::new() }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gives it another name.
    pub fn rename(&mut self, name: &str) {
        self.name = name.into();
    }

    /// The location that was declared as number `index`, from 0.
    pub fn place(&self, index: usize) -> Place {
        assert!(index < self.locations.len(), "there is no location {index}");
        Place(index as u64)
    }

    /// A location that holds 0 at first.
    pub fn location(&mut self, name: &str) -> Place {
        self.location_with(name, 0)
    }

    /// A location with an initial value.
    pub fn location_with(&mut self, name: &str, initial: u64) -> Place {
        self.locations.push((name.into(), initial));
        Place(self.locations.len() as u64 - 1)
    }

    /// Locations `name[0]` to `name[count - 1]`.
    pub fn array(&mut self, name: &str, count: usize) -> Vec<Place> {
        (0..count).map(|i| self.location(&format!("{name}[{i}]"))).collect()
    }

    /// A thread that runs from the start.
    pub fn thread(&mut self, code: impl Fn(&mut Asking<'_>) -> Outcome + Send + Sync + 'static) {
        let entry = self.entry(code);
        self.initial.push(Spawn { entry, argument: Value(0) });
    }

    /// Code that [`Asking::spawn`] can start.
    pub fn entry(&mut self, code: impl Fn(&mut Asking<'_>) -> Outcome + Send + Sync + 'static) -> u32 {
        self.entries.push(Arc::new(code));
        self.entries.len() as u32 - 1
    }
}

impl Asking<'_> {
    fn ask(&mut self, action: Action) -> Result<Answer, Pause> {
        let answer = self.answers.get(self.next).copied().ok_or(Pause(action))?;
        self.next += 1;
        Ok(answer)
    }

    /// Loads.
    pub fn read(&mut self, place: Place, ordering: ReadOrdering) -> Result<u64, Pause> {
        Ok(self.ask(Action::Read { at: at(place), ordering })?.value().0)
    }

    /// Stores.
    pub fn write(&mut self, place: Place, value: u64, ordering: WriteOrdering) -> Result<(), Pause> {
        self.ask(Action::Write { at: at(place), ordering, value: Value(value) })?;
        Ok(())
    }

    /// Reads, computes and writes in one step; returns the old value.
    pub fn update(&mut self, place: Place, op: RmwOp, operand: u64, ordering: RmwOrdering) -> Result<u64, Pause> {
        Ok(self.ask(Action::Rmw { at: at(place), ordering, op, operand: Value(operand) })?.value().0)
    }

    /// Adds one; returns the old value.
    pub fn increment(&mut self, place: Place, ordering: RmwOrdering) -> Result<u64, Pause> {
        self.update(place, RmwOp::Add, 1, ordering)
    }

    /// Compares and exchanges, relaxed when it fails; returns the old value.
    pub fn cas(&mut self, place: Place, expected: u64, desired: u64, success: RmwOrdering) -> Result<u64, Pause> {
        let action = Action::CompareExchange {
            at: at(place),
            expected: Value(expected),
            desired: Value(desired),
            success,
            failure: ReadOrdering::Relaxed,
        };
        Ok(self.ask(action)?.value().0)
    }

    /// Reads, and unless it reads that value, computes and writes in the same step; returns the old value.
    pub fn update_unless(
        &mut self,
        place: Place,
        unless: u64,
        (op, operand): (RmwOp, u64),
        ordering: RmwOrdering,
    ) -> Result<u64, Pause> {
        let (operand, unless) = (Value(operand), Value(unless));
        Ok(self.ask(Action::UpdateUnless { at: at(place), ordering, op, operand, unless })?.value().0)
    }

    /// Waits at a barrier for so many threads.
    pub fn meet(&mut self, count: Place, threads: u64) -> Result<(), Pause> {
        let before = self.ask(Action::Arrive { at: at(count), threads: Value(threads) })?.value().0;
        let needed = (before / threads + 1) * threads;
        let now = self.ask(Action::Leave { at: at(count), count: Value(needed) })?.value().0;
        if now >= needed { Ok(()) } else { Err(Pause(Action::Block(BlockReason::Lock))) }
    }

    /// Takes one of so many ways; returns which.
    pub fn choose(&mut self, ways: u32) -> Result<u64, Pause> {
        Ok(self.ask(Action::Choose(ways))?.value().0)
    }

    /// A fence.
    pub fn fence(&mut self, ordering: FenceOrdering) -> Result<(), Pause> {
        self.ask(Action::Fence(ordering))?;
        Ok(())
    }

    /// Starts a thread; returns its handle.
    pub fn spawn(&mut self, entry: u32, argument: u64) -> Result<u64, Pause> {
        Ok(self.ask(Action::Spawn(Spawn { entry, argument: Value(argument) }))?.value().0)
    }

    /// Waits for a thread; returns what it finished with.
    pub fn join(&mut self, handle: u64) -> Result<u64, Pause> {
        Ok(self.ask(Action::Join(ThreadId(handle as u32)))?.value().0)
    }

    /// Goes no further unless the condition holds.
    pub fn assume(&mut self, condition: bool) -> Result<(), Pause> {
        if condition { Ok(()) } else { Err(Pause(Action::Block(BlockReason::Assume))) }
    }

    /// Ends the program.
    pub fn exit(&mut self) -> Outcome {
        Err(Pause(Action::Exit(Value(0))))
    }

    /// Waits for ever, for a lock that nobody gives back.
    pub fn hang(&mut self) -> Outcome {
        Err(Pause(Action::Block(BlockReason::Lock)))
    }

    /// Fails unless the condition holds.
    pub fn assert(&mut self, condition: bool, message: &str) -> Result<(), Pause> {
        let fail = || Pause(Action::Fail { kind: ViolationKind::Assertion, message: message.into(), about: None });
        if condition { Ok(()) } else { Err(fail()) }
    }
}

fn at(place: Place) -> Access {
    Access { address: Address(place.0), width: Width::W32 }
}

impl Meaning for Script {
    type Thread = Told;

    fn initial_threads(&self) -> Vec<Spawn> {
        self.initial.clone()
    }

    fn initial_value(&self, at: Access) -> Value {
        Value(self.locations[at.address.0 as usize].1)
    }

    fn start(&self, _: ThreadId, spawn: Spawn) -> Told {
        Told { spawn, running: false, answers: Vec::new() }
    }

    fn resume(&self, thread: &mut Told, answer: Answer) -> Action {
        if thread.running {
            thread.answers.push(answer);
        }
        thread.running = true;
        let argument = thread.spawn.argument.0;
        let mut asking = Asking { answers: &thread.answers, next: 0, argument };
        match self.entries[thread.spawn.entry as usize](&mut asking) {
            Ok(value) => Action::Finish(Value(value)),
            Err(Pause(action)) => action,
        }
    }
}

impl Hints for Script {}

impl Telling for Script {
    type Notes = ();

    fn site(&self, _: &Told) -> Option<Site> {
        None
    }

    fn location_name(&self, at: Access, _: &()) -> String {
        self.locations[at.address.0 as usize].0.clone()
    }

    fn thread_name(&self, _: usize, spawn: Spawn, _: &()) -> String {
        format!("T{}", spawn.entry)
    }
}
