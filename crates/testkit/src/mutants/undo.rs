//! Mistakes in the changes of the graph, in restriction and in taking them back.

use selvedge_models::Builtin;

use super::{Group, Mutant};

const GRAPH_RS: &str = "crates/core/src/graph.rs";
const UNDO_RS: &str = "crates/core/src/graph/undo.rs";
const RESTRICT_RS: &str = "crates/core/src/graph/restrict.rs";
const CLOCK_RS: &str = "crates/core/src/clock.rs";
const CHANGE_RS: &str = "crates/core/src/graph/change.rs";

/// Mistakes in the graph and its undo log.
pub(super) const UNDO: &[Mutant] = &[
    Mutant {
        name: "reader-link",
        group: Group::Undo,
        under: Builtin::Sc.name(),
        what: "Undoing a change of source leaves the link to the next reader as it is.",
        file: UNDO_RS,
        old: "event.links.next = next;\n                self.link_reader(read);",
        new: "self.link_reader(read);",
    },
    Mutant {
        name: "log-is-forgotten",
        group: Group::Undo,
        under: Builtin::Sc.name(),
        what: "Where threads will stand again when changes are undone is forgotten with the paths that nobody needs.",
        file: GRAPH_RS,
        old: "events.chain(self.log.cursors())",
        new: "events",
    },
    Mutant {
        name: "maximal-flag",
        group: Group::Undo,
        under: Builtin::Ra.name(),
        what: "A write that is opened again is not maximal, although nobody has placed it.",
        file: CHANGE_RS,
        old: "self.event_mut(write).maximal = true;\n",
        new: "",
    },
    Mutant {
        name: "open-mode",
        group: Group::Undo,
        under: Builtin::Rc11.name(),
        what: "A compare-exchange that is opened again is counted with the ordering that it had.",
        file: CHANGE_RS,
        old: "self.count_mode(self[read].mode, mode);",
        new: "",
    },
    Mutant {
        name: "open-link",
        group: Group::Undo,
        under: Builtin::Sc.name(),
        what: "A read that is opened again stays among the readers of what it read from.",
        file: CHANGE_RS,
        old: "self.unlink_first_reader(read);\n        let (from, value, after)",
        new: "let (from, value, after)",
    },
    Mutant {
        name: "frozen-stack",
        group: Group::Undo,
        under: Builtin::Tso.name(),
        what: "The saved clock of frozen events is not dropped when it has been restored.",
        file: UNDO_RS,
        old: "self.log.frozen.truncate(start);",
        new: "",
    },
    Mutant {
        name: "seq-cst-count",
        group: Group::Undo,
        under: Builtin::Rc11.name(),
        what: "Undoing a change of source forgets that a compare-exchange changes its ordering.",
        file: UNDO_RS,
        old: "self.count_mode(self[read].mode, old.mode);",
        new: "",
    },
    Mutant {
        name: "stands-still",
        group: Group::Undo,
        under: Builtin::Sc.name(),
        what: "A thread that has read something else still stands where the first value led it.",
        file: CHANGE_RS,
        old: "self.threads[thread.0 as usize].at = binding.after;",
        new: "if self[read].after == Cursor::NONE {\n            self.threads[thread.0 as usize].at = binding.after;\n        }",
    },
    Mutant {
        name: "clocks-stay",
        group: Group::Undo,
        under: Builtin::Ra.name(),
        what: "An event that is taken back leaves its clocks behind.",
        file: UNDO_RS,
        old: "self.clocks.pop(gone);",
        new: "",
    },
    Mutant {
        name: "update-read-stays",
        group: Group::Undo,
        under: Builtin::Sc.name(),
        what: "The read of a deleted update stays among the readers of its source.",
        file: RESTRICT_RS,
        old: r"    fn detach(&mut self, event: EventId) {
        if self[event].is_read() {",
        new: r"    fn detach(&mut self, event: EventId) {
        if self[event].is_read() && !self[event].kind.begins_update() {",
    },
    Mutant {
        name: "start-without-create",
        group: Group::Undo,
        under: Builtin::Rc11.name(),
        what: "A thread loses its start although its creation stays.",
        file: RESTRICT_RS,
        old: "self[last].kind.starts_thread() && self.survives(self[last].from, newest, write)",
        new: "self[last].kind.starts_thread() && self.survives(last, newest, write)",
    },
    Mutant {
        name: "own-thread-survives",
        group: Group::Undo,
        under: Builtin::Ra.name(),
        what: "A restriction keeps all of the thread of the write, but only older events of the others.",
        file: RESTRICT_RS,
        old: "let kept = self.past(write).reach(thread);",
        new: "let kept = if thread == self[write].thread { usize::MAX } else { 0 };",
    },
    Mutant {
        name: "joiner-stays",
        group: Group::Undo,
        under: Builtin::Tso.name(),
        what: "A thread whose join was taken out still knows its joiner.",
        file: CHANGE_RS,
        old: "self.threads[child.0 as usize].joiner = None;",
        new: "let _ = child;",
    },
    Mutant {
        name: "access-list",
        group: Group::Undo,
        under: Builtin::Sc.name(),
        what: "An access taken out of the middle of its location stays linked from the newer one.",
        file: CHANGE_RS,
        old: "Some(newer) => self.event_mut(newer).links.loc_prev = loc_prev,",
        new: "Some(_) => {}",
    },
    Mutant {
        name: "moved-is-maximal",
        group: Group::Undo,
        under: Builtin::Sc.name(),
        what: "A write placed in the middle of coherence still counts as maximal.",
        file: CHANGE_RS,
        old: "self.event_mut(write).maximal = false;",
        new: "",
    },
    Mutant {
        name: "freeze-own-thread",
        group: Group::Undo,
        under: Builtin::Ra.name(),
        what: "Only the thread of the write is frozen, not the rest of its past.",
        file: CHANGE_RS,
        old: "self.frozen.add(&self.events[write.0 as usize], past);",
        new: "let _ = past; self.frozen.include(&self.events[write.0 as usize]);",
    },
    Mutant {
        name: "past-of-source",
        group: Group::Undo,
        under: Builtin::Tso.name(),
        what: "The causal past lacks what lies before the write that was read from.",
        file: CLOCK_RS,
        old: "let theirs = known_quad(lanes, self.rows, theirs);",
        new: "let theirs: Quad = std::array::from_fn(|lane| if lane as u32 == theirs.1.0 { theirs.2 } else { 0 });",
    },
];
