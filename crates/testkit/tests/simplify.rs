//! Exploring under a simpler model changes nothing: the same executions, counts and verdicts on random programs.

use std::collections::HashSet;

use selvedge_core::{Execution, Model, Verdict};
use selvedge_explore::{OnRace, Options, explore};
use selvedge_litmus::{Litmus, parse};
use selvedge_models::simplify::Simpler;
use selvedge_models::{Builtin, Visit};
use selvedge_oracle::{Axioms, examine};
use selvedge_testkit::compare::Complete;
use selvedge_testkit::generate::{Recipe, generate};
use selvedge_testkit::random::Random;

struct Search<'a>(&'a Litmus, &'a Options);

impl Visit for Search<'_> {
    type Out = (Verdict, HashSet<Execution>);

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
        let Some((simple, found)) = simpler.attempt(Search(&litmus, &options)) else { continue };
        suited += 1;
        let (full, expected) = Builtin::Rc11.with(Search(&litmus, &options));
        let kind = |verdict: &Verdict| verdict.violation.as_ref().map(|violation| violation.kind);
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
    assert!(Simpler::Sc.attempt(Search(&litmus, &Options::default())).is_none());
    assert!(Simpler::Ra.attempt(Search(&litmus, &Options::default())).is_none());
    let suiting = parse("late", &all_seq_cst(text)).expect("a test");
    assert!(Simpler::Sc.attempt(Search(&suiting, &Options::default())).is_some());
    assert_eq!(Simpler::of("rc11", true), [Simpler::Sc, Simpler::Ra]);
    // Races that nobody looks for could be where the models differ.
    assert_eq!(Simpler::of("rc11", false), [Simpler::Ra]);
    assert_eq!(Simpler::of("rc11-2017", true), [Simpler::Sc]);
    assert_eq!(Simpler::of("tso", true), []);
}
