//! What is wrong with a test, and whose turn it is to fix it.

use selvedge_core::Span;

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// The author's: the text is not a litmus test.
    Input,
    /// Ours: herd accepts it and Selvedge does not.
    Unsupported,
}

/// One thing that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Whose turn it is.
    pub class: Class,
    /// One sentence, without a full stop.
    pub message: String,
    /// The place.
    pub span: Span,
    /// A few words to write at the place; may be empty.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    pub(crate) fn input(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { class: Class::Input, message: message.into(), span, label: String::new(), help: None }
    }

    pub(crate) fn unsupported(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { class: Class::Unsupported, ..Diagnostic::input(span, message) }
    }

    pub(crate) fn label(self, label: impl Into<String>) -> Diagnostic {
        Diagnostic { label: label.into(), ..self }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Diagnostic {
        Diagnostic { help: Some(help.into()), ..self }
    }

    /// The diagnostic as lines of plain text: place and message, then the help.
    pub fn render(&self, file: &str, text: &str) -> String {
        let (line, column) = self.span.line_column(text);
        let word = match self.class {
            Class::Input => "error",
            Class::Unsupported => "unsupported",
        };
        let mut lines = format!("{file}:{line}:{column}: {word}: {}", self.message);
        if !self.label.is_empty() {
            lines.push_str(&format!(" ({})", self.label));
        }
        if let Some(help) = &self.help {
            lines.push_str(&format!("\n  help: {help}"));
        }
        lines
    }
}
