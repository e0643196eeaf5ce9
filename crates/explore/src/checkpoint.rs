//! Where a search was when it stopped, so that it can go on later as if it had not.
//!
//! A checkpoint has the piece of the tree that is left ([`Path`]) and all that the search keeps outside the graph: what it has
//! counted and noticed, and what it has learnt about the program, which decides how the path is to be read. The numbers of
//! threads, locations and events mean the same when the search goes on, because threads and locations get theirs before
//! it does, and events when the path is followed.
//!
//! Everything has a text form: facts, each a key and a line. What program, model and options the checkpoint belongs to is the
//! caller's to remember. A path that does not fit is noticed when it is followed, but only that.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use selvedge_core::graph::Manner;
use selvedge_core::{
    Access, Address, Counts, EventId, LocId, Model, Program, Searched, Site, StopReason, ThreadId, ViolationKind,
    Warning, Width,
};

use crate::bound::Within;
use crate::explorer::explore;
use crate::observer::Observer;
use crate::options::Options;
use crate::path::Path;
use crate::reduce::barrier::MeetingPlace;
use crate::reduce::symmetry::Symmetry;
use crate::search::Search;
use crate::team::Undecided;
use crate::violations::{PassedOver, Violations};

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
    learnt: Learnt,
    /// What was found, if the search goes on after that. It has no text form: whoever has an answer does not stop and go on later.
    violations: Violations,
}

/// What a search knows beside its graph.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Learnt {
    /// The threads that are not there from the beginning: who starts them, and the how manieth of its children they are.
    threads: Vec<(ThreadId, u32)>,
    locations: Vec<Access>,
    /// How bytes are accessed.
    extents: Vec<(Access, Manner)>,
    dispossessed: Vec<LocId>,
    unordered: Vec<LocId>,
    told_apart: Vec<LocId>,
    meeting_places: Vec<MeetingPlace>,
    symmetry: Symmetry,
    /// Loops in which threads were stopped, after how many rounds.
    cuts: Option<(u32, BTreeSet<Site>)>,
    /// Loops of which it is not known whether they end.
    undecided: Undecided,
    /// Names and texts of the model's warnings.
    warnings: Vec<(String, String)>,
    has_forbidden_errors: bool,
    passed_over: PassedOver,
    leaves_out: bool,
}

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
        !self.violations.is_empty()
    }

    /// Its text form.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let Learnt { threads, locations, extents, .. } = &self.learnt;
        let Learnt { dispossessed, unordered, told_apart, meeting_places, .. } = &self.learnt;
        let Learnt { cuts, undecided, warnings, has_forbidden_errors, passed_over, leaves_out, .. } = &self.learnt;
        let mut facts: Vec<_> = self.pieces.iter().map(|path| ("path", path.to_string())).collect();
        facts.push(("seconds", self.seconds.to_string()));
        facts.push(("fraction", self.fraction.to_string()));
        let mut counts = self.counts;
        facts.extend(named(&mut counts).map(|(name, count)| ("count", format!("{name} {count}"))));
        facts.extend(threads.iter().map(|(parent, ordinal)| ("spawned", format!("{} {ordinal}", parent.0))));
        let access = |at: &Access| format!("{} {}", at.address.0, at.width.bits());
        facts.extend(locations.iter().map(|at| ("location", access(at))));
        let extent = |(at, manner): &(Access, Manner)| format!("{} {}", access(at), name_of(*manner));
        facts.extend(extents.iter().map(|known| ("extent", extent(known))));
        let lists = [("dispossessed", dispossessed), ("unordered", unordered), ("told-apart", told_apart)];
        for (key, list) in lists {
            facts.extend(list.iter().map(|loc| (key, loc.0.to_string())));
        }
        for MeetingPlace { loc, others } in meeting_places {
            let others: String = others.iter().map(|other| format!(" {}", other.0)).collect();
            facts.push(("meeting-place", format!("{}{others}", loc.0)));
        }
        facts.extend(self.learnt.symmetry.facts());
        let site = |site: &Site| format!("{} {} {}\n{}", site.line, site.column, site.file, site.text);
        if let Some((rounds, loops)) = cuts {
            facts.push(("rounds", rounds.to_string()));
            facts.extend(loops.iter().map(|cut| ("loop", site(cut))));
        }
        if let Some(loops) = undecided {
            facts.push(("undecided", String::new()));
            facts.extend(loops.iter().map(|one| ("undecided-loop", site(one))));
        }
        facts.extend(warnings.iter().map(|(name, text)| ("warning", format!("{name}\n{text}"))));
        if *has_forbidden_errors {
            facts.push(("forbidden-errors", String::new()));
        }
        facts.extend(passed_over.iter().map(|kind| ("passed-over", kind.name().to_owned())));
        if *leaves_out {
            facts.push(("leaves-out", String::new()));
        }
        facts
    }

    /// Reads the text form. Other facts are somebody else's. An error if something is missing or means nothing.
    pub fn from_facts<'f>(facts: impl Iterator<Item = (&'f str, &'f str)>) -> Result<Checkpoint, String> {
        let mut checkpoint = Checkpoint::default();
        for (key, text) in facts {
            if key == "path" {
                checkpoint.pieces.push(text.parse()?);
            } else {
                checkpoint.add(key, text).ok_or_else(|| format!("`{key} {text}` means nothing"))?;
            }
        }
        if checkpoint.pieces.is_empty() {
            return Err("it does not say what is left".to_owned());
        }
        checkpoint.learnt.is_well_formed().then_some(checkpoint).ok_or_else(|| "its numbers do not fit".to_owned())
    }

    fn add(&mut self, key: &str, text: &str) -> Option<()> {
        let learnt = &mut self.learnt;
        let mut words = text.split(' ');
        let mut number = || words.next()?.parse::<u64>().ok();
        match key {
            "seconds" => self.seconds = finite(text)?,
            "fraction" => self.fraction = finite(text)?.clamp(0.0, 1.0),
            "count" => {
                let (name, count) = text.split_once(' ')?;
                let known = named(&mut self.counts).into_iter().find(|(known, _)| *known == name)?;
                *known.1 = count.parse().ok()?;
            }
            "spawned" => learnt.threads.push((ThreadId(small(number()?)?), small(number()?)?)),
            "location" => learnt.locations.push(access(number()?, number()?)?),
            "extent" => {
                let at = access(number()?, number()?)?;
                learnt.extents.push((at, manner_of(words.next()?)?));
            }
            "dispossessed" => learnt.dispossessed.push(LocId(small(number()?)?)),
            "unordered" => learnt.unordered.push(LocId(small(number()?)?)),
            "told-apart" => learnt.told_apart.push(LocId(small(number()?)?)),
            "meeting-place" => {
                let loc = LocId(small(number()?)?);
                let others = words.map(|word| Some(EventId(word.parse().ok()?))).collect::<Option<_>>()?;
                learnt.meeting_places.push(MeetingPlace { loc, others });
            }
            "alike" => learnt.symmetry.add_alike(number()?)?,
            "parent" => learnt.symmetry.add_parent(ThreadId(small(number()?)?)),
            "tells-apart" => learnt.symmetry.add_told_apart(ThreadId(small(number()?)?)),
            "never-again" => learnt.symmetry.add_never_again(ThreadId(small(number()?)?)),
            "quiet" => learnt.symmetry.add_quiet(LocId(small(number()?)?), ThreadId(small(number()?)?)),
            "rounds" => learnt.cuts.get_or_insert_default().0 = small(number()?)?,
            "loop" => drop(learnt.cuts.get_or_insert_default().1.insert(site(text)?)),
            "undecided" => drop(learnt.undecided.get_or_insert_default()),
            "undecided-loop" => drop(learnt.undecided.get_or_insert_default().insert(site(text)?)),
            "warning" => {
                let (name, text) = text.split_once('\n')?;
                learnt.warnings.push((name.to_owned(), text.to_owned()));
            }
            "forbidden-errors" => learnt.has_forbidden_errors = true,
            "passed-over" => {
                let kind = ViolationKind::ALL.into_iter().find(|kind| kind.name() == text)?;
                learnt.passed_over.insert(kind);
            }
            "leaves-out" => learnt.leaves_out = true,
            _ => {}
        }
        Some(())
    }
}

fn site(text: &str) -> Option<Site> {
    let (place, text) = text.split_once('\n')?;
    let (line, place) = place.split_once(' ')?;
    let (column, file) = place.split_once(' ')?;
    let (line, column) = (line.parse().ok()?, column.parse().ok()?);
    Some(Site { file: Arc::from(file), line, column, text: Arc::from(text) })
}

/// Where accesses lie, as far as a search knows.
pub(crate) type Extents = (Vec<Access>, Vec<(Access, Manner)>);

impl Learnt {
    /// Whether its numbers are numbers of something.
    fn is_well_formed(&self) -> bool {
        let lists = self.dispossessed.iter().chain(&self.unordered).chain(&self.told_apart);
        let mut locations =
            lists.copied().chain(self.meeting_places.iter().map(|place| place.loc)).chain(self.symmetry.locations());
        locations.all(|loc| (loc.0 as usize) < self.locations.len())
    }
}

fn small(number: u64) -> Option<u32> {
    u32::try_from(number).ok()
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0)
}

fn access(address: u64, bits: u64) -> Option<Access> {
    let widths = [Width::W8, Width::W16, Width::W32, Width::W64, Width::W128];
    let width = widths.into_iter().find(|width| u64::from(width.bits()) == bits)?;
    Some(Access { address: Address(address), width })
}

fn name_of(manner: Manner) -> &'static str {
    match manner {
        Manner::Plain => "plain",
        Manner::Cut => "cut",
        Manner::Atomic => "atomic",
    }
}

fn manner_of(name: &str) -> Option<Manner> {
    [Manner::Plain, Manner::Cut, Manner::Atomic].into_iter().find(|&manner| name_of(manner) == name)
}

/// As [`explore`], from where another search of the same program, under the same model and with the same options, has stopped.
/// Says what is left in turn; why that search cannot go on, if it cannot. Limits are those of this part of the search, all
/// else that is counted is counted together.
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
    let started = Instant::now();
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
    let stop = search.run(goes_on);
    if let Some(why) = search.astray.take() {
        return Err(why);
    }
    let seconds = started.elapsed().as_secs_f64() + from.map_or(0.0, |checkpoint| checkpoint.seconds);
    let left = search.checkpoint(&stop, seconds);
    Ok((search.into_searched(stop, seconds), left))
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// What is left of a search that has stopped for this reason, after so many seconds. Nothing if nothing is, or if it has
    /// its answer.
    pub(crate) fn checkpoint(&self, stop: &StopReason, seconds: f64) -> Option<Checkpoint> {
        if !stop.may_go_on() {
            return None;
        }
        let pieces: Vec<Path> = self.rest().into_iter().chain(self.later.iter().cloned()).collect();
        if pieces.is_empty() {
            return None;
        }
        let counts = Counts { interpreted: self.counts.interpreted + self.paths.interpreted(), ..self.counts };
        Some(Checkpoint {
            pieces,
            counts,
            seconds,
            fraction: self.fraction,
            learnt: self.learnt(),
            violations: self.violations.clone(),
        })
    }

    /// What is left of the piece that is being searched.
    pub(crate) fn rest(&self) -> Option<Path> {
        let path = self.choices.path();
        if self.is_unfinished { Some(path) } else { path.next() }
    }

    /// Where accesses lie: all locations, and what is occupied in which manner.
    pub(crate) fn extents(&self) -> Extents {
        (self.graph.locations().map(|loc| self.graph.access(loc)).collect(), self.graph.occupied())
    }

    /// What is known beside the graph.
    pub(crate) fn learnt(&self) -> Learnt {
        let warnings = self.model_warnings.iter().filter_map(|warning| match warning {
            Warning::Model { name, message } => Some((name.clone(), message.clone())),
            _ => None,
        });
        let (locations, extents) = self.extents();
        Learnt {
            threads: self.paths.origins(),
            locations,
            extents,
            dispossessed: self.dispossessed.to_vec(),
            unordered: self.unordered.to_vec(),
            told_apart: self.told_apart.clone(),
            meeting_places: self.meeting_places.clone(),
            symmetry: self.symmetry.clone(),
            cuts: self.cuts.clone(),
            undecided: self.undecided.clone(),
            warnings: warnings.collect(),
            has_forbidden_errors: self.has_forbidden_errors,
            passed_over: self.passed_over.clone(),
            leaves_out: self.leaves_out,
        }
    }

    /// Goes to where another search has stopped, instead of starting. Says whether the run goes on from there.
    pub(crate) fn take_up(&mut self, checkpoint: &Checkpoint) -> Result<bool, String> {
        self.adopt(&checkpoint.learnt)?;
        self.counts = checkpoint.counts;
        self.executions_before = self.counts.complete + self.counts.blocked;
        self.fraction = checkpoint.fraction;
        self.violations = checkpoint.violations.clone();
        let Some((first, later)) = checkpoint.pieces.split_first() else {
            return Err("it does not say what is left".to_owned());
        };
        self.later = later.to_vec();
        Ok(self.approach_or_start_again(first)?)
    }

    /// Takes over what another search knows, in an empty graph.
    pub(crate) fn adopt(&mut self, learnt: &Learnt) -> Result<(), String> {
        let Learnt { threads, locations, extents, warnings, .. } = learnt;
        self.paths.adopt(threads)?;
        if !self.paths.add_extents(self.program, &mut self.graph, locations, extents) {
            return Err("its accesses overlap".to_owned());
        }
        self.dispossessed.replace(&learnt.dispossessed);
        self.unordered.replace(&learnt.unordered);
        self.told_apart.clone_from(&learnt.told_apart);
        self.meeting_places.clone_from(&learnt.meeting_places);
        self.take_over(&learnt.symmetry);
        self.cuts.clone_from(&learnt.cuts);
        self.undecided.clone_from(&learnt.undecided);
        let warning =
            |(name, message): &(String, String)| Warning::Model { name: name.clone(), message: message.clone() };
        self.model_warnings = warnings.iter().map(warning).collect();
        self.has_forbidden_errors = learnt.has_forbidden_errors;
        self.passed_over.clone_from(&learnt.passed_over);
        self.leaves_out = learnt.leaves_out;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Checkpoint {
        let at = access(4096, 32).expect("a width");
        let site = Site { file: "a b.c".into(), line: 3, column: 7, text: "x = 1".into() };
        let mut symmetry = Symmetry::default();
        symmetry.add_alike(2).expect("a stage");
        symmetry.add_parent(ThreadId(0));
        symmetry.add_told_apart(ThreadId(1));
        symmetry.add_never_again(ThreadId(0));
        symmetry.add_quiet(LocId(0), ThreadId(0));
        Checkpoint {
            pieces: ["0/2 1/3", "1/2"].map(|path| path.parse().expect("a path")).to_vec(),
            counts: Counts { complete: 5, blocked: 2, peak_bytes: 9, ..Counts::default() },
            seconds: 1.5,
            fraction: 0.25,
            learnt: Learnt {
                threads: vec![(ThreadId(0), 0), (ThreadId(0), 1)],
                locations: vec![at],
                extents: vec![(at, Manner::Atomic)],
                dispossessed: vec![LocId(0)],
                unordered: vec![LocId(0)],
                told_apart: vec![LocId(0)],
                meeting_places: vec![MeetingPlace { loc: LocId(0), others: vec![EventId(3), EventId(4)] }],
                symmetry,
                cuts: Some((2, BTreeSet::from([site.clone()]))),
                undecided: Some(BTreeSet::from([site])),
                warnings: vec![("odd".into(), "this and that".into())],
                has_forbidden_errors: true,
                passed_over: PassedOver::from([ViolationKind::DoubleFree]),
                leaves_out: true,
            },
            violations: Violations::default(),
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
