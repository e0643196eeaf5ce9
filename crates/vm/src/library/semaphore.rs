//! Semaphores without names.
//!
//! The first four bytes are the value of the semaphore, or [`GONE`]. Waiting takes one unless there is none.

use selvedge_core::{ReadOrdering, RmwOrdering, ViolationKind, Width, WriteOrdering};
use selvedge_ir::{Call, ValueId};

use super::mutex::EINVAL;
use super::timed_wait::{ETIMEDOUT, WaitTime};
use super::{GONE, Step};
use crate::Machine;
use crate::exec::flow::{Flow, fail};
use crate::exec::value::Val;
use crate::state::awaiting::Awaiting;
use crate::state::thread::Thread;

const EAGAIN: u64 = 11;
/// −1, as an int.
const FAILED: u64 = 0xffff_ffff;
/// The largest value of a semaphore.
const MAX: u64 = 0x7fff_ffff;

/// What remains of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) enum SemaphoreStep {
    /// The answer is the old value, from which one has been taken unless it is 0.
    Take(WaitTime),
    /// The answer is the value before it was raised.
    Posted,
    /// The answer is the value, to be stored.
    Value { place: u64 },
    /// The answer is the value of a semaphore to be destroyed.
    Destroy { semaphore: u64 },
}

impl Machine {
    pub(super) fn semaphore_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        Some(match name {
            "sem_init" => self.words(thread, call).and_then(|[semaphore, _, value]| {
                let value = Width::W32.truncate(value);
                if value > MAX {
                    self.set_errno(thread, EINVAL)?;
                    return self.answer(thread, to, FAILED);
                }
                thread.set(to, Val::Word(0));
                self.write(thread, semaphore, Width::W32, value, WriteOrdering::Plain)
            }),
            "sem_destroy" => self.words(thread, call).and_then(|[semaphore]| {
                let step = Step::Semaphore(SemaphoreStep::Destroy { semaphore });
                self.read_plain(thread, to, semaphore, Width::W32, step)
            }),
            "sem_wait" => self.take_unit(thread, call, to, WaitTime::Endless),
            "sem_trywait" => self.take_unit(thread, call, to, WaitTime::None),
            "sem_timedwait" | "sem_clockwait" => self.take_unit(thread, call, to, WaitTime::Limited),
            "sem_post" => self.words(thread, call).and_then(|[semaphore]| {
                let at = self.object(thread, semaphore, Width::W32)?;
                self.add(thread, at, 1, RmwOrdering::Release);
                thread.awaits(Awaiting::Library { to, step: Step::Semaphore(SemaphoreStep::Posted) });
                Ok(())
            }),
            "sem_getvalue" => self.words(thread, call).and_then(|[semaphore, place]| {
                let step = Step::Semaphore(SemaphoreStep::Value { place });
                self.read_atomic(thread, to, semaphore, Width::W32, ReadOrdering::Relaxed, step)
            }),
            _ => return None,
        })
    }

    fn take_unit(&self, thread: &mut Thread, call: &Call, to: ValueId, time: WaitTime) -> Flow {
        let [semaphore] = self.words(thread, call)?;
        let at = self.object(thread, semaphore, Width::W32)?;
        self.add_unless(thread, to, at, (0, FAILED), Step::Semaphore(SemaphoreStep::Take(time)));
        Ok(())
    }

    pub(super) fn semaphore_step(&self, thread: &mut Thread, to: ValueId, step: SemaphoreStep, old: u64) -> Flow {
        if old == GONE {
            return fail(ViolationKind::InvalidLock, "a semaphore is used that has been destroyed");
        }
        match step {
            SemaphoreStep::Take(time) if old == 0 => {
                let error = match time {
                    WaitTime::Endless => return self.wait(),
                    WaitTime::None => EAGAIN,
                    WaitTime::Limited => ETIMEDOUT,
                };
                self.set_errno(thread, error)?;
                self.answer(thread, to, FAILED)
            }
            SemaphoreStep::Take(_) => {
                thread.takes_visible_step();
                self.answer(thread, to, 0)
            }
            SemaphoreStep::Posted => self.answer(thread, to, 0),
            SemaphoreStep::Value { place } => {
                thread.set(to, Val::Word(0));
                self.write(thread, place, Width::W32, old, WriteOrdering::Plain)
            }
            SemaphoreStep::Destroy { semaphore } => {
                thread.set(to, Val::Word(0));
                self.write(thread, semaphore, Width::W32, GONE, WriteOrdering::Plain)
            }
        }
    }
}
