//! Mistakes in taking threads that were started alike for one another.

use super::{Group, Mutant, mutant};

const SYMMETRY: &str = "crates/explore/src/reduce/symmetry/mod.rs";
const DIFFER: &str = "crates/explore/src/reduce/symmetry/differ.rs";
const RESTORE: &str = "crates/explore/src/reduce/symmetry/restore.rs";

pub(super) const SYMMETRIC: &[Mutant] = &[
    mutant(
        Group::Symmetry,
        "same-value-from-elsewhere",
        "testkit/symmetry",
        "Two threads that have read the same value from different writes are interchangeable.",
        SYMMETRY,
        "one.from == other.from && one.value == other.value",
        "one.value == other.value",
    ),
    mutant(
        Group::Symmetry,
        "choices-do-not-part",
        "testkit/mixed",
        "Two threads that have chosen differently are interchangeable.",
        SYMMETRY,
        "EventKind::Choose => one.value == other.value,\n            EventKind::Start |",
        "EventKind::Start | EventKind::Choose |",
    ),
    mutant(
        Group::Symmetry,
        "forced-order-left-out",
        "testkit/mixed",
        "Two threads that cannot change places are taken for two that can.",
        SYMMETRY,
        "true => Rank::Forced,",
        "true => Rank::Unsorted,",
    ),
    mutant(
        Group::Symmetry,
        "no-dependence-on-the-twin",
        "testkit/mixed",
        "A revisit may delete what the twin did, and keep what depends on it.",
        DIFFER,
        "            self.graph.depend(added, whole.unwrap_or(twin));\n",
        "            let _ = whole;\n",
    ),
    mutant(
        Group::Symmetry,
        "writes-in-both-orders",
        "testkit/symmetry",
        "The write of a thread may come before that of its twin, so executions are met several times.",
        SYMMETRY,
        "places.retain(|&place| self.comes_after(loc, place, twin));",
        "places.retain(|&place| self.comes_after(loc, place, EventId::INIT));",
    ),
    mutant(
        Group::Symmetry,
        "fences-before-the-barrier",
        "testkit/restored",
        "That a thread has a fence before a barrier makes no difference after it.",
        RESTORE,
        "EventKind::Fence => true,",
        "EventKind::Fence => false,",
    ),
    mutant(
        Group::Symmetry,
        "releases-before-the-barrier",
        "testkit/restored",
        "That a thread has released a location before a barrier makes no difference after it.",
        RESTORE,
        "event.is_write() && event.mode.is_release() && self.are_siblings",
        "!event.is_write() && event.mode.is_release() && self.are_siblings",
    ),
    mutant(
        Group::Symmetry,
        "alike-in-any-state",
        "testkit/restored",
        "Threads that leave a barrier are interchangeable whatever their states are.",
        RESTORE,
        "never_parted || self.trie.are_alike(self.program, other, arrival.after)",
        "never_parted || other != arrival.after || self.trie.are_alike(self.program, other, arrival.after)",
    ),
    mutant(
        Group::Symmetry,
        "restored-all-the-same",
        "testkit/restored",
        "Threads that must stay different are interchangeable after a barrier.",
        RESTORE,
        "(!self.reductions.symmetry.no_restore.contains(&parent)).then_some(Meeting(left))",
        "(parent != thread).then_some(Meeting(left))",
    ),
];
