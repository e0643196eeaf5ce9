//! Event by event: whatever graph the search asks a model about, the model's text, evaluated by its definition, says the
//! same. 600 graphs per model; `./x test --full` takes 100,000.
//!
//! A graph is one that some random program leads to: with one more event, with a read that reads from elsewhere, with a
//! write in another place, or after a revisit. Coherence is part of the definition and enforced by clocks in the model, so
//! a wrong clock shows as a graph that the model allows and the definition forbids.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use selvedge_core::{Clock, EventId, Graph, Model, Program};
use selvedge_explore::{Finding, Finished, Limits, Observer, OnRace, Options, explore};
use selvedge_kat::evaluate::{Evaluator, Frame};
use selvedge_kat::{Interpreter, compile};
use selvedge_litmus::Litmus;
use selvedge_models::{Builtin, Visit};
use selvedge_testkit::generate::{Recipe, generate};
use selvedge_testkit::random::Random;

fn graphs() -> u64 {
    if std::env::var_os("SELVEDGE_FULL").is_some() { 100_000 } else { 600 }
}

fn text(name: &str) -> selvedge_kat::Model {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../models/kat");
    let mut load = |path: &str| std::fs::read_to_string(folder.join(path)).map_err(|error| error.to_string());
    let compiled = compile(&format!("{name}.kat"), &mut load).expect("a readable model");
    compiled.model.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics))
}

#[derive(Debug, Default)]
struct Tally {
    allowed: AtomicU64,
    forbidden: AtomicU64,
}

impl Tally {
    fn all(&self) -> u64 {
        self.allowed.load(Ordering::Relaxed) + self.forbidden.load(Ordering::Relaxed)
    }
}

/// A model that is checked against its text whenever it is asked about a graph.
#[derive(Clone)]
struct Checked<M> {
    model: M,
    text: Arc<selvedge_kat::Model>,
    tally: Arc<Tally>,
}

impl<M: Model> Checked<M> {
    fn compare(&self, graph: &Graph, allowed: bool) {
        let evaluator = Evaluator::new(&self.text).expect("built-in models can be evaluated");
        let failure = evaluator.forbids(&Frame::of_graph(graph));
        assert_eq!(failure.is_none(), allowed, "{}: {failure:?}\n{graph:#?}", self.text.name);
    }
}

impl<M: Model> Model for Checked<M> {
    fn name(&self) -> &'static str {
        self.model.name()
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

    fn stamp(&self, graph: &mut Graph, event: EventId) {
        self.model.stamp(graph, event);
    }

    fn consistent(&mut self, graph: &Graph, changed: EventId) -> bool {
        let allowed = self.model.consistent(graph, changed);
        self.compare(graph, allowed);
        let count = if allowed { &self.tally.allowed } else { &self.tally.forbidden };
        count.fetch_add(1, Ordering::Relaxed);
        allowed
    }

    fn prefix<'g>(&self, graph: &'g Graph, event: EventId) -> Clock<'g> {
        self.model.prefix(graph, event)
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

/// Graphs that are never in question, because an event was added maximally: some of them are compared too.
struct Steps<M>(Checked<M>, u32);

impl<P: Program, M: Model> Observer<P> for Steps<M> {
    fn started_again(&mut self) {}

    fn finished(&mut self, _: &Finished<'_, P>) -> Option<Finding> {
        None
    }

    fn stepped(&mut self, graph: &Graph) {
        self.1 += 1;
        if self.1.is_multiple_of(16) {
            self.0.compare(graph, true);
        }
    }
}

/// Asks the model about as many graphs as are wanted.
struct Compare {
    text: Arc<selvedge_kat::Model>,
    tally: Arc<Tally>,
}

impl Visit for Compare {
    type Out = ();

    fn visit<M: Model>(self, model: M) {
        let Compare { text, tally } = self;
        let checked = Checked { model, text, tally };
        for seed in 0.. {
            let mut random = Random::new(seed);
            let accesses = random.pick(&[4, 5, 6, 7, 8]);
            let test = generate(&mut random, Recipe { accesses, plain: 10, assertions: 0 });
            let litmus = Litmus::from_ast(&test).expect("generated tests are well-formed");
            // Many programs instead of all executions of a few.
            let limits = Limits { executions: Some(60), ..Limits::default() };
            let options = Options { on_race: OnRace::Ignore, limits, ..Options::default() };
            explore(&litmus, checked.clone(), &options, &mut Steps(checked.clone(), 0));
            if checked.tally.all() >= graphs() {
                return;
            }
        }
    }
}

fn agrees(name: &str) {
    let text = Arc::new(text(name));
    let tally = Arc::new(Tally::default());
    let compare = || Compare { text: text.clone(), tally: tally.clone() };
    compare().visit(Interpreter::new((*text).clone()).expect("built-in models can be used"));
    // Models without an axiom beside coherence have nothing to forbid.
    let has_axiom = !name.starts_with("ra");
    let forbidden = tally.forbidden.load(Ordering::Relaxed);
    assert_eq!(forbidden > 0, has_axiom, "{name}: {tally:?}");
    if let Some(builtin) = Builtin::ALL.into_iter().find(|builtin| builtin.name() == name) {
        let tally = Arc::new(Tally::default());
        builtin.with(Compare { text: text.clone(), tally: tally.clone() });
        assert!(tally.all() >= graphs(), "{name}: {tally:?}");
    }
}

#[test]
fn strong_models() {
    ["sc", "tso", "tso-x86", "pso"].iter().for_each(|name| agrees(name));
}

#[test]
fn release_acquire() {
    ["ra", "ra-popl16", "sra"].iter().for_each(|name| agrees(name));
}

#[test]
fn c11() {
    ["rc11", "rc11-2017", "c20-std"].iter().for_each(|name| agrees(name));
}
