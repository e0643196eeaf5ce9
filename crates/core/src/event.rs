//! Events: the nodes of an execution graph.

use crate::cursor::Cursor;
use crate::ids::{EventId, EventName, LocId, ThreadId};
use crate::ordering::Mode;
use crate::value::Value;

/// What an event is.
///
/// An atomic update is two events, [`EventKind::UpdateRead`] directly followed by [`EventKind::UpdateWrite`].
/// A compare-exchange that fails is a [`EventKind::Read`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EventKind {
    /// Initialises all memory.
    Init,
    /// The start of a thread.
    Start,
    /// A load.
    Read,
    /// The reading half of an update.
    UpdateRead,
    /// A store.
    Write,
    /// The writing half of an update.
    UpdateWrite,
    /// A fence.
    Fence,
    /// A block of memory comes into being.
    Allocate,
    /// A block of memory goes.
    Free,
    /// The creation of another thread.
    Create,
    /// The wait for another thread's end.
    Join,
    /// One of several ways was taken; the value says which.
    Choose,
    /// The end of a thread.
    Finish,
}

/// What kinds of events have in common, each a bit of a set.
mod traits {
    /// It reads memory.
    pub const READS: u16 = 1;
    /// It writes memory. What the initial event writes is not counted.
    pub const WRITES: u16 = 1 << 1;
    /// It is the first of the two events of an update.
    pub const BEGINS_UPDATE: u16 = 1 << 2;
    /// It is the second of them.
    pub const ENDS_UPDATE: u16 = 1 << 3;
    /// It can make a difference to other threads, or depends on what those do.
    pub const NOTICED: u16 = 1 << 4;
    /// It is the first of its thread.
    pub const STARTS: u16 = 1 << 5;
    /// It is the last of its thread.
    pub const ENDS: u16 = 1 << 6;
    /// It creates another thread.
    pub const CREATES: u16 = 1 << 7;
    /// It waits for the end of another thread.
    pub const JOINS: u16 = 1 << 8;
    /// Its thread has taken one of several ways.
    pub const CHOOSES: u16 = 1 << 9;
    /// It orders others and does nothing else.
    pub const FENCES: u16 = 1 << 10;
    /// It has an ordering.
    pub const ORDERED: u16 = 1 << 11;
}

impl EventKind {
    /// The kind that comes after this one: so all are listed, and a new one cannot be left out.
    const fn next(self) -> Option<EventKind> {
        match self {
            EventKind::Init => Some(EventKind::Start),
            EventKind::Start => Some(EventKind::Read),
            EventKind::Read => Some(EventKind::UpdateRead),
            EventKind::UpdateRead => Some(EventKind::Write),
            EventKind::Write => Some(EventKind::UpdateWrite),
            EventKind::UpdateWrite => Some(EventKind::Fence),
            EventKind::Fence => Some(EventKind::Allocate),
            EventKind::Allocate => Some(EventKind::Free),
            EventKind::Free => Some(EventKind::Create),
            EventKind::Create => Some(EventKind::Join),
            EventKind::Join => Some(EventKind::Choose),
            EventKind::Choose => Some(EventKind::Finish),
            EventKind::Finish => None,
        }
    }

    const COUNT: usize = {
        let (mut count, mut last) = (1, EventKind::Init);
        while let Some(next) = last.next() {
            (count, last) = (count + 1, next);
        }
        count
    };

    /// All kinds, each at the place of its number.
    pub const ALL: [EventKind; EventKind::COUNT] = {
        let mut all = [EventKind::Init; EventKind::COUNT];
        let mut number = 1;
        while number < all.len() {
            all[number] = all[number - 1].next().expect("invariant: that is how they were counted");
            assert!(all[number] as usize == number, "kinds are declared in another order than they are listed in");
            number += 1;
        }
        all
    };

    /// Everything that is known of events of this kind. What asks for one of these things is true of a new
    /// kind as soon as it stands here.
    const fn traits(self) -> u16 {
        use traits::*;
        match self {
            EventKind::Init => 0,
            EventKind::Start => STARTS,
            EventKind::Read => READS | NOTICED | ORDERED,
            EventKind::UpdateRead => READS | BEGINS_UPDATE | NOTICED | ORDERED,
            EventKind::Write => WRITES | NOTICED | ORDERED,
            EventKind::UpdateWrite => WRITES | ENDS_UPDATE | NOTICED | ORDERED,
            EventKind::Fence => FENCES | ORDERED,
            EventKind::Allocate | EventKind::Free => NOTICED,
            EventKind::Create => CREATES | NOTICED,
            EventKind::Join => JOINS,
            EventKind::Choose => CHOOSES,
            EventKind::Finish => ENDS,
        }
    }

    /// The kinds that have one of these traits, as a set of numbers: known when this is compiled.
    const fn with(traits: u16) -> u32 {
        let (mut kinds, mut number) = (0, 0);
        while number < EventKind::ALL.len() {
            if EventKind::ALL[number].traits() & traits != 0 {
                kinds |= 1 << EventKind::ALL[number] as u32;
            }
            number += 1;
        }
        kinds
    }

    #[inline]
    const fn is_in(self, kinds: u32) -> bool {
        kinds >> self as u32 & 1 != 0
    }

    /// Whether events of this kind read memory.
    #[inline]
    pub const fn is_read(self) -> bool {
        const KINDS: u32 = EventKind::with(traits::READS);
        self.is_in(KINDS)
    }

    /// Whether events of this kind write memory. The initial event is not counted.
    #[inline]
    pub const fn is_write(self) -> bool {
        const KINDS: u32 = EventKind::with(traits::WRITES);
        self.is_in(KINDS)
    }

    /// Whether events of this kind access memory.
    #[inline]
    pub const fn is_access(self) -> bool {
        const KINDS: u32 = EventKind::with(traits::READS | traits::WRITES);
        self.is_in(KINDS)
    }

    /// Whether it is the reading half of an update.
    #[inline]
    pub const fn begins_update(self) -> bool {
        const KINDS: u32 = EventKind::with(traits::BEGINS_UPDATE);
        self.is_in(KINDS)
    }

    /// Whether it is the writing half of an update.
    #[inline]
    pub const fn ends_update(self) -> bool {
        const KINDS: u32 = EventKind::with(traits::ENDS_UPDATE);
        self.is_in(KINDS)
    }

    /// Whether it is half of an update.
    #[inline]
    pub const fn is_of_update(self) -> bool {
        const KINDS: u32 = EventKind::with(traits::BEGINS_UPDATE | traits::ENDS_UPDATE);
        self.is_in(KINDS)
    }

    /// Whether events of this kind can make a difference to other threads, or depend on what those do.
    #[inline]
    pub const fn is_noticed(self) -> bool {
        const KINDS: u32 = EventKind::with(traits::NOTICED);
        self.is_in(KINDS)
    }

    /// Whether it is the first event of a thread.
    #[inline]
    pub const fn starts_thread(self) -> bool {
        const KINDS: u32 = EventKind::with(traits::STARTS);
        self.is_in(KINDS)
    }

    /// Whether it is the last event of a thread.
    #[inline]
    pub const fn ends_thread(self) -> bool {
        const KINDS: u32 = EventKind::with(traits::ENDS);
        self.is_in(KINDS)
    }

    /// Whether it creates another thread.
    #[inline]
    pub const fn creates_thread(self) -> bool {
        const KINDS: u32 = EventKind::with(traits::CREATES);
        self.is_in(KINDS)
    }

    /// Whether it waits for the end of another thread.
    #[inline]
    pub const fn joins_thread(self) -> bool {
        const KINDS: u32 = EventKind::with(traits::JOINS);
        self.is_in(KINDS)
    }

    /// Whether its thread has taken one of several ways.
    #[inline]
    pub const fn chooses(self) -> bool {
        const KINDS: u32 = EventKind::with(traits::CHOOSES);
        self.is_in(KINDS)
    }

    /// Whether it is a fence.
    #[inline]
    pub const fn is_fence(self) -> bool {
        const KINDS: u32 = EventKind::with(traits::FENCES);
        self.is_in(KINDS)
    }

    /// Whether events of this kind have an ordering.
    #[inline]
    pub const fn has_mode(self) -> bool {
        const KINDS: u32 = EventKind::with(traits::ORDERED);
        self.is_in(KINDS)
    }
}

/// An event. It fits into a line of the processor's cache.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[repr(align(64))]
pub struct Event {
    /// What it is.
    pub kind: EventKind,
    /// Its ordering.
    pub mode: Mode,
    /// Whether it was added (or last revisited) in the one way that lets others revisit over it: a read from
    /// the latest write, a write at the end of coherence, a choice of 0. See `explore::revisit`.
    pub maximal: bool,
    /// For a write, whether it is known to depend on all older accesses of its location. They may go, but
    /// none can come.
    pub covers: bool,
    /// Its thread.
    pub thread: ThreadId,
    /// Its position in the thread.
    pub index: u32,
    /// The location it accesses, or [`LocId::NONE`].
    pub loc: LocId,
    /// The value read or written; the way chosen; the value a finished thread returns.
    pub value: Value,
    /// For a read, the write it reads from. For [`EventKind::Start`], the creation (or `NONE`); for
    /// [`EventKind::Join`], the joined thread's end.
    pub from: EventId,
    /// Where its thread stood before the event.
    pub before: Cursor,
    /// Where its thread stands after the event.
    pub after: Cursor,
    /// Its place in the graph's lists.
    pub links: Links,
}

const _: () = assert!(cfg!(debug_assertions) || size_of::<Event>() == 64);

/// The neighbours of an event in the lists that thread through a graph.
///
/// All lists are doubly linked through the events themselves. Taking an event out leaves its own links
/// untouched, so putting events back in the opposite order restores every list exactly ("dancing links"):
/// that is the whole undo.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Links {
    /// For a write, the first of its readers.
    pub(crate) first_reader: EventId,
    /// For a read, the neighbours among the readers of the same write. For a write, its neighbours in
    /// coherence; the first write's predecessor is `INIT`.
    pub(crate) prev: EventId,
    pub(crate) next: EventId,
    /// Neighbours among the accesses of the location, in insertion order.
    pub(crate) loc_prev: EventId,
    pub(crate) loc_next: EventId,
    /// Neighbours among all events, in insertion order.
    pub(crate) order_prev: EventId,
    pub(crate) order_next: EventId,
}

impl Links {
    pub(crate) const NONE: Links = Links {
        first_reader: EventId::NONE,
        prev: EventId::NONE,
        next: EventId::NONE,
        loc_prev: EventId::NONE,
        loc_next: EventId::NONE,
        order_prev: EventId::NONE,
        order_next: EventId::NONE,
    };
}

/// An event that a graph has not been given yet: it has no place. The fields are those of an [`Event`].
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "see `Event`")]
pub struct NewEvent {
    pub kind: EventKind,
    pub mode: Mode,
    pub maximal: bool,
    pub thread: ThreadId,
    pub loc: LocId,
    pub value: Value,
    pub from: EventId,
    pub before: Cursor,
    pub after: Cursor,
}

impl NewEvent {
    /// An event of no location.
    #[inline]
    pub fn new(kind: EventKind, mode: Mode, thread: ThreadId) -> NewEvent {
        NewEvent {
            kind,
            mode,
            maximal: true,
            thread,
            loc: LocId::NONE,
            value: Value(0),
            from: EventId::NONE,
            before: Cursor::NONE,
            after: Cursor::NONE,
        }
    }

    /// The event with this position in its thread, and in the lists of a graph.
    #[inline]
    pub(crate) fn at(self, index: u32, links: Links) -> Event {
        let NewEvent { kind, mode, maximal, thread, loc, value, from, before, after } = self;
        Event { kind, mode, maximal, covers: false, thread, index, loc, value, from, before, after, links }
    }
}

impl Event {
    /// Its name.
    pub fn name(&self) -> EventName {
        EventName { thread: self.thread, index: self.index }
    }

    /// Whether it is a read.
    #[inline]
    pub fn is_read(&self) -> bool {
        self.kind.is_read()
    }

    /// Whether it is a write.
    #[inline]
    pub fn is_write(&self) -> bool {
        self.kind.is_write()
    }
}
