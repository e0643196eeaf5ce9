//! Verdicts, executions and input errors, told to a person (text, HTML) or to a program (JSON, SARIF, JUnit,
//! GitHub, DOT).
//!
//! Everything is made in two steps. First names are given: [`Story`] turns an execution's indices into the
//! words of the source, with the help of the program. Then [`text`] and [`json`] write stories and verdicts
//! down, and [`diagnostic`] does the same for an input that could not be checked at all. [`Format`] knows who
//! writes what. Nothing here reads
//! files or writes to a terminal: functions take texts and return texts.

pub mod certificate;
mod deadlock;
pub mod diagnostic;
pub mod dot;
pub mod explain;
pub mod github;
pub mod html;
pub mod json;
pub mod junit;
pub mod remark;
pub mod sarif;
pub mod text;

mod account;
mod causes;
mod excerpt;
mod format;
mod order;
mod paint;
mod relations;
mod relevant;
mod retell;
mod scene;
mod story;
mod summary;
mod surprise;
mod svg;
mod table;
mod why;

pub use certificate::{Assertion, Conditions};
pub use diagnostic::{Problem, ProblemClass};
pub use excerpt::SourceText;
pub use format::{Executions, Format, Whole};
pub use json::{Observation, ObservedState};
pub use paint::{Colour, Detail, Page};
pub use retell::Printed;
pub use scene::Scene;
pub use story::{Ending, Location, Standing, Story, Told, ToldBlock, What};
pub use table::{table, weakness};

use selvedge_check::Verdict;
use selvedge_core::Violation;

/// What was checked, for documents that stand alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Subject<'a> {
    /// The files, as the user named them.
    pub files: &'a [String],
    /// What the user asked for besides: the options, as typed.
    pub options: &'a [String],
    /// When, in UTC: `2026-01-31T12:00:00`.
    pub time: &'a str,
}

impl Subject<'_> {
    /// A name for all of it.
    pub fn name(&self) -> String {
        if self.files.is_empty() { "selvedge".to_owned() } else { self.files.join(", ") }
    }
}

/// A verdict with what is needed to tell it.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The memory model's name.
    pub model: &'a str,
    /// The outcome.
    pub verdict: &'a Verdict,
    /// The execution of the verdict's violation, if there is one.
    pub story: Option<&'a Story>,
    /// The texts that the sites of the story are in.
    pub sources: &'a [SourceText<'a>],
    /// What was looked for in every execution.
    pub checks: &'a [&'a str],
    /// What was not checked and the like: shown with the verdict, whatever it is.
    pub notes: &'a [String],
    /// The file that the witness of the violation was written to.
    pub witness: Option<&'a str>,
    /// The violations that were found after that one, if the search went on.
    pub others: &'a [Other<'a>],
}

/// A violation that was found after the first.
#[derive(Clone, Debug)]
pub struct Other<'a> {
    /// The violation.
    pub violation: &'a Violation,
    /// Its execution.
    pub story: Story,
    /// The file that its witness was written to.
    pub witness: Option<String>,
}

impl Report<'_> {
    /// What there is to say about the violation, if there is one and it has been told.
    fn account(&self) -> Option<account::Account> {
        let (violation, story) = (self.verdict.violation()?, self.story?);
        Some(account::account(violation, story, self.model))
    }

    /// What there is to say about another one.
    fn account_of(&self, other: &Other<'_>) -> account::Account {
        account::account(other.violation, &other.story, self.model)
    }
}
