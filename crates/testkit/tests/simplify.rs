//! Exploring under a simpler model changes nothing: the same executions, counts and verdicts on random
//! programs.

use std::collections::HashSet;

use selvedge_core::{Execution, Model, Searched};
use selvedge_explore::{OnRace, Options};
use selvedge_litmus::{Litmus, parse};
use selvedge_models::simplify::Simpler;
use selvedge_models::{Builtin, ByHand, Jam, Java, Rc11, Visit};
use selvedge_oracle::{Axioms, examine};
use selvedge_testkit::any_model::AnyModel;
use selvedge_testkit::compare::Complete;
use selvedge_testkit::generate::{Recipe, generate};
use selvedge_testkit::random::Random;
use selvedge_testkit::searched::explore;

struct Search<'a>(&'a Litmus, &'a Options);

impl Visit for Search<'_> {
    type Out = (Searched, HashSet<Execution>);

    fn visit<M: Model>(self, model: M) -> Self::Out {
        let mut complete = Complete::default();
        let verdict = explore(self.0, model, self.1, &mut complete);
        (verdict, complete.found)
    }
}

/// A random program with its orderings changed by the function.
fn program(seed: u64, plain: usize, change: impl Fn(&str) -> String) -> (String, Litmus) {
    let mut random = Random::new(seed);
    let accesses = random.pick(&[4, 5, 6, 7]);
    let test = generate(&mut random, Recipe { accesses, plain, assertions: 20 });
    let text = change(&test.to_string());
    let litmus = parse("random", &text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    (text, litmus)
}

fn all_seq_cst(text: &str) -> String {
    ["relaxed", "acquire", "release", "acq_rel"]
        .iter()
        .fold(text.to_owned(), |text, mode| text.replace(&format!("memory_order_{mode}"), "memory_order_seq_cst"))
}

fn no_seq_cst(text: &str) -> String {
    text.replace("memory_order_seq_cst", "memory_order_relaxed")
}

fn compare(simpler: Simpler, plain: usize, change: impl Fn(&str) -> String) -> (usize, usize, usize) {
    let (mut suited, mut executions, mut violated) = (0, 0, 0);
    for seed in 0..400 {
        let (text, litmus) = program(seed, plain, &change);
        let options = Options { on_race: OnRace::Report, ..Options::default() };
        let Some((simple, found)) = simpler.attempt(&Rc11::default(), Search(&litmus, &options)) else { continue };
        suited += 1;
        let (full, expected) = Builtin::Rc11.with(Search(&litmus, &options));
        let kind = |verdict: &Searched| verdict.violation.as_ref().map(|violation| violation.kind);
        assert_eq!(simple.violation.is_some(), full.violation.is_some(), "seed {seed}\n{text}");
        if full.violation.is_none() {
            assert_eq!(found, expected, "seed {seed}\n{text}");
            assert_eq!(simple.counts.complete, full.counts.complete, "seed {seed}\n{text}");
            assert_eq!(simple.counts.blocked, full.counts.blocked, "seed {seed}\n{text}");
            executions += found.len();
        } else {
            violated += 1;
            assert!(kind(&simple).is_some(), "seed {seed}\n{text}");
        }
        // The oracle has the last word, by the axioms of the model that was asked for.
        if let Ok(examination) = examine(&litmus, Axioms::Rc11, 20_000) {
            let findings = examination.findings;
            let wrong = findings.racy || findings.fails || findings.invalid_join;
            assert_eq!(simple.violation.is_some(), wrong, "seed {seed}\n{text}");
            if !wrong {
                let allowed: HashSet<Execution> =
                    examination.executions.into_iter().map(Execution::renumbered).collect();
                assert_eq!(found, allowed, "seed {seed}\n{text}");
            }
        }
    }
    (suited, executions, violated)
}

#[test]
fn seq_cst_programs_are_sequentially_consistent() {
    let (suited, executions, violated) = compare(Simpler::Sc, 0, all_seq_cst);
    assert!(suited > 300 && executions > 2_000 && violated > 0, "{suited} {executions} {violated}");
    // With plain accesses there are races, and programs in which locks keep them apart are not tried.
    let (suited, _, violated) = compare(Simpler::Sc, 30, all_seq_cst);
    assert!(suited > 200 && violated > 20, "{suited} {violated}");
}

#[test]
fn without_seq_cst_rc11_is_ra() {
    let (suited, executions, violated) = compare(Simpler::Ra, 15, no_seq_cst);
    assert!(suited > 300 && executions > 1_000 && violated > 10, "{suited} {executions} {violated}");
}

/// A relaxed access that only some executions reach ends the trial.
#[test]
fn one_access_of_another_mode_is_enough() {
    let text = "C late\n{ x = 0; y = 0; }\n\
        P0 (atomic_int* x, atomic_int* y) { atomic_store_explicit(x, 1, memory_order_seq_cst); \
        int r0 = atomic_load_explicit(y, memory_order_seq_cst); }\n\
        P1 (atomic_int* x, atomic_int* y) { int r0 = atomic_load_explicit(x, memory_order_seq_cst); \
        if (r0 == 0) { atomic_store_explicit(y, 1, memory_order_relaxed); } }\n";
    let litmus = parse("late", text).expect("a test");
    let asked = Rc11::default();
    assert!(Simpler::Sc.attempt(&asked, Search(&litmus, &Options::default())).is_none());
    assert!(Simpler::Ra.attempt(&asked, Search(&litmus, &Options::default())).is_none());
    let suiting = parse("late", &all_seq_cst(text)).expect("a test");
    assert!(Simpler::Sc.attempt(&asked, Search(&suiting, &Options::default())).is_some());
    let of = |model: Builtin, races_count| Simpler::of(AnyModel::from(model).licences(), races_count);
    assert_eq!(of(Builtin::Rc11, true), [Simpler::Sc, Simpler::Ra]);
    // Races that nobody looks for could be where the models differ.
    assert_eq!(of(Builtin::Rc11, false), [Simpler::Ra]);
    assert_eq!(of(Builtin::Rc11_2017, true), [Simpler::Sc]);
    assert_eq!(of(Builtin::Tso, true), []);
    let java = |name| Simpler::of(Java::parse(name).expect("a model").licences(), false);
    assert_eq!(java("jam21"), [Simpler::Volatile]);
    assert_eq!(java("jam21s"), [Simpler::Volatile]);
    assert_eq!(java("jam19"), [Simpler::Volatile19]);
    // The thesis has its own orders of writes.
    assert_eq!(java("jam21-thesis"), []);
}

/// Threads of a test: `Wx` stores 1 and `Rx` loads, volatile; `*x` in place of `x` is plain; `F` is a full
/// fence; `+2` creates P2, `-2` joins it, `>2` leaves its handle in z and `<2` takes it from there.
fn threads(threads: &[&str]) -> Litmus {
    let mut text = String::from("C threads\n{ x = 0; y = 0; z = 0; }\n");
    for (number, steps) in threads.iter().enumerate() {
        text.push_str(&format!("P{number} (int* x, int* y, int* z) {{\n"));
        for (step, word) in steps.split_whitespace().enumerate() {
            let (kind, rest) = word.split_at(1);
            text.push_str(&match (kind, rest.strip_prefix('*')) {
                ("W", None) => format!("  atomic_store_explicit({rest}, 1, memory_order_seq_cst);\n"),
                ("W", Some(plain)) => format!("  *{plain} = 1;\n"),
                ("R", None) => format!("  int r{step} = atomic_load_explicit({rest}, memory_order_seq_cst);\n"),
                ("R", Some(plain)) => format!("  int r{step} = *{plain};\n"),
                ("F", _) => "  atomic_thread_fence(memory_order_seq_cst);\n".to_owned(),
                ("+", _) => format!("  int t{rest} = spawn(P{rest});\n"),
                ("-", _) => format!("  join(t{rest});\n"),
                (">", _) => format!("  *z = t{rest};\n"),
                ("<", _) => format!("  int t{rest} = *z;\n"),
                (other, _) => panic!("{other}"),
            });
        }
        text.push_str("}\n");
    }
    parse("threads", &text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

/// Complete executions under `sc`, under a model, and by the trial of something simpler instead, if there is
/// one.
fn counts(program: &[&str], version: ByHand) -> (u64, u64, Option<u64>) {
    let litmus = threads(program);
    let options = Options { on_race: OnRace::Ignore, ..Options::default() };
    let complete = |(verdict, _): (Searched, HashSet<Execution>)| verdict.counts.complete;
    let model = Search(&litmus, &options).visit(Jam::new(version));
    let asked = Jam::new(version);
    let trial = Simpler::of(asked.licences(), false)[0].attempt(&asked, Search(&litmus, &options));
    (complete(Builtin::Sc.with(Search(&litmus, &options))), complete(model), trial.map(complete))
}

fn volatile(program: &[&str]) -> (u64, u64, Option<u64>) {
    counts(program, ByHand::Jam21)
}

fn volatile19(program: &[&str]) -> (u64, u64, Option<u64>) {
    counts(program, ByHand::Jam19)
}

/// Store buffering has three interleavings, up to what is read. Where one of the writes does not push, its
/// thread having no volatile access after it, both reads may miss the write of the other side, which makes
/// four. In `jam19` a volatile write pushes whatever comes after it, also a creation or the end of its
/// thread, and something is pushed by a volatile read after it, also a plain write; but these pushes are not
/// between volatile accesses of a thread, which is all that the trial sees.
#[test]
fn volatile_accesses_that_do_not_push_end_the_trial() {
    let weak: [&[&str]; 7] = [
        // The write is before the creation of the reader.
        &["+1 Wx +2", "Wy Rx", "Ry"],
        // The read is after the join of the writer.
        &["+1 +2 -2 Ry", "Wy Rx", "Wx"],
        // The reader is created when the writer has been joined.
        &["+1 +2 -2 +3", "Wy Rx", "Wx", "Ry"],
        // The same, by others than the first thread.
        &["+1 +2", "Wy Rx", "Wx +3", "Ry"],
        &["+1 +2", "Wy Rx", "+3 -3 Ry", "Wx"],
        &["+1 +3 >3 +2", "Wy Rx", "<3 -3 Ry", "Wx"],
        // Several threads that nobody creates.
        &["Wx +2", "Wy Rx", "Ry"],
    ];
    for program in weak {
        assert_eq!(volatile(program), (3, 4, None), "{program:?}");
        assert_eq!(volatile19(program), (3, 3, None), "{program:?}");
    }
    // Plain accesses that race.
    assert_eq!(volatile(&["W*x Ry", "Wy R*x"]), (3, 4, None));
    assert_eq!(volatile19(&["W*x Ry", "Wy R*x"]), (3, 3, None));
}

#[test]
fn volatile_accesses_that_push_are_searched_under_sc() {
    assert_eq!(volatile(&["Wx Ry", "Wy Rx"]), (3, 3, Some(3)));
    assert_eq!(volatile(&["+1 +2 -1 -2", "Wx Ry", "Wy Rx"]), (3, 3, Some(3)));
    // The first thread accesses what it likes while it is alone, and sees the same in all executions.
    assert_eq!(volatile(&["R*x Rx +1 +2 -1 -2 Rx R*y", "Wx Ry", "Wy Rx"]), (3, 3, Some(3)));
    // Two rounds: of the second, both reads see the writes of the first.
    assert_eq!(volatile(&["+1 +2 -1 -2 Ry +3 -3", "Wx Ry", "Wy Rx", "Rx Ry"]), (3, 3, Some(3)));
}

/// In `jam19` a volatile read does not push a volatile write after it, unless there is a full fence between
/// them.
#[test]
fn volatile_reads_before_volatile_writes_do_not_push_in_2019() {
    // Two reads and two orders of the writes of y make eight, and one has a cycle: the first read sees the
    // write of x and the second does not, and the write of y after the first read is overwritten by the one
    // before the second. It takes a push in both threads to forbid that.
    let weak = ["Wx", "Rx Wy", "Wy Rx"];
    assert_eq!(volatile(&weak), (7, 7, Some(7)));
    assert_eq!(volatile19(&weak), (7, 8, Some(8)));
    assert_eq!(volatile19(&["+1 +2 +3 -1 -2 -3", "Wx", "Rx Wy", "Wy Rx"]), (7, 8, Some(8)));
    assert_eq!(volatile19(&["Wx", "Rx F Wy", "Wy Rx"]), (7, 7, Some(7)));
    // Any other two volatile accesses do: here a read and a write of something else between those, which is a
    // push to the one and from the other. Nobody else writes z, so it is read as 0.
    assert_eq!(volatile19(&["Wx", "Rx Rz Wy", "Wy Rx"]), (7, 7, Some(7)));
    assert_eq!(volatile19(&["Wx", "Rx Wz Wy", "Wy Rx"]), (7, 7, Some(7)));
    // A plain access does not.
    assert_eq!(volatile19(&["Wx", "Rx W*z Wy", "Wy Rx"]), (7, 8, Some(8)));
    assert_eq!(volatile19(&["Wx Ry", "Wy Rx"]), (3, 3, Some(3)));
}
