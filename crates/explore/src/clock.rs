//! Where a search takes the time from.
//!
//! Limits on time, progress and estimates need a clock. It is an option, so that tests can set it, and so
//! that a search runs where there is none, as in WebAssembly.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A clock: how much time has passed since some moment, the same for all copies of it.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The system's, and the moment from which it counts.
    System(Instant),
    /// Somebody sets it, in nanoseconds. It stands still where nobody does.
    Set(Arc<AtomicU64>),
}

impl Clock {
    /// The time.
    #[inline]
    pub fn now(&self) -> Duration {
        match self {
            Clock::System(began) => began.elapsed(),
            Clock::Set(nanoseconds) => Duration::from_nanos(nanoseconds.load(Ordering::Relaxed)),
        }
    }
}

/// The system's clock; one that stands still where the system has none.
impl Default for Clock {
    fn default() -> Clock {
        if cfg!(all(target_family = "wasm", target_os = "unknown")) {
            Clock::Set(Arc::default())
        } else {
            Clock::System(Instant::now())
        }
    }
}
