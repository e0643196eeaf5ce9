//! The types of events that graphs have, and sets of them as one word.
//!
//! What a test can tell apart of an event is its kind and, for accesses and fences, its mode: 38 types. So a
//! test is a mask, and asking whether an event passes it is a shift.

#![deny(clippy::wildcard_enum_match_arm)]

use selvedge_core::{Event, EventKind, Mode};

use crate::evaluate::type_bits;
use crate::term::Set;
use crate::vocabulary::PREDICATES;

/// A set of types of events.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Types(u64);

/// Kinds of events that have a mode.
pub const WITH_MODE: [EventKind; 5] =
    [EventKind::Read, EventKind::UpdateRead, EventKind::Write, EventKind::UpdateWrite, EventKind::Fence];
/// Kinds of events whose mode means nothing.
pub const WITHOUT_MODE: [EventKind; 8] = [
    EventKind::Init,
    EventKind::Start,
    EventKind::Allocate,
    EventKind::Free,
    EventKind::Create,
    EventKind::Join,
    EventKind::Choose,
    EventKind::Finish,
];
const _: () = assert!(WITH_MODE.len() + WITHOUT_MODE.len() == EventKind::ALL.len(), "each kind is in one of the lists");
/// The modes.
pub const MODES: [Mode; 6] = [Mode::Plain, Mode::Relaxed, Mode::Acquire, Mode::Release, Mode::AcqRel, Mode::SeqCst];

/// The number of a type.
#[inline]
const fn number(kind: EventKind, mode: Mode) -> u32 {
    let mode = mode as u32;
    match kind {
        EventKind::Read => mode,
        EventKind::UpdateRead => 6 + mode,
        EventKind::Write => 12 + mode,
        EventKind::UpdateWrite => 18 + mode,
        EventKind::Fence => 24 + mode,
        EventKind::Init => 30,
        EventKind::Start => 31,
        EventKind::Allocate => 32,
        EventKind::Free => 33,
        EventKind::Create => 34,
        EventKind::Join => 35,
        EventKind::Choose => 36,
        EventKind::Finish => 37,
    }
}

fn all_types() -> impl Iterator<Item = (EventKind, Mode)> {
    let with_mode = WITH_MODE.into_iter().flat_map(|kind| MODES.into_iter().map(move |mode| (kind, mode)));
    with_mode.chain(WITHOUT_MODE.into_iter().map(|kind| (kind, Mode::Plain)))
}

impl Types {
    /// No event.
    pub const NONE: Types = Types(0);
    /// Every event.
    pub const ALL: Types = Types((1 << 38) - 1);

    /// The types of the events in a set. None if the set depends on more than types.
    pub fn of(set: &Set) -> Option<Types> {
        if set.predicates() >> PREDICATES.len() != 0 {
            return None;
        }
        let mut types = Types::NONE;
        for (kind, mode) in all_types() {
            if set.contains(type_bits(kind, mode)) {
                types.0 |= 1 << number(kind, mode);
            }
        }
        Some(types)
    }

    /// The events of these kinds.
    pub fn of_kinds(kinds: &[EventKind]) -> Types {
        let members = all_types().filter(|(kind, _)| kinds.contains(kind));
        Types(members.fold(0, |types, (kind, mode)| types | 1 << number(kind, mode)))
    }

    /// Events that are seq_cst.
    pub fn seq_cst() -> Types {
        Types(WITH_MODE.into_iter().fold(0, |types, kind| types | 1 << number(kind, Mode::SeqCst)))
    }

    /// Whether an event is in the set.
    #[inline]
    pub fn contains(self, event: &Event) -> bool {
        self.has(event.kind, event.mode)
    }

    /// Whether events of that kind and mode are in the set.
    #[inline]
    pub fn has(self, kind: EventKind, mode: Mode) -> bool {
        self.0 >> number(kind, mode) & 1 == 1
    }

    /// Whether there is no event in the set.
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether all events are in the set.
    pub fn is_all(self) -> bool {
        self == Types::ALL
    }

    /// Events in both.
    pub fn and(self, other: Types) -> Types {
        Types(self.0 & other.0)
    }

    /// Events in one or the other.
    pub fn or(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }

    /// Events in this set and not in the other.
    pub fn without(self, other: Types) -> Types {
        Types(self.0 & !other.0)
    }

    /// Whether the other set has all of this one.
    pub fn is_within(self, other: Types) -> bool {
        self.0 & !other.0 == 0
    }
}
