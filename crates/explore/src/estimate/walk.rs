//! One walk through the tree of runs, in which only some alternatives are taken.
//!
//! The walk goes on as the search does: to the end of a run, and back to the newest choice. There the
//! alternative is applied; if it is inconsistent, or leads nowhere at once, it is left. Otherwise it is
//! *offered*, with the weight of the run in which it came up. What is offered lies side by side on a line,
//! each alternative as long as its weight. The line is cut into windows, and the one that lies under a point
//! drawn in each window is taken, with the length of the window for a weight; what is longer than a window is
//! always taken, and keeps its weight. So on average a weight is what it was, however long the windows are,
//! as long as they are chosen before it is known what lies in them.
//!
//! There is a line for each level, so that the walk is as wide as it should be everywhere; and in a level one
//! for each part of a run, so that early alternatives, which lead to much, and late ones are taken in due
//! proportion.

use std::collections::BTreeMap;
use std::time::Duration;

use selvedge_core::{Counts, EventId, Model, Program, StopReason};

use super::profile::Profile;
use crate::clock::Clock;
use crate::observer::Observer;
use crate::search::Search;

/// How many alternatives of a class are taken at least, if that many are offered.
const LEAST: f64 = 2.0;

/// Runs between two looks at the clock.
const RUNS_PER_LOOK: u32 = 16;

/// Where chance comes from (SplitMix64).
struct Random(u64);

impl Random {
    /// A number from 0 to 1.
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Which line an alternative is on: its level, and the part of the run in which it came up.
type Class = (u32, u32);

/// The part of a run where an event is: half an octave.
fn part(event: EventId) -> u32 {
    let at = event.0 + 1;
    let octave = at.ilog2();
    2 * octave + u32::from(octave > 0 && at >> (octave - 1) & 1 == 1)
}

/// Alternatives side by side.
pub(super) struct Line {
    /// How much was offered.
    offered: f64,
    /// How much of that lies on the line, where the present window ends, how long it is, and the point drawn
    /// in it.
    end: f64,
    window: f64,
    drawn: f64,
    point: f64,
    /// How long the windows to come are.
    length: f64,
    /// How many alternatives may be taken before they get longer.
    room: f64,
    /// How many were taken, with what weight, and the executions that they lead to.
    taken: f64,
    weight: f64,
    below: f64,
}

impl Line {
    fn new(room: f64, length: f64) -> Line {
        let (offered, end, window, drawn, point) = (0.0, 0.0, 0.0, 0.0, -1.0);
        let (taken, weight, below) = (0.0, 0.0, 0.0);
        Line { offered, end, window, drawn, point, length, room, taken, weight, below }
    }

    /// The weight with which an alternative of this weight is taken, if it is.
    fn offer(&mut self, weight: f64, stretch: f64, random: &mut Random) -> Option<f64> {
        self.offered += weight;
        let length = self.length * stretch;
        let mut taken = 0.0;
        if weight >= length {
            taken = weight;
        } else {
            let begin = self.end;
            self.end += weight;
            loop {
                if (begin..self.end).contains(&self.point) {
                    taken += self.drawn;
                }
                if self.window >= self.end {
                    break;
                }
                self.drawn = length;
                self.point = self.window + random.unit() * length;
                self.window += length;
            }
        }
        if taken == 0.0 {
            return None;
        }
        self.taken += 1.0;
        self.weight += taken;
        if self.taken >= self.room {
            self.length *= 1.5;
            self.room *= 1.25;
        }
        Some(taken)
    }
}

/// What earlier walks found out, to plan the next.
#[derive(Default)]
pub(super) struct Seen {
    /// What was offered in each class, what of it was taken and what that led to, each times the width of the
    /// walk.
    classes: BTreeMap<Class, [f64; 3]>,
    widths: f64,
}

impl Seen {
    pub(super) fn learn(&mut self, walk: &Walk, width: f64) {
        self.widths += width;
        for (class, line) in &walk.lines {
            let sums = self.classes.entry(*class).or_default();
            for (sum, more) in sums.iter_mut().zip([line.offered, line.weight, line.below]) {
                *sum += width * more;
            }
        }
    }

    /// How many of each class to take in a walk that is so wide, and how long windows have to be for that.
    /// All levels get the same; of a level, a class gets the more the more lies below it.
    fn plan(&self, width: f64) -> BTreeMap<Class, (f64, f64)> {
        let mut levels: BTreeMap<u32, [f64; 3]> = BTreeMap::new();
        for ((level, _), sums) in &self.classes {
            let all = levels.entry(*level).or_default();
            all.iter_mut().zip(sums).for_each(|(sum, more)| *sum += more);
        }
        // As if a tenth of the level were of this class: what few have shown may be chance.
        let value = |[offered, weight, below]: &[f64; 3], level: u32| {
            let [_, all_weight, all_below] = levels[&level];
            let (below, weight) = (below + all_below / 10.0, weight + all_weight / 10.0);
            offered * if weight > 0.0 { below / weight } else { 1.0 }
        };
        let mut shares: BTreeMap<u32, f64> = BTreeMap::new();
        for (&(level, _), sums) in &self.classes {
            *shares.entry(level).or_default() += value(sums, level);
        }
        let planned = |(&class, sums): (&Class, &[f64; 3])| {
            let share = value(sums, class.0) / shares[&class.0].max(f64::MIN_POSITIVE);
            let room = (width * share).max(LEAST);
            let length = sums[0] / self.widths / room;
            (class, (2.0 * room, length.max(1.0)))
        };
        self.classes.iter().map(planned).collect()
    }
}

/// A run that is being visited, or whose alternatives are.
struct Node {
    /// How many choices lead to it.
    depth: usize,
    level: u32,
    weight: f64,
    class: Class,
    /// How many executions had been counted before it.
    before: f64,
}

/// What a walk does, and what it has counted.
pub(super) struct Walk {
    random: Random,
    width: f64,
    plan: BTreeMap<Class, (f64, f64)>,
    lines: BTreeMap<Class, Line>,
    /// When it should be over, and how much longer windows have become since.
    deadline: Duration,
    stretch: f64,
    pub(super) complete: f64,
    pub(super) blocked: f64,
    pub(super) visited: u32,
    /// Something was left out.
    pub(super) thinned: bool,
    /// The executions counted, by how much of the tree lies behind them.
    pub(super) profile: Profile,
}

impl Walk {
    pub(super) fn new(seen: &Seen, width: f64, seed: u64, deadline: Duration) -> Walk {
        Walk {
            random: Random(seed),
            width,
            plan: seen.plan(width),
            lines: BTreeMap::new(),
            deadline,
            stretch: 1.0,
            complete: 0.0,
            blocked: 0.0,
            visited: 0,
            thinned: false,
            profile: Profile::default(),
        }
    }

    fn offer(&mut self, class: Class, weight: f64) -> Option<f64> {
        let new = || {
            let (room, length) = self.plan.get(&class).copied().unwrap_or((self.width, 1.0));
            Line::new(room, length)
        };
        let taken = self.lines.entry(class).or_insert_with(new).offer(weight, self.stretch, &mut self.random);
        self.thinned |= taken != Some(weight);
        taken
    }

    fn counted(&self) -> f64 {
        self.complete + self.blocked
    }

    /// The run and all below it have been visited.
    fn close(&mut self, node: &Node) {
        let below = self.counted() - node.before;
        if let Some(line) = self.lines.get_mut(&node.class) {
            line.below += below;
        }
    }

    /// Counts a run of so much weight, after which so much of the tree lies behind.
    fn count(&mut self, weight: f64, before: (u64, u64), after: &Counts, behind: f64, clock: &Clock) {
        self.visited += 1;
        if after.complete > before.0 {
            self.complete += weight;
            self.profile.add(behind, weight);
        } else if after.blocked > before.1 {
            self.blocked += weight;
            self.profile.add(behind, weight);
        }
        if self.visited.is_multiple_of(RUNS_PER_LOOK) && clock.now() > self.deadline {
            self.stretch *= 2.0;
        }
    }
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Walks. Nothing if the search would have to start again.
    pub(super) fn walk(&mut self, mut walk: Walk) -> Result<Option<Walk>, StopReason> {
        self.return_to_beginning();
        self.start();
        self.run.set_may_skip(self.may_skip_epilogues());
        let mut nodes = vec![Node { depth: 0, level: 0, weight: 1.0, class: (0, 0), before: 0.0 }];
        // For each choice: level and weight of the run in which it came up.
        let mut born: Vec<(u32, f64)> = Vec::new();
        let mut goes_on = true;
        while let Some(node) = nodes.last() {
            if goes_on {
                let before = (self.counts.complete, self.counts.blocked);
                self.finish_sample()?;
                let behind = 1.0 - self.choices.ahead();
                walk.count(node.weight, before, &self.counts, behind, &self.options.clock);
            }
            if self.run.restarts() {
                return Ok(None);
            }
            if self.trie.is_over_budget() {
                self.trie.evict(&self.graph);
            }
            born.resize(self.choices.depth(), (node.level, node.weight));
            // Back to the newest alternative that is taken.
            loop {
                let open = self.choices.newest_open();
                let depth = self.choices.depth();
                while let Some(node) = nodes.pop_if(|node| node.depth >= depth) {
                    walk.close(&node);
                }
                let Some(mark) = open else { break };
                self.graph.undo_to(mark);
                let alternative = self.choices.next().expect("invariant: the choice has an alternative left");
                self.run.begin();
                goes_on = self.apply(alternative) && self.may_be_within() && !self.run.is_moot();
                self.heed_stop()?;
                if self.run.restarts() {
                    return Ok(None);
                }
                if !goes_on && self.choices.depth() == depth {
                    continue;
                }
                born.truncate(depth);
                let (level, weight) = born[depth - 1];
                let class = (level + 1, part(alternative.event));
                if let Some(weight) = walk.offer(class, weight) {
                    nodes.push(Node { depth, level: level + 1, weight, class, before: walk.counted() });
                    break;
                }
                self.choices.keep(depth);
            }
        }
        Ok(Some(walk))
    }

    /// Goes on to the end of the run.
    fn finish_sample(&mut self) -> Result<(), StopReason> {
        while self.run.skipped() == 0 && self.step() {
            self.hear_model(false);
        }
        self.finish_run();
        self.heed_stop()
    }

    /// Ends it if the search would end, unless that was found in a graph that does not count.
    fn heed_stop(&mut self) -> Result<(), StopReason> {
        match self.run.take_stop() {
            Some(stop) if !self.run.restarts() => Err(stop),
            _ => Ok(()),
        }
    }
}
