//! The user's source with the steps of a violation pointed out, in the style of rustc.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Snippet};
use selvedge_core::{Site, Violation};

use crate::paint::Colour;
use crate::story::Story;

/// A source text and the name the user knows it by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceText<'a> {
    /// The file, as the user named it.
    pub file: &'a str,
    /// What is in it.
    pub text: &'a str,
}

/// A place to point at.
pub(crate) struct Place<'a> {
    pub(crate) site: &'a Site,
    pub(crate) label: String,
}

/// Where a violation happens, the most important place first.
pub(crate) fn places<'a>(violation: &Violation, story: &'a Story) -> Vec<Place<'a>> {
    let failed = story.endings.iter().filter(|(_, ending)| ending.failed).filter_map(|(thread, ending)| {
        Some(Place { site: ending.site.as_ref()?, label: format!("{} fails here", story.threads[*thread]) })
    });
    let steps = violation.steps.iter().filter_map(|&name| {
        let told = story.step(name)?;
        Some(Place { site: told.site.as_ref()?, label: format!("{} {}", told.label, told.what.sentence()) })
    });
    failed.chain(steps).collect()
}

/// The lines of the source that the places are on. Empty when there are none.
pub(crate) fn excerpt(source: SourceText<'_>, places: &[Place<'_>], colour: Colour) -> String {
    let mut snippet: Snippet<'_, Annotation<'_>> = Snippet::source(source.text).path(source.file);
    let mut elsewhere = Vec::new();
    let mut found = false;
    for place in places {
        match span(source, place.site) {
            Some(span) => {
                let kind = if found { AnnotationKind::Context } else { AnnotationKind::Primary };
                snippet = snippet.annotation(kind.span(span).label(place.label.as_str()));
                found = true;
            }
            None => elsewhere.push(place),
        }
    }
    let mut group: Group<'_> = Group::with_level(Level::ERROR);
    if found {
        group = group.element(snippet);
    }
    for place in &elsewhere {
        let origin = Origin::path(&*place.site.file).line(place.site.line as usize);
        group = group.element(origin.char_column(place.site.column as usize));
    }
    if group.is_empty() {
        return String::new();
    }
    colour.renderer().render(&[group]) + "\n"
}

/// The bytes of the source that a site stands for: its text if that is found there, else the rest of its line.
fn span(source: SourceText<'_>, site: &Site) -> Option<Range<usize>> {
    if *site.file != *source.file {
        return None;
    }
    let line = source.text.split_inclusive('\n').nth(site.line.checked_sub(1)? as usize)?;
    let start_of_line = line.as_ptr().addr() - source.text.as_ptr().addr();
    let column = site.column.checked_sub(1)? as usize;
    let offset = line.char_indices().nth(column).map_or(line.trim_end().len(), |(offset, _)| offset);
    let rest = &line[offset..];
    let length = if rest.starts_with(&*site.text) { site.text.len() } else { rest.trim_end().len() };
    let start = start_of_line + offset;
    Some(start..start + length)
}
