//! An execution in the words of its source: names instead of indices, in an order to be told.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use selvedge_core::execution::{End, Source};
use selvedge_core::{
    Access, Action, Address, Block, BlockReason, Execution, Frame, Lifetime, Mode, Program, Site, Step, StepName,
    ThreadId, Value, Violation, ViolationKind,
};

use crate::order::order;
use crate::retell::{Origin, Printed, retell};

/// An execution, ready to be written down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Story {
    /// The threads' names, all different: `P0`, `T1 worker`.
    pub threads: Vec<String>,
    /// The steps, in an order that respects cause and effect.
    pub steps: Vec<Told>,
    /// How the threads that did not end stand, by thread.
    pub endings: Vec<(usize, Ending)>,
    /// What each location that was touched holds in the end.
    pub memory: Vec<(String, String)>,
    /// The initial value and the writes, each with its label, of each location written more than once.
    pub coherence: Vec<(String, Vec<(String, String)>)>,
    /// The locations that were touched.
    pub locations: Vec<Location>,
    /// The blocks of memory that matter.
    pub blocks: BTreeMap<Block, ToldBlock>,
    /// The one that a thread fails at.
    pub failing: Option<Block>,
    /// Whether some interleaving of the threads gives this execution. If so, the steps are told in such an
    /// order.
    pub interleaving: bool,
    /// The ids of the threads.
    pub ids: Vec<ThreadId>,
    /// What the program printed, in this order.
    pub output: Vec<Printed>,
}

/// One step of a story.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// The step.
    pub name: StepName,
    /// How others refer to it: `P0#1` is the first step of thread `P0`.
    pub label: String,
    /// What happened.
    pub what: What,
    /// The library function that did it.
    pub via: Option<String>,
    /// Where in the source.
    pub site: Option<Site>,
    /// The calls in progress, innermost first.
    pub stack: Vec<Frame>,
    /// The block of memory it is about, and the offset in it.
    pub block: Option<(Block, u64)>,
    /// The number of bytes it accesses.
    pub size: u64,
}

/// A location that was touched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// Its address.
    pub address: Address,
    /// Its name.
    pub name: String,
    /// What it holds at first; nothing in a block that is allocated.
    pub initial: Option<String>,
}

/// A block of memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToldBlock {
    /// Its name.
    pub name: String,
    /// Where it came from and where it went.
    pub life: Lifetime,
}

/// What happened in a step. `from` is a label, or `init`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are what they are called")]
pub enum What {
    Read { location: String, ordering: Mode, value: String, from: String },
    Write { location: String, ordering: Mode, value: String },
    Update { location: String, ordering: Mode, old: String, new: String, from: String },
    Fence { ordering: Mode },
    Allocate { block: String, size: u64 },
    Free { block: String },
    Spawn { child: String },
    Choose { way: String },
    Join { child: String, value: String },
}

/// Why a thread has not ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// How it stands.
    pub standing: Standing,
    /// In a few words.
    pub text: String,
    /// The library function it stands in.
    pub via: Option<String>,
    /// Where in the source.
    pub site: Option<Site>,
    /// The calls in progress, innermost first.
    pub stack: Vec<Frame>,
}

/// How a thread that has not ended stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// At a violation: its kind, and the program's own words for it, with the address it is about.
    Failed(ViolationKind, String, Option<Address>),
    /// Waiting for something.
    Waiting,
    /// Waiting to join a thread; nothing if that is no thread of this execution.
    Joining(Option<usize>),
    /// In the middle of something.
    Running,
}

impl Story {
    /// What the program printed, line by line, with who printed it.
    pub fn printed(&self) -> Vec<(usize, String)> {
        let mut lines: Vec<(usize, String)> = Vec::new();
        for printed in &self.output {
            for line in printed.text.split_inclusive('\n') {
                match lines.last_mut() {
                    Some((thread, open)) if *thread == printed.thread && !open.ends_with('\n') => open.push_str(line),
                    _ => lines.push((printed.thread, line.to_owned())),
                }
            }
        }
        let without_end = |(thread, line): (usize, String)| (thread, line.trim_end_matches('\n').to_owned());
        lines.into_iter().map(without_end).collect()
    }

    /// Names everything in an execution of the program.
    pub fn new<P: Program>(program: &P, execution: &Execution) -> Story {
        let order = order(execution);
        let mut retelling = retell(program, execution, &order.steps);
        let names = Names::new(program, execution, &retelling.notes);
        let mut blocks = BTreeMap::new();
        let mut endings = Vec::new();
        let mut failing = None;
        for (thread, end) in retelling.ends.iter_mut().enumerate() {
            let Some((origin, action)) = end.take() else { continue };
            let ending = names.ending(execution.threads[thread].end, origin, action);
            if let Standing::Failed(_, _, Some(address)) = ending.standing
                && let Some((block, _)) = program.block(address)
            {
                blocks.insert(block, names.block(block));
                failing = Some(block);
            }
            endings.push((thread, ending));
        }
        let mut steps = Vec::with_capacity(order.steps.len());
        for &name in &order.steps {
            let step = execution.step(name);
            let block = match step {
                Step::Allocate { block, .. } | Step::Free { block } => Some((*block, 0)),
                _ => step.access().and_then(|at| program.block(at.address)),
            };
            if let Some((block, _)) = block {
                blocks.entry(block).or_insert_with(|| names.block(block));
            }
            let Origin { via, stack, site } = std::mem::take(&mut retelling.steps[name.thread][name.index]);
            let (label, what) = (names.label(name), names.what(step));
            let size = step.access().map_or(0, |at| at.width.bytes());
            steps.push(Told { name, label, what, via, site, stack, block, size });
        }
        Story {
            steps,
            endings,
            memory: names.memory(),
            coherence: names.coherence(),
            locations: names.locations(),
            blocks,
            failing,
            interleaving: order.interleaving,
            ids: execution.threads.iter().map(|trace| trace.id).collect(),
            output: retelling.output,
            threads: names.threads,
        }
    }

    /// Names everything in the execution of a violation. Of threads that stand at a failure, only the one
    /// counts that the violation is about: another has not got there yet.
    pub fn of<P: Program>(program: &P, violation: &Violation) -> Story {
        let mut story = Story::new(program, &violation.execution);
        for (thread, ending) in &mut story.endings {
            let Standing::Failed(kind, ..) = &ending.standing else { continue };
            let last = violation.execution.threads[*thread].steps.len();
            let its_last = |name: &StepName| name.thread == *thread && name.index + 1 == last;
            let reached = violation.steps.len() < 2 && violation.steps.iter().all(its_last);
            if *kind != violation.kind || !reached {
                ending.standing = Standing::Running;
            }
        }
        story
    }

    /// The step of that name.
    pub fn step(&self, name: StepName) -> Option<&Told> {
        self.steps.iter().find(|told| told.name == name)
    }

    /// The short name of a thread: the first word of its name.
    pub fn short(&self, thread: usize) -> &str {
        short(&self.threads[thread])
    }
}

fn short(name: &str) -> &str {
    name.split(' ').next().unwrap_or(name)
}

struct Names<'a, P: Program> {
    program: &'a P,
    execution: &'a Execution,
    notes: &'a P::Notes,
    threads: Vec<String>,
}

impl<'a, P: Program> Names<'a, P> {
    fn new(program: &'a P, execution: &'a Execution, notes: &'a P::Notes) -> Names<'a, P> {
        let name = |(number, trace): (usize, &selvedge_core::execution::ThreadTrace)| {
            program.thread_name(number, trace.spawn, notes)
        };
        let given: Vec<String> = execution.threads.iter().enumerate().map(name).collect();
        let threads = execution
            .threads
            .iter()
            .zip(&given)
            .map(|(trace, name)| {
                // The same function may run in several threads: tell them apart by who started them.
                let alone = given.iter().filter(|other| *other == name).count() == 1;
                if alone { name.clone() } else { format!("{name}[{}]", trace.name) }
            })
            .collect();
        Names { program, execution, notes, threads }
    }

    fn label(&self, name: StepName) -> String {
        format!("{}#{}", short(&self.threads[name.thread]), name.index + 1)
    }

    fn source(&self, source: Source) -> String {
        match source {
            Source::Init => "init".to_owned(),
            Source::Step(name) => self.label(name),
        }
    }

    fn block(&self, block: Block) -> ToldBlock {
        ToldBlock { name: self.program.block_name(block, self.notes), life: self.program.lifetime(block, self.notes) }
    }

    fn ending(&self, end: End, origin: Origin, action: Action) -> Ending {
        let text = match end {
            End::Finished(_) | End::Running => "...",
            End::Failed => "fails",
            End::Blocked(BlockReason::Assume) => "blocked: assume",
            End::Blocked(BlockReason::Unroll(_)) => "stopped: --unroll",
            End::Blocked(BlockReason::Redundant(None)) => "blocked: said elsewhere",
            End::Blocked(BlockReason::Lock) => "blocked: waits for another thread",
            End::Blocked(BlockReason::Spin(_) | BlockReason::TakesBack(_) | BlockReason::Redundant(Some(_))) => {
                "blocked: loop without progress"
            }
            End::Joining => "waits to join",
        };
        let mut text = text.to_owned();
        let standing = match (end, action) {
            (End::Failed, Action::Fail { kind, message, about }) => Standing::Failed(kind, message.to_string(), about),
            // The program did not say why.
            (End::Failed, _) => Standing::Failed(ViolationKind::Assertion, String::new(), None),
            (End::Joining, Action::Join(id)) => {
                let child = self.execution.threads.iter().position(|trace| trace.id == id);
                if let Some(child) = child {
                    text = format!("waits to join {}", short(&self.threads[child]));
                }
                Standing::Joining(child)
            }
            (End::Joining, _) => Standing::Joining(None),
            (End::Blocked(_), _) => Standing::Waiting,
            (End::Finished(_) | End::Running, _) => Standing::Running,
        };
        let Origin { via, stack, site } = origin;
        Ending { standing, text, via, site, stack }
    }

    fn location(&self, at: Access) -> String {
        self.program.location_name(at, self.notes)
    }

    fn value(&self, value: Value, at: Access) -> String {
        match value {
            Value::NOTHING => UNDEFINED.to_owned(),
            value => self.program.show_value(value, Some(at), self.notes),
        }
    }

    fn what(&self, step: &Step) -> What {
        let show = |value, at| self.value(value, at);
        match *step {
            Step::Read { at, mode, value, from } => What::Read {
                location: self.location(at),
                ordering: mode,
                value: match (value, from) {
                    (Value::NOTHING, Source::Init) => NOTHING.to_owned(),
                    (value, _) => show(value, at),
                },
                from: self.source(from),
            },
            Step::Write { at, mode, value } => {
                What::Write { location: self.location(at), ordering: mode, value: show(value, at) }
            }
            Step::Update { at, mode, read, from, written } => What::Update {
                location: self.location(at),
                ordering: mode,
                old: show(read, at),
                new: show(written, at),
                from: self.source(from),
            },
            Step::Fence(ordering) => What::Fence { ordering },
            Step::Allocate { block, size } => {
                What::Allocate { block: self.program.block_name(block, self.notes), size }
            }
            Step::Free { block } => What::Free { block: self.program.block_name(block, self.notes) },
            Step::Spawn { child } => What::Spawn { child: self.threads[child].clone() },
            Step::Choose { way } => What::Choose { way: way.to_string() },
            Step::Join { child, value } => What::Join {
                child: self.threads[child].clone(),
                value: match value {
                    Value::NOTHING => NOTHING.to_owned(),
                    value => self.program.show_value(value, None, self.notes),
                },
            },
        }
    }

    fn touched(&self) -> BTreeSet<Access> {
        self.execution.threads.iter().flat_map(|trace| &trace.steps).filter_map(Step::access).collect()
    }

    fn locations(&self) -> Vec<Location> {
        let mut locations: Vec<Location> = Vec::new();
        for at in self.touched() {
            if locations.last().is_some_and(|last| last.address == at.address) {
                continue;
            }
            let initial = self.value(self.program.initial_value(at), at);
            let initial = self.program.block(at.address).is_none().then_some(initial);
            locations.push(Location { address: at.address, name: self.location(at), initial });
        }
        locations
    }

    fn memory(&self) -> Vec<(String, String)> {
        let steps = || self.execution.threads.iter().flat_map(|trace| &trace.steps);
        let touched = self.touched();
        let holds = |at: Access| {
            let read_nothing = |step: &Step| match *step {
                Step::Read { at: read, value, .. } | Step::Update { at: read, read: value, .. } => {
                    read == at && value == Value::NOTHING
                }
                _ => false,
            };
            let value = match self.execution.final_value(at.address) {
                None if steps().any(read_nothing) => return (self.location(at), NOTHING.to_owned()),
                None => self.program.initial_value(at),
                Some(value) => value,
            };
            (self.location(at), self.value(value, at))
        };
        touched.into_iter().map(holds).collect()
    }

    fn coherence(&self) -> Vec<(String, Vec<(String, String)>)> {
        let several = self.execution.coherence.values().filter(|writes| writes.len() > 1);
        several
            .map(|writes| {
                let at = self.execution.step(writes[0]).access().expect("invariant: a write is an access");
                let show = |value| self.value(value, at);
                let written = writes.iter().map(|&name| {
                    let value = self.execution.step(name).written().expect("invariant: only writes are in coherence");
                    (show(value), self.label(name))
                });
                // A block has nothing in it before it is written.
                let initial = show(self.program.initial_value(at));
                let first = self.program.block(at.address).is_none().then(|| (initial, "init".to_owned()));
                (self.location(at), first.into_iter().chain(written).collect())
            })
            .collect()
    }
}

/// What there is in memory that was never written.
const NOTHING: &str = "nothing";

/// What is written when something that was never written is copied.
const UNDEFINED: &str = "undefined";

impl What {
    /// What a thread does in this step, as the rest of a sentence that starts with its name.
    pub fn sentence(&self) -> String {
        match self {
            What::Read { location, ordering, value, .. } => {
                format!("reads {location} = {value} ({})", ordering_name(*ordering))
            }
            What::Write { location, ordering, value } => {
                format!("writes {location} = {value} ({})", ordering_name(*ordering))
            }
            What::Update { location, ordering, old, new, .. } => {
                format!("updates {location} from {old} to {new} ({})", ordering_name(*ordering))
            }
            What::Fence { ordering } => format!("passes a fence, {}", ordering_name(*ordering)),
            What::Allocate { block, size } => format!("allocates {block}, {size} bytes"),
            What::Free { block } => format!("frees {block}"),
            What::Spawn { child } => format!("starts {child}"),
            What::Choose { way } => format!("takes way {way} of several"),
            What::Join { child, .. } => format!("joins {child}"),
        }
    }

    /// The same, without the ordering and where a value came from.
    pub fn deed(&self) -> String {
        match self {
            What::Read { location, value, .. } => format!("reads {location} = {value}"),
            What::Write { location, value, .. } => format!("writes {location} = {value}"),
            What::Update { location, old, new, .. } => format!("updates {location} from {old} to {new}"),
            What::Fence { .. }
            | What::Allocate { .. }
            | What::Free { .. }
            | What::Spawn { .. }
            | What::Choose { .. }
            | What::Join { .. } => self.sentence(),
        }
    }
}

/// The step in the shortest form that says everything: `R x = 1 (acq) <- P0#2`.
impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Read { location, ordering, value, from } => {
                write!(f, "R {location} = {value} ({}) <- {from}", ordering.short())
            }
            What::Write { location, ordering, value } => write!(f, "W {location} = {value} ({})", ordering.short()),
            What::Update { location, ordering, old, new, from } => {
                write!(f, "U {location}: {old} -> {new} ({}) <- {from}", ordering.short())
            }
            What::Fence { ordering } => write!(f, "fence {}", ordering.short()),
            What::Allocate { block, size } => write!(f, "allocate {block} ({size} bytes)"),
            What::Free { block } => write!(f, "free {block}"),
            What::Spawn { child } => write!(f, "spawn {child}"),
            What::Choose { way } => write!(f, "choose {way}"),
            What::Join { child, .. } => write!(f, "join {child}"),
        }
    }
}

fn ordering_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Plain => "not atomic",
        Mode::Relaxed => "relaxed",
        Mode::Acquire => "acquire",
        Mode::Release => "release",
        Mode::AcqRel => "acquire and release",
        Mode::SeqCst => "seq_cst",
    }
}
