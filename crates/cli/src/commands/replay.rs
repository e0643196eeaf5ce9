//! `selvedge replay`: run the execution of a violation again.
//!
//! A witness says what was typed, where, and what the files were; if they are still the same, the decisions
//! in it are taken once more, with the memory model watching ([`selvedge_check::replay`]). What comes of it
//! is the report of the check, with what the program printed.

mod export;
mod step;

use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use selvedge_check::{Verdict, replay};
use selvedge_core::witness::Decisions;
use selvedge_core::{Model, Program, Violation, Witness};
use selvedge_driver as driver;
use selvedge_explore::Options;
use selvedge_models::Visit;
use selvedge_report::{Format, Problem, ProblemClass, Report, Scene, SourceText, Story, html, text};

use super::check::{self, deliver};
use crate::exit::Exit;
use crate::eyes::{Checked, Eyes};
use crate::files;
use crate::flags::plan::{self, Keep, Plan};
use crate::flags::raw;
use crate::input::{self, Kind};
use crate::model;
use crate::output::{self, Output};
use crate::witness::{Identity, digest_of, flags, lists_all};

/// Runs the command.
pub fn run(raw: &raw::Replay) -> Exit {
    rerun(raw).unwrap_or_else(|refused| refused)
}

fn rerun(raw: &raw::Replay) -> Result<Exit, Exit> {
    let usage = Output::new(Format::Text, plan::When::Auto);
    let when = plan::when(&raw.color).map_err(|problem| usage.refuse(&[problem], None))?;
    let output = Output::new(Format::Text, when);
    let file = PathBuf::from(&raw.witness);
    let name = file.display().to_string();
    let refuse = |why: String| output.refuse(&[Problem::input(format!("cannot replay {name}: {why}"))], None);
    let written = driver::read_file(&file, files::LARGEST).map_err(|error| refuse(error.to_string()))?;
    let witness = Witness::parse(&written).map_err(refuse)?;
    let mut typed = typed(&witness).map_err(refuse)?;
    let listed: Vec<(&str, &str)> = witness.all("file").filter_map(|line| line.split_once(' ')).collect();
    lists_all(&typed, &listed).map_err(refuse)?;
    typed.compiler = raw.compiler.as_deref().map(named_here);
    let here = |file: &OsString| std::path::absolute(file).unwrap_or_else(|_| file.into());
    let (export, page) = (raw.litmus.as_ref().map(here), raw.html.as_ref().map(here));
    if let Some(directory) = witness.get("directory") {
        let moved =
            |error| refuse(format!("the folder {directory}, where the check was made, cannot be used: {error}"));
        std::env::set_current_dir(directory).map_err(moved)?;
    }
    for (digest, file) in listed {
        let found = digest_of(Path::new(file), files::LARGEST).map_err(|why| refuse(format!("{file}: {why}")))?;
        if found.to_string() != digest {
            return Err(refuse(format!("{file} has changed since the witness was written; check it again")));
        }
    }
    typed.compiler_flags = match raw.compiler_flags.is_empty() {
        true => flags(witness.all("flag")).map_err(refuse)?,
        false => raw.compiler_flags.clone(),
    };
    let Some(decisions) = &witness.decisions else {
        // A search that broke down is done again.
        return Ok(check::run(&typed));
    };
    let named = plan::model(&typed.model).map_err(|problem| output.refuse(&[problem], None))?;
    let model = model::load(named, output)?;
    if witness.get("model") != Some(model.identity().as_str()) {
        return Err(refuse(format!("the model {} has changed since the witness was written", typed.model)));
    }
    let plan = Plan::new(&typed, model).map_err(|problem| output.refuse(&[problem], None))?;
    let mut plan = Plan { witness: Keep::Nothing, ..plan };
    plan.files_out.html = page.map(PathBuf::into_os_string);
    let files: Vec<String> = plan.files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
    output::remember_subject(files, Vec::new());
    let kind = input::kind(&plan).map_err(|problem| output.refuse(&[problem], None))?;
    let replayed = match kind {
        Kind::Litmus => replay_litmus(&plan, decisions, output)?,
        Kind::Compiled => replay_compiled(&plan, &witness, decisions, output, &refuse)?,
    };
    let replayed = replayed.map_err(|why| refuse(format!("the program does not do that any more: {why}")))?;
    if let Some(page) = &plan.files_out.html
        && !deliver::write(page, &replayed.page(&name), output)
    {
        return Err(Exit::Refused(ProblemClass::Input));
    }
    if let Some(out) = export {
        return Ok(export::write(&replayed, &plan, &out, output));
    }
    if raw.step {
        return Ok(step::walk(&replayed, output));
    }
    Ok(output.finish(&replayed.tell(&name, &plan, output), Exit::Concluded(replayed.verdict.conclusion())))
}

/// The command line of the check.
fn typed(witness: &Witness) -> Result<raw::Check, String> {
    let words: Vec<OsString> = witness.all("word").map(OsString::from).collect();
    raw::Check::from_record(&words)
}

/// A compiler as it is called from another folder.
fn named_here(compiler: &str) -> String {
    let is_path = compiler.contains(std::path::MAIN_SEPARATOR) && Path::new(compiler).is_file();
    let absolute = std::path::absolute(compiler).ok().filter(|_| is_path);
    absolute.map_or_else(|| compiler.to_owned(), |path| path.to_string_lossy().into_owned())
}

/// An execution that has been run again.
struct Replayed {
    verdict: Verdict,
    violation: Violation,
    story: Story,
    /// The texts of the files that it speaks of, by name.
    texts: Vec<(String, String)>,
    checks: Vec<&'static str>,
    model: &'static str,
}

impl Replayed {
    fn new(program: &impl Program, verdict: Verdict, plan: &Plan) -> Result<Replayed, String> {
        let violation = verdict.violation().ok_or("nothing went wrong")?.clone();
        let story = Story::of(program, &violation);
        let (texts, checks) = (Vec::new(), Vec::new());
        Ok(Replayed { verdict, violation, story, texts, checks, model: plan.model.name() })
    }

    fn sources(&self) -> Vec<SourceText<'_>> {
        self.texts.iter().map(|(file, text)| SourceText { file, text }).collect()
    }

    fn report<'a>(&'a self, sources: &'a [SourceText<'a>]) -> Report<'a> {
        Report {
            model: self.model,
            verdict: &self.verdict,
            story: Some(&self.story),
            sources,
            checks: &self.checks,
            notes: &[],
            witness: None,
            others: &[],
        }
    }

    fn evidence(&self, output: Output) -> String {
        text::evidence(&self.report(&self.sources()), output.page(selvedge_report::Detail::Everything))
    }

    /// The page for a browser.
    fn page(&self, witness: &str) -> String {
        let scenes = [Scene::of(self.story.clone(), &self.violation, self.model)];
        html::page(&html::Document {
            report: self.report(&self.sources()),
            subject: output::subject(),
            observation: None,
            explanation: None,
            scenes: &scenes,
            origin: html::Origin::Replay(witness),
        })
    }

    /// The whole report.
    fn tell(&self, name: &str, plan: &Plan, output: Output) -> String {
        let mut out = self.evidence(output);
        if !self.story.output.is_empty() {
            let _ = writeln!(out, "the program's output, in the order of this execution:\n");
            out.push_str(&self.output());
            out.push('\n');
        }
        let (steps, threads) = (self.story.steps.len(), self.story.threads.len());
        let _ = writeln!(out, "replayed {name}: {steps} steps of {threads} threads, allowed by {}", plan.model.name());
        out
    }

    /// What the program printed, a line per line, with who printed it.
    fn output(&self) -> String {
        let width = self.story.threads.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let lines = self.story.printed();
        lines.iter().map(|(thread, line)| format!("  {:width$} | {line}\n", self.story.threads[*thread])).collect()
    }
}

/// A replay, waiting for its model.
struct Rerun<'a, P: Checked> {
    program: &'a P,
    options: &'a Options,
    decisions: &'a Decisions,
}

impl<P: Checked> Visit for Rerun<'_, P> {
    type Out = Result<Verdict, String>;

    fn visit<M: Model>(self, model: M) -> Self::Out {
        replay::<P, M, Eyes<'_, '_, P>>(self.program, model, self.options, self.decisions)
    }
}

fn replay_litmus(plan: &Plan, decisions: &Decisions, output: Output) -> Result<Result<Replayed, String>, Exit> {
    let (litmus, input) = check::litmus::prepare(plan, output)?;
    let rerun = Rerun { program: &litmus, options: &plan.options, decisions };
    Ok(plan.model.with(rerun).and_then(|verdict| {
        let replayed = Replayed::new(&litmus, verdict, plan)?;
        let checks = check::litmus::checks(plan, &litmus);
        Ok(Replayed { texts: vec![(input.file, input.text)], checks, ..replayed })
    }))
}

fn replay_compiled(
    plan: &Plan,
    witness: &Witness,
    decisions: &Decisions,
    output: Output,
    refuse: &dyn Fn(String) -> Exit,
) -> Result<Result<Replayed, String>, Exit> {
    let (machine, Identity { compiler, .. }) = check::compiled::prepare(plan, output)?;
    let compiled = machine.module().digest().to_string();
    if witness.get("compiled").is_some_and(|then| then != compiled) {
        let now = compiler.unwrap_or_else(|| "none".to_owned());
        return Err(refuse(match witness.get("compiler").filter(|then| **then != now) {
            Some(then) => format!("the compiler was {then}, and now it is {now}: name it with --compiler"),
            None => format!(
                "the files are the same, but what {now} makes of them is not: a header, or the compiler, has changed"
            ),
        }));
    }
    let addresses = |key| witness.all(key).filter_map(|address| address.parse().ok()).collect();
    let machine = machine.with_experience(addresses("cut"), addresses("noticed"), addresses("exclusive"));
    let rerun = Rerun { program: &machine, options: &plan.options, decisions };
    Ok(plan.model.with(rerun).and_then(|verdict| {
        let replayed = Replayed::new(&machine, verdict, plan)?;
        let texts = check::compiled::quoted(plan, &replayed.story).into_iter().collect();
        Ok(Replayed { texts, checks: check::compiled::checks(plan), ..replayed })
    }))
}
