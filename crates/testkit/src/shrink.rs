//! Making a failing test smaller: whatever can be taken away without the failure going away is taken away.

use selvedge_core::{FenceOrdering, ReadOrdering, RmwOrdering, WriteOrdering};
use selvedge_litmus::ast::{Expr, Stmt, StmtKind, Test};

/// The smallest test, reached by single simplifications, for which `fails` still holds.
pub fn shrink(test: Test, fails: impl Fn(&Test) -> bool) -> Test {
    let mut smallest = test;
    while let Some(smaller) = simplifications(&smallest).into_iter().find(|smaller| fails(smaller)) {
        smallest = smaller;
    }
    smallest
}

/// Everything one simplification away, the boldest first.
fn simplifications(test: &Test) -> Vec<Test> {
    let mut found = Vec::new();
    // Only the last thread can go without renumbering those that others spawn.
    if test.threads.len() > 1 {
        let mut smaller = test.clone();
        smaller.threads.pop();
        found.push(smaller);
    }
    for thread in 0..test.threads.len() {
        for body in shorter(&test.threads[thread].body).into_iter().chain(weaker(&test.threads[thread].body)) {
            let mut smaller = test.clone();
            smaller.threads[thread].body = body;
            found.push(smaller);
        }
    }
    found
}

/// The body without one of its statements, or with an `if` replaced by one of its branches.
fn shorter(body: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut found = Vec::new();
    let mut replace = |at: usize, with: &[Stmt]| {
        let mut shorter = body.to_vec();
        shorter.splice(at..=at, with.iter().cloned());
        found.push(shorter);
    };
    for (at, stmt) in body.iter().enumerate() {
        replace(at, &[]);
        if let StmtKind::If { condition, then, otherwise } = &stmt.kind {
            replace(at, then);
            replace(at, otherwise);
            let smaller_then = shorter(then).into_iter().map(|then| (then, otherwise.clone()));
            let smaller_otherwise = shorter(otherwise).into_iter().map(|otherwise| (then.clone(), otherwise));
            for (then, otherwise) in smaller_then.chain(smaller_otherwise) {
                let condition = condition.clone();
                replace(at, &[StmtKind::If { condition, then, otherwise }.into()]);
            }
        }
    }
    found
}

/// The body with one ordering relaxed or one operand made constant.
fn weaker(body: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut found = Vec::new();
    for (at, stmt) in body.iter().enumerate() {
        for kind in weaker_statement(&stmt.kind) {
            let mut weaker = body.to_vec();
            weaker[at] = kind.into();
            found.push(weaker);
        }
    }
    found
}

fn weaker_statement(kind: &StmtKind) -> Vec<StmtKind> {
    match kind {
        StmtKind::Store { at, value, ordering } => {
            let mut found = Vec::new();
            if *ordering > WriteOrdering::Relaxed {
                let (at, value) = (at.clone(), value.clone());
                found.push(StmtKind::Store { at, value, ordering: WriteOrdering::Relaxed });
            }
            if !matches!(value, Expr::Const(_)) {
                found.push(StmtKind::Store { at: at.clone(), value: Expr::Const(1), ordering: *ordering });
            }
            found
        }
        StmtKind::Declare { name, value: Some(value) } => {
            let declare = |value| StmtKind::Declare { name: name.clone(), value: Some(value) };
            weaker_expression(value).into_iter().map(declare).collect()
        }
        StmtKind::Fence(Some(FenceOrdering::SeqCst)) => vec![StmtKind::Fence(Some(FenceOrdering::AcqRel))],
        StmtKind::If { condition, then, otherwise } => {
            let make = |then, otherwise| StmtKind::If { condition: condition.clone(), then, otherwise };
            let thens = weaker(then).into_iter().map(|then| make(then, otherwise.clone()));
            thens.chain(weaker(otherwise).into_iter().map(|otherwise| make(then.clone(), otherwise))).collect()
        }
        _ => Vec::new(),
    }
}

fn weaker_expression(value: &Expr) -> Vec<Expr> {
    let mut found = Vec::new();
    match value.clone() {
        Expr::Load { at, ordering } if ordering > ReadOrdering::Relaxed => {
            found.push(Expr::Load { at, ordering: ReadOrdering::Relaxed });
        }
        Expr::Rmw { at, op, operand, ordering } => {
            if ordering > RmwOrdering::Relaxed {
                found.push(Expr::Rmw { at: at.clone(), op, operand, ordering: RmwOrdering::Relaxed });
            }
            found.push(Expr::Load { at, ordering: ReadOrdering::Relaxed });
        }
        Expr::CompareExchange { at, expected, desired, success, failure, weak } => {
            if success > RmwOrdering::Relaxed {
                let (at, success) = (at.clone(), RmwOrdering::Relaxed);
                found.push(Expr::CompareExchange { at, expected, desired, success, failure, weak });
            }
            found.push(Expr::Load { at, ordering: ReadOrdering::Relaxed });
        }
        _ => {}
    }
    found
}
