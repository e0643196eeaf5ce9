//! Arithmetic, comparisons, conversions and address computation.
//!
//! Broken promises (`nsw`, `nuw`, `exact`, shifts too far) give poison, which is an error only where it
//! matters. Division by zero is an error at once.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use selvedge_ir::{BinaryOp, CastOp, FloatPredicate, IntPredicate, Module, OpFlags, Type};

use crate::exec::value::{Partial, Val, bits_of, mask};
use crate::memory::image::Reason;

/// What goes wrong at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trap {
    DivisionByZero,
    DivisionOverflow,
    Unsupported(Reason),
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trap::DivisionByZero => write!(f, "division by zero"),
            Trap::DivisionOverflow => write!(f, "the quotient does not fit its type"),
            Trap::Unsupported(what) => write!(f, "{what}"),
        }
    }
}

/// The value as a signed number of that many bits.
pub(crate) fn signed(value: u128, bits: u32) -> i128 {
    let unused = 128 - bits.clamp(1, 128);
    ((value << unused) as i128) >> unused
}

/// Applies an operation to the elements of vectors, or to scalars.
fn lanewise(a: &Val, b: &Val, each: &mut dyn FnMut(&Val, &Val) -> Result<Val, Trap>) -> Result<Val, Trap> {
    match (a, b) {
        (Val::Parts(a), Val::Parts(b)) => {
            let parts: Result<Vec<Val>, Trap> = a.iter().zip(b.iter()).map(|(a, b)| each(a, b)).collect();
            Ok(Val::Parts(Arc::from(parts?)))
        }
        _ => each(a, b),
    }
}

/// A binary operator.
pub(crate) fn binary(module: &Module, op: BinaryOp, flags: OpFlags, ty: &Type, a: &Val, b: &Val) -> Result<Val, Trap> {
    let scalar = ty.scalar();
    if scalar.is_float() {
        return lanewise(a, b, &mut |a, b| float_binary(op, scalar, a, b));
    }
    let bits = bits_of(module, scalar);
    if bits == 0 || bits > 128 {
        return Err(Trap::Unsupported(format!("arithmetic on {ty}")));
    }
    lanewise(a, b, &mut |a, b| int_binary(op, flags, bits, a, b))
}

fn int_binary(op: BinaryOp, flags: OpFlags, bits: u32, a: &Val, b: &Val) -> Result<Val, Trap> {
    use BinaryOp::*;
    let divides = matches!(op, UDiv | SDiv | URem | SRem);
    let spoiled = || bitwise(op, bits, a, b).unwrap_or_else(|| Val::spoiled(&[a, b]));
    let Some(divisor) = b.as_int() else { return Ok(spoiled()) };
    if divides && divisor == 0 {
        return Err(Trap::DivisionByZero);
    }
    let Some(dividend) = a.as_int() else { return Ok(spoiled()) };
    let (a, b) = (dividend, divisor);
    let (sa, sb) = (signed(a, bits), signed(b, bits));
    let limit = if bits >= 128 { u128::MAX } else { (1u128 << bits) - 1 };
    let fits = |value: Option<i128>| value.is_some_and(|value| signed(value as u128 & limit, bits) == value);
    let within = |value: Option<u128>| value.is_some_and(|value| value <= limit);
    let (value, broken) = match op {
        Add => {
            let broken = flags.nsw && !fits(sa.checked_add(sb)) || flags.nuw && !within(a.checked_add(b));
            (a.wrapping_add(b), broken)
        }
        Sub => (a.wrapping_sub(b), flags.nsw && !fits(sa.checked_sub(sb)) || flags.nuw && b > a),
        Mul => {
            let broken = flags.nsw && !fits(sa.checked_mul(sb)) || flags.nuw && !within(a.checked_mul(b));
            (a.wrapping_mul(b), broken)
        }
        UDiv => (a / b, flags.exact && a % b != 0),
        URem => (a % b, false),
        SDiv | SRem => {
            let (Some(quotient), Some(rest)) = (sa.checked_div(sb), sa.checked_rem(sb)) else {
                return Err(Trap::DivisionOverflow);
            };
            if !fits(Some(quotient)) {
                return Err(Trap::DivisionOverflow);
            }
            if op == SDiv { (quotient as u128, flags.exact && rest != 0) } else { (rest as u128, false) }
        }
        Shl | LShr | AShr if b >= u128::from(bits) => (0, true),
        Shl => {
            let value = a << b & limit;
            let broken = flags.nuw && value >> b != a || flags.nsw && signed(value, bits) >> b != sa;
            (value, broken)
        }
        LShr => (a >> b, flags.exact && a >> b << b != a),
        AShr => ((sa >> b) as u128, flags.exact && a >> b << b != a),
        And => (a & b, false),
        Or => (a | b, flags.disjoint && a & b != 0),
        Xor => (a ^ b, false),
        FAdd | FSub | FMul | FDiv | FRem => {
            return Err(Trap::Unsupported("floating-point arithmetic on integers".into()));
        }
    };
    Ok(if broken { Val::poison(broken_promise(op, flags, bits, a, b)) } else { Val::int(value, bits) })
}

/// What is known of the result of an operation that works bit by bit, if not all bits of the operands are
/// known.
#[cold]
fn bitwise(op: BinaryOp, bits: u32, a: &Val, b: &Val) -> Option<Val> {
    use BinaryOp::*;
    let distance = b.as_int().filter(|&distance| distance < u128::from(bits)).map(|distance| distance as u32);
    let (Partial { bits: a, known }, Partial { bits: b, known: also }) = (a.known_bits(bits)?, b.known_bits(bits)?);
    let (value, known) = match (op, distance) {
        (And, _) => (a & b, known & also | known & !a | also & !b),
        (Or, _) => (a | b, known & also | known & a | also & b),
        (Xor, _) => (a ^ b, known & also),
        (Shl, Some(distance)) => (a << distance, known << distance | mask(distance)),
        (LShr, Some(distance)) => (a >> distance, known >> distance | !(mask(bits) >> distance)),
        (AShr, Some(distance)) => {
            let spread = |of: u128| (signed(of, bits) >> distance) as u128;
            (spread(a), spread(known))
        }
        _ => return None,
    };
    Some(Val::partial(value, known, bits))
}

/// What is wrong with an operation whose promise does not hold.
fn broken_promise(op: BinaryOp, flags: OpFlags, bits: u32, a: u128, b: u128) -> String {
    use BinaryOp::*;
    let sign = match op {
        Add => "+",
        Sub => "-",
        Mul => "*",
        Shl => "<<",
        LShr | AShr => ">>",
        UDiv | SDiv => "/",
        _ => "|",
    };
    match op {
        Shl | LShr | AShr if b >= u128::from(bits) => {
            format!("shift out of range: {} {sign} {b} on a number of {bits} bits", signed(a, bits))
        }
        Add | Sub | Mul | Shl if flags.nsw => {
            let (a, b) = (signed(a, bits), signed(b, bits));
            format!("signed overflow: {a} {sign} {b} does not fit into {bits} bits")
        }
        Add | Sub | Mul | Shl => format!("unsigned overflow: {a} {sign} {b} does not fit into {bits} bits"),
        Or => "two numbers that should have no bit in common have one".to_owned(),
        _ => format!("{a} {sign} {b} should be exact, and is not"),
    }
}

fn float_of(ty: &Type, value: &Val) -> Result<Option<f64>, Trap> {
    let Some(word) = value.word() else { return Ok(None) };
    match ty {
        Type::Float => Ok(Some(f64::from(f32::from_bits(word as u32)))),
        Type::Double => Ok(Some(f64::from_bits(word))),
        _ => Err(Trap::Unsupported(format!("arithmetic on {ty}"))),
    }
}

fn float_val(ty: &Type, value: f64) -> Val {
    match ty {
        Type::Float => Val::Word(u64::from((value as f32).to_bits())),
        _ => Val::Word(value.to_bits()),
    }
}

fn float_binary(op: BinaryOp, ty: &Type, a: &Val, b: &Val) -> Result<Val, Trap> {
    let (Some(x), Some(y)) = (float_of(ty, a)?, float_of(ty, b)?) else { return Ok(Val::spoiled(&[a, b])) };
    // Rounding twice, to double and then to float, is innocuous for these operations.
    Ok(float_val(
        ty,
        match op {
            BinaryOp::FAdd => x + y,
            BinaryOp::FSub => x - y,
            BinaryOp::FMul => x * y,
            BinaryOp::FDiv => x / y,
            BinaryOp::FRem => x % y,
            _ => return Err(Trap::Unsupported("integer arithmetic on floating-point numbers".into())),
        },
    ))
}

/// `fneg`.
pub(crate) fn negate(ty: &Type, value: &Val) -> Result<Val, Trap> {
    let scalar = ty.scalar();
    lanewise(value, value, &mut |value, _| {
        Ok(float_of(scalar, value)?.map_or(Val::spoiled(&[value]), |value| float_val(scalar, -value)))
    })
}

/// `icmp`.
pub(crate) fn compare(module: &Module, predicate: IntPredicate, ty: &Type, a: &Val, b: &Val) -> Val {
    let bits = bits_of(module, ty.scalar());
    let each = &mut |a: &Val, b: &Val| {
        let (Some(a), Some(b)) = (a.as_int(), b.as_int()) else { return Ok(Val::spoiled(&[a, b])) };
        Ok(Val::bool(holds(predicate, a.cmp(&b), signed(a, bits).cmp(&signed(b, bits)))))
    };
    lanewise(a, b, each).unwrap_or(Val::Undef)
}

/// Whether it holds of two numbers that compare like this without signs, and like this with them.
#[inline]
pub(crate) fn holds(predicate: IntPredicate, unsigned: Ordering, signed: Ordering) -> bool {
    use IntPredicate::*;
    match predicate {
        Eq => unsigned.is_eq(),
        Ne => unsigned.is_ne(),
        Ugt => unsigned.is_gt(),
        Uge => unsigned.is_ge(),
        Ult => unsigned.is_lt(),
        Ule => unsigned.is_le(),
        Sgt => signed.is_gt(),
        Sge => signed.is_ge(),
        Slt => signed.is_lt(),
        Sle => signed.is_le(),
    }
}

/// `fcmp`.
pub(crate) fn compare_floats(predicate: FloatPredicate, ty: &Type, a: &Val, b: &Val) -> Result<Val, Trap> {
    use FloatPredicate::*;
    let scalar = ty.scalar();
    lanewise(a, b, &mut |a, b| {
        let (Some(a), Some(b)) = (float_of(scalar, a)?, float_of(scalar, b)?) else { return Ok(Val::spoiled(&[a, b])) };
        let unordered = a.is_nan() || b.is_nan();
        Ok(Val::bool(match predicate {
            False => false,
            Oeq => !unordered && a == b,
            Ogt => a > b,
            Oge => a >= b,
            Olt => a < b,
            Ole => a <= b,
            One => !unordered && a != b,
            Ord => !unordered,
            Ueq => unordered || a == b,
            Ugt => unordered || a > b,
            Uge => unordered || a >= b,
            Ult => unordered || a < b,
            Ule => unordered || a <= b,
            Une => unordered || a != b,
            Uno => unordered,
            True => true,
        }))
    })
}

/// A conversion.
pub(crate) fn cast(module: &Module, op: CastOp, from: &Type, value: &Val, to: &Type) -> Result<Val, Reason> {
    if let (Val::Parts(parts), Type::Vector(_)) = (value, to)
        && op != CastOp::BitCast
    {
        let each = parts.iter().map(|part| cast(module, op, from.scalar(), part, to.scalar()));
        return Ok(Val::Parts(each.collect::<Result<Arc<[Val]>, Reason>>()?));
    }
    if matches!(from, Type::Vector(_)) != matches!(to, Type::Vector(_)) {
        return Err(format!("{} from {from} to {to}", op.word()));
    }
    let (source, target) = (bits_of(module, from), bits_of(module, to));
    if source > 128 || target > 128 {
        return Err(format!("{} from {from} to {to}", op.word()));
    }
    let int = |value: u128| Val::int(value, target);
    let float = || float_of(from, value).map_err(|trap| trap.to_string());
    if value.is_unknown() {
        return Ok(value.clone());
    }
    if let (Some(Partial { bits, known }), None) = (value.known_bits(source), value.as_int()) {
        let signed = |of: u128| signed(of, source) as u128;
        return Ok(match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::IntToPtr => {
                Val::partial(bits, known | !mask(source), target)
            }
            CastOp::SExt => Val::partial(signed(bits), signed(known), target),
            CastOp::BitCast | CastOp::AddrSpaceCast => value.clone(),
            _ => Val::Undef,
        });
    }
    Ok(match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::IntToPtr => {
            value.as_int().map_or(Val::Undef, int)
        }
        CastOp::SExt => value.as_int().map_or(Val::Undef, |value| int(signed(value, source) as u128)),
        CastOp::BitCast | CastOp::AddrSpaceCast => value.clone(),
        CastOp::FpTrunc | CastOp::FpExt => float()?.map_or(Val::Undef, |value| float_val(to, value)),
        CastOp::FpToUi | CastOp::FpToSi => float()?.map_or(Val::Undef, |value| {
            let whole = value.trunc();
            let (least, limit) = match op {
                CastOp::FpToSi => (-(2f64.powi(target as i32 - 1)), 2f64.powi(target as i32 - 1)),
                _ => (0.0, 2f64.powi(target as i32)),
            };
            // A comparison with something that is no number is false.
            if whole >= least && whole < limit {
                int(if op == CastOp::FpToSi { whole as i128 as u128 } else { whole as u128 })
            } else {
                Val::poison(format!("conversion out of range: {value} does not fit into {target} bits"))
            }
        }),
        CastOp::UiToFp => value.as_int().map_or(Val::Undef, |value| float_val(to, value as f64)),
        CastOp::SiToFp => value.as_int().map_or(Val::Undef, |value| float_val(to, signed(value, source) as f64)),
    })
}

/// `getelementptr`: the address of an element.
pub(crate) fn element(module: &Module, source: &Type, base: &Val, indices: &[(Type, Val)]) -> Result<Val, Reason> {
    if matches!(base, Val::Parts(_)) || indices.iter().any(|(_, value)| matches!(value, Val::Parts(_))) {
        return Err("address computation on vectors".into());
    }
    let Some(first) = base.word() else { return Ok(Val::spoiled(&[base])) };
    let mut address = first;
    let mut ty = source.clone();
    for (position, (index_type, index)) in indices.iter().enumerate() {
        let Some(index) = index.as_int() else { return Ok(Val::spoiled(&[index])) };
        let index = signed(index, bits_of(module, index_type)) as i64;
        if position == 0 {
            address = step(module, address, &ty, index)?;
            continue;
        }
        ty = match &ty {
            Type::Struct(_) | Type::Named(_) => {
                let layout = module.struct_layout(&ty).ok_or_else(|| format!("a member of {ty}"))?;
                let offset = layout.offsets.get(index as usize).ok_or_else(|| format!("member {index} of {ty}"))?;
                address = address.wrapping_add(*offset);
                module.member_type(&ty, &[index as u32]).ok_or_else(|| format!("member {index} of {ty}"))?
            }
            Type::Array(array) => {
                address = step(module, address, &array.1, index)?;
                array.1.clone()
            }
            Type::Vector(vector) => {
                address = step(module, address, &vector.1, index)?;
                vector.1.clone()
            }
            _ => return Err(format!("an element of {ty}")),
        };
    }
    Ok(Val::Word(address))
}

fn step(module: &Module, address: u64, ty: &Type, count: i64) -> Result<u64, Reason> {
    let size = module.size_of(ty).ok_or_else(|| format!("the size of {ty}"))?;
    Ok(address.wrapping_add((size as i64).wrapping_mul(count) as u64))
}
