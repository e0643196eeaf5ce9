//! JAM21 with the relations that are printed in a thesis on model checking under it ("Model Checking under
//! JAM21", 2025).
//!
//! They are not those of the model's authors (`kat/jam21.kat`): there, a release write is ordered after what
//! comes before it, and here it only orders what comes before it before what comes *after* it. This model is
//! for reproducing the thesis's tables, and for nothing else.
//!
//! ```text
//! ra     = po;[SC | REL | ACQ];po            for accesses and fences
//! svo    = po;[F;REL];po;[R | W];po;[F;ACQ];po      part of ra
//! spush  = po;[F;SC];po                      part of ra
//! volint = [SC];po;[SC]                      for accesses and fences
//! push   = spush | volint
//! pushto = some total order of dom(push) that extends (po | rf)+
//! vvo    = ra | svo | push | rf | pushto;push         vo = vvo+ | po-loc
//! co-jom = vo | vo;rf^-1 | vo;po | rf;po;rf^-1        between different writes to one location
//! acyclic co-jom
//! ```
//!
//! Candidates are those of its implementation: executions that are coherent for the happens-before of RC11,
//! with the release sequences of C++11 ([`happens`]); the search prunes with [`Ra`], which allows more. Their
//! order of writes takes no part in the definition, so that executions count that differ in it alone.
//! Creating a thread and its end release and its start and a join acquire, as in our other Java models.
//!
//! An update is two events, as in the implementation. No order of pushes is tried: [`decide`] says how that
//! goes.

mod decide;
mod happens;

use std::cell::RefCell;

use selvedge_core::model::race;
use selvedge_core::{Complaint, Digest, EventId, EventKind, Graph, Licences, Mode, Model};

use crate::Ra;
use crate::matrix::{Matrix, Set};
use crate::total::Total;
use decide::{Problem, Relations};
use happens::Modes;

/// What `selvedge models show` says.
pub const DESCRIPTION: &str = "\
JAM21 as a thesis on model checking under it prints the relations. They are not those of the model's authors, which are
jam21: here a release write does not come after what is before it in its thread. For comparison with the thesis's tables.

  ra     = po;[SC | REL | ACQ];po
  svo    = po;[F;REL];po;[R | W];po;[F;ACQ];po
  spush  = po;[F;SC];po
  volint = [SC];po;[SC]
  pushto = some total order of dom(spush | volint) that extends (po | rf)+
  vo     = (ra | svo | spush | volint | rf | pushto;(spush | volint))+ | po-loc
  co-jom = vo | vo;rf^-1 | vo;po | rf;po;rf^-1     between different writes to one location
  acyclic co-jom

Executions are those that are coherent for the happens-before of RC11, as in the thesis's implementation.";

/// JAM21 as printed in the thesis.
#[derive(Clone, Debug, Default)]
pub struct Jam21Thesis {
    ra: Ra,
    /// Used one at a time, where the model is only looked at.
    total: RefCell<Total>,
}

impl Jam21Thesis {
    /// The name on the command line.
    pub const NAME: &str = "jam21-thesis";
    /// One line.
    pub const SUMMARY: &str = "Java's access modes with the relations printed in a thesis, to compare with its tables";
}

impl Model for Jam21Thesis {
    fn name(&self) -> &'static str {
        Jam21Thesis::NAME
    }

    fn clocks(&self) -> usize {
        self.ra.clocks()
    }

    fn coherence_clock(&self) -> usize {
        self.ra.coherence_clock()
    }

    fn race_clock(&self) -> usize {
        self.ra.race_clock()
    }

    fn stamp(&self, graph: &mut Graph, event: EventId) {
        self.ra.stamp(graph, event);
    }

    fn sources(&self, graph: &Graph, read: EventId, out: &mut Vec<EventId>) {
        self.ra.sources(graph, read, out);
    }

    fn placings(&self, graph: &Graph, write: EventId, out: &mut Vec<EventId>) {
        self.ra.placings(graph, write, out);
    }

    fn may_reread(&self, graph: &Graph, read: EventId, write: EventId) -> bool {
        self.ra.may_reread(graph, read, write)
    }

    fn race(&self, graph: &Graph, added: EventId) -> Option<EventId> {
        // Not as `ra` does: this model may pass over a race in what it forbids in the end.
        race(graph, added, self.ra.race_clock())
    }

    fn identity(&self) -> Digest {
        Digest::of(self.name().as_bytes())
    }

    fn licences(&self) -> Licences {
        // It has its own orders of writes, and nobody has looked into what else may be relied on.
        Licences::NONE
    }

    fn doubts(&self) -> Vec<String> {
        Vec::new()
    }

    fn defines_races(&self) -> bool {
        false
    }

    fn complaints(&self, _: &Graph, _: bool) -> Vec<Complaint> {
        Vec::new()
    }

    fn complains(&self) -> bool {
        false
    }

    fn gives_up(&self, _: &Graph) -> bool {
        false
    }

    fn consistent(&mut self, graph: &Graph, changed: EventId) -> bool {
        self.ra.consistent(graph, changed)
    }

    /// Whether an event pushes can change when its thread goes on, so only whole executions are judged.
    ///
    /// An execution with a total order that explains it is allowed: pushes are ordered as they are there, and
    /// everything that is visible then comes earlier.
    fn accepts(&self, graph: &Graph) -> bool {
        if self.total.borrow_mut().is_acyclic(graph) {
            return true;
        }
        let (relations, modes) = relations(graph);
        happens::is_coherent(&relations, &modes) && Problem::new(relations).is_solvable()
    }

    fn judges_end(&self, _: &Graph) -> bool {
        true
    }
}

/// The relations of an execution. After the events come the initial values of the locations, which are
/// writes.
fn relations(graph: &Graph) -> (Relations, Modes) {
    let threads: Vec<&[EventId]> = graph.thread_ids().map(|thread| graph.thread(thread)).collect();
    let events: Vec<EventId> = threads.iter().flat_map(|thread| thread.iter().copied()).collect();
    let mut number = std::collections::HashMap::new();
    events.iter().enumerate().for_each(|(at, &event)| _ = number.insert(event, at));
    let locations: Vec<_> = graph.locations().collect();
    let size = events.len() + locations.len();
    let set = |test: &dyn Fn(EventId) -> bool| -> Set {
        (0..size).map(|at| events.get(at).is_some_and(|&event| test(event))).collect()
    };
    let kind = |event: EventId| graph[event].kind;

    let (mut po, mut rf, mut asw) = (Matrix::new(size), Matrix::new(size), Matrix::new(size));
    let mut at = 0;
    for thread in &threads {
        for first in at..at + thread.len() {
            (first + 1..at + thread.len()).for_each(|second| po.add(first, second));
        }
        at += thread.len();
    }
    let initial = |event: EventId| {
        let place = locations.iter().position(|loc| *loc == graph[event].loc);
        events.len() + place.expect("invariant: an access has a location of the graph")
    };
    for (at, &event) in events.iter().enumerate() {
        let from = graph[event].from;
        match kind(event) {
            EventKind::Read | EventKind::UpdateRead if from.is_init() => rf.add(initial(event), at),
            EventKind::Read | EventKind::UpdateRead => rf.add(number[&from], at),
            EventKind::Start | EventKind::Join => {
                number.get(&from).into_iter().for_each(|&from| asw.add(from, at));
            }
            EventKind::Init | EventKind::Write | EventKind::UpdateWrite | EventKind::Fence => {}
            EventKind::Allocate | EventKind::Free | EventKind::Create | EventKind::Choose | EventKind::Finish => {}
        }
    }
    let mut same_location = Matrix::new(size);
    let mut writes = set(&|event| kind(event).is_write());
    let mut order = Vec::new();
    for (place, &loc) in locations.iter().enumerate() {
        let initial = events.len() + place;
        writes[initial] = true;
        let accesses: Vec<usize> = graph.accesses_newest_first(loc).map(|event| number[&event]).collect();
        let all = || accesses.iter().copied().chain([initial]);
        all().for_each(|a| all().for_each(|b| same_location.add(a, b)));
        order.push(std::iter::once(initial).chain(graph.coherence(loc).map(|event| number[&event])).collect());
    }

    let speaks = |event: EventId| kind(event).is_access() || kind(event) == EventKind::Fence;
    let seq_cst = set(&|event| speaks(event) && graph[event].mode == Mode::SeqCst);
    let orders = set(&|event| speaks(event) && (graph[event].mode.is_acquire() || graph[event].mode.is_release()));
    let full = set(&|event| kind(event) == EventKind::Fence && graph[event].mode == Mode::SeqCst);
    let releases = set(&|event| matches!(kind(event), EventKind::Create | EventKind::Finish));
    let acquires = set(&|event| matches!(kind(event), EventKind::Start | EventKind::Join));
    let all = vec![true; size];
    let over = |middle: &Set| po.between(&all, middle).then(&po);
    let push = over(&full).or(&po.between(&seq_cst, &seq_cst));
    let threads = po.between(&all, &releases).or(&po.between(&acquires, &all)).or(&asw);
    let direct = over(&orders).or(&push).or(&rf).or(&threads);
    let before = po.clone().or(&rf).or(&asw).plus();
    let mut rmw = Matrix::new(size);
    for (at, _) in events.iter().enumerate().filter(|(_, event)| kind(**event) == EventKind::UpdateWrite) {
        rmw.add(at - 1, at);
    }
    let modes = Modes {
        rmw,
        asw,
        fences: set(&|event| kind(event) == EventKind::Fence),
        atomic: set(&|event| kind(event).is_access() && graph[event].mode.is_atomic()),
        acquire: set(&|event| speaks(event) && graph[event].mode.is_acquire()),
        release: set(&|event| speaks(event) && graph[event].mode.is_release()),
    };
    (Relations { size, po, rf, same_location, writes, push, direct, before, order }, modes)
}
