//! Calls that fit the function they reach, and arrays whose length is one.
//!
//! With pointers that say nothing of what they point to, LLVM has calls of functions of any type through any
//! pointer. C has not: a function is called with as many arguments as it takes, of the types that it takes,
//! for a value of the type that it returns. Types are compared as LLVM has them, where signs, constness and
//! what a pointer points to are gone.

use selvedge_core::{Content, ViolationKind};
use selvedge_ir::{Call, FunctionId, Type, Typed, ValueId};

use crate::exec::flow::{Flow, fail, fail_at, unsupported};
use crate::exec::value::Val;
use crate::machine::Code;
use crate::memory::private::Storage;
use crate::state::thread::Thread;

/// Elements of an array of variable length, of which no stack has room for so many: the number was negative
/// before it was made one without a sign.
const NEGATIVE: std::ops::RangeInclusive<u64> = 1 << 31..=u32::MAX as u64;

impl Code {
    /// A call of a function that the program defines must be one of its type.
    pub(crate) fn check_signature(&self, call: &Call, function: FunctionId, address: u64) -> Flow {
        let called = self.module().function(function);
        let arguments = &call.args;
        let counts = match called.signature.varargs {
            true => arguments.len() >= called.params.len(),
            false => arguments.len() == called.params.len(),
        };
        let takes = counts && arguments.iter().zip(&called.params).all(|(a, b)| self.is_alike(&a.ty, &b.ty));
        if takes && self.is_alike(&call.ret, &called.signature.ret) {
            return Ok(());
        }
        let mut takes: Vec<&str> = called.params.iter().map(|param| in_words(&param.ty)).collect();
        if called.signature.varargs {
            takes.push("...");
        }
        let given: Vec<&str> = arguments.iter().map(|argument| in_words(&argument.ty)).collect();
        let message = format!(
            "{} takes ({}) and returns {}, and is called as if it took ({}) and returned {}",
            self.module().function_name(function),
            takes.join(", "),
            in_words(&called.signature.ret),
            given.join(", "),
            in_words(&call.ret),
        );
        fail_at(ViolationKind::UndefinedBehaviour, message, address)
    }

    /// Whether two types are the same to a caller. Structures have other numbers in other files.
    fn is_alike(&self, one: &Type, other: &Type) -> bool {
        one == other
            || !is_scalar(one) && !is_scalar(other) && self.module().size_of(one) == self.module().size_of(other)
    }

    /// A local variable, or an array of them.
    pub(crate) fn allocate_local(
        &self,
        thread: &mut Thread,
        to: ValueId,
        ty: &Type,
        count: Option<&Typed>,
        align: u64,
    ) -> Flow {
        let Some(size) = self.module().size_of(ty) else { return unsupported(format!("a variable of type {ty}")) };
        let count = match count {
            None => 1,
            Some(count) => {
                let value = self.operand(thread, count)?;
                let Some(count) = value.word() else { return self.unusable(&value, "the length of an array") };
                // Of bytes, `alloca` may be asked for none.
                if count == 0 && *ty != Type::Int(8) || (count as i64) < 0 || NEGATIVE.contains(&count) {
                    let count = if NEGATIVE.contains(&count) { i64::from(count as i32) } else { count as i64 };
                    let message = format!("an array of variable length has {count} elements");
                    return fail(ViolationKind::UndefinedBehaviour, message);
                }
                count
            }
        };
        let size = size.saturating_mul(count);
        let base = self.allocate_aligned(thread, Storage::Stack, Content::Nothing, size, align)?;
        thread.frame().locals.push(base);
        thread.set(to, Val::Word(base));
        Ok(())
    }
}

fn is_scalar(ty: &Type) -> bool {
    matches!(ty, Type::Void | Type::Int(_) | Type::Ptr) || ty.is_float()
}

/// A type for people who know C.
fn in_words(ty: &Type) -> &'static str {
    match ty {
        Type::Void => "void",
        Type::Int(1) => "bool",
        Type::Int(8) => "char",
        Type::Int(16) => "short",
        Type::Int(32) => "int",
        Type::Int(64) => "long",
        Type::Ptr => "pointer",
        Type::Float => "float",
        Type::Double => "double",
        Type::X86Fp80 | Type::Fp128 | Type::PpcFp128 => "long double",
        _ => "structure",
    }
}
