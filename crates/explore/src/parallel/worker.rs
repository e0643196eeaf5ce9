//! Several workers on one search.
//!
//! A search that has gone on for a while gives what is left of it to workers. Each has a graph and a path
//! trie of its own, follows the path to a piece of the tree, and searches it; who has nothing to do is given
//! a part of somebody else's piece ([`crate::parallel::queue`]).
//!
//! What is reported does not depend on how many workers there are, nor on their pace. The search is a walk
//! through a tree from left to right, and what it finds on its way may decide how it goes on: it learns about
//! the program, it starts again, it stops. A worker does none of this. It only counts executions; where
//! anything else comes up, it goes back to before the run in which that happened, and halts. What lies to the
//! right of the leftmost place where somebody halted is thrown away, what lies to the left is finished and
//! added up, and the search goes on from that place by itself: it finds the violation, or learns what there
//! is to learn, with everything to the left behind it, as if it had been alone. Later it asks for help again.
//! Since a program is mostly known after its first executions, that is rare.
//!
//! What a worker may learn without halting is what makes no difference to anybody else: new locations;
//! warnings and bounds of the verdict; and at which locations threads lose locks, as long as nobody has
//! learnt the opposite ([`crate::parallel::facts`]). If accesses overlap that were not known to, nothing of
//! what anybody did counts, and the search goes on alone for a while.
//!
//! The idea of giving the oldest alternatives to whoever is idle is that of work stealing (Blumofe and
//! Leiserson 1999); here the victim splits, and only when asked: nobody pays for it otherwise.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use selvedge_core::{Counts, Graph, Limit, Model, Program, StopReason};

use crate::findings::Findings;
use crate::observer::Observer;
use crate::options::Options;
use crate::parallel::facts::{LockFacts, LockFactsVersion};
use crate::parallel::queue::{Assignment, Desk, Order, PartialResult, Piece, Progress, Queue, State, add};
use crate::resume::checkpoint::{Extents, Facts};
use crate::resume::path::{Later, Path};
use crate::search::Search;

/// How often the observer is told how far all are.
const TICK: Duration = Duration::from_millis(50);

/// Runs between two reports of a worker, twice.
const UNREPORTED: u64 = 512;

/// Bytes for the calls of a worker. What is not used costs nothing.
const STACK: usize = 64 << 20;

/// Bytes at the beginning of a worker's heap that nobody touches.
///
/// Where the system gives a thread a heap of its own, that begins at a multiple of 64 MB, and the stack often
/// ends at one. Some processors predict from a sum of the bits of an address where in the nearest cache
/// something is, and the first page above such a multiple has the same sum as the last page below one, the
/// second as the last but one, and so on. So what the innermost functions have on the stack and what a search
/// begins with would drive each other out of the cache all the time.
const CUSHION: usize = 96 << 10;

/// A search that has had help goes on alone for such a part of that time at least. What the first worker did
/// counts, so help is never slower than the search alone, but for calling everybody together and going all
/// ways for the first time again.
const RESPITE: u32 = 8;

/// How much is known of what a worker must not change. All of it only grows, unless the search starts again,
/// so the sum tells whether something has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct FactsVersion(usize);

/// The place of a worker in its queue.
pub(crate) struct WorkerCtx<'a, O> {
    queue: &'a dyn Desk<O>,
    /// Whether to look up from work: it is asked after each run.
    attention: &'a AtomicBool,
    number: usize,
    piece: u64,
    facts_version: FactsVersion,
    /// What all know about locks that threads lose.
    known: LockFactsVersion,
    /// How much of what it knows about them the others can see.
    said: LockFactsVersion,
    /// What had been counted before the last alternative was taken, and how many locations were known not to
    /// be ordered.
    before: (Counts, usize),
    /// How many events had been added when it last looked up.
    looked: u64,
    /// The most bytes it held at once.
    peak: usize,
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    #[inline]
    fn facts_version(&self) -> FactsVersion {
        FactsVersion(self.reductions.version() + self.trie.known_threads() + self.graph.overlaps())
    }

    /// Whether a worker has come upon something that is not for it to deal with.
    #[inline]
    pub(crate) fn has_news(&self) -> bool {
        let Some(worker) = &self.worker else { return false };
        self.run.stops() || self.run.restarts() || self.facts_version() != worker.facts_version
    }

    /// Accounts for a run that has ended, one way or another. A worker leaves runs with news as if they had
    /// not begun.
    pub(crate) fn finish_run(&mut self) {
        if !self.has_news() {
            self.count_run();
        }
        if self.has_news() {
            self.run.set_unfinished(true);
            self.run.interrupt();
        }
        if let Some(worker) = self.worker.as_ref().filter(|_| self.run.is_unfinished()) {
            self.counts = worker.before.0;
            // That somebody lost a lock stays: the way to this run is one on which that has happened.
            self.reductions.awaits.keep_unordered(worker.before.1);
        }
    }

    /// A worker remembers what had been counted before it took an alternative.
    #[inline]
    pub(crate) fn remember_counts(&mut self) {
        if let Some(worker) = &mut self.worker {
            worker.before = (self.counts, self.reductions.awaits.unordered().len());
        }
    }

    /// Between two runs: gets help, or looks what others want. A reason to stop, if there is one.
    #[inline]
    pub(crate) fn cooperate(&mut self) -> Option<StopReason> {
        match &self.worker {
            None if self.budget.asks_for_help() => self.hand_out(),
            Some(worker) if worker.attention.load(Ordering::Relaxed) => self.look_up(),
            _ => None,
        }
    }

    #[cold]
    fn look_up(&mut self) -> Option<StopReason> {
        let worker = self.worker.as_mut()?;
        // To follow a path takes as many events as there are in the graph: whoever shares should have done as
        // much since.
        let events = self.counts.events_added;
        if events < worker.looked + self.graph.len() as u64 {
            return None;
        }
        worker.looked = events;
        match worker.queue.order(worker.piece) {
            Order::GoOn => None,
            Order::Stop => Some(StopReason::Interrupted),
            Order::Share => {
                if let Some(path) = self.choices.split() {
                    let WorkerCtx { queue, piece, known, .. } = *worker;
                    queue.give(piece, path, self.lock_facts_since(known));
                }
                None
            }
        }
    }

    /// A worker lets others see what it has learnt, if that is more than before.
    pub(crate) fn share_facts(&mut self) {
        let said = self.lock_facts_version();
        let Some(worker) = self.worker.as_mut().filter(|worker| worker.said != said) else { return };
        worker.said = said;
        let WorkerCtx { queue, piece, known, .. } = *worker;
        queue.say(piece, self.lock_facts_since(known));
    }

    /// Whether the search holds more than it may. A worker says how far it is on this occasion.
    pub(crate) fn is_too_much(&mut self, bytes: usize) -> bool {
        let limit = self.options.limits.memory;
        match &mut self.worker {
            None => bytes > limit,
            Some(worker) => {
                worker.peak = worker.peak.max(bytes);
                let now = Progress { counts: self.counts, ahead: self.choices.ahead(), bytes };
                worker.queue.report(worker.number, now, limit)
            }
        }
    }

    /// Gives what is left to workers, and takes back what they leave. A reason to stop, if there is one.
    #[cold]
    fn hand_out(&mut self) -> Option<StopReason> {
        let begun = self.budget.elapsed(self.options);
        self.budget.ask_for_help_at(begun + self.options.alone);
        let executions = self.executions_to_share()?;
        let forks: Option<Vec<O>> = (0..self.options.workers).map(|_| self.observer.fork()).collect();
        let forks = forks?;
        let mut starts: Vec<Path> = self.rest().into_iter().collect();
        starts.extend_from_slice(std::mem::take(&mut self.later).pieces());
        if starts.is_empty() {
            return None;
        }
        let queue = Queue::new(forks.len(), &starts, executions, O::merge);
        let facts = self.facts();
        let extents = self.employ(&queue, &facts, forks);
        let is_full = queue.is_full();
        self.return_to_beginning();
        self.run.set_unfinished(false);
        let fits = self.fit_together(&extents);
        self.later = Later::new(if fits { self.add_up(queue.into_pieces(), &starts) } else { starts });
        // What made workers stop makes the search stop too.
        self.budget.look_soon();
        let spent = self.budget.elapsed(self.options) - begun;
        // If it was all in vain, so it may be again, until the search knows which accesses overlap.
        let respite = if fits { spent / RESPITE } else { spent * RESPITE };
        self.budget.ask_for_help_at(begun + spent + self.options.alone.max(respite));
        (is_full && !self.later.pieces().is_empty())
            .then_some(StopReason::Limit(Limit::Memory(self.options.limits.memory)))
    }

    /// How many executions workers may meet without a danger of too many. Nothing if it is not worth it.
    fn executions_to_share(&self) -> Option<u64> {
        let Some(limit) = self.options.limits.executions else { return Some(u64::MAX) };
        let met = self.executions_met();
        let margin = UNREPORTED * self.options.workers as u64;
        limit.checked_sub(met + margin).filter(|left| *left > margin)
    }

    /// Lets workers work.
    fn employ(&mut self, queue: &Queue<O>, facts: &Facts, forks: Vec<O>) -> Vec<Extents> {
        let (program, options, started) = (self.program, self.options, self.budget.started());
        let facts_version = self.facts_version();
        let (mut extents, mut peak) = (Vec::new(), self.graph.bytes() + self.trie.bytes());
        thread::scope(|scope| {
            let mut workers = Vec::new();
            for (number, fork) in forks.into_iter().enumerate() {
                let model = self.model.clone();
                let work = move || {
                    let _leaving = Leaving(queue);
                    let job = Job { program, options, started, facts, facts_version, queue, number };
                    job.work(&model, fork)
                };
                match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
                    Ok(worker) => workers.push(worker),
                    // Those that there are will do, or the search itself.
                    Err(_) => queue.leave(),
                }
            }
            while queue.wait(TICK) {
                let (mut counts, ahead) = queue.sum();
                add(&mut counts, &self.counts);
                self.budget.note_ahead(ahead);
                self.observer.tick(&counts, self.budget.fraction());
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

    /// Takes over where the accesses of workers lie. False if some overlap that were not known to: then it
    /// learns nothing, since one worker alone might not have come upon both yet.
    fn fit_together(&mut self, extents: &[Extents]) -> bool {
        let add = |graph: &mut Graph, (locations, occupied): &Extents| {
            self.trie.add_extents(self.program, graph, locations, occupied)
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
        for Piece { of, state, start, facts, .. } in pieces {
            self.learn(&facts);
            match state {
                State::Done(partial_result) => self.count(partial_result),
                State::Waiting(path) => left.push(path),
                State::Left(partial_result, path) => {
                    self.count(partial_result);
                    left.push(path);
                }
                State::Halted(partial_result, path) => {
                    self.count(partial_result);
                    // Everything after it was thrown away. What is of interest comes first, in case that time
                    // is over.
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

    fn count(&mut self, partial_result: PartialResult<O>) {
        let PartialResult { counts, observer, findings } = partial_result;
        add(&mut self.counts, &counts);
        self.observer.merge(observer);
        self.findings.merge(findings);
    }

    /// Searches a piece, as a worker, and says what came of it, and what it has learnt.
    fn work_on(&mut self, Assignment { id, path, facts }: Assignment) -> (State<O>, LockFacts) {
        let mut worker = self.worker.take().expect("invariant: this search works for another");
        let known = worker.known;
        self.relearn(known, &facts);
        let said = self.lock_facts_version();
        (worker.piece, worker.looked, worker.said, worker.before) = (id, 0, said, (Counts::default(), said.unordered));
        self.worker = Some(worker);
        self.counts = Counts::default();
        self.findings = Findings::default();
        self.run.forget_reasons();
        let arrived = self.approach(&path);
        let (Ok(goes_on), false) = (arrived, self.has_news()) else {
            return (State::Halted(self.partial_result(), path), facts);
        };
        let stop = self.visit(goes_on);
        let is_interesting = self.run.is_unfinished() && self.is_interesting(&stop);
        let (partial_result, rest) = (self.partial_result(), self.rest());
        let state = match rest {
            None => State::Done(partial_result),
            Some(rest) if is_interesting => State::Halted(partial_result, rest),
            Some(rest) => State::Left(partial_result, rest),
        };
        (state, self.lock_facts_since(known))
    }

    /// Whether a worker has stopped for another reason than that there is no time or memory left.
    fn is_interesting(&self, stop: &StopReason) -> bool {
        let is_out_of_time =
            matches!(stop, StopReason::Interrupted | StopReason::Limit(Limit::Seconds(_) | Limit::Memory(_)));
        let facts_version = self.worker.as_ref().map(|worker| worker.facts_version);
        !is_out_of_time
            || self.run.restarts()
            || facts_version != Some(self.facts_version())
            || self.model.gives_up(&self.graph)
    }

    /// What a piece adds to the whole.
    fn partial_result(&mut self) -> PartialResult<O> {
        let next = self.observer.fork().expect("invariant: who has forked does so again");
        PartialResult {
            counts: self.counts,
            observer: std::mem::replace(self.observer, next),
            findings: std::mem::take(&mut self.findings),
        }
    }
}

/// All that a worker needs.
struct Job<'a, P, O> {
    program: &'a P,
    options: &'a Options,
    started: Duration,
    facts: &'a Facts,
    facts_version: FactsVersion,
    queue: &'a Queue<O>,
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
        let Job { program, options, started, facts, facts_version, queue, number } = *self;
        let mut brought = Brought::default();
        let cushion = Vec::<u8>::with_capacity(CUSHION);
        black_box(&cushion);
        // What a worker changes lies together, in its own heap: see docs/lab/0022.
        let mut observer = Box::new(observer);
        while let Some(mut task) = queue.take(number) {
            let mut search = Box::new(Search::new(program, model.clone(), options, &mut *observer, started));
            search.adopt(facts).expect("invariant: what one search knows, another can");
            let overlaps = search.graph.overlaps();
            let known = search.lock_facts_version();
            let before = (Counts::default(), known.unordered);
            let piece = task.id;
            let attention = queue.attention();
            let (said, looked, peak) = (known, 0, 0);
            search.worker =
                Some(WorkerCtx { queue, attention, number, piece, facts_version, known, said, before, looked, peak });
            loop {
                let id = task.id;
                let (state, learnt) = search.work_on(task);
                // It may know too much now.
                let is_halted = matches!(state, State::Halted(..));
                queue.hand_in(number, id, state, learnt);
                match if is_halted { None } else { queue.take(number) } {
                    Some(next) => task = next,
                    None => break,
                }
            }
            brought.extents.push(search.extents());
            // Nothing of what anybody does will count.
            if search.graph.overlaps() != overlaps {
                queue.stop();
            }
            brought.interpreted += search.trie.interpreted();
            brought.peak = brought.peak.max(search.worker.as_ref().map_or(0, |worker| worker.peak));
        }
        brought
    }
}

/// A worker goes home, also when it panics.
struct Leaving<'a, O: Send>(&'a Queue<O>);

impl<O: Send> Drop for Leaving<'_, O> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
        self.0.leave();
    }
}
