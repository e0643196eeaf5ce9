//! Verdicts, executions and input errors, told to a person (text) or to a program (JSON).
//!
//! Everything is made in two steps. First names are given: [`Story`] turns an execution's indices into the words of
//! the source, with the help of the program. Then [`text`] and [`json`] write stories and verdicts down, and
//! [`diagnostic`] does the same for an input that could not be checked at all.
//! Nothing here reads files or writes to a terminal: functions take texts and return texts.

pub mod diagnostic;
pub mod json;
pub mod remark;
pub mod text;

mod excerpt;
mod order;
mod paint;
mod story;
mod table;

pub use diagnostic::{Problem, ProblemClass};
pub use excerpt::SourceText;
pub use json::{Observation, ObservedState};
pub use paint::Colour;
pub use story::{Ending, Story, Told, What};
pub use table::table;

use selvedge_core::Verdict;

/// A verdict with what is needed to tell it.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The memory model's name.
    pub model: &'a str,
    /// The outcome.
    pub verdict: &'a Verdict,
    /// The execution of the verdict's violation, if there is one.
    pub story: Option<&'a Story>,
    /// The text that the sites of the story are in.
    pub source: SourceText<'a>,
    /// What was looked for in every execution.
    pub checks: &'a [&'a str],
    /// What was not checked and the like: shown with the verdict, whatever it is.
    pub notes: &'a [String],
}
