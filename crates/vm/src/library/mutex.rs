//! Mutexes of pthreads and of C11, and spinlocks.
//!
//! A mutex is its first four bytes: 0 when free, 1 when taken, [`DESTROYED`] when gone. Taking it is a
//! compare-exchange with acquire ordering, giving it back a release store. Its kind is where glibc has it, so
//! that static initialisers of recursive mutexes work; it is read only when a thread takes a mutex that it
//! has already, or gives back one that it has not. A thread that has a recursive mutex several times has it
//! in its list that often. Spinlocks have no kind.

use selvedge_core::{ViolationKind, Width, WriteOrdering};
use selvedge_ir::{Call, ValueId};

use super::Step;
use super::timed_wait::WaitTime;
use crate::Machine;
use crate::exec::flow::{Flow, fail_at, unsupported};
use crate::exec::value::Val;
use crate::state::thread::Thread;

/// The value of a mutex that has been destroyed.
const DESTROYED: u64 = 0xffff_ffff;
/// Where in a mutex its kind is.
const KIND: u64 = 16;
const RECURSIVE: u64 = 1;
const ERROR_CHECKING: u64 = 2;
const ADAPTIVE: u64 = 3;
const EPERM: u64 = 1;
pub(super) const EINVAL: u64 = 22;
const EDEADLK: u64 = 35;
/// The same in C11.
const THRD_ERROR: u64 = 2;

/// The interface that a function belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Api {
    Pthread,
    C11,
    /// `pthread_spin_*`.
    Spin,
}

/// How a mutex is to be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Taking {
    pub(super) mutex: u64,
    pub(super) time: WaitTime,
    pub(super) api: Api,
    /// What the call returns when it has the mutex.
    pub(super) success: u64,
}

/// What remains of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) enum MutexStep {
    /// The answer is the old value of the mutex.
    Take(Taking),
    /// The answer is the kind of a mutex that the thread has already.
    TakeAgain(Taking),
    /// The answer is the kind of a mutex that the thread does not have.
    GiveBack { mutex: u64, api: Api },
    /// The answer is what attributes say about the kind.
    Initialise { mutex: u64 },
    /// The answer is the value of a mutex that is to be destroyed.
    Destroy { mutex: u64 },
    /// The answer is a type of mutex to be stored.
    Type { place: u64 },
}

impl Machine {
    pub(super) fn mutex_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        let (api, name) = match name.strip_prefix("pthread_mutex_") {
            Some(rest) => (Api::Pthread, rest),
            None => match (name.strip_prefix("mtx_"), name.strip_prefix("pthread_spin_")) {
                (Some(rest), _) => (Api::C11, rest),
                (_, Some(rest)) => (Api::Spin, rest),
                _ => {
                    return name
                        .strip_prefix("pthread_mutexattr_")
                        .and_then(|name| self.attribute(thread, name, call, to));
                }
            },
        };
        Some(match name {
            "init" => self.initialise_mutex(thread, call, to, api),
            "destroy" => self.destroy_mutex(thread, call, to),
            "lock" => self.take_mutex(thread, call, to, api, WaitTime::Endless),
            "trylock" => self.take_mutex(thread, call, to, api, WaitTime::None),
            "timedlock" | "clocklock" => self.take_mutex(thread, call, to, api, WaitTime::Limited),
            "unlock" if self.code.in_std_lock(thread) => self.give_up(),
            "unlock" => self.words(thread, call).and_then(|[mutex]| self.give_back(thread, to, mutex, api)),
            _ => return None,
        })
    }

    /// Attributes: the first four bytes are the type of mutex.
    fn attribute(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        thread.set(to, Val::Word(0));
        let plain = WriteOrdering::Plain;
        Some(match name {
            "init" => self.words(thread, call).and_then(|[place]| self.write(thread, place, Width::W32, 0, plain)),
            "settype" => self.words(thread, call).and_then(|[place, ty]| {
                if ty > ADAPTIVE {
                    return self.answer(thread, to, EINVAL);
                }
                self.write(thread, place, Width::W32, ty, plain)
            }),
            "gettype" => self.words(thread, call).and_then(|[attributes, place]| {
                let step = Step::Mutex(MutexStep::Type { place });
                self.read_plain(thread, to, attributes, Width::W32, step)
            }),
            // All memory is shared between processes that do not exist.
            "destroy" | "setpshared" => Ok(()),
            _ => return None,
        })
    }

    pub(super) fn mutex_step(&self, thread: &mut Thread, to: ValueId, step: MutexStep, answer: u64) -> Flow {
        match step {
            MutexStep::Take(taking) => self.taken(thread, to, taking, answer),
            MutexStep::TakeAgain(taking) => match answer & 3 {
                RECURSIVE => {
                    thread.cold.library.held.push(taking.mutex);
                    thread.takes_visible_step();
                    self.answer(thread, to, 0)
                }
                ERROR_CHECKING if taking.time != WaitTime::None => self.answer(thread, to, EDEADLK),
                // Seen to be taken; by which thread does not matter.
                _ => self.try_mutex(thread, to, taking),
            },
            MutexStep::GiveBack { mutex, api } => match answer & 3 {
                RECURSIVE | ERROR_CHECKING => self.answer(thread, to, if api == Api::C11 { THRD_ERROR } else { EPERM }),
                _ => not_held(mutex),
            },
            MutexStep::Initialise { mutex } => self.write_mutex(thread, to, mutex, answer),
            MutexStep::Destroy { mutex } => {
                match answer {
                    0 => {}
                    DESTROYED => return fail_at(ViolationKind::InvalidLock, "a mutex is destroyed twice", mutex),
                    _ => return fail_at(ViolationKind::InvalidLock, "a mutex is destroyed while it is locked", mutex),
                }
                thread.set(to, Val::Word(0));
                self.write(thread, mutex, Width::W32, DESTROYED, WriteOrdering::Plain)
            }
            MutexStep::Type { place } => self.write(thread, place, Width::W32, answer, WriteOrdering::Plain),
        }
    }

    fn initialise_mutex(&self, thread: &mut Thread, call: &Call, to: ValueId, api: Api) -> Flow {
        let [mutex, argument] = self.words(thread, call)?;
        self.log.search().peeked(thread, mutex);
        if thread.cold.library.holds(mutex) {
            let message = format!("{} is initialised, and the thread holds it", self.code.name_in(thread, mutex));
            return fail_at(ViolationKind::InvalidLock, message, mutex);
        }
        match api {
            Api::Pthread if argument == 0 => self.write_mutex(thread, to, mutex, 0),
            Api::Pthread => {
                let step = Step::Mutex(MutexStep::Initialise { mutex });
                self.read_plain(thread, to, argument, Width::W32, step)
            }
            Api::C11 => self.write_mutex(thread, to, mutex, argument & RECURSIVE),
            Api::Spin => {
                thread.set(to, Val::Word(0));
                self.write(thread, mutex, Width::W32, 0, WriteOrdering::Plain)
            }
        }
    }

    fn write_mutex(&self, thread: &mut Thread, to: ValueId, mutex: u64, kind: u64) -> Flow {
        if kind > ADAPTIVE {
            return unsupported(format!("a mutex of type {kind}"));
        }
        thread.set(to, Val::Word(0));
        self.write(thread, mutex, Width::W32, 0, WriteOrdering::Plain)?;
        self.write(thread, mutex.wrapping_add(KIND), Width::W32, kind, WriteOrdering::Plain)
    }

    fn destroy_mutex(&self, thread: &mut Thread, call: &Call, to: ValueId) -> Flow {
        let [mutex] = self.words(thread, call)?;
        self.log.search().peeked(thread, mutex);
        self.read_plain(thread, to, mutex, Width::W32, Step::Mutex(MutexStep::Destroy { mutex }))
    }

    fn take_mutex(&self, thread: &mut Thread, call: &Call, to: ValueId, api: Api, time: WaitTime) -> Flow {
        let [mutex] = self.words(thread, call)?;
        let taking = Taking { mutex, time, api, success: 0 };
        if time != WaitTime::Endless {
            self.log.search().peeked(thread, mutex);
        }
        if api != Api::Spin && thread.cold.library.held.contains(&mutex) {
            return self.read_plain(
                thread,
                to,
                mutex.wrapping_add(KIND),
                Width::W32,
                Step::Mutex(MutexStep::TakeAgain(taking)),
            );
        }
        self.try_mutex(thread, to, taking)
    }

    /// Takes a mutex that the thread does not have, or does not want to have twice.
    pub(super) fn try_mutex(&self, thread: &mut Thread, to: ValueId, taking: Taking) -> Flow {
        let at = self.object(thread, taking.mutex, Width::W32)?;
        self.exchange(thread, to, at, (0, 1), Step::Mutex(MutexStep::Take(taking)));
        Ok(())
    }

    fn taken(&self, thread: &mut Thread, to: ValueId, taking: Taking, old: u64) -> Flow {
        match old {
            0 => {
                thread.enters(taking.mutex);
                thread.cold.library.held.push(taking.mutex);
                self.answer(thread, to, taking.success)
            }
            DESTROYED => fail_at(ViolationKind::InvalidLock, "a mutex is used that has been destroyed", taking.mutex),
            _ => self.unavailable(thread, to, taking.time, taking.api),
        }
    }

    /// Unlocks a mutex.
    pub(super) fn give_back(&self, thread: &mut Thread, to: ValueId, mutex: u64, api: Api) -> Flow {
        let Some(held) = thread.cold.library.held.iter().rposition(|&held| held == mutex) else {
            if api == Api::Spin {
                return not_held(mutex);
            }
            return self.read_plain(
                thread,
                to,
                mutex.wrapping_add(KIND),
                Width::W32,
                Step::Mutex(MutexStep::GiveBack { mutex, api }),
            );
        };
        thread.cold.library.held.remove(held);
        let visible_steps = thread.visible_steps();
        thread.takes_visible_step();
        thread.set(to, Val::Word(0));
        if thread.cold.library.held.contains(&mutex) {
            return Ok(());
        }
        self.write(thread, mutex, Width::W32, 0, WriteOrdering::Release)?;
        thread.leaves(mutex, visible_steps);
        Ok(())
    }
}

fn not_held<T>(mutex: u64) -> Flow<T> {
    fail_at(ViolationKind::InvalidUnlock, "a mutex is unlocked that the thread does not hold", mutex)
}
