//! Strings, in memory that no other thread writes: constants and private memory.

use std::cmp::Ordering;

use super::super::Machine;
use super::super::access::Place;
use super::super::run::{Flow, unsupported};
use super::super::thread::Thread;
use super::super::value::Val;
use crate::ir::{Call, ValueId};

impl Machine {
    pub(super) fn string_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        Some(match name {
            "memcmp" | "bcmp" => self.words(thread, call).and_then(|[a, b, size]| {
                let order = self.compare(thread, a, b, size, false)?;
                self.answer(thread, to, sign(order))
            }),
            "strcmp" => self.words(thread, call).and_then(|[a, b]| {
                let order = self.compare(thread, a, b, u64::MAX, true)?;
                self.answer(thread, to, sign(order))
            }),
            "strncmp" => self.words(thread, call).and_then(|[a, b, size]| {
                let order = self.compare(thread, a, b, size, true)?;
                self.answer(thread, to, sign(order))
            }),
            "strlen" => self.words(thread, call).and_then(|[text]| {
                let length = self.length(thread, text)?;
                self.answer(thread, to, length)
            }),
            "strcpy" => self.words(thread, call).and_then(|[destination, source]| {
                let length = self.length(thread, source)?;
                thread.set(to, Val::Word(destination));
                self.copy(thread, destination, source, length + 1)
            }),
            _ => return None,
        })
    }

    /// One byte. Reading shared memory byte by byte would be an event each.
    pub(super) fn byte(&self, thread: &Thread, address: u64) -> Flow<u8> {
        let byte = match self.locate(thread, address, 1)? {
            Place::Private(base, offset) => thread.memory.get(base).and_then(|block| block.read(offset, 1)),
            Place::Constant => self.image.initial(address, 1),
            Place::Shared => return unsupported("a function for strings on memory that other threads may know"),
        };
        byte.map_or_else(|| self.unknown("a string"), |byte| Ok(byte as u8))
    }

    fn length(&self, thread: &Thread, text: u64) -> Flow<u64> {
        let mut length = 0;
        while self.byte(thread, text.wrapping_add(length))? != 0 {
            length += 1;
        }
        Ok(length)
    }

    /// Compares up to `size` bytes, or up to the end of both strings.
    fn compare(&self, thread: &Thread, a: u64, b: u64, size: u64, strings: bool) -> Flow<Ordering> {
        for offset in 0..size {
            let (a, b) = (self.byte(thread, a.wrapping_add(offset))?, self.byte(thread, b.wrapping_add(offset))?);
            if a != b || strings && a == 0 {
                return Ok(a.cmp(&b));
            }
        }
        Ok(Ordering::Equal)
    }
}

/// The result as an int.
fn sign(order: Ordering) -> u64 {
    u64::from(order as i8 as i32 as u32)
}
