//! Ctrl-C asks the search to stop and to report what it has; a second one ends the process at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The status a shell gives a process that SIGINT ended.
const INTERRUPTED: i32 = 130;

/// A flag that Ctrl-C sets from now on.
pub fn on_ctrl_c() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let handler = {
        let flag = Arc::clone(&flag);
        move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
        }
    };
    // Without a handler Ctrl-C ends the process, which is a lesser service and no reason not to check anything.
    let _ = ctrlc::set_handler(handler);
    flag
}
