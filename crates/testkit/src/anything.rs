//! The definition that allows everything: with it, the oracle lists all candidates of a program.

use selvedge_oracle::relation::Relation;
use selvedge_oracle::skeleton::Skeleton;
use selvedge_oracle::{Budget, Definition, TooLarge};

/// Allows everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Anything;

impl Definition for Anything {
    fn happens_before(&self, skeleton: &Skeleton) -> Relation {
        Relation::new(skeleton.size)
    }

    fn is_coherent(&self, _: &Skeleton, _: &Relation, _: Relation) -> bool {
        true
    }

    fn is_consistent(&self, _: &Skeleton, _: &Relation, _: Relation, _: &mut Budget) -> Result<bool, TooLarge> {
        Ok(true)
    }
}
