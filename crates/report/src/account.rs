//! An account of a violation: a headline, the places in the source it is about, why it could happen, and what
//! to do.
//!
//! Everything said here has been checked in the one execution that the violation comes with. What would need
//! another search (whether a stronger ordering removes the bug) is offered as help, not stated as a fact.

use selvedge_core::execution::End;
use selvedge_core::verdict::out_of_bounds;
use selvedge_core::{Address, Block, BlockReason, Frame, Mode, Site, Step, ThreadId, Violation, ViolationKind};

use crate::deadlock::Deadlock;
use crate::story::{Ending, Standing, Story, Told, What};
use crate::why;

/// What a report says about a violation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Account {
    pub(crate) headline: String,
    /// The most important place first.
    pub(crate) places: Vec<Place>,
    /// Why it could happen, in a few sentences.
    pub(crate) why: Vec<String>,
    pub(crate) help: Option<String>,
}

/// A place to point at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) site: Site,
    pub(crate) label: String,
    /// The calls in progress there, innermost first.
    pub(crate) stack: Vec<Frame>,
    /// The name of the thread.
    pub(crate) thread: String,
}

/// The account of a violation that has been told. `model` is the name of the memory model.
pub(crate) fn account(violation: &Violation, story: &Story, model: &str) -> Account {
    let teller = Teller { violation, story };
    if violation.kind == ViolationKind::Leak {
        // How the execution went says nothing about memory that is left in the end.
        let help = "free it on this path, or leave leaks out of what is looked for".to_owned();
        return Account { headline: teller.headline(), help: Some(help), ..Account::default() };
    }
    let mut account = Account { headline: teller.headline(), places: teller.places(), ..Account::default() };
    let reason = why::reason(violation, story, model);
    for (name, label) in reason.places {
        let Some(told) = story.step(name) else { continue };
        let known = account.places.iter().any(|place| Some(&place.site) == told.site.as_ref());
        if let (false, Some(site)) = (known, &told.site) {
            account.places.push(teller.place(site, label, &told.stack, name.thread));
        }
    }
    account.why = reason.why;
    account.why.extend(teller.deadlock().why().filter(|_| violation.kind == ViolationKind::Deadlock));
    account.help = reason.help.or_else(|| teller.help());
    account
}

struct Teller<'a> {
    violation: &'a Violation,
    story: &'a Story,
}

impl<'a> Teller<'a> {
    fn failed(&self) -> Option<(usize, &'a Ending)> {
        let failed = |(_, ending): &&(usize, Ending)| matches!(ending.standing, Standing::Failed(..));
        self.story.endings.iter().find(failed).map(|(thread, ending)| (*thread, ending))
    }

    fn told(&self, position: usize) -> Option<&'a Told> {
        self.story.step(*self.violation.steps.get(position)?)
    }

    fn thread(&self, thread: usize) -> &'a str {
        &self.story.threads[thread]
    }

    fn place(&self, site: &Site, label: String, stack: &[Frame], thread: usize) -> Place {
        Place { site: site.clone(), label, stack: stack.to_vec(), thread: self.thread(thread).to_owned() }
    }

    /// One sentence. Frontends and the search do not know all names; where we do, we say it again.
    fn headline(&self) -> String {
        if let Some((_, ending)) = self.failed() {
            return match &ending.standing {
                Standing::Failed(_, message, _) if !message.is_empty() => message.clone(),
                _ => self.violation.message.clone(),
            };
        }
        if self.violation.kind == ViolationKind::Deadlock {
            return self.deadlock().headline();
        }
        let block = |told: &Told| told.block.and_then(|(block, _)| self.story.blocks.get(&block));
        let told = match self.told(0) {
            Some(told) => told,
            None => return self.violation.message.clone(),
        };
        let name = block(told).map_or("memory", |block| block.name.as_str());
        match self.violation.kind {
            ViolationKind::Race => match (location(&told.what), self.told(1)) {
                (Some(place), Some(other)) => {
                    let (first, second) = (describe(&other.what), describe(&told.what));
                    format!("data race on {place}: {first} and {second} are not ordered")
                }
                _ => self.violation.message.clone(),
            },
            ViolationKind::UseAfterFree if matches!(told.what, What::Free { .. }) => {
                format!("{name} is freed while another thread may still use it")
            }
            ViolationKind::UseAfterFree => {
                let place = location(&told.what).unwrap_or(name);
                format!("use after free: {place} is accessed, and {name} has been freed")
            }
            ViolationKind::DoubleFree => format!("double free: {name} is freed twice"),
            ViolationKind::UnorderedAccess => {
                let place = location(&told.what).unwrap_or(name);
                format!("{place} is accessed, and nothing orders that after the allocation of {name}")
            }
            ViolationKind::UninitialisedRead => match location(&told.what) {
                Some(place) if told.via.is_some() => format!("{place} is used before it is initialised"),
                Some(place) => format!("{place} is read before it is written"),
                None => self.violation.message.clone(),
            },
            ViolationKind::InvalidAccess => match (told.block, block(told).and_then(|block| block.life.size)) {
                (Some((_, offset)), Some(size)) if offset + told.size > size => {
                    out_of_bounds(name, offset, told.size, size)
                }
                _ if block(told).is_some_and(|block| block.life.died.is_some()) => {
                    format!("{name} is accessed after the end of its life")
                }
                _ => self.violation.message.clone(),
            },
            ViolationKind::Liveness => self.livelock(),
            _ => self.violation.message.clone(),
        }
    }

    /// What helps against this kind of violation, where that does not depend on the execution.
    fn help(&self) -> Option<String> {
        (self.violation.kind == ViolationKind::Deadlock).then(|| self.deadlock().help()).flatten().map(str::to_owned)
    }

    /// What each thread that goes round keeps reading, and what the others wait for.
    fn livelock(&self) -> String {
        let (mut spins, mut waits) = (Vec::new(), Vec::new());
        for &name in &self.violation.steps {
            let Some(told) = self.story.step(name) else { continue };
            let (place, value) = match &told.what {
                What::Read { location, value, .. } => (location, value),
                What::Update { location, old, .. } => (location, old),
                _ => continue,
            };
            let short = self.story.short(name.thread);
            match self.violation.execution.threads[name.thread].end {
                End::Blocked(BlockReason::Lock) => {
                    waits.extend(self.deadlock().clause_of(name.thread));
                }
                _ => spins.push(format!("{short} keeps reading {place} = {value}")),
            }
        }
        if spins.is_empty() {
            return self.violation.message.clone();
        }
        let spins = format!("{}, and nothing is left that could change it", spins.join(", "));
        format!("a loop goes round for ever: {}", [vec![spins], waits].concat().join("; "))
    }

    fn deadlock(&self) -> Deadlock<'a> {
        Deadlock::new(self.violation, self.story)
    }

    fn places(&self) -> Vec<Place> {
        let mut places = Vec::new();
        if let Some((thread, ending)) = self.failed() {
            let Standing::Failed(kind, _, about) = &ending.standing else { return places };
            if let Some(site) = &ending.site {
                places.push(self.place(site, self.failure(*kind, thread, ending), &ending.stack, thread));
            }
            if *kind == ViolationKind::Assertion {
                self.add_reads(&mut places, thread, ending);
            }
            let death = matches!(kind, ViolationKind::DoubleFree | ViolationKind::UseAfterFree);
            self.add_life(&mut places, self.story.failing, death);
            self.add_use(&mut places, *about);
            return places;
        }
        match self.violation.kind {
            ViolationKind::Deadlock | ViolationKind::Liveness => self.add_waits(&mut places),
            ViolationKind::InvalidJoin => self.add_joins(&mut places),
            _ => {}
        }
        for &name in &self.violation.steps {
            let Some(told) = self.story.step(name) else { continue };
            // An allocation is where memory was asked for; see below.
            if let (Some(site), false) = (&told.site, matches!(told.what, What::Allocate { .. })) {
                let label = match self.violation.kind {
                    ViolationKind::Deadlock | ViolationKind::Liveness | ViolationKind::InvalidJoin => continue,
                    _ => self.sentence(told),
                };
                places.push(self.place(site, label, &told.stack, name.thread));
            }
        }
        let block = self.told(0).and_then(|told| told.block).map(|(block, _)| block);
        if self.violation.kind != ViolationKind::Race {
            self.add_life(&mut places, block, false);
        }
        places
    }

    /// What the thread read last, on the line of the assertion: that is what the assertion is about.
    fn add_reads(&self, places: &mut Vec<Place>, thread: usize, ending: &Ending) {
        let here = |site: &Site| ending.site.as_ref().is_some_and(|at| (&at.file, at.line) == (&site.file, site.line));
        let steps = self.story.steps.iter().rev().filter(|told| told.name.thread == thread);
        let reads = steps.take_while(|told| told.site.as_ref().is_some_and(here));
        for told in reads.filter(|told| matches!(told.what, What::Read { .. } | What::Update { .. })).take(4) {
            if let Some(site) = &told.site {
                places.push(self.place(site, self.sentence(told), &told.stack, thread));
            }
        }
    }

    /// The last thing that was done to an object of the library.
    fn add_use(&self, places: &mut Vec<Place>, about: Option<Address>) {
        let told = self.story.steps.iter().rev().find(|told| {
            let access = self.violation.execution.step(told.name).access();
            let written = matches!(told.what, What::Write { .. } | What::Update { .. });
            about.is_some() && access.map(|at| at.address) == about && told.via.is_some() && written
        });
        if let Some(told) = told
            && let (Some(site), Some(via)) = (&told.site, &told.via)
        {
            let label = format!("{} has called {via} here", self.thread(told.name.thread));
            places.push(self.place(site, label, &told.stack, told.name.thread));
        }
    }

    /// Where the block was allocated and, if that is part of the story, freed.
    fn add_life(&self, places: &mut Vec<Place>, block: Option<Block>, death: bool) {
        let Some(block) = block.and_then(|block| self.story.blocks.get(&block)) else { return };
        let mut add = |moment: &Option<(ThreadId, Vec<Frame>)>, what: String| {
            let Some((id, stack)) = moment else { return };
            let stack: Vec<Frame> = stack.iter().filter(|frame| frame.site.is_some()).cloned().collect();
            let thread = self.story.ids.iter().position(|other| other == id);
            let (Some(site), Some(thread)) = (stack.first().and_then(|frame| frame.site.as_ref()), thread) else {
                return;
            };
            let label = format!("{} {what}", self.thread(thread));
            places.push(self.place(site, label, &stack, thread));
        };
        if death {
            add(&block.life.died, format!("frees {}", block.name));
        }
        let size = block.life.size.map_or(String::new(), |size| format!(", {size} bytes"));
        add(&block.life.born, format!("allocates {}{size}", block.name));
    }

    /// Each thread that waits, and where what it waits for was taken.
    fn add_waits(&self, places: &mut Vec<Place>) {
        let deadlock = self.deadlock();
        for (thread, ending) in &self.story.endings {
            let Some(site) = &ending.site else { continue };
            let name = self.thread(*thread);
            let label = match (&ending.standing, deadlock.wait_of(*thread)) {
                (Standing::Joining(Some(child)), _) => format!("{name} waits for {} to end", self.thread(*child)),
                (_, Some(wait)) => format!("{name} waits {}", wait.what()),
                _ => format!("{name} waits"),
            };
            places.push(self.place(site, label, &ending.stack, *thread));
        }
        for (taken, place) in deadlock.taken() {
            if let Some(site) = &taken.site {
                let label = format!("{} takes {place} here", self.thread(taken.name.thread));
                places.push(self.place(site, label, &taken.stack, taken.name.thread));
            }
        }
        // Threads that only wait to join others come last.
        places.sort_by_key(|place| place.label.ends_with("to end"));
    }

    fn add_joins(&self, places: &mut Vec<Place>) {
        let joined = self.violation.steps.first().and_then(|name| match self.violation.execution.step(*name) {
            Step::Join { child, .. } => Some(*child),
            _ => None,
        });
        for (thread, ending) in &self.story.endings {
            if let (Standing::Joining(child), Some(site)) = (&ending.standing, &ending.site)
                && *child == joined
            {
                places.push(self.place(
                    site,
                    format!("{} joins it here", self.thread(*thread)),
                    &ending.stack,
                    *thread,
                ));
            }
        }
        if let (Some(_), Some(told)) = (joined, self.told(0))
            && let Some(site) = &told.site
        {
            let label = format!("{} has joined it here before", self.thread(told.name.thread));
            places.push(self.place(site, label, &told.stack, told.name.thread));
        }
    }

    fn sentence(&self, told: &Told) -> String {
        format!("{} {}", self.thread(told.name.thread), told.what.sentence())
    }

    fn failure(&self, kind: ViolationKind, thread: usize, ending: &Ending) -> String {
        let misuse = matches!(
            kind,
            ViolationKind::InvalidLock
                | ViolationKind::InvalidUnlock
                | ViolationKind::InvalidBarrier
                | ViolationKind::UninitialisedRead
                | ViolationKind::UndefinedBehaviour
        );
        if let (Some(via), true) = (&ending.via, misuse) {
            return format!("{} calls {via} here", self.thread(thread));
        }
        let what = match kind {
            ViolationKind::Assertion => "fails here",
            ViolationKind::UseAfterFree | ViolationKind::InvalidAccess | ViolationKind::NullAccess => {
                "accesses it here"
            }
            ViolationKind::DoubleFree => "frees it again here",
            ViolationKind::InvalidFree => "frees it here",
            ViolationKind::UninitialisedRead => "uses it here",
            ViolationKind::UserAbort => "aborts here",
            _ => "gets here",
        };
        format!("{} {what}", self.thread(thread))
    }
}

/// The location of an access.
pub(crate) fn location(what: &What) -> Option<&str> {
    match what {
        What::Read { location, .. } | What::Write { location, .. } | What::Update { location, .. } => Some(location),
        What::Fence { .. }
        | What::Allocate { .. }
        | What::Free { .. }
        | What::Spawn { .. }
        | What::Choose { .. }
        | What::Join { .. } => None,
    }
}

/// An access, in the words of a headline.
fn describe(what: &What) -> String {
    let (noun, mode) = match what {
        What::Read { ordering, .. } => ("read", *ordering),
        What::Write { ordering, .. } => ("write", *ordering),
        What::Update { ordering, .. } => ("update", *ordering),
        What::Fence { .. }
        | What::Allocate { .. }
        | What::Free { .. }
        | What::Spawn { .. }
        | What::Choose { .. }
        | What::Join { .. } => return "a step".to_owned(),
    };
    if mode == Mode::Plain { format!("a non-atomic {noun}") } else { format!("an atomic {noun}") }
}
