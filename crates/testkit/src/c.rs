//! C programs, compiled and searched: what the tests over `corpus/c` share.

use std::path::{Path, PathBuf};

use selvedge_core::{StopReason, Verdict};
use selvedge_explore::{OnRace, Schedule, Silent};
use selvedge_llvm::driver::{Options, load};
use selvedge_llvm::vm::Machine;
use selvedge_models::Builtin;

use crate::compare::run;

/// The folder of C programs.
pub fn corpus() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c")
}

/// Compiles a program, with the compiler named or else with the first that is found.
pub fn compile(file: &Path, cflags: &str, compiler: Option<&str>) -> Result<Machine, String> {
    let flags = cflags.split_whitespace().filter(|flag| *flag != "-").map(Into::into).collect();
    let options = Options { compiler: compiler.map(Into::into), flags, ..Options::default() };
    let refused = |why: String| format!("{}: {why}", file.display());
    let loaded = load(&[file.to_owned()], &options).map_err(|error| refused(error.to_string()))?;
    Machine::new(loaded.module, "main").map_err(refused)
}

/// Searches a program, again whenever the machine asks for it.
pub fn search(machine: &mut Machine, model: Builtin) -> Verdict {
    machine.start_over();
    loop {
        let verdict = run(machine, model, Schedule::WritesFirst, OnRace::Report, &mut Silent);
        match verdict.stop {
            StopReason::Overlap(first, second) if machine.refine(first, second) => {}
            StopReason::Exhausted if verdict.violation.is_none() && machine.reconsider() => {}
            _ => return verdict,
        }
    }
}
