//! What a thread does next, computed from what it reads, without running it.
//!
//! `x = x + y` reads, adds and writes, and then it does not matter to the thread any more what it has read.
//! `if (x > 3)` reads, compares and goes one of two ways. The search tries such things with many values, and
//! each time the thread would be copied, run, canonicalised and found to be in a state that is known, or
//! differs from a known one in a register. Instead, where the way from a read to the next action is *simple*,
//! what comes of it is computed from the thread's registers and the answer.
//!
//! A way is simple as long as it consists of nothing but arithmetic on words, and of jumps that begin no
//! loop. What would be poison or unknown is left to the thread itself. It ends in one of two ways:
//!
//! - With a *write* to a global variable, if the way has not forked, and all that has been put into registers
//!   is dead after the write. Then, whatever the answer, it writes to the same place, in the same
//!   manner, and is in the same state afterwards: the registers are forgotten by `canonicalise.rs`, and so is
//!   what it has read, since the write is a visible step. The value that it writes is not a part of its
//!   state. A word that may be an address of a block is left to the thread, too: to write it publishes the
//!   block.
//! - With anything else, if all that has been put into registers is dead there. Then the thread does the same
//!   from there on, and is in the same state, whenever it has jumped to the same places. If it is the *read*
//!   of a global variable, registers may differ: it is the same read, and the states afterwards differ in
//!   these registers only. What it remembers of its reads for loops (`idle_rounds.rs`) must not contain the
//!   answer: it may not come to a loop before it takes a visible step.
//!
//! Two threads about to write that differ in nothing but registers which are dead after the write are in the
//! same state afterwards, whatever the answers: what was found out about the one holds for the other.

use selvedge_core::{Prediction, Value};
use selvedge_ir::{
    BinaryOp, BlockId, Body, CastOp, Constant, InstKind, IntPredicate, OpFlags, Operand, Symbol, Type, ValueId,
};

use crate::Machine;
use crate::exec::registers::{RegisterSet, Registers};
use crate::exec::value::Val;
use crate::exec::words;
use crate::machine::Code;
use crate::memory::address::may_point;
use crate::memory::values::width;
use crate::report::chance::is_large;
use crate::state::awaiting::Awaiting;
use crate::state::canonicalise::Hash;
use crate::state::frame::Frame;
use crate::state::thread::Thread;

/// As many instructions as are followed.
const MOST: usize = 16;

/// As many of them count as one more when a way forks, so that there are not too many ways.
const FORK: usize = 3;

/// A simple way, or a part of it up to where it forks.
#[derive(Debug)]
pub(crate) struct Simple {
    /// What is computed, in order.
    steps: Vec<Step>,
    end: End,
}

/// How a simple way ends.
#[derive(Debug)]
enum End {
    Write(Write),
    /// It goes on in one of two ways, the first if this is 0, if that is simple.
    Fork(Source, [Option<Box<Simple>>; 2]),
    /// The thread goes on by itself. Before that it sets these registers, if they are still needed.
    Stop(Vec<(ValueId, Source)>),
}

/// A write at the end of a simple way.
#[derive(Debug)]
struct Write {
    written: Source,
    ty: Type,
    address: u64,
    size: u64,
    plain: bool,
    /// Where the instruction is, and its number.
    block: BlockId,
    at: u32,
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
#[derive(Clone, Debug)]
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

/// The answer and the results of steps.
struct Results {
    words: [u64; MOST + 1],
    count: usize,
}

impl Results {
    fn new() -> Results {
        Results { words: [0; MOST + 1], count: 0 }
    }

    fn add(&mut self, word: u64) {
        self.words[self.count] = word;
        self.count += 1;
    }

    #[inline]
    fn word(&self, registers: &Registers, source: Source) -> Option<u64> {
        match source {
            Source::Result(number) => Some(self.words[number as usize]),
            // Of addresses it has to be remarked what is made of them.
            Source::Register(register) => registers.word(register).filter(|word| !is_large(*word)),
            Source::Word(word) => Some(word),
        }
    }

    #[inline]
    fn take(&mut self, registers: &Registers, steps: &[Step]) -> Option<()> {
        for step in steps {
            let word = |source: Source| self.word(registers, source);
            let result = match *step {
                Step::Cut { word: source, mask } => word(source)? & mask,
                Step::Extend { word: source, bits, mask } => words::signed(word(source)?, bits) as u64 & mask,
                Step::Binary { op, flags, bits, operands: [a, b] } => {
                    words::binary(op, flags, bits, word(a)?, word(b)?)?
                }
                Step::Compare { predicate, bits, operands: [a, b] } => {
                    u64::from(words::compare(predicate, bits, word(a)?, word(b)?))
                }
            };
            self.add(result);
        }
        Some(())
    }
}

/// A simple way while it is being found.
#[derive(Clone)]
struct Finder<'m> {
    code: &'m Code,
    body: &'m Body,
    frame: &'m Frame,
    block: BlockId,
    /// How many instructions may be followed yet.
    left: usize,
    forks: bool,
    /// How many steps came before the last fork.
    before: usize,
    steps: Vec<Step>,
    /// What has been written to registers, the last one last.
    set: Vec<(ValueId, Source)>,
}

impl Finder<'_> {
    /// Where the word of an operand comes from.
    fn source(&self, ty: &Type, operand: &Operand) -> Option<Source> {
        if let Operand::Local(register) = operand {
            let set = self.set.iter().rev().find(|(known, _)| known == register);
            return Some(set.map_or(Source::Register(*register), |(_, source)| *source));
        }
        words::operand(&|_| None, ty, operand).map(Source::Word)
    }

    /// The way from this instruction on.
    fn find(mut self, mut at: u32) -> Option<Simple> {
        loop {
            let kind = &self.body.insts.get(at as usize)?.kind;
            match kind {
                InstKind::Br(target) => match self.jump(*target) {
                    Some(next) => at = next,
                    None => return self.stop(at),
                },
                InstKind::CondBr { condition, yes, no } => {
                    let condition = self.source(&Type::BOOL, condition)?;
                    let turn = |target: BlockId| {
                        let mut turned = Finder { steps: Vec::new(), forks: true, ..self.clone() };
                        turned.before += self.steps.len();
                        turned.left = turned.left.saturating_sub(FORK);
                        let next = turned.jump(target)?;
                        turned.find(next).map(Box::new)
                    };
                    let ways = [turn(*no), turn(*yes)];
                    let end = End::Fork(condition, ways);
                    return Some(Simple { steps: self.steps, end });
                }
                InstKind::Store { .. } if !self.forks => {
                    if let Some(write) = self.write(kind, at) {
                        return Some(Simple { steps: self.steps, end: End::Write(write) });
                    }
                    return self.stop(at);
                }
                _ if self.left == 0 || self.compute(kind, self.body.value(at)).is_none() => return self.stop(at),
                _ => {
                    self.left -= 1;
                    at += 1;
                }
            }
        }
    }

    /// Goes to the beginning of a block where no loop begins. The number of the first instruction after its
    /// phis.
    fn jump(&mut self, target: BlockId) -> Option<u32> {
        if self.left == 0 || self.code.loops(self.frame.function).is_head(target) {
            return None;
        }
        self.left -= 1;
        let mut chosen = Vec::new();
        for (to, inst) in self.body.block(target) {
            let InstKind::Phi { ty, incoming } = &inst.kind else { break };
            let (operand, _) = incoming.iter().find(|(_, block)| *block == self.block)?;
            chosen.push((to, self.source(ty, operand)?));
        }
        let phis = chosen.len() as u32;
        self.set.extend(chosen);
        self.block = target;
        Some(self.body.blocks[target.index()].insts.start + phis)
    }

    /// Adds an instruction that only computes a word.
    fn compute(&mut self, kind: &InstKind, to: ValueId) -> Option<()> {
        let step = match kind {
            InstKind::Set { variable, ty, value } => {
                let source = self.source(ty, value)?;
                self.set.push((*variable, source));
                return Some(());
            }
            InstKind::Nothing => return Some(()),
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
        self.set.push((to, Source::Result((self.before + self.steps.len()) as u8)));
        Some(())
    }

    /// The address and the size of what is accessed, if it is a global variable that all threads share.
    fn shared(&self, pointer: &Operand, ty: &Type) -> Option<(u64, u64)> {
        let Operand::Const(Constant::Symbol(Symbol::Global(id))) = pointer else { return None };
        let (image, module) = (self.code.image(), self.code.module());
        let (placed, size) = (image.global(*id), module.store_size_of(ty)?);
        let shared = module.global(*id).thread_local.is_none() && placed.defined && !placed.constant;
        (shared && size <= placed.size).then_some((placed.base, size))
    }

    /// What is not needed any more before an instruction.
    fn dead(&self, next: u32) -> &RegisterSet {
        &self.code.loops(self.frame.function).dead(self.body, self.block, next, false).registers
    }

    /// The way ends with this write.
    fn write(&self, kind: &InstKind, at: u32) -> Option<Write> {
        let InstKind::Store { ty, value, pointer, atomic, .. } = kind else { return None };
        let (address, size) = self.shared(pointer, ty)?;
        let dead = self.dead(at + 1);
        let forgotten = self.set.iter().all(|(register, _)| dead.contains(*register));
        let (written, plain, ty) = (self.source(ty, value)?, atomic.is_none(), ty.clone());
        forgotten.then_some(Write { written, ty, address, size, plain, block: self.block, at })
    }

    /// The way ends before this instruction.
    fn stop(self, at: u32) -> Option<Simple> {
        let dead = self.dead(at);
        let mut alive: Vec<(ValueId, Source)> = Vec::new();
        for &(register, source) in self.set.iter().rev().filter(|(register, _)| !dead.contains(*register)) {
            if alive.iter().all(|(known, _)| *known != register) {
                alive.push((register, source));
            }
        }
        let is_read = match &self.body.insts.get(at as usize)?.kind {
            InstKind::Load { ty, pointer, .. } => self.shared(pointer, ty).is_some(),
            _ => false,
        };
        (is_read || alive.is_empty()).then_some(Simple { steps: self.steps, end: End::Stop(alive) })
    }
}

impl Machine {
    /// What the thread does next if its read is answered in this way; see [`Prediction`].
    pub(crate) fn does_next(&self, thread: &Thread, answer: Value) -> Option<Prediction> {
        if answer.is_partly_undefined() {
            return None;
        }
        let mut results = Results::new();
        let (end, turns) = self.code.lead(thread, answer, &mut results)?;
        match end {
            End::Write(write) => {
                let word = results.word(&thread.top().registers, write.written)?;
                let whole = !Value(word).is_partly_undefined()
                    && !may_point(word)
                    && self.is_word(&write.ty, write.address, write.size, write.plain);
                whole.then(|| Prediction::Writes(Value(width(write.size).truncate(word))))
            }
            End::Stop(alive) if !self.code.remembers_answer(thread) => {
                Some(Prediction::Goes { way: turns, same: alive.is_empty() })
            }
            End::Stop(_) | End::Fork(..) => None,
        }
    }
}

impl Code {
    /// The thread after this answer, if it goes where another one stands.
    pub(crate) fn led(&self, thread: &Thread, answer: Value, there: &Thread) -> Option<Thread> {
        let mut results = Results::new();
        let (End::Stop(alive), _) = self.lead(thread, answer, &mut results)? else { return None };
        let mut led = there.clone();
        for &(register, source) in alive {
            led.frame().registers.set_word(register, results.word(&thread.top().registers, source)?);
        }
        Some(led)
    }

    /// Follows the simple way of a thread that is answered in this way. How it ends, and which turns it has
    /// taken.
    fn lead(&self, thread: &Thread, answer: Value, results: &mut Results) -> Option<(&End, u32)> {
        let Awaiting::Word { bits, .. } = *thread.awaiting() else { return None };
        if answer.is_partly_undefined() {
            return None;
        }
        let mut simple = self.simple_way(thread)?;
        let registers = &thread.top().registers;
        results.add(Val::int(answer.0.into(), bits).word().filter(|word| !is_large(*word))?);
        let mut turns = 1;
        loop {
            results.take(registers, &simple.steps)?;
            let End::Fork(condition, ways) = &simple.end else { return Some((&simple.end, turns)) };
            let turn = usize::from(results.word(registers, *condition)? != 0);
            turns = turns << 1 | turn as u32;
            simple = ways[turn].as_deref()?;
        }
    }

    /// The simple way that the thread is about to go, if there is one.
    fn simple_way(&self, thread: &Thread) -> Option<&Simple> {
        let frame = thread.calls().last().filter(|_| thread.queue().is_empty() && !thread.trace.is_retold())?;
        self.loops(frame.function).simple_way(frame.next, || self.find_simple(frame))
    }

    /// The simple way from where a call stands, if there is one.
    fn find_simple(&self, frame: &Frame) -> Option<Simple> {
        let body = self.module().body(frame.function).ok()?;
        let set = vec![(body.value(frame.next.checked_sub(1)?), Source::Result(0))];
        let (block, steps) = (frame.block, Vec::new());
        Finder { code: self, body, frame, block, left: MOST, forks: false, before: 0, steps, set }.find(frame.next)
    }

    /// What the call will have forgotten when it has written, and how many of its registers are never
    /// forgotten.
    fn forgotten(&self, thread: &Thread) -> Option<(&RegisterSet, u32)> {
        let Simple { end: End::Write(write), .. } = self.simple_way(thread)? else { return None };
        let frame = thread.top();
        let body = self.module().body(frame.function).ok()?;
        let dead = &self.loops(frame.function).dead(body, write.block, write.at + 1, false).registers;
        Some((dead, if thread.calls().len() == 1 { body.params } else { 0 }))
    }

    /// A number that threads have in common which go on alike.
    pub(crate) fn key_of_write(&self, thread: &Thread) -> Option<u64> {
        let (forgotten, spared) = self.forgotten(thread)?;
        if thread.waiting.remembers_answers() {
            return None;
        }
        let frame = thread.top();
        let mut hash = Hash::of(thread);
        hash.add(u64::from(frame.function.0) << 32 | u64::from(frame.next));
        frame.registers.for_each_other(forgotten, spared, |word| hash.add(word));
        Some(hash.0)
    }

    /// Whether two threads that are about to be answered are in the same state after the write that is
    /// predicted.
    pub(crate) fn write_alike(&self, one: &Thread, other: &Thread) -> bool {
        let Some((forgotten, spared)) = self.forgotten(one) else { return false };
        let ([.., a], [.., b]) = (one.calls(), other.calls()) else { return false };
        let place = |frame: &Frame| (frame.function, frame.block, frame.next, frame.result);
        one.calls().len() == other.calls().len()
            && place(a) == place(b)
            && a.registers.equal_but(&b.registers, forgotten, spared)
            && a.locals == b.locals
            && a.variadic == b.variadic
            && one.calls()[..one.calls().len() - 1] == other.calls()[..one.calls().len() - 1]
            && one.equals_but_calls(other)
    }
}
