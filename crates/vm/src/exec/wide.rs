//! Values of sixteen bytes.
//!
//! The search deals in words of at most eight bytes. A value of sixteen is given a number, the same whenever
//! it is met again, so that to compare numbers is to compare values. Zero is number 0.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use selvedge_core::{Value, Width};

use crate::exec::value::Val;

/// The values that have a number.
#[derive(Debug, Default)]
pub(crate) struct Wide(Mutex<Numbers>);

#[derive(Debug)]
struct Numbers {
    values: Vec<u128>,
    numbers: HashMap<u128, u64>,
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers { values: vec![0], numbers: HashMap::from([(0, 0)]) }
    }
}

impl Numbers {
    fn number(&mut self, value: u128) -> u64 {
        *self.numbers.entry(value).or_insert_with(|| {
            self.values.push(value);
            self.values.len() as u64 - 1
        })
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
        match width {
            Width::W128 => self.numbers().values.get(value.0 as usize).copied().unwrap_or(0),
            _ => u128::from(width.truncate(value.0)),
        }
    }

    /// A value of the search, for a register.
    pub(crate) fn register(&self, value: Value, width: Width) -> Val {
        Val::int(self.expand(value, width), width.bits())
    }
}

/// The words of a value.
pub(crate) fn words_of(bytes: u128) -> [u64; 2] {
    [bytes as u64, (bytes >> 64) as u64]
}
