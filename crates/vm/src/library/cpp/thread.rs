//! `std::thread`, of which libstdc++ has starting, joining and detaching in its library.
//!
//! A `std::thread` is a handle, 0 for none. The constructor hands over a `std::unique_ptr` to an object with
//! a virtual function `_M_run`, which the new thread calls and deletes. In the virtual table of
//! `std::thread::_State`, the deleting destructor is the second function and `_M_run` the third.

use selvedge_core::{Action, Spawn, Value, ViolationKind, Width, WriteOrdering};
use selvedge_ir::{Call, FunctionId, ValueId};

use super::super::{Step, threads};
use super::CppStep;
use crate::Machine;
use crate::exec::flow::{Flow, fail, unsupported};
use crate::machine::Code;
use crate::memory::image::function_at;
use crate::state::awaiting::Awaiting;
use crate::state::thread::Thread;

/// Says of an entry that the thread deletes its argument when the function has returned.
const OWNS_ARGUMENT: u32 = 1 << 31;
/// Where in the virtual table the deleting destructor is.
const DELETE: u64 = 8;
/// Where `_M_run` is.
const RUN: u64 = 16;
/// What `std::thread::hardware_concurrency` says.
const PROCESSORS: u64 = 2;

/// The function that a thread starts with, and whether it owns its argument.
pub(in super::super::super) fn thread_entry(entry: u32) -> (FunctionId, bool) {
    (FunctionId(entry & !OWNS_ARGUMENT), entry & OWNS_ARGUMENT != 0)
}

/// What remains of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super::super) enum ThreadStep {
    /// The answer is the state, which the pointer no longer owns.
    State { object: u64, pointer: u64 },
    /// The answer is the virtual table of the state.
    Table { object: u64, state: u64 },
    /// The answer is the handle of the new thread.
    Created { object: u64 },
    /// The answer is the handle of the thread to be joined.
    Join { object: u64 },
    /// The thread has ended.
    Joined { object: u64 },
    /// The answer is the handle of the thread to be detached.
    Detach { object: u64 },
    /// The answer is the virtual table of a state that is to be deleted.
    Delete { state: u64 },
}

impl Machine {
    pub(super) fn std_thread_function(
        &self,
        thread: &mut Thread,
        name: &str,
        call: &Call,
        to: ValueId,
    ) -> Option<Flow> {
        // std::chrono::steady_clock::now() and std::chrono::system_clock::now(), in nanoseconds.
        if matches!(name, "_ZNSt6chrono3_V212steady_clock3nowEv" | "_ZNSt6chrono3_V212system_clock3nowEv") {
            let now = self.look_at_clock(thread, "std::chrono::…::now", to, &[]) * 1_000_000_000;
            return Some(self.answer(thread, to, now));
        }
        Some(match name.strip_prefix("_ZNSt6thread")? {
            "4joinEv" => self.with_handle(thread, call, to, |object| ThreadStep::Join { object }),
            "6detachEv" => self.with_handle(thread, call, to, |object| ThreadStep::Detach { object }),
            "20hardware_concurrencyEv" => {
                self.given(thread, "std::thread::hardware_concurrency", to, &[]);
                self.answer(thread, to, PROCESSORS)
            }
            // The destructor of an abstract class without members.
            "6_StateD2Ev" | "6_StateD1Ev" => Ok(()),
            // std::thread::_M_start_thread(std::unique_ptr<_State>, void (*)())
            name if name.starts_with("15_M_start_threadESt10unique_ptr") => {
                self.words(thread, call).and_then(|[object, pointer]| {
                    let step = Step::Cpp(CppStep::Thread(ThreadStep::State { object, pointer }));
                    self.read_plain(thread, to, pointer, Width::W64, step)
                })
            }
            _ => return None,
        })
    }

    fn with_handle(&self, thread: &mut Thread, call: &Call, to: ValueId, step: fn(u64) -> ThreadStep) -> Flow {
        let [object] = self.words(thread, call)?;
        self.read_plain(thread, to, object, Width::W64, Step::Cpp(CppStep::Thread(step(object))))
    }

    pub(super) fn std_thread_step(&self, thread: &mut Thread, to: ValueId, step: ThreadStep, answer: u64) -> Flow {
        match step {
            ThreadStep::State { object, pointer } => {
                self.write(thread, pointer, Width::W64, 0, WriteOrdering::Plain)?;
                let step = Step::Cpp(CppStep::Thread(ThreadStep::Table { object, state: answer }));
                self.read_plain(thread, to, answer, Width::W64, step)
            }
            ThreadStep::Table { object, state } => {
                let run = self.code.virtual_function(answer, RUN)?;
                self.publish(thread, &[state])?;
                thread.takes_visible_step();
                thread.spawns();
                self.log.facts().thread();
                let spawn = Spawn { entry: run.0 | OWNS_ARGUMENT, argument: Value(state) };
                thread.act(Action::Spawn(spawn));
                let step = Step::Cpp(CppStep::Thread(ThreadStep::Created { object }));
                thread.awaits(Awaiting::Library { to, step });
                Ok(())
            }
            ThreadStep::Created { object } => self.write(thread, object, Width::W64, answer, WriteOrdering::Plain),
            ThreadStep::Join { .. } | ThreadStep::Detach { .. } if answer == 0 => {
                unsupported("the exception std::system_error: a std::thread that is not joinable is joined or detached")
            }
            ThreadStep::Join { object } => {
                thread.takes_visible_step();
                thread.act(Action::Join(threads::id_of(answer)));
                let step = Step::Cpp(CppStep::Thread(ThreadStep::Joined { object }));
                thread.awaits(Awaiting::Library { to, step });
                Ok(())
            }
            ThreadStep::Joined { object } | ThreadStep::Detach { object } => {
                self.write(thread, object, Width::W64, 0, WriteOrdering::Plain)
            }
            ThreadStep::Delete { state } => {
                let delete = self.code.virtual_function(answer, DELETE)?;
                self.enter_at_bottom(thread, delete, state)
            }
        }
    }

    /// A `std::thread` deletes the object whose function it has run.
    pub(in super::super::super) fn delete_state(&self, thread: &mut Thread, state: u64) -> Flow {
        let step = Step::Cpp(CppStep::Thread(ThreadStep::Delete { state }));
        // There is no call that could want a result.
        self.read_plain(thread, ValueId(0), state, Width::W64, step)
    }
}

impl Code {
    /// A function of a virtual table.
    fn virtual_function(&self, table: u64, offset: u64) -> Flow<FunctionId> {
        let entry = table.checked_add(offset).and_then(|at| self.image().initial(at, 8));
        let function = entry.and_then(|address| function_at(self.module(), address as u64));
        match function.filter(|id| self.module().function(*id).defined) {
            Some(function) => Ok(function),
            None => fail(ViolationKind::InvalidAccess, "a std::thread is given something that is not to be run"),
        }
    }
}
