//! Programs with known answers, and the economies of the enumeration against a search without them.

mod corpus;
mod expression;
mod instructions;
mod litmus;
mod naive;
mod threads;

use crate::{Axioms, executions};
use instructions::Code;

/// More than any of the programs here needs.
const LIMIT: usize = 10_000_000;

/// The number of complete executions under each of the models.
fn counts(code: &Code) -> [usize; 4] {
    Axioms::ALL.map(|axioms| executions(code, axioms, LIMIT).expect("the program is small").len())
}
