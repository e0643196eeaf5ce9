//! Locations that share bytes.
//!
//! A location is a range of bytes that is accessed as a whole. In a program whose addresses count bytes, two
//! locations can overlap, and what is written to one can then be read through the other. There are no edges
//! between the two: the search sees to it that two accesses of different locations that overlap, one of them
//! a write, are ordered by happens-before, or else reports them. So a read sees, byte by byte, the later of
//! the write it reads from and the last writes to the locations around it, and which one is later is in the
//! causal clocks. Decision 0014 has the argument that this is all there is to it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::Graph;
use crate::action::Access;
use crate::event::Event;
use crate::ids::{EventId, LocId};
use crate::program::Program;
use crate::value::{Address, Value, Width};

/// How accesses of different sizes are treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// A plain access. It can be cut into pieces, and is, where another plain access begins or ends within
    /// it.
    Plain,
    /// As before, and it is also cut where an atomic access begins or ends within it.
    Cut,
    /// An atomic access, which is whole.
    Atomic,
}

/// Where the locations of a byte-addressed program lie.
#[derive(Clone, Debug, Default)]
pub(super) struct Extents {
    /// Plain accesses by their first bytes. No two overlap.
    plain: BTreeMap<Address, Access>,
    atomic: BTreeSet<Access>,
    /// Those of the plain ones that are cut at the ends of atomic ones.
    cut: BTreeSet<Access>,
    /// For each location, those that share bytes with it. Empty as long as none do.
    overlapping: Vec<Vec<LocId>>,
}

impl Extents {
    /// Notes an access. The other one if one of the two has to be cut.
    fn occupy(&mut self, at: Access, manner: Manner) -> Option<Access> {
        let plain = self.plain.range(..Address(end_of(at))).next_back().map(|(_, other)| *other);
        let plain = plain.filter(|other| overlap(*other, at));
        let near = |accesses: &BTreeSet<Access>, keep: &dyn Fn(Access) -> bool| {
            let first = Access { address: Address(at.address.0.saturating_sub(15)), width: Width::W8 };
            let range = accesses.range(first..).take_while(|other| other.address.0 < end_of(at));
            range.copied().find(|&other| overlap(other, at) && keep(other))
        };
        let other = match manner {
            Manner::Atomic => near(&self.cut, &|cut| !contains(at, cut)),
            Manner::Plain => plain.filter(|other| *other != at),
            Manner::Cut => {
                plain.filter(|other| *other != at).or_else(|| near(&self.atomic, &|atomic| !contains(atomic, at)))
            }
        };
        if other.is_some() {
            return other;
        }
        match manner {
            Manner::Atomic => _ = self.atomic.insert(at),
            Manner::Plain => _ = self.plain.insert(at.address, at),
            Manner::Cut => _ = (self.plain.insert(at.address, at), self.cut.insert(at)),
        }
        None
    }
}

impl Graph {
    /// Notes where an access lies. Nothing if it can stay as it is; the other access if one of the two has to
    /// be cut.
    pub fn occupy(&mut self, at: Access, manner: Manner) -> Option<Access> {
        self.extents.occupy(at, manner)
    }

    /// All accesses that were noted.
    pub fn occupied(&self) -> Vec<(Access, Manner)> {
        let Extents { plain, atomic, cut, .. } = &self.extents;
        let manner = |at: &Access| if cut.contains(at) { Manner::Cut } else { Manner::Plain };
        let plain = plain.values().map(|at| (*at, manner(at)));
        plain.chain(atomic.iter().map(|at| (*at, Manner::Atomic))).collect()
    }

    /// Finds the locations that share bytes with a new one.
    pub(super) fn find_overlapping(&mut self, loc: LocId) {
        let at = self.access(loc);
        let near = (at.address.0.saturating_sub(15)..end_of(at)).map(Address);
        let widths = [Width::W8, Width::W16, Width::W32, Width::W64, Width::W128];
        let ranges = near.flat_map(|address| widths.map(|width| Access { address, width }));
        let found: Vec<LocId> = ranges
            .filter(|&other| other != at && overlap(other, at))
            .filter_map(|other| self.by_extent.get(&other).copied())
            .collect();
        if found.is_empty() {
            return;
        }
        self.structure_version += 1;
        for &part in found.iter().chain([&loc]) {
            self.location_mut(part).is_part = true;
        }
        let table = &mut self.extents.overlapping;
        table.resize(self.locations.len(), Vec::new());
        for &other in &found {
            table[other.0 as usize].push(loc);
        }
        table[loc.0 as usize] = found;
    }

    /// A number that is greater when more locations share bytes.
    #[inline]
    pub fn overlaps(&self) -> usize {
        self.extents.overlapping.len()
    }

    /// The other locations that share bytes with this one.
    #[inline]
    pub fn overlapping(&self, loc: LocId) -> &[LocId] {
        self.extents.overlapping.get(loc.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// Whether two locations are the same or share bytes.
    #[inline]
    pub fn same_place(&self, first: LocId, second: LocId) -> bool {
        first == second || self.overlapping(first).contains(&second)
    }

    /// The range of bytes that a location is.
    pub fn access(&self, loc: LocId) -> Access {
        self.locations[loc.0 as usize].at
    }

    /// The value that a new read of the location would see if it read from `source`, with what has been
    /// written since to locations that share bytes with it.
    #[inline]
    pub fn value_seen<P: Program>(&self, program: &P, loc: LocId, source: EventId) -> Value {
        match self.overlapping(loc) {
            [] => self.value_of(loc, source),
            _ => self.composed(program, loc, source, |other| self.co_last(other)),
        }
    }

    /// The value that a read sees if it reads from `source`. As [`Graph::value_seen`], unless something is
    /// not ordered.
    #[inline]
    pub fn value_read<P: Program>(&self, program: &P, read: EventId, source: EventId) -> Value {
        let Event { loc, .. } = self[read];
        match self.overlapping(loc) {
            [] => self.value_of(loc, source),
            _ => self.composed(program, loc, source, |other| self.last_known(other, read)),
        }
    }

    #[cold]
    fn composed<P: Program>(&self, program: &P, loc: LocId, source: EventId, last: impl Fn(LocId) -> EventId) -> Value {
        if !self.overlapping(loc).iter().any(|&other| self.is_later(last(other), source)) {
            return self.value_of(loc, source);
        }
        let at = self.access(loc);
        let bytes_of = |value: Value, width: Width| match value {
            Value::NOTHING => [None; 16],
            value => {
                let (bytes, known) = (program.bytes(value, width).to_le_bytes(), program.known_bytes(value, width));
                std::array::from_fn(|at| (known >> at & 1 == 1).then_some(bytes[at]))
            }
        };
        let mut bytes = bytes_of(self.value_of(loc, source), at.width);
        for (write, range) in self.later_parts(loc, source, last) {
            let there = self.access(self[write].loc);
            let written = bytes_of(self[write].value, there.width);
            for address in range {
                bytes[(address - at.address.0) as usize] = written[(address - there.address.0) as usize];
            }
        }
        // A value is defined as a whole or not at all.
        if bytes[..at.width.bytes() as usize].contains(&None) {
            return Value::NOTHING;
        }
        program.word(u128::from_le_bytes(bytes.map(Option::unwrap_or_default)), at.width)
    }

    /// The last write that a read sees some bytes of: the one it reads from, or one to a location around its
    /// own.
    pub fn last_seen(&self, read: EventId) -> EventId {
        let Event { loc, from, .. } = self[read];
        self.later_parts(loc, from, |other| self.last_known(other, read)).last().map_or(from, |(write, _)| *write)
    }

    /// What a read of a location reads from if this is the last write it sees some bytes of: the write
    /// itself, or if that is to a location that shares bytes with it, the last one to its own that comes
    /// before.
    pub fn own_source(&self, loc: LocId, seen: EventId) -> EventId {
        if seen.is_init() || self[seen].loc == loc { seen } else { self.last_known(loc, seen) }
    }

    /// The last write to a location that is in the causal past of an event.
    fn last_known(&self, loc: LocId, event: EventId) -> EventId {
        let causes = self.causes(event);
        let mut write = self.co_last(loc);
        while !write.is_init() && !causes.contains(&self[write]) {
            write = self.co_prev(write);
        }
        write
    }

    /// The writes to locations around this one that a read of it sees, which reads from `source`, given the
    /// last write to each of them; and the addresses of the bytes that it sees of each, in the order in which
    /// they were written.
    fn later_parts(&self, loc: LocId, source: EventId, last: impl Fn(LocId) -> EventId) -> Vec<(EventId, Range<u64>)> {
        let at = self.access(loc);
        let last = self.overlapping(loc).iter().map(|&other| last(other));
        let mut later: Vec<EventId> = last.filter(|&last| self.is_later(last, source)).collect();
        let all = later.clone();
        later.sort_by_cached_key(|&write| all.iter().filter(|&&other| self.is_later(write, other)).count());
        let range = |write: EventId| {
            let there = self.access(self[write].loc);
            there.address.0.max(at.address.0)..end_of(there).min(end_of(at))
        };
        later.into_iter().map(|write| (write, range(write))).collect()
    }

    /// Whether some byte of the location has never been written, for a read that reads from the initial
    /// event.
    pub fn is_partly_initial(&self, loc: LocId) -> bool {
        let at = self.access(loc);
        let parts = self.later_parts(loc, EventId::INIT, |other| self.co_last(other));
        (at.address.0..end_of(at)).any(|byte| !parts.iter().any(|(_, range)| range.contains(&byte)))
    }

    /// Whether one write is after another one, of another location. The initial one is before all others.
    fn is_later(&self, write: EventId, other: EventId) -> bool {
        !write.is_init() && (other.is_init() || self.causes(write).contains(&self[other]))
    }
}

fn end_of(at: Access) -> u64 {
    at.address.0.saturating_add(at.width.bytes())
}

fn overlap(first: Access, second: Access) -> bool {
    first.address.0 < end_of(second) && second.address.0 < end_of(first)
}

/// Whether the first has all bytes of the second.
fn contains(first: Access, second: Access) -> bool {
    first.address <= second.address && end_of(second) <= end_of(first)
}
