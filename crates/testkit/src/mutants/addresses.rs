//! Mistakes in what is a matter of chance in an address.

use selvedge_models::Builtin;

use super::{Group, Mutant};

const CHANCE: &str = "crates/vm/src/report/chance.rs";
const WORDS: &str = "crates/vm/src/exec/words.rs";

pub(super) const ADDRESSES: &[Mutant] = &[
    Mutant {
        name: "masks-are-tags",
        group: Group::Addresses,
        under: "cli/inputs",
        what: "Whatever a mask leaves of an address is a tag.",
        file: CHANCE,
        old: "(And, Some(name), None) => name.is_cut(b),",
        new: "(And, Some(_), None) => false,",
    },
    Mutant {
        name: "any-difference",
        group: Group::Addresses,
        under: Builtin::Sc.name(),
        what: "How far two objects are from each other is known.",
        file: CHANCE,
        old: "(Sub, Some(one), Some(other)) => !one.is_beside(other),",
        new: "(Sub, Some(_), Some(_)) => false,",
    },
    Mutant {
        name: "order-of-objects",
        group: Group::Addresses,
        under: Builtin::Sc.name(),
        what: "Which of two objects is first in memory is no accident.",
        file: CHANCE,
        old: "(Some(one), Some(other)) => !is_equality || !one.inside || !other.inside,",
        new: "(Some(one), Some(other)) => is_equality && (!one.inside || !other.inside),",
    },
    Mutant {
        name: "aligned-to-pages",
        group: Group::Addresses,
        under: Builtin::Sc.name(),
        what: "All objects begin where a page begins.",
        file: CHANCE,
        old: ">> aligned << aligned) << shift",
        new: ">> aligned.max(12) << aligned.max(12)) << shift",
    },
    Mutant {
        name: "quick-words",
        group: Group::Addresses,
        under: Builtin::Sc.name(),
        what: "Arithmetic on words is quick also where one is an address.",
        file: WORDS,
        old: "            if is_large(a) || is_large(b) {\n",
        new: "            if is_large(a) && a == u64::MAX {\n",
    },
    Mutant {
        name: "cut-addresses",
        group: Group::Addresses,
        under: Builtin::Sc.name(),
        what: "The lower half of an address is as good as the whole.",
        file: CHANCE,
        old: "bits == 0 || name.is_cut(kept)",
        new: "bits == 0 && name.is_cut(kept)",
    },
];
