//! `--explain`: which axiom forbids an outcome, and the cycle that closes.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::{Folder, RACE, SB};

fn explained(folder: &Folder, arguments: &str) -> String {
    let done = folder.run(arguments);
    let (_, after) = done.out.split_once("\nOutcome ").unwrap_or_else(|| panic!("{}{}", done.out, done.err));
    after.split("\nverified").next().unwrap_or_default().to_owned()
}

#[test]
fn store_buffering_closes_a_cycle() {
    let folder = Folder::new("explain-sb");
    folder.write("sb.litmus", format!("{SB}exists (0:r0=0 /\\ 1:r0=0)\n"));
    let expected = "\
exists (0:r0=0 /\\ 1:r0=0) under sc: 1 execution with it, all forbidden

1 execution is forbidden by total_order

  line  P0                        P1
     4  #1 W x = 1 (rlx)
     5  #2 R y = 0 (rlx) <- init
     8                            #1 W y = 1 (rlx)
     9                            #2 R x = 0 (rlx) <- init
final memory: x = 1, y = 1

total_order (sc.kat:20): export acyclic po | rf | mo | fr | tc | tj as total_order
        P0#1 W x = 1 (rlx)
  po -> P0#2 R y = 0 (rlx) <- init
  fr -> P1#1 W y = 1 (rlx)
  po -> P1#2 R x = 0 (rlx) <- init
  fr -> P0#1, where it began
";
    assert_eq!(explained(&folder, "check --explain --model sc sb.litmus"), expected);
    let allowed = explained(&folder, "check --explain --model tso sb.litmus");
    assert_eq!(allowed, "exists (0:r0=0 /\\ 1:r0=0) under tso: 1 execution with it, all allowed\n");
    // A value that nobody writes.
    folder.write("never.litmus", format!("{SB}exists (0:r0=7)\n"));
    assert!(explained(&folder, "check --explain never.litmus").contains("no candidate has it, whatever the model"));
    // What a `forall` is about is where it fails: one outcome of four.
    folder.write("all.litmus", format!("{SB}forall (0:r0=1 \\/ 1:r0=1)\n"));
    assert!(
        explained(&folder, "check --explain --model sc all.litmus")
            .contains("under sc: 1 execution with it, all forbidden")
    );
}

/// Steps that the file names are named, and the data has an edge for each line.
#[test]
fn steps_have_the_names_of_the_file() {
    let folder = Folder::new("explain-names");
    let text = SB.replace("relaxed", "seq_cst");
    folder.write("sb.litmus", format!("{text}exists (0:r0=0 /\\ 1:r0=0)\n"));
    let text = explained(&folder, "check --explain --model rc11 sb.litmus");
    assert!(text.contains("\nseq_cst (rc11.kat:"), "{text}");
    assert!(text.contains("\n  fr -> P1#1 W y = 1 (sc)   (psc_base)\n"), "{text}");
    let done = folder.run("check --explain --model rc11 --format json sb.litmus");
    let document: serde_json::Value = serde_json::from_str(&done.out).expect("JSON");
    let explanation = &document["explanation"];
    assert_eq!((&explanation["allowed"], &explanation["forbidden"]), (&0.into(), &1.into()));
    let axiom = &explanation["executions"][0]["axioms"][0];
    assert_eq!((&axiom["name"], &axiom["closed"]), (&"seq_cst".into(), &true.into()));
    let edges = axiom["edges"].as_array().expect("edges");
    let relations: Vec<&str> = edges.iter().filter_map(|edge| edge["relation"].as_str()).collect();
    assert_eq!(relations, ["po", "fr", "po", "fr"]);
    for (at, edge) in edges.iter().enumerate() {
        assert_eq!(edge["to"], edges[(at + 1) % edges.len()]["from"]);
        assert_eq!((&edge["step"], &edge["part_of"]), (&at.into(), &"psc_base".into()));
    }
}

#[test]
fn there_must_be_something_to_explain() {
    let folder = Folder::new("explain-refused");
    folder.write("sb.litmus", SB).write("race.litmus", RACE).write("x.c", "int main(void) { return 0; }\n");
    let done = folder.run("check --explain sb.litmus");
    assert_eq!(done.status, 2);
    assert!(done.err.contains("the test has no condition, so there is no outcome to explain"), "{}", done.err);
    let done = folder.run("check --explain x.c");
    assert_eq!(done.status, 2);
    assert!(done.err.contains("`--explain` is about the outcome in the condition of a litmus test"), "{}", done.err);
    // Plain accesses are no obstacle.
    assert!(explained(&folder, "check --explain race.litmus").starts_with("exists (1:r0=1) under rc11: "));
}
