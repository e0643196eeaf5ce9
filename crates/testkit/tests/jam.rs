//! The Java access-mode models: the definition with all orders of pushes tried (the oracle), the axioms without orders
//! (the texts, evaluated), the search under the texts, and the search with a checker written for them agree.

use std::collections::HashSet;

use selvedge_core::{Execution, Verdict};
use selvedge_explore::{OnRace, Options, explore};
use selvedge_kat::evaluate::{Evaluator, Frame};
use selvedge_kat::{Interpreter, Model};
use selvedge_litmus::Litmus;
use selvedge_models::{Jam as Coded, JamVersion};
use selvedge_oracle::{Jam, executions};
use selvedge_testkit::anything::Anything;
use selvedge_testkit::compare::Complete;
use selvedge_testkit::generate::{Recipe, generate};
use selvedge_testkit::random::Random;
use selvedge_testkit::texts::{corpus, litmus, model};

/// How much work the oracle may do for a program.
const LIMIT: usize = 3_000;

#[derive(Debug, Default)]
struct Covered {
    programs: usize,
    candidates: usize,
    /// By model.
    forbidden: [usize; 3],
    /// Executions that jam21s allows and jam21 does not.
    discarded: usize,
}

impl Covered {
    fn compare(&mut self, name: &str, program: &Litmus, models: &[(Jam, Model, Interpreter)]) {
        let Ok(candidates) = executions(program, Anything, LIMIT) else { return };
        self.programs += 1;
        self.candidates += candidates.len();
        let mut counts = [0; 3];
        for (i, (jam, model, interpreter)) in models.iter().enumerate() {
            let allowed = executions(program, *jam, 1 << 20).expect("no larger than the candidates");
            let evaluator = Evaluator::new(model).expect("built-in models can be evaluated");
            for candidate in &candidates {
                let failure = evaluator.forbids(&Frame::of_execution(candidate));
                let expected = allowed.contains(candidate);
                assert_eq!(failure.is_none(), expected, "{name} under {}: {failure:?}\n{candidate:#?}", jam.name());
                self.forbidden[i] += usize::from(!expected);
            }
            let allowed: HashSet<Execution> = allowed.into_iter().map(Execution::renumbered).collect();
            let mut complete = Complete::default();
            let options = Options { on_race: OnRace::Ignore, ..Options::default() };
            let verdict = explore(program, interpreter.clone(), &options, &mut complete);
            assert!(!complete.twice, "{name} under {}: found twice", jam.name());
            if verdict.violation.is_none() {
                assert!(complete.found == allowed, "{name} under {}: the search finds others", jam.name());
            }
            let mut coded = Complete::default();
            let version = JamVersion::ALL.into_iter().find(|version| version.name() == jam.name());
            let checker = Coded::new(version.expect("the same models"));
            let same = explore(program, checker, &options, &mut coded);
            assert!(!coded.twice, "{name} under {}: found twice by the checker", jam.name());
            if verdict.violation.is_none() {
                assert!(coded.found == allowed, "{name} under {}: the checker finds others", jam.name());
                let pruned = |verdict: &Verdict| (verdict.counts.blocked, verdict.counts.discarded);
                assert_eq!(pruned(&same), pruned(&verdict), "{name} under {}", jam.name());
            }
            counts[i] = allowed.len();
        }
        self.discarded += counts[2] - counts[1];
    }
}

fn models() -> Vec<(Jam, Model, Interpreter)> {
    let one = |jam: Jam| {
        let interpreter = Interpreter::new(model(jam.name())).expect("built-in models can be used");
        (jam, model(jam.name()), interpreter)
    };
    Jam::ALL.into_iter().map(one).collect()
}

#[test]
fn the_corpus_is_judged_alike() {
    let models = models();
    let mut covered = Covered::default();
    for name in corpus() {
        covered.compare(&name, &litmus(&name), &models);
    }
    assert!(covered.programs > 150 && covered.candidates > 3_500, "{covered:?}");
    assert!(covered.forbidden.iter().all(|&forbidden| forbidden > 300), "{covered:?}");
    assert!(covered.discarded > 0, "{covered:?}");
}

#[test]
fn random_programs_are_judged_alike() {
    let programs = std::env::var("SELVEDGE_FUZZ_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(400);
    let models = models();
    let mut covered = Covered::default();
    for seed in 0..programs {
        let mut random = Random::new(seed);
        let accesses = random.pick(&[4, 5, 6, 7, 7]);
        let test = generate(&mut random, Recipe { accesses, plain: 15, assertions: 0 });
        let litmus = Litmus::from_ast(&test).expect("generated tests are well-formed");
        covered.compare(&format!("seed {seed}\n{test}"), &litmus, &models);
    }
    assert!(covered.programs as u64 > programs * 3 / 4, "{covered:?}");
    assert!(covered.forbidden.iter().all(|&forbidden| forbidden as u64 > programs), "{covered:?}");
}

/// Executions in all, whatever their outcome (kat.md §4.4).
#[test]
fn counts_of_the_specification() {
    for (file, jam21) in [("sb+rfis", 3), ("w+rwc", 7), ("z6+acq", 7), ("psc-ar", 0)] {
        let interpreter = Interpreter::new(model("jam21")).expect("built-in models can be used");
        let options = Options { on_race: OnRace::Ignore, ..Options::default() };
        let verdict = explore(&litmus(file), interpreter, &options, &mut Complete::default());
        assert_eq!(verdict.counts.complete, jam21, "{file}");
    }
}
