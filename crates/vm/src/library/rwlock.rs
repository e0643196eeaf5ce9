//! Read-write locks.
//!
//! The first four bytes are 0 when the lock is free, the number of readers, [`WRITER`], or [`GONE`]. A reader
//! adds one unless there is a writer; a writer replaces 0. Which threads wait longest, or are preferred, is
//! not modelled.

use selvedge_core::{RmwOrdering, ViolationKind, Width, WriteOrdering};
use selvedge_ir::{Call, ValueId};

use super::mutex::Api;
use super::timed_wait::WaitTime;
use super::{GONE, Step};
use crate::Machine;
use crate::exec::flow::{Flow, fail};
use crate::exec::value::Val;
use crate::state::thread::Thread;

/// The state of a lock that a writer has.
const WRITER: u64 = 0xffff_ffff;
/// −1 in four bytes.
const MINUS_ONE: u64 = 0xffff_ffff;

/// A read-write lock that a thread has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Held {
    lock: u64,
    write: bool,
}

/// What remains of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) enum RwlockStep {
    /// The answer is the old state.
    Take { held: Held, time: WaitTime },
    /// The answer is the state of a lock that is to be destroyed.
    Destroy { lock: u64 },
}

impl Machine {
    pub(super) fn rwlock_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        // Attributes say whether writers are preferred, and which processes share the lock.
        if let Some("init" | "destroy" | "setpshared" | "setkind_np") = name.strip_prefix("pthread_rwlockattr_") {
            return Some(self.answer(thread, to, 0));
        }
        let name = name.strip_prefix("pthread_rwlock_")?;
        let words = self.words(thread, call);
        let (write, time) = match name {
            "rdlock" => (false, WaitTime::Endless),
            "tryrdlock" => (false, WaitTime::None),
            "timedrdlock" | "clockrdlock" => (false, WaitTime::Limited),
            "wrlock" => (true, WaitTime::Endless),
            "trywrlock" => (true, WaitTime::None),
            "timedwrlock" | "clockwrlock" => (true, WaitTime::Limited),
            "unlock" if self.code.in_std_lock(thread) => return Some(self.give_up()),
            "unlock" => return Some(words.and_then(|[lock]| self.unlock_rwlock(thread, to, lock))),
            "init" => {
                return Some(words.and_then(|[lock]| {
                    thread.set(to, Val::Word(0));
                    self.write(thread, lock, Width::W32, 0, WriteOrdering::Plain)
                }));
            }
            "destroy" => {
                let step = |lock| Step::Rwlock(RwlockStep::Destroy { lock });
                return Some(words.and_then(|[lock]| self.read_plain(thread, to, lock, Width::W32, step(lock))));
            }
            _ => return None,
        };
        Some(words.and_then(|[lock]| {
            let at = self.object(thread, lock, Width::W32)?;
            let step = Step::Rwlock(RwlockStep::Take { held: Held { lock, write }, time });
            if write {
                self.exchange(thread, to, at, (0, WRITER), step);
            } else {
                self.add_unless(thread, to, at, (WRITER, 1), step);
            }
            Ok(())
        }))
    }

    pub(super) fn rwlock_step(&self, thread: &mut Thread, to: ValueId, step: RwlockStep, old: u64) -> Flow {
        match step {
            _ if old == GONE => fail(ViolationKind::InvalidLock, "a read-write lock is used that has been destroyed"),
            RwlockStep::Take { held, .. } if old == 0 || !held.write && old != WRITER => {
                thread.takes_visible_step();
                thread.cold.library.rwlocks.push(held);
                self.answer(thread, to, 0)
            }
            RwlockStep::Take { time, .. } => self.unavailable(thread, to, time, Api::Pthread),
            RwlockStep::Destroy { .. } if old != 0 => {
                fail(ViolationKind::InvalidLock, "a read-write lock is destroyed while it is locked")
            }
            RwlockStep::Destroy { lock } => {
                thread.set(to, Val::Word(0));
                self.write(thread, lock, Width::W32, GONE, WriteOrdering::Plain)
            }
        }
    }

    fn unlock_rwlock(&self, thread: &mut Thread, to: ValueId, lock: u64) -> Flow {
        let Some(held) = thread.cold.library.rwlocks.iter().rposition(|held| held.lock == lock) else {
            let message = "a read-write lock is unlocked that the thread does not hold";
            return fail(ViolationKind::InvalidUnlock, message);
        };
        thread.takes_visible_step();
        thread.set(to, Val::Word(0));
        // No other thread changes the state while a writer has the lock.
        if thread.cold.library.rwlocks.remove(held).write {
            return self.write(thread, lock, Width::W32, 0, WriteOrdering::Release);
        }
        let at = self.object(thread, lock, Width::W32)?;
        self.add(thread, at, MINUS_ONE, RmwOrdering::Release);
        Ok(())
    }
}
