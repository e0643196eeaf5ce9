//! Exploring a program under a simpler model that allows the same executions (paper 000 §5.2, engine.md
//! §3.8).
//!
//! **Sequential consistency** for the C11 models, if every access and fence that is met is seq_cst or plain
//! and races are looked for. Every violation found is real, because what `sc` allows these models allow, and
//! two accesses that `po | rf` does not order are not ordered by happens-before either. If none is found, let
//! an execution of the C11 model be given that `sc` forbids, with as few events as possible. Without its last
//! event it is sequentially consistent, so the search has met it, and what its threads do next: also the last
//! event is seq_cst or plain. It has no race (it would show when that event is added to the sequentially
//! consistent execution), so it is one of a program without races and with only seq_cst atomics, and those
//! are sequentially consistent (DRF-SC: Lahav et al., PLDI 2017, theorem 4). Since an atomic read
//! synchronises with what it reads from, and a plain one is ordered after it or races, happens-before is the
//! causality that `sc` uses for races.
//!
//! **Sequential consistency** for `jam21` and `jam21s` under the same condition, except that races are no
//! violations there: one ends the trial. And it must be seen to that volatile accesses push, which depends on
//! how threads come and go: `fork_join` has the proof.
//!
//! **A quicker check** of `jam19` under the condition of `jam21`: not sequential consistency, but nothing
//! beside cycles of volatile accesses needs to be looked for, and its clocks are those of `sc`. `fork_join`
//! has that proof, too.
//!
//! **Release/acquire** for `rc11` and `c20-std`, if no event is seq_cst: their axioms about seq_cst start and
//! end at such events, and what is left is `ra`, execution by execution.
//!
//! The reference decides this from the program's text and overlooks locks; here the events that the search
//! meets decide, and the modes of locks count. A trial that meets another mode is given up, and the requested
//! model is used from the beginning.

mod fork_join;

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use selvedge_core::model::{PORF, race};
use selvedge_core::walk::co_successor;
use selvedge_core::{Complaint, Digest, EventId, Graph, Licence, Licences, LocId, Mode, Model};

use crate::jam::Volatile19;
use crate::{Ra, Sc, Visit};

/// A simpler model to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Simpler {
    /// `sc`, for programs with seq_cst and plain accesses only.
    Sc,
    /// `sc` instead of `jam21` or `jam21s`, for programs with volatile and plain accesses only.
    Volatile,
    /// `jam19` without what only other modes need, for the same programs.
    Volatile19,
    /// `ra`, for programs without seq_cst.
    Ra,
}

impl Simpler {
    /// All of them.
    pub const ALL: [Simpler; 4] = [Simpler::Sc, Simpler::Volatile, Simpler::Volatile19, Simpler::Ra];

    /// A name, for files.
    pub fn name(self) -> &'static str {
        match self {
            Simpler::Sc => "sc",
            Simpler::Volatile => "volatile",
            Simpler::Volatile19 => "volatile19",
            Simpler::Ra => "ra",
        }
    }

    /// What can be tried instead of a model with these licences.
    pub fn of(licences: Licences, races_count: bool) -> Vec<Simpler> {
        let is_tried = |simpler: &Simpler| match simpler {
            // Where races do not count, what the models make of one could be where they differ.
            Simpler::Sc => races_count && licences.has(Licence::AsSc),
            Simpler::Volatile => licences.has(Licence::AsVolatile),
            Simpler::Volatile19 => licences.has(Licence::VolatileCycles),
            Simpler::Ra => licences.has(Licence::AsRa),
        };
        Simpler::ALL.into_iter().filter(is_tried).collect()
    }

    /// Whether it allows the same as the requested model, as far as the events of a graph tell. What is
    /// neither an access nor a fence counts as plain.
    fn suits(self, graph: &Graph) -> bool {
        let weak = [Mode::Relaxed, Mode::Acquire, Mode::Release, Mode::AcqRel];
        match self {
            Simpler::Sc => weak.iter().all(|&mode| graph.events_with(mode) == 0),
            Simpler::Volatile | Simpler::Volatile19 => Simpler::Sc.suits(graph) && fork_join::is_forked(graph),
            Simpler::Ra => graph.seq_cst_events() == 0,
        }
    }

    /// Whether it stands for a model of Java's access modes.
    fn is_java(self) -> bool {
        matches!(self, Simpler::Volatile | Simpler::Volatile19)
    }

    /// Does something with the simpler model instead of the one that was asked for. Nothing if the program
    /// turns out not to suit it.
    pub fn attempt<V: Visit>(self, asked: &impl Model, visit: V) -> Option<V::Out> {
        let failed = Arc::new(AtomicBool::new(false));
        let asked = Asked {
            identity: asked.identity(),
            licences: asked.licences(),
            defines_races: asked.defines_races(),
            doubts: asked.doubts(),
        };
        let attempt = Attempt { visit, simpler: self, asked, failed: failed.clone() };
        // Only these two are ever tried: the compiler need not prepare for others.
        let out = match self {
            Simpler::Sc | Simpler::Volatile | Simpler::Volatile19 => attempt.visit(Sc::default()),
            Simpler::Ra => attempt.visit(Ra::default()),
        };
        (!failed.load(Ordering::Relaxed)).then_some(out)
    }
}

/// What the model that was asked for says of itself. Nobody says for it what it does not say.
#[derive(Clone)]
struct Asked {
    identity: Digest,
    licences: Licences,
    defines_races: bool,
    doubts: Vec<String>,
}

struct Attempt<V> {
    visit: V,
    simpler: Simpler,
    asked: Asked,
    failed: Arc<AtomicBool>,
}

impl<V: Visit> Visit for Attempt<V> {
    type Out = V::Out;

    fn visit<M: Model + 'static>(self, model: M) -> V::Out {
        let (simpler, asked, failed) = (self.simpler, self.asked, self.failed);
        self.visit.visit(Trial {
            model,
            simpler,
            asked,
            failed,
            volatile19: Volatile19::default(),
            racing: Cell::new(EventId::NONE),
        })
    }
}

/// A model that looks out for events that do not suit it.
struct Trial<M> {
    model: M,
    simpler: Simpler,
    asked: Asked,
    failed: Arc<AtomicBool>,
    /// What [`Simpler::Volatile19`] asks in place of the model: then the model says what else there is to
    /// say.
    volatile19: Volatile19,
    /// An event that races with an earlier one, as long as it is in the graph. Only for Java is any looked
    /// for.
    racing: Cell<EventId>,
}

impl<M> Trial<M> {
    fn has_race(&self, graph: &Graph) -> bool {
        self.racing.get().is_some() && graph.contains(self.racing.get())
    }

    fn look_for_race(&self, graph: &Graph, added: EventId) {
        if self.racing.get() == added || !self.has_race(graph) {
            let loc = graph[added].loc;
            let races = loc != LocId::NONE && graph.has_plain_access(loc) && race(graph, added, PORF).is_some();
            self.racing.set(if races { added } else { EventId::NONE });
        }
    }
}

/// What a copy is asked does not count: a worker of a search has one, and tells the search where it gave up.
impl<M: Clone> Clone for Trial<M> {
    fn clone(&self) -> Trial<M> {
        Trial {
            model: self.model.clone(),
            simpler: self.simpler,
            asked: self.asked.clone(),
            failed: Arc::default(),
            volatile19: self.volatile19.clone(),
            racing: Cell::new(EventId::NONE),
        }
    }
}

impl<M: Model> Model for Trial<M> {
    fn name(&self) -> &'static str {
        if self.simpler == Simpler::Volatile19 { "jam19" } else { self.model.name() }
    }

    fn clocks(&self) -> usize {
        self.model.clocks()
    }

    fn coherence_clock(&self) -> usize {
        self.model.coherence_clock()
    }

    fn race_clock(&self) -> usize {
        self.model.race_clock()
    }

    fn identity(&self) -> Digest {
        self.asked.identity
    }

    fn licences(&self) -> Licences {
        self.model.licences().and(self.asked.licences)
    }

    fn doubts(&self) -> Vec<String> {
        self.asked.doubts.clone()
    }

    fn defines_races(&self) -> bool {
        self.asked.defines_races
    }

    fn stamp(&self, graph: &mut Graph, event: EventId) {
        self.model.stamp(graph, event);
        if self.simpler.is_java() {
            self.look_for_race(graph, event);
        }
    }

    fn consistent(&mut self, graph: &Graph, changed: EventId) -> bool {
        match self.simpler {
            Simpler::Volatile19 => {
                co_successor(graph, changed).is_none() || !self.volatile19.finds_cycle(graph, changed)
            }
            Simpler::Sc | Simpler::Volatile | Simpler::Ra => self.model.consistent(graph, changed),
        }
    }

    fn accepts(&self, graph: &Graph) -> bool {
        self.model.accepts(graph)
    }

    fn judges_end(&self, graph: &Graph) -> bool {
        self.model.judges_end(graph)
    }

    fn complaints(&self, graph: &Graph, ended: bool) -> Vec<Complaint> {
        self.model.complaints(graph, ended)
    }

    fn complains(&self) -> bool {
        self.model.complains()
    }

    fn gives_up(&self, graph: &Graph) -> bool {
        let failed = !self.simpler.suits(graph) || self.has_race(graph);
        if failed {
            self.failed.store(true, Ordering::Relaxed);
        }
        failed
    }

    fn sources(&self, graph: &Graph, read: EventId, out: &mut Vec<EventId>) {
        self.model.sources(graph, read, out);
    }

    fn placings(&self, graph: &Graph, write: EventId, out: &mut Vec<EventId>) {
        self.model.placings(graph, write, out);
    }

    fn may_reread(&self, graph: &Graph, read: EventId, write: EventId) -> bool {
        self.model.may_reread(graph, read, write)
    }

    fn race(&self, graph: &Graph, added: EventId) -> Option<EventId> {
        self.model.race(graph, added)
    }
}
