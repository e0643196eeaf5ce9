//! Mistakes in the clocks of the C11 models, and in coherence by clocks.

use selvedge_models::Builtin;

use super::{Group, Mutant};

const C11_RS: &str = "crates/models/src/c11.rs";
const READ_RS: &str = "crates/explore/src/read.rs";
const MODEL_RS: &str = "crates/core/src/model.rs";

/// Mistakes in happens-before and coherence.
pub(super) const RA: &[Mutant] = &[
    Mutant {
        name: "relaxed-update-ends-rs",
        group: Group::Ra,
        model: Builtin::Ra,
        what: "A relaxed update ends the release sequence.",
        file: C11_RS,
        old: "if write.kind == EventKind::UpdateWrite {",
        new: "if write.kind == EventKind::UpdateWrite && write.mode.is_release() {",
    },
    Mutant {
        name: "plain-store-in-rs",
        group: Group::Ra,
        model: Builtin::Ra,
        what: "A non-atomic store after a release fence passes a message on.",
        file: C11_RS,
        old: "if graph[event].is_write() && graph[event].mode.is_atomic() {",
        new: "if graph[event].is_write() {",
    },
    Mutant {
        name: "plain-read-pending",
        group: Group::Ra,
        model: Builtin::Ra,
        what: "A non-atomic read synchronizes with the help of a fence.",
        file: C11_RS,
        old: "kind.is_read() && mode.is_atomic() && !from.is_init()",
        new: "kind.is_read() && !from.is_init()",
    },
    Mutant {
        name: "acquire-fence",
        group: Group::Ra,
        model: Builtin::Ra,
        what: "An acquire fence is taken for a release fence.",
        file: C11_RS,
        old: "if kind == EventKind::Fence && mode.is_acquire() {",
        new: "if kind == EventKind::Fence && mode.is_release() {",
    },
    Mutant {
        name: "release-fence",
        group: Group::Ra,
        model: Builtin::Ra,
        what: "A release fence is taken for an acquire fence.",
        file: C11_RS,
        old: "predecessor.kind == EventKind::Fence && predecessor.mode.is_release()",
        new: "predecessor.kind == EventKind::Fence && predecessor.mode.is_acquire()",
    },
    Mutant {
        name: "fence-publishes-nothing",
        group: Group::Ra,
        model: Builtin::Ra,
        what: "A relaxed store does not publish what came before a release fence.",
        file: C11_RS,
        old: "lanes.copy_from_slice(before.clock(event, FENCED));",
        new: "",
    },
    Mutant {
        name: "wrong-row",
        group: Group::Ra,
        model: Builtin::Ra,
        what: "Who acquires from any store learns what happens before it instead of its message.",
        file: C11_RS,
        old: "Learns::Message(from) => clock::join(lanes, before.clock(from, MESSAGE)),",
        new: "Learns::Message(from) => clock::join(lanes, before.clock(from, HB)),",
    },
    Mutant {
        name: "no-creation",
        group: Group::Ra,
        model: Builtin::Ra,
        what: "A thread does not know what its creator knew.",
        file: C11_RS,
        old: "EventKind::Start if event.from.is_some() => Learns::Everything(event.from),",
        new: "",
    },
    Mutant {
        name: "no-join",
        group: Group::Ra,
        model: Builtin::Ra,
        what: "A join learns nothing.",
        file: C11_RS,
        old: "EventKind::Join => Learns::Everything(event.from),",
        new: "",
    },
    Mutant {
        name: "success-ordering",
        group: Group::Ra,
        model: Builtin::Ra,
        what: "A compare-exchange that fails has the ordering for success.",
        file: READ_RS,
        old: "Task::CompareExchange { failure, .. } => (EventKind::Read, failure),",
        new: "Task::CompareExchange { success, .. } => (EventKind::Read, success.read().into()),",
    },
    Mutant {
        name: "readers-forgotten",
        group: Group::Ra,
        model: Builtin::Ra,
        what: "Coherence ignores what was read: a later read may see an older write.",
        file: MODEL_RS,
        old: "clock.contains(&graph[write]) || graph.readers(graph[write].loc, write).any(|reader| clock.contains(&graph[reader]))",
        new: "clock.contains(&graph[write])",
    },
    Mutant {
        name: "between-update",
        group: Group::Ra,
        model: Builtin::Ra,
        what: "A write is placed between an update and the write it reads from.",
        file: MODEL_RS,
        old: "if graph[next].kind != EventKind::UpdateWrite {",
        new: "if graph[next].kind != EventKind::UpdateRead {",
    },
    Mutant {
        name: "both-plain-race",
        group: Group::Ra,
        model: Builtin::Ra,
        what: "Only two non-atomic accesses race.",
        file: MODEL_RS,
        old: "!(access.mode.is_atomic() && event.mode.is_atomic())",
        new: "!(access.mode.is_atomic() || event.mode.is_atomic())",
    },
];
