//! All small programs worth comparing models with, each once up to the names of threads and locations.
//!
//! Worth it are programs of at least two threads in which every location is written and is accessed by two
//! threads, every thread hangs together with the others, and every fence stands between two accesses. What a
//! model says about the rest is not asked.

use std::ops::ControlFlow;

use selvedge_core::Mode;

use super::{Kind, Op};

/// Calls the function with the operations of each program of that size that has each of the `needed` kinds
/// and only those of `kinds`. Orderings are left relaxed.
pub(super) fn programs<B>(
    size: usize,
    kinds: &[Kind],
    needed: &[Kind],
    visit: &mut impl FnMut(&[Op]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut shapes = Vec::new();
    partitions(size, size, &mut Vec::new(), &mut shapes);
    shapes.retain(|shape| shape.len() > 1);
    shapes.sort_by_key(Vec::len);
    for shape in shapes {
        let threads = shape.iter().enumerate().flat_map(|(thread, &length)| std::iter::repeat_n(thread as u8, length));
        let threads: Vec<u8> = threads.collect();
        fill(&threads, kinds, &mut Vec::with_capacity(size), 0, &mut |ops| {
            let has = |kind: &Kind| ops.iter().any(|op| op.kind == *kind);
            if needed.iter().all(has) && is_connected(ops) && is_canonical(ops, &shape) {
                visit(ops)
            } else {
                ControlFlow::Continue(())
            }
        })?;
    }
    ControlFlow::Continue(())
}

/// The ways to write a number as a sum of decreasing numbers.
fn partitions(left: usize, most: usize, parts: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
    if left == 0 {
        out.push(parts.clone());
        return;
    }
    for part in (1..=most.min(left)).rev() {
        parts.push(part);
        partitions(left - part, part, parts, out);
        parts.pop();
    }
}

fn fill<B>(
    threads: &[u8],
    kinds: &[Kind],
    ops: &mut Vec<Op>,
    locations: u8,
    visit: &mut impl FnMut(&[Op]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let at = ops.len();
    let Some(&thread) = threads.get(at) else { return visit(ops) };
    let is_first = at == 0 || threads[at - 1] != thread;
    let is_last = threads.get(at + 1) != Some(&thread);
    for &kind in kinds {
        if kind == Kind::Fence {
            let follows_fence = ops.last().is_some_and(|op| op.kind == Kind::Fence);
            if is_first || is_last || follows_fence {
                continue;
            }
            ops.push(Op { thread, kind, location: 0, mode: Mode::Relaxed });
            fill(threads, kinds, ops, locations, visit)?;
            ops.pop();
            continue;
        }
        // Each location is accessed twice, so there are not more than half as many.
        let most = locations.min((threads.len() / 2 - 1) as u8);
        for location in 0..=most {
            ops.push(Op { thread, kind, location, mode: Mode::Relaxed });
            fill(threads, kinds, ops, locations.max(location + 1), visit)?;
            ops.pop();
        }
    }
    ControlFlow::Continue(())
}

/// Whether every location is written and accessed by two threads, and threads hang together.
fn is_connected(ops: &[Op]) -> bool {
    let accesses = || ops.iter().filter(|op| op.kind != Kind::Fence);
    let locations = accesses().map(|op| op.location + 1).max().unwrap_or(0);
    let threads = ops.iter().map(|op| op.thread + 1).max().unwrap_or(0);
    for location in 0..locations {
        let mut here = accesses().filter(|op| op.location == location);
        let Some(first) = here.next() else { return false };
        let is_written = accesses().any(|op| op.location == location && op.kind.writes());
        if !is_written || here.all(|op| op.thread == first.thread) {
            return false;
        }
    }
    let mut reached = 1_u32;
    loop {
        let before = reached;
        for location in 0..locations {
            let here = accesses().filter(|op| op.location == location).fold(0, |set, op| set | 1_u32 << op.thread);
            if here & reached != 0 {
                reached |= here;
            }
        }
        if reached == before {
            return reached == (1_u32 << threads) - 1;
        }
    }
}

/// Whether no exchange of threads of the same length makes the program smaller, once locations are numbered
/// in the order of their first use.
fn is_canonical(ops: &[Op], shape: &[usize]) -> bool {
    let mut starts = vec![0; shape.len()];
    for thread in 1..shape.len() {
        starts[thread] = starts[thread - 1] + shape[thread - 1];
    }
    let own = encoded(ops, (0..shape.len()).collect::<Vec<_>>().as_slice(), &starts, shape);
    let mut order: Vec<usize> = (0..shape.len()).collect();
    permute(&mut order, 0, shape, &mut |order| encoded(ops, order, &starts, shape) >= own)
}

/// The program with its threads in that order, as numbers.
fn encoded(ops: &[Op], order: &[usize], starts: &[usize], shape: &[usize]) -> Vec<(Kind, u8)> {
    let mut names: [Option<u8>; 8] = [None; 8];
    let mut next = 0;
    let mut code = Vec::with_capacity(ops.len());
    for &thread in order {
        for op in &ops[starts[thread]..starts[thread] + shape[thread]] {
            let location = match op.kind {
                Kind::Fence => 0,
                _ => *names[op.location as usize % 8].get_or_insert_with(|| {
                    next += 1;
                    next - 1
                }),
            };
            code.push((op.kind, location));
        }
    }
    code
}

/// Whether the condition holds for every order of the threads that leaves the shape as it is.
fn permute(order: &mut [usize], from: usize, shape: &[usize], holds: &mut impl FnMut(&[usize]) -> bool) -> bool {
    if from == order.len() {
        return holds(order);
    }
    for other in from..order.len() {
        if shape[order[other]] != shape[order[from]] {
            continue;
        }
        order.swap(from, other);
        let all = permute(order, from + 1, shape, holds);
        order.swap(from, other);
        if !all {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(size: usize, kinds: &[Kind]) -> usize {
        let mut count = 0;
        let _ = programs::<()>(size, kinds, &[], &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Two events: both threads access x, not both read: W|W, W|R. With updates also U|W, U|R, U|U.
    #[test]
    fn programs_are_counted_by_hand() {
        assert_eq!(count(2, &[Kind::Write, Kind::Read]), 2);
        assert_eq!(count(2, &[Kind::Write, Kind::Read, Kind::Update]), 5);
        // Three events, two threads: all at x (a second location would be accessed once). The longer thread
        // is one of WW, WR, RW, RR and the other W or R, except that nobody writes: 7. Three threads: W W W,
        // W W R, W R R.
        assert_eq!(count(3, &[Kind::Write, Kind::Read]), 7 + 3);
        // A fence needs an access on both sides: the thread of three has one of WFW, WFR, RFW, RFR, as above.
        let mut fenced = 0;
        let kinds = [Kind::Write, Kind::Read, Kind::Fence];
        let _ = programs::<()>(4, &kinds, &[Kind::Fence], &mut |_| {
            fenced += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(fenced, 7);
    }
}
