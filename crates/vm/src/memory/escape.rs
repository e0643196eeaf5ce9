//! Escape: when another thread may learn the address of a private block, the block becomes shared.
//!
//! That happens when a pointer to it is written to shared memory, passed to a new thread, or returned by a
//! thread. The block's allocation and its contents then become events of the thread, before the step that
//! lets the pointer out, and so does every private block that it points to. Whether a word is a pointer is
//! decided by its value, whatever a program keeps in bits that no address has ([`addresses_in`]): an integer
//! that happens to equal the address of a private block publishes it a little early, which changes nothing.
//!
//! A compare-exchange that would let a pointer out may fail. The block is shared then, because its events had
//! to come first, but *hidden*: no other thread knows it. What the thread does to hidden blocks is not
//! visible (`idle_rounds.rs` says why).

use std::collections::VecDeque;

use selvedge_core::{Access, Action, Address, Content, Value, Width, WriteOrdering};
use selvedge_ir::{Constant, Symbol};

use crate::Machine;
use crate::exec::flow::{Flow, unsupported};
use crate::exec::value::Val;
use crate::machine::Code;
use crate::memory::address::{MAX_BLOCKS, addresses_in, base_of, block_of, size_of};
use crate::memory::private::{Extent, PrivateBlock, Storage};
use crate::memory::values::width;
use crate::state::thread::Thread;

impl Thread {
    /// Makes every hidden block known to the others that one of the words points into.
    pub(crate) fn reveal(&mut self, words: &[u64]) {
        let mut pending: Vec<u64> = words.iter().copied().flat_map(addresses_in).collect();
        while let Some(address) = pending.pop() {
            let Some(contents) = self.memory.reveal(base_of(address)) else { continue };
            contents.for_each_word(&mut |word| pending.extend(addresses_in(word)));
            self.takes_visible_step();
        }
    }
}

impl Machine {
    /// Makes every block of the thread's own that one of the words points into known to the others.
    pub(crate) fn publish(&self, thread: &mut Thread, words: &[u64]) -> Flow {
        self.share(thread, words);
        thread.reveal(words);
        Ok(())
    }

    /// Turns every private block that one of the words points into to shared memory that is still hidden.
    pub(crate) fn share(&self, thread: &mut Thread, words: &[u64]) {
        let mut pending: VecDeque<u64> = words.iter().copied().flat_map(addresses_in).collect();
        let mut writes = Vec::new();
        while let Some(address) = pending.pop_front() {
            let Some((block, _)) = block_of(address) else { continue };
            let base = base_of(address);
            let Some(contents) = thread.memory.remove(base) else { continue };
            let (size, content) = (contents.size(), contents.content);
            self.log.facts().object(block, size, contents.aligned);
            thread.act(Action::Allocate { block, size, content });
            if self.code.keeps_sizes() && contents.storage.is_heap() {
                let at = Access { address: Address(size_of(base)), width: Width::W64 };
                writes.push(Action::Write { at, ordering: WriteOrdering::Plain, value: Value(size) });
            }
            let first = writes.len();
            for Extent { offset, size, value } in contents.changes() {
                for (at, piece) in self.cuts.cut(base, offset, size) {
                    let value =
                        value.map(|value| (value >> (8 * (at - offset))) as u64 & (u64::MAX >> (64 - 8 * piece)));
                    pending.extend(value.into_iter().flat_map(addresses_in));
                    let value = value.map_or(Value::NOTHING, Value);
                    let at = Access { address: Address(base + at), width: width(piece) };
                    writes.push(Action::Write { at, ordering: WriteOrdering::Plain, value });
                }
            }
            thread.note_publication(base, writes[first..].iter().filter_map(written_at));
            thread.memory.hide(base, contents);
        }
        thread.act_all(writes);
    }

    /// Queues the end of a shared block.
    pub(crate) fn queue_free(&self, thread: &mut Thread, base: u64) {
        if let Some((block, _)) = block_of(base) {
            thread.takes_visible_step();
            thread.memory.reveal(base);
            self.log.search().freed(thread, base);
            thread.note_death(base);
            thread.act(Action::Free(block));
        }
    }
}

impl Code {
    /// The address of a symbol; of a thread-local variable, that of this thread's copy.
    pub(crate) fn symbol_address(&self, thread: &mut Thread, symbol: Symbol) -> Flow<Val> {
        let Some(resolved) = self.module().resolve(symbol) else {
            return unsupported("an alias that is no simple name");
        };
        if let Symbol::Global(id) = resolved
            && self.module().global(id).thread_local.is_some()
        {
            if let Some(base) = thread.cold.memory.thread_local(id) {
                return Ok(Val::Word(base));
            }
            let placed = self.image().global(id);
            let mut block = PrivateBlock::new(Storage::ThreadLocal, Content::Zeros, placed.size);
            for offset in 0..placed.size {
                block.write(offset, 1, placed.read(offset, 1));
            }
            let align = u64::from(self.module().global(id).align.unwrap_or(1));
            let base = self.allocate_aligned(thread, Storage::ThreadLocal, Content::Zeros, placed.size, align)?;
            block.aligned = align.checked_ilog2().unwrap_or(0) as u8;
            thread.memory.insert(base, block);
            thread.keeps_thread_local(id, base);
            self.note_thread_local(thread, base, id);
            return Ok(Val::Word(base));
        }
        self.image()
            .address(self.module(), resolved)
            .map_or_else(|| unsupported("a symbol without address"), |a| Ok(Val::Word(a)))
    }

    /// The thread-local variables that a constant is computed from, and where this thread has them.
    pub(crate) fn own_variables(&self, thread: &mut Thread, constant: &Constant) -> Flow<Vec<(Symbol, u64)>> {
        let mut own = Vec::new();
        constant.visit(&mut |inside| {
            if let Constant::Symbol(symbol) = inside
                && let Some(Symbol::Global(id)) = self.module().resolve(*symbol)
                && self.module().global(id).thread_local.is_some()
            {
                own.push((*symbol, 0));
            }
        });
        for (symbol, address) in &mut own {
            *address = self.symbol_address(thread, *symbol)?.word().unwrap_or(0);
        }
        Ok(own)
    }

    /// A new private block.
    pub(crate) fn allocate(&self, thread: &mut Thread, storage: Storage, content: Content, size: u64) -> Flow<u64> {
        self.allocate_aligned(thread, storage, content, size, 1)
    }

    /// The same, aligned to a power of two. All blocks are aligned to 512 bytes anyway.
    pub(crate) fn allocate_aligned(
        &self,
        thread: &mut Thread,
        storage: Storage,
        content: Content,
        size: u64,
        align: u64,
    ) -> Flow<u64> {
        let number = thread.memory.next_block();
        if let Some(base) = thread.allocate(storage, content, size, align) {
            return Ok(base);
        }
        unsupported(match number < MAX_BLOCKS && size.max(align) < 1 << 16 {
            true => format!("more than {} threads that allocate memory", thread.id().0),
            false if number >= MAX_BLOCKS => format!("more than {MAX_BLOCKS} blocks of memory in one thread"),
            false => format!("a block of {size} bytes (the {}th block of its thread)", number + 1),
        })
    }
}

fn written_at(action: &Action) -> Option<u64> {
    if let Action::Write { at, .. } = action { Some(at.address.0) } else { None }
}
