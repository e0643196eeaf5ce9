//! The Java access-mode models: all opinions agree (see [`selvedge_testkit::java`]), and counts are those of
//! the specification.

use selvedge_core::{Model, Searched};
use selvedge_explore::{OnRace, Options, Silent};
use selvedge_models::simplify::Simpler;
use selvedge_models::{ByHand, Jam, Jam21Thesis, Ra, Rc11, Sc, Visit};
use selvedge_testkit::c::{compile, corpus as c_corpus, search_by};
use selvedge_testkit::fuzz::seeds;
use selvedge_testkit::java::{Java, Report};
use selvedge_testkit::notation::notated;
use selvedge_testkit::searched::explore;
use selvedge_testkit::texts::{corpus, litmus};
use selvedge_vm::Machine;

fn java(name: &str) -> Java {
    Java::parse(name).expect("a model of that name")
}

#[test]
fn the_corpus_is_judged_alike() {
    for name in Java::names() {
        let (model, mut report) = (java(name), Report::default());
        for test in corpus() {
            model
                .compare(&litmus(&test), 1 << 20, &mut report)
                .unwrap_or_else(|why| panic!("{test} under {name}, {why}"));
        }
        assert!(report.programs > 200 && report.allowed > 1_000, "{name}: {report:?}");
        assert!(report.forbidden > if name == Jam21Thesis::NAME { 10 } else { 300 }, "{name}: {report:?}");
        assert!(report.skipped == 0, "{name}: {report:?}");
    }
}

fn random_programs_are_judged_alike(name: &str) {
    let seeds = seeds(400);
    let programs = seeds.end - seeds.start;
    let report = java(name).fuzz(programs, seeds.start).unwrap_or_else(|why| panic!("{why}"));
    assert!(report.programs > programs * 3 / 4 && report.rich > programs * 2 / 5, "{report:?}");
    assert!(report.forbidden > if name == Jam21Thesis::NAME { programs / 100 } else { programs }, "{report:?}");
    // All of one program in eight is volatile or plain, and for jam21 that is the same as sc.
    let (simple, weak) = if name == Jam21Thesis::NAME { (0, 0) } else { (programs / 20, programs / 200) };
    assert!(report.simple >= simple, "{report:?}");
    assert!(if name == "jam19" { report.weak >= weak } else { report.weak == 0 }, "{report:?}");
}

#[test]
fn random_programs_under_jam21() {
    random_programs_are_judged_alike("jam21");
}

#[test]
fn random_programs_under_jam21s() {
    random_programs_are_judged_alike("jam21s");
}

#[test]
fn random_programs_under_jam19() {
    random_programs_are_judged_alike("jam19");
}

#[test]
fn random_programs_under_the_thesis() {
    random_programs_are_judged_alike(Jam21Thesis::NAME);
}

/// Executions in all, whatever their outcome (kat.md §4.4). Columns: sc, rc11, jam21, jam21-thesis; a blank
/// is not in the list.
#[test]
fn counts_of_the_specification() {
    let rows: [(&str, [Option<u64>; 4]); 5] = [
        ("z6.u", [Some(18), Some(24), None, None]),
        ("sb+rfis", [Some(3), Some(4), Some(3), None]),
        ("w+rwc", [Some(7), Some(7), Some(7), Some(8)]),
        ("2+2w-sc", [Some(3), Some(3), Some(3), None]),
        ("z6+acq", [None, None, Some(7), None]),
    ];
    for (file, expected) in rows {
        let count = |model: Counted| model.count(file);
        let found = [Counted::Sc, Counted::Rc11, Counted::Jam21, Counted::Thesis].map(count);
        for (found, expected) in found.into_iter().zip(expected) {
            assert!(expected.is_none_or(|expected| expected == found), "{file}: {found}, not {expected:?}");
        }
    }
    // No execution of psc-ar reads what its assumptions ask for: forbidden in §4.2.
    assert_eq!(Counted::Jam21.count("psc-ar"), 0);
}

#[derive(Clone, Copy)]
enum Counted {
    Sc,
    Rc11,
    Jam21,
    Thesis,
}

impl Counted {
    fn count(self, file: &str) -> u64 {
        fn count(file: &str, model: impl Model) -> u64 {
            let options = Options { on_race: OnRace::Ignore, ..Options::default() };
            explore(&litmus(file), model, &options, &mut Silent).counts.complete
        }
        match self {
            Counted::Sc => count(file, Sc::default()),
            Counted::Rc11 => count(file, Rc11::default()),
            Counted::Jam21 => count(file, Jam::new(ByHand::Jam21)),
            Counted::Thesis => count(file, Jam21Thesis::default()),
        }
    }
}

/// What the search discards at the end because only the whole execution shows it: of the program of kat.md
/// §4.1, Result 3, the outcome 1, 1, 0 is forbidden by jam21 and allowed by jam21s, whatever the last read of
/// the second thread sees. There is one read of z, and nobody writes z: one execution.
#[test]
fn executions_are_discarded_at_their_end() {
    let program = notated("late", "Wx1 | Rx=1 Wy1 Fsc Rz=0 | Ry=1 Fsc Rx=0").litmus;
    let options = Options { on_race: OnRace::Ignore, ..Options::default() };
    let search = |version| explore(&program, Jam::new(version), &options, &mut Silent).counts;
    let [jam21, jam21s] = [ByHand::Jam21, ByHand::Jam21s].map(search);
    assert_eq!((jam21.discarded, jam21s.discarded), (1, 0));
    assert_eq!(jam21.complete + 1, jam21s.complete);
}

/// The programs that cost the thesis most. In par-length, each of two counting threads sees the node that is
/// appended or not: 4. In the others all accesses are seq_cst and made by threads that nobody waits for, so
/// that there is an interleaving for every execution. With relaxed accesses, happens-before is program order,
/// creation and join.
#[test]
fn volatile_programs_have_the_executions_of_sc() {
    let count = |name: &str, flags: &str, model: Machines| {
        let mut machine = compile(&c_corpus().join(format!("bench/{name}.c")), flags, None).expect("it compiles");
        let search = |machine: &Machine, silent: &mut Silent| {
            let options = Options { on_race: OnRace::Ignore, ..Options::default() };
            match model {
                Machines::Sc => explore(machine, Sc::default(), &options, silent),
                Machines::Ra => explore(machine, Ra::default(), &options, silent),
                Machines::Jam(version) => explore(machine, Jam::new(version), &options, silent),
                Machines::Trial(version) => {
                    let asked = Jam::new(version);
                    let simpler = Simpler::of(asked.licences(), false)[0];
                    simpler.attempt(&asked, Trial(machine, &options)).expect("it suits")
                }
            }
        };
        let (verdict, Silent) = search_by(&mut machine, || Silent, search);
        assert!(verdict.violation.is_none(), "{name} {flags}: {:?}", verdict.violation);
        (verdict.counts.complete, verdict.counts.blocked)
    };
    let jam21 = Machines::Jam(ByHand::Jam21);
    assert_eq!(count("par-length", "", jam21), (4, 0));
    for (name, flags) in
        [("par-length", "-DN=2 -DL=3 -DK=2"), ("only-sc", "-DFOUR"), ("peterson", "-DK=2"), ("lamport-fast", "-DN=3")]
    {
        assert_eq!(count(name, flags, jam21), count(name, flags, Machines::Sc), "{name}");
        // Which is how they are searched (decision 0020).
        assert_eq!(count(name, flags, jam21), count(name, flags, Machines::Trial(ByHand::Jam21)), "{name}");
        let jam19 = count(name, flags, Machines::Jam(ByHand::Jam19));
        assert_eq!(jam19, count(name, flags, Machines::Trial(ByHand::Jam19)), "{name}");
    }
    let relaxed = "-DFOUR -DM=memory_order_relaxed";
    assert_eq!(count("only-sc", relaxed, jam21), count("only-sc", relaxed, Machines::Ra));
}

#[derive(Clone, Copy)]
enum Machines {
    Sc,
    Ra,
    Jam(ByHand),
    /// By what is simpler.
    Trial(ByHand),
}

struct Trial<'a>(&'a Machine, &'a Options);

impl Visit for Trial<'_> {
    type Out = Searched;

    fn visit<M: Model>(self, model: M) -> Searched {
        explore(self.0, model, self.1, &mut Silent)
    }
}
