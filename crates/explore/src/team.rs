//! The desk where workers take pieces of the tree from and hand them in.
//!
//! Pieces lie in the order in which one worker alone would search them, each where it would come. A worker that has nothing to do
//! makes the others look up from their work; one of them gives a part of its piece away, which comes directly after what it keeps.
//! So a piece is always an interval of the tree, and what is handed in can be added up from the left. A piece that comes upon
//! something of interest makes all pieces after it worthless: they are taken off the desk, and those who work on them go
//! on with something else. So does one that contradicts what was learnt on the left of it ([`crate::lessons`]).

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use selvedge_core::{Counts, Site, Warning};

use crate::lessons::Lessons;
use crate::path::Path;
use crate::violations::{PassedOver, Violations};

/// What a piece adds to the whole.
pub(crate) struct Tally<O> {
    pub(crate) counts: Counts,
    pub(crate) observer: O,
    /// What was found although the search goes on.
    pub(crate) violations: Violations,
    /// Kinds of violation that were met and not looked for.
    pub(crate) passed_over: PassedOver,
    pub(crate) cuts: Cuts,
    pub(crate) undecided: Undecided,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) has_forbidden_errors: bool,
    pub(crate) leaves_out: bool,
}

impl<O> Tally<O> {
    /// Adds the piece that comes directly after; what their observers have seen is added in the way given.
    fn append(&mut self, next: Tally<O>, merge: fn(&mut O, O)) {
        let Tally { counts, observer, violations, passed_over, cuts, undecided, warnings, .. } = next;
        let Tally { has_forbidden_errors, leaves_out, .. } = next;
        add(&mut self.counts, &counts);
        merge(&mut self.observer, observer);
        self.violations.append(violations);
        self.passed_over.extend(passed_over);
        add_cuts(&mut self.cuts, cuts);
        add_undecided(&mut self.undecided, undecided);
        add_warnings(&mut self.warnings, warnings);
        self.has_forbidden_errors |= has_forbidden_errors;
        self.leaves_out |= leaves_out;
    }
}

/// The loops in which threads were stopped after so many rounds.
pub(crate) type Cuts = Option<(u32, BTreeSet<Site>)>;

/// The loops of which it is not known whether they end, if there are any.
pub(crate) type Undecided = Option<BTreeSet<Site>>;

/// Adds loops.
pub(crate) fn add_undecided(undecided: &mut Undecided, more: Undecided) {
    if let Some(more) = more {
        undecided.get_or_insert_default().extend(more);
    }
}

/// Adds loops.
pub(crate) fn add_cuts(cuts: &mut Cuts, more: Cuts) {
    if let Some((rounds, loops)) = more {
        cuts.get_or_insert_with(|| (rounds, BTreeSet::new())).1.extend(loops);
    }
}

/// Adds warnings of the model, each statement once.
pub(crate) fn add_warnings(warnings: &mut Vec<Warning>, more: Vec<Warning>) {
    for warning in more {
        let Warning::Model { name, .. } = &warning else { continue };
        let is_same = |known: &Warning| matches!(known, Warning::Model { name: other, .. } if other == name);
        if !warnings.iter().any(is_same) {
            warnings.push(warning);
        }
    }
}

/// What has become of a piece.
pub(crate) enum State<O> {
    /// Nobody has taken it.
    Waiting(Path),
    /// This worker has.
    Taken(usize),
    /// It is done.
    Done(Tally<O>),
    /// There was no time for the rest.
    Left(Tally<O>, Path),
    /// Something of interest comes at the beginning of the rest.
    Halted(Tally<O>, Path),
    /// It does not count, nor does anything after it: it contradicts what was learnt before it.
    Void,
}

/// A piece.
pub(crate) struct Piece<O> {
    id: u64,
    /// Of which of the pieces that were there at first it is a part.
    pub(crate) of: usize,
    pub(crate) state: State<O>,
    /// The piece as it was when somebody gave it away.
    pub(crate) start: Path,
    /// What was known then, and what has been learnt in it since, as far as was said; beside what all know.
    pub(crate) lessons: Lessons,
}

impl<O> Piece<O> {
    /// A piece that nobody has taken.
    fn new(id: u64, of: usize, start: Path, lessons: Lessons) -> Piece<O> {
        Piece { id, of, state: State::Waiting(start.clone()), start, lessons }
    }
}

/// A piece to work on.
pub(crate) struct Task {
    pub(crate) id: u64,
    pub(crate) path: Path,
    /// What is known on the left of it, beside what all know.
    pub(crate) lessons: Lessons,
}

/// How far a worker is with its piece.
#[derive(Clone, Copy, Default)]
pub(crate) struct Progress {
    pub(crate) counts: Counts,
    /// How much of the tree lies ahead of it.
    pub(crate) ahead: f64,
    /// How many bytes it holds.
    pub(crate) bytes: usize,
}

struct Desk<O> {
    pieces: Vec<Piece<O>>,
    next_id: u64,
    /// Workers that have nothing to do.
    idle: usize,
    /// Workers that have not gone home.
    present: usize,
    /// Workers whose piece is worthless.
    misled: usize,
    /// Whether everybody should stop.
    stops: bool,
}

impl<O> Desk<O> {
    /// Takes the piece at this place off the desk, and all after it: they are worthless.
    fn throw_away(&mut self, place: usize) {
        let worthless = self.pieces.drain(place..);
        self.misled += worthless.filter(|piece| matches!(piece.state, State::Taken(_))).count();
    }
}

/// Whether somebody should look up from work: because others have none, or because his is worthless, or because all should
/// stop. It is read all the time, and nothing that changes often should be in the same line of the cache.
#[repr(align(128))]
struct Attention(AtomicBool);

/// Workers, and what they share.
pub(crate) struct Team<O> {
    attention: Attention,
    merge: fn(&mut O, O),
    desk: Mutex<Desk<O>>,
    work: Condvar,
    home: Condvar,
    progress: Vec<Mutex<Progress>>,
    /// Executions that may be met before all have to stop.
    executions: AtomicU64,
    bytes: AtomicUsize,
    /// Whether there is too little memory for all.
    is_full: AtomicBool,
}

/// What a worker should do who has looked up.
pub(crate) enum Order {
    GoOn,
    /// The worker should give something away, if there is enough.
    Share,
    Stop,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A worker that panics takes everything down with it anyway.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<O> Team<O> {
    /// So many workers, these pieces, about how many executions may be met, and how to add up what observers have seen.
    pub(crate) fn new(workers: usize, pieces: &[Path], executions: u64, merge: fn(&mut O, O)) -> Team<O> {
        let piece = |(of, path): (usize, &Path)| Piece::new(of as u64, of, path.clone(), Lessons::default());
        let pieces: Vec<_> = pieces.iter().enumerate().map(piece).collect();
        let next_id = pieces.len() as u64;
        Team {
            attention: Attention(AtomicBool::new(false)),
            merge,
            desk: Mutex::new(Desk { pieces, next_id, idle: 0, present: workers, misled: 0, stops: false }),
            work: Condvar::new(),
            home: Condvar::new(),
            progress: (0..workers).map(|_| Mutex::default()).collect(),
            executions: AtomicU64::new(executions),
            bytes: AtomicUsize::new(0),
            is_full: AtomicBool::new(false),
        }
    }

    /// Whether anybody should look up.
    #[inline]
    pub(crate) fn calls(&self) -> bool {
        self.attention.0.load(Ordering::Relaxed)
    }

    fn update(&self, desk: &Desk<O>) {
        let waiting = desk.pieces.iter().filter(|piece| matches!(piece.state, State::Waiting(_))).count();
        let calls = desk.stops || desk.misled > 0 || desk.idle > waiting;
        self.attention.0.store(calls, Ordering::Relaxed);
    }

    /// The first piece that nobody has taken. Waits until there is one; nothing if there will be none.
    pub(crate) fn take(&self, worker: usize) -> Option<Task> {
        let mut desk = lock(&self.desk);
        loop {
            if desk.stops {
                return None;
            }
            if let Some(piece) = desk.pieces.iter_mut().find(|piece| matches!(piece.state, State::Waiting(_))) {
                let State::Waiting(path) = std::mem::replace(&mut piece.state, State::Taken(worker)) else {
                    unreachable!("invariant: the piece waits");
                };
                let task = Task { id: piece.id, path, lessons: piece.lessons.clone() };
                lock(&self.progress[worker]).ahead = task.path.share();
                self.update(&desk);
                return Some(task);
            }
            if !desk.pieces.iter().any(|piece| matches!(piece.state, State::Taken(_))) {
                // All is done.
                desk.stops = true;
                self.work.notify_all();
                self.update(&desk);
                return None;
            }
            desk.idle += 1;
            self.update(&desk);
            desk = self.work.wait(desk).unwrap_or_else(PoisonError::into_inner);
            desk.idle -= 1;
            self.update(&desk);
        }
    }

    /// What the worker who has this piece should do.
    pub(crate) fn order(&self, piece: u64) -> Order {
        let desk = lock(&self.desk);
        match desk.stops || !desk.pieces.iter().any(|other| other.id == piece) {
            true => Order::Stop,
            false if desk.idle > 0 => Order::Share,
            false => Order::GoOn,
        }
    }

    /// Gives a part of a piece away, and tells whoever takes it what has been learnt in the piece so far.
    pub(crate) fn give(&self, piece: u64, path: Path, lessons: Lessons) {
        let mut desk = lock(&self.desk);
        let Some(place) = desk.pieces.iter().position(|other| other.id == piece) else { return };
        let (id, of) = (desk.next_id, desk.pieces[place].of);
        desk.next_id += 1;
        desk.pieces.insert(place + 1, Piece::new(id, of, path, lessons));
        self.update(&desk);
        self.work.notify_one();
    }

    /// A worker says what it has learnt in its piece so far.
    pub(crate) fn say(&self, piece: u64, lessons: Lessons) {
        let mut desk = lock(&self.desk);
        if let Some(place) = desk.pieces.iter().position(|other| other.id == piece) {
            self.note(&mut desk, place, lessons);
            self.update(&desk);
        }
    }

    /// Notes what was learnt in a piece. Of pieces that contradict each other, the right one does not count.
    fn note(&self, desk: &mut Desk<O>, place: usize, lessons: Lessons) {
        let contradict = |other: &usize| *other != place && desk.pieces[*other].lessons.contradict(&lessons);
        let other = (0..desk.pieces.len()).find(contradict);
        desk.pieces[place].lessons = lessons;
        if let Some(other) = other {
            let place = place.max(other);
            let Piece { of, ref start, .. } = desk.pieces[place];
            let (id, start) = (desk.next_id, start.clone());
            desk.next_id += 1;
            desk.throw_away(place);
            desk.pieces.push(Piece { id, of, state: State::Void, start, lessons: Lessons::default() });
        }
    }

    /// Hands a piece in. What is worthless is thrown away.
    pub(crate) fn hand_in(&self, worker: usize, piece: u64, state: State<O>, lessons: Lessons) {
        {
            let mut progress = lock(&self.progress[worker]);
            *progress = Progress { bytes: progress.bytes, ..Progress::default() };
        }
        let mut desk = lock(&self.desk);
        let Some(place) = desk.pieces.iter().position(|other| other.id == piece) else {
            desk.misled -= 1;
            self.update(&desk);
            return;
        };
        if matches!(state, State::Halted(..)) {
            desk.throw_away(place + 1);
        }
        desk.stops |= matches!(state, State::Left(..));
        if desk.stops {
            self.work.notify_all();
        }
        desk.pieces[place].state = state;
        self.note(&mut desk, place, lessons);
        self.join(&mut desk.pieces, place);
        self.update(&desk);
    }

    /// Makes one piece of those around this place that are done, so that there are never many.
    fn join(&self, pieces: &mut Vec<Piece<O>>, place: usize) {
        let is_done = |pieces: &[Piece<O>], place: usize| {
            pieces.get(place).is_some_and(|piece| matches!(piece.state, State::Done(_)))
        };
        for left in [Some(place), place.checked_sub(1)].into_iter().flatten() {
            if is_done(pieces, left) && is_done(pieces, left + 1) && pieces[left].of == pieces[left + 1].of {
                let Piece { state, lessons, .. } = pieces.remove(left + 1);
                pieces[left].lessons.add(lessons);
                if let (State::Done(tally), State::Done(next)) = (&mut pieces[left].state, state) {
                    tally.append(next, self.merge);
                }
            }
        }
    }

    /// Everybody stops.
    pub(crate) fn stop(&self) {
        let mut desk = lock(&self.desk);
        desk.stops = true;
        self.update(&desk);
        self.work.notify_all();
    }

    /// A worker has nothing more to do.
    pub(crate) fn leave(&self) {
        lock(&self.desk).present -= 1;
        self.home.notify_all();
    }

    /// A worker says how far it is. True if it holds too much, together with the others.
    pub(crate) fn report(&self, worker: usize, now: Progress, limit: usize) -> bool {
        let before = std::mem::replace(&mut *lock(&self.progress[worker]), now);
        let executions = |counts: Counts| counts.complete + counts.blocked;
        let met = executions(now.counts).saturating_sub(executions(before.counts));
        let left = |left: u64| Some(left.saturating_sub(met));
        if self.executions.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left).is_ok_and(|left| left <= met) {
            self.stop();
        }
        self.bytes.fetch_add(now.bytes, Ordering::Relaxed);
        let bytes = self.bytes.fetch_sub(before.bytes, Ordering::Relaxed) - before.bytes;
        let is_full = bytes > limit;
        self.is_full.fetch_or(is_full, Ordering::Relaxed);
        is_full
    }

    /// Whether there was too little memory for all.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Waits until all have gone home, or for this long. Says whether somebody is there.
    pub(crate) fn wait(&self, time: Duration) -> bool {
        let desk = lock(&self.desk);
        if desk.present > 0 {
            let waited = self.home.wait_timeout(desk, time).unwrap_or_else(PoisonError::into_inner);
            return waited.0.present > 0;
        }
        false
    }

    /// What has been counted, and how much of the tree lies ahead.
    pub(crate) fn sum(&self) -> (Counts, f64) {
        let desk = lock(&self.desk);
        let (mut counts, mut ahead) = (Counts::default(), 0.0);
        for piece in &desk.pieces {
            let (more, left) = match &piece.state {
                State::Waiting(path) => (Counts::default(), path.share()),
                State::Taken(worker) => {
                    let Progress { counts, ahead, .. } = *lock(&self.progress[*worker]);
                    (counts, ahead)
                }
                State::Done(tally) => (tally.counts, 0.0),
                State::Left(tally, path) | State::Halted(tally, path) => (tally.counts, path.share()),
                State::Void => (Counts::default(), piece.start.share()),
            };
            add(&mut counts, &more);
            ahead += left;
        }
        (counts, ahead)
    }

    /// The pieces, from left to right.
    pub(crate) fn into_pieces(self) -> Vec<Piece<O>> {
        self.desk.into_inner().unwrap_or_else(PoisonError::into_inner).pieces
    }
}

/// Adds what others have counted. Memory is theirs alone.
pub(crate) fn add(counts: &mut Counts, more: &Counts) {
    let Counts { complete, blocked, events_added, discarded, beyond, inconsistent, .. } = *more;
    let Counts { moot, revisits, interpreted, largest_graph, .. } = *more;
    counts.complete += complete;
    counts.blocked += blocked;
    counts.events_added += events_added;
    counts.discarded += discarded;
    counts.beyond += beyond;
    counts.inconsistent += inconsistent;
    counts.moot += moot;
    counts.revisits += revisits;
    counts.interpreted += interpreted;
    counts.largest_graph = counts.largest_graph.max(largest_graph);
}

#[cfg(test)]
mod tests {
    use selvedge_core::{Access, Address, Width};

    use super::*;

    fn lessons(dispossessed: &[u64], unordered: &[u64]) -> Lessons {
        let at = |address: &u64| Access { address: Address(*address), width: Width::W32 };
        let [dispossessed, unordered] = [dispossessed, unordered].map(|list| list.iter().map(at).collect());
        Lessons { dispossessed, unordered }
    }

    /// Three workers with a piece each, which say what they have learnt, in this order. What becomes of the pieces.
    fn say(said: &[(u64, Lessons)]) -> Vec<String> {
        let path = |text: &str| text.parse::<Path>().expect("a path");
        let team: Team<()> = Team::new(3, &[Path::default()], u64::MAX, |(), ()| {});
        let first = team.take(0).expect("a piece").id;
        team.give(first, path("2/3"), lessons(&[], &[]));
        team.give(first, path("1-2/3"), lessons(&[7], &[]));
        for worker in 1..3 {
            assert_eq!(team.take(worker).expect("a piece").lessons.dispossessed.len(), 2 - worker);
        }
        // The first piece has number 0, the one in the middle 2, the last one 1.
        said.iter().for_each(|(piece, lessons)| team.say(*piece, lessons.clone()));
        let name = |piece: Piece<()>| match piece.state {
            State::Taken(worker) => worker.to_string(),
            State::Void => format!("void {}", piece.start),
            _ => "other".to_owned(),
        };
        team.into_pieces().into_iter().map(name).collect()
    }

    #[test]
    fn of_pieces_that_contradict_each_other_the_right_one_does_not_count() {
        assert_eq!(say(&[(0, lessons(&[7], &[8])), (1, lessons(&[9], &[8]))]), ["0", "1", "2"]);
        assert_eq!(say(&[(0, lessons(&[8], &[])), (1, lessons(&[], &[8]))]), ["0", "1", "void 2/3"]);
        assert_eq!(say(&[(1, lessons(&[8], &[])), (0, lessons(&[], &[8]))]), ["0", "1", "void 2/3"]);
        // What was known when a piece was given away counts too.
        assert_eq!(say(&[(1, lessons(&[], &[7]))]), ["0", "1", "void 2/3"]);
        assert_eq!(say(&[(0, lessons(&[], &[7]))]), ["0", "void 1-2/3"]);
        // The leftmost one, and then nobody is heard who works on what does not count.
        assert_eq!(
            say(&[(1, lessons(&[8], &[])), (2, lessons(&[8], &[])), (0, lessons(&[], &[8]))]),
            ["0", "void 1-2/3"]
        );
        assert_eq!(
            say(&[(0, lessons(&[], &[7])), (1, lessons(&[], &[1])), (0, lessons(&[1], &[]))]),
            ["0", "void 1-2/3"]
        );
    }
}
