//! Statements by which the search cannot prune, or only in doubt: whole executions, derived sets, `unless`,
//! `empty`, inclusions, errors and warnings. Whatever they are, the search finds what the definition allows.

use std::collections::HashSet;

use selvedge_core::{Execution, StopReason, ViolationKind, Warning};
use selvedge_explore::{OnRace, Options, Silent};
use selvedge_kat::evaluate::{Evaluator, Frame};
use selvedge_kat::{Interpreter, Model, Unrestricted, admit, compile_text};
use selvedge_litmus::{Litmus, parse};
use selvedge_oracle::executions;
use selvedge_testkit::anything::Anything;
use selvedge_testkit::compare::Complete;
use selvedge_testkit::generate::{Recipe, generate};
use selvedge_testkit::random::Random;
use selvedge_testkit::searched::explore;

const BASE: &str = "let ppo = po\nview hb_stable = (po | (rf | tc | tj);po)+\nview pov = po\nexport coherence pov\n";

fn model(axioms: &str) -> Model {
    let compiled = compile_text("own.kat", format!("{BASE}{axioms}"), &mut |_: &str| Err("no files here".into()));
    compiled.model.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics))
}

/// JAM21 as kat.md §5 has it: an axiom about whole executions with a derived set.
const JAM21: &str = "
let pox = [NEXCL | W];po | rmw;po
let ra = po;[W;REL | TC | TE] | [R;ACQ | TB | TJ];po
let svo = po;[F;REL];po;[W] | [R];po;[F;ACQ];po
let spush = po;[F;SC];po
let volint = [MEM;SC];pox;[MEM;SC]
let push = spush | volint
let B = ra | svo | spush | volint | rf | rmw | tc | tj
let X = mo | fr | po;[W];mo
let C = (rmw | rmw^-1)?
export irreflexive B+;X
export acyclic C;push;B*;X;B*;C
set D = dom(push)
export acyclic [D];C;push;B*;X;B*;C;[D] | [D];(po | rf | tc | tj)+;[D] when complete as push_order
";

#[test]
fn the_search_finds_what_each_definition_allows() {
    let cases = [
        // Sequential consistency, asked of whole executions only: most of what is found is discarded.
        ("export acyclic po | rf | mo | fr | tc | tj when complete", false),
        (JAM21, false),
        // A derived set in an axiom by which the search prunes: the second thread to write is in the set from
        // the start.
        ("set Late = codom(mo)\nexport acyclic [Late];po;[Late] | mo | [Late];(rf | fr) as late", true),
        // An inclusion that follows from coherence.
        ("export po-loc & [W];any;[W] <= mo as program_order_is_coherence", true),
        ("export empty rmw;rmw as no_chain", true),
        // The axiom of total store order counts only if there is a fence.
        ("export acyclic po | rf | mo | fr unless [F];any = 0 when complete", false),
    ];
    let mut found = 0;
    let mut discarded = 0;
    for (text, doubtful) in cases {
        let model = model(text);
        let admission = admit(&model);
        assert_eq!(admission.obstacles, [], "{text}");
        assert_eq!(!admission.doubts.is_empty(), doubtful, "{text}: {:?}", admission.doubts);
        let interpreter = Interpreter::new(model.clone()).expect("a usable model");
        let evaluator = Evaluator::new(&model).expect("models that can be evaluated");
        for seed in 0..150 {
            let mut random = Random::new(seed);
            let accesses = random.pick(&[4, 5, 6]);
            let test = generate(&mut random, Recipe { accesses, plain: 0, assertions: 0 });
            let litmus = Litmus::from_ast(&test).expect("generated tests are well-formed");
            let Ok(candidates) = executions(&litmus, Anything, 3_000) else { continue };
            let allowed =
                candidates.into_iter().filter(|candidate| evaluator.forbids(&Frame::of_execution(candidate)).is_none());
            let expected: HashSet<Execution> = allowed.map(Execution::renumbered).collect();
            let mut complete = Complete::default();
            let verdict = explore(&litmus, interpreter.clone(), &Options::default(), &mut complete);
            assert_eq!(complete.found, expected, "{text}, seed {seed}\n{test}");
            assert_eq!(verdict.counts.complete, expected.len() as u64, "{text}, seed {seed}: one is met twice\n{test}");
            found += expected.len();
            discarded += verdict.counts.discarded;
        }
    }
    assert!(found > 5_000 && discarded > 200, "{found} found, {discarded} discarded");
}

const SB: &str = "C SB\n{}\n\
    P0 (atomic_int* x, atomic_int* y) { atomic_store_explicit(x, 1, memory_order_relaxed); \
    int r0 = atomic_load_explicit(y, memory_order_relaxed); }\n\
    P1 (atomic_int* x, atomic_int* y) { atomic_store_explicit(y, 1, memory_order_relaxed); \
    int r0 = atomic_load_explicit(x, memory_order_relaxed); }\n";

#[test]
fn the_verdict_says_how_many_were_discarded() {
    let litmus = parse("SB", &format!("{SB}exists (0:r0=0 /\\ 1:r0=0)")).expect("a test");
    let interpreter = Interpreter::new(model("export acyclic po | rf | mo | fr when complete")).expect("usable");
    let verdict = explore(&litmus, interpreter, &Options::default(), &mut Silent);
    // Each read reads from the initial value or from the other thread: four executions, one is not
    // sequential.
    assert_eq!((verdict.counts.complete, verdict.counts.discarded), (3, 1));
    assert_eq!((verdict.stop, verdict.violation, verdict.bounds), (StopReason::Exhausted, None, vec![]));
}

/// An assertion that fails only in executions that the model forbids as a whole does not fail.
#[test]
fn errors_in_forbidden_executions_are_none() {
    let text = SB.replacen("int r0 = atomic_load_explicit(x, memory_order_relaxed);", "CHECK", 1);
    let check = "int r0 = atomic_load_explicit(x, memory_order_relaxed); \
                 int r1 = atomic_load_explicit(z, memory_order_relaxed); assert(r0 == 1 || r1 == 1);";
    let text = text.replace("CHECK", check).replace("atomic_int* y) {", "atomic_int* y, atomic_int* z) {");
    // P0 tells P1 in z what it has read.
    let text = text.replace("memory_order_relaxed); }\nP1", "memory_order_relaxed); *z = r0; }\nP1");
    let litmus = parse("SB+assert", &text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    let sc = Interpreter::new(model("export acyclic po | rf | mo | fr when complete")).expect("usable");
    let weak = Interpreter::new(model("")).expect("usable");
    let [by_sc, by_weak] = [sc, weak].map(|model| explore(&litmus, model, &Options::default(), &mut Silent));
    // P1 may read x before P0 writes it: both models have executions in which the assertion fails.
    assert_eq!(by_sc.violation.expect("a violation").kind, ViolationKind::Assertion);
    assert_eq!(by_weak.violation.expect("a violation").kind, ViolationKind::Assertion);

    // Both reads are 0 only without sequential consistency.
    let text = "C SB+assert\n{}\n\
        P0 (atomic_int* x, atomic_int* y, atomic_int* z) { atomic_store_explicit(x, 1, memory_order_relaxed); \
        int r0 = atomic_load_explicit(y, memory_order_relaxed); \
        if (r0 == 0) { atomic_store_explicit(z, 1, memory_order_relaxed); } }\n\
        P1 (atomic_int* x, atomic_int* y, atomic_int* z) { atomic_store_explicit(y, 1, memory_order_relaxed); \
        int r0 = atomic_load_explicit(x, memory_order_relaxed); \
        int r1 = atomic_load_explicit(z, memory_order_relaxed); assert(r0 == 1 || r1 == 0); }\n";
    let litmus = parse("SB+assert", text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    let sc = Interpreter::new(model("export acyclic po | rf | mo | fr when complete")).expect("usable");
    let weak = Interpreter::new(model("")).expect("usable");
    let [by_sc, by_weak] = [sc, weak].map(|model| explore(&litmus, model, &Options::default(), &mut Silent));
    assert_eq!(by_sc.violation, None);
    assert_eq!((by_sc.stop, by_sc.bounds), (StopReason::Exhausted, vec![]));
    assert!(by_sc.counts.discarded > 0);
    assert_eq!(by_weak.violation.expect("a violation").kind, ViolationKind::Assertion);
}

#[test]
fn models_have_errors_and_warnings_of_their_own() {
    let litmus = parse("SB", SB).expect("a test");
    let options = Options { on_race: OnRace::Ignore, ..Options::default() };
    let warns = model("export warning Overwritten unless fr = 0");
    let verdict = explore(&litmus, Interpreter::new(warns).expect("usable"), &options, &mut Silent);
    assert_eq!(verdict.counts.complete, 4);
    // Both writes come first, so the first read that is overwritten is the one that was chosen last.
    let message = "an atomic read of x and an atomic write of x".to_owned();
    assert_eq!(verdict.warnings, [Warning::Model { name: "Overwritten".into(), message }]);

    let fails = model("export error Overwritten unless fr = 0");
    let verdict = explore(&litmus, Interpreter::new(fails).expect("usable"), &options, &mut Silent);
    let violation = verdict.violation.expect("a violation");
    assert_eq!(violation.kind, ViolationKind::Model);
    assert!(
        violation.message.starts_with("the model reports Overwritten: an atomic read of "),
        "{}",
        violation.message
    );
    assert_eq!(violation.steps.len(), 2);

    // Nobody reads and writes in one go.
    let quiet = model("export error Updates unless rmw = 0");
    let verdict = explore(&litmus, Interpreter::new(quiet).expect("usable"), &options, &mut Silent);
    assert_eq!((verdict.violation, verdict.counts.complete), (None, 4));
}

/// Models that the search cannot rely on are refused with a small execution that shows it.
#[test]
fn hazards_are_found() {
    for (axioms, message, drawing) in [
        (
            "export empty [R];po;[W;SC] as no_write_after_read",
            "the search cannot rely on this axiom: it allows an execution and forbids going on with it",
            "P0\nx = 0, := 1 (sc)\n\
             without `x = 0, := 1 (sc)` in P0, all axioms hold; with it, `no_write_after_read` fails",
        ),
        (
            "export [MEM;SC];po;[MEM;SC] <= any;[F];any as fenced",
            "the search cannot rely on this axiom: it allows an execution and forbids going on with it",
            "",
        ),
    ] {
        let admission = admit(&model(axioms));
        let [obstacle] = &admission.obstacles[..] else { panic!("{axioms}: {admission:?}") };
        assert_eq!(obstacle.message, message, "{axioms}");
        let drawn = obstacle.drawing.as_deref().unwrap_or_default();
        assert!(drawn.contains("all axioms hold"), "{drawn}");
        assert!(drawing.is_empty() || drawn == drawing, "{drawn}");
    }
    // More threads make it good again: the search would never get there.
    let admission = admit(&model("export empty [R];po;[R] \\ (any;[F];any) as fences_first"));
    assert_eq!(admission.obstacles.len(), 1);
}

/// The candidates that `--explain` judges are all there are, and reasons are given iff the definition
/// forbids.
#[test]
fn every_candidate_is_listed_and_every_reason_is_a_path() {
    let models = [model("export acyclic po | rf | mo | fr | tc | tj as order"), model(JAM21)];
    let by_location = model("");
    let coherent = Evaluator::new(&by_location).expect("models that can be evaluated");
    let (mut candidates, mut cycles) = (0, 0);
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let accesses = random.pick(&[3, 4, 5, 6]);
        let test = generate(&mut random, Recipe { accesses, plain: 10, assertions: 0 });
        let litmus = Litmus::from_ast(&test).expect("generated tests are well-formed");
        let Ok(expected) = executions(&litmus, Anything, 3_000) else { continue };
        // The oracle leaves out what no location allows on its own; the search under no model does not.
        let is_coherent = |execution: &Execution| coherent.forbids(&Frame::of_execution(execution)).is_none();
        let expected = expected.into_iter().map(Execution::renumbered).filter(is_coherent);
        let expected: HashSet<Execution> = expected.collect();
        let options = Options { on_race: OnRace::Ignore, ..Options::default() };
        let mut complete = Complete::default();
        let verdict = explore(&litmus, Unrestricted, &options, &mut complete);
        let all = complete.found.len() as u64;
        assert_eq!(verdict.counts.complete, all, "seed {seed}: one is met twice\n{test}");
        complete.found.retain(is_coherent);
        assert!(complete.found == expected, "seed {seed}\n{test}");
        candidates += expected.len();
        for (model, candidate) in models.iter().flat_map(|model| expected.iter().map(move |one| (model, one))) {
            let evaluator = Evaluator::new(model).expect("models that can be evaluated");
            let frame = Frame::of_execution(candidate);
            let reasons = evaluator.reasons(&frame);
            assert_eq!(reasons.is_empty(), evaluator.forbids(&frame).is_none(), "seed {seed}\n{test}");
            for reason in reasons {
                let edges: Vec<_> = reason.links.iter().flat_map(|link| &link.edges).collect();
                assert!(!edges.is_empty(), "seed {seed}: {reason:?}");
                let next = edges.iter().skip(1).chain(edges.first().filter(|_| reason.closed));
                assert!(edges.iter().zip(next).all(|(edge, next)| edge.to == next.from), "seed {seed}: {edges:?}");
                cycles += 1;
            }
        }
    }
    assert!(candidates > 1_000 && cycles > 300, "{candidates} candidates, {cycles} cycles");
}
