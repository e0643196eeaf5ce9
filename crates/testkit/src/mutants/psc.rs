//! Mistakes in RC11's axiom on seq_cst.

use selvedge_models::Builtin;

use super::{Group, Mutant};

const C11_RS: &str = "crates/models/src/c11.rs";
const PSC_RS: &str = "crates/models/src/psc.rs";

/// Mistakes in the axiom on seq_cst.
pub(super) const RC11: &[Mutant] = &[
    Mutant {
        name: "checks-only-seq-cst",
        group: Group::Rc11,
        model: Builtin::Rc11,
        what: "The check is skipped when the event that changed is not seq_cst itself.",
        file: C11_RS,
        old: "graph.seq_cst_events() < 2\n",
        new: "graph[graph.newest()].mode != Mode::SeqCst\n",
    },
    Mutant {
        name: "any-cycle-is-strong",
        group: Group::Rc11,
        model: Builtin::Rc11,
        what: "The shortcut takes a cycle through accesses that are not seq_cst for one of psc.",
        file: PSC_RS,
        old: "let is_strong = |event: EventId| graph[event].mode == Mode::SeqCst;",
        new: "let is_strong = |event: EventId| graph[event].mode != Mode::Plain;",
    },
    Mutant {
        name: "rank-from-zero",
        group: Group::Rc11,
        model: Builtin::Rc11,
        what: "The first write has the rank of the initial one.",
        file: PSC_RS,
        old: "rank as u32 + 1;",
        new: "rank as u32;",
    },
    Mutant {
        name: "own-source",
        group: Group::Rc11,
        model: Builtin::Rc11,
        what: "What an event learns from its own source is left out of happens-before.",
        file: C11_RS,
        old: "Learns::Message(from) => clock::join(lanes, graph.clock(from, MESSAGE).0),",
        new: "Learns::Message(_) => {}",
    },
    Mutant {
        name: "message-without-store",
        group: Group::Rc11,
        model: Builtin::Rc11,
        what: "Who acquires from a release store knows what came before it, but not the store.",
        file: C11_RS,
        old: r"        clock::join(lanes, before.clock(event, HB));
        clock::include(lanes, write);
",
        new: r"        clock::join(lanes, before.clock(event, HB));
",
    },
    Mutant {
        name: "no-fr",
        group: Group::Rc11,
        model: Builtin::Rc11,
        what: "From-read is missing.",
        file: PSC_RS,
        old: "reads_older || writes_older",
        new: r"let _ = reads_older;
        writes_older",
    },
    Mutant {
        name: "no-mo",
        group: Group::Rc11,
        model: Builtin::Rc11,
        what: "Modification order is missing.",
        file: PSC_RS,
        old: "reads_older || writes_older",
        new: r"let _ = writes_older;
        reads_older",
    },
    Mutant {
        name: "no-hb-same-location",
        group: Group::Rc11,
        model: Builtin::Rc11,
        what: "Happens-before at the same location is missing between accesses.",
        file: PSC_RS,
        old: "            || graph.same_place(a.loc, b.loc) && self.before(graph, a.last, b.first)\n",
        new: "",
    },
    Mutant {
        name: "same-location-exit",
        group: Group::Rc11,
        model: Builtin::Rc11,
        what: "The last step before an access may be of the same location, as in C11 before its repair.",
        file: PSC_RS,
        old: "before_b.iter().rev().find(|&&event| elsewhere(event, b)) else",
        new: "before_b.last() else",
    },
    // That the first step after an access may be of the same location is not listed: random programs find it too rarely, and
    // `corpus/litmus/sameloc-sync` always does.
    Mutant {
        name: "no-hb-other-location",
        group: Group::Rc11,
        model: Builtin::Rc11,
        what: "Happens-before between other locations is missing.",
        file: PSC_RS,
        old: "|| self.hb_between_other_locations(graph, a, b)",
        new: "",
    },
    Mutant {
        name: "fence-to-access",
        group: Group::Rc11,
        model: Builtin::Rc11,
        what: "A fence before a read is not ordered before the seq_cst write that overwrites what it read.",
        file: PSC_RS,
        old: "(hb_loc || communicates) && self.before(graph, a, x)",
        new: "hb_loc && self.before(graph, a, x)",
    },
    Mutant {
        name: "access-to-fence",
        group: Group::Rc11,
        model: Builtin::Rc11,
        what: "A seq_cst access is not ordered before a fence that has a later write in its past.",
        file: PSC_RS,
        old: "(hb_loc || communicates) && contains(past, &graph[y])",
        new: "hb_loc && contains(past, &graph[y])",
    },
    Mutant {
        name: "fence-same-rank",
        group: Group::Rc11,
        model: Builtin::Rc11,
        what: "Two fences are ordered because the same write lies after one and before the other.",
        file: PSC_RS,
        old: "rank(x) < latest;",
        new: "rank(x) <= latest;",
    },
    Mutant {
        name: "earliest-known",
        group: Group::Rc11,
        model: Builtin::Rc11,
        what: "Of the writes before a fence, the earliest counts instead of the latest.",
        file: PSC_RS,
        old: ".map(rank).max()",
        new: ".map(rank).min()",
    },
    Mutant {
        name: "done-is-on-path",
        group: Group::Rc11,
        model: Builtin::Rc11,
        what: "An event met twice on different paths counts as a cycle.",
        file: PSC_RS,
        old: "self.colour[*node] = 2;",
        new: "",
    },
];
