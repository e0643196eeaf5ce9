//! The virtual machine: a module as a [`Program`].
//!
//! A thread is a value ([`Thread`]): its calls, its registers, its private memory. Running it up to its next action is a
//! function of that value and the answer to its last action; nothing else is remembered between two actions.
//! Only shared memory makes actions: see `escape.rs` for when memory becomes shared.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use selvedge_core::{
    Access, Action, Address, Answer, Block, Foretold, Frame, Lifetime, Program, Properties, Site, Spawn, ThreadId,
    Value, Width,
};

use selvedge_ir::{FunctionId, Module};

use crate::exec::lifetime::{Outside, Stage};
use crate::exec::wide::Wide;
use crate::exec::{arguments, exclusive};
use crate::library::{self, Stub};
use crate::memory::image::Image;
use crate::report::influence::Influence;
use crate::report::naming::Memoir;
use crate::report::search_log::Notes;
use crate::report::verdict_facts::Remarks;
use crate::state::thread::Thread;
use crate::waiting::cancelling_adds;
use crate::waiting::liveness::r#static::Loops;

/// What a program may meet beyond what always happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// A weak compare-exchange may fail although it need not.
    pub spurious_failures: bool,
    /// A thread that waits for a condition may wake up once although nobody wakes it.
    pub spurious_wakeups: bool,
    /// What is looked for: without races, plain accesses count as ordered, and with leaks, memory must be freed.
    pub properties: Properties,
    /// Functions that are not run, by name.
    pub stubs: BTreeMap<String, Stub>,
    /// The arguments of `main`, the first of which is the name of the program.
    pub arguments: Vec<String>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            spurious_failures: false,
            spurious_wakeups: false,
            properties: Properties::default(),
            stubs: BTreeMap::new(),
            arguments: vec![arguments::NAME.to_owned()],
        }
    }
}

/// Why a module cannot be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Something is wrong with what was asked for.
    Input(String),
    /// The program uses something that is not modelled.
    Unsupported(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Input(why) | Refusal::Unsupported(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<Refusal> for String {
    fn from(refusal: Refusal) -> String {
        refusal.to_string()
    }
}

/// A program ready to run.
pub struct Machine {
    pub(crate) module: Module,
    pub(crate) image: Image,
    pub(crate) entry: FunctionId,
    /// What runs before and after it, or why that cannot be.
    pub(crate) outside: Result<Outside, String>,
    /// Where accesses to shared memory are cut; see [`Machine::refine`].
    pub(crate) boundaries: BTreeSet<u64>,
    pub(crate) settings: Settings,
    pub(crate) remarks: Remarks,
    /// What answers from outside decide. No thread depends on it.
    pub(crate) influence: Mutex<Influence>,
    /// Whether a round of a loop that changes nothing waits.
    pub(crate) waits_in_loops: bool,
    /// How many rounds a loop may begin.
    pub(crate) unroll: Option<u32>,
    /// A round that reads something here is taken although it is idle; see [`Machine::reconsider`].
    pub(crate) noticed: BTreeSet<u64>,
    /// Pieces of memory that sections touch, and others outside of them; see `exclusive.rs`.
    pub(crate) exclusive: BTreeSet<u64>,
    /// Which functions are atomic as a whole, and whether there are sections at all.
    pub(crate) atomic: Vec<bool>,
    pub(crate) sectioned: bool,
    /// Mutexes that somebody looks at without waiting for them.
    pub(crate) peeked: BTreeSet<u64>,
    /// What threads add and take back.
    pub(crate) passing: cancelling_adds::Passing,
    /// Where others may notice.
    pub(crate) seen_passing: BTreeSet<u64>,
    /// What threads did that is of interest after the search. No thread depends on it.
    pub(crate) notes: Mutex<Notes>,
    /// Values of sixteen bytes, by number.
    pub(crate) wide: Mutex<Wide>,
    /// The source files that users know by another name than debug info, and that name.
    pub(crate) sources: HashMap<String, String>,
    /// Where the user is: files below are called by the rest of their path.
    pub(crate) directory: String,
    pub(crate) loops: Vec<OnceLock<Loops>>,
    /// Whether the program asks for the sizes of blocks, which `realloc` does.
    pub(crate) sizes: bool,
    /// Whether the program detaches threads.
    pub(crate) detaches: bool,
    /// Whether a thread may find out which one it is.
    pub(crate) knows_threads_apart: bool,
    /// Which functions the library has its own way of running, although the program defines them.
    pub(crate) replaced: Vec<bool>,
}

impl Machine {
    /// Prepares a module. `entry` is the function to start with.
    pub fn new(mut module: Module, entry: &str) -> Result<Machine, Refusal> {
        module.promotes_variables = true;
        // Addresses have 47 bits, and the first byte of a number is its least significant one.
        let bits = 8 * module.layout.pointer_size(0);
        if bits != 64 || module.layout.big_endian {
            let order = if module.layout.big_endian { " and the most significant byte first" } else { "" };
            return Err(Refusal::Unsupported(format!(
                "a machine with pointers of {bits} bits{order} ({})",
                module.triple
            )));
        }
        let found = module.function_named(entry).filter(|id| module.function(*id).defined);
        let entry = found.ok_or_else(|| Refusal::Input(format!("the program does not define {entry}")))?;
        if let Some(why) = arguments::refusal(&module, entry) {
            return Err(Refusal::Input(why));
        }
        let image = Image::new(&module).map_err(Refusal::Unsupported)?;
        let outside = Outside::new(&module);
        let remarks = Remarks::new(module.functions.len());
        let loops = module.functions.iter().map(|_| OnceLock::new()).collect();
        let sizes = module.function_named("malloc_usable_size").is_some();
        let atomic = module.functions.iter().map(|f| f.defined && exclusive::is_atomic(&f.name)).collect();
        let sectioned = module.functions.iter().any(|function| exclusive::is_section(&function.name));
        let names = || module.functions.iter().map(|function| function.name.as_str());
        let detaches = names().any(library::detaches);
        // Which threads have been detached is kept by their numbers.
        let knows_threads_apart = detaches || names().any(library::tells_threads_apart);
        let replaced = module.functions.iter().map(|function| library::replaces(&function.name)).collect();
        Ok(Machine {
            module,
            image,
            entry,
            outside,
            boundaries: BTreeSet::new(),
            settings: Settings::default(),
            remarks,
            influence: Mutex::default(),
            waits_in_loops: true,
            unroll: None,
            noticed: BTreeSet::new(),
            exclusive: BTreeSet::new(),
            atomic,
            sectioned,
            peeked: BTreeSet::new(),
            passing: BTreeMap::new(),
            seen_passing: BTreeSet::new(),
            notes: Mutex::default(),
            wide: Mutex::default(),
            sources: HashMap::new(),
            directory: String::new(),
            loops,
            sizes,
            detaches,
            knows_threads_apart,
            replaced,
        })
    }

    /// The same module, started with another function.
    pub fn started_with(self, entry: &str) -> Result<Machine, Refusal> {
        Machine::new(self.module, entry)
    }

    /// Lets every round of every loop be taken, whether it changes something or not.
    pub fn without_waiting(mut self) -> Machine {
        self.waits_in_loops = false;
        self
    }

    /// Decides whether rounds that change nothing wait.
    pub fn set_waiting(&mut self, waits: bool) {
        self.waits_in_loops = waits;
    }

    /// Lets the program meet more than what always happens.
    pub fn with_settings(mut self, settings: Settings) -> Machine {
        self.settings = settings;
        self
    }

    /// Stops every thread that would begin more than this many rounds of a loop.
    pub fn with_unroll(mut self, rounds: u32) -> Machine {
        self.set_unroll(rounds);
        self
    }

    /// The same, later.
    pub fn set_unroll(&mut self, rounds: u32) {
        self.unroll = Some(rounds);
    }

    /// Decides whether the search has to start again because a race, or the end of a block, may have been missed. True if
    /// it has to.
    ///
    /// Where a thread waits instead of going round a loop again, what the round read is not there to conflict with what
    /// others do later. So if somebody else writes or frees what such a round reads, in a way that could conflict, one such
    /// round is taken after all: `idle_rounds.rs` explains. And if critical sections were left out of a mutex that somebody
    /// looks at without waiting for it, they are not any more: `sections.rs` explains. Likewise for
    /// additions that were taken back: `cancelling_adds.rs` explains.
    pub(crate) fn reconsider(&mut self) -> bool {
        let known = |machine: &Machine| {
            let passing: usize = machine.passing.values().map(BTreeSet::len).sum();
            (machine.noticed.len(), machine.peeked.len(), machine.seen_passing.len(), passing)
        };
        let before = known(self);
        let found = self.notes().conflicts();
        let peeked = self.notes().peeked_sections();
        self.noticed.extend(found);
        self.peeked.extend(peeked);
        let (taken_back, seen) = self.notes().passing();
        for (at, additions) in taken_back {
            self.passing.entry(at).or_default().extend(additions);
        }
        self.seen_passing.extend(seen);
        *self.notes() = Notes::default();
        known(self) != before
    }

    /// What to say of a loop that threads went round very often, if there is one.
    pub fn endless_loop(&self) -> Option<String> {
        self.notes().longest_loop()
    }

    /// What to say of calls that need more than a stack has, if there were any.
    pub fn deepest_calls(&self) -> Option<String> {
        self.notes().deepest.clone()
    }

    pub(crate) fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn wide(&self) -> MutexGuard<'_, Wide> {
        self.wide.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says how a source file is called: `file` is its name in debug info, `shown` its name for the user.
    pub fn add_source(&mut self, file: &str, shown: &str) {
        self.sources.insert(file.to_owned(), shown.to_owned());
    }

    /// Says where the user is.
    pub fn set_directory(&mut self, directory: &str) {
        self.directory = format!("{}/", directory.trim_end_matches('/'));
    }

    /// Cuts accesses at the ends of these two, which overlap. The search has to start again. False if they were cut already.
    ///
    /// Memory is modelled as pieces that are read and written as a whole. Where a program accesses the same bytes with
    /// different extents, the pieces must be the smaller ones; that is found out during the search.
    pub(crate) fn refine(&mut self, first: Access, second: Access) -> bool {
        self.remarks.clear();
        *self.notes() = Notes::default();
        let before = self.boundaries.len();
        for at in [first, second] {
            self.boundaries.insert(at.address.0);
            self.boundaries.insert(at.address.0 + at.width.bytes());
        }
        self.boundaries.len() > before
    }

    /// What was found out about the program in earlier searches: where accesses are cut, which reads are taken although they
    /// are idle, and which memory sections have for themselves.
    pub fn experience(&self) -> (Vec<u64>, Vec<u64>, Vec<u64>) {
        let list = |set: &BTreeSet<u64>| set.iter().copied().collect();
        (list(&self.boundaries), list(&self.noticed), list(&self.exclusive))
    }

    /// Lets the machine know what another one has found out.
    pub fn with_experience(mut self, boundaries: Vec<u64>, noticed: Vec<u64>, exclusive: Vec<u64>) -> Machine {
        self.boundaries = boundaries.into_iter().collect();
        self.noticed = noticed.into_iter().collect();
        self.exclusive = exclusive.into_iter().collect();
        self
    }

    /// The module.
    pub fn module(&self) -> &Module {
        &self.module
    }

    pub(crate) fn loops(&self, function: FunctionId) -> &Loops {
        self.loops[function.index()].get_or_init(|| {
            let body = self.module.body(function).expect("invariant: a function that runs has been read");
            Loops::new(&self.module, body)
        })
    }

    /// A name for an address, as good as we can make it.
    pub(crate) fn name_of(&self, address: u64) -> String {
        self.name_at(address, 1, &Memoir::default())
    }
}

/// The part of a path that an author wrote: what libraries hide in their own types starts with two underscores, or with one
/// and a capital.
pub(crate) fn public_part(path: &str) -> String {
    let path = path.split(".__").next().unwrap_or(path);
    let mut out = String::new();
    for (at, part) in path.split('.').enumerate() {
        let hidden = at > 0 && (part.starts_with("_M_") || part.starts_with("_vptr"));
        // An index says which element it is, wherever a library keeps it.
        let shown = if hidden { part.find('[').map_or("", |index| &part[index..]) } else { part };
        out.push_str(if at > 0 && !hidden { "." } else { "" });
        out.push_str(shown);
    }
    out
}

impl Program for Machine {
    type Thread = Thread;
    type Notes = Memoir;

    const BYTE_ADDRESSED: bool = true;

    fn initial_threads(&self) -> Vec<Spawn> {
        vec![Spawn { entry: self.entry.0, argument: Value(0) }]
    }

    fn initial_value(&self, at: Access) -> Value {
        match self.image.initial(at.address.0, at.width.bytes()) {
            Some(bytes) => self.compact(bytes, at.width),
            None if self.image.find(at.address.0).is_some() => Value::NOTHING,
            // A block has no value before it is written, unless it is zeroed.
            None => Value(0),
        }
    }

    fn bytes(&self, value: Value, width: Width) -> u128 {
        self.expand(value, width)
    }

    fn word(&self, bytes: u128, width: Width) -> Value {
        self.compact(bytes, width)
    }

    fn block(&self, address: Address) -> Option<(Block, u64)> {
        crate::memory::address::block_of(address.0)
    }

    fn knows_threads_apart(&self) -> bool {
        // A stub may give each thread another value.
        self.knows_threads_apart || !self.settings.stubs.is_empty()
    }

    fn are_alike(&self, one: &Thread, other: &Thread) -> bool {
        self.go_on_alike(one, other)
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

    fn fingerprint(&self, thread: &Thread) -> Option<u64> {
        thread.fingerprint()
    }

    fn foretell(&self, thread: &Thread, answer: Value) -> Option<Foretold> {
        if self.sectioned { None } else { self.does_next(thread, answer) }
    }

    fn go_there(&self, thread: &Thread, answer: Value, there: &Thread) -> Option<Thread> {
        self.led(thread, answer, there)
    }

    fn foretold_key(&self, thread: &Thread) -> Option<u64> {
        if self.sectioned { None } else { self.key_of_write(thread) }
    }

    fn are_foretold_alike(&self, one: &Thread, other: &Thread) -> bool {
        self.write_alike(one, other)
    }

    fn weight(&self, thread: &Thread) -> usize {
        thread.weight()
    }

    fn site(&self, thread: &Thread) -> Option<Site> {
        self.place_in_source(thread)
    }

    fn retell(&self, thread: &mut Thread, answer: Answer, notes: &mut Memoir) -> Action {
        thread.memoir = Some(Box::new(std::mem::take(notes)));
        let action = self.advance(thread, answer);
        if let Some(taken) = thread.memoir.take() {
            *notes = *taken;
        }
        self.note_action(notes, &action);
        self.note_purpose(thread, notes);
        action
    }

    fn output(&self, notes: &mut Memoir) -> String {
        self.take_output(notes)
    }

    fn stack(&self, thread: &Thread, notes: &Memoir) -> Vec<Frame> {
        self.calls(thread, notes)
    }

    fn lifetime(&self, block: Block, notes: &Memoir) -> Lifetime {
        self.life_of(block, notes)
    }

    fn location_name(&self, at: Access, notes: &Memoir) -> String {
        self.name_at(at.address.0, at.width.bytes(), notes)
    }

    fn block_name(&self, block: Block, notes: &Memoir) -> String {
        self.block_title(block, notes)
    }

    fn thread_name(&self, number: usize, spawn: Spawn, notes: &Memoir) -> String {
        let (function, _) = library::thread_entry(spawn.entry);
        if let Some(purpose) = self.purpose(function, spawn.argument, notes) {
            return format!("T{number} {purpose}");
        }
        let function = self.module.function_name(function);
        match spawn.argument {
            Value(0) => format!("T{number} {function}"),
            argument => format!("T{number} {function}({})", self.value_at(argument, None, notes)),
        }
    }

    fn show_value(&self, value: Value, at: Option<Access>, notes: &Memoir) -> String {
        self.value_at(value, at, notes)
    }
}

#[cfg(test)]
mod tests {
    use super::public_part;

    #[test]
    fn what_libraries_hide_is_not_shown() {
        assert_eq!(public_part("lock.__data.__lock"), "lock");
        assert_eq!(public_part("ready._M_base._M_i"), "ready");
        assert_eq!(public_part("values._M_impl._M_start[1].next"), "values[1].next");
        assert_eq!(public_part("q.head.next"), "q.head.next");
        assert_eq!(public_part("shape._vptr$Shape"), "shape");
    }
}
