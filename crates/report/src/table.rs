//! An execution as a table: a column per thread, a row per step, time going down.

use std::fmt::Write;

use selvedge_core::{Site, StepName};

use crate::paint::{BOLD, Colour, DIM};
use crate::story::Story;

/// Writes the execution down. The steps in `marked` get a `>`, as does a thread that failed.
///
/// ```text
///    line  P0               P1
/// >     4  #1 W x = 1 (na)
/// >     9                   #1 R x = 0 (na) <- init
/// final memory: x = 1
/// ```
pub fn table(story: &Story, marked: &[StepName], colour: Colour) -> String {
    let rows = rows(story, marked);
    let place_width = rows.iter().map(|row| row.place.chars().count()).max().unwrap_or(0).max("line".len());
    let columns: Vec<usize> = story
        .threads
        .iter()
        .enumerate()
        .map(|(thread, name)| {
            let cells = rows.iter().filter(|row| row.thread == thread).map(|row| row.cell.chars().count());
            cells.max().unwrap_or(0).max(name.chars().count())
        })
        .collect();

    let mut out = String::new();
    let mut header = format!("  {:>place_width$}", "line");
    for (name, width) in story.threads.iter().zip(&columns) {
        let _ = write!(header, "  {name:<width$}");
    }
    let _ = writeln!(out, "{}", colour.paint(BOLD, header.trim_end()));
    for row in &rows {
        let indent: usize = columns[..row.thread].iter().map(|width| width + 2).sum();
        let place = colour.paint(DIM, format!("{:>place_width$}", row.place));
        let (mark, cell) = if row.marked {
            (colour.paint(BOLD, ">"), colour.paint(BOLD, &row.cell))
        } else {
            (" ".to_owned(), row.cell.clone())
        };
        let _ = writeln!(out, "{mark} {place}  {:indent$}{cell}", "");
    }
    footer(&mut out, story);
    out
}

struct Row {
    thread: usize,
    place: String,
    cell: String,
    marked: bool,
}

fn rows(story: &Story, marked: &[StepName]) -> Vec<Row> {
    let sites = || story.steps.iter().filter_map(|told| told.site.as_ref());
    let one_file = sites().all(|site| Some(&site.file) == sites().next().map(|first| &first.file));
    let place = |site: &Option<Site>| match site {
        None => String::new(),
        Some(site) if one_file => site.line.to_string(),
        Some(site) => format!("{}:{}", site.file, site.line),
    };
    let steps = story.steps.iter().map(|told| Row {
        thread: told.name.thread,
        place: place(&told.site),
        cell: format!("#{} {}", told.name.index + 1, told.what),
        marked: marked.contains(&told.name),
    });
    let endings = story.endings.iter().map(|(thread, ending)| Row {
        thread: *thread,
        place: place(&ending.site),
        cell: ending.text.clone(),
        marked: ending.failed,
    });
    steps.chain(endings).collect()
}

fn footer(out: &mut String, story: &Story) {
    if !story.memory.is_empty() {
        let memory: Vec<String> =
            story.memory.iter().map(|(location, value)| format!("{location} = {value}")).collect();
        let when = if story.endings.is_empty() { "final memory" } else { "memory" };
        let _ = writeln!(out, "{when}: {}", memory.join(", "));
    }
    for (location, writes) in &story.coherence {
        let writes: Vec<String> = writes.iter().map(|(value, label)| format!("{value} ({label})")).collect();
        let _ = writeln!(out, "order of writes to {location}: {}", writes.join(" -> "));
    }
    if !story.interleaving {
        let _ = writeln!(out, "no interleaving of the threads gives this execution: it needs a weak memory model");
    }
}
