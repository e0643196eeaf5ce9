//! Rounds of loops, taken again and again: whether threads that go round can do so for ever.
//!
//! A round is a list of accesses with what each read saw and what each write wrote. Threads hang if memory
//! can come to a state in which each of them, alone, takes its round once more, sees what it saw, and leaves
//! memory as it was. Mostly that is the memory which the run has left. But where rounds write, a thread may
//! stand in the middle of its own while others take theirs: one that holds a lock between its rounds, and
//! lets it go for a moment in each, does not keep others from theirs. So the states are listed that the
//! threads come to by their rounds, from where they stand; there are few.

use selvedge_core::{Event, EventId, LocId, Value};
use std::collections::HashSet;

/// Some locations and what they hold.
pub(super) type Memory = Vec<(LocId, Value)>;

/// States that are looked at.
const MOST_STATES: usize = 2_000;

/// An access of a round: both halves of an update are one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Access {
    pub loc: LocId,
    pub sees: Option<Value>,
    pub writes: Option<Value>,
}

/// A round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Lap {
    accesses: Vec<Access>,
    /// The read that keeps the thread going round, as far as one can say.
    pub read: Option<EventId>,
}

/// Where each thread stands in its round, and what memory holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct State {
    /// The number of the next access of each.
    pub at: Vec<usize>,
    /// What is not named here is as the run has left it.
    pub memory: Memory,
}

/// Whether the threads can come to some state by their rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// To this one.
    State(State),
    /// To none.
    None,
    /// There are too many.
    Unknown,
}

impl Lap {
    /// The round that these events are. Nothing if it is not determined by what was read.
    pub fn new<'e>(events: impl Iterator<Item = (EventId, &'e Event)>) -> Option<Lap> {
        let mut lap = Lap::default();
        let mut reads = Vec::new();
        for (id, event) in events {
            let Event { kind, loc, value, .. } = *event;
            if kind.chooses() {
                return None;
            }
            match lap.accesses.last_mut() {
                Some(read) if kind.ends_update() => read.writes = Some(value),
                _ if event.is_read() => {
                    lap.accesses.push(Access { loc, sees: Some(value), writes: None });
                    reads.push((id, loc));
                }
                _ if kind.is_write() => lap.accesses.push(Access { loc, sees: None, writes: Some(value) }),
                _ => {}
            }
        }
        // What it waits for is rather in something that it does not write itself.
        let foreign = |(_, loc): &&(EventId, LocId)| !lap.written().any(|written| written == *loc);
        lap.read = reads.iter().rev().find(foreign).or(reads.last()).map(|(id, _)| *id);
        Some(lap)
    }

    /// The round that these accesses are.
    pub fn of(accesses: Vec<Access>) -> Lap {
        Lap { accesses, read: None }
    }

    /// The locations that it writes to.
    pub fn written(&self) -> impl Iterator<Item = LocId> {
        self.accesses.iter().filter(|access| access.writes.is_some()).map(|access| access.loc)
    }

    /// Takes so many accesses, from this one on. False if a read would see something else.
    fn run(&self, from: usize, count: usize, memory: &mut Memory, first: &impl Fn(LocId) -> Value) -> bool {
        let count_from = self.accesses.iter().cycle().skip(from).take(count);
        for &Access { loc, sees, writes } in count_from {
            if sees.is_some_and(|value| held(memory, loc, first) != value) {
                return false;
            }
            if let Some(value) = writes {
                put(memory, loc, value);
            }
        }
        true
    }

    /// Whether the thread, which stands before this access, takes a whole round and leaves memory as it was.
    pub fn comes_back(&self, from: usize, memory: &Memory, first: &impl Fn(LocId) -> Value) -> bool {
        let mut after = memory.clone();
        self.run(from, self.accesses.len(), &mut after, first)
            && after.iter().all(|&(loc, value)| held(memory, loc, first) == value)
    }
}

/// What a location holds: what a memory says, or what it held in the beginning.
pub(super) fn held(memory: &Memory, loc: LocId, first: &impl Fn(LocId) -> Value) -> Value {
    memory.iter().find(|(other, _)| *other == loc).map_or_else(|| first(loc), |(_, value)| *value)
}

/// Puts something into a memory.
pub(super) fn put(memory: &mut Memory, loc: LocId, value: Value) {
    match memory.iter_mut().find(|(other, _)| *other == loc) {
        Some((_, known)) => *known = value,
        None => memory.push((loc, value)),
    }
}

/// Whether threads can go round for ever, each by itself, in a state like this that they can come to. What
/// memory does not name holds what it held `first`.
pub(super) fn go_round(
    laps: &[Lap],
    from: &State,
    first: impl Fn(LocId) -> Value,
    accepts: impl Fn(&Memory) -> bool,
) -> Reach {
    let all_come_back = |State { at, memory }: &State| {
        accepts(memory) && laps.iter().zip(at).all(|(lap, &from)| lap.comes_back(from, memory, &first))
    };
    reach(laps, from, &first, all_come_back)
}

/// Whether threads can come to a state like this.
pub(super) fn reach(
    laps: &[Lap],
    from: &State,
    first: &impl Fn(LocId) -> Value,
    is_it: impl Fn(&State) -> bool,
) -> Reach {
    let mut beginning = from.clone();
    // In one order for each state.
    for loc in laps.iter().flat_map(Lap::written) {
        let now = held(&beginning.memory, loc, first);
        put(&mut beginning.memory, loc, now);
    }
    let mut seen = HashSet::from([beginning.clone()]);
    let mut open = vec![beginning];
    while let Some(state) = open.pop() {
        if is_it(&state) {
            return Reach::State(state);
        }
        for (thread, lap) in laps.iter().enumerate() {
            // What is only read makes no difference to others.
            if lap.written().next().is_none() {
                continue;
            }
            let mut next = state.clone();
            if !lap.run(state.at[thread], 1, &mut next.memory, first) {
                continue;
            }
            next.at[thread] = (state.at[thread] + 1) % lap.accesses.len();
            if seen.len() >= MOST_STATES {
                return Reach::Unknown;
            }
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    Reach::None
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: LocId = LocId(0);
    const LOCK: LocId = LocId(1);

    fn lap(accesses: &[(LocId, Option<u64>, Option<u64>)]) -> Lap {
        let access = |&(loc, sees, writes): &(LocId, Option<u64>, Option<u64>)| Access {
            loc,
            sees: sees.map(Value),
            writes: writes.map(Value),
        };
        Lap::of(accesses.iter().map(access).collect())
    }

    fn of(laps: &[Lap], lock: u64) -> Reach {
        let from = State { at: vec![0; laps.len()], memory: vec![(LOCK, Value(lock))] };
        go_round(laps, &from, |_| Value(0), |_| true)
    }

    fn lock() -> (LocId, Option<u64>, Option<u64>) {
        (LOCK, Some(0), Some(1))
    }

    fn unlock() -> (LocId, Option<u64>, Option<u64>) {
        (LOCK, None, Some(0))
    }

    fn sees(value: u64) -> (LocId, Option<u64>, Option<u64>) {
        (X, Some(value), None)
    }

    #[test]
    fn who_only_reads_goes_round_where_nothing_changes() {
        assert!(matches!(of(&[lap(&[sees(0)])], 0), Reach::State(_)));
        assert_eq!(of(&[lap(&[sees(1)])], 0), Reach::None);
        assert_eq!(of(&[lap(&[sees(0)]), lap(&[sees(1)])], 0), Reach::None);
    }

    #[test]
    fn a_lock_that_is_held_between_rounds_is_free_within_them() {
        let between = lap(&[sees(0), unlock(), lock()]);
        let within = lap(&[lock(), sees(0), unlock()]);
        assert_eq!(
            of(&[between.clone(), within.clone()], 1),
            Reach::State(State { at: vec![2, 0], memory: vec![(LOCK, Value(0))] })
        );
        // Nobody lets it go.
        assert_eq!(of(&[lap(&[sees(0)]), within.clone()], 1), Reach::None);
        assert_eq!(of(&[between, lap(&[lock(), sees(1), unlock()])], 1), Reach::None);
    }

    #[test]
    fn a_round_that_leaves_something_behind_is_not_taken_for_ever() {
        assert_eq!(of(&[lap(&[(X, Some(0), Some(1))])], 0), Reach::None);
        assert!(matches!(of(&[lap(&[(X, Some(0), Some(0))])], 0), Reach::State(_)));
    }

    #[test]
    fn too_many_states_are_not_looked_at() {
        let busy = |loc: u32| {
            let accesses: Vec<_> = (1..9).map(|value| (LocId(loc), Some(value - 1), Some(value))).collect();
            lap(&[accesses.as_slice(), &[(LocId(loc), Some(8), Some(0)), (X, Some(1), None)]].concat())
        };
        assert_eq!(of(&[2, 3, 4, 5].map(busy), 0), Reach::Unknown);
    }
}
