//! Condition variables.
//!
//! The first four bytes count the signals. A waiting thread reads the count while it has the mutex, gives the mutex back,
//! waits for another count, and takes the mutex again.
//!
//! A signal wakes every thread that waits, like a broadcast. To the program all but one of them woke up spuriously, which
//! POSIX and C allow, so no error of a program that must expect that is lost by it; but that a signal wakes too few of
//! several threads is not found. There are no wake-ups without any signal.

use selvedge_core::{ReadOrdering, RmwOrdering, ViolationKind, Width, WriteOrdering};

use super::super::Machine;
use super::super::run::{Flow, fail, unsupported};
use super::super::thread::{Awaiting, Thread};
use super::super::value::Val;
use super::Step;
use super::mutex::{Api, Taking};
use crate::ir::{Call, ValueId};

/// What remains of a call.
#[derive(Clone, PartialEq, Debug)]
pub(in super::super) enum ConditionStep {
    /// The answer is the count; the thread still has the mutex.
    Enter { condition: u64, mutex: u64, api: Api },
    /// The mutex has been given back.
    Sleep { condition: u64, mutex: u64, api: Api, count: u64 },
    /// The answer is the count, now.
    Wake { mutex: u64, api: Api, count: u64 },
}

impl Machine {
    pub(super) fn condition_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        // Attributes choose a clock, and there is no time.
        if let Some("init" | "destroy" | "setpshared" | "setclock") = name.strip_prefix("pthread_condattr_") {
            return Some(self.answer(thread, to, 0));
        }
        let (api, name) = match name.strip_prefix("pthread_cond_") {
            Some(name) => (Api::Pthread, name),
            None => (Api::C11, name.strip_prefix("cnd_")?),
        };
        Some(match name {
            "init" => self.words(thread, call).and_then(|[condition]| self.initialise_condition(thread, to, condition)),
            "destroy" => self.answer(thread, to, 0),
            "signal" | "broadcast" => {
                self.words(thread, call).and_then(|[condition]| self.signal(thread, to, condition))
            }
            "wait" => self
                .words(thread, call)
                .and_then(|[condition, mutex]| self.wait_for_condition(thread, to, condition, mutex, api)),
            _ => return None,
        })
    }

    pub(super) fn initialise_condition(&self, thread: &mut Thread, to: ValueId, condition: u64) -> Flow {
        thread.set(to, Val::Word(0));
        self.write(thread, condition, Width::W32, 0, WriteOrdering::Plain)
    }

    pub(super) fn signal(&self, thread: &mut Thread, to: ValueId, condition: u64) -> Flow {
        let at = self.object(thread, condition, Width::W32)?;
        self.add(thread, at, 1, RmwOrdering::Release);
        self.answer(thread, to, 0)
    }

    pub(super) fn wait_for_condition(
        &self,
        thread: &mut Thread,
        to: ValueId,
        condition: u64,
        mutex: u64,
        api: Api,
    ) -> Flow {
        match thread.held.iter().filter(|&&held| held == mutex).count() {
            0 => {
                let message = "a thread waits for a condition with a mutex that it does not hold";
                return fail(ViolationKind::InvalidUnlock, message);
            }
            1 => {}
            _ => return unsupported("waiting for a condition with a mutex that is locked several times"),
        }
        let step = Step::Condition(ConditionStep::Enter { condition, mutex, api });
        self.read_atomic(thread, to, condition, Width::W32, ReadOrdering::Relaxed, step)
    }

    pub(super) fn condition_step(&self, thread: &mut Thread, to: ValueId, step: ConditionStep, answer: u64) -> Flow {
        match step {
            ConditionStep::Enter { condition, mutex, api } => {
                self.give_back(thread, to, mutex, api)?;
                let step = Step::Condition(ConditionStep::Sleep { condition, mutex, api, count: answer });
                thread.awaiting = Awaiting::Library { to, step };
                Ok(())
            }
            ConditionStep::Sleep { condition, mutex, api, count } => {
                let step = Step::Condition(ConditionStep::Wake { mutex, api, count });
                self.read_atomic(thread, to, condition, Width::W32, ReadOrdering::Acquire, step)
            }
            ConditionStep::Wake { count, .. } if answer == count => self.wait(),
            ConditionStep::Wake { mutex, api, .. } => self.try_mutex(thread, to, Taking { mutex, attempt: false, api }),
        }
    }
}
