//! `selvedge check`: read the program, search, report.
//!
//! What kind of program it is decides the rest: [`litmus`] tests have final states to count, [`compiled`]
//! programs a compiler to run first.

pub(super) mod compiled;
pub(super) mod deliver;
mod explain;
pub(super) mod litmus;
mod search;

use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use selvedge_check::Verdict;
use selvedge_core::{Program, Property};
use selvedge_explore::{Liveness, OnRace, Options};
use selvedge_report::{Format, Other, Problem, Story};

use crate::checkpoint::{self, Saved};
use crate::exit::Exit;
use crate::flags::plan::{self, Keep, Plan, When};
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
    let Some(file) = &raw.resume else {
        let raw = &raw.with_property_read().map_err(|problem| output.refuse(&[problem], None))?;
        return understand_words(raw, std::env::args_os().skip(2).collect(), output);
    };
    let saved = Saved::read(file).map_err(|problem| output.refuse(&[problem], None))?;
    let (raw, words) = saved.command(raw).map_err(|problem| output.refuse(&[problem], None))?;
    let (format, when) = plan::format(&raw).map_err(|problem| output.refuse(&[problem], None))?;
    let (mut plan, kind, output) = understand_words(&raw, words, Output::new(format, when))?;
    if raw.checkpoint.is_none() {
        plan.checkpoint = Keep::In(file.clone());
    }
    plan.resume = Some(saved);
    Ok((plan, kind, output))
}

fn understand_words(raw: &raw::Check, words: Vec<OsString>, output: Output) -> Result<(Plan, Kind, Output), Exit> {
    let files: Vec<String> = raw.files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
    let options = words.into_iter().map(|word| word.to_string_lossy().into_owned());
    let options = options.filter(|word| !files.contains(word)).collect();
    output::remember_subject(files, options);
    let named = plan::model(&raw.model).map_err(|problem| output.refuse(&[problem], None))?;
    let model = model::load(named, output)?;
    let mut plan = Plan::new(raw, model).map_err(|problem| output.refuse(&[problem], None))?;
    plan.conditions = checkpoint::conditions(&plan);
    let kind = input::kind(&plan).map_err(|problem| output.refuse(&[problem], Some(plan.model.name())))?;
    Ok((plan, kind, output))
}

/// Gets ready for a search: a signal stops it, and should it panic, the report says what was being searched.
fn begin(plan: &mut Plan, identity: &Identity, output: Output) -> Arc<AtomicBool> {
    let interrupt = interrupt::on_signal();
    plan.options.interrupt = Some(interrupt.clone());
    guard::begin(Task { format: output.format, model: plan.model.name(), witness: witness::begun(plan, identity) });
    interrupt
}

/// Says that a search does not go on where it should.
fn misfit(from: Option<&Saved>, why: &str, output: Output) -> Exit {
    let problem = match from {
        Some(saved) => saved.refuse(&format!("the program does not come to where the search was: {why}")),
        // Only a search that goes on can go astray.
        None => Problem::input(why.to_owned()),
    };
    output.refuse(&[problem], None)
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

/// The violations that were found after the first, each with its story and its witness, and what the user
/// should know of those.
fn others<'v>(
    program: &impl Program,
    verdict: &'v Verdict,
    plan: &Plan,
    identity: &Identity,
) -> (Vec<Other<'v>>, Vec<String>) {
    let mut notes = Vec::new();
    let found = verdict.violations().enumerate().skip(1);
    let other = |(index, violation)| {
        let kept = witness::keep(plan, identity, violation, index + 1);
        notes.extend(kept.note.filter(|_| kept.file.is_none()));
        Other { violation, story: Story::of(program, violation), witness: kept.file }
    };
    (found.map(other).collect(), notes)
}

/// What a report calls this, if it was looked for.
fn looked_for(plan: &Plan, property: Property) -> Option<&'static str> {
    let Options { on_race, liveness, properties, .. } = &plan.options;
    let (is_on, name) = match property {
        Property::Race => (*on_race == OnRace::Report && properties.has(property), "data races"),
        Property::Liveness => (*liveness == Liveness::Check, "loops without end"),
        Property::Assertion => (properties.has(property), "assertions"),
        Property::Memory => (properties.has(property), "memory errors"),
        Property::Deadlock => (properties.has(property), "deadlocks"),
        Property::Leak => (properties.has(property), "memory leaks"),
        // Nobody wonders about them who has chosen nothing.
        Property::Abort => (properties.has(property) && chooses(plan), "aborts"),
        Property::Undefined => (properties.has(property) && chooses(plan), "undefined behaviour"),
    };
    is_on.then_some(name)
}

/// Whether the user has said what to look for.
fn chooses(plan: &Plan) -> bool {
    says(plan, "--check=") || says(plan, "--asked=")
}

/// Whether such a word was typed, or comes from a property file.
fn says(plan: &Plan, start: &str) -> bool {
    plan.recorded.iter().any(|word| word.to_string_lossy().starts_with(start))
}

fn races_note(plan: &Plan) -> Option<String> {
    match plan.options.on_race {
        OnRace::Report if plan.options.properties.has(Property::Race) => None,
        OnRace::Report => Some("data races were not looked for (--check)".to_owned()),
        OnRace::Ignore if !plan.model.defines_races() => {
            Some("data races were not looked for: the model does not say what one is".to_owned())
        }
        OnRace::Ignore if says(plan, "--asked=") => Some(
            "data races were not looked for (--property): plain accesses count as relaxed ones, and race with nothing"
                .to_owned(),
        ),
        OnRace::Ignore => Some("data races were not looked for (--no-race-detection)".to_owned()),
    }
}
