//! What a thread writes next, computed from what it reads, without running it.
//!
//! `x = x + y` reads, adds and writes, and then the thread does not care any more what it has read. The search tries it with
//! many values, and each time the thread would be copied, run, tidied and found to be in a state that is known. Instead, where the
//! way from a read to a write is *straight*, what it writes is computed from its registers and the answer.
//!
//! A way is straight if it stays in its block, consists of nothing but arithmetic on words, ends with a write to a global variable,
//! and all that it has put into registers is dead after the write. Then, whatever the thread is told,
//! - it writes to the same place, in the same manner, and nothing else happens on the way: no jump, so no loop; no other
//!   access; no failure, for what would be poison or unknown is left to the thread itself;
//! - it is in the same state afterwards: the registers are forgotten by `tidy.rs`, and so is what it has read, since
//!   the write is an effect. The value that it writes is not a part of its state.
//!
//! A word that may be an address of a block is left to the thread, too: to write it publishes the block.

use selvedge_core::Value;

use super::access::width;
use super::address::block_of;
use super::thread::{Awaiting, Frame, Thread};
use super::value::Val;
use super::{Machine, words};
use crate::ir::{Constant, InstKind, Operand, Symbol, ValueId};

/// As many instructions as are followed.
const MOST: usize = 16;

/// A straight way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Straight {
    /// The number of the write.
    end: u32,
    address: u64,
    size: u64,
}

/// Registers with new values, the last one last.
struct Scratch<'t> {
    old: &'t [Val],
    new: [(ValueId, u64); MOST + 1],
    count: usize,
}

impl Scratch<'_> {
    fn set(&mut self, register: ValueId, word: u64) {
        self.new[self.count] = (register, word);
        self.count += 1;
    }

    fn get(&self, register: ValueId) -> Option<u64> {
        let new = self.new[..self.count].iter().rev().find(|(known, _)| *known == register);
        new.map_or_else(|| words::word_in(self.old, register), |(_, word)| Some(*word))
    }
}

impl Machine {
    /// What the thread writes next if its read is answered in this way, and if it writes in the same place and manner, and is
    /// in the same state afterwards, for whatever answer this says something.
    pub(super) fn writes_next(&self, thread: &Thread, answer: Value) -> Option<Value> {
        let Awaiting::Word { to, bits, .. } = thread.awaiting else { return None };
        let frame = thread.frames.last().filter(|_| thread.queue.is_empty() && thread.memoir.is_none())?;
        let body = self.module.body(frame.function).ok()?;
        let loops = self.loops(frame.function);
        let Straight { end, address, size } = loops.straight(frame.next, || self.find_straight(frame))?;
        let mut scratch = Scratch { old: &frame.registers, new: [(to, 0); MOST + 1], count: 0 };
        scratch.set(to, Val::int(answer.0.into(), bits).word()?);
        for at in frame.next..end {
            let (to, word) =
                words::compute(&|register| scratch.get(register), &body.insts[at as usize].kind, body.value(at))?;
            scratch.set(to, word);
        }
        let InstKind::Store { ty, value, atomic, .. } = &body.insts[end as usize].kind else { return None };
        let word = words::operand(&|register| scratch.get(register), ty, value)?;
        let whole = block_of(word).is_none() && self.is_word(ty, address, size, atomic.is_none());
        whole.then(|| Value(width(size).truncate(word)))
    }

    /// The straight way from where a call stands, if there is one.
    fn find_straight(&self, frame: &Frame) -> Option<Straight> {
        let body = self.module.body(frame.function).ok()?;
        let mut set = vec![body.value(frame.next.checked_sub(1)?)];
        for at in frame.next..frame.next + MOST as u32 {
            match &body.insts.get(at as usize)?.kind {
                InstKind::Get { .. } | InstKind::Binary { .. } | InstKind::Cast { .. } | InstKind::ICmp { .. } => {
                    set.push(body.value(at));
                }
                InstKind::Set { variable, .. } => set.push(*variable),
                InstKind::Store { ty, pointer: Operand::Const(Constant::Symbol(Symbol::Global(id))), .. } => {
                    let (placed, size) = (self.image.global(*id), self.module.store_size_of(ty)?);
                    let shared = self.module.global(*id).thread_local.is_none() && placed.defined && !placed.constant;
                    let dead = &self.loops(frame.function).dead(body, frame.block, at + 1, false).registers;
                    let forgotten = set.iter().all(|register| dead.contains(register));
                    let straight = Straight { end: at, address: placed.base, size };
                    return (shared && size <= placed.size && forgotten).then_some(straight);
                }
                _ => return None,
            }
        }
        None
    }
}
