//! The table where workers take pieces of the tree from and hand them in.
//!
//! Pieces lie in the order in which one worker alone would search them, each where it would come. A worker
//! that has nothing to do makes the others look up from their work; one of them gives a part of its piece
//! away, which comes directly after what it keeps. So a piece is always an interval of the tree, and what is
//! handed in can be added up from the left. A piece that comes upon something of interest makes all pieces
//! after it worthless: they are taken off the table, and those who work on them go on with something else. So
//! does one that contradicts what was learnt on the left of it ([`crate::parallel::facts`]).

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use selvedge_core::Counts;

use crate::findings::Findings;
use crate::parallel::facts::LockFacts;
use crate::resume::path::Path;

/// What a piece adds to the whole.
pub(crate) struct PartialResult<O> {
    pub(crate) counts: Counts,
    pub(crate) observer: O,
    pub(crate) findings: Findings,
}

impl<O> PartialResult<O> {
    /// Adds the piece that comes directly after; what their observers have seen is added in the way given.
    fn append(&mut self, next: PartialResult<O>, merge: fn(&mut O, O)) {
        let PartialResult { counts, observer, findings } = next;
        add(&mut self.counts, &counts);
        merge(&mut self.observer, observer);
        self.findings.merge(findings);
    }
}

/// What has become of a piece.
pub(crate) enum State<O> {
    /// Nobody has taken it.
    Waiting(Path),
    /// This worker has.
    Taken(usize),
    /// It is done.
    Done(PartialResult<O>),
    /// There was no time for the rest.
    Left(PartialResult<O>, Path),
    /// Something of interest comes at the beginning of the rest.
    Halted(PartialResult<O>, Path),
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
    pub(crate) facts: LockFacts,
}

impl<O> Piece<O> {
    /// A piece that nobody has taken.
    fn new(id: u64, of: usize, start: Path, facts: LockFacts) -> Piece<O> {
        Piece { id, of, state: State::Waiting(start.clone()), start, facts }
    }
}

/// A piece to work on.
pub(crate) struct Assignment {
    pub(crate) id: u64,
    pub(crate) path: Path,
    /// What is known on the left of it, beside what all know.
    pub(crate) facts: LockFacts,
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

struct Table<O> {
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

impl<O> Table<O> {
    /// Takes the piece at this place off the table, and all after it: they are worthless.
    fn throw_away(&mut self, place: usize) {
        let worthless = self.pieces.drain(place..);
        self.misled += worthless.filter(|piece| matches!(piece.state, State::Taken(_))).count();
    }
}

/// Whether somebody should look up from work: because others have none, or because his is worthless, or
/// because all should stop. It is read all the time, and nothing that changes often should be in the same
/// line of the cache.
#[repr(align(128))]
struct Attention(AtomicBool);

/// Workers, and what they share.
pub(crate) struct Queue<O> {
    attention: Attention,
    merge: fn(&mut O, O),
    table: Mutex<Table<O>>,
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

/// Where a worker takes its work from, and brings it back to: the queue of this process is one, and there may
/// be others.
pub(crate) trait Desk<O>: Sync {
    /// Whether anybody should look up from work. It is read all the time.
    fn attention(&self) -> &AtomicBool;

    /// The first piece that nobody has taken. Waits until there is one; nothing if there will be none.
    fn take(&self, worker: usize) -> Option<Assignment>;

    /// What the worker that has this piece should do.
    fn order(&self, piece: u64) -> Order;

    /// Gives a part of a piece away, and says what has been learnt in the piece so far.
    fn give(&self, piece: u64, path: Path, facts: LockFacts);

    /// Says what has been learnt in a piece so far.
    fn say(&self, piece: u64, facts: LockFacts);

    /// Hands a piece in. What is worthless is thrown away.
    fn hand_in(&self, worker: usize, piece: u64, state: State<O>, facts: LockFacts);

    /// Says how far a worker is. True if it holds too much, together with the others.
    fn report(&self, worker: usize, now: Progress, limit: usize) -> bool;

    /// Everybody stops.
    fn stop(&self);
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A worker that panics takes everything down with it anyway.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<O> Queue<O> {
    /// So many workers, these pieces, about how many executions may be met, and how to add up what observers
    /// have seen.
    pub(crate) fn new(workers: usize, pieces: &[Path], executions: u64, merge: fn(&mut O, O)) -> Queue<O> {
        let piece = |(of, path): (usize, &Path)| Piece::new(of as u64, of, path.clone(), LockFacts::default());
        let pieces: Vec<_> = pieces.iter().enumerate().map(piece).collect();
        let next_id = pieces.len() as u64;
        Queue {
            attention: Attention(AtomicBool::new(false)),
            merge,
            table: Mutex::new(Table { pieces, next_id, idle: 0, present: workers, misled: 0, stops: false }),
            work: Condvar::new(),
            home: Condvar::new(),
            progress: (0..workers).map(|_| Mutex::default()).collect(),
            executions: AtomicU64::new(executions),
            bytes: AtomicUsize::new(0),
            is_full: AtomicBool::new(false),
        }
    }

    fn update(&self, table: &Table<O>) {
        let waiting = table.pieces.iter().filter(|piece| matches!(piece.state, State::Waiting(_))).count();
        let calls = table.stops || table.misled > 0 || table.idle > waiting;
        self.attention.0.store(calls, Ordering::Relaxed);
    }

    /// Notes what was learnt in a piece. Of pieces that contradict each other, the right one does not count.
    fn note(&self, table: &mut Table<O>, place: usize, facts: LockFacts) {
        let contradict = |other: &usize| *other != place && table.pieces[*other].facts.contradict(&facts);
        let other = (0..table.pieces.len()).find(contradict);
        table.pieces[place].facts = facts;
        if let Some(other) = other {
            let place = place.max(other);
            let Piece { of, ref start, .. } = table.pieces[place];
            let (id, start) = (table.next_id, start.clone());
            table.next_id += 1;
            table.throw_away(place);
            table.pieces.push(Piece { id, of, state: State::Void, start, facts: LockFacts::default() });
        }
    }

    /// Makes one piece of those around this place that are done, so that there are never many.
    fn join(&self, pieces: &mut Vec<Piece<O>>, place: usize) {
        let is_done = |pieces: &[Piece<O>], place: usize| {
            pieces.get(place).is_some_and(|piece| matches!(piece.state, State::Done(_)))
        };
        for left in [Some(place), place.checked_sub(1)].into_iter().flatten() {
            if is_done(pieces, left) && is_done(pieces, left + 1) && pieces[left].of == pieces[left + 1].of {
                let Piece { state, facts, .. } = pieces.remove(left + 1);
                pieces[left].facts.add(facts);
                if let (State::Done(partial_result), State::Done(next)) = (&mut pieces[left].state, state) {
                    partial_result.append(next, self.merge);
                }
            }
        }
    }

    /// A worker has nothing more to do.
    pub(crate) fn leave(&self) {
        lock(&self.table).present -= 1;
        self.home.notify_all();
    }

    /// Whether there was too little memory for all.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Waits until all have gone home, or for this long. Says whether somebody is there.
    pub(crate) fn wait(&self, time: Duration) -> bool {
        let table = lock(&self.table);
        if table.present > 0 {
            let waited = self.home.wait_timeout(table, time).unwrap_or_else(PoisonError::into_inner);
            return waited.0.present > 0;
        }
        false
    }

    /// What has been counted, and how much of the tree lies ahead.
    pub(crate) fn sum(&self) -> (Counts, f64) {
        let table = lock(&self.table);
        let (mut counts, mut ahead) = (Counts::default(), 0.0);
        for piece in &table.pieces {
            let (more, left) = match &piece.state {
                State::Waiting(path) => (Counts::default(), path.share()),
                State::Taken(worker) => {
                    let Progress { counts, ahead, .. } = *lock(&self.progress[*worker]);
                    (counts, ahead)
                }
                State::Done(partial_result) => (partial_result.counts, 0.0),
                State::Left(partial_result, path) | State::Halted(partial_result, path) => {
                    (partial_result.counts, path.share())
                }
                State::Void => (Counts::default(), piece.start.share()),
            };
            add(&mut counts, &more);
            ahead += left;
        }
        (counts, ahead)
    }

    /// The pieces, from left to right.
    pub(crate) fn into_pieces(self) -> Vec<Piece<O>> {
        self.table.into_inner().unwrap_or_else(PoisonError::into_inner).pieces
    }
}

impl<O: Send> Desk<O> for Queue<O> {
    fn attention(&self) -> &AtomicBool {
        &self.attention.0
    }

    fn take(&self, worker: usize) -> Option<Assignment> {
        let mut table = lock(&self.table);
        loop {
            if table.stops {
                return None;
            }
            if let Some(piece) = table.pieces.iter_mut().find(|piece| matches!(piece.state, State::Waiting(_))) {
                let State::Waiting(path) = std::mem::replace(&mut piece.state, State::Taken(worker)) else {
                    unreachable!("invariant: the piece waits");
                };
                let task = Assignment { id: piece.id, path, facts: piece.facts.clone() };
                lock(&self.progress[worker]).ahead = task.path.share();
                self.update(&table);
                return Some(task);
            }
            if !table.pieces.iter().any(|piece| matches!(piece.state, State::Taken(_))) {
                // All is done.
                table.stops = true;
                self.work.notify_all();
                self.update(&table);
                return None;
            }
            table.idle += 1;
            self.update(&table);
            table = self.work.wait(table).unwrap_or_else(PoisonError::into_inner);
            table.idle -= 1;
            self.update(&table);
        }
    }

    fn order(&self, piece: u64) -> Order {
        let table = lock(&self.table);
        match table.stops || !table.pieces.iter().any(|other| other.id == piece) {
            true => Order::Stop,
            false if table.idle > 0 => Order::Share,
            false => Order::GoOn,
        }
    }

    fn give(&self, piece: u64, path: Path, facts: LockFacts) {
        let mut table = lock(&self.table);
        let Some(place) = table.pieces.iter().position(|other| other.id == piece) else { return };
        let (id, of) = (table.next_id, table.pieces[place].of);
        table.next_id += 1;
        table.pieces.insert(place + 1, Piece::new(id, of, path, facts));
        self.update(&table);
        self.work.notify_one();
    }

    fn say(&self, piece: u64, facts: LockFacts) {
        let mut table = lock(&self.table);
        if let Some(place) = table.pieces.iter().position(|other| other.id == piece) {
            self.note(&mut table, place, facts);
            self.update(&table);
        }
    }

    fn hand_in(&self, worker: usize, piece: u64, state: State<O>, facts: LockFacts) {
        {
            let mut progress = lock(&self.progress[worker]);
            *progress = Progress { bytes: progress.bytes, ..Progress::default() };
        }
        let mut table = lock(&self.table);
        let Some(place) = table.pieces.iter().position(|other| other.id == piece) else {
            table.misled -= 1;
            self.update(&table);
            return;
        };
        if matches!(state, State::Halted(..)) {
            table.throw_away(place + 1);
        }
        table.stops |= matches!(state, State::Left(..));
        if table.stops {
            self.work.notify_all();
        }
        table.pieces[place].state = state;
        self.note(&mut table, place, facts);
        self.join(&mut table.pieces, place);
        self.update(&table);
    }

    fn stop(&self) {
        let mut table = lock(&self.table);
        table.stops = true;
        self.update(&table);
        self.work.notify_all();
    }

    fn report(&self, worker: usize, now: Progress, limit: usize) -> bool {
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

    fn facts(retracted: &[u64], unordered: &[u64]) -> LockFacts {
        let at = |address: &u64| Access { address: Address(*address), width: Width::W32 };
        let [retracted, unordered] = [retracted, unordered].map(|list| list.iter().map(at).collect());
        LockFacts { retracted, unordered }
    }

    /// Three workers with a piece each, which say what they have learnt, in this order. What becomes of the
    /// pieces.
    fn say(said: &[(u64, LockFacts)]) -> Vec<String> {
        let path = |text: &str| text.parse::<Path>().expect("a path");
        let queue: Queue<()> = Queue::new(3, &[Path::default()], u64::MAX, |(), ()| {});
        let first = queue.take(0).expect("a piece").id;
        queue.give(first, path("2/3"), facts(&[], &[]));
        queue.give(first, path("1-2/3"), facts(&[7], &[]));
        for worker in 1..3 {
            assert_eq!(queue.take(worker).expect("a piece").facts.retracted.len(), 2 - worker);
        }
        // The first piece has number 0, the one in the middle 2, the last one 1.
        said.iter().for_each(|(piece, facts)| queue.say(*piece, facts.clone()));
        let name = |piece: Piece<()>| match piece.state {
            State::Taken(worker) => worker.to_string(),
            State::Void => format!("void {}", piece.start),
            State::Waiting(_) | State::Done(_) | State::Left(..) | State::Halted(..) => "other".to_owned(),
        };
        queue.into_pieces().into_iter().map(name).collect()
    }

    #[test]
    fn of_pieces_that_contradict_each_other_the_right_one_does_not_count() {
        assert_eq!(say(&[(0, facts(&[7], &[8])), (1, facts(&[9], &[8]))]), ["0", "1", "2"]);
        assert_eq!(say(&[(0, facts(&[8], &[])), (1, facts(&[], &[8]))]), ["0", "1", "void 2/3"]);
        assert_eq!(say(&[(1, facts(&[8], &[])), (0, facts(&[], &[8]))]), ["0", "1", "void 2/3"]);
        // Whichever of the two was known first.
        assert_eq!(say(&[(0, facts(&[], &[8])), (1, facts(&[8], &[]))]), ["0", "1", "void 2/3"]);
        // What was known when a piece was given away counts too.
        assert_eq!(say(&[(1, facts(&[], &[7]))]), ["0", "1", "void 2/3"]);
        assert_eq!(say(&[(0, facts(&[], &[7]))]), ["0", "void 1-2/3"]);
        // The leftmost one, and then nobody is heard who works on what does not count.
        assert_eq!(say(&[(1, facts(&[8], &[])), (2, facts(&[8], &[])), (0, facts(&[], &[8]))]), ["0", "void 1-2/3"]);
        assert_eq!(say(&[(0, facts(&[], &[7])), (1, facts(&[], &[1])), (0, facts(&[1], &[]))]), ["0", "void 1-2/3"]);
    }
}
