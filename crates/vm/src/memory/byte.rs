//! What is known of a byte of memory.

/// What is known of one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Byte {
    /// It is what the block was made of.
    Unwritten,
    /// Something undefined was written there. Only in blocks that were made of zeros: in others that is no
    /// news.
    Undefined,
    /// The first byte of a write.
    First(u8),
    /// Another byte of the same write.
    Rest(u8),
}

/// Some bytes that lie one after another, at most sixteen. The least significant bit of a mask is about the
/// first one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Seen {
    /// Least significant first; zero where nothing defined was written.
    pub(crate) value: u128,
    /// Which ones have been written.
    pub(crate) written: u32,
    /// Where something undefined was written.
    pub(crate) undefined: u32,
}

/// How bytes move from one block to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// Both are made of the same.
    Alike,
    /// From zeros to nothing.
    FromZeros,
    /// From nothing to zeros.
    ToZeros,
}

impl Manner {
    pub(super) fn moved(self, byte: Byte) -> Byte {
        match (self, byte) {
            (Manner::FromZeros, Byte::Unwritten) => Byte::First(0),
            (Manner::FromZeros, Byte::Undefined) => Byte::Unwritten,
            (Manner::ToZeros, Byte::Unwritten) => Byte::Undefined,
            (_, byte) => byte,
        }
    }
}

pub(super) fn byte(value: u8, written: bool, first: bool) -> Byte {
    match (written, first) {
        (true, true) => Byte::First(value),
        (true, false) => Byte::Rest(value),
        (false, true) => Byte::Undefined,
        (false, false) => Byte::Unwritten,
    }
}

pub(super) fn parts(byte: Byte) -> (u8, bool, bool) {
    match byte {
        Byte::First(value) => (value, true, true),
        Byte::Rest(value) => (value, true, false),
        Byte::Undefined => (0, false, true),
        Byte::Unwritten => (0, false, false),
    }
}
