//! The execution graph: events, program order, reads-from, coherence, clocks.
//!
//! There is one graph per search. It only ever changes in three ways, each of which can be taken back
//! exactly: an event is appended to a thread ([`Graph::append`]), a read is bound to another write
//! ([`Graph::rebind`]), or a set of events is taken out ([`Graph::restrict`]). [`Graph::undo_to`] returns to
//! any earlier [`Mark`].
//!
//! A read or write that has been appended is *open*, until it is bound ([`Graph::bind`]) or placed in
//! coherence ([`Graph::place`]). As long as it is the newest event it can be opened again
//! ([`Graph::reopen_read`], [`Graph::reopen_write`]), and take another write, or another place. That is not
//! logged: to whoever returns to a mark, the newest event of that time is open.
//!
//! Layout (engine.md §5.1): events lie in one array, in insertion order; [`EventId`] is the index and also
//! the stamp. Everything ordered is a doubly linked list through the events, so that changes and their
//! undoing cost O(1) each.
//!
//! `change.rs` has the changes, `undo.rs` takes them back, `verify.rs` lists and checks the invariants,
//! `extent.rs` is about locations that share bytes.

mod change;
mod extent;
mod restrict;
mod undo;
mod verify;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Index;

use crate::action::Access;
use crate::clock::{Clock, ClockMut, ClockTable};
use crate::cursor::Cursor;
use crate::event::{Event, EventKind, Links, NewEvent};
use crate::hash::WordHash;
use crate::ids::{EventId, LocId, ThreadId};
use crate::model::PORF;
use crate::ordering::Mode;
use crate::past::{Closed, Past};
use crate::value::{Address, Block, Value};

pub use change::Binding;
pub use extent::Manner;
pub use undo::Mark;

/// A thread's events.
#[derive(Clone, Debug)]
struct Thread {
    /// In program order; empty if the thread has not been started.
    events: Vec<EventId>,
    /// Where it stands after the last of them: what is asked most often, so it is kept.
    at: Cursor,
    /// The join of this thread, if there is one.
    joiner: Option<EventId>,
    /// How many joins are among its own events.
    joins: u32,
}

impl Thread {
    /// A thread that has not been started.
    const EMPTY: Thread = Thread { events: Vec::new(), at: Cursor::NONE, joiner: None, joins: 0 };
}

/// A location's lists.
#[derive(Clone, Debug)]
struct Location {
    at: Access,
    /// The value before anything is written.
    initial: Value,
    /// The first write in coherence, `NONE` if only the initial one exists.
    co_first: EventId,
    /// The last write in coherence, `INIT` if only the initial one exists.
    co_last: EventId,
    /// The first reader of the initial value.
    init_reader: EventId,
    /// The newest access.
    newest: EventId,
    /// How many accesses are not atomic.
    plain: u32,
    /// Whether it lies in a block or shares bytes with another.
    is_part: bool,
}

/// What happened to a block of memory.
#[derive(Clone, Debug)]
struct Life {
    /// Its allocation, or `NONE`.
    allocation: EventId,
    /// Its end, or `NONE`.
    end: EventId,
    /// Its locations that were ever accessed.
    locations: Vec<LocId>,
}

/// An execution graph.
#[derive(Clone, Debug)]
pub struct Graph {
    events: Vec<Event>,
    clocks: ClockTable,
    threads: Vec<Thread>,
    locations: Vec<Location>,
    by_extent: HashMap<Access, LocId, WordHash>,
    extents: extent::Extents,
    blocks: HashMap<Block, Life, WordHash>,
    /// The newest event.
    newest: EventId,
    /// How many events are in the graph, those taken out by a restriction not counted.
    live: usize,
    /// How many events of each mode are in the graph, the initial one not counted.
    modes: [u32; Mode::COUNT],
    /// The events that no revisit may change any more (engine.md §5.1, the frozen view).
    frozen: Closed,
    /// Which clock is the past of an event: its causes, or a row of its own.
    past: usize,
    /// Whether it may have accesses that are not ordered although they should be.
    has_races: bool,
    /// How often events were taken away or changed, or locations were found to share bytes.
    structure_version: u64,
    /// Threads that stand elsewhere, not because an event was appended to them; modulo 64.
    dirty_threads: u64,
    log: undo::Log,
}

impl Graph {
    /// A graph with nothing but the initial event, with this many clocks per event.
    pub fn new(clocks: usize) -> Graph {
        let mut table = ClockTable::new(clocks);
        table.push();
        Graph {
            events: vec![NewEvent::new(EventKind::Init, Mode::Plain, ThreadId(u32::MAX)).at(0, Links::NONE)],
            clocks: table,
            threads: Vec::new(),
            locations: Vec::new(),
            by_extent: HashMap::default(),
            extents: extent::Extents::default(),
            blocks: HashMap::default(),
            newest: EventId::INIT,
            live: 1,
            modes: [0; Mode::COUNT],
            frozen: Closed::default(),
            past: PORF,
            has_races: false,
            structure_version: 0,
            dirty_threads: 0,
            log: undo::Log::default(),
        }
    }

    /// Says that events are added after a race, too.
    pub fn allow_races(&mut self) {
        self.has_races = true;
    }

    /// Whether events are added after a race, too. If not, two accesses that make one are the end.
    #[inline]
    pub fn has_races(&self) -> bool {
        self.has_races
    }

    /// How many events the graph has, the initial one included.
    #[inline]
    pub fn len(&self) -> usize {
        self.live
    }

    /// Whether there is nothing but the initial event.
    pub fn is_empty(&self) -> bool {
        self.live == 1
    }

    /// How many sequentially consistent events the graph has; the two halves of an update count as two.
    #[inline]
    pub fn seq_cst_events(&self) -> u32 {
        self.events_with(Mode::SeqCst)
    }

    /// How many events have this ordering; what has none counts as plain.
    #[inline]
    pub fn events_with(&self, mode: Mode) -> u32 {
        self.modes[mode as usize]
    }

    /// How often events were taken away or changed, or locations were found to share bytes. As long as this
    /// stays the same, events have only been added.
    #[inline]
    pub fn structure_version(&self) -> u64 {
        self.structure_version
    }

    /// Threads that stand elsewhere since this was asked last, and not because an event was appended to them.
    /// Bit `t` is for thread `t` and, if there are so many, for `t + 64` and so on.
    #[inline]
    pub fn take_dirty_threads(&mut self) -> u64 {
        std::mem::take(&mut self.dirty_threads)
    }

    #[inline]
    fn touch(&mut self, thread: ThreadId) {
        self.dirty_threads |= 1 << (thread.0 % 64);
    }

    /// How many threads have been met, started or not.
    #[inline]
    pub fn thread_count(&self) -> usize {
        self.threads.len()
    }

    /// All thread ids met so far.
    pub fn thread_ids(&self) -> impl Iterator<Item = ThreadId> + use<> {
        (0..self.threads.len() as u32).map(ThreadId)
    }

    /// The events of a thread in program order. Empty if it has not been started.
    #[inline]
    pub fn thread(&self, thread: ThreadId) -> &[EventId] {
        &self.threads[thread.0 as usize].events
    }

    /// The last event of a thread.
    #[inline]
    pub fn last(&self, thread: ThreadId) -> Option<EventId> {
        self.threads.get(thread.0 as usize)?.events.last().copied()
    }

    /// Where a thread stands; [`Cursor::NONE`] if it has ended or not begun.
    #[inline]
    pub fn cursor_of(&self, thread: ThreadId) -> Cursor {
        let at = self.threads.get(thread.0 as usize).map_or(Cursor::NONE, |thread| thread.at);
        debug_assert_eq!(at, self.last(thread).map_or(Cursor::NONE, |last| self[last].after));
        at
    }

    /// The threads that have been started, where each stands, and whether nobody has waited for it.
    #[inline]
    pub fn started(&self) -> impl Iterator<Item = (ThreadId, Cursor, bool)> {
        let is_started = |(_, thread): &(usize, &Thread)| !thread.events.is_empty();
        let started = |(id, thread): (usize, &Thread)| (ThreadId(id as u32), thread.at, thread.joiner.is_none());
        self.threads.iter().enumerate().filter(is_started).map(started)
    }

    /// The join that waited for this thread.
    #[inline]
    pub fn joiner(&self, thread: ThreadId) -> Option<EventId> {
        self.threads.get(thread.0 as usize)?.joiner
    }

    /// How many threads this one has waited for.
    #[inline]
    pub fn joins(&self, thread: ThreadId) -> u32 {
        self.threads[thread.0 as usize].joins
    }

    /// Whether the event is in the graph at present.
    pub fn contains(&self, event: EventId) -> bool {
        let known = self.events.get(event.0 as usize);
        known.is_some_and(|known| self.thread(known.thread).get(known.index as usize) == Some(&event))
    }

    /// The event before this one in its thread.
    #[inline]
    pub fn po_prev(&self, event: EventId) -> Option<EventId> {
        let Event { thread, index, .. } = self[event];
        let before = index.checked_sub(1)?;
        self.thread(thread).get(before as usize).copied()
    }

    /// The event after this one in its thread.
    #[inline]
    pub fn po_next(&self, event: EventId) -> Option<EventId> {
        let Event { thread, index, .. } = self[event];
        self.thread(thread).get(index as usize + 1).copied()
    }

    /// The id of a location that has been accessed in some execution.
    pub fn location(&self, at: Access) -> Option<LocId> {
        self.by_extent.get(&at).copied()
    }

    /// The id of a location, a new one if it has none.
    pub fn intern(&mut self, at: Access, initial: Value) -> LocId {
        if let Some(&known) = self.by_extent.get(&at) {
            return known;
        }
        let loc = LocId(self.locations.len() as u32);
        self.locations.push(Location {
            at,
            initial,
            co_first: EventId::NONE,
            co_last: EventId::INIT,
            init_reader: EventId::NONE,
            newest: EventId::NONE,
            plain: 0,
            is_part: false,
        });
        self.by_extent.insert(at, loc);
        self.find_overlapping(loc);
        loc
    }

    /// Says that a location belongs to a block.
    pub fn assign(&mut self, loc: LocId, block: Block) {
        self.location_mut(loc).is_part = true;
        let locations = &mut self.life_mut(block).locations;
        if !locations.contains(&loc) {
            locations.push(loc);
        }
    }

    /// The event that allocates the block, if the graph has it.
    pub fn allocation(&self, block: Block) -> Option<EventId> {
        self.blocks.get(&block)?.allocation.some()
    }

    /// The event that frees the block, if the graph has it.
    pub fn end_of_life(&self, block: Block) -> Option<EventId> {
        self.blocks.get(&block)?.end.some()
    }

    /// The blocks that have been allocated and not freed, in no order.
    pub fn living(&self) -> impl Iterator<Item = Block> + '_ {
        let lives = self.blocks.iter().filter(|(_, life)| life.allocation.is_some() && !life.end.is_some());
        lives.map(|(block, _)| *block)
    }

    /// The blocks that have been freed, and by which event, in no order.
    pub fn freed(&self) -> impl Iterator<Item = (Block, EventId)> + '_ {
        self.blocks.iter().filter_map(|(block, life)| Some((*block, life.end.some()?)))
    }

    /// The accesses of a block, location by location.
    pub fn accesses_of(&self, block: Block) -> impl Iterator<Item = EventId> + '_ {
        let locations = self.blocks.get(&block).map_or(&[][..], |life| &life.locations);
        locations.iter().flat_map(|&loc| self.accesses_newest_first(loc))
    }

    /// The address of a location.
    #[inline]
    pub fn address(&self, loc: LocId) -> Address {
        self.locations[loc.0 as usize].at.address
    }

    /// The value that `write` gives to `loc`, which for the initial event depends on the location.
    #[inline]
    pub fn value_of(&self, loc: LocId, write: EventId) -> Value {
        if write.is_init() { self.locations[loc.0 as usize].initial } else { self[write].value }
    }

    /// All locations met so far.
    pub fn locations(&self) -> impl Iterator<Item = LocId> + use<> {
        (0..self.locations.len() as u32).map(LocId)
    }

    /// The last write in coherence.
    #[inline]
    pub fn co_last(&self, loc: LocId) -> EventId {
        self.locations[loc.0 as usize].co_last
    }

    /// The write directly after `write` in the coherence order of `loc`, or `NONE`.
    #[inline]
    pub fn co_next(&self, loc: LocId, write: EventId) -> EventId {
        if write.is_init() { self.locations[loc.0 as usize].co_first } else { self[write].links.next }
    }

    /// The write directly before `write` in coherence: `INIT` for the first.
    #[inline]
    pub fn co_prev(&self, write: EventId) -> EventId {
        self[write].links.prev
    }

    /// The writes to a location in coherence order, the initial one not included.
    pub fn coherence(&self, loc: LocId) -> impl Iterator<Item = EventId> + '_ {
        std::iter::successors(self.locations[loc.0 as usize].co_first.some(), |&w| self[w].links.next.some())
    }

    /// The reads of `loc` that read from `write`.
    #[inline]
    pub fn readers(&self, loc: LocId, write: EventId) -> impl Iterator<Item = EventId> + '_ {
        let first =
            if write.is_init() { self.locations[loc.0 as usize].init_reader } else { self[write].links.first_reader };
        std::iter::successors(first.some(), |&r| self[r].links.next.some())
    }

    /// The accesses of a location, newest first.
    #[inline]
    pub fn accesses_newest_first(&self, loc: LocId) -> impl Iterator<Item = EventId> + '_ {
        std::iter::successors(self.locations[loc.0 as usize].newest.some(), |&e| self[e].links.loc_prev.some())
    }

    /// Whether the location lies in a block or shares bytes with another.
    #[inline]
    pub fn is_part(&self, loc: LocId) -> bool {
        self.locations[loc.0 as usize].is_part
    }

    /// Whether some access of the location is not atomic.
    #[inline]
    pub fn has_plain_access(&self, loc: LocId) -> bool {
        self.locations[loc.0 as usize].plain > 0
    }

    /// All events, newest first; the initial event comes last.
    #[inline]
    pub fn newest_first(&self) -> impl Iterator<Item = EventId> + '_ {
        std::iter::successors(Some(self.newest), |&e| self[e].links.order_prev.some())
    }

    /// The newest event.
    #[inline]
    pub fn newest(&self) -> EventId {
        self.newest
    }

    /// The event that was added just before this one.
    #[inline]
    pub fn older(&self, event: EventId) -> Option<EventId> {
        self[event].links.order_prev.some()
    }

    /// A clock of an event.
    #[inline]
    pub fn clock(&self, event: EventId, row: usize) -> Clock<'_> {
        self.clocks.get(event, row)
    }

    /// What caused an event.
    #[inline]
    pub fn causes(&self, event: EventId) -> Past<'_> {
        Past::of(self.clocks.get(event, PORF))
    }

    /// Everything that must be kept when the event is kept: what caused it, and what it was made to depend on
    /// ([`Graph::depend`]).
    #[inline]
    pub fn past(&self, event: EventId) -> Past<'_> {
        Past::of(self.clocks.get(event, self.past))
    }

    /// The events that this one does not depend on, thread by thread, itself among them.
    #[inline]
    pub fn outside_past(&self, event: EventId) -> impl Iterator<Item = &[EventId]> {
        let past = self.past(event);
        let threads = self.threads.iter().zip(0..);
        threads.map(move |(thread, id)| &thread.events[past.reach(ThreadId(id))..])
    }

    /// A clock to fill in, of the newest event, and what may be looked at meanwhile.
    #[inline]
    pub fn clock_mut(&mut self, event: EventId, row: usize) -> (ClockMut<'_>, Before<'_>) {
        (self.clocks.edit(event, row), Before { events: &self.events, threads: &self.threads })
    }

    /// Lanes per clock.
    pub fn lanes(&self) -> usize {
        self.clocks.stride()
    }

    /// Whether no revisit may change the event any more.
    #[inline]
    pub fn is_frozen(&self, event: EventId) -> bool {
        self.frozen.contains(&self[event])
    }

    /// Every position of a thread that the graph remembers: those of events, deleted ones included, and those
    /// to which undoing leads back. Whoever keeps what a cursor stands for has to keep these, and needs no
    /// others to return to any mark.
    pub fn cursors(&self) -> impl Iterator<Item = Cursor> + '_ {
        let events = self.events.iter().flat_map(|event| [event.before, event.after]);
        events.chain(self.log.cursors()).filter(|&cursor| cursor != Cursor::NONE)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        let Graph { events, threads, locations, .. } = self;
        // Each event is in the list of its thread, and each location in the table of extents.
        let lists = threads.capacity() * size_of::<Thread>() + self.live * size_of::<EventId>();
        let places = locations.capacity() * (size_of::<Location>() + size_of::<(Access, LocId)>());
        events.capacity() * size_of::<Event>() + lists + places + self.clocks.bytes() + self.log.bytes()
    }

    /// A hash of everything the graph consists of, down to the last link and clock, and of nothing else (not
    /// of the log, nor of locations and threads that are known but unused). Equal graphs have equal
    /// fingerprints.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = DefaultHasher::new();
        for (id, event) in self.events.iter().enumerate() {
            // What a write covers is found out later, and is then true of it wherever it is.
            Event { covers: false, ..event.clone() }.hash(&mut hash);
            for row in 0..self.clocks.rows() {
                for lane in self.clocks.get(EventId(id as u32), row).iter() {
                    lane.hash(&mut hash);
                }
                row.hash(&mut hash);
            }
        }
        for (id, thread) in self.threads.iter().enumerate().filter(|(_, thread)| !thread.events.is_empty()) {
            (id, &thread.events, thread.joiner).hash(&mut hash);
        }
        for (id, loc) in self.locations.iter().enumerate().filter(|(_, loc)| loc.newest.is_some()) {
            (id, loc.co_first, loc.co_last, loc.init_reader, loc.newest, loc.plain).hash(&mut hash);
        }
        for (lane, count) in self.frozen.lanes().iter().enumerate().filter(|(_, count)| **count > 0) {
            (lane, count).hash(&mut hash);
        }
        let mut alive: Vec<_> = self.blocks.iter().filter(|(_, life)| life.allocation.is_some()).collect();
        alive.sort_by_key(|(block, _)| **block);
        for (block, life) in alive {
            (block, life.allocation, life.end).hash(&mut hash);
        }
        (self.newest, self.live, self.modes).hash(&mut hash);
        hash.finish()
    }

    /// Whether the event is in the graph, and not taken out by a restriction.
    fn is_live(&self, event: EventId) -> bool {
        if event.is_init() {
            return true;
        }
        let Some(Event { thread, index, .. }) = self.events.get(event.0 as usize) else { return false };
        self.thread(*thread).get(*index as usize) == Some(&event)
    }

    #[inline]
    fn event_mut(&mut self, event: EventId) -> &mut Event {
        &mut self.events[event.0 as usize]
    }

    fn life_mut(&mut self, block: Block) -> &mut Life {
        let unborn = Life { allocation: EventId::NONE, end: EventId::NONE, locations: Vec::new() };
        self.blocks.entry(block).or_insert(unborn)
    }

    #[inline]
    fn location_mut(&mut self, loc: LocId) -> &mut Location {
        &mut self.locations[loc.0 as usize]
    }
}

impl Index<EventId> for Graph {
    type Output = Event;

    #[inline]
    fn index(&self, event: EventId) -> &Event {
        &self.events[event.0 as usize]
    }
}

/// What may be read while a clock is filled in.
pub struct Before<'a> {
    events: &'a [Event],
    threads: &'a [Thread],
}

impl Before<'_> {
    /// An event.
    #[inline]
    pub fn event(&self, event: EventId) -> &Event {
        &self.events[event.0 as usize]
    }

    /// The earlier events of an event's thread.
    #[inline]
    pub fn po_earlier(&self, event: EventId) -> &[EventId] {
        let Event { thread, index, .. } = self.events[event.0 as usize];
        &self.threads[thread.0 as usize].events[..index as usize]
    }
}
