//! A verdict as one HTML page that stands alone: no server, no network, nothing to install.
//!
//! For a violation: the headline and why it could happen, the source, the execution as a picture (`svg.rs`),
//! a walk through it with what memory holds. For a program that is verified: what was verified (the
//! certificate in words) and pictures of the first executions; before them, if that was asked, executions
//! with the outcome that a litmus test asks about, and the axioms that forbid them. Everything can be read
//! without a script; the script only adds the walk, the links between source and picture, and keys.

mod source;

use std::fmt::Write;

use selvedge_check::Conclusion;
use selvedge_core::Site;
use selvedge_core::unseen::visible_json;
use serde_json::{Value, json};

use crate::account::Account;
use crate::certificate::Conditions;
use crate::explain::{self, Axiom, Explanation, Point};
use crate::json::Observation;
use crate::junit::escape;
use crate::scene::Scene;
use crate::svg;
use crate::{Report, Subject, certificate, text};

const STYLE: &str = include_str!("html/explorer.css");
const SCRIPT: &str = include_str!("html/explorer.js");

/// Kinds of arrows, the key that switches them, what they mean, and whether they are shown at first.
const KINDS: [(&str, &str, &str, bool); 5] = [
    ("rf", "1", "reads-from: this write is what the read sees", true),
    ("sw", "2", "synchronises-with: orders what comes before it before what comes after it", true),
    ("co", "3", "coherence: the order of writes to one location", false),
    ("fr", "4", "from-read: the read does not see this later write", false),
    ("hb", "5", "happens-before between threads, as far as it does not follow", false),
];

/// What a page is about.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    /// The verdict and its story.
    pub report: Report<'a>,
    /// What was checked.
    pub subject: Subject<'a>,
    /// The final states of a litmus test.
    pub observation: Option<&'a Observation>,
    /// Why the outcome of a litmus test is what it is.
    pub explanation: Option<&'a Explanation>,
    /// The executions to draw: that of the violation, or forbidden ones and then the first ones.
    pub scenes: &'a [Scene],
    /// Where the execution comes from.
    pub origin: Origin<'a>,
}

/// Where an execution comes from.
#[derive(Clone, Copy, Debug)]
pub enum Origin<'a> {
    /// A search.
    Search(&'a Conditions),
    /// The witness of an earlier one.
    Replay(&'a str),
}

/// The page.
pub fn page(document: &Document<'_>) -> String {
    let Document { report, subject, scenes, .. } = document;
    let conclusion = report.verdict.conclusion();
    let account = report.account();
    let headline = account.as_ref().map_or_else(|| text::reason(report.verdict), |account| account.headline.clone());
    let title = format!("{}: {headline}", conclusion.name());
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"selvedge {}\">\n<title>{} – {}</title>\n<style>\n{STYLE}</style>\n</head>\n",
        env!("CARGO_PKG_VERSION"),
        escape(&subject.name()),
        escape(&title),
    );
    let class = if conclusion == Conclusion::Violated { "violated" } else { "other" };
    let _ = writeln!(out, "<body class=\"{class} {}\">", conclusion.name());
    header(&mut out, document, &headline, account.as_ref());
    why(&mut out, account.as_ref());
    explanation(&mut out, document);
    let _ = writeln!(out, "<main>");
    source::source(&mut out, report, account.as_ref(), scenes);
    let _ = writeln!(out, "<div class=\"right\">");
    // What was asked about comes first.
    let (forbidden, others) = scenes.split_at(scenes.iter().take_while(|scene| !scene.reasons.is_empty()).count());
    if report.verdict.violation().is_none() && forbidden.is_empty() {
        table(&mut out, document);
    }
    if !scenes.is_empty() {
        toolbar(&mut out, scenes);
    }
    for (number, scene) in forbidden.iter().enumerate() {
        self::scene(&mut out, scene, number, true);
    }
    if report.verdict.violation().is_none() && !forbidden.is_empty() {
        table(&mut out, document);
    }
    for (number, scene) in others.iter().enumerate() {
        self::scene(&mut out, scene, forbidden.len() + number, scenes.len() > 1);
    }
    printed(&mut out, report);
    if let (Some(_), Origin::Search(_)) = (report.verdict.violation(), document.origin) {
        let _ = writeln!(out, "<details class=\"more\"><summary>about this check</summary>");
        table(&mut out, document);
        let _ = writeln!(out, "</details>");
    }
    let _ = writeln!(out, "</div>\n</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>");
    out
}

fn header(out: &mut String, document: &Document<'_>, headline: &str, account: Option<&Account>) {
    let Document { report, subject, .. } = document;
    let verdict = report.verdict;
    let name = verdict.conclusion().name();
    let kind = verdict.violation().map_or("", |violation| violation.kind.name());
    let origin = match document.origin {
        Origin::Search(_) => {
            let before = if verdict.violation().is_some() { " before it" } else { "" };
            format!("{} complete, {} blocked{before}", verdict.counts().complete, verdict.counts().blocked)
        }
        Origin::Replay(witness) => format!("replayed from {witness}"),
    };
    let _ = writeln!(
        out,
        "<header>\n<span class=\"badge {name}\">{name}</span>\n<h1>{}</h1>\n<p class=\"facts\"><b>{}</b> under <b>{}</b>\
         {}{}{} · {}</p>\n<button id=\"theme\" type=\"button\" title=\"light or dark (t)\" aria-label=\"light or dark\" hidden>◐</button>\n</header>",
        escape(headline),
        escape(&subject.name()),
        escape(report.model),
        if kind.is_empty() { "" } else { " · " },
        kind,
        place(account),
        escape(&origin),
    );
}

/// Where it goes wrong, as a link to the line.
fn place(account: Option<&Account>) -> String {
    let Some(place) = account.and_then(|account| account.places.first()) else { return String::new() };
    format!(" · <a href=\"#violation\">line {}</a>", place.site.line)
}

/// What a model says about the outcome of a litmus test.
fn explanation(out: &mut String, document: &Document<'_>) {
    let Some(explanation) = document.explanation.filter(|_| document.report.verdict.violation().is_none()) else {
        return;
    };
    let _ = writeln!(out, "<section class=\"why\">\n<p><b>{}</b></p>", escape(&explanation.summary()));
    if !explanation.finished {
        let _ = writeln!(out, "<p>{}</p>", escape(explain::UNFINISHED));
    }
    let _ = writeln!(out, "</section>");
}

/// What the program printed.
fn printed(out: &mut String, report: &Report<'_>) {
    let Some(story) = report.story.filter(|story| !story.output.is_empty()) else { return };
    let _ = writeln!(
        out,
        "<details class=\"more\" open><summary>the program's output, in the order of this execution</summary>\n\
         <table class=\"output\">"
    );
    for (thread, line) in story.printed() {
        let (class, name) = (thread % 6, escape(&story.threads[thread]));
        let _ = writeln!(out, "<tr><th class=\"c{class}\">{name}</th><td>{}</td></tr>", escape(&line));
    }
    let _ = writeln!(out, "</table>\n</details>");
}

/// Why it could happen, and what to do.
fn why(out: &mut String, account: Option<&Account>) {
    let Some(account) = account.filter(|account| !account.why.is_empty() || account.help.is_some()) else { return };
    let _ = writeln!(out, "<section class=\"why\">");
    let mut items: Vec<&str> = Vec::new();
    for line in &account.why {
        match line.strip_prefix("  ") {
            Some(item) => items.push(item),
            None => {
                let _ = writeln!(out, "<p>{}</p>", escape(line));
            }
        }
    }
    if !items.is_empty() {
        let items: Vec<String> = items.iter().map(|item| format!("<li>{}</li>", escape(item))).collect();
        let _ = writeln!(out, "<ol>{}</ol>", items.concat());
    }
    if let Some(help) = &account.help {
        let _ = writeln!(out, "<p class=\"help\"><b>help:</b> {}</p>", escape(help));
    }
    let _ = writeln!(out, "</section>");
}

fn toolbar(out: &mut String, scenes: &[Scene]) {
    let _ = writeln!(out, "<div class=\"toolbar\" role=\"toolbar\" aria-label=\"what is drawn\">");
    let circle = scenes.iter().any(|scene| !scene.circle.is_empty());
    let bad = scenes.iter().any(|scene| !scene.conflicts.is_empty());
    for (kind, key, meaning, shown) in KINDS {
        let shown = if shown { " checked" } else { "" };
        let _ = writeln!(
            out,
            "<label class=\"k-{kind}\" title=\"{meaning} (key {key})\"><input type=\"checkbox\" id=\"show-{kind}\"{shown}>\
             <svg width=\"22\" height=\"10\"><g class=\"e {kind}\"><path d=\"M1 5H21\"/></g></svg>{kind}</label>"
        );
    }
    if circle || bad {
        let (kind, name) = if bad { ("bad", "the violation") } else { ("why", "the circle") };
        let _ = writeln!(
            out,
            "<label class=\"k-{kind}\" title=\"what is wrong (key 6)\"><input type=\"checkbox\" id=\"show-why\" checked>\
             <svg width=\"22\" height=\"10\"><g class=\"e {kind}\"><path d=\"M1 5H21\"/></g></svg>{name}</label>"
        );
    }
    if scenes.iter().any(|scene| scene.matters.contains(&false)) {
        let _ = writeln!(
            out,
            "<label title=\"also steps that do not matter for the violation (key 0)\"><input type=\"checkbox\" \
             id=\"show-all\">all steps</label>"
        );
    }
    if scenes.iter().any(|scene| !scene.relations.is_known) {
        let _ = writeln!(out, "<span class=\"remark\">what synchronises in this model is not drawn</span>");
    }
    let _ = writeln!(
        out,
        "<span class=\"keys\" hidden title=\"1–6 switch arrows, 0 all steps, t light or dark, Esc clears\">\
         <kbd>↓</kbd> <kbd>↑</kbd> walk · <kbd>1</kbd>–<kbd>6</kbd> arrows · <kbd>t</kbd> theme</span>\n</div>"
    );
}

fn scene(out: &mut String, scene: &Scene, number: usize, titled: bool) {
    let story = &scene.story;
    let _ = writeln!(out, "<section class=\"scene\" data-n=\"{number}\" aria-label=\"{}\">", escape(&scene.title));
    if titled {
        let _ = writeln!(out, "<h3>{}</h3>", escape(&scene.title));
    }
    scene.reasons.iter().for_each(|reason| axiom(out, reason, scene));
    let partial = scene.matters.contains(&false);
    let _ = writeln!(
        out,
        "<div class=\"picture\" role=\"region\" tabindex=\"0\" aria-label=\"the execution as a picture\">"
    );
    if partial {
        let essential = svg::draw(scene, &scene.matters, &format!("{number}e"));
        let _ = writeln!(out, "<div class=\"essential\">{essential}</div>");
    }
    let whole = svg::draw(scene, &vec![true; story.steps.len()], &format!("{number}f"));
    let _ = writeln!(out, "<div class=\"{}\">{whole}</div>\n</div>", if partial { "whole" } else { "only" });
    let last = story.steps.len();
    let _ = writeln!(
        out,
        "<div class=\"walk\" role=\"group\" aria-label=\"walk through the execution\" hidden><button type=\"button\" class=\"back\" title=\"one step back (↑)\" aria-label=\"one step back\">◀</button>\
         <input type=\"range\" min=\"0\" max=\"{last}\" value=\"{last}\" aria-label=\"step\">\
         <button type=\"button\" class=\"on\" title=\"one step on (↓)\" aria-label=\"one step on\">▶</button><output>all {last} steps</output></div>"
    );
    let _ = writeln!(out, "<div class=\"state\">\n<p class=\"step\" aria-live=\"polite\"></p>");
    memory(out, scene);
    let _ = writeln!(out, "</div>");
    if !story.interleaving {
        let _ = writeln!(
            out,
            "<p class=\"weak\">No interleaving of the threads gives this execution: where a read shows <b>⚠</b>, it sees \
             something else than memory holds at that point of this order.</p>"
        );
    }
    // Neither what ends a script element nor what begins a comment in one may be in it.
    let data = visible_json(&data(scene).to_string()).replace('<', "\\u003c");
    let _ = writeln!(out, "<script type=\"application/json\" class=\"data\">{data}</script>\n</section>");
}

/// An axiom that forbids the execution: its text, and its path from step to step.
fn axiom(out: &mut String, axiom: &Axiom, scene: &Scene) {
    let (file, line) = &axiom.place;
    let _ = write!(
        out,
        "<div class=\"axiom\"><p><code>{}</code> <small>{}:{line}</small></p>\n<p class=\"path\">",
        escape(&axiom.text),
        escape(file)
    );
    let point = |point: &Point| {
        let step = point.step.and_then(|name| scene.story.step(name));
        let (class, what) = step.map_or((String::new(), String::new()), |told| {
            (format!(" class=\"c{}\"", told.name.thread % 6), told.what.to_string())
        });
        format!("<b{class} title=\"{}\">{}</b>", escape(&what), escape(&point.label))
    };
    if let Some(first) = axiom.edges.first() {
        out.push_str(&point(&first.from));
    }
    for edge in &axiom.edges {
        let part = edge.part_of.as_ref().map_or(String::new(), |name| format!("part of {name}"));
        let _ = write!(out, " <i title=\"{}\">{} →</i> {}", escape(&part), escape(&edge.relation), point(&edge.to));
    }
    let _ = writeln!(out, "</p></div>");
}

/// What memory holds in the end. What a library keeps in several words has one name, and is shown once.
fn memory(out: &mut String, scene: &Scene) {
    let story = &scene.story;
    let mut seen = std::collections::BTreeSet::new();
    let _ = write!(out, "<dl class=\"memory\" aria-label=\"memory\">");
    for (cell, location) in story.locations.iter().enumerate() {
        if !seen.insert(location.name.as_str()) {
            continue;
        }
        let last = scene.moments.iter().rev().filter_map(|moment| moment.change.as_ref());
        let mut last = last.filter(|(changed, _)| *changed == cell);
        let initial = location.initial.as_deref().unwrap_or("–");
        let value = last.next().map_or(initial, |(_, value)| value);
        let _ =
            write!(out, "<div data-c=\"{cell}\"><dt>{}</dt><dd>{}</dd></div>", escape(&location.name), escape(value));
    }
    let _ = writeln!(out, "</dl>");
}

/// What the script needs to know.
fn data(scene: &Scene) -> Value {
    let story = &scene.story;
    let place = |site: &Option<Site>| match site {
        Some(site) => json!([&*site.file, site.line]),
        None => Value::Null,
    };
    let steps = story.steps.iter().zip(&scene.moments).map(|(told, moment)| {
        let stack: Vec<String> = match told.stack.len() {
            0 | 1 => Vec::new(),
            _ => told.stack.iter().map(|frame| frame.function.to_string()).collect(),
        };
        json!({
            "t": told.name.thread,
            "i": told.name.index,
            "label": told.label,
            "says": format!("{} {}", story.threads[told.name.thread], told.what.sentence()),
            "call": told.via,
            "stack": stack,
            "at": place(&told.site),
            "clock": scene.relations.clocks.get(&told.name),
            "change": moment.change,
            "stale": moment.stale,
            "from": from(&told.what),
        })
    });
    let ends = story.endings.iter().map(|(thread, ending)| json!({ "t": thread, "at": place(&ending.site) }));
    let cells = story.locations.iter().map(|cell| json!([cell.name, cell.initial]));
    json!({
        "steps": steps.collect::<Vec<_>>(),
        "ends": ends.collect::<Vec<_>>(),
        "cells": cells.collect::<Vec<_>>(),
    })
}

fn from(what: &crate::story::What) -> Option<&str> {
    match what {
        crate::story::What::Read { from, .. } | crate::story::What::Update { from, .. } => Some(from),
        _ => None,
    }
}

/// The facts about the check.
fn table(out: &mut String, document: &Document<'_>) {
    let Document { report, subject, observation, .. } = document;
    let Origin::Search(conditions) = document.origin else { return };
    let _ = writeln!(out, "<section class=\"certificate\">\n<table>");
    for (key, value) in &certificate::facts(report, subject, conditions) {
        let _ = writeln!(out, "<tr><th>{}</th><td>{}</td></tr>", escape(key), escape(value));
    }
    let _ = writeln!(out, "</table>");
    let bounds = report.verdict.bounds().iter().map(|bound| ("bound", text::bound(bound)));
    let warnings = text::warnings(report.verdict).into_iter().map(|warning| ("warning", text::warning(&warning)));
    let remarks = bounds.chain(warnings).chain(report.notes.iter().map(|note| ("note", note.clone())));
    for (kind, remark) in remarks {
        let _ = writeln!(out, "<p class=\"r-{kind}\"><b>{kind}:</b> {}</p>", escape(&remark));
    }
    if let Some(observation) = observation {
        states(out, observation);
    }
    let _ = writeln!(out, "</section>");
}

/// The final states of a litmus test.
fn states(out: &mut String, observation: &Observation) {
    let claim = observation.quantifier.as_deref().unwrap_or("no condition");
    let result = observation.result.as_deref().unwrap_or("not known: the search stopped");
    let _ = writeln!(
        out,
        "<h3>Final states</h3>\n<p>{}: the condition holds in {} of {} executions (<b>{}</b>).</p>\n<table class=\"states\">",
        escape(claim),
        observation.positive,
        observation.positive + observation.negative,
        escape(result),
    );
    for state in &observation.states {
        let bindings: Vec<String> = state.bindings.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let mark = if state.holds { "holds" } else { "" };
        let _ = writeln!(
            out,
            "<tr class=\"{mark}\"><td>{}</td><td>{}</td><td>{mark}</td></tr>",
            escape(&bindings.join(", ")),
            if state.count == 1 { "1 execution".to_owned() } else { format!("{} executions", state.count) },
        );
    }
    let _ = writeln!(out, "</table>");
}
