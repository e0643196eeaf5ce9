//! Mistakes in what lets a thread wait instead of going round a loop.

use selvedge_models::Builtin;

use super::{Group, Mutant};

const ROUNDS: &str = "crates/vm/src/waiting/idle_rounds.rs";
const SECTIONS: &str = "crates/vm/src/waiting/sections.rs";
const UNDONE: &str = "crates/vm/src/waiting/cancelling_adds.rs";
const PROBE: &str = "crates/vm/src/waiting/liveness/dynamic.rs";
const NOTES: &str = "crates/vm/src/report/search_log.rs";
const RECORD: &str = "crates/vm/src/waiting/record.rs";
const SETTLE: &str = "crates/vm/src/exec/settle.rs";
const ACCESS: &str = "crates/vm/src/memory/access.rs";
const STUCK: &str = "crates/explore/src/check/stuck.rs";

pub(super) const LOOPS: &[Mutant] = &[
    Mutant {
        name: "spinning-and-waiting",
        group: Group::Loops,
        model: Builtin::Sc.name(),
        what: "A run in which one thread goes round while another waits for a lock is not looked at.",
        file: STUCK,
        old: "        if waiting.iter().any(may_change) {\n",
        new: "        if !spins.is_empty() && !waiting.is_empty() || waiting.iter().any(may_change) {\n",
    },
    Mutant {
        name: "round-sees-older",
        group: Group::Loops,
        model: Builtin::Sc.name(),
        what: "A loop whose last round saw something older than the latest goes round for ever.",
        file: STUCK,
        old: "                if now != value {\n",
        new: "                if now != value && false {\n",
    },
    Mutant {
        name: "peeled-round-unknown",
        group: Group::Loops,
        model: Builtin::Sc.name(),
        what: "A loop with its first round outside never goes round for ever.",
        file: ROUNDS,
        old: "Action::Block(BlockReason::Spin(Some(1)))",
        new: "Action::Block(BlockReason::Spin(Some(0)))",
    },
    Mutant {
        name: "held-between-rounds",
        group: Group::Loops,
        model: Builtin::Ra.name(),
        what: "A run in which a thread takes a mutex again and again is said elsewhere.",
        file: ROUNDS,
        old: "began.filter(|_| repeats)",
        new: "began.filter(|_| !repeats)",
    },
    Mutant {
        name: "hangs-after-exit",
        group: Group::Loops,
        model: Builtin::Sc.name(),
        what: "Threads wait for ever although the program has ended.",
        file: STUCK,
        old: "            if self.has_exited(thread) {\n",
        new: "            if self.has_exited(thread) && false {\n",
    },
    Mutant {
        name: "additions-stay",
        group: Group::Loops,
        model: Builtin::Sc.name(),
        what: "What other threads would take back counts as if they did not.",
        file: STUCK,
        old: "            let value = self.value_in(&memory, loc);\n            let after",
        new: "            let value = self.graph[read].value;\n            let after",
    },
    Mutant {
        name: "effects-ignored",
        group: Group::Loops,
        model: Builtin::Sc.name(),
        what: "A round with a write in it counts as idle.",
        file: RECORD,
        old: "        self.visible_steps - self.mutex_steps\n",
        new: "        0 * (self.visible_steps - self.mutex_steps)\n",
    },
    Mutant {
        name: "memory-ignored",
        group: Group::Loops,
        model: Builtin::Sc.name(),
        what: "Variables that differ do not matter.",
        file: ROUNDS,
        old: "if self.is_never_seen(now, marks) { Ok(()) } else { Err(obstacle) }",
        new: "if self.is_never_seen(now, marks) { Ok(()) } else { Err(obstacle) }.or(Ok(()))",
    },
    Mutant {
        name: "update-leaves-no-trace",
        group: Group::Loops,
        model: Builtin::Ra.name(),
        what: "An update counts as a read, whatever it writes.",
        file: SETTLE,
        old: "thread.takes_visible_step_if(new != old);",
        new: "let _ = (new, old);",
    },
    Mutant {
        name: "store-leaves-no-trace",
        group: Group::Loops,
        model: Builtin::Tso.name(),
        what: "A store counts as no effect.",
        file: ACCESS,
        old: "        self.publish(thread, &[word])?;\n        thread.takes_visible_step();\n",
        new: "        self.publish(thread, &[word])?;\n",
    },
    Mutant {
        name: "weaker-read-kept",
        group: Group::Loops,
        model: Builtin::Rc11.name(),
        what: "A read takes the place of one that orders less.",
        file: ROUNDS,
        old: "early != ReadOrdering::Plain && early <= late",
        new: "early != ReadOrdering::Plain || early <= late",
    },
    Mutant {
        name: "undone-unchecked",
        group: Group::Loops,
        model: Builtin::Ra.name(),
        what: "Additions that are taken back are left out although others go on with what they see.",
        file: UNDONE,
        old: "            if !fine {\n",
        new: "            if !fine && self.passing.is_empty() {\n",
    },
    Mutant {
        name: "races-unnoticed",
        group: Group::Loops,
        model: Builtin::Rc11.name(),
        what: "No round is taken for the sake of a race.",
        file: ROUNDS,
        old: "self.cuts.notices_any() && self.left_out",
        new: "false && self.left_out",
    },
    Mutant {
        name: "atomic-writes-harmless",
        group: Group::Loops,
        model: Builtin::Rc11.name(),
        what: "A plain read conflicts with plain writes only.",
        file: NOTES,
        old: "reader != writer && overlap && (*read_plainly || *written_plainly || differ)",
        new: "reader != writer && overlap && ((*read_plainly && *written_plainly) || differ)",
    },
    Mutant {
        name: "peeks-unnoticed",
        group: Group::Loops,
        model: Builtin::Sc.name(),
        what: "Sections are left out although somebody tries to take the mutex.",
        file: NOTES,
        old: "self.sections.iter().filter(|mutex| self.peeks.contains(*mutex) || late(mutex)).copied().collect()",
        new: "self.sections.iter().filter(|mutex| self.peeks.is_empty() && late(mutex)).copied().collect()",
    },
    Mutant {
        name: "section-around-the-head",
        group: Group::Loops,
        model: Builtin::Sc.name(),
        what: "A section that is open where the round begins is left out with the reads in it.",
        file: SECTIONS,
        old: "if just_took(before) && just_took(thread) {",
        new: "if just_took(before) || just_took(thread) {",
    },
    Mutant {
        name: "looked-at-unseen",
        group: Group::Loops,
        model: Builtin::Ra.name(),
        what: "Looking ahead, a load of bytes that differ goes unnoticed.",
        file: PROBE,
        old: "if !block.holds(address - base, size) || way.marks.touches(base, address - base, size) {",
        new: "if !block.holds(address - base, size) {",
    },
    Mutant {
        name: "variables-unseen",
        group: Group::Loops,
        model: Builtin::Sc.name(),
        what: "Looking ahead, a variable that differs is read unnoticed.",
        file: PROBE,
        old: "if local(variable).is_some_and(|variable| way.marks.variables.contains(&(depth, variable))) {",
        new: "if local(variable).is_some_and(|variable| way.marks.variables.contains(&(depth + 1, variable))) {",
    },
];
