//! `pthread_once` and `call_once`.
//!
//! The first four bytes are 0 at first, 1 while the routine runs, 2 afterwards. When the routine has
//! returned, the call is run again, and finds that it was this thread that ran the routine ([`Running`]).

use selvedge_core::{Action, ReadOrdering, RmwOrdering, Value, ViolationKind, Width, WriteOrdering};
use selvedge_ir::{BlockId, Call, ValueId};

use super::Step;
use crate::Machine;
use crate::exec::flow::{Flow, fail};
use crate::memory::image::function_at;
use crate::state::awaiting::Awaiting;
use crate::state::thread::Thread;

const NEW: u64 = 0;
const RUNNING: u64 = 1;
const DONE: u64 = 2;

/// A call whose routine this thread is running.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Running {
    /// The number of calls in progress outside of the routine.
    depth: usize,
    flag: u64,
}

/// What remains of a call. The answer is the old value of the flag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct OnceStep {
    flag: u64,
    routine: u64,
    /// The block and the number of the instruction that makes the call.
    at: (BlockId, u32),
}

impl Machine {
    pub(super) fn once_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        if !matches!(name, "pthread_once" | "call_once") {
            return None;
        }
        Some(self.words(thread, call).and_then(|[flag, routine]| {
            let depth = thread.calls().len();
            if thread.cold.library.once.pop_if(|running| running.depth == depth && running.flag == flag).is_some() {
                self.answer(thread, to, 0)?;
                return self.write(thread, flag, Width::W32, DONE, WriteOrdering::Release);
            }
            let at = self.object(thread, flag, Width::W32)?;
            thread.act(Action::CompareExchange {
                at,
                expected: Value(NEW),
                desired: Value(RUNNING),
                success: RmwOrdering::Acquire,
                failure: ReadOrdering::Acquire,
            });
            let frame = thread.frame();
            let step = Step::Once(OnceStep { flag, routine, at: (frame.block, frame.next - 1) });
            thread.awaits(Awaiting::Library { to, step });
            Ok(())
        }))
    }

    pub(super) fn once_step(&self, thread: &mut Thread, to: ValueId, step: OnceStep, answer: u64) -> Flow {
        match answer {
            NEW => {}
            DONE => return self.answer(thread, to, 0),
            RUNNING => return self.wait(),
            _ => return fail(ViolationKind::InvalidLock, "a flag for one call only is used that is none"),
        }
        let called = function_at(self.code.module(), step.routine);
        let called = match called.filter(|id| self.code.module().function(*id).name == "__once_proxy") {
            Some(_) => function_at(self.code.module(), self.once_call(thread)?),
            None => called,
        };
        let Some(routine) = called.filter(|id| self.code.module().function(*id).defined) else {
            return fail(ViolationKind::InvalidAccess, "something is to be called once that is no function");
        };
        thread.takes_visible_step();
        let depth = thread.calls().len();
        thread.cold.library.once.push(Running { depth, flag: step.flag });
        let frame = thread.frame();
        (frame.block, frame.next) = step.at;
        self.enter(thread, routine, Vec::new(), None)
    }
}
