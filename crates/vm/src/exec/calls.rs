//! Calls and returns.

use selvedge_core::{Action, Limit, Value, ViolationKind};
use selvedge_ir::{BlockId, Call, Callee, FunctionId, InstKind, ValueId};

use crate::Machine;
use crate::exec::flow::{Flow, fail, fail_at, unsupported};
use crate::exec::lifetime::{Leaving, Stage};
use crate::exec::registers::Registers;
use crate::exec::value::Val;
use crate::machine::Code;
use crate::memory::image::function_at;
use crate::memory::private::PrivateBlock;
use crate::state::awaiting::Awaiting;
use crate::state::frame::Frame;
use crate::state::thread::Thread;

/// What the calls of a thread may need, in bytes: as much as a stack has on most machines.
const STACK: u64 = 8 << 20;
/// What a call needs at least: where it returns to, what was in the registers that it uses, and room for
/// alignment.
const CALL: u64 = 48;
/// How many calls within calls are made before it is looked again how much they need.
const LOOK: usize = 256;

impl Machine {
    pub(crate) fn call(&self, thread: &mut Thread, call: &Call, to: ValueId, normal: Option<BlockId>) -> Flow {
        let callee = match &call.callee {
            Callee::Asm(asm) => return self.code.assembly(thread, asm, call, to),
            Callee::Value(callee) => self.code.address(thread, callee)?,
        };
        let Some(function) = function_at(self.code.module(), callee) else {
            let message = match callee {
                0 => "a call through a null pointer".to_owned(),
                _ => format!("a call of {}, which is no function", self.code.name_in(thread, callee)),
            };
            return fail_at(ViolationKind::InvalidAccess, message, callee);
        };
        let name = &self.code.module().function(function).name;
        if let Some(stubbed) = self.stub_function(thread, name, call, to) {
            stubbed?;
            return normal.map_or(Ok(()), |normal| self.go_on_at(thread, normal));
        }
        if !self.code.module().function(function).defined || self.code.is_replaced(function) {
            self.external(thread, function, call, to)?;
            if matches!(thread.awaiting(), Awaiting::Way) {
                return Ok(());
            }
            thread.forget_seen();
            // Whatever comes back from an external function comes back normally. Some end the thread.
            return match normal {
                Some(normal) if !thread.calls().is_empty() => self.go_on_at(thread, normal),
                _ => Ok(()),
            };
        }
        self.code.check_signature(call, function, callee)?;
        if self.code.has_sections() && !self.enters_section(thread, to, function) {
            return Ok(());
        }
        let mut arguments = Vec::with_capacity(call.args.len());
        for (number, argument) in call.args.iter().enumerate() {
            let value = self.code.value(thread, &argument.ty, &argument.value)?;
            let copied = argument.attrs.as_ref().and_then(|attrs| attrs.byval.as_ref());
            arguments.push(match copied {
                Some(ty) => self.copy_for_callee(thread, ty, &value, number)?,
                None => value,
            });
        }
        thread.forget_passed();
        if let Some(normal) = normal {
            // An exception would need the other way, and says so when it is thrown.
            self.go_on_at(thread, normal)?;
        }
        self.enter(thread, function, arguments, Some(to))
    }

    /// Goes to where a call returns to before it has returned: right as long as no phi there wants its
    /// result.
    fn go_on_at(&self, thread: &mut Thread, normal: BlockId) -> Flow {
        let body = match self.code.module().body(thread.top().function) {
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
        let size = |base: &u64| thread.memory.own(*base).map_or(0, PrivateBlock::size);
        let needed: u64 = thread.calls().iter().map(|frame| CALL + frame.locals.iter().map(size).sum::<u64>()).sum();
        if needed <= STACK {
            return Ok(());
        }
        let depth = thread.calls().len();
        let text = || {
            let name = self.code.module().function_name(function);
            format!(
                "{depth} calls within calls, the last one of {name}, at {}: endless recursion?",
                self.code.place_of(thread)
            )
        };
        self.log.search().found_too_deep(text);
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
        self.code.check_meaning(function)?;
        if thread.calls().len() % LOOK == LOOK - 1 {
            self.check_stack(thread, function)?;
        }
        let body = match self.code.module().body(function) {
            Ok(body) => body,
            Err(error) => return unsupported(error.to_string()),
        };
        if thread.is_first_run() {
            self.log.facts().cover(function, BlockId(0), body.blocks.len());
        }
        let called = self.code.module().function(function);
        if arguments.len() < called.params.len() {
            return fail(ViolationKind::UndefinedBehaviour, format!("too few arguments for {}", called.name));
        }
        let variadic = arguments.split_off(called.params.len());
        let registers = Registers::new(body.params as usize + body.insts.len(), arguments);
        let (block, next, locals) = (BlockId(0), 0, Vec::new());
        thread.push(Frame { function, block, next, registers, locals, result: to, variadic });
        Ok(())
    }

    /// Returns from a call. After the first one comes what [`crate::exec::lifetime`] says.
    pub(crate) fn leave(&self, thread: &mut Thread, value: Option<Val>) -> Flow {
        if thread.id().0 == 0 && thread.calls().len() == 1 {
            self.code.check_exit_status(thread, value.as_ref())?;
        }
        let frame = thread.pop().expect("invariant: a returning thread has a frame");
        let value = value.unwrap_or(Val::Undef);
        if thread.calls().is_empty() && matches!(thread.stage(), Stage::Running { .. }) {
            return self.finish(thread, &value, frame.locals, Leaving::Return);
        }
        if let Some(to) = frame.result {
            thread.set(to, value);
        }
        if self.code.has_sections() {
            self.leaves_section(thread, frame.function)?;
        }
        if !frame.locals.is_empty() {
            let simple = self.code.loops(frame.function).simple();
            let simple: Vec<u64> = simple.filter_map(|variable| frame.registers.word(variable)).collect();
            self.release_locals(thread, frame.locals, &simple);
        }
        Ok(())
    }

    /// The thread's function ends with a value. Its local variables go first, unless the value points to one.
    pub(crate) fn finish(&self, thread: &mut Thread, value: &Val, locals: Vec<u64>, how: Leaving) -> Flow {
        // A function that returns nothing may be run by a thread, as long as what it returns is not looked
        // at.
        let word = value.word().unwrap_or(Value::NOTHING.0);
        self.publish(thread, &[word])?;
        self.release_locals(thread, locals, &[]);
        thread.awaits(Awaiting::Nothing);
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

impl Code {
    /// What `main` returns is used.
    fn check_exit_status(&self, thread: &Thread, value: Option<&Val>) -> Flow {
        match value.filter(|value| value.word().is_none()) {
            Some(value) if matches!(thread.stage(), Stage::Running { .. }) => self.unusable(value, "the exit status"),
            _ => Ok(()),
        }
    }
}
