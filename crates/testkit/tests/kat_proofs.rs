//! Proofs are sound: whatever is proved holds in executions.
//!
//! Random claims are proved; those that succeed are evaluated, by definition, on executions that a weak model
//! allows.

use selvedge_kat::compile_text;
use selvedge_kat::evaluate::{Evaluator, Frame};
use selvedge_kat::prove::{Outcome, prove_claim};
use selvedge_litmus::Litmus;
use selvedge_oracle::{Axioms, executions};
use selvedge_testkit::generate::{Recipe, generate};
use selvedge_testkit::random::Random;

fn relation(random: &mut Random, depth: usize) -> String {
    const PRIMITIVES: [&str; 14] =
        ["po", "rf", "mo", "fr", "po-loc", "po-neqloc", "rfe", "rfi", "moi", "fre", "rmw", "same-loc", "tc", "rf^-1"];
    const SETS: [&str; 9] = ["R", "W", "SC", "ACQ", "REL", "UW", "MEM \\ NA", "F | W", "RLX"];
    if depth == 0 {
        return match random.below(4) {
            0 => format!("[{}]", random.pick(&SETS)),
            _ => random.pick(&PRIMITIVES).into(),
        };
    }
    match random.below(8) {
        0 => format!("({} | {})", relation(random, depth - 1), relation(random, depth - 1)),
        1..=3 => format!("{};{}", relation(random, depth - 1), relation(random, depth - 1)),
        4 => format!("(po | {};rf)+", relation(random, depth - 1)),
        5 => format!("({};{})?;po", relation(random, depth - 1), relation(random, 0)),
        6 => format!("(rf | mo | fr | {};mo)+", relation(random, 0)),
        _ => relation(random, 0),
    }
}

/// The executions of some random programs under the weakest model here.
fn frames() -> Vec<Frame> {
    let mut frames = Vec::new();
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let test = generate(&mut random, Recipe { accesses: 7, plain: 10, assertions: 0 });
        let litmus = Litmus::from_ast(&test).expect("generated tests are well-formed");
        let Ok(executions) = executions(&litmus, Axioms::Ra, 20_000) else { continue };
        let mut executions: Vec<_> = executions.into_iter().collect();
        executions.sort();
        frames.extend(executions.iter().take(6).map(Frame::of_execution));
    }
    frames
}

#[test]
fn what_is_proved_holds_in_executions() {
    let frames = frames();
    assert!(frames.len() > 150, "{}", frames.len());
    let (mut proved, mut nontrivial) = (0, 0);
    for seed in 0..4_000 {
        let mut random = Random::new(seed);
        let left = relation(&mut random, 2);
        // Half of the claims are about cycles.
        let left = if random.chance(50) { format!("({left}) & id") } else { left };
        let right = match random.below(3) {
            0 => relation(&mut random, 1),
            1 => format!("{} | {}", relation(&mut random, 1), relation(&mut random, 2)),
            _ => format!("(po | rf | mo | fr | {})+", relation(&mut random, 0)),
        };
        let text = format!("assert {left} <= {right}\n");
        let compiled = compile_text("claim.kat", text.clone(), &mut |_: &str| Err("no files here".into()));
        // A set where a relation is needed, and the like.
        let Some(model) = compiled.model else { continue };
        let claim = &model.asserts[0];
        if prove_claim(&model, claim) != Outcome::Proved {
            continue;
        }
        proved += 1;
        let evaluator = Evaluator::new(&model).expect("all relations are in executions");
        let mut has_pairs = false;
        for frame in &frames {
            let (left, right) = (evaluator.relation(frame, &claim.left), evaluator.relation(frame, &claim.right));
            assert!(left.minus(&right).is_empty(), "seed {seed}: proved, but false: {text}{frame:#?}");
            has_pairs |= !left.is_empty();
        }
        nontrivial += usize::from(has_pairs);
    }
    assert!(proved > 300 && nontrivial > 100, "{proved} proved, {nontrivial} of them with pairs on the left");
}
