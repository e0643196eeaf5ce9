//! Processes: ours, which must clean up behind itself however it ends, and the compilers that it starts.
//!
//! A process that is killed leaves its folders behind. Their names say which process made them, so that a
//! later one can tell that it is gone: a number is used again, but not together with the time when the
//! process was started.

use std::collections::BTreeMap;
use std::io::{Error, Read, Result};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// What tells this process from all others on this system, in letters that a file name may have: its number,
/// when it was started, and in which space of numbers.
pub fn own_mark() -> String {
    let own = std::process::id();
    format!("{own}-{}-{}", start_of(own).unwrap_or(0), space().unwrap_or(0))
}

/// Whether a mark is that of a process that is gone. False if that cannot be known.
pub fn is_gone(mark: &str) -> bool {
    let numbers: Option<Vec<u64>> = mark.split('-').map(|number| number.parse().ok()).collect();
    let (Some([id, start, there]), Some(here)) = (numbers.as_deref(), space()) else { return false };
    let Ok(id) = u32::try_from(*id) else { return false };
    // Other spaces have other processes.
    *there == here && *start != 0 && start_of(std::process::id()).is_some() && start_of(id) != Some(*start)
}

/// When a process was started, in ticks since the system was.
fn start_of(id: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The second field is the name of the program, in brackets, and may have anything in it.
    stat[stat.rfind(')')? + 1..].split_whitespace().nth(19)?.parse().ok()
}

fn space() -> Option<u64> {
    let link = std::fs::read_link("/proc/self/ns/pid").ok()?;
    link.to_str()?.strip_prefix("pid:[")?.strip_suffix(']')?.parse().ok()
}

/// Whether the process is about to end.
static ENDED: AtomicBool = AtomicBool::new(false);

/// The compilers that are running.
static CHILDREN: Mutex<BTreeMap<u64, Child>> = Mutex::new(BTreeMap::new());

fn children() -> MutexGuard<'static, BTreeMap<u64, Child>> {
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// As [`Command::output`]; but [`super::abandon`] ends the process.
pub(super) fn output(command: &mut Command) -> Result<Output> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    children().insert(number, child);
    let (stdout, stderr) = thread::scope(|scope| {
        let stderr = scope.spawn(|| read(err));
        (read(out), stderr.join().unwrap_or_else(|_| Ok(Vec::new())))
    });
    while ENDED.load(Ordering::SeqCst) {
        thread::park();
    }
    let child = children().remove(&number);
    let status = child.ok_or_else(|| Error::other("it is not there"))?.wait()?;
    Ok(Output { status, stdout: stdout?, stderr: stderr? })
}

fn read(pipe: Option<impl Read>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    pipe.map_or(Ok(0), |mut pipe| pipe.read_to_end(&mut bytes))?;
    Ok(bytes)
}

/// Ends the compilers that are running. What comes of them is not reported any more.
pub(super) fn end_children() {
    ENDED.store(true, Ordering::SeqCst);
    for child in children().values_mut() {
        let _ = child.kill();
        let _ = child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gone_is_known() {
        let own = own_mark();
        assert!(!is_gone(&own));
        if let Some(start) = start_of(std::process::id()) {
            assert!(is_gone(&own.replacen(&format!("-{start}-"), &format!("-{}-", start + 1), 1)));
            assert!(is_gone(&own.replacen(&std::process::id().to_string(), "4294967295", 1)));
        }
        for other in ["", "1", "a-b-c", "1-2-3-4", "-1--1--1", "99999999999-1-1"] {
            assert!(!is_gone(other), "{other}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn both_outputs_are_read_whole() {
        let mut command = Command::new("sh");
        let line = "i=0; while [ $i -lt 20000 ]; do echo out; echo err >&2; i=$((i+1)); done; exit 3";
        let done = output(command.args(["-c", line])).expect("a shell");
        assert_eq!((done.stdout.len(), done.stderr.len(), done.status.code()), (80_000, 80_000, Some(3)));
        assert!(output(&mut Command::new("/nonexistent")).is_err());
    }
}
