//! JAM21 as a thesis prints it (`jam21-thesis`): the counts are those of the thesis's tables. That the search
//! and the definition agree is for `jam.rs`.

use selvedge_core::{Execution, Step, Value};
use selvedge_explore::{OnRace, Options};
use selvedge_kat::Interpreter;
use selvedge_litmus::Litmus;
use selvedge_models::{Jam21Thesis, Rc11};
use selvedge_oracle::executions;
use selvedge_testkit::compare::Complete;
use selvedge_testkit::notation::{Notated, notated};
use selvedge_testkit::searched::explore;
use selvedge_testkit::texts::{litmus, model};

fn options() -> Options {
    Options { on_race: OnRace::Ignore, ..Options::default() }
}

/// The thesis's table 6.1 and appendix C.2, as far as we have the programs: those of the corpus that have its
/// name and shape, and those whose name says what they are. The columns are RC11 and JAM21. Blocked
/// executions are not compared: how many there are depends on when one stops.
///
/// Its RC11 has the release sequences of C++11, so it is our `rc11-2017`; where `rc11` differs, the third
/// number is its own.
const CORPUS: &[(&str, u64, u64, Option<u64>)] = &[
    ("2+2w", 4, 4, None),
    ("2+2w-sc", 3, 4, None),
    ("2+2w-fsc", 3, 4, None),
    ("atomicpo", 4, 4, None),
    ("ccr", 2, 2, None),
    ("cii", 6, 6, None),
    ("corr1", 36, 36, None),
    ("corr2", 72, 72, None),
    ("corw", 3, 3, None),
    ("cowr", 3, 3, None),
    ("cumul-release", 8, 8, None),
    ("fr+w+w+w+reads", 210, 210, None),
    ("inc+inc+rr+w+rr", 600, 600, None),
    ("inc2w", 6, 6, None),
    ("iriw-acq-sc", 16, 16, None),
    ("iriwish", 28, 28, None),
    ("isa2", 7, 7, None),
    ("lb", 3, 3, None),
    ("lb-acq", 3, 3, None),
    ("lb-rel", 3, 3, None),
    ("lb+fr-fr-data+data", 18, 18, None),
    ("lb+incmps", 15, 15, None),
    ("lb2", 3, 3, None),
    ("lb3", 7, 7, None),
    ("mp", 3, 3, None),
    ("mp+rels+acq", 3, 3, Some(4)),
    ("peterz", 7, 8, None),
    ("psc-ar", 1, 0, None),
    ("rel-b-cumul-acq", 16, 16, None),
    ("relacq-b-cumul", 8, 8, None),
    ("relseq", 16, 16, Some(20)),
    ("rfi-preserved", 3, 3, None),
    ("riwi", 3, 3, None),
    ("rmwfix", 4, 4, None),
    ("rwc+syncs", 7, 7, None),
    ("s", 4, 4, None),
    ("sb", 4, 4, None),
    ("sb+3sc+acq", 4, 4, None),
    ("sb+4sc", 3, 3, None),
    ("sb+rfis", 4, 3, None),
    ("sb+scfs", 3, 3, None),
    ("viktor-relseq", 180, 180, None),
    ("w+jw", 1, 1, None),
    ("w+rwc", 7, 8, None),
    ("wcii", 24, 24, None),
    ("wrc-data-addr", 8, 8, None),
    ("wwmerge1", 18, 18, None),
    ("z6+acq", 7, 8, None),
    ("z6.u", 24, 24, None),
];

const NOTATED: &[(&str, &str, u64, u64)] = &[
    ("2+2W+2sc+scf", "Wsc:x1 Wsc:y2 | Wy1 Fsc Wx2", 3, 4),
    ("2+2W+3sc+rel1", "Wsc:x1 Wsc:y2 | Wrel:y1 Wsc:x2", 4, 4),
    ("2+2W+3sc+rel2", "Wsc:x1 Wsc:y2 | Wsc:y1 Wrel:x2", 4, 4),
    ("CoRR", "Wx1 Wx2 | Rx Rx", 6, 6),
    ("SB+2sc+scf", "Wsc:x1 Rsc:y | Wy1 Fsc Rx", 3, 3),
    ("SB+3sc+rel", "Wsc:x1 Rsc:y | Wrel:y1 Rsc:x", 4, 4),
    ("W+RRR+W", "Wx1 | Rx Rx Rx | Wx2", 20, 20),
];

fn counts(program: &Litmus) -> [u64; 3] {
    let count = |visited: &mut Complete, verdict: selvedge_core::Searched| {
        assert!(!visited.twice);
        verdict.counts.complete
    };
    let (mut a, mut b, mut c) = (Complete::default(), Complete::default(), Complete::default());
    let published = Interpreter::vouched(model("rc11-2017")).expect("a built-in model");
    let published = explore(program, published, &options(), &mut a);
    let thesis = explore(program, Jam21Thesis::default(), &options(), &mut b);
    let rc11 = explore(program, Rc11::default(), &options(), &mut c);
    [count(&mut a, published), count(&mut b, thesis), count(&mut c, rc11)]
}

#[test]
fn counts_are_those_of_the_thesis() {
    for &(name, rc11, jam21, ours) in CORPUS {
        assert_eq!(counts(&litmus(name)), [rc11, jam21, ours.unwrap_or(rc11)], "{name}");
    }
    for &(name, program, rc11, jam21) in NOTATED {
        assert_eq!(counts(&notated(name, program).litmus), [rc11, jam21, rc11], "{name}");
    }
}

/// The thesis has two executions of WWR+2WR. By the relations that it prints, there is none, whatever the
/// order of writes. All is seq_cst, so everything that something follows pushes. P0 does not see z, so `z =
/// 1` is pushed after `y = 1`; P2 does not see x, so `y = 2` is pushed before `x = 1`. In the order of
/// pushes, then: `y = 2`, `x = 1`, `y = 1`, `z = 1`. So `y = 2` is visible to `y = 1` (coww), and `y = 1` to
/// P1's read of 2 (cowr), which is a cycle of co-jom.
#[test]
fn a_count_that_the_definition_does_not_have() {
    assert_eq!(counts(&litmus("wwr+2wr")), [0, 0, 0]);
    assert_eq!(executions(&litmus("wwr+2wr"), selvedge_oracle::Jam21Thesis, 1 << 16).map(|all| all.len()), Ok(0));
}

/// Program 4.1 as section 6.1.5 compiles it: with the weaker fence there is an execution with the outcome,
/// with the full fence there is none.
#[test]
fn the_fence_programs() {
    for (fence, expected) in [("Far", 1), ("Fsc", 0)] {
        let program = format!("Wx2 Fsc Ry=0 | Wy1 | Ry=1 {fence} Wx1 | Rx=1 Fsc Rx=2");
        let Notated { litmus, reads } = notated(fence, &program);
        let mut complete = Complete::default();
        explore(&litmus, Jam21Thesis::default(), &options(), &mut complete);
        let has = |execution: &&Execution| {
            let is = |&(thread, step, value): &(usize, usize, u64)| match execution.threads[thread].steps[step] {
                Step::Read { value: read, .. } => read == Value(value),
                _ => false,
            };
            reads.iter().all(is)
        };
        // t3 sees 1 and then 2, so only one order of the writes to x is coherent.
        assert_eq!(complete.found.iter().filter(has).count(), expected, "{fence}");
    }
}
