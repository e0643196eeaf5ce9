//! Looking ahead: will a thread ever look at these bytes of its own memory, or at these variables, before it
//! has written them again?
//!
//! A copy of the thread is run with everything that it would read from shared memory unknown
//! ([`Val::Undef`]); where a branch depends on something unknown, it goes both ways. The answer is yes unless
//! every way leads to the bytes being written or gone, to the end of the thread, or to where it has been
//! already. Whatever is not followed exactly (unknown offsets into blocks that matter, functions of the
//! library that are handed such a block) counts as looking.
//!
//! What is unknown came from shared memory, so it cannot point to the thread's own memory: as long as
//! pointers to blocks that matter are not mixed with unknown values, no access through an unknown pointer
//! touches them.

use std::collections::{BTreeMap, BTreeSet};

use selvedge_core::Access;
use selvedge_ir::variables::local;
use selvedge_ir::{BlockId, Call, Callee, Inst, InstKind, Operand, Type, ValueId};

use crate::Machine;
use crate::exec::value::Val;
use crate::machine::Code;
use crate::memory::address::{addresses_in, base_of, block_of};
use crate::memory::image::function_at;
use crate::memory::private::Storage;
use crate::state::thread::Thread;

/// Instructions that are followed before we give up.
pub(super) const MOST_STEPS: u32 = 4_000;
/// Ways that are followed.
pub(super) const MOST_WAYS: usize = 64;
/// Calls within calls.
const MOST_CALLS: usize = 32;

/// Bytes of blocks, by the first byte of the block.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Marks {
    bytes: BTreeMap<u64, BTreeSet<u64>>,
    /// Variables in registers, by the number of calls around theirs.
    variables: BTreeSet<(usize, ValueId)>,
}

impl Marks {
    pub(crate) fn add(&mut self, base: u64, offsets: Vec<u64>) {
        if !offsets.is_empty() {
            self.bytes.entry(base).or_default().extend(offsets);
        }
    }

    pub(crate) fn add_variable(&mut self, depth: usize, variable: ValueId) {
        self.variables.insert((depth, variable));
    }

    fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.variables.is_empty()
    }

    /// A variable that is marked.
    pub(crate) fn first_variable(&self) -> Option<(usize, ValueId)> {
        self.variables.first().copied()
    }

    /// A block with marked bytes.
    pub(crate) fn first(&self) -> Option<u64> {
        self.bytes.keys().next().copied()
    }

    fn touches(&self, base: u64, offset: u64, size: u64) -> bool {
        self.bytes.get(&base).is_some_and(|bytes| bytes.range(offset..offset + size).next().is_some())
    }

    fn clear(&mut self, base: u64, offset: u64, size: u64) {
        if let Some(bytes) = self.bytes.get_mut(&base) {
            bytes.retain(|&at| at < offset || at >= offset + size);
            if bytes.is_empty() {
                self.bytes.remove(&base);
            }
        }
    }
}

/// What to look out for.
#[derive(Clone, Copy)]
enum Goal {
    /// That the marked bytes are not looked at before they are written.
    Unseen,
    /// That this is read, by a plain read if it says so, before anything that others may notice.
    Read(Access, bool),
}

/// One way into the future.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) thread: Thread,
    pub(super) marks: Marks,
    /// Blocks from which a marked one can be reached, by following pointers.
    pub(super) guarded: BTreeSet<u64>,
}

/// What an instruction leads to.
pub(super) enum Next {
    GoOn,
    /// Nothing that matters can happen any more.
    Done,
    /// To one of these blocks.
    Fork(Vec<BlockId>),
}

/// The bytes may be looked at.
pub(super) struct Seen;

impl Machine {
    /// Whether the marked bytes are written, or gone, before this or another thread reads them.
    pub(crate) fn is_never_seen(&self, thread: &Thread, marks: Marks) -> bool {
        self.look_ahead(thread, marks, Goal::Unseen)
    }

    /// Whether the thread is sure to read a location before it does anything that others may notice.
    pub(crate) fn will_read(&self, thread: &Thread, at: Access, plain: bool) -> bool {
        self.look_ahead(thread, Marks::default(), Goal::Read(at, plain))
    }

    fn look_ahead(&self, thread: &Thread, marks: Marks, goal: Goal) -> bool {
        let mut thread = thread.snapshot();
        for base in thread.memory.hidden_bases().collect::<Vec<_>>() {
            let block = thread.memory.reveal(base).expect("invariant: just listed");
            thread.memory.insert(base, block);
        }
        let guarded = guarded(&thread, &marks);
        let mut ways = vec![Way { thread, marks, guarded }];
        let mut been: Vec<Way> = Vec::new();
        let mut steps = 0;
        while let Some(mut way) = ways.pop() {
            loop {
                steps += 1;
                if steps > MOST_STEPS || been.len() + ways.len() > MOST_WAYS {
                    return false;
                }
                match goal {
                    Goal::Unseen if way.marks.is_empty() => break,
                    Goal::Unseen => {}
                    Goal::Read(at, plain) => match self.reads(&mut way, at, plain) {
                        Some(true) => break,
                        Some(false) => {}
                        None => return false,
                    },
                }
                if self.code.begins_loop(&mut way.thread) {
                    if been.contains(&way) {
                        break;
                    }
                    been.push(way.clone());
                }
                match self.follow(&mut way) {
                    Ok(Next::GoOn) => {}
                    Ok(Next::Done) if matches!(goal, Goal::Read(..)) => return false,
                    Ok(Next::Done) => break,
                    Ok(Next::Fork(targets)) => {
                        for target in targets {
                            let mut other = way.clone();
                            if self.jump(&mut other.thread, target).is_err() {
                                return false;
                            }
                            ways.push(other);
                        }
                        break;
                    }
                    Err(Seen) => return false,
                }
            }
        }
        true
    }

    /// Whether the next instruction reads this; nothing if it may do something that others may notice.
    fn reads(&self, way: &mut Way, at: Access, plain: bool) -> Option<bool> {
        let frame = way.thread.frame();
        let inst = self.code.module().body(frame.function).ok()?.insts.get(frame.next as usize)?;
        let is_it = |pointer: Val, ty: &Type| {
            pointer.word() == Some(at.address.0) && self.code.module().store_size_of(ty) == Some(at.width.bytes())
        };
        match &inst.kind {
            InstKind::Load { ty, pointer, atomic, .. } => {
                let pointer = self.code.known(way, &Type::Ptr, pointer).ok()?;
                Some(is_it(pointer, ty) && (!plain || atomic.is_none()))
            }
            InstKind::CmpXchg(exchange) => {
                let pointer = self.code.known(way, &Type::Ptr, &exchange.pointer).ok()?;
                (!plain && is_it(pointer, &exchange.ty)).then_some(true)
            }
            InstKind::AtomicRmw(update) => {
                let pointer = self.code.known(way, &Type::Ptr, &update.pointer).ok()?;
                (!plain && is_it(pointer, &update.ty)).then_some(true)
            }
            InstKind::Store { pointer, .. } => {
                let address = self.code.known(way, &Type::Ptr, pointer).ok()?.word()?;
                way.thread.memory.get(base_of(address)).map(|_| false)
            }
            InstKind::Call(call) | InstKind::Invoke { call, .. } => {
                let Callee::Value(callee) = &call.callee else { return None };
                let callee = self.code.known(way, &Type::Ptr, callee).ok()?.word()?;
                let called = self.code.module().function(function_at(self.code.module(), callee)?);
                if matches!(called.name.as_str(), "pthread_mutex_lock" | "mtx_lock" | "pthread_spin_lock") {
                    return self.passes_lock(way, call).then_some(false);
                }
                (called.defined || called.name.starts_with("llvm.dbg.")).then_some(false)
            }
            InstKind::Ret(_) if way.thread.calls().len() == 1 => None,
            _ => Some(false),
        }
    }

    /// Whether taking a mutex is nothing that others may notice (`sections.rs`).
    fn passes_lock(&self, way: &mut Way, call: &Call) -> bool {
        let mutex = call.args.first().and_then(|mutex| self.code.known(way, &mutex.ty, &mutex.value).ok()?.word());
        let Some(mutex) = mutex.filter(|mutex| !self.cuts.is_peeked(*mutex)) else { return false };
        self.log.search().left_out_sections([mutex]);
        true
    }

    pub(super) fn follow(&self, way: &mut Way) -> Result<Next, Seen> {
        let frame = way.thread.frame();
        let (function, next) = (frame.function, frame.next);
        let body = self.code.module().body(function).map_err(|_| Seen)?;
        let inst = body.insts.get(next as usize).ok_or(Seen)?;
        let to = body.value(next);
        match &inst.kind {
            InstKind::Load { ty, pointer, .. } => {
                let value = match self.code.known(way, &Type::Ptr, pointer)?.word() {
                    Some(address) => self.code.loaded(way, ty, address)?,
                    None => Val::undef(self.code.module(), ty),
                };
                self.pass(way, to, value)
            }
            InstKind::Store { ty, value, pointer, .. } => {
                let value = self.code.known(way, ty, value)?;
                let address = self.code.known(way, &Type::Ptr, pointer)?.word();
                way.thread.frame().next += 1;
                match address.filter(|&address| way.thread.memory.get(base_of(address)).is_some()) {
                    Some(address) => self.code.stored(way, ty, &value, address),
                    None if way.guards(&value) => Err(Seen),
                    None => Ok(Next::GoOn),
                }
            }
            InstKind::Scope { .. } | InstKind::Nothing => {
                way.thread.frame().next += 1;
                Ok(Next::GoOn)
            }
            InstKind::Get { variable, .. } => {
                let depth = way.thread.calls().len() - 1;
                if local(variable).is_some_and(|variable| way.marks.variables.contains(&(depth, variable))) {
                    return Err(Seen);
                }
                way.thread.frame().next += 1;
                self.execute(&mut way.thread, inst, to).map_err(|_| Seen)?;
                Ok(Next::GoOn)
            }
            InstKind::Set { variable, .. } => {
                way.marks.variables.remove(&(way.thread.calls().len() - 1, *variable));
                way.thread.frame().next += 1;
                self.execute(&mut way.thread, inst, to).map_err(|_| Seen)?;
                Ok(Next::GoOn)
            }
            InstKind::CmpXchg(exchange) => {
                let address = self.code.known(way, &Type::Ptr, &exchange.pointer)?;
                let new = self.code.known(way, &exchange.ty, &exchange.new)?;
                self.let_out(way, &[address, new])?;
                self.pass(way, to, Val::Parts([Val::Undef, Val::Undef].into()))
            }
            InstKind::AtomicRmw(update) => {
                let address = self.code.known(way, &Type::Ptr, &update.pointer)?;
                let value = self.code.known(way, &update.ty, &update.value)?;
                self.let_out(way, &[address, value])?;
                self.pass(way, to, Val::Undef)
            }
            InstKind::Fence(_) => {
                way.thread.frame().next += 1;
                Ok(Next::GoOn)
            }
            InstKind::CondBr { condition, yes, no } => match self.code.known(way, &Type::BOOL, condition)?.word() {
                Some(_) => self.compute(way, inst, to),
                None => Ok(Next::Fork(vec![*yes, *no])),
            },
            InstKind::Switch { ty, value, default, cases } => match self.code.known(way, ty, value)?.as_int() {
                Some(_) => self.compute(way, inst, to),
                None => Ok(Next::Fork(cases.iter().map(|(_, target)| *target).chain([*default]).collect())),
            },
            InstKind::Ret(value) => self.returned(way, value.as_ref().map(|typed| (&typed.ty, &typed.value))),
            InstKind::Call(call) => self.called(way, call, to, None),
            InstKind::Invoke { call, normal, .. } => self.called(way, call, to, Some(*normal)),
            InstKind::Unreachable => Ok(Next::Done),
            _ => self.compute(way, inst, to),
        }
    }

    /// An instruction that touches nothing but registers.
    fn compute(&self, way: &mut Way, inst: &Inst, to: ValueId) -> Result<Next, Seen> {
        let mut guarded = false;
        let comparison = matches!(inst.kind, InstKind::ICmp { .. });
        inst.kind.clone().for_each_operand_mut(&mut |operand| {
            if let Operand::Local(value) = operand {
                guarded |= way.guards(&way.thread.top().registers.get(*value));
            }
        });
        way.thread.frame().next += 1;
        self.execute(&mut way.thread, inst, to).map_err(|_| Seen)?;
        let result = &way.thread.top().registers.get(to);
        // A pointer that was mixed with something unknown could point anywhere.
        if guarded && !comparison && is_unknown(result) && !inst.kind.is_terminator() {
            Err(Seen)
        } else {
            Ok(Next::GoOn)
        }
    }

    /// Sets the result of an instruction and goes on to the next.
    pub(super) fn pass(&self, way: &mut Way, to: ValueId, value: Val) -> Result<Next, Seen> {
        way.thread.set(to, value);
        way.thread.frame().next += 1;
        Ok(Next::GoOn)
    }

    /// Values that others may see from now on.
    fn let_out(&self, way: &Way, values: &[Val]) -> Result<(), Seen> {
        if values.iter().any(|value| way.guards(value)) { Err(Seen) } else { Ok(()) }
    }

    fn returned(&self, way: &mut Way, value: Option<(&Type, &Operand)>) -> Result<Next, Seen> {
        let value = value.map(|(ty, operand)| self.code.known(way, ty, operand)).transpose()?;
        if self.code.is_atomic(way.thread.top().function) {
            return Err(Seen);
        }
        if way.thread.calls().len() == 1 {
            // Destructors run now, of objects that thread-local variables lead to.
            let kept =
                |base: &u64| way.thread.memory.get(*base).is_some_and(|block| block.storage == Storage::ThreadLocal);
            let destroyed = way.thread.cold.control.has_handlers() || way.guarded.iter().any(kept);
            let seen = destroyed || value.is_some_and(|value| way.guards(&value));
            return if seen { Err(Seen) } else { Ok(Next::Done) };
        }
        for base in way.thread.frame().locals.clone() {
            way.marks.bytes.remove(&base);
        }
        let depth = way.thread.calls().len() - 1;
        way.marks.variables.retain(|(call, _)| *call < depth);
        self.leave(&mut way.thread, value).map_err(|_| Seen)?;
        Ok(Next::GoOn)
    }

    fn called(&self, way: &mut Way, call: &Call, to: ValueId, normal: Option<BlockId>) -> Result<Next, Seen> {
        let mut arguments = Vec::new();
        for argument in &call.args {
            arguments.push(self.code.known(way, &argument.ty, &argument.value)?);
            if argument.attrs.as_ref().is_some_and(|attrs| attrs.byval.is_some()) {
                return Err(Seen);
            }
        }
        let callee = match &call.callee {
            Callee::Asm(_) => return Err(Seen),
            Callee::Value(callee) => self.code.known(way, &Type::Ptr, callee)?,
        };
        let function = callee.word().and_then(|address| function_at(self.code.module(), address)).ok_or(Seen)?;
        let called = self.code.module().function(function);
        way.thread.frame().next += 1;
        if called.defined {
            if way.thread.calls().len() >= MOST_CALLS || self.code.is_atomic(function) {
                return Err(Seen);
            }
            self.call(&mut way.thread, call, to, normal).map_err(|_| Seen)?;
            return Ok(Next::GoOn);
        }
        match called.name.as_str() {
            name if name.starts_with("llvm.dbg.") || name.starts_with("llvm.lifetime.") => return Ok(Next::GoOn),
            "__assert_fail" | "__assert_rtn" | "__assert" | "abort" | "__VERIFIER_error" | "reach_error" => {
                return Ok(Next::Done);
            }
            // They run code of the program's, or give back a pointer that was kept elsewhere.
            "pthread_once" | "call_once" | "qsort" | "bsearch" | "pthread_getspecific" | "tss_get" => return Err(Seen),
            _ => {}
        }
        self.let_out(way, &arguments)?;
        arguments.iter().for_each(|argument| blur(&mut way.thread, argument));
        way.thread.set(to, Val::undef(self.code.module(), &call.ret));
        match normal {
            Some(normal) => self.jump(&mut way.thread, normal).map(|()| Next::GoOn).map_err(|_| Seen),
            None => Ok(Next::GoOn),
        }
    }
}

impl Code {
    /// Whether the thread stands where a loop begins; what is not needed there is forgotten.
    pub(super) fn begins_loop(&self, thread: &mut Thread) -> bool {
        let frame = thread.frame();
        let Ok(body) = self.module().body(frame.function) else { return false };
        let start = body.blocks[frame.block.index()].insts.clone();
        let first = start.clone().find(|&i| !matches!(body.insts[i as usize].kind, InstKind::Phi { .. }));
        if first != Some(frame.next) || !self.loops(frame.function).is_head(frame.block) {
            return false;
        }
        let needs = self.needs(frame);
        let dead: Vec<u64> = needs.dead.iter().filter_map(|&value| frame.registers.word(value)).collect();
        let needed: BTreeSet<ValueId> = needs.registers.iter().copied().collect();
        for register in (0..frame.registers.len() as u32).map(ValueId).filter(|register| !needed.contains(register)) {
            // The addresses of variables stay, so that one that is dead now is found again next time.
            if !matches!(body.inst(register), Some(Inst { kind: InstKind::Alloca { .. }, .. })) {
                frame.registers.forget(register);
            }
        }
        for base in dead {
            if let Some(block) = thread.memory.get_mut(base) {
                let size = block.size();
                block.write(0, size, None);
            }
        }
        true
    }

    pub(super) fn known(&self, way: &mut Way, ty: &Type, operand: &Operand) -> Result<Val, Seen> {
        self.value(&mut way.thread, ty, operand).map_err(|_| Seen)
    }

    fn loaded(&self, way: &Way, ty: &Type, address: u64) -> Result<Val, Seen> {
        let base = base_of(address);
        let Some(block) = way.thread.memory.get(base).filter(|_| block_of(address).is_some()) else {
            return Ok(Val::undef(self.module(), ty));
        };
        let size = self.size(ty).map_err(|_| Seen)?;
        if !block.holds(address - base, size) || way.marks.touches(base, address - base, size) {
            return Err(Seen);
        }
        Ok(self.value_in(block, ty, address - base))
    }

    fn stored(&self, way: &mut Way, ty: &Type, value: &Val, address: u64) -> Result<Next, Seen> {
        let (base, size) = (base_of(address), self.size(ty).map_err(|_| Seen)?);
        if way.guards(value) {
            way.guarded.insert(base);
        }
        let block = way.thread.memory.get_mut(base).ok_or(Seen)?;
        if !block.holds(address - base, size) {
            return Err(Seen);
        }
        self.put_value(block, ty, value, address - base);
        way.marks.clear(base, address - base, size);
        Ok(Next::GoOn)
    }
}

impl Way {
    /// Whether a value points to a block that matters.
    fn guards(&self, value: &Val) -> bool {
        let mut found = false;
        value.for_each_word(&mut |word| found |= addresses_in(word).any(|at| self.guarded.contains(&base_of(at))));
        found
    }
}

fn is_unknown(value: &Val) -> bool {
    match value {
        Val::Undef | Val::Poison(_) | Val::Partial(_) => true,
        Val::Parts(parts) => parts.iter().any(is_unknown),
        Val::Word(_) | Val::Wide(_) => false,
    }
}

/// Whatever can be reached from a value may have changed.
fn blur(thread: &mut Thread, value: &Val) {
    let mut pending = Vec::new();
    value.for_each_word(&mut |word| pending.extend(addresses_in(word)));
    while let Some(address) = pending.pop() {
        let Some(block) = thread.memory.get_mut(base_of(address)) else { continue };
        block.for_each_word(&mut |word| pending.extend(addresses_in(word)));
        let size = block.size();
        block.write(0, size, None);
    }
}

/// Blocks of the thread's own from which a marked one can be reached.
fn guarded(thread: &Thread, marks: &Marks) -> BTreeSet<u64> {
    let mut found: BTreeSet<u64> = marks.bytes.keys().copied().collect();
    if found.is_empty() {
        return found;
    }
    // What is pointed to, and from where.
    let mut pointers: Vec<(u64, u64)> = Vec::new();
    for (base, block) in thread.memory.iter() {
        block.for_each_word(&mut |word| pointers.extend(addresses_in(word).map(|address| (base_of(address), base))));
    }
    pointers.sort_unstable();
    let mut pending: Vec<u64> = found.iter().copied().collect();
    while let Some(base) = pending.pop() {
        let first = pointers.partition_point(|(to, _)| *to < base);
        let from = pointers[first..].iter().take_while(|(to, _)| *to == base).map(|(_, from)| *from);
        pending.extend(from.filter(|&from| found.insert(from)));
    }
    found
}
