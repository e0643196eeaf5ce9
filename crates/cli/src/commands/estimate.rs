//! `selvedge estimate`: how many executions there are, and how long a check would take.
//!
//! The number is guessed from samples ([`selvedge_explore::estimate`]). The time is that number times what an execution takes at
//! the beginning of a search. If the search ends before it has gone on for long, there is nothing to guess.

use std::time::Duration;

use selvedge_core::{Conclusion, Counts, Model, StopReason, Verdict};
use selvedge_explore::{Estimate, Options, Samples, Within, estimate, explore};
use selvedge_models::Visit;
use selvedge_report::Problem;
use serde_json::json;

use super::check::{self, compiled, litmus};
use crate::amounts::{duration, round};
use crate::exit::Exit;
use crate::eyes::{Checked, Eyes};
use crate::flags::plan::{Format, Plan, When};
use crate::flags::raw;
use crate::input::Kind;
use crate::output::{self, Output};

/// How long a search may go on to find out what an execution takes.
const TRIAL: Duration = Duration::from_millis(300);

/// Runs the command.
pub fn run(raw: &raw::Check) -> Exit {
    guess(raw).unwrap_or_else(|refused| refused)
}

fn guess(raw: &raw::Check) -> Result<Exit, Exit> {
    if raw.resume.is_some() {
        let problem = Problem::input("an estimate is of a whole program, and not of what is left");
        return Err(Output::new(Format::Text, When::Auto).refuse(&[problem.with_help("leave out `--resume`")], None));
    }
    let (plan, kind, output) = check::understand(raw)?;
    if plan.options.within != Within::Everything {
        let problem = Problem::input("an estimate is about all executions, and not about some");
        let help = "leave out `--context-bound`, `--round-bound` and `--sample`";
        return Err(output.refuse(&[problem.with_help(help)], Some(plan.model.name())));
    }
    let (begun, guessed) = match kind {
        Kind::Litmus => {
            let (litmus, _) = litmus::prepare(&plan, output)?;
            (plan.model.with(Begin(&litmus, &plan)), plan.model.with(Sample(&litmus, &plan)))
        }
        Kind::Compiled => {
            let (mut machine, _) = compiled::prepare(&plan, output)?;
            loop {
                let begun = plan.model.with(Begin(&machine, &plan));
                match begun.stop {
                    StopReason::Overlap(first, second) if machine.refine(first, second) => continue,
                    _ => {}
                }
                match plan.model.with(Sample(&machine, &plan)) {
                    Err(verdict) => match verdict.stop {
                        StopReason::Overlap(first, second) if machine.refine(first, second) => {}
                        _ => break (begun, Err(verdict)),
                    },
                    guessed => break (begun, guessed),
                }
            }
        }
    };
    Ok(tell(&plan, output, &begun, guessed))
}

/// The beginning of a search, waiting for its model.
struct Begin<'a, P>(&'a P, &'a Plan);

impl<P: Checked> Visit for Begin<'_, P> {
    type Out = Verdict;

    fn visit<M: Model>(self, model: M) -> Verdict {
        let mut options: Options = self.1.options.clone();
        options.limits.time = Some(TRIAL);
        explore(self.0, model, &options, &mut Eyes::Shut)
    }
}

/// Samples, waiting for their model.
struct Sample<'a, P>(&'a P, &'a Plan);

impl<P: Checked> Visit for Sample<'_, P> {
    type Out = Result<Estimate, Box<Verdict>>;

    fn visit<M: Model>(self, model: M) -> Self::Out {
        estimate(self.0, model, &self.1.options, &mut Eyes::Shut, Samples::default())
    }
}

fn tell(plan: &Plan, output: Output, begun: &Verdict, guessed: Result<Estimate, Box<Verdict>>) -> Exit {
    let model = plan.model.name();
    let violation = begun.violation.as_ref().or(match &guessed {
        Err(verdict) => verdict.violation.as_ref(),
        Ok(_) => None,
    });
    if let Some(violation) = violation {
        let text = format!("violated: {}\n`selvedge check` shows the execution.\n", violation.message);
        let document = json!({ "schema": 1, "model": model, "violation": violation.message });
        return say(output, &text, &document, Exit::Concluded(Conclusion::Violated));
    }
    let Counts { complete, blocked, .. } = begun.counts;
    if begun.stop == StopReason::Exhausted {
        let text = format!(
            "{complete} executions under {model}, {blocked} blocked; a check takes {}\n",
            duration(begun.seconds)
        );
        let document = json!({
            "schema": 1, "model": model, "exact": true, "complete": complete, "blocked": blocked, "error": 0,
            "samples": 0, "expected_seconds": begun.seconds,
        });
        return say(output, &text, &document, Exit::Done);
    }
    let estimate = match guessed {
        Ok(estimate) => estimate,
        Err(verdict) => {
            let text = format!("no estimate: {:?}\n`selvedge check` says more.\n", verdict.stop);
            let document = json!({ "schema": 1, "model": model, "stop": format!("{:?}", verdict.stop) });
            return say(output, &text, &document, Exit::Concluded(verdict.conclusion()));
        }
    };
    let rate = (complete + blocked).max(1) as f64 / begun.seconds;
    // What has been met already is a lower bound.
    let met = (complete + blocked) as f64;
    let all = estimate.executions().max(met);
    let seconds = all / rate;
    let (low, high) = ((all - 2.0 * estimate.error).max(met), all + 2.0 * estimate.error);
    let blocked = match estimate.blocked / all {
        share if share < 0.01 => String::new(),
        share => format!(", {:.0} % of them blocked", 100.0 * share),
    };
    let text = format!(
        "about {} executions under {model}{blocked}\n  samples say {} to {} ({} of them, {})\n  a check would take about {} ({:.0} executions per second)\n",
        round(all),
        round(low),
        round(high),
        estimate.samples,
        duration(estimate.seconds),
        duration(seconds),
        rate,
    );
    let document = json!({
        "schema": 1, "model": model, "exact": false, "complete": estimate.complete, "blocked": estimate.blocked,
        "error": estimate.error, "samples": estimate.samples, "expected_seconds": seconds,
    });
    say(output, &text, &document, Exit::Done)
}

fn say(output: Output, text: &str, document: &serde_json::Value, exit: Exit) -> Exit {
    let text = match output.format {
        Format::Text => text.to_owned(),
        _ => format!("{document:#}\n"),
    };
    // Nobody to tell is no reason to fail.
    let _ = output::print(&text);
    exit
}
