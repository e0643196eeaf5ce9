//! Variables of blocks of the source, and what may be accessed through a pointer to a part of something.
//!
//! A variable ends with the block that declares it, although its memory belongs to the call. While it is the
//! thread's own it stays where it is, so that a loop comes back to the state it was in, unless a simple
//! variable of the same call still points to it: of pointers to the variable of an earlier round that are
//! kept elsewhere, the use in a later one is not noticed. One that other threads know ends as other blocks
//! do, and has another address in the next round. Arrays of a variable length end with their block, too;
//! compilers do not say where compound literals and temporary objects of C end, so these live as long as
//! their call.
//!
//! An index into an array must be less than its length where it is used at once, also if the array is a
//! member of something larger. As for compilers that check the same, an array of one element or none may be
//! longer than its type says.

use selvedge_core::{Content, ViolationKind};
use selvedge_ir::{Body, ConstExpr, Constant, InstKind, Operand, Type, Typed, ValueId};

use crate::Machine;
use crate::exec::flow::{Flow, fail_at};
use crate::exec::value::{Val, bits_of};
use crate::machine::Code;
use crate::memory::address::{base_of, block_of, owner_of};
use crate::memory::private::Storage;
use crate::state::thread::Thread;

impl Machine {
    pub(crate) fn begin_scope(&self, thread: &mut Thread, variable: ValueId) -> Flow {
        let Some(base) = thread.top().registers.word(variable) else { return Ok(()) };
        match thread.memory.get(base) {
            Some(block) if !block.has_ended && block.is_blank() => return Ok(()),
            // It is another variable now, and somebody has not forgotten the one before.
            Some(block) if block.has_ended && self.code.is_pointed_to(thread, variable, base) => {}
            Some(_) => {
                let block = thread.memory.get_mut(base).expect("invariant: just found");
                block.has_ended = false;
                block.clear();
                return Ok(());
            }
            // It has been shared, and has not ended: a jump back to its declaration.
            None if thread.top().locals.contains(&base) => {
                self.queue_free(thread, base);
                thread.frame().locals.retain(|local| *local != base);
            }
            None => {}
        }
        let body = self.code.module().body(thread.top().function);
        let inst = body.ok().and_then(|body| body.inst(variable));
        let Some(InstKind::Alloca { ty, align, .. }) = inst.map(|inst| &inst.kind) else { return Ok(()) };
        let (size, align) = (self.code.module().size_of(ty).unwrap_or(0), u64::from(align.unwrap_or(1)));
        let base = self.code.allocate_aligned(thread, Storage::Stack, Content::Nothing, size, align)?;
        thread.frame().locals.push(base);
        thread.set(variable, Val::Word(base));
        Ok(())
    }

    pub(crate) fn end_scope(&self, thread: &mut Thread, variable: ValueId) {
        if let Some(base) = thread.top().registers.word(variable) {
            self.end_local(thread, base);
        }
    }

    fn end_local(&self, thread: &mut Thread, base: u64) {
        if let Some(block) = thread.memory.get_mut(base) {
            block.clear();
            block.has_ended = true;
        } else if thread.top().locals.contains(&base) {
            thread.frame().locals.retain(|local| *local != base);
            self.queue_free(thread, base);
        }
    }

    /// Arrays of a variable length end, with all that the call has allocated since its block number so many.
    pub(crate) fn restore_stack(&self, thread: &mut Thread, saved: u64) {
        let Ok(body) = self.code.module().body(thread.top().function) else { return };
        let frame = thread.top();
        let is_newer = |base: &u64| block_of(*base).is_some_and(|(block, _)| u64::from(owner_of(block).1) >= saved);
        let ended: Vec<u64> = (0..body.insts.len() as u32)
            .filter(|&at| matches!(body.insts[at as usize].kind, InstKind::Alloca { count: Some(_), .. }))
            .filter_map(|at| frame.registers.word(body.value(at)))
            .filter(|base| frame.locals.contains(base) && is_newer(base))
            .collect();
        ended.into_iter().for_each(|base| self.end_local(thread, base));
    }

    /// Whether a load or a store may be where it is: it is aligned as its type has to be, and inside of the
    /// array that it indexes.
    #[inline]
    pub(crate) fn check_access(
        &self,
        thread: &mut Thread,
        ty: &Type,
        pointer: &Operand,
        address: u64,
        align: Option<u32>,
    ) -> Flow {
        if let Some(align) = align
            && address & u64::from(align).wrapping_sub(1) != 0
            && address >= 4096
        {
            return self.code.misaligned(thread, ty, address, u64::from(align));
        }
        match pointer {
            Operand::Local(pointer) => match self.indexed(thread, *pointer) {
                Some((source, indices)) => self.code.check_index(thread, source, indices, address),
                None => Ok(()),
            },
            Operand::Const(Constant::Expr(expr)) => match &**expr {
                ConstExpr::Gep { source, indices, .. } => {
                    let indices: Vec<Typed> = indices
                        .iter()
                        .map(|index| Typed { ty: index.ty.clone(), value: Operand::Const(index.value.clone()) })
                        .collect();
                    self.code.check_index(thread, source, &indices, address)
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// How the pointer of an access was computed, if that indexes an array.
    #[inline]
    fn indexed<'m>(&'m self, thread: &Thread, pointer: ValueId) -> Option<(&'m Type, &'m [Typed])> {
        let body: &Body = self.code.module().body(thread.top().function).ok()?;
        match &body.inst(pointer)?.kind {
            InstKind::Gep { source, indices, .. } if indices.len() > 1 => Some((source, indices)),
            _ => None,
        }
    }
}

impl Code {
    /// Whether a register or a simple variable of the call, other than this one, points into a block and is
    /// still needed.
    fn is_pointed_to(&self, thread: &Thread, but: ValueId, base: u64) -> bool {
        let frame = thread.top();
        let points = |word: u64| block_of(word).is_some() && base_of(word) == base;
        let needed = self.needs(frame).registers.iter().filter(|&&register| register != but);
        needed.filter_map(|&register| frame.registers.word(register)).any(points)
    }

    #[cold]
    fn misaligned(&self, thread: &Thread, ty: &Type, address: u64, align: u64) -> Flow {
        let size = self.module().store_size_of(ty).unwrap_or(0);
        let name = self.name_in(thread, address);
        let message = format!(
            "misaligned: an access of {size} bytes to {name}, which is not at a multiple of {align} as its type has to be"
        );
        fail_at(ViolationKind::UndefinedBehaviour, message, address)
    }

    fn check_index(&self, thread: &mut Thread, source: &Type, indices: &[Typed], address: u64) -> Flow {
        let mut ty = source.clone();
        for index in &indices[1.min(indices.len())..] {
            let value = self.operand(thread, index)?.as_int();
            let Some(value) = value.map(|value| crate::exec::arith::signed(value, bits_of(self.module(), &index.ty)))
            else {
                return Ok(());
            };
            ty = match &ty {
                Type::Array(array) => {
                    if array.0 > 1 && !(0..i128::from(array.0)).contains(&value) {
                        return self.beyond_array(thread, value, array.0, address);
                    }
                    array.1.clone()
                }
                Type::Struct(_) | Type::Named(_) => match self.module().member_type(&ty, &[value as u32]) {
                    Some(member) => member,
                    None => return Ok(()),
                },
                _ => return Ok(()),
            };
        }
        Ok(())
    }

    #[cold]
    fn beyond_array(&self, thread: &Thread, index: i128, length: u64, address: u64) -> Flow {
        let name = self.name_in(thread, address);
        let message = format!("index {index} into an array of {length} elements: that is {name}");
        fail_at(ViolationKind::InvalidAccess, message, address)
    }
}
