//! Barriers.
//!
//! A barrier is a count of arrivals, eight bytes, and behind it the number of threads that meet, four bytes.
//! An arrival adds one to the count; the thread goes on when it reads a count of a later round. Rounds are
//! told apart by division, so that a fast thread that arrives again takes nothing from a slow one. A barrier
//! that has been destroyed keeps its count, with [`DESTROYED`] in it, and one that is initialised again goes
//! on from there: so threads that have been let go, and have not left yet, still see that they may.
//! Destroying a barrier is an update, so that it is known whether a round is open: if none is, no thread is
//! blocked at it, which is all that POSIX asks for (decision 0031).
//!
//! The search need not tell the arrivals of a round apart (`explore::reduce::barrier`), if it makes no
//! difference to the thread which of them was its own. One of the threads that meet is told by the result of
//! `pthread_barrier_wait` that it is special; whether a thread cares is found out by going on with either
//! result, up to its next action, and comparing.
//!
//! `std::barrier` and `std::latch` are the same memory: `headers/barrier` and `headers/latch` say what their
//! functions do with it.

use selvedge_core::{Action, ReadOrdering, RmwOp, RmwOrdering, Value, ViolationKind, Width, WriteOrdering};
use selvedge_ir::{Call, ValueId};

use super::Step;
use crate::Machine;
use crate::exec::flow::{Flow, fail, unsupported};
use crate::exec::value::Val;
use crate::memory::address::block_of;
use crate::memory::locate::Place;
use crate::state::awaiting::Awaiting;
use crate::state::thread::Thread;

/// Part of the count of a barrier that has been destroyed.
const DESTROYED: u64 = 1 << 63;
/// Where in a barrier the number of threads is.
const THREADS: u64 = 8;
/// What one of the threads that meet is told: `PTHREAD_BARRIER_SERIAL_THREAD`, −1.
const SERIAL: u64 = 0xffff_ffff;

/// What remains of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) enum BarrierStep {
    /// To initialise: the answer is the number of threads so far.
    Fresh { barrier: u64, threads: u64 },
    /// To initialise what has been a barrier already: the answer is the count.
    Again { barrier: u64, threads: u64 },
    /// To destroy: the answer is the number of threads.
    Known { barrier: u64 },
    /// To destroy: the answer is the count before.
    Destroy { threads: u64 },
    /// To wait: the answer is the number of threads.
    Arrive { barrier: u64 },
    /// To wait: the answer is the count before this thread.
    Arrived { barrier: u64, threads: u64 },
    /// To wait: the answer is the count, now.
    Leave { before: u64, threads: u64 },
    /// To wait for a count without having arrived: the answer is the count, now.
    Count { least: u64 },
}

/// Instructions that a thread may take to show that it does not care which of the arrivals was its own.
const MOST_STEPS: usize = 100;

impl Machine {
    pub(super) fn barrier_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        Some(match name {
            "pthread_barrier_init" => self.initialise_barrier(thread, call, to),
            "pthread_barrier_destroy" => self
                .words(thread, call)
                .and_then(|[barrier]| self.read_threads(thread, to, barrier, BarrierStep::Known { barrier })),
            "pthread_barrier_wait" => self
                .words(thread, call)
                .and_then(|[barrier]| self.read_threads(thread, to, barrier, BarrierStep::Arrive { barrier })),
            // std::latch and std::barrier, as our headers have them.
            "__selvedge_wait_for_count" => self.words(thread, call).and_then(|[count, least]| {
                let step = Step::Barrier(BarrierStep::Count { least });
                self.read_atomic(thread, to, count, Width::W64, ReadOrdering::Acquire, step)
            }),
            "__selvedge_latch_below_zero" => misuse("a latch is counted down below zero"),
            "__selvedge_arrive_and_drop" => unsupported(
                "std::barrier::arrive_and_drop; with `-- -DSELVEDGE_COMPILER_BARRIER` the compiler's own std::barrier is run",
            ),
            "pthread_barrierattr_init" | "pthread_barrierattr_destroy" | "pthread_barrierattr_setpshared" => {
                self.answer(thread, to, 0)
            }
            _ => return None,
        })
    }

    pub(super) fn barrier_step(&self, thread: &mut Thread, to: ValueId, step: BarrierStep, answer: u64) -> Flow {
        match step {
            BarrierStep::Fresh { barrier, threads } if answer == 0 => {
                self.write_barrier(thread, to, barrier, threads, None)
            }
            BarrierStep::Fresh { barrier, threads } => {
                let step = Step::Barrier(BarrierStep::Again { barrier, threads });
                self.read_atomic(thread, to, barrier, Width::W64, ReadOrdering::Relaxed, step)
            }
            BarrierStep::Again { barrier, threads } if answer & DESTROYED != 0 => {
                self.write_barrier(thread, to, barrier, threads, Some(answer & !DESTROYED))
            }
            BarrierStep::Again { .. } => misuse("a barrier is initialised that is one already"),
            BarrierStep::Known { .. } | BarrierStep::Arrive { .. } if answer == 0 => {
                misuse("a barrier is used that was never initialised")
            }
            BarrierStep::Known { barrier } => {
                let at = self.object(thread, barrier, Width::W64)?;
                let (ordering, op, operand) = (RmwOrdering::AcqRel, RmwOp::Or, Value(DESTROYED));
                thread.takes_visible_step();
                thread.act(Action::Rmw { at, ordering, op, operand });
                let step = Step::Barrier(BarrierStep::Destroy { threads: answer });
                thread.awaits(Awaiting::Library { to, step });
                Ok(())
            }
            BarrierStep::Destroy { .. } if answer & DESTROYED != 0 => misuse("a barrier is destroyed twice"),
            BarrierStep::Destroy { threads } if !answer.is_multiple_of(threads) => {
                misuse("a barrier is destroyed while a thread waits at it")
            }
            BarrierStep::Destroy { .. } => self.answer(thread, to, 0),
            BarrierStep::Arrive { barrier } => {
                let at = self.object(thread, barrier, Width::W64)?;
                if self.cares_about_result(thread, to) {
                    self.log.facts().first_come(self.code.place_of(thread));
                    self.add(thread, at, 1, RmwOrdering::AcqRel);
                } else {
                    thread.takes_visible_step();
                    thread.act(Action::Arrive { at, threads: Value(answer) });
                }
                let step = Step::Barrier(BarrierStep::Arrived { barrier, threads: answer });
                thread.awaits(Awaiting::Library { to, step });
                Ok(())
            }
            BarrierStep::Arrived { .. } if answer & DESTROYED != 0 => {
                misuse("a barrier is used that has been destroyed")
            }
            BarrierStep::Arrived { barrier, threads } => {
                let at = self.object(thread, barrier, Width::W64)?;
                let count = Value(answer - answer % threads + threads);
                thread.act(match self.cares_about_result(thread, to) {
                    true => Action::Read { at, ordering: ReadOrdering::Acquire },
                    false => Action::Leave { at, count },
                });
                let step = Step::Barrier(BarrierStep::Leave { before: answer, threads });
                thread.awaits(Awaiting::Library { to, step });
                Ok(())
            }
            BarrierStep::Leave { before, threads } if before / threads < (answer & !DESTROYED) / threads => {
                self.answer(thread, to, if before.is_multiple_of(threads) { SERIAL } else { 0 })
            }
            BarrierStep::Leave { .. } if answer & DESTROYED != 0 => {
                misuse("a barrier is destroyed while a thread waits at it")
            }
            BarrierStep::Leave { .. } => self.wait(),
            BarrierStep::Count { least } if answer >= least => Ok(()),
            BarrierStep::Count { .. } => self.wait(),
        }
    }

    /// Whether it makes a difference to the thread what the call that it is in, which waits at a barrier,
    /// returns.
    fn cares_about_result(&self, thread: &Thread, to: ValueId) -> bool {
        let [mut special, mut ordinary] = [SERIAL, 0].map(|result| {
            let mut copy = thread.snapshot();
            copy.set(to, Val::Word(result));
            copy
        });
        let mut way = vec![special.clone()];
        while way.len() < MOST_STEPS && self.goes_on(&mut special) {
            way.push(special.clone());
        }
        for _ in 0..MOST_STEPS {
            if way.iter().any(|special| self.same(special, &ordinary).is_ok()) {
                return false;
            }
            if !self.goes_on(&mut ordinary) {
                break;
            }
        }
        true
    }

    /// Lets a copy of a thread take one instruction. False if others could notice, or it goes wrong.
    fn goes_on(&self, copy: &mut Thread) -> bool {
        !copy.calls().is_empty() && self.step(copy).is_ok() && copy.queue().is_empty()
    }

    fn initialise_barrier(&self, thread: &mut Thread, call: &Call, to: ValueId) -> Flow {
        let [barrier, _, threads] = self.words(thread, call)?;
        if Width::W32.truncate(threads) == 0 {
            return misuse("a barrier is initialised for no threads");
        }
        // Memory that was never written may not be looked at. Whether it was is known of globals and of
        // private memory.
        let fresh = match self.code.locate(thread, barrier, THREADS + 4)? {
            Place::Private(base, offset) => {
                let block = thread.memory.get(base).expect("invariant: just located");
                block.read(offset, THREADS + 4).is_none()
            }
            Place::Shared => block_of(barrier).is_some(),
            Place::Constant => false,
        };
        if fresh {
            return self.write_barrier(thread, to, barrier, threads, None);
        }
        self.read_threads(thread, to, barrier, BarrierStep::Fresh { barrier, threads })
    }

    /// A barrier begins with no arrivals, or where one ended that was there before: at the end of a round.
    fn write_barrier(&self, thread: &mut Thread, to: ValueId, barrier: u64, threads: u64, count: Option<u64>) -> Flow {
        thread.set(to, Val::Word(0));
        self.write(thread, barrier + THREADS, Width::W32, threads, WriteOrdering::Plain)?;
        let (count, ordering) = match count {
            None => (0, WriteOrdering::Plain),
            Some(count) => (count.next_multiple_of(Width::W32.truncate(threads)), WriteOrdering::Relaxed),
        };
        self.write(thread, barrier, Width::W64, count, ordering)
    }

    fn read_threads(&self, thread: &mut Thread, to: ValueId, barrier: u64, step: BarrierStep) -> Flow {
        self.read_plain(thread, to, barrier.wrapping_add(THREADS), Width::W32, Step::Barrier(step))
    }
}

fn misuse<T>(message: &str) -> Flow<T> {
    fail(ViolationKind::InvalidBarrier, message)
}
