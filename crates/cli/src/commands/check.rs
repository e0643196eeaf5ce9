//! `selvedge check`: read the program, search, report.
//!
//! What kind of program it is decides the rest: [`litmus`] tests have final states to count, [`compiled`] programs a
//! compiler to run first.

pub(super) mod compiled;
pub(super) mod deliver;
mod explain;
pub(super) mod litmus;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use selvedge_core::{Reduction, StopReason, Verdict};
use selvedge_explore::OnRace;
use selvedge_models::Visit;
use selvedge_models::simplify::Simpler;

use crate::exit::Exit;
use crate::flags::plan::{self, Format, Plan, When};
use crate::flags::raw;
use crate::guard::{self, Task};
use crate::input::{self, Kind};
use crate::interrupt;
use crate::model;
use crate::output::{self, Output};
use crate::witness::{self, Identity};

/// Runs the command.
pub fn run(raw: &raw::Check) -> Exit {
    check(raw).unwrap_or_else(|refused| refused)
}

/// The whole check. An error is one that the user has been told.
fn check(raw: &raw::Check) -> Result<Exit, Exit> {
    let (plan, kind, output) = understand(raw)?;
    match kind {
        Kind::Litmus => litmus::check(plan, output),
        Kind::Compiled => compiled::check(plan, output),
    }
}

/// Understands what was typed.
pub(super) fn understand(raw: &raw::Check) -> Result<(Plan, Kind, Output), Exit> {
    let usage = Output::new(Format::Text, When::Auto);
    let (format, when) = plan::format(raw).map_err(|problem| usage.refuse(&[problem], None))?;
    let output = Output::new(format, when);
    let files: Vec<String> = raw.files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
    let words = std::env::args_os().skip(2).map(|word| word.to_string_lossy().into_owned());
    let options = words.filter(|word| !files.contains(word)).collect();
    output::remember_subject(files, options);
    let named = plan::model(&raw.model).map_err(|problem| output.refuse(&[problem], None))?;
    let model = model::load(named, output)?;
    let plan = Plan::new(raw, model).map_err(|problem| output.refuse(&[problem], None))?;
    let kind = input::kind(&plan).map_err(|problem| output.refuse(&[problem], Some(plan.model.name())))?;
    Ok((plan, kind, output))
}

/// Gets ready for a search: Ctrl-C stops it, and should it panic, the report says what was being searched.
fn begin(plan: &mut Plan, identity: &Identity, output: Output) -> Arc<AtomicBool> {
    let interrupt = interrupt::on_ctrl_c();
    plan.options.interrupt = Some(interrupt.clone());
    guard::begin(Task {
        format: output.format,
        model: plan.model.name(),
        witness: witness::begun(plan, identity).to_string(),
    });
    interrupt
}

/// A search under a simpler model that suits the program, if there is one ([`selvedge_models::simplify`]).
fn attempt<S: Visit<Out = Verdict>>(simpler: Simpler, search: S) -> Option<Verdict> {
    // What the simpler model does not say, the model itself may.
    let mut verdict = simpler.attempt(search).filter(|verdict| !matches!(verdict.stop, StopReason::Unsupported(_)))?;
    verdict.reductions.push(match simpler {
        Simpler::Sc => Reduction::AsSc,
        Simpler::Ra => Reduction::AsRa,
    });
    Some(verdict)
}

/// The limits of the search, for the record.
fn limits(plan: &Plan) -> Vec<(&'static str, Option<u64>)> {
    let limits = &plan.options.limits;
    vec![
        ("seconds", limits.time.map(|time| time.as_secs())),
        ("executions", limits.executions),
        ("events", Some(limits.graph_size as u64)),
        ("bytes", Some(limits.memory as u64)),
    ]
}

fn races_note(plan: &Plan) -> Option<String> {
    match plan.options.on_race {
        OnRace::Report => None,
        OnRace::Ignore if !plan.model.finds_races() => {
            Some("data races were not looked for: the model does not say what one is".to_owned())
        }
        OnRace::Ignore => Some("data races were not looked for (--no-race-detection)".to_owned()),
    }
}
