//! Cause and effect in one execution: what led to a step, and whether the way there synchronises.
//!
//! A *way* from one step to another goes along program order, reads-from, creation and join. If it is made of
//! program order and of reads-from that synchronise (C++20: release, then a release sequence, then acquire;
//! with fences), it orders the two. [`Causes::breaks`] says where it does not, and why. That is the whole of
//! happens-before in the models `ra` and `rc11`; for other models nobody should ask.

use std::collections::{HashMap, VecDeque};

use selvedge_core::execution::Source;
use selvedge_core::{Execution, Mode, Step, StepName};

/// A reads-from (or several in a row, through updates) that does not synchronise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Break {
    /// The write at its beginning.
    pub(crate) write: StepName,
    /// The read at its end.
    pub(crate) read: StepName,
    /// Neither the write nor a fence before it releases.
    pub(crate) no_release: bool,
    /// Neither the read nor a fence after it acquires.
    pub(crate) no_acquire: bool,
}

/// How a way goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Edge {
    /// In the thread, or to its creation or from its end.
    Order,
    ReadsFrom,
}

/// The causes of the steps of an execution.
pub(crate) struct Causes<'a> {
    execution: &'a Execution,
    creator: Vec<Option<StepName>>,
}

impl<'a> Causes<'a> {
    pub(crate) fn new(execution: &'a Execution) -> Causes<'a> {
        let mut creator = vec![None; execution.threads.len()];
        for (thread, trace) in execution.threads.iter().enumerate() {
            for (index, step) in trace.steps.iter().enumerate() {
                if let Step::Spawn { child } = step {
                    creator[*child] = Some(StepName { thread, index });
                }
            }
        }
        Causes { execution, creator }
    }

    /// What directly leads to a step.
    fn direct(&self, name: StepName) -> Vec<(StepName, Edge)> {
        let StepName { thread, index } = name;
        let before = match index.checked_sub(1) {
            Some(index) => Some(StepName { thread, index }),
            None => self.creator[thread],
        };
        let step = self.execution.step(name);
        let joined = match step {
            Step::Join { child, .. } => {
                let last = self.execution.threads[*child].steps.len().checked_sub(1);
                last.map(|index| StepName { thread: *child, index })
            }
            _ => None,
        };
        let source = match step.source() {
            Some(Source::Step(write)) => Some((write, Edge::ReadsFrom)),
            Some(Source::Init) | None => None,
        };
        before.into_iter().chain(joined).map(|cause| (cause, Edge::Order)).chain(source).collect()
    }

    /// The way from one step to another that has the fewest reads-from that cannot synchronise. The steps on
    /// it, in order, each with how it is left.
    fn way(&self, from: StepName, to: StepName) -> Option<Vec<(StepName, Edge)>> {
        // Backwards from `to`, cheapest first; a way costs what does not synchronise on it.
        let mut found: HashMap<StepName, (usize, Option<(StepName, Edge)>)> = HashMap::from([(to, (0, None))]);
        let mut queue = VecDeque::from([to]);
        while let Some(name) = queue.pop_front() {
            let cost = found[&name].0;
            for (cause, edge) in self.direct(name) {
                let price = match edge {
                    Edge::Order => 0,
                    Edge::ReadsFrom if self.could_synchronise(cause, name) => 0,
                    // What is not atomic explains nothing: rather anything else.
                    Edge::ReadsFrom if mode(self.execution.step(name)) == Mode::Plain => 1 << 20,
                    Edge::ReadsFrom => 1,
                };
                let known = found.get(&cause).is_some_and(|(known, _)| *known <= cost + price);
                if known {
                    continue;
                }
                found.insert(cause, (cost + price, Some((name, edge))));
                if price == 0 { queue.push_front(cause) } else { queue.push_back(cause) }
            }
        }
        let mut way = Vec::new();
        let mut at = from;
        while let Some((next, edge)) = found.get(&at)?.1 {
            way.push((at, edge));
            at = next;
        }
        way.push((to, Edge::Order));
        Some(way)
    }

    fn could_synchronise(&self, write: StepName, read: StepName) -> bool {
        self.releases(write, 0) && self.acquires(read, usize::MAX)
    }

    /// Whether the write, or a fence before it that is not before `entry`, releases.
    fn releases(&self, write: StepName, entry: usize) -> bool {
        let steps = &self.execution.threads[write.thread].steps;
        let fence = |step: &Step| matches!(step, Step::Fence(mode) if mode.is_release());
        let mode = mode(&steps[write.index]);
        mode != Mode::Plain && (mode.is_release() || steps[entry.min(write.index)..write.index].iter().any(fence))
    }

    /// Whether the read, or a fence after it that is not after `exit`, acquires.
    fn acquires(&self, read: StepName, exit: usize) -> bool {
        let steps = &self.execution.threads[read.thread].steps;
        let fence = |step: &Step| matches!(step, Step::Fence(mode) if mode.is_acquire());
        let end = exit.clamp(read.index, steps.len() - 1);
        let mode = mode(&steps[read.index]);
        mode != Mode::Plain && (mode.is_acquire() || steps[read.index..=end].iter().any(fence))
    }

    /// Why the first step is not ordered before the second although it is one of its causes: each reads-from
    /// on the way that does not synchronise. Nothing if it is no cause.
    pub(crate) fn breaks(&self, from: StepName, to: StepName) -> Option<Vec<Break>> {
        let way = self.way(from, to)?;
        let mut breaks = Vec::new();
        // Where the way came into the present thread.
        let mut entry = from;
        let mut at = 0;
        while at + 1 < way.len() {
            let (write, edge) = way[at];
            at += 1;
            if edge == Edge::Order {
                if way[at].0.thread != write.thread {
                    entry = way[at].0;
                }
                continue;
            }
            // A release sequence goes on through updates that the way only touches.
            while at + 1 < way.len() && way[at].1 == Edge::ReadsFrom {
                at += 1;
            }
            let read = way[at].0;
            let exit = way[at..].iter().take_while(|(name, _)| name.thread == read.thread).last();
            let exit = exit.map_or(read.index, |(name, _)| name.index);
            let found = Break {
                write,
                read,
                no_release: !self.releases(write, entry.index),
                no_acquire: !self.acquires(read, exit),
            };
            if found.no_release || found.no_acquire {
                breaks.push(found);
            }
            entry = read;
        }
        Some(breaks)
    }

    /// If the circle is made of program order and reads-from, up to one step from a read to a write that it
    /// does not see yet: that read and that write. The read sees an old value although the newer write is one
    /// of its causes.
    pub(crate) fn stale_read(&self, circle: &[StepName]) -> Option<(StepName, StepName)> {
        let mut others = circle.iter().zip(circle.iter().cycle().skip(1)).filter(|(a, b)| !self.leads_to(**a, **b));
        match (others.next(), others.next()) {
            (Some((read, write)), None) if self.execution.step(*read).source().is_some() => Some((*read, *write)),
            _ => None,
        }
    }

    /// Whether one step comes before another in its thread, or is read from by it.
    fn leads_to(&self, from: StepName, to: StepName) -> bool {
        let in_order = from.thread == to.thread && from.index < to.index;
        in_order || self.execution.step(to).source() == Some(Source::Step(from))
    }

    /// A shortest circle of program order, reads-from, coherence and from-read: what no interleaving can
    /// have.
    pub(crate) fn circle(&self) -> Option<Vec<StepName>> {
        let accesses: Vec<StepName> = (0..self.execution.threads.len())
            .flat_map(|thread| {
                let steps = &self.execution.threads[thread].steps;
                (0..steps.len()).map(move |index| StepName { thread, index })
            })
            .filter(|name| self.execution.step(*name).access().is_some())
            .collect();
        // Beyond this, a circle would take longer to find than to understand.
        if accesses.len() > 400 {
            return None;
        }
        let follows = |name: StepName| -> Vec<StepName> {
            let at = self.execution.step(name).access().map(|at| at.address);
            let writes = at.and_then(|at| self.execution.coherence.get(&at)).map_or(&[][..], Vec::as_slice);
            let position = |write: StepName| writes.iter().position(|other| *other == write);
            // The next write after the one that a read sees, and after a write.
            let seen = match self.execution.step(name).source() {
                Some(Source::Init) => Some(0),
                Some(Source::Step(write)) => position(write).map(|at| at + 1),
                None => None,
            };
            let later =
                seen.into_iter().chain(position(name).map(|at| at + 1)).filter_map(|at| writes.get(at).copied());
            let reads = accesses.iter().copied().filter(|other| {
                self.execution.step(*other).source() == Some(Source::Step(name))
                    || (other.thread == name.thread && other.index > name.index)
            });
            reads.chain(later).filter(|other| *other != name).collect()
        };
        let circles = accesses.iter().filter_map(|&start| {
            let mut back: HashMap<StepName, StepName> = HashMap::new();
            let mut queue = VecDeque::from([start]);
            while let Some(name) = queue.pop_front() {
                for next in follows(name) {
                    if next == start {
                        let mut circle = vec![name];
                        while let Some(before) = circle.last().and_then(|last| back.get(last)) {
                            circle.push(*before);
                        }
                        circle.reverse();
                        return Some(circle);
                    }
                    if let std::collections::hash_map::Entry::Vacant(entry) = back.entry(next) {
                        entry.insert(name);
                        queue.push_back(next);
                    }
                }
            }
            None
        });
        // Of equally short ones, the one that is mostly cause and effect is the easiest to understand.
        circles.min_by_key(|circle| {
            let steps = circle.iter().zip(circle.iter().cycle().skip(1));
            (circle.len(), steps.filter(|(a, b)| !self.leads_to(**a, **b)).count())
        })
    }
}

/// The ordering of an access.
pub(crate) fn mode(step: &Step) -> Mode {
    match step {
        Step::Read { mode, .. } | Step::Write { mode, .. } | Step::Update { mode, .. } | Step::Fence(mode) => *mode,
        Step::Allocate { .. } | Step::Free { .. } | Step::Spawn { .. } | Step::Choose { .. } | Step::Join { .. } => {
            Mode::Plain
        }
    }
}
