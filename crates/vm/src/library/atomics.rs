//! Atomic operations as functions: what compilers call for objects whose alignment they do not know.
//!
//! `__atomic_load(size, from, to, order)`, `__atomic_store(size, to, from, order)`, `__atomic_exchange(size,
//! at, from, to, order)` and `__atomic_compare_exchange(size, at, expected, desired, success, failure)`, for
//! objects of 1, 2, 4, 8 and 16 bytes.

use selvedge_core::{Access, Action, Address, ReadOrdering, RmwOp, RmwOrdering, Value, Width, WriteOrdering};
use selvedge_ir::{Call, ValueId};

use super::Step;
use crate::Machine;
use crate::exec::flow::{Flow, unsupported};
use crate::exec::value::Val;
use crate::exec::wide::words_of;
use crate::state::awaiting::Awaiting;
use crate::state::thread::Thread;

/// What remains of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) enum AtomicStep {
    /// The answer was read atomically, and is to be stored here.
    Loaded { place: u64, width: Width },
    /// The answer is to be stored atomically.
    Store { at: u64, width: Width, ordering: WriteOrdering },
    /// The answer is to be exchanged for what is there.
    Exchange { at: u64, width: Width, place: u64, ordering: RmwOrdering },
    /// The answer is the expected value.
    Expected { comparing: Comparing },
    /// The answer is the desired value.
    Desired { comparing: Comparing, expected: u64 },
    /// The answer is the old value.
    Compared { comparing: Comparing, expected: u64, new: u64 },
}

/// A compare-exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Comparing {
    at: u64,
    width: Width,
    expected: u64,
    desired: u64,
    success: RmwOrdering,
    failure: ReadOrdering,
}

impl Machine {
    pub(super) fn atomic_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        Some(match name.strip_prefix("__atomic_")? {
            "load" => self.words(thread, call).and_then(|[size, from, place, order]| {
                let width = width_of(size)?;
                let step = Step::Atomic(AtomicStep::Loaded { place, width });
                self.read_atomic(thread, to, from, width, read_ordering(order), step)
            }),
            "store" => self.words(thread, call).and_then(|[size, at, from, order]| {
                let (width, ordering) = (width_of(size)?, write_ordering(order));
                let step = Step::Atomic(AtomicStep::Store { at, width, ordering });
                self.read_plain(thread, to, from, width, step)
            }),
            "exchange" => self.words(thread, call).and_then(|[size, at, from, place, order]| {
                let (width, ordering) = (width_of(size)?, update_ordering(order));
                let step = Step::Atomic(AtomicStep::Exchange { at, width, place, ordering });
                self.read_plain(thread, to, from, width, step)
            }),
            "compare_exchange" => {
                self.words(thread, call).and_then(|[size, at, expected, desired, success, failure]| {
                    let (success, failure) = (update_ordering(success), read_ordering(failure));
                    let comparing = Comparing { at, width: width_of(size)?, expected, desired, success, failure };
                    let step = Step::Atomic(AtomicStep::Expected { comparing });
                    self.read_plain(thread, to, expected, comparing.width, step)
                })
            }
            _ => return None,
        })
    }

    pub(super) fn atomic_step(&self, thread: &mut Thread, to: ValueId, step: AtomicStep, answer: u64) -> Flow {
        match step {
            AtomicStep::Loaded { place, width } => self.write(thread, place, width, answer, WriteOrdering::Plain),
            AtomicStep::Store { at, width, ordering } => self.write(thread, at, width, answer, ordering),
            AtomicStep::Exchange { at, width, place, ordering } => {
                let at = self.shared_object(thread, at, width, answer)?;
                self.log.search().wrote(thread, at.address.0, width.bytes(), false);
                thread.takes_visible_step();
                thread.act(Action::Rmw { at, ordering, op: RmwOp::Exchange, operand: Value(answer) });
                let step = Step::Atomic(AtomicStep::Loaded { place, width });
                thread.awaits(Awaiting::Library { to, step });
                Ok(())
            }
            AtomicStep::Expected { comparing } => {
                let step = Step::Atomic(AtomicStep::Desired { comparing, expected: answer });
                self.read_plain(thread, to, comparing.desired, comparing.width, step)
            }
            AtomicStep::Desired { comparing, expected } => {
                if Value(expected).is_partly_undefined() {
                    // In C, gaps between members are compared, and may be found to differ.
                    self.log.facts().weak_exchange();
                }
                let at = self.shared_object(thread, comparing.at, comparing.width, answer)?;
                self.log.search().wrote(thread, at.address.0, comparing.width.bytes(), false);
                compare(thread, to, comparing, (expected, answer));
                Ok(())
            }
            AtomicStep::Compared { comparing, expected, new }
                if self.wide.equal(Value(answer), Value(expected), comparing.width).is_none() =>
            {
                // As in `settle.rs`.
                self.passes_over_gaps(comparing.success, comparing.failure)?;
                compare(thread, to, comparing, (answer, new));
                Ok(())
            }
            AtomicStep::Compared { expected, .. } if answer == expected => {
                thread.takes_visible_step();
                self.answer(thread, to, 1)
            }
            AtomicStep::Compared { comparing, .. } => {
                thread.set(to, Val::Word(0));
                self.write(thread, comparing.expected, comparing.width, answer, WriteOrdering::Plain)
            }
        }
    }

    /// An object into which a value may be written that points to something private.
    fn shared_object(&self, thread: &mut Thread, at: u64, width: Width, value: u64) -> Flow<Access> {
        let at = self.object(thread, at, width)?;
        self.publish(thread, &words_of(self.wide.expand(Value(value), width)))?;
        Ok(at)
    }
}

/// Takes the step itself, from the expected value to the new one.
fn compare(thread: &mut Thread, to: ValueId, comparing: Comparing, (expected, new): (u64, u64)) {
    let Comparing { at, width, success, failure, .. } = comparing;
    let at = Access { address: Address(at), width };
    thread.act(Action::CompareExchange { at, expected: Value(expected), desired: Value(new), success, failure });
    thread.awaits(Awaiting::Library { to, step: Step::Atomic(AtomicStep::Compared { comparing, expected, new }) });
}

fn width_of(size: u64) -> Flow<Width> {
    match size {
        1 => Ok(Width::W8),
        2 => Ok(Width::W16),
        4 => Ok(Width::W32),
        8 => Ok(Width::W64),
        16 => Ok(Width::W128),
        _ => unsupported(format!("an atomic object of {size} bytes: it would need a lock")),
    }
}

/// Orderings as in `__ATOMIC_RELAXED` and so on: relaxed 0, consume 1, acquire 2, release 3, both 4, seq_cst
/// 5.
fn read_ordering(order: u64) -> ReadOrdering {
    match order {
        0 | 3 => ReadOrdering::Relaxed,
        1 | 2 | 4 => ReadOrdering::Acquire,
        _ => ReadOrdering::SeqCst,
    }
}

fn write_ordering(order: u64) -> WriteOrdering {
    match order {
        0..=2 => WriteOrdering::Relaxed,
        3 | 4 => WriteOrdering::Release,
        _ => WriteOrdering::SeqCst,
    }
}

fn update_ordering(order: u64) -> RmwOrdering {
    match order {
        0 => RmwOrdering::Relaxed,
        1 | 2 => RmwOrdering::Acquire,
        3 => RmwOrdering::Release,
        4 => RmwOrdering::AcqRel,
        _ => RmwOrdering::SeqCst,
    }
}
