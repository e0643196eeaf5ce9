//! Atomic sections: what stands between `__VERIFIER_atomic_begin` and `__VERIFIER_atomic_end`, and functions
//! whose name begins with `__VERIFIER_atomic_`. They nest: only the outermost counts.
//!
//! **Among each other**, sections take turns by a word of ours, like a lock: 0, or 1 while a thread is in
//! one.
//!
//! **Against everybody else**, the word counts: a section makes it odd, and even again at its end
//! ([`Guard`]). Where another thread *writes* what sections touch, the write is a section of its own. Where
//! it *reads*, it reads the word before, and waits if that is odd; and again before it does anything else. If
//! the word has changed, a section may have come in between: such a run is given up, because there is one
//! that says the same in which the thread looked at the word just before, or just after.
//!
//! **Why no outcome is lost, and none invented, under `sc`.** Take an order of all steps in which each
//! section stands together. Put the two reads of the word right beside the read they belong to: they read the
//! same even number, so the run is not given up. The other way round, take an order of the steps of a run. A
//! write to what sections touch is in no section, since sections take turns; nor is a read whose thread has
//! gone on: a section around it would have made the word odd before its first look, or changed it before its
//! second. A read whose thread has not gone on has no consequence. All other steps of other threads that
//! stand between the first and the last step of a section touch nothing that it touches: put them before it.
//!
//! **Other models** have no such order. There, sections exclude each other, and a thread that reads the word
//! is ordered after the section that wrote it; what other threads do to the same memory may still show
//! between the steps of a section, where it is weaker than seq_cst. That is more than can happen, and never
//! less. The word is accessed with seq_cst, so that a program of which the rest is seq_cst or plain is
//! explored under `sc`.
//!
//! **Which memory.** That others touch what sections touch is found out by searching: both are noted down, in
//! pieces of eight bytes, and where the same piece is on both sides the search starts again
//! (`Machine::excludes_more`), also after a violation, which may have been one of a section that was not
//! whole.
//!
//! **Races.** A plain write outside of sections is not guarded: if nothing orders it with what sections do,
//! it races. Guards do not hide other races, although they order things: of two accesses that `po | rf`
//! without the word does not order there is an execution in which both come last, and nothing that belongs to
//! the first one is written to the word before the second one. If races do not count
//! ([`Settings::properties`](crate::Settings::properties)), plain writes are guarded too.

use selvedge_core::{
    Access, Action, Address, Answer, BlockReason, Property, ReadOrdering, RmwOrdering, ThreadId, Value, ViolationKind,
    Width, WriteOrdering,
};
use selvedge_ir::{FunctionId, ValueId};

use crate::Machine;
use crate::exec::action::accessed;
use crate::exec::flow::{Flow, fail};
use crate::library::Step;
use crate::machine::Code;
use crate::memory::address::ATOMIC_SECTION;
use crate::state::awaiting::Awaiting;
use crate::state::thread::Thread;

/// The prefix of functions that are atomic as a whole.
const PREFIX: &str = "__VERIFIER_atomic_";
/// Bits of an address that are the same within a piece of memory.
const PIECE: u32 = 3;

/// The section that a thread is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Section {
    /// How many have begun and not ended.
    depth: u32,
    /// The word before the outermost one.
    word: u64,
    /// Whether the function that is one is about to be called.
    enters: bool,
}

impl Section {
    /// None.
    pub(crate) const NONE: Section = Section { depth: 0, word: 0, enters: false };
}

/// What remains of the beginning of a section. `enters` says that it is a call, which is then made again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SectionStep {
    /// The answer is 0 if no thread is in one.
    Take { enters: bool },
    /// The answer is the word.
    Look { enters: bool },
    /// The answer is the word, which is odd now if it was still this.
    Claim { word: u64, enters: bool },
}

/// Where a thread stands that accesses what sections touch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Guard {
    /// Nowhere.
    None,
    /// It has asked for the word before this action.
    Before(Box<Action>),
    /// It has taken the action, a read, before which the word was this.
    Read(u64),
    /// It has asked for the word again, before this action, which is the next.
    After(u64, Box<Action>),
    /// It has asked to make the word odd, which was this, before this action, a write.
    Claim(u64, Box<Action>),
    /// It has taken the action, before which the word was this.
    Written(u64),
    /// It has made the word even again, and this is the answer to the action.
    Closed(Answer),
}

fn word() -> Access {
    Access { address: Address(ATOMIC_SECTION), width: Width::W64 }
}

/// Makes the word odd if it is still this.
fn claim(before: u64) -> Action {
    let (success, failure) = (RmwOrdering::SeqCst, ReadOrdering::SeqCst);
    Action::CompareExchange { at: word(), expected: Value(before), desired: Value(before + 1), success, failure }
}

/// Whether a function belongs to sections.
pub(crate) fn is_section(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// Whether a function that the program defines is atomic as a whole.
pub(crate) fn is_atomic(name: &str) -> bool {
    name.strip_prefix(PREFIX).is_some_and(|rest| !matches!(rest, "begin" | "end"))
}

fn pieces(at: Access) -> impl Iterator<Item = u64> {
    at.address.0 >> PIECE..=(at.address.0 + at.width.bytes() - 1) >> PIECE
}

impl Machine {
    /// `__VERIFIER_atomic_begin`, or a call of a function that is atomic as a whole.
    pub(crate) fn begin_section(&self, thread: &mut Thread, to: ValueId, enters: bool) {
        if thread.cold.control.section.depth > 0 {
            thread.cold.control.section.depth += 1;
            return;
        }
        let step = if !self.cuts.has_exclusive() {
            thread.act(Action::CompareExchange {
                at: word(),
                expected: Value(0),
                desired: Value(1),
                success: RmwOrdering::Acquire,
                failure: ReadOrdering::Relaxed,
            });
            SectionStep::Take { enters }
        } else {
            thread.act(Action::Read { at: word(), ordering: ReadOrdering::SeqCst });
            SectionStep::Look { enters }
        };
        thread.awaits(Awaiting::Library { to, step: Step::Section(step) });
    }

    pub(crate) fn section_step(&self, thread: &mut Thread, to: ValueId, step: SectionStep, answer: u64) -> Flow {
        let (word_before, enters) = match step {
            SectionStep::Take { .. } if answer != 0 => return self.wait(),
            SectionStep::Take { enters } => (0, enters),
            SectionStep::Look { .. } if answer % 2 == 1 => return self.wait(),
            SectionStep::Look { enters } => {
                thread.act(claim(answer));
                let step = Step::Section(SectionStep::Claim { word: answer, enters });
                thread.awaits(Awaiting::Library { to, step });
                return Ok(());
            }
            // In another run it looked later.
            SectionStep::Claim { word, .. } if answer != word => {
                return Err(Box::new(Action::Block(BlockReason::Redundant(None))));
            }
            SectionStep::Claim { word, enters } => (word, enters),
        };
        thread.takes_visible_step();
        thread.cold.control.section = Section { depth: 1, word: word_before, enters };
        if enters {
            thread.frame().next -= 1;
        }
        Ok(())
    }

    /// A call of a function that is atomic as a whole. Whether it is to be made now; if not, it is made
    /// again.
    pub(crate) fn enters_section(&self, thread: &mut Thread, to: ValueId, function: FunctionId) -> bool {
        if !self.code.is_atomic(function) {
            return true;
        }
        if thread.cold.control.section.enters {
            thread.cold.control.section.enters = false;
            return true;
        }
        let nested = thread.cold.control.section.depth > 0;
        self.begin_section(thread, to, true);
        nested
    }

    /// A call of a function that is atomic as a whole has returned.
    pub(crate) fn leaves_section(&self, thread: &mut Thread, function: FunctionId) -> Flow {
        if self.code.is_atomic(function) && thread.cold.control.section.depth > 0 {
            self.end_section(thread)
        } else {
            Ok(())
        }
    }

    /// `__VERIFIER_atomic_end`.
    pub(crate) fn end_section(&self, thread: &mut Thread) -> Flow {
        let Section { depth, word: before, .. } = thread.cold.control.section;
        match depth {
            0 => return fail(ViolationKind::InvalidUnlock, "an atomic section is ended that has not begun"),
            1 => {}
            _ => {
                thread.cold.control.section.depth = depth - 1;
                return Ok(());
            }
        }
        thread.cold.control.section = Section::NONE;
        thread.takes_visible_step();
        let (ordering, value) = match self.cuts.has_exclusive() {
            false => (WriteOrdering::Release, 0),
            true => (WriteOrdering::SeqCst, before + 2),
        };
        thread.act(Action::Write { at: word(), ordering, value: Value(value) });
        Ok(())
    }

    /// Runs up to the next action, in a program in which sections exclude what others do.
    pub(crate) fn advance_guarded(&self, thread: &mut Thread, answer: Answer) -> Action {
        // The guard stays while the thread runs: loops compare where it stands.
        match thread.cold.control.guard.clone() {
            Guard::None => {
                let action = self.produce(thread, answer);
                self.guard(thread, action)
            }
            Guard::Before(action) => {
                let before = self.code.hear_word(thread, answer);
                if before % 2 == 1 {
                    return self.stop(thread, BlockReason::Lock);
                }
                if accessed(&action).is_some_and(|(_, writes)| writes) {
                    thread.cold.control.guard = Guard::Claim(before, action);
                    return self.emit(thread, claim(before));
                }
                thread.cold.control.guard = Guard::Read(before);
                self.emit(thread, *action)
            }
            Guard::Read(before) => {
                let action = self.produce(thread, answer);
                if let Action::Block(reason) = action {
                    return self.stop(thread, reason);
                }
                thread.cold.control.guard = Guard::After(before, Box::new(action));
                self.ask_for_word(thread)
            }
            Guard::After(before, _) if self.code.hear_word(thread, answer) != before => {
                self.stop(thread, BlockReason::Redundant(None))
            }
            Guard::After(_, action) => {
                thread.cold.control.guard = Guard::None;
                self.guard(thread, *action)
            }
            Guard::Claim(before, _) if answer.value().0 != before => self.stop(thread, BlockReason::Redundant(None)),
            Guard::Claim(before, action) => {
                thread.takes_visible_step();
                thread.cold.control.guard = Guard::Written(before);
                self.emit(thread, *action)
            }
            Guard::Written(before) => {
                thread.takes_visible_step();
                thread.cold.control.guard = Guard::Closed(answer);
                let (ordering, value) = (WriteOrdering::SeqCst, Value(before + 2));
                self.emit(thread, Action::Write { at: word(), ordering, value })
            }
            Guard::Closed(answer) => {
                thread.cold.control.guard = Guard::None;
                let action = self.produce(thread, answer);
                self.guard(thread, action)
            }
        }
    }

    fn stop(&self, thread: &mut Thread, reason: BlockReason) -> Action {
        thread.cold.control.guard = Guard::None;
        self.emit(thread, Action::Block(reason))
    }

    /// Takes an action, or asks for the word first.
    fn guard(&self, thread: &mut Thread, action: Action) -> Action {
        let touches = |(at, _)| pieces(at).any(|piece| self.cuts.is_exclusive(piece));
        let plain = matches!(action, Action::Write { ordering: WriteOrdering::Plain, .. });
        let touches = |accessed| touches(accessed) && (!plain || !self.code.settings().properties.has(Property::Race));
        if thread.cold.control.section.depth > 0 || !self.touched(thread, &action).is_some_and(touches) {
            return self.emit(thread, action);
        }
        thread.cold.control.guard = Guard::Before(Box::new(action));
        self.ask_for_word(thread)
    }

    /// The memory that an action of the program's touches while there are other threads, and whether it may
    /// write. What the library does to its objects is its own affair.
    fn touched(&self, thread: &Thread, action: &Action) -> Option<(Access, bool)> {
        let alone = thread.id() == ThreadId(0) && thread.trace.has_no_children();
        let of_library = matches!(thread.awaiting(), Awaiting::Library { .. });
        accessed(action).filter(|(at, _)| !alone && !of_library && *at != word())
    }

    fn ask_for_word(&self, thread: &mut Thread) -> Action {
        self.emit(thread, Action::Read { at: word(), ordering: ReadOrdering::SeqCst })
    }

    /// Notes down what a thread touches, in sections and outside of them.
    pub(crate) fn note_section(&self, thread: &Thread, action: &Action) {
        let Some((at, writes)) = self.touched(thread, action).filter(|_| thread.is_first_run()) else { return };
        let inside = thread.cold.control.section.depth > 0;
        self.log.search().touched(thread.id(), pieces(at), inside, writes);
    }
}

impl Code {
    fn hear_word(&self, thread: &mut Thread, answer: Answer) -> u64 {
        thread.waiting.asks_nothing();
        if self.waits_in_loops() {
            thread.waiting.remember_read(word(), ReadOrdering::SeqCst, None);
        }
        answer.value().0
    }
}
