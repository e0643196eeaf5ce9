//! Mistakes in happens-before, in the clocks that are made of it, and in coherence by clocks.

use selvedge_models::Builtin;

use super::{Group, Mutant};

const C11_KAT: &str = "crates/models/kat/c11.kat";
const GEN_CLOCKS_RS: &str = "crates/kat/src/generate/clocks.rs";
const MODEL_RS: &str = "crates/core/src/model.rs";
const READ_RS: &str = "crates/explore/src/read.rs";
const COHERENCE_RS: &str = "crates/core/src/model/coherence.rs";

/// Mistakes in happens-before and coherence.
pub(super) const RA: &[Mutant] = &[
    Mutant {
        name: "relaxed-update-ends-rs",
        group: Group::Ra,
        under: Builtin::Ra.name(),
        what: "A relaxed update ends the release sequence.",
        file: C11_KAT,
        old: "let relseq = ([W;REL] | [F;REL];po;[W;ATOMIC]);(rf;rmw)*",
        new: "let relseq = ([W;REL] | [F;REL];po;[W;ATOMIC]);(rf;rmw;[REL])*",
    },
    Mutant {
        name: "plain-store-in-rs",
        group: Group::Ra,
        under: Builtin::Ra.name(),
        what: "A non-atomic store after a release fence passes a message on.",
        file: C11_KAT,
        old: "let relseq = ([W;REL] | [F;REL];po;[W;ATOMIC]);(rf;rmw)*",
        new: "let relseq = ([W;REL] | [F;REL];po;[W]);(rf;rmw)*",
    },
    Mutant {
        name: "plain-read-pending",
        group: Group::Ra,
        under: Builtin::Ra.name(),
        what: "A non-atomic read synchronizes with the help of a fence.",
        file: C11_KAT,
        old: "let sw_to_f = relseq;rf;[R;ATOMIC];po;[F;ACQ]",
        new: "let sw_to_f = relseq;rf;[R];po;[F;ACQ]",
    },
    Mutant {
        name: "acquire-fence",
        group: Group::Ra,
        under: Builtin::Ra.name(),
        what: "An acquire fence is taken for a release fence.",
        file: C11_KAT,
        old: "let sw_to_f = relseq;rf;[R;ATOMIC];po;[F;ACQ]",
        new: "let sw_to_f = relseq;rf;[R;ATOMIC];po;[F;REL]",
    },
    Mutant {
        name: "release-fence",
        group: Group::Ra,
        under: Builtin::Ra.name(),
        what: "A release fence is taken for an acquire fence.",
        file: C11_KAT,
        old: "let relseq = ([W;REL] | [F;REL];po;[W;ATOMIC]);(rf;rmw)*",
        new: "let relseq = ([W;REL] | [F;ACQ];po;[W;ATOMIC]);(rf;rmw)*",
    },
    Mutant {
        name: "fence-publishes-nothing",
        group: Group::Ra,
        under: Builtin::Ra.name(),
        what: "A relaxed store does not publish what came before a release fence.",
        file: C11_KAT,
        old: "let relseq = ([W;REL] | [F;REL];po;[W;ATOMIC]);(rf;rmw)*",
        new: "let relseq = [W;REL];(rf;rmw)*",
    },
    Mutant {
        name: "any-store-releases",
        group: Group::Ra,
        under: Builtin::Ra.name(),
        what: "Who acquires from any store synchronizes with it.",
        file: C11_KAT,
        old: "let sw_to_r = relseq;rf;[R;ACQ]",
        new: "let sw_to_r = [W];rf;[R;ACQ]",
    },
    Mutant {
        name: "no-creation",
        group: Group::Ra,
        under: Builtin::Ra.name(),
        what: "A thread does not know what its creator knew.",
        file: C11_KAT,
        old: "let asw = tc | tj",
        new: "let asw = tj",
    },
    Mutant {
        name: "no-join",
        group: Group::Ra,
        under: Builtin::Ra.name(),
        what: "A join learns nothing.",
        file: C11_KAT,
        old: "let asw = tc | tj",
        new: "let asw = tc",
    },
    Mutant {
        name: "both-plain-race",
        group: Group::Ra,
        under: Builtin::Ra.name(),
        what: "Only two non-atomic accesses race.",
        file: C11_KAT,
        old: "unless [NA];conflict | conflict;[NA] <=",
        new: "unless [NA];conflict;[NA] <=",
    },
    Mutant {
        name: "clock-without-event",
        group: Group::Ra,
        under: Builtin::Ra.name(),
        what: "Who learns what an event knew does not learn of the event.",
        file: GEN_CLOCKS_RS,
        old: r#"                code.line(format!("clock.include({event});"));
"#,
        new: "",
    },
    Mutant {
        name: "every-clock-grows",
        group: Group::Ra,
        under: Builtin::Ra.name(),
        what: "Clocks that should begin empty have what those of the event before have.",
        file: GEN_CLOCKS_RS,
        old: "            if !grows {",
        new: "            if false {",
    },
    Mutant {
        name: "any-plain-write-settles",
        group: Group::Ra,
        under: Builtin::Ra.name(),
        what: "No race is looked for that is older than a plain write, whether that one is ordered or not.",
        file: MODEL_RS,
        old: "access.is_write() && other != added && clock.contains(access);",
        new: "access.is_write() && other != added;",
    },
    Mutant {
        name: "success-ordering",
        group: Group::Ra,
        under: Builtin::Ra.name(),
        what: "A compare-exchange that fails has the ordering for success.",
        file: READ_RS,
        old: "ResolvedAction::CompareExchange { failure, .. } => (EventKind::Read, failure),",
        new: "ResolvedAction::CompareExchange { success, .. } => (EventKind::Read, success.read().into()),",
    },
    Mutant {
        name: "readers-forgotten",
        group: Group::Ra,
        under: Builtin::Ra.name(),
        what: "Coherence ignores what was read: a later read may see an older write.",
        file: COHERENCE_RS,
        old: "clock.contains(&graph[write]) || graph.readers(graph[write].loc, write).any(|reader| clock.contains(&graph[reader]))",
        new: "clock.contains(&graph[write])",
    },
    Mutant {
        name: "between-update",
        group: Group::Ra,
        under: Builtin::Ra.name(),
        what: "A write is placed between an update and the write it reads from.",
        file: COHERENCE_RS,
        old: "if !graph[next].kind.ends_update() {",
        new: "if !graph[next].kind.begins_update() {",
    },
];
