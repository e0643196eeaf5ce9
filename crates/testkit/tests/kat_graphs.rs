//! Event by event: whatever graph the search asks a model about, generated code, the interpreter and the
//! model's text, evaluated by its definition, say the same; and code and interpreter fill every clock of
//! every event with the same numbers. 600 graphs per model; `./x test --full` takes 100,000.
//!
//! A graph is one that some random program leads to: with one more event, with a read that reads from
//! elsewhere, with a write in another place, or after a revisit. Coherence is part of the definition and
//! enforced by clocks in the model, so a wrong clock shows as a graph that the model allows and the
//! definition forbids.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use selvedge_core::{Complaint, Digest, EventId, Graph, Licences, Mode, Model, Program, ThreadId};
use selvedge_explore::{Finding, Finished, Limits, Observer, OnRace, Options};
use selvedge_kat::Interpreter;
use selvedge_kat::evaluate::{Evaluator, Frame};
use selvedge_kat::model::{Check, CheckKind, Role};
use selvedge_litmus::Litmus;
use selvedge_models::{Builtin, Visit};
use selvedge_testkit::generate::{Recipe, generate};
use selvedge_testkit::random::Random;
use selvedge_testkit::searched::explore;
use selvedge_testkit::texts;

fn graphs() -> u64 {
    if std::env::var_os("SELVEDGE_FULL").is_some() { 100_000 } else { 600 }
}

#[derive(Debug, Default)]
struct Tally {
    allowed: AtomicU64,
    forbidden: AtomicU64,
    races: AtomicU64,
}

impl Tally {
    fn all(&self) -> u64 {
        self.allowed.load(Ordering::Relaxed) + self.forbidden.load(Ordering::Relaxed)
    }
}

/// A model that is checked against its text whenever it is asked about a graph.
#[derive(Clone)]
struct Checked<'t, M> {
    model: M,
    interpreter: Interpreter,
    evaluator: Evaluator<'t>,
    tally: Arc<Tally>,
}

impl<M: Model> Checked<'_, M> {
    fn compare(&self, graph: &Graph, allowed: bool) {
        let failure = self.evaluator.forbids(&Frame::of_graph(graph));
        assert_eq!(failure.is_none(), allowed, "{}: {failure:?}\n{graph:#?}", self.model.name());
    }

    /// The clocks of an event, beside that of causality.
    fn clocks(&self, graph: &Graph, event: EventId) -> Vec<Vec<(ThreadId, u32)>> {
        (1..self.model.clocks()).map(|row| graph.clock(event, row).iter().collect()).collect()
    }
}

impl<M: Model> Model for Checked<'_, M> {
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
        // The code adds to what the event before had in its clocks; the interpreter begins anew.
        self.model.stamp(graph, event);
        let stamped = self.clocks(graph, event);
        self.interpreter.stamp(graph, event);
        assert_eq!(stamped, self.clocks(graph, event), "{}: {event:?}\n{graph:#?}", self.model.name());
    }

    fn consistent(&mut self, graph: &Graph, changed: EventId) -> bool {
        let allowed = self.model.consistent(graph, changed);
        let interpreted = self.interpreter.consistent(graph, changed);
        assert_eq!(interpreted, allowed, "{}: {changed:?}\n{graph:#?}", self.model.name());
        self.compare(graph, allowed);
        let count = if allowed { &self.tally.allowed } else { &self.tally.forbidden };
        count.fetch_add(1, Ordering::Relaxed);
        allowed
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
        self.model.gives_up(graph)
    }

    fn identity(&self) -> Digest {
        self.model.identity()
    }

    fn licences(&self) -> Licences {
        self.model.licences()
    }

    fn doubts(&self) -> Vec<String> {
        self.model.doubts()
    }

    fn defines_races(&self) -> bool {
        self.model.defines_races()
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
struct Steps<'t, M>(Checked<'t, M>, u32);

impl<P: Program, M: Model> Observer<P> for Steps<'_, M> {
    fn started_again(&mut self) {}

    fn finished(&mut self, _: &Finished<'_, P>) -> Option<Finding> {
        None
    }

    fn stepped(&mut self, graph: &Graph) {
        let Steps(checked, steps) = self;
        *steps += 1;
        if steps.is_multiple_of(16) {
            checked.compare(graph, true);
        }
        let newest = graph.newest();
        if graph[newest].kind.is_access() && !has_old_race(graph, checked.model.race_clock()) {
            let race = checked.model.race(graph, newest);
            assert_eq!(race, checked.interpreter.race(graph, newest), "{}\n{graph:#?}", checked.model.name());
            checked.tally.races.fetch_add(race.is_some().into(), Ordering::Relaxed);
        }
    }
}

/// Whether accesses race that were there before the newest event. Models are not asked about races after the
/// first.
fn has_old_race(graph: &Graph, row: usize) -> bool {
    let accesses: Vec<EventId> = graph.newest_first().skip(1).filter(|&e| graph[e].kind.is_access()).collect();
    accesses.iter().enumerate().any(|(number, &later)| {
        accesses[number + 1..].iter().any(|&earlier| {
            let (a, b) = (&graph[earlier], &graph[later]);
            a.loc == b.loc
                && (a.is_write() || b.is_write())
                && (a.mode == Mode::Plain || b.mode == Mode::Plain)
                && !graph.clock(later, row).contains(a)
        })
    })
}

/// Asks the model about as many graphs as are wanted.
struct Compare(Builtin);

impl Visit for Compare {
    type Out = Arc<Tally>;

    fn visit<M: Model>(self, model: M) -> Arc<Tally> {
        let text = texts::model(self.0.name());
        let interpreter = Interpreter::vouched(text.clone()).expect("built-in models can be used");
        let evaluator = Evaluator::new(&text).expect("built-in models can be evaluated");
        let tally = Arc::new(Tally::default());
        assert_eq!(model.clocks(), interpreter.clocks());
        let checked = Checked { model, interpreter, evaluator, tally: tally.clone() };
        for seed in 0.. {
            let mut random = Random::new(seed);
            let accesses = random.pick(&[4, 5, 6, 7, 8]);
            let test = generate(&mut random, Recipe { accesses, plain: 10, assertions: 0 });
            let litmus = Litmus::from_ast(&test).expect("generated tests are well-formed");
            // Many programs instead of all executions of a few.
            let limits = Limits { executions: Some(60), ..Limits::default() };
            let options = Options { on_race: OnRace::Ignore, limits, ..Options::default() };
            explore(&litmus, checked.clone(), &options, &mut Steps(checked.clone(), 0));
            if tally.all() >= graphs() {
                break;
            }
        }
        tally
    }
}

fn agrees(models: &[Builtin]) {
    for &model in models {
        let tally = model.with(Compare(model));
        // Models without an axiom beside coherence have nothing to forbid.
        let is_axiom = |check: &Check| check.role == Role::Axiom && !matches!(check.kind, CheckKind::Coherence(_));
        let has_axiom = texts::model(model.name()).checks.iter().any(is_axiom);
        let [forbidden, races] = [&tally.forbidden, &tally.races].map(|count| count.load(Ordering::Relaxed));
        assert_eq!(forbidden > 0, has_axiom, "{}: {tally:?}", model.name());
        assert!(races > 0, "{}: {tally:?}", model.name());
    }
}

const STRONG: [Builtin; 4] = [Builtin::Sc, Builtin::Tso, Builtin::TsoX86, Builtin::Pso];
const C11: [Builtin; 3] = [Builtin::Rc11, Builtin::Rc11_2017, Builtin::C20Std];

#[test]
fn strong_models() {
    agrees(&STRONG);
}

#[test]
fn c11() {
    agrees(&C11);
}

#[test]
fn release_acquire_and_all_others() {
    let is_other = |model: &Builtin| !STRONG.contains(model) && !C11.contains(model);
    agrees(&Builtin::ALL.into_iter().filter(is_other).collect::<Vec<_>>());
}
