//! What is a matter of chance in an address.
//!
//! Where an object lies depends on the machine and on the day. Programs may follow an address, keep it,
//! compare it, move about in its object, and use the bits that no address has: all this comes out the same
//! wherever the object lies. What else they compute from it does not, and where that decides anything, the
//! verdict must say so.
//!
//! An address is known by its value, however it has come here: through registers, calls, memory of its own or
//! of everybody. So nothing has to be followed from where an address becomes a number. Of each operation it
//! is looked whether its result is
//!
//! * an address in the same object still, perhaps with other things in the bits that an address does not
//!   need: below the alignment of its object, above bit 46, or the lowest sixteen where the address was
//!   shifted up by as many;
//! * a number that the program knows: a difference within an object, those other bits;
//! * anything else. That is an answer from outside, and `influence.rs` follows it from there.
//!
//! A number that happens to equal the address of an object is taken for one, which errs on the side of
//! caution.

use crate::Machine;
use crate::exec::value::{Val, bits_of};
use crate::memory::address::{FUNCTIONS, base_of, block_of};
use crate::memory::image::function_at;
use crate::memory::private::PrivateBlock;
use crate::report::influence::Nature;
use crate::state::thread::Thread;
use selvedge_core::{Block, RmwOp};
use selvedge_ir::{BinaryOp, BlockId, CastOp, ConstExpr, Constant, IntPredicate, Operand, TypedConst, ValueId};

/// So many bits has an address.
const BITS: u32 = 47;
/// No object lies below.
const FIRST: u64 = 1 << 12;
/// No address is smaller, and none that was shifted up either.
const SMALL: u32 = 43;
/// So far from its object, a pointer that has left it is known by it yet.
const NEAR: u64 = 1 << 12;

/// An address, in a word that may hold other things beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Name {
    /// Where the object begins.
    object: u64,
    /// Those bits of the word of which the program cannot know what they are.
    chance: u64,
    /// How far the address was shifted up.
    shift: u32,
    /// Whether it points into the object, or right behind.
    inside: bool,
}

impl Name {
    fn is_beside(self, other: Name) -> bool {
        (self.object, self.shift) == (other.object, other.shift)
    }

    /// Whether of the address, some of these bits remain, and not all.
    fn is_cut(self, kept: u64) -> bool {
        kept & self.chance != 0 && kept & self.chance != self.chance
    }
}

/// Whether one of two values is so large that it could be an address. Of others nothing has to be asked.
#[inline]
pub(crate) fn may_name(a: &Val, b: &Val) -> bool {
    match (a, b) {
        (Val::Word(a), Val::Word(b)) => (a | b) >> SMALL != 0,
        _ => true,
    }
}

/// The same of one word. Numbers that are slightly negative are none.
#[inline]
pub(crate) fn is_large(word: u64) -> bool {
    word >> SMALL != 0 && word <= u64::MAX - FIRST
}

/// The words in a value.
fn words(value: &Val) -> Vec<u64> {
    let mut words = Vec::new();
    value.for_each_word(&mut |word| words.push(word));
    words
}

impl Machine {
    /// The address in a word, if there is one.
    fn name_in(&self, thread: Option<&Thread>, word: u64) -> Option<Name> {
        if !is_large(word) {
            return None;
        }
        [0, 16].into_iter().find_map(|shift| {
            let address = word >> shift & ((1 << BITS) - 1);
            // What is kept in its lowest bits may be more than its object has bytes.
            let (object, aligned, inside) = self.object_near(thread, address).or_else(|| {
                let (object, aligned, _) = self.object_near(thread, address & !15)?;
                Some((object, aligned, true))
            })?;
            let chance = (u64::MAX >> (64 - BITS) >> aligned << aligned) << shift;
            Some(Name { object, chance, shift, inside })
        })
    }

    /// Whether a word holds an address.
    #[cold]
    pub(crate) fn is_name(&self, thread: &Thread, word: u64) -> bool {
        self.name_in(Some(thread), word).is_some()
    }

    /// The object that an address points into, right behind, or at least near; how many of the lowest bits of
    /// its own address are zero; and whether it is not only near.
    fn object_near(&self, thread: Option<&Thread>, address: u64) -> Option<(u64, u32, bool)> {
        if let Some((block, offset)) = block_of(address) {
            let own = |block: &PrivateBlock| (block.size(), block.aligned);
            let known = thread.and_then(|thread| thread.memory.own(block.0)).map(own);
            let known = known.or_else(|| self.log.facts().shared_object(block));
            let freed = || thread.is_some_and(|thread| thread.cold.memory.has_freed(block.0)).then_some((0, 4));
            if let Some((size, aligned)) = known.or_else(freed)
                && offset <= size + NEAR
            {
                return Some((block.0, aligned.into(), offset <= size));
            }
            // Before the first byte, a loop that goes backwards ends.
            let ahead = block_of(address + NEAR).map(|(ahead, _)| ahead).filter(|ahead| *ahead != block);
            let is_known = |block: &Block| {
                thread.is_some_and(|thread| thread.memory.own(block.0).is_some())
                    || self.log.facts().shared_object(*block).is_some()
            };
            if let Some(ahead) = ahead.filter(is_known) {
                return Some((ahead.0, 0, false));
            }
        }
        let module = self.code.module();
        if let Some(placed) = self.code.image().near(address, NEAR) {
            let align = module.global(placed.id).align.unwrap_or(1);
            let inside = address >= placed.base && address - placed.base <= placed.size;
            return Some((placed.base, align.checked_ilog2().unwrap_or(0), inside));
        }
        let function = address & !15;
        // Pointers to member functions use the lowest bit.
        (function >= FUNCTIONS && function_at(module, function).is_some()).then_some((function, 1, true))
    }

    /// The result of an instruction is a matter of chance: what does it decide?
    fn remark_chance(&self, thread: &Thread, to: ValueId) {
        if self.decides((thread.top().function, to), Nature::Answer, &[]) {
            self.log.facts().decides_by_address();
        }
    }

    /// Two numbers were computed with.
    #[cold]
    pub(crate) fn remark_arithmetic(
        &self,
        thread: &Thread,
        op: BinaryOp,
        (a, b): (&Val, &Val),
        result: &Val,
        to: ValueId,
    ) {
        let (left, right, results) = (words(a), words(b), words(result));
        let chance = match (&left[..], &right[..], &results[..]) {
            (&[a], &[b], &[result]) => self.is_chance(Some(thread), op, [a, b], Some(result)),
            (&[a], &[b], _) => self.is_chance(Some(thread), op, [a, b], None),
            // Vectors, and numbers of 128 bits.
            (left, right, results) if left.len() == right.len() && results.len() == left.len() => {
                let each = left.iter().zip(right).zip(results);
                !is_move(op, b)
                    && each
                        .into_iter()
                        .any(|((a, b), result)| self.is_chance(Some(thread), op, [*a, *b], Some(*result)))
            }
            (left, right, _) => !is_move(op, b) && left.iter().chain(right).any(|word| self.is_name(thread, *word)),
        };
        if chance {
            self.remark_chance(thread, to);
        }
    }

    /// Whether the result of an operation on words depends on where objects lie.
    fn is_chance(&self, thread: Option<&Thread>, op: BinaryOp, [a, b]: [u64; 2], result: Option<u64>) -> bool {
        use BinaryOp::*;
        let (one, other) = (self.name_in(thread, a), self.name_in(thread, b));
        let stays = |name: Name| {
            let result = result.and_then(|word| self.name_in(thread, word));
            result.is_some_and(|result| result.object == name.object)
        };
        match (op, one, other) {
            (_, None, None) | (FAdd | FSub | FMul | FDiv | FRem, ..) => false,
            (Sub, Some(one), Some(other)) => !one.is_beside(other),
            (And | Or | Xor, Some(one), Some(other)) => !one.is_beside(other) || (a ^ b) & one.chance != 0,
            // All of the address stays, or nothing of it.
            (And, Some(name), None) => name.is_cut(b),
            (And, None, Some(name)) => name.is_cut(a),
            (Or | Xor, Some(name), None) => b & name.chance != 0,
            (Or | Xor, None, Some(name)) => a & name.chance != 0,
            (Add | Sub, Some(name), None) | (Add, None, Some(name)) => !stays(name),
            (Mul, Some(name), None) => b != 0 && !stays(name),
            (Mul, None, Some(name)) => a != 0 && !stays(name),
            (Shl, Some(name), None) => u64::MAX.checked_shr(b as u32).unwrap_or(0) & name.chance != 0 && !stays(name),
            (LShr | AShr, Some(name), None) => {
                u64::MAX.checked_shl(b as u32).unwrap_or(0) & name.chance != 0 && !stays(name)
            }
            (UDiv | SDiv, Some(name), None) => !b.is_power_of_two() || !(b - 1) & name.chance != 0 && !stays(name),
            (URem | SRem, Some(name), None) => !b.is_power_of_two() || (b - 1) & name.chance != 0,
            _ => true,
        }
    }

    /// Two numbers or addresses were compared.
    #[cold]
    pub(crate) fn remark_comparison(&self, thread: &Thread, predicate: IntPredicate, a: &Val, b: &Val, to: ValueId) {
        if let (Some(a), Some(b)) = (a.word(), b.word())
            && self.is_accident(Some(thread), predicate, a, b)
        {
            self.remark_chance(thread, to);
        }
    }

    /// Whether the result of a comparison depends on where objects lie.
    fn is_accident(&self, thread: Option<&Thread>, predicate: IntPredicate, a: u64, b: u64) -> bool {
        let is_equality = matches!(predicate, IntPredicate::Eq | IntPredicate::Ne);
        match (self.name_in(thread, a), self.name_in(thread, b)) {
            (None, None) => false,
            (Some(one), Some(other)) if one.is_beside(other) => false,
            (Some(one), Some(other)) => !is_equality || !one.inside || !other.inside,
            (Some(name), None) => could_be(name, a, b),
            (None, Some(name)) => could_be(name, b, a),
        }
    }

    /// A switch looks at a value.
    #[cold]
    pub(crate) fn remark_cases(&self, thread: &Thread, value: &Val, mut cases: impl Iterator<Item = u128>) {
        let Some(word) = value.word() else { return };
        if let Some(name) = self.name_in(Some(thread), word)
            && cases.any(|case| could_be(name, word, case as u64))
        {
            self.log.facts().decides_by_address();
        }
    }

    /// Only so many of the lowest bits of a value are kept, or it becomes a floating-point number, which
    /// keeps none.
    #[cold]
    pub(crate) fn remark_cut(&self, thread: &Thread, value: &Val, bits: u32, to: ValueId) {
        let kept = u64::MAX.checked_shr(64 - bits.min(64)).unwrap_or(0);
        let is_cut = |word: &u64| self.name_in(Some(thread), *word).is_some_and(|name| bits == 0 || name.is_cut(kept));
        if words(value).iter().any(is_cut) {
            self.remark_chance(thread, to);
        }
    }

    /// An address was used as an index, and this came out.
    #[cold]
    pub(crate) fn remark_index(&self, thread: &Thread, index: &Val, result: &Val, to: ValueId) {
        let Some(name) = index.word().and_then(|word| self.name_in(Some(thread), word)) else { return };
        let result = result.word().and_then(|word| self.name_in(Some(thread), word));
        if result.is_none_or(|result| result.object != name.object) {
            self.remark_chance(thread, to);
        }
    }

    /// Something was computed from values, of which nothing else is known here.
    #[cold]
    pub(crate) fn remark_result(&self, thread: &Thread, operands: &[&Val], result: &Val, to: ValueId) {
        let names = |value: &Val| {
            words(value).into_iter().filter_map(|word| self.name_in(Some(thread), word)).collect::<Vec<_>>()
        };
        let from: Vec<Name> = operands.iter().copied().flat_map(names).collect();
        let stays = names(result).iter().any(|result| from.iter().all(|name| name.object == result.object));
        if !from.is_empty() && !stays {
            self.remark_chance(thread, to);
        }
    }

    /// Some bytes of a block were read or passed on that could be part of an address.
    fn cuts_name(&self, thread: &Thread, block: &PrivateBlock, offset: u64, size: u64) -> bool {
        let first = offset & !7;
        if size >= 8 || !block.holds(first, 8) {
            return false;
        }
        let Some(word) = block.read(first, 8) else { return false };
        let read = (u64::MAX >> (64 - 8 * size)) << (8 * (offset - first));
        self.name_in(Some(thread), word as u64).is_some_and(|name| read & name.chance != 0)
    }

    /// Some bytes of a block were read.
    #[cold]
    pub(crate) fn remark_bytes(&self, thread: &Thread, base: u64, offset: u64, size: u64, to: ValueId) {
        if thread.memory.get(base).is_some_and(|block| self.cuts_name(thread, block, offset, size)) {
            self.remark_chance(thread, to);
        }
    }

    /// Some bytes of a block were written to shared memory by themselves.
    #[cold]
    pub(crate) fn remark_piece(&self, thread: &Thread, from: &PrivateBlock, offset: u64, size: u64) {
        if self.cuts_name(thread, from, offset, size) {
            self.log.facts().decides_by_address();
        }
    }

    /// Whether a byte in memory of the thread's own is part of an address.
    fn is_byte_of_name(&self, thread: &Thread, address: u64) -> bool {
        let base = base_of(address);
        thread.memory.own(base).is_some_and(|block| self.cuts_name(thread, block, address - base, 1))
    }

    /// Two bytes are different, and that is what a comparison of memory returns. Which is larger is a matter
    /// of chance.
    pub(crate) fn remark_difference(&self, thread: &Thread, places: [u64; 2], to: ValueId) {
        if places.into_iter().any(|place| self.is_byte_of_name(thread, place))
            && self.decides((thread.top().function, to), Nature::Name, &[])
        {
            self.log.facts().decides_by_address();
        }
    }

    /// So many bytes were hashed.
    pub(crate) fn remark_hash(&self, thread: &Thread, start: u64, length: u64, to: ValueId) {
        if (start..start.saturating_add(length)).any(|place| self.is_byte_of_name(thread, place)) {
            self.remark_chance(thread, to);
        }
    }

    /// The text was stored of an address, to where the first argument points.
    pub(crate) fn remark_text(&self, thread: &Thread, to: ValueId) {
        if self.decides((thread.top().function, to), Nature::Answer, &[0]) {
            self.log.facts().decides_by_address();
        }
    }

    /// Whether the compiler has computed something from addresses that is a matter of chance, and a thread
    /// has come there.
    pub(crate) fn constants_are_chance(&self) -> bool {
        let module = self.code.module();
        let covered = module.function_ids().filter(|&id| self.log.facts().is_covered(id));
        covered.filter_map(|id| Some((id, module.body(id).ok()?))).any(|(id, body)| {
            let blocks = (0..body.blocks.len() as u32).map(BlockId);
            let reached = blocks.filter(|&block| self.log.facts().count(id, block) > 0);
            reached.flat_map(|block| body.block(block)).any(|(_, inst)| {
                let mut found = false;
                inst.kind.clone().for_each_operand_mut(&mut |operand| {
                    if let Operand::Const(Constant::Expr(expression)) = operand {
                        found |= self.is_chance_constant(&*expression);
                    }
                });
                found
            })
        })
    }

    fn is_chance_constant(&self, expression: &ConstExpr) -> bool {
        let module = self.code.module();
        let word = |item: &TypedConst| {
            self.code.image().constant(module, &item.ty, &item.value, &[]).ok().and_then(|value| value.word())
        };
        let inside = |item: &TypedConst| match &item.value {
            Constant::Expr(expression) => self.is_chance_constant(expression),
            _ => false,
        };
        let name = |item: &TypedConst| word(item).and_then(|word| self.name_in(None, word));
        match expression {
            ConstExpr::Gep { base, indices, .. } => {
                inside(base) || indices.iter().any(|index| inside(index) || name(index).is_some())
            }
            ConstExpr::Cast { op, value, to } => {
                let kept = match op {
                    CastOp::Trunc | CastOp::PtrToInt | CastOp::PtrToAddr => bits_of(module, to).clamp(1, 64),
                    _ => 64,
                };
                inside(value) || name(value).is_some_and(|name| name.is_cut(u64::MAX >> (64 - kept)))
            }
            ConstExpr::Binary { op, lhs, rhs, exact: _ } => {
                let result =
                    TypedConst { ty: lhs.ty.clone(), value: Constant::Expr(std::sync::Arc::new(expression.clone())) };
                inside(lhs)
                    || inside(rhs)
                    || match (word(lhs), word(rhs)) {
                        (Some(a), Some(b)) => self.is_chance(None, *op, [a, b], word(&result)),
                        _ => false,
                    }
            }
            ConstExpr::ICmp { predicate, lhs, rhs } => {
                inside(lhs)
                    || inside(rhs)
                    || match (word(lhs), word(rhs)) {
                        (Some(a), Some(b)) => self.is_accident(None, *predicate, a, b),
                        _ => false,
                    }
            }
            ConstExpr::Select { condition, yes, no } => [condition, yes, no].into_iter().any(inside),
        }
    }

    /// An atomic update has put something else in the place of a word. What became of an address, others see.
    #[cold]
    pub(crate) fn remark_update(&self, thread: &Thread, op: RmwOp, old: u64, operand: u64, new: u64) {
        let chance = |op| self.is_chance(Some(thread), op, [old, operand], Some(new));
        let chance = match op {
            RmwOp::Exchange => false,
            RmwOp::Add => chance(BinaryOp::Add),
            RmwOp::Sub => chance(BinaryOp::Sub),
            RmwOp::And => chance(BinaryOp::And),
            RmwOp::Or => chance(BinaryOp::Or),
            RmwOp::Xor => chance(BinaryOp::Xor),
            RmwOp::Nand | RmwOp::Max | RmwOp::Min | RmwOp::UMax | RmwOp::UMin => {
                self.is_name(thread, old) || self.is_name(thread, operand)
            }
        };
        if chance {
            self.log.facts().decides_by_address();
        }
    }
}

/// Whether it is a matter of chance how an address, in a word, compares to a number: on another day it could
/// be on the other side of it.
fn could_be(name: Name, word: u64, number: u64) -> bool {
    let beyond = !(u64::MAX >> (64 - BITS) << name.shift) & !((1 << name.shift) - 1);
    let address = number >> name.shift & (u64::MAX >> (64 - BITS));
    // Other things are kept in the highest bits, and they differ; or no object lies there.
    word & beyond == number & beyond && (FIRST..u64::MAX >> (64 - BITS)).contains(&address)
}

/// Whether an operation on numbers of 128 bits moves one half to the place of the other.
fn is_move(op: BinaryOp, distance: &Val) -> bool {
    matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr)
        && distance.as_int().is_some_and(|bits| bits % 64 == 0)
}
