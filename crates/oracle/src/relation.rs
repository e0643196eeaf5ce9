//! Relations on at most 64 events, and the algebra that axioms are written in.
//!
//! A row of a relation is a machine word: bit `j` of row `i` says that event `i` is related to event `j`.
//! Relations are plain values without heap memory, so that an axiom reads like its definition: `a;b` is
//! `a.then(b)`, `a|b` is `a | b`, `a&b` is `a & b`, `a\b` is `a - b`, `[S];a` is `a.starting_in(s)`, `a;[S]`
//! is `a.ending_in(s)`.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

/// The largest number of events.
pub const CAPACITY: usize = 64;

/// A set of events.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EventSet(u64);

/// A binary relation on events.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Relation {
    size: usize,
    rows: [u64; CAPACITY],
}

impl EventSet {
    /// No event.
    pub const EMPTY: EventSet = EventSet(0);

    /// Puts an event in.
    pub fn insert(&mut self, event: usize) {
        self.0 |= 1 << event;
    }

    /// Whether the event is in the set.
    pub fn contains(self, event: usize) -> bool {
        self.0 >> event & 1 == 1
    }

    /// Whether there is no event in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The events, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let event = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (event < CAPACITY).then_some(event)
        })
    }
}

impl BitOr for EventSet {
    type Output = EventSet;

    fn bitor(self, other: EventSet) -> EventSet {
        EventSet(self.0 | other.0)
    }
}

impl BitAnd for EventSet {
    type Output = EventSet;

    fn bitand(self, other: EventSet) -> EventSet {
        EventSet(self.0 & other.0)
    }
}

impl Relation {
    /// The empty relation on events `0..size`. Panics when that is more than [`CAPACITY`].
    pub fn new(size: usize) -> Relation {
        assert!(size <= CAPACITY, "invariant: callers refuse larger executions");
        Relation { size, rows: [0; CAPACITY] }
    }

    /// The number of events.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Adds a pair.
    pub fn insert(&mut self, from: usize, to: usize) {
        debug_assert!(from < self.size && to < self.size);
        self.rows[from] |= 1 << to;
    }

    /// Relates an event to all events of a set.
    pub fn insert_all(&mut self, from: usize, to: EventSet) {
        self.rows[from] |= to.0;
    }

    /// Whether the pair is related.
    pub fn contains(&self, from: usize, to: usize) -> bool {
        self.rows[from] >> to & 1 == 1
    }

    /// `a;b`
    pub fn then(&self, other: Relation) -> Relation {
        let mut result = Relation::new(self.size);
        for from in 0..self.size {
            let mut middles = self.rows[from];
            let mut row = 0;
            while middles != 0 {
                row |= other.rows[middles.trailing_zeros() as usize];
                middles &= middles - 1;
            }
            result.rows[from] = row;
        }
        result
    }

    /// `a^-1`
    pub fn inverse(&self) -> Relation {
        let mut result = Relation::new(self.size);
        for from in 0..self.size {
            for to in EventSet(self.rows[from]).iter() {
                result.rows[to] |= 1 << from;
            }
        }
        result
    }

    /// `a+`
    pub fn plus(mut self) -> Relation {
        for middle in 0..self.size {
            let reached = self.rows[middle];
            if reached == 0 {
                continue;
            }
            for row in &mut self.rows[..self.size] {
                // All ones where the row reaches `middle`, zero elsewhere: no branch to mispredict.
                *row |= reached & (*row >> middle & 1).wrapping_neg();
            }
        }
        self
    }

    /// `a?`
    pub fn optional(mut self) -> Relation {
        for event in 0..self.size {
            self.rows[event] |= 1 << event;
        }
        self
    }

    /// `a*`
    pub fn star(self) -> Relation {
        self.plus().optional()
    }

    /// `a \ id`
    pub fn without_identity(mut self) -> Relation {
        for event in 0..self.size {
            self.rows[event] &= !(1 << event);
        }
        self
    }

    /// `[S];a`
    pub fn starting_in(mut self, set: EventSet) -> Relation {
        for from in 0..self.size {
            if !set.contains(from) {
                self.rows[from] = 0;
            }
        }
        self
    }

    /// `a;[S]`
    pub fn ending_in(mut self, set: EventSet) -> Relation {
        for row in &mut self.rows[..self.size] {
            *row &= set.0;
        }
        self
    }

    /// `[S]`, the identity on a set, among `size` events.
    pub fn identity(size: usize, set: EventSet) -> Relation {
        Relation::new(size).optional().ending_in(set)
    }

    /// Whether no events are related.
    pub fn is_empty(&self) -> bool {
        self.rows[..self.size].iter().all(|row| *row == 0)
    }

    /// Whether no event is related to itself.
    pub fn is_irreflexive(&self) -> bool {
        (0..self.size).all(|event| !self.contains(event, event))
    }

    /// Whether there is no cycle.
    pub fn is_acyclic(&self) -> bool {
        // Take away events that lead nowhere until none is left, or only events that lead to each other.
        let mut remaining = self.rows[..self.size].iter().enumerate().fold(0, |set, (event, _)| set | 1u64 << event);
        loop {
            let before = remaining;
            for event in EventSet(before).iter() {
                if self.rows[event] & remaining == 0 {
                    remaining &= !(1 << event);
                }
            }
            if remaining == 0 {
                return true;
            }
            if remaining == before {
                return false;
            }
        }
    }
}

impl BitOr for Relation {
    type Output = Relation;

    fn bitor(mut self, other: Relation) -> Relation {
        for event in 0..self.size {
            self.rows[event] |= other.rows[event];
        }
        self
    }
}

impl BitAnd for Relation {
    type Output = Relation;

    fn bitand(mut self, other: Relation) -> Relation {
        for event in 0..self.size {
            self.rows[event] &= other.rows[event];
        }
        self
    }
}

impl Sub for Relation {
    type Output = Relation;

    fn sub(mut self, other: Relation) -> Relation {
        for event in 0..self.size {
            self.rows[event] &= !other.rows[event];
        }
        self
    }
}

impl fmt::Debug for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = (0..self.size).flat_map(|from| EventSet(self.rows[from]).iter().map(move |to| (from, to)));
        f.debug_set().entries(pairs).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation(size: usize, pairs: &[(usize, usize)]) -> Relation {
        let mut result = Relation::new(size);
        for &(from, to) in pairs {
            result.insert(from, to);
        }
        result
    }

    fn set(events: &[usize]) -> EventSet {
        let mut result = EventSet::EMPTY;
        for &event in events {
            result.insert(event);
        }
        result
    }

    /// Some relations of every shape, from a small generator.
    fn samples(size: usize, count: usize) -> Vec<Relation> {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let sample = |edges: usize, next: &mut dyn FnMut() -> u64| {
            let mut result = Relation::new(size);
            for _ in 0..edges {
                result.insert(next() as usize % size, next() as usize % size);
            }
            result
        };
        (0..count).map(|i| sample(i % (2 * size), &mut next)).collect()
    }

    #[test]
    fn composition_follows_pairs() {
        let a = relation(4, &[(0, 1), (2, 1), (3, 3)]);
        let b = relation(4, &[(1, 2), (1, 0), (3, 1)]);
        assert_eq!(a.then(b), relation(4, &[(0, 2), (0, 0), (2, 2), (2, 0), (3, 1)]));
    }

    #[test]
    fn set_operations_work_on_pairs() {
        let a = relation(3, &[(0, 1), (1, 2)]);
        let b = relation(3, &[(1, 2), (2, 2)]);
        assert_eq!(a | b, relation(3, &[(0, 1), (1, 2), (2, 2)]));
        assert_eq!(a & b, relation(3, &[(1, 2)]));
        assert_eq!(a - b, relation(3, &[(0, 1)]));
        assert_eq!(a.inverse(), relation(3, &[(1, 0), (2, 1)]));
        assert_eq!(b.without_identity(), relation(3, &[(1, 2)]));
    }

    #[test]
    fn restriction_is_composition_with_an_identity() {
        let ends = set(&[1, 3, 6]);
        for r in samples(7, 60) {
            let on = Relation::identity(7, ends);
            assert_eq!(r.starting_in(ends), on.then(r));
            assert_eq!(r.ending_in(ends), r.then(on));
        }
    }

    #[test]
    fn closure_is_the_least_transitive_relation() {
        assert_eq!(relation(3, &[(0, 1), (1, 2)]).plus(), relation(3, &[(0, 1), (1, 2), (0, 2)]));
        for r in samples(9, 100) {
            let mut powers = r;
            for _ in 0..9 {
                powers = powers | powers.then(r);
            }
            assert_eq!(r.plus(), powers);
            assert_eq!(r.star(), powers | Relation::new(9).optional());
        }
    }

    #[test]
    fn acyclic_means_an_irreflexive_closure() {
        for r in samples(9, 200) {
            assert_eq!(r.is_acyclic(), r.plus().is_irreflexive());
        }
        assert!(!relation(2, &[(1, 1)]).is_acyclic());
        assert!(Relation::new(0).is_acyclic());
    }

    #[test]
    fn the_largest_event_is_no_special_case() {
        let full = CAPACITY - 1;
        let chain: Vec<_> = (0..full).map(|event| (event, event + 1)).collect();
        let r = relation(CAPACITY, &chain);
        assert!(r.is_acyclic());
        assert!(r.plus().contains(0, full));
        assert!(!(r | relation(CAPACITY, &[(full, 0)])).is_acyclic());
        assert_eq!(set(&[0, full]).iter().collect::<Vec<_>>(), [0, full]);
    }
}
