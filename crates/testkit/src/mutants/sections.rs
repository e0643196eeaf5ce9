//! Mistakes in what makes atomic sections one step.

use selvedge_models::Builtin;

use super::{Group, Mutant};

const LOG: &str = "crates/vm/src/report/search_log.rs";
const EXCLUSIVE: &str = "crates/vm/src/exec/exclusive.rs";

pub(super) const SECTIONS: &[Mutant] = &[
    Mutant {
        name: "section-not-looked-at-again",
        group: Group::Sections,
        under: Builtin::Sc.name(),
        what: "A read beside a section goes on although the section has ended since.",
        file: EXCLUSIVE,
        old: "Guard::After(before, _) if self.code.hear_word(thread, answer) != before => {",
        new: "Guard::After(before, _) if self.code.hear_word(thread, answer) < before => {",
    },
    Mutant {
        name: "section-open-for-reads",
        group: Group::Sections,
        under: Builtin::Sc.name(),
        what: "A thread that reads does not wait for the end of a section.",
        file: EXCLUSIVE,
        old: "                if before % 2 == 1 {",
        new: "                if before % 2 == 1 && accessed(&action).is_some_and(|(_, writes)| writes) {",
    },
    Mutant {
        name: "section-open-for-writes",
        group: Group::Sections,
        under: Builtin::Sc.name(),
        what: "A write of another thread is looked at like a read, so that it shows in a section before it is given up.",
        file: EXCLUSIVE,
        old: "                if accessed(&action).is_some_and(|(_, writes)| writes) {",
        new: "                if accessed(&action).is_some_and(|(_, writes)| writes) && before > 4 {",
    },
    Mutant {
        name: "section-ends-inside",
        group: Group::Sections,
        under: Builtin::Sc.name(),
        what: "The end of an inner section ends the outer one.",
        file: EXCLUSIVE,
        old: "            _ => {\n                thread.cold.control.section.depth = depth - 1;\n                return Ok(());\n            }\n",
        new: "            _ => {}\n",
    },
    Mutant {
        name: "section-reads-unnoticed",
        group: Group::Sections,
        under: Builtin::Sc.name(),
        what: "What is written in sections and only read outside of them is not excluded.",
        file: LOG,
        old: "one != two && (*writes || *also)",
        new: "one != two && (*writes && *also)",
    },
];
