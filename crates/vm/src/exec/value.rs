//! The values that registers hold.

use std::sync::Arc;

use selvedge_ir::{Module, Type};

/// A value. Its type is known from the instruction that uses it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Val {
    /// Not known: never written. An error where it matters.
    Undef,
    /// The result of arithmetic that the language does not define. An error where it matters.
    Poison(Arc<Poison>),
    /// An integer of at most 64 bits, a pointer, or the bits of a `float` or `double`.
    Word(u64),
    /// An integer of up to 128 bits.
    Wide(Box<u128>),
    /// An integer, a pointer or the bits of a number of which some bits are known and others are not: a
    /// struct with gaps on its way through a register. Where all bits matter, it is as good as unknown.
    Partial(Box<Partial>),
    /// The parts of a struct, an array or a vector.
    Parts(Arc<[Val]>),
}

/// What is known of the bits of a value: something, but not all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Partial {
    /// Zero where they are not known.
    pub(crate) bits: u128,
    pub(crate) known: u128,
}

impl Partial {
    /// The bytes of which all bits are known, one bit for each.
    pub(crate) fn known_bytes(&self) -> u32 {
        (0..16).filter(|at| self.known >> (8 * at) & 0xff == 0xff).fold(0, |known, at| known | 1 << at)
    }

    /// Whether the two are equal; nothing if that depends on bits that are not known.
    pub(crate) fn equals(&self, other: &Partial) -> Option<bool> {
        let both = self.known & other.known;
        match (self.bits ^ other.bits) & both {
            0 => (self == other).then_some(true),
            _ => Some(false),
        }
    }
}

/// Why a value is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Poison {
    /// What went wrong, as the beginning of a sentence.
    pub(crate) what: String,
    /// Where, once that is known.
    pub(crate) place: Option<String>,
}

impl Val {
    /// What broken arithmetic gives.
    pub(crate) fn poison(what: impl Into<String>) -> Val {
        Val::Poison(Arc::new(Poison { what: what.into(), place: None }))
    }

    /// What an operation gives on operands of which one is not known.
    pub(crate) fn spoiled(operands: &[&Val]) -> Val {
        let poison = operands.iter().find(|value| matches!(value, Val::Poison(_)));
        poison.map_or(Val::Undef, |value| (*value).clone())
    }

    /// An integer, cut to a number of bits.
    pub(crate) fn int(value: u128, bits: u32) -> Val {
        if bits <= 64 {
            Val::Word(value as u64 & (u64::MAX >> (64 - bits.max(1))))
        } else {
            Val::Wide(Box::new(value & mask(bits)))
        }
    }

    /// A value of so many bits, of which these are known.
    pub(crate) fn partial(bits: u128, known: u128, width: u32) -> Val {
        let mask = mask(width);
        match known & mask {
            0 => Val::Undef,
            all if all == mask => Val::int(bits, width),
            known => Val::Partial(Box::new(Partial { bits: bits & known, known })),
        }
    }

    /// What is known of the bits of an integer of so many. Nothing if it is not one, or is poison.
    pub(crate) fn known_bits(&self, width: u32) -> Option<Partial> {
        match self {
            Val::Undef => Some(Partial { bits: 0, known: 0 }),
            Val::Word(word) => Some(Partial { bits: u128::from(*word), known: mask(width) }),
            Val::Wide(wide) => Some(Partial { bits: **wide, known: mask(width) }),
            Val::Partial(partial) => Some(**partial),
            Val::Poison(_) | Val::Parts(_) => None,
        }
    }

    /// Whether nothing of it may be used: it is poison, or no bit of it is known.
    pub(crate) fn is_unknown(&self) -> bool {
        matches!(self, Val::Undef | Val::Poison(_))
    }

    /// `i1`.
    pub(crate) fn bool(value: bool) -> Val {
        Val::Word(u64::from(value))
    }

    /// The integer, if it is known.
    pub(crate) fn as_int(&self) -> Option<u128> {
        match self {
            Val::Word(word) => Some(u128::from(*word)),
            Val::Wide(wide) => Some(**wide),
            Val::Undef | Val::Poison(_) | Val::Partial(_) | Val::Parts(_) => None,
        }
    }

    /// The word, if it is one and known.
    pub(crate) fn word(&self) -> Option<u64> {
        match self {
            Val::Word(word) => Some(*word),
            Val::Undef | Val::Poison(_) | Val::Wide(_) | Val::Partial(_) | Val::Parts(_) => None,
        }
    }

    /// The value with other words in it.
    pub(crate) fn map_words(&self, map: &impl Fn(u64) -> u64) -> Val {
        match self {
            Val::Word(word) => Val::Word(map(*word)),
            Val::Parts(parts) => Val::Parts(parts.iter().map(|part| part.map_words(map)).collect()),
            Val::Undef | Val::Poison(_) | Val::Wide(_) | Val::Partial(_) => self.clone(),
        }
    }

    /// Calls a function for every word in it.
    pub(crate) fn for_each_word(&self, visit: &mut impl FnMut(u64)) {
        match self {
            Val::Word(word) => visit(*word),
            Val::Wide(wide) => [**wide as u64, (**wide >> 64) as u64].into_iter().for_each(visit),
            Val::Partial(partial) => {
                let halves = [0, 64].map(|half| ((partial.bits >> half) as u64, (partial.known >> half) as u64));
                halves.into_iter().filter(|(_, known)| *known == u64::MAX).for_each(|(word, _)| visit(word));
            }
            Val::Parts(parts) => parts.iter().for_each(|part| part.for_each_word(visit)),
            Val::Undef | Val::Poison(_) => {}
        }
    }

    /// The zero of a type.
    pub(crate) fn zero(module: &Module, ty: &Type) -> Val {
        match parts_of(module, ty) {
            Some(parts) => Val::Parts(parts.iter().map(|(ty, _)| Val::zero(module, ty)).collect()),
            None => Val::int(0, bits_of(module, ty)),
        }
    }

    /// The unknown value of a type.
    pub(crate) fn undef(module: &Module, ty: &Type) -> Val {
        match parts_of(module, ty) {
            Some(parts) => Val::Parts(parts.iter().map(|(ty, _)| Val::undef(module, ty)).collect()),
            None => Val::Undef,
        }
    }
}

/// So many bits, all of them ones.
pub(crate) fn mask(bits: u32) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

/// The bits of a scalar; 0 for what is none.
pub(crate) fn bits_of(module: &Module, ty: &Type) -> u32 {
    match ty {
        Type::Int(bits) => *bits,
        _ => module.store_size_of(ty).map_or(0, |bytes| bytes as u32 * 8),
    }
}

/// The parts of an aggregate, with their offsets; nothing for a scalar.
pub(crate) fn parts_of(module: &Module, ty: &Type) -> Option<Vec<(Type, u64)>> {
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
pub(crate) fn scalars(module: &Module, ty: &Type, base: u64, out: &mut Vec<(Type, u64, u64)>) {
    match parts_of(module, ty) {
        Some(parts) => parts.iter().for_each(|(ty, offset)| scalars(module, ty, base + offset, out)),
        None => out.push((ty.clone(), base, module.store_size_of(ty).unwrap_or(0))),
    }
}
