//! Running a thread from one action to the next.

use std::sync::Arc;

use selvedge_core::{Action, Address, Answer, FenceOrdering, Limit, Program, Value, ViolationKind};

use crate::Machine;
use crate::exec::arith::{self, Trap};
use crate::exec::lifetime::{Leaving, Stage};
use crate::exec::ordering;
use crate::exec::registers::Registers;
use crate::exec::value::{Poison, Val, bits_of};
use crate::exec::words;
use crate::memory::image::function_at;
use crate::memory::private::PrivateBlock;
use crate::state::thread::{Awaiting, Frame, Thread};
use selvedge_ir::names::is_reserved;
use selvedge_ir::{
    BinaryOp, BlockId, Call, Callee, CastOp, Constant, FunctionId, Inst, InstKind, IntPredicate, Operand, Scope, Type,
    Typed, ValueId,
};

/// An action that ends the run of a thread for now, or for good.
pub(crate) type Flow<T = ()> = Result<T, Box<Action>>;

/// Instructions between two actions. More of them means a loop that never acts.
const MAX_STEPS: u32 = 5_000_000;
/// The largest constant in the code, in bytes.
const MAX_CONSTANT: u64 = 1 << 20;
/// What the calls of a thread may need, in bytes: as much as a stack has on most machines.
const STACK: u64 = 8 << 20;
/// What a call needs at least: where it returns to, what was in the registers that it uses, and room for alignment.
const CALL: u64 = 48;
/// How many calls within calls are made before it is looked again how much they need.
const LOOK: usize = 256;

pub(crate) fn fail<T>(kind: ViolationKind, message: impl Into<String>) -> Flow<T> {
    Err(Box::new(Action::Fail { kind, message: told(&message.into()), about: None }))
}

/// The same, about an address.
pub(crate) fn fail_at<T>(kind: ViolationKind, message: impl Into<String>, address: u64) -> Flow<T> {
    Err(Box::new(Action::Fail { kind, message: told(&message.into()), about: Some(Address(address)) }))
}

pub(crate) fn unsupported<T>(what: impl Into<String>) -> Flow<T> {
    Err(Box::new(Action::Unsupported(told(&what.into()))))
}

/// Messages have names and texts of the program in them, and are told on one line.
fn told<T: From<String>>(message: &str) -> T {
    selvedge_core::unseen::visible_line(message).into_owned().into()
}

impl Machine {
    /// Runs up to the next action.
    pub(crate) fn advance(&self, thread: &mut Thread, answer: Answer) -> Action {
        if !self.exclusive.is_empty() {
            return self.advance_guarded(thread, answer);
        }
        let action = self.produce(thread, answer);
        let action = self.takes_back(thread, &action).map_or(action, Action::Block);
        self.emit(thread, action)
    }

    /// What the thread does next.
    pub(crate) fn produce(&self, thread: &mut Thread, answer: Answer) -> Action {
        match thread.queue.pop_front() {
            Some(action) => action,
            None => match self.hear(thread, answer).and_then(|()| self.run(thread)) {
                Ok(()) => thread.queue.pop_front().expect("invariant: a run ends with an action"),
                Err(action) => match *action {
                    Action::Unsupported(what) => Action::Unsupported(self.with_place(thread, &what).into()),
                    action => action,
                },
            },
        }
    }

    /// The thread takes an action.
    pub(crate) fn emit(&self, thread: &mut Thread, action: Action) -> Action {
        self.account(thread, &action);
        if self.sectioned {
            self.note_section(thread, &action);
        }
        match action {
            Action::Block(_) => thread.let_go(),
            Action::Fail { .. } | Action::Unsupported(_) | Action::Exceeds(_) | Action::Finish(_) | Action::Exit(_) => {
            }
            _ if thread.queue.is_empty() => self.tidy(thread),
            _ => {}
        }
        action
    }

    /// What is not supported, with where it was reached and through which calls.
    fn with_place(&self, thread: &Thread, what: &str) -> String {
        let names = thread.frames.iter().map(|frame| self.module.function_name(frame.function));
        // What is a library's own says nothing to others.
        let (path, own): (Vec<String>, Vec<String>) = names.partition(|name| !is_reserved(name));
        let path = if path.is_empty() { own } else { path };
        let calls = path.join(" > ");
        if path.is_empty() {
            // What runs outside of the program says itself where it is.
            return what.to_owned();
        }
        match self.site(thread) {
            Some(site) => format!("{what}, reached at {}:{}:{} in {calls}", site.file, site.line, site.column),
            None => format!("{what}, reached in {calls}"),
        }
    }

    /// Where a thread stands, in short.
    pub(crate) fn place_of(&self, thread: &Thread) -> String {
        match self.site(thread) {
            Some(site) => format!("{}:{}", site.file, site.line),
            None => "an unknown place".to_owned(),
        }
    }

    /// Runs until an action is queued.
    fn run(&self, thread: &mut Thread) -> Flow {
        let mut steps = 0;
        while steps < MAX_STEPS {
            if !thread.queue.is_empty() {
                return Ok(());
            }
            steps += self.compute_words(thread) + 1;
            self.step(thread)?;
        }
        unsupported(format!(
            "{} that takes {MAX_STEPS} steps without touching shared memory (--unroll N stops it after N rounds)",
            self.busiest_loop(thread)
        ))
    }

    /// Runs instructions that only compute words, as many as come. Says how many there were.
    fn compute_words(&self, thread: &mut Thread) -> u32 {
        if thread.frames.is_empty() || thread.memoir.is_some() {
            return 0;
        }
        let frame = thread.frame();
        let Ok(body) = self.module.body(frame.function) else { return 0 };
        let first = frame.next;
        while let Some(inst) = body.insts.get(frame.next as usize) {
            let registers = |register| frame.registers.word(register);
            let Some((to, word)) = words::compute(&registers, &inst.kind, body.value(frame.next)) else { break };
            frame.registers.set_word(to, word);
            frame.next += 1;
        }
        frame.next - first
    }

    pub(crate) fn step(&self, thread: &mut Thread) -> Flow {
        if thread.frames.is_empty() {
            return self.next_stage(thread);
        }
        let Frame { function, next, .. } = *thread.top();
        let body = match self.module.body(function) {
            Ok(body) => body,
            Err(error) => return unsupported(error.to_string()),
        };
        let Some(inst) = body.insts.get(next as usize) else { return unsupported("a block without an end") };
        let result = body.value(next);
        thread.frame().next += 1;
        self.execute(thread, inst, result)
    }

    pub(crate) fn execute(&self, thread: &mut Thread, inst: &Inst, to: ValueId) -> Flow {
        let module = &self.module;
        match &inst.kind {
            InstKind::Ret(value) => {
                let value = value.as_ref().map(|value| self.operand(thread, value)).transpose()?;
                self.leave(thread, value)
            }
            InstKind::Br(target) => self.jump(thread, *target),
            InstKind::CondBr { condition, yes, no } => {
                let condition = self.value(thread, &Type::BOOL, condition)?;
                let Some(condition) = condition.word() else { return self.unusable(&condition, "a branch") };
                self.jump(thread, if condition != 0 { *yes } else { *no })
            }
            InstKind::Switch { ty, value, default, cases } => {
                let value = self.value(thread, ty, value)?;
                let Some(value) = value.as_int() else { return self.unusable(&value, "a switch") };
                let case = cases.iter().find(|(case, _)| *case == value).map_or(*default, |(_, target)| *target);
                self.jump(thread, case)
            }
            InstKind::Unreachable => {
                let message = "a place is reached that the program says cannot be reached (__builtin_unreachable, or the end of a \
                               function that should return a value)";
                fail(ViolationKind::UndefinedBehaviour, message)
            }
            InstKind::Binary { op, flags, ty, lhs, rhs } => {
                let (a, b) = (self.value(thread, ty, lhs)?, self.value(thread, ty, rhs)?);
                if *op == BinaryOp::SDiv && flags.exact {
                    self.check_difference(thread, lhs)?;
                }
                let value = trap(arith::binary(module, *op, *flags, ty, &a, &b))?;
                self.assign(thread, to, value)
            }
            InstKind::FNeg { ty, value } => {
                let value = self.value(thread, ty, value)?;
                self.assign(thread, to, trap(arith::negate(ty, &value))?)
            }
            InstKind::ExtractElement { ty, vector, index } => {
                let (vector, index) = (self.value(thread, ty, vector)?, self.operand(thread, index)?);
                let value = match (&vector, index.word()) {
                    (Val::Parts(parts), Some(index)) => parts.get(index as usize).cloned().unwrap_or(Val::Undef),
                    _ => Val::Undef,
                };
                self.assign(thread, to, value)
            }
            InstKind::InsertElement { ty, vector, value, index } => {
                let (vector, index) = (self.value(thread, ty, vector)?, self.operand(thread, index)?);
                let value = self.value(thread, ty.scalar(), value)?;
                let (Val::Parts(parts), Some(index)) = (vector, index.word()) else {
                    return self.assign(thread, to, Val::undef(module, ty));
                };
                let mut parts = parts.to_vec();
                if let Some(part) = parts.get_mut(index as usize) {
                    *part = value;
                }
                self.assign(thread, to, Val::Parts(parts.into()))
            }
            InstKind::ShuffleVector { ty, lhs, rhs, mask } => {
                let (Val::Parts(a), Val::Parts(b)) = (self.value(thread, ty, lhs)?, self.value(thread, ty, rhs)?)
                else {
                    return unsupported("a shuffle of something that is no vector");
                };
                let pick = |index: &Option<u32>| {
                    let index = index.map(|index| index as usize);
                    index.and_then(|index| a.iter().chain(b.iter()).nth(index).cloned()).unwrap_or(Val::Undef)
                };
                self.assign(thread, to, Val::Parts(mask.iter().map(pick).collect()))
            }
            InstKind::ExtractValue { ty, aggregate, path } => {
                let mut value = self.value(thread, ty, aggregate)?;
                for &index in path {
                    value = match &value {
                        Val::Parts(parts) => parts.get(index as usize).cloned().unwrap_or(Val::Undef),
                        _ => Val::Undef,
                    };
                }
                self.assign(thread, to, value)
            }
            InstKind::InsertValue { ty, aggregate, value, path } => {
                let aggregate = self.value(thread, ty, aggregate)?;
                let value = self.operand(thread, value)?;
                self.assign(thread, to, insert(aggregate, path, value))
            }
            InstKind::Alloca { ty, count, align } => {
                self.allocate_local(thread, to, ty, count.as_deref(), u64::from(align.unwrap_or(1)))
            }
            InstKind::Load { ty, pointer, atomic, align, .. } => {
                let address = self.address(thread, pointer)?;
                self.check_access(thread, ty, pointer, address, align.filter(|_| atomic.is_none()))?;
                let ordering = atomic.map_or(Ok(selvedge_core::ReadOrdering::Plain), |a| ordering::read(a.ordering));
                let ordering = ordering.or_else(unsupported)?;
                if atomic.is_none() && !module.optimised.is_empty() {
                    self.remark_load(thread, to, address);
                }
                self.load(thread, to, ty, address, ordering)
            }
            InstKind::Store { ty, value, pointer, atomic, align, .. } => {
                let address = self.address(thread, pointer)?;
                self.check_access(thread, ty, pointer, address, align.filter(|_| atomic.is_none()))?;
                let value = self.value(thread, ty, value)?;
                let ordering = atomic.map_or(Ok(selvedge_core::WriteOrdering::Plain), |a| ordering::write(a.ordering));
                let ordering = ordering.or_else(unsupported)?;
                self.store(thread, ty, &value, address, ordering)
            }
            InstKind::Fence(atomicity) => {
                let ordering: FenceOrdering = ordering::fence(atomicity.ordering).or_else(unsupported)?;
                if atomicity.scope == Scope::System {
                    thread.queue.push_back(Action::Fence(ordering));
                }
                Ok(())
            }
            InstKind::CmpXchg(exchange) => self.compare_exchange(thread, to, exchange),
            InstKind::AtomicRmw(update) => self.update(thread, to, update),
            InstKind::Gep { source, base, indices, .. } => {
                let base = self.operand(thread, base)?;
                let mut values = Vec::with_capacity(indices.len());
                for index in indices {
                    values.push((index.ty.clone(), self.operand(thread, index)?));
                }
                let value = arith::element(module, source, &base, &values).or_else(unsupported)?;
                self.assign(thread, to, value)
            }
            InstKind::Cast { op, from, value, to: ty, .. } => {
                let value = self.value(thread, from, value)?;
                if *op == CastOp::PtrToInt {
                    self.remark_bits(thread, &value, to);
                }
                let value = arith::cast(module, *op, from, &value, ty).or_else(unsupported)?;
                self.assign(thread, to, value)
            }
            InstKind::ICmp { predicate, ty, lhs, rhs, .. } => {
                let (a, b) = (self.value(thread, ty, lhs)?, self.value(thread, ty, rhs)?);
                if *ty == Type::Ptr && !matches!(predicate, IntPredicate::Eq | IntPredicate::Ne) {
                    self.remark_order(&a, &b);
                }
                self.assign(thread, to, arith::compare(module, *predicate, ty, &a, &b))
            }
            InstKind::FCmp { predicate, ty, lhs, rhs } => {
                let (a, b) = (self.value(thread, ty, lhs)?, self.value(thread, ty, rhs)?);
                self.assign(thread, to, trap(arith::compare_floats(*predicate, ty, &a, &b))?)
            }
            InstKind::Select { condition, ty, yes, no } => {
                let condition = self.operand(thread, condition)?;
                let (yes, no) = (self.value(thread, ty, yes)?, self.value(thread, ty, no)?);
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
                self.assign(thread, to, value)
            }
            InstKind::Variable { .. } => {
                thread.set(to, Val::Undef);
                Ok(())
            }
            InstKind::Get { ty, variable } => {
                let value = match (self.value(thread, ty, variable)?, ty) {
                    (Val::Word(word), Type::Int(bits)) => Val::int(word.into(), *bits),
                    (Val::Partial(partial), Type::Int(bits)) => Val::partial(partial.bits, partial.known, *bits),
                    (value, _) => value,
                };
                self.note_variable(thread, variable, &value);
                thread.set(to, value);
                Ok(())
            }
            InstKind::Set { variable, ty, value } => {
                let value = self.value(thread, ty, value)?;
                self.note_variable(thread, &Operand::Local(*variable), &value);
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
                let value = self.value(thread, ty, value)?;
                if matches!(value, Val::Undef | Val::Poison(_) | Val::Partial(_)) {
                    self.remarks.input("freeze, of a value that was never written,");
                }
                let value = match value {
                    Val::Undef | Val::Poison(_) => Val::int(0, bits_of(module, ty)),
                    Val::Partial(partial) => Val::int(partial.bits, bits_of(module, ty)),
                    value => value,
                };
                self.assign(thread, to, value)
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

    fn assign(&self, thread: &mut Thread, to: ValueId, value: Val) -> Flow {
        let value = if let Val::Poison(_) = value { self.with_origin(thread, value) } else { value };
        thread.set(to, value);
        Ok(())
    }

    /// An unknown value is used where it matters.
    pub(crate) fn unknown<T>(&self, place: &str) -> Flow<T> {
        fail(ViolationKind::UninitialisedRead, format!("{place} depends on a value that was never written"))
    }

    /// A value that is none, for whatever reason, is used where it matters.
    pub(crate) fn unusable<T>(&self, value: &Val, place: &str) -> Flow<T> {
        let Val::Poison(poison) = value else { return self.unknown(place) };
        let at = poison.place.as_ref().map_or(String::new(), |place| format!(" ({place})"));
        let message = format!("{}{at}, and {place} depends on the result", poison.what);
        fail(ViolationKind::UndefinedBehaviour, message)
    }

    /// Says where the poison comes from.
    #[cold]
    fn with_origin(&self, thread: &Thread, value: Val) -> Val {
        match value {
            Val::Poison(poison) if poison.place.is_none() => {
                let place = self.site(thread).map(|site| format!("{}:{}", site.file, site.line));
                Val::Poison(Poison { place, ..(*poison).clone() }.into())
            }
            other => other,
        }
    }

    /// The value of an operand.
    pub(crate) fn value(&self, thread: &mut Thread, ty: &Type, operand: &Operand) -> Flow<Val> {
        match operand {
            Operand::Local(value) => Ok(thread.top().registers.get(*value)),
            Operand::Const(Constant::Int(value)) if let Type::Int(bits) = ty => Ok(Val::int(*value, *bits)),
            Operand::Const(Constant::Symbol(symbol)) => self.symbol_address(thread, *symbol),
            Operand::Const(_) if self.module.size_of(ty).is_some_and(|size| size > MAX_CONSTANT) => {
                unsupported(format!("a constant of type {ty}"))
            }
            Operand::Const(constant) => {
                let own = self.own_variables(thread, constant)?;
                self.image.constant(&self.module, ty, constant, &own).or_else(unsupported)
            }
            Operand::Meta(_) => Ok(Val::Undef),
        }
    }

    pub(crate) fn operand(&self, thread: &mut Thread, typed: &Typed) -> Flow<Val> {
        self.value(thread, &typed.ty, &typed.value)
    }

    /// An operand that is an address.
    pub(crate) fn address(&self, thread: &mut Thread, operand: &Operand) -> Flow<u64> {
        let value = self.value(thread, &Type::Ptr, operand)?;
        match value.word() {
            Some(address) => Ok(address),
            None => self.unusable(&value, "an address"),
        }
    }

    /// Goes to a block: evaluates its phis, and waits if a loop got nowhere.
    pub(crate) fn jump(&self, thread: &mut Thread, target: BlockId) -> Flow {
        let Frame { function, block: from, .. } = *thread.top();
        let body = match self.module.body(function) {
            Ok(body) => body,
            Err(error) => return unsupported(error.to_string()),
        };
        let mut values = Vec::new();
        for (value, inst) in body.block(target) {
            let InstKind::Phi { ty, incoming } = &inst.kind else { break };
            let source = incoming.iter().find(|(_, block)| *block == from).map(|(operand, _)| operand);
            let Some(source) = source else { return unsupported("a phi without an entry for the block it comes from") };
            values.push((value, self.value(thread, ty, source)?));
        }
        let phis = values.len() as u32;
        for (to, value) in values {
            thread.set(to, value);
        }
        let frame = thread.frame();
        frame.block = target;
        frame.next = body.blocks[target.index()].insts.start + phis;
        if thread.is_first_run() {
            self.remarks.cover(function, target, body.blocks.len());
        }
        self.begin_round(thread, function, from, target)
    }

    pub(crate) fn call(&self, thread: &mut Thread, call: &Call, to: ValueId, normal: Option<BlockId>) -> Flow {
        let callee = match &call.callee {
            Callee::Asm(asm) => return self.assembly(thread, asm, call, to),
            Callee::Value(callee) => self.address(thread, callee)?,
        };
        let Some(function) = function_at(&self.module, callee) else {
            let message = match callee {
                0 => "a call through a null pointer".to_owned(),
                _ => format!("a call of {}, which is no function", self.name_in(thread, callee)),
            };
            return fail_at(ViolationKind::InvalidAccess, message, callee);
        };
        let name = &self.module.function(function).name;
        if let Some(stubbed) = self.stub_function(thread, name, call, to) {
            stubbed?;
            return normal.map_or(Ok(()), |normal| self.go_on_at(thread, normal));
        }
        if !self.module.function(function).defined || self.replaced[function.index()] {
            self.external(thread, function, call, to)?;
            if matches!(thread.awaiting, Awaiting::Way) {
                return Ok(());
            }
            if !thread.rare.seen.is_empty() {
                thread.rare.seen.clear();
            }
            // Whatever comes back from an external function comes back normally. Some end the thread.
            return match normal {
                Some(normal) if !thread.frames.is_empty() => self.go_on_at(thread, normal),
                _ => Ok(()),
            };
        }
        self.check_signature(call, function, callee)?;
        if self.sectioned && !self.enters_section(thread, to, function) {
            return Ok(());
        }
        let mut arguments = Vec::with_capacity(call.args.len());
        for (number, argument) in call.args.iter().enumerate() {
            let value = self.value(thread, &argument.ty, &argument.value)?;
            let copied = argument.attrs.as_ref().and_then(|attrs| attrs.byval.as_ref());
            arguments.push(match copied {
                Some(ty) => self.copy_for_callee(thread, ty, &value, number)?,
                None => value,
            });
        }
        if !thread.rare.passed.is_empty() {
            thread.rare.passed.clear();
        }
        if let Some(normal) = normal {
            // An exception would need the other way, and says so when it is thrown.
            self.go_on_at(thread, normal)?;
        }
        self.enter(thread, function, arguments, Some(to))
    }

    /// Goes to where a call returns to before it has returned: right as long as no phi there wants its result.
    fn go_on_at(&self, thread: &mut Thread, normal: BlockId) -> Flow {
        let body = match self.module.body(thread.top().function) {
            Ok(body) => body,
            Err(error) => return unsupported(error.to_string()),
        };
        if body.block(normal).next().is_some_and(|(_, inst)| matches!(inst.kind, InstKind::Phi { .. })) {
            return unsupported("an invoke that returns to a block with a phi");
        }
        self.jump(thread, normal)
    }

    /// Calls within calls need no more than a stack has. Whether they would end is not known then.
    #[cold]
    fn check_stack(&self, thread: &Thread, function: FunctionId) -> Flow {
        let size = |base: &u64| thread.own(*base).map_or(0, PrivateBlock::size);
        let needed: u64 = thread.frames.iter().map(|frame| CALL + frame.locals.iter().map(size).sum::<u64>()).sum();
        if needed <= STACK {
            return Ok(());
        }
        let depth = thread.frames.len();
        let text = || {
            let name = self.module.function_name(function);
            format!(
                "{depth} calls within calls, the last one of {name}, at {}: endless recursion?",
                self.place_of(thread)
            )
        };
        self.notes().deepest.get_or_insert_with(text);
        Err(Box::new(Action::Exceeds(Limit::Stack(STACK))))
    }

    /// Starts a call.
    pub(crate) fn enter(
        &self,
        thread: &mut Thread,
        function: FunctionId,
        mut arguments: Vec<Val>,
        to: Option<ValueId>,
    ) -> Flow {
        if thread.frames.len() % LOOK == LOOK - 1 {
            self.check_stack(thread, function)?;
        }
        let body = match self.module.body(function) {
            Ok(body) => body,
            Err(error) => return unsupported(error.to_string()),
        };
        if thread.is_first_run() {
            self.remarks.cover(function, BlockId(0), body.blocks.len());
        }
        let called = self.module.function(function);
        if arguments.len() < called.params.len() {
            return fail(ViolationKind::UndefinedBehaviour, format!("too few arguments for {}", called.name));
        }
        let variadic = arguments.split_off(called.params.len());
        let registers = Registers::new(body.params as usize + body.insts.len(), arguments);
        let (block, next, locals) = (BlockId(0), 0, Vec::new());
        thread.frames.push(Arc::new(Frame { function, block, next, registers, locals, result: to, variadic }));
        Ok(())
    }

    /// Returns from a call. After the first one comes what [`crate::exec::lifetime`] says.
    pub(crate) fn leave(&self, thread: &mut Thread, value: Option<Val>) -> Flow {
        if thread.id.0 == 0 && thread.frames.len() == 1 {
            self.check_exit_status(thread, value.as_ref())?;
        }
        let frame = thread.pop().expect("invariant: a returning thread has a frame");
        let value = value.unwrap_or(Val::Undef);
        if thread.frames.is_empty() && matches!(thread.stage, Stage::Running { .. }) {
            return self.finish(thread, &value, frame.locals, Leaving::Return);
        }
        if let Some(to) = frame.result {
            thread.set(to, value);
        }
        if self.sectioned {
            self.leaves_section(thread, frame.function)?;
        }
        if !frame.locals.is_empty() {
            let simple = self.loops(frame.function).simple();
            let simple: Vec<u64> = simple.filter_map(|variable| frame.registers.word(variable)).collect();
            self.release_locals(thread, frame.locals, &simple);
        }
        Ok(())
    }

    /// What `main` returns is used.
    fn check_exit_status(&self, thread: &Thread, value: Option<&Val>) -> Flow {
        match value.filter(|value| value.word().is_none()) {
            Some(value) if matches!(thread.stage, Stage::Running { .. }) => self.unusable(value, "the exit status"),
            _ => Ok(()),
        }
    }

    /// The thread's function ends with a value. Its local variables go first, unless the value points to one.
    pub(crate) fn finish(&self, thread: &mut Thread, value: &Val, locals: Vec<u64>, how: Leaving) -> Flow {
        // A function that returns nothing may be run by a thread, as long as what it returns is not looked at.
        let word = value.word().unwrap_or(Value::NOTHING.0);
        self.publish(thread, &[word])?;
        self.release_locals(thread, locals, &[]);
        thread.awaiting = Awaiting::Nothing;
        self.end_with(thread, word, how)
    }

    /// Local variables go. Of those that are simple, nothing can be left that points to them.
    fn release_locals(&self, thread: &mut Thread, mut locals: Vec<u64>, simple: &[u64]) {
        locals.reverse();
        let (private, shared): (Vec<u64>, Vec<u64>) =
            locals.into_iter().partition(|&base| thread.memory.get(base).is_some());
        for base in shared {
            self.queue_free(thread, base);
        }
        thread.forget(&private, simple);
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
