//! What does not change while a program is searched: the module, and what was computed from it once.

use std::collections::HashMap;
use std::sync::OnceLock;

use selvedge_ir::{FunctionId, Module};

use crate::exec::lifetime::Outside;
use crate::exec::{arguments, exclusive};
use crate::library;
use crate::machine::settings::{Refusal, Settings};
use crate::memory::image::Image;
use crate::waiting::liveness::r#static::Loops;

/// A module, and what is asked of it.
pub(crate) struct Code {
    module: Module,
    image: Image,
    entry: FunctionId,
    /// What runs before and after it, or why that cannot be.
    outside: Result<Outside, String>,
    pub(super) settings: Settings,
    /// Whether a round of a loop that changes nothing waits.
    pub(super) waits_in_loops: bool,
    /// How many rounds a loop may begin: what the user says, and what a check tries.
    pub(super) unroll: Option<u32>,
    tried_rounds: Option<u32>,
    /// Which functions are atomic as a whole, and whether there are sections at all.
    atomic: Vec<bool>,
    has_sections: bool,
    /// The source files that users know by another name than debug info, and that name.
    pub(super) sources: HashMap<String, String>,
    /// Where the user is: files below are called by the rest of their path.
    pub(super) directory: String,
    loops: Vec<OnceLock<Loops>>,
    /// Whether the program asks for the sizes of blocks, which `realloc` does.
    keeps_sizes: bool,
    /// Whether the program detaches threads.
    detaches: bool,
    /// Whether a thread may find out which one it is.
    knows_threads_apart: bool,
    /// Which functions the library has its own way of running, although the program defines them.
    replaced: Vec<bool>,
}

impl Code {
    pub(super) fn new(mut module: Module, entry: &str) -> Result<Code, Refusal> {
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
        let names = || module.functions.iter().map(|function| function.name.as_str());
        let detaches = names().any(library::detaches);
        Ok(Code {
            outside: Outside::new(&module),
            settings: Settings::default(),
            waits_in_loops: true,
            unroll: None,
            tried_rounds: None,
            atomic: module.functions.iter().map(|f| f.defined && exclusive::is_atomic(&f.name)).collect(),
            has_sections: names().any(exclusive::is_section),
            sources: HashMap::new(),
            directory: String::new(),
            loops: module.functions.iter().map(|_| OnceLock::new()).collect(),
            keeps_sizes: module.function_named("malloc_usable_size").is_some(),
            detaches,
            // Which threads have been detached is kept by their numbers.
            knows_threads_apart: detaches || names().any(library::tells_threads_apart),
            replaced: names().map(library::replaces).collect(),
            module,
            image,
            entry,
        })
    }

    pub(super) fn into_module(self) -> Module {
        self.module
    }

    #[inline]
    pub(crate) fn module(&self) -> &Module {
        &self.module
    }

    /// Where globals and functions lie.
    #[inline]
    pub(crate) fn image(&self) -> &Image {
        &self.image
    }

    /// The function that the program starts with.
    pub(crate) fn entry(&self) -> FunctionId {
        self.entry
    }

    /// What runs before and after it, or why that cannot be.
    pub(crate) fn outside(&self) -> &Result<Outside, String> {
        &self.outside
    }

    #[inline]
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether a round of a loop that changes nothing waits.
    #[inline]
    pub(crate) fn waits_in_loops(&self) -> bool {
        self.waits_in_loops
    }

    /// How many rounds a loop may begin.
    #[inline]
    pub(crate) fn unroll(&self) -> Option<u32> {
        self.unroll.or(self.tried_rounds)
    }

    /// Lets a check try a number of rounds, or none. False if the user has said how many there are.
    pub(crate) fn limit_rounds(&mut self, rounds: Option<u32>) -> bool {
        self.tried_rounds = rounds;
        self.unroll.is_none()
    }

    /// Whether a function is atomic as a whole.
    #[inline]
    pub(crate) fn is_atomic(&self, function: FunctionId) -> bool {
        self.atomic[function.index()]
    }

    /// Whether the program has atomic sections.
    #[inline]
    pub(crate) fn has_sections(&self) -> bool {
        self.has_sections
    }

    /// Whether the library has its own way of running a function, although the program may define it.
    #[inline]
    pub(crate) fn is_replaced(&self, function: FunctionId) -> bool {
        self.replaced[function.index()]
    }

    /// Whether the program asks for the sizes of blocks.
    pub(crate) fn keeps_sizes(&self) -> bool {
        self.keeps_sizes
    }

    /// Whether the program detaches threads.
    pub(crate) fn detaches(&self) -> bool {
        self.detaches
    }

    /// Whether a thread may find out which one it is.
    pub(crate) fn knows_threads_apart(&self) -> bool {
        // A stub may give each thread another value.
        self.knows_threads_apart || !self.settings.stubs.is_empty()
    }

    /// The loops of a function, and what it needs where.
    #[inline]
    pub(crate) fn loops(&self, function: FunctionId) -> &Loops {
        self.loops[function.index()].get_or_init(|| {
            let body = self.module.body(function).expect("invariant: a function that runs has been read");
            Loops::new(&self.module, body)
        })
    }

    /// How the user calls a source file that debug info calls by another name.
    pub(crate) fn shown_source(&self, file: &str) -> Option<&str> {
        self.sources.get(file).map(String::as_str)
    }

    /// How many source files there are.
    pub(crate) fn source_count(&self) -> usize {
        self.sources.len()
    }

    /// The path of a file from where the user is.
    pub(crate) fn below_user<'f>(&self, file: &'f str) -> &'f str {
        file.strip_prefix(&self.directory).unwrap_or(file)
    }
}
