//! What is wrong with a model's text: values with places, rendered by whoever shows them.

use selvedge_core::Span;

/// A file of a model: its position in [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FileId(pub u32);

/// A place in one of the files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// The part of its text.
    pub span: Span,
}

/// One file that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Its name, as the user or the including file gave it.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// All files of a model, the one that was asked for first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources(pub Vec<Source>);

impl Sources {
    /// The file of that number.
    pub fn get(&self, file: FileId) -> Option<&Source> {
        self.0.get(file.0 as usize)
    }

    /// The text at a place.
    pub fn text(&self, place: Place) -> &str {
        self.get(place.file).and_then(|source| source.text.get(place.span.start..place.span.end)).unwrap_or_default()
    }
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The model cannot be used.
    Error,
    /// The model can be used, but something in it does not do what one might think.
    Warning,
}

/// A place with a few words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The place.
    pub place: Place,
    /// The words; may be empty.
    pub text: String,
}

/// One thing that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// One sentence, without a full stop.
    pub message: String,
    /// Where it is.
    pub primary: Label,
    /// Other places that have to do with it.
    pub secondary: Vec<Label>,
    /// An example, drawn in a few lines.
    pub drawing: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    pub(crate) fn error(place: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            primary: Label { place, text: String::new() },
            secondary: Vec::new(),
            drawing: None,
            help: None,
        }
    }

    pub(crate) fn warning(place: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(place, message) }
    }

    pub(crate) fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.primary.text = text.into();
        self
    }

    pub(crate) fn also(mut self, place: Place, text: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label { place, text: text.into() });
        self
    }

    pub(crate) fn drawing(mut self, drawing: impl Into<String>) -> Diagnostic {
        self.drawing = Some(drawing.into());
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// The diagnostic as plain lines: place and message, other places, help.
    pub fn render(&self, sources: &Sources) -> String {
        let word = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let mut out = format!("{}: {word}: {}", position(sources, self.primary.place), self.message);
        if !self.primary.text.is_empty() {
            out.push_str(&format!(" ({})", self.primary.text));
        }
        for Label { place, text } in &self.secondary {
            out.push_str(&format!("\n  {}: {text}", position(sources, *place)));
        }
        for line in self.drawing.iter().flat_map(|drawing| drawing.lines()) {
            out.push_str(&format!("\n    {line}"));
        }
        if let Some(help) = &self.help {
            out.push_str(&format!("\n  help: {help}"));
        }
        out
    }
}

/// `file:line:column` of a place.
pub(crate) fn position(sources: &Sources, place: Place) -> String {
    match sources.get(place.file) {
        Some(source) => {
            let (line, column) = place.span.line_column(&source.text);
            format!("{}:{line}:{column}", source.name)
        }
        None => "?".into(),
    }
}

/// The candidate that was probably meant: few edits away, and less than all of it.
pub(crate) fn nearest<'a>(typed: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = typed.chars().count().div_ceil(3).min(2);
    let (distance, candidate) = candidates
        .map(|name| (edits(&typed.to_lowercase(), &name.to_lowercase()), name))
        .filter(|(_, name)| *name != typed)
        .min()?;
    (distance <= allowed && distance < candidate.chars().count()).then_some(candidate)
}

/// The number of letters to insert, delete or replace (Levenshtein), row by row.
fn edits(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &b) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
}
