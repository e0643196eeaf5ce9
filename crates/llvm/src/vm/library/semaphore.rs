//! Semaphores without names.
//!
//! The first eight bytes are a word with a version (see [`super`]): the value of the semaphore.

use selvedge_core::{Access, Address, ReadOrdering, RmwOrdering, ViolationKind, Width, WriteOrdering};

use super::super::Machine;
use super::super::run::{Flow, fail};
use super::super::thread::{Awaiting, Thread};
use super::super::value::Val;
use super::{GONE, Step, VERSION, next, state};
use crate::ir::{Call, ValueId};

const EAGAIN: u64 = 11;
/// −1, as an int.
const FAILED: u64 = 0xffff_ffff;

/// What remains of a call.
#[derive(Clone, PartialEq, Debug)]
pub(in super::super) enum SemaphoreStep {
    /// The answer is the word.
    Look { semaphore: u64, attempt: bool },
    /// The answer is the word, which is replaced if it is still the expected one.
    Take { expected: u64 },
    /// The answer is the word before it was raised.
    Posted,
    /// The answer is the word, of which the value is to be stored.
    Value { place: u64 },
    /// The answer is the word of a semaphore to be destroyed.
    Destroy { semaphore: u64 },
}

impl Machine {
    pub(super) fn semaphore_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        Some(match name {
            "sem_init" => self.words(thread, call).and_then(|[semaphore, _, value]| {
                thread.set(to, Val::Word(0));
                self.write(thread, semaphore, Width::W64, state(value), WriteOrdering::Plain)
            }),
            "sem_destroy" => self.words(thread, call).and_then(|[semaphore]| {
                let step = Step::Semaphore(SemaphoreStep::Destroy { semaphore });
                self.read_plain(thread, to, semaphore, Width::W64, step)
            }),
            "sem_wait" => self.look(thread, call, to, false),
            "sem_trywait" => self.look(thread, call, to, true),
            "sem_post" => self.words(thread, call).and_then(|[semaphore]| {
                let at = self.object(thread, semaphore, Width::W64)?;
                self.add(thread, at, VERSION + 1, RmwOrdering::Release);
                thread.awaiting = Awaiting::Library { to, step: Step::Semaphore(SemaphoreStep::Posted) };
                Ok(())
            }),
            "sem_getvalue" => self.words(thread, call).and_then(|[semaphore, place]| {
                let step = Step::Semaphore(SemaphoreStep::Value { place });
                self.read_atomic(thread, to, semaphore, Width::W64, ReadOrdering::Relaxed, step)
            }),
            _ => return None,
        })
    }

    fn look(&self, thread: &mut Thread, call: &Call, to: ValueId, attempt: bool) -> Flow {
        let [semaphore] = self.words(thread, call)?;
        let step = Step::Semaphore(SemaphoreStep::Look { semaphore, attempt });
        self.read_atomic(thread, to, semaphore, Width::W64, ReadOrdering::Relaxed, step)
    }

    pub(super) fn semaphore_step(&self, thread: &mut Thread, to: ValueId, step: SemaphoreStep, word: u64) -> Flow {
        if state(word) == GONE {
            return fail(ViolationKind::InvalidLock, "a semaphore is used that has been destroyed");
        }
        match step {
            SemaphoreStep::Look { attempt: true, .. } if state(word) == 0 => {
                self.set_errno(thread, EAGAIN)?;
                self.answer(thread, to, FAILED)
            }
            SemaphoreStep::Look { .. } if state(word) == 0 => self.wait(),
            SemaphoreStep::Look { semaphore, .. } => {
                let at = Access { address: Address(semaphore), width: Width::W64 };
                let step = Step::Semaphore(SemaphoreStep::Take { expected: word });
                self.exchange(thread, to, at, (word, next(word, state(word) - 1)), step);
                Ok(())
            }
            SemaphoreStep::Take { expected } if word != expected => self.give_up(),
            SemaphoreStep::Take { .. } => {
                thread.effects += 1;
                self.answer(thread, to, 0)
            }
            SemaphoreStep::Posted => self.answer(thread, to, 0),
            SemaphoreStep::Value { place } => {
                thread.set(to, Val::Word(0));
                self.write(thread, place, Width::W32, state(word), WriteOrdering::Plain)
            }
            SemaphoreStep::Destroy { semaphore } => {
                thread.set(to, Val::Word(0));
                self.write(thread, semaphore, Width::W64, GONE, WriteOrdering::Plain)
            }
        }
    }
}
