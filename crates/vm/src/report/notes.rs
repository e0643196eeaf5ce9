//! What is remembered while an execution is told again, so that a report can call things by their names.
//!
//! A search takes no notes: they would only cost time. A report retells the one execution it is about, and
//! then each block of memory gets the place where it was allocated and freed, and the type and the variable
//! that the program uses it with. A type is learnt when a pointer to the block is written to, or read from, a
//! place whose own type is known from debug info: first variables, then blocks that variables point to, and
//! so on.

use std::collections::{BTreeMap, BTreeSet};

use selvedge_core::{Action, ThreadId};
use selvedge_ir::debug::{LAMBDA, LocalVar};
use selvedge_ir::names::readable;
use selvedge_ir::{DbgId, FunctionId, GlobalId, Operand, ValueId};

use crate::exec::value::Val;
use crate::machine::Code;
use crate::memory::address::{base_of, base_of_block, block_of};
use crate::memory::private::Storage;
use crate::state::thread::Thread;

/// A point in a run: the thread, and the functions it is in with the index of an instruction in each,
/// innermost first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Moment {
    pub(super) thread: ThreadId,
    pub(super) calls: Vec<(FunctionId, u32)>,
}

/// A block of memory that has been allocated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BlockNote {
    pub(super) storage: Storage,
    pub(super) size: u64,
    pub(super) born: Moment,
    pub(super) died: Option<Moment>,
    /// The type of what is in it, again and again if the block is larger.
    pub(super) ty: Option<DbgId>,
    /// The first variable that pointed to it, or the variable that it is.
    pub(super) variable: Option<String>,
}

/// The notes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    pub(super) blocks: BTreeMap<u64, BlockNote>,
    /// The blocks that other threads may know, in the order in which they became known.
    pub(super) published: Vec<u64>,
    /// Where private memory was last written.
    pub(super) written: BTreeMap<u64, Moment>,
    /// Writes that publish what was written before, and have not been told yet.
    pub(super) republished: BTreeSet<u64>,
    /// Where the last action comes from, if not from where its thread stands.
    pub(super) moment: Option<Moment>,
    /// What the present thread has printed since it was last resumed.
    pub(super) printed: String,
    /// What threads are for that a library starts, by the function and the argument they start with.
    pub(super) purposes: BTreeMap<(FunctionId, u64), String>,
}

impl Notes {
    /// Takes what has been printed.
    pub(crate) fn take_output(&mut self) -> String {
        std::mem::take(&mut self.printed)
    }

    /// After an action has been retold: where it really comes from.
    pub(crate) fn note_action(&mut self, action: &Action) {
        self.moment = None;
        if let Action::Allocate { block, .. } = action {
            self.moment = self.block(base_of_block(*block)).map(|note| note.born.clone());
        } else if let Action::Write { at, .. } = action
            && self.republished.remove(&at.address.0)
        {
            let place = at.address.0;
            let last = self.written.range(base_of(place)..=place).next_back();
            self.moment = last.map(|(_, moment)| moment.clone());
        }
    }

    /// Whether a pointer points to the beginning of a block.
    pub(super) fn starts_block(&self, pointer: u64) -> bool {
        block_of(pointer).is_some() && base_of(pointer) == pointer && self.blocks.contains_key(&pointer)
    }

    /// Whether the block was told to be there.
    pub(super) fn block(&self, address: u64) -> Option<&BlockNote> {
        self.blocks.get(&base_of(address)).filter(|_| block_of(address).is_some())
    }
}

impl Thread {
    /// What a thread has printed is part of the story.
    pub(crate) fn note_output(&mut self, text: &[u8]) {
        if let Some(notes) = &mut self.trace.notes {
            notes.printed.push_str(&String::from_utf8_lossy(text));
        }
    }

    pub(super) fn moment(&self) -> Moment {
        let calls = self.calls().iter().rev().map(|frame| (frame.function, frame.next.saturating_sub(1)));
        Moment { thread: self.id(), calls: calls.collect() }
    }

    /// A block has been allocated.
    pub(crate) fn note_birth(&mut self, base: u64, storage: Storage, size: u64) {
        if self.trace.notes.is_none() {
            return;
        }
        let note = BlockNote { storage, size, born: self.moment(), died: None, ty: None, variable: None };
        if let Some(notes) = &mut self.trace.notes {
            notes.blocks.insert(base, note);
        }
    }

    /// A block has been freed.
    pub(crate) fn note_death(&mut self, base: u64) {
        if self.trace.notes.is_none() {
            return;
        }
        let moment = self.moment();
        if let Some(block) = self.trace.notes.as_mut().and_then(|notes| notes.blocks.get_mut(&base)) {
            block.died.get_or_insert(moment);
        }
    }

    /// A block becomes known to others; the writes at these addresses tell what is in it.
    pub(crate) fn note_publication(&mut self, base: u64, writes: impl Iterator<Item = u64>) {
        if let Some(notes) = &mut self.trace.notes {
            notes.published.push(base);
            notes.republished.extend(writes);
        }
    }

    /// Private memory has been written.
    pub(crate) fn note_write(&mut self, address: u64) {
        if self.trace.notes.is_none() {
            return;
        }
        let moment = self.moment();
        if let Some(notes) = &mut self.trace.notes {
            notes.written.insert(address, moment);
        }
    }
}

impl Code {
    /// The block is a thread's copy of a thread-local variable.
    pub(crate) fn note_thread_local(&self, thread: &mut Thread, base: u64, id: GlobalId) {
        if let Some(block) = thread.trace.notes.as_mut().and_then(|notes| notes.blocks.get_mut(&base)) {
            block.variable = Some(self.module().global_name(id));
            block.ty = self.module().global_variable(id).and_then(|variable| variable.ty);
        }
    }

    /// A pointer has been read from, or written to, an address.
    pub(crate) fn note_pointer(&self, thread: &mut Thread, at: u64, pointer: u64) {
        if let Some(notes) = thread.trace.notes.as_ref().filter(|notes| notes.starts_block(pointer))
            && let Some(place) = self.named_place(at, 8, notes)
        {
            self.note_type(thread, place, pointer);
        }
    }

    /// A value has been taken from, or put into, a variable that is in a register.
    #[inline]
    pub(crate) fn note_variable(&self, thread: &mut Thread, variable: &Operand, value: &Val) {
        if thread.trace.is_retold()
            && let (Operand::Local(variable), Some(pointer)) = (variable, value.word())
        {
            let function = thread.top().function;
            let starts_block = thread.trace.notes.as_ref().is_some_and(|notes| notes.starts_block(pointer));
            let variable = starts_block.then(|| self.module().variable_of(function, *variable)).flatten();
            if let Some(LocalVar { name, ty: Some(ty), indirect: false, .. }) = variable {
                self.note_type(thread, (name, ty), pointer);
            }
        }
    }

    /// A pointer to a block is at a place of this name and type.
    fn note_type(&self, thread: &mut Thread, (name, ty): (String, DbgId), pointer: u64) {
        let Some(ty) =
            self.module().pointee(ty).filter(|ty| self.module().debug_size(*ty).is_some_and(|size| size > 0))
        else {
            return;
        };
        let record = self.module().record_name(ty).is_some();
        let Some(block) = thread.trace.notes.as_mut().and_then(|notes| notes.blocks.get_mut(&pointer)) else { return };
        let known_as_record = block.ty.is_some_and(|ty| self.module().record_name(ty).is_some());
        let fits = self.module().debug_size(ty).is_some_and(|size| size <= block.size);
        if !block.storage.is_heap() || !fits || (block.ty.is_some() && (known_as_record || !record)) {
            return;
        }
        block.ty = Some(ty);
        block.variable.get_or_insert(name);
    }

    /// Remembers what a thread that a library starts is for: the first function outside of libraries.
    pub(crate) fn note_purpose(&self, thread: &Thread, notes: &mut Notes) {
        let Some(bottom) = thread.calls().first() else { return };
        let argument = bottom.registers.word(ValueId(0)).unwrap_or(0);
        let key = (bottom.function, argument);
        if notes.purposes.contains_key(&key) || !self.is_library_function(bottom.function) {
            return;
        }
        let Some(frame) = thread.calls().iter().find(|frame| !self.is_library_function(frame.function)) else { return };
        let name = match self.module().function_frame(frame.function) {
            Some(place) if place.function == "operator()" || place.function.starts_with(LAMBDA) => {
                let site = self.site_of(&place);
                match self.source_count() {
                    1 => format!("lambda at line {}", site.line),
                    _ => format!("lambda at {}:{}", site.file, site.line),
                }
            }
            Some(place) => place.function,
            None => readable(&self.module().function(frame.function).name),
        };
        notes.purposes.insert(key, name);
    }
}
