//! How the steps of an execution are related: what a picture of it draws.
//!
//! Reads-from and coherence are given; from-read follows from them. Synchronises-with is that of C++20 in
//! `ra` and `rc11` (a release, its release sequence, an acquire; with fences), and every reads-from in `sc`
//! and `tso`, where happens-before is the union of program order and reads-from. A model of the user is not
//! asked: nothing synchronises then but creation and join, and [`Relations::is_known`] says so.

use std::collections::{BTreeMap, BTreeSet};

use selvedge_core::execution::Source;
use selvedge_core::{Execution, Mode, Step, StepName};

use crate::causes::mode;

/// An edge from one step to another.
pub(crate) type Edge = (StepName, StepName);

/// The relations of one execution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Relations {
    /// From a write to each of its readers.
    pub(crate) rf: Vec<Edge>,
    /// From each write to the next one of the location.
    pub(crate) co: Vec<Edge>,
    /// From each read to the write after the one that it reads from.
    pub(crate) fr: Vec<Edge>,
    /// Synchronises-with.
    pub(crate) sw: Vec<Edge>,
    /// Happens-before between threads, without what follows from the rest.
    pub(crate) hb: Vec<Edge>,
    /// For each step and thread, how many of the thread's steps happen before the step or are it.
    pub(crate) clocks: BTreeMap<StepName, Vec<usize>>,
    /// Whether it is known what synchronises.
    pub(crate) is_known: bool,
}

/// What synchronises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sync {
    /// Release and acquire.
    Orderings,
    /// Every reads-from.
    ReadsFrom,
    Unknown,
}

impl Relations {
    /// The relations of an execution under a model. `order` lists its steps, causes before effects.
    pub(crate) fn new(execution: &Execution, order: &[StepName], model: &str) -> Relations {
        let sync = match model {
            "ra" | "rc11" => Sync::Orderings,
            "sc" | "tso" => Sync::ReadsFrom,
            _ => Sync::Unknown,
        };
        let mut relations = Relations { is_known: sync != Sync::Unknown, ..Relations::default() };
        for writes in execution.coherence.values() {
            relations.co.extend(writes.iter().copied().zip(writes.iter().copied().skip(1)));
        }
        for &name in order {
            let step = execution.step(name);
            let Some(source) = step.source() else { continue };
            let writes = step.access().and_then(|at| execution.coherence.get(&at.address));
            let writes = writes.map_or(&[][..], Vec::as_slice);
            let next = match source {
                Source::Init => Some(0),
                Source::Step(write) => writes.iter().position(|other| *other == write).map(|at| at + 1),
            };
            if let Source::Step(write) = source {
                relations.rf.push((write, name));
                match sync {
                    Sync::Orderings => relations.sw.extend(synchronised(execution, write, name)),
                    Sync::ReadsFrom if write.thread != name.thread => relations.sw.push((write, name)),
                    Sync::ReadsFrom | Sync::Unknown => {}
                }
            }
            let next = next.and_then(|at| writes.get(at).copied()).filter(|next| *next != name);
            relations.fr.extend(next.map(|next| (name, next)));
        }
        relations.sw.sort_unstable();
        relations.sw.dedup();
        relations.order(execution, order);
        relations
    }

    /// Computes clocks, and the edges between threads that are needed to explain them.
    fn order(&mut self, execution: &Execution, order: &[StepName]) {
        let threads = execution.threads.len();
        let mut causes: BTreeMap<StepName, Vec<StepName>> = BTreeMap::new();
        for &(from, to) in &self.sw {
            causes.entry(to).or_default().push(from);
        }
        for &name in order {
            match execution.step(name) {
                Step::Spawn { child } if !execution.threads[*child].steps.is_empty() => {
                    causes.entry(StepName { thread: *child, index: 0 }).or_default().push(name);
                }
                Step::Join { child, .. } => {
                    if let Some(index) = execution.threads[*child].steps.len().checked_sub(1) {
                        causes.entry(name).or_default().push(StepName { thread: *child, index });
                    }
                }
                _ => {}
            }
        }
        for &name in order {
            let before = name.index.checked_sub(1).map(|index| StepName { thread: name.thread, index });
            let own = before.and_then(|before| self.clocks.get(&before).cloned()).unwrap_or_else(|| vec![0; threads]);
            let mut clock = own.clone();
            for cause in causes.get(&name).into_iter().flatten() {
                for (mine, theirs) in clock.iter_mut().zip(self.clocks.get(cause).into_iter().flatten()) {
                    *mine = (*mine).max(*theirs);
                }
            }
            let news: Vec<StepName> = (0..threads)
                .filter(|&thread| thread != name.thread && clock[thread] > own[thread])
                .map(|thread| StepName { thread, index: clock[thread] - 1 })
                .collect();
            let told =
                |one: &StepName| news.iter().any(|other| other != one && self.clocks[other][one.thread] > one.index);
            let direct: BTreeSet<StepName> = news.iter().copied().filter(|one| !told(one)).collect();
            self.hb.extend(direct.into_iter().map(|from| (from, name)));
            clock[name.thread] = name.index + 1;
            self.clocks.insert(name, clock);
        }
    }
}

/// The edges by which a reads-from synchronises, from the nearest release to the nearest acquire: at most one
/// for each write that the release sequence could begin with.
fn synchronised(execution: &Execution, write: StepName, read: StepName) -> Vec<Edge> {
    let steps = |name: StepName| &execution.threads[name.thread].steps;
    let read_mode = mode(execution.step(read));
    let acquire = match read_mode {
        Mode::Plain => None,
        mode if mode.is_acquire() => Some(read),
        _ => {
            let later = steps(read).iter().enumerate().skip(read.index + 1);
            let mut fences = later.filter(|(_, step)| matches!(step, Step::Fence(mode) if mode.is_acquire()));
            fences.next().map(|(index, _)| StepName { thread: read.thread, index })
        }
    };
    let Some(acquire) = acquire else { return Vec::new() };
    let mut edges = Vec::new();
    let mut head = Some(write);
    while let Some(write) = head {
        let write_mode = mode(execution.step(write));
        if write_mode == Mode::Plain {
            break;
        }
        let release = if write_mode.is_release() {
            Some(write)
        } else {
            let earlier = steps(write)[..write.index].iter().enumerate().rev();
            let mut fences = earlier.filter(|(_, step)| matches!(step, Step::Fence(mode) if mode.is_release()));
            fences.next().map(|(index, _)| StepName { thread: write.thread, index })
        };
        edges.extend(release.filter(|release| release.thread != acquire.thread).map(|release| (release, acquire)));
        // An update continues the release sequence of what it reads from.
        head = match execution.step(write) {
            Step::Update { from: Source::Step(from), .. } => Some(*from),
            _ => None,
        };
    }
    edges
}
