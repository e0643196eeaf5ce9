//! A small execution as rows of bits: event `a` is related to event `b` iff bit `b` of row `a` is set.

use selvedge_core::Mode;

use super::{Execution, Kind, Op};
use crate::evaluate::{READ, WRITE, halves, mode_bits};
use crate::vocabulary::predicate;

/// The most events: halves of updates and initial writes count.
pub(super) const CAPACITY: usize = 32;

/// A relation on the events of an execution.
pub(super) type Rows = [u32; CAPACITY];

/// The events of an execution and its primitive relations.
#[derive(Clone, Debug)]
pub(super) struct Bitgraph {
    pub size: usize,
    /// The predicates of each event.
    pub bits: [u64; CAPACITY],
    pub po: Rows,
    pub same_location: Rows,
    pub same_thread: Rows,
    pub rmw: Rows,
    pub rf: Rows,
    pub mo: Rows,
    pub fr: Rows,
    /// For each operation, the event that reads and the event that writes; a fence is both.
    halves: Vec<(usize, usize)>,
    locations: usize,
}

/// The predicates of the halves of an operation.
pub(super) fn op_bits(kind: Kind, mode: Mode) -> (u64, u64) {
    let excl = 1 << predicate("EXCL").0;
    match kind {
        Kind::Write => (0, WRITE | mode_bits(mode)),
        Kind::Read => (READ | mode_bits(mode), 0),
        Kind::Fence => (1 << predicate("F").0 | mode_bits(mode), 0),
        Kind::Update => {
            let (read, write) = halves(mode);
            (READ | excl | mode_bits(read), WRITE | excl | mode_bits(write))
        }
    }
}

impl Bitgraph {
    /// The events of some operations, without edges between them. Nothing if there are too many.
    pub fn new(ops: &[Op], locations: usize) -> Option<Bitgraph> {
        let updates = ops.iter().filter(|op| op.kind == Kind::Update).count();
        let size = locations + ops.len() + updates;
        if size > CAPACITY {
            return None;
        }
        let mut bitgraph = Bitgraph {
            size,
            bits: [0; CAPACITY],
            po: [0; CAPACITY],
            same_location: [0; CAPACITY],
            same_thread: [0; CAPACITY],
            rmw: [0; CAPACITY],
            rf: [0; CAPACITY],
            mo: [0; CAPACITY],
            fr: [0; CAPACITY],
            halves: Vec::with_capacity(ops.len()),
            locations,
        };
        let all = u32::MAX >> (CAPACITY - size);
        let initial = (1_u32 << locations) - 1;
        // The thread and location of each event.
        let mut places: [(Option<u8>, Option<u8>); CAPACITY] = [(None, None); CAPACITY];
        for (location, place) in places.iter_mut().enumerate().take(locations) {
            bitgraph.bits[location] = WRITE;
            bitgraph.po[location] = all & !initial;
            *place = (None, Some(location as u8));
        }
        let mut next = locations;
        for op in ops {
            let (first, second) = (next, next + usize::from(op.kind == Kind::Update));
            let location = (op.kind != Kind::Fence).then_some(op.location);
            places[first..=second].fill((Some(op.thread), location));
            if second > first {
                bitgraph.rmw[first] = 1 << second;
            }
            bitgraph.halves.push((first, second));
            next = second + 1;
        }
        for a in 0..size {
            for b in 0..size {
                let ((thread_a, location_a), (thread_b, location_b)) = (places[a], places[b]);
                let same_thread = a == b || (thread_a.is_some() && thread_a == thread_b);
                bitgraph.same_thread[a] |= u32::from(same_thread) << b;
                bitgraph.same_location[a] |= u32::from(location_a.is_some() && location_a == location_b) << b;
                bitgraph.po[a] |= u32::from(same_thread && a < b) << b;
            }
        }
        bitgraph.set_modes(ops.iter().map(|op| op_bits(op.kind, op.mode)));
        Some(bitgraph)
    }

    /// Gives each operation the predicates of its halves.
    pub fn set_modes(&mut self, bits: impl Iterator<Item = (u64, u64)>) {
        for (&(first, second), (read, write)) in self.halves.iter().zip(bits) {
            self.bits[first] = read | write;
            if second > first {
                self.bits[first] = read;
                self.bits[second] = write;
            }
        }
    }

    /// Draws the edges of an execution with these operations.
    pub fn set_edges(&mut self, execution: &Execution) {
        self.rf = [0; CAPACITY];
        self.mo = [0; CAPACITY];
        self.fr = [0; CAPACITY];
        for (location, order) in execution.coherence.iter().enumerate() {
            let mut later = 0;
            for &write in order.iter().rev() {
                let event = self.halves[write].1;
                self.mo[event] = later;
                later |= 1 << event;
            }
            self.mo[location] = later;
        }
        for (at, op) in execution.ops.iter().enumerate().filter(|(_, op)| op.kind.reads()) {
            let read = self.halves[at].0;
            let source = execution.sources[at].map_or(op.location as usize, |write| self.halves[write].1);
            self.rf[source] |= 1 << read;
            self.fr[read] = self.mo[source];
        }
        debug_assert!(execution.coherence.len() <= self.locations);
    }

    /// Whether causality has no cycle, and updates come directly after what they read from.
    pub fn is_well_formed(&self) -> bool {
        let causality: Rows = std::array::from_fn(|a| self.po[a] | self.rf[a]);
        let mut between = false;
        for read in 0..self.size {
            if let Some(write) = (self.rmw[read] != 0).then(|| self.rmw[read].trailing_zeros() as usize) {
                between |= then(&self.fr, &self.mo, self.size)[read] >> write & 1 == 1;
                let source = (0..self.size).find(|&source| self.rf[source] >> read & 1 == 1);
                between |= source.is_some_and(|source| self.mo[source] >> write & 1 == 0);
            }
        }
        !between && is_acyclic(&causality, self.size)
    }
}

/// `a ; b`
pub(super) fn then(a: &Rows, b: &Rows, size: usize) -> Rows {
    let mut rows = [0; CAPACITY];
    for (row, &from) in rows.iter_mut().zip(a).take(size) {
        let mut rest = from;
        while rest != 0 {
            *row |= b[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
    }
    rows
}

/// `a+`
pub(super) fn plus(a: &Rows, size: usize) -> Rows {
    let mut rows = *a;
    for middle in 0..size {
        let reached = rows[middle];
        if reached != 0 {
            for row in rows.iter_mut().take(size) {
                if *row >> middle & 1 == 1 {
                    *row |= reached;
                }
            }
        }
    }
    rows
}

/// Whether no event is reachable from itself: events without successors are taken away until none is left.
pub(super) fn is_acyclic(a: &Rows, size: usize) -> bool {
    let mut left = if size == 0 { 0 } else { u32::MAX >> (CAPACITY - size) };
    loop {
        let before = left;
        for (event, row) in a.iter().enumerate().take(size) {
            if left >> event & 1 == 1 && row & left == 0 {
                left &= !(1 << event);
            }
        }
        if left == 0 {
            return true;
        }
        if left == before {
            return false;
        }
    }
}
