//! How many executions there are, before they are explored (paper 000 §3, engine.md §3.7).
//!
//! The search is a tree of runs. A run ends in one execution, or in none; each alternative that comes up in it and is not taken
//! begins another run. So the executions are nodes of that tree, and they are counted without visiting them all: level by
//! level, where the level of a run is how many alternatives were taken on the way to it. Of each level a few runs are
//! visited, drawn from all those that the visited runs of the level before begin; each stands for as many as there were to
//! draw from for one that was drawn. That is right on average, whatever the tree is like ("stochastic enumeration":
//! Rubinstein 2013, Vaisman and Kroese 2017; after Knuth 1975, Purdom 1978 and Chen 1992).
//!
//! To go down one way at a time, as Knuth does, hardly ever finds the deep parts of a tree, and most of it is there. Here those
//! who lead nowhere make room for those who lead on. Two things make it better still: alternatives that are inconsistent, or lead
//! nowhere at once, are not drawn; and the draw is systematic, every n-th in the order of where in their runs they came up, so that
//! early ones, which lead to much, and late ones are there in due proportion.
//!
//! Differs from the paper: it samples another tree, in which nothing is revisited, and what a revisit would have added is
//! counted as one more option of the read ("choice map"). docs/estimates.md compares.
//!
//! Every run that is visited is one that the search makes too, so what goes wrong in it would end the search.

use std::time::{Duration, Instant};

use selvedge_core::graph::Mark;
use selvedge_core::{Counts, Model, Program, Searched, StopReason};

use crate::choice::Choices;
use crate::observer::{Observer, RunEnd};
use crate::options::Options;
use crate::path::{Astray, Decision, Path};
use crate::search::Search;

/// How many samples to take. A sample is a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Samples {
    /// At most these.
    pub max: u32,
    /// About how long that may take.
    pub time: Duration,
    /// Where chance begins.
    pub seed: u64,
}

impl Default for Samples {
    fn default() -> Samples {
        Samples { max: 1000, time: Duration::from_secs(1), seed: 1 }
    }
}

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
pub fn estimate<P: Program, M: Model, O: Observer<P>>(
    program: &P,
    model: M,
    options: &Options,
    observer: &mut O,
    samples: Samples,
) -> Result<Estimate, Box<Searched>> {
    let started = Instant::now();
    let obstacle = options.obstacle(&model);
    let options = &options.under(&model);
    let mut search = Search::new(program, model, options, observer, started);
    let sampled = obstacle.map_or_else(|| search.sample(samples), Err);
    let seconds = started.elapsed().as_secs_f64();
    let tally = sampled.map_err(|stop| Box::new(search.into_searched(stop, seconds)))?;
    let Tally { complete, blocked, visited, .. } = tally;
    Ok(Estimate { complete, blocked, error: tally.error(), samples: visited, seconds })
}

/// How many runs of a level are visited to find out how many levels there are.
const PILOT: u32 = 4;

/// In so many groups the runs are divided whose differences say how sure the sum is.
const GROUPS: usize = 8;

/// How many levels there may be still when there should be none.
const LEVELS_TO_COME: u32 = 5;

/// What one walk through the levels counted.
#[derive(Default)]
struct Tally {
    complete: f64,
    blocked: f64,
    /// The executions below the runs of each group.
    groups: [f64; GROUPS],
    /// Runs visited, in other walks too.
    visited: u32,
    levels: u32,
    /// Not every run was visited.
    thinned: bool,
}

impl Tally {
    fn count(&mut self, node: &Node, end: Option<RunEnd>) {
        match end {
            Some(RunEnd::Complete) => self.complete += node.weight,
            Some(RunEnd::Blocked) => self.blocked += node.weight,
            None => return,
        }
        if let Some(group) = node.group {
            self.groups[group] += node.weight;
        }
    }

    /// The standard error of the number of executions.
    fn error(&self) -> f64 {
        let count = GROUPS as f64;
        let mean = self.groups.iter().sum::<f64>() / count;
        let squares: f64 = self.groups.iter().map(|sum| (sum - mean).powi(2)).sum();
        // Each group is an eighth of the sum.
        (squares * count / (count - 1.0)).sqrt()
    }
}

/// A run to visit.
#[derive(Default)]
struct Node {
    path: Path,
    /// For how many it stands.
    weight: f64,
    /// Its group, if runs have been left out before.
    group: Option<usize>,
}

/// A run that could be visited: an option of a choice that came up in another one.
struct Branch {
    /// The other one, by its number in its level.
    parent: usize,
    /// How many choices came before.
    depth: usize,
    option: u32,
    /// Where in the run it came up.
    position: u32,
}

struct Random(u64);

impl Random {
    /// A number from 0 to 1 (SplitMix64).
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Leaves so many of the branches, which are more: every n-th, in the order of where they came up. Says what n is.
fn thin(branches: &mut Vec<Branch>, width: usize, random: &mut Random) -> f64 {
    branches.sort_by_key(|branch| branch.position);
    let step = branches.len() as f64 / width as f64;
    let (mut number, mut next) = (0.0, random.unit() * step);
    branches.retain(|_| {
        number += 1.0;
        let drawn = next < number;
        next += if drawn { step } else { 0.0 };
        drawn
    });
    step
}

/// How many runs may still be visited.
struct Budget {
    runs: u32,
    started: Instant,
    time: Duration,
    spent: u32,
}

impl Budget {
    /// How many are left, if those to come take as long as those so far.
    fn left(&self) -> u32 {
        let elapsed = self.started.elapsed();
        let each = elapsed.as_secs_f64() / f64::from(self.spent.max(1));
        let in_time = self.time.saturating_sub(elapsed).as_secs_f64() / each.max(1e-9);
        (self.runs - self.spent).min(in_time as u32)
    }
}

/// How wide a walk is.
#[derive(Clone, Copy)]
enum Width {
    /// So many runs of each level.
    Fixed(u32),
    /// What is left, shared out among about so many levels.
    Shared(u32),
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    fn sample(&mut self, samples: Samples) -> Result<Tally, StopReason> {
        let mut random = Random(samples.seed);
        let Samples { max: runs, time, .. } = samples;
        let mut budget = Budget { runs, started: Instant::now(), time, spent: 0 };
        let mut width = Width::Fixed(PILOT);
        loop {
            let walked = self.walk(&mut random, width, &mut budget)?;
            let Some(tally) = walked else {
                // What was learnt holds for the next walk.
                self.start_again();
                continue;
            };
            if !tally.thinned || matches!(width, Width::Shared(_)) || budget.left() == 0 {
                return Ok(Tally { visited: budget.spent, ..tally });
            }
            width = Width::Shared(tally.levels);
        }
    }

    /// Goes through the levels. Nothing if the search would have to start again.
    fn walk(&mut self, random: &mut Random, width: Width, budget: &mut Budget) -> Result<Option<Tally>, StopReason> {
        let mut tally = Tally::default();
        let mut level = vec![Node { weight: 1.0, ..Node::default() }];
        while !level.is_empty() {
            tally.levels += 1;
            let (mut spines, mut branches) = (Vec::new(), Vec::new());
            for (parent, node) in level.iter().enumerate() {
                let end = self.visit(&node.path)?;
                budget.spent += 1;
                tally.count(node, end);
                spines.push(self.choices.path());
                self.branch(parent, node.path.0.len(), &mut branches)?;
                if self.starts_again {
                    return Ok(None);
                }
            }
            let room = match width {
                Width::Fixed(runs) => runs.min(budget.left()),
                Width::Shared(levels) => budget.left() / levels.saturating_sub(tally.levels).max(LEVELS_TO_COME),
            };
            // One at least, as long as there is a budget.
            let room = room.max(1).min(budget.runs - budget.spent) as usize;
            let step = if branches.len() > room { thin(&mut branches, room, random) } else { 1.0 };
            tally.thinned |= step > 1.0;
            let node = |(number, Branch { parent, depth, option, .. }): (usize, Branch)| {
                let (parent, spine) = (&level[parent], &spines[parent].0);
                let decision = Decision { taken: option, until: option + 1, of: spine[depth].of };
                let path = Path(spine[..depth].iter().copied().chain([decision]).collect());
                let group = parent.group.or(tally.thinned.then_some(number % GROUPS));
                Node { path, weight: parent.weight * step, group }
            };
            level = branches.into_iter().enumerate().map(node).collect();
        }
        Ok(Some(tally))
    }

    /// Makes the run that begins with this path. Says how it ends, if it counts.
    fn visit(&mut self, path: &Path) -> Result<Option<RunEnd>, StopReason> {
        self.graph.undo_to(Mark::BEGINNING);
        self.choices = Choices::default();
        if self.paths.is_over_budget() {
            self.paths.evict(&self.graph);
        }
        self.moot = false;
        self.start();
        let goes_on = match self.follow(path) {
            Ok(goes_on) => goes_on,
            Err(Astray::Stopped(stop)) => return Err(stop),
            Err(Astray::Lost(_) | Astray::StartsAgain) => false,
        };
        if !goes_on || self.starts_again {
            return Ok(None);
        }
        while self.step() {
            self.hear_model(false);
        }
        let Counts { complete, blocked, .. } = self.counts;
        self.finish_run();
        self.heed_stop()?;
        Ok(match self.counts {
            counts if counts.complete > complete => Some(RunEnd::Complete),
            counts if counts.blocked > blocked => Some(RunEnd::Blocked),
            _ => None,
        })
    }

    /// Finds the runs that begin in the present one, after so many choices, and goes back to where it began.
    fn branch(&mut self, parent: usize, after: usize, branches: &mut Vec<Branch>) -> Result<(), StopReason> {
        for depth in (after..self.choices.depth()).rev() {
            for option in 1..self.choices.options(depth) {
                self.choices.keep(depth + 1);
                let (mark, alternative) = self.choices.option(depth, option);
                self.graph.undo_to(mark);
                self.moot = false;
                let goes_on = self.apply(alternative) && self.may_be_within() && !self.moot;
                self.heed_stop()?;
                if goes_on || self.choices.depth() > depth + 1 {
                    branches.push(Branch { parent, depth, option, position: alternative.event.0 });
                }
            }
            self.choices.keep(depth);
        }
        Ok(())
    }

    /// Ends it if the search would end, unless that was found in a graph that does not count.
    fn heed_stop(&mut self) -> Result<(), StopReason> {
        match self.take_stop() {
            Some(stop) if !self.starts_again => Err(stop),
            _ => Ok(()),
        }
    }
}
