//! Mistakes in the two models that search for cycles.

use selvedge_models::Builtin;

use super::{Group, Mutant};

const SC_RS: &str = "crates/models/src/sc.rs";
const FRONTIER_RS: &str = "crates/models/src/frontier.rs";
const WRITE_RS: &str = "crates/explore/src/write.rs";
const READ_RS: &str = "crates/explore/src/read.rs";
const TSO_RS: &str = "crates/models/src/tso.rs";

/// Mistakes in sequential consistency.
pub(super) const SC: &[Mutant] = &[
    Mutant {
        name: "sc-no-fr-check",
        group: Group::Sc,
        model: Builtin::Sc,
        what: "The new from-read edge of a read is not checked.",
        file: SC_RS,
        old: "let Some(next) = co_successor(graph, changed) else { return true };",
        new: "let Some(next) = co_successor(graph, changed).filter(|_| graph[changed].is_write()) else { return true };",
    },
    Mutant {
        name: "sc-no-fr",
        group: Group::Sc,
        model: Builtin::Sc,
        what: "The search for a cycle follows coherence but not from-read.",
        file: FRONTIER_RS,
        old: "if let Some(next) = co_successor(graph, event) {",
        new: r"if e.is_write()
            && let Some(next) = co_successor(graph, event)
        {",
    },
    Mutant {
        name: "sc-one-reader",
        group: Group::Sc,
        model: Builtin::Sc,
        what: "The search for a cycle follows only one reader of a write.",
        file: FRONTIER_RS,
        old: "for reader in graph.readers(e.loc, event) {",
        new: "for reader in graph.readers(e.loc, event).take(1) {",
    },
    Mutant {
        name: "sc-no-creation",
        group: Group::Sc,
        model: Builtin::Sc,
        what: "The search for a cycle does not follow the creation of a thread.",
        file: FRONTIER_RS,
        old: "EventKind::Create => graph.thread(ThreadId(e.value.0 as u32)).first().copied(),",
        new: "EventKind::Create => None,",
    },
    Mutant {
        name: "sc-no-join",
        group: Group::Sc,
        model: Builtin::Sc,
        what: "The search for a cycle does not follow joining.",
        file: FRONTIER_RS,
        old: "EventKind::Finish => graph.joiner(e.thread),",
        new: "EventKind::Finish => None,",
    },
    Mutant {
        name: "sc-place-unchecked",
        group: Group::Sc,
        model: Builtin::Sc,
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
        model: Builtin::Sc,
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
        model: Builtin::Tso,
        what: "The write of an update is buffered like a store.",
        file: TSO_RS,
        old: "match e.kind {",
        new: "match if e.kind == EventKind::UpdateWrite { EventKind::Write } else { e.kind } {",
    },
    Mutant {
        name: "tso-own-store",
        group: Group::Tso,
        model: Builtin::Tso,
        what: "Reading from the own buffer orders the load after the store.",
        file: TSO_RS,
        old: ".filter(|&reader| graph[reader].thread != e.thread)",
        new: "",
    },
    Mutant {
        name: "tso-fence-after-store",
        group: Group::Tso,
        model: Builtin::Tso,
        what: "A store is not ordered before a later fence.",
        file: TSO_RS,
        old: "EventKind::Write | EventKind::UpdateWrite | EventKind::Fence |",
        new: "EventKind::Write | EventKind::UpdateWrite |",
    },
    Mutant {
        name: "tso-any-load",
        group: Group::Tso,
        model: Builtin::Tso,
        what: "A seq_cst store is ordered before all later loads.",
        file: TSO_RS,
        old: "graph[**later].is_read() && graph[**later].mode == Mode::SeqCst",
        new: "graph[**later].is_read()",
    },
    Mutant {
        name: "tso-any-store",
        group: Group::Tso,
        model: Builtin::Tso,
        what: "Every store is ordered before later seq_cst loads.",
        file: TSO_RS,
        old: "e.kind == EventKind::Write && e.mode == Mode::SeqCst",
        new: "e.kind == EventKind::Write",
    },
    Mutant {
        name: "tso-wrong-index",
        group: Group::Tso,
        model: Builtin::Tso,
        what: "The seq_cst loads share the index of the stores, which has just been lowered.",
        file: TSO_RS,
        old: "lower(&mut self.sc_loads[thread],",
        new: "lower(&mut self.stores[thread],",
    },
    Mutant {
        name: "tso-skips-one",
        group: Group::Tso,
        model: Builtin::Tso,
        what: "The event directly after a load is not reached from it.",
        file: TSO_RS,
        old: "for &later in &events[from as usize..to] {",
        new: "for &later in events[from as usize..to].iter().skip(1) {",
    },
    Mutant {
        name: "tso-nothing-after-join",
        group: Group::Tso,
        model: Builtin::Tso,
        what: "What follows a join is not reached from it.",
        file: TSO_RS,
        old: r"        match e.kind {
            EventKind::Read
",
        new: r"        match e.kind {
            EventKind::Join => {}
            EventKind::Read
",
    },
    Mutant {
        name: "tso-no-thread-edges",
        group: Group::Tso,
        model: Builtin::Tso,
        what: "The search for a cycle does not follow creation and joining.",
        file: TSO_RS,
        old: r"        if let Some(next) = thread_successor(graph, event) {
            self.reach(next);
        }
",
        new: "",
    },
];
