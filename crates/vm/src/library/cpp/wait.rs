//! Waiting for atomic variables, for `std::lock`, and for futures.
//!
//! `std::atomic::wait` and semaphores wait in headers, in three parts: a few rounds that look again, a count
//! of those that wait (so that none is notified when there is none), and a futex. The rounds are left out,
//! since a thread that has not seen what it wants may as well wait. The count is left out too, and every
//! notification is given: how the library saves them is not the program's business. The futex remains; see
//! `library/futex.rs`.

use selvedge_core::{ReadOrdering, Width, WriteOrdering};
use selvedge_ir::{Call, ValueId};

use super::super::Step;
use super::CppStep;
use crate::Machine;
use crate::exec::flow::Flow;
use crate::exec::value::Val;
use crate::machine::Code;
use crate::state::thread::Thread;

const RELAX: &str = "_ZNSt8__detail14__thread_relaxEv";
const ENTER: &str = "_ZNSt8__detail18__waiter_pool_base13_M_enter_waitEv";
const LEAVE: &str = "_ZNSt8__detail18__waiter_pool_base13_M_leave_waitEv";
const WAITING: &str = "_ZNKSt8__detail18__waiter_pool_base10_M_waitingEv";

/// Whether a function of headers is run by us.
pub(super) fn replaces(name: &str) -> bool {
    [RELAX, ENTER, LEAVE, WAITING].contains(&name)
}

/// What remains of waiting for a future: the answer is its state, which this value must not be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super::super) struct FutureStep {
    unwanted: u64,
}

impl Machine {
    pub(super) fn wait_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        // std::__atomic_futex_unsigned_base, of futures.
        if let Some(name) = name.strip_prefix("_ZNSt28__atomic_futex_unsigned_base") {
            return Some(match name {
                "19_M_futex_notify_allEPj" => Ok(()),
                _ if name.starts_with("19_M_futex_wait_untilEPj") => {
                    self.words(thread, call).and_then(|[state, unwanted]| {
                        let step = Step::Cpp(CppStep::Future(FutureStep { unwanted: Width::W32.truncate(unwanted) }));
                        self.read_atomic(thread, to, state, Width::W32, ReadOrdering::Acquire, step)
                    })
                }
                _ => return None,
            });
        }
        Some(match name {
            // The base of a result: it has a virtual table, which the class derived from it sets, and no
            // exception yet.
            "_ZNSt13__future_base12_Result_baseC2Ev" => self
                .words(thread, call)
                .and_then(|[result]| self.write(thread, result + 8, Width::W64, 0, WriteOrdering::Plain)),
            "_ZNSt13__future_base12_Result_baseD2Ev" => Ok(()),
            RELAX if self.code.is_in(thread, "_ZNSt8__detail13__atomic_spinI") => {
                // No further round: the function returns false.
                self.leave(thread, Some(Val::Word(0)))
            }
            RELAX | ENTER | LEAVE => Ok(()),
            WAITING => self.answer(thread, to, 1),
            _ => return None,
        })
    }

    pub(super) fn future_step(&self, thread: &mut Thread, to: ValueId, step: FutureStep, state: u64) -> Flow {
        if state == step.unwanted { self.wait() } else { self.answer(thread, to, 1) }
    }
}

impl Code {
    /// Whether the present call, of a function that unlocks, is made by `std::lock`. It takes one lock and
    /// tries the others; if one is not free, it gives back what it has and starts again. Such a round is
    /// given up, since there is an execution that starts later and gets all of them. What is lost: that
    /// another thread sees a lock taken during the round.
    pub(in super::super) fn in_std_lock(&self, thread: &Thread) -> bool {
        // Between the two are a few functions that only call.
        let callers = thread.calls().iter().rev().take(5).map(|frame| &self.module().function(frame.function).name);
        let prefixes = ["_ZNSt8__detail11__lock_impl", "_ZSt4lockI", "_ZNSt3__14lockI", "_ZNSt3__14lockB"];
        let mut callers = callers;
        callers.any(|name| prefixes.iter().any(|prefix| name.starts_with(prefix)))
    }

    /// Whether the function that makes the present call has such a name.
    fn is_in(&self, thread: &Thread, prefix: &str) -> bool {
        let function = thread.calls().last().map(|frame| self.module().function(frame.function));
        function.is_some_and(|function| function.name.starts_with(prefix))
    }
}
