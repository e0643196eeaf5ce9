//! Loops that go round for ever, and loops that only look like it.
//!
//! These tests compile: they need clang or zig. `./x test` sees to that.

use selvedge_core::{Bound, StopReason, ViolationKind};
use selvedge_explore::{Liveness, Options, Silent};
use selvedge_models::Builtin;
use selvedge_testkit::c::{compile, corpus, search_under};

/// What is found in `corpus/c/liveness`, with these flags for the compiler, and why.
const PROGRAMS: [(&str, &str, Option<ViolationKind>); 46] = [
    // The value is written; the loop may see an older one, but not for ever.
    ("flag.c", "-", None),
    // Nobody writes it.
    ("flag.c", "-DNEVER", Some(ViolationKind::Liveness)),
    // Somebody might, but an assumption keeps it from going on: then there is no such execution.
    ("flag.c", "-DNEVER -DASSUME", None),
    // The other one has ended without it.
    ("flag.c", "-DWRONG", Some(ViolationKind::Liveness)),
    // A lock that is given back, taken by exchanging: the loop writes, and nothing changes.
    ("exchange.c", "-", None),
    ("exchange.c", "-DKEEP", Some(ViolationKind::Liveness)),
    ("exchange.c", "-DKEEP -DTHREE", Some(ViolationKind::Liveness)),
    // A compare-exchange that failed succeeds when it is tried again.
    ("retry.c", "-", None),
    ("retry.c", "-DTHREE", None),
    // Unless what it compares with never comes.
    ("retry.c", "-DSTALE", Some(ViolationKind::Liveness)),
    // One waits in a loop for what the other would do if it had the lock that the first one has.
    ("mixed.c", "-", Some(ViolationKind::Liveness)),
    ("mixed.c", "-DUNLOCK", None),
    // A deadlock is one with or without loops being checked.
    ("mixed.c", "-DMUTEX", Some(ViolationKind::Deadlock)),
    // Two loops that wait for each other.
    ("flag.c", "-DMUTUAL", Some(ViolationKind::Liveness)),
    // The end of the program ends all loops, whether they see the latest write or an older one of the same
    // value.
    ("flag.c", "-DEXIT", None),
    // The first round is outside of the loop.
    ("polls.c", "-DPEELED", Some(ViolationKind::Liveness)),
    // Polling under a mutex that is held between rounds, or within them; others want the mutex, too, and get
    // it.
    ("polls.c", "-DHELD", Some(ViolationKind::Liveness)),
    ("polls.c", "-DHELD -DSET", None),
    ("polls.c", "-DWITHIN", Some(ViolationKind::Liveness)),
    ("polls.c", "-DWITHIN -DSET", None),
    // Marked loops, of which the checker would not know that they wait.
    ("polls.c", "-DMARKED", Some(ViolationKind::Liveness)),
    ("polls.c", "-DMARKED -DSET", None),
    // An addition that is taken back, as long as another thread keeps what it has added.
    ("added.c", "-", None),
    ("added.c", "-DKEEP", Some(ViolationKind::Liveness)),
    // Then it waits before it tries again: for what it will see, for what it will not, and for what others
    // keep.
    ("added.c", "-DWAITS=0", None),
    ("added.c", "-DWAITS=2", Some(ViolationKind::Liveness)),
    ("added.c", "-DWAITS=0 -DKEEP", Some(ViolationKind::Liveness)),
    // The others wait at a barrier, for a condition, for a futex.
    ("company.c", "-DBARRIER", Some(ViolationKind::Liveness)),
    ("company.c", "-DCONDITION", Some(ViolationKind::Liveness)),
    ("company.c", "-DFUTEX", Some(ViolationKind::Liveness)),
    ("company.c", "-DTRY", Some(ViolationKind::Liveness)),
    // Rounds that differ in something of the thread's own, and come back to the same after some of them.
    ("periods.c", "-DTOGGLE", Some(ViolationKind::Liveness)),
    ("periods.c", "-DSLOTS", Some(ViolationKind::Liveness)),
    ("periods.c", "-DRING", Some(ViolationKind::Liveness)),
    ("periods.c", "-DSTATES", Some(ViolationKind::Liveness)),
    ("periods.c", "-DYIELD", Some(ViolationKind::Liveness)),
    ("periods.c", "-DRANDOM", Some(ViolationKind::Liveness)),
    ("periods.c", "-DNESTED", Some(ViolationKind::Liveness)),
    ("periods.c", "-DVOLATILE", Some(ViolationKind::Liveness)),
    ("periods.c", "-DOWN", Some(ViolationKind::Liveness)),
    ("periods.c", "-DHEAP", Some(ViolationKind::Liveness)),
    ("periods.c", "-DLOCKED", Some(ViolationKind::Liveness)),
    ("periods.c", "-DTOGGLE -DSURE", None),
    ("periods.c", "-DSLOTS -DSURE", None),
    ("periods.c", "-DRING -DSURE", None),
    ("periods.c", "-DYIELD -DSURE", None),
];

#[test]
fn loops_without_end_are_found_and_no_others() {
    let mut undecided = 0;
    for (file, flags, expected) in PROGRAMS {
        let path = corpus().join("liveness").join(file);
        let mut machine = compile(&path, flags, None).unwrap_or_else(|why| panic!("{why}"));
        for model in Builtin::MAIN {
            let (verdict, _) = search_under(&mut machine, model, &Options::default(), || Silent);
            let found = verdict.violation.map(|violation| violation.kind);
            assert_eq!(found, expected, "{file} {flags} under {}", model.name());
            // Nothing is an error because of a loop if that is not asked for. If others wait for the thread
            // that spins, it is not known what to make of it.
            let options = Options { liveness: Liveness::Ignore, ..Options::default() };
            let (verdict, _) = search_under(&mut machine, model, &options, || Silent);
            let found = verdict.violation.map(|violation| violation.kind);
            assert_eq!(found, expected.filter(|kind| *kind == ViolationKind::Deadlock), "{file} {flags}, not asked");
            undecided += u32::from(verdict.bounds.iter().any(|bound| matches!(bound, Bound::UndecidedLoops(_))));
        }
    }
    assert!(undecided > 3, "{undecided}");
}

/// What was there for a moment decides what it waits for, and that does not come. Such rounds are taken one
/// by one, so the search may have to be cut.
#[test]
fn a_moment_may_decide_what_is_waited_for() {
    for flags in ["-DMOMENT", "-DEARLIER", "-DBACK"] {
        let mut machine =
            compile(&corpus().join("liveness/added.c"), flags, None).unwrap_or_else(|why| panic!("{why}"));
        for model in [Builtin::Sc, Builtin::Rc11] {
            let mut options = Options::default();
            options.limits.graph_size = 60;
            let (verdict, _) = search_under(&mut machine, model, &options, || Silent);
            let is_found = verdict.violation.is_some_and(|violation| violation.kind == ViolationKind::Liveness);
            assert!(is_found || verdict.stop != StopReason::Exhausted, "{flags} under {}", model.name());
        }
    }
}
