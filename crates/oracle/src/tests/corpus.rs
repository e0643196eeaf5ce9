//! The generated litmus tests of the conformance corpus: counts, and whether the weak outcome is possible.
//!
//! `corpus.tsv` holds the name, the number of executions under sc, tso, ra and rc11, `A` or `.` for whether
//! each allows the outcome, the program and the outcome. The answers are GenMC's, but for the four tests in
//! which it departs from the definitions: an update is one event (`z6u`), and a compare-exchange that fails
//! is a read with the failure ordering (`cas-fail-acq`, `cas-fail-rlx`, `cas-sc-fail-rlx`).

use super::LIMIT;
use super::expression::evaluate;
use super::instructions::Code;
use crate::{Axioms, executions};

#[test]
fn the_corpus_is_answered_as_expected() {
    let mut wrong = Vec::new();
    let mut tests = 0;
    for line in include_str!("corpus.tsv").lines() {
        let [name, counts, allowed, program, outcome] =
            line.split('\t').collect::<Vec<_>>().try_into().expect("five columns");
        let code = Code::new(program);
        let mut found_counts = Vec::new();
        let mut found_allowed = String::new();
        for axioms in Axioms::ALL {
            let executions = executions(&code, axioms, LIMIT).expect("the program is small");
            found_counts.push(executions.len().to_string());
            let is_allowed = executions.iter().any(|execution| evaluate(outcome, &code.outcome(execution)) != 0);
            found_allowed.push(if is_allowed { 'A' } else { '.' });
        }
        if found_counts.join(" ") != counts || (allowed != "-" && found_allowed != allowed) {
            wrong.push(format!("{name}: {} {found_allowed}, expected {counts} {allowed}", found_counts.join(" ")));
        }
        tests += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(tests, 150);
}
