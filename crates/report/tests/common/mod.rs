//! A toy program whose threads run fixed scripts, and executions of it built by hand.

use std::sync::Arc;

use selvedge_core::execution::{End, Source, ThreadName, ThreadTrace};
use selvedge_core::{
    Access, Action, Address, Answer, Counts, Execution, FenceOrdering, Hints, Meaning, Mode, Searched, Site, Spawn,
    Step, StepName, StopReason, Telling, ThreadId, Value, Violation, ViolationKind, Width,
};

/// The text that the sites of [`Toy`] are in.
pub const TEXT: &str = "\
C MP
{}
P0 (int* x, atomic_int* y) {
  *x = 1;
  atomic_store_explicit(y, 1, memory_order_relaxed);
}
P1 (int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  int r1 = *x;
}
exists (1:r0=1 /\\ 1:r1=0)
";

/// Every thread has as many steps as it is answered; only names and sites matter here.
pub struct Toy {
    /// For each entry point, the line, column and text of each step and of where the thread stands at last.
    pub sites: Vec<Vec<(u32, u32, &'static str)>>,
    /// For each entry point, its name.
    pub names: Vec<&'static str>,
}

impl Meaning for Toy {
    type Thread = (u32, usize);

    fn initial_threads(&self) -> Vec<Spawn> {
        (0..self.names.len()).map(spawn).collect()
    }

    fn initial_value(&self, _: Access) -> Value {
        Value(0)
    }

    fn start(&self, _: ThreadId, spawn: Spawn) -> (u32, usize) {
        (spawn.entry, 0)
    }

    fn resume(&self, thread: &mut (u32, usize), _: Answer) -> Action {
        thread.1 += 1;
        Action::Fence(FenceOrdering::SeqCst)
    }
}

impl Hints for Toy {}

impl Telling for Toy {
    type Notes = ();

    fn site(&self, &(entry, step): &(u32, usize)) -> Option<Site> {
        let &(line, column, text) = self.sites.get(entry as usize)?.get(step - 1)?;
        Some(Site { file: "mp.litmus".into(), line, column, text: Arc::from(text) })
    }

    fn location_name(&self, at: Access, _: &()) -> String {
        ["x", "y", "z"][at.address.0 as usize].to_owned()
    }

    fn thread_name(&self, _: usize, spawn: Spawn, _: &()) -> String {
        self.names[spawn.entry as usize].to_owned()
    }
}

/// The program that [`TEXT`] is.
pub fn mp() -> Toy {
    Toy {
        sites: vec![
            vec![(4, 3, "*x = 1"), (5, 3, "atomic_store_explicit(y, 1, memory_order_relaxed)")],
            vec![(8, 12, "atomic_load_explicit(y, memory_order_acquire)"), (9, 12, "*x")],
        ],
        names: vec!["P0", "P1"],
    }
}

pub const X: u64 = 0;
pub const Y: u64 = 1;

pub fn spawn(entry: usize) -> Spawn {
    Spawn { entry: entry as u32, argument: Value(0) }
}

pub fn at(address: u64) -> Access {
    Access { address: Address(address), width: Width::W32 }
}

pub fn name(thread: usize, index: usize) -> StepName {
    StepName { thread, index }
}

pub fn write(address: u64, mode: Mode, value: u64) -> Step {
    Step::Write { at: at(address), mode, value: Value(value) }
}

pub fn read(address: u64, mode: Mode, value: u64, from: Option<StepName>) -> Step {
    Step::Read { at: at(address), mode, value: Value(value), from: from.map_or(Source::Init, Source::Step) }
}

/// An execution whose threads are all initial; `coherence` gives the writes of each location in order.
pub fn execution(threads: Vec<(Vec<Step>, End)>, coherence: Vec<(u64, Vec<StepName>)>) -> Execution {
    let trace = |(number, (steps, end))| ThreadTrace {
        name: ThreadName(vec![number as u32]),
        id: ThreadId(number as u32),
        spawn: spawn(number),
        steps,
        end,
    };
    Execution {
        threads: threads.into_iter().enumerate().map(trace).collect(),
        coherence: coherence.into_iter().map(|(address, writes)| (Address(address), writes)).collect(),
    }
}

/// Message passing with a relaxed store: the plain accesses of `x` race.
pub fn racy_mp() -> Execution {
    let p0 = vec![write(X, Mode::Plain, 1), write(Y, Mode::Relaxed, 1)];
    let p1 = vec![read(Y, Mode::Acquire, 1, Some(name(0, 1))), read(X, Mode::Plain, 0, None)];
    execution(
        vec![(p0, End::Finished(Value(0))), (p1, End::Running)],
        vec![(X, vec![name(0, 0)]), (Y, vec![name(0, 1)])],
    )
}

pub fn violated(execution: Execution) -> Searched {
    let violation = Violation {
        kind: ViolationKind::Race,
        message: "data race on x".to_owned(),
        steps: vec![name(1, 1), name(0, 0)],
        execution,
    };
    Searched { stop: StopReason::Violation, violation: Some(violation), ..verified() }
}

pub fn verified() -> Searched {
    Searched {
        stop: StopReason::Exhausted,
        violation: None,
        more_violations: Vec::new(),
        counts: Counts { complete: 4, blocked: 1, events_added: 21, ..Counts::default() },
        bounds: vec![],
        reductions: vec![],
        warnings: vec![],
        seconds: 0.012,
    }
}
