//! Handing over what came of a check: the report in the format asked for, and the files asked for.

use std::ffi::OsString;
use std::path::Path;

use selvedge_report::explain::Explanation;
use selvedge_report::{
    Conditions, Format, Observation, ProblemClass, Report, Scene, Story, Whole, certificate, dot, html,
};

use crate::exit::Exit;
use crate::files;
use crate::flags::plan::Plan;
use crate::output::{self, Output, subject};

/// Everything there is to say about a check.
pub struct Delivery<'a> {
    /// The verdict and its story.
    pub report: Report<'a>,
    /// The final states of a litmus test, as data and as text.
    pub observation: Option<(Observation, String)>,
    /// The executions that the user wants in the document.
    pub executions: Option<&'a [Story]>,
    /// Why the outcome is what it is.
    pub explanation: Option<Explanation>,
    /// The executions to draw if nothing goes wrong.
    pub gallery: &'a [Scene],
    /// What else a certificate says.
    pub conditions: Conditions,
}

impl Delivery<'_> {
    /// Writes it all and ends the command.
    pub fn deliver(&self, plan: &Plan, output: Output) -> Exit {
        let report = &self.report;
        let whole = Whole {
            report,
            subject: subject(),
            observation: self.observation.as_ref().map(|(data, text)| (data, text.as_str())),
            executions: self.executions,
            explanation: self.explanation.as_ref(),
        };
        let document = output.format.verdict(&whole, output.page(plan.detail));
        let exit = output.finish(&document, Exit::Concluded(report.verdict.conclusion()));
        // Whoever asked for a file relies on it.
        if self.write_files(plan, output) { exit } else { Exit::Refused(ProblemClass::Input) }
    }

    /// Writes the files; false if one could not be written, which has then been told.
    fn write_files(&self, plan: &Plan, output: Output) -> bool {
        let (report, files) = (&self.report, &plan.files_out);
        let violation = report.verdict.violation().zip(report.story);
        let scenes: Vec<Scene> = match violation {
            _ if files.html.is_none() && files.dot.is_none() => Vec::new(),
            Some((violation, story)) => {
                let first = std::iter::once((violation, story));
                let others = report.others.iter().map(|other| (other.violation, &other.story));
                first.chain(others).map(|(found, story)| Scene::of(story.clone(), found, report.model)).collect()
            }
            None => {
                let forbidden = self.explanation.as_ref().map(Explanation::scenes).unwrap_or_default();
                forbidden.into_iter().chain(self.gallery.iter().cloned()).collect()
            }
        };
        let mut done = true;
        if let Some(name) = &files.html {
            let document = html::Document {
                report: report.clone(),
                subject: subject(),
                observation: self.observation.as_ref().map(|(data, _)| data),
                explanation: self.explanation.as_ref(),
                scenes: &scenes,
                origin: html::Origin::Search(&self.conditions),
            };
            done &= write(name, &html::page(&document), output);
        }
        if let Some(name) = &files.dot {
            let title = format!("{} under {}", subject().name(), report.model);
            match scenes.first() {
                Some(scene) => done &= write(name, &dot::graph(scene, &title), output),
                None => output::complain("note: there is no execution to draw\n"),
            }
        }
        if let Some(name) = &files.certificate {
            done &= write(name, &certificate::certificate(report, &subject(), &self.conditions), output);
        }
        done
    }
}

/// Writes a file and says so; or says why not.
pub fn write(name: &OsString, text: &str, output: Output) -> bool {
    let shown = Path::new(name).display();
    match files::write(Path::new(name), text) {
        Ok(()) => {
            if output.format == Format::Text {
                output::complain(&format!("wrote {shown}\n"));
            }
            true
        }
        Err(error) => {
            output::complain(&format!("error: cannot write {shown}: {error}\n"));
            false
        }
    }
}
