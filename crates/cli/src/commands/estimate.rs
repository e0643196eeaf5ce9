//! `selvedge estimate`: how many executions there are, and how long a check would take.
//!
//! The guess is [`selvedge_check::forecast`]'s; this is how it is told.

use selvedge_check::{Conclusion, Forecast, Verdict, forecast};
use selvedge_core::{Counts, Model, StopReason};
use selvedge_explore::Within;
use selvedge_models::Visit;
use selvedge_report::{Format, Problem};
use serde_json::json;

use super::check::{self, compiled, litmus};
use crate::amounts::{duration, round};
use crate::exit::Exit;
use crate::eyes::{Checked, Eyes};
use crate::flags::plan::{Plan, When};
use crate::flags::raw;
use crate::input::Kind;
use crate::output::{self, Output};

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
    let forecast = match kind {
        Kind::Litmus => {
            let (mut litmus, _) = litmus::prepare(&plan, output)?;
            plan.model.with(Guess(&mut litmus, &plan))
        }
        Kind::Compiled => {
            let (mut machine, _) = compiled::prepare(&plan, output)?;
            plan.model.with(Guess(&mut machine, &plan))
        }
    };
    Ok(tell(&plan, output, &forecast))
}

/// A guess, waiting for its model.
struct Guess<'a, P>(&'a mut P, &'a Plan);

impl<P: Checked> Visit for Guess<'_, P> {
    type Out = Forecast;

    fn visit<M: Model>(self, model: M) -> Forecast {
        forecast::<P, M, Eyes<'_, '_, P>>(self.0, model, &self.1.options)
    }
}

fn tell(plan: &Plan, output: Output, forecast: &Forecast) -> Exit {
    let model = plan.model.name();
    let (begun, estimate) = match forecast {
        Forecast::Over(verdict) => return over(verdict, model, output),
        Forecast::Guess { begun, estimate } => (begun, estimate),
    };
    let Counts { complete, blocked, .. } = *begun.counts();
    let rate = (complete + blocked).max(1) as f64 / begun.seconds();
    // What has been met already is a lower bound.
    let met = (complete + blocked) as f64;
    let all = estimate.executions().max(met);
    let seconds = all / rate;
    let (low, high) = (estimate.range.0.max(met), estimate.range.1.max(all));
    let blocked = match estimate.blocked / all {
        share if share < 0.01 => String::new(),
        share => format!(", {:.0} % of them blocked", 100.0 * share),
    };
    let text = format!(
        "about {} executions under {model}{blocked}\n  {} to {}, nine times in ten ({} samples in {})\n  a check would take about {} ({:.0} executions per second)\n",
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
        "error": estimate.error, "low": low, "high": high, "samples": estimate.samples, "expected_seconds": seconds,
    });
    say(output, &text, &document, Exit::Done)
}

/// What to say of a check that is over already.
fn over(verdict: &Verdict, model: &str, output: Output) -> Exit {
    if let Some(violation) = verdict.violation() {
        let text = format!("violated: {}\n`selvedge check` shows the execution.\n", violation.message);
        let document = json!({ "schema": 1, "model": model, "violation": violation.message });
        return say(output, &text, &document, Exit::Concluded(Conclusion::Violated));
    }
    if *verdict.stop() != StopReason::Exhausted {
        let text = format!("no estimate: {:?}\n`selvedge check` says more.\n", verdict.stop());
        let document = json!({ "schema": 1, "model": model, "stop": format!("{:?}", verdict.stop()) });
        return say(output, &text, &document, Exit::Concluded(verdict.conclusion()));
    }
    let (Counts { complete, blocked, .. }, seconds) = (*verdict.counts(), verdict.seconds());
    let text = format!("{complete} executions under {model}, {blocked} blocked; a check takes {}\n", duration(seconds));
    let document = json!({
        "schema": 1, "model": model, "exact": true, "complete": complete, "blocked": blocked, "error": 0,
        "samples": 0, "expected_seconds": seconds,
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
