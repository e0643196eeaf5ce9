//! Input that cannot be checked: whose fault it is, where, and what to do.

use annotate_snippets::{Annotation, AnnotationKind, Level, Snippet};
use selvedge_core::Span;

use crate::excerpt::SourceText;
use crate::paint::{BOLD, Colour};

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProblemClass {
    /// The input is wrong; its author can mend it.
    Input,
    /// The input is fine; Selvedge does not know this yet.
    Unsupported,
}

/// Why an input cannot be checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem<'a> {
    /// Whose turn it is.
    pub class: ProblemClass,
    /// One sentence.
    pub message: String,
    /// Where. Boxed, because most functions that may fail do not.
    pub place: Option<Box<Place<'a>>>,
    /// What to do.
    pub help: Option<String>,
}

/// The place of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place<'a> {
    /// The text it is in.
    pub source: SourceText<'a>,
    /// The part that is the problem.
    pub span: Span,
    /// A few words to put there; may be empty.
    pub label: String,
}

impl ProblemClass {
    /// The class of several problems together: it is the author's turn as long as there is anything to mend.
    pub fn of(problems: &[Problem<'_>]) -> ProblemClass {
        let ours = !problems.is_empty() && problems.iter().all(|problem| problem.class == ProblemClass::Unsupported);
        if ours { ProblemClass::Unsupported } else { ProblemClass::Input }
    }
}

impl<'a> Problem<'a> {
    /// A problem with the input as a whole.
    pub fn input(message: impl Into<String>) -> Problem<'a> {
        Problem { class: ProblemClass::Input, message: message.into(), place: None, help: None }
    }

    /// Something Selvedge cannot do.
    pub fn unsupported(message: impl Into<String>) -> Problem<'a> {
        Problem { class: ProblemClass::Unsupported, ..Problem::input(message) }
    }

    /// The same problem, with advice.
    pub fn with_help(self, help: impl Into<String>) -> Problem<'a> {
        Problem { help: Some(help.into()), ..self }
    }
}

/// The problems as text, in the style of rustc.
pub fn render(problems: &[Problem<'_>], colour: Colour) -> String {
    problems.iter().map(|problem| render_one(problem, colour) + "\n").collect::<Vec<_>>().join("\n")
}

fn render_one(problem: &Problem<'_>, colour: Colour) -> String {
    let level = match problem.class {
        ProblemClass::Input => Level::ERROR,
        ProblemClass::Unsupported => Level::ERROR.with_name("unsupported"),
    };
    let title = level.primary_title(problem.message.as_str());
    let mut group = match problem.place.as_deref() {
        None => annotate_snippets::Group::with_title(title),
        Some(Place { source, span, label }) => {
            let mut annotation = AnnotationKind::Primary.span(whole(*span, source.text));
            if !label.is_empty() {
                annotation = annotation.label(label.as_str());
            }
            let snippet: Snippet<'_, Annotation<'_>> = Snippet::source(source.text).path(source.file);
            title.element(snippet.annotation(annotation))
        }
    };
    match &problem.help {
        Some(help) if problem.place.is_some() => {
            group = group.element(Level::HELP.message(help.as_str()));
            colour.renderer().render(&[group])
        }
        // Without an excerpt the help has no gutter to hang on.
        Some(help) => format!("{}\n{}: {help}", colour.renderer().render(&[group]), colour.paint(BOLD, "help")),
        None => colour.renderer().render(&[group]),
    }
}

/// The span, cut to the text and widened to whole characters, since the renderer slices the text with it.
pub(crate) fn whole(span: Span, text: &str) -> std::ops::Range<usize> {
    // `str::floor_char_boundary` and its kin are younger than the oldest Rust that we build with.
    let is_boundary = |at: &usize| text.is_char_boundary(*at);
    let start = (0..=span.start.min(text.len())).rev().find(is_boundary).unwrap_or(0);
    let end = (span.end.min(text.len())..text.len()).find(is_boundary).unwrap_or(text.len()).max(start);
    start..end
}
