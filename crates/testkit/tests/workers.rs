//! Several workers find what one finds, in the same order, and report the same.
//!
//! The workers are called right after the first run, so that also small programs are shared. What is compared
//! is everything that a verdict says, but for times, memory and how many steps were interpreted; and the list
//! of executions, as observers put it together. How the work is divided depends on chance: repeating these
//! tests is not in vain.
//!
//! Some of these tests compile: they need clang or zig. `./x test` sees to that.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use selvedge_check::settle;
use selvedge_core::{Counts, Limit, Program, Searched, StopReason, Subject, ViolationKind};
use selvedge_explore::{
    Checkpoint, Finding, Finished, Limits, Observer, Options, Reduce, RunEnd, Schedule, Within, explore_from,
};
use selvedge_litmus::Litmus;
use selvedge_models::Builtin;
use selvedge_testkit::any_model::AnyModel;
use selvedge_testkit::c::{compile, compile_text, corpus};
use selvedge_testkit::families::Families;
use selvedge_testkit::generate::{Recipe, generate};
use selvedge_testkit::programs as p;
use selvedge_testkit::random::Random;
use selvedge_testkit::texts;
use selvedge_vm::Machine;

/// Remembers every finished execution, by a hash, and who met them. Claims that no execution has the hash
/// given.
#[derive(Clone, Default)]
struct Record {
    met: Vec<u64>,
    by: HashSet<ThreadId>,
    forbidden: Option<u64>,
    goes_on: bool,
}

impl<P: Program> Observer<P> for Record {
    fn finished(&mut self, run: &Finished<'_, P>) -> Option<Finding> {
        let mut hasher = DefaultHasher::new();
        format!("{:?} {:?}", run.end(), run.execution()).hash(&mut hasher);
        self.met.push(hasher.finish());
        self.by.insert(thread::current().id());
        let is_wrong = run.end() == RunEnd::Complete && self.forbidden.is_some_and(|hash| hasher.finish() % 97 == hash);
        is_wrong.then(|| Finding {
            kind: ViolationKind::FinalCondition,
            message: "this one".to_owned(),
            steps: Vec::new(),
            go_on: self.goes_on,
        })
    }

    fn started_again(&mut self) {
        self.met.clear();
    }

    fn fork(&self) -> Option<Record> {
        Some(Record { met: Vec::new(), by: HashSet::new(), ..self.clone() })
    }

    fn merge(&mut self, piece: Record) {
        self.met.extend(piece.met);
        self.by.extend(piece.by);
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

fn search<P: Program>(program: &P, model: Builtin, options: &Options, mut record: Record) -> (Searched, Record) {
    let (verdict, _) = Part { program, options, record: &mut record, from: None }.search(model).expect("a search");
    (verdict, record)
}

/// So many workers, at once.
fn with_workers(workers: usize, options: &Options) -> Options {
    Options { workers, alone: Duration::ZERO, ..options.clone() }
}

/// A verdict without what may differ.
fn lasting(verdict: Searched) -> Searched {
    let counts = Counts { interpreted: 0, peak_bytes: 0, ..verdict.counts };
    Searched { counts, seconds: 0.0, ..verdict }
}

/// What does not depend on where a search stops: a run that is not finished is begun again.
fn counted(verdict: &Searched) -> (StopReason, [u64; 4]) {
    let Counts { complete, blocked, discarded, moot, .. } = verdict.counts;
    (verdict.stop.clone(), [complete, blocked, discarded, moot])
}

/// Compares one worker with several. How many of them were really at work.
fn compare<P: Program>(program: &P, model: Builtin, options: &Options, record: &Record, name: &str) -> usize {
    let (alone, expected) = search(program, model, options, record.clone());
    if matches!(alone.stop, StopReason::Limit(_)) {
        // Each meets as many, but not the same.
        return 0;
    }
    let mut at_work = 0;
    for workers in [2, 4] {
        let options = Options { limits: Limits::default(), ..with_workers(workers, options) };
        let (together, met) = search(program, model, &options, record.clone());
        assert_eq!(lasting(together), lasting(alone.clone()), "{name} {} {workers}", model.name());
        // An execution that ends the search may be seen twice; the second time it is the last.
        let mut sequence = met.met.clone();
        if alone.stop == StopReason::Violation && sequence.len() == expected.met.len() + 1 {
            sequence.pop();
        }
        assert!(sequence == expected.met, "{name} {} {workers}: other executions", model.name());
        at_work = at_work.max(met.by.len());
    }
    at_work
}

#[test]
fn litmus_tests_are_the_same_for_all() {
    let mut shared = 0;
    for name in texts::corpus() {
        let litmus = texts::litmus(&name);
        for model in Builtin::MAIN {
            shared += usize::from(compare(&litmus, model, &Options::default(), &Record::default(), &name) > 1);
        }
        for within in [Within::Contexts(0), Within::Rounds(1)] {
            let options = Options { within, ..Options::default() };
            compare(&litmus, Builtin::Sc, &options, &Record::default(), &name);
        }
    }
    assert!(shared > 100, "{shared}");
}

#[test]
fn random_programs_are_the_same_for_all() {
    let (mut shared, mut violated) = (0, 0);
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let schedule = random.pick(&[Schedule::WritesFirst, Schedule::LeftToRight, Schedule::Random(seed)]);
        let recipe = Recipe { accesses: 12, plain: 10, assertions: 20 };
        let test = generate(&mut random, recipe);
        let litmus = Litmus::from_ast(&test).expect("invariant: generated tests are well-formed");
        let families = Families::new(&test, &mut random);
        let limits = Limits { executions: Some(3000), ..Limits::default() };
        let options = Options { schedule, limits, ..Options::default() };
        let alike = Options { symmetry: Reduce::WherePossible, ..options.clone() };
        for model in Builtin::MAIN {
            let name = format!("random {seed}\n{test}");
            shared += usize::from(compare(&litmus, model, &options, &Record::default(), &name) > 1);
            shared += usize::from(compare(&families, model, &alike, &Record::default(), &name) > 1);
            violated += usize::from(search(&litmus, model, &options, Record::default()).0.violation.is_some());
        }
    }
    assert!(shared > 50 && violated > 10, "{shared} {violated}");
}

/// The first finding in the order of one worker is reported, whether the search goes on or not, and
/// everything before it is counted.
#[test]
fn the_first_finding_is_reported() {
    let options = Options::default();
    let mut found = 0;
    for program in
        [p::fib(4, selvedge_core::ReadOrdering::Acquire, selvedge_core::WriteOrdering::Release), p::writers(6)]
    {
        for forbidden in 0..12 {
            for goes_on in [true, false] {
                let record = Record { forbidden: Some(forbidden), goes_on, ..Record::default() };
                compare(&program, Builtin::Rc11, &options, &record, program.name());
                found += usize::from(search(&program, Builtin::Rc11, &options, record).0.violation.is_some());
            }
        }
    }
    assert!(found > 20, "{found}");
}

/// The search of a program that would take for ever ends with the first violation.
#[test]
fn the_first_error_stops_all() {
    let program = p::fib(40, selvedge_core::ReadOrdering::Relaxed, selvedge_core::WriteOrdering::Relaxed);
    let record = Record { forbidden: Some(5), ..Record::default() };
    let started = Instant::now();
    compare(&program, Builtin::Sc, &Options::default(), &record, program.name());
    assert!(started.elapsed() < Duration::from_secs(60));
}

/// Locks that threads lose, barriers, memory that comes and goes, loops that wait, accesses of several sizes,
/// threads that were started alike; and mistakes.
const PROGRAMS: [(&str, &str); 22] = [
    ("bench/mutex-ops.c", "-DN=3 -DK=2"),
    ("bench/ms-queue.c", "-DN=4"),
    ("bench/sense-barrier.c", "-DN=3"),
    ("bench/pbarrier-rounds.c", "-DN=3"),
    ("bench/twa-lock.c", "-DN=3"),
    ("bench/treiber-stack.c", "-DN=5"),
    ("bench/linked-list-cas.c", "-DN=5"),
    ("bench/chase-lev.c", "-DN=2 -DS=2"),
    ("bench/rwlock-bias.c", "-DN=2"),
    ("bench/seqlock.c", "-DN=2"),
    ("bench/trylock-ops.c", "-DN=3"),
    ("bench/rcu-publish.c", "-DN=4"),
    ("bench/buf-ring.c", "-DN=3"),
    ("bench/ttas-lock.c", "-DN=4"),
    ("bench/szymanski.c", ""),
    ("bench/lamport-fast.c", "-DN=3"),
    ("bench/fib-bench.c", "-DN=4"),
    ("symmetry/store-buffer.c", ""),
    ("symmetry/trylock.c", ""),
    ("symmetry/order-matters.c", ""),
    ("bugs/deadlock-abba.c", ""),
    ("bugs/mem-double-free-race.c", ""),
];

/// Searches until the machine is content. What it says then, and what was met last.
fn check(machine: &mut Machine, model: Builtin, options: &Options) -> (Searched, Vec<u64>, String, usize) {
    machine.start_over();
    let mut record = Record::default();
    let found = settle(machine, |machine| {
        let (found, met) = search(machine, model, options, Record::default());
        record = met;
        found
    });
    let words = format!("{:?} {:?} {:?}", machine.bounds(), machine.warnings(), machine.experience());
    (found, record.met, words, record.by.len())
}

#[test]
fn compiled_programs_are_the_same_for_all() {
    let mut shared = 0;
    for (file, flags) in PROGRAMS {
        let mut machine = compile(&corpus().join(file), flags, None).unwrap_or_else(|why| panic!("{why}"));
        for symmetry in [Reduce::Never, Reduce::WherePossible] {
            let options = Options { symmetry, restored: symmetry, ..Options::default() };
            for model in [Builtin::Sc, Builtin::Rc11] {
                let (alone, expected, words, _) = check(&mut machine, model, &options);
                for workers in [2, 4] {
                    let (together, met, said, by) = check(&mut machine, model, &with_workers(workers, &options));
                    let name = format!("{file} {flags} {} {symmetry:?} {workers}", model.name());
                    assert_eq!(lasting(together), lasting(alone.clone()), "{name}");
                    assert!(met == expected, "{name}: other executions");
                    assert_eq!(said, words, "{name}");
                    shared += usize::from(by > 1);
                }
            }
        }
    }
    assert!(shared > 50, "{shared}");
}

/// A limit on executions is exact, whoever meets them; what is left is as many pieces as there were.
#[test]
fn limits_hold_for_all_together() {
    let program = p::fib(6, selvedge_core::ReadOrdering::Acquire, selvedge_core::WriteOrdering::Release);
    let (whole, _) = search(&program, Builtin::Sc, &Options::default(), Record::default());
    let limits = Limits { executions: Some(5_000), ..Limits::default() };
    let options = with_workers(3, &Options { limits, ..Options::default() });
    let (mut record, mut from, mut parts) = (Record::default(), None, 0);
    loop {
        let part = Part { program: &program, options: &options, record: &mut record, from: from.as_ref() };
        let (verdict, left) = part.search(Builtin::Sc).expect("a search");
        parts += 1;
        from = left;
        if from.is_none() {
            assert_eq!(counted(&verdict), counted(&whole));
            break;
        }
        assert_eq!(verdict.stop, StopReason::Limit(Limit::Executions(5_000)));
        assert_eq!(verdict.counts.complete + verdict.counts.blocked, 5_000 * parts);
    }
    assert!(parts > 3, "{parts}");
}

/// Searches in parts: time that is over, or somebody who asks to stop, leaves pieces, and each execution is
/// met once, in whichever part. How many parts there were, and into how many pieces what was left of one
/// fell, at the most.
fn in_parts<P: Program>(program: &P, model: Builtin, instant: Duration, name: &str) -> (u32, usize) {
    let (whole, mut expected) = search(program, model, &Options::default(), Record::default());
    expected.met.sort_unstable();
    let (mut record, mut from, mut parts, mut most) = (Record::default(), None::<Checkpoint>, 0, 0);
    loop {
        // At first an instant, so that little is done; then longer.
        let limits = Limits { time: Some(instant * (1 + parts / 4)), ..Limits::default() };
        // Somebody who has already asked is heard when one has just begun.
        let interrupt = (parts % 5 == 1).then(|| Arc::new(AtomicBool::new(true)));
        let workers = if parts % 3 == 2 { 1 } else { 4 };
        let options = with_workers(workers, &Options { limits, interrupt, ..Options::default() });
        let part = Part { program, options: &options, record: &mut record, from: from.as_ref() };
        let (verdict, left) = part.search(model).unwrap_or_else(|why| panic!("{why}: {name}"));
        parts += 1;
        let Some(checkpoint) = left else {
            assert_eq!(counted(&verdict), counted(&whole), "{name}");
            break;
        };
        most = most.max(checkpoint.pieces.len());
        let facts = checkpoint.facts();
        let read = Checkpoint::from_facts(facts.iter().map(|(key, text)| (*key, text.as_str()))).expect("facts");
        assert_eq!(read, checkpoint);
        from = Some(read);
    }
    record.met.sort_unstable();
    assert!(record.met == expected.met, "{} executions instead of {}: {name}", record.met.len(), expected.met.len());
    (parts, most)
}

#[test]
fn searches_of_several_go_on_where_they_stopped() {
    let program = p::fib(5, selvedge_core::ReadOrdering::Acquire, selvedge_core::WriteOrdering::Release);
    let (parts, most) = in_parts(&program, Builtin::Rc11, Duration::from_millis(1), program.name());
    assert!(parts > 3 && most > 1, "{parts} {most}");
}

/// Threads that lose a lock in one part of the tree, and somebody who writes to it unasked in another, in all
/// orders in which they can be started, among threads that have nothing to do with it.
fn meddled_locks() -> Vec<(String, Litmus)> {
    let lock = "int e = 0; int t = atomic_compare_exchange_strong(l, &e, 1); assume(t); atomic_store(l, 0);";
    let mut made = Vec::new();
    for wanted in [0, 1] {
        let meddle = format!("int r = atomic_load(x); if (r == {wanted}) atomic_store(l, 0);");
        let parts = [lock, lock, meddle.as_str(), "atomic_store(x, 1);"];
        for order in 0..24 {
            let mut left = parts.to_vec();
            let mut bodies = Vec::new();
            for (digit, base) in [(order / 6, 4), (order / 2 % 3, 3), (order % 2, 2), (0, 1)] {
                assert!(digit < base);
                bodies.push(left.remove(digit));
            }
            for place in 0..=bodies.len() {
                let mut bodies = bodies.clone();
                let busy =
                    ["atomic_store(z, 1);", "atomic_store(z, 2);", "int a = atomic_load(z); int b = atomic_load(z);"];
                bodies.splice(place..place, busy);
                let parameters = "atomic_int* l, atomic_int* x, atomic_int* z";
                let thread = |(number, body): (usize, &&str)| format!("P{number} ({parameters}) {{ {body} }}\n");
                let threads: String = bodies.iter().enumerate().map(thread).collect();
                let text = format!("C meddled\n{{}}\n{threads}");
                let litmus = Litmus::parse("meddled.litmus", &text).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
                made.push((text, litmus));
            }
        }
    }
    made
}

#[test]
fn locks_that_others_meddle_with_are_the_same_for_all() {
    let mut shared = 0;
    for (name, litmus) in meddled_locks() {
        for schedule in [Schedule::WritesFirst, Schedule::LeftToRight] {
            let options = Options { schedule, ..Options::default() };
            for model in [Builtin::Sc, Builtin::Ra] {
                shared += usize::from(compare(&litmus, model, &options, &Record::default(), &name) > 1);
            }
        }
    }
    assert!(shared > 100, "{shared}");
}

#[test]
fn searches_with_locks_that_others_meddle_with_go_on_where_they_stopped() {
    let mut most = 0;
    for (number, (name, litmus)) in meddled_locks().into_iter().enumerate() {
        let instant = Duration::from_micros([50, 200, 500, 1000, 3000][number / 5 % 5]);
        for model in [Builtin::Sc, Builtin::Ra] {
            most = most.max(in_parts(&litmus, model, instant, &name).1);
        }
    }
    assert!(most > 1, "{most}");
}

/// On the way to a piece, a write that is not ordered turns up where somebody lost a lock in another piece.
#[test]
fn what_is_known_may_not_go_together_with_what_comes_up() {
    let program = &meddled_locks()[0].1;
    let (whole, _) = search(program, Builtin::Ra, &Options::default(), Record::default());
    for executions in 1..whole.counts.complete {
        let limits = Limits { executions: Some(executions), ..Limits::default() };
        let options = Options { limits, ..Options::default() };
        let part = Part { program, options: &options, record: &mut Record::default(), from: None };
        let (_, left) = part.search(Builtin::Ra).expect("a search");
        let facts = left.expect("something is left").facts();
        let facts: Vec<_> =
            facts.iter().map(|(key, text)| (if *key == "unordered" { "retracted" } else { key }, text)).collect();
        let from = Checkpoint::from_facts(facts.iter().map(|(key, text)| (*key, text.as_str()))).expect("facts");
        let part = Part { program, options: &Options::default(), record: &mut Record::default(), from: Some(&from) };
        let (verdict, _) = part.search(Builtin::Ra).expect("a search");
        assert_eq!(counted(&verdict), counted(&whole));
    }
}

/// A lock that is a word in one part of the tree, and of which a byte is read in another: nobody may lose it,
/// as soon as that is known.
fn lock_with_a_byte(locks: u32, reads: u32, then: &str) -> String {
    format!(
        r#"
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_assume(_Bool);
static union {{ atomic_int word; _Atomic unsigned char byte; }} l;
static atomic_int x, z;
static void *lock(void *arg) {{
    int e = 0;
    __VERIFIER_assume(atomic_compare_exchange_strong(&l.word, &e, 1));
    atomic_store(&l.word, 0);
    return 0;
}}
static void *set(void *arg) {{ atomic_store(&x, 1); atomic_store(&x, 2); return 0; }}
static void *write1(void *arg) {{ atomic_store(&z, 1); atomic_store(&z, 3); return 0; }}
static void *write2(void *arg) {{ atomic_store(&z, 2); atomic_store(&z, 4); return 0; }}
static void *read(void *arg) {{ atomic_load(&z); atomic_load(&z); return 0; }}
int main(void) {{
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    int seen = atomic_load(&x);
    if (seen == {reads}) {{ atomic_load(&l.byte); {then} }}
    if (seen == {locks}) {{
        pthread_create(&t, 0, lock, 0);
        pthread_create(&t, 0, lock, (void *)1);
    }}
    pthread_create(&t, 0, write1, 0);
    pthread_create(&t, 0, write2, 0);
    pthread_create(&t, 0, read, 0);
    pthread_create(&t, 0, read, (void *)1);
    return 0;
}}
"#
    )
}

#[test]
fn accesses_of_other_sizes_are_noticed_by_all() {
    for (locks, reads) in [(0, 1), (1, 0)] {
        for then in ["return 0;", ""] {
            let text = lock_with_a_byte(locks, reads, then);
            let mut machine = compile_text(&text, "").unwrap_or_else(|why| panic!("{why}"));
            let (alone, expected, ..) = check(&mut machine, Builtin::Sc, &Options::default());
            assert!(alone.counts.complete > 1000 && alone.reductions.is_empty(), "{alone:?}");
            for workers in [2, 3, 4].repeat(3) {
                let (together, met, ..) = check(&mut machine, Builtin::Sc, &with_workers(workers, &Options::default()));
                assert_eq!(lasting(together), lasting(alone.clone()), "{locks} {reads} {then} {workers}");
                assert!(met == expected, "{locks} {reads} {then} {workers}: other executions");
            }
        }
    }
}
