//! What the public interface concludes: as `selvedge-check` says, and as the command does.
//!
//! The programs are those for which a search alone concludes too much. Some of these tests compile: they need
//! clang or zig.

use selvedge_check::{Conclusion, Left, Verdict, check, check_from};
use selvedge_core::{Bound, Licence, Licences, Model, Program, Reduction, StopReason, ViolationKind};
use selvedge_explore::{Finding, Finished, Limits, Observer, OnRace, Options, Reduce, Silent, Within};
use selvedge_kat::{Interpreter, compile_text as compile_kat};
use selvedge_litmus::Litmus;
use selvedge_models::{Builtin, Java, Rc11, Sc};
use selvedge_testkit::any_model::AnyModel;
use selvedge_testkit::c::compile_text;
use selvedge_testkit::checks::{ARRIVED_FIRST, BUFFERING, CLAIMS, MEET, ROWS, own};
use selvedge_testkit::texts;
use selvedge_vm::Machine;

fn under_rc11(mut machine: Machine) -> Verdict {
    check(&mut machine, AnyModel::new(Rc11::default()), &Options::default(), &mut Silent)
}

/// By the library as documented, each of these was verified once.
#[test]
fn checks_conclude_what_they_must() {
    for row in ROWS {
        let verdict = row.check().unwrap_or_else(|why| panic!("{why}"));
        match (row.name, row.conclusion) {
            (_, Conclusion::Inconclusive) => assert!(matches!(verdict.stop(), StopReason::Limit(_)), "{}", row.name),
            ("input", _) => assert!(matches!(verdict.bounds(), [Bound::FixedInputs(_)]), "{:?}", verdict.bounds()),
            _ => {}
        }
    }
}

/// The condition of a litmus test is part of the check.
#[test]
fn a_final_condition_is_checked() {
    let mut litmus = selvedge_litmus::parse("sb.litmus", BUFFERING).expect("a test");
    let weak = check(&mut litmus, AnyModel::new(Rc11::default()), &Options::default(), &mut Silent);
    assert_eq!(weak.conclusion(), Conclusion::Violated);
    let violation = weak.violation().expect("a violation");
    assert_eq!(violation.kind, ViolationKind::FinalCondition);
    assert!(violation.message.contains("0:r0=0; 1:r0=0;"), "{}", violation.message);
    // All final states are there to be seen: the search went on.
    assert_eq!((weak.stop(), weak.counts().complete), (&StopReason::Exhausted, 4));
    let strong = check(&mut litmus, AnyModel::new(Sc::default()), &Options::default(), &mut Silent);
    assert_eq!((strong.conclusion(), strong.counts().complete), (Conclusion::Verified, 3));
}

/// The registers of a thread are found by its number, which is not its id: P0 is started by P1, after it. And
/// the end of a run, where P1 reads what P0 has left, is no end to be left out if somebody looks at it.
#[test]
fn registers_are_those_of_the_thread_that_is_named() {
    let text = "C started {}
        P0 (int* x) { int r = 7; *x = 5; }
        P1 (int* x) { int r = 1; int t = spawn(P0); join(t); int s = *x; }
        forall (0:r=7 /\\ 1:r=1 /\\ 1:s=5)";
    let mut litmus = selvedge_litmus::parse("started.litmus", text).unwrap_or_else(|why| panic!("{why:?}"));
    let verdict = check(&mut litmus, AnyModel::new(Sc::default()), &Options::default(), &mut Silent);
    assert_eq!(verdict.conclusion(), Conclusion::Verified, "{:?}", verdict.violation());
}

/// Counts the executions that it is shown, of the search that counts.
#[derive(Default)]
struct Shown(u64);

impl<P: Program> Observer<P> for Shown {
    fn finished(&mut self, _: &Finished<'_, P>) -> Option<Finding> {
        self.0 += 1;
        None
    }

    fn started_again(&mut self) {
        self.0 = 0;
    }
}

fn one_writes_and_one_reads(then: &str) -> Litmus {
    let text = format!(
        "C simpler {{}} P0 (atomic_int* x, atomic_int* y) {{ atomic_store(x, 1); atomic_store(x, 2); }}
        P1 (atomic_int* x, atomic_int* y) {{ int r = atomic_load(x); {then} }} exists (1:r=0)"
    );
    selvedge_litmus::parse("simpler.litmus", &text).unwrap_or_else(|why| panic!("{why:?}"))
}

/// A search under a simpler model that turns out not to suit the program is forgotten.
#[test]
fn what_a_simpler_model_has_shown_does_not_count() {
    for seen in [0, 2] {
        let relaxed = format!("if (r == {seen}) atomic_store_explicit(y, 1, memory_order_relaxed);");
        let (mut litmus, mut shown) = (one_writes_and_one_reads(&relaxed), Shown::default());
        let verdict = check(&mut litmus, Rc11::default(), &Options::default(), &mut shown);
        assert_eq!((verdict.counts().complete, shown.0), (3, 3), "{seen}");
        assert_eq!(verdict.reductions(), []);
    }
}

/// A simpler model is as good up to the first race only, and so not where races are no errors.
#[test]
fn where_races_are_ignored_no_model_is_simpler() {
    let text = BUFFERING.replace("atomic_int", "int");
    let text = text.replace("atomic_store_explicit(x, 1, memory_order_relaxed)", "*x = 1");
    let text = text.replace("atomic_store_explicit(y, 1, memory_order_relaxed)", "*y = 1");
    let text = text.replace("atomic_load_explicit(y, memory_order_relaxed)", "*y");
    let text = text.replace("atomic_load_explicit(x, memory_order_relaxed)", "*x");
    let mut litmus = selvedge_litmus::parse("sb.litmus", &text).unwrap_or_else(|why| panic!("{why:?}"));
    for (on_race, kind) in [(OnRace::Ignore, ViolationKind::FinalCondition), (OnRace::Report, ViolationKind::Race)] {
        let options = Options { on_race, ..Options::default() };
        let verdict = check(&mut litmus, AnyModel::new(Rc11::default()), &options, &mut Silent);
        assert_eq!(verdict.violation().map(|violation| violation.kind), Some(kind));
    }
}

/// A check that stops and goes on is under the same simpler model, and ends like the whole.
#[test]
fn a_check_goes_on_under_the_simpler_model() {
    let mut litmus = one_writes_and_one_reads("int s = atomic_load(x);");
    let whole = check(&mut litmus, Rc11::default(), &Options::default(), &mut Shown::default());
    assert_eq!(whole.reductions(), [Reduction::AsSc]);
    let limits = Limits { executions: Some(1), ..Limits::default() };
    let (options, mut shown, mut from) = (Options { limits, ..Options::default() }, Shown::default(), None::<Left>);
    let verdict = loop {
        let part = check_from(&mut litmus, Rc11::default(), &options, &mut shown, from.as_ref(), None).expect("a part");
        from = part.left;
        if from.is_none() {
            break part.verdict;
        }
    };
    assert_eq!((verdict.counts().complete, shown.0), (6, 6));
    assert_eq!((verdict.conclusion(), verdict.reductions()), (whole.conclusion(), whole.reductions()));
}

/// What is not known of a model is not relied on, whatever the options say; nor what its text only claims.
#[test]
fn a_model_is_not_reduced_without_licence() {
    let everything = Options { symmetry: Reduce::WherePossible, restored: Reduce::WherePossible, ..Options::default() };
    let claims = format!("{ARRIVED_FIRST}{CLAIMS}");
    for text in [ARRIVED_FIRST, &claims] {
        for options in [Options::default(), everything.clone()] {
            let mut machine = compile_text(MEET, "").expect("it compiles");
            let verdict = check(&mut machine, AnyModel::new(own(text).expect("usable")), &options, &mut Silent);
            assert_eq!(verdict.conclusion(), Conclusion::Violated);
            assert!(verdict.violation().expect("a violation").message.contains("ArrivedFirst"));
            assert_eq!(verdict.reductions(), []);
        }
    }
    // The program itself has a barrier to reduce at.
    let verdict = under_rc11(compile_text(MEET, "").expect("it compiles"));
    assert_eq!((verdict.conclusion(), verdict.counts().complete), (Conclusion::Verified, 1));
    assert_eq!(verdict.reductions(), [Reduction::Barriers, Reduction::AsRa]);
}

/// Interleavings are for proofs to find out, without the text's own assumptions.
#[test]
fn interleavings_are_proved() {
    let base = "let ppo = po\nview v = po\nexport coherence v\nview hb_stable = (po | (rf | tc | tj);po)+\n";
    let sc = "export acyclic po | rf | mo | fr | tc | tj\n";
    let claim = "licence interleavings\n";
    assert!(own(&format!("{base}{sc}{claim}")).expect("usable").licences().has(Licence::Interleavings));
    assert!(!own(&format!("{base}{sc}")).expect("usable").licences().has(Licence::Interleavings));
    for weak in [
        "export acyclic po | rf | mo | tc | tj\n",
        "export acyclic po | rf | mo | fr | tc | tj when complete\n",
        "assume fr <= mo\nexport acyclic po | rf | mo | tc | tj\n",
    ] {
        assert_eq!(
            own(&format!("{base}{weak}{claim}")).expect_err("no proof"),
            "`interleavings` is not proved",
            "{weak}"
        );
    }
    // Nothing else can be proved, and what is cited is not believed.
    assert_eq!(own(&format!("{base}{sc}licence barriers\n")).expect_err("no proof"), "`barriers` is not proved");
    let cites = own(&format!("{base}{sc}licence interleavings by \"me\"\n")).expect("usable");
    assert_eq!(cites.licences(), Licences::NONE);
    assert!(own(&format!("{base}{sc}licence sises by \"me\"\n")).expect_err("no such licence").contains("sises"));
}

/// Bounds on schedules mean nothing where executions need not have one.
#[test]
fn schedules_are_not_bounded_without_licence() {
    for within in [Within::Contexts(1), Within::Rounds(1)] {
        let options = Options { within, ..Options::default() };
        let mut machine = compile_text(MEET, "").expect("it compiles");
        let mut conclude = |model: AnyModel<'_>| check(&mut machine, model, &options, &mut Silent).conclusion();
        assert_eq!(conclude(AnyModel::new(Rc11::default())), Conclusion::Unsupported, "{within:?}");
        assert_ne!(conclude(AnyModel::new(Sc::default())), Conclusion::Unsupported, "{within:?}");
    }
}

/// Generated code, the interpreter and checkers made by hand have the licences of the text.
#[test]
fn licences_are_those_of_the_text() {
    for text in selvedge_models::texts::models() {
        let licences = match (Builtin::parse(text.name), Java::parse(text.name)) {
            (Some(builtin), _) => AnyModel::from(builtin).licences(),
            (None, Some(java)) => java.licences(),
            (None, None) => panic!("{}", text.name),
        };
        let interpreted = Interpreter::vouched(texts::model(text.name)).expect("usable").licences();
        assert_eq!(interpreted, licences, "{}", text.name);
        assert_eq!(licences.has(Licence::Interleavings), text.name == "sc", "{}", text.name);
        // A text that includes another does not get its licences, and nobody vouches for a copy.
        let including = own_with(&format!("include \"{}.kat\"\nlet ppo = po\n", text.name));
        assert!(including.licences.is_empty(), "{}", text.name);
    }
}

fn own_with(text: &str) -> selvedge_kat::Model {
    let load = |path: &str| selvedge_models::texts::load(path).map(str::to_owned).ok_or_else(|| "no file".to_owned());
    let compiled = compile_kat("own.kat", text.to_owned(), &mut { load });
    compiled.model.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics))
}

/// What is left of a check is of one program, model and options, and brings what the program had noted down.
#[test]
fn what_is_left_is_not_of_another_check() {
    let first = "extern int __VERIFIER_nondet_int(void);\n";
    let body = "#include <stdatomic.h>\n#include <pthread.h>\natomic_int x;\n\
                static void *t(void *a) { atomic_fetch_add(&x, 1); atomic_fetch_add(&x, 1); return 0; }\n\
                int main(void) { INPUT pthread_t h, g; pthread_create(&h, 0, t, 0); pthread_create(&g, 0, t, 0);\n\
                pthread_join(h, 0); pthread_join(g, 0); return 0; }\n";
    let with =
        |input: &str| compile_text(&format!("{first}{}", body.replace("INPUT", input)), "").expect("it compiles");
    let program = || with("if (__VERIFIER_nondet_int() == 7) return 0;");
    let one = Options { limits: Limits { executions: Some(1), ..Limits::default() }, ..Options::default() };
    let everything = Options::default();
    let sc = || AnyModel::new(Sc::default());
    let begun = check_from(&mut program(), sc(), &one, &mut Silent, None, None).expect("a check");
    assert_eq!(begun.verdict.conclusion(), Conclusion::Inconclusive);
    let facts = begun.left.expect("something is left").facts();
    let facts = || facts.iter().map(|(key, text)| (key.as_str(), text.as_str()));
    let left = Left::from_facts(facts()).expect("it is read again");
    // By a program that was made anew, and has not met the input itself.
    let whole = check_from(&mut program(), sc(), &everything, &mut Silent, Some(&left), None).expect("it goes on");
    assert_eq!(whole.verdict.conclusion(), Conclusion::Bounded);
    let at_once = check(&mut program(), sc(), &everything, &mut Silent);
    assert_eq!(whole.verdict.counts().complete, at_once.counts().complete);
    let others = [
        (with(""), sc(), everything.clone()),
        (program().with_unroll(3), sc(), everything.clone()),
        (program(), AnyModel::new(Rc11::default()), everything.clone()),
        (program(), sc(), Options { on_race: OnRace::Ignore, ..everything.clone() }),
    ];
    for (mut machine, model, options) in others {
        let went_on = check_from(&mut machine, model, &options, &mut Silent, Some(&left), None);
        assert!(went_on.expect_err("it is refused").contains("of another program"));
    }
    for lost in ["of", "search.path"] {
        assert!(Left::from_facts(facts().filter(|(key, _)| *key != lost)).is_err(), "{lost}");
    }
}

/// A check forgets what another one has found out.
#[test]
fn checks_do_not_depend_on_each_other() {
    let text = "#include <stdatomic.h>\n#include <assert.h>\n#include <pthread.h>\natomic_int x, y; int r;\n\
                static void *t(void *a) { atomic_store_explicit(&x, 1, memory_order_relaxed);\n\
                r = atomic_load_explicit(&y, memory_order_relaxed); return 0; }\n\
                int main(void) { pthread_t h; pthread_create(&h, 0, t, 0);\n\
                atomic_store_explicit(&y, 1, memory_order_relaxed);\n\
                int mine = atomic_load_explicit(&x, memory_order_relaxed);\n\
                pthread_join(h, 0); assert(mine || r); return 0; }\n";
    let mut machine = compile_text(text, "").expect("it compiles");
    let mut conclude = |model: AnyModel<'_>| check(&mut machine, model, &Options::default(), &mut Silent).conclusion();
    for _ in 0..2 {
        assert_eq!(conclude(AnyModel::new(Rc11::default())), Conclusion::Violated);
        assert_eq!(conclude(AnyModel::new(Sc::default())), Conclusion::Verified);
    }
}
