//! Section 6 of `corpus/DISPUTED.md`: where we cut retries that the other checker does not cut, or the other
//! way round, the outcomes are the same, and its counts are ours of the program in which just that is cut
//! which it cuts.
//!
//! These tests compile: they need clang or zig. `./x test` sees to that.

use selvedge_core::{Searched, StopReason};
use selvedge_explore::Schedule;
use selvedge_models::Builtin;
use selvedge_testkit::c::{Outcomes, compile_text, corpus, search, search_with};
use selvedge_vm::Machine;

const MODELS: [Builtin; 3] = [Builtin::Sc, Builtin::Tso, Builtin::Rc11];

/// A text that occurs once, and what to put in its place.
type Edit = (&'static str, &'static str);

/// A program, with some of its text exchanged.
fn edited(program: &str, cflags: &str, edits: &[Edit]) -> Machine {
    let path = corpus().join(format!("bench/{program}.c"));
    let mut text = std::fs::read_to_string(path).expect("the program is there");
    for (old, new) in edits {
        assert_eq!(text.matches(old).count(), 1, "{program}: {old:?}");
        text = text.replacen(old, new, 1);
    }
    compile_text(&text, cflags).unwrap_or_else(|why| panic!("{why}"))
}

fn complete(verdict: &Searched) -> u64 {
    assert_eq!((&verdict.stop, &verdict.violation), (&StopReason::Exhausted, &None));
    verdict.counts.complete
}

/// Polling for its turn is an assumption; no other round is cut.
const POLL: Edit = ("while (LD(&ptail, acq) != h)\n\t\t;", "__VERIFIER_assume(LD(&ptail, acq) == h);");

/// The other checker's failed compare-exchange has the success ordering (section 1).
const FAILURE: Edit = ("h + 1, acqrel, rlx)", "h + 1, acqrel, acq)");

/// Rounds of `pop` that fail are cut, those of `push` are not.
const POP: Edit = (
    "do { if (!o) return 0; } while (!atomic_compare_exchange_strong_explicit(&top, &o, o->next, acqrel, acq));",
    "if (!o) return 0;\n\t__VERIFIER_assume(atomic_compare_exchange_strong_explicit(&top, &o, o->next, acqrel, acq));",
);

#[test]
fn the_other_checkers_counts_are_those_of_its_cuts() {
    // The counts are those of expected.tsv.
    let rows: [(&str, &str, &[Edit], [u64; 3]); 4] = [
        ("buf-ring", "-DN=2", &[POLL, FAILURE], [26, 26, 26]),
        ("buf-ring", "-DN=3", &[POLL, FAILURE], [1827, 1827, 1875]),
        ("treiber-pushpop", "-DN=2", &[POP], [20, 20, 20]),
        ("treiber-pushpop", "-DN=3", &[POP], [2640, 2640, 2640]),
    ];
    for (program, cflags, edits, expected) in rows {
        let mut machine = edited(program, cflags, edits).without_waiting();
        let found = MODELS.map(|model| complete(&search(&mut machine, model)));
        assert_eq!(found, expected, "{program} {cflags}");
    }
}

#[test]
fn outcomes_are_the_same_with_and_without_cuts() {
    for (program, edits) in [("buf-ring", &[POLL][..]), ("treiber-pushpop", &[])] {
        for cflags in ["-DN=2", "-DN=3"] {
            // One poll is as good as many, and many would not end.
            let mut waits = edited(program, cflags, &[]);
            let mut every = edited(program, cflags, edits).without_waiting();
            for model in MODELS {
                let run = |machine: &mut Machine| search_with(machine, model, Schedule::WritesFirst, Outcomes::default);
                let ((ours, found), (reference, expected)) = (run(&mut waits), run(&mut every));
                let label = format!("{program} {cflags} under {}", model.name());
                assert!(complete(&ours) < complete(&reference), "{label}");
                assert_eq!(found.seen, expected.seen, "{label}");
                assert!(expected.seen.len() > 1, "{label}");
            }
        }
    }
}
