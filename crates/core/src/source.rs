//! Places in the user's source text.

use std::sync::Arc;

/// A range of bytes in one source text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// A place a user can go to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Site {
    /// The file, as the user named it.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The source text of the step, on one line.
    pub text: Arc<str>,
}

/// A call in progress.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Frame {
    /// The function, as the source has it.
    pub function: Arc<str>,
    /// Where in it the thread stands. Nothing for a function that has no source.
    pub site: Option<Site>,
}

impl Span {
    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Line and column, both from 1, of the span's start in `text`. Columns count characters.
    pub fn line_column(self, text: &str) -> (u32, u32) {
        let start = self.start.min(text.len());
        let before = &text.as_bytes()[..start];
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        // Counting the bytes that start a character also serves an offset that falls inside one.
        let column = before[line_start..].iter().filter(|&&b| b & 0xC0 != 0x80).count() + 1;
        (line as u32, column as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_start_at_one() {
        let text = "ab\nçd\n";
        let at = |start| Span { start, end: start }.line_column(text);
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(3), (2, 1));
        assert_eq!(at(5), (2, 2));
        assert_eq!(at(6), (2, 3));
        assert_eq!(at(99), (3, 1));
    }
}
