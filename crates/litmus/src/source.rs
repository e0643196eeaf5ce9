//! From places in the text to sites for reports.

use std::sync::Arc;

use selvedge_core::{Site, Span};

/// A text, and how far its lines have been counted.
///
/// Statements come in the order of the text, so counting goes on from the last one: a site costs its distance
/// from the one before and not from the start of the file.
pub(crate) struct Places<'a> {
    file: Arc<str>,
    text: &'a str,
    offset: usize,
    line: u32,
    column: u32,
}

impl<'a> Places<'a> {
    pub fn new(file: &str, text: &'a str) -> Places<'a> {
        Places { file: Arc::from(file), text, offset: 0, line: 1, column: 1 }
    }

    /// The site of a piece of text.
    pub fn site(&mut self, span: Span) -> Site {
        if span.start < self.offset {
            (self.offset, self.line, self.column) = (0, 1, 1);
        }
        for character in self.text.get(self.offset..span.start).unwrap_or_default().chars() {
            match character {
                '\n' => (self.line, self.column) = (self.line + 1, 1),
                _ => self.column += 1,
            }
        }
        self.offset = span.start;
        let words: Vec<&str> = self.text.get(span.start..span.end).unwrap_or_default().split_whitespace().collect();
        Site { file: self.file.clone(), line: self.line, column: self.column, text: Arc::from(words.join(" ")) }
    }
}
