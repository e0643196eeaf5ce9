//! A shortest cycle of program order, reads-from, coherence and from-read: what makes an execution no
//! interleaving.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use selvedge_core::{Address, StepName};

use super::{Kind, Op, Test};

/// The steps of a shortest cycle, if there is one.
pub(super) fn shortest(test: &Test) -> Option<BTreeSet<StepName>> {
    let edges = edges(test);
    let from = |start: StepName| -> Option<Vec<StepName>> {
        let mut came: BTreeMap<StepName, StepName> = BTreeMap::new();
        let mut pending = VecDeque::from([start]);
        while let Some(step) = pending.pop_front() {
            for &next in edges.get(&step).into_iter().flatten() {
                if next == start {
                    let way = std::iter::successors(Some(step), |step| came.get(step).copied());
                    return Some(way.collect());
                }
                if next != start && !came.contains_key(&next) {
                    came.insert(next, step);
                    pending.push_back(next);
                }
            }
        }
        None
    };
    let cycles = edges.keys().filter_map(|&start| from(start));
    cycles.min_by_key(Vec::len).map(|cycle| cycle.into_iter().collect())
}

fn edges(test: &Test) -> BTreeMap<StepName, Vec<StepName>> {
    let mut edges: BTreeMap<StepName, Vec<StepName>> = BTreeMap::new();
    for ops in &test.threads {
        let accesses: Vec<&Op> = ops.iter().filter(|op| op.what != Kind::Fence).collect();
        for (at, op) in accesses.iter().enumerate() {
            // All that come later: then a cycle visits no thread twice for nothing.
            let later = accesses[at + 1..].iter().map(|op| op.step);
            edges.entry(op.step).or_default().extend(later);
        }
    }
    let mut add = |from: StepName, to: StepName| {
        if from != to {
            edges.entry(from).or_default().push(to);
        }
    };
    for op in test.threads.iter().flatten() {
        let (Some(at), Some(source)) = (op.location(), op.source()) else { continue };
        if let Some(write) = source {
            add(write, op.step);
        }
        if let Some(next) = after(test, at, source, op.step) {
            add(op.step, next);
        }
    }
    for writes in test.coherence.values() {
        for pair in writes.windows(2) {
            add(pair[0], pair[1]);
        }
    }
    edges
}

/// The write directly after this one, other than the reader itself.
fn after(test: &Test, at: Address, write: Option<StepName>, reader: StepName) -> Option<StepName> {
    let writes = test.coherence.get(&at)?;
    let place = write.map_or(0, |write| writes.iter().position(|other| *other == write).map_or(0, |place| place + 1));
    writes[place..].iter().copied().find(|next| *next != reader)
}
