//! Differences of pointers: both point into one object, or right behind it.
//!
//! A compiler subtracts the addresses and divides the difference, exactly, by the size of what they point to.
//! So differences are known from those of numbers, but for pointers to bytes, which nothing is divided for.
//! Comparing pointers to different objects is as undefined, and left alone: programs take locks in the order
//! of their addresses.

use selvedge_core::ViolationKind;
use selvedge_ir::variables::local;
use selvedge_ir::{BinaryOp, CastOp, ConstExpr, Constant, InstKind, Operand, Symbol, Type, TypedConst};

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
        if let Operand::Const(constant) = difference {
            let own = self.own_variables(thread, constant)?;
            return self.check_constant_difference(thread, constant, &own);
        }
        let Some(InstKind::Binary { op: BinaryOp::Sub, lhs, rhs, .. }) = made(difference) else { return Ok(()) };
        let pointer = |operand: &Operand| match made(operand) {
            Some(InstKind::Cast { op: CastOp::PtrToInt, value, .. }) => Some(value.clone()),
            _ => None,
        };
        let (Some(one), Some(other)) = (pointer(lhs), pointer(rhs)) else { return Ok(()) };
        let [one, other] = [self.value(thread, &Type::Ptr, &one)?, self.value(thread, &Type::Ptr, &other)?];
        self.check_pair(thread, one.word(), other.word())
    }

    /// The same of everything that is divided exactly inside of a constant.
    pub(crate) fn check_constant_differences(
        &self,
        thread: &Thread,
        constant: &Constant,
        own: &[(Symbol, u64)],
    ) -> Flow {
        let Constant::Expr(expr) = constant else { return Ok(()) };
        if matches!(&**expr, ConstExpr::Gep { .. }) {
            return Ok(());
        }
        let mut checked = Ok(());
        constant.visit(&mut |inside| {
            if let Constant::Expr(expr) = inside
                && let ConstExpr::Binary { op: BinaryOp::SDiv, exact: true, lhs, .. } = &**expr
                && checked.is_ok()
            {
                checked = self.check_constant_difference(thread, &lhs.value, own);
            }
        });
        checked
    }

    fn check_constant_difference(&self, thread: &Thread, difference: &Constant, own: &[(Symbol, u64)]) -> Flow {
        let Constant::Expr(expr) = difference else { return Ok(()) };
        let ConstExpr::Binary { op: BinaryOp::Sub, lhs, rhs, .. } = &**expr else { return Ok(()) };
        let pointer = |side: &TypedConst| match &side.value {
            Constant::Expr(expr) => match &**expr {
                ConstExpr::Cast { op: CastOp::PtrToInt, value, .. } => {
                    self.image().constant(self.module(), &value.ty, &value.value, own).ok()?.word()
                }
                _ => None,
            },
            _ => None,
        };
        self.check_pair(thread, pointer(lhs), pointer(rhs))
    }

    fn check_pair(&self, thread: &Thread, one: Option<u64>, other: Option<u64>) -> Flow {
        let (Some(one), Some(other)) = (one, other) else { return Ok(()) };
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
