//! Mistakes in backward revisits, and in what updates make of them.

use selvedge_models::Builtin;

use super::{Group, Mutant};

const REVISIT_RS: &str = "crates/explore/src/revisit.rs";
const UPDATE_RS: &str = "crates/explore/src/update.rs";
const READY_RS: &str = "crates/explore/src/schedule/ready.rs";

/// Mistakes in revisits.
///
/// There are none in `reduce/awaits.rs` here: random programs notice those too rarely (five in 400,000 when
/// there were some). The programs that did are in the corpus: `lock-lost-*`, `lock-hopes-to-fail`,
/// `lock-unlocked-by-others`.
pub(super) const REVISIT: &[Mutant] = &[
    Mutant {
        name: "frozen-read",
        group: Group::Revisit,
        under: Builtin::Sc.name(),
        what: "A read that was already decided by an earlier revisit is revisited again.",
        file: REVISIT_RS,
        old: "&& !self.graph.is_frozen(read)",
        new: "",
    },
    Mutant {
        name: "nothing-frozen",
        group: Group::Revisit,
        under: Builtin::Ra.name(),
        what: "A revisit does not freeze the past of the write.",
        file: REVISIT_RS,
        old: "self.graph.freeze(write);",
        new: "",
    },
    Mutant {
        name: "flag-ignored",
        group: Group::Revisit,
        under: Builtin::Tso.name(),
        what: "Events that were not added maximally are deleted by revisits all the same.",
        file: REVISIT_RS,
        old: "if !e.maximal {",
        new: "if !e.maximal && e.is_write() {",
    },
    Mutant {
        name: "always-maximal",
        group: Group::Revisit,
        under: Builtin::Sc.name(),
        what: "A read that is revisited by a write other than the latest counts as maximal.",
        file: REVISIT_RS,
        old: "self.binding(read, write, latest)",
        new: "self.binding(read, write, true)",
    },
    Mutant {
        name: "revisited-by-kept",
        group: Group::Revisit,
        under: Builtin::Rc11.name(),
        what: "A read revisited by something that stays counts as revisited by something deleted.",
        file: REVISIT_RS,
        old: "base > event && !past.contains(&graph[base])",
        new: "base > event",
    },
    Mutant {
        name: "only-next-write",
        group: Group::Revisit,
        under: Builtin::Ra.name(),
        what: "Only the next write in coherence is compared with what stays, not all later ones.",
        file: REVISIT_RS,
        old: "newer = graph.co_next(e.loc, other);",
        new: "break;",
    },
    Mutant {
        name: "walk-goes-on",
        group: Group::Revisit,
        under: Builtin::Sc.name(),
        what: "A deleted event that is not maximal does not end the walk.",
        file: REVISIT_RS,
        old: r"!maximal {
                return;",
        new: r"!maximal {
                continue;",
    },
    Mutant {
        name: "follower-forgotten",
        group: Group::Revisit,
        under: Builtin::Rc11.name(),
        what: "A write in the middle of coherence revisits although the write after it is deleted.",
        file: REVISIT_RS,
        old: r"if follower.is_some_and(|follower| follower > event) {
                    return;
                }
                reads",
        new: "reads",
    },
    Mutant {
        name: "rival-forgotten",
        group: Group::Revisit,
        under: Builtin::Ra.name(),
        what: "The write of an update revisits reads that would leave both rivals in place.",
        file: REVISIT_RS,
        old: "&& rival.is_none_or(|rival| event <= rival)",
        new: "",
    },
    Mutant {
        name: "incoherent-revisit",
        group: Group::Revisit,
        under: Builtin::Ra.name(),
        what: "A read is revisited although something later in coherence reaches it.",
        file: REVISIT_RS,
        old: "&& self.model.may_reread(graph, event, write)",
        new: "",
    },
    Mutant {
        name: "revisit-unchecked",
        group: Group::Revisit,
        under: Builtin::Sc.name(),
        what: "Consistency is not checked after a revisit by a write other than the latest.",
        file: REVISIT_RS,
        old: r"if !latest && !self.is_consistent(read) {
            return false;
        }
",
        new: "",
    },
    Mutant {
        name: "taken-always",
        group: Group::Revisit,
        under: Builtin::Sc.name(),
        what: "A write that any update reads from is out of the question for the next update.",
        file: UPDATE_RS,
        old: "&& (self.graph.is_frozen(other) || past.contains(&self.graph[other]))",
        new: "",
    },
    Mutant {
        name: "dirty-threads-forgotten",
        group: Group::Revisit,
        under: Builtin::Sc.name(),
        what: "Threads that have been given another last event are not asked again.",
        file: READY_RS,
        old: "let again = touched | self.dependent & !waiting;",
        new: "let again = touched & 0 | self.dependent & !waiting;",
    },
    Mutant {
        name: "rivals-live-on",
        group: Group::Revisit,
        under: Builtin::Ra.name(),
        what: "The run in which two updates read from the same write is not given up.",
        file: UPDATE_RS,
        old: "self.run.give_up();",
        new: "self.note_block(self.graph[write].thread);",
    },
    Mutant {
        name: "update-at-the-end",
        group: Group::Revisit,
        under: Builtin::Rc11.name(),
        what: "The write of an update goes to the end of coherence instead of after its source.",
        file: UPDATE_RS,
        old: "self.graph.place(write, from);",
        new: "self.graph.place(write, self.graph.co_last(loc));",
    },
];
