//! Copying and filling memory.
//!
//! To copy what was never written is a write all the same: what was there before is gone, another thread's
//! access races with it, and using what is there now is an error. So in shared memory it is an event like
//! other writes, whose value is [`Value::NOTHING`](selvedge_core::Value::NOTHING).

use selvedge_core::{Content, ViolationKind, WriteOrdering};
use selvedge_ir::Type;

use crate::Machine;
use crate::exec::flow::{Flow, fail, fail_at, unsupported};
use crate::exec::value::Val;
use crate::machine::Code;
use crate::memory::locate::Place;
use crate::memory::private::{PrivateBlock, Storage};
use crate::state::awaiting::Purpose;
use crate::state::thread::Thread;

/// As many bytes are copied or filled at once: a step must end.
const MOST: u64 = 1 << 29;

fn may_copy(size: u64) -> Flow {
    if size <= MOST { Ok(()) } else { unsupported(format!("{size} bytes that are copied or filled at once")) }
}

impl Machine {
    /// `memcpy` and `memmove`. Bytes that were never written stay so.
    pub(crate) fn copy(&self, thread: &mut Thread, to: u64, from: u64, size: u64) -> Flow {
        if size == 0 {
            return Ok(());
        }
        self.code.locate(thread, to, size)?;
        match self.code.locate(thread, from, size)? {
            Place::Private(base, offset) => {
                // Nothing is copied here: a copy of a block shares its bytes with it.
                let block = thread.memory.get(base).expect("invariant: just located").clone();
                self.write_bytes(thread, to, &block, offset, size)
            }
            Place::Constant => {
                let mut block = PrivateBlock::passing(size);
                for (offset, piece) in self.cuts.cut(from, 0, size) {
                    block.write(offset, piece, self.code.image().initial(from + offset, piece));
                }
                self.write_bytes(thread, to, &block, 0, size)
            }
            Place::Shared => {
                let so_far = PrivateBlock::passing(size);
                let purpose = Purpose::Copy { to, size };
                self.gather(thread, self.cuts.cut(from, 0, size), from, so_far, purpose)
            }
        }
    }

    /// `memcpy`: where the two overlap, it is undefined. Compilers copy a structure to itself with it, which
    /// is not.
    pub(crate) fn copy_apart(&self, thread: &mut Thread, to: u64, from: u64, size: u64) -> Flow {
        if to != from {
            self.code.check_apart(thread, "memcpy", (to, size), (from, size))?;
        }
        self.copy(thread, to, from, size)
    }

    /// Writes a range of a block, with the extents it was written with.
    pub(crate) fn write_bytes(&self, thread: &mut Thread, to: u64, from: &PrivateBlock, start: u64, size: u64) -> Flow {
        match self.code.locate(thread, to, size)? {
            Place::Private(base, offset) => {
                may_copy(size)?;
                thread.memory.get_mut(base).expect("invariant: just located").copy(offset, from, start, size);
                Ok(())
            }
            Place::Constant => fail(ViolationKind::InvalidAccess, "a write to something constant"),
            Place::Shared => {
                let pieces: Vec<(u64, u64)> = from
                    .extents(start, size)
                    .into_iter()
                    .flat_map(|extent| self.cuts.cut(to, extent.offset, extent.size))
                    .collect();
                self.write_pieces(thread, to, from, start, &pieces, WriteOrdering::Plain)
            }
        }
    }

    /// `memset`.
    pub(crate) fn fill(&self, thread: &mut Thread, to: u64, byte: u8, size: u64) -> Flow {
        if size == 0 {
            return Ok(());
        }
        if let Place::Private(base, offset) = self.code.locate(thread, to, size)? {
            may_copy(size)?;
            thread.memory.get_mut(base).expect("invariant: just located").fill(offset, size, byte);
            return Ok(());
        }
        let mut block = PrivateBlock::passing(size);
        for (offset, piece) in self.cuts.cut(to, 0, size) {
            block.write(offset, piece, Some(u128::from_le_bytes([byte; 16])));
        }
        self.write_bytes(thread, to, &block, 0, size)
    }

    /// A copy of what an argument passed by value points to, the argument with this number. It lives as long
    /// as the caller. What is read from shared memory takes several actions: the call is run again when the
    /// copy has been made.
    pub(crate) fn copy_for_callee(&self, thread: &mut Thread, ty: &Type, pointer: &Val, number: usize) -> Flow<Val> {
        let Some(from) = pointer.word() else { return self.code.unknown("an address") };
        let Some(size) = self.code.module().size_of(ty) else {
            return unsupported(format!("an argument of type {ty}"));
        };
        if let Some(copy) = thread.cold.memory.passed(number) {
            return Ok(Val::Word(copy));
        }
        self.code.locate(thread, from, size)?;
        let copy = self.code.allocate(thread, Storage::Stack, Content::Nothing, size)?;
        thread.frame().locals.push(copy);
        self.copy(thread, copy, from, size)?;
        if let Some(action) = thread.next_action() {
            thread.passes(number, copy);
            thread.frame().next -= 1;
            return Err(Box::new(action));
        }
        Ok(Val::Word(copy))
    }
}

impl Code {
    /// What a function writes may not overlap what it reads: addresses and sizes.
    pub(crate) fn check_apart(&self, thread: &Thread, function: &str, to: (u64, u64), from: (u64, u64)) -> Flow {
        if to.0 >= from.0.saturating_add(from.1) || from.0 >= to.0.saturating_add(to.1) {
            return Ok(());
        }
        let (written, read) = (self.name_in(thread, to.0), self.name_in(thread, from.0));
        let message = format!("{function} copies from {read} to {written}, and the two overlap");
        fail_at(ViolationKind::UndefinedBehaviour, message, to.0)
    }

    /// A string of the program, for messages.
    pub(crate) fn text_at(&self, thread: &Thread, address: u64) -> String {
        let byte = |at: u64| match self.locate(thread, at, 1) {
            Ok(Place::Private(base, offset)) => thread.memory.get(base)?.read(offset, 1),
            Ok(Place::Constant | Place::Shared) => self.image().initial(at, 1),
            Err(_) => None,
        };
        let bytes: Vec<u8> =
            (address..address + 4096).map_while(byte).map(|byte| byte as u8).take_while(|&b| b != 0).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
