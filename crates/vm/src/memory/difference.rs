//! Differences of pointers: both point into one object, or right behind it.
//!
//! A compiler subtracts the addresses and divides the difference, exactly, by the size of what they point to.
//! So differences are known from those of numbers, but for pointers to bytes, which nothing is divided for.
//! Comparing pointers to different objects is as undefined, and left alone: programs take locks in the order
//! of their addresses.

use selvedge_core::ViolationKind;
use selvedge_ir::variables::local;
use selvedge_ir::{BinaryOp, CastOp, InstKind, Operand, Type};

use crate::exec::flow::{Flow, fail};
use crate::machine::Code;
use crate::memory::address::{base_of, block_of};
use crate::state::thread::Thread;

impl Code {
    /// What is divided exactly may be the difference of two pointers.
    pub(crate) fn check_difference(&self, thread: &mut Thread, difference: &Operand) -> Flow {
        let function = thread.top().function;
        let Ok(body) = self.module().body(function) else { return Ok(()) };
        let made = |operand: &Operand| local(operand).and_then(|value| body.inst(value)).map(|inst| &inst.kind);
        let Some(InstKind::Binary { op: BinaryOp::Sub, lhs, rhs, .. }) = made(difference) else { return Ok(()) };
        let pointer = |operand: &Operand| match made(operand) {
            Some(InstKind::Cast { op: CastOp::PtrToInt, value, .. }) => Some(value.clone()),
            _ => None,
        };
        let (Some(one), Some(other)) = (pointer(lhs), pointer(rhs)) else { return Ok(()) };
        let [one, other] = [self.value(thread, &Type::Ptr, &one)?, self.value(thread, &Type::Ptr, &other)?];
        let (Some(one), Some(other)) = (one.word(), other.word()) else { return Ok(()) };
        match (self.object_at(one), self.object_at(other)) {
            (Some(first), Some(second)) if first != second => {
                let (one, other) = (self.name_in(thread, first), self.name_in(thread, second));
                let message = format!("the difference of two pointers, one into {one} and one into {other}");
                fail(ViolationKind::UndefinedBehaviour, message)
            }
            _ => Ok(()),
        }
    }

    /// The first byte of the object that a pointer points into, or right behind.
    fn object_at(&self, pointer: u64) -> Option<u64> {
        match block_of(pointer) {
            Some(_) => Some(base_of(pointer)),
            None => self.image().find(pointer).or_else(|| self.image().nearest(pointer)).map(|placed| placed.base),
        }
    }
}
