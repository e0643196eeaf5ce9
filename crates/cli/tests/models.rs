//! `selvedge models check` and models from files.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::{Folder, RACE, SB};

/// Release and acquire with seq_cst fences: a model in one small file.
const MINE: &str = "\
include \"c11.kat\"
let ppo = po
let hb = c11::hb
assert hb;hb <= hb
export acyclic [F;SC];(hb | hb;c11::eco;hb);[F;SC] as sc_fences
";

#[test]
fn a_good_model_is_proved() {
    let folder = Folder::new("models-good");
    let done = folder.write("mine.kat", MINE).run("models check mine.kat");
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    // Five asserts are those of c11.kat.
    assert_eq!(done.out, "mine.kat: 6 asserts proved; programs can be checked under it\n");
    let done = folder.run("models check rc11-2017");
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    assert!(done.out.starts_with("rc11-2017: 4 asserts proved"), "{}", done.out);
}

#[test]
fn a_bad_model_is_shown_in_place() {
    let folder = Folder::new("models-bad");
    folder.write("bad.kat", "let hb = (po | rf)+\nlet hb = po\nacyclic hbb\n");
    let done = folder.run("models check bad.kat");
    assert_eq!((done.status, done.out.as_str()), (2, ""));
    for part in [
        "error: `hb` is defined twice\n --> bad.kat:2:5\n",
        "1 | let hb = (po | rf)+\n  |     -- first defined here\n",
        "error: unknown name `hbb`\n --> bad.kat:3:9\n",
        "= help: did you mean `hb`?\n",
    ] {
        assert!(done.err.contains(part), "{part}: {}", done.err);
    }
    folder.write("false.kat", "assert [W];po;[R] <= mo\n");
    let done = folder.run("models check false.kat");
    assert_eq!((done.status, done.out.as_str()), (2, ""));
    assert!(done.err.contains("path of the left side only: [W] po-loc [R]"), "{}", done.err);
    assert_eq!(folder.run("models check nowhere.kat").status, 2);
}

#[test]
fn programs_are_checked_under_a_model_from_a_file() {
    let folder = Folder::new("models-use");
    folder.write("mine.kat", MINE).write("sb.litmus", format!("{SB}exists (0:r0=0 /\\ 1:r0=0)\n"));
    folder.write("race.litmus", RACE);
    let done = folder.run("check --model mine.kat sb.litmus");
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    assert!(done.out.contains("  model       mine\n"), "{}", done.out);
    assert!(done.out.contains("  executions  4 complete, 0 blocked\n"), "{}", done.out);
    let done = folder.run("check --model mine.kat race.litmus");
    assert_eq!(done.status, 42);
    assert!(done.out.contains("data race"), "{}", done.out);
    // Under partial store order, as under sc, plain accesses that reads-from orders do not race.
    assert_eq!(folder.run("check --model pso race.litmus").status, 0);
}

#[test]
fn models_that_the_search_cannot_rely_on_are_refused() {
    let folder = Folder::new("models-refused");
    folder.write("sb.litmus", SB);
    let views = "view hb_stable = (po | rf;po)+\nexport coherence hb_stable\n";
    let unreliable = "error: the search cannot rely on this axiom: it allows an execution and forbids going on with it";
    for (axiom, reason) in [
        // A read of one's own write goes back to it.
        ("export acyclic po | rf^-1", unreliable),
        ("export acyclic po?;rf?", "it relates some events to themselves"),
        ("export empty po;mo;po", unreliable),
        ("view v = po;rf", "this view cannot be a clock"),
        ("export acyclic ctrl | rf", "executions have no `ctrl`"),
    ] {
        folder.write("m.kat", format!("{views}{axiom}\n"));
        let done = folder.run("check --model m.kat sb.litmus");
        assert_eq!((done.status, done.out.as_str()), (2, ""), "{axiom}");
        assert!(done.err.contains(reason), "{axiom}: {}", done.err);
        assert!(reason != unreliable || done.err.contains("all axioms hold; with it, "), "{axiom}: {}", done.err);
    }
    folder.write("m.kat", views);
    let done = folder.run("check --model m.kat sb.litmus");
    assert_eq!(done.status, 0);
    assert!(
        done.out.contains("note: data races were not looked for: the model does not say what one is"),
        "{}",
        done.out
    );
}

/// What is not known to be reliable is used, and the verdict says so.
#[test]
fn models_in_doubt_are_used_with_a_warning() {
    let folder = Folder::new("models-doubt");
    folder.write("sb.litmus", SB);
    let views = "view hb_stable = (po | rf;po)+\nexport coherence hb_stable\n";
    for (axiom, reason) in [
        ("export acyclic po;(rf \\ (po;mo))", "it uses a difference of relations, so leaving events out may break it"),
        (
            "set D = dom(rf)\nexport acyclic po;[D]",
            "it depends on a derived set, which old events may enter when new ones are added",
        ),
    ] {
        folder.write("m.kat", format!("{views}{axiom}\n"));
        let done = folder.run("check --model m.kat sb.litmus");
        assert_eq!(done.status, 0, "{axiom}: {}", done.err);
        let warning =
            format!("warning: it is not known whether the search finds every execution under this model: {reason}\n");
        assert!(done.out.contains(&warning), "{axiom}: {}", done.out);
        let done = folder.run("check --format json --model m.kat sb.litmus");
        let document: serde_json::Value = serde_json::from_str(&done.out).expect("JSON");
        assert_eq!(document["warnings"][0]["kind"], "doubtful-model");
        assert_eq!(document["warnings"][0]["reasons"][0], reason);
    }
}

#[test]
fn what_the_model_forbids_as_a_whole_is_counted() {
    let folder = Folder::new("models-complete");
    folder.write("sb.litmus", format!("{SB}exists (0:r0=0 /\\ 1:r0=0)\n"));
    let axioms = "export acyclic po | rf | mo | fr when complete\nexport warning WW unless [W];po;[R] = 0\n";
    folder.write("m.kat", format!("view hb_stable = (po | rf;po)+\nexport coherence hb_stable\n{axioms}"));
    let done = folder.run("check --model m.kat sb.litmus");
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    // Of the four outcomes of store buffering, one is not sequential.
    let executions = "  executions  3 complete, 0 blocked; 1 more that the model forbids as a whole\n";
    assert!(done.out.contains(executions), "{}", done.out);
    assert!(done.out.contains("Observation SB Never 0 3\n"), "{}", done.out);
    assert!(done.out.contains("warning: WW: an atomic write of x and an atomic read of y\n"), "{}", done.out);
    let done = folder.run("check --format json --model m.kat sb.litmus");
    let document: serde_json::Value = serde_json::from_str(&done.out).expect("JSON");
    assert_eq!((&document["complete"], &document["discarded"]), (&3.into(), &1.into()));
}
