//! An execution as a table: a column per thread, a row per step, time going down.

use std::collections::BTreeSet;
use std::fmt::Write;

use selvedge_core::{Site, StepName};

use crate::account::location;
use crate::excerpt::SourceText;
use crate::paint::{BOLD, DIM, Page};
use crate::story::{Standing, Story, Told, What};

/// Less of a line of the source says nothing.
const LEAST_QUOTE: usize = 24;

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
    part(story, marked, &vec![true; story.steps.len()], &[], page)
}

/// The same, of only those steps for which `shown` holds. What is left out is said where it is left out.
/// Where there is room, each step has its line of the source beside it.
pub(crate) fn part(
    story: &Story,
    marked: &[StepName],
    shown: &[bool],
    sources: &[SourceText<'_>],
    page: impl Into<Page>,
) -> String {
    let Page { colour, width, .. } = page.into();
    let rows = rows(story, marked, shown, sources);
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
    let all_columns = columns.iter().map(|width| width + 2).sum::<usize>();
    let fits = place_width + 2 + all_columns <= width;
    let widest = rows.iter().map(|row| row.cell.chars().count()).max().unwrap_or(0);
    let longest =
        |names: &[String]| names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max("thread".len());
    let mut threads = story.threads.clone();
    if place_width + 2 + longest(&threads) + widest + 4 > width {
        // Their first words tell them apart; the steps that create them say the rest.
        threads.iter_mut().for_each(|name| name.truncate(name.find(' ').unwrap_or(name.len())));
    }
    let names = longest(&threads);
    let steps_width = if fits { all_columns } else { names + widest + 4 };
    let room = width.saturating_sub(place_width + 2 + steps_width + 2);
    let quotes = room >= LEAST_QUOTE && rows.iter().any(|row| !row.source.is_empty());

    let mut out = String::new();
    let mut header = format!("  {:>place_width$}", "line");
    if fits {
        for (name, width) in story.threads.iter().zip(&columns) {
            let _ = write!(header, "  {name:<width$}");
        }
    } else {
        let _ = write!(header, "  {:<names$}  {:<widest$}", "thread", "step");
    }
    if quotes {
        header.push_str("  source");
    }
    let _ = writeln!(out, "{}", colour.paint(BOLD, header.trim_end()));
    for row in &rows {
        if row.omitted > 0 {
            let _ = writeln!(out, "{}", colour.paint(DIM, format!("  {:>place_width$}  ({} steps)", "⋯", row.omitted)));
            continue;
        }
        let indent: usize = columns[..row.thread].iter().map(|width| width + 2).sum();
        let before = if fits { format!("{:indent$}", "") } else { format!("{:<names$}  ", threads[row.thread]) };
        let place = colour.paint(DIM, format!("{:>place_width$}", row.place));
        let (mark, cell) = if row.marked {
            (colour.paint(BOLD, ">"), colour.paint(BOLD, &row.cell))
        } else {
            (" ".to_owned(), row.cell.clone())
        };
        let mut line = format!("{mark} {place}  {before}{cell}");
        if quotes && !row.source.is_empty() {
            let used = before.chars().count() + row.cell.chars().count();
            let quote = colour.paint(DIM, shorten(row.source, room));
            let _ = write!(line, "{:gap$}{quote}", "", gap = steps_width - used);
        }
        let _ = writeln!(out, "{line}");
    }
    footer(&mut out, story, shown, width);
    out
}

/// As much of a line as there is room for.
fn shorten(line: &str, room: usize) -> String {
    if line.chars().count() <= room {
        return line.to_owned();
    }
    let start: String = line.chars().take(room - 1).collect();
    format!("{}…", start.trim_end())
}

struct Row<'a> {
    thread: usize,
    place: String,
    cell: String,
    /// The line of the source, if it is known.
    source: &'a str,
    marked: bool,
    /// Instead of a step: how many are left out.
    omitted: usize,
}

fn rows<'a>(story: &Story, marked: &[StepName], shown: &[bool], sources: &[SourceText<'a>]) -> Vec<Row<'a>> {
    let sites = || story.steps.iter().filter_map(|told| told.site.as_ref());
    let one_file = sites().all(|site| Some(&site.file) == sites().next().map(|first| &first.file));
    let place = |site: &Option<Site>| match site {
        None => String::new(),
        Some(site) if one_file => site.line.to_string(),
        Some(site) => format!("{}:{}", site.file, site.line),
    };
    let quoted = |site: &Option<Site>| {
        let source = site.as_ref().and_then(|site| Some((sources.iter().find(|one| *one.file == *site.file)?, site)));
        let line = source.and_then(|(source, site)| source.text.lines().nth((site.line as usize).checked_sub(1)?));
        line.map_or("", str::trim)
    };
    let mut rows: Vec<Row<'a>> = Vec::new();
    for (told, shown) in story.steps.iter().zip(shown) {
        match rows.last_mut() {
            Some(last) if !shown && last.omitted > 0 => last.omitted += 1,
            _ if !shown => {
                let (place, cell) = (String::new(), String::new());
                rows.push(Row { thread: 0, place, cell, source: "", marked: false, omitted: 1 });
            }
            _ => rows.push(Row {
                thread: told.name.thread,
                place: place(&told.site),
                cell: format!("#{} {}{}", told.name.index + 1, via(told), told.what),
                source: quoted(&told.site),
                marked: marked.contains(&told.name),
                omitted: 0,
            }),
        }
    }
    // That a thread had more to do says nothing.
    let endings = story.endings.iter().filter(|(_, ending)| !matches!(ending.standing, Standing::Running));
    let endings = endings.map(|(thread, ending)| Row {
        thread: *thread,
        place: place(&ending.site),
        cell: ending.text.clone(),
        source: quoted(&ending.site),
        marked: matches!(ending.standing, Standing::Failed(..)),
        omitted: 0,
    });
    rows.extend(endings);
    rows
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

/// What memory holds, and the order of writes, as far as steps that are shown are about it.
fn footer(out: &mut String, story: &Story, shown: &[bool], width: usize) {
    let told = story.steps.iter().zip(shown).filter(|(_, shown)| **shown);
    let touched: BTreeSet<&str> = told.filter_map(|(told, _)| location(&told.what)).collect();
    if !touched.is_empty() {
        // What a library keeps in several words has one name, and nobody asks for the words.
        let mut seen = BTreeSet::new();
        let named = story.memory.iter().filter(|(location, _)| touched.contains(location.as_str()));
        let named = named.filter(|(location, _)| seen.insert(location.as_str()));
        let memory: Vec<String> = named.map(|(location, value)| format!("{location} = {value}")).collect();
        let when = if story.endings.is_empty() { "final memory" } else { "memory" };
        fold(out, when, &memory, ", ", width);
    }
    for (location, writes) in story.coherence.iter().filter(|(location, _)| touched.contains(location.as_str())) {
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
