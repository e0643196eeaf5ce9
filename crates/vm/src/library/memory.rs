//! Memory: `malloc` and its kin, the operators of C++, copying and filling.

use selvedge_core::{Access, Action, Address, Content, ReadOrdering, ViolationKind, Width, WriteOrdering};
use selvedge_ir::{Call, Type, ValueId};

use super::Step;
use super::mutex::EINVAL;
use crate::Machine;
use crate::exec::flow::{Flow, fail_at, unsupported};
use crate::exec::value::Val;
use crate::machine::Code;
use crate::memory::address::{base_of, size_of};
use crate::memory::private::{Allocator, Storage, allocator_of};
use crate::state::awaiting::Awaiting;
use crate::state::thread::Thread;

/// No object is larger than a difference of pointers can say (`PTRDIFF_MAX`): to ask for more gives nothing.
const MOST: u64 = i64::MAX as u64;
const ENOMEM: u64 = 12;

impl Machine {
    pub(super) fn memory_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        Some(match name {
            "malloc" => self.words(thread, call).and_then(|[size]| self.heap(thread, to, Content::Nothing, size)),
            "calloc" => self
                .words(thread, call)
                .and_then(|[count, size]| self.heap(thread, to, Content::Zeros, count.saturating_mul(size))),
            "aligned_alloc" | "memalign" | "__libc_memalign" => self
                .words(thread, call)
                .and_then(|[align, size]| self.aligned(thread, to, Allocator::Malloc, size, align)),
            "posix_memalign" => self.posix_memalign(thread, call, to),
            "realloc" => self.words(thread, call).and_then(|[pointer, size]| self.realloc(thread, to, pointer, size)),
            "reallocarray" => self
                .words(thread, call)
                .and_then(|[pointer, count, size]| self.realloc(thread, to, pointer, count.saturating_mul(size))),
            "malloc_usable_size" => {
                self.words(thread, call).and_then(|[pointer]| self.usable_size(thread, to, pointer))
            }
            "free" | "cfree" => self.delete(thread, call, Allocator::Malloc),
            "memcpy" | "memmove" => self.words(thread, call).and_then(|[destination, source, size]| {
                thread.set(to, Val::Word(destination));
                match name {
                    "memcpy" => self.copy_apart(thread, destination, source, size),
                    _ => self.copy(thread, destination, source, size),
                }
            }),
            "memset" => self.words(thread, call).and_then(|[destination, byte, size]| {
                thread.set(to, Val::Word(destination));
                self.fill(thread, destination, byte as u8, size)
            }),
            // The operators new and new[], with a size and perhaps an alignment or std::nothrow.
            _ if name.starts_with("_Znwm") => self.new_operator(thread, to, Allocator::New, name, call),
            _ if name.starts_with("_Znam") => self.new_operator(thread, to, Allocator::NewArray, name, call),
            // The operators delete and delete[], with a pointer and perhaps the same, or a size.
            _ if name.starts_with("_ZdlPv") => self.delete(thread, call, Allocator::New),
            _ if name.starts_with("_ZdaPv") => self.delete(thread, call, Allocator::NewArray),
            _ => return None,
        })
    }

    pub(super) fn heap(&self, thread: &mut Thread, to: ValueId, content: Content, size: u64) -> Flow {
        self.heap_of(thread, to, Allocator::Malloc, content, size)
    }

    /// What no machine has room for is refused as every machine refuses it.
    fn heap_of(&self, thread: &mut Thread, to: ValueId, allocator: Allocator, content: Content, size: u64) -> Flow {
        if size > MOST {
            return self.answer(thread, to, 0);
        }
        let base = self.code.allocate(thread, Storage::Heap(allocator), content, size)?;
        self.remark_allocation(thread, base);
        self.answer(thread, to, base)
    }

    fn aligned(&self, thread: &mut Thread, to: ValueId, allocator: Allocator, size: u64, align: u64) -> Flow {
        if size > MOST || !align.is_power_of_two() {
            return self.answer(thread, to, 0);
        }
        let base = self.code.allocate_aligned(thread, Storage::Heap(allocator), Content::Nothing, size, align)?;
        self.remark_allocation(thread, base);
        self.answer(thread, to, base)
    }

    /// `operator new` and `operator new[]`: without `std::nothrow`, what cannot be allocated is an exception.
    fn new_operator(&self, thread: &mut Thread, to: ValueId, allocator: Allocator, name: &str, call: &Call) -> Flow {
        let [size] = self.words(thread, call)?;
        if size > MOST && !name.contains("nothrow") {
            return unsupported(format!("an exception: std::bad_alloc of {size} bytes"));
        }
        if name.contains("align_val_t") {
            let [_, align] = self.words(thread, call)?;
            return self.aligned(thread, to, allocator, size, align);
        }
        self.heap_of(thread, to, allocator, Content::Nothing, size)
    }

    fn posix_memalign(&self, thread: &mut Thread, call: &Call, to: ValueId) -> Flow {
        let [place, alignment, size] = self.words(thread, call)?;
        if !alignment.is_power_of_two() || alignment < 8 {
            return self.answer(thread, to, EINVAL);
        }
        if size > MOST {
            return self.answer(thread, to, ENOMEM);
        }
        let heap = Storage::Heap(Allocator::Malloc);
        let base = self.code.allocate_aligned(thread, heap, Content::Nothing, size, alignment)?;
        self.remark_allocation(thread, base);
        thread.set(to, Val::Word(0));
        self.write(thread, place, Width::W64, base, WriteOrdering::Plain)
    }

    fn delete(&self, thread: &mut Thread, call: &Call, allocator: Allocator) -> Flow {
        let Some(argument) = call.args.first() else { return self.code.unknown("an address") };
        let Some(pointer) = self.code.value(thread, &Type::Ptr, &argument.value)?.word() else {
            return self.code.unknown("an address");
        };
        self.free(thread, pointer, allocator)
    }

    /// Frees a block in the way that belongs to an allocator.
    pub(super) fn free(&self, thread: &mut Thread, pointer: u64, allocator: Allocator) -> Flow {
        if pointer == 0 {
            return Ok(());
        }
        self.code.may_free(thread, pointer, allocator)?;
        if thread.memory.remove(pointer).is_some() {
            thread.note_death(pointer);
            thread.frees(pointer);
        } else {
            self.queue_free(thread, pointer);
        }
        Ok(())
    }

    /// How large a block is. One that others may know says so itself; see [`Machine::share`].
    fn usable_size(&self, thread: &mut Thread, to: ValueId, pointer: u64) -> Flow {
        if pointer == 0 {
            return self.answer(thread, to, 0);
        }
        self.code.may_free(thread, pointer, Allocator::Malloc)?;
        if let Some(block) = thread.memory.own(pointer) {
            let size = block.size();
            return self.answer(thread, to, size);
        }
        let at = Access { address: Address(size_of(pointer)), width: Width::W64 };
        thread.act(Action::Read { at, ordering: ReadOrdering::Plain });
        thread.awaits(Awaiting::Library { to, step: Step::Size });
        Ok(())
    }

    /// A block always moves. Programs that are compiled here have `realloc` from `driver/libc.c`; this is for
    /// those that come as LLVM IR.
    fn realloc(&self, thread: &mut Thread, to: ValueId, pointer: u64, size: u64) -> Flow {
        if pointer == 0 {
            return self.heap(thread, to, Content::Nothing, size);
        }
        self.code.may_free(thread, pointer, Allocator::Malloc)?;
        if size == 0 {
            return unsupported("realloc to a size of zero, which means different things in different places");
        }
        if size > MOST {
            return self.answer(thread, to, 0);
        }
        let Some(old) = thread.memory.own(pointer) else {
            return unsupported("realloc of memory that other threads may know");
        };
        let (old, kept) = (old.clone(), size.min(old.size()));
        let base = self.code.allocate(thread, Storage::Heap(Allocator::Malloc), Content::Nothing, size)?;
        thread.memory.get_mut(base).expect("invariant: just allocated").copy(0, &old, 0, kept);
        self.remark_allocation(thread, base);
        self.free(thread, pointer, Allocator::Malloc)?;
        self.answer(thread, to, base)
    }
}

impl Code {
    fn may_free(&self, thread: &Thread, pointer: u64, allocator: Allocator) -> Flow {
        let by = allocator_of(pointer);
        let heap = by.is_some();
        if !heap || base_of(pointer) != pointer {
            let name = self.name_in(thread, pointer);
            let what = if heap {
                format!("a pointer into the middle of {}", self.name_in(thread, base_of(pointer)))
            } else if pointer < 4096 {
                format!("{pointer}, which is no pointer")
            } else {
                format!("{name}, which {} did not return", allocator.name())
            };
            return fail_at(ViolationKind::InvalidFree, format!("invalid free: {what}"), pointer);
        }
        if thread.cold.memory.has_freed(pointer) {
            let message = format!("double free: {} is freed twice", self.name_in(thread, pointer));
            return fail_at(ViolationKind::DoubleFree, message, pointer);
        }
        if let Some(by) = by.filter(|by| *by != allocator) {
            let (name, wrong) = (self.name_in(thread, pointer), allocator.opposite());
            let message = format!(
                "invalid free: {name} comes from {}, so {wrong} must not free it: use {}",
                by.name(),
                by.opposite()
            );
            return fail_at(ViolationKind::InvalidFree, message, pointer);
        }
        Ok(())
    }
}
