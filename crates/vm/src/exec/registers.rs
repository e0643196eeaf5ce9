//! The registers of a call.
//!
//! Nearly all values are words, and at most places nearly all registers are not needed any more. So the words
//! lie one after another, with a bit for each that says whether it is known: they are copied, compared and
//! forgotten many at a time. What is not a word is kept apart.

use std::sync::Arc;

use selvedge_ir::ValueId;

use crate::exec::value::Val;

/// The values of all registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Registers {
    /// A bit for each register that holds a word, and behind them the words; 0 where there is none.
    words: Box<[u64]>,
    /// Where the words begin.
    first: usize,
    /// What is neither a word nor unknown, sorted by register. Not empty.
    others: Option<Arc<Vec<(ValueId, Val)>>>,
}

/// A set of registers.
#[derive(Debug)]
pub(crate) struct RegisterSet(Box<[u64]>);

/// Which word of a set a register's bit is in, and which bit that is.
#[inline]
fn place(register: ValueId) -> (usize, u64) {
    (register.index() / 64, 1 << (register.index() % 64))
}

impl RegisterSet {
    /// Of so many registers, these.
    pub(crate) fn new(count: usize, members: impl Iterator<Item = ValueId>) -> RegisterSet {
        let mut bits = vec![0; count.div_ceil(64)];
        for member in members {
            let (at, bit) = place(member);
            bits[at] |= bit;
        }
        RegisterSet(bits.into())
    }

    pub(crate) fn contains(&self, register: ValueId) -> bool {
        let (at, bit) = place(register);
        self.0.get(at).is_some_and(|bits| bits & bit != 0)
    }
}

impl Registers {
    /// So many, of which the first have these values.
    pub(crate) fn new(count: usize, values: Vec<Val>) -> Registers {
        let first = count.div_ceil(64);
        let mut registers = Registers { words: vec![0; first + count].into(), first, others: None };
        for (register, value) in values.into_iter().enumerate() {
            registers.set(ValueId(register as u32), value);
        }
        registers
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len() - self.first
    }

    /// The word in a register, if it is known and a word.
    #[inline]
    pub(crate) fn word(&self, register: ValueId) -> Option<u64> {
        let (at, bit) = place(register);
        let known = at < self.first && self.words[at] & bit != 0;
        known.then(|| self.words[self.first + register.index()])
    }

    /// The value of a register.
    pub(crate) fn get(&self, register: ValueId) -> Val {
        if let Some(word) = self.word(register) {
            return Val::Word(word);
        }
        let Some(others) = &self.others else { return Val::Undef };
        let found = others.binary_search_by_key(&register, |(register, _)| *register);
        found.map_or(Val::Undef, |found| others[found].1.clone())
    }

    #[inline]
    pub(crate) fn set_word(&mut self, register: ValueId, word: u64) {
        let (at, bit) = place(register);
        self.words[at] |= bit;
        self.words[self.first + register.index()] = word;
        if self.others.is_some() {
            self.forget_other(register);
        }
    }

    pub(crate) fn set(&mut self, register: ValueId, value: Val) {
        if let Val::Word(word) = value {
            return self.set_word(register, word);
        }
        self.forget(register);
        if value != Val::Undef {
            let others = Arc::make_mut(self.others.get_or_insert_default());
            let place = others.partition_point(|(other, _)| *other < register);
            others.insert(place, (register, value));
        }
    }

    /// The value of a register is not known any more.
    pub(crate) fn forget(&mut self, register: ValueId) {
        let (at, bit) = place(register);
        self.words[at] &= !bit;
        self.words[self.first + register.index()] = 0;
        self.forget_other(register);
    }

    fn forget_other(&mut self, register: ValueId) {
        self.retain_others(|other| other != register);
    }

    fn retain_others(&mut self, keep: impl Fn(ValueId) -> bool) {
        let Some(others) = &mut self.others else { return };
        if others.iter().all(|(register, _)| keep(*register)) {
            return;
        }
        Arc::make_mut(others).retain(|(register, _)| keep(*register));
        if others.is_empty() {
            self.others = None;
        }
    }

    /// Forgets the values of a set of registers, but not of the first so many.
    pub(crate) fn forget_all(&mut self, forgotten: &RegisterSet, spared: u32) {
        let (known, words) = self.words.split_at_mut(self.first);
        for (at, known) in known.iter_mut().enumerate() {
            let mut gone = *known & !Self::kept(at, forgotten, spared);
            *known &= !gone;
            while gone != 0 {
                words[at * 64 + gone.trailing_zeros() as usize] = 0;
                gone &= gone - 1;
            }
        }
        if self.others.is_some() {
            self.retain_others(|register| register.0 < spared || !forgotten.contains(register));
        }
    }

    /// Which of the registers in a word of bits are not forgotten.
    fn kept(at: usize, forgotten: &RegisterSet, spared: u32) -> u64 {
        let spared = (spared as usize).saturating_sub(at * 64).min(64) as u32;
        !(forgotten.0[at] & u64::MAX.checked_shl(spared).unwrap_or(0))
    }

    /// Calls a function for every known word but those of a set of registers; the first so many are never in
    /// the set.
    pub(crate) fn for_each_other(&self, forgotten: &RegisterSet, spared: u32, mut visit: impl FnMut(u64)) {
        for (at, known) in self.words[..self.first].iter().enumerate() {
            let mut left = known & Self::kept(at, forgotten, spared);
            while left != 0 {
                visit(self.words[self.first + at * 64 + left.trailing_zeros() as usize]);
                left &= left - 1;
            }
        }
    }

    /// Whether both have the same values, but for those of a set of registers; the first so many are never in
    /// the set.
    pub(crate) fn equal_but(&self, other: &Registers, forgotten: &RegisterSet, spared: u32) -> bool {
        let is_same = |at: usize| {
            let kept = Self::kept(at, forgotten, spared);
            let known = self.words[at] & kept;
            let mut left = known;
            while left != 0 {
                let word = self.first + at * 64 + left.trailing_zeros() as usize;
                if self.words[word] != other.words[word] {
                    return false;
                }
                left &= left - 1;
            }
            known == other.words[at] & kept
        };
        let is_kept = |register: ValueId| register.0 < spared || !forgotten.contains(register);
        let others = |registers: &Registers| -> Vec<(ValueId, Val)> {
            let all = registers.others.iter().flat_map(|others| others.iter());
            all.filter(|(register, _)| is_kept(*register)).cloned().collect()
        };
        self.words.len() == other.words.len() && (0..self.first).all(is_same) && others(self) == others(other)
    }

    /// The registers with other words in them.
    pub(crate) fn map_words(&self, map: &impl Fn(u64) -> u64) -> Registers {
        let mut mapped = self.clone();
        for register in (0..self.len() as u32).map(ValueId) {
            match self.get(register) {
                Val::Undef => {}
                value => mapped.set(register, value.map_words(map)),
            }
        }
        mapped
    }

    /// Calls a function for every word in them.
    pub(crate) fn for_each_word(&self, visit: &mut impl FnMut(u64)) {
        let registers = (0..self.len() as u32).map(ValueId);
        registers.filter_map(|register| self.word(register)).for_each(&mut *visit);
        self.others().for_each(|value| value.for_each_word(visit));
    }

    /// Numbers that say which words are known, and all words.
    pub(crate) fn digits(&self) -> &[u64] {
        &self.words
    }

    /// What is neither a word nor unknown.
    pub(crate) fn others(&self) -> impl Iterator<Item = &Val> {
        self.others.iter().flat_map(|others| others.iter().map(|(_, value)| value))
    }

    /// How many bytes they take, about.
    pub(crate) fn weight(&self) -> usize {
        size_of_val(&self.words[..]) + self.others.as_ref().map_or(0, |others| size_of_val(&others[..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Registers do what a list of values does, whatever is written and forgotten, also with more than 64 of
    /// them.
    #[test]
    fn registers_are_a_list_of_values() {
        for count in [1_u32, 3, 64, 65, 130] {
            let mut registers = Registers::new(count as usize, vec![Val::Word(7)]);
            let mut list = vec![Val::Undef; count as usize];
            list[0] = Val::Word(7);
            let mut seed = u64::from(count);
            for _ in 0..2_000 {
                seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                let random = |bits: u32| (seed >> bits) as u32;
                let register = ValueId(random(33) % count);
                match random(20) % 8 {
                    0..4 => {
                        let value = match random(40) % 4 {
                            0 => Val::Undef,
                            1 => Val::Wide(Box::new(u128::from(seed))),
                            2 => Val::poison("division"),
                            _ => Val::Word(seed),
                        };
                        registers.set(register, value.clone());
                        list[register.index()] = value;
                    }
                    4..6 => {
                        registers.set_word(register, seed);
                        list[register.index()] = Val::Word(seed);
                    }
                    6 => {
                        registers.forget(register);
                        list[register.index()] = Val::Undef;
                    }
                    _ => {
                        let step = 1 + random(12) % 5;
                        let set = RegisterSet::new(count as usize, (0..count).filter(|n| n % step == 0).map(ValueId));
                        let spared = random(50) % (count + 1);
                        let before = registers.clone();
                        registers.forget_all(&set, spared);
                        assert!(
                            registers.equal_but(&before, &set, spared) && before.equal_but(&registers, &set, spared)
                        );
                        let (mut others, mut left) = (Vec::new(), Vec::new());
                        before.for_each_other(&set, spared, |word| others.push(word));
                        left.extend((0..count).filter_map(|n| registers.word(ValueId(n))));
                        assert_eq!(others, left);
                        // Another value in a register that counts makes a difference, in one that does not it
                        // makes none.
                        let mut changed = before.clone();
                        changed.set_word(register, !before.word(register).unwrap_or(0));
                        let counts = register.0 < spared || !set.contains(register);
                        assert_eq!(changed.equal_but(&before, &set, spared), !counts);
                        for n in (spared..count).filter(|n| n % step == 0) {
                            assert!(set.contains(ValueId(n)));
                            list[n as usize] = Val::Undef;
                        }
                    }
                }
                for (n, value) in list.iter().enumerate() {
                    assert_eq!(registers.get(ValueId(n as u32)), *value);
                    assert_eq!(registers.word(ValueId(n as u32)), value.word());
                }
                // Equal values make equal registers, however they came about.
                assert_eq!(registers, Registers::new(count as usize, list.clone()));
                let (mut words, mut expected) = (Vec::new(), Vec::new());
                registers.for_each_word(&mut |word| words.push(word));
                list.iter().for_each(|value| value.for_each_word(&mut |word| expected.push(word)));
                words.sort_unstable();
                expected.sort_unstable();
                assert_eq!(words, expected);
                let add = |word: u64| word.wrapping_add(3);
                let mapped: Vec<Val> = list.iter().map(|value| value.map_words(&add)).collect();
                assert_eq!(registers.map_words(&add), Registers::new(count as usize, mapped));
            }
        }
    }
}
