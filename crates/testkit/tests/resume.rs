//! A search that stops and goes on, again and again, is the search that does not stop: the same executions,
//! each once, in the same order, the same counts, the same verdict.
//!
//! The C programs are compiled: these tests need clang or zig. `./x test` sees to that.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use selvedge_core::{Again, Counts, Limit, Program, Searched, StopReason, Subject};
use selvedge_explore::{
    Checkpoint, Decision, Finding, Finished, Observer, Options, Path, Reduce, Within, explore_from,
};
use selvedge_models::Builtin;
use selvedge_testkit::any_model::AnyModel;
use selvedge_testkit::c::{compile, corpus};
use selvedge_testkit::texts;
use selvedge_vm::Machine;

/// Remembers every finished execution, by a hash.
#[derive(Default)]
struct Record(Vec<u64>);

impl<P: Program> Observer<P> for Record {
    fn finished(&mut self, run: &Finished<'_, P>) -> Option<Finding> {
        let mut hasher = DefaultHasher::new();
        format!("{:?} {:?}", run.end(), run.execution()).hash(&mut hasher);
        self.0.push(hasher.finish());
        None
    }

    fn started_again(&mut self) {
        self.0.clear();
    }
}

struct Part<'a, P> {
    program: &'a P,
    options: &'a Options,
    record: &'a mut Record,
    from: Option<&'a Checkpoint>,
}

impl<P: Program> Part<'_, P> {
    fn search(self, model: Builtin) -> Result<(Searched, Option<Checkpoint>), String> {
        explore_from(self.program, AnyModel::from(model), self.options, self.record, self.from)
    }
}

/// What must not depend on where a search stops.
fn lasting(verdict: &Searched) -> impl PartialEq + std::fmt::Debug + use<> {
    let Counts { complete, blocked, discarded, moot, .. } = verdict.counts;
    (complete, blocked, discarded, moot, verdict.stop.clone(), verdict.violation.clone(), verdict.bounds.clone())
}

/// Threads that were started alike are not told apart.
fn reducing() -> Options {
    Options { symmetry: Reduce::WherePossible, ..Options::default() }
}

/// How a search is stopped.
#[derive(Clone, Copy, Debug)]
enum Stop {
    /// After so many executions.
    Executions(u64),
    /// At the first opportunity.
    AtOnce,
    /// In the middle of the first execution with so many events; once.
    Events(usize),
}

impl Stop {
    fn options(self, parts: u32) -> Options {
        let mut options = reducing();
        match self {
            Stop::Executions(count) => options.limits.executions = Some(count),
            Stop::AtOnce => options.interrupt = Some(Arc::new(AtomicBool::new(true))),
            Stop::Events(size) if parts == 0 => options.limits.graph_size = size,
            Stop::Events(_) => {}
        }
        options
    }
}

/// Searches in parts; each goes through the text form.
fn in_parts<P: Program>(program: &P, model: Builtin, stop: Stop, name: &str) -> (Searched, Vec<u64>, u32) {
    let (mut record, mut parts, mut from) = (Record::default(), 0, None);
    loop {
        let options = stop.options(parts);
        let part = Part { program, options: &options, record: &mut record, from: from.as_ref() };
        let (verdict, left) = part.search(model).unwrap_or_else(|why| panic!("{name} {stop:?}: {why}"));
        parts += 1;
        let Some(checkpoint) = left else { return (verdict, record.0, parts) };
        let facts = checkpoint.facts();
        let read = Checkpoint::from_facts(facts.iter().map(|(key, text)| (*key, text.as_str()))).expect("facts");
        assert_eq!(read, checkpoint, "{name}");
        from = Some(read);
    }
}

fn whole<P: Program>(program: &P, model: Builtin) -> (Searched, Vec<u64>) {
    let mut record = Record::default();
    let part = Part { program, options: &Options::default(), record: &mut record, from: None };
    let (verdict, left) = part.search(model).expect("nothing to take up");
    assert_eq!(left, None);
    (verdict, record.0)
}

/// A search that leaves out what needs a preemption.
#[test]
fn bounded_searches_go_on_where_they_stopped() {
    let mut beyond = 0;
    for name in texts::corpus() {
        let litmus = texts::litmus(&name);
        let (mut record, mut parted, mut from) = (Record::default(), Record::default(), None);
        let whole = Options { within: Within::Contexts(0), ..Options::default() };
        let part = Part { program: &litmus, options: &whole, record: &mut record, from: None };
        let (verdict, _) = part.search(Builtin::Sc).expect("nothing to take up");
        let stopped = Options { within: Within::Contexts(0), ..Stop::AtOnce.options(0) };
        let parts = loop {
            let part = Part { program: &litmus, options: &stopped, record: &mut parted, from: from.as_ref() };
            let (verdict, left) = part.search(Builtin::Sc).expect("a part");
            from = left;
            if from.is_none() {
                break verdict;
            }
        };
        assert_eq!(record.0, parted.0, "{name}");
        assert_eq!((lasting(&parts), parts.counts.beyond), (lasting(&verdict), verdict.counts.beyond), "{name}");
        beyond += verdict.counts.beyond;
    }
    assert!(beyond > 100, "{beyond}");
}

#[test]
fn litmus_tests_go_on_where_they_stopped() {
    let (mut searches, mut stops) = (0, 0);
    for name in texts::corpus() {
        let litmus = texts::litmus(&name);
        for model in Builtin::ALL {
            let (verdict, executions) = whole(&litmus, model);
            if executions.len() > 300 {
                continue;
            }
            for stop in [Stop::AtOnce, Stop::Executions(3), Stop::Events(5)] {
                let (parted, met, parts) = in_parts(&litmus, model, stop, &name);
                assert_eq!(met, executions, "{name} {model:?} {stop:?}");
                assert_eq!(lasting(&parted), lasting(&verdict), "{name} {model:?} {stop:?}");
                stops += parts - 1;
            }
            searches += 1;
        }
    }
    assert!(searches > 500 && stops > 3000, "{searches} {stops}");
}

/// Locks that threads lose, barriers, memory that comes and goes, loops that wait, accesses of several sizes.
const PROGRAMS: [(&str, &str); 15] = [
    ("bench/mutex-ops.c", "-DN=3 -DK=2"),
    ("bench/ms-queue.c", "-DN=3"),
    ("bench/sense-barrier.c", "-DN=3"),
    ("bench/pbarrier-rounds.c", "-DN=3"),
    ("bench/twa-lock.c", "-DN=3"),
    ("bench/treiber-stack.c", "-DN=4"),
    ("bench/linked-list-cas.c", "-DN=4"),
    ("bench/chase-lev.c", "-DN=2 -DS=2"),
    ("bench/rwlock-bias.c", "-DN=2"),
    ("bench/seqlock.c", "-DN=2"),
    ("bench/trylock-ops.c", "-DN=3"),
    ("bench/rcu-publish.c", "-DN=4"),
    ("symmetry/store-buffer.c", ""),
    ("symmetry/trylock.c", ""),
    ("symmetry/order-matters.c", ""),
];

/// What a machine says after a search. How often an assertion was reached is not in it: paths of threads that
/// are met in both parts count twice.
fn said(machine: &Machine) -> String {
    let reached: Vec<(String, bool)> =
        machine.assertions_reached().into_iter().map(|(place, paths)| (place, paths > 0)).collect();
    format!("{:?} {:?} {reached:?} {:?}", machine.bounds(), machine.warnings(), machine.experience())
}

/// Searches until the machine is content. What a machine knows goes from part to part as text, to a machine
/// that was just made.
fn program_in_parts(file: &str, flags: &str, stop: Option<Stop>) -> (Searched, Vec<u64>, String, u32) {
    let make = || compile(&corpus().join(file), flags, None).unwrap_or_else(|why| panic!("{why}"));
    let (mut machine, mut record, mut parts, mut from) = (make(), Record::default(), 0, None);
    loop {
        let options = stop.map_or_else(reducing, |stop| stop.options(parts));
        let part = Part { program: &machine, options: &options, record: &mut record, from: from.as_ref() };
        let (verdict, left) = part.search(Builtin::Rc11).unwrap_or_else(|why| panic!("{file} {stop:?}: {why}"));
        from = left;
        if machine.again(&verdict) == Again::Search {
            record.0.clear();
            continue;
        }
        match verdict.stop {
            StopReason::Limit(Limit::Executions(_) | Limit::GraphSize(_)) if from.is_some() => {
                parts += 1;
                let facts = machine.facts();
                machine = make();
                machine.recall(facts.iter().map(|(key, text)| (*key, text.as_str()))).expect("facts");
                assert_eq!(machine.facts(), facts, "{file}");
            }
            _ => return (verdict, record.0, said(&machine), parts),
        }
    }
}

#[test]
fn programs_go_on_where_they_stopped() {
    let mut stops = 0;
    for (file, flags) in PROGRAMS {
        let (verdict, executions, words, _) = program_in_parts(file, flags, None);
        let third = executions.len() as u64 / 3 + 1;
        for stop in [Stop::Executions(third), Stop::Executions(third / 5 + 1), Stop::Events(20)] {
            let (parted, met, parted_words, parts) = program_in_parts(file, flags, Some(stop));
            assert!(met == executions, "{file} {stop:?}: {} executions instead of {}", met.len(), executions.len());
            assert_eq!(lasting(&parted), lasting(&verdict), "{file} {stop:?}");
            assert_eq!(parted_words, words, "{file} {stop:?}");
            stops += parts;
        }
    }
    assert!(stops > 100, "{stops}");
}

/// The tree, cut into the pieces below each option of the first choices, is the sum of its pieces.
#[test]
fn pieces_make_up_the_whole() {
    let litmus = texts::litmus("iriw-rlx");
    let (_, executions) = whole(&litmus, Builtin::Rc11);
    let options = Stop::AtOnce.options(0);
    let part = Part { program: &litmus, options: &options, record: &mut Record::default(), from: None };
    let (_, left) = part.search(Builtin::Rc11).expect("a search");
    let start = left.expect("more than one execution");
    let Decision { of, .. } = start.pieces[0].0[0];
    let mut met = Vec::new();
    for taken in 0..of {
        let mut piece = start.clone();
        piece.counts = Counts::default();
        piece.pieces = vec![Path(vec![Decision { taken, until: taken + 1, of }])];
        let mut record = Record::default();
        let options = Options::default();
        let part = Part { program: &litmus, options: &options, record: &mut record, from: Some(&piece) };
        let (verdict, left) = part.search(Builtin::Rc11).expect("a search");
        assert_eq!((verdict.stop, left), (StopReason::Exhausted, None));
        assert_eq!(verdict.counts.complete as usize, record.0.len());
        met.extend(record.0);
    }
    assert!(of > 1);
    assert_eq!(met, executions);
}

#[test]
fn a_way_that_is_not_there_is_refused() {
    let litmus = texts::litmus("sb-rlx");
    for (path, why) in
        [("1/7", "choice 1 has 2 options and not 7"), ("0/2 0/2 0/2", "the program ends after 2 choices of 3")]
    {
        let from = Checkpoint::from_facts([("path", path)].into_iter()).expect("a path");
        let options = Options::default();
        let part = Part { program: &litmus, options: &options, record: &mut Record::default(), from: Some(&from) };
        assert_eq!(part.search(Builtin::Rc11).expect_err("no such way"), why);
    }
}
