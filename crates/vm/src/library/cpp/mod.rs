//! What C++ programs use of their run-time library (libstdc++ and the Itanium ABI) without defining it.
//!
//! Most of the C++ library is in headers, and runs as the program's own code. What is left: starting and
//! joining threads, condition variables, the guards of static variables in functions, throwing, and output.
//! Functions are known by their mangled names.

mod condition;
mod guard;
mod hash;
mod once;
mod stream;
mod thread;
mod throw;
mod wait;

use selvedge_ir::{Call, ValueId};

use crate::Machine;
use crate::exec::flow::Flow;
use crate::state::thread::Thread;

pub(in super::super) use stream::prints;
pub(in super::super) use thread::thread_entry;

/// What remains of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) enum CppStep {
    Condition(condition::WaitStep),
    Future(wait::FutureStep),
    Guard(guard::GuardStep),
    Thread(thread::ThreadStep),
}

/// Whether a function is run by us although headers define it.
pub(in super::super) fn replaces(name: &str) -> bool {
    stream::prints(name) || wait::replaces(name)
}

/// Whether a destructor of the library has nothing to do: the object needs none, or only output is flushed.
pub(in super::super) fn is_idle_destructor(name: &str) -> bool {
    matches!(name, "_ZNSt8ios_base4InitD1Ev" | "_ZNSt18condition_variableD1Ev" | "_ZNSt6thread6_StateD2Ev")
}

impl Machine {
    pub(super) fn cpp_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        self.std_thread_function(thread, name, call, to)
            .or_else(|| self.std_condition_function(thread, name, call, to))
            .or_else(|| self.guard_function(thread, name, call, to))
            .or_else(|| self.throwing_function(thread, name, call, to))
            .or_else(|| self.stream_function(thread, name, call, to))
            .or_else(|| self.wait_function(thread, name, call, to))
            .or_else(|| self.hash_function(thread, name, call, to))
    }

    pub(super) fn cpp_step(&self, thread: &mut Thread, to: ValueId, step: CppStep, answer: u64) -> Flow {
        match step {
            CppStep::Condition(step) => self.std_condition_step(thread, to, step, answer),
            CppStep::Future(step) => self.future_step(thread, to, step, answer),
            CppStep::Guard(step) => self.guard_step(thread, to, step, answer),
            CppStep::Thread(step) => self.std_thread_step(thread, to, step, answer),
        }
    }
}
