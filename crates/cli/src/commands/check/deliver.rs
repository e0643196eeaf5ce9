//! Handing over what came of a check: the report in the format asked for.

use selvedge_report::explain::{self, Explanation};
use selvedge_report::{Observation, Report, Story, github, json, junit, sarif, text};

use crate::exit::Exit;
use crate::flags::plan::{Format, Plan};
use crate::output::{Output, subject};

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
}

impl Delivery<'_> {
    /// Writes it all and ends the command.
    pub fn deliver(&self, _plan: &Plan, output: Output) -> Exit {
        let report = &self.report;
        let states = || self.observation.as_ref().map_or(String::new(), |(_, text)| format!("{text}\n"));
        let explanation = |page| match &self.explanation {
            Some(explanation) => format!("{}\n", explain::text(explanation, page)),
            None => String::new(),
        };
        let document = match output.format {
            Format::Text => {
                format!("{}{}{}", states(), explanation(output.page()), text::verdict(report, output.page()))
            }
            Format::Json => {
                let observation = self.observation.as_ref().map(|(data, _)| data);
                json::verdict(report, observation, self.executions, self.explanation.as_ref())
            }
            Format::Sarif => sarif::verdict(report, &subject()),
            Format::Junit => junit::verdict(report, &subject()),
            Format::Github => format!("{}{}", states(), github::verdict(report)),
        };
        output.finish(&document, Exit::Concluded(report.verdict.conclusion()))
    }
}
