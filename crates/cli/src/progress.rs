//! How a long search is getting on: a line on the terminal, or documents for programs
//! (`docs/schema/progress-1.json`).
//!
//! The time that is left is guessed from the number of executions that samples say lie ahead, which is
//! corrected by what the search has met so far ([`Estimate::in_all`]); without samples, from the part of the
//! search that lies behind.
//!
//! The line fits the terminal: what is worth least is left out, and nothing wraps.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use selvedge_core::Counts;
use selvedge_explore::{Checkpoint, Estimate};
use selvedge_report::Executions;
use serde_json::json;

use crate::amounts::{duration, round, short};
use crate::flags::plan::{Plan, Telling};
use crate::output::{Output, terminal_width};

const QUIET: Duration = Duration::from_secs(1);
/// How often the line changes.
const BLINK: Duration = Duration::from_millis(200);
/// How often a document is written.
const INTERVAL: Duration = Duration::from_millis(500);
const ERASE: &str = "\r\u{1b}[2K";
/// A terminal that has become narrower cuts the line off instead of wrapping it.
const NO_WRAP: (&str, &str) = ("\u{1b}[?7l", "\u{1b}[?7h");
/// How wide a terminal is that does not say.
const ORDINARY: usize = 80;

/// Where progress goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sink {
    Nowhere,
    Terminal,
    Documents,
}

/// The progress of a check.
pub struct Progress {
    started: Instant,
    shown: Option<Instant>,
    sink: Sink,
    estimates: bool,
    tells_estimate: bool,
    /// What had been done before this command.
    before: (u64, Duration),
    counts: Counts,
    fraction: f64,
    /// About how many executions there are.
    expected: Option<Estimate>,
    /// How many characters fit on a line.
    room: usize,
}

impl Progress {
    /// Shows nothing.
    pub fn none() -> Progress {
        Progress {
            started: Instant::now(),
            shown: None,
            sink: Sink::Nowhere,
            estimates: false,
            tells_estimate: false,
            before: (0, Duration::ZERO),
            counts: Counts::default(),
            fraction: 0.0,
            expected: None,
            room: ORDINARY - 1,
        }
    }

    /// Starts the clock.
    pub fn new(plan: &Plan, output: Output) -> Progress {
        let capable = stderr().is_terminal() && std::env::var_os("TERM").is_some_and(|term| term != "dumb");
        let prints = plan.print_executions && output.format.executions() == Executions::Before;
        let sink = match plan.progress {
            Telling::Json => Sink::Documents,
            Telling::Line if capable && !prints => Sink::Terminal,
            Telling::Line | Telling::Never => Sink::Nowhere,
        };
        let mut progress = Progress::none();
        progress.sink = sink;
        progress.estimates = plan.estimate || sink != Sink::Nowhere;
        progress.tells_estimate = plan.estimate && sink != Sink::Documents;
        if let Some(width) = terminal_width().filter(|_| sink == Sink::Terminal) {
            // The last column stays free: some terminals wrap when it is written to.
            progress.room = width.max(2) - 1;
        }
        progress
    }

    /// The search goes on where another one has stopped.
    pub fn take_up(&mut self, checkpoint: &Checkpoint) {
        let Counts { complete, blocked, .. } = checkpoint.counts;
        self.before = (complete + blocked, Duration::from_secs_f64(checkpoint.seconds));
    }

    /// Whether anybody wants to know how many executions there are.
    pub fn estimates(&self) -> bool {
        self.estimates
    }

    /// Samples say that there are about so many executions.
    pub fn expect(&mut self, estimate: &Estimate) {
        self.expected = Some(estimate.clone());
        let left = self.left();
        let (low, high) = estimate.range;
        if self.sink == Sink::Documents {
            self.write(json!({
                "schema": 1, "kind": "estimate", "complete": estimate.complete, "blocked": estimate.blocked,
                "error": finite(estimate.error), "low": finite(low), "high": finite(high), "samples": estimate.samples, "seconds_left": left.and_then(finite),
            }));
        }
        if self.tells_estimate {
            self.clear();
            let left = left.map_or(String::new(), |left| format!(", {} to go", duration(left)));
            let range = format!("{} to {}", round(low), round(high));
            let _ = writeln!(stderr(), "about {} executions ({range}){left}", round(estimate.executions()));
        }
    }

    /// Shows the counts, and how much lies behind, unless it has just done so.
    pub fn show(&mut self, counts: &Counts, fraction: f64) {
        self.counts = *counts;
        self.fraction = self.fraction.max(fraction);
        let (interval, quiet) = match self.sink {
            Sink::Nowhere => return,
            Sink::Terminal => (BLINK, QUIET),
            Sink::Documents => (INTERVAL, INTERVAL),
        };
        let now = Instant::now();
        if now - self.started < quiet || self.shown.is_some_and(|shown| now - shown < interval) {
            return;
        }
        self.shown = Some(now);
        match self.sink {
            Sink::Documents => self.write(self.document("progress", now - self.started)),
            // A terminal that cannot be written to is no reason to stop checking.
            Sink::Terminal | Sink::Nowhere => {
                _ = write!(stderr(), "{ERASE}{}{}{}", NO_WRAP.0, self.line(now - self.started), NO_WRAP.1);
            }
        }
        let _ = stderr().flush();
    }

    /// The check is over: erases the line, or writes the last document.
    pub fn done(&mut self) {
        self.clear();
        if self.sink == Sink::Documents {
            self.write(self.document("end", self.started.elapsed()));
            self.sink = Sink::Nowhere;
        }
    }

    fn clear(&mut self) {
        if self.sink == Sink::Terminal && self.shown.take().is_some() {
            let _ = write!(stderr(), "{ERASE}");
            let _ = stderr().flush();
        }
    }

    fn write(&self, document: serde_json::Value) {
        let _ = writeln!(stderr(), "{document}");
    }

    fn executions(&self) -> f64 {
        (self.counts.complete + self.counts.blocked) as f64
    }

    /// Executions per second.
    fn rate(&self, elapsed: Duration) -> f64 {
        let met = (self.counts.complete + self.counts.blocked).saturating_sub(self.before.0);
        met as f64 / elapsed.as_secs_f64().max(1e-3)
    }

    /// About how many seconds are left.
    fn left(&self) -> Option<f64> {
        self.left_after(self.started.elapsed())
    }

    fn left_after(&self, elapsed: Duration) -> Option<f64> {
        let more = match self.in_all() {
            Some(all) => (all - self.executions()) / self.rate(elapsed),
            None => {
                let all = (elapsed + self.before.1).as_secs_f64();
                Some(self.fraction).filter(|behind| *behind > 1e-6).map(|behind| all * (1.0 - behind) / behind)?
            }
        };
        Some(more).filter(|left| left.is_finite())
    }

    /// About how many executions there are in all.
    fn in_all(&self) -> Option<f64> {
        self.expected.as_ref().map(|expected| expected.in_all(self.executions(), self.fraction))
    }

    /// What fits, the more important things first.
    fn line(&self, elapsed: Duration) -> String {
        let of = self.in_all().map_or(String::new(), |all| format!(" of about {}", short(all)));
        let counted = format!("{}{of} executions", short(self.executions()));
        // As they stand on the line, and how important they are.
        let mut parts = vec![
            (counted, 0),
            (format!("{} blocked", short(self.counts.blocked as f64)), 6),
            (format!("{}/s", short(self.rate(elapsed))), 3),
            (format!("{} s", (elapsed + self.before.1).as_secs()), 2),
            (share(self.fraction), 4),
        ];
        parts.extend(self.left_after(elapsed).map(|left| (format!("{} left", duration(left)), 1)));
        let stops = " (Ctrl-C stops)";
        loop {
            let texts: Vec<&str> = parts.iter().map(|(text, _)| text.as_str()).collect();
            let line = texts.join(", ");
            let length = line.chars().count();
            if length + stops.len() <= self.room {
                return line + stops;
            }
            let least = parts.iter().map(|(_, rank)| *rank).max().unwrap_or(0);
            // How to stop it matters more than details.
            if least == 0 || (least < 4 && length <= self.room) {
                return line.chars().take(self.room).collect();
            }
            parts.retain(|(_, rank)| *rank < least);
        }
    }

    fn document(&self, kind: &str, elapsed: Duration) -> serde_json::Value {
        json!({
            "schema": 1, "kind": kind, "complete": self.counts.complete, "blocked": self.counts.blocked,
            "per_second": self.rate(elapsed), "seconds": (elapsed + self.before.1).as_secs_f64(),
            "fraction": self.fraction, "seconds_left": self.left_after(elapsed).and_then(finite),
        })
    }
}

/// A panic must not leave the line in the way of its report.
impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// JSON has no other numbers.
fn finite(number: f64) -> Option<f64> {
    Some(number).filter(|number| number.is_finite())
}

/// How much lies behind. It is a guess, so more than two digits would promise too much.
fn share(fraction: f64) -> String {
    match fraction * 100.0 {
        percent if percent < 0.01 => "less than 0.01 %".to_owned(),
        percent if percent < 1.0 => format!("about {percent:.2} %"),
        // It is not over before it is over.
        percent => format!("about {:.0} %", percent.min(99.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Progress {
        let counts = Counts { complete: 300, blocked: 100, ..Counts::default() };
        let mut progress = Progress::none();
        progress.counts = counts;
        progress
    }

    #[test]
    fn the_line_says_how_much_and_how_fast() {
        let after = Duration::from_millis(2500);
        let mut progress = example();
        assert_eq!(progress.line(after), "400 executions, 100 blocked, 160/s, 2 s, less than 0.01 % (Ctrl-C stops)");
        // A tenth took 2.5 s.
        progress.fraction = 0.1;
        assert_eq!(
            progress.line(after),
            "400 executions, 100 blocked, 160/s, 2 s, about 10 %, 22.5 s left (Ctrl-C stops)"
        );
        assert_eq!(share(0.0034), "about 0.34 %");
        assert_eq!(share(0.9999), "about 99 %");
    }

    #[test]
    fn the_line_fits_every_terminal() {
        let counts = Counts { complete: 123_456_789, blocked: 98_765_432, ..Counts::default() };
        let mut progress = example();
        (progress.counts, progress.fraction) = (counts, 0.000_12);
        for room in 1..200 {
            progress.room = room;
            let line = progress.line(Duration::from_secs(54_321));
            assert!(line.chars().count() <= room, "{room}: {line}");
            assert!(room < 40 || line.starts_with("222 million executions, "), "{line}");
        }
        progress.room = 79;
        let line = progress.line(Duration::from_secs(54_321));
        assert_eq!(line, "222 million executions, 4,091/s, 54321 s, 14 years left (Ctrl-C stops)");
    }

    #[test]
    fn what_was_done_before_counts_but_is_not_speed() {
        let checkpoint = {
            let facts = [("path", ""), ("seconds", "7.5"), ("count", "complete 200")];
            Checkpoint::from_facts(facts.into_iter()).expect("a checkpoint")
        };
        let mut progress = example();
        progress.take_up(&checkpoint);
        assert_eq!(
            progress.line(Duration::from_millis(2500)),
            "400 executions, 100 blocked, 80/s, 10 s, less than 0.01 % (Ctrl-C stops)"
        );
    }
}
