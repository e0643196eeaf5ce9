//! Where in its tree a search is, and pieces of the tree.
//!
//! The search is deterministic: which choices come up, and what their options are, depends on the options
//! taken before and on nothing else. So a list of numbers, the option taken at each choice from the root on,
//! leads to the same graph again, with the same ids. A [`Path`] says besides up to which option each choice
//! belongs to it, and so is a *piece* of the tree: the way to a graph, everything below it, and everything
//! below the later options on the way. A search that is interrupted has one piece left
//! ([`crate::resume::checkpoint`]); a piece can also be cut in two, each to be searched by somebody else.
//!
//! What the search learns on its way and keeps outside the graph (which threads and locations there are,
//! which of them are treated in which way) must be known before a path is followed: it decides what comes up.

use std::fmt;
use std::str::FromStr;

use selvedge_core::graph::Mark;
use selvedge_core::{Limit, Model, Program, StopReason};

use crate::observer::Observer;
use crate::search::Search;

/// What was decided at a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The option that is taken first. The 0th is the one that needs no change.
    pub taken: u32,
    /// The option before which the piece ends.
    pub until: u32,
    /// How many options there are.
    pub of: u32,
}

/// A piece of the tree of a search. The empty one is the whole tree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Path(pub Vec<Decision>);

impl Path {
    /// What is left of the piece when everything below its first options has been searched.
    pub fn next(mut self) -> Option<Path> {
        while let Some(decision) = self.0.last_mut() {
            if decision.taken + 1 < decision.until {
                decision.taken += 1;
                return Some(self);
            }
            self.0.pop();
        }
        None
    }

    /// What is left of a larger piece, from the first options of this one on.
    pub(crate) fn widened(mut self, whole: &Path) -> Path {
        let mut is_first = true;
        for (depth, decision) in self.0.iter_mut().enumerate() {
            let until = whole.0.get(depth).filter(|_| is_first).map(|first| (first.until, first.taken));
            is_first = until.is_some_and(|(_, taken)| taken == decision.taken);
            decision.until = until.map_or(decision.of, |(until, _)| until);
        }
        // What needs no change comes up by itself.
        while self.0.last().is_some_and(|last| last.taken == 0 && last.until == last.of) {
            self.0.pop();
        }
        self
    }

    /// How much of the tree it is, if all options of a choice lead to equally much.
    pub(crate) fn share(&self) -> f64 {
        let (mut sum, mut share) = (0.0, 1.0);
        for Decision { taken, until, of } in &self.0 {
            share /= f64::from(*of);
            sum += share * f64::from(until - 1 - taken);
        }
        sum + share
    }
}

/// A word per decision: `taken/of`, or `taken-until/of` where not all later options belong to the piece.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, Decision { taken, until, of }) in self.0.iter().enumerate() {
            let blank = if number > 0 { " " } else { "" };
            match until == of {
                true => write!(f, "{blank}{taken}/{of}")?,
                false => write!(f, "{blank}{taken}-{until}/{of}")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Path {
    type Err = String;

    fn from_str(text: &str) -> Result<Path, String> {
        let decision = |word: &str| {
            let (options, of) = word.split_once('/')?;
            let of: u32 = of.parse().ok()?;
            let (taken, until) = match options.split_once('-') {
                Some((taken, until)) => (taken.parse().ok()?, until.parse().ok()?),
                None => (options.parse().ok()?, of),
            };
            Some(Decision { taken, until, of }).filter(|_| taken < until && until <= of && of > 1)
        };
        let word = |word| decision(word).ok_or_else(|| format!("{word} is no decision"));
        text.split_whitespace().map(word).collect::<Result<_, _>>().map(Path)
    }
}

/// Pieces of the tree to be searched after the present one.
#[derive(Default)]
pub(crate) struct Later {
    pieces: Vec<Path>,
    /// Why there is no way to one of them.
    astray: Option<String>,
}

impl Later {
    pub(crate) fn new(pieces: Vec<Path>) -> Later {
        Later { pieces, astray: None }
    }

    pub(crate) fn pieces(&self) -> &[Path] {
        &self.pieces
    }

    /// The next one.
    fn pop(&mut self) -> Option<Path> {
        (!self.pieces.is_empty()).then(|| self.pieces.remove(0))
    }

    /// Why there is no way to one of them, if that is so; asked once.
    pub(crate) fn take_astray(&mut self) -> Option<String> {
        self.astray.take()
    }
}

/// Why a path could not be followed.
pub(crate) enum Astray {
    /// Something came up that ends a search.
    Stopped(StopReason),
    /// The program, or the search, does not know that way.
    Lost(String),
    /// What comes up does not go together with what is known.
    StartsAgain,
}

impl From<Astray> for String {
    fn from(astray: Astray) -> String {
        match astray {
            Astray::Stopped(StopReason::Limit(Limit::GraphSize(size))) => {
                format!("an execution has more than {size} events")
            }
            Astray::Stopped(_) => "the program does something else".to_owned(),
            Astray::Lost(why) => why,
            Astray::StartsAgain => "the search has to start again".to_owned(),
        }
    }
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Goes where the path leads, from the graph in which the search begins. Says whether the run can go on
    /// from there; if not, the search has to return to the newest choice.
    pub(crate) fn follow(&mut self, path: &Path) -> Result<bool, Astray> {
        let mut goes_on = true;
        for (depth, &decision) in path.0.iter().enumerate() {
            self.reach(depth, path.0.len())?;
            let Some(alternative) = self.choices.decide(depth, decision).map_err(Astray::Lost)? else { continue };
            let mark = self.choices.newest().unwrap_or(Mark::BEGINNING);
            self.graph.undo_to(mark);
            self.run.begin();
            goes_on = self.apply(alternative) && self.may_be_within();
            self.put_off_stop()?;
        }
        Ok(goes_on && !self.run.is_moot())
    }

    /// Goes to the next piece of the tree, if there is one. False if there is none, or no way to it.
    pub(crate) fn next_piece(&mut self) -> bool {
        while let Some(path) = self.later.pop() {
            match self.approach_or_start_again(&path) {
                Ok(true) => return true,
                Ok(false) if self.backtrack() => return true,
                Ok(false) => {}
                Err(astray) => {
                    self.later.astray = Some(astray.into());
                    return false;
                }
            }
        }
        false
    }

    /// As [`Self::approach`]; but what is known now may not go together with what comes up on the way, and
    /// then all has to be found again.
    pub(crate) fn approach_or_start_again(&mut self, path: &Path) -> Result<bool, Astray> {
        match self.approach(path) {
            Err(Astray::StartsAgain) => {
                // If something ends the search there, it will be met again.
                self.run.take_stop();
                self.start_again();
                Ok(true)
            }
            arrived => arrived,
        }
    }

    /// Goes to where a piece begins, from wherever the search is. What is met on the way has been counted
    /// before. Says whether the run can go on from there; if not, the search has to return to the newest
    /// choice, where the first option of the piece waits to be taken.
    pub(crate) fn approach(&mut self, path: &Path) -> Result<bool, Astray> {
        let counts = std::mem::take(&mut self.counts);
        // The way leads to a choice, so no end is near.
        let may_skip = self.run.set_may_skip(false);
        self.return_to_beginning();
        self.run.set_unfinished(false);
        self.start();
        let goes_on = match path.0.split_last() {
            Some((last, way)) if last.taken > 0 => self.prepare(way, *last).map(|()| false),
            _ => self.follow(path),
        };
        self.counts = counts;
        self.run.set_may_skip(may_skip);
        goes_on
    }

    /// Follows a way to a choice, where this decision is to be taken next.
    fn prepare(&mut self, way: &[Decision], last: Decision) -> Result<(), Astray> {
        let depth = way.len();
        self.follow(&Path(way.to_vec()))?;
        self.reach(depth, depth + 1)?;
        self.choices.prepare(depth, last).map_err(Astray::Lost)?;
        Ok(())
    }

    /// Goes on until there is a choice at this depth, of so many.
    fn reach(&mut self, depth: usize, all: usize) -> Result<(), Astray> {
        // To start many threads takes long enough for time to be over.
        self.put_off_stop()?;
        while self.choices.depth() <= depth {
            if !self.step() {
                return Err(Astray::Lost(format!("the program ends after {depth} choices of {all}")));
            }
            self.put_off_stop()?;
        }
        Ok(())
    }

    /// Time that runs out on the way is noticed again later.
    fn put_off_stop(&mut self) -> Result<(), Astray> {
        if self.run.restarts() {
            return Err(Astray::StartsAgain);
        }
        match self.run.take_stop() {
            None | Some(StopReason::Interrupted | StopReason::Limit(Limit::Seconds(_))) => Ok(()),
            Some(stop) => Err(Astray::Stopped(stop)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_written_and_read() {
        let path: Path = "0/3 1-2/4 2/3".parse().expect("a path");
        assert_eq!(path.0[1], Decision { taken: 1, until: 2, of: 4 });
        assert_eq!(path.to_string(), "0/3 1-2/4 2/3");
        assert_eq!("".parse(), Ok(Path::default()));
        for wrong in ["3/3", "0/1", "x", "1-1/3", "0-4/3", "1/", "-1/2"] {
            assert!(wrong.parse::<Path>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_piece_is_widened_to_the_rest_of_a_larger_one() {
        let path = |text: &str| text.parse::<Path>().expect("a path");
        let widened = |text, whole| path(text).widened(&path(whole)).to_string();
        // The whole tree: every later option belongs to it.
        assert_eq!(widened("0-1/3 1-2/4 0/2", ""), "0/3 1/4");
        // Along the first options of the larger piece, its ends count; after another option, everything does.
        assert_eq!(widened("1-2/3 0-1/4 1/2", "1-2/3 0-3/4"), "1-2/3 0-3/4 1/2");
        assert_eq!(widened("1-2/3 2-3/4 1/3", "1-2/3 0-3/4"), "1-2/3 2-3/4 1/3");
        assert_eq!(widened("2-3/3 0-1/4 0/3", "1/3 0-3/4"), "2/3");
    }

    #[test]
    fn shares_of_pieces_add_up() {
        let share = |text: &str| text.parse::<Path>().expect("a path").share();
        assert_eq!(share(""), 1.0);
        assert_eq!(share("0/2 0/2"), 1.0);
        assert_eq!(share("1/2"), 0.5);
        assert_eq!(share("0-1/2 1/4") + share("0-1/2 0-1/4") + share("1/2"), 1.0);
    }

    #[test]
    fn what_is_left_begins_with_the_next_option() {
        let next = |text: &str| text.parse::<Path>().expect("a path").next().map(|path| path.to_string());
        assert_eq!(next("0/3 0/2").as_deref(), Some("0/3 1/2"));
        assert_eq!(next("0/3 1-2/4 2/3").as_deref(), Some("1/3"));
        assert_eq!(next("2/3 1/2"), None);
        assert_eq!(next(""), None);
    }
}
