//! Mistakes in the two models that search for cycles: in their texts, in the plans made of them, and in
//! walks.

use selvedge_models::Builtin;

use super::{Group, Mutant};

const SC_KAT: &str = "crates/models/kat/sc.kat";
const TSO_KAT: &str = "crates/models/kat/tso.kat";
const EDGES_RS: &str = "crates/kat/src/plan/edges.rs";
const CYCLE_RS: &str = "crates/kat/src/plan/cycle.rs";
const WALK_RS: &str = "crates/core/src/walk.rs";
const VISIT_RS: &str = "crates/kat/src/generate/visit.rs";
const WRITE_RS: &str = "crates/explore/src/write.rs";
const READ_RS: &str = "crates/explore/src/read.rs";

/// Mistakes in sequential consistency.
pub(super) const SC: &[Mutant] = &[
    Mutant {
        name: "sc-no-fr",
        group: Group::Sc,
        under: Builtin::Sc.name(),
        what: "From-read is missing.",
        file: SC_KAT,
        old: "export acyclic po | rf | mo | fr | tc | tj as total_order",
        new: "export acyclic po | rf | mo | tc | tj as total_order",
    },
    Mutant {
        name: "sc-no-mo",
        group: Group::Sc,
        under: Builtin::Sc.name(),
        what: "Coherence is missing.",
        file: SC_KAT,
        old: "export acyclic po | rf | mo | fr | tc | tj as total_order",
        new: "export acyclic po | rf | fr | tc | tj as total_order",
    },
    Mutant {
        name: "sc-no-creation",
        group: Group::Sc,
        under: Builtin::Sc.name(),
        what: "The creation of a thread is missing.",
        file: SC_KAT,
        old: "export acyclic po | rf | mo | fr | tc | tj as total_order",
        new: "export acyclic po | rf | mo | fr | tj as total_order",
    },
    Mutant {
        name: "sc-no-join",
        group: Group::Sc,
        under: Builtin::Sc.name(),
        what: "Joining is missing.",
        file: SC_KAT,
        old: "export acyclic po | rf | mo | fr | tc | tj as total_order",
        new: "export acyclic po | rf | mo | fr | tc as total_order",
    },
    Mutant {
        name: "sc-no-fr-check",
        group: Group::Sc,
        under: Builtin::Sc.name(),
        what: "The plan takes it that a read leads nowhere, so its new from-read edge is not checked.",
        file: EDGES_RS,
        old: "            MoNext | Moe | Moi | FrFirst | Fre | Fri => true,",
        new: r#"            MoNext | Moe | Moi => true,
            FrFirst | Fre | Fri => false,"#,
    },
    Mutant {
        name: "sc-one-reader",
        group: Group::Sc,
        under: Builtin::Sc.name(),
        what: "The search for a cycle follows only one reader of a write.",
        file: VISIT_RS,
        old: r#""for next in graph.readers(e.loc, event)", reach"#,
        new: r#""for next in graph.readers(e.loc, event).take(1)", reach"#,
    },
    Mutant {
        name: "sc-first-thread-only",
        group: Group::Sc,
        under: Builtin::Sc.name(),
        what: "A thread that is reached while another is pending is forgotten.",
        file: WALK_RS,
        old: "            if suffix.reached == suffix.visited {",
        new: "            if suffix.reached == suffix.visited && self.pending.is_empty() {",
    },
    Mutant {
        name: "sc-old-search",
        group: Group::Sc,
        under: Builtin::Sc.name(),
        what: "What an earlier search has met of a thread is taken to be met.",
        file: WALK_RS,
        old: "        if suffix.search != self.search {",
        new: "        if suffix.search == 0 {",
    },
    Mutant {
        name: "sc-place-unchecked",
        group: Group::Sc,
        under: Builtin::Sc.name(),
        what: "A write is placed in the middle of coherence without a check.",
        file: WRITE_RS,
        old: r"        if !self.is_consistent(write) {
            return false;
        }
",
        new: "",
    },
    Mutant {
        name: "sc-reread-unchecked",
        group: Group::Sc,
        under: Builtin::Sc.name(),
        what: "A read that reads from an older write is not checked.",
        file: READ_RS,
        old: "self.is_consistent(read) && self.complete_checked(read)",
        new: "self.complete_checked(read)",
    },
];

/// Mistakes in total store order.
pub(super) const TSO: &[Mutant] = &[
    Mutant {
        name: "tso-update-no-fence",
        group: Group::Tso,
        under: Builtin::Tso.name(),
        what: "The write of an update is buffered like a store.",
        file: TSO_KAT,
        old: r#"let kept = [R | F | UW | TJ | TB];po | po;[W | F | TE | TC] | [W;SC];po;[R;SC]
"#,
        new: r#"let kept = [R | F | TJ | TB];po | po;[W | F | TE | TC] | [W;SC];po;[R;SC]
"#,
    },
    Mutant {
        name: "tso-own-store",
        group: Group::Tso,
        under: Builtin::Tso.name(),
        what: "Reading from the own buffer orders the load after the store.",
        file: TSO_KAT,
        old: "kept | rfe | mo",
        new: "kept | rf | mo",
    },
    Mutant {
        name: "tso-fence-after-store",
        group: Group::Tso,
        under: Builtin::Tso.name(),
        what: "A store is not ordered before a later fence.",
        file: TSO_KAT,
        old: r#"let kept = [R | F | UW | TJ | TB];po | po;[W | F | TE | TC] | [W;SC];po;[R;SC]
"#,
        new: r#"let kept = [R | F | UW | TJ | TB];po | po;[W | TE | TC] | [W;SC];po;[R;SC]
"#,
    },
    Mutant {
        name: "tso-any-load",
        group: Group::Tso,
        under: Builtin::Tso.name(),
        what: "A seq_cst store is ordered before all later loads.",
        file: TSO_KAT,
        old: r#"let kept = [R | F | UW | TJ | TB];po | po;[W | F | TE | TC] | [W;SC];po;[R;SC]
"#,
        new: r#"let kept = [R | F | UW | TJ | TB];po | po;[W | F | TE | TC] | [W;SC];po;[R]
"#,
    },
    Mutant {
        name: "tso-any-store",
        group: Group::Tso,
        under: Builtin::Tso.name(),
        what: "Every store is ordered before later seq_cst loads.",
        file: TSO_KAT,
        old: r#"let kept = [R | F | UW | TJ | TB];po | po;[W | F | TE | TC] | [W;SC];po;[R;SC]
"#,
        new: r#"let kept = [R | F | UW | TJ | TB];po | po;[W | F | TE | TC] | [W];po;[R;SC]
"#,
    },
    Mutant {
        name: "tso-nothing-after-join",
        group: Group::Tso,
        under: Builtin::Tso.name(),
        what: "What follows a join is not ordered after it.",
        file: TSO_KAT,
        old: r#"let kept = [R | F | UW | TJ | TB];po | po;[W | F | TE | TC] | [W;SC];po;[R;SC]
"#,
        new: r#"let kept = [R | F | UW | TB];po | po;[W | F | TE | TC] | [W;SC];po;[R;SC]
"#,
    },
    Mutant {
        name: "tso-no-thread-edges",
        group: Group::Tso,
        under: Builtin::Tso.name(),
        what: "Creation and joining are missing.",
        file: TSO_KAT,
        old: "mo | fr | tc | tj as",
        new: "mo | fr as",
    },
    Mutant {
        name: "tso-skips-one",
        group: Group::Tso,
        under: Builtin::Tso.name(),
        what: "The event directly after another is not reached from it.",
        file: WALK_RS,
        old: "self.reach_from(graph, e.thread, e.index + 1);",
        new: "self.reach_from(graph, e.thread, e.index + 2);",
    },
    Mutant {
        name: "tso-falls-anywhere",
        group: Group::Tso,
        under: Builtin::Tso.name(),
        what: "A state is taken to fall into the start at every event.",
        file: CYCLE_RS,
        old: "        if arrives.is_within(state.accepts[0]) {",
        new: "        if !state.accepts[0].is_none() {",
    },
    Mutant {
        name: "tso-start-does-it",
        group: Group::Tso,
        under: Builtin::Tso.name(),
        what: "A step is left out because the start has it, although the state does not always fall there.",
        file: CYCLE_RS,
        old: "!(step.test.is_within(falls) && start[0].steps.iter().any(again))",
        new: "!(!falls.is_none() && start[0].steps.iter().any(again))",
    },
];
