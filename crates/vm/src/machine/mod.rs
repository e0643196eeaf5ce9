//! The virtual machine: a module as a [`Program`](selvedge_core::Program).
//!
//! A thread is a value ([`Thread`](crate::Thread)): its calls, its registers, its private memory. Running it
//! up to its next action is a function of that value and the answer to its last action; nothing else is
//! remembered between two actions. Only shared memory makes actions: see `escape.rs` for when memory becomes
//! shared.
//!
//! A machine is the program's [`Code`], which does not change while it is searched; what earlier searches
//! have found out of how it must be run ([`Cuts`]), on which threads depend as on the code; and what is noted
//! while it is searched ([`Log`]), on which no thread depends.

pub(crate) mod code;
pub(crate) mod cuts;
mod program;
mod settings;

use selvedge_core::Access;
use selvedge_ir::Module;

use crate::exec::wide::Wide;
use crate::report::log::Log;
pub(crate) use code::Code;
pub(crate) use cuts::Cuts;
pub use settings::{Refusal, Settings};

/// A program ready to run.
pub struct Machine {
    pub(crate) code: Code,
    pub(crate) cuts: Cuts,
    pub(crate) log: Log,
    /// Values of sixteen bytes, by number. There are more and more of them, and each keeps its number.
    pub(crate) wide: Wide,
}

impl Machine {
    /// Prepares a module. `entry` is the function to start with.
    pub fn new(module: Module, entry: &str) -> Result<Machine, Refusal> {
        let code = Code::new(module, entry)?;
        let log = Log::new(code.module().functions.len());
        Ok(Machine { code, cuts: Cuts::default(), log, wide: Wide::default() })
    }

    /// The same module, started with another function.
    pub fn started_with(self, entry: &str) -> Result<Machine, Refusal> {
        Machine::new(self.code.into_module(), entry)
    }

    /// Lets every round of every loop be taken, whether it changes something or not.
    pub fn without_waiting(mut self) -> Machine {
        self.code.waits_in_loops = false;
        self
    }

    /// Decides whether rounds that change nothing wait.
    pub fn set_waiting(&mut self, waits: bool) {
        self.code.waits_in_loops = waits;
    }

    /// Lets the program meet more than what always happens.
    pub fn with_settings(mut self, settings: Settings) -> Machine {
        self.code.settings = settings;
        self
    }

    /// Stops every thread that would begin more than this many rounds of a loop.
    pub fn with_unroll(mut self, rounds: u32) -> Machine {
        self.set_unroll(rounds);
        self
    }

    /// The same, later.
    pub fn set_unroll(&mut self, rounds: u32) {
        self.code.unroll = Some(rounds);
    }

    /// Says how a source file is called: `file` is its name in debug info, `shown` its name for the user.
    pub fn add_source(&mut self, file: &str, shown: &str) {
        self.code.sources.insert(file.to_owned(), shown.to_owned());
    }

    /// Says where the user is.
    pub fn set_directory(&mut self, directory: &str) {
        self.code.directory = format!("{}/", directory.trim_end_matches('/'));
    }

    /// The module.
    pub fn module(&self) -> &Module {
        self.code.module()
    }

    /// What was found out about the program in earlier searches: where accesses are cut, which reads are
    /// taken although they are idle, and which memory sections have for themselves.
    pub fn experience(&self) -> (Vec<u64>, Vec<u64>, Vec<u64>) {
        self.cuts.lists()
    }

    /// Lets the machine know what another one has found out.
    pub fn with_experience(mut self, boundaries: Vec<u64>, noticed: Vec<u64>, exclusive: Vec<u64>) -> Machine {
        self.cuts = Cuts::of(boundaries, noticed, exclusive);
        self
    }

    /// What to say of a loop that threads went round very often, if there is one.
    pub fn endless_loop(&self) -> Option<String> {
        self.log.search().longest_loop()
    }

    /// What to say of calls that need more than a stack has, if there were any.
    pub fn deepest_calls(&self) -> Option<String> {
        self.log.search().deepest_calls()
    }
}

/// What a search teaches.
impl Machine {
    /// Forgets what earlier searches have found out, but for where accesses are cut.
    pub(crate) fn forget_searches(&mut self) {
        self.cuts.forget_all_but_boundaries();
        self.log.clear();
    }

    /// Forgets everything that earlier searches have found out.
    pub(crate) fn forget_everything(&mut self) {
        self.cuts = Cuts::default();
        self.log.clear();
    }

    /// Cuts accesses at the ends of these two, which overlap. The search has to start again. False if they
    /// were cut already.
    ///
    /// Memory is modelled as pieces that are read and written as a whole. Where a program accesses the same
    /// bytes with different extents, the pieces must be the smaller ones; that is found out during the
    /// search.
    pub(crate) fn refine(&mut self, first: Access, second: Access) -> bool {
        self.log.clear();
        self.cuts.cut_at(first, second)
    }

    /// Decides whether the search has to start again because a race, or the end of a block, may have been
    /// missed. True if it has to.
    ///
    /// Where a thread waits instead of going round a loop again, what the round read is not there to conflict
    /// with what others do later. So if another thread writes or frees what such a round reads, in a way that
    /// could conflict, one such round is taken after all: `idle_rounds.rs` explains. And if critical sections
    /// were left out of a mutex that some thread looks at without waiting for it, they are not any more:
    /// `sections.rs` explains. Likewise for additions that were taken back: `cancelling_adds.rs` explains.
    pub(crate) fn reconsider(&mut self) -> bool {
        let log = self.log.take_search();
        self.cuts.learn(&log)
    }

    /// Finds memory that is touched in sections and, by other threads, outside of them. Whether there is more
    /// of it than was known: then the search has to start again.
    pub(crate) fn excludes_more(&mut self) -> bool {
        let found = self.log.search().excluded();
        let more = self.cuts.exclude(found);
        if more {
            self.log.take_search();
        }
        more
    }
}
