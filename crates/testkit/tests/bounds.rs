//! Bounds on schedules: the search finds exactly the executions that some schedule within the bound produces,
//! each once.
//!
//! What a schedule costs is found out by running all of them, one step at a time on one memory
//! (`selvedge_oracle::schedules`): no graph, no linearisation, no pruning.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

use selvedge_core::{Bound, Execution, ReadOrdering, RmwOrdering, WriteOrdering};
use selvedge_explore::{OnRace, Options, Schedule, Within};
use selvedge_litmus::Litmus;
use selvedge_models::Sc;
use selvedge_oracle::{Cost, schedules};
use selvedge_testkit::compare::Complete;
use selvedge_testkit::fuzz::seeds;
use selvedge_testkit::generate::{Recipe, generate};
use selvedge_testkit::programs::{casrot, increments};
use selvedge_testkit::random::Random;
use selvedge_testkit::script::{Asking, Pause, Place, Script};
use selvedge_testkit::searched::{Searchable, explore};

/// What comparisons covered.
#[derive(Debug, Default)]
struct Report {
    programs: u64,
    skipped: u64,
    /// Searches that left something out, and how many executions they met and did not count.
    bounded: u64,
    beyond: u64,
    /// Executions, and those of the searches within bounds.
    all: u64,
    counted: u64,
}

/// Compares all small bounds on one program with what its schedules cost.
fn compare<P: Searchable>(program: &P, schedule: Schedule, report: &mut Report, shown: &dyn Debug) {
    let Ok(costs) = schedules(program, 200_000) else {
        report.skipped += 1;
        return;
    };
    let costs: HashMap<Execution, Cost> = costs.into_iter().map(|(run, cost)| (run.renumbered(), cost)).collect();
    report.programs += 1;
    for bound in 0..=3 {
        for within in [Within::Contexts(bound), Within::Rounds(bound)] {
            let fits = |cost: &Cost| match within {
                Within::Contexts(most) => cost.contexts <= most,
                Within::Rounds(most) => cost.rounds <= most,
                Within::Everything | Within::Samples { .. } => true,
            };
            let expected: HashSet<&Execution> =
                costs.iter().filter(|(_, cost)| fits(cost)).map(|(run, _)| run).collect();
            let mut met = Complete::default();
            let options = Options { within, schedule, on_race: OnRace::Ignore, ..Options::default() };
            let verdict = explore(program, Sc::default(), &options, &mut met);
            assert!(verdict.violation.is_none(), "no program here goes wrong: {shown:?}");
            assert!(!met.twice, "{within:?} with {schedule:?} finds an execution twice: {shown:?}");
            let found: HashSet<&Execution> = met.found.iter().collect();
            if found != expected {
                let missed = expected.difference(&found).count();
                let extra: Vec<_> = found.difference(&expected).map(|run| (costs.get(*run), run)).collect();
                panic!(
                    "{within:?} with {schedule:?} misses {missed} of {} and has {} too many: {shown:?}\n{extra:#?}",
                    expected.len(),
                    extra.len(),
                );
            }
            let everything = expected.len() == costs.len();
            // The reverse need not hold: what was left out may have led to blocked executions only.
            assert!(everything || !verdict.bounds.is_empty(), "something is left out, unsaid: {shown:?}");
            report.bounded += u64::from(!everything);
            report.beyond += verdict.counts.beyond;
            report.all += costs.len() as u64;
            report.counted += expected.len() as u64;
        }
    }
}

#[test]
fn random_litmus_tests() {
    let (mut report, seeds) = (Report::default(), seeds(600));
    for seed in seeds.clone() {
        let mut random = Random::new(seed);
        let schedule = random.pick(&[Schedule::WritesFirst, Schedule::LeftToRight, Schedule::Random(seed)]);
        let recipe = Recipe { accesses: random.between(4, 7), plain: 20, assertions: 0 };
        let test = generate(&mut random, recipe);
        let litmus = Litmus::from_ast(&test).expect("invariant: generated tests are well-formed");
        compare(&litmus, schedule, &mut report, &test);
    }
    assert!(report.skipped * 5 <= seeds.end - seeds.start, "{report:?}");
    assert!(report.bounded >= report.programs, "{report:?}");
}

/// What a thread of a random program does.
#[derive(Clone, Debug)]
enum Deed {
    Read(usize),
    Write(usize),
    Increment(usize),
    /// Does something while it holds a lock.
    Locked(usize, Vec<Deed>),
    /// Meets the other initial threads.
    Meet(u64),
    /// Runs something in a thread of its own, and waits for it to end, at once or later.
    Spawn(u32),
    Join,
}

struct Places {
    data: Vec<Place>,
    locks: Vec<Place>,
    barrier: Place,
}

fn perform(t: &mut Asking<'_>, places: &Places, deeds: &[Deed], child: &mut Option<u64>) -> Result<(), Pause> {
    for deed in deeds {
        match deed {
            Deed::Read(x) => _ = t.read(places.data[*x], ReadOrdering::SeqCst)?,
            Deed::Write(x) => t.write(places.data[*x], 7, WriteOrdering::SeqCst)?,
            Deed::Increment(x) => _ = t.increment(places.data[*x], RmwOrdering::SeqCst)?,
            Deed::Locked(lock, inside) => {
                let lock = places.locks[*lock];
                if t.cas(lock, 0, 1, RmwOrdering::Acquire)? != 0 {
                    t.hang()?;
                }
                perform(t, places, inside, child)?;
                t.write(lock, 0, WriteOrdering::Release)?;
            }
            Deed::Meet(threads) => t.meet(places.barrier, *threads)?,
            Deed::Spawn(entry) => *child = Some(t.spawn(*entry, 0)?),
            Deed::Join => {
                if let Some(child) = child.take() {
                    t.join(child)?;
                }
            }
        }
    }
    Ok(())
}

fn deeds(random: &mut Random, count: usize) -> Vec<Deed> {
    let mut deeds = Vec::new();
    while deeds.len() < count {
        deeds.push(match random.below(8) {
            0 | 1 => Deed::Read(random.below(2)),
            2 | 3 => Deed::Write(random.below(2)),
            4 => Deed::Increment(random.below(2)),
            _ => Deed::Locked(random.below(2), (0..random.below(2)).map(|_| Deed::Write(random.below(2))).collect()),
        });
    }
    deeds
}

/// A random program with locks, and perhaps a barrier or a thread that is started and joined.
fn with_locks(random: &mut Random) -> (Script, Vec<Vec<Deed>>) {
    let mut script = Script::new("turns");
    let data = script.array("x", 2);
    let locks = script.array("lock", 2);
    let barrier = script.location("barrier");
    let places = std::sync::Arc::new(Places { data, locks, barrier });
    let threads = random.between(2, 3);
    let mut lists: Vec<Vec<Deed>> = (0..threads).map(|_| deeds(random, if threads == 2 { 3 } else { 2 })).collect();
    if random.chance(25) {
        for list in &mut lists {
            list.pop();
            let at = random.below(list.len() + 1);
            list.insert(at, Deed::Meet(threads as u64));
        }
    } else if random.chance(30) {
        let list = &mut lists[0];
        list.truncate(2);
        let at = random.below(list.len() + 1);
        list.insert(at, Deed::Spawn(threads as u32));
        if random.chance(70) {
            let at = random.between(at + 1, list.len());
            list.insert(at, Deed::Join);
        }
        lists.push(deeds(random, 1));
    }
    for (entry, list) in lists.iter().enumerate() {
        let (places, list) = (places.clone(), list.clone());
        let code = move |t: &mut Asking<'_>| {
            perform(t, &places, &list, &mut None)?;
            Ok(0)
        };
        if entry < threads {
            script.thread(code);
        } else {
            script.entry(code);
        }
    }
    (script, lists)
}

#[test]
fn random_programs_with_locks_barriers_and_joins() {
    let (mut report, seeds) = (Report::default(), seeds(600));
    for seed in seeds.clone() {
        let mut random = Random::new(seed);
        let schedule = random.pick(&[Schedule::WritesFirst, Schedule::LeftToRight, Schedule::Random(seed)]);
        let (script, lists) = with_locks(&mut random);
        compare(&script, schedule, &mut report, &lists);
    }
    assert!(report.skipped * 3 <= seeds.end - seeds.start, "{report:?}");
    assert!(report.bounded >= report.programs, "{report:?}");
}

fn counts<P: Searchable>(program: &P, within: impl Fn(u32) -> Within, bounds: u32) -> Vec<u64> {
    let count = |bound| {
        let options = Options { within: within(bound), schedule: Schedule::LeftToRight, ..Options::default() };
        explore(program, Sc::default(), &options, &mut Complete::default()).counts.complete
    };
    (0..bounds).map(count).collect()
}

fn litmus(text: &str) -> Litmus {
    selvedge_litmus::parse("test.litmus", text).expect("a litmus test")
}

/// engine.md §3.4 has these numbers. Store buffering: one thread after the other takes no preemption, and
/// there are two such executions; that both read 0 takes one. In one round the first thread goes first.
#[test]
fn the_numbers_of_the_specification() {
    let buffering = litmus(
        "C SB
        { }
        P0 (atomic_int* x, atomic_int* y) { atomic_store(x, 1); int r0 = atomic_load(y); }
        P1 (atomic_int* x, atomic_int* y) { atomic_store(y, 1); int r0 = atomic_load(x); }",
    );
    assert_eq!(counts(&buffering, Within::Contexts, 3), [2, 3, 3]);
    assert_eq!(counts(&buffering, Within::Rounds, 3), [1, 3, 3]);

    let corr2 = litmus(
        "C CoRR2
        { }
        P0 (atomic_int* x) { atomic_store(x, 1); }
        P1 (atomic_int* x) { atomic_store(x, 2); }
        P2 (atomic_int* x) { int r0 = atomic_load(x); int r1 = atomic_load(x); }
        P3 (atomic_int* x) { int r0 = atomic_load(x); int r1 = atomic_load(x); }",
    );
    assert_eq!(counts(&corr2, Within::Contexts, 3), [18, 54, 72]);
    assert_eq!(counts(&corr2, Within::Rounds, 3), [1, 26, 72]);

    // Four threads, one atomic step each: any order is a schedule without preemption. So many permutations of
    // four have at most 0, 1, 2, 3 descents (the Eulerian numbers 1, 11, 11, 1, added up).
    assert_eq!(counts(&increments(4, 1), Within::Contexts, 1), [24]);
    assert_eq!(counts(&increments(4, 1), Within::Rounds, 4), [1, 12, 23, 24]);

    assert_eq!(counts(&casrot(5), Within::Rounds, 3), [1, 27, 43]);
}

/// Five threads write a variable and read it: 5! orders of the writes, and the i-th write from the end is
/// followed by i writes that its thread may read from, itself included; so (5!)^2 executions. The search
/// turns back early in most of them.
#[test]
fn a_bound_saves_work() {
    let mut script = Script::new("writers");
    let x = script.location("x");
    for value in 1..=5 {
        script.thread(move |t| {
            t.write(x, value, WriteOrdering::SeqCst)?;
            t.read(x, ReadOrdering::SeqCst)?;
            Ok(0)
        });
    }
    let run = |within| {
        let options = Options { within, schedule: Schedule::LeftToRight, ..Options::default() };
        explore(&script, Sc::default(), &options, &mut Complete::default())
    };
    let (all, few) = (run(Within::Everything), run(Within::Contexts(0)));
    assert_eq!(all.counts.complete, 120 * 120);
    // Without a preemption, each thread reads its own write: the orders of five writes.
    assert_eq!(few.counts.complete, 120);
    assert_eq!(few.bounds, [Bound::Contexts(0)]);
    assert!(few.counts.complete + few.counts.beyond < all.counts.complete / 3, "{:?} of {:?}", few.counts, all.counts);
}
