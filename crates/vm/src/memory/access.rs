//! Loads, stores and updates, of private and of shared memory.
//!
//! A plain access to shared memory is cut into pieces of 1, 2, 4 or 8 bytes, at the boundaries of the scalars
//! in its type and at those of other plain accesses that overlap it (see
//! [`Machine::refine`](crate::Machine::refine)). An atomic one is always whole; the search puts together what
//! it sees of plain ones (decision 0014).

use selvedge_core::{Access, Action, Address, ReadOrdering, Value, ViolationKind, WriteOrdering};
use selvedge_ir::{Type, ValueId};

use crate::Machine;
use crate::exec::flow::{Flow, fail, unsupported};
use crate::exec::value::{Val, bits_of};
use crate::exec::wide::words_of;
use crate::memory::address::{base_of, block_of};
use crate::memory::locate::Place;
use crate::memory::private::{PrivateBlock, runs};
use crate::memory::values::width;
use crate::state::awaiting::{Awaiting, Gathered, Purpose};
use crate::state::thread::Thread;

impl Machine {
    pub(crate) fn load(
        &self,
        thread: &mut Thread,
        to: ValueId,
        ty: &Type,
        address: u64,
        ordering: ReadOrdering,
    ) -> Flow {
        let size = self.code.size(ty)?;
        match self.code.locate(thread, address, size)? {
            Place::Private(base, offset) if ordering != ReadOrdering::SeqCst => {
                let mut block = thread.memory.get(base).expect("invariant: just located");
                let mut value = self.code.value_in(block, ty, offset);
                if matches!(value, Val::Undef | Val::Partial(_)) && self.code.sets_bits(thread) {
                    thread.memory.get_mut(base).expect("invariant: just located").zero_unwritten(offset, size);
                    block = thread.memory.get(base).expect("invariant: just located");
                    value = self.code.value_in(block, ty, offset);
                }
                // Of local variables, compilers copy unwritten ones too; there it is an error only where it
                // matters.
                if value == Val::Undef && block.storage.is_heap() && size > 1 {
                    return self.code.reads_unwritten(thread, address);
                }
                if size < 8 && block.size() >= 8 {
                    self.remark_bytes(thread, base, offset, size, to);
                }
                self.code.note_value(thread, address, &value);
                thread.set(to, value);
                Ok(())
            }
            Place::Private(..) => {
                // A seq_cst access orders others even where no other thread looks.
                self.publish(thread, &[address])?;
                self.load_shared(thread, to, ty, address, ordering)
            }
            Place::Constant => {
                let mut block = PrivateBlock::passing(size);
                for offset in 0..size {
                    block.write(offset, 1, self.code.image().initial(address + offset, 1));
                }
                thread.set(to, self.code.value_in(&block, ty, 0));
                Ok(())
            }
            Place::Shared => self.load_shared(thread, to, ty, address, ordering),
        }
    }

    fn load_shared(&self, thread: &mut Thread, to: ValueId, ty: &Type, address: u64, ordering: ReadOrdering) -> Flow {
        let size = self.code.size(ty)?;
        if self.is_word(ty, address, size, ordering == ReadOrdering::Plain) {
            thread.act(Action::Read { at: Access { address: Address(address), width: width(size) }, ordering });
            thread.awaits(Awaiting::Word { to, from: address, bits: bits_of(self.code.module(), ty) });
            return Ok(());
        }
        let so_far = PrivateBlock::passing(size);
        let purpose = Purpose::Load { to, ty: ty.clone() };
        if ordering == ReadOrdering::Plain {
            return self.gather(thread, self.pieces(ty, address), address, so_far, purpose);
        }
        self.code.check_atomic(thread, address, size)?;
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
    pub(crate) fn ask_for_piece(&self, thread: &mut Thread, gathered: Gathered, ordering: ReadOrdering) {
        let (offset, size) = gathered.piece;
        let at = Access { address: Address(gathered.from + offset), width: width(size) };
        thread.act(match gathered.purpose {
            Purpose::Copy { .. } | Purpose::Print => Action::Copy { at },
            // Some of the bytes may be gaps between the members of a struct.
            Purpose::Load { .. } if ordering == ReadOrdering::Plain => Action::Copy { at },
            Purpose::Library { ref step, .. } if step.takes_partial() => Action::Copy { at },
            Purpose::Load { .. } | Purpose::Library { .. } => Action::Read { at, ordering },
        });
        thread.awaits(Awaiting::Pieces(Box::new(gathered)));
    }

    /// Hands over what was gathered.
    pub(crate) fn hand_over(&self, thread: &mut Thread, from: u64, so_far: PrivateBlock, purpose: Purpose) -> Flow {
        match purpose {
            Purpose::Load { to, ty } => {
                let value = self.code.value_in(&so_far, &ty, 0);
                if value == Val::Undef && so_far.size() > 1 {
                    return self.code.reads_unwritten(thread, from);
                }
                self.code.note_value(thread, from, &value);
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
                let (value, known) = so_far.look(0, size);
                let value = self.wide.compact_known(value, known, width(size));
                if value == Value::NOTHING || value.is_partly_undefined() && !step.takes_partial() {
                    return self.code.reads_unwritten(thread, from);
                }
                self.proceed(thread, to, step, value.0)
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
        let size = self.code.size(ty)?;
        self.code.note_value(thread, address, value);
        match self.code.locate(thread, address, size)? {
            Place::Private(base, offset) if ordering != WriteOrdering::SeqCst => {
                thread.note_write(address);
                let block = thread.memory.get_mut(base).expect("invariant: just located");
                self.code.put_value(block, ty, value, offset);
                return Ok(());
            }
            Place::Private(..) => self.publish(thread, &[address])?,
            Place::Constant => return fail(ViolationKind::InvalidAccess, "a write to something constant"),
            Place::Shared => {
                let is_hidden = block_of(address).is_some() && thread.memory.hidden(base_of(address)).is_some();
                if let Val::Word(word) = value
                    && !is_hidden
                    && self.is_word(ty, address, size, ordering == WriteOrdering::Plain)
                {
                    return self.write_word(thread, address, size, *word, ordering);
                }
            }
        }
        // A byte is written although it is not known, as by a loop that copies a struct with gaps.
        let is_byte = *value == Val::Undef && size == 1 && ordering == WriteOrdering::Plain;
        if value.is_unknown() && !is_byte {
            return self.code.unusable(value, "a write to shared memory");
        }
        let mut block = PrivateBlock::passing(size);
        self.code.put_value(&mut block, ty, value, 0);
        let pieces = match ordering {
            WriteOrdering::Plain => self.pieces(ty, address),
            _ => self.code.whole(thread, address, size)?,
        };
        self.write_pieces(thread, address, &block, 0, &pieces, ordering)
    }

    /// Whether an access to shared memory is one word in one piece. Most are.
    pub(crate) fn is_word(&self, ty: &Type, address: u64, size: u64, plain: bool) -> bool {
        let scalar = matches!(ty, Type::Int(_) | Type::Float | Type::Double | Type::Ptr);
        let fits = matches!(size, 1 | 2 | 4 | 8);
        let whole = || match plain {
            true => self.cuts.is_whole(address, size),
            false => address.is_multiple_of(size),
        };
        scalar && fits && whole()
    }

    /// Writes a word to shared memory that others know of.
    fn write_word(&self, thread: &mut Thread, to: u64, size: u64, word: u64, ordering: WriteOrdering) -> Flow {
        let at = Access { address: Address(to), width: width(size) };
        self.check_number(word)?;
        self.publish(thread, &[word])?;
        thread.takes_visible_step();
        self.log.search().wrote(thread, to, size, ordering == WriteOrdering::Plain);
        thread.act(Action::Write { at, ordering, value: Value(at.width.truncate(word)) });
        thread.awaits(Awaiting::Nothing);
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
        // What is atomic is whole.
        let pieces: Vec<(u64, u64)> = match ordering {
            WriteOrdering::Plain => pieces.iter().flat_map(|&piece| self.cut_at_gaps(to, from, start, piece)).collect(),
            _ => pieces.to_vec(),
        };
        for (offset, size) in pieces {
            let (value, known) = from.look(start + offset, size);
            if let Some(poison) = from.poison_in(start + offset, size) {
                return self.code.unusable(&Val::Poison(poison.clone()), "a write to shared memory");
            }
            if size < 8 && from.size() >= 8 {
                self.remark_piece(thread, from, start + offset, size);
            }
            values.push((offset, size, value, known));
            let at = Access { address: Address(to + offset), width: width(size) };
            let value = match from.read(start + offset, size) {
                Some(value) => {
                    let value = self.wide.compact(value, at.width);
                    self.check_number(value.0)?;
                    value
                }
                None => self.wide.compact_known(value, known, at.width),
            };
            actions.push(Action::Write { at, ordering, value });
        }
        // Nothing points anywhere of which not all is known.
        let words: Vec<u64> = values.iter().flat_map(|(_, _, value, _)| words_of(*value)).collect();
        let base = base_of(to);
        if block_of(to).is_some() && thread.memory.hidden(base).is_some_and(|block| block.holds(to - base, 0)) {
            // Whatever it points to is hidden like the block itself.
            self.share(thread, &words);
            let block = thread.memory.hidden_mut(base).expect("invariant: just found");
            for (offset, size, value, known) in values {
                if block.holds(to - base + offset, size) {
                    block.write_known(to - base + offset, size, value, known);
                }
            }
        } else {
            self.publish(thread, &words)?;
            thread.takes_visible_step();
            for (offset, size, ..) in values {
                self.log.search().wrote(thread, to + offset, size, ordering == WriteOrdering::Plain);
            }
        }
        thread.act_all(actions);
        thread.awaits(Awaiting::Nothing);
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
        all.into_iter().flat_map(|(at, length)| self.cuts.cut(to, offset + at, length)).collect()
    }

    /// Some numbers stand for what is undefined in shared memory, and cannot be there themselves.
    pub(crate) fn check_number(&self, word: u64) -> Flow {
        if Value(word).is_partly_undefined() {
            return unsupported(format!(
                "the number {word:#x} in shared memory, where it stands for what is undefined"
            ));
        }
        Ok(())
    }
}
