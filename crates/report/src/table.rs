//! An execution as a table: a column per thread, a row per step, time going down.

use std::fmt::Write;

use selvedge_core::{Site, StepName};

use crate::paint::{BOLD, DIM, Page};
use crate::story::{Standing, Story, Told, What};

/// Writes the execution down. The steps in `marked` get a `>`, as does a thread that failed.
///
/// ```text
///    line  P0               P1
/// >     4  #1 W x = 1 (na)
/// >     9                   #1 R x = 0 (na) <- init
/// final memory: x = 1
/// ```
///
/// Where the columns do not fit on the page, there is only one, and the name of the thread in each row.
pub fn table(story: &Story, marked: &[StepName], page: impl Into<Page>) -> String {
    let Page { colour, width } = page.into();
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
    let fits = place_width + 2 + columns.iter().map(|width| width + 2).sum::<usize>() <= width;
    let names = story.threads.iter().map(|name| name.chars().count()).max().unwrap_or(0).max("thread".len());

    let mut out = String::new();
    let mut header = format!("  {:>place_width$}", "line");
    if fits {
        for (name, width) in story.threads.iter().zip(&columns) {
            let _ = write!(header, "  {name:<width$}");
        }
    } else {
        let _ = write!(header, "  {:<names$}  step", "thread");
    }
    let _ = writeln!(out, "{}", colour.paint(BOLD, header.trim_end()));
    for row in &rows {
        let indent: usize = columns[..row.thread].iter().map(|width| width + 2).sum();
        let before = if fits { format!("{:indent$}", "") } else { format!("{:<names$}  ", story.threads[row.thread]) };
        let place = colour.paint(DIM, format!("{:>place_width$}", row.place));
        let (mark, cell) = if row.marked {
            (colour.paint(BOLD, ">"), colour.paint(BOLD, &row.cell))
        } else {
            (" ".to_owned(), row.cell.clone())
        };
        let _ = writeln!(out, "{mark} {place}  {before}{cell}");
    }
    footer(&mut out, story, width);
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
        cell: format!("#{} {}{}", told.name.index + 1, via(told), told.what),
        marked: marked.contains(&told.name),
    });
    // That a thread had more to do says nothing.
    let endings = story.endings.iter().filter(|(_, ending)| !matches!(ending.standing, Standing::Running));
    let endings = endings.map(|(thread, ending)| Row {
        thread: *thread,
        place: place(&ending.site),
        cell: ending.text.clone(),
        marked: matches!(ending.standing, Standing::Failed(..)),
    });
    steps.chain(endings).collect()
}

/// The library function through which a step was taken, where that is not obvious.
fn via(told: &Told) -> String {
    match (&told.via, &told.what) {
        (Some(via), What::Read { .. } | What::Write { .. } | What::Update { .. }) => {
            format!("{}: ", via.strip_prefix("pthread_").unwrap_or(via))
        }
        _ => String::new(),
    }
}

fn footer(out: &mut String, story: &Story, width: usize) {
    if !story.memory.is_empty() {
        // What a library keeps in several words has one name, and nobody asks for the words.
        let mut seen = std::collections::BTreeSet::new();
        let named = story.memory.iter().filter(|(location, _)| seen.insert(location.as_str()));
        let memory: Vec<String> = named.map(|(location, value)| format!("{location} = {value}")).collect();
        let when = if story.endings.is_empty() { "final memory" } else { "memory" };
        fold(out, when, &memory, ", ", width);
    }
    for (location, writes) in &story.coherence {
        let writes: Vec<String> = writes.iter().map(|(value, label)| format!("{value} ({label})")).collect();
        fold(out, &format!("order of writes to {location}"), &writes, " -> ", width);
    }
}

/// What to say about an execution that is no interleaving, where nothing better is known.
pub fn weakness(story: &Story) -> &'static str {
    if story.interleaving {
        return "";
    }
    "no interleaving of the threads gives this execution: it needs a weak memory model\n"
}

/// Writes a list, on several lines if it is long.
fn fold(out: &mut String, title: &str, items: &[String], between: &str, width: usize) {
    let mut column = title.chars().count() + 1;
    let _ = write!(out, "{title}:");
    for (at, item) in items.iter().enumerate() {
        let between = if at + 1 < items.len() { between.trim_end() } else { "" };
        let length = item.chars().count() + between.len() + 1;
        if column + length > width && column > 2 {
            let _ = write!(out, "\n ");
            column = 1;
        }
        let _ = write!(out, " {item}{between}");
        column += length;
    }
    out.push('\n');
}
