//! An execution in the words of its source: names instead of indices, in an order to be told.

use std::collections::BTreeSet;
use std::fmt;

use selvedge_core::execution::{End, Source};
use selvedge_core::{Access, BlockReason, Execution, Mode, Program, Site, Step, StepName};

use crate::order::order;

/// An execution, ready to be written down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Story {
    /// The threads' names, all different.
    pub threads: Vec<String>,
    /// The steps, in an order that respects cause and effect.
    pub steps: Vec<Told>,
    /// How the threads that did not end stand, by thread.
    pub endings: Vec<(usize, Ending)>,
    /// What each location that was touched holds in the end.
    pub memory: Vec<(String, String)>,
    /// The initial value and the writes, each with its label, of each location written more than once.
    pub coherence: Vec<(String, Vec<(String, String)>)>,
    /// Whether some interleaving of the threads gives this execution. If so, the steps are told in such an order.
    pub interleaving: bool,
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
    /// Where in the source.
    pub site: Option<Site>,
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
    /// Whether it stands at a violation.
    pub failed: bool,
    /// In a few words.
    pub text: String,
    /// Where in the source.
    pub site: Option<Site>,
}

impl Story {
    /// Names everything in an execution of the program.
    pub fn new<P: Program>(program: &P, execution: &Execution) -> Story {
        let names = Names::new(program, execution);
        let mut sites = execution.sites(program);
        let order = order(execution);
        let endings = execution
            .threads
            .iter()
            .enumerate()
            .filter_map(|(thread, trace)| Some((thread, ending(trace.end, sites[thread].pop().flatten())?)))
            .collect();
        let steps = order
            .steps
            .iter()
            .map(|&name| Told {
                name,
                label: names.label(name),
                what: names.what(execution.step(name)),
                site: sites[name.thread][name.index].take(),
            })
            .collect();
        Story {
            steps,
            endings,
            memory: names.memory(),
            coherence: names.coherence(),
            interleaving: order.interleaving,
            threads: names.threads,
        }
    }

    /// The step of that name.
    pub fn step(&self, name: StepName) -> Option<&Told> {
        self.steps.iter().find(|told| told.name == name)
    }
}

fn ending(end: End, site: Option<Site>) -> Option<Ending> {
    let (failed, text) = match end {
        End::Finished(_) => return None,
        End::Failed => (true, "fails"),
        End::Blocked(BlockReason::Assume) => (false, "blocked: assume"),
        End::Blocked(BlockReason::Lock) => (false, "blocked: lock"),
        End::Blocked(BlockReason::Redundant) => (false, "blocked: said elsewhere"),
        End::Blocked(BlockReason::Spin) => (false, "blocked: loop without progress"),
        End::Blocked(BlockReason::Unroll(_)) => (false, "stopped: --unroll"),
        End::Joining => (false, "waits to join"),
        End::Running => (false, "..."),
    };
    Some(Ending { failed, text: text.to_owned(), site })
}

struct Names<'a, P> {
    program: &'a P,
    execution: &'a Execution,
    threads: Vec<String>,
}

impl<'a, P: Program> Names<'a, P> {
    fn new(program: &'a P, execution: &'a Execution) -> Names<'a, P> {
        let given: Vec<String> = execution.threads.iter().map(|trace| program.thread_name(trace.spawn)).collect();
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
        Names { program, execution, threads }
    }

    fn label(&self, name: StepName) -> String {
        format!("{}#{}", self.threads[name.thread], name.index + 1)
    }

    fn source(&self, source: Source) -> String {
        match source {
            Source::Init => "init".to_owned(),
            Source::Step(name) => self.label(name),
        }
    }

    fn what(&self, step: &Step) -> What {
        let location = |address| self.program.location_name(address);
        let show = |value| self.program.show_value(value);
        match *step {
            Step::Read { at, mode, value, from } => What::Read {
                location: location(at.address),
                ordering: mode,
                value: show(value),
                from: self.source(from),
            },
            Step::Write { at, mode, value } => {
                What::Write { location: location(at.address), ordering: mode, value: show(value) }
            }
            Step::Update { at, mode, read, from, written } => What::Update {
                location: location(at.address),
                ordering: mode,
                old: show(read),
                new: show(written),
                from: self.source(from),
            },
            Step::Fence(ordering) => What::Fence { ordering },
            Step::Allocate { block, size } => What::Allocate { block: self.program.block_name(block), size },
            Step::Free { block } => What::Free { block: self.program.block_name(block) },
            Step::Spawn { child } => What::Spawn { child: self.threads[child].clone() },
            Step::Choose { way } => What::Choose { way: way.to_string() },
            Step::Join { child, value } => What::Join { child: self.threads[child].clone(), value: show(value) },
        }
    }

    fn memory(&self) -> Vec<(String, String)> {
        let steps = self.execution.threads.iter().flat_map(|trace| &trace.steps);
        let touched: BTreeSet<Access> = steps.filter_map(Step::access).collect();
        let holds = |at: Access| {
            let value = self.execution.final_value(at.address).unwrap_or_else(|| self.program.initial_value(at));
            (self.program.location_name(at.address), self.program.show_value(value))
        };
        touched.into_iter().map(holds).collect()
    }

    fn coherence(&self) -> Vec<(String, Vec<(String, String)>)> {
        let several = self.execution.coherence.iter().filter(|(_, writes)| writes.len() > 1);
        several
            .map(|(&address, writes)| {
                let at = self.execution.step(writes[0]).access().expect("invariant: a write is an access");
                let initial = self.program.show_value(self.program.initial_value(at));
                let written = writes.iter().map(|&name| {
                    let value = self.execution.step(name).written().expect("invariant: only writes are in coherence");
                    (self.program.show_value(value), self.label(name))
                });
                let chain = std::iter::once((initial, "init".to_owned())).chain(written).collect();
                (self.program.location_name(address), chain)
            })
            .collect()
    }
}

impl What {
    /// What a thread does in this step, as the rest of a sentence that starts with its name.
    pub fn sentence(&self) -> String {
        match self {
            What::Read { location, ordering, value, from } => {
                format!("reads {location} = {value} from {from}, {}", ordering_name(*ordering))
            }
            What::Write { location, ordering, value } => {
                format!("writes {location} = {value}, {}", ordering_name(*ordering))
            }
            What::Update { location, ordering, old, new, from } => {
                format!("updates {location} from {old} ({from}) to {new}, {}", ordering_name(*ordering))
            }
            What::Fence { ordering } => format!("passes a fence, {}", ordering_name(*ordering)),
            What::Allocate { block, size } => format!("allocates {block}, {size} bytes"),
            What::Free { block } => format!("frees {block}"),
            What::Spawn { child } => format!("starts {child}"),
            What::Choose { way } => format!("takes way {way} of several"),
            What::Join { child, .. } => format!("joins {child}"),
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
