//! Values that each thread has for itself: `pthread_key_*`, `tss_*` and `errno`.
//!
//! A key is the number of the thread that created it and the number of the key in that thread: different from all others,
//! and the same in every execution. The values never leave the thread.

use std::collections::BTreeMap;

use selvedge_core::{Content, Width, WriteOrdering};

use super::super::Machine;
use super::super::private::Storage;
use super::super::run::{Flow, unsupported};
use super::super::thread::Thread;
use super::super::value::Val;
use crate::ir::{Call, ValueId};

/// The bits of a key that count the keys of a thread.
const COUNT_BITS: u32 = 16;

/// What a thread knows of keys.
#[derive(Clone, PartialEq, Debug, Default)]
pub(in super::super) struct Keys {
    /// How many keys it has created.
    created: u64,
    values: BTreeMap<u64, u64>,
    /// Where its `errno` is, once it has been asked for.
    errno: Option<u64>,
    /// Where its table of the classes of characters is.
    pub(super) classes: Option<u64>,
}

impl Machine {
    pub(super) fn key_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        Some(match name {
            "pthread_key_create" | "tss_create" => self.create_key(thread, call, to),
            "pthread_key_delete" | "tss_delete" => self.words(thread, call).and_then(|[key]| {
                thread.effects += 1;
                thread.keys.values.remove(&key);
                self.answer(thread, to, 0)
            }),
            "pthread_setspecific" | "tss_set" => self.words(thread, call).and_then(|[key, value]| {
                thread.effects += u64::from(thread.keys.values.insert(key, value) != Some(value));
                self.answer(thread, to, 0)
            }),
            "pthread_getspecific" | "tss_get" => self.words(thread, call).and_then(|[key]| {
                let value = thread.keys.values.get(&key).copied().unwrap_or(0);
                self.answer(thread, to, value)
            }),
            "__errno_location" | "__error" => self.errno(thread).and_then(|address| self.answer(thread, to, address)),
            _ => return None,
        })
    }

    fn create_key(&self, thread: &mut Thread, call: &Call, to: ValueId) -> Flow {
        let [place, destructor] = self.words(thread, call)?;
        if destructor != 0 {
            return unsupported("a destructor for the values of a key");
        }
        let key = u64::from(thread.id.0) << COUNT_BITS | thread.keys.created;
        if thread.id.0 >> COUNT_BITS != 0 || thread.keys.created >> COUNT_BITS != 0 {
            return unsupported("more than 65,536 keys in one thread, or as many threads");
        }
        thread.keys.created += 1;
        thread.effects += 1;
        thread.set(to, Val::Word(0));
        self.write(thread, place, Width::W32, key, WriteOrdering::Plain)
    }

    /// Where this thread's `errno` is.
    fn errno(&self, thread: &mut Thread) -> Flow<u64> {
        if let Some(address) = thread.keys.errno {
            return Ok(address);
        }
        let address = self.allocate(thread, Storage::ThreadLocal, Content::Zeros, 4)?;
        thread.keys.errno = Some(address);
        Ok(address)
    }

    /// Sets this thread's `errno`.
    pub(super) fn set_errno(&self, thread: &mut Thread, error: u64) -> Flow {
        let address = self.errno(thread)?;
        self.write(thread, address, Width::W32, error, WriteOrdering::Plain)
    }
}
