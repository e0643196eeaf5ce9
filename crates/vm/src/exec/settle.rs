//! What a thread does with the answer to its last action.

use selvedge_core::{Action, Answer, BlockReason, ReadOrdering, RmwOp, Value};

use crate::Machine;
use crate::exec::flow::Flow;
use crate::exec::value::Val;
use crate::exec::wide::words_of;
use crate::machine::Code;
use crate::memory::values::width;
use crate::report::chance::is_large;
use crate::state::awaiting::{Awaiting, Gathered};
use crate::state::thread::Thread;

impl Machine {
    /// Takes the answer to the last action.
    pub(crate) fn settle(&self, thread: &mut Thread, answer: Answer) -> Flow {
        if answer == Answer::Value(Value::NOTHING)
            && let Some((at, _)) = thread.waiting.asks().filter(|_| !thread.awaiting().may_be_nothing())
        {
            // The search reports it too, and first.
            return self.code.reads_unwritten(thread, at.address.0);
        }
        match thread.take_awaiting() {
            Awaiting::Nothing => Ok(()),
            Awaiting::Word { to, from, bits } => {
                let value = match answer.value().is_partly_undefined() {
                    true => self.wide.partly(answer.value(), bits),
                    false => Val::int(answer.value().0.into(), bits),
                };
                self.code.note_value(thread, from, &value);
                thread.set(to, value);
                Ok(())
            }
            Awaiting::Pieces(mut gathered) => {
                let (offset, size) = gathered.piece;
                if answer.value().is_partly_undefined() {
                    let partial = self.wide.known(answer.value(), width(size));
                    gathered.so_far.write_known(offset, size, partial.bits, partial.known_bytes());
                } else {
                    gathered.so_far.write(offset, size, Some(self.wide.expand(answer.value(), width(size))));
                }
                match gathered.more.pop() {
                    // What is not plain is whole.
                    Some(piece) => {
                        gathered.piece = piece;
                        self.ask_for_piece(thread, *gathered, ReadOrdering::Plain);
                        Ok(())
                    }
                    None => {
                        let Gathered { from, so_far, purpose, .. } = *gathered;
                        self.hand_over(thread, from, so_far, purpose)
                    }
                }
            }
            Awaiting::Old { to, width, op, operand } => {
                let old = answer.value();
                let new = op.apply(width, old, Value(operand));
                if op != RmwOp::Exchange {
                    if old.is_partly_undefined() {
                        return self.code.unknown("an atomic update");
                    }
                    self.check_number(new.0)?;
                }
                // Writing what is there already changes nothing: a lock that is taken stays taken.
                thread.takes_visible_step_if(new != old);
                if is_large(old.0) || is_large(operand) {
                    self.remark_update(thread, op, old.0, operand, new.0);
                }
                thread.set(to, self.wide.register(old, width));
                Ok(())
            }
            Awaiting::Spurious { to, width, expected } => {
                let old = answer.value();
                if old.0 != expected {
                    // It fails anyway, and does so in the run that lets it.
                    return Err(Box::new(Action::Block(BlockReason::Redundant(None))));
                }
                thread.set(to, Val::Parts([self.wide.register(old, width), Val::bool(false)].into()));
                Ok(())
            }
            Awaiting::Exchange { to, at, expected, new, success, failure } => {
                let (old, width) = (answer.value(), at.width);
                let Some(succeeds) = self.wide.equal(old, Value(expected), width) else {
                    // Once more, with the gaps that are there: whoever reads it now may have read it the
                    // first time.
                    self.passes_over_gaps(success, failure)?;
                    thread.act(Action::CompareExchange { at, expected: old, desired: Value(new), success, failure });
                    thread.awaits(Awaiting::Exchange { to, at, expected: old.0, new, success, failure });
                    return Ok(());
                };
                if succeeds {
                    thread.takes_visible_step();
                    thread.reveal(&words_of(self.wide.expand(Value(new), width)));
                }
                thread.set(to, Val::Parts([self.wide.register(old, width), Val::bool(succeeds)].into()));
                Ok(())
            }
            Awaiting::Byte(address) => {
                thread.sees(address, answer.value().0 as u8);
                Ok(())
            }
            Awaiting::Way => {
                thread.cold.control.way = Some(answer.value().0);
                Ok(())
            }
            Awaiting::Library { to, step } => {
                let answer = match answer {
                    Answer::Value(value) => value.0,
                    Answer::None => 0,
                };
                self.proceed(thread, to, step, answer)
            }
        }
    }

    /// Which of so many ways the present instruction takes; nothing if that is still to be decided, and the
    /// instruction is then run again.
    pub(crate) fn choose(&self, thread: &mut Thread, ways: u32) -> Option<u64> {
        if let Some(way) = thread.cold.control.way {
            thread.cold.control.way = None;
            return Some(way);
        }
        thread.frame().next -= 1;
        thread.act(Action::Choose(ways));
        thread.awaits(Awaiting::Way);
        None
    }
}

impl Code {
    /// If an execution is told again: what an address holds may say what a block is.
    pub(crate) fn note_value(&self, thread: &mut Thread, address: u64, value: &Val) {
        if let (true, Some(word)) = (thread.trace.is_retold(), value.word()) {
            self.note_pointer(thread, address, word);
        }
    }
}
