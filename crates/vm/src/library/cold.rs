//! What a thread has of the library, if it uses it.

use super::keys::Keys;
use super::once::Running;
use super::rwlock::Held;

/// What a thread has of the library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LibraryState {
    /// The mutexes it holds; a recursive one as often as it has been locked.
    pub(super) held: Vec<u64>,
    /// The read-write locks it holds, in either way.
    pub(super) rwlocks: Vec<Held>,
    /// The calls to be made once whose routines it is running.
    pub(super) once: Vec<Running>,
    /// What its clock shows, in hours: whenever it sleeps or a time-out ends, one has passed.
    pub(super) hours: u64,
    /// Its values for keys.
    pub(super) keys: Keys,
    /// How many values it has been given from outside of the program.
    pub(super) nondet_calls: u64,
    /// How often it has woken up although it was not woken.
    pub(super) spurious_wakeups: u32,
}

impl LibraryState {
    pub(crate) const NONE: LibraryState = LibraryState {
        held: Vec::new(),
        rwlocks: Vec::new(),
        once: Vec::new(),
        hours: 0,
        keys: Keys::NONE,
        nondet_calls: 0,
        spurious_wakeups: 0,
    };

    /// Whether two states of a thread have the same future, as far as this decides it.
    pub(crate) fn goes_on_like(&self, other: &LibraryState) -> bool {
        let LibraryState {
            held,
            rwlocks,
            once,
            keys,
            nondet_calls,
            spurious_wakeups,
            // Looking at a clock is a visible step; a loop that only sleeps waits.
            hours: _,
        } = self;
        *held == other.held
            && *rwlocks == other.rwlocks
            && *once == other.once
            && *keys == other.keys
            && (*nondet_calls, *spurious_wakeups) == (other.nondet_calls, other.spurious_wakeups)
    }

    /// Whether it has nothing that it must give back.
    pub(crate) fn holds_nothing(&self) -> bool {
        self.held.is_empty() && self.rwlocks.is_empty() && self.once.is_empty()
    }

    /// Whether it holds a mutex.
    pub(crate) fn holds(&self, mutex: u64) -> bool {
        self.held.contains(&mutex)
    }

    /// What its clock shows.
    pub(crate) fn hours(&self) -> u64 {
        self.hours
    }
}
