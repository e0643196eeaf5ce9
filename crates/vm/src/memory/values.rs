//! Values of types as bytes of memory, and the pieces that they are accessed in.

use selvedge_core::Width;
use selvedge_ir::Type;

use crate::Machine;
use crate::exec::flow::{Flow, unsupported};
use crate::exec::value::{Partial, Val, bits_of, mask, parts_of, scalars};
use crate::exec::wide::bits_of_bytes;
use crate::machine::Code;
use crate::memory::private::PrivateBlock;

/// The largest value that is loaded or stored at once, in bytes.
const MAX_VALUE: u64 = 1 << 20;

impl Code {
    pub(crate) fn size(&self, ty: &Type) -> Flow<u64> {
        match (self.module().store_size_of(ty), ty) {
            (_, Type::Int(bits)) if *bits > 128 => unsupported(format!("a value of type {ty}")),
            (Some(size), _) if size <= MAX_VALUE => Ok(size),
            _ => unsupported(format!("a value of type {ty}")),
        }
    }

    /// The value of a type in a private block.
    pub(crate) fn value_in(&self, block: &PrivateBlock, ty: &Type, offset: u64) -> Val {
        match parts_of(self.module(), ty) {
            Some(parts) => Val::Parts(parts.iter().map(|(ty, at)| self.value_in(block, ty, offset + at)).collect()),
            None => {
                let size = self.module().store_size_of(ty).unwrap_or(0);
                let bits = bits_of(self.module(), ty);
                match block.look(offset, size) {
                    (value, known) if known == (1 << size) - 1 => Val::int(value, bits),
                    (value, known) => match block.poison_in(offset, size) {
                        Some(poison) => Val::Poison(poison.clone()),
                        None => Val::partial(value, bits_of_bytes(known), bits),
                    },
                }
            }
        }
    }

    /// Puts a value of a type into a private block.
    pub(crate) fn put_value(&self, block: &mut PrivateBlock, ty: &Type, value: &Val, offset: u64) {
        match (parts_of(self.module(), ty), value) {
            (Some(types), Val::Parts(parts)) => {
                for ((ty, at), part) in types.iter().zip(parts.iter()) {
                    self.put_value(block, ty, part, offset + at);
                }
            }
            (Some(types), _) => types.iter().for_each(|(ty, at)| self.put_value(block, ty, &Val::Undef, offset + at)),
            (None, Val::Poison(poison)) => block.spoil(offset, self.module().store_size_of(ty).unwrap_or(0), poison),
            (None, Val::Partial(partial)) => {
                let beyond = !mask(bits_of(self.module(), ty));
                let partial = Partial { known: partial.known | beyond, ..**partial };
                put_partial(block, offset, self.module().store_size_of(ty).unwrap_or(0), &partial);
            }
            (None, value) => block.write(offset, self.module().store_size_of(ty).unwrap_or(0), value.as_int()),
        }
    }
}

impl Machine {
    /// The pieces of a value of a type at an address: offsets and sizes.
    pub(crate) fn pieces(&self, ty: &Type, address: u64) -> Vec<(u64, u64)> {
        let mut found = Vec::new();
        scalars(self.code.module(), ty, 0, &mut found);
        found.iter().flat_map(|(_, offset, size)| self.cuts.cut(address, *offset, *size)).collect()
    }
}

/// Writes the bytes that are known of a value, and makes the others undefined.
pub(crate) fn put_partial(block: &mut PrivateBlock, offset: u64, size: u64, partial: &Partial) {
    let is_known = |at: &u64| partial.known >> (8 * at) & 0xff == 0xff;
    let known = (0..size).filter(is_known).fold(0, |known, at| known | 1 << at);
    block.write_known(offset, size, partial.bits, known);
}

/// The width of a piece.
pub(crate) fn width(size: u64) -> Width {
    match size {
        1 => Width::W8,
        2 => Width::W16,
        4 => Width::W32,
        16 => Width::W128,
        _ => Width::W64,
    }
}
