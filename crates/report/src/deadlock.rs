//! Deadlocks: what each thread waits for, and why it waits in vain.
//!
//! A violation says which threads wait and what each read last. What that was is known by the function of the
//! library that read it: a lock, which another thread has, or had when it ended; a condition, which nothing
//! is left to signal; and so on.

use selvedge_core::execution::Source;
use selvedge_core::{StepName, Violation};

use crate::account::location;
use crate::story::{Standing, Story, Told, What};

/// The function of C++ that waits for a condition.
const CONDITION_WAIT: &str = "std::condition_variable::wait";

/// How the functions are called that signal a condition.
const SIGNALS: [&str; 4] = ["signal", "broadcast", "notify_one", "notify_all"];

/// The threads that wait.
pub(crate) struct Deadlock<'a> {
    story: &'a Story,
    waits: Vec<Wait<'a>>,
}

/// A thread that waits.
pub(crate) struct Wait<'a> {
    thread: usize,
    place: &'a str,
    reason: Reason<'a>,
}

/// What it waits for.
enum Reason<'a> {
    /// A lock, and the steps that took it.
    Lock(Vec<&'a Told>),
    /// A signal.
    Condition,
    /// A unit of a semaphore.
    Semaphore,
    /// Others, as many as the barrier is for.
    Barrier { wanted: Option<&'a str> },
    /// The routine of a call that is made once.
    Once(Option<&'a Told>),
    /// Something that has no name here.
    Other,
}

impl<'a> Deadlock<'a> {
    pub(crate) fn new(violation: &'a Violation, story: &'a Story) -> Deadlock<'a> {
        let waits = violation.steps.iter().filter_map(|&name| {
            let step = story.step(name)?;
            let place = location(&step.what)?;
            let source = match violation.execution.step(name).source() {
                Some(Source::Step(source)) => story.step(source),
                Some(Source::Init) | None => None,
            };
            let reason = match step.via.as_deref().unwrap_or_default() {
                "pthread_barrier_wait" => Reason::Barrier { wanted: room(story, step) },
                // What is as large as a mutex is the mutex, which it takes again.
                "pthread_cond_wait" | "cnd_wait" | CONDITION_WAIT if step.size > 4 => Reason::Condition,
                via if via.starts_with("sem_") => Reason::Semaphore,
                "pthread_once" | "call_once" => Reason::Once(source),
                via if via.contains("rwlock") || via.contains("shared") => Reason::Lock(holders(story, place)),
                via if via.ends_with("lock")
                    || via.ends_with("cond_wait")
                    || matches!(via, "cnd_wait" | CONDITION_WAIT) =>
                {
                    Reason::Lock(source.into_iter().collect())
                }
                _ => Reason::Other,
            };
            Some(Wait { thread: name.thread, place, reason })
        });
        Deadlock { story, waits: waits.collect() }
    }

    /// What a thread waits for.
    pub(crate) fn wait_of(&self, thread: usize) -> Option<&Wait<'a>> {
        self.waits.iter().find(|wait| wait.thread == thread)
    }

    /// What a thread waits for and who has it, as part of a sentence.
    pub(crate) fn clause_of(&self, thread: usize) -> Option<String> {
        self.wait_of(thread).map(|wait| self.clause(wait))
    }

    /// The steps that took the locks that threads wait for, and the names of these.
    pub(crate) fn taken(&self) -> Vec<(&'a Told, &'a str)> {
        let steps = |wait: &Wait<'a>| match &wait.reason {
            Reason::Lock(steps) => steps.clone(),
            Reason::Once(step) => step.iter().copied().collect(),
            _ => Vec::new(),
        };
        self.waits.iter().flat_map(|wait| steps(wait).into_iter().map(|step| (step, wait.place))).collect()
    }

    /// One sentence: who waits for what, and who has it.
    pub(crate) fn headline(&self) -> String {
        let mut clauses: Vec<String> = Vec::new();
        for wait in &self.waits {
            let clause = self.clause(wait);
            // Those who wait at one barrier wait for the same.
            if !clauses.contains(&clause) {
                clauses.push(clause);
            }
        }
        // Whoever waits for the end of a thread that waits says nothing new, unless it has a lock that others
        // wait for.
        let is_cause = |thread: usize| self.taken().iter().any(|(step, _)| step.name.thread == thread);
        for (thread, ending) in &self.story.endings {
            if let Standing::Joining(Some(child)) = ending.standing
                && (self.waits.is_empty() || is_cause(*thread))
            {
                clauses.push(format!("{} waits for {} to end", self.short(*thread), self.short(child)));
            }
        }
        match clauses.is_empty() {
            true => "deadlock: every thread that has not ended waits for another".to_owned(),
            false => format!("deadlock: {}", clauses.join("; ")),
        }
    }

    fn clause(&self, wait: &Wait<'a>) -> String {
        let who = self.short(wait.thread);
        let waits = format!("{who} waits {}", wait.what());
        match &wait.reason {
            Reason::Lock(taken) if !taken.is_empty() => {
                let holders: Vec<String> = taken.iter().map(|taken| self.holder(wait, taken)).collect();
                format!("{waits}, {}", holders.join(", "))
            }
            Reason::Condition | Reason::Semaphore => format!("{waits}, {}", self.in_vain(&wait.reason)),
            Reason::Barrier { wanted: Some(wanted) } => {
                let all: Vec<&str> = self
                    .waits
                    .iter()
                    .filter(|other| other.place == wait.place)
                    .map(|other| self.short(other.thread))
                    .collect();
                match &all[..] {
                    [_] => format!("{waits}, which is for {wanted} threads, alone"),
                    _ => format!("{} wait at {}, which is for {wanted} threads", all.join(" and "), wait.place),
                }
            }
            Reason::Once(Some(step)) if step.name.thread == wait.thread => {
                format!("{waits}, which it is running itself")
            }
            _ => waits,
        }
    }

    /// Why what a thread waits for does not come.
    fn in_vain(&self, reason: &Reason<'_>) -> &'static str {
        // A thread that waits for something else might do it, if it could.
        let could = self.waits.iter().any(|other| matches!(other.reason, Reason::Lock(_) | Reason::Barrier { .. }));
        match (reason, could) {
            (Reason::Condition, false) => "and nothing is left to signal it",
            (Reason::Condition, true) => "which is not signalled",
            (_, false) => "and nothing is left to post it",
            (_, true) => "which is not posted",
        }
    }

    /// Who has a lock.
    fn holder(&self, wait: &Wait<'a>, taken: &Told) -> String {
        let thread = taken.name.thread;
        if self.has_ended(thread) {
            let line = taken.site.as_ref().map_or(String::new(), |site| format!(" at line {}", site.line));
            return format!("and {} has ended with {} locked{line}", self.short(thread), wait.place);
        }
        if thread == wait.thread {
            "which it holds itself".to_owned()
        } else {
            format!("which {} holds", self.short(thread))
        }
    }

    /// What else is known.
    pub(crate) fn why(&self) -> impl Iterator<Item = String> {
        let condition = |wait: &&Wait<'a>| matches!(wait.reason, Reason::Condition);
        self.waits
            .iter()
            .filter(condition)
            .filter_map(|wait| {
                let signals = |told: &&Told| {
                    let via = told.via.as_deref().unwrap_or_default();
                    location(&told.what) == Some(wait.place) && SIGNALS.iter().any(|signal| via.ends_with(signal))
                };
                let signal = self.story.steps.iter().rev().find(signals)?;
                let (who, whom) = (self.short(signal.name.thread), self.short(wait.thread));
                let line = signal.site.as_ref().map_or(String::new(), |site| format!(" at line {}", site.line));
                Some(format!(
                    "{who} has signalled {}{line}, when {whom} did not wait yet, or another thread was woken instead.",
                    wait.place
                ))
            })
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// What helps, where that does not depend on the execution.
    pub(crate) fn help(&self) -> Option<&'static str> {
        let taken = self.taken();
        let is_lock = |wait: &Wait<'_>| matches!(wait.reason, Reason::Lock(_));
        if self.waits.is_empty() {
            return None;
        }
        if taken.iter().any(|(step, _)| self.has_ended(step.name.thread)) {
            return Some("give a lock back on every way on which a thread ends");
        }
        if self.waits.iter().all(is_lock) && !taken.is_empty() {
            let itself = |wait: &Wait<'_>| match &wait.reason {
                Reason::Lock(steps) => steps.iter().any(|step| step.name.thread == wait.thread),
                _ => false,
            };
            return Some(match self.waits.iter().any(itself) {
                true => "do not take a lock again before it is released, or make the mutex recursive",
                false => "take the locks in the same order in every thread",
            });
        }
        let is_condition = |wait: &Wait<'_>| matches!(wait.reason, Reason::Condition);
        self.waits.iter().all(is_condition).then_some(
            "change what a thread waits for while holding the mutex, and signal after that: a signal wakes only threads \
             that wait already",
        )
    }

    fn has_ended(&self, thread: usize) -> bool {
        self.story.endings.iter().all(|(other, _)| *other != thread)
    }

    fn short(&self, thread: usize) -> &str {
        self.story.short(thread)
    }
}

impl Wait<'_> {
    /// For what, with a preposition.
    pub(crate) fn what(&self) -> String {
        let place = self.place;
        match self.reason {
            Reason::Condition => format!("for a signal of {place}"),
            Reason::Semaphore => format!("for semaphore {place}"),
            Reason::Barrier { .. } => format!("at {place}"),
            Reason::Once(_) => format!("for the routine of {place}"),
            Reason::Lock(_) | Reason::Other => format!("for {place}"),
        }
    }
}

/// How many threads the barrier is for, at which this step arrives: the step before it has read that.
fn room<'a>(story: &'a Story, arrival: &Told) -> Option<&'a str> {
    let before = StepName { thread: arrival.name.thread, index: arrival.name.index.checked_sub(1)? };
    match &story.step(before)?.what {
        What::Read { value, .. } => Some(value),
        _ => None,
    }
}

/// The steps that took a read-write lock that has not been given back since.
fn holders<'a>(story: &'a Story, place: &str) -> Vec<&'a Told> {
    let mut held: Vec<&Told> = Vec::new();
    for told in &story.steps {
        let (Some(at), Some(via)) = (location(&told.what), told.via.as_deref()) else { continue };
        if at != place {
            continue;
        }
        if via.ends_with("unlock") {
            let last = held.iter().rposition(|taken| taken.name.thread == told.name.thread);
            last.map(|last| held.remove(last));
        } else if matches!(told.what, What::Update { .. }) {
            held.push(told);
        }
    }
    held
}
