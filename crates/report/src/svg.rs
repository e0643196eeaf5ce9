//! An execution as a picture: a column per thread, a row per step, arrows for how the steps are related.
//!
//! The picture stands alone: without a script everything can be read, and checkboxes of the page switch kinds
//! of arrows on and off by style alone. Rows are in the order of the story, so that time goes down, and
//! arrows of causes too. Layout is ours, and simple: columns as wide as their texts, arrows as curves through
//! the gaps between columns.

use std::fmt::Write;

use selvedge_core::StepName;

use crate::junit::escape;
use crate::relations::Edge;
use crate::scene::Scene;
use crate::story::{Ending, Standing, Told, What};

const ROW: f64 = 32.0;
const BOX: f64 = 25.0;
const HEAD: f64 = 40.0;
const TOP: f64 = 6.0;
const GAP: f64 = 64.0;
const GUTTER: f64 = 46.0;
/// The width of a character of the fonts that the page asks for, at their size.
const CHAR: f64 = 7.25;
const LONGEST: usize = 38;
const COLOURS: usize = 6;

/// Where a step is drawn.
#[derive(Clone, Copy, Debug)]
struct Spot {
    column: usize,
    row: usize,
    left: f64,
    width: f64,
}

impl Spot {
    fn middle(self) -> f64 {
        TOP + self.row as f64 * ROW + ROW / 2.0
    }
}

/// Draws the steps of the scene for which `shown` holds. `id` makes names unique in the page.
pub(crate) fn draw(scene: &Scene, shown: &[bool], id: &str) -> String {
    let canvas = Canvas::new(scene, shown, id);
    canvas.draw()
}

struct Canvas<'a> {
    scene: &'a Scene,
    id: &'a str,
    /// For each row, the step (by position in the story) or the thread whose end it is, or how many steps are
    /// left out.
    rows: Vec<Line>,
    /// Left edge and width of each column.
    columns: Vec<(f64, f64)>,
}

enum Line {
    Step(usize),
    End(usize),
    Omitted(usize),
}

impl<'a> Canvas<'a> {
    fn new(scene: &'a Scene, shown: &[bool], id: &'a str) -> Canvas<'a> {
        let story = &scene.story;
        let mut rows: Vec<Line> = Vec::new();
        for (at, shown) in shown.iter().enumerate() {
            match (*shown, rows.last_mut()) {
                (true, _) => rows.push(Line::Step(at)),
                (false, Some(Line::Omitted(count))) => *count += 1,
                (false, _) => rows.push(Line::Omitted(1)),
            }
        }
        let ends = story.endings.iter().enumerate();
        let ends = ends.filter(|(_, (_, end))| !matches!(end.standing, Standing::Running));
        rows.extend(ends.map(|(number, _)| Line::End(number)));
        let mut columns = Vec::new();
        let mut left = GUTTER;
        for (thread, name) in story.threads.iter().enumerate() {
            let texts = rows.iter().filter_map(|row| match row {
                Line::Step(at) if story.steps[*at].name.thread == thread => {
                    let (text, aside) = caption(&story.steps[*at]);
                    let stale = if scene.moments[*at].stale.is_some() { 2 } else { 0 };
                    Some(text.chars().count() + aside.chars().count() + 2 + stale)
                }
                Line::End(number) if story.endings[*number].0 == thread => {
                    Some(stands(&story.endings[*number].1).chars().count())
                }
                _ => None,
            });
            let widest = texts.max().unwrap_or(0).max(name.chars().count() + 2).max(12);
            let width = widest as f64 * CHAR + 30.0;
            columns.push((left, width));
            left += width + GAP;
        }
        Canvas { scene, id, rows, columns }
    }

    fn spot(&self, row: usize, thread: usize) -> Spot {
        let (left, width) = self.columns[thread];
        Spot { column: thread, row, left, width }
    }

    /// Where a step is, if it is shown.
    fn find(&self, name: StepName) -> Option<Spot> {
        let row = self.rows.iter().position(|row| match row {
            Line::Step(at) => self.scene.story.steps[*at].name == name,
            Line::End(_) | Line::Omitted(_) => false,
        })?;
        Some(self.spot(row, name.thread))
    }

    fn draw(&self) -> String {
        let (left, width) = self.columns.last().copied().unwrap_or((GUTTER, 0.0));
        let (width, height) = (left + width + GAP - 8.0, TOP + self.rows.len() as f64 * ROW + 14.0);
        // A picture shrinks a little to fit; beyond that one has to scroll.
        let least = width * 0.88;
        let mut out = format!(
            "<svg class=\"graph heads\" viewBox=\"0 0 {width:.0} {HEAD}\" width=\"{width:.0}\" \
             style=\"min-width:{least:.0}px\" role=\"img\" aria-label=\"the threads\">\n"
        );
        self.heads(&mut out);
        let _ = write!(
            out,
            "</svg>\n<svg class=\"graph\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
             style=\"min-width:{least:.0}px\" role=\"group\" aria-label=\"the execution: a column per thread, time going down\">\n"
        );
        self.markers(&mut out);
        self.lines(&mut out, height);
        let relations = &self.scene.relations;
        // Wide pale bands first, so that thin lines can be seen on them. What orders nothing new is left out.
        let news = relations.sw.iter().filter(|edge| relations.hb.contains(edge));
        news.for_each(|&(a, b)| self.arrow(&mut out, "sw", "sw", a, b));
        for (kind, edges) in [("hb", &relations.hb), ("co", &relations.co), ("fr", &relations.fr)] {
            edges.iter().for_each(|&(a, b)| self.arrow(&mut out, kind, kind, a, b));
        }
        for &(a, b) in &relations.rf {
            let same = |edge: &Edge| *edge == (a, b) || *edge == (b, a);
            let circle = self.scene.circle.iter().any(|(edge, _)| same(edge));
            if !circle && !self.scene.conflicts.iter().any(|(edge, _)| same(edge)) {
                self.arrow(&mut out, if self.is_quiet(a, b) { "rf quiet" } else { "rf" }, "rf", a, b);
            }
        }
        for ((a, b), label) in &self.scene.circle {
            self.arrow(&mut out, "why", label, *a, *b);
        }
        for &((a, b), label) in &self.scene.conflicts {
            self.arrow(&mut out, "bad", label, a, b);
        }
        for (row, line) in self.rows.iter().enumerate() {
            match line {
                Line::Step(at) => self.step(&mut out, row, *at),
                Line::End(number) => self.end(&mut out, row, *number),
                Line::Omitted(count) => {
                    let y = TOP + row as f64 * ROW + ROW / 2.0 + 4.0;
                    let x = self.columns.first().map_or(GUTTER, |(left, width)| left + width / 2.0);
                    let _ = writeln!(out, "<text class=\"omitted\" x=\"{x:.1}\" y=\"{y:.1}\">⋯ {count} steps</text>");
                }
            }
        }
        out.push_str("</svg>\n");
        out
    }

    fn markers(&self, out: &mut String) {
        out.push_str("<defs>");
        for kind in ["rf", "co", "fr", "sw", "hb", "why", "bad"] {
            let _ = write!(
                out,
                "<marker id=\"m-{kind}-{}\" class=\"m {kind}\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" \
                 markerWidth=\"9\" markerHeight=\"9\" markerUnits=\"userSpaceOnUse\" orient=\"auto-start-reverse\">\
                 <path d=\"M0 1L10 5L0 9z\"/></marker>",
                self.id
            );
        }
        out.push_str("</defs>\n");
    }

    /// Whether the read cannot surprise: the write comes before it in its thread, or before all of its
    /// thread.
    fn is_quiet(&self, write: StepName, read: StepName) -> bool {
        let first = self.scene.relations.clocks.get(&StepName { thread: read.thread, index: 0 });
        write.thread == read.thread || first.is_some_and(|clock| clock[write.thread] > write.index)
    }

    /// The names of the threads.
    fn heads(&self, out: &mut String) {
        for (thread, name) in self.scene.story.threads.iter().enumerate() {
            let (left, width) = self.columns[thread];
            let (middle, hue) = (left + width / 2.0, thread % COLOURS);
            let _ = writeln!(
                out,
                "<g class=\"thread c{hue}\"><rect x=\"{left:.1}\" y=\"6\" width=\"{width:.1}\" height=\"28\" rx=\"6\"/>\
                 <text x=\"{middle:.1}\" y=\"25\">{}</text></g>",
                escape(name)
            );
        }
    }

    /// A line down each column.
    fn lines(&self, out: &mut String, height: f64) {
        for (left, width) in &self.columns {
            let middle = left + width / 2.0;
            let _ = writeln!(
                out,
                "<line class=\"po\" x1=\"{middle:.1}\" y1=\"0\" x2=\"{middle:.1}\" y2=\"{:.1}\"/>",
                height - 10.0,
            );
        }
    }

    fn step(&self, out: &mut String, row: usize, at: usize) {
        let told = &self.scene.story.steps[at];
        let spot = self.spot(row, told.name.thread);
        let mut classes = format!("ev c{} {}", told.name.thread % COLOURS, kind(&told.what));
        if self.scene.marked.contains(&told.name) {
            classes.push_str(" marked");
        }
        if self.scene.circle.iter().any(|((a, b), _)| *a == told.name || *b == told.name) {
            classes.push_str(" circled");
        }
        if self.scene.moments[at].stale.is_some() {
            classes.push_str(" stale");
        }
        let (text, mut aside) = caption(told);
        if self.scene.moments[at].stale.is_some() {
            aside.insert_str(0, "⚠ ");
        }
        let sentence = format!("{} {}", self.scene.story.threads[told.name.thread], told.what.sentence());
        let line = told.site.as_ref().map_or(String::new(), |site| site.line.to_string());
        let y = spot.middle();
        let _ = writeln!(
            out,
            "<g class=\"{classes}\" data-s=\"{at}\" tabindex=\"0\" role=\"button\" aria-label=\"{}\"><title>{}</title>\
             <text class=\"line\" x=\"{}\" y=\"{:.1}\">{line}</text>\
             <rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{BOX}\" rx=\"5\"/>\
             <text class=\"what\" x=\"{:.1}\" y=\"{:.1}\">{}</text>\
             <text class=\"aside\" x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
            escape(&sentence),
            escape(&sentence),
            GUTTER - 10.0,
            y + 4.0,
            spot.left,
            y - BOX / 2.0,
            spot.width,
            spot.left + 10.0,
            y + 4.5,
            escape(&text),
            spot.left + spot.width - 9.0,
            y + 4.5,
            escape(&aside),
        );
    }

    fn end(&self, out: &mut String, row: usize, number: usize) {
        let (thread, ending) = &self.scene.story.endings[number];
        let spot = self.spot(row, *thread);
        let class = if matches!(ending.standing, Standing::Failed(..)) { "end failed" } else { "end" };
        let line = ending.site.as_ref().map_or(String::new(), |site| site.line.to_string());
        let y = spot.middle();
        let _ = writeln!(
            out,
            "<g class=\"{class} c{}\" data-end=\"{number}\"><text class=\"line\" x=\"{}\" y=\"{:.1}\">{line}</text>\
             <rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{BOX}\" rx=\"13\"/>\
             <text class=\"what\" x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
            thread % COLOURS,
            GUTTER - 10.0,
            y + 4.0,
            spot.left,
            y - BOX / 2.0,
            spot.width,
            spot.left + spot.width / 2.0,
            y + 4.5,
            escape(&shorten(stands(ending))),
        );
    }

    /// An arrow between two steps that are shown, with a label.
    fn arrow(&self, out: &mut String, kind: &str, label: &str, from: StepName, to: StepName) {
        let (Some(a), Some(b)) = (self.find(from), self.find(to)) else { return };
        // Kinds keep out of each other's way.
        let shift = match kind {
            "co" => 5.0,
            "fr" => -5.0,
            "hb" => 8.0,
            _ => 0.0,
        };
        let (y1, y2) = (a.middle() + shift, b.middle() + shift);
        let (path, x, y) = if a.column == b.column && label == "po" {
            let x = a.left + a.width / 2.0;
            let (y1, y2) = (a.middle() + BOX / 2.0, b.middle() - BOX / 2.0 - 1.0);
            (format!("M{x:.1} {y1:.1}L{x:.1} {y2:.1}"), x, (y1 + y2) / 2.0)
        } else if a.column == b.column {
            // Out to the side and back; from-read on the left, the others on the right.
            let (edge, sign) = if kind == "fr" { (a.left, -1.0) } else { (a.left + a.width, 1.0) };
            let bulge = edge + sign * (14.0 + 6.0 * (a.row.abs_diff(b.row) as f64).min(6.0));
            let path = format!("M{edge:.1} {y1:.1}C{bulge:.1} {y1:.1} {bulge:.1} {y2:.1} {edge:.1} {y2:.1}");
            (path, edge + (bulge - edge) * 0.75, (y1 + y2) / 2.0)
        } else {
            let (x1, x2, sign) =
                if a.column < b.column { (a.left + a.width, b.left, 1.0) } else { (a.left, b.left + b.width, -1.0) };
            let reach = sign * ((x2 - x1).abs() / 2.0).clamp(34.0, 90.0);
            let path = format!("M{x1:.1} {y1:.1}C{:.1} {y1:.1} {:.1} {y2:.1} {x2:.1} {y2:.1}", x1 + reach, x2 - reach);
            // Beside the source, where arrows that cross are still apart, and no box hides it.
            let far = a.column.abs_diff(b.column) > 1;
            let (x, y) = point((x1, y1), (x2, y2), reach, 0.3);
            let (x, y) = match far {
                true => (x1 + sign * GAP / 2.0, y1 - 8.0),
                // A long label needs all of the gap.
                false if label.len() > 2 => ((x1 + x2) / 2.0, y),
                false => (x, y),
            };
            (path, x, y)
        };
        let both = if kind == "bad" && label == "no order" {
            format!(" marker-start=\"url(#m-{kind}-{})\"", self.id)
        } else {
            String::new()
        };
        // Down the column needs no explanation.
        let shown = if label == "po" { "" } else { label };
        let marker = kind.split(' ').next().unwrap_or(kind);
        let position = |name: StepName| self.scene.position(name).unwrap_or_default();
        let _ = writeln!(
            out,
            "<g class=\"e {kind}\" data-a=\"{}\" data-b=\"{}\"><path d=\"{path}\" marker-end=\"url(#m-{marker}-{})\"{both}/>\
             <text x=\"{x:.1}\" y=\"{:.1}\">{shown}</text></g>",
            position(from),
            position(to),
            self.id,
            y + 3.5,
        );
    }
}

/// A point of the curve between two steps, a part of the way along.
fn point((x1, y1): (f64, f64), (x2, y2): (f64, f64), reach: f64, part: f64) -> (f64, f64) {
    let rest = 1.0 - part;
    let (a, b, c, d) = (rest.powi(3), 3.0 * rest.powi(2) * part, 3.0 * rest * part.powi(2), part.powi(3));
    (a * x1 + b * (x1 + reach) + c * (x2 - reach) + d * x2, (a + b) * y1 + (c + d) * y2)
}

/// The class of a step.
fn kind(what: &What) -> &'static str {
    match what {
        What::Read { .. } => "read",
        What::Write { .. } => "write",
        What::Update { .. } => "update",
        What::Fence { .. } => "fence",
        What::Allocate { .. } | What::Free { .. } => "life",
        What::Spawn { .. } | What::Join { .. } => "thread-op",
        What::Choose { .. } => "choose",
    }
}

/// How a thread stands, in a few words.
fn stands(ending: &Ending) -> &str {
    ending.text.strip_prefix("blocked: ").unwrap_or(&ending.text)
}

/// A step in a few words, and its ordering.
pub(crate) fn caption(told: &Told) -> (String, String) {
    let via = told.via.as_deref().map(|via| via.strip_prefix("pthread_").unwrap_or(via));
    let via = via.map(|via| via.strip_prefix("mutex_").unwrap_or(via));
    let (text, aside) = match (&told.what, via) {
        (What::Read { location, value, from, .. }, None) if from == "init" => {
            (format!("R {location} = {value}"), "← init ".to_owned())
        }
        (What::Read { location, value, .. }, None) => (format!("R {location} = {value}"), String::new()),
        (What::Write { location, value, .. }, None) => (format!("W {location} = {value}"), String::new()),
        (What::Update { location, old, new, .. }, None) => (format!("U {location} {old} → {new}"), String::new()),
        // What is in a lock is the library's business.
        (What::Read { location, .. }, Some(via)) if via.ends_with("lock") => {
            return (shorten(&format!("{via} {location}")), "taken".to_owned());
        }
        (What::Update { location, .. } | What::Write { location, .. }, Some(via)) if via.ends_with("lock") => {
            (format!("{via} {location}"), String::new())
        }
        (What::Read { location, value, .. }, Some(via)) => (format!("{via} {location} = {value}"), String::new()),
        (What::Write { location, value, .. }, Some(via)) => (format!("{via} {location} ≔ {value}"), String::new()),
        (What::Update { location, old, new, .. }, Some(via)) => {
            (format!("{via} {location} {old} → {new}"), String::new())
        }
        (what, _) => (what.to_string(), String::new()),
    };
    let ordering = match &told.what {
        What::Read { ordering, .. } | What::Write { ordering, .. } | What::Update { ordering, .. } => ordering.short(),
        _ => "",
    };
    (shorten(&text), format!("{aside}{ordering}"))
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONGEST - 1).collect();
    format!("{start}…")
}
