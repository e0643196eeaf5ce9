//! Colours, when asked for.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};

/// Whether to write escape sequences for colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// No.
    Plain,
    /// Yes.
    Ansi,
}

/// What a report is written on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// Whether it takes colours.
    pub colour: Colour,
    /// Its width in characters.
    pub width: usize,
    /// How much of an execution is shown.
    pub detail: Detail,
}

/// How much of an execution is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// The steps that matter, if there are many.
    Essential,
    /// Every step.
    Everything,
}

/// The width of a page that has none, such as a file.
const WIDE: usize = 140;

impl From<Colour> for Page {
    fn from(colour: Colour) -> Page {
        Page { colour, width: WIDE, detail: Detail::Essential }
    }
}

impl Page {
    /// A text in lines that fit on a terminal, the first with this much before it, the others with two or as
    /// much. A command between backticks is not broken, so that it can be copied; and for a file, nothing is.
    pub(crate) fn lines(&self, text: &str, before: usize) -> Vec<String> {
        let (mut lines, mut column, mut quoted) = (vec![String::new()], before, false);
        let mut words = text.split(' ').peekable();
        while let Some(first) = words.next() {
            let mut word = first.to_owned();
            quoted ^= first.matches('`').count() % 2 == 1;
            while quoted && let Some(next) = words.next() {
                quoted ^= next.matches('`').count() % 2 == 1;
                word = format!("{word} {next}");
            }
            let (length, last) = (word.chars().count(), lines.last_mut().expect("invariant: there is one"));
            if self.width != WIDE && column + 1 + length > self.width && !last.is_empty() {
                lines.push(word);
                column = before.max(2) + length;
                continue;
            }
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(&word);
            column += 1 + length;
        }
        lines
    }
}

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(crate) const BAD: Style = AnsiColor::BrightRed.on_default().bold();
pub(crate) const CAREFUL: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const ASIDE: Style = AnsiColor::BrightGreen.on_default().bold();

impl Colour {
    /// The text in a style, or as it is.
    pub(crate) fn paint(self, style: Style, text: impl Display) -> String {
        match self {
            Colour::Plain => text.to_string(),
            Colour::Ansi => format!("{style}{text}{style:#}"),
        }
    }

    pub(crate) fn renderer(self) -> annotate_snippets::Renderer {
        match self {
            Colour::Plain => annotate_snippets::Renderer::plain(),
            Colour::Ansi => annotate_snippets::Renderer::styled(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_and_commands_stay_whole() {
        let page = Page { width: 30, ..Page::from(Colour::Plain) };
        let text = "one two three four five `selvedge check --resume a long file` goes on";
        let lines = page.lines(text, 6);
        assert_eq!(lines, ["one two three four five", "`selvedge check --resume a long file`", "goes on"]);
        assert_eq!(Page::from(Colour::Plain).lines(text, 6), [text]);
        assert_eq!(page.lines("an open ` quote", 0), ["an open ` quote"]);
    }
}
