//! Several workers on one search.
//!
//! A search that has gone on for a while gives what is left of it to workers. Each has a graph and a path trie of its own, follows
//! the path to a piece of the tree, and searches it; who has nothing to do is given a part of somebody else's piece
//! ([`crate::team`]).
//!
//! What is reported does not depend on how many workers there are, nor on their pace. The search is a walk through a tree from left
//! to right, and what it finds on its way may decide how it goes on: it learns about the program, it starts again, it
//! stops. A worker does none of this. It only counts executions; where anything else comes up, it goes back to before the
//! run in which that happened, and halts. What lies to the right of the leftmost place where somebody halted is thrown away, what
//! lies to the left is finished and added up, and the search goes on from that place by itself: it finds the violation, or learns what
//! there is to learn, with everything to the left behind it, as if it had been alone. Later it asks for help again. Since a
//! program is mostly known after its first executions, that is rare.
//!
//! What a worker may learn without halting is what makes no difference to anybody else: new locations; warnings and bounds of the
//! verdict; and at which locations threads lose locks, as long as nobody has learnt the opposite ([`crate::lessons`]).
//! If accesses overlap that were not known to, nothing of what anybody did counts, and the search goes on alone for a while.
//!
//! The idea of giving the oldest alternatives to whoever is idle is that of work stealing (Blumofe and Leiserson 1999); here the
//! victim splits, and only when asked: nobody pays for it otherwise.

use std::hint::black_box;
use std::thread;
use std::time::{Duration, Instant};

use selvedge_core::graph::Mark;
use selvedge_core::{Counts, Graph, Limit, Model, Program, StopReason};

use crate::checkpoint::{Extents, Learnt};
use crate::choice::Choices;
use crate::lessons::{Knowledge, Lessons};
use crate::observer::Observer;
use crate::options::Options;
use crate::path::Path;
use crate::search::Search;
use crate::team::{Order, Piece, Progress, State, Tally, Task, Team, add, add_cuts, add_undecided, add_warnings};

/// How often the observer is told how far all are.
const TICK: Duration = Duration::from_millis(50);

/// Runs between two reports of a worker, twice.
const UNREPORTED: u64 = 512;

/// Bytes for the calls of a worker. What is not used costs nothing.
const STACK: usize = 64 << 20;

/// Bytes at the beginning of a worker's heap that nobody touches.
///
/// Where the system gives a thread a heap of its own, that begins at a multiple of 64 MB, and the stack often ends at one. Some
/// processors predict from a sum of the bits of an address where in the nearest cache something is, and the first page above such a
/// multiple has the same sum as the last page below one, the second as the last but one, and so on. So what the innermost functions
/// have on the stack and what a search begins with would drive each other out of the cache all the time.
const CUSHION: usize = 96 << 10;

/// A search that has had help goes on alone for such a part of that time at least. What the first worker did counts, so help is never
/// slower than the search alone, but for calling everybody together and going all ways for the first time again.
const RESPITE: u32 = 8;

/// When a search looks for help.
pub(crate) struct Help {
    at: Option<Duration>,
    is_due: bool,
}

impl Help {
    pub(crate) fn new(options: &Options) -> Help {
        Help { at: (options.workers > 1).then_some(options.alone), is_due: false }
    }

    /// Looks at the clock.
    #[inline]
    pub(crate) fn look(&mut self, started: Instant) {
        self.is_due = self.at.is_some_and(|at| started.elapsed() >= at);
    }
}

/// How much is known of what a worker must not change. All of it only grows, unless the search starts again, so the sum tells
/// whether something has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Experience(usize);

/// The place of a worker in its team.
pub(crate) struct Member<'a, O> {
    team: &'a Team<O>,
    number: usize,
    piece: u64,
    experience: Experience,
    /// What all know about locks that threads lose.
    known: Knowledge,
    /// How much of what it knows about them the others can see.
    said: Knowledge,
    /// What had been counted before the last alternative was taken, and how many locations were known not to be ordered.
    before: (Counts, usize),
    /// How many events had been added when it last looked up.
    looked: u64,
    /// The most bytes it held at once.
    peak: usize,
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    #[inline]
    fn experience(&self) -> Experience {
        let waiting = self.meeting_places.len() + self.told_apart.len();
        Experience(waiting + self.paths.known_threads() + self.symmetry.extent() + self.graph.overlaps())
    }

    /// Whether a worker has come upon something that is not for it to deal with.
    #[inline]
    pub(crate) fn has_news(&self) -> bool {
        let Some(member) = &self.member else { return false };
        self.stop.is_some() || self.starts_again || self.experience() != member.experience
    }

    /// Accounts for a run that has ended, one way or another. A worker leaves runs with news as if they had not begun.
    pub(crate) fn finish_run(&mut self) {
        if !self.has_news() {
            self.count_run();
        }
        if self.has_news() {
            self.is_unfinished = true;
            self.stop.get_or_insert(StopReason::Interrupted);
        }
        if let Some(member) = self.member.as_ref().filter(|_| self.is_unfinished) {
            self.counts = member.before.0;
            // That somebody lost a lock stays: the way to this run is one on which that has happened.
            self.unordered.keep(member.before.1);
        }
    }

    /// A worker remembers what had been counted before it took an alternative.
    #[inline]
    pub(crate) fn remember_counts(&mut self) {
        if let Some(member) = &mut self.member {
            member.before = (self.counts, self.unordered.len());
        }
    }

    /// Between two runs: gets help, or looks what others want. A reason to stop, if there is one.
    #[inline]
    pub(crate) fn cooperate(&mut self) -> Option<StopReason> {
        match &self.member {
            None if self.help.is_due => self.hand_out(),
            Some(member) if member.team.calls() => self.look_up(),
            _ => None,
        }
    }

    #[cold]
    fn look_up(&mut self) -> Option<StopReason> {
        let member = self.member.as_mut()?;
        // To follow a path takes as many events as there are in the graph: whoever shares should have done as much since.
        let events = self.counts.events_added;
        if events < member.looked + self.graph.len() as u64 {
            return None;
        }
        member.looked = events;
        match member.team.order(member.piece) {
            Order::GoOn => None,
            Order::Stop => Some(StopReason::Interrupted),
            Order::Share => {
                if let Some(path) = self.choices.split() {
                    let Member { team, piece, known, .. } = *member;
                    team.give(piece, path, self.lessons_since(known));
                }
                None
            }
        }
    }

    /// A worker lets others see what it has learnt, if that is more than before.
    pub(crate) fn share_lessons(&mut self) {
        let said = self.knowledge();
        let Some(member) = self.member.as_mut().filter(|member| member.said != said) else { return };
        member.said = said;
        let Member { team, piece, known, .. } = *member;
        team.say(piece, self.lessons_since(known));
    }

    /// Whether the search holds more than it may. A worker says how far it is on this occasion.
    pub(crate) fn is_too_much(&mut self, bytes: usize) -> bool {
        let limit = self.options.limits.memory;
        match &mut self.member {
            None => bytes > limit,
            Some(member) => {
                member.peak = member.peak.max(bytes);
                let now = Progress { counts: self.counts, ahead: self.choices.ahead(), bytes };
                member.team.report(member.number, now, limit)
            }
        }
    }

    /// Gives what is left to workers, and takes back what they leave. A reason to stop, if there is one.
    #[cold]
    fn hand_out(&mut self) -> Option<StopReason> {
        let begun = self.started.elapsed();
        self.help.is_due = false;
        self.help.at = Some(begun + self.options.alone);
        let executions = self.executions_to_share()?;
        let forks: Option<Vec<O>> = (0..self.options.workers).map(|_| self.observer.fork()).collect();
        let forks = forks?;
        let mut starts: Vec<Path> = self.rest().into_iter().collect();
        starts.append(&mut self.later);
        if starts.is_empty() {
            return None;
        }
        let team = Team::new(forks.len(), &starts, executions, O::merge);
        let learnt = self.learnt();
        let extents = self.employ(&team, &learnt, forks);
        let is_full = team.is_full();
        self.graph.undo_to(Mark::BEGINNING);
        self.choices = Choices::default();
        self.moot = false;
        self.is_unfinished = false;
        let fits = self.fit_together(&extents);
        self.later = if fits { self.add_up(team.into_pieces(), &starts) } else { starts };
        // What made workers stop makes the search stop too.
        self.runs_until_check = 0;
        let spent = self.started.elapsed() - begun;
        // If it was all in vain, so it may be again, until the search knows which accesses overlap.
        let respite = if fits { spent / RESPITE } else { spent * RESPITE };
        self.help.at = Some(begun + spent + self.options.alone.max(respite));
        (is_full && !self.later.is_empty()).then_some(StopReason::Limit(Limit::Memory(self.options.limits.memory)))
    }

    /// How many executions workers may meet without a danger of too many. Nothing if it is not worth it.
    fn executions_to_share(&self) -> Option<u64> {
        let Some(limit) = self.options.limits.executions else { return Some(u64::MAX) };
        let met = self.counts.complete + self.counts.blocked - self.executions_before;
        let margin = UNREPORTED * self.options.workers as u64;
        limit.checked_sub(met + margin).filter(|left| *left > margin)
    }

    /// Lets workers work.
    fn employ(&mut self, team: &Team<O>, learnt: &Learnt, forks: Vec<O>) -> Vec<Extents> {
        let (program, options, started) = (self.program, self.options, self.started);
        let experience = self.experience();
        let (mut extents, mut peak) = (Vec::new(), self.graph.bytes() + self.paths.bytes());
        thread::scope(|scope| {
            let mut workers = Vec::new();
            for (number, fork) in forks.into_iter().enumerate() {
                let model = self.model.clone();
                let work = move || {
                    let _leaving = Leaving(team);
                    let job = Job { program, options, started, learnt, experience, team, number };
                    job.work(&model, fork)
                };
                match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
                    Ok(worker) => workers.push(worker),
                    // Those that there are will do, or the search itself.
                    Err(_) => team.leave(),
                }
            }
            while team.wait(TICK) {
                let (mut counts, ahead) = team.sum();
                add(&mut counts, &self.counts);
                self.fraction = self.fraction.max(1.0 - ahead);
                self.observer.tick(&counts, self.fraction);
            }
            for worker in workers {
                match worker.join() {
                    Ok(brought) => {
                        self.counts.interpreted += brought.interpreted;
                        peak += brought.peak;
                        extents.extend(brought.extents);
                    }
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        self.counts.peak_bytes = self.counts.peak_bytes.max(peak as u64);
        extents
    }

    /// Takes over where the accesses of workers lie. False if some overlap that were not known to: then it learns nothing, since one
    /// worker alone might not have come upon both yet.
    fn fit_together(&mut self, extents: &[Extents]) -> bool {
        let add = |graph: &mut Graph, (locations, occupied): &Extents| {
            self.paths.add_extents(self.program, graph, locations, occupied)
        };
        let mut together = Graph::new(self.model.clocks());
        add(&mut together, &self.extents());
        let known = together.overlaps();
        let fit = extents.iter().all(|extents| add(&mut together, extents)) && together.overlaps() == known;
        if fit {
            extents.iter().for_each(|extents| _ = add(&mut self.graph, extents));
        }
        fit
    }

    /// Adds up what was handed in. What is left of these pieces.
    fn add_up(&mut self, pieces: Vec<Piece<O>>, starts: &[Path]) -> Vec<Path> {
        let mut left = Vec::new();
        for Piece { of, state, start, lessons, .. } in pieces {
            self.learn(&lessons);
            match state {
                State::Done(tally) => self.count(tally),
                State::Waiting(path) => left.push(path),
                State::Left(tally, path) => {
                    self.count(tally);
                    left.push(path);
                }
                State::Halted(tally, path) => {
                    self.count(tally);
                    // Everything after it was thrown away. What is of interest comes first, in case that time is over.
                    left.insert(0, path.widened(&starts[of]));
                    left.extend_from_slice(&starts[of + 1..]);
                }
                State::Void => {
                    left.push(start.widened(&starts[of]));
                    left.extend_from_slice(&starts[of + 1..]);
                }
                State::Taken(_) => unreachable!("invariant: workers hand in what they take"),
            }
        }
        left
    }

    fn count(&mut self, tally: Tally<O>) {
        let Tally { counts, observer, violations, passed_over, cuts, undecided, warnings, .. } = tally;
        let Tally { has_forbidden_errors, leaves_out, .. } = tally;
        add(&mut self.counts, &counts);
        self.observer.merge(observer);
        self.violations.append(violations);
        self.passed_over.extend(passed_over);
        add_cuts(&mut self.cuts, cuts);
        add_undecided(&mut self.undecided, undecided);
        add_warnings(&mut self.model_warnings, warnings);
        self.has_forbidden_errors |= has_forbidden_errors;
        self.leaves_out |= leaves_out;
    }

    /// Searches a piece, as a worker, and says what came of it, and what it has learnt.
    fn work_on(&mut self, Task { id, path, lessons }: Task) -> (State<O>, Lessons) {
        let mut member = self.member.take().expect("invariant: this search works for another");
        let known = member.known;
        self.relearn(known, &lessons);
        let said = self.knowledge();
        (member.piece, member.looked, member.said, member.before) = (id, 0, said, (Counts::default(), said.unordered));
        self.member = Some(member);
        self.counts = Counts::default();
        (self.cuts, self.undecided, self.stop) = (None, None, None);
        self.violations.clear();
        self.passed_over.clear();
        (self.has_forbidden_errors, self.leaves_out, self.starts_again) = (false, false, false);
        self.model_warnings.clear();
        let arrived = self.approach(&path);
        let (Ok(goes_on), false) = (arrived, self.has_news()) else {
            return (State::Halted(self.tally(), path), lessons);
        };
        let stop = self.run(goes_on);
        let is_interesting = self.is_unfinished && self.is_interesting(&stop);
        let (tally, rest) = (self.tally(), self.rest());
        let state = match rest {
            None => State::Done(tally),
            Some(rest) if is_interesting => State::Halted(tally, rest),
            Some(rest) => State::Left(tally, rest),
        };
        (state, self.lessons_since(known))
    }

    /// Whether a worker has stopped for another reason than that there is no time or memory left.
    fn is_interesting(&self, stop: &StopReason) -> bool {
        let is_out_of_time =
            matches!(stop, StopReason::Interrupted | StopReason::Limit(Limit::Seconds(_) | Limit::Memory(_)));
        let experience = self.member.as_ref().map(|member| member.experience);
        !is_out_of_time
            || self.starts_again
            || experience != Some(self.experience())
            || self.model.gives_up(&self.graph)
    }

    /// What a piece adds to the whole.
    fn tally(&mut self) -> Tally<O> {
        let next = self.observer.fork().expect("invariant: who has forked does so again");
        Tally {
            counts: self.counts,
            observer: std::mem::replace(self.observer, next),
            violations: std::mem::take(&mut self.violations),
            passed_over: std::mem::take(&mut self.passed_over),
            cuts: self.cuts.take(),
            undecided: self.undecided.take(),
            warnings: std::mem::take(&mut self.model_warnings),
            has_forbidden_errors: self.has_forbidden_errors,
            leaves_out: self.leaves_out,
        }
    }
}

/// All that a worker needs.
struct Job<'a, P, O> {
    program: &'a P,
    options: &'a Options,
    started: Instant,
    learnt: &'a Learnt,
    experience: Experience,
    team: &'a Team<O>,
    number: usize,
}

/// What a worker brings home.
#[derive(Default)]
struct Brought {
    extents: Vec<Extents>,
    interpreted: u64,
    /// The most bytes it held at once.
    peak: usize,
}

impl<P: Program, O: Observer<P>> Job<'_, P, O> {
    /// Works as long as there is something to do.
    fn work<M: Model>(&self, model: &M, observer: O) -> Brought {
        let Job { program, options, started, learnt, experience, team, number } = *self;
        let mut brought = Brought::default();
        let cushion = Vec::<u8>::with_capacity(CUSHION);
        black_box(&cushion);
        // What a worker changes lies together, in its own heap: see docs/decisions/0022.
        let mut observer = Box::new(observer);
        while let Some(mut task) = team.take(number) {
            let mut search = Box::new(Search::new(program, model.clone(), options, &mut *observer, started));
            search.adopt(learnt).expect("invariant: what one search knows, another can");
            let overlaps = search.graph.overlaps();
            let known = search.knowledge();
            let before = (Counts::default(), known.unordered);
            let piece = task.id;
            search.member =
                Some(Member { team, number, piece, experience, known, said: known, before, looked: 0, peak: 0 });
            loop {
                let id = task.id;
                let (state, lessons) = search.work_on(task);
                // It may know too much now.
                let is_halted = matches!(state, State::Halted(..));
                team.hand_in(number, id, state, lessons);
                match if is_halted { None } else { team.take(number) } {
                    Some(next) => task = next,
                    None => break,
                }
            }
            brought.extents.push(search.extents());
            // Nothing of what anybody does will count.
            if search.graph.overlaps() != overlaps {
                team.stop();
            }
            brought.interpreted += search.paths.interpreted();
            brought.peak = brought.peak.max(search.member.as_ref().map_or(0, |member| member.peak));
        }
        brought
    }
}

/// A worker goes home, also when it panics.
struct Leaving<'a, O>(&'a Team<O>);

impl<O> Drop for Leaving<'_, O> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
        self.0.leave();
    }
}
