//! A panic is a bug in Selvedge, and is reported as one: with everything that is needed to reproduce it.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::fmt::Write;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use selvedge_core::Witness;
use selvedge_report::Format;

use crate::exit::Exit;
use crate::output::{self, Output};

/// What the command is doing: enough for somebody else to do it again.
#[derive(Clone, Debug)]
pub struct Task {
    /// How the user wants to be told.
    pub format: Format,
    /// The model's name.
    pub model: &'static str,
    /// A witness without an execution: all that there is to say as long as none has been found.
    pub witness: Witness,
}

static TASK: Mutex<Option<Task>> = Mutex::new(None);
static PANIC: Mutex<Option<String>> = Mutex::new(None);
/// Finished executions so far. The search is deterministic, so this says where it is.
static FINISHED: AtomicU64 = AtomicU64::new(0);

/// Remembers what is being done.
pub fn begin(task: Task) {
    *lock(&TASK) = Some(task);
}

/// Remembers that one more execution is finished.
pub fn progressed() {
    FINISHED.fetch_add(1, Ordering::Relaxed);
}

/// Runs the command; if it panics, reports a bug.
pub fn run(body: impl FnOnce() -> Exit) -> Exit {
    let previous = panic::take_hook();
    panic::set_hook(Box::new(|info| *lock(&PANIC) = Some(describe(info))));
    // Nothing that the body may have left half done is used afterwards.
    let result = panic::catch_unwind(AssertUnwindSafe(body));
    panic::set_hook(previous);
    result.unwrap_or_else(|_| {
        let message = lock(&PANIC).take().unwrap_or_default();
        let task = lock(&TASK).take();
        let line: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
        output::complain(&report(&message, &line.join(" "), task.as_ref()));
        if let Some(document) = task.and_then(|task| Output::internal(task.format, &message, task.model)) {
            let _ = output::print(&document);
        }
        Exit::Internal
    })
}

fn report(message: &str, line: &str, task: Option<&Task>) -> String {
    let mut out = String::from("internal error: this is a bug in Selvedge, not in your program\n");
    let _ = writeln!(out, "  {message}");
    let _ = writeln!(out, "  version: {}", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(out, "  command: {line}");
    let _ = writeln!(out, "Please report it, with the program and the lines below:");
    match task {
        None => out.push_str("  (no program was being checked)\n"),
        Some(task) => {
            // As they are, so that they can be put into a file and replayed.
            let mut witness = task.witness.clone();
            witness.context.push(("finished".to_owned(), FINISHED.load(Ordering::Relaxed).to_string()));
            out.push_str(&witness.to_string());
        }
    }
    out
}

fn describe(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let owned = || payload.downcast_ref::<String>().map(String::as_str);
    let message = payload.downcast_ref::<&str>().copied().or_else(owned).unwrap_or("(no message)");
    let mut out = message.to_owned();
    if let Some(at) = info.location() {
        let _ = write!(out, ", at {}:{}:{}", at.file(), at.line(), at.column());
    }
    let backtrace = Backtrace::capture();
    if backtrace.status() == BacktraceStatus::Captured {
        let _ = write!(out, "\n{backtrace}");
    }
    out
}

/// A panic while one of these is held leaves a value that is still good.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_status_101_and_anything_else_passes() {
        assert_eq!(run(|| Exit::Done), Exit::Done);
        assert_eq!(run(|| panic!("invariant: {}", 1)), Exit::Internal);
    }

    #[test]
    fn the_report_has_what_is_needed_to_reproduce() {
        let task = Task {
            format: Format::Text,
            model: "rc11",
            witness: Witness {
                context: [("word", "x.litmus"), ("model", "rc11")]
                    .map(|(key, text)| (key.into(), text.into()))
                    .to_vec(),
                decisions: None,
            },
        };
        let beginning = format!(
            "\
internal error: this is a bug in Selvedge, not in your program
  boom, at src/x.rs:1:2
  version: {}
  command: selvedge check x.litmus
Please report it, with the program and the lines below:
selvedge-witness 2
word x.litmus
model rc11
finished 0
sealed ",
            env!("CARGO_PKG_VERSION")
        );
        let report = |task| super::report("boom, at src/x.rs:1:2", "selvedge check x.litmus", task);
        let told = report(Some(&task));
        assert!(told.starts_with(&beginning), "{told}");
        // What is printed can be replayed.
        let (_, lines) = told.split_once("below:\n").expect("the lines below");
        let witness = Witness::parse(lines.as_bytes()).expect("a witness");
        assert_eq!((witness.get("word"), &witness.decisions), (Some("x.litmus"), &None));
        assert!(report(None).contains("no program was being checked"));
    }
}
