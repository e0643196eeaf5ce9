//! Making such programs, and making them smaller.

use selvedge_core::{BlockReason, FenceOrdering, ReadOrdering, RmwOrdering, WriteOrdering};

use super::{Chore, Mixed, Op, Patience};
use crate::random::Random;

const READS: [ReadOrdering; 4] =
    [ReadOrdering::Relaxed, ReadOrdering::Acquire, ReadOrdering::Acquire, ReadOrdering::SeqCst];
const WRITES: [WriteOrdering; 4] =
    [WriteOrdering::Relaxed, WriteOrdering::Release, WriteOrdering::Release, WriteOrdering::SeqCst];
const UPDATES: [RmwOrdering; 5] =
    [RmwOrdering::Relaxed, RmwOrdering::Acquire, RmwOrdering::Release, RmwOrdering::AcqRel, RmwOrdering::SeqCst];
const FENCES: [FenceOrdering; 4] =
    [FenceOrdering::Acquire, FenceOrdering::Release, FenceOrdering::AcqRel, FenceOrdering::SeqCst];

impl Mixed {
    /// A write and an addition to it; and two threads, started alike, that each exchange 1 for 2, choose, and
    /// block if they chose 0.
    pub fn choosing_after_exchanges() -> Mixed {
        let (write, update) = (WriteOrdering::Release, RmwOrdering::AcqRel);
        Mixed {
            entries: vec![
                vec![Op::WriteLast(0, write), Op::Add(0, update)],
                vec![Op::CompareExchange(0, 1, 2, update), Op::Choose(2), Op::AssumeNot(0)],
            ],
            chores: vec![Chore::Start(0), Chore::Start(1), Chore::Start(1)],
            credit: 0,
            party: 1,
            forgets: false,
            tells: false,
            patience: Patience::Shown,
        }
    }

    /// Two threads, started alike, that read x and say so in y if it is not 0; one that reads y and, if they
    /// have, writes 1 to x; and one that writes 2 there. What one of the two sees may have been caused by what
    /// the other one saw, although it comes earlier in coherence.
    pub fn seeing_what_the_other_has_caused() -> Mixed {
        let (read, write) = (ReadOrdering::Relaxed, WriteOrdering::Relaxed);
        let (x, y) = (0, 2);
        Mixed {
            entries: vec![
                vec![Op::Read(x, read), Op::SkipIf(0), Op::Write(y, 1, write)],
                vec![Op::Read(y, read), Op::SkipIf(0), Op::Write(x, 1, write)],
                vec![Op::Write(x, 2, write)],
            ],
            chores: vec![Chore::Start(0), Chore::Start(0), Chore::Start(1), Chore::Start(2)],
            credit: 0,
            party: 1,
            forgets: false,
            tells: false,
            patience: Patience::Shown,
        }
    }

    /// A random program.
    pub fn new(random: &mut Random) -> Mixed {
        let entries = random.pick(&[1, 1, 2, 2, 2, 3]);
        // The first kind of thread is started several times, the others perhaps.
        let times: Vec<usize> = (0..entries)
            .map(|entry| if entry == 0 { random.pick(&[1, 2, 2, 2, 3, 3, 4]) } else { random.pick(&[1, 1, 1, 2]) })
            .collect();
        let children: usize = times.iter().sum();
        // The oracle tries all orders of arrival.
        let meets = children < 4 && random.chance(60);
        let rounds = if children < 3 { random.pick(&[1, 1, 2, 2]) } else { 1 };
        let unruly = random.chance(20);
        let plain = random.chance(10);
        // What tells memory models apart needs reads and writes, and little else.
        let bare = random.chance(35);
        let mut maker = Maker { random, budget: 0, plain, bare, own: 0 };
        let mut code = Vec::new();
        let mut party = 0;
        for (entry, &times) in times.iter().enumerate() {
            maker.own = entry as u64 % 2;
            // The more threads there are, the less each of them may do.
            let most = (7 / children.max(2)).max(1) + usize::from(times == 1);
            maker.budget = maker.random.between(if bare { 2.min(most) } else { 1 }, most);
            let mut ops = maker.code();
            if meets && maker.random.chance(80) {
                party += times;
                for _ in 0..rounds {
                    let at = maker.random.below(ops.len() + 1);
                    ops.insert(at, Op::Meet);
                }
            }
            code.push(ops);
        }
        if unruly && maker.random.chance(20) {
            party += 1;
        }
        let chores = chores(random, &times, unruly);
        Mixed {
            entries: code,
            chores,
            credit: random.pick(&[0, 0, 0, 1, 2]),
            party: party.max(1) as u64,
            forgets: random.chance(50),
            tells: unruly && random.chance(40),
            patience: Patience::Shown,
        }
    }

    /// All programs with one thing less in them.
    pub fn smaller(&self) -> Vec<Mixed> {
        let mut found = Vec::new();
        for at in (0..self.chores.len()).rev() {
            // Children are joined by number, so only the last one can go, and its joins with it.
            let started = |until: usize| self.chores[..until].iter().filter(|c| matches!(c, Chore::Start(_))).count();
            let (mut chores, number) = (self.chores.clone(), started(at));
            match self.chores[at] {
                Chore::Start(_) if number + 1 < started(self.chores.len()) => continue,
                Chore::Start(_) => chores
                    .retain(|chore| !matches!(chore, Chore::Join(child) | Chore::Recall(child) if *child == number)),
                _ => {}
            }
            if let Some(at) = chores.iter().rposition(|chore| *chore == self.chores[at]) {
                chores.remove(at);
                found.push(Mixed { chores, ..self.clone() });
            }
        }
        for (entry, code) in self.entries.iter().enumerate() {
            for at in 0..code.len() {
                let mut smaller = self.clone();
                smaller.entries[entry].remove(at);
                found.push(smaller);
            }
        }
        if self.party > 1 {
            found.push(Mixed { party: self.party - 1, ..self.clone() });
        }
        if self.tells || self.forgets || self.credit > 0 {
            found.push(Mixed { tells: false, ..self.clone() });
            found.push(Mixed { forgets: false, ..self.clone() });
            found.push(Mixed { credit: 0, ..self.clone() });
        }
        found.retain(|smaller| smaller != self);
        found
    }

    /// The smallest program, reached by taking one thing away after the other, that still fails.
    pub fn shrink(mut self, fails: impl Fn(&Mixed) -> bool) -> Mixed {
        while let Some(smaller) = self.smaller().into_iter().find(|smaller| fails(smaller)) {
            self = smaller;
        }
        self
    }
}

fn chores(random: &mut Random, times: &[usize], unruly: bool) -> Vec<Chore> {
    let mut chores = Vec::new();
    let keeps = random.chance(40);
    let mut order: Vec<u32> =
        times.iter().enumerate().flat_map(|(entry, &times)| std::iter::repeat_n(entry as u32, times)).collect();
    if random.chance(25) {
        // In turn instead of one kind after the other.
        order.sort_by_key(|&entry| (u64::from(entry) * 7 + 3) % 5);
        let half = order.len() / 2;
        order.rotate_left(half);
    }
    for &entry in &order {
        if unruly && random.chance(15) {
            chores.push(random.pick(&[Chore::Look, Chore::Call]));
        }
        chores.push(Chore::Start(entry));
        if keeps {
            chores.push(Chore::Keep);
        }
    }
    if random.chance(15) {
        chores.push(Chore::Call);
    }
    if random.chance(60) {
        let joined = if random.chance(20) { order.len() - 1 } else { order.len() };
        for child in 0..joined {
            let child = if unruly && random.chance(40) { joined - 1 - child } else { child };
            if keeps {
                chores.push(Chore::Recall(child));
            }
            chores.push(Chore::Join(child));
        }
        if random.chance(40) {
            chores.push(Chore::Look);
        }
    }
    chores
}

struct Maker<'a> {
    random: &'a mut Random,
    /// How many steps the thread may still make.
    budget: usize,
    plain: bool,
    /// Most steps read or write.
    bare: bool,
    /// Where such a thread writes, as a rule. It reads elsewhere.
    own: u64,
}

impl Maker<'_> {
    fn code(&mut self) -> Vec<Op> {
        let mut code = Vec::new();
        if self.bare && self.budget > 1 && self.random.chance(50) {
            // Store buffering, if another thread does the same.
            self.budget -= 2;
            let (write, read) = (self.write(), self.read());
            code.extend([Op::Write(self.own, 1, write), Op::Read(1 - self.own, read)]);
        }
        while self.budget > 0 {
            self.budget -= 1;
            let mut at = self.random.below(2) as u64;
            let value = self.random.between(1, 2) as u64;
            let roll = if self.bare && self.random.chance(85) { self.random.below(8) } else { self.random.below(20) };
            if self.bare && roll < 6 && self.random.chance(75) {
                at = if roll < 3 { 1 - self.own } else { self.own };
            }
            let op = match roll {
                0..3 => Op::Read(at, self.read()),
                3..6 => Op::Write(at, value, self.write()),
                6 => Op::WriteLast(at, self.write()),
                7..9 => Op::Add(at, self.random.pick(&UPDATES)),
                9 => Op::Exchange(at, value, self.random.pick(&UPDATES)),
                10 => Op::CompareExchange(at, value - 1, value, self.random.pick(&UPDATES)),
                11 => Op::Take(1, self.random.pick(&UPDATES)),
                12 => Op::Fence(self.random.pick(&FENCES)),
                13 => Op::Choose(2),
                14..16 => {
                    let ordering = self.random.pick(&READS);
                    Op::Await(at, value - self.random.below(2) as u64, ordering, self.waits())
                }
                _ => {
                    let reason = self.waits();
                    code.push(Op::Lock(reason));
                    let inside =
                        [Op::Add(at, RmwOrdering::Relaxed), Op::Read(at, self.read()), Op::WriteLast(at, self.write())];
                    code.push(self.random.pick(&inside));
                    // Not everybody remembers.
                    if self.random.chance(93) {
                        code.push(Op::Unlock);
                    }
                    continue;
                }
            };
            code.push(op);
            match self.random.below(14) {
                0 => code.push(Op::AssumeNot(self.random.below(2) as u64)),
                1 => code.push(Op::SkipIf(self.random.below(2) as u64)),
                2 if self.random.chance(40) => code.push(Op::AssertNot(value + 1)),
                _ => {}
            }
        }
        code
    }

    fn waits(&mut self) -> BlockReason {
        self.random.pick(&[BlockReason::Lock, BlockReason::Lock, BlockReason::Spin(Some(1)), BlockReason::Assume])
    }

    fn read(&mut self) -> ReadOrdering {
        if self.plain && self.random.chance(30) { ReadOrdering::Plain } else { self.random.pick(&READS) }
    }

    fn write(&mut self) -> WriteOrdering {
        if self.plain && self.random.chance(30) { WriteOrdering::Plain } else { self.random.pick(&WRITES) }
    }
}
