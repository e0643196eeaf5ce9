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
//!
//! Two threads on the same straight way that differ in nothing but registers which are dead after the write are in the same state
//! afterwards, whatever they are told: what was found out about the one holds for the other.

use selvedge_core::Value;

use super::access::width;
use super::address::block_of;
use super::registers::{RegisterSet, Registers};
use super::thread::{Awaiting, Frame, Thread};
use super::tidy::Hash;
use super::value::Val;
use super::{Machine, words};
use crate::ir::{BinaryOp, CastOp, Constant, InstKind, IntPredicate, OpFlags, Operand, Symbol, Type, ValueId};

/// As many instructions as are followed.
const MOST: usize = 16;

/// A straight way.
#[derive(Debug)]
pub(super) struct Straight {
    /// What is computed, in order.
    steps: Vec<Step>,
    /// What is written, and where to.
    written: Source,
    ty: Type,
    address: u64,
    size: u64,
    plain: bool,
    /// The number of the write.
    end: u32,
}

/// Where a word comes from.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// The answer, if it is 0; else the result of a step, counted from 1.
    Result(u8),
    Register(ValueId),
    Word(u64),
}

/// What an instruction computes.
#[derive(Debug)]
enum Step {
    /// Some bits of a word.
    Cut {
        word: Source,
        mask: u64,
    },
    /// The same, of a word that has a sign.
    Extend {
        word: Source,
        bits: u32,
        mask: u64,
    },
    Binary {
        op: BinaryOp,
        flags: OpFlags,
        bits: u32,
        operands: [Source; 2],
    },
    Compare {
        predicate: IntPredicate,
        bits: u32,
        operands: [Source; 2],
    },
}

/// A straight way while it is being found.
struct Finder {
    steps: Vec<Step>,
    /// What has been written to registers, the last one last.
    set: Vec<(ValueId, Source)>,
}

impl Finder {
    /// Where the word of an operand comes from.
    fn source(&self, ty: &Type, operand: &Operand) -> Option<Source> {
        if let Operand::Local(register) = operand {
            let set = self.set.iter().rev().find(|(known, _)| known == register);
            return Some(set.map_or(Source::Register(*register), |(_, source)| *source));
        }
        words::operand(&|_| None, ty, operand).map(Source::Word)
    }

    /// Adds an instruction. Nothing if it is not of the kind that is foretold.
    fn add(&mut self, kind: &InstKind, to: ValueId) -> Option<()> {
        let step = match kind {
            InstKind::Set { variable, ty, value } => {
                let source = self.source(ty, value)?;
                self.set.push((*variable, source));
                return Some(());
            }
            InstKind::Get { ty, variable } => {
                Step::Cut { word: self.source(ty, variable)?, mask: words::cut(ty, u64::MAX) }
            }
            InstKind::Binary { op, flags, ty, lhs, rhs } => {
                let operands = [self.source(ty, lhs)?, self.source(ty, rhs)?];
                Step::Binary { op: *op, flags: *flags, bits: words::bits(ty)?, operands }
            }
            InstKind::ICmp { predicate, ty, lhs, rhs, .. } => {
                let operands = [self.source(ty, lhs)?, self.source(ty, rhs)?];
                Step::Compare { predicate: *predicate, bits: words::bits_to_compare(ty)?, operands }
            }
            InstKind::Cast { op, from, value, to, .. } => {
                let (word, mask) = (self.source(from, value)?, words::mask(words::bits(to)?));
                match op {
                    CastOp::ZExt | CastOp::Trunc => Step::Cut { word, mask },
                    CastOp::SExt => Step::Extend { word, bits: words::bits(from)?, mask },
                    _ => return None,
                }
            }
            _ => return None,
        };
        self.steps.push(step);
        self.set.push((to, Source::Result(self.steps.len() as u8)));
        Some(())
    }
}

impl Straight {
    /// The word that is written, if the answer is this word.
    fn written(&self, registers: &Registers, answer: u64) -> Option<u64> {
        let mut results = [answer; MOST + 1];
        let word = |results: &[u64; MOST + 1], source: Source| match source {
            Source::Result(number) => Some(results[number as usize]),
            Source::Register(register) => registers.word(register),
            Source::Word(word) => Some(word),
        };
        for (number, step) in self.steps.iter().enumerate() {
            let operands = |[a, b]: [Source; 2]| Some([word(&results, a)?, word(&results, b)?]);
            results[number + 1] = match *step {
                Step::Cut { word: source, mask } => word(&results, source)? & mask,
                Step::Extend { word: source, bits, mask } => words::signed(word(&results, source)?, bits) as u64 & mask,
                Step::Binary { op, flags, bits, operands: sources } => {
                    let [a, b] = operands(sources)?;
                    words::binary(op, flags, bits, a, b)?
                }
                Step::Compare { predicate, bits, operands: sources } => {
                    let [a, b] = operands(sources)?;
                    u64::from(words::compare(predicate, bits, a, b))
                }
            };
        }
        word(&results, self.written)
    }
}

impl Machine {
    /// What the thread writes next if its read is answered in this way, and if it writes in the same place and manner, and is
    /// in the same state afterwards, for whatever answer this says something.
    pub(super) fn writes_next(&self, thread: &Thread, answer: Value) -> Option<Value> {
        let Awaiting::Word { bits, .. } = thread.awaiting else { return None };
        let (frame, straight) = self.straight_way(thread)?;
        let word = straight.written(&frame.registers, Val::int(answer.0.into(), bits).word()?)?;
        let &Straight { ref ty, address, size, plain, .. } = straight;
        let whole = block_of(word).is_none() && self.is_word(ty, address, size, plain);
        whole.then(|| Value(width(size).truncate(word)))
    }

    /// The straight way that the thread is about to go, if there is one.
    fn straight_way<'m>(&'m self, thread: &'m Thread) -> Option<(&'m Frame, &'m Straight)> {
        let frame = thread.frames.last().filter(|_| thread.queue.is_empty() && thread.memoir.is_none())?;
        let straight = self.loops(frame.function).straight(frame.next, || self.find_straight(frame))?;
        Some((frame, straight))
    }

    /// The straight way from where a call stands, if there is one.
    fn find_straight(&self, frame: &Frame) -> Option<Straight> {
        let body = self.module.body(frame.function).ok()?;
        let read = body.value(frame.next.checked_sub(1)?);
        let mut finder = Finder { steps: Vec::new(), set: vec![(read, Source::Result(0))] };
        for at in frame.next..frame.next + MOST as u32 {
            let kind = &body.insts.get(at as usize)?.kind;
            let InstKind::Store { ty, value, pointer, atomic, .. } = kind else {
                finder.add(kind, body.value(at))?;
                continue;
            };
            let Operand::Const(Constant::Symbol(Symbol::Global(id))) = pointer else { return None };
            let (placed, size) = (self.image.global(*id), self.module.store_size_of(ty)?);
            let shared = self.module.global(*id).thread_local.is_none() && placed.defined && !placed.constant;
            let dead = &self.loops(frame.function).dead(body, frame.block, at + 1, false).registers;
            let forgotten = finder.set.iter().all(|(register, _)| dead.contains(*register));
            let written = finder.source(ty, value)?;
            let (address, plain, ty) = (placed.base, atomic.is_none(), ty.clone());
            let straight = Straight { steps: finder.steps, written, ty, address, size, plain, end: at };
            return (shared && size <= placed.size && forgotten).then_some(straight);
        }
        None
    }

    /// What the call will have forgotten when it has written, and how many of its registers are never forgotten.
    fn forgotten(&self, thread: &Thread) -> Option<(&RegisterSet, u32)> {
        let (frame, straight) = self.straight_way(thread)?;
        let body = self.module.body(frame.function).ok()?;
        let dead = &self.loops(frame.function).dead(body, frame.block, straight.end + 1, false).registers;
        Some((dead, if thread.frames.len() == 1 { body.params } else { 0 }))
    }

    /// A number that threads have in common which go on alike.
    pub(super) fn key_of_write(&self, thread: &Thread) -> Option<u64> {
        let (forgotten, spared) = self.forgotten(thread)?;
        if thread.looks.remembers_answers() {
            return None;
        }
        let frame = thread.top();
        let mut hash = Hash::of(thread);
        hash.add(u64::from(frame.function.0) << 32 | u64::from(frame.next));
        frame.registers.for_each_other(forgotten, spared, |word| hash.add(word));
        Some(hash.0)
    }

    /// Whether two threads that are about to be answered are in the same state after the write that is foretold.
    pub(super) fn write_alike(&self, one: &Thread, other: &Thread) -> bool {
        let Some((forgotten, spared)) = self.forgotten(one) else { return false };
        let ([.., a], [.., b]) = (&one.frames[..], &other.frames[..]) else { return false };
        let place = |frame: &Frame| (frame.function, frame.block, frame.next, frame.result);
        one.frames.len() == other.frames.len()
            && place(a) == place(b)
            && a.registers.equal_but(&b.registers, forgotten, spared)
            && a.locals == b.locals
            && a.variadic == b.variadic
            && one.frames[..one.frames.len() - 1] == other.frames[..one.frames.len() - 1]
            && one.equals_but_calls(other)
    }
}
