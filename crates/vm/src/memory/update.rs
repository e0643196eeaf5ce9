//! Compare-exchanges and other updates, of private and of shared memory.

use selvedge_core::{Action, BlockReason, ReadOrdering, RmwOp, RmwOrdering};
use selvedge_ir::{AtomicRmw, CmpXchg, RmwOp as Op, ValueId};

use crate::Machine;
use crate::exec::flow::{Flow, unsupported};
use crate::exec::ordering;
use crate::exec::value::Val;
use crate::exec::wide::words_of;
use crate::memory::locate::Place;
use crate::memory::values::width;
use crate::report::chance::is_large;
use crate::state::awaiting::Awaiting;
use crate::state::thread::Thread;

impl Machine {
    pub(crate) fn compare_exchange(&self, thread: &mut Thread, to: ValueId, exchange: &CmpXchg) -> Flow {
        let fails = if exchange.weak && self.code.settings().spurious_failures {
            let Some(way) = self.choose(thread, 2) else { return Ok(()) };
            way != 0
        } else {
            if exchange.weak {
                self.log.facts().weak_exchange();
            }
            false
        };
        let address = self.code.address(thread, &exchange.pointer)?;
        let expected = self.code.value(thread, &exchange.ty, &exchange.expected)?;
        let new = self.code.value(thread, &exchange.ty, &exchange.new)?;
        let (Some(expected), Some(new)) = (expected.as_int(), new.as_int()) else {
            return self.code.unusable(&Val::spoiled(&[&expected, &new]), "a compare-exchange");
        };
        let success = ordering::update(exchange.success);
        let failure = ordering::read(exchange.failure).or_else(unsupported)?;
        let size = self.code.size(&exchange.ty)?;
        if let Place::Private(base, offset) = self.code.locate(thread, address, size)? {
            if success != RmwOrdering::SeqCst && failure != ReadOrdering::SeqCst {
                let block = thread.memory.get_mut(base).expect("invariant: just located");
                let Some(old) = block.read(offset, size) else { return self.code.unknown("a compare-exchange") };
                if fails && old != expected {
                    return Err(Box::new(Action::Block(BlockReason::Redundant(None))));
                }
                let succeeds = old == expected && !fails;
                if succeeds {
                    block.write(offset, size, Some(new));
                }
                let old = Val::int(old, 8 * size as u32);
                thread.set(to, Val::Parts([old, Val::bool(succeeds)].into()));
                return Ok(());
            }
            self.publish(thread, &[address])?;
        }
        thread.reveal(&[address]);
        let at = self.code.atomic(thread, &exchange.ty, address)?;
        let width = at.width;
        let [expected, desired] = [expected, new].map(|bytes| self.wide.compact(bytes, width));
        if fails {
            thread.act(Action::Read { at, ordering: failure });
            thread.awaits(Awaiting::Spurious { to, width, expected: expected.0 });
            return Ok(());
        }
        self.check_number(desired.0)?;
        // If it fails, no thread learns of what it would have written.
        self.share(thread, &words_of(new));
        self.log.search().wrote(thread, address, size, false);
        thread.act(Action::CompareExchange { at, expected, desired, success, failure });
        thread.awaits(Awaiting::Exchange { to, width, expected: expected.0, new: desired.0 });
        Ok(())
    }

    pub(crate) fn update(&self, thread: &mut Thread, to: ValueId, update: &AtomicRmw) -> Flow {
        let address = self.code.address(thread, &update.pointer)?;
        let value = self.code.value(thread, &update.ty, &update.value)?;
        let Some(operand) = value.as_int() else { return self.code.unusable(&value, "an atomic update") };
        let op = match update.op {
            Op::Xchg => RmwOp::Exchange,
            Op::Add => RmwOp::Add,
            Op::Sub => RmwOp::Sub,
            Op::And => RmwOp::And,
            Op::Nand => RmwOp::Nand,
            Op::Or => RmwOp::Or,
            Op::Xor => RmwOp::Xor,
            Op::Max => RmwOp::Max,
            Op::Min => RmwOp::Min,
            Op::UMax => RmwOp::UMax,
            Op::UMin => RmwOp::UMin,
            other => return unsupported(format!("atomicrmw {}", other.word())),
        };
        let ordering = ordering::update(update.atomic.ordering);
        let size = self.code.size(&update.ty)?;
        if size > 8 && op != RmwOp::Exchange {
            let instead = "a loop around a compare-exchange works";
            return unsupported(format!("an atomic update of {size} bytes other than an exchange ({instead})"));
        }
        let value = self.wide.compact(operand, width(size));
        if let Place::Private(base, offset) = self.code.locate(thread, address, size)? {
            if ordering != RmwOrdering::SeqCst {
                let block = thread.memory.get_mut(base).expect("invariant: just located");
                let Some(old) = block.read(offset, size) else { return self.code.unknown("an atomic update") };
                let new = op.apply(width(size), self.wide.compact(old, width(size)), value);
                block.write(offset, size, Some(self.wide.expand(new, width(size))));
                let old_word = self.wide.compact(old, width(size));
                if is_large(old_word.0) || is_large(value.0) {
                    self.remark_update(thread, op, old_word.0, value.0, new.0);
                }
                thread.set(to, Val::int(old, 8 * size as u32));
                return Ok(());
            }
            self.publish(thread, &[address])?;
        }
        thread.reveal(&[address]);
        let at = self.code.atomic(thread, &update.ty, address)?;
        self.publish(thread, &words_of(operand))?;
        self.log.search().wrote(thread, address, size, false);
        thread.act(Action::Rmw { at, ordering, op, operand: value });
        thread.awaits(Awaiting::Old { to, width: at.width, op, operand: value.0 });
        Ok(())
    }
}
