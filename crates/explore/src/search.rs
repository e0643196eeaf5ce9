//! The state of a search, by how long it lasts.

use selvedge_core::graph::{Manner, Mark};
use selvedge_core::{
    Counts, EventId, Graph, Licence, Model, Program, Property, Searched, StopReason, ThreadId, Warning,
};
use std::time::Duration;

use crate::budget::Budget;
use crate::choice::Choices;
use crate::findings::{Findings, Results};
use crate::observer::Observer;
use crate::options::{OnRace, OnViolation, Options};
use crate::parallel::worker::WorkerCtx;
use crate::reduce::Reductions;
use crate::resume::path::Later;
use crate::run::Run;
use crate::schedule::ready::Readiness;
use crate::trie::Trie;

/// A search in progress.
///
/// What belongs together is one value, with its fields private to its file. Each file of this crate is one
/// part of what a search does; only this crate sees the fields of a search itself.
pub(crate) struct Search<'a, P: Program, M: Model, O: Observer<P>> {
    // What it is a search of: it never changes.
    pub(crate) program: &'a P,
    pub(crate) model: M,
    pub(crate) options: &'a Options,
    pub(crate) observer: &'a mut O,
    // Where in the tree it is: it changes at each step, and back.
    pub(crate) graph: Graph,
    pub(crate) choices: Choices,
    /// Pieces of the tree to be searched after this one.
    pub(crate) later: Later,
    /// Which threads can go on; see [`crate::schedule::ready`].
    pub(crate) readiness: Readiness,
    /// What becomes of the present run.
    pub(crate) run: Run,
    // What is known of the program: it grows, and is kept if the search starts again.
    pub(crate) trie: Trie<P>,
    pub(crate) reductions: Reductions,
    // What has come of it: it grows, and is empty if the search starts again.
    pub(crate) counts: Counts,
    pub(crate) findings: Findings,
    // What it may use, and with whom it works.
    pub(crate) budget: Budget,
    /// If this search works for another one: where it takes its work from.
    pub(crate) worker: Option<WorkerCtx<'a, O>>,
    /// Reused for lists of candidates. Empty between uses.
    pub(crate) buffer: Vec<EventId>,
}

impl<'a, P: Program, M: Model, O: Observer<P>> Search<'a, P, M, O> {
    /// A search that began at this time, by its clock.
    pub(crate) fn new(program: &'a P, model: M, options: &'a Options, observer: &'a mut O, started: Duration) -> Self {
        let mut graph = Graph::new(model.clocks());
        if options.on_violation == OnViolation::GoOn || !options.properties.has(Property::Race) {
            graph.allow_races();
        }
        // Where races do not count, plain accesses that are not ordered with atomic ones need to be of their
        // size.
        let races_end = options.on_race == OnRace::Report && options.properties.has(Property::Race);
        let cut = !races_end || !model.licences().has(Licence::Sizes);
        let plain = if cut { Manner::Cut } else { Manner::Plain };
        Search {
            program,
            model,
            options,
            observer,
            graph,
            choices: Choices::default(),
            later: Later::default(),
            readiness: Readiness::default(),
            run: Run::default(),
            trie: Trie::new(program.initial_threads().len(), options.trie_bytes, plain),
            reductions: Reductions::default(),
            counts: Counts::default(),
            findings: Findings::default(),
            budget: Budget::new(options, started),
            worker: None,
            buffer: Vec::new(),
        }
    }

    /// Adds the start of every initial thread.
    pub(crate) fn start(&mut self) {
        for (id, spawn) in self.program.initial_threads().into_iter().enumerate() {
            self.add_start(ThreadId(id as u32), spawn, EventId::NONE);
        }
    }

    /// Returns to the graph with nothing in it, and the beginning of a run.
    pub(crate) fn return_to_beginning(&mut self) {
        self.graph.undo_to(Mark::BEGINNING);
        self.choices = Choices::default();
        self.run.begin();
    }

    /// Forgets what was found, but not what was learnt, and begins anew.
    #[cold]
    pub(crate) fn start_again(&mut self) {
        self.return_to_beginning();
        self.run.restarted();
        self.later = Later::default();
        self.start_reductions_again();
        self.counts = Counts::default();
        self.findings = Findings::default();
        self.budget.start_again();
        self.observer.started_again();
        self.start();
    }

    /// What the search found out.
    pub(crate) fn into_searched(self, stop: StopReason, seconds: f64) -> Searched {
        let counts = Counts { interpreted: self.counts.interpreted + self.trie.interpreted(), ..self.counts };
        let Results { violation, more_violations, bounds, warnings: complaints } =
            self.findings.into_results(self.options.within);
        // What is not supported is reason enough.
        let is_refused = matches!(stop, StopReason::Unsupported(_) | StopReason::Overlap(..));
        let is_empty = counts.complete == 0 && violation.is_none() && !is_refused;
        let warnings = is_empty.then_some(Warning::NoCompleteExecution).into_iter().chain(complaints).collect();
        let reductions = self.reductions.used();
        Searched { stop, violation, more_violations, counts, bounds, reductions, warnings, seconds }
    }
}
