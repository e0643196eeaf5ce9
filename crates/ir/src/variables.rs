//! Local variables that live in registers.
//!
//! Compilers that do not optimise keep every variable and every temporary in memory of its own. Of most of
//! them, nothing is done with the address but loading and storing, always as a whole: the *simple* ones. As
//! there is no other way to such memory in any other way, the value need not be in memory. So before a
//! function is run, the `alloca` of a simple variable becomes an [`InstKind::Variable`], whose register holds
//! what the variable contains, and its loads and stores become [`InstKind::Get`] and [`InstKind::Set`].
//! Threads are then smaller to copy and to compare, and quicker to run.
//!
//! Where the block of the source begins or ends that a variable belongs to, compilers say so; of a variable
//! in a register nothing can be used outside of it.
//!
//! Only scalars of up to eight bytes are treated so, and none that is accessed `seq_cst`: such an access
//! orders others even where no other thread looks.

use std::collections::BTreeSet;

use crate::nodes::{
    Body, Call, Callee, CastOp, Constant, Inst, InstKind, Module, Operand, Ordering, Symbol, Type, ValueId,
};

/// Moves simple variables into registers.
pub(crate) fn promote(module: &Module, mut body: Body) -> Body {
    let mut promoted = simple_variables(module, &body);
    for (at, inst) in (0..).zip(&body.insts) {
        match &inst.kind {
            InstKind::Alloca { ty, .. } if !is_word(module, ty) => _ = promoted.remove(&body.value(at)),
            InstKind::Load { ty, pointer, atomic, .. } | InstKind::Store { ty, pointer, atomic, .. }
                if !is_word(module, ty) || atomic.is_some_and(|atomic| atomic.ordering == Ordering::SeqCst) =>
            {
                root(&body, pointer).map(|value| promoted.remove(&value));
            }
            _ => {}
        }
    }
    let changed: Vec<InstKind> = (0..).zip(&body.insts).map(|(at, _)| changed(module, &body, &promoted, at)).collect();
    body.insts.iter_mut().zip(changed).for_each(|(inst, kind)| inst.kind = kind);
    body
}

/// An instruction after the variables have been moved into registers.
fn changed(module: &Module, body: &Body, promoted: &BTreeSet<ValueId>, at: u32) -> InstKind {
    let variable = |operand: &Operand| root(body, operand).filter(|value| promoted.contains(value));
    let kind = &body.insts[at as usize].kind;
    let other = match kind {
        InstKind::Alloca { ty, .. } if promoted.contains(&body.value(at)) => {
            Some(InstKind::Variable { ty: ty.clone() })
        }
        // Of a cast address, nothing is left.
        InstKind::Cast { op: CastOp::BitCast, value, .. } if variable(value).is_some() => Some(InstKind::Nothing),
        InstKind::Call(call) => {
            scope(module, body, call).map(|(begins, variable)| match promoted.contains(&variable) {
                true => InstKind::Nothing,
                false => InstKind::Scope { begins, variable },
            })
        }
        InstKind::Load { ty, pointer, .. } => {
            variable(pointer).map(|variable| InstKind::Get { ty: ty.clone(), variable: Operand::Local(variable) })
        }
        InstKind::Store { ty, value, pointer, .. } => {
            variable(pointer).map(|variable| InstKind::Set { variable, ty: ty.clone(), value: value.clone() })
        }
        _ => None,
    };
    other.unwrap_or_else(|| kind.clone())
}

/// Whether a value of this type is a word in a register.
fn is_word(module: &Module, ty: &Type) -> bool {
    let scalar = matches!(ty, Type::Int(_) | Type::Half | Type::Float | Type::Double | Type::Ptr | Type::PtrIn(_));
    scalar && module.store_size_of(ty).is_some_and(|size| size <= 8)
}

/// The local variables of which nothing is done with the address but loading and storing, always as a whole.
pub fn simple_variables(module: &Module, body: &Body) -> BTreeSet<ValueId> {
    let mut simple: BTreeSet<ValueId> = (0..body.insts.len() as u32)
        .filter(|&i| matches!(body.insts[i as usize].kind, InstKind::Alloca { count: None, .. }))
        .map(|i| body.value(i))
        .collect();
    if simple.is_empty() {
        return simple;
    }
    let whole = |pointer: &Operand, accessed: &Type| {
        let kind = root(body, pointer).and_then(|value| body.inst(value)).map(|inst| &inst.kind);
        // Compilers load pointers as integers, so it is the size that counts.
        matches!(kind, Some(InstKind::Alloca { ty, .. }) if module.store_size_of(ty) == module.store_size_of(accessed))
    };
    for inst in &body.insts {
        match &inst.kind {
            InstKind::Load { ty, pointer, .. } if whole(pointer, ty) => {}
            InstKind::Store { ty, value, pointer, .. } if whole(pointer, ty) => {
                root(body, value).map(|value| simple.remove(&value));
            }
            InstKind::Cast { op: CastOp::BitCast, .. } => {}
            InstKind::Call(call) if scope(module, body, call).is_some() => {}
            kind => kind.clone().for_each_operand_mut(&mut |operand| {
                root(body, operand).map(|value| simple.remove(&value));
            }),
        }
    }
    simple
}

/// Whether a call says that the block of a local variable begins or ends, and that variable.
fn scope(module: &Module, body: &Body, call: &Call) -> Option<(bool, ValueId)> {
    let Callee::Value(Operand::Const(Constant::Symbol(Symbol::Function(id)))) = &call.callee else { return None };
    let begins = match module.function(*id).name.strip_prefix("llvm.lifetime.")?.split('.').next()? {
        "start" => true,
        "end" => false,
        _ => return None,
    };
    // Since LLVM 22 the variable is the only argument.
    let variable = root(body, &call.args.last()?.value)?;
    let is_variable = |inst: &Inst| matches!(inst.kind, InstKind::Alloca { count: None, .. });
    body.inst(variable).is_some_and(is_variable).then_some((begins, variable))
}

/// The register behind an operand, looking through the casts between pointers that old compilers write.
pub fn root(body: &Body, operand: &Operand) -> Option<ValueId> {
    let mut value = local(operand)?;
    // Nothing keeps a malformed text from casting in circles.
    for _ in 0..8 {
        match body.inst(value).map(|inst| &inst.kind) {
            Some(InstKind::Cast { op: CastOp::BitCast, value: inner, .. }) => value = local(inner)?,
            _ => break,
        }
    }
    Some(value)
}

/// The register that an operand is.
pub fn local(operand: &Operand) -> Option<ValueId> {
    match operand {
        Operand::Local(value) => Some(*value),
        Operand::Const(_) | Operand::Meta(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    /// The kinds of instructions of `f` after promotion, in short.
    fn kinds(text: &str) -> Vec<&'static str> {
        let module = read("t.ll", text).unwrap();
        let function = module.function_named("f").unwrap();
        let body = promote(&module, module.body(function).unwrap().clone());
        let name = |kind: &InstKind| match kind {
            InstKind::Alloca { .. } => "alloca",
            InstKind::Load { .. } => "load",
            InstKind::Store { .. } => "store",
            InstKind::Variable { .. } => "variable",
            InstKind::Get { .. } => "get",
            InstKind::Set { .. } => "set",
            InstKind::Scope { .. } => "scope",
            InstKind::Nothing => "nothing",
            _ => "other",
        };
        body.insts.iter().map(|inst| name(&inst.kind)).collect()
    }

    #[test]
    fn variables_that_are_only_loaded_and_stored_are_in_registers() {
        let text =
            "define i32 @f(i32 %x) {\n %a = alloca i32\n store i32 %x, ptr %a\n %r = load i32, ptr %a\n ret i32 %r\n}";
        assert_eq!(kinds(text), ["variable", "set", "get", "other"]);
    }

    #[test]
    fn casts_of_addresses_are_looked_through() {
        let text = "define i64 @f(i64 %x) {\n %a = alloca i8*\n %c = bitcast i8** %a to i64*\n store i64 %x, i64* %c\n \
                    %r = load i64, i64* %c\n ret i64 %r\n}";
        assert_eq!(kinds(text), ["variable", "nothing", "set", "get", "other"]);
    }

    #[test]
    fn blocks_of_the_source_are_kept_for_variables_in_memory() {
        let text = "declare void @llvm.lifetime.start.p0(i64, ptr)\ndeclare void @llvm.lifetime.end.p0(i64, ptr)\n\
                    define i32 @f(i32 %x) {\n %a = alloca i32\n %b = alloca i32\n call void @llvm.lifetime.start.p0(i64 4, ptr %a)\n \
                    call void @llvm.lifetime.start.p0(i64 4, ptr %b)\n store i32 %x, ptr %a\n store ptr %b, ptr %b\n \
                    call void @llvm.lifetime.end.p0(i64 4, ptr %b)\n ret i32 0\n}";
        assert_eq!(kinds(text), ["variable", "alloca", "nothing", "scope", "set", "store", "scope", "other"]);
    }

    #[test]
    fn others_stay_in_memory() {
        // The address is stored, the access is not whole, it is seq_cst, it is no scalar.
        for body in [
            "%a = alloca ptr\n store ptr %a, ptr %a",
            "%a = alloca i32\n store i8 1, ptr %a",
            "%a = alloca i32\n store atomic i32 1, ptr %a seq_cst, align 4",
            "%a = alloca { i32 }\n store { i32 } zeroinitializer, ptr %a",
        ] {
            assert_eq!(
                kinds(&format!("define void @f() {{\n {body}\n ret void\n}}")),
                ["alloca", "store", "other"],
                "{body}"
            );
        }
    }
}
