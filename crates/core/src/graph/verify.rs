//! What it means for a graph to be well-formed.
//!
//! [`Graph::verify`] checks, from scratch and without any shortcut that the rest of the code takes:
//!
//! 1. *Threads.* Event `i` of thread `t` has index `i` and thread `t`; ids grow along program order; the
//!    first event is a [`EventKind::Start`] and no other is; nothing follows a [`EventKind::Finish`].
//! 2. *Order.* The list by age contains each event of each thread once, and the initial event, with falling
//!    ids.
//! 3. *Locations.* The list of a location contains its accesses, each once, with falling ids.
//! 4. *Reads-from.* Each read is bound to a live write of its location, or the initial event, has that
//!    write's value (if no other location shares bytes with it), and is in exactly that write's list of
//!    readers; the list contains nothing else.
//! 5. *Coherence.* The list of a location contains its writes, each once; links agree in both directions.
//! 6. *Updates.* An update's read is directly followed by its write, of the same location, and that directly
//!    follows in coherence the write the read reads from.
//! 7. *Creation and joining.* A start names the creation that made it, unless it runs from the beginning, and
//!    each creation has its start; a join names the end of the thread that knows it as its joiner.
//! 8. *Causality.* The causal clock of each event is exactly what a search backwards from its predecessor
//!    finds, and does not contain the event.
//! 9. *Counters.* The numbers of events, in all and by mode, of plain accesses and of joins are right.

use std::collections::{BTreeMap, BTreeSet};

use super::Graph;
use crate::event::EventKind;
use crate::ids::{EventId, LocId, ThreadId};
use crate::model::PORF;
use crate::ordering::Mode;

/// A broken invariant: its number in the list above, and what is wrong.
type Broken = (u32, String);

impl Graph {
    /// Checks every invariant. A run that exists only to generate revisits breaks invariant 6 on purpose.
    pub fn verify(&self) -> Result<(), String> {
        self.verify_threads()
            .and_then(|()| self.verify_order())
            .and_then(|()| self.verify_locations())
            .and_then(|()| self.verify_reads())
            .and_then(|()| self.verify_coherence())
            .and_then(|()| self.verify_updates())
            .and_then(|()| self.verify_creation())
            .and_then(|()| self.verify_causality())
            .and_then(|()| self.verify_counters())
            .map_err(|(number, what)| format!("invariant {number}: {what}"))
    }

    fn live_events(&self) -> impl Iterator<Item = EventId> + '_ {
        self.threads.iter().flat_map(|thread| thread.events.iter().copied())
    }

    fn verify_threads(&self) -> Result<(), Broken> {
        for (t, thread) in self.threads.iter().enumerate() {
            for (i, &id) in thread.events.iter().enumerate() {
                let event = &self[id];
                ensure(1, event.thread == ThreadId(t as u32), || format!("{id:?} is in the wrong thread"))?;
                ensure(1, event.index == i as u32, || format!("{id:?} is at the wrong index"))?;
                ensure(1, i == 0 || thread.events[i - 1] < id, || format!("{id:?} is older than its predecessor"))?;
                ensure(1, (i == 0) == (event.kind.starts_thread()), || format!("{id:?}: start out of place"))?;
                let last = i + 1 == thread.events.len();
                ensure(1, last || !event.kind.ends_thread(), || format!("{id:?}: something follows the end"))?;
            }
        }
        Ok(())
    }

    fn verify_order(&self) -> Result<(), Broken> {
        let listed: Vec<EventId> = self.newest_first().collect();
        ensure(2, listed.is_sorted_by(|a, b| a > b), || "the list by age is not sorted".into())?;
        let mut expected: Vec<EventId> = self.live_events().chain([EventId::INIT]).collect();
        expected.sort_by(|a, b| b.cmp(a));
        ensure(2, listed == expected, || format!("the list by age is {listed:?}, the events are {expected:?}"))
    }

    fn verify_locations(&self) -> Result<(), Broken> {
        let mut expected: BTreeMap<LocId, Vec<EventId>> = BTreeMap::new();
        for id in self.newest_first().filter(|&id| self[id].loc != LocId::NONE) {
            expected.entry(self[id].loc).or_default().push(id);
        }
        for loc in self.locations() {
            let listed: Vec<EventId> = self.accesses_newest_first(loc).collect();
            let accesses = expected.remove(&loc).unwrap_or_default();
            ensure(3, listed == accesses, || format!("accesses of {loc:?} are {accesses:?}, listed {listed:?}"))?;
        }
        Ok(())
    }

    fn verify_reads(&self) -> Result<(), Broken> {
        let mut readers: BTreeMap<(LocId, EventId), BTreeSet<EventId>> = BTreeMap::new();
        for id in self.live_events().filter(|&id| self[id].is_read()) {
            let read = &self[id];
            ensure(4, read.from.is_some() && self.is_live(read.from), || format!("{id:?} reads from nothing"))?;
            let write = &self[read.from];
            let right = read.from.is_init() || write.is_write() && write.loc == read.loc;
            ensure(4, right, || format!("{id:?} reads from elsewhere"))?;
            let value = self.value_of(read.loc, read.from);
            let alone = self.overlapping(read.loc).is_empty();
            ensure(4, value == read.value || !alone, || {
                format!("{id:?} has another value than the write it reads from")
            })?;
            readers.entry((read.loc, read.from)).or_default().insert(id);
        }
        for loc in self.locations() {
            for write in self.coherence(loc).chain([EventId::INIT]) {
                let listed: Vec<EventId> = self.readers(loc, write).collect();
                let set: BTreeSet<EventId> = listed.iter().copied().collect();
                let expected = readers.remove(&(loc, write)).unwrap_or_default();
                let right = set.len() == listed.len() && set == expected;
                ensure(4, right, || format!("readers of {write:?} are {expected:?}, listed {listed:?}"))?;
            }
        }
        ensure(4, readers.is_empty(), || format!("some reads are nobody's readers: {readers:?}"))
    }

    fn verify_coherence(&self) -> Result<(), Broken> {
        for loc in self.locations() {
            let mut expected: BTreeSet<EventId> =
                self.live_events().filter(|&id| self[id].is_write() && self[id].loc == loc).collect();
            let mut prev = EventId::INIT;
            for write in self.coherence(loc) {
                ensure(5, expected.remove(&write), || format!("{write:?} does not belong in coherence"))?;
                ensure(5, self[write].links.prev == prev, || format!("{write:?} has the wrong predecessor"))?;
                prev = write;
            }
            ensure(5, self.co_last(loc) == prev, || format!("the last write of {loc:?} is wrong"))?;
            ensure(5, expected.is_empty(), || format!("not in coherence: {expected:?}"))?;
        }
        Ok(())
    }

    fn verify_updates(&self) -> Result<(), Broken> {
        for id in self.live_events() {
            match self[id].kind {
                EventKind::UpdateRead => {
                    let write = self.po_next(id).filter(|&next| self[next].kind.ends_update());
                    let Some(write) = write else { return Err((6, format!("{id:?} has lost its write"))) };
                    ensure(6, self[write].loc == self[id].loc, || format!("{write:?} writes elsewhere"))?;
                    let adjacent = self[write].links.prev == self[id].from;
                    ensure(6, adjacent, || format!("something is between {write:?} and its source"))?;
                }
                EventKind::UpdateWrite => {
                    let read = self.po_prev(id).filter(|&prev| self[prev].kind.begins_update());
                    ensure(6, read.is_some(), || format!("{id:?} has lost its read"))?;
                }
                EventKind::Init
                | EventKind::Start
                | EventKind::Read
                | EventKind::Write
                | EventKind::Fence
                | EventKind::Allocate
                | EventKind::Free
                | EventKind::Create
                | EventKind::Join
                | EventKind::Choose
                | EventKind::Finish => {}
            }
        }
        Ok(())
    }

    fn verify_creation(&self) -> Result<(), Broken> {
        for id in self.live_events() {
            let event = &self[id];
            match event.kind {
                EventKind::Start if event.from.is_some() => {
                    let right = self.is_live(event.from) && self[event.from].kind.creates_thread();
                    ensure(7, right, || format!("{id:?} was created by nobody"))?;
                }
                EventKind::Create => {
                    let start = self.thread(ThreadId(event.value.0 as u32)).first();
                    let right = start.is_some_and(|&start| self[start].from == id);
                    ensure(7, right, || format!("the thread that {id:?} creates has not been started"))?;
                }
                EventKind::Join => {
                    let right = self.is_live(event.from) && self[event.from].kind.ends_thread();
                    ensure(7, right, || format!("{id:?} waits for no end"))?;
                    let joiner = self.joiner(self[event.from].thread);
                    ensure(7, joiner == Some(id), || format!("the thread does not know its joiner {id:?}"))?;
                }
                EventKind::Init
                | EventKind::Start
                | EventKind::Read
                | EventKind::UpdateRead
                | EventKind::Write
                | EventKind::UpdateWrite
                | EventKind::Fence
                | EventKind::Allocate
                | EventKind::Free
                | EventKind::Choose
                | EventKind::Finish => {}
            }
        }
        for thread in self.threads.iter() {
            if let Some(joiner) = thread.joiner {
                ensure(7, self.is_live(joiner), || format!("joiner {joiner:?} is gone"))?;
            }
        }
        Ok(())
    }

    fn verify_causality(&self) -> Result<(), Broken> {
        let mut past: BTreeMap<EventId, BTreeSet<EventId>> = BTreeMap::new();
        for id in self.live_events() {
            let mut found = BTreeSet::new();
            let mut pending: Vec<EventId> = self.po_prev(id).into_iter().collect();
            while let Some(event) = pending.pop() {
                if event.is_init() || !found.insert(event) {
                    continue;
                }
                pending.extend(self.po_prev(event));
                pending.extend(self[event].from.some());
            }
            past.insert(id, found);
        }
        for (&id, found) in &past {
            let clock = self.clock(id, PORF);
            let contained: BTreeSet<EventId> = self.live_events().filter(|&e| clock.contains(&self[e])).collect();
            ensure(8, &contained == found, || format!("past of {id:?} is {found:?}, its clock says {contained:?}"))?;
            ensure(8, !found.contains(&id), || format!("{id:?} is in its own past"))?;
        }
        Ok(())
    }

    fn verify_counters(&self) -> Result<(), Broken> {
        ensure(9, self.live == self.live_events().count() + 1, || "the number of events is wrong".into())?;
        let mut modes = [0; Mode::COUNT];
        self.live_events().for_each(|event| modes[self[event].mode as usize] += 1);
        ensure(9, self.modes == modes, || "the number of events of a mode is wrong".into())?;
        for thread in &self.threads {
            let joins = thread.events.iter().filter(|&&event| self[event].kind.joins_thread()).count();
            ensure(9, thread.joins as usize == joins, || "the number of joins of a thread is wrong".into())?;
        }
        for loc in self.locations() {
            let plain = self.accesses_newest_first(loc).filter(|&e| self[e].mode == Mode::Plain).count();
            let counted = self.locations[loc.0 as usize].plain as usize;
            ensure(9, counted == plain, || format!("the number of plain accesses of {loc:?} is wrong"))?;
        }
        Ok(())
    }
}

fn ensure(number: u32, holds: bool, what: impl FnOnce() -> String) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err((number, what())) }
}
