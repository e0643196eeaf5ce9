//! Ends of runs that are foreseen (`explore/src/tail.rs`) change nothing but the cost.
//!
//! Random programs of the kind that have them: a parent starts threads, joins them (mostly all), looks at
//! what they left, and ends. Each is searched with an observer that looks at graphs, as all are that are
//! compared with the oracle, and with one that does not.

use selvedge_core::{
    Counts, FenceOrdering, Model, ReadOrdering, RmwOrdering, StopReason, ViolationKind, WriteOrdering,
};
use selvedge_explore::{Finding, Finished, Observer, Options, RunEnd, Schedule};
use selvedge_models::{Builtin, ByHand, Jam, Visit};
use selvedge_testkit::random::Random;
use selvedge_testkit::script::{Asking, Pause, Place, Script};
use selvedge_testkit::searched::explore;

/// A step of a thread.
#[derive(Clone, Copy)]
enum Step {
    Read(Place, ReadOrdering),
    Write(Place, u64, WriteOrdering),
    Increment(Place, RmwOrdering),
    Fence,
    /// Fails if that is what is there.
    Refuse(Place, u64),
}

fn take(step: Step, t: &mut Asking<'_>) -> Result<(), Pause> {
    match step {
        Step::Read(place, ordering) => t.read(place, ordering).map(|_| ()),
        Step::Write(place, value, ordering) => t.write(place, value, ordering),
        Step::Increment(place, ordering) => t.increment(place, ordering).map(|_| ()),
        Step::Fence => t.fence(FenceOrdering::SeqCst),
        Step::Refuse(place, value) => {
            let seen = t.read(place, ReadOrdering::Relaxed)?;
            t.assert(seen != value, "refused")
        }
    }
}

fn read(random: &mut Random, places: &[Place], plain: bool) -> Step {
    use ReadOrdering::{Acquire, Plain, Relaxed, SeqCst};
    let modes: &[ReadOrdering] = if plain { &[Plain, Relaxed, SeqCst] } else { &[Relaxed, Acquire, SeqCst] };
    Step::Read(random.pick(places), random.pick(modes))
}

fn any(random: &mut Random, places: &[Place]) -> Step {
    use WriteOrdering::{Relaxed, Release, SeqCst};
    match random.below(5) {
        0 | 1 => read(random, places, false),
        2 | 3 => {
            Step::Write(random.pick(places), random.between(1, 2) as u64, random.pick(&[Relaxed, Release, SeqCst]))
        }
        _ => Step::Increment(random.pick(places), random.pick(&[RmwOrdering::Relaxed, RmwOrdering::AcqRel])),
    }
}

/// Weak accesses with full fences between them: whether one pushes, and so what the models of Java say of the
/// whole, depends on what follows it.
fn fenced(random: &mut Random, places: &[Place]) -> Vec<Step> {
    let mut steps = Vec::new();
    for number in 0..random.between(1, 3) {
        if number > 0 && random.chance(60) {
            steps.push(Step::Fence);
        }
        steps.push(match random.chance(60) {
            true => Step::Read(random.pick(places), ReadOrdering::Relaxed),
            false => Step::Write(random.pick(places), 1, WriteOrdering::Relaxed),
        });
    }
    steps
}

fn program(random: &mut Random, child: impl Fn(&mut Random, &[Place]) -> Vec<Step>) -> Script {
    let mut script = Script::new("tail");
    let places: Vec<Place> = ["x", "y"].map(|name| script.location(name)).to_vec();
    let children: Vec<Vec<Step>> = (0..random.between(1, 3)).map(|_| child(random, &places)).collect();
    let first = children.len() as u32;
    let own: Vec<Step> = (0..random.below(2)).map(|_| any(random, &places)).collect();
    let mut tail: Vec<Step> = (0..random.below(4)).map(|_| read(random, &places, true)).collect();
    if random.chance(20) {
        tail.push(any(random, &places));
    }
    if random.chance(30) {
        tail.push(Step::Refuse(random.pick(&places), random.below(4) as u64));
    }
    let (forgotten, twice, exits) = (random.chance(15), random.chance(5), random.chance(50));
    script.thread(move |t| {
        let mut handles = Vec::new();
        for child in 0..first {
            handles.push(t.spawn(child + 1, 0)?);
        }
        own.iter().try_for_each(|&step| take(step, t))?;
        if forgotten {
            handles.pop();
        }
        for &handle in handles.iter().rev() {
            t.join(handle)?;
        }
        if twice && let Some(&handle) = handles.first() {
            t.join(handle)?;
        }
        tail.iter().try_for_each(|&step| take(step, t))?;
        if exits { t.exit() } else { Ok(0) }
    });
    for steps in children {
        script.entry(move |t| {
            steps.iter().try_for_each(|&step| take(step, t))?;
            Ok(7)
        });
    }
    script
}

/// Counts the events that it is shown.
struct Watcher {
    looks: bool,
    shown: usize,
}

impl Observer<Script> for Watcher {
    fn finished(&mut self, run: &Finished<'_, Script>) -> Option<Finding> {
        self.shown += if run.end() == RunEnd::Complete { run.graph().len() } else { 0 };
        None
    }

    fn looks_at_graphs(&self) -> bool {
        self.looks
    }

    fn started_again(&mut self) {
        self.shown = 0;
    }
}

struct Both<'a> {
    script: &'a Script,
    schedule: Schedule,
}

type Outcome = (StopReason, Option<ViolationKind>, Counts);

impl Visit for Both<'_> {
    type Out = [(Outcome, usize); 2];

    fn visit<M: Model>(self, model: M) -> Self::Out {
        [true, false].map(|looks| {
            let mut watcher = Watcher { looks, shown: 0 };
            let options = Options { schedule: self.schedule, ..Options::default() };
            let verdict = explore(self.script, model.clone(), &options, &mut watcher);
            let kind = verdict.violation.map(|violation| violation.kind);
            // Memory is measured now and then, and smaller graphs take less.
            let counts = Counts { peak_bytes: 0, ..verdict.counts };
            ((verdict.stop, kind, counts), watcher.shown)
        })
    }
}

#[test]
fn foreseen_ends_change_no_count() {
    let programs = if std::env::var_os("SELVEDGE_FULL").is_some() { 20_000 } else { 400 };
    let (mut foreseen, mut violated) = (0, 0);
    for seed in 0..programs {
        let mut random = Random::new(seed);
        let script =
            program(&mut random, |random, places| (0..random.between(1, 3)).map(|_| any(random, places)).collect());
        let schedule = random.pick(&[Schedule::WritesFirst, Schedule::LeftToRight, Schedule::Random(seed)]);
        for model in Builtin::ALL {
            let [(expected, whole), (found, shown)] = model.with(Both { script: &script, schedule });
            assert_eq!(found, expected, "{} (seed {seed}, {schedule:?})", model.name());
            foreseen += usize::from(shown < whole);
            violated += usize::from(found.1.is_some());
        }
    }
    // Most have such an end, and some fail.
    assert!(foreseen > 5 * programs as usize, "{foreseen} of {programs} programs");
    assert!(violated > programs as usize / 2, "{violated} of {programs} programs");
}

/// Two of them judge whole executions. An end is foreseen where they have nothing to say.
#[test]
fn foreseen_ends_change_no_count_under_the_models_of_java() {
    let programs = if std::env::var_os("SELVEDGE_FULL").is_some() { 20_000 } else { 400 };
    let (mut foreseen, mut judged, mut discarded) = (0, 0, 0);
    for seed in 0..programs {
        let mut random = Random::new(seed);
        let script = program(&mut random, fenced);
        let schedule = random.pick(&[Schedule::WritesFirst, Schedule::LeftToRight, Schedule::Random(seed)]);
        for version in ByHand::ALL {
            let [(expected, whole), (found, shown)] = Both { script: &script, schedule }.visit(Jam::new(version));
            assert_eq!(found, expected, "{} (seed {seed}, {schedule:?})", version.name());
            foreseen += usize::from(shown < whole);
            judged += usize::from(shown > 0 && found.2.discarded > 0);
            discarded += found.2.discarded;
        }
    }
    assert!(foreseen > programs as usize, "{foreseen} of {programs} programs");
    assert!(
        judged > programs as usize / 400 && discarded > programs / 200,
        "{judged} programs, {discarded} executions"
    );
}
