//! Read-write locks.
//!
//! The first eight bytes are a word with a version (see [`super`]): 0 when free, the number of readers, or [`WRITER`].
//! Which threads wait longest, or are preferred, is not modelled.

use selvedge_core::{Access, Address, ReadOrdering, RmwOrdering, ViolationKind, Width, WriteOrdering};

use super::super::Machine;
use super::super::run::{Flow, fail};
use super::super::thread::Thread;
use super::super::value::Val;
use super::mutex::EBUSY;
use super::{GONE, Step, VERSION, next, state};
use crate::ir::{Call, ValueId};

/// The state of a lock that a writer has.
const WRITER: u64 = 0xffff_ffff;

/// A read-write lock that a thread has.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in super::super) struct Held {
    lock: u64,
    /// For a writer, the word it wrote: nobody writes another while it has the lock.
    written: Option<u64>,
}

/// How a lock is to be taken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in super::super) struct Taking {
    lock: u64,
    write: bool,
    /// Whether the call returns when the lock is taken.
    attempt: bool,
}

/// What remains of a call.
#[derive(Clone, PartialEq, Debug)]
pub(in super::super) enum RwlockStep {
    /// The answer is the word.
    Look(Taking),
    /// The answer is the word, which is replaced if it is still the expected one.
    Take { taking: Taking, expected: u64, desired: u64 },
    /// The answer is the word of a lock that is to be destroyed.
    Destroy { lock: u64 },
}

impl Machine {
    pub(super) fn rwlock_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        // Attributes say who is preferred, and which processes share the lock.
        if let Some("init" | "destroy" | "setpshared" | "setkind_np") = name.strip_prefix("pthread_rwlockattr_") {
            return Some(self.answer(thread, to, 0));
        }
        let name = name.strip_prefix("pthread_rwlock_")?;
        let words = self.words(thread, call);
        let (write, attempt) = match name {
            "rdlock" => (false, false),
            "tryrdlock" => (false, true),
            "wrlock" => (true, false),
            "trywrlock" => (true, true),
            "unlock" => return Some(words.and_then(|[lock]| self.unlock_rwlock(thread, to, lock))),
            "init" => {
                return Some(words.and_then(|[lock]| {
                    thread.set(to, Val::Word(0));
                    self.write(thread, lock, Width::W64, 0, WriteOrdering::Plain)
                }));
            }
            "destroy" => {
                let step = |lock| Step::Rwlock(RwlockStep::Destroy { lock });
                return Some(words.and_then(|[lock]| self.read_plain(thread, to, lock, Width::W64, step(lock))));
            }
            _ => return None,
        };
        Some(words.and_then(|[lock]| {
            let step = Step::Rwlock(RwlockStep::Look(Taking { lock, write, attempt }));
            self.read_atomic(thread, to, lock, Width::W64, ReadOrdering::Relaxed, step)
        }))
    }

    pub(super) fn rwlock_step(&self, thread: &mut Thread, to: ValueId, step: RwlockStep, word: u64) -> Flow {
        match step {
            RwlockStep::Look(_) | RwlockStep::Destroy { .. } if state(word) == GONE => {
                fail(ViolationKind::InvalidLock, "a read-write lock is used that has been destroyed")
            }
            RwlockStep::Look(taking) => {
                let desired = match state(word) {
                    0 if taking.write => next(word, WRITER),
                    readers if !taking.write && readers != WRITER => next(word, readers + 1),
                    _ if taking.attempt => return self.answer(thread, to, EBUSY),
                    _ => return self.wait(),
                };
                let at = Access { address: Address(taking.lock), width: Width::W64 };
                let step = Step::Rwlock(RwlockStep::Take { taking, expected: word, desired });
                self.exchange(thread, to, at, (word, desired), step);
                Ok(())
            }
            RwlockStep::Take { expected, .. } if word != expected => self.give_up(),
            RwlockStep::Take { taking: Taking { lock, write, .. }, desired, .. } => {
                thread.effects += 1;
                thread.rwlocks.push(Held { lock, written: write.then_some(desired) });
                self.answer(thread, to, 0)
            }
            RwlockStep::Destroy { .. } if state(word) != 0 => {
                fail(ViolationKind::InvalidLock, "a read-write lock is destroyed while it is locked")
            }
            RwlockStep::Destroy { lock } => {
                thread.set(to, Val::Word(0));
                self.write(thread, lock, Width::W64, GONE, WriteOrdering::Plain)
            }
        }
    }

    fn unlock_rwlock(&self, thread: &mut Thread, to: ValueId, lock: u64) -> Flow {
        let Some(held) = thread.rwlocks.iter().rposition(|held| held.lock == lock) else {
            let message = "a read-write lock is unlocked that the thread does not hold";
            return fail(ViolationKind::InvalidUnlock, message);
        };
        thread.effects += 1;
        thread.set(to, Val::Word(0));
        match thread.rwlocks.remove(held).written {
            Some(word) => self.write(thread, lock, Width::W64, next(word, 0), WriteOrdering::Release),
            None => {
                let at = self.object(thread, lock, Width::W64)?;
                self.add(thread, at, VERSION - 1, RmwOrdering::Release);
                Ok(())
            }
        }
    }
}
