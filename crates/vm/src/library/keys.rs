//! Values that each thread has for itself: `pthread_key_*`, `tss_*` and `errno`.
//!
//! A key is the number of the thread that created it, the number of the key in that thread, and its
//! destructor: different from all others, the same in every execution, and all that a thread has to know when
//! it ends. The values never leave the thread.
//!
//! A thread that ends destroys its values, key by key, and does so again, a few times, if destructors have
//! set new ones. The end of the program destroys none: that `main` returns is no end of a thread.

use std::collections::BTreeMap;

use selvedge_core::{Content, ViolationKind, Width, WriteOrdering};
use selvedge_ir::names::both;
use selvedge_ir::{Call, FunctionId, ValueId};

use crate::Machine;
use crate::exec::flow::{Flow, fail, unsupported};
use crate::exec::value::Val;
use crate::memory::image::function_at;
use crate::memory::private::{Allocator, Storage};
use crate::state::thread::Thread;

/// The bits of a key that count the keys of a thread.
const COUNT_BITS: u32 = 8;
/// The bits for the thread.
const THREAD_BITS: u32 = 8;
/// The bits for the destructor; 0 is none.
const DESTRUCTOR_BITS: u32 = 16;
/// How often a thread that ends goes through its values: `PTHREAD_DESTRUCTOR_ITERATIONS`, as POSIX demands at
/// least.
pub(in super::super) const DESTRUCTIONS: u32 = 4;

/// What a thread knows of keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Keys {
    /// How many keys it has created.
    created: u64,
    values: BTreeMap<u64, u64>,
    /// Where its `errno` is, once it has been asked for.
    errno: Option<u64>,
    /// Where its table of the classes of characters is.
    pub(super) classes: Option<u64>,
}

impl Keys {
    /// None.
    pub(in super::super) const NONE: Keys = Keys { created: 0, values: BTreeMap::new(), errno: None, classes: None };
}

impl Machine {
    pub(super) fn key_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        Some(match name {
            "pthread_key_create" | "tss_create" => self.create_key(thread, call, to),
            "pthread_key_delete" | "tss_delete" => self.words(thread, call).and_then(|[key]| {
                thread.takes_visible_step();
                thread.cold.library.keys.values.remove(&key);
                self.answer(thread, to, 0)
            }),
            "pthread_setspecific" | "tss_set" => self.words(thread, call).and_then(|[key, value]| {
                let is_new = thread.cold.library.keys.values.insert(key, value) != Some(value);
                thread.takes_visible_step_if(is_new);
                self.answer(thread, to, 0)
            }),
            "pthread_getspecific" | "tss_get" => self.words(thread, call).and_then(|[key]| {
                let value = thread.cold.library.keys.values.get(&key).copied().unwrap_or(0);
                self.answer(thread, to, value)
            }),
            "__errno_location" | "__error" => self.errno(thread).and_then(|address| self.answer(thread, to, address)),
            _ => return None,
        })
    }

    fn create_key(&self, thread: &mut Thread, call: &Call, to: ValueId) -> Flow {
        let [place, destructor] = self.words(thread, call)?;
        let destructor = match (destructor, function_at(self.code.module(), destructor)) {
            (0, _) => 0,
            (_, Some(function)) => u64::from(function.0) + 1,
            (_, None) => return fail(ViolationKind::InvalidAccess, "the destructor of a key is no function"),
        };
        let (number, creator) = (thread.cold.library.keys.created, u64::from(thread.id().0));
        if number >> COUNT_BITS != 0 || creator >> THREAD_BITS != 0 || destructor >> DESTRUCTOR_BITS != 0 {
            return unsupported("more than 256 keys in one thread, 256 threads that create keys, or 65,535 functions");
        }
        let key = destructor << (COUNT_BITS + THREAD_BITS) | creator << COUNT_BITS | number;
        thread.cold.library.keys.created += 1;
        thread.takes_visible_step();
        thread.set(to, Val::Word(0));
        self.write(thread, place, Width::W32, key, WriteOrdering::Plain)
    }

    /// Starts the destructor of the first value from this key on that has one, and returns where to go on.
    /// Nothing is returned when there is none.
    pub(in super::super) fn destroy_value(&self, thread: &mut Thread, from: u64) -> Flow<Option<u64>> {
        let destructor_of = |key: u64| (key >> (COUNT_BITS + THREAD_BITS)).checked_sub(1);
        let mut values = thread.cold.library.keys.values.range(from..);
        let found = values.find_map(|(&key, &value)| Some((key, value, destructor_of(key)?)).filter(|_| value != 0));
        let Some((key, value, destructor)) = found else { return Ok(None) };
        thread.cold.library.keys.values.remove(&key);
        let function = FunctionId(destructor as u32);
        let called = self.code.module().function(function);
        match called.name.as_str() {
            _ if called.defined => self.enter_at_bottom(thread, function, value)?,
            "free" => self.free(thread, value, Allocator::Malloc)?,
            name => return unsupported(format!("the external function {}, as the destructor of a key", both(name))),
        }
        Ok(Some(key + 1))
    }

    /// Where this thread's `errno` is.
    fn errno(&self, thread: &mut Thread) -> Flow<u64> {
        if let Some(address) = thread.cold.library.keys.errno {
            return Ok(address);
        }
        let address = self.code.allocate(thread, Storage::ThreadLocal, Content::Zeros, 4)?;
        thread.cold.library.keys.errno = Some(address);
        Ok(address)
    }

    /// Sets this thread's `errno`.
    pub(super) fn set_errno(&self, thread: &mut Thread, error: u64) -> Flow {
        let address = self.errno(thread)?;
        self.write(thread, address, Width::W32, error, WriteOrdering::Plain)
    }
}
