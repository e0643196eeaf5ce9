//! What C++ programs use of their run-time library (libstdc++ and the Itanium ABI) without defining it.
//!
//! Most of the C++ library is in headers, and runs as the program's own code. What is left: starting and joining threads,
//! condition variables, the guards of static variables in functions, throwing, and output. Functions are known by
//! their mangled names.

mod condition;
mod guard;
mod stream;
mod thread;
mod throw;

use super::super::Machine;
use super::super::run::Flow;
use super::super::thread::Thread;
use crate::ir::{Call, ValueId};

pub(in super::super) use thread::thread_entry;

/// What remains of a call.
#[derive(Clone, PartialEq, Debug)]
pub(in super::super) enum CppStep {
    Condition(condition::WaitStep),
    Guard(guard::GuardStep),
    Thread(thread::ThreadStep),
}

impl Machine {
    pub(super) fn cpp_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        self.std_thread_function(thread, name, call, to)
            .or_else(|| self.std_condition_function(thread, name, call, to))
            .or_else(|| self.guard_function(thread, name, call, to))
            .or_else(|| self.throwing_function(thread, name, call, to))
            .or_else(|| self.stream_function(thread, name, call, to))
    }

    pub(super) fn cpp_step(&self, thread: &mut Thread, to: ValueId, step: CppStep, answer: u64) -> Flow {
        match step {
            CppStep::Condition(step) => self.std_condition_step(thread, to, step, answer),
            CppStep::Guard(step) => self.guard_step(thread, to, step, answer),
            CppStep::Thread(step) => self.std_thread_step(thread, to, step, answer),
        }
    }
}
