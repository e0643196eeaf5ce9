//! What instructions do.

use selvedge_core::{Action, FenceOrdering, ViolationKind};
use selvedge_ir::{BinaryOp, BlockId, CastOp, Inst, InstKind, Operand, Scope, Type, ValueId};

use crate::Machine;
use crate::exec::arith::{self, Trap};
use crate::exec::flow::{Flow, fail, unsupported};
use crate::exec::ordering;
use crate::exec::value::{Val, bits_of};
use crate::machine::Code;
use crate::report::chance::may_name;
use crate::state::frame::Frame;
use crate::state::thread::Thread;

impl Machine {
    pub(crate) fn execute(&self, thread: &mut Thread, inst: &Inst, to: ValueId) -> Flow {
        let module = self.code.module();
        match &inst.kind {
            InstKind::Ret(value) => {
                let value = value.as_ref().map(|value| self.code.operand(thread, value)).transpose()?;
                self.leave(thread, value)
            }
            InstKind::Br(target) => self.jump(thread, *target),
            InstKind::CondBr { condition, yes, no } => {
                let condition = self.code.value(thread, &Type::BOOL, condition)?;
                let Some(condition) = condition.word() else { return self.code.unusable(&condition, "a branch") };
                self.jump(thread, if condition != 0 { *yes } else { *no })
            }
            InstKind::Switch { ty, value, default, cases } => {
                let value = self.code.value(thread, ty, value)?;
                if may_name(&value, &value) {
                    self.remark_cases(thread, &value, cases.iter().map(|(case, _)| *case));
                }
                let Some(value) = value.as_int() else { return self.code.unusable(&value, "a switch") };
                let case = cases.iter().find(|(case, _)| *case == value).map_or(*default, |(_, target)| *target);
                self.jump(thread, case)
            }
            InstKind::Unreachable => {
                let message = "a place is reached that the program says cannot be reached (__builtin_unreachable, or the end of a \
                               function that should return a value)";
                fail(ViolationKind::UndefinedBehaviour, message)
            }
            InstKind::Binary { op, flags, ty, lhs, rhs } => {
                let (a, b) = (self.code.value(thread, ty, lhs)?, self.code.value(thread, ty, rhs)?);
                if *op == BinaryOp::SDiv && flags.exact {
                    self.code.check_difference(thread, lhs)?;
                }
                let value = trap(arith::binary(module, *op, *flags, ty, &a, &b))?;
                if may_name(&a, &b) {
                    self.remark_arithmetic(thread, *op, (&a, &b), &value, to);
                }
                self.code.assign(thread, to, value)
            }
            InstKind::FNeg { ty, value } => {
                let value = self.code.value(thread, ty, value)?;
                self.code.assign(thread, to, trap(arith::negate(ty, &value))?)
            }
            InstKind::ExtractElement { ty, vector, index } => {
                let (vector, index) = (self.code.value(thread, ty, vector)?, self.code.operand(thread, index)?);
                let value = match (&vector, index.word()) {
                    (Val::Parts(parts), Some(index)) => parts.get(index as usize).cloned().unwrap_or(Val::Undef),
                    _ => Val::Undef,
                };
                self.code.assign(thread, to, value)
            }
            InstKind::InsertElement { ty, vector, value, index } => {
                let (vector, index) = (self.code.value(thread, ty, vector)?, self.code.operand(thread, index)?);
                let value = self.code.value(thread, ty.scalar(), value)?;
                let (Val::Parts(parts), Some(index)) = (vector, index.word()) else {
                    return self.code.assign(thread, to, Val::undef(module, ty));
                };
                let mut parts = parts.to_vec();
                if let Some(part) = parts.get_mut(index as usize) {
                    *part = value;
                }
                self.code.assign(thread, to, Val::Parts(parts.into()))
            }
            InstKind::ShuffleVector { ty, lhs, rhs, mask } => {
                let (Val::Parts(a), Val::Parts(b)) =
                    (self.code.value(thread, ty, lhs)?, self.code.value(thread, ty, rhs)?)
                else {
                    return unsupported("a shuffle of something that is no vector");
                };
                let pick = |index: &Option<u32>| {
                    let index = index.map(|index| index as usize);
                    index.and_then(|index| a.iter().chain(b.iter()).nth(index).cloned()).unwrap_or(Val::Undef)
                };
                self.code.assign(thread, to, Val::Parts(mask.iter().map(pick).collect()))
            }
            InstKind::ExtractValue { ty, aggregate, path } => {
                let mut value = self.code.value(thread, ty, aggregate)?;
                for &index in path {
                    value = match &value {
                        Val::Parts(parts) => parts.get(index as usize).cloned().unwrap_or(Val::Undef),
                        _ => Val::Undef,
                    };
                }
                self.code.assign(thread, to, value)
            }
            InstKind::InsertValue { ty, aggregate, value, path } => {
                let aggregate = self.code.value(thread, ty, aggregate)?;
                let value = self.code.operand(thread, value)?;
                self.code.assign(thread, to, insert(aggregate, path, value))
            }
            InstKind::Alloca { ty, count, align } => {
                self.code.allocate_local(thread, to, ty, count.as_deref(), u64::from(align.unwrap_or(1)))
            }
            InstKind::Load { ty, pointer, atomic, align, .. } => {
                let address = self.code.address(thread, pointer)?;
                self.check_access(thread, ty, pointer, address, align.filter(|_| atomic.is_none()))?;
                let ordering = atomic.map_or(Ok(selvedge_core::ReadOrdering::Plain), |a| ordering::read(a.ordering));
                let ordering = ordering.or_else(unsupported)?;
                if atomic.is_none() && !module.optimised.is_empty() {
                    self.remark_load(thread, to, address);
                }
                self.load(thread, to, ty, address, ordering)
            }
            InstKind::Store { ty, value, pointer, atomic, align, .. } => {
                let address = self.code.address(thread, pointer)?;
                self.check_access(thread, ty, pointer, address, align.filter(|_| atomic.is_none()))?;
                let value = self.code.value(thread, ty, value)?;
                let ordering = atomic.map_or(Ok(selvedge_core::WriteOrdering::Plain), |a| ordering::write(a.ordering));
                let ordering = ordering.or_else(unsupported)?;
                self.store(thread, ty, &value, address, ordering)
            }
            InstKind::Fence(atomicity) => {
                let ordering: FenceOrdering = ordering::fence(atomicity.ordering).or_else(unsupported)?;
                if atomicity.scope == Scope::System {
                    thread.act(Action::Fence(ordering));
                }
                Ok(())
            }
            InstKind::CmpXchg(exchange) => self.compare_exchange(thread, to, exchange),
            InstKind::AtomicRmw(update) => self.update(thread, to, update),
            InstKind::Gep { source, base, indices, .. } => {
                let base = self.code.operand(thread, base)?;
                let mut values = Vec::with_capacity(indices.len());
                for index in indices {
                    values.push((index.ty.clone(), self.code.operand(thread, index)?));
                }
                let value = arith::element(module, source, &base, &values).or_else(unsupported)?;
                for (_, index) in values.iter().filter(|(_, index)| may_name(index, index)) {
                    self.remark_index(thread, index, &value, to);
                }
                self.code.assign(thread, to, value)
            }
            InstKind::Cast { op, from, value, to: ty, .. } => {
                let value = self.code.value(thread, from, value)?;
                let kept = match op {
                    CastOp::Trunc | CastOp::PtrToInt | CastOp::PtrToAddr => bits_of(module, ty.scalar()),
                    CastOp::UiToFp | CastOp::SiToFp => 0,
                    _ => 64,
                };
                if kept < 64 && may_name(&value, &value) {
                    self.remark_cut(thread, &value, kept, to);
                }
                let value = arith::cast(module, *op, from, &value, ty).or_else(unsupported)?;
                self.code.assign(thread, to, value)
            }
            InstKind::ICmp { predicate, ty, lhs, rhs, .. } => {
                let (a, b) = (self.code.value(thread, ty, lhs)?, self.code.value(thread, ty, rhs)?);
                if may_name(&a, &b) {
                    self.remark_comparison(thread, *predicate, &a, &b, to);
                }
                self.code.assign(thread, to, arith::compare(module, *predicate, ty, &a, &b))
            }
            InstKind::FCmp { predicate, ty, lhs, rhs } => {
                let (a, b) = (self.code.value(thread, ty, lhs)?, self.code.value(thread, ty, rhs)?);
                self.code.assign(thread, to, trap(arith::compare_floats(*predicate, ty, &a, &b))?)
            }
            InstKind::Select { condition, ty, yes, no } => {
                let condition = self.code.operand(thread, condition)?;
                let (yes, no) = (self.code.value(thread, ty, yes)?, self.code.value(thread, ty, no)?);
                let value = match condition {
                    Val::Word(condition) => {
                        if condition != 0 {
                            yes
                        } else {
                            no
                        }
                    }
                    Val::Undef => Val::undef(module, ty),
                    Val::Poison(_) => condition,
                    Val::Wide(_) | Val::Partial(_) | Val::Parts(_) => return unsupported("a select on vectors"),
                };
                self.code.assign(thread, to, value)
            }
            InstKind::Variable { .. } => {
                thread.set(to, Val::Undef);
                Ok(())
            }
            InstKind::Get { ty, variable } => {
                let value = match (self.code.value(thread, ty, variable)?, ty) {
                    (Val::Word(word), Type::Int(bits)) => Val::int(word.into(), *bits),
                    (Val::Partial(partial), Type::Int(bits)) => Val::partial(partial.bits, partial.known, *bits),
                    (value, _) => value,
                };
                self.code.note_variable(thread, variable, &value);
                thread.set(to, value);
                Ok(())
            }
            InstKind::Set { variable, ty, value } => {
                let value = self.code.value(thread, ty, value)?;
                self.code.note_variable(thread, &Operand::Local(*variable), &value);
                thread.set(*variable, value);
                Ok(())
            }
            InstKind::Scope { begins: true, variable } => self.begin_scope(thread, *variable),
            InstKind::Scope { begins: false, variable } => {
                self.end_scope(thread, *variable);
                Ok(())
            }
            InstKind::Nothing => Ok(()),
            InstKind::Freeze { ty, value } => {
                let value = self.code.value(thread, ty, value)?;
                if matches!(value, Val::Undef | Val::Poison(_) | Val::Partial(_)) {
                    self.log.facts().input("freeze, of a value that was never written,");
                }
                let value = match value {
                    Val::Undef | Val::Poison(_) => Val::int(0, bits_of(module, ty)),
                    Val::Partial(partial) => Val::int(partial.bits, bits_of(module, ty)),
                    value => value,
                };
                self.code.assign(thread, to, value)
            }
            InstKind::Call(call) => self.call(thread, call, to, None),
            InstKind::Invoke { call, normal, .. } => self.call(thread, call, to, Some(*normal)),
            InstKind::Phi { .. } => unsupported("a phi that does not stand at the beginning of its block"),
            InstKind::Resume(_) | InstKind::LandingPad { .. } => unsupported("exceptions"),
            InstKind::IndirectBr { .. } => unsupported("a computed goto"),
            InstKind::CallBr { .. } => unsupported("inline assembly that jumps"),
            InstKind::VaArg { .. } => unsupported("va_arg"),
            InstKind::Unsupported(what) => unsupported(what.to_string()),
        }
    }

    /// Goes to a block: evaluates its phis, and waits if a loop got nowhere.
    pub(crate) fn jump(&self, thread: &mut Thread, target: BlockId) -> Flow {
        let Frame { function, block: from, .. } = *thread.top();
        let body = match self.code.module().body(function) {
            Ok(body) => body,
            Err(error) => return unsupported(error.to_string()),
        };
        let mut values = Vec::new();
        for (value, inst) in body.block(target) {
            let InstKind::Phi { ty, incoming } = &inst.kind else { break };
            let source = incoming.iter().find(|(_, block)| *block == from).map(|(operand, _)| operand);
            let Some(source) = source else { return unsupported("a phi without an entry for the block it comes from") };
            values.push((value, self.code.value(thread, ty, source)?));
        }
        let phis = values.len() as u32;
        for (to, value) in values {
            thread.set(to, value);
        }
        let frame = thread.frame();
        frame.block = target;
        frame.next = body.blocks[target.index()].insts.start + phis;
        if thread.is_first_run() {
            self.log.facts().cover(function, target, body.blocks.len());
        }
        self.begin_round(thread, function, from, target)
    }
}

impl Code {
    fn assign(&self, thread: &mut Thread, to: ValueId, value: Val) -> Flow {
        let value = if let Val::Poison(_) = value { self.with_origin(thread, value) } else { value };
        thread.set(to, value);
        Ok(())
    }
}

fn trap(result: Result<Val, Trap>) -> Flow<Val> {
    match result {
        Ok(value) => Ok(value),
        Err(Trap::Unsupported(what)) => unsupported(what),
        Err(trap) => fail(ViolationKind::UndefinedBehaviour, trap.to_string()),
    }
}

fn insert(aggregate: Val, path: &[u32], value: Val) -> Val {
    let (Some((&first, rest)), Val::Parts(parts)) = (path.split_first(), aggregate) else { return value };
    let mut parts = parts.to_vec();
    if let Some(part) = parts.get_mut(first as usize) {
        *part = insert(part.clone(), rest, value);
    }
    Val::Parts(parts.into())
}
