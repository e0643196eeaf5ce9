//! Whether the core is ours alone.
//!
//! On a virtual machine somebody else's work may run on the other half of the same core. No statistics show
//! it, and a search takes up to twice as long, for milliseconds or for minutes. But it also slows down a
//! piece of work that leaves no unit of the core idle. So that is timed before and after a search: what came
//! in between counts if both were about as fast as ever.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long the work is done again and again to find out how fast it can be.
const CALIBRATION: Duration = Duration::from_millis(700);

/// How often it is done to find out whether nobody else uses the core.
const PROBES: u32 = 12;

/// How much longer it may take in quiet times.
const TOLERANCE: f64 = 1.1;

/// What is known about the machine.
#[derive(Debug)]
pub struct Quiet {
    /// The shortest time that the work has taken.
    shortest: Duration,
}

impl Quiet {
    /// Finds out how fast the work can be.
    pub fn new() -> Quiet {
        let since = Instant::now();
        let mut shortest = work();
        while since.elapsed() < CALIBRATION {
            shortest = shortest.min(work());
        }
        Quiet { shortest }
    }

    /// What another process has found out.
    pub fn told(nanoseconds: u64) -> Quiet {
        Quiet { shortest: Duration::from_nanos(nanoseconds) }
    }

    /// What is to be told.
    pub fn nanoseconds(&self) -> u64 {
        u64::try_from(self.shortest.as_nanos()).unwrap_or(u64::MAX)
    }

    /// Whether nobody else uses the core for a tenth of a millisecond or two.
    pub fn is_now(&mut self) -> bool {
        (0..PROBES).all(|_| {
            let now = work();
            self.shortest = self.shortest.min(now);
            now < self.shortest.mul_f64(TOLERANCE)
        })
    }

    /// Waits until nobody does, but not for longer than this, and without sleeping: whoever sleeps lets
    /// others in.
    pub fn wait(&mut self, until: Instant) {
        while Instant::now() < until && !self.is_now() {}
    }
}

/// How long some ten thousand operations take that need not wait for each other.
fn work() -> Duration {
    const ROUNDS: u64 = 4_000;
    let started = Instant::now();
    let mut words = [1_u64; 16];
    for round in 0..ROUNDS {
        for word in &mut words {
            *word = word.rotate_left(5) ^ round;
        }
    }
    black_box(words);
    started.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The work is really done, and now and then takes about as long as it ever did.
    #[test]
    fn work_takes_time() {
        let quiet = Quiet::new();
        assert!(quiet.nanoseconds() > 500);
        assert!((0..1_000).any(|_| work() < quiet.shortest * 3));
    }

    /// A machine that is never quiet is not waited for any longer than was said.
    #[test]
    fn patience_ends() {
        let mut quiet = Quiet::told(0);
        assert!(!quiet.is_now());
        let since = Instant::now();
        quiet.wait(since + Duration::from_millis(20));
        assert!((20..2_000).contains(&since.elapsed().as_millis()));
    }
}
