//! Compare-exchanges and other updates, of private and of shared memory.

use selvedge_core::{Action, BlockReason, ReadOrdering, RmwOp, RmwOrdering, Value, Width};
use selvedge_ir::{AtomicRmw, CmpXchg, RmwOp as Op, ValueId};

use crate::Machine;
use crate::exec::flow::{Flow, unsupported};
use crate::exec::ordering;
use crate::exec::value::{Partial, Val, bits_of, mask};
use crate::exec::wide::words_of;
use crate::memory::locate::Place;
use crate::memory::values::width;
use crate::report::chance::is_large;
use crate::state::awaiting::Awaiting;
use crate::state::thread::Thread;

impl Machine {
    pub(crate) fn compare_exchange(&self, thread: &mut Thread, to: ValueId, exchange: &CmpXchg) -> Flow {
        let expected = self.code.value(thread, &exchange.ty, &exchange.expected)?;
        // In C, gaps between members are compared, and may be found to differ.
        let weak = exchange.weak || matches!(expected, Val::Partial(_));
        let fails = if weak && self.code.settings().spurious_failures {
            let Some(way) = self.choose(thread, 2) else { return Ok(()) };
            way != 0
        } else {
            if weak {
                self.log.facts().weak_exchange();
            }
            false
        };
        let address = self.code.address(thread, &exchange.pointer)?;
        let new = self.code.value(thread, &exchange.ty, &exchange.new)?;
        let bits = bits_of(self.code.module(), &exchange.ty);
        let whole = mask(bits);
        let known =
            |value: &Val| value.known_bits(bits).filter(|known| known.known == whole || known.known_bytes() != 0);
        let (Some(expected), Some(new)) = (known(&expected), known(&new)) else {
            return self.code.unusable(&Val::spoiled(&[&expected, &new]), "a compare-exchange");
        };
        let success = ordering::update(exchange.success);
        let failure = ordering::read(exchange.failure).or_else(unsupported)?;
        let size = self.code.size(&exchange.ty)?;
        if let Place::Private(base, offset) = self.code.locate(thread, address, size)? {
            if success != RmwOrdering::SeqCst && failure != ReadOrdering::SeqCst {
                let block = thread.memory.get_mut(base).expect("invariant: just located");
                let old = self.code.value_in(block, &exchange.ty, offset);
                let Some(known) = known(&old) else { return self.code.unusable(&old, "a compare-exchange") };
                let equal = match known.equals(&expected) {
                    Some(equal) => equal,
                    None => {
                        self.passes_over_gaps(success, failure)?;
                        true
                    }
                };
                if fails && !equal {
                    return Err(Box::new(Action::Block(BlockReason::Redundant(None))));
                }
                let succeeds = equal && !fails;
                if succeeds {
                    block.write_known(offset, size, new.bits, new.known_bytes());
                }
                thread.set(to, Val::Parts([old, Val::bool(succeeds)].into()));
                return Ok(());
            }
            self.publish(thread, &[address])?;
        }
        thread.reveal(&[address]);
        let at = self.code.atomic(thread, &exchange.ty, address)?;
        let width = at.width;
        let expected = self.number(&expected, width)?;
        let desired = self.number(&new, width);
        if fails {
            thread.act(Action::Read { at, ordering: failure });
            thread.awaits(Awaiting::Spurious { to, width, expected: expected.0 });
            return Ok(());
        }
        let desired = desired?;
        // If it fails, nobody learns of what it would have written.
        self.share(thread, &words_of(new.bits));
        self.log.search().wrote(thread, address, size, false);
        thread.act(Action::CompareExchange { at, expected, desired, success, failure });
        thread.awaits(Awaiting::Exchange { to, at, expected: expected.0, new: desired.0, success, failure });
        Ok(())
    }

    /// Two values agree in all that is known of both, and are compared: as in C++, what is in gaps between
    /// members does not count. In C it may, so that the compare-exchange fails as a weak one would.
    pub(crate) fn passes_over_gaps(&self, success: RmwOrdering, failure: ReadOrdering) -> Flow {
        if self.code.settings().spurious_failures || failure > success.read() {
            return unsupported(
                "a compare-exchange of two values that differ in nothing but padding, or in what was never written",
            );
        }
        self.log.facts().weak_exchange();
        Ok(())
    }

    /// What stands for a value, of which not all need be known, in shared memory.
    fn number(&self, known: &Partial, width: Width) -> Flow<Value> {
        if known.known != mask(width.bits()) {
            return Ok(self.wide.compact_known(known.bits, known.known_bytes(), width));
        }
        let number = self.wide.compact(known.bits, width);
        self.check_number(number.0)?;
        Ok(number)
    }

    pub(crate) fn update(&self, thread: &mut Thread, to: ValueId, update: &AtomicRmw) -> Flow {
        let address = self.code.address(thread, &update.pointer)?;
        let value = self.code.value(thread, &update.ty, &update.value)?;
        let known = match &value {
            Val::Partial(partial) if update.op == Op::Xchg => Some(**partial),
            value => value.as_int().and_then(|_| value.known_bits(bits_of(self.code.module(), &update.ty))),
        };
        let Some(known) = known else { return self.code.unusable(&value, "an atomic update") };
        let operand = known.bits;
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
        if let Place::Private(base, offset) = self.code.locate(thread, address, size)? {
            if ordering != RmwOrdering::SeqCst {
                let block = thread.memory.get_mut(base).expect("invariant: just located");
                if op == RmwOp::Exchange {
                    let old = self.code.value_in(block, &update.ty, offset);
                    if old.is_unknown() {
                        return self.code.unusable(&old, "an atomic update");
                    }
                    block.write_known(offset, size, known.bits, known.known_bytes());
                    thread.set(to, old);
                    return Ok(());
                }
                let Some(old) = block.read(offset, size) else { return self.code.unknown("an atomic update") };
                let new = op.apply(width(size), self.wide.compact(old, width(size)), Value(operand as u64));
                block.write(offset, size, Some(self.wide.expand(new, width(size))));
                let old_word = self.wide.compact(old, width(size));
                if is_large(old_word.0) || is_large(operand as u64) {
                    self.remark_update(thread, op, old_word.0, operand as u64, new.0);
                }
                thread.set(to, Val::int(old, 8 * size as u32));
                return Ok(());
            }
            self.publish(thread, &[address])?;
        }
        thread.reveal(&[address]);
        let at = self.code.atomic(thread, &update.ty, address)?;
        let value = match op {
            RmwOp::Exchange => self.number(&known, at.width)?,
            _ => self.wide.compact(operand, at.width),
        };
        self.publish(thread, &words_of(operand))?;
        self.log.search().wrote(thread, address, size, false);
        thread.act(Action::Rmw { at, ordering, op, operand: value });
        thread.awaits(Awaiting::Old { to, width: at.width, op, operand: value.0 });
        Ok(())
    }
}
