//! Random programs for the models of Java's access modes.

use selvedge_core::{FenceOrdering, ReadOrdering, RmwOp, RmwOrdering, WriteOrdering};
use selvedge_litmus::Litmus;
use selvedge_litmus::ast::{Expr, Name, Param, ParamKind, Stmt, StmtKind, Test, Thread};

use crate::generate::{Recipe, generate};
use crate::random::Random;

/// Of sixteen programs one is anything, one has weak writes after volatile accesses, one has no accesses but
/// volatile and plain ones, one is a small one of that kind and has threads that read and then write, four
/// have full fences in the middle of weak accesses, and eight have a fence and an update.
pub(super) fn random(seed: u64) -> Test {
    let mut random = Random::new(seed);
    match seed % 16 {
        4 => return volatile(&mut random),
        8 => return trailed(&mut random),
        12 => return unpushed(&mut random),
        _ => {}
    }
    if seed % 4 == 1 {
        return fenced(&mut random);
    }
    loop {
        let accesses = random.pick(&[4, 5, 6, 7, 7]);
        let test = generate(&mut random, Recipe { accesses, plain: 30, assertions: 0 });
        if seed.is_multiple_of(4) || is_rich(&test) {
            return test;
        }
    }
}

/// All that is atomic is volatile. In most of them the first thread creates all others, and often joins them:
/// at once, or one half after the other, mostly when it has nothing to do beside.
fn volatile(random: &mut Random) -> Test {
    let accesses = random.pick(&[3, 4, 5, 5, 6]);
    let test = generate(random, Recipe { accesses, plain: 25, assertions: 0 });
    let weak = ["relaxed", "acquire", "release", "acq_rel"].map(|mode| format!("memory_order_{mode}"));
    let text = weak.iter().fold(test.to_string(), |text, mode| text.replace(mode, "memory_order_seq_cst"));
    let litmus = Litmus::parse("volatile", &text).expect("invariant: other orderings are as good");
    let test = litmus.test().clone();
    // Its threads get other numbers, so it must not mention them.
    if random.chance(25) || text.contains("spawn(") || test.threads.len() > 3 {
        return test;
    }
    created(random, test)
}

/// Three or four threads, mostly with two volatile accesses of x and y, of which the first one is often a
/// read and the second a write: in `jam19` they make cycles without enough pushes.
fn unpushed(random: &mut Random) -> Test {
    let names = ["x", "y"];
    let thread = |random: &mut Random| {
        let mut body: Vec<Stmt> = Vec::new();
        let first = random.below(2);
        let kinds: &[Access] = match random.below(10) {
            0..3 => &[Access::Write],
            3..6 => &[Access::Read, Access::Write],
            6..8 => &[Access::Write, Access::Read],
            _ => &[random.pick(&KINDS), random.pick(&KINDS)],
        };
        for (number, kind) in kinds.iter().enumerate() {
            if number > 0 && random.chance(15) {
                body.push(match random.below(3) {
                    0 => StmtKind::Fence(Some(FenceOrdering::SeqCst)).into(),
                    1 => Access::Read.of("z".into(), true, body.len()),
                    _ => Access::Write.of(random.pick(&["z", "x"]).into(), false, body.len()),
                });
            }
            // Mostly the other one.
            let name = names[if random.chance(85) { (first + number) % 2 } else { first }];
            body.push(kind.of(name.into(), false, body.len()));
        }
        let params = ["x", "y", "z"].map(|name| Param { name: name.into(), kind: ParamKind::Plain }).to_vec();
        Thread { params, body }
    };
    let threads = random.pick(&[3, 3, 4]);
    let threads = (0..threads).map(|_| thread(random)).collect();
    let test = test("unpushed", threads);
    if random.chance(60) || test.threads.len() > 3 { test } else { created(random, test) }
}

/// Two or three threads, mostly with volatile accesses of x and y, and some of them with a weak write at the
/// end, to which only program order leads from what is pushed before.
fn trailed(random: &mut Random) -> Test {
    let names = ["x", "y"];
    let thread = |random: &mut Random| {
        let here = random.below(2);
        let there = if random.chance(85) { 1 - here } else { here };
        let [here, there] = [here, there].map(|name| Name::from(names[name]));
        let accesses: &[(Access, &Name)] = match random.below(10) {
            0..4 => &[(Access::Write, &here), (Access::Read, &there)],
            4..8 => &[(Access::Write, &here), (Access::Write, &here)],
            _ => &[(random.pick(&KINDS), &here), (random.pick(&KINDS), &there)],
        };
        let statement = |(number, (access, at)): (usize, &(Access, &Name))| access.of((*at).clone(), false, number);
        let mut body: Vec<Stmt> = accesses.iter().enumerate().map(statement).collect();
        let is_trailed = accesses[1].0 == Access::Write && random.chance(80);
        if is_trailed || random.chance(10) {
            let at = if is_trailed { there } else { here };
            body.push(StmtKind::Store { at, value: Expr::Const(3), ordering: WriteOrdering::Relaxed }.into());
        }
        let params = names.map(|name| Param { name: name.into(), kind: ParamKind::Atomic }).to_vec();
        Thread { params, body }
    };
    let threads = random.pick(&[2, 2, 3]);
    test("trailed", (0..threads).map(|_| thread(random)).collect())
}

/// A test of these threads, which claims nothing.
fn test(name: &str, threads: Vec<Thread>) -> Test {
    let name = name.into();
    Test { name, description: None, init: Vec::new(), threads, locations: Vec::new(), condition: None }
}

/// An access that a thread makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    Read,
    Write,
    Update,
}

const KINDS: [Access; 3] = [Access::Read, Access::Write, Access::Update];

impl Access {
    fn of(self, at: Name, plain: bool, number: usize) -> Stmt {
        let declare = |value| StmtKind::Declare { name: format!("r{number}").as_str().into(), value: Some(value) };
        match self {
            Access::Read => {
                let ordering = if plain { ReadOrdering::Plain } else { ReadOrdering::SeqCst };
                declare(Expr::Load { at, ordering }).into()
            }
            Access::Write => {
                let ordering = if plain { WriteOrdering::Plain } else { WriteOrdering::SeqCst };
                StmtKind::Store { at, value: Expr::Const(7), ordering }.into()
            }
            Access::Update => {
                let operand = Box::new(Expr::Const(1));
                declare(Expr::Rmw { at, op: RmwOp::Add, operand, ordering: RmwOrdering::SeqCst }).into()
            }
        }
    }
}

/// The same with a first thread that creates the others.
fn created(random: &mut Random, mut test: Test) -> Test {
    let params = test.threads[0].params.clone();
    let children = test.threads.len();
    let half = if random.chance(40) { random.between(1, children) } else { children };
    let careless = random.chance(40);
    let mut first = First { random, params: &params, careless, body: Vec::new() };
    first.access(60);
    for children in [1..half + 1, half + 1..children + 1] {
        for child in children.clone() {
            first.access(15);
            let name: Name = format!("t{child}").as_str().into();
            let spawn = Expr::Spawn(format!("P{child}").as_str().into());
            first.body.push(StmtKind::Declare { name, value: Some(spawn) }.into());
        }
        for child in children {
            first.access(15);
            if !first.careless || first.random.chance(70) {
                first.body.push(StmtKind::Join(Expr::Local(format!("t{child}").as_str().into())).into());
            }
        }
        first.careless |= first.random.chance(30);
        first.access(40);
    }
    let body = first.body;
    test.threads.insert(0, Thread { params, body });
    test
}

/// The first thread, being made.
struct First<'a> {
    random: &'a mut Random,
    params: &'a [Param],
    /// Whether it accesses something, or leaves a thread alone, where others may be running.
    careless: bool,
    body: Vec<Stmt>,
}

impl First<'_> {
    /// Accesses something, in so many percent of all cases.
    fn access(&mut self, percent: usize) {
        let careful = percent < 20 && !self.careless;
        if careful || !self.random.chance(percent) {
            return;
        }
        let Param { name: at, kind } = self.params[self.random.below(self.params.len())].clone();
        let plain = kind == ParamKind::Plain && self.random.chance(50);
        let access = if self.random.chance(50) { Access::Write } else { Access::Read };
        self.body.push(access.of(at, plain, self.body.len()));
    }
}

/// Weak accesses, between many of which there is a full fence: whether an event pushes often depends on how
/// its thread ends.
fn fenced(random: &mut Random) -> Test {
    let threads = random.pick(&[2, 2, 3, 3, 3, 4]);
    let names = &["x", "y", "z"][..random.pick(&[2, 2, 3])];
    // In percent, how many accesses are not relaxed.
    let strong = random.pick(&[0, 0, 50, 80]);
    let thread = |random: &mut Random| {
        let mut body: Vec<Stmt> = Vec::new();
        for number in 0..random.between(1, if threads < 4 { 3 } else { 2 }) {
            if number > 0 && random.chance(50) {
                let full = random.chance(65);
                let fence = if full { FenceOrdering::SeqCst } else { random.pick(&FENCES) };
                body.push(StmtKind::Fence(Some(fence)).into());
            }
            let at: Name = random.pick(names).into();
            let one = Expr::Const(random.between(1, 2) as i32);
            let weak = !random.chance(strong);
            let name: Name = format!("r{number}").as_str().into();
            let declare = |value| StmtKind::Declare { name: name.clone(), value: Some(value) };
            body.push(match random.below(10) {
                0..4 => {
                    let ordering = if weak { WriteOrdering::Relaxed } else { random.pick(&WRITES) };
                    StmtKind::Store { at, value: one, ordering }.into()
                }
                4..9 => {
                    let ordering = if weak { ReadOrdering::Relaxed } else { random.pick(&READS) };
                    declare(Expr::Load { at, ordering }).into()
                }
                _ => {
                    let ordering = if weak { RmwOrdering::Relaxed } else { random.pick(&UPDATES) };
                    declare(Expr::Rmw { at, op: RmwOp::Add, operand: Box::new(one), ordering }).into()
                }
            });
        }
        let params = names.iter().map(|&name| Param { name: name.into(), kind: ParamKind::Atomic }).collect();
        Thread { params, body }
    };
    test("fenced", (0..threads).map(|_| thread(random)).collect())
}

const FENCES: [FenceOrdering; 3] = [FenceOrdering::Acquire, FenceOrdering::Release, FenceOrdering::AcqRel];
const READS: [ReadOrdering; 3] = [ReadOrdering::Acquire, ReadOrdering::SeqCst, ReadOrdering::SeqCst];
const WRITES: [WriteOrdering; 3] = [WriteOrdering::Release, WriteOrdering::SeqCst, WriteOrdering::SeqCst];
const UPDATES: [RmwOrdering; 3] = [RmwOrdering::Acquire, RmwOrdering::AcqRel, RmwOrdering::SeqCst];

/// Whether a test has a fence and an update.
pub(super) fn is_rich(test: &Test) -> bool {
    fn any(body: &[Stmt], test: &dyn Fn(&StmtKind) -> bool) -> bool {
        body.iter().any(|stmt| match &stmt.kind {
            StmtKind::If { then, otherwise, .. } => any(then, test) || any(otherwise, test),
            kind => test(kind),
        })
    }
    let is_fence = |kind: &StmtKind| matches!(kind, StmtKind::Fence(Some(_)));
    let is_update = |kind: &StmtKind| {
        matches!(kind, StmtKind::Declare { value: Some(Expr::Rmw { .. } | Expr::CompareExchange { .. }), .. })
    };
    let has = |what: &dyn Fn(&StmtKind) -> bool| test.threads.iter().any(|thread| any(&thread.body, what));
    has(&is_fence) && has(&is_update)
}
