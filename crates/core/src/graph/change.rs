//! The changes a graph can undergo.

use super::undo::Entry;
use super::{Before, Graph, Thread};
use crate::clock::{ClockMut, ClockTable, Known};
use crate::cursor::Cursor;
use crate::event::{Event, EventKind, Links, NewEvent};
use crate::ids::{EventId, LocId, ThreadId};
use crate::model::PORF;
use crate::ordering::Mode;
use crate::past::Past;
use crate::value::{Block, Value};

/// What a read sees, and what follows from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Binding {
    /// The write it reads from.
    pub from: EventId,
    /// The value.
    pub value: Value,
    /// [`EventKind::UpdateRead`] if the value makes it write too, else [`EventKind::Read`].
    pub kind: EventKind,
    /// The ordering, which for a compare-exchange depends on whether it succeeds.
    pub mode: Mode,
    /// Where the thread goes from there.
    pub after: Cursor,
    /// See [`Event::maximal`].
    pub maximal: bool,
}

impl Graph {
    /// Makes room for a thread. Threads are never forgotten, only emptied.
    pub fn ensure_thread(&mut self, thread: ThreadId) {
        let count = thread.0 as usize + 1;
        if count > self.threads.len() {
            self.threads.resize(count, Thread::EMPTY);
            self.clocks.widen(count);
        }
        self.frozen.widen(self.clocks.stride());
    }

    /// Appends an event to its thread. A read still has to be bound, a write to be placed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn append(&mut self, new: NewEvent) -> EventId {
        let NewEvent { thread, loc, mode, kind, after, .. } = new;
        let id = EventId(self.events.len() as u32);
        let order_prev = std::mem::replace(&mut self.newest, id);
        self.event_mut(order_prev).links.order_next = id;
        let mut loc_prev = EventId::NONE;
        if loc != LocId::NONE {
            let location = self.location_mut(loc);
            location.plain += u32::from(mode == Mode::Plain);
            loc_prev = std::mem::replace(&mut location.newest, id);
            if let Some(older) = loc_prev.some() {
                self.event_mut(older).links.loc_next = id;
            }
        }
        let Thread { events, at, .. } = &mut self.threads[thread.0 as usize];
        let (index, prev) = (events.len() as u32, events.last().copied());
        events.push(id);
        *at = after;
        self.events.push(new.at(index, Links { order_prev, loc_prev, ..Links::NONE }));
        self.live += 1;
        self.modes[mode as usize] += 1;
        if !kind.is_access() {
            self.enter_others(id);
        }
        match prev {
            None => self.clocks.push(),
            Some(prev) => self.stamp_causes(id, (prev, thread, index)),
        }
        id
    }

    /// Takes an event out of its thread and of the list of its location, the last of both.
    #[inline]
    pub(super) fn leave_last(&mut self, last: EventId) {
        let Event { thread, loc, mode, links: Links { loc_prev, .. }, .. } = self[last];
        let at = stood_before(&self[last]);
        if loc != LocId::NONE {
            let location = self.location_mut(loc);
            location.plain -= u32::from(mode == Mode::Plain);
            location.newest = loc_prev;
            if let Some(older) = loc_prev.some() {
                self.event_mut(older).links.loc_next = EventId::NONE;
            }
        }
        self.step_back(thread, at);
        self.modes[mode as usize] -= 1;
    }

    /// Takes the last event of a thread out of it: it stood there before.
    #[inline]
    fn step_back(&mut self, thread: ThreadId, at: Cursor) {
        let known = &mut self.threads[thread.0 as usize];
        known.events.pop();
        known.at = at;
        self.touch(thread);
    }

    /// Gives a read that was just appended its first binding.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn bind(&mut self, read: EventId, binding: Binding) {
        debug_assert!(!self[read].from.is_some());
        self.count_mode(self[read].mode, binding.mode);
        self.set_binding(read, binding);
        self.link_reader_first(read);
    }

    /// Binds a read, which must be the last event of its thread, to another write.
    pub fn rebind(&mut self, read: EventId, binding: Binding) {
        debug_assert_eq!(self.last(self[read].thread), Some(read));
        self.structure_version += 1;
        let event = &self[read];
        let old = Binding {
            from: event.from,
            value: event.value,
            kind: event.kind,
            mode: event.mode,
            after: event.after,
            maximal: event.maximal,
        };
        let entry = Entry::Rebind { read, old, prev: event.links.prev, next: event.links.next };
        self.log(entry);
        self.count_mode(old.mode, binding.mode);
        self.unlink_reader(read);
        self.set_binding(read, binding);
        self.link_reader_first(read);
    }

    /// Puts a write that was just appended directly after `prev` in coherence.
    #[inline]
    pub fn place(&mut self, write: EventId, prev: EventId) {
        let loc = self[write].loc;
        let next = self.co_next(loc, prev);
        let event = self.event_mut(write);
        event.links.prev = prev;
        event.links.next = next;
        self.link_coherence(write);
    }

    /// As [`Graph::place`], not at the end of coherence: the write does not count as added maximally.
    pub fn place_early(&mut self, write: EventId, prev: EventId) {
        self.event_mut(write).maximal = false;
        self.place(write, prev);
    }

    /// Opens the newest event, a read: it is bound to nothing, and has the ordering with which it was
    /// appended.
    pub fn reopen_read(&mut self, read: EventId, mode: Mode) {
        debug_assert_eq!(read, self.newest);
        self.count_mode(self[read].mode, mode);
        self.unlink_first_reader(read);
        let (from, value, after) = (EventId::NONE, Value(0), Cursor::NONE);
        self.set_binding(read, Binding { from, value, kind: EventKind::Read, mode, after, maximal: true });
        self.close_links(read);
    }

    /// Opens the newest event, a write: it has no place.
    pub fn reopen_write(&mut self, write: EventId) {
        debug_assert_eq!(write, self.newest);
        self.unlink_coherence(write);
        self.event_mut(write).maximal = true;
        self.close_links(write);
    }

    /// Forgets the neighbours of an event among readers, or in coherence.
    #[inline]
    fn close_links(&mut self, event: EventId) {
        let links = &mut self.event_mut(event).links;
        (links.prev, links.next) = (EventId::NONE, EventId::NONE);
    }

    /// Declares everything in the past of `write`, and `write` itself, no longer open to revisits.
    pub fn freeze(&mut self, write: EventId) {
        self.log_frozen();
        let past = Past::of(self.clocks.get(write, self.past));
        self.frozen.add(&self.events[write.0 as usize], past);
    }

    /// The write, the newest event, depends on all older accesses of its location.
    #[inline]
    pub fn set_covers(&mut self, write: EventId) {
        self.events[write.0 as usize].covers = true;
    }

    /// From now on events can be made to depend on others that do not cause them ([`Graph::depend`]). The
    /// graph must be empty.
    pub fn separate_past(&mut self) {
        debug_assert!(self.is_empty());
        if self.past == PORF {
            self.past = self.clocks.rows();
            self.clocks = ClockTable::new(self.past + 1);
            self.clocks.push();
            self.clocks.widen(self.threads.len());
        }
    }

    /// Makes the newest event depend on an older one, and on what that one reads from: whoever keeps the one
    /// keeps the other. No model sees that.
    pub fn depend(&mut self, newest: EventId, on: EventId) {
        debug_assert!(self.past != PORF && newest == self.newest && on < newest);
        let row = self.past;
        let (mut clock, before) = self.clock_mut(newest, row);
        clock.join(on, row);
        include_with_source(&mut clock, &before, on, row);
    }

    /// Adds the clocks of an event, and fills those of causes: the predecessor's, the predecessor, and what
    /// the predecessor reads from, was created by or waited for.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stamp_causes(&mut self, id: EventId, mine: Known) {
        let (prev, ..) = mine;
        let theirs = self[prev].from.some().filter(|from| !from.is_init()).map(|from| {
            let Event { thread, index, .. } = self[from];
            (from, thread, index + 1)
        });
        self.clocks.push_after(mine, theirs);
        if self.past != PORF {
            let row = self.past;
            let (mut clock, before) = self.clock_mut(id, row);
            include_with_source(&mut clock, &before, prev, row);
        }
    }

    /// Adds an event, whose own links are set, to its thread and to the lists by age.
    pub(super) fn enter(&mut self, id: EventId) {
        let Event { thread, loc, mode, kind, after, .. } = self[id];
        let older = self[id].links.order_prev;
        let newer = self[id].links.order_next;
        self.event_mut(older).links.order_next = id;
        match newer.some() {
            Some(newer) => self.event_mut(newer).links.order_prev = id,
            None => self.newest = id,
        }
        if loc != LocId::NONE {
            self.enter_location(id, loc, mode);
        }
        if !kind.is_access() {
            self.enter_others(id);
        }
        let Thread { events, at, .. } = &mut self.threads[thread.0 as usize];
        events.push(id);
        *at = after;
        self.touch(thread);
        self.live += 1;
        self.modes[mode as usize] += 1;
    }

    /// Tells those of an event that have something to do with it.
    fn enter_others(&mut self, id: EventId) {
        let Event { thread, kind, from, value, .. } = self[id];
        match kind {
            EventKind::Join => {
                let child = self[from].thread;
                self.threads[child.0 as usize].joiner = Some(id);
                self.threads[thread.0 as usize].joins += 1;
            }
            EventKind::Allocate => self.life_mut(Block(value.0)).allocation = id,
            EventKind::Free => self.life_mut(Block(value.0)).end = id,
            EventKind::Init
            | EventKind::Start
            | EventKind::Read
            | EventKind::UpdateRead
            | EventKind::Write
            | EventKind::UpdateWrite
            | EventKind::Fence
            | EventKind::Create
            | EventKind::Choose
            | EventKind::Finish => {}
        }
    }

    /// The opposite of [`Graph::enter_others`].
    pub(super) fn leave_others(&mut self, id: EventId) {
        let Event { thread, kind, from, value, .. } = self[id];
        match kind {
            EventKind::Join => {
                let child = self[from].thread;
                self.threads[child.0 as usize].joiner = None;
                self.threads[thread.0 as usize].joins -= 1;
            }
            EventKind::Allocate => self.life_mut(Block(value.0)).allocation = EventId::NONE,
            EventKind::Free => self.life_mut(Block(value.0)).end = EventId::NONE,
            EventKind::Init
            | EventKind::Start
            | EventKind::Read
            | EventKind::UpdateRead
            | EventKind::Write
            | EventKind::UpdateWrite
            | EventKind::Fence
            | EventKind::Create
            | EventKind::Choose
            | EventKind::Finish => {}
        }
    }

    fn enter_location(&mut self, id: EventId, loc: LocId, mode: Mode) {
        let Links { loc_prev, loc_next, .. } = self[id].links;
        if let Some(older) = loc_prev.some() {
            self.event_mut(older).links.loc_next = id;
        }
        match loc_next.some() {
            Some(newer) => self.event_mut(newer).links.loc_prev = id,
            None => self.location_mut(loc).newest = id,
        }
        self.location_mut(loc).plain += u32::from(mode == Mode::Plain);
    }

    /// The opposite of [`Graph::enter`]. The event must be the last of its thread.
    pub(super) fn leave(&mut self, id: EventId) {
        let Event { thread, loc, mode, kind, links: Links { order_prev, order_next, .. }, .. } = self[id];
        let at = stood_before(&self[id]);
        self.event_mut(order_prev).links.order_next = order_next;
        match order_next.some() {
            Some(newer) => self.event_mut(newer).links.order_prev = order_prev,
            None => self.newest = order_prev,
        }
        if loc != LocId::NONE {
            self.leave_location(id, loc, mode);
        }
        if !kind.is_access() {
            self.leave_others(id);
        }
        debug_assert_eq!(self.last(thread), Some(id));
        self.step_back(thread, at);
        self.live -= 1;
        self.modes[mode as usize] -= 1;
    }

    fn leave_location(&mut self, id: EventId, loc: LocId, mode: Mode) {
        let Links { loc_prev, loc_next, .. } = self[id].links;
        if let Some(older) = loc_prev.some() {
            self.event_mut(older).links.loc_next = loc_next;
        }
        match loc_next.some() {
            Some(newer) => self.event_mut(newer).links.loc_prev = loc_prev,
            None => self.location_mut(loc).newest = loc_prev,
        }
        self.location_mut(loc).plain -= u32::from(mode == Mode::Plain);
    }

    #[inline]
    pub(super) fn set_binding(&mut self, read: EventId, binding: Binding) {
        let thread = self[read].thread;
        debug_assert_eq!(self.last(thread), Some(read));
        self.threads[thread.0 as usize].at = binding.after;
        self.touch(thread);
        let event = self.event_mut(read);
        event.from = binding.from;
        event.value = binding.value;
        event.kind = binding.kind;
        event.mode = binding.mode;
        event.after = binding.after;
        event.maximal = binding.maximal;
    }

    /// A compare-exchange may change its ordering with what it reads.
    pub(super) fn count_mode(&mut self, old: Mode, new: Mode) {
        self.modes[old as usize] -= 1;
        self.modes[new as usize] += 1;
    }

    #[inline]
    fn first_reader_mut(&mut self, loc: LocId, write: EventId) -> &mut EventId {
        if write.is_init() {
            &mut self.location_mut(loc).init_reader
        } else {
            &mut self.event_mut(write).links.first_reader
        }
    }

    /// Makes the read the first reader of the write it is bound to.
    #[inline]
    fn link_reader_first(&mut self, read: EventId) {
        let Event { loc, from, .. } = self[read];
        let next = std::mem::replace(self.first_reader_mut(loc, from), read);
        let event = self.event_mut(read);
        event.links.prev = EventId::NONE;
        event.links.next = next;
        if let Some(next) = next.some() {
            self.event_mut(next).links.prev = read;
        }
    }

    /// Puts a read back between the neighbours it remembers.
    pub(super) fn link_reader(&mut self, read: EventId) {
        let Event { loc, from, .. } = self[read];
        let Links { prev: reader_prev, next: reader_next, .. } = self[read].links;
        match reader_prev.some() {
            Some(prev) => self.event_mut(prev).links.next = read,
            None => *self.first_reader_mut(loc, from) = read,
        }
        if let Some(next) = reader_next.some() {
            self.event_mut(next).links.prev = read;
        }
    }

    /// As [`Graph::unlink_reader`], for the newest of all readers, which comes first.
    #[inline]
    pub(super) fn unlink_first_reader(&mut self, read: EventId) {
        let Event { loc, from, links: Links { prev: reader_prev, next: reader_next, .. }, .. } = self[read];
        if from.is_some() {
            debug_assert!(!reader_prev.is_some());
            *self.first_reader_mut(loc, from) = reader_next;
            if let Some(next) = reader_next.some() {
                self.event_mut(next).links.prev = EventId::NONE;
            }
        }
    }

    pub(super) fn unlink_reader(&mut self, read: EventId) {
        let Event { loc, from, .. } = self[read];
        let Links { prev: reader_prev, next: reader_next, .. } = self[read].links;
        match reader_prev.some() {
            Some(prev) => self.event_mut(prev).links.next = reader_next,
            None => *self.first_reader_mut(loc, from) = reader_next,
        }
        if let Some(next) = reader_next.some() {
            self.event_mut(next).links.prev = reader_prev;
        }
    }

    /// Puts a write back between the neighbours it remembers.
    pub(super) fn link_coherence(&mut self, write: EventId) {
        let Event { loc, .. } = self[write];
        let Links { prev: co_prev, next: co_next, .. } = self[write].links;
        if co_prev.is_init() {
            self.location_mut(loc).co_first = write;
        } else {
            self.event_mut(co_prev).links.next = write;
        }
        match co_next.some() {
            Some(next) => self.event_mut(next).links.prev = write,
            None => self.location_mut(loc).co_last = write,
        }
    }

    #[inline]
    pub(super) fn unlink_coherence(&mut self, write: EventId) {
        let Event { loc, links: Links { prev: co_prev, next: co_next, .. }, .. } = self[write];
        if co_prev.is_init() {
            self.location_mut(loc).co_first = co_next;
        } else {
            self.event_mut(co_prev).links.next = co_next;
        }
        match co_next.some() {
            Some(next) => self.event_mut(next).links.prev = co_prev,
            None => self.location_mut(loc).co_last = co_prev,
        }
    }
}

/// Where the thread of an event stood before it. The two halves of an update are one step.
#[inline]
fn stood_before(event: &Event) -> Cursor {
    if event.kind.ends_update() { event.after } else { event.before }
}

/// Adds an event, and what it reads from, was created by or waited for with all its causes.
#[inline]
fn include_with_source(clock: &mut ClockMut<'_>, before: &Before<'_>, event: EventId, row: usize) {
    let event = before.event(event);
    clock.include(event);
    let from = event.from;
    if from.is_some() && !from.is_init() {
        clock.join(from, row);
        clock.include(before.event(from));
    }
}
