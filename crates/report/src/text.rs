//! A verdict as text: a headline, the evidence, then what the search was.
//!
//! Whatever could make a reader trust the headline too much (bounds, limits, warnings, what was not checked)
//! is always shown, under the headline and in full.

use std::fmt::Write;

use selvedge_check::{Conclusion, Verdict};
use selvedge_core::unseen::visible_line;
use selvedge_core::{Bound, Frame, Limit, Reduction, Site, StopReason, Warning};

use crate::account::Account;
use crate::excerpt::excerpt;
use crate::paint::{ASIDE, BAD, BOLD, CAREFUL, DIM, Detail, GOOD, Page};
use crate::relevant::relevant;
use crate::surprise::surprises;
use crate::table::{part, weakness};
use crate::{Other, Report};

/// The whole report.
pub fn verdict(report: &Report<'_>, page: impl Into<Page>) -> String {
    let page = page.into();
    let colour = page.colour;
    let mut out = evidence(report, page);
    for other in report.others {
        also(&mut out, report, other, page);
    }
    facts(&mut out, report, page);
    let bounds = report.verdict.bounds().iter().map(|bound| ("bound", CAREFUL, self::bound(bound)));
    let warnings = warnings(report.verdict).into_iter().map(|warning| ("warning", CAREFUL, self::warning(&warning)));
    let notes = report.notes.iter().map(|note| ("note", ASIDE, note.clone()));
    for (title, style, text) in bounds.chain(warnings).chain(notes) {
        let text = page.lines(&visible_line(&text), title.len() + 2).join("\n  ");
        let _ = writeln!(out, "{}: {text}", colour.paint(style, title));
    }
    out
}

/// The headline and, of a violation, what happened: the report without what the search was.
pub fn evidence(report: &Report<'_>, page: impl Into<Page>) -> String {
    let page = page.into();
    let colour = page.colour;
    let mut out = String::new();
    let account = report.account();
    headline(&mut out, report.verdict, account.as_ref(), page);
    if let (Some(violation), Some(story), Some(account)) = (report.verdict.violation(), report.story, &account) {
        out.push_str(&excerpt(report.sources, &account.places, page.width, colour));
        explanation(&mut out, account, page);
        let _ = writeln!(out, "\nthe execution, from top to bottom:\n");
        let shown = match page.detail {
            Detail::Essential => relevant(violation, story, report.model),
            Detail::Everything => vec![true; story.steps.len()],
        };
        out.push_str(&part(story, &violation.steps, &shown, report.sources, page));
        if shown.contains(&false) {
            let hidden = shown.iter().filter(|shown| !**shown).count();
            let _ =
                writeln!(out, "{}", colour.paint(DIM, format!("{hidden} steps are left out; --full-trace shows them")));
        }
        if account.why.is_empty() {
            out.push_str(weakness(story));
        }
        for line in surprises(violation, story, report.model) {
            paragraph(&mut out, &colour.paint(BOLD, "old value"), "old value", &line, page.width);
        }
        out.push('\n');
    }
    out
}

/// Another violation: what it is, where, and how to see its execution.
fn also(out: &mut String, report: &Report<'_>, other: &Other<'_>, page: Page) {
    let account = report.account_of(other);
    let title = "also violated";
    let reason = page.lines(&account.headline, title.len() + 2).join("\n  ");
    let _ = writeln!(out, "{}{}", page.colour.paint(BAD, title), page.colour.paint(BOLD, format!(": {reason}")));
    out.push_str(&excerpt(report.sources, &account.places, page.width, page.colour));
    explanation(out, &account, page);
    if let Some(witness) = &other.witness {
        let text = page.lines(&format!("`selvedge replay {witness}` shows the execution"), 6).join("\n  ");
        let _ = writeln!(out, "{}: {text}", page.colour.paint(ASIDE, "note"));
    }
    out.push('\n');
}

/// The calls in progress where it happens, why it could, and what to do.
fn explanation(out: &mut String, account: &Account, page: Page) {
    // One line for each way to get there; that it is for several places on the way says nothing more.
    let mut told: Vec<(&str, &str, &[Frame])> = Vec::new();
    let main_file = account.places.first().map(|place| place.site.file.clone());
    for place in account.places.iter().filter(|place| place.stack.len() > 1) {
        let calls = place.stack.iter().filter_map(|frame| Some((&frame.function, frame.site.as_ref()?)));
        let calls = calls.map(|(name, site)| match Some(&site.file) == main_file.as_ref() {
            true => format!("{name} (line {})", site.line),
            false => format!("{name} ({}:{})", site.file, site.line),
        });
        let way = (place.thread.as_str(), &*place.stack[0].function, &place.stack[1..]);
        if told.contains(&way) {
            continue;
        }
        told.push(way);
        let text = format!("{} is in {}", place.thread, calls.collect::<Vec<_>>().join(", called by "));
        paragraph(out, &page.colour.paint(BOLD, "calls"), "calls", &text, page.width);
    }
    for (at, line) in account.why.iter().enumerate() {
        match (at, line.strip_prefix("  ")) {
            (_, Some(item)) => {
                let _ = writeln!(out, "       {item}");
            }
            (0, None) => paragraph(out, &page.colour.paint(BOLD, "why"), "why", line, page.width),
            (_, None) => paragraph(out, "   ", "why", line, page.width),
        }
    }
    if let Some(help) = &account.help {
        paragraph(out, &page.colour.paint(ASIDE, "help"), "help", help, page.width);
    }
}

/// A text after a title, broken into lines.
fn paragraph(out: &mut String, painted: &str, title: &str, text: &str, width: usize) {
    let separator = if painted.trim().is_empty() { ' ' } else { ':' };
    let indent = title.len() + 2;
    let _ = write!(out, "{painted}{separator}");
    let mut column = title.len() + 1;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column + 1 + length > width && column > indent {
            let _ = write!(out, "\n{:width$}", "", width = indent - 1);
            column = indent - 1;
        }
        let _ = write!(out, " {word}");
        column += 1 + length;
    }
    out.push('\n');
}

/// Where the second column of the facts begins.
const FACT: usize = 14;

fn headline(out: &mut String, verdict: &Verdict, account: Option<&Account>, page: Page) {
    let colour = page.colour;
    let conclusion = verdict.conclusion();
    let style = match conclusion {
        Conclusion::Verified => GOOD,
        Conclusion::Violated | Conclusion::Unsupported => BAD,
        Conclusion::Bounded | Conclusion::Inconclusive => CAREFUL,
    };
    let reason = account.map_or_else(|| reason(verdict), |account| account.headline.clone());
    let reason = page.lines(&reason, conclusion.name().len() + 2).join("\n  ");
    let reason = colour.paint(BOLD, format!(": {reason}"));
    let _ = writeln!(out, "{}{reason}", colour.paint(style, conclusion.name()));
}

/// What follows the colon of the headline.
pub(crate) fn reason(verdict: &Verdict) -> String {
    if let Some(violation) = verdict.violation() {
        return violation.message.clone();
    }
    match verdict.stop() {
        StopReason::Unsupported(what) => what.clone(),
        StopReason::Overlap(..) => "accesses of different sizes overlap".to_owned(),
        StopReason::Limit(reached) => format!("{}; executions remain", limit(*reached)),
        StopReason::Interrupted => "interrupted; executions remain".to_owned(),
        StopReason::Violation | StopReason::Exhausted => match verdict.conclusion() {
            Conclusion::Bounded => "no execution within the bounds goes wrong".to_owned(),
            Conclusion::Inconclusive if !verdict.bounds().is_empty() => {
                "no execution within the bounds is complete, so nothing was checked".to_owned()
            }
            Conclusion::Inconclusive => "no execution is complete, so nothing was checked".to_owned(),
            Conclusion::Verified | Conclusion::Violated | Conclusion::Unsupported => {
                "no execution goes wrong".to_owned()
            }
        },
    }
}

fn facts(out: &mut String, report: &Report<'_>, page: Page) {
    let counts = report.verdict.counts();
    let mut executions = format!("{} complete, {} blocked", counts.complete, counts.blocked);
    if counts.discarded > 0 {
        let _ = write!(executions, "; {} more that the model forbids as a whole", counts.discarded);
    }
    if counts.beyond > 0 {
        let _ = write!(executions, "; {} more that were met beyond the bound", counts.beyond);
    }
    let events = if counts.events_added == 1 { "event" } else { "events" };
    let search = format!(
        "{}; {} {events} added in {:.2} s",
        stop(report.verdict.stop()),
        counts.events_added,
        report.verdict.seconds()
    );
    let checks = report.checks.join(", ");
    let reduced: Vec<&str> = report.verdict.reductions().iter().map(|reduction| self::reduction(*reduction)).collect();
    let reduced = reduced.join("; ");
    let rows = [
        ("model", report.model),
        ("checked", &checks),
        ("executions", &executions),
        ("reduced", &reduced),
        ("search", &search),
    ];
    for (key, value) in rows.into_iter().filter(|(_, value)| !value.is_empty()) {
        let value = page.lines(value, FACT).join(&format!("\n{:FACT$}", ""));
        let _ = writeln!(out, "  {}  {value}", page.colour.paint(BOLD, format!("{key:<10}")));
    }
}

pub(crate) fn reduction(reduction: Reduction) -> &'static str {
    match reduction {
        Reduction::Awaits => "whoever loses a lock waits until it is free",
        Reduction::Barriers => "orders of arrival at a barrier count as one",
        Reduction::Symmetry => "threads that were started alike are not told apart",
        Reduction::RestoredSymmetry => "nor are those that leave a barrier in the same state",
        Reduction::AsSc => "explored as sc, since all is seq_cst or plain",
        Reduction::AsRa => "explored as ra, since nothing is seq_cst",
    }
}

pub(crate) fn stop(reason: &StopReason) -> String {
    match reason {
        StopReason::Exhausted => "exhausted".to_owned(),
        StopReason::Violation => "stopped at the violation".to_owned(),
        StopReason::Limit(reached) => format!("stopped, {}", limit(*reached)),
        StopReason::Interrupted => "interrupted".to_owned(),
        StopReason::Unsupported(_) | StopReason::Overlap(..) => "stopped, unsupported".to_owned(),
    }
}

pub(crate) fn limit(limit: Limit) -> String {
    match limit {
        Limit::Seconds(seconds) => format!("time limit of {seconds} s reached"),
        Limit::Executions(executions) => format!("limit of {executions} executions reached"),
        Limit::GraphSize(events) => format!("limit of {events} events in one execution reached"),
        Limit::Memory(bytes) => format!("memory limit of {} MiB reached", bytes >> 20),
        Limit::Stack(bytes) => format!("the calls of a thread need more than {} MiB of stack", bytes >> 20),
    }
}

pub(crate) fn bound(bound: &Bound) -> String {
    match bound {
        Bound::Unroll { rounds, loops } => {
            let times = if *rounds == 1 { "once".to_owned() } else { format!("{rounds} times") };
            let loops = the_loops(loops);
            format!("threads that had begun {loops} {times} went no further; a greater --unroll lets them")
        }
        Bound::UndecidedLoops(loops) => format!(
            "whether threads that wait in {} would wait for ever could not be decided; --no-liveness does not ask",
            the_loops(loops)
        ),
        Bound::Stub { function, behaviour } => {
            let what = match *behaviour {
                "havoc" => "returns some value, and changes nothing",
                "zero" => "returns zero, and changes nothing",
                _ => "does nothing",
            };
            format!("{function} was replaced by a stub that {what} (--stub {function}={behaviour})")
        }
        Bound::FixedInputs(functions) => {
            let verb = if functions.len() == 1 { "returns" } else { "return" };
            format!("{} {verb} one fixed sequence of values; other values were not tried", list(functions))
        }
        Bound::FixedAddresses => {
            "the program decides by which of two addresses is smaller, or by their bits; one choice of addresses was tried"
                .to_owned()
        }
        Bound::Optimised(files) => format!(
            "a compiler has optimised {}: what races in the source may be gone; give the source, or compile it with -O0",
            list(files)
        ),
        Bound::OtherErrors(kinds) => {
            let names: Vec<String> = kinds.iter().map(|kind| kind.name().to_owned()).collect();
            format!(
                "errors were met that were not looked for ({}); from there on, a program has no meaning, and nothing is proved",
                list(&names)
            )
        }
        Bound::ForbiddenErrors => {
            "errors were met in executions that the model forbids as a whole; what else those lead to was not looked at"
                .to_owned()
        }
        Bound::Contexts(most) => format!(
            "only executions with at most {} were explored; a greater --context-bound lets in more",
            count(*most, "preemption")
        ),
        Bound::Rounds(0) => {
            "only executions in which the threads have one turn each, in order, were explored; a greater --round-bound \
             lets in more"
                .to_owned()
        }
        Bound::Samples { count, seed, different } => format!(
            "executions were drawn at random (--sample {count} --seed {seed}), {different} different ones; \
             without --sample all are explored"
        ),
        Bound::Rounds(most) => format!(
            "only executions with at most {} after the first were explored; a greater --round-bound lets in more",
            count(*most, "round")
        ),
        Bound::SpuriousWakeups => "no thread woke up spuriously more than once".to_owned(),
    }
}

fn the_loops(loops: &[Site]) -> String {
    let places: Vec<String> = loops.iter().map(|site| format!("{}:{}", site.file, site.line)).collect();
    match &places[..] {
        [] => "a loop".to_owned(),
        [place] => format!("the loop at {place}"),
        places => format!("the loops at {}", places.join(", ")),
    }
}

fn count(number: u32, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// A list as it is read out, shortened where it is long.
fn list(items: &[String]) -> String {
    const SHOWN: usize = 5;
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] if items.len() <= SHOWN => format!("{} and {last}", first.join(", ")),
        _ => format!("{} and {} more", items[..SHOWN].join(", "), items.len() - SHOWN),
    }
}

/// The verdict's warnings, and the one about vacuity even if the search forgot it.
pub(crate) fn warnings(verdict: &Verdict) -> Vec<Warning> {
    let mut warnings = verdict.warnings().to_vec();
    let vacuous =
        *verdict.stop() == StopReason::Exhausted && verdict.counts().complete == 0 && verdict.violation().is_none();
    if vacuous && !warnings.contains(&Warning::NoCompleteExecution) {
        warnings.push(Warning::NoCompleteExecution);
    }
    warnings
}

pub(crate) fn warning(warning: &Warning) -> String {
    match warning {
        Warning::NoCompleteExecution => {
            "no execution is complete: whatever the program asserts at its end holds vacuously".to_owned()
        }
        Warning::OneThread => "no second thread was ever created: there was nothing concurrent to check".to_owned(),
        Warning::NoAssertion => "the program has assertions, and none was ever reached".to_owned(),
        Warning::UnreachedAssertions(places) => {
            let subject = if places.len() == 1 { "the assertion at" } else { "the assertions at" };
            let verb = if places.len() == 1 { "was" } else { "were" };
            format!("{subject} {} {verb} never reached", list(places))
        }
        Warning::Leak(places) => {
            let subject = if places.len() == 1 { "memory" } else { "blocks of memory" };
            format!("{subject} allocated at {} can be left unfreed at the end", list(places))
        }
        Warning::FixedEnvironment(functions) => {
            let verb = if functions.len() == 1 { "returns" } else { "return" };
            format!("{} {verb} fixed values here, which decided nothing", list(functions))
        }
        Warning::Model { name, message } => format!("{name}: {message}"),
        Warning::DoubtfulModel(reasons) => {
            format!("it is not known whether the search finds every execution under this model: {}", list(reasons))
        }
    }
}
