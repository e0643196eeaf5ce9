//! How a long search is getting on: a line on the terminal, or documents for programs (`docs/schema/progress-1.json`).
//!
//! The time that is left is guessed in two ways: from the part of the search that lies behind, and from the number of
//! executions that samples say there are. Both err by factors, so what is shown is a geometric mean. The first is worth more
//! the more lies behind, and that is its weight.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use selvedge_core::Counts;
use selvedge_explore::{Checkpoint, Estimate};
use serde_json::json;

use crate::amounts::{duration, round};
use crate::flags::plan::{Format, Plan, Telling};
use crate::output::Output;

const QUIET: Duration = Duration::from_secs(1);
/// How often the line changes.
const BLINK: Duration = Duration::from_millis(200);
/// How often a document is written.
const INTERVAL: Duration = Duration::from_millis(500);
const ERASE: &str = "\r\u{1b}[2K";

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
    expected: Option<f64>,
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
        }
    }

    /// Starts the clock.
    pub fn new(plan: &Plan, output: Output) -> Progress {
        let capable = stderr().is_terminal() && std::env::var_os("TERM").is_some_and(|term| term != "dumb");
        let prints = plan.print_executions && matches!(output.format, Format::Text | Format::Github);
        let sink = match plan.progress {
            Telling::Json => Sink::Documents,
            Telling::Line if capable && !prints => Sink::Terminal,
            Telling::Line | Telling::Never => Sink::Nowhere,
        };
        Progress {
            sink,
            estimates: plan.estimate || sink != Sink::Nowhere,
            tells_estimate: plan.estimate && sink != Sink::Documents,
            ..Progress::none()
        }
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
        self.expected = Some(estimate.executions());
        let left = self.left();
        if self.sink == Sink::Documents {
            self.write(json!({
                "schema": 1, "kind": "estimate", "complete": estimate.complete, "blocked": estimate.blocked,
                "error": finite(estimate.error), "samples": estimate.samples, "seconds_left": left.and_then(finite),
            }));
        }
        if self.tells_estimate {
            self.clear();
            let left = left.map_or(String::new(), |left| format!(", {} to go", duration(left)));
            let _ = writeln!(stderr(), "about {} executions{left}", round(estimate.executions()));
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
            Sink::Terminal | Sink::Nowhere => _ = write!(stderr(), "{ERASE}{}", self.line(now - self.started)),
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
        let all = (elapsed + self.before.1).as_secs_f64();
        let weight = self.fraction;
        let by_part = (weight > 1e-6).then(|| all * (1.0 - weight) / weight);
        let more = self.expected.map(|expected| expected - self.executions());
        let by_number = more.filter(|more| *more > 0.0).map(|more| more / self.rate(elapsed));
        match (by_part, by_number.filter(|left| left.is_finite())) {
            (Some(part), Some(number)) => Some(part.powf(weight) * number.powf(1.0 - weight)),
            (part, number) => part.or(number),
        }
    }

    fn line(&self, elapsed: Duration) -> String {
        let left = self.left_after(elapsed).map_or(String::new(), |left| format!(", {} left", duration(left)));
        format!(
            "{} executions, {} blocked, {:.0}/s, {} s, {}{left} (Ctrl-C stops)",
            self.counts.complete,
            self.counts.blocked,
            self.rate(elapsed),
            (elapsed + self.before.1).as_secs(),
            share(self.fraction)
        )
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
        Progress { counts, ..Progress::none() }
    }

    #[test]
    fn the_line_says_how_much_and_how_fast() {
        let after = Duration::from_millis(2500);
        let mut progress = example();
        assert_eq!(progress.line(after), "300 executions, 100 blocked, 160/s, 2 s, less than 0.01 % (Ctrl-C stops)");
        // A tenth took 2.5 s.
        progress.fraction = 0.1;
        assert_eq!(
            progress.line(after),
            "300 executions, 100 blocked, 160/s, 2 s, about 10 %, 22.5 s left (Ctrl-C stops)"
        );
        // The fraction says 22.5 s; 1,600 more executions at 160 per second say 10 s. 22.5^0.1 * 10^0.9 = 10.8.
        progress.expected = Some(2000.0);
        assert_eq!(progress.left_after(after).map(|left| (left * 10.0).round()), Some(108.0));
        // There are more than samples said: only the fraction counts.
        progress.expected = Some(300.0);
        assert_eq!(progress.left_after(after), Some(22.5));
        assert_eq!(share(0.0034), "about 0.34 %");
        assert_eq!(share(0.9999), "about 99 %");
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
            "300 executions, 100 blocked, 80/s, 10 s, less than 0.01 % (Ctrl-C stops)"
        );
    }
}
