//! How many executions there are, before they are explored (paper 000 §3, engine.md §3.7).
//!
//! Go down the tree of the search, take each branch with the same probability, and multiply the numbers of branches met. The
//! mean of that product over many samples is the number of leaves (Knuth, 1975). Two trees are sampled in this way:
//! - the tree that will be searched, revisits and all ([`Search::descend`]). What it says is true in the long run, but it
//!   may take long: most leaves can lie behind a few branches that are hardly ever taken.
//! - the tree of a simpler search ([`Search::sample`], the one of the paper): each read reads from one of the writes that
//!   it may read from, each write takes one of the places that it may take. Nothing is revisited; what a revisit would
//!   have added is counted, as one more option of the read. So that this matters little, reads come last. It
//!   varies little, and it is not the same tree.
//!
//! The first is believed if its samples agree with each other. Otherwise something in between is: their geometric mean.
//! Measured on the corpus (docs/estimates.md), this is right more often than either alone.
//!
//! Differs from the paper: the first tree; values that would only make a thread wait are not counted as options; complete
//! executions are told from blocked ones.

use std::time::{Duration, Instant};

use selvedge_core::graph::Mark;
use selvedge_core::{
    Cursor, Event, EventId, EventKind, LocId, Mode, Model, Program, StopReason, ThreadId, Value, Verdict,
};

use crate::choice::{Choices, Kind};
use crate::observer::{RunEnd, Silent};
use crate::options::Options;
use crate::paths::Task;
use crate::search::Search;

/// How many samples to take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Samples {
    /// At least these, of each tree.
    pub min: u32,
    /// At most these, of both trees together.
    pub max: u32,
    /// None after this much time, but for the first ones.
    pub time: Duration,
    /// Where chance begins.
    pub seed: u64,
}

impl Default for Samples {
    fn default() -> Samples {
        Samples { min: 10, max: 1000, time: Duration::from_secs(1), seed: 1 }
    }
}

/// How much the samples of a tree may differ for their mean to be believed: the standard error, as a part of the mean.
const AGREEMENT: f64 = 0.3;

/// What the samples say.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Complete executions.
    pub complete: f64,
    /// Blocked executions.
    pub blocked: f64,
    /// The standard error of the sum of both.
    pub error: f64,
    /// How many samples were taken.
    pub samples: u32,
    /// How long that took.
    pub seconds: f64,
}

impl Estimate {
    /// All executions.
    pub fn executions(&self) -> f64 {
        self.complete + self.blocked
    }
}

/// Estimates how many executions of the program the model allows. If something comes up that would end the search, that is
/// its verdict.
pub fn estimate<P: Program, M: Model>(
    program: &P,
    model: M,
    options: &Options,
    samples: Samples,
) -> Result<Estimate, Box<Verdict>> {
    let started = Instant::now();
    let mut silent = Silent;
    let mut search = Search::new(program, model, options, &mut silent, started);
    let mut sampler = Sampler { random: samples.seed, options: Vec::new() };
    let sampled = search.means(&mut sampler, samples);
    let seconds = started.elapsed().as_secs_f64();
    let (searched, simple) = sampled.map_err(|stop| Box::new(search.into_verdict(stop, seconds)))?;
    let count = searched.all.count + simple.all.count;
    let agrees = searched.all.mean > 0.0 && searched.all.error() <= AGREEMENT * searched.all.mean;
    let means = if searched.all.mean > 0.0 { &searched } else { &simple };
    // Where one is far too low and the other far too high, or nobody knows, the truth is in between.
    let executions =
        if agrees || searched.all.mean == 0.0 { means.all.mean } else { (searched.all.mean * simple.all.mean).sqrt() };
    let complete = executions * means.complete.mean / means.all.mean;
    let error = means.all.error().max((executions - means.all.mean).abs());
    Ok(Estimate { complete, blocked: executions - complete, error, samples: count, seconds })
}

/// What the samples of one tree say.
#[derive(Default)]
struct Means {
    all: Mean,
    complete: Mean,
}

impl Means {
    fn add(&mut self, size: f64, end: Option<RunEnd>) {
        self.all.add(if end.is_some() { size } else { 0.0 });
        self.complete.add(if end == Some(RunEnd::Complete) { size } else { 0.0 });
    }

    /// Whether more samples would tell little.
    fn is_enough(&self, min: u32) -> bool {
        let Mean { count, mean, .. } = self.all;
        count >= min && mean > 0.0 && (10.0 * self.all.error() <= mean || f64::from(count) > 4.0 * mean)
    }
}

/// A mean, and how sure it is (Welford's algorithm).
#[derive(Default)]
struct Mean {
    count: u32,
    mean: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.count += 1;
        let off = value - self.mean;
        self.mean += off / f64::from(self.count);
        self.squares += off * (value - self.mean);
    }

    /// The standard error of the mean.
    fn error(&self) -> f64 {
        let count = f64::from(self.count);
        if self.count < 2 { f64::INFINITY } else { (self.squares / (count - 1.0) / count).sqrt() }
    }
}

/// What a sample needs besides a search.
struct Sampler {
    random: u64,
    /// How many options each event has, by its id.
    options: Vec<u32>,
}

impl Sampler {
    fn below(&mut self, bound: usize) -> usize {
        // SplitMix64. The bounds are tiny, so the bias is too.
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.random;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % bound as u64) as usize
    }

    fn shuffle(&mut self, list: &mut [EventId]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }

    /// The product of the numbers of options.
    fn size(&self) -> f64 {
        self.options.iter().map(|&options| f64::from(options.max(1))).product()
    }

    fn note(&mut self, event: EventId, options: usize) {
        let at = event.0 as usize;
        if self.options.len() <= at {
            self.options.resize(at + 1, 0);
        }
        self.options[at] = options as u32;
    }
}

impl<P: Program, M: Model> Search<'_, P, M, Silent> {
    /// Samples the tree of this search, and the simpler one.
    fn means(&mut self, sampler: &mut Sampler, samples: Samples) -> Result<(Means, Means), StopReason> {
        let (mut searched, mut simple) = (Means::default(), Means::default());
        let started = Instant::now();
        let in_time = |count| count < samples.min || started.elapsed() < samples.time;
        while searched.all.count < samples.max / 10 * 9
            && !searched.is_enough(10 * samples.min)
            && in_time(searched.all.count)
        {
            let (size, end) = self.descend(sampler)?;
            searched.add(size, end);
        }
        while simple.all.count < samples.max / 10 && !simple.is_enough(samples.min) && in_time(simple.all.count) {
            let end = self.sample(sampler)?;
            simple.add(sampler.size(), Some(end));
        }
        Ok((searched, simple))
    }

    /// Begins another run.
    fn begin(&mut self) {
        self.graph.undo_to(Mark::BEGINNING);
        self.choices = Choices::default();
        if self.paths.is_over_budget() {
            self.paths.evict(&self.graph);
        }
        self.moot = false;
        self.start();
    }

    /// Builds an execution up at random.
    fn sample(&mut self, sampler: &mut Sampler) -> Result<RunEnd, StopReason> {
        self.begin();
        sampler.options.clear();
        while let Some(thread) = self.sampled_thread(sampler) {
            let last = self.graph.last(thread).expect("invariant: a thread that goes next has been started");
            let at = self.graph[last].after;
            let task = self.paths.task(at);
            match task {
                Task::Read { loc, leaves: Some(_), .. } | Task::Update { loc, arrives: Some(_), .. }
                    if self.reduces(loc) =>
                {
                    self.extend(thread);
                }
                Task::Read { loc, mode, .. } => self.sample_read(sampler, thread, at, task, loc, mode),
                Task::CompareExchange { loc, failure, .. } => {
                    self.sample_read(sampler, thread, at, task, loc, failure);
                }
                Task::Update { loc, ordering, .. } => {
                    self.sample_read(sampler, thread, at, task, loc, ordering.read().into());
                }
                Task::Write { loc, mode, value, .. } => self.sample_write(sampler, thread, at, loc, mode, value),
                Task::Choose(ways) => {
                    let way = sampler.below(ways as usize);
                    self.take_way(last, EventId(way as u32));
                    sampler.note(self.graph.newest(), ways as usize);
                }
                _ => self.extend(thread),
            }
            self.moot = false;
            // That a barrier has to be taken for memory after all concerns the search, and is found out there.
            self.starts_again = false;
            if let Some(stop) = self.take_stop() {
                return Err(stop);
            }
        }
        Ok(self.how_it_ends())
    }

    /// Goes down the tree of the search, taking any branch with the same probability. Says how many leaves there would be if
    /// the tree were regular, and how the run ended; nothing if it is one that does not count.
    fn descend(&mut self, sampler: &mut Sampler) -> Result<(f64, Option<RunEnd>), StopReason> {
        self.begin();
        let (mut weight, mut depth) = (1.0, 0);
        loop {
            while let Some(mut branches) = self.choices.alternatives(depth) {
                // A thread that waits after reading something old makes the run one that does not count.
                branches.retain(|branch| branch.kind != Kind::Source || !self.would_block(branch.event, branch.other));
                // A run that exists only to generate revisits leads nowhere by itself.
                let leads_on = !(self.moot && depth + 1 == self.choices.depth());
                let options = branches.len() + usize::from(leads_on);
                if options == 0 {
                    return Ok((weight, None));
                }
                weight *= options as f64;
                let Some(&alternative) = branches.get(sampler.below(options)) else {
                    depth += 1;
                    continue;
                };
                let mark = self.choices.forget_from(depth);
                self.graph.undo_to(mark);
                self.moot = false;
                if !self.apply(alternative) {
                    return Ok((weight, None));
                }
            }
            if let Some(stop) = self.take_stop() {
                return Err(stop);
            }
            self.starts_again = false;
            match self.next_thread() {
                Some(thread) => self.extend(thread),
                None if self.moot || self.is_redundant() => return Ok((weight, None)),
                None => return Ok((weight, Some(self.how_it_ends()))),
            }
        }
    }

    /// The thread that goes next: who does not read, then who would not only wait, at random, then anybody.
    fn sampled_thread(&mut self, sampler: &mut Sampler) -> Option<ThreadId> {
        let ready: Vec<_> = self.graph.thread_ids().filter_map(|thread| self.ready(thread)).collect();
        if let Some(writer) = ready.iter().find(|ready| !ready.reads) {
            return Some(writer.thread);
        }
        let mut useful: Vec<ThreadId> = ready.iter().map(|ready| ready.thread).collect();
        useful.retain(|&thread| !self.would_wait(thread));
        if useful.is_empty() {
            useful = ready.iter().map(|ready| ready.thread).collect();
        }
        if useful.is_empty() { None } else { Some(useful[sampler.below(useful.len())]) }
    }

    fn sample_read(&mut self, sampler: &mut Sampler, thread: ThreadId, at: Cursor, task: Task, loc: LocId, mode: Mode) {
        let read = self.add(Event { loc, before: at, ..self.new_event(EventKind::Read, mode, thread) });
        let mut sources = Vec::new();
        self.model.sources(&self.graph, read, &mut sources);
        let latest = sources.last().copied().expect("invariant: a read can read from the latest write");
        sources.retain(|&source| !self.would_block(read, source));
        let options = sources.len().max(1);
        // Another update has it. That would be the other order, which is why it counted.
        sources.retain(|&source| !self.is_used_up(read, task, source));
        sampler.shuffle(&mut sources);
        let binding = self.binding(read, latest, true);
        self.graph.bind(read, binding);
        let mark = self.graph.mark();
        let chosen = sources.into_iter().find(|&source| {
            let consistent = source == latest || self.reads_from(read, source);
            self.graph.undo_to(mark);
            consistent
        });
        match chosen.filter(|&source| source != latest) {
            Some(source) => _ = self.reads_from(read, source),
            None if self.graph[read].kind == EventKind::UpdateRead => _ = self.place_update_write(read),
            None => {}
        }
        sampler.note(read, options);
        let written = self.graph.newest();
        if written != read {
            self.note_options(sampler, written);
        }
        if !self.is_faulty(read) && written != read {
            self.is_faulty(written);
        }
    }

    /// Lets the read read from another write, and adds the write that follows if it is an update. Says whether that is
    /// consistent.
    fn reads_from(&mut self, read: EventId, source: EventId) -> bool {
        let binding = self.binding(read, source, false);
        self.graph.rebind(read, binding);
        if !self.model.consistent(&self.graph, read) {
            return false;
        }
        if self.graph[read].kind != EventKind::UpdateRead {
            return true;
        }
        let write = self.place_update_write(read);
        self.model.consistent(&self.graph, write)
    }

    /// Whether another update already reads from the source, which this task would update too.
    fn is_used_up(&self, read: EventId, task: Task, source: EventId) -> bool {
        let loc = self.graph[read].loc;
        task.writes_after_reading(self.graph.value_of(loc, source))
            && self.graph.readers(loc, source).any(|other| self.graph[other].kind == EventKind::UpdateRead)
    }

    fn sample_write(
        &mut self,
        sampler: &mut Sampler,
        thread: ThreadId,
        at: Cursor,
        loc: LocId,
        mode: Mode,
        value: Value,
    ) {
        let after = self.paths.proceed(self.program, &mut self.graph, at);
        let event = self.new_event(EventKind::Write, mode, thread);
        let write = self.add(Event { loc, value, before: at, after, ..event });
        let mut places = Vec::new();
        self.model.placings(&self.graph, write, &mut places);
        let last = places.last().copied().expect("invariant: a write can be placed last");
        self.graph.place(write, last);
        let mark = self.graph.mark();
        places.retain(|&place| {
            if place == last {
                return true;
            }
            self.graph.move_after(write, place);
            let consistent = self.model.consistent(&self.graph, write);
            self.graph.undo_to(mark);
            consistent
        });
        let place = places[sampler.below(places.len())];
        if place != last {
            self.graph.move_after(write, place);
        }
        sampler.note(write, places.len());
        self.note_options(sampler, write);
        self.is_faulty(write);
    }

    /// Counts the write as an option of the reads that could have read from it, had it been there.
    fn note_options(&mut self, sampler: &mut Sampler, write: EventId) {
        let loc = self.graph[write].loc;
        let reads: Vec<EventId> = self.graph.accesses_newest_first(loc).filter(|&e| self.graph[e].is_read()).collect();
        for read in reads {
            if read != write
                && !self.model.prefix(&self.graph, write).contains(&self.graph[read])
                && self.model.may_reread(&self.graph, read, write)
                && !self.would_block(read, write)
            {
                sampler.options[read.0 as usize] += 1;
            }
        }
    }
}
