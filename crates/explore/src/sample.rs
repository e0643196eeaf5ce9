//! Some executions, at random, where there are too many for all.
//!
//! Goes down the tree of the search, taking any branch with the same probability, and comes back to nothing.
//! What is drawn are executions and not schedules: one that many schedules lead to is not drawn more often
//! for that. Still they are not equally likely, and some may be drawn more than once. Each is one that the
//! model allows, so what goes wrong in it is a violation.
//!
//! A branch may lead nowhere: the model forbids it, or it is there for the sake of its own branches. Then
//! that draw does not count, and another is made; a program in which nearly all fail gets fewer executions
//! than were asked for.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use selvedge_core::{Model, Program, StopReason};

use crate::bound::Within;
use crate::choice::Kind;
use crate::observer::Observer;
use crate::record::record;
use crate::search::Search;

/// Draws per execution that was asked for, at most.
const MOST_DRAWS: u64 = 20;

/// Where chance comes from (SplitMix64). The bounds are tiny, so the bias is too.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % bound as u64) as usize
    }
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Explores what is asked for: everything, what is within a bound, or some executions.
    pub(crate) fn go(&mut self) -> StopReason {
        match self.options.within {
            Within::Samples { count, seed } => self.draw_many(count, seed),
            Within::Everything | Within::Contexts(_) | Within::Rounds(_) => {
                self.start();
                self.visit(true)
            }
        }
    }

    /// Draws so many executions.
    fn draw_many(&mut self, count: u64, seed: u64) -> StopReason {
        let mut chance = Chance(seed);
        let mut drawn = HashSet::new();
        self.start();
        for _ in 0..count.saturating_mul(MOST_DRAWS) {
            let before = self.counts.complete + self.counts.blocked;
            self.draw(&mut chance);
            self.finish_run();
            if self.counts.complete + self.counts.blocked > before {
                let mut hash = DefaultHasher::new();
                record(&self.graph, &self.trie).hash(&mut hash);
                drawn.insert(hash.finish());
                self.findings.set_different(drawn.len());
            }
            if let Some(stop) = self.must_stop() {
                return stop;
            }
            if self.run.restarts() {
                drawn.clear();
                self.start_again();
            } else if self.counts.complete + self.counts.blocked >= count {
                break;
            }
            self.begin_anew();
        }
        StopReason::Exhausted
    }

    /// Returns to a graph in which no thread has taken a step.
    fn begin_anew(&mut self) {
        self.return_to_beginning();
        if self.trie.is_over_budget() {
            self.trie.evict(&self.graph);
        }
        self.start();
    }

    /// Goes down the tree until no thread can go on, or the branch leads nowhere.
    fn draw(&mut self, chance: &mut Chance) {
        let mut depth = 0;
        loop {
            while let Some(mut branches) = self.choices.alternatives(depth) {
                // A thread that waits after reading something old makes the run one that does not count.
                branches.retain(|branch| branch.kind != Kind::Source || !self.would_block(branch.event, branch.other));
                // A run that exists only to generate revisits leads nowhere by itself.
                let leads_on = !(self.run.is_moot() && depth + 1 == self.choices.depth());
                let options = branches.len() + usize::from(leads_on);
                if options == 0 {
                    return;
                }
                let Some(&alternative) = branches.get(chance.below(options)) else {
                    depth += 1;
                    continue;
                };
                let mark = self.choices.forget_from(depth);
                self.graph.undo_to(mark);
                self.run.begin();
                if !self.apply(alternative) {
                    self.run.give_up();
                    return;
                }
                self.hear_model(false);
            }
            if !self.step() {
                return;
            }
            self.hear_model(false);
        }
    }
}
