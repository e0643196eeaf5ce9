//! `examples/java`: each program says what the models of Java's access modes say about it, and they do. The
//! verdicts are those of the definition (`docs/java.md`), worked out by hand; the programs for POWER are
//! those of the papers.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Done, Folder};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/java")
}

fn check(model: &str, arguments: &[&str]) -> Done {
    let mut command = Command::new(env!("CARGO_BIN_EXE_selvedge"));
    command.args(["check", "--no-witness", "--model", model]).args(arguments).current_dir(examples());
    Done::from(command.output().expect("selvedge runs"))
}

/// What a file expects: `(* expect jam21: Never *)`.
fn expectations(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("(* expect ")?.strip_suffix(" *)")?.split_once(": "));
    lines.map(|(model, answer)| (model.to_owned(), answer.to_owned())).collect()
}

#[test]
fn programs_are_judged_as_they_say() {
    let mut programs = 0;
    for file in std::fs::read_dir(examples()).expect("the folder is there") {
        let path = file.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "litmus") {
            continue;
        }
        programs += 1;
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        let text = std::fs::read_to_string(&path).expect("a text");
        let expected = expectations(&text);
        for jam in ["jam21", "jam21s", "jam19"] {
            assert!(expected.iter().any(|(model, _)| model == jam), "{name} says nothing about {jam}");
        }
        for (model, answer) in &expected {
            let done = check(model, &[&format!("{name}.litmus")]);
            assert_eq!(done.status, 0, "{name} under {model}: {}{}", done.out, done.err);
            let observation = done.out.lines().find(|line| line.starts_with("Observation ")).expect("an observation");
            assert!(
                observation.starts_with(&format!("Observation {name} {answer} ")),
                "{name} under {model}: {observation}"
            );
        }
    }
    assert_eq!(programs, 13);
}

/// The programs of section 6.1.5 and appendix D of the thesis: with the weaker fence the outcome is allowed,
/// with the full one it is not. Then what is left is what interleavings give: as many executions as all of it
/// volatile has.
#[test]
fn the_repaired_scheme_for_power_is_right_and_the_old_one_is_not() {
    for model in ["jam21", "jam21s", "jam19"] {
        let old = check(model, &["power.c"]);
        assert_eq!(old.status, 42, "{model}: {}{}", old.out, old.err);
        assert!(old.out.starts_with("violated: assertion `!(y0 == 0 && y2 == 1"), "{model}: {}", old.out);
        let repaired = check(model, &["power.c", "--", "-DREPAIRED"]);
        assert_eq!(repaired.status, 0, "{model}: {}{}", repaired.out, repaired.err);
        assert!(repaired.out.contains("  executions  42 complete, 0 blocked"), "{model}: {}", repaired.out);
    }
    assert_eq!(check("jam21-thesis", &["power.c"]).status, 42);
    assert_eq!(check("jam21-thesis", &["power.c", "--", "-DREPAIRED"]).status, 0);
    let volatile = check("jam21", &["volatile-four-threads.litmus"]);
    assert!(volatile.out.contains("  executions  42 complete, 0 blocked"), "{}", volatile.out);
}

/// It has a checker and no text, so what needs a text is refused.
#[test]
fn the_relations_of_the_thesis_are_a_model() {
    let folder = common::Folder::new("java-thesis");
    assert!(folder.run("models").out.contains("\njam21-thesis  Java's access modes with the relations printed"));
    assert!(folder.run("models show jam21-thesis").out.contains("  acyclic co-jom\n"));
    folder.write("sb.litmus", format!("{}exists (0:r0=0 /\\ 1:r0=0)\n", common::SB));
    for arguments in ["models check jam21-thesis", "check --explain --model jam21-thesis sb.litmus"] {
        let done = folder.run(arguments);
        assert_eq!((done.status, done.out.as_str()), (2, ""), "{arguments}");
        assert!(done.err.starts_with("error: jam21-thesis has no text\n"), "{}", done.err);
    }
}

/// A thread adds to a number and takes it back, again and again, and another one meets it twice in the middle
/// of that. Such rounds are left out where nobody can tell, which shows only when the search has ended,
/// whether or not races count.
#[test]
fn rounds_that_somebody_looks_at_are_not_left_out() {
    let text = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int x = 1;\n\
        static void *add(void *arg) { while (atomic_fetch_add(&x, 1) != 0) atomic_fetch_sub(&x, 1); return arg; }\n\
        int main(void) {\n\tpthread_t t;\n\tpthread_create(&t, NULL, add, NULL);\n\
        \tint a = atomic_load(&x), b = atomic_load(&x), c = atomic_load(&x);\n\
        \tassert(!(a == 2 && b == 1 && c == 2));\n}\n";
    let folder = Folder::new("java-rounds");
    folder.write("rounds.c", text);
    for flags in ["--model rc11", "--model sc --no-race-detection", "--model jam21", "--model jam19"] {
        let done = folder.run(&format!("check --no-witness --unroll 5 {flags} rounds.c"));
        assert_eq!(
            done.out.lines().next(),
            Some("violated: assertion `!(a == 2 && b == 1 && c == 2)` failed"),
            "{flags}"
        );
    }
}
