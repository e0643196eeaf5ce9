//! The models as text, evaluated by their definition, against the oracle's hand-written axioms: the same
//! verdict on every candidate execution, of the litmus corpus and of random programs.

use std::collections::HashSet;

use selvedge_core::{Execution, Program};
use selvedge_explore::{Finding, Finished, Observer, OnRace, Options};
use selvedge_kat::evaluate::{Evaluator, Frame};
use selvedge_kat::{Interpreter, Model};
use selvedge_litmus::Litmus;
use selvedge_models::Builtin;
use selvedge_oracle::{Axioms, TooLarge, executions};
use selvedge_testkit::anything::Anything;
use selvedge_testkit::compare::{Complete, run, run_under};
use selvedge_testkit::generate::{Recipe, generate};
use selvedge_testkit::random::Random;
use selvedge_testkit::searched::explore;
use selvedge_testkit::texts::{corpus, litmus, model};

/// How many candidates a program may have.
const LIMIT: usize = 3_000;

/// What a comparison covered.
#[derive(Clone, Copy, Debug, Default)]
struct Covered {
    programs: usize,
    skipped: usize,
    candidates: usize,
    forbidden: [usize; 4],
}

impl Covered {
    fn compare<P: Program>(&mut self, name: &str, program: &P, models: &[(Axioms, Model)]) {
        let candidates = match executions(program, Anything, LIMIT) {
            Ok(candidates) => candidates,
            Err(TooLarge::Events | TooLarge::Limit) => {
                self.skipped += 1;
                return;
            }
        };
        self.programs += 1;
        self.candidates += candidates.len();
        for (i, (axioms, model)) in models.iter().enumerate() {
            let allowed: HashSet<Execution> =
                executions(program, *axioms, 1 << 20).expect("no larger than the candidates");
            let evaluator = Evaluator::new(model).expect("built-in models can be evaluated");
            for candidate in &candidates {
                let failure = evaluator.forbids(&Frame::of_execution(candidate));
                let expected = allowed.contains(candidate);
                assert_eq!(failure.is_none(), expected, "{name} under {}: {failure:?}\n{candidate:#?}", axioms.name());
                self.forbidden[i] += usize::from(!expected);
            }
        }
    }
}

fn models() -> Vec<(Axioms, Model)> {
    Axioms::ALL.into_iter().map(|axioms| (axioms, model(axioms.name()))).collect()
}

#[test]
fn the_corpus_is_judged_as_the_oracle_does() {
    let models = models();
    let mut covered = Covered::default();
    for name in corpus() {
        covered.compare(&name, &litmus(&name), &models);
    }
    assert!(covered.programs > 150 && covered.candidates > 3_500, "{covered:?}");
    assert!(covered.forbidden.iter().all(|&forbidden| forbidden > 500), "{covered:?}");
}

#[test]
fn random_programs_are_judged_as_the_oracle_does() {
    let models = models();
    let mut covered = Covered::default();
    for seed in 0..700 {
        let mut random = Random::new(seed);
        let accesses = random.pick(&[4, 5, 6, 7, 7]);
        let test = generate(&mut random, Recipe { accesses, plain: 15, assertions: 0 });
        let litmus = Litmus::from_ast(&test).expect("generated tests are well-formed");
        covered.compare(&format!("seed {seed}\n{test}"), &litmus, &models);
    }
    assert!(covered.programs > 550 && covered.candidates > 10_000, "{covered:?}");
    assert!(covered.forbidden.iter().all(|&forbidden| forbidden > 1_000), "{covered:?}");
}

/// Code that is generated from a text and the interpreter of the same text find the same executions, in the
/// same steps.
#[test]
fn the_interpreter_does_what_generated_code_does() {
    let mut compared = 0;
    for builtin in Builtin::ALL {
        let interpreter = Interpreter::vouched(model(builtin.name())).expect("built-in models can be used");
        for seed in 0..150 {
            let mut random = Random::new(seed);
            let accesses = random.pick(&[4, 5, 6, 7]);
            let test = generate(&mut random, Recipe { accesses, plain: 20, assertions: 20 });
            let litmus = Litmus::from_ast(&test).expect("generated tests are well-formed");
            for on_race in [OnRace::Ignore, OnRace::Report] {
                let options = Options { on_race, ..Options::default() };
                let (mut ours, mut theirs) = (Executions::default(), Executions::default());
                let verdict = explore(&litmus, interpreter.clone(), &options, &mut ours);
                let expected = run(&litmus, builtin, options.schedule, on_race, &mut theirs);
                let context = format!("seed {seed} under {}, {on_race:?}\n{test}", builtin.name());
                assert_eq!(verdict.counts, expected.counts, "{context}");
                assert_eq!(verdict.violation, expected.violation, "{context}");
                assert_eq!(ours.0, theirs.0, "{context}");
                compared += ours.0.len();
            }
        }
    }
    assert!(compared > 20_000, "{compared}");
}

#[derive(Default)]
struct Executions(HashSet<Execution>);

impl<P: Program> Observer<P> for Executions {
    fn finished(&mut self, run: &Finished<'_, P>) -> Option<Finding> {
        self.0.insert(run.execution().renumbered());
        None
    }

    fn started_again(&mut self) {
        self.0.clear();
    }
}

/// For every built-in model, the search finds exactly the complete candidates that the model's definition
/// allows, each once.
#[test]
fn the_search_finds_what_each_definition_allows() {
    let mut found = 0;
    for builtin in Builtin::ALL {
        let name = builtin.name();
        let text = model(name);
        let evaluator = Evaluator::new(&text).expect("built-in models can be evaluated");
        for seed in 1_000..1_080 {
            let mut random = Random::new(seed);
            let accesses = random.pick(&[4, 5, 6]);
            let test = generate(&mut random, Recipe { accesses, plain: 10, assertions: 0 });
            let litmus = Litmus::from_ast(&test).expect("generated tests are well-formed");
            let Ok(candidates) = executions(&litmus, Anything, LIMIT) else { continue };
            let allowed =
                candidates.into_iter().filter(|candidate| evaluator.forbids(&Frame::of_execution(candidate)).is_none());
            let expected: HashSet<Execution> = allowed.map(Execution::renumbered).collect();
            let options = Options { on_race: OnRace::Ignore, ..Options::default() };
            let mut executions = Complete::default();
            let verdict = run_under(&litmus, builtin, &options, &mut executions);
            assert_eq!(executions.found, expected, "{name}, seed {seed}\n{test}");
            assert_eq!(verdict.counts.complete, expected.len() as u64, "{name}, seed {seed}: one is met twice\n{test}");
            found += expected.len();
        }
    }
    assert!(found > 5_000, "{found}");
}
