//! What a machine has found out and noted down, as text: for a search that goes on in another process.
//!
//! Each fact is a key and a line of numbers, or a text. Threads are a function of their answers and of the
//! settings and experience of the machine; the rest is what `search_log.rs` and `verdict_facts.rs` are about,
//! and a verdict on both parts of a search needs those of both.

use std::collections::{BTreeMap, BTreeSet};

use selvedge_core::{Access, Address, ThreadId, Width};
use selvedge_ir::FunctionId;

use crate::Machine;
use crate::machine::Code;
use crate::report::search_log::{Accesses, SearchLog};
use crate::waiting::cancelling_adds::Passing;

/// A key and its line.
pub type Fact = (&'static str, String);

pub(crate) fn add_set(facts: &mut Vec<Fact>, key: &'static str, set: &BTreeSet<u64>) {
    facts.extend(set.iter().map(|number| (key, number.to_string())));
}

fn add_accesses(facts: &mut Vec<Fact>, key: &'static str, map: &BTreeMap<u64, Accesses>) {
    for (address, accesses) in map {
        let line = |(thread, size, plain): &(ThreadId, u64, bool)| {
            format!("{address} {} {size} {}", thread.0, u8::from(*plain))
        };
        facts.extend(accesses.iter().map(|access| (key, line(access))));
    }
}

pub(crate) fn add_passing(facts: &mut Vec<Fact>, key: &'static str, passing: &Passing) {
    for (at, additions) in passing {
        let line = |(thread, operand): &(ThreadId, u64)| {
            format!("{} {} {} {operand}", at.address.0, at.width.bits(), thread.0)
        };
        facts.extend(additions.iter().map(|addition| (key, line(addition))));
    }
}

/// The numbers of a line, if there are so many.
fn numbers<const N: usize>(text: &str) -> Option<[u64; N]> {
    let found: Option<Vec<u64>> = text.split(' ').map(|word| word.parse().ok()).collect();
    found?.try_into().ok()
}

pub(crate) fn number(text: &str) -> Option<u64> {
    text.parse().ok()
}

fn thread(number: u64) -> Option<ThreadId> {
    u32::try_from(number).ok().map(ThreadId)
}

fn recall_access(map: &mut BTreeMap<u64, Accesses>, text: &str) -> Option<()> {
    let [address, id, size, plain] = numbers(text)?;
    map.entry(address).or_default().insert((thread(id)?, size, plain != 0));
    Some(())
}

pub(crate) fn recall_passing(passing: &mut Passing, text: &str) -> Option<()> {
    let [address, bits, id, operand] = numbers(text)?;
    let widths = [Width::W8, Width::W16, Width::W32, Width::W64, Width::W128];
    let width = widths.into_iter().find(|width| u64::from(width.bits()) == bits)?;
    let at = Access { address: Address(address), width };
    passing.entry(at).or_default().insert((thread(id)?, operand));
    Some(())
}

impl SearchLog {
    fn facts(&self, facts: &mut Vec<Fact>) {
        add_accesses(facts, "idle-read", &self.idle_reads);
        add_accesses(facts, "write", &self.writes);
        add_accesses(facts, "late-write", &self.late_writes);
        add_accesses(facts, "free", &self.frees);
        add_accesses(facts, "late-free", &self.late_frees);
        add_accesses(facts, "inside-section", &self.inside_sections);
        add_accesses(facts, "outside-section", &self.outside_sections);
        add_set(facts, "section", &self.sections);
        add_set(facts, "peek", &self.peeks);
        add_set(facts, "late-peek", &self.late_peeks);
        add_passing(facts, "taken-back", &self.taken_back);
        add_set(facts, "noticed-passing", &self.seen_passing);
        add_set(facts, "late-noticed-passing", &self.late_seen_passing);
        if self.others_spawn {
            facts.push(("others-spawn", String::new()));
        }
        if let Some((rounds, text)) = &self.longest {
            facts.push(("longest-loop", format!("{rounds} {text}")));
        }
    }

    fn recall(&mut self, key: &str, text: &str) -> Option<()> {
        match key {
            "idle-read" => recall_access(&mut self.idle_reads, text)?,
            "write" => recall_access(&mut self.writes, text)?,
            "late-write" => recall_access(&mut self.late_writes, text)?,
            "free" => recall_access(&mut self.frees, text)?,
            "late-free" => recall_access(&mut self.late_frees, text)?,
            "inside-section" => recall_access(&mut self.inside_sections, text)?,
            "outside-section" => recall_access(&mut self.outside_sections, text)?,
            "section" => _ = self.sections.insert(number(text)?),
            "peek" => _ = self.peeks.insert(number(text)?),
            "late-peek" => _ = self.late_peeks.insert(number(text)?),
            "taken-back" => recall_passing(&mut self.taken_back, text)?,
            "noticed-passing" => _ = self.seen_passing.insert(number(text)?),
            "late-noticed-passing" => _ = self.late_seen_passing.insert(number(text)?),
            "others-spawn" => self.others_spawn = true,
            "longest-loop" => {
                let (rounds, text) = text.split_once(' ')?;
                self.longest = Some((rounds.parse().ok()?, text.to_owned()));
            }
            _ => {}
        }
        Some(())
    }
}

impl Machine {
    /// Everything that it has found out and noted down since it was made.
    pub(crate) fn known_facts(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        self.cuts.facts(&mut facts);
        self.log.search().facts(&mut facts);
        self.log.facts().facts(&mut facts);
        facts
    }

    /// Lets the machine know what another one, of the same program, has found out and noted down. Other facts
    /// are those of other parts of a check. An error if one means nothing.
    pub(crate) fn recall_facts<'f>(&mut self, facts: impl Iterator<Item = (&'f str, &'f str)>) -> Result<(), String> {
        for (key, text) in facts {
            let done = self.cuts.recall(key, text).unwrap_or_else(|| self.recall_note(key, text));
            done.ok_or_else(|| format!("`{key} {text}` means nothing"))?;
        }
        Ok(())
    }

    fn recall_note(&self, key: &str, text: &str) -> Option<()> {
        if key == "covered" && !self.code.fits(text) {
            return None;
        }
        self.log.search().recall(key, text).and_then(|()| self.log.facts().recall(key, text))
    }

    /// Runs threads to no purpose of the search: whatever is noted down meanwhile is forgotten.
    pub(crate) fn run_aside<T>(&self, run: impl FnOnce() -> T) -> T {
        let mut facts = Vec::new();
        self.log.search().facts(&mut facts);
        self.log.facts().facts(&mut facts);
        let out = run();
        self.log.take_search();
        self.log.facts().reset();
        for (key, text) in &facts {
            let recalled = self.recall_note(key, text);
            debug_assert!(recalled.is_some(), "{key} {text}");
        }
        out
    }
}

impl Code {
    /// Whether the function has as many blocks as there are counts.
    fn fits(&self, text: &str) -> bool {
        let mut words = text.split(' ');
        let function = words.next().and_then(|word| word.parse().ok()).map(FunctionId);
        let known =
            function.filter(|id| id.index() < self.module().functions.len() && self.module().function(*id).defined);
        let body = known.and_then(|id| self.module().body(id).ok());
        body.is_some_and(|body| body.blocks.len() == words.count())
    }
}
