//! One line on the terminal while a long search runs.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use selvedge_core::Counts;

const QUIET: Duration = Duration::from_secs(1);
const INTERVAL: Duration = Duration::from_millis(200);
const ERASE: &str = "\r\u{1b}[2K";

/// The line. It appears after a second, and only if standard error is a terminal.
pub struct Progress {
    started: Instant,
    shown: Option<Instant>,
    enabled: bool,
}

impl Progress {
    /// Starts the clock. Nothing is ever shown unless `wanted`.
    pub fn new(wanted: bool) -> Progress {
        let capable = stderr().is_terminal() && std::env::var_os("TERM").is_some_and(|term| term != "dumb");
        Progress { started: Instant::now(), shown: None, enabled: wanted && capable }
    }

    /// Shows the counts, and how much lies behind, unless it has just done so.
    pub fn show(&mut self, counts: &Counts, fraction: f64) {
        if !self.enabled {
            return;
        }
        let now = Instant::now();
        let elapsed = now - self.started;
        if elapsed < QUIET || self.shown.is_some_and(|shown| now - shown < INTERVAL) {
            return;
        }
        self.shown = Some(now);
        // A terminal that cannot be written to is no reason to stop checking.
        let _ = write!(stderr(), "{ERASE}{}", line(counts, fraction, elapsed));
        let _ = stderr().flush();
    }

    /// Erases the line.
    pub fn clear(&mut self) {
        if self.shown.take().is_some() {
            let _ = write!(stderr(), "{ERASE}");
            let _ = stderr().flush();
        }
    }
}

/// A panic must not leave the line in the way of its report.
impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

fn line(counts: &Counts, fraction: f64, elapsed: Duration) -> String {
    let rate = (counts.complete + counts.blocked) as f64 / elapsed.as_secs_f64();
    format!(
        "{} executions, {} blocked, {rate:.0}/s, {} s, {} (Ctrl-C to stop and report)",
        counts.complete,
        counts.blocked,
        elapsed.as_secs(),
        share(fraction)
    )
}

/// How much lies behind. It is a guess, so more than two digits would promise too much.
fn share(fraction: f64) -> String {
    match fraction * 100.0 {
        percent if percent < 0.01 => "less than 0.01 %".to_owned(),
        percent if percent < 1.0 => format!("about {percent:.2} %"),
        percent => format!("about {percent:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_much_and_how_fast() {
        let counts = Counts { complete: 300, blocked: 100, ..Counts::default() };
        assert_eq!(
            line(&counts, 0.25, Duration::from_millis(2500)),
            "300 executions, 100 blocked, 160/s, 2 s, about 25 % (Ctrl-C to stop and report)"
        );
        assert_eq!(share(0.0), "less than 0.01 %");
        assert_eq!(share(0.0034), "about 0.34 %");
    }
}
