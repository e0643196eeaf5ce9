//! C programs, compiled and searched: what the tests over `corpus/c` share.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use selvedge_check::settle;
use selvedge_core::{Access, Meaning, Searched, Subject, Telling, Value, Width};
use selvedge_driver::{Options, load};
use selvedge_explore::{self as explore, Finding, Finished, Observer, RunEnd, Schedule, Silent};
use selvedge_models::Builtin;
use selvedge_vm::{Machine, Notes};

use crate::compare::run_under;

/// The folder of C programs.
pub fn corpus() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c")
}

/// Compiles a program, with the compiler named or else with the first that is found.
pub fn compile(file: &Path, cflags: &str, compiler: Option<&str>) -> Result<Machine, String> {
    compile_all(&[file.to_owned()], cflags, compiler)
}

fn compile_all(files: &[PathBuf], cflags: &str, compiler: Option<&str>) -> Result<Machine, String> {
    let flags = cflags.split_whitespace().filter(|flag| *flag != "-").map(Into::into).collect();
    let options = Options { compiler: compiler.map(Into::into), flags, ..Options::default() };
    let refused = |why: String| format!("{}: {why}", files[0].display());
    let loaded = load(files, &options).map_err(|error| refused(error.to_string()))?;
    Machine::new(loaded.module, "main").map_err(|why| refused(why.into()))
}

/// Compiles a text.
pub fn compile_text(text: &str, cflags: &str) -> Result<Machine, String> {
    compile_texts(&[text], cflags)
}

/// Compiles texts, each as a file. Tests run at the same time, so each has a file of its own.
pub fn compile_texts(texts: &[impl AsRef<str>], cflags: &str) -> Result<Machine, String> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let mut files = Vec::new();
    for text in texts {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let file = std::env::temp_dir().join(format!("selvedge-{}-{number}.c", std::process::id()));
        std::fs::write(&file, text.as_ref()).map_err(|error| format!("{}: {error}", file.display()))?;
        files.push(file);
    }
    let machine = compile_all(&files, cflags, None);
    for file in files {
        std::fs::remove_file(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    machine
}

/// Searches a program, again whenever the machine asks for it.
pub fn search(machine: &mut Machine, model: Builtin) -> Searched {
    search_with(machine, model, Schedule::WritesFirst, || Silent).0
}

/// Searches a program under a schedule, again whenever the machine asks for it, each time with a new
/// observer.
pub fn search_with<O: Observer<Machine>>(
    machine: &mut Machine,
    model: Builtin,
    schedule: Schedule,
    observer: impl Fn() -> O,
) -> (Searched, O) {
    search_under(machine, model, &explore::Options { schedule, ..explore::Options::default() }, observer)
}

/// The same, with everything that a caller can decide.
pub fn search_under<O: Observer<Machine>>(
    machine: &mut Machine,
    model: Builtin,
    options: &explore::Options,
    observer: impl Fn() -> O,
) -> (Searched, O) {
    search_by(machine, observer, |machine, observer| run_under(machine, model, options, observer))
}

/// The same, with a search of the caller's.
pub fn search_by<O: Observer<Machine>>(
    machine: &mut Machine,
    observer: impl Fn() -> O,
    search: impl Fn(&Machine, &mut O) -> Searched,
) -> (Searched, O) {
    machine.start_over();
    let mut last = None;
    let found = settle(machine, |machine| {
        let observer = last.insert(observer());
        search(machine, observer)
    });
    (found, last.expect("invariant: there was a search"))
}

/// What the global variables hold when all threads have ended.
pub type Outcome = BTreeMap<String, Value>;

/// Collects the outcomes of complete executions.
#[derive(Default, Debug)]
pub struct Outcomes {
    /// Those met so far.
    pub seen: BTreeSet<Outcome>,
}

impl Observer<Machine> for Outcomes {
    fn finished(&mut self, run: &Finished<'_, Machine>) -> Option<Finding> {
        if run.end() == RunEnd::Complete {
            let execution = run.execution();
            let globals = execution.coherence.keys().filter(|address| run.program().block(**address).is_none());
            let value = |address| execution.final_value(address).unwrap_or_default();
            let name = |address| {
                let at = Access { address, width: Width::W8 };
                run.program().location_name(at, &Notes::default())
            };
            self.seen.insert(globals.map(|&at| (name(at), value(at))).collect());
        }
        None
    }

    fn started_again(&mut self) {
        self.seen.clear();
    }

    fn fork(&self) -> Option<Outcomes> {
        Some(Outcomes::default())
    }

    fn merge(&mut self, piece: Outcomes) {
        self.seen.extend(piece.seen);
    }
}
