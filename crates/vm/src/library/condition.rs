//! Condition variables.
//!
//! The first eight bytes are the set of the threads that wait, one bit each, and in the upper bits a version
//! that every thread that comes and every signal raises. A waiting thread enters the set while it has the
//! mutex, gives the mutex back, and waits until it is no longer in the set; then it takes the mutex again.
//!
//! A signal wakes exactly one of the threads that wait, each of which is tried ([`Action::Choose`]); a
//! broadcast wakes all. POSIX lets a signal wake more than one, and lets threads wake up without any. Both
//! look the same to a thread, and happen only with `--spurious-wakeups`: then each thread may leave the set
//! by itself, once in its life. A wait that is limited in time ends when the thread leaves the set by itself.
//!
//! Either looks at the set first, and writes nothing if nobody waits: so those that find nobody are not
//! ordered. Otherwise it replaces the set by one without the threads that it wakes if it is still what it
//! was. If not, the run is given up: in another one the look sees the later set. The version makes sure of
//! that.

use selvedge_core::{Access, Action, Address, ReadOrdering, RmwOrdering, Value, ViolationKind, Width, WriteOrdering};
use selvedge_ir::{Call, ValueId};

use super::Step;
use super::mutex::{Api, Taking};
use super::timed_wait::WaitTime;
use crate::Machine;
use crate::exec::flow::{Flow, fail, unsupported};
use crate::exec::value::Val;
use crate::machine::Code;
use crate::state::awaiting::Awaiting;
use crate::state::thread::Thread;

/// The bits for threads; those above are the version.
pub(super) const THREADS: u32 = 48;
/// Raises the version.
pub(super) const VERSION: u64 = 1 << THREADS;
/// The part of a word that is the set.
pub(super) const SET: u64 = VERSION - 1;

/// A thread that waits, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct ConditionWait {
    condition: u64,
    mutex: u64,
    api: Api,
    time: WaitTime,
}

/// How many threads are woken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Wakes {
    One,
    All,
}

/// What remains of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) enum ConditionStep {
    /// The thread is in the set.
    Entered(ConditionWait),
    /// The mutex has been given back.
    Sleep(ConditionWait),
    /// The answer is whether the thread wakes up by itself.
    Whim(ConditionWait),
    /// The answer is the word.
    Wake { waiting: ConditionWait, spurious: bool },
    /// The answer is the word, from which the thread is now removed if it is still the expected one.
    Left { waiting: ConditionWait, expected: u64, spurious: bool },
    /// To wake one or all: the answer is the word.
    Look { condition: u64, wakes: Wakes },
    /// To signal: the answer is which of the waiting threads to wake.
    Chosen { condition: u64, word: u64 },
    /// To signal: the answer is the word, from which a thread is now removed if it is still the expected one.
    Signalled { expected: u64 },
    /// To destroy: the answer is the word.
    Destroy,
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
            "destroy" => self.words(thread, call).and_then(|[condition]| {
                let step = Step::Condition(ConditionStep::Destroy);
                self.read_atomic(thread, to, condition, Width::W64, ReadOrdering::Relaxed, step)
            }),
            "signal" => self.words(thread, call).and_then(|[condition]| self.signal(thread, to, condition)),
            "broadcast" => self.words(thread, call).and_then(|[condition]| self.broadcast(thread, to, condition)),
            "wait" => self
                .words(thread, call)
                .and_then(|[condition, mutex]| self.wait_for_condition(thread, to, condition, mutex, api)),
            "timedwait" | "clockwait" => self.words(thread, call).and_then(|[condition, mutex]| {
                let time = WaitTime::Limited;
                self.enter_condition(thread, to, ConditionWait { condition, mutex, api, time })
            }),
            _ => return None,
        })
    }

    pub(super) fn initialise_condition(&self, thread: &mut Thread, to: ValueId, condition: u64) -> Flow {
        thread.set(to, Val::Word(0));
        self.write(thread, condition, Width::W64, 0, WriteOrdering::Plain)
    }

    /// Wakes one thread.
    pub(super) fn signal(&self, thread: &mut Thread, to: ValueId, condition: u64) -> Flow {
        self.look(thread, to, condition, Wakes::One)
    }

    /// Wakes all threads.
    pub(super) fn broadcast(&self, thread: &mut Thread, to: ValueId, condition: u64) -> Flow {
        self.look(thread, to, condition, Wakes::All)
    }

    fn look(&self, thread: &mut Thread, to: ValueId, condition: u64, wakes: Wakes) -> Flow {
        let step = Step::Condition(ConditionStep::Look { condition, wakes });
        self.read_atomic(thread, to, condition, Width::W64, ReadOrdering::Relaxed, step)
    }

    /// Waits to be woken.
    pub(super) fn wait_for_condition(
        &self,
        thread: &mut Thread,
        to: ValueId,
        condition: u64,
        mutex: u64,
        api: Api,
    ) -> Flow {
        let time = WaitTime::Endless;
        self.enter_condition(thread, to, ConditionWait { condition, mutex, api, time })
    }

    fn enter_condition(&self, thread: &mut Thread, to: ValueId, waiting: ConditionWait) -> Flow {
        match thread.cold.library.held.iter().filter(|&&held| held == waiting.mutex).count() {
            0 => {
                let message = "a thread waits for a condition with a mutex that it does not hold";
                return fail(ViolationKind::InvalidUnlock, message);
            }
            1 => {}
            _ => return unsupported("waiting for a condition with a mutex that is locked several times"),
        }
        if thread.id().0 >= THREADS {
            return unsupported(format!("more than {THREADS} threads, one of which waits for a condition"));
        }
        if !self.code.settings().spurious_wakeups {
            self.log.facts().waits();
        }
        let at = self.object(thread, waiting.condition, Width::W64)?;
        self.add(thread, at, VERSION | bit(thread), RmwOrdering::Relaxed);
        thread.awaits(Awaiting::Library { to, step: Step::Condition(ConditionStep::Entered(waiting)) });
        Ok(())
    }

    pub(super) fn condition_step(&self, thread: &mut Thread, to: ValueId, step: ConditionStep, answer: u64) -> Flow {
        let then = |step| Step::Condition(step);
        match step {
            ConditionStep::Entered(waiting) => {
                self.give_back(thread, to, waiting.mutex, waiting.api)?;
                thread.awaits(Awaiting::Library { to, step: then(ConditionStep::Sleep(waiting)) });
                Ok(())
            }
            ConditionStep::Sleep(waiting) if self.code.may_wake_by_itself(thread, waiting.time) => {
                thread.act(Action::Choose(2));
                thread.awaits(Awaiting::Library { to, step: then(ConditionStep::Whim(waiting)) });
                Ok(())
            }
            ConditionStep::Sleep(waiting) => self.sleep(thread, to, waiting, false),
            ConditionStep::Whim(waiting) => {
                let spurious = answer != 0;
                if spurious {
                    thread.cold.library.spurious_wakeups += 1;
                    self.log.facts().spurious_wakeup();
                }
                self.sleep(thread, to, waiting, spurious)
            }
            ConditionStep::Wake { spurious: true, .. } if answer & bit(thread) == 0 => self.give_up(),
            ConditionStep::Wake { waiting, .. } if answer & bit(thread) == 0 => self.wake(thread, to, waiting, 0),
            ConditionStep::Wake { waiting, spurious } if spurious || waiting.time == WaitTime::Limited => {
                let at = Access { address: Address(waiting.condition), width: Width::W64 };
                let step = then(ConditionStep::Left { waiting, expected: answer, spurious });
                let without = answer.wrapping_add(VERSION) & !bit(thread);
                self.exchange(thread, to, at, (answer, without), step);
                Ok(())
            }
            ConditionStep::Wake { .. } => self.wait(),
            ConditionStep::Left { expected, .. } | ConditionStep::Signalled { expected } if answer != expected => {
                self.give_up()
            }
            ConditionStep::Left { waiting, spurious, .. } => {
                let error = if spurious { None } else { waiting.time.error(waiting.api) };
                thread.cold.library.hours += u64::from(error.is_some());
                self.wake(thread, to, waiting, error.unwrap_or(0))
            }
            ConditionStep::Look { .. } if answer & SET == 0 => self.answer(thread, to, 0),
            ConditionStep::Look { condition, wakes: Wakes::All } => {
                self.wake_these(thread, to, condition, answer, answer & SET)
            }
            ConditionStep::Look { condition, .. } if (answer & SET).is_power_of_two() => {
                self.wake_one(thread, to, condition, answer, 0)
            }
            ConditionStep::Look { condition, .. } => {
                thread.act(Action::Choose((answer & SET).count_ones()));
                let step = then(ConditionStep::Chosen { condition, word: answer });
                thread.awaits(Awaiting::Library { to, step });
                Ok(())
            }
            ConditionStep::Chosen { condition, word } => self.wake_one(thread, to, condition, word, answer),
            ConditionStep::Signalled { .. } => {
                thread.takes_visible_step();
                self.answer(thread, to, 0)
            }
            ConditionStep::Destroy if answer & SET != 0 => {
                fail(ViolationKind::InvalidLock, "a condition variable is destroyed while a thread waits for it")
            }
            ConditionStep::Destroy => self.answer(thread, to, 0),
        }
    }

    fn sleep(&self, thread: &mut Thread, to: ValueId, waiting: ConditionWait, spurious: bool) -> Flow {
        let step = Step::Condition(ConditionStep::Wake { waiting, spurious });
        self.read_atomic(thread, to, waiting.condition, Width::W64, ReadOrdering::Acquire, step)
    }

    fn wake(&self, thread: &mut Thread, to: ValueId, waiting: ConditionWait, error: u64) -> Flow {
        let ConditionWait { mutex, api, .. } = waiting;
        self.try_mutex(thread, to, Taking { mutex, time: WaitTime::Endless, api, success: error })
    }

    /// Takes the `number`-th thread of the set in `word` out of it.
    fn wake_one(&self, thread: &mut Thread, to: ValueId, condition: u64, word: u64, number: u64) -> Flow {
        let mut others = word & SET;
        for _ in 0..number {
            others &= others.wrapping_sub(1);
        }
        self.wake_these(thread, to, condition, word, others & others.wrapping_neg())
    }

    /// Takes these threads out of the set in `word`.
    fn wake_these(&self, thread: &mut Thread, to: ValueId, condition: u64, word: u64, chosen: u64) -> Flow {
        thread.act(Action::CompareExchange {
            at: Access { address: Address(condition), width: Width::W64 },
            expected: Value(word),
            desired: Value(word.wrapping_add(VERSION) & !chosen),
            success: RmwOrdering::Release,
            failure: ReadOrdering::Relaxed,
        });
        let step = Step::Condition(ConditionStep::Signalled { expected: word });
        thread.awaits(Awaiting::Library { to, step });
        Ok(())
    }
}

impl Code {
    /// Whether the thread may wake up although it is not woken. A limited wait may always, under another
    /// name.
    fn may_wake_by_itself(&self, thread: &Thread, time: WaitTime) -> bool {
        self.settings().spurious_wakeups && time == WaitTime::Endless && thread.cold.library.spurious_wakeups == 0
    }
}

/// The bit of a thread in a set.
fn bit(thread: &Thread) -> u64 {
    1 << thread.id().0
}
