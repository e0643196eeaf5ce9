//! Values of sixteen bytes.
//!
//! The search deals in words of at most eight bytes. A value of sixteen is given a number, the same whenever
//! it is met again, so that to compare numbers is to compare values. Zero is number 0.
//!
//! So are values of any size of which not all bits are known, where they are accessed atomically: structs
//! with gaps between their members. Their numbers are among those that a word of the program's may not be
//! ([`Value::is_partly_undefined`]). Two of them are the same if the same bits are known and equal: gaps that
//! were copied compare equal to themselves.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use selvedge_core::{Value, Width};

use crate::exec::value::{Partial, Val, mask};

/// The values that have a number.
#[derive(Debug, Default)]
pub(crate) struct Wide(Mutex<Numbers>);

#[derive(Debug)]
struct Numbers {
    values: Vec<u128>,
    numbers: HashMap<u128, u64>,
    /// Those of which not all bits are known, and the place of each.
    partial: Vec<Partial>,
    places: HashMap<Partial, u64>,
}

impl Default for Numbers {
    fn default() -> Numbers {
        let (partial, places) = (Vec::new(), HashMap::new());
        Numbers { values: vec![0], numbers: HashMap::from([(0, 0)]), partial, places }
    }
}

impl Numbers {
    fn number(&mut self, value: u128) -> u64 {
        *self.numbers.entry(value).or_insert_with(|| {
            self.values.push(value);
            self.values.len() as u64 - 1
        })
    }

    fn partial(&self, value: Value) -> Option<Partial> {
        self.partial.get((value.0 as u32) as usize).copied()
    }
}

impl Wide {
    fn numbers(&self) -> MutexGuard<'_, Numbers> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What stands for these bytes in the search.
    pub(crate) fn compact(&self, bytes: u128, width: Width) -> Value {
        match width {
            Width::W128 => Value(self.numbers().number(bytes)),
            _ => Value(width.truncate(bytes as u64)),
        }
    }

    /// The bytes that a value of the search stands for.
    pub(crate) fn expand(&self, value: Value, width: Width) -> u128 {
        if value.is_partly_undefined() {
            return self.numbers().partial(value).map_or(0, |partial| partial.bits);
        }
        match width {
            Width::W128 => self.numbers().values.get(value.0 as usize).copied().unwrap_or(0),
            _ => u128::from(width.truncate(value.0)),
        }
    }

    /// A value of the search, for a register.
    pub(crate) fn register(&self, value: Value, width: Width) -> Val {
        let known = self.known(value, width);
        if known.known == mask(width.bits()) {
            return Val::int(known.bits, width.bits());
        }
        Val::partial(known.bits, known.known, width.bits())
    }

    /// A value of which not all is known, cut to a number of bits.
    #[cold]
    pub(crate) fn partly(&self, value: Value, bits: u32) -> Val {
        let partial = self.known(value, Width::W128);
        Val::partial(partial.bits, partial.known, bits)
    }

    /// What is known of the bits that a value of the search stands for.
    pub(crate) fn known(&self, value: Value, width: Width) -> Partial {
        match value.is_partly_undefined() {
            true => self.numbers().partial(value).unwrap_or(Partial { bits: 0, known: 0 }),
            false => Partial { bits: self.expand(value, width), known: mask(width.bits()) },
        }
    }

    /// What stands for these bytes, of which some are known, in the search.
    pub(crate) fn compact_known(&self, bytes: u128, known: u32, width: Width) -> Value {
        let (known, mask) = (bits_of_bytes(known), mask(width.bits()));
        match known & mask {
            0 => Value::NOTHING,
            all if all == mask => self.compact(bytes, width),
            known => {
                let partial = Partial { bits: bytes & known, known };
                let mut numbers = self.numbers();
                let Numbers { partial: all, places, .. } = &mut *numbers;
                let place = *places.entry(partial).or_insert_with(|| {
                    all.push(partial);
                    all.len() as u64 - 1
                });
                Value(Value::NOTHING.0 >> 32 << 32 | place)
            }
        }
    }

    /// Whether the two are equal; nothing if that depends on bits that are not known. A value is equal to
    /// itself.
    pub(crate) fn equal(&self, one: Value, other: Value, width: Width) -> Option<bool> {
        if one == other || !one.is_partly_undefined() && !other.is_partly_undefined() {
            return Some(one == other);
        }
        self.known(one, width).equals(&self.known(other, width))
    }
}

/// The bits of these bytes.
pub(crate) fn bits_of_bytes(bytes: u32) -> u128 {
    (0..16).filter(|at| bytes >> at & 1 == 1).fold(0, |bits, at| bits | 0xff << (8 * at))
}

/// The words of a value.
pub(crate) fn words_of(bytes: u128) -> [u64; 2] {
    [bytes as u64, (bytes >> 64) as u64]
}
