//! `acyclic e` as a search for a cycle through the event that changed (kat.md §2.8).
//!
//! A cycle of `e` is a cycle of walks over the automaton of `e`, joined end to start: whoever may end in a
//! state *falls* into state 0, the start. A cycle of walks is one of `e` if it passes the start.
//!
//! The event that changed is causally last, so the only steps out of it follow coherence
//! ([`Simple::may_leave_last`]). Those steps are the *seeds*: a new cycle begins with one of them and comes
//! back to its state at the event. Seeds that begin in the same state are searched together.
//!
//! The automaton is made smaller first. What the start can do as well need not be done in a state that falls
//! there everywhere; and a state that does nothing but fall is passed over. Of sequential consistency one
//! state remains.

use selvedge_core::Graph;

use super::build::classes;
use super::{Automaton, Edge, Nested, Simple, State, Step, Types, Way};

/// A search for cycles.
#[derive(Clone, Debug)]
pub(crate) struct Cycle {
    pub states: Vec<CycleState>,
    pub nested: Vec<Nested>,
    pub seeds: Vec<Seeds>,
    /// Whether every cycle has a seq_cst event.
    pub needs_seq_cst: bool,
}

/// A state of a search.
#[derive(Clone, Debug)]
pub(crate) struct CycleState {
    /// Whether what it has met is closed under program order. Then that is no step.
    pub follows_po: bool,
    pub steps: Vec<Step>,
    /// The events at which a walk goes on in state 0.
    pub falls: Types,
}

/// First steps out of the event that changed, in one state.
#[derive(Clone, Debug)]
pub(crate) struct Seeds {
    pub from: usize,
    pub steps: Vec<Step>,
    /// Whether a cycle that comes back to the state may not have passed the start.
    pub may_miss_start: bool,
}

impl Cycle {
    /// The search for cycles of an automaton.
    pub fn new(automaton: Automaton) -> Cycle {
        let Automaton { mut states, nested } = automaton;
        let needs_seq_cst =
            states[0].steps.iter().all(|step| step.test.is_within(Types::seq_cst())) && states[0].accepts[0].is_none();
        shrink(&mut states);
        leave_to_the_abler(&mut states);
        let seeds = (0..states.len()).filter_map(|from| seeds(&states, &nested, from)).collect();
        let states = states.into_iter().enumerate().map(|(number, state)| CycleState::new(number, state)).collect();
        Cycle { states, nested, seeds, needs_seq_cst }
    }

    /// Whether it is plain that there is no cycle.
    #[inline]
    pub fn is_idle(&self, graph: &Graph) -> bool {
        self.needs_seq_cst && graph.seq_cst_events() == 0
    }
}

const PO: Edge = Edge::Simple(Simple::PoNext, Way::Forward);

fn follows_po(number: usize, state: &State) -> bool {
    state.steps.iter().any(|step| is_po_loop(number, step))
}

fn is_po_loop(number: usize, step: &Step) -> bool {
    step.edge == PO && step.to == number && step.test.is_all() && step.then.is_all()
}

impl CycleState {
    fn new(number: usize, state: State) -> CycleState {
        let follows_po = follows_po(number, &state);
        let steps = state.steps.into_iter().filter(|step| !is_po_loop(number, step)).collect();
        let falls = if number == 0 { Types::NONE } else { state.accepts[0] };
        CycleState { follows_po, steps, falls }
    }
}

/// Makes an automaton, joined end to start, smaller.
fn shrink(states: &mut Vec<State>) {
    loop {
        let before = states.clone();
        fall_everywhere(states);
        drop_what_the_start_does(states);
        pass_over(states);
        merge(states);
        if *states == before {
            return;
        }
    }
}

/// Where an edge may lead to: for each state, the types of events at which it can be entered.
fn arrivals(states: &[State]) -> Vec<Types> {
    let mut arrivals = vec![Types::NONE; states.len()];
    arrivals[0] = Types::ALL;
    for step in states.iter().flat_map(|state| &state.steps) {
        arrivals[step.to] = arrivals[step.to].or(step.edge.ends().1.and(step.then));
    }
    arrivals
}

/// A state that falls wherever it can be entered falls everywhere: states then look the same more often.
fn fall_everywhere(states: &mut [State]) {
    let arrivals = arrivals(states);
    for (state, arrives) in states.iter_mut().zip(arrivals).skip(1) {
        if arrives.is_within(state.accepts[0]) {
            state.accepts[0] = Types::ALL;
        }
    }
}

/// A step from an event at which the state falls is not needed if the start has it too.
fn drop_what_the_start_does(states: &mut [State]) {
    let (start, others) = states.split_at_mut(1);
    for state in others {
        let falls = state.accepts[0];
        state.steps.retain(|step| {
            let has = |own: &Step| own.edge == step.edge && own.to == step.to && step.test.is_within(own.test);
            let again = |own: &Step| has(own) && step.then.is_within(own.then);
            !(step.test.is_within(falls) && start[0].steps.iter().any(again))
        });
    }
}

/// Steps into a state that only falls lead to the start themselves.
fn pass_over(states: &mut [State]) {
    let falls: Vec<Option<Types>> =
        states.iter().map(|state| state.steps.is_empty().then_some(state.accepts[0])).collect();
    for state in states.iter_mut() {
        for step in &mut state.steps {
            if let (Some(falls), true) = (falls[step.to], step.to != 0) {
                step.then = step.then.and(falls);
                step.to = 0;
            }
        }
        state.steps.retain(|step| !step.then.and(step.edge.ends().1).is_none());
        state.steps.sort_unstable();
        state.steps.dedup();
    }
    // A state that was only entered from within itself is gone as well.
    let reachable = reachable(states);
    for (state, is_reachable) in states.iter_mut().zip(reachable) {
        if !is_reachable {
            *state = State { steps: Vec::new(), accepts: vec![Types::ALL] };
        }
    }
}

fn reachable(states: &[State]) -> Vec<bool> {
    let mut reachable = vec![false; states.len()];
    let mut open = vec![0];
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut reachable[state], true) {
            open.extend(states[state].steps.iter().map(|step| step.to));
        }
    }
    reachable
}

/// Merges states with the same future, and leaves out what cannot be reached.
fn merge(states: &mut Vec<State>) {
    let class = classes(states, |state, class| {
        let mut steps: Vec<Step> = state.steps.iter().map(|step| Step { to: class[step.to], ..step.clone() }).collect();
        steps.sort_unstable();
        steps.dedup();
        (state.accepts.clone(), steps)
    });
    let reachable = reachable(states);
    // New numbers for the classes that can be reached, the start first.
    let mut number = vec![None; class.len()];
    let mut kept = Vec::new();
    for (state, &class) in class.iter().enumerate() {
        if reachable[state] && number[class].is_none() {
            number[class] = Some(kept.len());
            kept.push(state);
        }
    }
    let renamed = |step: &Step| Some(Step { to: number[class[step.to]]?, ..step.clone() });
    let merged = kept.iter().map(|&state| {
        let mut steps: Vec<Step> = states[state].steps.iter().filter_map(renamed).collect();
        steps.sort_unstable();
        steps.dedup();
        State { steps, accepts: states[state].accepts.clone() }
    });
    *states = merged.collect();
}

/// A step is not taken where another one leads along the same edge to a state that can do all that its own
/// can.
fn leave_to_the_abler(states: &mut [State]) {
    let abler = simulations(states);
    for state in states.iter_mut() {
        for weak in 0..state.steps.len() {
            for strong in 0..state.steps.len() {
                let (own, other) = (&state.steps[weak], &state.steps[strong]);
                let same_edge = own.edge == other.edge && own.then.is_within(other.then);
                // Of two that can do the same, the first stays.
                let is_abler = abler[own.to][other.to] && (!abler[other.to][own.to] || strong < weak);
                if weak != strong && same_edge && is_abler {
                    state.steps[weak].test = own.test.without(other.test);
                }
            }
        }
        state.steps.retain(|step| !step.test.is_none());
    }
}

/// For each state, the states that fall wherever it falls and can follow all its steps to such states again.
/// The start is like no other: cycles must pass it.
fn simulations(states: &[State]) -> Vec<Vec<bool>> {
    let count = states.len();
    let mut abler: Vec<Vec<bool>> = (0..count).map(|a| (0..count).map(|b| (a == 0) == (b == 0)).collect()).collect();
    loop {
        let mut is_stable = true;
        for a in 1..count {
            for b in 1..count {
                let follows = |step: &Step| {
                    states[b].steps.iter().any(|other| {
                        other.edge == step.edge
                            && step.test.is_within(other.test)
                            && step.then.is_within(other.then)
                            && abler[step.to][other.to]
                    })
                };
                let falls = states[a].accepts[0].is_within(states[b].accepts[0]);
                if abler[a][b] && !(falls && states[a].steps.iter().all(follows)) {
                    abler[a][b] = false;
                    is_stable = false;
                }
            }
        }
        if is_stable {
            return abler;
        }
    }
}

/// Whether an edge may lead out of the event that changed.
fn may_leave_last(edge: Edge, nested: &[Nested]) -> bool {
    let leaves = |automaton: &Automaton| {
        automaton.states[0].steps.iter().any(|step| may_leave_last(step.edge, &automaton.nested))
            || !automaton.accepts(0).is_none()
    };
    match edge {
        Edge::Simple(simple, Way::Forward) => simple.may_leave_last(),
        Edge::Simple(_, Way::Backward) => true,
        Edge::Both(number) => leaves(&nested[number].left) && leaves(&nested[number].right),
        Edge::Minus(number) => leaves(&nested[number].left),
        // Clocks know of what comes causally before.
        Edge::Known(_) => false,
    }
}

fn seeds(states: &[State], nested: &[Nested], from: usize) -> Option<Seeds> {
    let in_coherence = is_within_coherence(states, from);
    let is_seed = |step: &&Step| may_leave_last(step.edge, nested) && !(in_coherence && goes_on(from, step));
    let steps: Vec<Step> = states[from].steps.iter().filter(is_seed).cloned().collect();
    let may_miss_start = from != 0 && steps.iter().any(|step| comes_back(states, step.to, from));
    (!steps.is_empty()).then_some(Seeds { from, steps, may_miss_start })
}

const MO: Edge = Edge::Simple(Simple::MoNext, Way::Forward);
const FR: Edge = Edge::Simple(Simple::FrFirst, Way::Forward);

/// Whether a step goes on along coherence in the same state.
fn goes_on(state: usize, step: &Step) -> bool {
    step.edge == MO && step.to == state
}

/// Whether a state is one that walks along coherence pass through. A walk that comes to the event that
/// changed in such a state, and goes on in it, would have come to the next write directly before the event
/// was there: it is nothing new.
fn is_within_coherence(states: &[State], state: usize) -> bool {
    let mut into = states.iter().flat_map(|from| &from.steps).filter(|step| step.to == state);
    state != 0 && into.all(|step| (step.edge == MO || step.edge == FR) && step.then.is_all())
}

/// Whether some walk leads from one state to another without passing the start. Walks that only follow
/// coherence do not count: they never come back to an event.
fn comes_back(states: &[State], from: usize, to: usize) -> bool {
    let is_mo = |edge: Edge| edge == MO;
    // Each state twice: whether something other than coherence has been followed.
    let mut seen = vec![[false; 2]; states.len()];
    let mut open = vec![(from, false)];
    while let Some((state, other)) = open.pop() {
        if state == 0 || std::mem::replace(&mut seen[state][usize::from(other)], true) {
            continue;
        }
        if state == to && other {
            return true;
        }
        open.extend(states[state].steps.iter().map(|step| (step.to, other || !is_mo(step.edge))));
    }
    false
}
