//! Loads, stores and updates, of private and of shared memory.
//!
//! A plain access to shared memory is cut into pieces of 1, 2, 4 or 8 bytes, at the boundaries of the scalars in its type
//! and at those of other plain accesses that overlap it (see [`Machine::refine`](crate::Machine::refine)). An atomic one is
//! always whole; the search puts together what it sees of plain ones (decision 0014).

use selvedge_core::verdict::out_of_bounds;
use selvedge_core::{
    Access, Action, Address, Answer, BlockReason, ReadOrdering, RmwOp, RmwOrdering, Value, ViolationKind, Width,
    WriteOrdering,
};

use crate::Machine;
use crate::exec::ordering;
use crate::exec::run::{Flow, fail, fail_at, unsupported};
use crate::exec::value::{Partial, Val, bits_of, mask, parts_of, scalars};
use crate::exec::wide::words_of;
use crate::memory::address::{ARGUMENTS, base_of, block_of};
use crate::memory::private::{PrivateBlock, allocator_of, runs};
use crate::report::naming::Memoir;
use crate::state::thread::{Awaiting, Gathered, Purpose, Thread};
use selvedge_ir::{AtomicRmw, CmpXchg, RmwOp as Op, Type, ValueId};

/// The largest value that is loaded or stored at once, in bytes.
const MAX_VALUE: u64 = 1 << 20;

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

impl Machine {
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
            if thread.rare.freed.contains(&base) {
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
        let Some(placed) = self.image.find(address) else {
            // Between two globals: whoever runs over the end of one gets there.
            let message = match self.image.nearest(address) {
                Some(placed) => {
                    let name = self.module.global_name(placed.id);
                    out_of_bounds(&name, address.wrapping_sub(placed.base), size, placed.size)
                }
                None if address >> 47 != 0 => format!(
                    "access to {address:#x}, which is no address: something is kept in the highest bits of a pointer"
                ),
                None => format!("access to {address:#x}, where there is no object"),
            };
            return fail_at(ViolationKind::InvalidAccess, message, address);
        };
        let global = self.module.global(placed.id);
        if size > placed.size - (address - placed.base).min(placed.size) {
            let name = self.module.global_name(placed.id);
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
        let nothing = Memoir::default();
        let notes = thread.memoir.as_deref().unwrap_or(&nothing);
        match block_of(base) {
            Some((block, 0)) => self.block_title(block, notes),
            _ => self.name_at(base, 1, notes),
        }
    }

    pub(crate) fn load(
        &self,
        thread: &mut Thread,
        to: ValueId,
        ty: &Type,
        address: u64,
        ordering: ReadOrdering,
    ) -> Flow {
        let size = self.size(ty)?;
        match self.locate(thread, address, size)? {
            Place::Private(base, offset) if ordering != ReadOrdering::SeqCst => {
                let mut block = thread.memory.get(base).expect("invariant: just located");
                let mut value = self.value_in(block, ty, offset);
                if matches!(value, Val::Undef | Val::Partial(_)) && self.sets_bits(thread) {
                    thread.memory.get_mut(base).expect("invariant: just located").zero_unwritten(offset, size);
                    block = thread.memory.get(base).expect("invariant: just located");
                    value = self.value_in(block, ty, offset);
                }
                // Of local variables, compilers copy unwritten ones too; there it is an error only where it matters.
                if value == Val::Undef && block.storage.is_heap() {
                    return self.reads_unwritten(thread, address);
                }
                self.note_value(thread, address, &value);
                thread.set(to, value);
                Ok(())
            }
            Place::Private(..) => {
                // A seq_cst access orders others even where nobody else looks.
                self.publish(thread, &[address])?;
                self.load_shared(thread, to, ty, address, ordering)
            }
            Place::Constant => {
                let mut block = PrivateBlock::passing(size);
                for offset in 0..size {
                    block.write(offset, 1, self.image.initial(address + offset, 1));
                }
                thread.set(to, self.value_in(&block, ty, 0));
                Ok(())
            }
            Place::Shared => self.load_shared(thread, to, ty, address, ordering),
        }
    }

    fn reads_unwritten(&self, thread: &Thread, address: u64) -> Flow {
        let message = format!("{} is read before it is written", self.name_in(thread, address));
        fail_at(ViolationKind::UninitialisedRead, message, address)
    }

    fn load_shared(&self, thread: &mut Thread, to: ValueId, ty: &Type, address: u64, ordering: ReadOrdering) -> Flow {
        let size = self.size(ty)?;
        if self.is_word(ty, address, size, ordering == ReadOrdering::Plain) {
            thread
                .queue
                .push_back(Action::Read { at: Access { address: Address(address), width: width(size) }, ordering });
            thread.awaiting = Awaiting::Word { to, from: address, bits: bits_of(&self.module, ty) };
            return Ok(());
        }
        let so_far = PrivateBlock::passing(size);
        let purpose = Purpose::Load { to, ty: ty.clone() };
        if ordering == ReadOrdering::Plain {
            return self.gather(thread, self.pieces(ty, address), address, so_far, purpose);
        }
        self.check_atomic(thread, address, size)?;
        self.ask_for_piece(
            thread,
            Gathered { piece: (0, size), more: Vec::new(), from: address, so_far, purpose },
            ordering,
        );
        Ok(())
    }

    /// Reads pieces of memory, plainly.
    pub(crate) fn gather(
        &self,
        thread: &mut Thread,
        mut pieces: Vec<(u64, u64)>,
        from: u64,
        so_far: PrivateBlock,
        purpose: Purpose,
    ) -> Flow {
        pieces.reverse();
        match pieces.pop() {
            Some(piece) => {
                self.ask_for_piece(
                    thread,
                    Gathered { piece, more: pieces, from, so_far, purpose },
                    ReadOrdering::Plain,
                );
                Ok(())
            }
            None => self.hand_over(thread, from, so_far, purpose),
        }
    }

    /// Asks for the next piece.
    fn ask_for_piece(&self, thread: &mut Thread, gathered: Gathered, ordering: ReadOrdering) {
        let (offset, size) = gathered.piece;
        let at = Access { address: Address(gathered.from + offset), width: width(size) };
        thread.queue.push_back(match gathered.purpose {
            Purpose::Copy { .. } | Purpose::Print => Action::Copy { at },
            // Some of the bytes may be gaps between the members of a struct.
            Purpose::Load { .. } if ordering == ReadOrdering::Plain => Action::Copy { at },
            Purpose::Load { .. } | Purpose::Library { .. } => Action::Read { at, ordering },
        });
        thread.awaiting = Awaiting::Pieces(Box::new(gathered));
    }

    /// Hands over what was gathered.
    fn hand_over(&self, thread: &mut Thread, from: u64, so_far: PrivateBlock, purpose: Purpose) -> Flow {
        match purpose {
            Purpose::Load { to, ty } => {
                let value = self.value_in(&so_far, &ty, 0);
                if value == Val::Undef {
                    return self.reads_unwritten(thread, from);
                }
                self.note_value(thread, from, &value);
                thread.set(to, value);
                Ok(())
            }
            Purpose::Copy { to, size } => self.write_bytes(thread, to, &so_far, 0, size),
            Purpose::Print => {
                self.print_block(thread, &so_far);
                Ok(())
            }
            Purpose::Library { to, step } => {
                let size = so_far.size();
                let Some(value) = so_far.read(0, size) else { return self.reads_unwritten(thread, from) };
                self.proceed(thread, to, step, self.compact(value, width(size)).0)
            }
        }
    }

    pub(crate) fn store(
        &self,
        thread: &mut Thread,
        ty: &Type,
        value: &Val,
        address: u64,
        ordering: WriteOrdering,
    ) -> Flow {
        let size = self.size(ty)?;
        self.note_value(thread, address, value);
        match self.locate(thread, address, size)? {
            Place::Private(base, offset) if ordering != WriteOrdering::SeqCst => {
                thread.note_write(address);
                let block = thread.memory.get_mut(base).expect("invariant: just located");
                self.put_value(block, ty, value, offset);
                return Ok(());
            }
            Place::Private(..) => self.publish(thread, &[address])?,
            Place::Constant => return fail(ViolationKind::InvalidAccess, "a write to something constant"),
            Place::Shared => {
                let is_hidden = block_of(address).is_some() && thread.hidden.get(base_of(address)).is_some();
                if let Val::Word(word) = value
                    && !is_hidden
                    && self.is_word(ty, address, size, ordering == WriteOrdering::Plain)
                {
                    return self.write_word(thread, address, size, *word, ordering);
                }
            }
        }
        if value.is_unknown() || matches!(value, Val::Partial(_)) && ordering != WriteOrdering::Plain {
            return self.unusable(value, "a write to shared memory");
        }
        let mut block = PrivateBlock::passing(size);
        self.put_value(&mut block, ty, value, 0);
        let pieces = match ordering {
            WriteOrdering::Plain => self.pieces(ty, address),
            _ => self.whole(thread, address, size)?,
        };
        self.write_pieces(thread, address, &block, 0, &pieces, ordering)
    }

    /// Whether an access to shared memory is one word in one piece. Most are.
    pub(crate) fn is_word(&self, ty: &Type, address: u64, size: u64, plain: bool) -> bool {
        let scalar = matches!(ty, Type::Int(_) | Type::Float | Type::Double | Type::Ptr);
        let fits = matches!(size, 1 | 2 | 4 | 8);
        let whole = || match plain {
            true => self.boundaries.range(address + 1..address + size).next().is_none(),
            false => address.is_multiple_of(size),
        };
        scalar && fits && whole()
    }

    /// Writes a word to shared memory that others know of.
    fn write_word(&self, thread: &mut Thread, to: u64, size: u64, word: u64, ordering: WriteOrdering) -> Flow {
        let at = Access { address: Address(to), width: width(size) };
        self.check_number(word)?;
        self.publish(thread, &[word])?;
        thread.effects += 1;
        self.notes().wrote(thread, to, size, ordering == WriteOrdering::Plain);
        thread.queue.push_back(Action::Write { at, ordering, value: Value(at.width.truncate(word)) });
        thread.awaiting = Awaiting::Nothing;
        Ok(())
    }

    /// Writes pieces of a block to shared memory.
    pub(crate) fn write_pieces(
        &self,
        thread: &mut Thread,
        to: u64,
        from: &PrivateBlock,
        start: u64,
        pieces: &[(u64, u64)],
        ordering: WriteOrdering,
    ) -> Flow {
        let mut actions = Vec::with_capacity(pieces.len());
        let mut values = Vec::with_capacity(pieces.len());
        for (offset, size) in pieces.iter().flat_map(|&piece| self.cut_at_gaps(to, from, start, piece)) {
            let value = from.read(start + offset, size);
            if let (None, Some(poison)) = (value, from.poison_in(start + offset, size)) {
                return self.unusable(&Val::Poison(poison.clone()), "a write to shared memory");
            }
            values.push((offset, size, value));
            let at = Access { address: Address(to + offset), width: width(size) };
            let value = value.map(|value| self.compact(value, at.width));
            value.map_or(Ok(()), |value| self.check_number(value.0))?;
            actions.push(Action::Write { at, ordering, value: value.unwrap_or(Value::NOTHING) });
        }
        let words: Vec<u64> = values.iter().filter_map(|(.., value)| *value).flat_map(words_of).collect();
        let base = base_of(to);
        if block_of(to).is_some() && thread.hidden.get(base).is_some_and(|block| block.holds(to - base, 0)) {
            // Whatever it points to is hidden like the block itself.
            self.share(thread, &words);
            let block = thread.hidden.get_mut(base).expect("invariant: just found");
            for (offset, size, value) in values {
                if block.holds(to - base + offset, size) {
                    block.write(to - base + offset, size, value);
                }
            }
        } else {
            self.publish(thread, &words)?;
            thread.effects += 1;
            for (offset, size, _) in values {
                self.notes().wrote(thread, to + offset, size, ordering == WriteOrdering::Plain);
            }
        }
        thread.queue.extend(actions);
        thread.awaiting = Awaiting::Nothing;
        Ok(())
    }

    /// A piece of a block, cut where what is defined ends and what is not begins.
    fn cut_at_gaps(&self, to: u64, from: &PrivateBlock, start: u64, (offset, size): (u64, u64)) -> Vec<(u64, u64)> {
        let (_, known) = from.look(start + offset, size);
        if known == 0 || known == (1 << size) - 1 {
            return vec![(offset, size)];
        }
        let mut all = runs(size, |at| known >> at & 1 == 1);
        all.extend(runs(size, |at| known >> at & 1 == 0));
        all.sort_unstable();
        all.into_iter().flat_map(|(at, length)| self.cut(to, offset + at, length)).collect()
    }

    /// One number stands for what is undefined in shared memory, and cannot be there itself.
    pub(crate) fn check_number(&self, word: u64) -> Flow {
        if word == Value::NOTHING.0 {
            return unsupported(format!(
                "the number {word:#x} in shared memory, where it stands for what is undefined"
            ));
        }
        Ok(())
    }

    pub(crate) fn compare_exchange(&self, thread: &mut Thread, to: ValueId, exchange: &CmpXchg) -> Flow {
        let fails = if exchange.weak && self.settings.spurious_failures {
            let Some(way) = self.choose(thread, 2) else { return Ok(()) };
            way != 0
        } else {
            if exchange.weak {
                self.remarks.weak_exchange();
            }
            false
        };
        let address = self.address(thread, &exchange.pointer)?;
        let expected = self.value(thread, &exchange.ty, &exchange.expected)?;
        let new = self.value(thread, &exchange.ty, &exchange.new)?;
        let (Some(expected), Some(new)) = (expected.as_int(), new.as_int()) else {
            return self.unusable(&Val::spoiled(&[&expected, &new]), "a compare-exchange");
        };
        let success = ordering::update(exchange.success);
        let failure = ordering::read(exchange.failure).or_else(unsupported)?;
        let size = self.size(&exchange.ty)?;
        if let Place::Private(base, offset) = self.locate(thread, address, size)? {
            if success != RmwOrdering::SeqCst && failure != ReadOrdering::SeqCst {
                let block = thread.memory.get_mut(base).expect("invariant: just located");
                let Some(old) = block.read(offset, size) else { return self.unknown("a compare-exchange") };
                if fails && old != expected {
                    return Err(Box::new(Action::Block(BlockReason::Redundant(None))));
                }
                let succeeds = old == expected && !fails;
                if succeeds {
                    block.write(offset, size, Some(new));
                }
                let old = Val::int(old, 8 * size as u32);
                thread.set(to, Val::Parts([old, Val::bool(succeeds)].into()));
                return Ok(());
            }
            self.publish(thread, &[address])?;
        }
        self.reveal(thread, &[address]);
        let at = self.atomic(thread, &exchange.ty, address)?;
        let width = at.width;
        let [expected, desired] = [expected, new].map(|bytes| self.compact(bytes, width));
        if fails {
            thread.queue.push_back(Action::Read { at, ordering: failure });
            thread.awaiting = Awaiting::Spurious { to, width, expected: expected.0 };
            return Ok(());
        }
        self.check_number(desired.0)?;
        // If it fails, nobody learns of what it would have written.
        self.share(thread, &words_of(new));
        self.notes().wrote(thread, address, size, false);
        thread.queue.push_back(Action::CompareExchange { at, expected, desired, success, failure });
        thread.awaiting = Awaiting::Exchange { to, width, expected: expected.0, new: desired.0 };
        Ok(())
    }

    /// Which of so many ways the present instruction takes; nothing if that is still to be decided, and the instruction
    /// is then run again.
    pub(crate) fn choose(&self, thread: &mut Thread, ways: u32) -> Option<u64> {
        if let Some(way) = thread.rare.way {
            thread.rare.way = None;
            return Some(way);
        }
        thread.frame().next -= 1;
        thread.queue.push_back(Action::Choose(ways));
        thread.awaiting = Awaiting::Way;
        None
    }

    pub(crate) fn update(&self, thread: &mut Thread, to: ValueId, update: &AtomicRmw) -> Flow {
        let address = self.address(thread, &update.pointer)?;
        let value = self.value(thread, &update.ty, &update.value)?;
        let Some(operand) = value.as_int() else { return self.unusable(&value, "an atomic update") };
        let op = match update.op {
            Op::Xchg => RmwOp::Exchange,
            Op::Add => RmwOp::Add,
            Op::Sub => RmwOp::Sub,
            Op::And => RmwOp::And,
            Op::Nand => RmwOp::Nand,
            Op::Or => RmwOp::Or,
            Op::Xor => RmwOp::Xor,
            Op::Max => RmwOp::Max,
            Op::Min => RmwOp::Min,
            Op::UMax => RmwOp::UMax,
            Op::UMin => RmwOp::UMin,
            other => return unsupported(format!("atomicrmw {}", other.word())),
        };
        let ordering = ordering::update(update.atomic.ordering);
        let size = self.size(&update.ty)?;
        if size > 8 && op != RmwOp::Exchange {
            let instead = "a loop around a compare-exchange works";
            return unsupported(format!("an atomic update of {size} bytes other than an exchange ({instead})"));
        }
        let value = self.compact(operand, width(size));
        if let Place::Private(base, offset) = self.locate(thread, address, size)? {
            if ordering != RmwOrdering::SeqCst {
                let block = thread.memory.get_mut(base).expect("invariant: just located");
                let Some(old) = block.read(offset, size) else { return self.unknown("an atomic update") };
                let new = op.apply(width(size), self.compact(old, width(size)), value);
                block.write(offset, size, Some(self.expand(new, width(size))));
                thread.set(to, Val::int(old, 8 * size as u32));
                return Ok(());
            }
            self.publish(thread, &[address])?;
        }
        self.reveal(thread, &[address]);
        let at = self.atomic(thread, &update.ty, address)?;
        self.publish(thread, &words_of(operand))?;
        self.notes().wrote(thread, address, size, false);
        thread.queue.push_back(Action::Rmw { at, ordering, op, operand: value });
        thread.awaiting = Awaiting::Old { to, width: at.width, op, operand: value.0 };
        Ok(())
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
    fn whole(&self, thread: &Thread, address: u64, size: u64) -> Flow<Vec<(u64, u64)>> {
        self.check_atomic(thread, address, size)?;
        Ok(vec![(0, size)])
    }

    /// Atomic accesses have a size that the machine has, and lie where the machine can do them.
    fn check_atomic(&self, thread: &Thread, address: u64, size: u64) -> Flow {
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

    /// Takes the answer to the last action.
    pub(crate) fn settle(&self, thread: &mut Thread, answer: Answer) -> Flow {
        if answer == Answer::Value(Value::NOTHING)
            && let Some((at, _)) = thread.asks.filter(|_| !thread.awaiting.may_be_nothing())
        {
            // The search reports it too, and first.
            return self.reads_unwritten(thread, at.address.0);
        }
        match std::mem::replace(&mut thread.awaiting, Awaiting::Nothing) {
            Awaiting::Nothing => Ok(()),
            Awaiting::Word { to, from, bits } => {
                let value = Val::int(answer.value().0.into(), bits);
                self.note_value(thread, from, &value);
                thread.set(to, value);
                Ok(())
            }
            Awaiting::Pieces(mut gathered) => {
                let (offset, size) = gathered.piece;
                if answer.value() != Value::NOTHING {
                    gathered.so_far.write(offset, size, Some(self.expand(answer.value(), width(size))));
                }
                match gathered.more.pop() {
                    // What is not plain is whole.
                    Some(piece) => {
                        gathered.piece = piece;
                        self.ask_for_piece(thread, *gathered, ReadOrdering::Plain);
                        Ok(())
                    }
                    None => {
                        let Gathered { from, so_far, purpose, .. } = *gathered;
                        self.hand_over(thread, from, so_far, purpose)
                    }
                }
            }
            Awaiting::Old { to, width, op, operand } => {
                let old = answer.value();
                let new = op.apply(width, old, Value(operand));
                self.check_number(new.0)?;
                // Writing what is there already changes nothing: a lock that is taken stays taken.
                thread.effects += u64::from(new != old);
                thread.set(to, self.register(old, width));
                Ok(())
            }
            Awaiting::Spurious { to, width, expected } => {
                let old = answer.value();
                if old.0 != expected {
                    // It fails anyway, and does so in the run that lets it.
                    return Err(Box::new(Action::Block(BlockReason::Redundant(None))));
                }
                thread.set(to, Val::Parts([self.register(old, width), Val::bool(false)].into()));
                Ok(())
            }
            Awaiting::Exchange { to, width, expected, new } => {
                let old = answer.value();
                let succeeds = old.0 == expected;
                if succeeds {
                    thread.effects += 1;
                    self.reveal(thread, &words_of(self.expand(Value(new), width)));
                }
                thread.set(to, Val::Parts([self.register(old, width), Val::bool(succeeds)].into()));
                Ok(())
            }
            Awaiting::Byte(address) => {
                thread.rare.seen.insert(address, answer.value().0 as u8);
                Ok(())
            }
            Awaiting::Way => {
                thread.rare.way = Some(answer.value().0);
                Ok(())
            }
            Awaiting::Library { to, step } => {
                let answer = match answer {
                    Answer::Value(value) => value.0,
                    Answer::None => 0,
                };
                self.proceed(thread, to, step, answer)
            }
        }
    }

    /// If an execution is told again: what an address holds may say what a block is.
    fn note_value(&self, thread: &mut Thread, address: u64, value: &Val) {
        if let (true, Some(word)) = (thread.memoir.is_some(), value.word()) {
            self.note_pointer(thread, address, word);
        }
    }

    pub(crate) fn size(&self, ty: &Type) -> Flow<u64> {
        match (self.module.store_size_of(ty), ty) {
            (_, Type::Int(bits)) if *bits > 128 => unsupported(format!("a value of type {ty}")),
            (Some(size), _) if size <= MAX_VALUE => Ok(size),
            _ => unsupported(format!("a value of type {ty}")),
        }
    }

    /// The pieces of a value of a type at an address: offsets and sizes.
    fn pieces(&self, ty: &Type, address: u64) -> Vec<(u64, u64)> {
        let mut found = Vec::new();
        scalars(&self.module, ty, 0, &mut found);
        found.iter().flat_map(|(_, offset, size)| self.cut(address, *offset, *size)).collect()
    }

    /// Cuts a range at the known boundaries, and into pieces of 1, 2, 4 or 8 bytes.
    pub(crate) fn cut(&self, address: u64, offset: u64, size: u64) -> Vec<(u64, u64)> {
        let (mut at, end) = (offset, offset + size);
        let mut found = Vec::new();
        while at < end {
            let boundary = self.boundaries.range(address + at + 1..address + end).next().map_or(end, |b| b - address);
            let length = boundary - at;
            let piece = if length >= 8 { 8 } else { 1 << length.ilog2() };
            found.push((at, piece));
            at += piece;
        }
        found
    }

    /// The value of a type in a private block.
    pub(crate) fn value_in(&self, block: &PrivateBlock, ty: &Type, offset: u64) -> Val {
        match parts_of(&self.module, ty) {
            Some(parts) => Val::Parts(parts.iter().map(|(ty, at)| self.value_in(block, ty, offset + at)).collect()),
            None => {
                let size = self.module.store_size_of(ty).unwrap_or(0);
                let bits = bits_of(&self.module, ty);
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
        match (parts_of(&self.module, ty), value) {
            (Some(types), Val::Parts(parts)) => {
                for ((ty, at), part) in types.iter().zip(parts.iter()) {
                    self.put_value(block, ty, part, offset + at);
                }
            }
            (Some(types), _) => types.iter().for_each(|(ty, at)| self.put_value(block, ty, &Val::Undef, offset + at)),
            (None, Val::Poison(poison)) => block.spoil(offset, self.module.store_size_of(ty).unwrap_or(0), poison),
            (None, Val::Partial(partial)) => {
                let beyond = !mask(bits_of(&self.module, ty));
                let partial = Partial { known: partial.known | beyond, ..**partial };
                put_partial(block, offset, self.module.store_size_of(ty).unwrap_or(0), &partial);
            }
            (None, value) => block.write(offset, self.module.store_size_of(ty).unwrap_or(0), value.as_int()),
        }
    }
}

/// Writes the bytes that are known of a value, and makes the others undefined.
pub(crate) fn put_partial(block: &mut PrivateBlock, offset: u64, size: u64, partial: &Partial) {
    let is_known = |at: &u64| partial.known >> (8 * at) & 0xff == 0xff;
    let known = (0..size).filter(is_known).fold(0, |known, at| known | 1 << at);
    block.write_known(offset, size, partial.bits, known);
}

/// The bits of these bytes.
fn bits_of_bytes(bytes: u32) -> u128 {
    (0..16).filter(|at| bytes >> at & 1 == 1).fold(0, |bits, at| bits | 0xff << (8 * at))
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
