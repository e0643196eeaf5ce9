//! How much the search remembers of the paths of threads makes no difference.
//!
//! A trie that outgrows its budget forgets the nodes that nothing refers to. The search once forgot nodes to
//! which going back would lead again: their places were given to other states, and what came of it was
//! anything from a panic to executions that do not exist (docs/decisions/0030). So the same is searched with
//! budgets so small that it has to forget all the time: the executions must be the same, in the same order,
//! and so must all that a verdict says. In debug builds, as tests are, the trie also looks at every cursor
//! that it is asked about.
//!
//! The C programs are compiled: these tests need clang or zig. `./x test` sees to that.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use selvedge_core::{Counts, Limit, Program, Searched, StopReason};
use selvedge_explore::{
    Checkpoint, Finding, Finished, Limits, Liveness, Observer, Options, Reduce, RunEnd, Schedule, explore_from,
};
use selvedge_models::Builtin;
use selvedge_testkit::any_model::AnyModel;
use selvedge_testkit::c::{compile, compile_text, corpus, search_by};
use selvedge_testkit::families::Families;
use selvedge_testkit::generate::{Recipe, generate};
use selvedge_testkit::loops;
use selvedge_testkit::random::Random;
use selvedge_testkit::searched::Unobserved;
use selvedge_testkit::texts;
use selvedge_vm::Machine;

/// Everything that is not needed at the end of a run is forgotten; often; now and then.
const BUDGETS: [usize; 3] = [1, 20_000, 100_000];

/// A program of which little needs to be kept, but what is needed to go back.
const GATE: &str = r"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define LD(p, m) atomic_load_explicit(p, m)
#define ST(p, v, m) atomic_store_explicit(p, v, m)
#define rlx memory_order_relaxed
#define seq memory_order_seq_cst
static atomic_int want[2], turn, z; static int c; static unsigned out[2];
static void *run(void *arg) { int i = (int)(long)arg, j = 1 - i; unsigned h = 1;
  for (int k = 0; k < 2; k++) {
    for (int q = 0; q < Q; q++) h = h * 7 + atomic_fetch_add_explicit(&z, 1, rlx);
    ST(&want[i], 1, rlx); atomic_thread_fence(seq);
    while (LD(&want[j], memory_order_acquire)) if (LD(&turn, rlx) != i) {
      ST(&want[i], 0, rlx); while (LD(&turn, rlx) != i) { } ST(&want[i], 1, rlx); atomic_thread_fence(seq); }
    c++; ST(&turn, j, rlx); ST(&want[i], 0, memory_order_release); }
  out[i] = h; return 0; }
int main(void) { pthread_t t[2]; for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, run, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0); assert(c == 4); }
";

/// Programs that hang are searched to the end.
fn base() -> Options {
    Options { liveness: Liveness::Ignore, ..Options::default() }
}

fn is_full() -> bool {
    std::env::var_os("SELVEDGE_FULL").is_some()
}

/// Remembers every finished execution, by a hash.
#[derive(Clone, Default)]
struct Record(Vec<u64>);

impl<P: Program> Observer<P> for Record {
    fn finished(&mut self, run: &Finished<'_, P>) -> Option<Finding> {
        let mut hasher = DefaultHasher::new();
        (run.end() == RunEnd::Complete, run.execution()).hash(&mut hasher);
        self.0.push(hasher.finish());
        None
    }

    fn started_again(&mut self) {
        self.0.clear();
    }

    fn fork(&self) -> Option<Record> {
        Some(Record::default())
    }

    fn merge(&mut self, piece: Record) {
        self.0.extend(piece.0);
    }
}

/// A verdict without what may depend on how much is remembered.
fn lasting(verdict: Searched) -> Searched {
    let counts = Counts { interpreted: 0, peak_bytes: 0, ..verdict.counts };
    Searched { counts, seconds: 0.0, ..verdict }
}

/// What a search found, and how often it ran the program.
struct Found {
    verdict: Searched,
    record: Record,
    interpreted: u64,
}

impl Found {
    fn new((verdict, record): (Searched, Record)) -> Found {
        let interpreted = verdict.counts.interpreted;
        Found { verdict: lasting(verdict), record, interpreted }
    }

    fn same_as(&self, other: &Found, how: &str) {
        assert_eq!(self.verdict, other.verdict, "{how}");
        assert!(self.record.0 == other.record.0, "{how}: the executions differ");
    }
}

fn search<P: Program>(program: &P, model: Builtin, options: &Options, record: &mut Record) -> Searched {
    explore_from(program, AnyModel::from(model), options, record, None).expect("nothing is taken up").0
}

fn litmus_like<P: Program>(program: &P, model: Builtin, options: &Options) -> Found {
    let mut record = Record::default();
    let verdict = search(program, model, options, &mut record);
    Found::new((verdict, record))
}

fn machine(machine: &mut Machine, model: Builtin, options: &Options) -> Found {
    Found::new(search_by(machine, Record::default, |machine, record| search(machine, model, options, record)))
}

/// Compares all budgets, and says how many searches had to interpret something again.
fn compare(how: &str, options: &Options, mut find: impl FnMut(&Options) -> Found) -> usize {
    let usual = find(options);
    let mut again = 0;
    for trie_bytes in BUDGETS {
        let found = find(&Options { trie_bytes, ..options.clone() });
        found.same_as(&usual, &format!("{how} {:?} {trie_bytes}", options.schedule));
        again += usize::from(found.interpreted > usual.interpreted);
    }
    again
}

/// The program that showed it, with the right answer.
#[test]
fn a_gate_for_two() {
    let counts = [("-DQ=1", (206, 315)), ("-DQ=4", (124_330, 160_935))];
    for (flags, expected) in counts.into_iter().take(if is_full() { 2 } else { 1 }) {
        let program = compile_text(GATE, flags).expect("it compiles");
        for trie_bytes in BUDGETS.into_iter().chain([base().trie_bytes]) {
            let verdict = program.search_alone(Builtin::Sc, &Options { trie_bytes, ..base() });
            assert_eq!((verdict.counts.complete, verdict.counts.blocked), expected, "{flags} {trie_bytes}");
            assert_eq!((verdict.stop, verdict.violation), (StopReason::Exhausted, None), "{flags} {trie_bytes}");
        }
    }
}

/// A thread that is started with what was read: it begins in one state or another, again and again. Of z, x
/// and y, two values each are read.
const STARTED: &str = r"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y, z;
static void *set(void *p) { atomic_store((atomic_int *)p, 1); return 0; }
static void *tell(void *a) { atomic_store(&y, 1 + (int)(long)a); return a; }
int main(void) {
  pthread_t s, t, u; void *told;
  pthread_create(&s, 0, set, &z);
  int first = atomic_load(&z);
  pthread_create(&t, 0, set, &x);
  long v = atomic_load(&x);
  pthread_create(&u, 0, tell, (void *)v);
  int seen = atomic_load(&y);
  pthread_join(s, 0); pthread_join(t, 0); pthread_join(u, &told);
  assert((long)told == v && atomic_load(&y) == 1 + v && (seen == 0 || seen == 1 + v) && first < 2);
}
";

#[test]
fn threads_that_are_started_in_several_ways() {
    let program = compile_text(STARTED, "").expect("it compiles");
    for trie_bytes in BUDGETS.into_iter().chain([base().trie_bytes]) {
        for schedule in [Schedule::WritesFirst, Schedule::LeftToRight, Schedule::Random(3)] {
            let verdict = program.search_alone(Builtin::Sc, &Options { trie_bytes, schedule, ..base() });
            let found = (verdict.counts.complete, verdict.counts.blocked, verdict.violation);
            assert_eq!(found, (8, 0, None), "{schedule:?} {trie_bytes}");
        }
    }
}

#[test]
fn programs_of_the_corpus() {
    let mut files: Vec<_> = ["bench", "library", "symmetry", "litmus"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(corpus().join(folder)).expect("a folder of the corpus"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|file| file.extension().is_some_and(|suffix| suffix == "c"))
        .collect();
    files.sort();
    let schedules = [Schedule::Random(3), Schedule::WritesFirst, Schedule::LeftToRight];
    let (every, models, most) = match is_full() {
        true => (1, &Builtin::MAIN[..], 10_000),
        false => (3, &[Builtin::Sc, Builtin::Rc11][..], 1_000),
    };
    let limits = Limits { executions: Some(most), ..Limits::default() };
    let (mut again, mut compiled) = (0, 0);
    for (number, file) in files.iter().enumerate() {
        // The larger programs have more to forget.
        if !number.is_multiple_of(every) && !file.parent().is_some_and(|folder| folder.ends_with("bench")) {
            continue;
        }
        let Ok(program) = compile(file, "", None) else { continue };
        let mut program = program.with_unroll(3);
        compiled += 1;
        for &model in models {
            for &schedule in if is_full() { &schedules[..] } else { &schedules[number / 3 % 3..][..1] } {
                let symmetry = if number % 2 == 0 { Reduce::Never } else { Reduce::WherePossible };
                let options = Options { schedule, symmetry, limits: limits.clone(), ..base() };
                let how = format!("{} {}", file.display(), model.name());
                again += compare(&how, &options, |options| machine(&mut program, model, options));
            }
        }
    }
    assert!(compiled > 100 && again > compiled / 2, "{again} of {compiled}");
}

#[test]
fn random_c_programs() {
    let (programs, mut machine_of_all) = loops::batch(if is_full() { 400 } else { 40 }, 7_000);
    let limits = Limits { executions: Some(2_000), ..Limits::default() };
    let mut again = 0;
    for program in &programs {
        let entry = format!("main{}", program.seed);
        machine_of_all = machine_of_all.started_with(&entry).expect("it was compiled").with_unroll(program.rounds);
        let model = Builtin::MAIN[program.seed as usize % Builtin::MAIN.len()];
        let schedule = [Schedule::WritesFirst, Schedule::Random(program.seed)][program.seed as usize / 4 % 2];
        let options = Options { schedule, limits: limits.clone(), ..base() };
        let how = format!("seed {} {}", program.seed, model.name());
        again += compare(&how, &options, |options| machine(&mut machine_of_all, model, options));
    }
    assert!(again > programs.len() / 5, "{again}");
}

#[test]
fn random_litmus_tests() {
    let mut again = 0;
    for seed in 0..if is_full() { 5_000 } else { 150 } {
        let mut random = Random::new(seed);
        let model = random.pick(&Builtin::MAIN);
        let schedule = random.pick(&[Schedule::WritesFirst, Schedule::LeftToRight, Schedule::Random(seed)]);
        let limits = Limits { executions: Some(1_000), ..Limits::default() };
        let options = Options { schedule, limits, ..base() };
        let test = generate(&mut random, Recipe { accesses: 8, plain: 10, assertions: 10 });
        let program = selvedge_litmus::Litmus::from_ast(&test).expect("a test");
        again += compare(&format!("seed {seed}"), &options, |options| litmus_like(&program, model, options));
        let alike = Options { symmetry: Reduce::WherePossible, restored: Reduce::WherePossible, ..options };
        let families = Families::new(&test, &mut random);
        again += compare(&format!("families {seed}"), &alike, |options| litmus_like(&families, model, options));
    }
    assert!(again > 40, "{again}");
}

/// Two workers, each of which forgets for itself.
#[test]
fn workers_forget_too() {
    for name in ["bench/ttas-lock.c", "bench/lastzero.c", "bench/ms-queue.c", "bench/seqlock.c"] {
        let mut program = compile(&corpus().join(name), "", None).expect("it compiles").with_unroll(3);
        for model in [Builtin::Sc, Builtin::Rc11] {
            let alone = machine(&mut program, model, &base());
            for trie_bytes in BUDGETS {
                let options = Options { trie_bytes, workers: 2, alone: Duration::ZERO, ..base() };
                let together = machine(&mut program, model, &options);
                together.same_as(&alone, &format!("{name} {} {trie_bytes}", model.name()));
            }
        }
    }
}

/// Searches that stop after some executions, and go on with another budget.
#[test]
fn searches_are_taken_up_with_another_budget() {
    let stopping = |executions, trie_bytes| Options {
        limits: Limits { executions: Some(executions), ..Limits::default() },
        trie_bytes,
        ..base()
    };
    let names = texts::corpus();
    let mut parts = 0;
    for name in names.iter().step_by(if is_full() { 1 } else { 5 }) {
        let program = texts::litmus(name);
        let whole = litmus_like(&program, Builtin::Rc11, &base());
        let (mut record, mut from): (_, Option<Checkpoint>) = (Record::default(), None);
        let verdict = loop {
            let options = stopping(3, BUDGETS[parts % 3]);
            let part = explore_from(&program, AnyModel::from(Builtin::Rc11), &options, &mut record, from.as_ref());
            let (verdict, left) = part.unwrap_or_else(|why| panic!("{name}: {why}"));
            parts += 1;
            match left {
                Some(left) if matches!(verdict.stop, StopReason::Limit(Limit::Executions(_))) => from = Some(left),
                _ => break verdict,
            }
        };
        let counted = |verdict: &Searched| (verdict.counts.complete, verdict.counts.blocked, verdict.stop.clone());
        assert_eq!(counted(&verdict), counted(&whole.verdict), "{name}");
        assert!(record.0 == whole.record.0, "{name}");
    }
    assert!(parts > names.len() / 5, "{parts}");
}

/// What is not needed is really forgotten, whatever the budget, and to forget takes no more than the rest.
#[test]
fn little_is_kept_and_that_takes_little() {
    let program = compile_text(GATE, "-DQ=3").expect("it compiles");
    let search = |trie_bytes| program.search_alone(Builtin::Sc, &Options { trie_bytes, ..base() });
    let [least, little, usual] = [1, 100_000, base().trie_bytes].map(search);
    assert_eq!(least.counts.complete, usual.counts.complete);
    let [least_bytes, little_bytes, bytes] = [&least, &little, &usual].map(|verdict| verdict.counts.peak_bytes);
    assert!(least_bytes < 500_000 && little_bytes < 500_000, "{least_bytes}, {little_bytes}, {bytes}");
    assert!(least_bytes < bytes / 50, "{least_bytes}, {bytes}");
    assert!(least.seconds < 20.0 * usual.seconds + 1.0, "{} s, {} s", least.seconds, usual.seconds);
}
