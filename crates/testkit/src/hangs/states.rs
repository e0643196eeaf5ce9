//! All states of a random program under sequential consistency, and whether it hangs in one of them.
//!
//! A state *hangs* if the program has not ended in it and each of its threads that has not ended, left alone,
//! either can take no step or comes back to this very state; and on the way no step becomes possible for
//! those that could take none. This is said in other words than in `explore/src/check/stuck.rs`, and found
//! out without any of its machinery. It hangs *for good* if no steps of all of them lead to the end of the
//! program either: two threads that each add and take back may keep each other out, and a luckier schedule
//! lets one of them through. That may be called a hang, and need not.

use std::collections::{HashMap, HashSet};

use super::program::{Code, Condition, NAMES, Op, Statement};

/// States after which a program is given up.
const MOST_STATES: usize = 60_000;

/// What a program can come to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Hangs {
    /// A state in which no thread can take a step.
    pub dead: bool,
    /// One in which some thread goes round.
    pub round: bool,
    /// One of either kind from which the program cannot come to its end.
    pub for_good: bool,
    /// The program ends in some execution.
    pub ends: bool,
}

/// Flat code.
#[derive(Clone, Copy, Debug)]
enum Step {
    Op(Op),
    Jump(usize),
    /// Jumps unless the condition holds.
    Unless(Condition, usize),
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    /// Where each thread stands.
    at: Vec<u8>,
    registers: Vec<[u8; 3]>,
    shared: [u8; NAMES.len()],
}

/// Looks at every state of a program. Nothing if there are too many.
pub fn hangs(code: &Code) -> Option<Hangs> {
    let codes: Vec<Vec<Step>> = code.threads.iter().map(|body| flat(body)).collect();
    let threads = codes.len();
    let mut first = State { at: vec![0; threads], registers: vec![[0; 3]; threads], shared: [0; NAMES.len()] };
    (0..threads).for_each(|thread| settle(&codes, &mut first, thread));
    let mut found = Hangs::default();
    let mut seen = HashMap::from([(first.clone(), 0)]);
    // From which states one comes to each.
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let (mut ended, mut hanging) = (Vec::new(), Vec::new());
    let mut open = vec![(first, 0)];
    while let Some((state, number)) = open.pop() {
        if seen.len() > MOST_STATES {
            return None;
        }
        if has_ended(&codes, &state, threads - 1) {
            ended.push(number);
            continue;
        }
        if let Some(goes_round) = hang(&codes, &state) {
            found.round |= goes_round;
            found.dead |= !goes_round;
            hanging.push(number);
        }
        for next in (0..threads).filter_map(|thread| step(&codes, &state, thread)) {
            let new = seen.len();
            let to = *seen.entry(next.clone()).or_insert(new);
            if to == new {
                before.push(Vec::new());
                open.push((next, new));
            }
            before[to].push(number);
        }
    }
    found.ends = !ended.is_empty();
    let mut can_end: HashSet<usize> = ended.iter().copied().collect();
    while let Some(number) = ended.pop() {
        ended.extend(before[number].iter().copied().filter(|&earlier| can_end.insert(earlier)));
    }
    found.for_good = hanging.iter().any(|number| !can_end.contains(number));
    Some(found)
}

/// Whether the program hangs in this state, and if so, whether some thread goes round.
fn hang(codes: &[Vec<Step>], state: &State) -> Option<bool> {
    let threads = 0..codes.len();
    let live: Vec<usize> = threads.filter(|&thread| !has_ended(codes, state, thread)).collect();
    let (free, stuck): (Vec<usize>, Vec<usize>) =
        live.into_iter().partition(|&thread| step(codes, state, thread).is_some());
    for &thread in &free {
        let mut seen = HashSet::new();
        let mut now = state.clone();
        loop {
            now = step(codes, &now, thread)?;
            if stuck.iter().any(|&other| step(codes, &now, other).is_some()) {
                return None;
            }
            if now == *state {
                break;
            }
            if !seen.insert(now.clone()) {
                return None;
            }
        }
    }
    Some(!free.is_empty())
}

fn has_ended(codes: &[Vec<Step>], state: &State, thread: usize) -> bool {
    state.at[thread] as usize == codes[thread].len()
}

/// The state after a step of a thread, if it can take one.
fn step(codes: &[Vec<Step>], state: &State, thread: usize) -> Option<State> {
    let Some(Step::Op(op)) = codes[thread].get(state.at[thread] as usize) else { return None };
    let mut next = state.clone();
    let registers = &mut next.registers[thread];
    let shared = &mut next.shared;
    match *op {
        Op::Store(variable, value) => shared[variable] = value,
        Op::Load(to, variable) => registers[to] = shared[variable],
        Op::Add(to, variable, operand) => {
            registers[to] = shared[variable];
            shared[variable] = shared[variable].wrapping_add(operand);
        }
        Op::Swap(to, variable, value) => registers[to] = std::mem::replace(&mut shared[variable], value),
        Op::Exchange(to, variable, expected, new) => {
            let old = shared[variable];
            let succeeds = old == registers[expected];
            if succeeds {
                shared[variable] = new;
            } else {
                registers[expected] = old;
            }
            registers[to] = u8::from(succeeds);
        }
        Op::Lock(mutex) if shared[mutex] != 0 => return None,
        Op::Lock(mutex) => shared[mutex] = 1,
        Op::Unlock(mutex) => shared[mutex] = 0,
        Op::TryLock(to, mutex) => registers[to] = std::mem::replace(&mut shared[mutex], 1),
        Op::Set(..) | Op::Turn(..) => unreachable!("invariant: is done at once"),
        Op::Join(other) if !has_ended(codes, state, other) => return None,
        Op::Join(_) => {}
    }
    next.at[thread] += 1;
    settle(codes, &mut next, thread);
    Some(next)
}

/// Lets a thread do what concerns nothing but itself.
fn settle(codes: &[Vec<Step>], state: &mut State, thread: usize) {
    loop {
        let at = state.at[thread] as usize;
        let registers = &mut state.registers[thread];
        let next = match codes[thread].get(at) {
            Some(Step::Jump(target)) => *target,
            Some(Step::Unless((register, is, number), target)) => {
                if (registers[*register] == *number) == *is {
                    at + 1
                } else {
                    *target
                }
            }
            Some(Step::Op(Op::Set(register, value))) => {
                registers[*register] = *value;
                at + 1
            }
            Some(Step::Op(Op::Turn(register, modulus))) => {
                registers[*register] = registers[*register].wrapping_add(1) % modulus;
                at + 1
            }
            _ => return,
        };
        state.at[thread] = next as u8;
    }
}

fn flat(body: &[Statement]) -> Vec<Step> {
    let mut out = Vec::new();
    flatten(body, &mut out, &mut Vec::new());
    out
}

/// Adds statements; jumps out of the innermost loop are noted, to be aimed when its end is known.
fn flatten(body: &[Statement], out: &mut Vec<Step>, breaks: &mut Vec<usize>) {
    for statement in body {
        match statement {
            Statement::Do(op) => out.push(Step::Op(*op)),
            Statement::If(condition, then) => {
                let at = out.len();
                out.push(Step::Jump(0));
                flatten(then, out, breaks);
                out[at] = Step::Unless(*condition, out.len());
            }
            Statement::Loop(body) => {
                let (head, mut ends) = (out.len(), Vec::new());
                flatten(body, out, &mut ends);
                out.push(Step::Jump(head));
                let end = out.len();
                for at in ends {
                    let Step::Unless(_, target) = &mut out[at - 1] else {
                        unreachable!("invariant: a break is two steps")
                    };
                    *target = at + 1;
                    out[at] = Step::Jump(end);
                }
            }
            Statement::BreakIf(condition) => {
                out.push(Step::Unless(*condition, 0));
                breaks.push(out.len());
                out.push(Step::Jump(0));
            }
            Statement::SpinEnd(_) | Statement::Pause | Statement::Keep(_) => {}
        }
    }
}
