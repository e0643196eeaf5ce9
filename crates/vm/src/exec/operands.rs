//! The values of operands, and what is said where one cannot be used.

use selvedge_core::ViolationKind;
use selvedge_ir::{Constant, Operand, Type, Typed};

use crate::exec::flow::{Flow, fail, unsupported};
use crate::exec::value::{Poison, Val};
use crate::machine::Code;
use crate::state::thread::Thread;

/// The largest constant in the code, in bytes.
const MAX_CONSTANT: u64 = 1 << 20;

impl Code {
    /// An unknown value is used where it matters.
    pub(crate) fn unknown<T>(&self, place: &str) -> Flow<T> {
        fail(ViolationKind::UninitialisedRead, format!("{place} depends on a value that was never written"))
    }

    /// A value that is none, for whatever reason, is used where it matters.
    pub(crate) fn unusable<T>(&self, value: &Val, place: &str) -> Flow<T> {
        let Val::Poison(poison) = value else { return self.unknown(place) };
        let at = poison.place.as_ref().map_or(String::new(), |place| format!(" ({place})"));
        let message = format!("{}{at}, and {place} depends on the result", poison.what);
        fail(ViolationKind::UndefinedBehaviour, message)
    }

    /// Says where the poison comes from.
    #[cold]
    pub(super) fn with_origin(&self, thread: &Thread, value: Val) -> Val {
        match value {
            Val::Poison(poison) if poison.place.is_none() => {
                let place = self.place_in_source(thread).map(|site| format!("{}:{}", site.file, site.line));
                Val::Poison(Poison { place, ..(*poison).clone() }.into())
            }
            other => other,
        }
    }

    /// The value of an operand.
    pub(crate) fn value(&self, thread: &mut Thread, ty: &Type, operand: &Operand) -> Flow<Val> {
        match operand {
            Operand::Local(value) => Ok(thread.top().registers.get(*value)),
            Operand::Const(Constant::Int(value)) if let Type::Int(bits) = ty => Ok(Val::int(*value, *bits)),
            Operand::Const(Constant::Symbol(symbol)) => self.symbol_address(thread, *symbol),
            Operand::Const(_) if self.module().size_of(ty).is_some_and(|size| size > MAX_CONSTANT) => {
                unsupported(format!("a constant of type {ty}"))
            }
            Operand::Const(constant) => {
                let own = self.own_variables(thread, constant)?;
                self.check_constant_differences(thread, constant, &own)?;
                self.image().constant(self.module(), ty, constant, &own).or_else(unsupported)
            }
            Operand::Meta(_) => Ok(Val::Undef),
        }
    }

    pub(crate) fn operand(&self, thread: &mut Thread, typed: &Typed) -> Flow<Val> {
        self.value(thread, &typed.ty, &typed.value)
    }

    /// An operand that is an address.
    pub(crate) fn address(&self, thread: &mut Thread, operand: &Operand) -> Flow<u64> {
        let value = self.value(thread, &Type::Ptr, operand)?;
        match value.word() {
            Some(address) => Ok(address),
            None => self.unusable(&value, "an address"),
        }
    }
}
