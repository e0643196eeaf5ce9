//! What a search finds, beside what it counts.
//!
//! Here is all of it, and how it is kept: a new result of a search is a field of [`Findings`], and every
//! function that has to know of it destructures that. So what workers find is added up, what a checkpoint
//! keeps is written down and read again, and a search that starts again has found nothing, whatever there is
//! to find.

#[cfg(test)]
mod tests;
mod violations;

use std::collections::BTreeSet;

use selvedge_core::{BlockReason, Bound, Cursor, Event, Model, Program, Site, Violation, ViolationKind, Warning};

use crate::bound::Within;
use crate::observer::Observer;
use crate::resume::text;
use crate::search::Search;
use crate::trie::ResolvedAction;
use violations::Violations;

/// All that was found.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Findings {
    /// It has no text form: a search with an answer does not stop and go on later.
    violations: Violations,
    /// Kinds of violation that were met and not looked for.
    passed_over: BTreeSet<ViolationKind>,
    /// The loops in which threads were stopped, after how many rounds.
    cuts: Option<(u32, BTreeSet<Site>)>,
    /// The loops of which it is not known whether they end, as far as their places are, if there are any.
    undecided: Option<BTreeSet<Site>>,
    /// What the model warns of: the name of each statement, once, and what it is about.
    complaints: Vec<(String, String)>,
    /// Errors were met in graphs that the model forbids as a whole, and not followed.
    has_forbidden_errors: bool,
    /// Executions were left out because of a bound on schedules.
    leaves_out: bool,
    /// How many different executions have been drawn at random.
    different: u64,
    #[cfg(test)]
    dummy: BTreeSet<u64>,
}

/// What they come to.
pub(crate) struct Results {
    pub(crate) violation: Option<Violation>,
    pub(crate) more_violations: Vec<Violation>,
    pub(crate) bounds: Vec<Bound>,
    pub(crate) warnings: Vec<Warning>,
}

impl Findings {
    /// Adds what was found in a later part of the tree.
    pub(crate) fn merge(&mut self, later: Findings) {
        let Findings { violations, passed_over, cuts, undecided, complaints, .. } = later;
        let Findings { has_forbidden_errors, leaves_out, different, .. } = later;
        self.violations.append(violations);
        self.passed_over.extend(passed_over);
        if let Some((rounds, loops)) = cuts {
            self.cuts.get_or_insert_with(|| (rounds, BTreeSet::new())).1.extend(loops);
        }
        if let Some(loops) = undecided {
            self.undecided.get_or_insert_default().extend(loops);
        }
        complaints.into_iter().for_each(|(name, about)| self.add_complaint(name, about));
        self.has_forbidden_errors |= has_forbidden_errors;
        self.leaves_out |= leaves_out;
        // Whoever draws at random works alone.
        self.different += different;
        #[cfg(test)]
        self.dummy.extend(later.dummy);
    }

    /// Their text form, but for violations.
    pub(crate) fn facts(&self) -> Vec<(&'static str, String)> {
        let Findings { violations: _, passed_over, cuts, undecided, complaints, .. } = self;
        let Findings { has_forbidden_errors, leaves_out, different, .. } = self;
        let mut facts = Vec::new();
        if let Some((rounds, loops)) = cuts {
            facts.push(("rounds", rounds.to_string()));
            facts.extend(loops.iter().map(|cut| ("loop", text::site(cut))));
        }
        if let Some(loops) = undecided {
            facts.push(("undecided", String::new()));
            facts.extend(loops.iter().map(|one| ("undecided-loop", text::site(one))));
        }
        facts.extend(complaints.iter().map(|(name, text)| ("warning", format!("{name}\n{text}"))));
        facts.extend(has_forbidden_errors.then(|| ("forbidden-errors", String::new())));
        facts.extend(passed_over.iter().map(|kind| ("passed-over", kind.name().to_owned())));
        facts.extend(leaves_out.then(|| ("leaves-out", String::new())));
        facts.extend((*different > 0).then(|| ("different", different.to_string())));
        #[cfg(test)]
        facts.extend(self.dummy.iter().map(|dummy| ("dummy", dummy.to_string())));
        facts
    }

    /// Adds a fact in its text form. Whether it is one of these; nothing if it means nothing.
    pub(crate) fn add_fact(&mut self, key: &str, text: &str) -> Option<bool> {
        match key {
            "rounds" => self.cuts.get_or_insert_default().0 = text.parse().ok()?,
            "loop" => drop(self.cuts.get_or_insert_default().1.insert(text::to_site(text)?)),
            "undecided" => drop(self.undecided.get_or_insert_default()),
            "undecided-loop" => drop(self.undecided.get_or_insert_default().insert(text::to_site(text)?)),
            "warning" => {
                let (name, about) = text.split_once('\n')?;
                self.add_complaint(name.to_owned(), about.to_owned());
            }
            "forbidden-errors" => self.has_forbidden_errors = true,
            "passed-over" => {
                let kind = ViolationKind::ALL.into_iter().find(|kind| kind.name() == text)?;
                self.passed_over.insert(kind);
            }
            "leaves-out" => self.leaves_out = true,
            "different" => self.different = text.parse().ok()?,
            #[cfg(test)]
            "dummy" => drop(self.dummy.insert(text.parse().ok()?)),
            _ => return Some(false),
        }
        Some(true)
    }

    /// What they come to in a search of these executions.
    pub(crate) fn into_results(self, within: Within) -> Results {
        let Findings { violations, passed_over, cuts, undecided, complaints, .. } = self;
        let Findings { has_forbidden_errors, leaves_out, different, .. } = self;
        let cut = cuts.map(|(rounds, loops)| Bound::Unroll { rounds, loops: loops.into_iter().collect() });
        let undecided = undecided.map(|loops| Bound::UndecidedLoops(loops.into_iter().collect()));
        let forbidden = has_forbidden_errors.then_some(Bound::ForbiddenErrors);
        let others = (!passed_over.is_empty()).then(|| Bound::OtherErrors(passed_over.into_iter().collect()));
        let within = match within {
            Within::Contexts(most) if leaves_out => Some(Bound::Contexts(most)),
            Within::Rounds(most) if leaves_out => Some(Bound::Rounds(most)),
            Within::Samples { count, seed } => Some(Bound::Samples { count, seed, different }),
            Within::Everything | Within::Contexts(_) | Within::Rounds(_) => None,
        };
        let warnings = complaints.into_iter().map(|(name, message)| Warning::Model { name, message }).collect();
        let bounds = cut.into_iter().chain(undecided).chain(forbidden).chain(others).chain(within).collect();
        let (violation, more_violations) = violations.into_first_and_others();
        Results { violation, more_violations, bounds, warnings }
    }

    /// Whether a violation was found.
    pub(crate) fn has_violations(&self) -> bool {
        !self.violations.is_empty()
    }

    /// Forgets the violations.
    pub(crate) fn clear_violations(&mut self) {
        self.violations.clear();
    }

    /// The last violation of this kind, or else the last one.
    pub(crate) fn into_last_violation(self, kind: ViolationKind) -> Option<Violation> {
        self.violations.into_last(kind)
    }

    /// A violation of this kind was met, and not looked for.
    pub(crate) fn pass_over(&mut self, kind: ViolationKind) {
        self.passed_over.insert(kind);
    }

    /// It is not known whether these loops end.
    pub(crate) fn add_undecided(&mut self, loops: impl IntoIterator<Item = Site>) {
        self.undecided.get_or_insert_default().extend(loops);
    }

    /// Whether the model has warned of this.
    pub(crate) fn has_complaint(&self, name: &str) -> bool {
        self.complaints.iter().any(|(known, _)| known == name)
    }

    /// The model warns of something; each statement counts once.
    pub(crate) fn add_complaint(&mut self, name: String, about: String) {
        if !self.has_complaint(&name) {
            self.complaints.push((name, about));
        }
    }

    /// An error was met in a graph that the model forbids as a whole.
    pub(crate) fn meet_forbidden_error(&mut self) {
        self.has_forbidden_errors = true;
    }

    /// Executions are left out because of a bound on schedules.
    pub(crate) fn leave_out(&mut self) {
        self.leaves_out = true;
    }

    /// So many different executions were drawn at random.
    pub(crate) fn set_different(&mut self, different: usize) {
        self.different = different as u64;
    }
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Notes what is to be noted of how a run has ended: the loops in which threads were stopped.
    pub(crate) fn note_end(&mut self) {
        #[cfg(test)]
        self.note_dummy();
        if self.run.skipped() == 0 && self.trie.has_cuts() {
            self.note_cuts();
        }
    }

    #[cold]
    fn note_cuts(&mut self) {
        for thread in self.graph.thread_ids() {
            let Some(last) = self.graph.last(thread) else { continue };
            let Event { after, .. } = self.graph[last];
            if after != Cursor::NONE
                && let ResolvedAction::Block(BlockReason::Unroll(rounds)) = self.trie.task(after)
            {
                let site = self.place_of_thread(last);
                self.findings.cuts.get_or_insert_with(|| (rounds, BTreeSet::new())).1.extend(site);
            }
        }
    }

    /// A finding for tests: a number that many executions do not share.
    #[cfg(test)]
    fn note_dummy(&mut self) {
        let seen = self.graph.thread_ids().flat_map(|thread| self.graph.thread(thread).to_vec());
        let seen = seen.fold(0_u64, |hash, event| hash.wrapping_mul(31).wrapping_add(self.graph[event].value.0));
        self.findings.dummy.insert(seen);
    }
}
