//! The virtual machine: a module as a [`Program`].
//!
//! A thread is a value ([`Thread`]): its calls, its registers, its private memory. Running it up to its next action is a
//! function of that value and the answer to its last action; nothing else is remembered between two actions.
//! Only shared memory makes actions: see `publish.rs` for when memory becomes shared.

mod access;
mod address;
mod arith;
mod assembly;
mod copy;
mod image;
mod intrinsics;
mod library;
mod lifetime;
mod loops;
mod notes;
mod ordering;
mod private;
mod probe;
mod publish;
mod remarks;
mod rounds;
mod run;
mod thread;
mod value;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use selvedge_core::{Access, Action, Address, Answer, Block, Program, Site, Spawn, ThreadId, Value};

use crate::ir::{FunctionId, Module};
use image::Image;
pub use library::Stub;
use lifetime::{Outside, Stage};
use loops::Loops;
use notes::Notes;
use remarks::Remarks;
pub use thread::Thread;

/// What a program may meet beyond what always happens.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// A weak compare-exchange may fail although it need not.
    pub spurious_failures: bool,
    /// A thread that waits for a condition may wake up once although nobody wakes it.
    pub spurious_wakeups: bool,
    /// Functions that are not run, by name.
    pub stubs: BTreeMap<String, Stub>,
}

/// A program ready to run.
pub struct Machine {
    module: Module,
    image: Image,
    entry: FunctionId,
    /// What runs before and after it, or why that cannot be.
    outside: Result<Outside, String>,
    /// Where accesses to shared memory are cut; see [`Machine::refine`].
    boundaries: BTreeSet<u64>,
    settings: Settings,
    remarks: Remarks,
    /// Whether a round of a loop that changes nothing waits.
    waits_in_loops: bool,
    /// How many rounds a loop may begin.
    unroll: Option<u32>,
    /// A round that reads something here is taken although it is idle; see [`Machine::reconsider`].
    noticed: BTreeSet<u64>,
    /// What threads did that is of interest after the search. No thread depends on it.
    notes: Mutex<Notes>,
    /// The source files, for reports: their names as users know them, and their lines.
    sources: HashMap<String, (String, Vec<String>)>,
    loops: Vec<OnceLock<Loops>>,
    /// Which functions the library has its own way of running, although the program defines them.
    replaced: Vec<bool>,
}

impl Machine {
    /// Prepares a module. `entry` is the function to start with.
    pub fn new(module: Module, entry: &str) -> Result<Machine, String> {
        let found = module.function_named(entry).filter(|id| module.function(*id).defined);
        let entry = found.ok_or_else(|| format!("the program does not define {entry}"))?;
        let image = Image::new(&module)?;
        let outside = Outside::new(&module);
        let remarks = Remarks::new(module.functions.len());
        let loops = module.functions.iter().map(|_| OnceLock::new()).collect();
        let replaced = module.functions.iter().map(|function| library::replaces(&function.name)).collect();
        Ok(Machine {
            module,
            image,
            entry,
            outside,
            boundaries: BTreeSet::new(),
            settings: Settings::default(),
            remarks,
            waits_in_loops: true,
            unroll: None,
            noticed: BTreeSet::new(),
            notes: Mutex::default(),
            sources: HashMap::new(),
            loops,
            replaced,
        })
    }

    /// The same module, started with another function.
    pub fn started_with(self, entry: &str) -> Result<Machine, String> {
        Machine::new(self.module, entry)
    }

    /// Lets every round of every loop be taken, whether it changes something or not.
    pub fn without_waiting(mut self) -> Machine {
        self.waits_in_loops = false;
        self
    }

    /// Lets the program meet more than what always happens.
    pub fn with_settings(mut self, settings: Settings) -> Machine {
        self.settings = settings;
        self
    }

    /// Stops every thread that would begin more than this many rounds of a loop.
    pub fn with_unroll(mut self, rounds: u32) -> Machine {
        self.unroll = Some(rounds);
        self
    }

    /// Decides whether the search has to start again because a race, or the end of a block, may have been missed. True if
    /// it has to.
    ///
    /// Where a thread waits instead of going round a loop again, what the round read is not there to conflict with what
    /// others do later. So if somebody else writes or frees what such a round reads, in a way that could conflict, one such
    /// round is taken after all: `rounds.rs` explains.
    pub fn reconsider(&mut self) -> bool {
        let before = self.noticed.len();
        let found = self.notes().conflicts();
        self.noticed.extend(found);
        *self.notes() = Notes::default();
        self.noticed.len() > before
    }

    /// Forgets what earlier searches found out, other than the extents of accesses: to search under another model.
    pub fn start_over(&mut self) {
        self.noticed.clear();
        *self.notes() = Notes::default();
    }

    /// What to say of a loop that threads went round very often, if there is one.
    pub fn endless_loop(&self) -> Option<String> {
        self.notes().longest_loop()
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the text of a source file known. `file` is its name in debug info, `shown` its name for the user.
    pub fn add_source(&mut self, file: &str, shown: &str, text: &str) {
        let lines = text.lines().map(|line| line.trim().to_owned()).collect();
        self.sources.insert(file.to_owned(), (shown.to_owned(), lines));
    }

    /// Cuts accesses at the ends of these two, which overlap. The search has to start again. False if they were cut already.
    ///
    /// Memory is modelled as pieces that are read and written as a whole. Where a program accesses the same bytes with
    /// different extents, the pieces must be the smaller ones; that is found out during the search.
    pub fn refine(&mut self, first: Access, second: Access) -> bool {
        self.remarks.clear();
        *self.notes() = Notes::default();
        let before = self.boundaries.len();
        for at in [first, second] {
            self.boundaries.insert(at.address.0);
            self.boundaries.insert(at.address.0 + at.width.bytes());
        }
        self.boundaries.len() > before
    }

    /// The module.
    pub fn module(&self) -> &Module {
        &self.module
    }

    fn loops(&self, function: FunctionId) -> &Loops {
        self.loops[function.index()].get_or_init(|| {
            let body = self.module.body(function).expect("invariant: a function that runs has been read");
            Loops::new(&self.module, body)
        })
    }

    /// A name for an address, as good as we can make it.
    fn name_of(&self, address: u64) -> String {
        if let Some(placed) = self.image.find(address) {
            let offset = address - placed.base;
            let name = self.module.global_name(placed.id);
            let ty = self.module.global_variable(placed.id).and_then(|variable| variable.ty);
            let path = ty.and_then(|ty| self.module.member_path(ty, offset, 1));
            return match path.as_deref().map(public_part) {
                Some(path) => format!("{name}{path}"),
                None if offset == 0 => name,
                None => format!("{name}+{offset}"),
            };
        }
        match address::block_of(address) {
            Some((block, offset)) => format!("{}+{offset}", self.block_name(block)),
            None if address & address::WAKES != 0 => {
                format!("the wake-ups of {}", self.name_of(address & !address::WAKES))
            }
            None if address == address::ATOMIC_SECTION => "the atomic section".into(),
            None if address == address::EXIT_HANDLERS => "the exit handlers".into(),
            None => format!("{address:#x}"),
        }
    }
}

impl Machine {
    fn show_pointer(&self, address: u64) -> String {
        match image::function_at(&self.module, address) {
            Some(function) => self.module.function_name(function),
            None => format!("&{}", self.name_of(address)),
        }
    }
}

/// The part of a path that an author wrote: what libraries hide in their own types starts with two underscores.
fn public_part(path: &str) -> &str {
    path.split(".__").next().unwrap_or(path)
}

impl Program for Machine {
    type Thread = Thread;

    const BYTE_ADDRESSED: bool = true;

    fn initial_threads(&self) -> Vec<Spawn> {
        vec![Spawn { entry: self.entry.0, argument: Value(0) }]
    }

    fn initial_value(&self, at: Access) -> Value {
        // A block has no value before it is written, unless it is zeroed.
        Value(self.image.initial(at.address.0, at.width.bytes()).unwrap_or(0) as u64)
    }

    fn block(&self, address: Address) -> Option<(Block, u64)> {
        address::block_of(address.0)
    }

    fn start(&self, id: ThreadId, spawn: Spawn) -> Thread {
        if id == ThreadId(0) {
            return Thread::new(id, Stage::Constructing(0));
        }
        let (function, owns) = library::thread_entry(spawn.entry);
        let mut thread = Thread::new(id, Stage::Running { owned: owns.then_some(spawn.argument.0) });
        if let Err(action) = self.enter_at_bottom(&mut thread, function, spawn.argument.0) {
            thread.queue.push_back(*action);
        }
        thread
    }

    fn resume(&self, thread: &mut Thread, answer: Answer) -> Action {
        self.advance(thread, answer)
    }

    fn site(&self, thread: &Thread) -> Option<Site> {
        let frame = thread.frames.last()?;
        let body = self.module.body(frame.function).ok()?;
        // The instruction that caused the present action has already been passed.
        let inst = body.insts.get(frame.next.checked_sub(1)? as usize)?;
        let place = self.module.location(inst.dbg?)?.frame;
        let (file, text) = match self.sources.get(&place.file) {
            Some((shown, lines)) => (shown.as_str(), lines.get((place.line as usize).wrapping_sub(1))),
            None => (place.file.as_str(), None),
        };
        let text = text.map_or("", String::as_str).into();
        Some(Site { file: file.into(), line: place.line, column: place.column.max(1), text })
    }

    fn location_name(&self, address: Address) -> String {
        self.name_of(address.0)
    }

    fn block_name(&self, block: Block) -> String {
        let (thread, number) = address::owner_of(block);
        let kind = if number & 1 == 1 { "heap" } else { "stack" };
        format!("{kind} block {}.{}", thread.0, number / 2)
    }

    fn thread_name(&self, spawn: Spawn) -> String {
        let (function, _) = library::thread_entry(spawn.entry);
        self.module.function(function).name.clone()
    }

    fn show_value(&self, value: Value) -> String {
        // Small negative numbers are more likely than huge positive ones.
        match value.0 {
            v if v > u64::MAX - 4096 => (v as i64).to_string(),
            v if u32::try_from(v).is_ok_and(|v| v > u32::MAX - 4096) => (v as u32 as i32).to_string(),
            v if v >= 1 << 32 => self.show_pointer(v),
            v => v.to_string(),
        }
    }
}
