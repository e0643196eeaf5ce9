//! Vector clocks: sets of events that are closed under program order.
//!
//! A clock has one lane per thread, the *number* of that thread's events it contains: event `(t, i)` is in
//! `V` iff `i < V[t]`. (The papers store the greatest index instead and let index 0 belong to everything.)
//! The initial event belongs to every clock and has no lane.
//!
//! The clocks of a graph are one array of lanes as long as there are few threads. With many, they are trees
//! that share what they have in common (`forest.rs`).

mod forest;

use std::hint::cold_path;

use crate::event::Event;
use crate::ids::{EventId, ThreadId};
use forest::{Forest, Root};

/// With more threads than this, clocks share what they have in common.
const MOST_LANES: usize = 64;

/// A borrowed clock.
#[derive(Clone, Copy, Debug)]
pub struct Clock<'a>(Form<'a>);

#[derive(Clone, Copy, Debug)]
enum Form<'a> {
    Lanes(&'a [u32]),
    Tree(&'a Forest, Root),
}

impl<'a> Clock<'a> {
    /// The clock with these lanes.
    #[inline]
    pub fn of(lanes: &'a [u32]) -> Clock<'a> {
        Clock(Form::Lanes(lanes))
    }

    /// Whether the clock contains the event.
    #[inline]
    pub fn contains(self, event: &Event) -> bool {
        event.index < self.lane(event.thread)
    }

    /// How many of the thread's events the clock contains.
    #[inline]
    pub fn lane(self, thread: ThreadId) -> u32 {
        match self.0 {
            Form::Lanes(lanes) => lanes[thread.0 as usize],
            Form::Tree(forest, root) => {
                cold_path();
                forest.lane(root, thread)
            }
        }
    }

    /// The threads of which the clock contains events, and how many.
    pub fn iter(self) -> impl Iterator<Item = (ThreadId, u32)> + 'a {
        let width = match self.0 {
            Form::Lanes(lanes) => lanes.len(),
            Form::Tree(_, root) => Forest::width(root),
        };
        let lanes = (0..width as u32).map(ThreadId).map(move |thread| (thread, self.lane(thread)));
        lanes.filter(|(_, count)| *count > 0)
    }

    /// Adds all of it to `lanes`.
    #[inline]
    pub fn add_to(self, lanes: &mut [u32]) {
        match self.0 {
            Form::Lanes(other) => join(lanes, other),
            Form::Tree(forest, root) => forest.add_to(root, lanes),
        }
    }
}

/// Adds all of `other` to `lanes`.
#[inline]
fn join(lanes: &mut [u32], other: &[u32]) {
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

/// The clocks of all events: `rows` clocks per event.
#[derive(Clone, Debug)]
pub struct ClockTable {
    rows: usize,
    /// Lanes per clock.
    stride: usize,
    store: Store,
}

#[derive(Clone, Debug)]
enum Store {
    /// So many quads for each clock. Most programs have no more than four threads.
    Lanes(Vec<Quad>),
    Trees(Forest),
}

/// Four lanes, which the processor treats as one.
type Quad = [u32; 4];

/// An event, its thread, and how many events of the thread are known to whoever knows that one.
pub(crate) type Known = (EventId, ThreadId, u32);

/// The first clock of an event together with the event, if there is one quad for each clock.
#[inline]
fn known_quad(lanes: &[Quad], rows: usize, (event, thread, count): Known) -> Quad {
    let quad = lanes[event.0 as usize * rows];
    // As a whole: to change a part of it in memory and then to read all takes longer.
    std::array::from_fn(|lane| if lane as u32 == thread.0 { count } else { quad[lane] })
}

/// How many quads so many lanes are.
#[inline]
fn quads(stride: usize) -> usize {
    stride / 4
}

impl ClockTable {
    /// An empty table with this many clocks per event.
    pub fn new(rows: usize) -> ClockTable {
        ClockTable { rows, stride: 4, store: Store::Lanes(Vec::new()) }
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
        if let Store::Lanes(old) = &self.store {
            self.store = match stride <= MOST_LANES {
                true => Store::Lanes(wider(old, quads(self.stride), quads(stride))),
                false => Store::Trees(planted(old.as_flattened(), self.stride, self.rows)),
            };
        }
        self.stride = stride;
    }

    /// Adds the clocks of one more event, all empty.
    #[inline]
    pub fn push(&mut self) {
        match &mut self.store {
            Store::Lanes(lanes) => lanes.extend((0..self.rows * quads(self.stride)).map(|_| [0; 4])),
            Store::Trees(forest) => forest.push(self.rows),
        }
    }

    /// Adds the clocks of one more event. They are those of an earlier event of the thread; the first one
    /// also has that event, of which so many are then known, and if there is one, the first clock of another
    /// event, in the same way.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn push_after(&mut self, mine: Known, theirs: Option<Known>) {
        match &mut self.store {
            Store::Lanes(lanes) if self.stride == 4 => {
                let mut quad = known_quad(lanes, self.rows, mine);
                if let Some(theirs) = theirs {
                    let theirs = known_quad(lanes, self.rows, theirs);
                    quad = std::array::from_fn(|lane| quad[lane].max(theirs[lane]));
                }
                lanes.push(quad);
                for row in 1..self.rows {
                    let quad = lanes[mine.0.0 as usize * self.rows + row];
                    lanes.push(quad);
                }
            }
            Store::Lanes(_) | Store::Trees(_) => {
                cold_path();
                self.push_wide(mine, theirs);
            }
        }
    }

    /// The same, with several quads for each clock, or trees.
    #[inline(never)]
    fn push_wide(&mut self, mine: Known, theirs: Option<Known>) {
        let lanes = match &mut self.store {
            Store::Lanes(lanes) => lanes,
            Store::Trees(forest) => {
                let (clock, source) = (forest.len(), mine.0.0 as usize * self.rows);
                forest.push(self.rows);
                (0..self.rows).for_each(|row| forest.copy(clock + row, source + row));
                forest.begin();
                forest.raise(clock, mine.1, mine.2);
                if let Some((from, thread, count)) = theirs {
                    forest.begin();
                    forest.join(clock, from.0 as usize * self.rows);
                    forest.raise(clock, thread, count);
                }
                return;
            }
        };
        let (quads, start) = (quads(self.stride), lanes.len());
        let source = mine.0.0 as usize * self.rows * quads;
        lanes.extend_from_within(source..source + self.rows * quads);
        let (known, added) = lanes.split_at_mut(start);
        let added = added[..quads].as_flattened_mut();
        added[mine.1.0 as usize] = mine.2;
        if let Some((from, thread, count)) = theirs {
            let source = from.0 as usize * self.rows * quads;
            join(added, known[source..source + quads].as_flattened());
            let lane = &mut added[thread.0 as usize];
            *lane = (*lane).max(count);
        }
    }

    /// Takes the clocks of so many events away, the last ones.
    #[inline]
    pub fn pop(&mut self, events: usize) {
        match &mut self.store {
            Store::Lanes(lanes) => lanes.truncate(lanes.len() - events * self.rows * quads(self.stride)),
            Store::Trees(forest) => {
                cold_path();
                (0..events).for_each(|_| forest.pop(self.rows));
            }
        }
    }

    /// A clock.
    #[inline]
    pub fn get(&self, event: EventId, row: usize) -> Clock<'_> {
        let clock = event.0 as usize * self.rows + row;
        match &self.store {
            Store::Lanes(lanes) => {
                let quads = quads(self.stride);
                Clock::of(lanes[clock * quads..][..quads].as_flattened())
            }
            Store::Trees(forest) => {
                cold_path();
                Clock(Form::Tree(forest, forest.root(clock)))
            }
        }
    }

    /// A clock to write to. It must be one of the last event's.
    #[inline]
    pub fn edit(&mut self, event: EventId, row: usize) -> ClockMut<'_> {
        if let Store::Trees(forest) = &mut self.store {
            forest.begin();
        }
        ClockMut { clock: event.0 as usize * self.rows + row, table: self }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        match &self.store {
            Store::Lanes(lanes) => lanes.capacity() * size_of::<Quad>(),
            Store::Trees(forest) => forest.bytes(),
        }
    }
}

/// Adds all of an older clock to one of the last event, with so many quads each.
#[inline(never)]
fn join_wide(lanes: &mut [Quad], quads: usize, older: usize, last: usize) {
    let (before, from) = lanes.split_at_mut(last * quads);
    for (mine, theirs) in from[..quads].iter_mut().zip(&before[older * quads..][..quads]) {
        *mine = std::array::from_fn(|lane| mine[lane].max(theirs[lane]));
    }
}

/// The same clocks with more quads.
fn wider(lanes: &[Quad], old: usize, new: usize) -> Vec<Quad> {
    let mut wider = Vec::with_capacity(lanes.len() / old * new);
    for clock in lanes.chunks_exact(old) {
        wider.extend_from_slice(clock);
        wider.resize(wider.len() + new - old, [0; 4]);
    }
    wider
}

/// The same clocks as trees.
fn planted(lanes: &[u32], stride: usize, rows: usize) -> Forest {
    let mut forest = Forest::new();
    for (number, clock) in lanes.chunks_exact(stride).enumerate() {
        if number.is_multiple_of(rows) {
            forest.push(rows);
        }
        forest.begin();
        for (thread, &count) in clock.iter().enumerate() {
            forest.raise(number, ThreadId(thread as u32), count);
        }
    }
    forest
}

/// A clock that is being written.
pub struct ClockMut<'a> {
    table: &'a mut ClockTable,
    clock: usize,
}

impl ClockMut<'_> {
    /// Takes all events out.
    #[inline]
    pub fn clear(&mut self) {
        let quads = quads(self.table.stride);
        match &mut self.table.store {
            Store::Lanes(lanes) if quads == 1 => lanes[self.clock] = [0; 4],
            Store::Lanes(lanes) => lanes[self.clock * quads..][..quads].fill([0; 4]),
            Store::Trees(forest) => forest.clear(self.clock),
        }
    }

    /// Adds all of an earlier clock.
    #[inline]
    pub fn join(&mut self, source: EventId, row: usize) {
        let (quads, source) = (quads(self.table.stride), source.0 as usize * self.table.rows + row);
        match &mut self.table.store {
            Store::Lanes(lanes) if quads == 1 => {
                let theirs = lanes[source];
                let mine = &mut lanes[self.clock];
                *mine = std::array::from_fn(|lane| mine[lane].max(theirs[lane]));
            }
            Store::Lanes(lanes) => join_wide(lanes, quads, source, self.clock),
            Store::Trees(forest) => forest.join(self.clock, source),
        }
    }

    /// Adds one event, and with it everything program-order-before it.
    #[inline]
    pub fn include(&mut self, event: &Event) {
        let quads = quads(self.table.stride);
        match &mut self.table.store {
            Store::Lanes(lanes) => {
                let lane = event.thread.0 as usize;
                let lane = &mut lanes[self.clock * quads + lane / 4][lane % 4];
                *lane = (*lane).max(event.index + 1);
            }
            Store::Trees(forest) => forest.raise(self.clock, event.thread, event.index + 1),
        }
    }
}

#[cfg(test)]
mod tests;
