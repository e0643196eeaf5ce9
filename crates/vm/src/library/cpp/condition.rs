//! `std::condition_variable`, of which libstdc++ has most in its library.
//!
//! It is a `pthread_cond_t`; `std::unique_lock` starts with a pointer to the mutex and a flag that says
//! whether it is locked. `std::condition_variable_any` and waiting with a time-out are in headers, and come
//! here or to pthreads.

use selvedge_core::Width;
use selvedge_ir::{Call, ValueId};

use super::super::Step;
use super::super::mutex::Api;
use super::CppStep;
use crate::Machine;
use crate::exec::flow::Flow;
use crate::state::thread::Thread;

/// What remains of `wait`: the answer is the mutex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super::super) struct WaitStep {
    condition: u64,
}

impl Machine {
    pub(super) fn std_condition_function(
        &self,
        thread: &mut Thread,
        name: &str,
        call: &Call,
        to: ValueId,
    ) -> Option<Flow> {
        let condition = |thread: &mut Thread| self.words(thread, call).map(|[condition]| condition);
        Some(match name.strip_prefix("_ZNSt18condition_variable")? {
            "C1Ev" | "C2Ev" => condition(thread).and_then(|at| self.initialise_condition(thread, to, at)),
            "D1Ev" | "D2Ev" => Ok(()),
            "10notify_oneEv" => condition(thread).and_then(|at| self.signal(thread, to, at)),
            "10notify_allEv" => condition(thread).and_then(|at| self.broadcast(thread, to, at)),
            "4waitERSt11unique_lockISt5mutexE" => self.words(thread, call).and_then(|[condition, lock]| {
                let step = Step::Cpp(CppStep::Condition(WaitStep { condition }));
                self.read_plain(thread, to, lock, Width::W64, step)
            }),
            _ => return None,
        })
    }

    pub(super) fn std_condition_step(&self, thread: &mut Thread, to: ValueId, step: WaitStep, mutex: u64) -> Flow {
        self.wait_for_condition(thread, to, step.condition, mutex, Api::Pthread)
    }
}
