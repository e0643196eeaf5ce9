//! What is said about a text with more than one place: errors and warnings of model files.

use annotate_snippets::{AnnotationKind, Group, Level, Snippet};
use selvedge_core::Span;

use crate::diagnostic::whole;
use crate::excerpt::SourceText;
use crate::paint::Colour;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gravity {
    /// The text cannot be used.
    Error,
    /// It can.
    Warning,
    /// It can, and all is well.
    Note,
}

/// Something to say about a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark<'a> {
    /// How bad it is.
    pub gravity: Gravity,
    /// One sentence.
    pub message: String,
    /// Where: a text, a part of it, and a few words that may be empty. The first place is the most important.
    pub places: Vec<(SourceText<'a>, Span, String)>,
    /// An example, drawn in a few lines.
    pub drawing: Option<String>,
    /// What to do.
    pub help: Option<String>,
}

/// The remarks as text, in the style of rustc.
pub fn render(remarks: &[Remark<'_>], colour: Colour) -> String {
    remarks.iter().map(|remark| render_one(remark, colour) + "\n").collect::<Vec<_>>().join("\n")
}

fn render_one(remark: &Remark<'_>, colour: Colour) -> String {
    let level = match remark.gravity {
        Gravity::Error => Level::ERROR,
        Gravity::Warning => Level::WARNING,
        Gravity::Note => Level::NOTE,
    };
    let title = level.primary_title(remark.message.as_str());
    let mut group = Group::with_title(title);
    // One excerpt for each text, with all the places in it.
    let mut texts: Vec<SourceText<'_>> = Vec::new();
    for (source, ..) in &remark.places {
        if !texts.contains(source) {
            texts.push(*source);
        }
    }
    for source in texts {
        let mut snippet = Snippet::source(source.text).path(source.file);
        for (i, (of, span, label)) in remark.places.iter().enumerate() {
            if *of == source {
                let kind = if i == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
                let mut annotation = kind.span(whole(*span, source.text));
                if !label.is_empty() {
                    annotation = annotation.label(label.as_str());
                }
                snippet = snippet.annotation(annotation);
            }
        }
        group = group.element(snippet);
    }
    if let Some(drawing) = &remark.drawing {
        group = group.element(Level::NOTE.message(drawing.as_str()));
    }
    if let Some(help) = &remark.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    colour.renderer().render(&[group])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_pointed_at() {
        let source = SourceText { file: "m.kat", text: "let a = po\nlet a = rf\n" };
        let places = vec![
            (source, Span { start: 15, end: 16 }, "again".into()),
            (source, Span { start: 4, end: 5 }, "first".into()),
        ];
        let help = Some("rename one".into());
        let remark =
            Remark { gravity: Gravity::Error, message: "`a` is defined twice".into(), places, drawing: None, help };
        let expected = "\
error: `a` is defined twice
 --> m.kat:2:5
  |
1 | let a = po
  |     - first
2 | let a = rf
  |     ^ again
  |
  = help: rename one
";
        assert_eq!(render(&[remark], Colour::Plain), expected);
    }
}
