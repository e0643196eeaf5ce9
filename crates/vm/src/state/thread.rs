//! A thread of the program: a value that can be copied and compared.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use selvedge_core::{Access, Content, ReadOrdering, RmwOp, ThreadId, Width};

use crate::exec::exclusive::{Guard, Section};
use crate::exec::lifetime::{Handler, Handlers, Stage};
use crate::exec::registers::Registers;
use crate::exec::value::Val;
use crate::library::{Held, Keys, Running, Step};
use crate::memory::address;
use crate::memory::private::{PrivateBlock, Storage};
use crate::memory::private_memory::PrivateMemory;
use crate::report::naming::Memoir;
use crate::state::queue::Queue;
use crate::waiting::cancelling_adds::Addition;
use crate::waiting::sections::Sections;
use selvedge_ir::{BlockId, FunctionId, GlobalId, Type, ValueId};

/// A call in progress. Copies of a thread share those that they leave alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    pub(crate) function: FunctionId,
    pub(crate) block: BlockId,
    /// Index of the next instruction.
    pub(crate) next: u32,
    pub(crate) registers: Registers,
    /// First bytes of its local variables.
    pub(crate) locals: Vec<u64>,
    /// Where the caller wants the result.
    pub(crate) result: Option<ValueId>,
    /// The arguments beyond those that the function names.
    pub(crate) variadic: Vec<Val>,
}

/// The present rounds of the loops of all calls.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Rounds {
    /// Sorted by the number of calls around the loop's, and the block where the loop begins.
    all: Option<Arc<Vec<Begun>>>,
}

/// Where a loop is, and its present round.
type Begun = ((usize, BlockId), Round);

impl Rounds {
    fn all(&self) -> &[Begun] {
        self.all.as_deref().map_or(&[], Vec::as_slice)
    }

    pub(crate) fn get(&self, depth: usize, head: BlockId) -> Option<&Round> {
        let found = self.all().binary_search_by_key(&(depth, head), |(key, _)| *key).ok()?;
        Some(&self.all()[found].1)
    }

    pub(crate) fn insert(&mut self, depth: usize, head: BlockId, round: Round) {
        let found = self.all().binary_search_by_key(&(depth, head), |(key, _)| *key);
        let all = Arc::make_mut(self.all.get_or_insert_default());
        match found {
            Ok(found) => all[found].1 = round,
            Err(place) => all.insert(place, ((depth, head), round)),
        }
    }

    /// Forgets some; the depth of their call and where they begin decides.
    pub(crate) fn retain(&mut self, keep: impl Fn(usize, BlockId) -> bool) {
        if self.iter().all(|(depth, head, _)| keep(depth, head)) {
            return;
        }
        if let Some(all) = self.all.as_mut().map(Arc::make_mut) {
            all.retain(|((depth, head), _)| keep(*depth, *head));
            if all.is_empty() {
                self.all = None;
            }
        }
    }

    /// Forgets how rounds began where nobody will ask. Whether any is left.
    pub(crate) fn forget_beginnings(&mut self, is_over: impl Fn(&Thread) -> bool) -> bool {
        let is_over = |round: &Round| round.before.as_deref().is_some_and(&is_over);
        if self.iter().any(|(.., round)| is_over(round))
            && let Some(all) = self.all.as_mut().map(Arc::make_mut)
        {
            all.iter_mut().filter(|(_, round)| is_over(round)).for_each(|(_, round)| round.before = None);
        }
        self.iter().any(|(.., round)| round.before.is_some())
    }

    /// The threads as they were when the present rounds began, as far as anybody may ask.
    pub(crate) fn beginnings(&self) -> impl Iterator<Item = &Thread> {
        self.iter().filter_map(|(.., round)| round.before.as_deref())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, BlockId, &Round)> {
        self.all().iter().map(|((depth, head), round)| (*depth, *head, round))
    }
}

/// A round of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Round {
    /// How many rounds have begun since the loop was entered, this one included.
    pub(crate) begun: u32,
    /// The thread when this round began, or an earlier one if it has taken no action since. Nothing if it has had an effect
    /// since, so that nobody will ask.
    pub(crate) before: Option<Arc<Thread>>,
    /// Whether the last round was taken although it was idle.
    pub(crate) spared: bool,
}

/// A read since the last step with an effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Look {
    pub(crate) at: Access,
    pub(crate) ordering: ReadOrdering,
    /// How many actions the thread had taken, this one included.
    pub(crate) number: u64,
    /// How many steps with an effect it had taken.
    pub(crate) effects: u64,
    /// The thread that waits for the answer, and the answer, where the thread could be told another one.
    pub(crate) asked: Option<Box<(Thread, u64)>>,
    pub(crate) earlier: Option<Arc<Look>>,
}

/// What the answer to the last action is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Awaiting {
    /// Nothing.
    Nothing,
    /// A value of at most eight bytes in one piece, and how many bits it has.
    Word { to: ValueId, from: u64, bits: u32 },
    /// Pieces of memory, read into a block of their own; see [`Gathered`].
    Pieces(Box<Gathered>),
    /// The old value of an update.
    Old { to: ValueId, width: Width, op: RmwOp, operand: u64 },
    /// The value that a compare-exchange reads which fails although it need not.
    Spurious { to: ValueId, width: Width, expected: u64 },
    /// The old value of a compare-exchange.
    Exchange { to: ValueId, width: Width, expected: u64, new: u64 },
    /// A byte that the present instruction needs when it is run again.
    Byte(u64),
    /// The way that the present instruction takes when it is run again.
    Way,
    /// What a function of the library needs to go on; its result goes to a register.
    Library { to: ValueId, step: Step },
}

impl Awaiting {
    /// Whether the answer may be that there is nothing.
    pub(crate) fn may_be_nothing(&self) -> bool {
        match self {
            Awaiting::Pieces(gathered) => !matches!(gathered.purpose, Purpose::Library { .. }),
            _ => false,
        }
    }
}

/// Memory that is being read piece by piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Gathered {
    /// Offset and size of the next piece, and of those after it, the last one first.
    pub(crate) piece: (u64, u64),
    pub(crate) more: Vec<(u64, u64)>,
    pub(crate) from: u64,
    pub(crate) so_far: PrivateBlock,
    pub(crate) purpose: Purpose,
}

/// What memory is read for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// A value for a register.
    Load { to: ValueId, ty: Type },
    /// A copy to another place.
    Copy { to: u64, size: u64 },
    /// A word for a function of the library.
    Library { to: ValueId, step: Step },
    /// Output, as it is.
    Print,
}

/// Reads without a step with an effect in between, other than taking and giving back mutexes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Looks {
    /// How many such steps the thread had taken then.
    loud: u64,
    count: u32,
    last: Option<Arc<Look>>,
}

impl Looks {
    /// As many reads as are remembered.
    pub(crate) const MOST: u32 = 1_000;

    /// Forgets everything if such a step has been taken since.
    pub(crate) fn forget_before(&mut self, loud: u64) {
        if self.loud != loud {
            *self = Looks { loud, ..Looks::default() };
        }
    }

    /// Whether no read is remembered.
    pub(crate) fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// Whether the last read could have been answered in another way.
    pub(crate) fn remembers_answers(&self) -> bool {
        self.last.as_ref().is_some_and(|look| look.asked.is_some())
    }

    /// The reads, the last one first, if no such step has been taken since.
    pub(crate) fn since(&self, loud: u64) -> Vec<&Look> {
        let first = self.last.as_deref().filter(|_| self.loud == loud);
        std::iter::successors(first, |look| look.earlier.as_deref()).collect()
    }
}

/// A thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thread {
    pub(crate) id: ThreadId,
    pub(crate) stage: Stage,
    pub(crate) frames: Vec<Arc<Frame>>,
    pub(crate) rounds: Rounds,
    pub(crate) memory: PrivateMemory,
    /// The number of the next block.
    pub(crate) next_block: u32,
    /// What few threads have.
    pub(crate) rare: Rare,
    /// Whether it has created a thread.
    pub(crate) has_spawned: bool,
    /// Actions to take before anything else.
    pub(crate) queue: Queue,
    pub(crate) awaiting: Awaiting,
    /// Blocks that are shared, with what the thread has written to them, and whose addresses it has told nobody.
    pub(crate) hidden: PrivateMemory,
    /// How many steps with an effect it has taken: steps that another thread may notice, other than by a race.
    pub(crate) effects: u64,
    /// How many of those took mutexes or gave them back (`sections.rs`).
    pub(crate) quiet: u64,
    /// The mutexes it has used since it last took another one of those steps.
    pub(crate) sections: Sections,
    /// Its last two additions, the last one last (`cancelling_adds.rs`).
    pub(crate) additions: [Option<Addition>; 2],
    /// Only while an execution is told again.
    pub(crate) memoir: Option<Box<Memoir>>,
    /// How many actions it has taken.
    pub(crate) actions: u64,
    /// How many threads it has started, and how many joined.
    pub(crate) children: (u32, u32),
    /// The last action that may have had an effect, and where.
    pub(crate) acted: Option<(Deed, Place)>,
    /// What its last action reads.
    pub(crate) asks: Option<(Access, ReadOrdering)>,
    /// What it has read since the last step with an effect that others could have noticed.
    pub(crate) looks: Looks,
    /// Whether it only runs to see what would happen.
    pub(crate) imagined: bool,
    /// So many of its first calls have nothing to forget (`canonicalise.rs`).
    pub(crate) tidied: u32,
}

/// What few threads have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Belongings {
    /// Blocks that were freed before anybody else knew them.
    pub(crate) freed: BTreeSet<u64>,
    /// This thread's copies of thread-local variables.
    pub(crate) thread_locals: BTreeMap<GlobalId, u64>,
    /// The mutexes it holds; a recursive one as often as it has been locked.
    pub(crate) held: Vec<u64>,
    /// The read-write locks it holds, in either way.
    pub(crate) rwlocks: Vec<Held>,
    /// The calls to be made once whose routines it is running.
    pub(crate) once: Vec<Running>,
    /// What it runs at the end.
    pub(crate) handlers: Handlers,
    /// What its clock shows, in hours: whenever it sleeps or a time-out ends, one has passed.
    pub(crate) hours: u64,
    /// Its values for keys.
    pub(crate) keys: Keys,
    /// Bytes of shared memory that the present instruction has read; it is run again until it has all it needs.
    pub(crate) seen: BTreeMap<u64, u8>,
    /// Copies of arguments of the present call that lie in shared memory; it is run again when they have been made.
    pub(crate) passed: BTreeMap<usize, u64>,
    /// How many values it has been given from outside of the program.
    pub(crate) draws: u64,
    /// How often it has woken up although nobody woke it.
    pub(crate) whims: u32,
    /// The way that the present instruction has chosen, once it has: it is then run again.
    pub(crate) way: Option<u64>,
    /// The atomic section that it is in.
    pub(crate) section: Section,
    /// Where it stands with an access to what sections touch.
    pub(crate) guard: Guard,
}

/// What a thread that has none of it has.
static NOTHING: Belongings = Belongings {
    freed: BTreeSet::new(),
    thread_locals: BTreeMap::new(),
    held: Vec::new(),
    rwlocks: Vec::new(),
    once: Vec::new(),
    handlers: Handlers::NONE,
    hours: 0,
    keys: Keys::NONE,
    seen: BTreeMap::new(),
    passed: BTreeMap::new(),
    draws: 0,
    whims: 0,
    way: None,
    section: Section::NONE,
    guard: Guard::None,
};

/// Belongings, shared by copies of a thread until one of them changes something.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rare(Option<Arc<Belongings>>);

impl Deref for Rare {
    type Target = Belongings;

    fn deref(&self) -> &Belongings {
        self.0.as_deref().unwrap_or(&NOTHING)
    }
}

impl DerefMut for Rare {
    fn deref_mut(&mut self) -> &mut Belongings {
        Arc::make_mut(self.0.get_or_insert_with(|| Arc::new(NOTHING.clone())))
    }
}

impl Rare {
    /// Takes the last handler of one of the two kinds, if there is one.
    pub(crate) fn next_handler(&mut self, kind: impl Fn(&mut Handlers) -> &mut Vec<Handler>) -> Option<Handler> {
        if self.handlers == Handlers::NONE { None } else { kind(&mut self.handlers).pop() }
    }
}

impl PartialEq for Rare {
    fn eq(&self, other: &Rare) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(other)) => Arc::ptr_eq(one, other) || one == other,
            (Some(some), None) | (None, Some(some)) => **some == NOTHING,
        }
    }
}

impl Eq for Rare {}

/// A place in the program: a function and the number of an instruction.
pub(crate) type Place = (FunctionId, u32);

/// An action with an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    /// A write or an update of this address.
    Write(u64),
    /// Something else.
    Other(&'static str),
}

impl Thread {
    pub(crate) fn new(id: ThreadId, stage: Stage) -> Thread {
        Thread {
            id,
            stage,
            frames: Vec::new(),
            rounds: Rounds::default(),
            memory: PrivateMemory::default(),
            next_block: 0,
            rare: Rare::default(),
            has_spawned: false,
            queue: Queue::default(),
            awaiting: Awaiting::Nothing,
            hidden: PrivateMemory::default(),
            effects: 0,
            quiet: 0,
            sections: Sections::default(),
            additions: [None; 2],
            actions: 0,
            children: (0, 0),
            acted: None,
            asks: None,
            looks: Looks::default(),
            imagined: false,
            tidied: 0,
            memoir: None,
        }
    }

    /// The innermost call, to look at.
    pub(crate) fn top(&self) -> &Frame {
        self.frames.last().expect("invariant: a running thread has a frame")
    }

    /// The innermost call, to change it.
    pub(crate) fn frame(&mut self) -> &mut Frame {
        Arc::make_mut(self.frames.last_mut().expect("invariant: a running thread has a frame"))
    }

    /// Where it stands: the function, the block, and the number of the next instruction.
    pub(crate) fn place(&self) -> Option<(FunctionId, BlockId, u32)> {
        self.frames.last().map(|frame| (frame.function, frame.block, frame.next))
    }

    /// Whether what the thread does now is neither imagined nor told again: then it counts.
    pub(crate) fn is_first_run(&self) -> bool {
        !self.imagined && self.memoir.is_none()
    }

    /// Whether two threads are equal, whatever calls they are in.
    pub(crate) fn equals_but_calls(&self, other: &Thread) -> bool {
        // All of them, so that none is forgotten when there is another.
        let Thread {
            frames: _,
            id,
            stage,
            rounds,
            memory,
            next_block,
            rare,
            has_spawned,
            queue,
            awaiting,
            hidden,
            effects,
            quiet,
            sections,
            additions,
            memoir,
            actions,
            children,
            acted,
            asks,
            looks,
            imagined,
            tidied,
        } = self;
        *id == other.id
            && *stage == other.stage
            && *rounds == other.rounds
            && *memory == other.memory
            && *next_block == other.next_block
            && *rare == other.rare
            && *has_spawned == other.has_spawned
            && *queue == other.queue
            && *awaiting == other.awaiting
            && *hidden == other.hidden
            && *effects == other.effects
            && *quiet == other.quiet
            && *sections == other.sections
            && *additions == other.additions
            && *memoir == other.memoir
            && *actions == other.actions
            && *children == other.children
            && *acted == other.acted
            && *asks == other.asks
            && *looks == other.looks
            && *imagined == other.imagined
            && *tidied == other.tidied
    }

    /// A copy that forgets how it came here, to compare with and to run elsewhere.
    pub(crate) fn snapshot(&self) -> Thread {
        Thread { looks: Looks::default(), rounds: Rounds::default(), imagined: true, ..self.clone() }
    }

    /// The memory that no other thread can name: private blocks, and shared ones that it has told nobody of.
    pub(crate) fn own(&self, base: u64) -> Option<&PrivateBlock> {
        self.memory.get(base).or_else(|| self.hidden.get(base))
    }

    /// Remembers a read, or counts it as a step with an effect if there are too many.
    pub(crate) fn look(&mut self, at: Access, ordering: ReadOrdering, asked: Option<Box<(Thread, u64)>>) {
        self.looks.forget_before(self.loud());
        if self.looks.count >= Looks::MOST {
            self.effects += 1;
            return;
        }
        let earlier = self.looks.last.take();
        let (number, effects) = (self.actions, self.effects);
        self.looks.last = Some(Arc::new(Look { at, ordering, number, effects, asked, earlier }));
        self.looks.count += 1;
    }

    /// Ends the innermost call.
    pub(crate) fn pop(&mut self) -> Option<Frame> {
        let frame = self.frames.pop().map(Arc::unwrap_or_clone);
        let depth = self.frames.len();
        self.rounds.retain(|call, _| call < depth);
        self.tidied = self.tidied.min(depth.saturating_sub(1) as u32);
        frame
    }

    /// Ends all calls, the outermost first.
    pub(crate) fn pop_all(&mut self) -> Vec<Arc<Frame>> {
        self.rounds = Rounds::default();
        self.tidied = 0;
        std::mem::take(&mut self.frames)
    }

    /// Sets a register of the present frame.
    pub(crate) fn set(&mut self, register: ValueId, value: Val) {
        self.frame().registers.set(register, value);
    }

    /// A new block of private memory, or nothing if there is no room for another.
    pub(crate) fn allocate(&mut self, storage: Storage, content: Content, size: u64, align: u64) -> Option<u64> {
        let base = address::block_base(self.id, self.next_block, storage.form(), size, align)?;
        self.next_block += 1;
        self.memory.insert(base, PrivateBlock::new(storage, content, size));
        self.note_birth(base, storage, size);
        Some(base)
    }

    /// Forgets private blocks, the last one first. Their numbers are used again, so that a loop comes back to the state
    /// it was in; but not if a pointer to one is left. `simple` says of which blocks there is none.
    pub(crate) fn forget(&mut self, bases: &[u64], simple: &[u64]) {
        for &base in bases {
            self.memory.remove(base);
            self.note_death(base);
        }
        let suspects: Vec<u64> = bases.iter().copied().filter(|base| !simple.contains(base)).collect();
        let dangling = if suspects.is_empty() { Vec::new() } else { self.pointed_to(suspects) };
        for &base in bases {
            let number = address::block_of(base).map(|(block, _)| address::owner_of(block).1);
            if dangling.contains(&base) {
                self.rare.freed.insert(base);
            } else if number.is_some_and(|number| number + 1 == self.next_block) {
                self.next_block -= 1;
            }
        }
    }

    /// Those blocks that something in a register or in private memory points into.
    fn pointed_to(&self, mut bases: Vec<u64>) -> Vec<u64> {
        let (mut found, wanted) = (Vec::new(), bases.clone());
        let mut meet = |word: u64| {
            for address in address::addresses_in(word) {
                if let Some(at) = bases.iter().position(|base| *base == address::base_of(address)) {
                    found.push(bases.swap_remove(at));
                }
            }
        };
        for frame in &self.frames {
            frame.registers.for_each_word(&mut meet);
            frame.variadic.iter().for_each(|value| value.for_each_word(&mut meet));
        }
        self.memory.for_each_word_to(&wanted, &mut meet);
        self.hidden.for_each_word_to(&wanted, &mut meet);
        found
    }
}
