//! Vector clocks: sets of events that are closed under program order.
//!
//! A clock has one lane per thread, the *number* of that thread's events it contains: event `(t, i)` is in `V` iff
//! `i < V[t]`. (The papers store the greatest index instead and let index 0 belong to everything.)
//! The initial event belongs to every clock and has no lane.

use crate::event::Event;
use crate::ids::ThreadId;

/// A borrowed clock: one row of the graph's clock table, or any slice of lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock<'a>(pub &'a [u32]);

impl Clock<'_> {
    /// Whether the clock contains the event.
    #[inline]
    pub fn contains(self, event: &Event) -> bool {
        event.index < self.0[event.thread.0 as usize]
    }

    /// How many of the thread's events the clock contains.
    #[inline]
    pub fn lane(self, thread: ThreadId) -> u32 {
        self.0[thread.0 as usize]
    }
}

/// Adds all of `other` to `lanes`.
#[inline]
pub fn join(lanes: &mut [u32], other: &[u32]) {
    for (lane, &theirs) in lanes.iter_mut().zip(other) {
        *lane = (*lane).max(theirs);
    }
}

/// Adds one event, and with it everything program-order-before it, to `lanes`.
#[inline]
pub fn include(lanes: &mut [u32], event: &Event) {
    let lane = &mut lanes[event.thread.0 as usize];
    *lane = (*lane).max(event.index + 1);
}

/// The clocks of all events in one allocation: `rows` clocks per event, `stride` lanes per clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClockTable {
    rows: usize,
    stride: usize,
    lanes: Vec<u32>,
}

impl ClockTable {
    /// An empty table with this many clocks per event.
    pub fn new(rows: usize) -> ClockTable {
        ClockTable { rows, stride: 4, lanes: Vec::new() }
    }

    /// Lanes per clock: at least the number of threads.
    #[inline]
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Clocks per event.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Makes room for this many threads. Existing clocks get empty lanes for the new ones.
    pub fn widen(&mut self, threads: usize) {
        if threads <= self.stride {
            return;
        }
        let stride = threads.next_power_of_two();
        let mut lanes = Vec::with_capacity(self.lanes.len() / self.stride * stride);
        for clock in self.lanes.chunks_exact(self.stride) {
            lanes.extend_from_slice(clock);
            lanes.resize(lanes.len() + stride - self.stride, 0);
        }
        self.stride = stride;
        self.lanes = lanes;
    }

    /// Adds the clocks of one more event, all empty.
    #[inline]
    pub fn push(&mut self) {
        self.lanes.resize(self.lanes.len() + self.rows * self.stride, 0);
    }

    /// Takes the clocks of the last event away.
    #[inline]
    pub fn pop(&mut self) {
        self.lanes.truncate(self.lanes.len() - self.rows * self.stride);
    }

    /// A clock.
    #[inline]
    pub fn get(&self, event: usize, row: usize) -> Clock<'_> {
        let start = (event * self.rows + row) * self.stride;
        Clock(&self.lanes[start..start + self.stride])
    }

    /// A clock to write to, and the clocks of all earlier events to read from.
    #[inline]
    pub fn edit(&mut self, event: usize, row: usize) -> (&mut [u32], EarlierClocks<'_>) {
        let start = (event * self.rows + row) * self.stride;
        let (earlier, rest) = self.lanes.split_at_mut(start);
        (&mut rest[..self.stride], EarlierClocks { rows: self.rows, stride: self.stride, lanes: earlier })
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.lanes.capacity() * size_of::<u32>()
    }
}

/// The clocks that come before the one being written.
pub struct EarlierClocks<'a> {
    rows: usize,
    stride: usize,
    lanes: &'a [u32],
}

impl EarlierClocks<'_> {
    /// The lanes of a clock.
    #[inline]
    pub fn get(&self, event: usize, row: usize) -> &[u32] {
        let start = (event * self.rows + row) * self.stride;
        &self.lanes[start..start + self.stride]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widening_keeps_what_was_there() {
        let mut table = ClockTable::new(2);
        table.push();
        table.edit(0, 1).0.copy_from_slice(&[1, 2, 3, 4]);
        table.widen(5);
        assert_eq!(table.stride(), 8);
        assert_eq!(table.get(0, 0).0, &[0; 8]);
        assert_eq!(table.get(0, 1).0, &[1, 2, 3, 4, 0, 0, 0, 0]);
    }
}
