//! The events of one execution with the primitive sets and relations of the language.
//!
//! An update is two events. There is a write for the initial value of each location, program-order-before
//! everything, and an event for the start of each thread and the end of each finished one.

#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeMap;

use selvedge_core::execution::{End, Source};
use selvedge_core::{Address, EventId, EventKind, Execution, Graph, Mode, Step, StepName};

use super::matrix::Matrix;
use crate::vocabulary::predicate;

/// What an event of a frame is in the execution it comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    /// The initial value of a location.
    Initial(Address),
    /// The start of a thread, by index.
    Start(usize),
    /// A step, or one half of an update.
    Step(StepName),
    /// The end of a thread, by index.
    End(usize),
    /// An event of a graph.
    Event(EventId),
}

/// The events of one execution, numbered from 0.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What each event is.
    pub origins: Vec<Origin>,
    /// The predicates of each event, as bits.
    pub bits: Vec<u64>,
    /// Whether every thread has ended.
    pub complete: bool,
    threads: Vec<Option<usize>>,
    locations: Vec<Option<usize>>,
    /// `po`
    pub po: Matrix,
    /// `rf`
    pub rf: Matrix,
    /// `mo`
    pub mo: Matrix,
    /// `fr`
    pub fr: Matrix,
    /// `rmw`
    pub rmw: Matrix,
    /// `tc`
    pub tc: Matrix,
    /// `tj`
    pub tj: Matrix,
}

const fn bit(name: &str) -> u64 {
    1 << predicate(name).0
}

/// The predicates of every read.
pub(crate) const READ: u64 = bit("R") | bit("DEP") | bit("LOC");
/// The predicates of every write.
pub(crate) const WRITE: u64 = bit("W") | bit("LOC");

/// The predicates of a mode.
pub(crate) fn mode_bits(mode: Mode) -> u64 {
    match mode {
        Mode::Plain => bit("NA"),
        Mode::Relaxed => bit("RLX"),
        Mode::Acquire => bit("ACQ"),
        Mode::Release => bit("REL"),
        Mode::AcqRel => bit("ACQ") | bit("REL"),
        Mode::SeqCst => bit("ACQ") | bit("REL") | bit("SC"),
    }
}

/// The modes of the halves of an update.
pub(crate) fn halves(mode: Mode) -> (Mode, Mode) {
    match mode {
        Mode::Plain | Mode::Relaxed | Mode::SeqCst => (mode, mode),
        Mode::Acquire => (Mode::Acquire, Mode::Relaxed),
        Mode::Release => (Mode::Relaxed, Mode::Release),
        Mode::AcqRel => (Mode::Acquire, Mode::Release),
    }
}

/// Collects events and edges; matrices are made when their number is known.
#[derive(Default)]
struct Builder {
    origins: Vec<Origin>,
    bits: Vec<u64>,
    threads: Vec<Option<usize>>,
    locations: Vec<Option<usize>>,
    rf: Vec<(usize, usize)>,
    rmw: Vec<(usize, usize)>,
    tc: Vec<(usize, usize)>,
    tj: Vec<(usize, usize)>,
    /// Writes of each location in coherence order, the initial one first.
    coherence: Vec<Vec<usize>>,
}

impl Builder {
    fn add(&mut self, origin: Origin, bits: u64, thread: Option<usize>, location: Option<usize>) -> usize {
        self.origins.push(origin);
        self.bits.push(bits);
        self.threads.push(thread);
        self.locations.push(location);
        self.origins.len() - 1
    }

    fn frame(self, complete: bool) -> Frame {
        let size = self.origins.len();
        let edges = |edges: &[(usize, usize)]| {
            let mut matrix = Matrix::empty(size);
            edges.iter().for_each(|&(a, b)| matrix.insert(a, b));
            matrix
        };
        let (threads, bits) = (self.threads, self.bits);
        // Events of a thread are added in program order.
        let po = Matrix::pairs(size, |a, b| match (threads[a], threads[b]) {
            (None, later) => later.is_some(),
            (earlier, later) => earlier == later && a < b,
        });
        let mut mo = Matrix::empty(size);
        for order in &self.coherence {
            for (i, &earlier) in order.iter().enumerate() {
                order[i + 1..].iter().for_each(|&later| mo.insert(earlier, later));
            }
        }
        let rf = edges(&self.rf);
        let fr = rf.inverse().then(&mo);
        let (rmw, tc, tj) = (edges(&self.rmw), edges(&self.tc), edges(&self.tj));
        let locations = self.locations;
        Frame { origins: self.origins, bits, complete, threads, locations, po, rf, mo, fr, rmw, tc, tj }
    }
}

impl Frame {
    /// The number of events.
    pub fn size(&self) -> usize {
        self.origins.len()
    }

    /// The events of a graph, with their numbers.
    pub(crate) fn events(&self) -> impl Iterator<Item = (EventId, usize)> + '_ {
        self.origins.iter().enumerate().filter_map(|(number, origin)| match origin {
            Origin::Event(event) => Some((*event, number)),
            Origin::Initial(_) | Origin::Start(_) | Origin::Step(_) | Origin::End(_) => None,
        })
    }

    /// The number of an event of a graph.
    pub(crate) fn position(&self, event: EventId) -> Option<usize> {
        self.origins.iter().position(|origin| *origin == Origin::Event(event))
    }

    /// Pairs of accesses to the same location, an access and itself included.
    pub fn same_location(&self) -> Matrix {
        Matrix::pairs(self.size(), |a, b| self.locations[a].is_some() && self.locations[a] == self.locations[b])
    }

    /// Pairs of events of the same thread, an event and itself included.
    pub fn same_thread(&self) -> Matrix {
        Matrix::pairs(self.size(), |a, b| a == b || (self.threads[a].is_some() && self.threads[a] == self.threads[b]))
    }

    /// The frame of an execution.
    pub fn of_execution(execution: &Execution) -> Frame {
        let mut builder = Builder::default();
        let mut locations: BTreeMap<Address, usize> = BTreeMap::new();
        for step in execution.threads.iter().flat_map(|thread| &thread.steps) {
            if let Some(access) = step.access() {
                locations.entry(access.address).or_default();
            }
        }
        for (number, (address, location)) in locations.iter_mut().enumerate() {
            *location = number;
            builder.add(Origin::Initial(*address), WRITE, None, Some(number));
        }
        // The halves of each step that have been added.
        let (mut readers, mut writers) = (BTreeMap::new(), BTreeMap::new());
        let (mut starts, mut ends) = (Vec::new(), Vec::new());
        let mut joins = Vec::new();
        for (thread, trace) in execution.threads.iter().enumerate() {
            starts.push(builder.add(Origin::Start(thread), bit("TB"), Some(thread), None));
            for (index, step) in trace.steps.iter().enumerate() {
                let name = StepName { thread, index };
                let location = step.access().map(|access| locations[&access.address]);
                let mut add = |bits: u64| builder.add(Origin::Step(name), bits, Some(thread), location);
                match step {
                    Step::Read { mode, .. } => _ = readers.insert(name, add(READ | mode_bits(*mode))),
                    Step::Write { mode, .. } => _ = writers.insert(name, add(WRITE | mode_bits(*mode))),
                    Step::Update { mode, .. } => {
                        let (first, second) = halves(*mode);
                        let read = add(READ | bit("EXCL") | mode_bits(first));
                        let write = add(WRITE | bit("EXCL") | mode_bits(second));
                        readers.insert(name, read);
                        writers.insert(name, write);
                        builder.rmw.push((read, write));
                    }
                    Step::Fence(mode) => _ = add(bit("F") | mode_bits(*mode)),
                    Step::Allocate { .. } => _ = add(bit("ALLOC") | bit("DEP") | bit("LOC")),
                    Step::Free { .. } => _ = add(bit("FREE") | bit("LOC")),
                    Step::Spawn { child } => {
                        let spawn = add(bit("TC"));
                        builder.tc.push((spawn, *child));
                    }
                    Step::Join { child, .. } => joins.push((*child, add(bit("TJ")))),
                    Step::Choose { .. } => _ = add(0),
                }
            }
            let has_ended = matches!(trace.end, End::Finished(_));
            ends.push(has_ended.then(|| builder.add(Origin::End(thread), bit("TE"), Some(thread), None)));
        }
        builder.tc = builder.tc.iter().map(|&(spawn, child)| (spawn, starts[child])).collect();
        builder.tj = joins.into_iter().filter_map(|(child, join)| ends[child].map(|end| (end, join))).collect();
        for (&name, &read) in &readers {
            let step = execution.step(name);
            if let (Some(source), Some(access)) = (step.source(), step.access()) {
                let write = match source {
                    Source::Init => locations[&access.address],
                    Source::Step(write) => writers[&write],
                };
                builder.rf.push((write, read));
            }
        }
        for (address, &location) in &locations {
            let writes = execution.coherence.get(address).into_iter().flatten().map(|name| writers[name]);
            builder.coherence.push(std::iter::once(location).chain(writes).collect());
        }
        builder.frame(execution.is_complete())
    }

    /// The frame of a graph. Reads that read from nothing yet and writes without a place have no edges.
    pub fn of_graph(graph: &Graph) -> Frame {
        let mut builder = Builder::default();
        let locations: Vec<_> = graph.locations().collect();
        for (number, &location) in locations.iter().enumerate() {
            builder.add(Origin::Initial(graph.address(location)), WRITE, None, Some(number));
        }
        let mut numbers: BTreeMap<EventId, usize> = BTreeMap::new();
        let mut complete = true;
        for (thread, id) in graph.thread_ids().enumerate() {
            for &event in graph.thread(id) {
                let location = locations.iter().position(|location| *location == graph[event].loc);
                let number = builder.add(Origin::Event(event), event_bits(graph, event), Some(thread), location);
                numbers.insert(event, number);
            }
            complete &= graph.last(id).is_none_or(|last| graph[last].kind == EventKind::Finish);
        }
        for (&id, &number) in &numbers {
            let event = &graph[id];
            let Some(from) = event.from.some() else { continue };
            let from = match builder.locations[number] {
                Some(location) if from.is_init() => location,
                _ => match numbers.get(&from) {
                    Some(&from) => from,
                    None => continue,
                },
            };
            match event.kind {
                EventKind::Read | EventKind::UpdateRead => builder.rf.push((from, number)),
                EventKind::Start => builder.tc.push((from, number)),
                EventKind::Join => builder.tj.push((from, number)),
                EventKind::Init | EventKind::Write | EventKind::UpdateWrite | EventKind::Fence => {}
                EventKind::Allocate | EventKind::Free | EventKind::Create | EventKind::Choose | EventKind::Finish => {}
            }
        }
        for (&id, &number) in &numbers {
            if graph[id].kind == EventKind::UpdateWrite
                && let Some(read) = graph.po_prev(id)
            {
                builder.rmw.push((numbers[&read], number));
            }
        }
        for (number, &location) in locations.iter().enumerate() {
            let writes = graph.coherence(location).filter_map(|write| numbers.get(&write).copied());
            builder.coherence.push(std::iter::once(number).chain(writes).collect());
        }
        builder.frame(complete)
    }
}

/// The predicates of an event of a graph.
fn event_bits(graph: &Graph, event: EventId) -> u64 {
    type_bits(graph[event].kind, graph[event].mode)
}

/// The predicates of events of that kind and mode.
pub(crate) fn type_bits(kind: EventKind, mode: Mode) -> u64 {
    match kind {
        EventKind::Init => WRITE,
        EventKind::Start => bit("TB"),
        EventKind::Read => READ | mode_bits(mode),
        EventKind::UpdateRead => READ | bit("EXCL") | mode_bits(mode),
        EventKind::Write => WRITE | mode_bits(mode),
        EventKind::UpdateWrite => WRITE | bit("EXCL") | mode_bits(mode),
        EventKind::Fence => bit("F") | mode_bits(mode),
        EventKind::Allocate => bit("ALLOC") | bit("DEP") | bit("LOC"),
        EventKind::Free => bit("FREE") | bit("LOC"),
        EventKind::Create => bit("TC"),
        EventKind::Choose => 0,
        EventKind::Join => bit("TJ"),
        EventKind::Finish => bit("TE"),
    }
}
