//! Arithmetic on words, quickly.
//!
//! Most instructions compute one word from others and can do nothing else. They are run here, without looking
//! at all the other things that values and instructions can be. Where an operand is not a known word, or the
//! result would not be one (poison, a division by zero), there is no answer, and `run.rs` sees to it; and so
//! it does of addresses, of which has to be remarked what is made of them.

use crate::exec::arith;
use crate::report::chance::is_large;
use selvedge_ir::{BinaryOp, CastOp, Constant, InstKind, IntPredicate, OpFlags, Operand, Type, ValueId};

/// The register that an instruction sets, and to what.
#[inline]
pub(crate) fn compute(
    registers: &impl Fn(ValueId) -> Option<u64>,
    kind: &InstKind,
    to: ValueId,
) -> Option<(ValueId, u64)> {
    let word = match kind {
        InstKind::Get { ty, variable } => cut(ty, operand(registers, ty, variable)?),
        InstKind::Nothing => 0,
        InstKind::Set { variable, ty, value } => return Some((*variable, operand(registers, ty, value)?)),
        InstKind::Binary { op, flags, ty, lhs, rhs } => {
            let [a, b] = [operand(registers, ty, lhs)?, operand(registers, ty, rhs)?];
            if is_large(a) || is_large(b) {
                return None;
            }
            binary(*op, *flags, bits(ty)?, a, b)?
        }
        InstKind::ICmp { predicate, ty, lhs, rhs, .. } => {
            let [a, b] = [operand(registers, ty, lhs)?, operand(registers, ty, rhs)?];
            let is_null_asked = matches!(predicate, IntPredicate::Eq | IntPredicate::Ne) && (a == 0 || b == 0);
            if (is_large(a) || is_large(b)) && !is_null_asked {
                return None;
            }
            u64::from(compare(*predicate, bits_to_compare(ty)?, a, b))
        }
        InstKind::Cast { op, from, value, to: ty, .. } => {
            let word = operand(registers, from, value)?;
            match op {
                CastOp::Trunc if is_large(word) => return None,
                CastOp::ZExt | CastOp::Trunc => word & mask(bits(ty)?),
                CastOp::SExt => signed(word, bits(from)?) as u64 & mask(bits(ty)?),
                _ => return None,
            }
        }
        _ => return None,
    };
    Some((to, word))
}

/// The word that an operand is.
#[inline]
pub(crate) fn operand(registers: &impl Fn(ValueId) -> Option<u64>, ty: &Type, operand: &Operand) -> Option<u64> {
    match operand {
        Operand::Local(register) => registers(*register),
        Operand::Const(Constant::Int(value)) => Some(*value as u64 & mask(bits(ty)?)),
        Operand::Const(Constant::Null) => matches!(ty, Type::Ptr).then_some(0),
        Operand::Const(_) | Operand::Meta(_) => None,
    }
}

/// How many bits an integer of this type has, if it is a word.
#[inline]
pub(crate) fn bits(ty: &Type) -> Option<u32> {
    match ty {
        Type::Int(bits @ 1..=64) => Some(*bits),
        _ => None,
    }
}

#[inline]
pub(crate) fn mask(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

/// A word as a value of a type.
#[inline]
pub(crate) fn cut(ty: &Type, word: u64) -> u64 {
    bits(ty).map_or(word, |bits| word & mask(bits))
}

#[inline]
pub(crate) fn signed(word: u64, bits: u32) -> i64 {
    ((word << (64 - bits)) as i64) >> (64 - bits)
}

#[inline]
pub(crate) fn binary(op: BinaryOp, flags: OpFlags, bits: u32, a: u64, b: u64) -> Option<u64> {
    let mask = mask(bits);
    // What the result would be without an end of the range, signed and unsigned; nothing if it does not fit a
    // word either.
    let (wrapped, with_sign, without) = match op {
        BinaryOp::Add => (a.wrapping_add(b), signed(a, bits).checked_add(signed(b, bits)), a.checked_add(b)),
        BinaryOp::Sub => (a.wrapping_sub(b), signed(a, bits).checked_sub(signed(b, bits)), a.checked_sub(b)),
        BinaryOp::Mul => (a.wrapping_mul(b), signed(a, bits).checked_mul(signed(b, bits)), a.checked_mul(b)),
        BinaryOp::And => return Some(a & b),
        BinaryOp::Xor => return Some(a ^ b),
        BinaryOp::Or if !flags.disjoint => return Some(a | b),
        _ => return None,
    };
    let result = wrapped & mask;
    let broken =
        flags.nsw && with_sign != Some(signed(result, bits)) || flags.nuw && without.is_none_or(|word| word > mask);
    (!broken).then_some(result)
}

/// How many bits of words of this type are compared.
#[inline]
pub(crate) fn bits_to_compare(ty: &Type) -> Option<u32> {
    if *ty == Type::Ptr { Some(64) } else { bits(ty) }
}

#[inline]
pub(crate) fn compare(predicate: IntPredicate, bits: u32, a: u64, b: u64) -> bool {
    arith::holds(predicate, a.cmp(&b), signed(a, bits).cmp(&signed(b, bits)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::value::Val;
    use selvedge_ir::Module;

    /// Words that are near the ends of some range, or are not.
    const WORDS: [u64; 13] =
        [0, 1, 2, 3, 0x7f, 0x80, 0xff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 1 << 62, 1 << 63, u64::MAX];

    /// All pairs of such words, cut to some number of bits.
    fn pairs() -> impl Iterator<Item = (u32, u64, u64)> {
        let each =
            |bits| WORDS.iter().flat_map(move |a| WORDS.iter().map(move |b| (bits, a & mask(bits), b & mask(bits))));
        [1, 7, 8, 31, 32, 63, 64].into_iter().flat_map(each)
    }

    #[test]
    fn arithmetic_is_that_of_wider_numbers() {
        use BinaryOp::*;
        let module = Module::default();
        for (bits, a, b) in pairs() {
            for op in [Add, Sub, Mul, And, Or, Xor] {
                for promises in 0..4 {
                    let flags = OpFlags { nsw: promises & 1 > 0, nuw: promises & 2 > 0, ..OpFlags::default() };
                    let slowly = arith::binary(&module, op, flags, &Type::Int(bits), &Val::Word(a), &Val::Word(b));
                    assert_eq!(binary(op, flags, bits, a, b), slowly.unwrap().word(), "{a} {op:?} {b}, {bits} bits");
                }
            }
        }
    }

    #[test]
    fn comparisons_and_conversions_are_those_of_wider_numbers() {
        use IntPredicate::*;
        let module = Module::default();
        for (bits, a, b) in pairs() {
            let ty = Type::Int(bits);
            for predicate in [Eq, Ne, Ugt, Uge, Ult, Ule, Sgt, Sge, Slt, Sle] {
                let slowly = arith::compare(&module, predicate, &ty, &Val::Word(a), &Val::Word(b)).word();
                let quickly = bits_to_compare(&ty).map(|bits| u64::from(compare(predicate, bits, a, b)));
                assert_eq!(quickly, slowly, "{predicate:?} {a} {b}, {bits} bits");
            }
            for (op, from, to) in [(CastOp::Trunc, 64, bits), (CastOp::ZExt, bits, 64), (CastOp::SExt, bits, 64)] {
                let (from, to) = (Type::Int(from), Type::Int(to));
                let slowly = arith::cast(&module, op, &from, &Val::Word(a), &to).unwrap().word();
                let value = Operand::Local(ValueId(0));
                let cast = InstKind::Cast { op, flags: OpFlags::default(), from, value, to };
                // What may be an address goes the long way.
                let slowly = slowly.filter(|_| op != CastOp::Trunc || !is_large(a));
                assert_eq!(
                    compute(&|_| Some(a), &cast, ValueId(1)).map(|(_, word)| word),
                    slowly,
                    "{op:?} {a}, {bits} bits"
                );
            }
        }
    }
}
