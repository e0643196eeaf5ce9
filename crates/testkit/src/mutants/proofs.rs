//! Mistakes in proofs about models.

use super::{Group, Mutant, mutant};

const INCLUDE: &str = "crates/kat/src/prove/include.rs";
const REGEX: &str = "crates/kat/src/prove/regex.rs";
const PROVE: &str = "crates/kat/src/prove/mod.rs";
const ASSUME: &str = "crates/kat/src/prove/assume.rs";
const AUTOMATON: &str = "crates/kat/src/prove/automaton.rs";

pub(super) const PROOFS: &[Mutant] = &[
    mutant(
        Group::Prove,
        "larger-sets-refute-more",
        "testkit/kat_proofs",
        "A case is left out if one with a larger set was met before.",
        INCLUDE,
        "includes(&sets[pair.right], &sets[known])",
        "includes(&sets[known], &sets[pair.right])",
    ),
    mutant(
        Group::Prove,
        "steps-to-other-locations-add-up",
        "kat/cases",
        "Two steps of program order between different locations are taken for one.",
        REGEX,
        "Relation::Builtin(Builtin::Po | Builtin::PoLoc) =>",
        "Relation::Builtin(Builtin::Po | Builtin::PoLoc | Builtin::PoNeqLoc) =>",
    ),
    mutant(
        Group::Prove,
        "one-half-of-an-intersection",
        "kat/cases",
        "Of an intersection on the right, only the first half is proved.",
        PROVE,
        "            Outcome::Proved => go(left, b),\n",
        "            Outcome::Proved if *b == *a => go(left, b),\n            Outcome::Proved => Outcome::Proved,\n",
    ),
    mutant(
        Group::Prove,
        "equal-if-included",
        "kat/cases",
        "An equation is proved in one direction only.",
        PROVE,
        "Compare::Equal if forward == Outcome::Proved => {",
        "Compare::Equal if forward != Outcome::Proved => {",
    ),
    mutant(
        Group::Prove,
        "rf-leads-to-later-reads",
        "kat/cases",
        "From a write by way of a read and a step back is taken for coherence, whatever the step is.",
        REGEX,
        "let back = Regex::Union(vec![self.cover(Builtin::Fr), self.cover(Builtin::Rmw)]);",
        "let back = Regex::Union(vec![self.cover(Builtin::Fr), self.cover(Builtin::PoLoc)]);",
    ),
    mutant(
        Group::Prove,
        "assumption-where-some-tests-pass",
        "kat/cases",
        "A word is taken for one of an assumption if only some of its events are of the kind that it speaks of.",
        ASSUME,
        "if silent.includes(*test) && states.insert(to)",
        "if !silent.and(*test).is_empty() && states.insert(to)",
    ),
    mutant(
        Group::Prove,
        "steps-where-some-tests-pass",
        "kat/cases",
        "The same for steps with letters.",
        ASSUME,
        "step.test.includes(*test) && step.letters.includes(*letters)",
        "!step.test.and(*test).is_empty() && step.letters.includes(*letters)",
    ),
    mutant(
        Group::Prove,
        "rotations-end-anywhere",
        "kat/cases",
        "A rotation of a word may leave out its end.",
        AUTOMATON,
        "rotated.accepts[second + cut] = AtomSet::ALL;",
        "rotated.accepts[second..].fill(AtomSet::ALL);",
    ),
    mutant(
        Group::Prove,
        "cycles-through-one-location-are-impossible",
        "kat/cases",
        "A cycle of coherence and program order is taken for impossible.",
        REGEX,
        "            mo.clone(),\n            mo.inverse(),",
        "            Regex::Union(vec![mo.clone(), Regex::Sequence(vec![mo.clone(), po.clone()])]),\n            mo.inverse(),",
    ),
];
