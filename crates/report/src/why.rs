//! Why a violation could happen: which synchronisation is missing, or which old value a read was allowed to
//! see.
//!
//! Two kinds of explanation. For two steps that should be ordered and are not: the reads-from between them
//! that do not synchronise, if there are any. For an execution that no interleaving gives: a read that sees
//! an old value although the newer write is one of its causes; or else a shortest circle of steps each of
//! which comes before the next.

use selvedge_core::execution::Source;
use selvedge_core::{Mode, Step, StepName, Violation, ViolationKind};

use crate::account::location;
use crate::causes::{Break, Causes, mode};
use crate::story::{Story, What};

/// An explanation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Reason {
    pub(crate) why: Vec<String>,
    pub(crate) help: Option<String>,
    /// Steps that the explanation speaks of, each with a label.
    pub(crate) places: Vec<(StepName, String)>,
}

/// Explains a violation, as far as that can be done from its execution.
pub(crate) fn reason(violation: &Violation, story: &Story, model: &str) -> Reason {
    let causes = Causes::new(&violation.execution);
    let explainer = Explainer { violation, story, causes, model };
    match violation.kind {
        ViolationKind::Race | ViolationKind::UnorderedAccess | ViolationKind::UseAfterFree => {
            explainer.missing_order().unwrap_or_default()
        }
        _ if !story.interleaving => explainer.weak_behaviour(),
        _ => Reason::default(),
    }
}

struct Explainer<'a> {
    violation: &'a Violation,
    story: &'a Story,
    causes: Causes<'a>,
    model: &'a str,
}

impl Explainer<'_> {
    /// Whether happens-before is what [`Causes`] knows about.
    fn synchronises(&self) -> bool {
        matches!(self.model, "ra" | "rc11")
    }

    fn missing_order(&self) -> Option<Reason> {
        let (&second, &first) = (self.violation.steps.first()?, self.violation.steps.get(1)?);
        if first.thread == second.thread {
            return None;
        }
        let atomic = |b: &Break| self.is_atomic(b.write) && self.is_atomic(b.read);
        let breaks = [(first, second), (second, first)].into_iter().find_map(|(a, b)| self.causes.breaks(a, b));
        let usable = |breaks: &Vec<Break>| self.synchronises() && !breaks.is_empty() && breaks.iter().all(atomic);
        let Some(breaks) = breaks.filter(usable) else {
            // Whatever there is between the two, it is no happens-before, or there would be no violation.
            let (one, other) = (self.noun(first), self.noun(second));
            let why = format!("no chain of synchronisation leads from {one} to {other}, nor back");
            let help = match self.violation.kind {
                ViolationKind::Race => "hold the same lock around both, or make both atomic",
                ViolationKind::UseAfterFree => {
                    "free memory only when no other thread can still reach it: after joining them, or when the last has let go"
                }
                _ => "pass the pointer on with a release write, and get it with an acquire read",
            };
            return Some(Reason { why: vec![why], help: Some(help.to_owned()), ..Reason::default() });
        };
        let mut reason = Reason::default();
        for b in &breaks {
            let (writer, reader) = (self.story.short(b.write.thread), self.story.short(b.read.thread));
            let place = self.story.step(b.write).and_then(|told| location(&told.what)).unwrap_or("memory");
            reason.why.push(format!(
                "{reader} reads {place} from {writer} ({} → {}), but {}, so that orders nothing",
                self.line(b.write),
                self.line(b.read),
                lacking(self, b),
            ));
            self.point_out(&mut reason, b);
        }
        reason.help = Some(self.strengthen(&breaks));
        Some(reason)
    }

    fn weak_behaviour(&self) -> Reason {
        let Some(circle) = self.causes.circle() else { return Reason::default() };
        let stale = self.causes.stale_read(&circle).filter(|_| self.synchronises());
        stale.and_then(|(read, newer)| self.stale(read, newer)).or_else(|| self.steps(&circle)).unwrap_or_default()
    }

    /// A read sees an old value although the newer write is one of its causes.
    fn stale(&self, read: StepName, newer: StepName) -> Option<Reason> {
        let breaks = self.causes.breaks(newer, read)?;
        let (told, write) = (self.story.step(read)?, self.story.step(newer)?);
        let place = location(&told.what)?;
        let (What::Read { value: seen, .. } | What::Update { old: seen, .. }) = &told.what else { return None };
        let (What::Write { value: missed, .. } | What::Update { new: missed, .. }) = &write.what else { return None };
        let mut reason = Reason::default();
        let (reader, writer) = (self.story.short(read.thread), self.story.short(newer.thread));
        reason.why.push(format!(
            "this execution is not sequentially consistent: at {} {reader} still reads {place} = {seen}, although {writer} has \
             written {place} = {missed} at {}",
            self.line(read),
            self.line(newer),
        ));
        reason.places.push((read, format!("{} {}", self.story.threads[read.thread], told.what.sentence())));
        reason.places.push((newer, format!("{} {}", self.story.threads[newer.thread], write.what.sentence())));
        for b in &breaks {
            let place = self.story.step(b.write).and_then(|told| location(&told.what)).unwrap_or("memory");
            let (writer, reader) = (self.story.short(b.write.thread), self.story.short(b.read.thread));
            reason.why.push(format!(
                "{reader} has read {place} from {writer} ({} → {}), but {}, so that orders nothing",
                self.line(b.write),
                self.line(b.read),
                lacking(self, b),
            ));
            self.point_out(&mut reason, b);
        }
        if !breaks.is_empty() && breaks.iter().all(|b| self.is_atomic(b.write) && self.is_atomic(b.read)) {
            reason.help = Some(self.strengthen(&breaks));
        }
        Some(reason)
    }

    /// Steps each of which comes before the next.
    fn steps(&self, circle: &[StepName]) -> Option<Reason> {
        let execution = &self.violation.execution;
        let mut reason = Reason::default();
        reason.why.push(
            "this execution is not sequentially consistent: each of these steps comes before the next, and the last before the \
             first"
                .to_owned(),
        );
        for (at, &name) in circle.iter().enumerate() {
            let next = circle[(at + 1) % circle.len()];
            let told = self.story.step(name)?;
            let unseen = next.thread != name.thread
                && execution.step(next).written().is_some()
                && execution.step(next).source() != Some(Source::Step(name))
                && matches!(execution.step(name), Step::Read { .. });
            let next_value = match self.story.step(next).map(|told| &told.what) {
                Some(What::Write { value, .. } | What::Update { new: value, .. }) if unseen => {
                    format!(", not yet {value}")
                }
                _ => String::new(),
            };
            let (thread, line) = (self.story.short(name.thread), self.line(name));
            let label = format!("{} {}", self.story.threads[name.thread], told.what.sentence());
            reason.places.push((name, label));
            reason.why.push(format!("  {thread} {}{next_value} ({line})", told.what.deed()));
        }
        // A seq_cst fence in each thread's part of the circle makes it a circle of psc, which rc11 forbids;
        // in tso, the only steps out of order are a write and a later read, which a fence orders.
        let twice: Vec<&str> = circle
            .iter()
            .zip(circle.iter().cycle().skip(1))
            .filter(|(a, b)| a.thread == b.thread)
            .map(|(a, _)| self.story.short(a.thread))
            .collect();
        if matches!(self.model, "rc11" | "tso") && !twice.is_empty() {
            let threads = twice.join(" and of ");
            reason.help = Some(format!(
                "a seq_cst fence between the two steps of {threads} forbids this, and so does making all of them seq_cst"
            ));
        }
        Some(reason)
    }

    fn is_atomic(&self, name: StepName) -> bool {
        mode(self.violation.execution.step(name)) != Mode::Plain
    }

    fn line(&self, name: StepName) -> String {
        match self.story.step(name).and_then(|told| told.site.as_ref()) {
            Some(site) => format!("line {}", site.line),
            None => self.story.step(name).map_or_else(String::new, |told| told.label.clone()),
        }
    }

    /// What a step is, and where.
    fn noun(&self, name: StepName) -> String {
        let noun = match self.story.step(name).map(|told| &told.what) {
            Some(What::Read { .. }) => "the read",
            Some(What::Write { .. }) => "the write",
            Some(What::Update { .. }) => "the update",
            Some(What::Allocate { .. }) => "the allocation",
            Some(What::Free { .. }) => "the free",
            _ => "the step",
        };
        format!("{noun} at {}", self.line(name))
    }

    fn point_out(&self, reason: &mut Reason, b: &Break) {
        for name in [b.write, b.read] {
            if let Some(told) = self.story.step(name) {
                let label = format!("{} {}", self.story.threads[name.thread], told.what.sentence());
                reason.places.push((name, label));
            }
        }
    }

    /// What would make the reads-from synchronise.
    fn strengthen(&self, breaks: &[Break]) -> String {
        let mut parts: Vec<String> = Vec::new();
        for b in breaks {
            let place = self.story.step(b.write).and_then(|told| location(&told.what)).unwrap_or("memory");
            if b.no_release {
                parts.push(format!("the write of {place} at {} release", self.line(b.write)));
            }
            if b.no_acquire {
                parts.push(format!("the read of {place} at {} acquire", self.line(b.read)));
            }
        }
        parts.dedup();
        format!("make {}", parts.join(" and "))
    }
}

/// Why a reads-from does not synchronise.
fn lacking(explainer: &Explainer<'_>, b: &Break) -> String {
    let name = |name: StepName| match mode(explainer.violation.execution.step(name)) {
        Mode::Plain => "not atomic",
        Mode::Relaxed => "relaxed",
        Mode::Acquire => "only acquire",
        Mode::Release => "only release",
        Mode::AcqRel | Mode::SeqCst => "strong",
    };
    match (b.no_release, b.no_acquire) {
        (true, true) => format!("the write is {} and the read is {}", name(b.write), name(b.read)),
        (true, false) => format!("the write is {}", name(b.write)),
        _ => format!("the read is {}", name(b.read)),
    }
}
