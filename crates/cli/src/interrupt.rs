//! Signals that ask the process to end: Ctrl-C, `kill`, a terminal that is closed.
//!
//! A search stops, and what it has is reported and kept; a second signal ends the process at once, unless it
//! comes with the first: `timeout` sends one to the process and one to its group, and that is one wish.
//! Before a search has begun, and where there is none, the first one does: the compiler that is running is
//! ended, and our folders are removed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use selvedge_driver as driver;

/// The flag of the search that stops by itself, if one has begun.
static SEARCH: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// When the search was asked to stop.
static ASKED: OnceLock<Instant> = OnceLock::new();

/// A signal so soon after the first is a part of it. A user takes longer to press the keys again, or presses
/// them once more.
const TOGETHER: Duration = Duration::from_secs(1);

/// Listens to signals from now on. Where that is impossible they end the process, which is a lesser service
/// and no reason not to check anything.
pub fn listen() {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        // A file that grows over a limit is an error like any other that a write meets.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
        // `nohup` is a wish to go on when the terminal is closed.
        let wanted: &[i32] = if ignores_hangup() { &[SIGINT, SIGTERM] } else { &[SIGINT, SIGTERM, SIGHUP] };
        let Ok(mut signals) = signal_hook::iterator::Signals::new(wanted) else { return };
        let listen = move || signals.forever().for_each(heed);
        let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(listen);
    }
    #[cfg(not(unix))]
    {
        const INTERRUPT: i32 = 2;
        let _ = ctrlc::set_handler(|| heed(INTERRUPT));
    }
}

/// A flag that the first signal sets, from now on, instead of ending the process.
pub fn on_signal() -> Arc<AtomicBool> {
    SEARCH.get_or_init(Arc::default).clone()
}

fn heed(signal: i32) {
    match SEARCH.get() {
        Some(flag) if !flag.swap(true, Ordering::Relaxed) => _ = ASKED.set(Instant::now()),
        Some(_) if ASKED.get().is_some_and(|first| first.elapsed() < TOGETHER) => {}
        _ => {
            driver::abandon();
            // The status a shell gives a process that a signal has ended.
            std::process::exit(128 + signal);
        }
    }
}

/// Whether the process was started with SIGHUP ignored.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    // Signals are counted from one, and this is the first.
    ignored & 1 == 1
}
