//! Where an access goes, and whether it may.

use selvedge_core::verdict::out_of_bounds;
use selvedge_core::{Access, Address, ViolationKind};
use selvedge_ir::Type;

use crate::exec::flow::{Flow, fail, fail_at, unsupported};
use crate::machine::Code;
use crate::memory::address::{ARGUMENTS, base_of, block_of};
use crate::memory::private::allocator_of;
use crate::memory::values::width;
use crate::report::notes::Notes;
use crate::state::thread::Thread;

/// As many bytes of memory that others may know are copied or filled at once.
const MAX_SHARED: u64 = 1 << 22;

/// Where an address lies.
pub(crate) enum Place {
    /// In a private block, at an offset.
    Private(u64, u64),
    /// In a global that is never written.
    Constant,
    /// In memory that others may see.
    Shared,
}

impl Code {
    /// Finds out where an access goes, and whether it may.
    pub(crate) fn locate(&self, thread: &Thread, address: u64, size: u64) -> Flow<Place> {
        if address < 4096 {
            let message = match (self.pointer_variable(thread), address) {
                (Some(name), _) => format!("access through a null pointer: {name} is NULL"),
                (None, 0) => "access through a null pointer".to_owned(),
                (None, offset) => format!("access through a null pointer plus {offset}"),
            };
            return fail(ViolationKind::NullAccess, message);
        }
        if block_of(address).is_some() {
            let (base, offset) = (base_of(address), address - base_of(address));
            if thread.cold.memory.has_freed(base) {
                let name = self.name_in(thread, base);
                let message = match allocator_of(base) {
                    Some(_) => format!("use after free: {name} has been freed"),
                    None => format!("use after return: {name} was a local variable of a function that has returned"),
                };
                return fail_at(ViolationKind::UseAfterFree, message, address);
            }
            let Some(block) = thread.memory.get(base) else {
                return if size <= MAX_SHARED { Ok(Place::Shared) } else { self.too_large(thread, address, size) };
            };
            if block.has_ended {
                let name = self.name_in(thread, base);
                let message = format!("use after scope: {name} was a variable of a block that has ended");
                return fail_at(ViolationKind::UseAfterFree, message, address);
            }
            if !block.holds(offset, size) {
                let message = out_of_bounds(&self.name_in(thread, base), offset, size, block.size());
                return fail_at(ViolationKind::InvalidAccess, message, address);
            }
            return Ok(Place::Private(base, offset));
        }
        if (ARGUMENTS..ARGUMENTS << 1).contains(&address) {
            return unsupported("reading variable arguments (va_arg)");
        }
        let Some(placed) = self.image().find(address) else {
            // Between two globals: an access beyond the end of one gets there.
            let message = match self.image().nearest(address) {
                Some(placed) => {
                    let name = self.module().global_name(placed.id);
                    out_of_bounds(&name, address.wrapping_sub(placed.base), size, placed.size)
                }
                None if address >> 47 != 0 => format!(
                    "access to {address:#x}, which is no address: something is kept in the highest bits of a pointer"
                ),
                None => format!("access to {address:#x}, where there is no object"),
            };
            return fail_at(ViolationKind::InvalidAccess, message, address);
        };
        let global = self.module().global(placed.id);
        if size > placed.size - (address - placed.base).min(placed.size) {
            let name = self.module().global_name(placed.id);
            let message = out_of_bounds(&name, address - placed.base, size, placed.size);
            return fail_at(ViolationKind::InvalidAccess, message, address);
        }
        if !placed.defined {
            return unsupported(format!("the external variable {}", global.name));
        }
        match placed.constant {
            true => Ok(Place::Constant),
            false if size > MAX_SHARED => self.too_large(thread, address, size),
            false => Ok(Place::Shared),
        }
    }

    /// Eight bytes at most make an event.
    fn too_large<T>(&self, thread: &Thread, address: u64, size: u64) -> Flow<T> {
        let name = self.name_in(thread, address);
        unsupported(format!("an access of {size} bytes to {name}, which other threads may know"))
    }

    /// The name of an object, from the thread's notes if it takes any.
    pub(crate) fn name_in(&self, thread: &Thread, base: u64) -> String {
        let nothing = Notes::default();
        let notes = thread.trace.notes().unwrap_or(&nothing);
        match block_of(base) {
            Some((block, 0)) => self.block_title(block, notes),
            _ => self.name_at(base, 1, notes),
        }
    }

    pub(crate) fn reads_unwritten(&self, thread: &Thread, address: u64) -> Flow {
        let message = format!("{} is read before it is written", self.name_in(thread, address));
        fail_at(ViolationKind::UninitialisedRead, message, address)
    }

    /// An atomic access in one piece.
    pub(crate) fn atomic(&self, thread: &Thread, ty: &Type, address: u64) -> Flow<Access> {
        let size = self.size(ty)?;
        if matches!(self.locate(thread, address, size)?, Place::Constant) {
            return fail(ViolationKind::InvalidAccess, "a write to something constant");
        }
        self.check_atomic(thread, address, size)?;
        Ok(Access { address: Address(address), width: width(size) })
    }

    /// The only piece of an atomic access.
    pub(crate) fn whole(&self, thread: &Thread, address: u64, size: u64) -> Flow<Vec<(u64, u64)>> {
        self.check_atomic(thread, address, size)?;
        Ok(vec![(0, size)])
    }

    /// Atomic accesses have a size that the machine has, and lie where the machine can do them.
    pub(crate) fn check_atomic(&self, thread: &Thread, address: u64, size: u64) -> Flow {
        if !matches!(size, 1 | 2 | 4 | 8 | 16) {
            return unsupported(format!("an atomic access of {size} bytes: no machine has them, a lock would be used"));
        }
        if address.is_multiple_of(size) {
            return Ok(());
        }
        let name = self.name_in(thread, address);
        let message =
            format!("misaligned: an atomic access of {size} bytes to {name}, which is not at a multiple of {size}");
        fail_at(ViolationKind::UndefinedBehaviour, message, address)
    }
}
