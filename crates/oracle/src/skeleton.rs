//! The events of a candidate as sets and relations: everything an axiom may speak about but coherence.
//!
//! Besides what the threads did there is an event for the initial value of each location, which precedes
//! everything in program order, and one for the start of each thread and for the end of each thread that
//! finished.

use std::collections::BTreeMap;

use selvedge_core::execution::End;
use selvedge_core::{Address, Mode};

use crate::TooLarge;
use crate::candidate::{Candidate, Event, EventKind};
use crate::relation::{CAPACITY, EventSet, Relation};

/// Sets and relations of a candidate. An update is one event, in `reads`, `writes` and `updates`.
#[derive(Clone, Debug)]
pub struct Skeleton {
    /// The number of events.
    pub size: usize,
    /// `R`: loads and updates.
    pub reads: EventSet,
    /// `W`: stores, updates and initial values.
    pub writes: EventSet,
    /// Read-modify-writes that wrote.
    pub updates: EventSet,
    /// `F`
    pub fences: EventSet,
    /// `TB`: starts of threads.
    pub starts: EventSet,
    /// `TE`: ends of threads.
    pub ends: EventSet,
    /// `TC`: creations of threads.
    pub spawns: EventSet,
    /// `TJ`
    pub joins: EventSet,
    /// Atomic accesses, at least relaxed.
    pub atomic: EventSet,
    /// `ACQ`: accesses and fences with acquire or stronger.
    pub acquire: EventSet,
    /// `REL`: accesses and fences with release or stronger.
    pub release: EventSet,
    /// `SC`: accesses and fences.
    pub seq_cst: EventSet,
    /// Program order.
    pub po: Relation,
    /// Reads-from.
    pub rf: Relation,
    /// From the creation of a thread to its start, from its end to the join.
    pub asw: Relation,
    /// Pairs of accesses to the same location.
    pub same_location: Relation,
    /// Pairs of events of the same thread.
    pub same_thread: Relation,
    initial: BTreeMap<Address, usize>,
}

impl Skeleton {
    pub(crate) fn new(candidate: &Candidate) -> Result<Skeleton, TooLarge> {
        let mut initial = BTreeMap::new();
        for address in candidate.events.iter().filter_map(|event| event.kind.address()) {
            let next = candidate.events.len() + initial.len();
            initial.entry(address).or_insert(next);
        }
        let first_start = candidate.events.len() + initial.len();
        let threads = candidate.threads.len();
        let size = first_start + 2 * threads;
        if size > CAPACITY {
            return Err(TooLarge::Events);
        }
        let mut skeleton = Skeleton::empty(size, initial);
        let mut of_thread = vec![EventSet::EMPTY; threads];
        let mut of_location: BTreeMap<Address, EventSet> = BTreeMap::new();
        for (&address, &event) in &skeleton.initial {
            skeleton.writes.insert(event);
            of_location.entry(address).or_default().insert(event);
        }
        for (index, event) in candidate.events.iter().enumerate() {
            skeleton.classify(index, event, first_start);
            of_thread[event.thread].insert(index);
            if let Some(address) = event.kind.address() {
                of_location.entry(address).or_default().insert(index);
            }
        }
        for (thread, info) in candidate.threads.iter().enumerate() {
            let start = first_start + 2 * thread;
            skeleton.starts.insert(start);
            skeleton.order_thread(start, of_thread[thread], matches!(info.end, End::Finished(_)));
        }
        for accesses in of_location.values() {
            for access in accesses.iter() {
                skeleton.same_location.insert_all(access, *accesses);
            }
        }
        Ok(skeleton)
    }

    /// The event that gives a location its initial value.
    pub fn initial(&self, address: Address) -> usize {
        self.initial[&address]
    }

    fn empty(size: usize, initial: BTreeMap<Address, usize>) -> Skeleton {
        let (none, unrelated) = (EventSet::EMPTY, Relation::new(size));
        Skeleton {
            size,
            reads: none,
            writes: none,
            updates: none,
            fences: none,
            starts: none,
            ends: none,
            spawns: none,
            joins: none,
            atomic: none,
            acquire: none,
            release: none,
            seq_cst: none,
            po: unrelated,
            rf: unrelated,
            asw: unrelated,
            same_location: unrelated,
            same_thread: unrelated,
            initial,
        }
    }

    /// Puts an event of a thread into its sets, and relates it to the events it reads from, starts or saw the
    /// end of.
    fn classify(&mut self, index: usize, event: &Event, first_start: usize) {
        let start = |thread: usize| first_start + 2 * thread;
        match event.kind {
            EventKind::Read { at, from, .. } => {
                self.reads.insert(index);
                self.rf.insert(from.unwrap_or(self.initial[&at.address]), index);
            }
            EventKind::Write { .. } => self.writes.insert(index),
            EventKind::Update { at, from, .. } => {
                self.reads.insert(index);
                self.writes.insert(index);
                self.updates.insert(index);
                self.rf.insert(from.unwrap_or(self.initial[&at.address]), index);
            }
            EventKind::Fence(_) => self.fences.insert(index),
            EventKind::Allocate { .. } | EventKind::Free { .. } | EventKind::Choose { .. } => {}
            EventKind::Spawn { child } => {
                self.spawns.insert(index);
                self.asw.insert(index, start(child));
            }
            EventKind::Join { child, .. } => {
                self.joins.insert(index);
                self.asw.insert(start(child) + 1, index);
            }
        }
        let mode = event.kind.mode();
        for (set, is_member) in [
            (&mut self.atomic, mode.is_atomic() && event.kind.address().is_some()),
            (&mut self.acquire, mode.is_acquire()),
            (&mut self.release, mode.is_release()),
            (&mut self.seq_cst, mode == Mode::SeqCst),
        ] {
            if is_member {
                set.insert(index);
            }
        }
    }

    /// Orders a thread: its start, its events in the order of their indices, its end. Initial values precede
    /// all.
    fn order_thread(&mut self, start: usize, events: EventSet, has_ended: bool) {
        let mut all = events;
        all.insert(start);
        let mut later = EventSet::EMPTY;
        if has_ended {
            let end = start + 1;
            self.ends.insert(end);
            all.insert(end);
            later.insert(end);
        }
        for event in all.iter() {
            self.same_thread.insert_all(event, all);
        }
        let mut events: Vec<usize> = events.iter().collect();
        while let Some(event) = events.pop() {
            self.po.insert_all(event, later);
            later.insert(event);
        }
        self.po.insert_all(start, later);
        for &initial in self.initial.values() {
            self.po.insert_all(initial, all);
        }
    }
}
