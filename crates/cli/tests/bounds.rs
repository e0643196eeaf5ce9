//! `--context-bound`, `--round-bound` and `--sample`: what they leave out is said, and what they find is
//! real.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;
#[path = "common/schema.rs"]
mod schema;

use common::{Folder, SB};
use schema::Schema;
use serde_json::Value;

fn parse(text: &str) -> Value {
    serde_json::from_str(text).expect("a JSON document")
}

/// Two threads take two locks in different orders: a deadlock needs a preemption between the two.
const DEADLOCK: &str = "\
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *first(void *unused) {
  pthread_mutex_lock(&a); pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b); pthread_mutex_unlock(&a);
  return unused;
}
static void *second(void *unused) {
  pthread_mutex_lock(&b); pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a); pthread_mutex_unlock(&b);
  return unused;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
";

/// One thread counts to three by itself, the other looks twice: that it sees 1 and then 2 needs preemptions.
const LOOKS: &str = "\
C looks
{ x = 0; }
P0 (atomic_int* x) { atomic_store(x, 1); atomic_store(x, 2); atomic_store(x, 3); }
P1 (atomic_int* x) { int r0 = atomic_load(x); int r1 = atomic_load(x); }
exists (1:r0=1 /\\ 1:r1=2)
";

#[test]
fn a_bound_on_contexts_is_exact_and_said() {
    let folder = Folder::new("bound-contexts");
    folder.write("sb.litmus", format!("{SB}exists (0:r0=0 /\\ 1:r0=0)\n")).write("looks.litmus", LOOKS);
    // One thread after the other: two executions. Both reading 0 takes a preemption.
    let none = folder.run("check --model sc --context-bound 0 sb.litmus");
    assert_eq!(none.status, 3, "{}", none.out);
    assert!(none.out.contains("bounded: no execution within the bounds goes wrong"), "{}", none.out);
    assert!(none.out.contains("  executions  2 complete, 0 blocked"), "{}", none.out);
    let bound = "bound: only executions with at most 0 preemptions were explored; a greater --context-bound lets";
    assert!(none.out.contains(bound), "{}", none.out);
    // Of what was not explored, nothing is claimed.
    assert!(!none.out.contains("Never"), "{}", none.out);
    let one = folder.run("check --model sc --context-bound 1 sb.litmus");
    assert_eq!(one.status, 0, "nothing is left out: {}", one.out);
    assert!(one.out.contains("  executions  3 complete, 0 blocked"), "{}", one.out);
    // Two reads among four values, in order: ten executions. A read at either end takes no preemption: both
    // before the first write or both after the last, two. One preemption, of the writer by both reads (1 1, 2
    // 2) or of the reader by all writes (0 3) makes three more. Of the other five, 1 2 takes three, and the
    // rest two.
    for (bound, complete) in [(0, 2), (1, 5), (2, 9), (3, 10)] {
        let done = folder.run(&format!("check --model sc --context-bound {bound} --format json looks.litmus"));
        assert_eq!(parse(&done.out)["complete"], complete, "{bound}: {}", done.out);
    }
}

#[test]
fn a_bound_on_rounds_is_exact_and_said() {
    let folder = Folder::new("bound-rounds");
    folder.write("sb.litmus", SB);
    let done = folder.run("check --model sc --round-bound 0 --format json --certificate c.json sb.litmus");
    let document = parse(&done.out);
    assert_eq!((done.status, &document["verdict"], &document["complete"]), (3, &"bounded".into(), &1.into()));
    assert_eq!(document["bounds"][0]["kind"], "rounds");
    assert_eq!(document["bounds"][0]["value"], 0);
    assert_eq!(Schema::load("report-1.json").errors(&document), [""; 0]);
    let certificate = parse(&folder.read("c.json"));
    assert_eq!((&certificate["proof"], &certificate["bounds"][0]["kind"]), (&false.into(), &"rounds".into()));
    assert_eq!(Schema::load("certificate-1.json").errors(&certificate), [""; 0]);
    assert_eq!(folder.run("check --model sc --round-bound 1 sb.litmus").status, 0);
}

#[test]
fn bounds_on_schedules_need_schedules() {
    let folder = Folder::new("bound-models");
    folder.write("sb.litmus", SB);
    for model in ["", "--model tso ", "--model pso "] {
        let done = folder.run(&format!("check {model}--round-bound 2 sb.litmus"));
        assert_eq!((done.status, done.out.as_str()), (2, ""), "{model}");
        assert!(
            done.err.contains("`--round-bound` bounds schedules") && done.err.contains("--model sc"),
            "{}",
            done.err
        );
    }
    let both = folder.run("check --model sc --context-bound 1 --round-bound 1 sb.litmus");
    assert_eq!(both.status, 2);
    let estimate = folder.run("estimate --model sc --context-bound 1 sb.litmus");
    assert_eq!(estimate.status, 2);
    assert!(estimate.err.contains("an estimate is about all executions"), "{}", estimate.err);
}

#[test]
fn samples_are_the_same_for_the_same_seed_and_no_proof() {
    let folder = Folder::new("bound-samples");
    folder.write("looks.litmus", LOOKS);
    let run = |seed: u32| folder.run(&format!("check --sample 30 --seed {seed} --format json looks.litmus"));
    let (one, again, other) = (parse(&run(1).out), parse(&run(1).out), parse(&run(2).out));
    assert_eq!((&one["verdict"], &one["complete"]), (&"bounded".into(), &30.into()));
    assert_eq!(one["bounds"][0]["value"]["count"], 30);
    assert!(one["bounds"][0]["value"]["different"].as_u64().is_some_and(|different| different <= 10), "{one}");
    // There are ten, and enough draws meet them all.
    let many = parse(&folder.run("check --sample 500 --format json looks.litmus").out);
    assert_eq!(many["bounds"][0]["value"]["different"], 10);
    assert_eq!(one["observation"]["states"], again["observation"]["states"]);
    assert_ne!(one["observation"]["states"], other["observation"]["states"]);
    assert_eq!(Schema::load("report-1.json").errors(&one), [""; 0]);
    assert_eq!(folder.run("check --seed 3 looks.litmus").status, 2, "a seed without samples means nothing");
}

#[test]
fn a_sample_finds_a_deadlock_and_its_witness_replays() {
    let folder = Folder::new("bound-deadlock");
    folder.write("deadlock.c", DEADLOCK);
    let done = folder.run("check --sample 200 --witness d.witness deadlock.c");
    assert_eq!(done.status, 42, "{}{}", done.out, done.err);
    assert!(done.out.starts_with("violated: deadlock"), "{}", done.out);
    let replayed = folder.run("replay d.witness");
    assert_eq!(replayed.status, 42, "{}{}", replayed.out, replayed.err);
    // It takes one preemption, and whatever bound is given: what is found is real.
    assert_eq!(folder.run("check --model sc --context-bound 1 deadlock.c").status, 42);
}

#[test]
fn who_comes_first_is_told_apart_where_it_matters_and_said() {
    let folder = Folder::new("bound-arrivals");
    let program = std::fs::read_to_string("../../corpus/c/library/barrier-result.c").expect("the program is there");
    folder.write("result.c", program);
    let note =
        "who arrives first at a barrier was told apart, since the result of pthread_barrier_wait matters (result.c:";
    for (flags, matters) in [("", false), (" -- -DCARE", true), (" -- -DONE", true)] {
        let done = folder.run(&format!("check --format json result.c{flags}"));
        let document = parse(&done.out);
        assert_eq!(document["notes"].to_string().contains(note), matters, "{flags}: {}", done.out);
        assert_eq!(document["complete"], if matters { 2 } else { 1 });
    }
}
