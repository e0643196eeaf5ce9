//! The functions that programs use and do not define, one family per file.
//!
//! A function of the library may take several actions on shared memory. What remains to be done after the
//! answer to one of them is a [`Step`], which the thread keeps until the answer comes. Objects of the library
//! (mutexes, barriers, …) are ordinary memory of the program, so that their misuse is found by the checks for
//! ordinary memory: each family says what it keeps where.
//!
//! A wait is an update whose old value shows that it must wait, and is followed by [`BlockReason::Lock`]:
//! nothing is written, and the search lets the thread go on when there is something else to read.

mod atomics;
mod barrier;
mod checks;
pub(crate) mod cold;
mod condition;
mod cpp;
mod exit;
mod format;
mod futex;
mod inputs;
mod keys;
mod math;
mod memory;
mod mutex;
mod once;
mod output;
mod rwlock;
mod semaphore;
mod strings;
mod threads;
mod timed_wait;

use selvedge_core::{
    Access, Action, BlockReason, ReadOrdering, RmwOp, RmwOrdering, Value, ViolationKind, Width, WriteOrdering,
};
use selvedge_ir::names::both;
use selvedge_ir::{Call, FunctionId, Type, ValueId};

use crate::Machine;
use crate::exec::exclusive::SectionStep;
use crate::exec::flow::{Flow, fail, unsupported};
use crate::exec::lifetime::ExitStep;
use crate::exec::value::Val;
use crate::memory::locate::Place;
use crate::memory::private::PrivateBlock;
use crate::state::awaiting::{Awaiting, Purpose};
use crate::state::thread::Thread;

pub(crate) use cpp::{is_idle_destructor, prints, replaces, thread_entry};
pub use inputs::Stub;
pub(crate) use keys::DESTRUCTIONS;
pub(crate) use threads::{detaches, tells_threads_apart};

/// The family that the rest of a call belongs to, and where in it the call stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Atomic(atomics::AtomicStep),
    /// The beginning of an atomic section.
    Section(SectionStep),
    Barrier(barrier::BarrierStep),
    Condition(condition::ConditionStep),
    Cpp(cpp::CppStep),
    Exit(ExitStep),
    Futex(futex::FutexStep),
    Mutex(mutex::MutexStep),
    Once(once::OnceStep),
    Rwlock(rwlock::RwlockStep),
    Semaphore(semaphore::SemaphoreStep),
    /// The answer is the size of a block.
    Size,
    Thread(threads::ThreadStep),
}

impl Step {
    /// Whether it takes a word of which not all is known: what is accessed atomically may have gaps between
    /// its members.
    pub(crate) fn takes_partial(&self) -> bool {
        matches!(self, Step::Atomic(_))
    }
}

/// The state of a read-write lock or a semaphore that has been destroyed.
const GONE: u64 = 0xffff_fffe;

impl Machine {
    /// Runs a function that the program does not define.
    pub(crate) fn external(&self, thread: &mut Thread, function: FunctionId, call: &Call, to: ValueId) -> Flow {
        let name = self.code.module().function(function).name.as_str();
        if let Some(intrinsic) = name.strip_prefix("llvm.") {
            return self.intrinsic(thread, intrinsic, call, to);
        }
        let families = [
            Machine::mutex_function,
            Machine::thread_function,
            Machine::memory_function,
            Machine::check_function,
            Machine::barrier_function,
            Machine::rwlock_function,
            Machine::semaphore_function,
            Machine::condition_function,
            Machine::once_function,
            Machine::key_function,
            Machine::string_function,
            Machine::exit_function,
            Machine::input_function,
            Machine::futex_function,
            Machine::atomic_function,
            Machine::output_function,
            Machine::math_function,
            Machine::cpp_function,
        ];
        let found = families.iter().find_map(|family| family(self, thread, name, call, to));
        found.unwrap_or_else(|| {
            self.log.facts().unknown(name);
            unsupported(format!("the external function {}", both(name)))
        })
    }

    /// Goes on with a call after the answer to its last action.
    pub(crate) fn proceed(&self, thread: &mut Thread, to: ValueId, step: Step, answer: u64) -> Flow {
        match step {
            Step::Atomic(step) => self.atomic_step(thread, to, step, answer),
            Step::Section(step) => self.section_step(thread, to, step, answer),
            Step::Barrier(step) => self.barrier_step(thread, to, step, answer),
            Step::Condition(step) => self.condition_step(thread, to, step, answer),
            Step::Cpp(step) => self.cpp_step(thread, to, step, answer),
            Step::Futex(step) => self.futex_step(thread, to, step, answer),
            Step::Exit(step) => self.exit_step(thread, step, answer),
            Step::Mutex(step) => self.mutex_step(thread, to, step, answer),
            Step::Once(step) => self.once_step(thread, to, step, answer),
            Step::Rwlock(step) => self.rwlock_step(thread, to, step, answer),
            Step::Semaphore(step) => self.semaphore_step(thread, to, step, answer),
            Step::Size => self.answer(thread, to, answer),
            Step::Thread(step) => self.thread_step(thread, to, step, answer),
        }
    }

    /// The arguments of a call, all of them words.
    pub(crate) fn words<const N: usize>(&self, thread: &mut Thread, call: &Call) -> Flow<[u64; N]> {
        let mut words = [0; N];
        if call.args.len() < N {
            return fail(ViolationKind::UndefinedBehaviour, "a library function is called with too few arguments");
        }
        for (word, argument) in words.iter_mut().zip(&call.args) {
            let value = self.code.value(thread, &argument.ty, &argument.value)?;
            *word = match value.word() {
                Some(word) => word,
                None => return self.code.unusable(&value, "an argument of a library function"),
            };
        }
        Ok(words)
    }

    /// The call returns a word.
    fn answer(&self, thread: &mut Thread, to: ValueId, word: u64) -> Flow {
        thread.set(to, Val::Word(word));
        Ok(())
    }

    /// An object that is accessed atomically. It may be private; but then it is not worth a case of its own.
    fn object(&self, thread: &mut Thread, address: u64, width: Width) -> Flow<Access> {
        let at = self.code.atomic(thread, &int(width), address)?;
        self.publish(thread, &[address])?;
        Ok(at)
    }

    /// Loads a word of an object, and goes on with it at once if the object is private.
    fn read_plain(&self, thread: &mut Thread, to: ValueId, address: u64, width: Width, step: Step) -> Flow {
        let size = width.bytes();
        if let Place::Private(base, offset) = self.code.locate(thread, address, size)? {
            let block = thread.memory.get(base).expect("invariant: just located");
            let (value, known) = block.look(offset, size);
            let whole = block.read(offset, size).is_some();
            let value = self.wide.compact_known(value, known, width);
            if !whole && (value == Value::NOTHING || !step.takes_partial()) {
                return fail(ViolationKind::UninitialisedRead, "an object is used before it is initialised");
            }
            if whole && step.takes_partial() {
                self.check_number(value.0)?;
            }
            return self.proceed(thread, to, step, value.0);
        }
        let so_far = PrivateBlock::passing(size);
        self.gather(thread, self.cuts.cut(address, 0, size), address, so_far, Purpose::Library { to, step })
    }

    fn read_atomic(
        &self,
        thread: &mut Thread,
        to: ValueId,
        address: u64,
        width: Width,
        ordering: ReadOrdering,
        step: Step,
    ) -> Flow {
        let at = self.object(thread, address, width)?;
        thread.act(Action::Read { at, ordering });
        thread.awaits(Awaiting::Library { to, step });
        Ok(())
    }

    /// Stores a word of an object.
    fn write(&self, thread: &mut Thread, address: u64, width: Width, value: u64, ordering: WriteOrdering) -> Flow {
        self.store(thread, &int(width), &self.wide.register(Value(value), width), address, ordering)
    }

    /// Updates a word of an object.
    fn add(&self, thread: &mut Thread, at: Access, operand: u64, ordering: RmwOrdering) {
        thread.takes_visible_step();
        thread.act(Action::Rmw { at, ordering, op: RmwOp::Add, operand: Value(operand) });
    }

    /// Adds to the word of an object unless it is a certain one, with acquire ordering; otherwise it is only
    /// a load.
    fn add_unless(&self, thread: &mut Thread, to: ValueId, at: Access, (unless, operand): (u64, u64), step: Step) {
        thread.act(Action::UpdateUnless {
            at,
            ordering: RmwOrdering::Acquire,
            op: RmwOp::Add,
            operand: Value(operand),
            unless: Value(unless),
        });
        thread.awaits(Awaiting::Library { to, step });
    }

    /// Replaces the word of an object if it is the expected one, with acquire ordering; a failure orders
    /// nothing.
    fn exchange(&self, thread: &mut Thread, to: ValueId, at: Access, (expected, desired): (u64, u64), step: Step) {
        thread.act(Action::CompareExchange {
            at,
            expected: Value(expected),
            desired: Value(desired),
            success: RmwOrdering::Acquire,
            failure: ReadOrdering::Relaxed,
        });
        thread.awaits(Awaiting::Library { to, step });
    }

    /// The thread waits for a write to what its last action read.
    pub(crate) fn wait(&self) -> Flow {
        Err(Box::new(Action::Block(BlockReason::Lock)))
    }

    /// Ends a run of which there is another that says the same.
    fn give_up(&self) -> Flow {
        Err(Box::new(Action::Block(BlockReason::Redundant(None))))
    }
}

/// The integers of a width.
fn int(width: Width) -> Type {
    Type::Int(width.bits())
}
