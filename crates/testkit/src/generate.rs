//! Random litmus tests: two to five threads, one to four locations, every kind of access and ordering,
//! branches on values, assumptions, assertions, threads created and joined.
//!
//! They are litmus trees, so that whatever goes wrong can be printed, shrunk and kept as a file.

use selvedge_core::{FenceOrdering, ReadOrdering, RmwOp, RmwOrdering, WriteOrdering};
use selvedge_litmus::ast::{BinaryOp, Expr, Name, Param, ParamKind, Stmt, StmtKind, Test, Thread};

use crate::random::Random;

/// What programs to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// At most this many accesses in all threads together.
    pub accesses: usize,
    /// In percent, how many programs have non-atomic accesses.
    pub plain: usize,
    /// In percent, how many programs have assertions.
    pub assertions: usize,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe { accesses: 8, plain: 15, assertions: 0 }
    }
}

const LOCATIONS: [&str; 4] = ["x", "y", "z", "w"];

/// A random test.
pub fn generate(random: &mut Random, recipe: Recipe) -> Test {
    // A fifth thread makes the clocks grow. What distinguishes the axioms on seq_cst needs three threads on
    // two locations, and nothing else in the way.
    let dense = random.chance(25);
    let threads = if dense { 3 } else { random.pick(&[2, 2, 2, 3, 3, 3, 3, 4, 4, 5]) };
    let locations = if dense { 2 } else { random.pick(&[1, 2, 2, 2, 3, 4]) };
    let plain = random.chance(recipe.plain);
    let assertions = random.chance(recipe.assertions);
    let seq_cst = if dense { 70 } else { random.pick(&[0, 10, 30, 60, 80]) };
    let (updates, fences) = if dense { (0, 0) } else { (random.pick(&[0, 0, 0, 50]), random.pick(&[0, 0, 30])) };
    let waits = if dense { 0 } else { random.pick(&[0, 0, 30, 60]) };
    let locks = locations > 1 && waits > 0 && random.chance(60);
    let budget = if dense { 8 } else { random.between(threads, recipe.accesses.max(threads)) };
    let mut maker =
        Maker { random, locations, plain, assertions, seq_cst, updates, fences, waits, locks, budget, registers: 0 };
    let mut made: Vec<Thread> = (0..threads).map(|left| maker.thread(threads - left)).collect();
    if maker.random.chance(25) {
        maker.create_last(&mut made);
    }
    Test {
        name: "random".into(),
        description: None,
        init: Vec::new(),
        threads: made,
        locations: Vec::new(),
        condition: None,
    }
}

struct Maker<'a> {
    random: &'a mut Random,
    locations: usize,
    plain: bool,
    assertions: bool,
    /// In percent, how many accesses are seq_cst.
    seq_cst: usize,
    /// In percent, how many statements are made updates, or fences, beyond the usual.
    updates: usize,
    fences: usize,
    /// In percent, how many statements wait: for a value, or for a lock.
    waits: usize,
    /// Whether the first location is a lock, and used for nothing else.
    locks: bool,
    /// How many accesses may still be made.
    budget: usize,
    /// How many registers the present thread has.
    registers: usize,
}

impl Maker<'_> {
    /// A thread that leaves a fair share of the budget to the others.
    fn thread(&mut self, left: usize) -> Thread {
        self.registers = 0;
        let share = (self.budget * 2 / left).clamp(1, self.budget.max(1));
        let mut accesses = self.random.between(1, share).min(self.budget);
        self.budget -= accesses;
        let body = self.block(&mut accesses, 0);
        let kind = if self.plain { ParamKind::Plain } else { ParamKind::Atomic };
        let params = LOCATIONS[..self.locations].iter().map(|&name| Param { name: name.into(), kind }).collect();
        Thread { params, body }
    }

    fn block(&mut self, accesses: &mut usize, depth: usize) -> Vec<Stmt> {
        let mut body = Vec::new();
        while *accesses > 0 {
            self.statement(accesses, depth, &mut body);
            if depth > 0 && self.random.chance(60) {
                break;
            }
        }
        body
    }

    fn statement(&mut self, accesses: &mut usize, depth: usize, body: &mut Vec<Stmt>) {
        if self.locks && *accesses > 1 && self.random.chance(self.waits) {
            *accesses -= 2;
            return self.critical_section(accesses, depth, body);
        }
        if self.random.chance(self.waits) {
            *accesses -= 1;
            return self.wait(body);
        }
        let roll = match () {
            () if self.random.chance(self.updates) => 65,
            () if self.random.chance(self.fences) => 84,
            () => self.random.below(100),
        };
        match roll {
            0..35 => {
                *accesses -= 1;
                let (at, ordering, value) = (self.location(), self.write_ordering(), self.value());
                body.push(StmtKind::Store { at, value, ordering }.into());
            }
            35..62 => {
                *accesses -= 1;
                let load = Expr::Load { at: self.location(), ordering: self.read_ordering() };
                self.declare(load, body);
            }
            62..72 => {
                *accesses -= 1;
                let op = self.random.pick(&[RmwOp::Add, RmwOp::Add, RmwOp::Exchange, RmwOp::Or, RmwOp::Sub]);
                let (at, operand, ordering) = (self.location(), Box::new(self.value()), self.rmw_ordering());
                self.declare(Expr::Rmw { at, op, operand, ordering }, body);
            }
            72..80 => {
                *accesses -= 1;
                let expected = Expr::Const(self.random.below(3) as i32);
                let expected = self.declare(expected, body);
                let exchange = Expr::CompareExchange {
                    at: self.location(),
                    expected,
                    desired: Box::new(self.value()),
                    success: self.rmw_ordering(),
                    failure: self.random.pick(&[ReadOrdering::Relaxed, ReadOrdering::Acquire, ReadOrdering::SeqCst]),
                    weak: false,
                };
                self.declare(exchange, body);
            }
            80..88 => body.push(StmtKind::Fence(Some(self.fence_ordering())).into()),
            88..96 if depth < 2 && self.registers > 0 => {
                let condition = self.condition();
                let then = self.block(accesses, depth + 1);
                let otherwise = if self.random.chance(50) { self.block(accesses, depth + 1) } else { Vec::new() };
                if then.is_empty() && otherwise.is_empty() {
                    return;
                }
                body.push(StmtKind::If { condition, then, otherwise }.into());
            }
            96..98 if self.registers > 0 => body.push(StmtKind::Assume(self.condition()).into()),
            98..100 if self.registers > 0 && self.assertions => body.push(StmtKind::Assert(self.condition()).into()),
            _ => {}
        }
    }

    /// A load and an assumption on what it saw, or a lock taken or released.
    fn wait(&mut self, body: &mut Vec<Stmt>) {
        let at = self.location();
        match self.random.below(4) {
            0 => {
                let load = Expr::Load { at, ordering: self.read_ordering() };
                let seen = self.declare(load, body);
                let op = self.random.pick(&[BinaryOp::Eq, BinaryOp::Ne]);
                let wanted = Expr::Const(self.random.below(3) as i32);
                body.push(StmtKind::Assume(Expr::Binary(op, Box::new(Expr::Local(seen)), Box::new(wanted))).into());
            }
            1 => {
                let (value, ordering) = (Expr::Const(0), self.write_ordering());
                body.push(StmtKind::Store { at, value, ordering }.into());
            }
            _ => self.lock(at, body),
        }
    }

    /// Takes a lock, or gives up.
    fn lock(&mut self, at: Name, body: &mut Vec<Stmt>) {
        let expected = self.declare(Expr::Const(0), body);
        let lock = Expr::CompareExchange {
            at,
            expected,
            desired: Box::new(Expr::Const(1)),
            success: self.rmw_ordering(),
            failure: ReadOrdering::Relaxed,
            weak: false,
        };
        let taken = self.declare(lock, body);
        body.push(StmtKind::Assume(Expr::Local(taken)).into());
    }

    fn critical_section(&mut self, accesses: &mut usize, depth: usize, body: &mut Vec<Stmt>) {
        let at: Name = LOCATIONS[0].into();
        self.lock(at.clone(), body);
        if *accesses > 0 && self.random.chance(80) {
            self.statement(accesses, depth, body);
        }
        // Not everybody remembers.
        if self.random.chance(90) {
            let ordering = self.random.pick(&[WriteOrdering::Relaxed, WriteOrdering::Release]);
            body.push(StmtKind::Store { at, value: Expr::Const(0), ordering }.into());
        }
    }

    /// Keeps a value in a register of its own.
    fn declare(&mut self, value: Expr, body: &mut Vec<Stmt>) -> Name {
        let name: Name = format!("r{}", self.registers).as_str().into();
        self.registers += 1;
        body.push(StmtKind::Declare { name: name.clone(), value: Some(value) }.into());
        name
    }

    fn location(&mut self) -> Name {
        let first = usize::from(self.locks);
        LOCATIONS[self.random.between(first, self.locations - 1)].into()
    }

    fn register(&mut self) -> Expr {
        Expr::Local(format!("r{}", self.random.below(self.registers)).as_str().into())
    }

    fn value(&mut self) -> Expr {
        let constant = Expr::Const(self.random.between(0, 3) as i32);
        if self.registers > 0 && self.random.chance(25) {
            Expr::Binary(BinaryOp::Add, Box::new(self.register()), Box::new(constant))
        } else {
            constant
        }
    }

    fn condition(&mut self) -> Expr {
        let op = self.random.pick(&[BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt]);
        Expr::Binary(op, Box::new(self.register()), Box::new(Expr::Const(self.random.below(3) as i32)))
    }

    fn read_ordering(&mut self) -> ReadOrdering {
        if self.plain && self.random.chance(40) {
            ReadOrdering::Plain
        } else if self.random.chance(self.seq_cst) {
            ReadOrdering::SeqCst
        } else {
            self.random.pick(&[ReadOrdering::Relaxed, ReadOrdering::Acquire])
        }
    }

    fn write_ordering(&mut self) -> WriteOrdering {
        if self.plain && self.random.chance(40) {
            WriteOrdering::Plain
        } else if self.random.chance(self.seq_cst) {
            WriteOrdering::SeqCst
        } else {
            self.random.pick(&[WriteOrdering::Relaxed, WriteOrdering::Release])
        }
    }

    fn rmw_ordering(&mut self) -> RmwOrdering {
        if self.random.chance(self.seq_cst) {
            return RmwOrdering::SeqCst;
        }
        self.random.pick(&[RmwOrdering::Relaxed, RmwOrdering::Acquire, RmwOrdering::Release, RmwOrdering::AcqRel])
    }

    fn fence_ordering(&mut self) -> FenceOrdering {
        if self.random.chance(50) {
            return FenceOrdering::SeqCst;
        }
        self.random.pick(&[FenceOrdering::Acquire, FenceOrdering::Release, FenceOrdering::AcqRel])
    }

    /// Lets another thread create the last one, and perhaps wait for it.
    fn create_last(&mut self, threads: &mut [Thread]) {
        let child = threads.len() - 1;
        let parent = self.random.below(child);
        let body = &mut threads[parent].body;
        let at = self.random.below(body.len() + 1);
        let spawn = Expr::Spawn(format!("P{child}").as_str().into());
        body.insert(at, StmtKind::Declare { name: "t".into(), value: Some(spawn) }.into());
        if self.random.chance(60) {
            let at = self.random.between(at + 1, body.len());
            body.insert(at, StmtKind::Join(Expr::Local("t".into())).into());
        }
    }
}
