//! `syscall`, as far as it is about futexes: waiting for a word of memory to change, and waking those that
//! wait.
//!
//! Beside each word there is another, which the program does not see: the set of the threads that wait, with
//! a version in the upper bits, exactly as a condition variable has it (`condition.rs`). A thread that waits
//! looks at the word, which must have the expected value, and enters the set; a thread that wakes others
//! takes as many threads out of it as the program says, and each choice is tried.
//!
//! The kernel looks at the word and enters the set in one step. Here these are two, and so the thread looks
//! again: if the word has changed, or a wake-up came first (which synchronises with entering), the run is
//! given up, because in another one the first look sees the change. Where the change came because this thread
//! was woken, the other run is the one in which the second look does not see it yet.

use selvedge_core::{Access, Action, Address, ReadOrdering, RmwOrdering, Value, Width};
use selvedge_ir::{Call, ValueId};

use super::Step;
use super::condition::{SET, THREADS, VERSION};
use crate::Machine;
use crate::exec::flow::{Flow, unsupported};
use crate::memory::address::waiters_of;
use crate::state::awaiting::Awaiting;
use crate::state::thread::Thread;

const EAGAIN: u64 = 11;
const FAILED: u64 = u64::MAX;
/// The number of the system call, on x86-64 and on most others.
const FUTEX: [u64; 2] = [202, 98];
/// Operations, without the flags for processes and clocks.
const WAIT: u64 = 0;
const WAKE: u64 = 1;
const FLAGS: u64 = 128 | 256;

/// What remains of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) enum FutexStep {
    /// The answer is the word.
    Look { word: u64, expected: u64 },
    /// The thread is in the set.
    Entered { word: u64, expected: u64 },
    /// The answer is the word, again.
    LookAgain { word: u64, expected: u64 },
    /// The answer is the set.
    Sleep,
    /// To wake so many: the answer is the set.
    Wake { word: u64, most: u32 },
    /// To wake: the answer is which of the choices is taken.
    Chosen { word: u64, most: u32, set: u64 },
    /// To wake: the answer is the set, from which threads are now removed if it is still the expected one.
    Woken { expected: u64, count: u32 },
}

impl Machine {
    pub(super) fn futex_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        (name == "syscall").then(|| {
            let [number] = self.words(thread, call)?;
            if number != FUTEX[usize::from(!self.code.module().triple.starts_with("x86_64"))] {
                return unsupported(format!("the system call {number}"));
            }
            let [_, word, operation, value] = self.words(thread, call)?;
            if waiters_of(word).is_none() {
                return unsupported("a futex in a gigantic block");
            }
            match operation & !FLAGS {
                WAIT => {
                    let step = Step::Futex(FutexStep::Look { word, expected: Width::W32.truncate(value) });
                    self.read_atomic(thread, to, word, Width::W32, ReadOrdering::Acquire, step)
                }
                WAKE => {
                    self.object(thread, word, Width::W32)?;
                    let most = Width::W32.truncate(value) as u32;
                    self.ask(thread, to, word, ReadOrdering::Relaxed, FutexStep::Wake { word, most });
                    Ok(())
                }
                other => unsupported(format!("the operation {other} on a futex")),
            }
        })
    }

    pub(super) fn futex_step(&self, thread: &mut Thread, to: ValueId, step: FutexStep, answer: u64) -> Flow {
        match step {
            FutexStep::Look { word, expected } if answer == expected => {
                if thread.id().0 >= THREADS {
                    return unsupported(format!("more than {THREADS} threads, one of which waits for a futex"));
                }
                self.add(thread, set_of(word), VERSION | 1 << thread.id().0, RmwOrdering::Acquire);
                let step = Step::Futex(FutexStep::Entered { word, expected });
                thread.awaits(Awaiting::Library { to, step });
                Ok(())
            }
            FutexStep::Look { .. } => {
                self.set_errno(thread, EAGAIN)?;
                self.answer(thread, to, FAILED)
            }
            FutexStep::Entered { word, expected } => {
                let step = Step::Futex(FutexStep::LookAgain { word, expected });
                self.read_atomic(thread, to, word, Width::W32, ReadOrdering::Acquire, step)
            }
            FutexStep::LookAgain { expected, .. } if answer != expected => self.give_up(),
            FutexStep::LookAgain { word, .. } => {
                self.ask(thread, to, word, ReadOrdering::Acquire, FutexStep::Sleep);
                Ok(())
            }
            FutexStep::Sleep if answer >> thread.id().0 & 1 == 1 => self.wait(),
            FutexStep::Sleep => self.answer(thread, to, 0),
            FutexStep::Wake { word, most } => {
                let waiting = (answer & SET).count_ones();
                match choices(waiting, most) {
                    Some(1) => self.wake_some(thread, to, (word, most), answer, 0),
                    Some(ways) => {
                        thread.act(Action::Choose(ways));
                        let step = Step::Futex(FutexStep::Chosen { word, most, set: answer });
                        thread.awaits(Awaiting::Library { to, step });
                        Ok(())
                    }
                    None => unsupported(format!("waking {most} of {waiting} threads that wait for a futex")),
                }
            }
            FutexStep::Chosen { word, most, set } => self.wake_some(thread, to, (word, most), set, answer),
            FutexStep::Woken { expected, .. } if answer != expected => self.give_up(),
            FutexStep::Woken { count, .. } => {
                thread.takes_visible_step();
                self.answer(thread, to, count.into())
            }
        }
    }

    /// Takes the `choice`-th of the ways to wake at most so many threads. Also where no thread waits, the set
    /// is written: a thread that enters it later has then synchronised.
    fn wake_some(&self, thread: &mut Thread, to: ValueId, (word, most): (u64, u32), set: u64, choice: u64) -> Flow {
        let waiting = set & SET;
        let count = waiting.count_ones().min(most);
        let woken = subset(waiting, count, choice);
        thread.act(Action::CompareExchange {
            at: set_of(word),
            expected: Value(set),
            desired: Value(set.wrapping_add(VERSION) & !woken),
            success: RmwOrdering::Release,
            failure: ReadOrdering::Relaxed,
        });
        let step = Step::Futex(FutexStep::Woken { expected: set, count });
        thread.awaits(Awaiting::Library { to, step });
        Ok(())
    }

    /// Reads the set of threads that wait for a word.
    fn ask(&self, thread: &mut Thread, to: ValueId, word: u64, ordering: ReadOrdering, step: FutexStep) {
        thread.act(Action::Read { at: set_of(word), ordering });
        thread.awaits(Awaiting::Library { to, step: Step::Futex(step) });
    }
}

/// Where the set of threads is that wait for a word. Words that have none have been refused.
fn set_of(word: u64) -> Access {
    Access { address: Address(waiters_of(word).unwrap_or(word)), width: Width::W64 }
}

/// In how many ways at most `most` of so many threads can be woken; nothing if in very many.
fn choices(waiting: u32, most: u32) -> Option<u32> {
    let taken = most.min(waiting);
    let ways = (0..taken).try_fold(1u64, |ways, n| Some(ways.checked_mul((waiting - n).into())? / u64::from(n + 1)))?;
    u32::try_from(ways).ok().filter(|ways| *ways <= 1000)
}

/// The `number`-th subset of the set with so many elements.
fn subset(set: u64, count: u32, number: u64) -> u64 {
    let mut number = number;
    let (mut left, mut taken) = (set, 0);
    let mut wanted = count;
    while wanted > 0 && left != 0 {
        let first = left & left.wrapping_neg();
        left &= !first;
        // Those that have the first element come first.
        let with = u64::from(choices(left.count_ones(), wanted - 1).unwrap_or(u32::MAX));
        if number < with {
            taken |= first;
            wanted -= 1;
        } else {
            number -= with;
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_all_different_and_have_the_right_size() {
        for (set, most) in [(0b1011u64, 2), (0b1, 1), (0b0, 3), (0b11111, 3), (0b110, 5)] {
            let size = set.count_ones().min(most);
            let ways = choices(set.count_ones(), most).expect("a small number");
            let all: std::collections::BTreeSet<u64> = (0..ways).map(|n| subset(set, size, n.into())).collect();
            assert_eq!(all.len(), ways as usize);
            assert!(all.iter().all(|subset| subset.count_ones() == size && subset & !set == 0));
        }
    }
}
