//! The formats of reports: what each is called, and what makes its texts. A new one is a file beside this
//! one, and an arm of each `match` here.

use crate::diagnostic::{self, Problem};
use crate::explain::{self, Explanation};
use crate::paint::{Colour, Page};
use crate::{Observation, Report, Story, Subject, github, json, junit, sarif, text};

/// How to report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// For code scanning services.
    Sarif,
    /// For test views.
    Junit,
    /// For workflows on GitHub.
    Github,
}

/// What becomes of executions that the user wants to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Executions {
    /// Each is printed when it is found.
    Before,
    /// They are part of the report.
    Within,
    /// The format has no place for them.
    Nowhere,
}

/// Everything there is to say about a check.
#[derive(Clone, Copy, Debug)]
pub struct Whole<'a> {
    /// The verdict and its story.
    pub report: &'a Report<'a>,
    /// What was checked.
    pub subject: Subject<'a>,
    /// The final states of a litmus test, as data and as text.
    pub observation: Option<(&'a Observation, &'a str)>,
    /// The executions that the user wants in the report.
    pub executions: Option<&'a [Story]>,
    /// Why the outcome is what it is.
    pub explanation: Option<&'a Explanation>,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 5] = [Format::Text, Format::Json, Format::Sarif, Format::Junit, Format::Github];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
            Format::Sarif => "sarif",
            Format::Junit => "junit",
            Format::Github => "github",
        }
    }

    /// What it is for.
    pub fn purpose(self) -> &'static str {
        match self {
            Format::Text => "for people",
            Format::Json => "one document for scripts",
            Format::Sarif => "for code scanning",
            Format::Junit => "for test views of CI",
            Format::Github => "text with annotations for workflows",
        }
    }

    /// The format of that name.
    pub fn parse(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The names of all, for a sentence.
    pub fn names() -> String {
        Format::ALL.map(Format::name).join(", ")
    }

    /// Whether it is a document for a program: nothing else may be printed, and no escape be changed.
    pub fn is_document(self) -> bool {
        match self {
            Format::Text | Format::Github => false,
            Format::Json | Format::Sarif | Format::Junit => true,
        }
    }

    /// Where executions go.
    pub fn executions(self) -> Executions {
        match self {
            Format::Text | Format::Github => Executions::Before,
            Format::Json => Executions::Within,
            Format::Sarif | Format::Junit => Executions::Nowhere,
        }
    }

    /// The report on a search that took place.
    pub fn verdict(self, whole: &Whole<'_>, page: Page) -> String {
        let Whole { report, subject, observation, executions, explanation } = *whole;
        let states = || observation.map_or(String::new(), |(_, text)| format!("{text}\n"));
        match self {
            Format::Text => {
                let explanation = explanation.map(|why| format!("{}\n", explain::text(why, page))).unwrap_or_default();
                format!("{}{explanation}{}", states(), text::verdict(report, page))
            }
            Format::Json => json::verdict(report, observation.map(|(data, _)| data), executions, explanation),
            Format::Sarif => sarif::verdict(report, &subject),
            Format::Junit => junit::verdict(report, &subject),
            Format::Github => format!("{}{}", states(), github::verdict(report)),
        }
    }

    /// The same for an input that could not be checked.
    pub fn problems(
        self,
        problems: &[Problem<'_>],
        subject: &Subject<'_>,
        model: Option<&str>,
        colour: Colour,
    ) -> String {
        match self {
            Format::Text => diagnostic::render(problems, colour),
            Format::Json => json::problems(problems, model),
            Format::Sarif => sarif::problems(problems, subject),
            Format::Junit => junit::problems(problems, subject, model),
            Format::Github => github::problems(problems),
        }
    }

    /// The same for a bug in Selvedge, where the format has something of its own for it.
    pub fn internal(self, message: &str, subject: &Subject<'_>, model: &str) -> Option<String> {
        match self {
            Format::Text => None,
            Format::Json => Some(json::internal(message, Some(model))),
            Format::Sarif => Some(sarif::internal(message, subject)),
            Format::Junit => Some(junit::internal(message, subject, Some(model))),
            Format::Github => Some(github::internal(message)),
        }
    }
}
