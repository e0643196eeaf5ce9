//! Typed indices into the dense arrays of a graph.

use std::fmt;

/// A thread. Threads that run from the start come first; a spawned thread keeps its id in every execution in
/// which the same parent spawns it as its n-th child.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThreadId(pub u32);

/// A shared memory location, interned at its first access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LocId(pub u32);

/// An event of the graph. Ids are handed out in insertion order and reclaimed last-in first-out, so that
/// **comparing two ids compares the moments at which their events were added** (the papers' *stamp*).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(pub u32);

/// The name of an event that does not depend on the order in which events were added.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EventName {
    /// The thread.
    pub thread: ThreadId,
    /// The position in the thread; 0 is the thread's start.
    pub index: u32,
}

impl EventId {
    /// The event that initialises all memory. It belongs to no thread and precedes everything.
    pub const INIT: EventId = EventId(0);
    /// Not an event: the end of a list.
    pub const NONE: EventId = EventId(u32::MAX);

    /// Whether this is the initial event.
    #[inline]
    pub fn is_init(self) -> bool {
        self == EventId::INIT
    }

    /// Whether this is an event at all.
    #[inline]
    pub fn is_some(self) -> bool {
        self != EventId::NONE
    }

    /// The event, or nothing for [`EventId::NONE`].
    #[inline]
    pub fn some(self) -> Option<EventId> {
        if self.is_some() { Some(self) } else { None }
    }
}

impl LocId {
    /// Not a location: events such as fences.
    pub const NONE: LocId = LocId(u32::MAX);
}

impl fmt::Debug for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            EventId::INIT => write!(f, "init"),
            EventId::NONE => write!(f, "-"),
            EventId(id) => write!(f, "e{id}"),
        }
    }
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
