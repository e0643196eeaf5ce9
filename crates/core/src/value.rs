//! Values, addresses, and what a read-modify-write does to a value.

use std::fmt;

/// A machine word of at most 64 bits, zero-extended. What it means is the frontend's business.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Value(pub u64);

/// The address of a shared location. Two accesses touch the same location when their addresses are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Address(pub u64);

/// A block of memory that the program allocates while it runs. Locations belong to the block that the program
/// says they belong to; see [`Meaning::block`](crate::Meaning::block).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Block(pub u64);

/// The size of an access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Width {
    /// One byte.
    W8,
    /// Two bytes.
    W16,
    /// Four bytes.
    W32,
    /// Eight bytes.
    W64,
    /// Sixteen bytes. A [`Value`] is too small: it stands for one, see
    /// [`Meaning::bytes`](crate::Meaning::bytes).
    W128,
}

/// What a read-modify-write computes from the old value and its operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RmwOp {
    /// The operand replaces the old value.
    Exchange,
    /// Sum, wrapping.
    Add,
    /// Difference, wrapping.
    Sub,
    /// Bitwise and.
    And,
    /// Bitwise not-and.
    Nand,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Signed maximum.
    Max,
    /// Signed minimum.
    Min,
    /// Unsigned maximum.
    UMax,
    /// Unsigned minimum.
    UMin,
}

impl Value {
    /// What is undefined: what [`Action::Copy`](crate::Action::Copy) reads where nothing was ever written,
    /// and what a plain [`Action::Write`](crate::Action::Write) writes that copies it to somewhere else. A
    /// program that has this very number in its memory would be taken to have nothing there, and be wrong to
    /// use it.
    pub const NOTHING: Value = Value(0x9e6b_51c3_7fd2_a84d);

    /// Whether it is one of 2^32 values that stand for bytes of which not all are defined:
    /// [`Value::NOTHING`], or one of the frontend's own, see
    /// [`Meaning::known_bytes`](crate::Meaning::known_bytes).
    #[inline]
    pub fn is_partly_undefined(self) -> bool {
        self.0 >> 32 == Value::NOTHING.0 >> 32
    }
}

impl Width {
    /// The number of bits.
    pub fn bits(self) -> u32 {
        match self {
            Width::W8 => 8,
            Width::W16 => 16,
            Width::W32 => 32,
            Width::W64 => 64,
            Width::W128 => 128,
        }
    }

    /// The number of bytes.
    pub fn bytes(self) -> u64 {
        u64::from(self.bits()) / 8
    }

    /// Cuts a word to this width.
    #[inline]
    pub fn truncate(self, word: u64) -> u64 {
        word & (u64::MAX >> (64 - self.bits().min(64)))
    }

    /// The word as a signed number of this width.
    #[inline]
    pub fn signed(self, word: u64) -> i64 {
        let unused = 64 - self.bits().min(64);
        ((word << unused) as i64) >> unused
    }
}

impl RmwOp {
    /// The new value of a location of the given width. Of sixteen bytes, only [`RmwOp::Exchange`] makes
    /// sense.
    pub fn apply(self, width: Width, old: Value, operand: Value) -> Value {
        if self == RmwOp::Exchange && operand.is_partly_undefined() {
            return operand;
        }
        let (a, b) = (old.0, operand.0);
        let (sa, sb) = (width.signed(a), width.signed(b));
        let word = match self {
            RmwOp::Exchange => b,
            RmwOp::Add => a.wrapping_add(b),
            RmwOp::Sub => a.wrapping_sub(b),
            RmwOp::And => a & b,
            RmwOp::Nand => !(a & b),
            RmwOp::Or => a | b,
            RmwOp::Xor => a ^ b,
            RmwOp::Max => sa.max(sb) as u64,
            RmwOp::Min => sa.min(sb) as u64,
            RmwOp::UMax => width.truncate(a).max(width.truncate(b)),
            RmwOp::UMin => width.truncate(a).min(width.truncate(b)),
        };
        Value(width.truncate(word))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_wraps_at_the_width() {
        let add = |w, a, b| RmwOp::Add.apply(w, Value(a), Value(b)).0;
        assert_eq!(add(Width::W8, 255, 1), 0);
        assert_eq!(add(Width::W32, u64::from(u32::MAX), 2), 1);
        assert_eq!(add(Width::W64, u64::MAX, 1), 0);
        assert_eq!(RmwOp::Sub.apply(Width::W16, Value(0), Value(1)).0, 0xffff);
        assert_eq!(RmwOp::Nand.apply(Width::W8, Value(0b11), Value(0b01)).0, 0b1111_1110);
    }

    #[test]
    fn signed_and_unsigned_extremes_differ() {
        let minus_one = Value(0xff);
        let one = Value(1);
        assert_eq!(RmwOp::Max.apply(Width::W8, minus_one, one), one);
        assert_eq!(RmwOp::UMax.apply(Width::W8, minus_one, one), minus_one);
        assert_eq!(RmwOp::Min.apply(Width::W8, minus_one, one), minus_one);
        assert_eq!(RmwOp::UMin.apply(Width::W8, minus_one, one), one);
    }
}
