//! The values that registers hold.

use std::sync::Arc;

use crate::ir::{Module, Type};

/// A value. Its type is known from the instruction that uses it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Val {
    /// Not known: never written. An error where it matters.
    Undef,
    /// The result of arithmetic that the language does not define. An error where it matters.
    Poison(Arc<Poison>),
    /// An integer of at most 64 bits, a pointer, or the bits of a `float` or `double`.
    Word(u64),
    /// An integer of up to 128 bits.
    Wide(Box<u128>),
    /// The parts of a struct, an array or a vector.
    Parts(Arc<[Val]>),
}

/// Why a value is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Poison {
    /// What went wrong, as the beginning of a sentence.
    pub(super) what: String,
    /// Where, once that is known.
    pub(super) place: Option<String>,
}

impl Val {
    /// What broken arithmetic gives.
    pub(super) fn poison(what: impl Into<String>) -> Val {
        Val::Poison(Arc::new(Poison { what: what.into(), place: None }))
    }

    /// What an operation gives on operands of which one is not known.
    pub(super) fn spoiled(operands: &[&Val]) -> Val {
        let poison = operands.iter().find(|value| matches!(value, Val::Poison(_)));
        poison.map_or(Val::Undef, |value| (*value).clone())
    }

    /// An integer, cut to a number of bits.
    pub(super) fn int(value: u128, bits: u32) -> Val {
        if bits <= 64 {
            Val::Word(value as u64 & (u64::MAX >> (64 - bits.max(1))))
        } else {
            let mask = if bits >= 128 { u128::MAX } else { (1 << bits) - 1 };
            Val::Wide(Box::new(value & mask))
        }
    }

    /// `i1`.
    pub(super) fn bool(value: bool) -> Val {
        Val::Word(u64::from(value))
    }

    /// The integer, if it is known.
    pub(super) fn as_int(&self) -> Option<u128> {
        match self {
            Val::Word(word) => Some(u128::from(*word)),
            Val::Wide(wide) => Some(**wide),
            Val::Undef | Val::Poison(_) | Val::Parts(_) => None,
        }
    }

    /// The word, if it is one and known.
    pub(super) fn word(&self) -> Option<u64> {
        match self {
            Val::Word(word) => Some(*word),
            Val::Undef | Val::Poison(_) | Val::Wide(_) | Val::Parts(_) => None,
        }
    }

    /// The value with other words in it.
    pub(super) fn map_words(&self, map: &impl Fn(u64) -> u64) -> Val {
        match self {
            Val::Word(word) => Val::Word(map(*word)),
            Val::Parts(parts) => Val::Parts(parts.iter().map(|part| part.map_words(map)).collect()),
            Val::Undef | Val::Poison(_) | Val::Wide(_) => self.clone(),
        }
    }

    /// Calls a function for every word in it.
    pub(super) fn for_each_word(&self, visit: &mut impl FnMut(u64)) {
        match self {
            Val::Word(word) => visit(*word),
            Val::Wide(wide) => [**wide as u64, (**wide >> 64) as u64].into_iter().for_each(visit),
            Val::Parts(parts) => parts.iter().for_each(|part| part.for_each_word(visit)),
            Val::Undef | Val::Poison(_) => {}
        }
    }

    /// The zero of a type.
    pub(super) fn zero(module: &Module, ty: &Type) -> Val {
        match parts_of(module, ty) {
            Some(parts) => Val::Parts(parts.iter().map(|(ty, _)| Val::zero(module, ty)).collect()),
            None => Val::int(0, bits_of(module, ty)),
        }
    }

    /// The unknown value of a type.
    pub(super) fn undef(module: &Module, ty: &Type) -> Val {
        match parts_of(module, ty) {
            Some(parts) => Val::Parts(parts.iter().map(|(ty, _)| Val::undef(module, ty)).collect()),
            None => Val::Undef,
        }
    }
}

/// The bits of a scalar; 0 for what is none.
pub(super) fn bits_of(module: &Module, ty: &Type) -> u32 {
    match ty {
        Type::Int(bits) => *bits,
        _ => module.store_size_of(ty).map_or(0, |bytes| bytes as u32 * 8),
    }
}

/// The parts of an aggregate, with their offsets; nothing for a scalar.
pub(super) fn parts_of(module: &Module, ty: &Type) -> Option<Vec<(Type, u64)>> {
    match ty {
        Type::Array(array) => {
            let size = module.size_of(&array.1)?;
            Some((0..array.0).map(|i| (array.1.clone(), i * size)).collect())
        }
        Type::Vector(vector) => {
            let size = module.store_size_of(&vector.1)?;
            Some((0..u64::from(vector.0)).map(|i| (vector.1.clone(), i * size)).collect())
        }
        Type::Struct(_) | Type::Named(_) => {
            let layout = module.struct_layout(ty)?;
            let fields = match ty {
                Type::Struct(body) => &body.fields,
                Type::Named(id) => &module.struct_body(*id)?.fields,
                _ => return None,
            };
            Some(fields.iter().cloned().zip(layout.offsets.iter().copied()).collect())
        }
        _ => None,
    }
}

/// The scalars inside a type, each with its offset and size in bytes.
pub(super) fn scalars(module: &Module, ty: &Type, base: u64, out: &mut Vec<(Type, u64, u64)>) {
    match parts_of(module, ty) {
        Some(parts) => parts.iter().for_each(|(ty, offset)| scalars(module, ty, base + offset, out)),
        None => out.push((ty.clone(), base, module.store_size_of(ty).unwrap_or(0))),
    }
}
