//! Each program of `corpus/c/bench` with a bug put into it: one change of the text, and what must be found
//! then.
//!
//! That the programs themselves verify, at every size listed, is for `c.rs`. Here nothing depends on counts:
//! each row says why the change is a mistake, and a search that does not find it misses executions.
//!
//! These tests compile: they need clang or zig. `./x test` sees to that.

use std::collections::BTreeSet;
use std::time::Duration;

use selvedge_explore::{Options, Silent};
use selvedge_models::Builtin;
use selvedge_testkit::c::{compile_text, corpus, search, search_by};
use selvedge_testkit::searched::Unobserved;
use selvedge_vm::Machine;

/// A bug.
struct Seed {
    program: &'static str,
    cflags: &'static str,
    /// The right text, which occurs exactly once.
    right: &'static str,
    wrong: &'static str,
    model: Builtin,
    /// The kind of violation, or several that are as good.
    found: &'static str,
}

const fn seed(
    program: &'static str,
    cflags: &'static str,
    right: &'static str,
    wrong: &'static str,
    found: &'static str,
) -> Seed {
    Seed { program, cflags, right, wrong, model: Builtin::Rc11, found }
}

/// A mistake already under sequential consistency.
const fn plain(
    program: &'static str,
    cflags: &'static str,
    right: &'static str,
    wrong: &'static str,
    found: &'static str,
) -> Seed {
    Seed { program, cflags, right, wrong, model: Builtin::Sc, found }
}

/// Programs that claim nothing that could be wrong: they have no assertion, and no plain access.
const NO_CLAIM: [&str; 2] = ["only-sc", "sb-ring"];

/// Programs whose loops are bounded in `expected.tsv`, too.
const BOUNDED: [&str; 3] = ["dekker", "parker", "seqlock-loop"];

/// What is read through a pointer that was published without release: the block, or what is in it.
const UNPUBLISHED: &str = "unordered-access|race";

#[rustfmt::skip]
const SEEDS: &[Seed] = &[
    // Two threads take the same number, and one of them has not yet said so when the other looks.
    plain("bakery", "-DN=2", "atomic_store(&choosing[i], 1);", "", "race"),
    plain("bank-transfer", "-DN=3", "pthread_mutex_lock(&m[0]);\n\tpthread_mutex_lock(&m[1]);",
        "pthread_mutex_lock(&m[(long)arg % 2]);\n\tpthread_mutex_lock(&m[1 - (long)arg % 2]);", "deadlock"),
    seed("buf-ring", "-DN=2", "ST(&ptail, h + 1, rel)", "ST(&ptail, h + 1, rlx)", "race"),
    // The owner takes the last item without noticing that it was stolen.
    seed("chase-lev", "-DN=2 -DS=2", "ST(&bottom, b, rlx);\n\tatomic_thread_fence(seq);",
        "ST(&bottom, b, rlx);\n\tatomic_thread_fence(acqrel);", "assertion"),
    plain("cinc", "-DN=4", "atomic_fetch_add_explicit(&x, 1, rlx)", "ST(&x, LD(&x, rlx) + 1, rlx)", "assertion"),
    seed("clh-lock", "-DN=3", "ST(&me->busy, 0, rel)", "ST(&me->busy, 0, rlx)", "race|use-after-free"),
    seed("dekker-try", "-DK=2", "ST(&want[i], 1, seq)", "ST(&want[i], 1, rel)", "assertion"),
    seed("dekker", "", "ST(&want[i], 1, rlx);\n\t\tatomic_thread_fence(seq);\n\t\twhile",
        "ST(&want[i], 1, rlx);\n\t\twhile", "race"),
    seed("double-checked", "-DN=3", "ST(&inst, p, rel)", "ST(&inst, p, rlx)", UNPUBLISHED),
    seed("elim-free-stack", "-DN=2", "(i + 1), rel, rlx)", "(i + 1), rlx, rlx)", "race"),
    plain("eratosthenes", "-DN=9", "int j = i * i; j <= N", "int j = i * i + i; j <= N", "assertion"),
    // The bound is reached.
    plain("fib-bench", "-DN=3", "i < 2 * N", "i < 2 * N - 1", "assertion"),
    seed("flat-combining", "-DN=2", "ST(&l, 0, rel)", "ST(&l, 0, rlx)", "race"),
    plain("hash-table-lock", "-DN=4", "pthread_mutex_lock(&tab[k % B].m);\n\ti->next = tab[k % B].head;",
        "i->next = tab[k % B].head;\n\tpthread_mutex_lock(&tab[k % B].m);", "race"),
    plain("indexer", "-DN=12", "h = (w * 7) % SIZE;", "h = w * 7;", "invalid-access"),
    // Both have seen y = 0; one finds its own x, the other its own y.
    plain("lamport-fast", "-DN=2", "for (int j = 1; j <= N; j++) __VERIFIER_assume(atomic_load(&b[j]) == 0);", "", "race"),
    plain("lastzero", "-DN=6", "int i = N;", "int i = N + 1;", "invalid-access"),
    seed("linked-list-cas", "-DN=3", "&c, n, rel, rlx)", "&c, n, rlx, rlx)", UNPUBLISHED),
    seed("mcs-lock", "-DN=2", "ST(&s->locked, 0, rel)", "ST(&s->locked, 0, rlx)", "race"),
    seed("mpmc-queue", "-DN=1", "ST(&cell[p % SZ].seqno, p + 1, rel)", "ST(&cell[p % SZ].seqno, p + 1, rlx)", "race"),
    seed("ms-queue-2t", "-DN=2", "&t->next, &e, n, rel, rlx)", "&t->next, &e, n, rlx, rlx)", "race"),
    // Who helps to move the tail learns of the node through `next` alone.
    seed("ms-queue", "-DN=2", "&t->next, &e, n, rel, rlx)", "&t->next, &e, n, rlx, rlx)", UNPUBLISHED),
    plain("mutex-ops", "-DN=3 -DK=1", "c++; pthread_mutex_unlock(&m);", "pthread_mutex_unlock(&m); c++;", "race"),
    plain("nwriters-1reader", "-DN=5", "ST(&x, 1 + (int)(long)arg", "ST(&x, 2 + (int)(long)arg", "assertion"),
    plain("nwriters-samevalue", "-DN=6", "ST(&x, 1, rlx)", "ST(&x, LD(&x, rlx) + 1, rlx)", "assertion"),
    plain("par-length", "-DN=2", "i + 1 < L", "i + 2 < L", "assertion"),
    seed("parker", "-DN=2", "ST(&cond[k], 1, rel)", "ST(&cond[k], 1, rlx)", "race"),
    plain("pbarrier-closure", "-DN=3", "g[k][j]);\n\t\tpthread_barrier_wait(&b);", "g[k][j]);", "race"),
    plain("pbarrier-determinant", "-DN=3", "pthread_barrier_wait(&b);", "", "race"),
    plain("pbarrier-lock", "-DN=3", "pthread_barrier_wait(&b);", "", "race"),
    plain("pbarrier-rounds", "-DX=3 -DY=2", "== k + 1);\n\t\tpthread_barrier_wait(&b);", "== k + 1);", "race|assertion"),
    seed("peterson-fences", "-DK=1", "atomic_exchange_explicit(&turn, j, acqrel);\n\t\tatomic_thread_fence(seq);",
        "ST(&turn, j, rlx);", "race"),
    // The other one writes turn last, and looks at the flag before it is set.
    plain("peterson", "-DK=1", "atomic_store(&flag[i], 1);\n\t\tatomic_store(&turn, j);",
        "atomic_store(&turn, j);\n\t\tatomic_store(&flag[i], 1);", "race"),
    plain("philosophers", "-DN=3", "if (a > b) {", "if (0) {", "deadlock"),
    plain("prodcons-mutex", "-DN=2", "static void *consumer(void *arg) {",
        "static void *consumer(void *arg) {\n\tif (!full) return NULL;", "race"),
    seed("prodcons-spsc", "-DN=4", "ST(&tail, i + 1, rel)", "ST(&tail, i + 1, rlx)", "race"),
    seed("qspinlock-like", "-DN=2", "atomic_fetch_sub_explicit(&word, 1, rel)", "atomic_fetch_sub_explicit(&word, 1, rlx)",
        "race"),
    // The reader's announcement is seen too late.
    seed("rcu-publish", "-DN=2", "ST(&active[i], 1, rlx);\n\tatomic_thread_fence(seq);",
        "ST(&active[i], 1, rlx);\n\tatomic_thread_fence(acqrel);", "use-after-free|race"),
    plain("readers", "-DN=8", "ST(&x, 1, rel)", "ST(&x, 2, rel)", "assertion"),
    seed("refcount", "-DN=4", "(&o->rc, 1, rel)", "(&o->rc, 1, rlx)", "assertion|use-after-free|race"),
    seed("rwlock-bias", "-DW=1 -DR=2", "atomic_fetch_add_explicit(&l, BIAS, rel)",
        "atomic_fetch_add_explicit(&l, BIAS, rlx)", "race"),
    seed("sense-barrier", "-DN=3", "atomic_fetch_sub_explicit(&count, 1, acqrel)",
        "atomic_fetch_sub_explicit(&count, 1, rlx)", "race"),
    // Half of a change is seen, and the sequence number before it.
    seed("seqlock-loop", "-DW=1 -DR=2", "atomic_thread_fence(rel);", "", "assertion"),
    seed("seqlock", "-DW=2 -DR=1", "atomic_thread_fence(rel);", "", "assertion"),
    plain("szymanski", "", "if (i == 1) __VERIFIER_assume(atomic_load(&f[0]) < 2);", "", "race"),
    seed("ticket-lock", "-DN=3", "LD(&owner, rlx) + 1, rel)", "LD(&owner, rlx) + 1, rlx)", "race"),
    seed("treiber-pushpop", "-DN=2", "&o, n, acqrel, rlx)", "&o, n, rlx, rlx)", UNPUBLISHED),
    seed("treiber-stack", "-DN=3", "&o, n, rel, rlx)", "&o, n, rlx, rlx)", UNPUBLISHED),
    seed("trylock-ops", "-DN=2", "ST(&l, 0, rel)", "ST(&l, 0, rlx)", "race"),
    seed("ttas-lock", "-DN=2", "ST(&l, 0, rel)", "ST(&l, 0, rlx)", "race"),
    seed("twa-lock", "-DN=3", "ST(&owner, k, rel)", "ST(&owner, k, rlx)", "race"),
];

fn break_it(seed: &Seed) -> Machine {
    let text =
        std::fs::read_to_string(corpus().join(format!("bench/{}.c", seed.program))).expect("the program is there");
    assert_eq!(text.matches(seed.right).count(), 1, "{}: {:?}", seed.program, seed.right);
    compile_text(&text.replacen(seed.right, seed.wrong, 1), seed.cflags).unwrap_or_else(|why| panic!("{why}"))
}

#[test]
fn seeded_bugs_are_found() {
    let mut wrong = Vec::new();
    for seed in SEEDS {
        let machine = break_it(seed);
        let mut machine = if BOUNDED.contains(&seed.program) { machine.with_unroll(5) } else { machine };
        let verdict = search(&mut machine, seed.model);
        // Several workers find the same.
        let options = Options { workers: 3, alone: Duration::ZERO, ..Options::default() };
        let workers = |machine: &Machine, _: &mut Silent| machine.search_alone(seed.model, &options);
        let (together, Silent) = search_by(&mut machine, || Silent, workers);
        assert_eq!(together.violation, verdict.violation, "{} {}", seed.program, seed.cflags);
        let found = verdict.violation.map_or_else(|| format!("{:?}", verdict.stop), |v| v.kind.name().to_owned());
        if seed.found.split('|').all(|expected| expected != found) {
            wrong.push(format!("{} {}: {found}, not {}", seed.program, seed.cflags, seed.found));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_benchmark_has_a_bug() {
    let files = std::fs::read_dir(corpus().join("bench")).expect("the folder is there");
    let names = files.map(|file| file.expect("a folder can be read").path());
    let names: BTreeSet<String> =
        names.filter_map(|path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned())).collect();
    let covered: BTreeSet<String> = SEEDS.iter().map(|seed| seed.program).chain(NO_CLAIM).map(str::to_owned).collect();
    assert_eq!(names, covered);
}
