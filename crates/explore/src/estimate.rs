//! How many executions there are, before they are explored (paper 000 §3, engine.md §3.7).
//!
//! The search is a tree of runs. A run ends in one execution, or in none; each alternative that comes up in
//! it and is not taken begins another run. So the executions are nodes of that tree, and they are counted
//! without visiting them all. A *walk* goes through the tree as the search does, but of the alternatives it
//! takes only some, drawn at random; each then stands for as many as it was drawn from (`estimate/walk.rs`).
//! That is right on average, whatever the tree is like ("stochastic enumeration": Rubinstein 2013, Vaisman
//! and Kroese 2017; after Knuth 1975, Purdom 1978 and Chen 1992).
//!
//! To go down one way at a time, as Knuth does, hardly ever finds the deep parts of a tree, and most of it is
//! there. So a walk is wide: about as many runs of each *level*, which is how many alternatives were taken on
//! the way. And as it goes on as the search does, back to the newest choice and never back to the beginning,
//! a run costs what it costs in a search.
//!
//! Walks get wider until the time is over, each with what those before have seen about the tree. How much the
//! last ones differ says how sure their mean is (`estimate/range.rs`).
//!
//! Differs from the paper: it samples another tree, in which nothing is revisited, and what a revisit would
//! have added is counted as one more option of the read ("choice map"). docs/estimates.md compares.
//!
//! Every run that is visited is one that the search makes too, so what goes wrong in it would end the search.

mod profile;
mod walk;

use std::time::Duration;

use selvedge_core::{Model, Program, Searched, StopReason};

use crate::observer::Observer;
use crate::options::Options;
use crate::search::Search;
use profile::Profile;
use walk::{Seen, Walk};

/// How many samples to take. A sample is a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Samples {
    /// At most about these.
    pub max: u32,
    /// About how long that may take.
    pub time: Duration,
    /// The standard error, as a part of the number, that is good enough to stop before.
    pub precision: f64,
    /// Where chance begins.
    pub seed: u64,
}

impl Default for Samples {
    fn default() -> Samples {
        Samples { max: 1_000_000, time: Duration::from_secs(1), precision: 0.03, seed: 1 }
    }
}

/// What the samples say.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// Complete executions.
    pub complete: f64,
    /// Blocked executions.
    pub blocked: f64,
    /// The standard error of the sum of both.
    pub error: f64,
    /// How many executions there are, nine times in ten: at least and at most so many.
    pub range: (f64, f64),
    /// How many samples were taken.
    pub samples: u32,
    /// How long that took.
    pub seconds: f64,
    /// Where in the tree they are.
    profile: Profile,
}

impl Estimate {
    /// All executions.
    pub fn executions(&self) -> f64 {
        self.complete + self.blocked
    }

    /// How many executions there are in all, now that a search has met so many in this fraction of its tree.
    ///
    /// Those that it has met count as they are. If they are more or fewer than the samples say for that part,
    /// those ahead may be, too; the more likely, the more lies behind.
    pub fn in_all(&self, met: f64, fraction: f64) -> f64 {
        met + self.ahead(met, fraction) * self.executions()
    }

    /// The range in which that number is, nine times in ten.
    pub fn range_in_all(&self, met: f64, fraction: f64) -> (f64, f64) {
        let ahead = self.ahead(met, fraction);
        (met + ahead * self.range.0, met + ahead * self.range.1)
    }

    /// How many executions lie ahead, as a part of those that samples say there are.
    fn ahead(&self, met: f64, fraction: f64) -> f64 {
        // If there are as many as that, those that were met are a small part of them, whatever the samples
        // say of where they are: a few samples may all lie at the beginning.
        let most = fraction.max(met / self.range.0.max(1.0));
        let behind = self.profile.behind(fraction).min(most);
        let expected = behind * self.executions();
        let off = if expected >= 1.0 { (met / expected).clamp(0.01, 100.0) } else { 1.0 };
        (1.0 - behind) * off.powf(behind)
    }
}

/// Estimates how many executions of the program the model allows. If something comes up that would end the
/// search, that is its verdict.
pub fn estimate<P: Program, M: Model, O: Observer<P>>(
    program: &P,
    model: M,
    options: &Options,
    observer: &mut O,
    samples: Samples,
) -> Result<Estimate, Box<Searched>> {
    let started = options.clock.now();
    let obstacle = options.obstacle(&model);
    let options = &options.under(&model);
    let mut search = Search::new(program, model, options, observer, started);
    let sampled = obstacle.map_or_else(|| search.sample(samples, started), Err);
    let seconds = search.budget.elapsed(options).as_secs_f64();
    let sampled = sampled.map_err(|stop| Box::new(search.into_searched(stop, seconds)))?;
    Ok(Estimate { seconds, ..sampled })
}

/// How many runs of a level the first walk visits.
const NARROWEST: f64 = 4.0;
/// How much wider than the one before a walk may be.
const WIDER: f64 = 4.0;
/// Into so many walks what is left of the time is divided.
const WALKS: f64 = 8.0;
/// So many walks of a width must agree before that is believed.
const FEWEST: usize = 5;

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    fn sample(&mut self, samples: Samples, started: Duration) -> Result<Estimate, StopReason> {
        let (mut seen, mut walks) = (Seen::default(), Vec::new());
        let (mut width, mut visited) = (NARROWEST, 0);
        loop {
            let seed = samples.seed.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(u64::from(visited));
            let Some(walk) = self.walk(Walk::new(&seen, width, seed, started + samples.time))? else {
                // What was seen of the program holds for the next walk; what was seen of the tree does not.
                self.start_again();
                (seen, walks) = (Seen::default(), Vec::new());
                continue;
            };
            visited += walk.visited;
            seen.learn(&walk, width);
            let (took, is_whole) = (f64::from(walk.visited), !walk.thinned);
            if is_whole {
                // Nothing was left out, so nothing else is needed.
                (width, walks) = (1.0, Vec::new());
            }
            walks.push((width, walk));
            let said = Mean::of(&walks, is_whole);
            let elapsed = self.budget.elapsed(self.options);
            let is_over = elapsed >= samples.time || f64::from(visited) + took > f64::from(samples.max);
            if is_whole || is_over || said.is_precise(samples.precision) {
                return Ok(said.estimate(visited));
            }
            let each = elapsed.as_secs_f64() / f64::from(visited);
            let in_time = (samples.time - elapsed).as_secs_f64() / each.max(1e-9);
            let left = in_time.min(f64::from(samples.max - visited));
            width *= (left / WALKS / took).clamp(1.0, WIDER);
        }
    }
}

/// What several walks say together. Wide ones count more, and narrow ones, which knew little of the tree, do
/// not count.
struct Mean {
    complete: f64,
    blocked: f64,
    /// The standard error of the sum of both, as a part of it.
    error: f64,
    walks: usize,
    profile: Profile,
}

impl Mean {
    fn of(walks: &[(f64, Walk)], is_whole: bool) -> Mean {
        let widest = walks.iter().map(|(width, _)| *width).fold(0.0, f64::max);
        let wide = || walks.iter().filter(move |(width, _)| *width > widest / 2.0);
        let all: f64 = wide().map(|(width, _)| width).sum();
        let mean = |counted: fn(&Walk) -> f64| wide().map(|(width, walk)| width * counted(walk)).sum::<f64>() / all;
        let (complete, blocked) = (mean(|walk| walk.complete), mean(|walk| walk.blocked));
        let (sum, count) = (complete + blocked, wide().count());
        let squares: f64 = wide().map(|(width, walk)| width * (walk.complete + walk.blocked - sum).powi(2)).sum();
        let error = match count {
            _ if is_whole => 0.0,
            1 => 1.0,
            _ => (squares / all / (count - 1) as f64).sqrt() / sum.max(1.0),
        };
        let mut profile = Profile::default();
        wide().for_each(|(_, walk)| profile.add_all(&walk.profile));
        profile.accumulate();
        Mean { complete, blocked, error, walks: count, profile }
    }

    fn is_precise(&self, precision: f64) -> bool {
        self.walks >= FEWEST && self.error <= precision
    }

    /// The range has a factor below and one above. Above it is greater: what lies in a few deep places is
    /// found by few walks or none, and those that have found none agree with each other. The figures were
    /// found with the programs of the first half of `testkit::estimates`, and are checked with those of the
    /// second.
    fn estimate(self, samples: u32) -> Estimate {
        let sum = self.complete + self.blocked;
        let spread = SPREAD * self.error * (1.0 + 2.0 / self.walks as f64);
        let least = if self.error > 0.0 { LEAST } else { 0.0 };
        let (below, above) = ((spread + least).exp(), (spread + spread * spread / 2.0 + least).exp());
        let (complete, blocked, profile) = (self.complete, self.blocked, self.profile);
        Estimate {
            complete,
            blocked,
            error: self.error * sum,
            range: (sum / below, sum * above),
            samples,
            seconds: 0.0,
            profile,
        }
    }
}

/// How many standard errors the range is wide, to either side, and how wide it is at least, as a part of the
/// number.
const SPREAD: f64 = 2.0;
const LEAST: f64 = 0.02;
