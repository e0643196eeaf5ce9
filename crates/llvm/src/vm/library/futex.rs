//! `syscall`, as far as it is about futexes: waiting for a word of memory to change, and waking those that wait.
//!
//! Beside each word there is a count of wake-ups, which the program does not see. A thread that waits reads the count, then the
//! word, which must have the expected value, and then waits for another count. Whoever wakes raises the count. So a wake-up
//! that comes after the count was read is not lost, and one that came before has synchronised: the word is then no longer
//! the expected one. Every thread that waits is woken, also where the program wants to wake only some: to them it is a
//! spurious wake-up, which is always possible.

use selvedge_core::{Access, Action, Address, ReadOrdering, RmwOrdering, Width};

use super::super::Machine;
use super::super::address::WAKES;
use super::super::run::{Flow, unsupported};
use super::super::thread::{Awaiting, Thread};
use super::Step;
use crate::ir::{Call, ValueId};

const EAGAIN: u64 = 11;
const FAILED: u64 = u64::MAX;
/// The number of the system call, on x86-64 and on most others.
const FUTEX: [u64; 2] = [202, 98];
/// Operations, without the flags for processes and clocks.
const WAIT: u64 = 0;
const WAKE: u64 = 1;
const FLAGS: u64 = 128 | 256;

/// What remains of a call.
#[derive(Clone, PartialEq, Debug)]
pub(in super::super) enum FutexStep {
    /// The answer is the count of wake-ups.
    Count { word: u64, expected: u64 },
    /// The answer is the word.
    Look { word: u64, expected: u64, count: u64 },
    /// The answer is the count, now.
    Sleep { count: u64 },
}

impl Machine {
    pub(super) fn futex_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        (name == "syscall").then(|| {
            let [number] = self.words(thread, call)?;
            if number != FUTEX[usize::from(!self.module.triple.starts_with("x86_64"))] {
                return unsupported(format!("the system call {number}"));
            }
            let [_, word, operation, value] = self.words(thread, call)?;
            match operation & !FLAGS {
                WAIT => {
                    let expected = Width::W32.truncate(value);
                    self.read_wakes(thread, to, word, FutexStep::Count { word, expected })
                }
                WAKE => {
                    self.object(thread, word, Width::W32)?;
                    self.add(thread, wakes_of(word), 1, RmwOrdering::Release);
                    self.answer(thread, to, 1)
                }
                other => unsupported(format!("the operation {other} on a futex")),
            }
        })
    }

    pub(super) fn futex_step(&self, thread: &mut Thread, to: ValueId, step: FutexStep, answer: u64) -> Flow {
        match step {
            FutexStep::Count { word, expected } => {
                let step = Step::Futex(FutexStep::Look { word, expected, count: answer });
                self.read_atomic(thread, to, word, Width::W32, ReadOrdering::Acquire, step)
            }
            FutexStep::Look { word, expected, count } if answer == expected => {
                self.read_wakes(thread, to, word, FutexStep::Sleep { count })
            }
            FutexStep::Look { .. } => {
                self.set_errno(thread, EAGAIN)?;
                self.answer(thread, to, FAILED)
            }
            FutexStep::Sleep { count } if answer == count => self.wait(),
            FutexStep::Sleep { .. } => self.answer(thread, to, 0),
        }
    }

    fn read_wakes(&self, thread: &mut Thread, to: ValueId, word: u64, step: FutexStep) -> Flow {
        self.object(thread, word, Width::W32)?;
        thread.queue.push_back(Action::Read { at: wakes_of(word), ordering: ReadOrdering::Acquire });
        thread.awaiting = Awaiting::Library { to, step: Step::Futex(step) };
        Ok(())
    }
}

fn wakes_of(word: u64) -> Access {
    Access { address: Address(word | WAKES), width: Width::W32 }
}
