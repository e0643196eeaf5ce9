//! The guards of static variables in functions: `__cxa_guard_acquire` and its kin of the Itanium ABI.
//!
//! The program itself loads the first byte of the guard, with acquire ordering, and calls us only if it is 0.
//! We set it to 1 when the variable has been initialised. The second byte is ours: 0 at first, 1 while a
//! thread initialises, 2 afterwards. A thread that finds 1 waits: also for itself, when an initialiser needs
//! its own variable.

use selvedge_core::{Action, ReadOrdering, RmwOrdering, Value, Width, WriteOrdering};
use selvedge_ir::{Call, ValueId};

use super::super::Step;
use super::CppStep;
use crate::Machine;
use crate::exec::flow::Flow;
use crate::state::awaiting::Awaiting;
use crate::state::thread::Thread;

const NEW: u64 = 0;
const RUNNING: u64 = 1;
const DONE: u64 = 2;

/// What remains of acquiring: the answer is the old value of the second byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super::super) struct GuardStep;

impl Machine {
    pub(super) fn guard_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        Some(match name {
            "__cxa_guard_acquire" => self.words(thread, call).and_then(|[guard]| {
                let at = self.object(thread, guard + 1, Width::W8)?;
                thread.act(Action::CompareExchange {
                    at,
                    expected: Value(NEW),
                    desired: Value(RUNNING),
                    success: RmwOrdering::Acquire,
                    failure: ReadOrdering::Acquire,
                });
                thread.awaits(Awaiting::Library { to, step: Step::Cpp(CppStep::Guard(GuardStep)) });
                Ok(())
            }),
            "__cxa_guard_release" => self.words(thread, call).and_then(|[guard]| {
                self.write(thread, guard, Width::W8, 1, WriteOrdering::Release)?;
                self.write(thread, guard + 1, Width::W8, DONE, WriteOrdering::Release)
            }),
            "__cxa_guard_abort" => self
                .words(thread, call)
                .and_then(|[guard]| self.write(thread, guard + 1, Width::W8, NEW, WriteOrdering::Release)),
            _ => return None,
        })
    }

    pub(super) fn guard_step(&self, thread: &mut Thread, to: ValueId, _: GuardStep, state: u64) -> Flow {
        match state {
            NEW => {
                thread.takes_visible_step();
                self.answer(thread, to, 1)
            }
            RUNNING => self.wait(),
            _ => self.answer(thread, to, 0),
        }
    }
}
