//! Mistakes in what lets a thread wait instead of going round a loop.

use selvedge_models::Builtin;

use super::{Group, Mutant};

const ROUNDS: &str = "crates/llvm/src/vm/rounds.rs";
const SECTIONS: &str = "crates/llvm/src/vm/sections.rs";
const UNDONE: &str = "crates/llvm/src/vm/undone.rs";
const PROBE: &str = "crates/llvm/src/vm/probe.rs";
const NOTES: &str = "crates/llvm/src/vm/notes.rs";
const ACCESS: &str = "crates/llvm/src/vm/access.rs";

pub(super) const LOOPS: &[Mutant] = &[
    Mutant {
        name: "effects-ignored",
        group: Group::Loops,
        model: Builtin::Sc.name(),
        what: "A round with a write in it counts as idle.",
        file: SECTIONS,
        old: "        self.effects - self.quiet\n",
        new: "        0 * (self.effects - self.quiet)\n",
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
        file: ACCESS,
        old: "thread.effects += u64::from(op.apply(width, old, Value(operand)) != old);",
        new: "let _ = (op.apply(width, old, Value(operand)), old);",
    },
    Mutant {
        name: "store-leaves-no-trace",
        group: Group::Loops,
        model: Builtin::Tso.name(),
        what: "A store counts as no effect.",
        file: ACCESS,
        old: "        self.publish(thread, &[word])?;\n        thread.effects += 1;\n",
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
        old: "!self.noticed.is_empty() && self.left_out",
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
