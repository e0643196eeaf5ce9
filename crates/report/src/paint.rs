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
