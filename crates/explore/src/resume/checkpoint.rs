//! Where a search was when it stopped, so that it can go on later as if it had not.
//!
//! A checkpoint has the piece of the tree that is left ([`Path`]) and all that the search keeps outside the
//! graph: what it has counted and noticed, and what it has learnt about the program, which decides how the
//! path is to be read. The numbers of threads, locations and events mean the same when the search goes on,
//! because threads and locations get theirs before it does, and events when the path is followed.
//!
//! Everything has a text form: facts, each a key and a line. What program, model and options the checkpoint
//! belongs to is the caller's to remember. A path that does not fit is noticed when it is followed, but only
//! that.

use selvedge_core::graph::Manner;
use selvedge_core::{Access, Counts, Model, Program, Searched, StopReason, ThreadId};

use crate::bound::Within;
use crate::explorer::explore;
use crate::findings::Findings;
use crate::observer::Observer;
use crate::options::Options;
use crate::reduce::Reductions;
use crate::resume::path::{Later, Path};
use crate::resume::text;
use crate::search::Search;

/// A search that has stopped, and can go on.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Checkpoint {
    /// What is left: one piece of the tree, or several if there were several workers.
    pub pieces: Vec<Path>,
    /// What has been counted.
    pub counts: Counts,
    /// How long that took.
    pub seconds: f64,
    /// How much of the search lies behind.
    pub fraction: f64,
    known: Facts,
    findings: Findings,
}

/// What a search knows beside its graph.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Facts {
    /// The threads that are not there from the beginning: what starts each, and the how manieth of its
    /// children it is.
    threads: Vec<(ThreadId, u32)>,
    locations: Vec<Access>,
    /// How bytes are accessed.
    extents: Vec<(Access, Manner)>,
    reductions: Reductions,
}

/// The fact that there is nothing to go on with.
const ANSWERED: &str = "answered";

/// The counts that mean something when a search goes on, by name.
fn named(counts: &mut Counts) -> [(&'static str, &mut u64); 11] {
    let Counts { complete, blocked, events_added, discarded, inconsistent, .. } = counts;
    let Counts { beyond, moot, revisits, interpreted, largest_graph, peak_bytes, .. } = counts;
    [
        ("complete", complete),
        ("blocked", blocked),
        ("events-added", events_added),
        ("discarded", discarded),
        ("inconsistent", inconsistent),
        ("beyond", beyond),
        ("moot", moot),
        ("revisits", revisits),
        ("interpreted", interpreted),
        ("largest-graph", largest_graph),
        ("peak-bytes", peak_bytes),
    ]
}

impl Checkpoint {
    /// Whether the answer is there already: then there is nothing to keep for later.
    pub fn has_answer(&self) -> bool {
        self.findings.has_violations()
    }

    /// Its text form. One with an answer has none that could be read again: what was found is not in it.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let Checkpoint { pieces, counts, seconds, fraction, known, findings } = self;
        let Facts { threads, locations, extents, reductions } = known;
        let mut facts: Vec<_> = pieces.iter().map(|path| ("path", path.to_string())).collect();
        facts.push(("seconds", seconds.to_string()));
        facts.push(("fraction", fraction.to_string()));
        let mut counts = *counts;
        facts.extend(named(&mut counts).map(|(name, count)| ("count", format!("{name} {count}"))));
        facts.extend(threads.iter().map(|(parent, ordinal)| ("spawned", format!("{} {ordinal}", parent.0))));
        facts.extend(locations.iter().map(|at| ("location", text::access(at))));
        let extent = |(at, manner): &(Access, Manner)| format!("{} {}", text::access(at), text::manner(*manner));
        facts.extend(extents.iter().map(|known| ("extent", extent(known))));
        facts.extend(reductions.facts());
        facts.extend(findings.facts());
        facts.extend(self.has_answer().then(|| (ANSWERED, "a violation was found".to_owned())));
        facts
    }

    /// Reads the text form. Other facts are somebody else's. An error if something is missing or means
    /// nothing.
    pub fn from_facts<'f>(facts: impl Iterator<Item = (&'f str, &'f str)>) -> Result<Checkpoint, String> {
        let mut checkpoint = Checkpoint::default();
        for (key, text) in facts {
            if key == ANSWERED {
                return Err(format!("{text} before it was written"));
            } else if key == "path" {
                checkpoint.pieces.push(text.parse()?);
            } else {
                checkpoint.add(key, text).ok_or_else(|| format!("`{key} {text}` means nothing"))?;
            }
        }
        if checkpoint.pieces.is_empty() {
            return Err("it does not say what is left".to_owned());
        }
        checkpoint.known.is_well_formed().then_some(checkpoint).ok_or_else(|| "its numbers do not fit".to_owned())
    }

    fn add(&mut self, key: &str, text: &str) -> Option<()> {
        let known = &mut self.known;
        let mut words = text.split(' ');
        let mut number = || words.next()?.parse::<u64>().ok();
        match key {
            "seconds" => self.seconds = text::finite(text)?,
            "fraction" => self.fraction = text::finite(text)?.clamp(0.0, 1.0),
            "count" => {
                let (name, count) = text.split_once(' ')?;
                let known = named(&mut self.counts).into_iter().find(|(known, _)| *known == name)?;
                *known.1 = count.parse().ok()?;
            }
            "spawned" => known.threads.push((ThreadId(text::small(number()?)?), text::small(number()?)?)),
            "location" => known.locations.push(text::to_access(number()?, number()?)?),
            "extent" => {
                let at = text::to_access(number()?, number()?)?;
                known.extents.push((at, text::to_manner(words.next()?)?));
            }
            // Other facts are not for a search.
            _ => _ = known.reductions.add_fact(key, text)? || self.findings.add_fact(key, text)?,
        }
        Some(())
    }
}

/// Where accesses lie, as far as a search knows.
pub(crate) type Extents = (Vec<Access>, Vec<(Access, Manner)>);

impl Facts {
    /// Whether its numbers are numbers of something.
    fn is_well_formed(&self) -> bool {
        self.reductions.locations().all(|loc| (loc.0 as usize) < self.locations.len())
    }
}

/// As [`explore`], from where another search of the same program, under the same model and with the same
/// options, has stopped. Says what is left in turn; why that search cannot go on, if it cannot. Limits are
/// those of this part of the search, all else that is counted is counted together.
pub fn explore_from<P, M, O>(
    program: &P,
    model: M,
    options: &Options,
    observer: &mut O,
    from: Option<&Checkpoint>,
) -> Result<(Searched, Option<Checkpoint>), String>
where
    P: Program,
    M: Model,
    O: Observer<P>,
{
    if let Within::Samples { .. } = options.within {
        // What is drawn at random is not a part of anything.
        return Ok((explore(program, model, options, observer), None));
    }
    let started = options.clock.now();
    let obstacle = options.obstacle(&model);
    let options = &options.under(&model);
    let mut search = Search::new(program, model, options, observer, started);
    if let Some(obstacle) = obstacle {
        return Ok((search.into_searched(obstacle, 0.0), None));
    }
    let goes_on = match from {
        Some(checkpoint) => search.take_up(checkpoint)?,
        None => {
            search.start();
            true
        }
    };
    let stop = search.visit(goes_on);
    if let Some(why) = search.later.take_astray() {
        return Err(why);
    }
    let seconds = search.budget.elapsed(options).as_secs_f64() + from.map_or(0.0, |checkpoint| checkpoint.seconds);
    let left = search.checkpoint(&stop, seconds);
    Ok((search.into_searched(stop, seconds), left))
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// What is left of a search that has stopped for this reason, after so many seconds. Nothing if nothing
    /// is, or if it has its answer.
    pub(crate) fn checkpoint(&self, stop: &StopReason, seconds: f64) -> Option<Checkpoint> {
        if !stop.may_go_on() {
            return None;
        }
        let pieces: Vec<Path> = self.rest().into_iter().chain(self.later.pieces().iter().cloned()).collect();
        if pieces.is_empty() {
            return None;
        }
        let counts = Counts { interpreted: self.counts.interpreted + self.trie.interpreted(), ..self.counts };
        Some(Checkpoint {
            pieces,
            counts,
            seconds,
            fraction: self.budget.fraction(),
            known: self.facts(),
            findings: self.findings.clone(),
        })
    }

    /// What is left of the piece that is being searched.
    pub(crate) fn rest(&self) -> Option<Path> {
        let path = self.choices.path();
        if self.run.is_unfinished() { Some(path) } else { path.next() }
    }

    /// Where accesses lie: all locations, and what is occupied in which manner.
    pub(crate) fn extents(&self) -> Extents {
        (self.graph.locations().map(|loc| self.graph.access(loc)).collect(), self.graph.occupied())
    }

    /// What is known beside the graph.
    pub(crate) fn facts(&self) -> Facts {
        let (locations, extents) = self.extents();
        Facts { threads: self.trie.origins(), locations, extents, reductions: self.reductions.clone() }
    }

    /// Goes to where another search has stopped, instead of starting. Says whether the run goes on from
    /// there.
    pub(crate) fn take_up(&mut self, checkpoint: &Checkpoint) -> Result<bool, String> {
        let Checkpoint { pieces, counts, seconds: _, fraction, known, findings } = checkpoint;
        self.adopt(known)?;
        self.counts = *counts;
        self.budget.take_up(counts.complete + counts.blocked, *fraction);
        self.findings = findings.clone();
        let Some((first, later)) = pieces.split_first() else {
            return Err("it does not say what is left".to_owned());
        };
        self.later = Later::new(later.to_vec());
        Ok(self.approach_or_start_again(first)?)
    }

    /// Takes over what another search knows, in an empty graph.
    pub(crate) fn adopt(&mut self, known: &Facts) -> Result<(), String> {
        let Facts { threads, locations, extents, reductions } = known;
        self.trie.adopt(threads)?;
        if !self.trie.add_extents(self.program, &mut self.graph, locations, extents) {
            return Err("its accesses overlap".to_owned());
        }
        self.adopt_reductions(reductions);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Checkpoint {
        let at = text::to_access(4096, 32).expect("a width");
        let mut reductions = Reductions::default();
        let facts = [
            ("retracted", "0"),
            ("unordered", "0"),
            ("distinguished", "0"),
            ("reduced-barrier", "0 3 4"),
            ("alike", "2"),
            ("parent", "0"),
            ("distinguishes", "1"),
            ("no-restore", "0"),
            ("quiet", "0 0"),
        ];
        let mut findings = Findings::default();
        let found = [
            ("rounds", "2"),
            ("loop", "3 7 a b.c\nx = 1"),
            ("undecided", ""),
            ("undecided-loop", "3 7 a b.c\nx = 1"),
            ("warning", "odd\nthis and that"),
            ("forbidden-errors", ""),
            ("passed-over", "double-free"),
            ("leaves-out", ""),
            ("different", "7"),
        ];
        assert!(facts.iter().all(|(key, text)| reductions.add_fact(key, text) == Some(true)));
        assert!(found.iter().all(|(key, text)| findings.add_fact(key, text) == Some(true)));
        Checkpoint {
            pieces: ["0/2 1/3", "1/2"].map(|path| path.parse().expect("a path")).to_vec(),
            counts: Counts { complete: 5, blocked: 2, peak_bytes: 9, ..Counts::default() },
            seconds: 1.5,
            fraction: 0.25,
            known: Facts {
                threads: vec![(ThreadId(0), 0), (ThreadId(0), 1)],
                locations: vec![at],
                extents: vec![(at, Manner::Atomic)],
                reductions,
            },
            findings,
        }
    }

    fn read(facts: &[(&'static str, String)]) -> Result<Checkpoint, String> {
        Checkpoint::from_facts(facts.iter().map(|(key, text)| (*key, text.as_str())))
    }

    #[test]
    fn what_is_written_is_read_again() {
        let facts = example().facts();
        assert_eq!(read(&facts), Ok(example()));
        let whole = Checkpoint { pieces: vec![Path::default()], ..Checkpoint::default() };
        assert_eq!(read(&whole.facts()), Ok(whole));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let facts = example().facts();
        let without = |key| facts.iter().filter(|(other, _)| *other != key).cloned().collect::<Vec<_>>();
        assert_eq!(read(&without("path")).expect_err("no path"), "it does not say what is left");
        assert_eq!(read(&without("location")).expect_err("no locations"), "its numbers do not fit");
        for (key, text) in [("seconds", "NaN"), ("count", "luck 3"), ("location", "1 7"), ("extent", "1 8 none")] {
            let facts = [facts.as_slice(), &[(key, text.to_owned())]].concat();
            assert_eq!(read(&facts).expect_err("nonsense"), format!("`{key} {text}` means nothing"));
        }
    }
}
