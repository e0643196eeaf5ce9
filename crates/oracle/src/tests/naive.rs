//! The economies of the enumeration, against a search that has none.
//!
//! The naive search lets every thread make every move in every state, and looks at every permutation of the
//! writes to each location. Random programs must have the same candidates and the same executions either way.

use std::collections::HashMap;

use selvedge_core::{Address, Execution};

use super::LIMIT;
use super::instructions::Code;
use crate::candidate::{Candidate, EventKind, Roster};
use crate::relation::Relation;
use crate::skeleton::Skeleton;
use crate::state::State;
use crate::{Axioms, Budget, Definition, enumerate, executions, modification_order};

/// All states that can be reached, as executions without coherence; the maximal ones are kept as candidates.
fn maximal(code: &Code, roster: &mut Roster) -> HashMap<Execution, Candidate> {
    let mut seen = HashMap::new();
    let mut todo = vec![State::new(code)];
    while let Some(state) = todo.pop() {
        let key = state.candidate.execution(roster, std::iter::empty());
        if seen.contains_key(&key) {
            continue;
        }
        let mut is_maximal = true;
        for thread in 0..state.candidate.threads.len() {
            let mut next = state.clone();
            if next.advance(code, roster, thread) {
                is_maximal = false;
                todo.push(next);
            }
            let events = 0..state.candidate.events.len();
            for source in std::iter::once(None).chain(events.map(Some)) {
                if state.can_read(thread, source) {
                    is_maximal = false;
                    let mut next = state.clone();
                    next.read(code, thread, source);
                    todo.push(next);
                }
            }
        }
        seen.insert(key, is_maximal.then_some(state.candidate));
    }
    seen.into_values().flatten().map(|candidate| (key(&candidate, roster), candidate)).collect()
}

/// A candidate as an execution without coherence. Made only when all moves were tried: a thread that waits
/// has then been seen to wait.
fn key(candidate: &Candidate, roster: &Roster) -> Execution {
    candidate.execution(roster, std::iter::empty())
}

fn has_clash(candidate: &Candidate) -> bool {
    candidate.events.iter().enumerate().any(|(index, event)| {
        matches!(event.kind, EventKind::Update { at, from, .. } if candidate.update_of(at.address, from) != Some(index))
    })
}

/// The complete executions among all permutations of all writes.
fn consistent(candidate: &Candidate, roster: &Roster, axioms: Axioms, found: &mut Vec<Execution>) {
    let skeleton = Skeleton::new(candidate).expect("the program is small");
    let hb = axioms.happens_before(&skeleton);
    let locations: Vec<(Address, Vec<usize>)> = candidate.writes().into_iter().collect();
    let mut orders: Vec<Vec<(Address, Vec<usize>)>> = vec![Vec::new()];
    for (address, writes) in &locations {
        let extend = |order: &Vec<(Address, Vec<usize>)>| {
            let order = order.clone();
            permutations(writes).into_iter().map(move |next| {
                let mut order = order.clone();
                order.push((*address, next));
                order
            })
        };
        orders = orders.iter().flat_map(extend).collect();
    }
    for order in orders {
        let empty = Relation::new(skeleton.size);
        let mo = order.iter().fold(empty, |mo, (address, order)| mo | modification_order(&skeleton, *address, order));
        if axioms.is_consistent(&skeleton, &hb, mo, &mut Budget(0)).expect("these definitions try nothing") {
            found.push(candidate.execution(roster, order.iter().map(|(address, order)| (*address, &order[..]))));
        }
    }
}

fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
    let Some((&first, rest)) = items.split_first() else { return vec![Vec::new()] };
    let insert = |rest: Vec<usize>| {
        (0..=rest.len()).map(move |position| {
            let mut rest = rest.clone();
            rest.insert(position, first);
            rest
        })
    };
    permutations(rest).into_iter().flat_map(insert).collect()
}

/// Small random programs of all kinds of instruction.
struct Random {
    state: u64,
    /// Whether the program at hand prefers `seq_cst`, without which few programs tell rc11 from ra.
    is_strong: bool,
}

impl Random {
    fn new(seed: u64) -> Random {
        Random { state: seed, is_strong: false }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 20) as usize % bound
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }

    fn mode<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        if self.is_strong && self.below(8) > 0 { "sc" } else { self.pick(choices) }
    }

    fn instruction(&mut self) -> String {
        let guard = self.pick(&["", "", "", "?a ", "?b==0 "]);
        let (register, location, value) = (self.pick(&["a", "b"]), self.pick(&["x", "y"]), self.pick(&["1", "2", "a"]));
        let rmw = self.mode(&["rlx", "acq", "rel", "ar", "sc"]);
        let (read, write) = (self.mode(&["rlx", "acq", "sc"]), self.mode(&["rlx", "rel", "sc"]));
        match self.below(12) {
            0..4 => format!("{guard}R {register} {location} {read}"),
            4..8 => format!("{guard}W {location} {value} {write}"),
            8 => format!("{guard}ADD {register} {location} 1 {rmw}"),
            9 => format!("{guard}CAS {register} {location} {value} 2 {rmw} {read}"),
            10 => format!("{guard}F {}", self.mode(&["acq", "rel", "ar", "sc"])),
            _ => match self.below(4) {
                0 => format!("ASSUME {register}==0"),
                1 => format!("WN {location} {value}"),
                2 => format!("RN {register} {location}"),
                _ => format!("ASSERT {register}==0"),
            },
        }
    }

    fn thread(&mut self, longest: usize) -> String {
        let length = 1 + self.below(longest);
        (0..length).map(|_| self.instruction()).collect::<Vec<_>>().join("; ")
    }

    /// The text, and the number of threads that run from the start.
    fn program(&mut self, threads: usize, longest: usize) -> (String, usize) {
        self.is_strong = self.below(2) == 0;
        let mut bodies: Vec<String> = (0..threads).map(|_| self.thread(longest)).collect();
        match self.below(3) {
            0 => {
                let child = threads - 1;
                let join = self.pick(&["", "; JOIN b t"]);
                bodies[0] = format!("{}; SPAWN t {child}; {}{join}", self.instruction(), bodies[0]);
                (bodies.join(" || "), child)
            }
            _ => (bodies.join(" || "), threads),
        }
    }
}

#[test]
fn random_programs_have_the_same_executions_without_economies() {
    let mut random = Random::new(0x5e1_ed6e);
    let mut totals = [0; 4];
    for _ in 0..600 {
        let (text, initial) = random.program(3, 3);
        let code = Code::with_initial(&text, initial);
        let mut roster = Roster::new(initial);
        let naive = maximal(&code, &mut roster);

        let mut found = Vec::new();
        enumerate::candidates(&code, &mut Budget(LIMIT), |candidate, roster, _| {
            found.push(key(candidate, roster));
            Ok(())
        })
        .expect("the program is small");
        found.sort();
        let mut expected: Vec<_> = naive.iter().filter(|(_, c)| !has_clash(c)).map(|(key, _)| key.clone()).collect();
        expected.sort();
        assert!(found == expected, "{} candidates, expected {}: {text}", found.len(), expected.len());

        for (total, axioms) in totals.iter_mut().zip(Axioms::ALL) {
            let mut expected = Vec::new();
            for candidate in naive.values().filter(|candidate| candidate.is_complete()) {
                consistent(candidate, &roster, axioms, &mut expected);
            }
            let mut found: Vec<_> =
                executions(&code, axioms, LIMIT).expect("the program is small").into_iter().collect();
            expected.sort();
            found.sort();
            assert!(found == expected, "{}: {} instead of {}: {text}", axioms.name(), found.len(), expected.len());
            *total += found.len();
        }
    }
    // The sample tells the models apart.
    assert!(totals[0] < totals[1] && totals[1] < totals[3] && totals[3] < totals[2], "{totals:?}");
}
