//! A second, naive prover for short words: no automata, no classes of events.
//!
//! Words are listed by length. Whether a word is on the left is decided by matching the term; whether it is
//! on the right, by listing for each piece of the word the relations that the laws contract it to.
//! Assumptions are only used where their right side is a primitive relation.

use std::collections::{BTreeSet, HashMap};

use selvedge_kat::ast::Compare;
use selvedge_kat::model::{Claim, Model};
use selvedge_kat::term::{Node, Relation, Term};
use selvedge_kat::vocabulary::Builtin::{self, *};

/// A primitive relation, perhaps backwards.
type Prim = (Relation, bool);

struct Word {
    /// The predicates of each event, as bits.
    events: Vec<u64>,
    /// The smallest relation that each step is known to be in.
    steps: Vec<Prim>,
}

/// The length of the shortest word, up to `longest`, that refutes the claim.
pub fn shortest_refutation(model: &Model, claim: &Claim, longest: usize) -> Option<usize> {
    let sides = |left: &Term, right: &Term| {
        let (left, closed) = match left.node() {
            Node::Both(cycle, _) => (cycle.clone(), true),
            _ => (left.clone(), false),
        };
        (0..=longest).find(|&length| refuted(model, &left, right, closed, length))
    };
    let forward = sides(&claim.left, &claim.right);
    if claim.operator == Compare::Equal { forward.or_else(|| sides(&claim.right, &claim.left)) } else { forward }
}

fn refuted(model: &Model, left: &Term, right: &Term, closed: bool, length: usize) -> bool {
    let mut letters = BTreeSet::new();
    collect(left, &mut letters);
    let mut predicates = 0;
    mentioned(left, &mut predicates);
    mentioned(right, &mut predicates);
    for name in ["R", "W", "EXCL", "LOC", "DEP", "TC", "TB"] {
        predicates |= bit(name);
    }
    let kinds = [0, bit("R") | bit("DEP") | bit("LOC"), bit("W") | bit("LOC"), bit("F"), bit("TC"), bit("TB")];
    let modes = [0, bit("NA"), bit("RLX"), bit("ACQ"), bit("REL"), bit("ACQ") | bit("REL") | bit("SC")];
    let mut events = BTreeSet::new();
    for kind in kinds {
        for mode in modes {
            events.insert((kind | mode) & predicates);
            if kind & (bit("R") | bit("W")) != 0 {
                events.insert((kind | mode | bit("EXCL")) & predicates);
            }
        }
    }
    let letters: Vec<Prim> = letters.into_iter().collect();
    let events: Vec<u64> = events.into_iter().collect();
    let mut word = Word { events: Vec::new(), steps: Vec::new() };
    events.iter().any(|&first| {
        word.events = vec![first];
        extend(model, left, right, closed, length, &letters, &events, &mut word)
    })
}

#[expect(clippy::too_many_arguments, reason = "a search in one function")]
fn extend(
    model: &Model,
    left: &Term,
    right: &Term,
    closed: bool,
    length: usize,
    letters: &[Prim],
    events: &[u64],
    word: &mut Word,
) -> bool {
    if word.steps.len() == length {
        let meets = !closed || word.events[0] == word.events[length];
        return meets && on_left(left, word, 0, length) && !on_right(model, right, word, closed);
    }
    for &letter in letters {
        for &event in events {
            let last = word.events[word.events.len() - 1];
            let (start, end) = ends(letter);
            if last & start == start && event & end == end {
                word.steps.push(letter);
                word.events.push(event);
                if extend(model, left, right, closed, length, letters, events, word) {
                    return true;
                }
                word.steps.pop();
                word.events.pop();
            }
        }
    }
    false
}

fn bit(name: &str) -> u64 {
    let names = [
        "NA", "RLX", "ACQ", "REL", "SC", "R", "W", "F", "TC", "TB", "TE", "TJ", "TK", "ALLOC", "FREE", "HPRET",
        "HPPROT", "EXCL", "DEP", "LOC",
    ];
    1 << names.iter().position(|known| *known == name).expect("a built-in set")
}

/// The predicates that the ends of a step have at least.
fn ends((relation, inverse): Prim) -> (u64, u64) {
    let (r, w, loc) = (bit("R"), bit("W"), bit("LOC"));
    let (start, end) = match relation {
        Relation::Builtin(Rfe | Rfi) => (w, r),
        Relation::Builtin(Moe | Moi) => (w, w),
        Relation::Builtin(Fre | Fri) => (r, w),
        Relation::Builtin(Rmw) => (r | bit("EXCL"), w | bit("EXCL")),
        Relation::Builtin(Ctrl | Addr | Data) => (bit("DEP"), 0),
        Relation::Builtin(PoLoc) => (loc, loc),
        _ => (0, 0),
    };
    if inverse { (end, start) } else { (start, end) }
}

fn parts(relation: Relation) -> Vec<Relation> {
    let builtin = |parts: [Builtin; 2]| parts.map(Relation::Builtin).to_vec();
    match relation {
        Relation::Builtin(Po) => builtin([PoLoc, PoNeqLoc]),
        Relation::Builtin(Rf) => builtin([Rfe, Rfi]),
        Relation::Builtin(Mo) => builtin([Moe, Moi]),
        Relation::Builtin(Fr) => builtin([Fre, Fri]),
        other => vec![other],
    }
}

fn collect(term: &Term, into: &mut BTreeSet<Prim>) {
    match term.node() {
        Node::Primitive { relation, inverse } => into.extend(parts(*relation).into_iter().map(|part| (part, *inverse))),
        Node::Union(list) | Node::Sequence(list) => list.iter().for_each(|part| collect(part, into)),
        Node::Plus(a) | Node::Star(a) | Node::Optional(a) => collect(a, into),
        _ => {}
    }
}

fn mentioned(term: &Term, bits: &mut u64) {
    match term.node() {
        Node::Test(set) => (0..24).filter(|i| set.contains(1 << i) != set.contains(0)).for_each(|i| *bits |= 1 << i),
        Node::Union(list) | Node::Sequence(list) => list.iter().for_each(|part| mentioned(part, bits)),
        Node::Plus(a) | Node::Star(a) | Node::Optional(a) | Node::Rot(a) => mentioned(a, bits),
        _ => {}
    }
    // Conjunctions hide their members from single bits.
    *bits |= ["ACQ", "REL", "SC", "NA", "RLX", "F"]
        .iter()
        .filter(|name| format!("{term:?}").contains(&format!("PredicateId({})", bit(name).trailing_zeros())))
        .fold(0, |all, name| all | bit(name));
}

fn on_left(term: &Term, word: &Word, i: usize, j: usize) -> bool {
    let prim = |prim: Prim, i: usize, j: usize| {
        j == i + 1 && parts(prim.0).contains(&word.steps[i].0) && word.steps[i].1 == prim.1
    };
    matches(term, word, i, j, &prim)
}

fn on_right(model: &Model, term: &Term, word: &Word, closed: bool) -> bool {
    let length = word.steps.len();
    let known = contract(model, word);
    let prim = |prim: Prim, i: usize, j: usize| known[&(i, j)].contains(&prim);
    let rotations: Vec<Word> = (0..length.max(1)).map(|by| rotate(word, by)).collect();
    if closed && rotations.iter().any(|turned| is_impossible(model, turned)) {
        return true;
    }
    match term.node() {
        Node::Rot(inner) => rotations.iter().any(|turned| {
            let known = contract(model, turned);
            matches(inner, turned, 0, length, &|prim, i, j| known[&(i, j)].contains(&prim))
        }),
        _ => matches(term, word, 0, length, &prim),
    }
}

fn rotate(word: &Word, by: usize) -> Word {
    let length = word.steps.len();
    let steps = (0..length).map(|i| word.steps[(i + by) % length]).collect();
    let events =
        (0..=length).map(|i| if length == 0 { word.events[0] } else { word.events[(i + by) % length] }).collect();
    Word { events, steps }
}

/// Whether no execution has the closed path: it is a cycle of `po` or `mo`, or leaves its location once.
fn is_impossible(model: &Model, word: &Word) -> bool {
    let length = word.steps.len();
    let known = contract(model, word);
    let order = |builtin| known[&(0, length)].contains(&(Relation::Builtin(builtin), false));
    let leaves = word.steps.iter().filter(|(step, _)| *step == Relation::Builtin(PoNeqLoc)).count();
    let stays = |(step, _): &Prim| {
        matches!(step, Relation::Builtin(PoLoc | PoNeqLoc | Rfe | Rfi | Moe | Moi | Fre | Fri | Rmw))
    };
    order(Po) || order(Mo) || (leaves == 1 && word.steps.iter().all(stays))
}

/// For each piece of the word, the primitive relations it is known to be in.
fn contract(model: &Model, word: &Word) -> HashMap<(usize, usize), BTreeSet<Prim>> {
    let length = word.steps.len();
    let mut known: HashMap<(usize, usize), BTreeSet<Prim>> = HashMap::new();
    for i in 0..=length {
        for j in i..=length {
            known.insert((i, j), BTreeSet::from([(Relation::Builtin(Any), false)]));
        }
    }
    for (i, &(step, inverse)) in word.steps.iter().enumerate() {
        let piece = known.get_mut(&(i, i + 1)).expect("a piece");
        piece.insert((step, inverse));
        for large in Builtin::ALL {
            let is_part = parts(Relation::Builtin(large)).contains(&step);
            let within = match large {
                Po => matches!(step, Relation::Builtin(Rmw | Ctrl | Addr | Data | Rfi | Moi | Fri)),
                PoLoc => matches!(step, Relation::Builtin(Rmw | Rfi | Moi | Fri)),
                _ => false,
            };
            if is_part || within {
                piece.insert((Relation::Builtin(large), inverse));
            }
        }
        if let Relation::User(user) | Relation::UserLoc(user) = step {
            piece.insert((Relation::User(user), inverse));
        }
    }
    let laws = [(Po, Po, Po), (PoLoc, PoLoc, PoLoc), (Mo, Mo, Mo), (Fr, Mo, Fr), (Rf, Fr, Mo), (Rf, Rmw, Mo)];
    loop {
        let mut added = false;
        for i in 0..=length {
            for j in i..=length {
                let mut new: Vec<Prim> = Vec::new();
                for k in i + 1..j {
                    for (a, b, c) in laws {
                        let (a, b, c) = (Relation::Builtin(a), Relation::Builtin(b), Relation::Builtin(c));
                        if known[&(i, k)].contains(&(a, false)) && known[&(k, j)].contains(&(b, false)) {
                            new.push((c, false));
                        }
                    }
                }
                for assumption in &model.assumptions {
                    let pairs = [(&assumption.left, &assumption.right), (&assumption.right, &assumption.left)];
                    let directions = if assumption.operator == Compare::Equal { 2 } else { 1 };
                    for (small, large) in &pairs[..directions] {
                        if let Node::Primitive { relation, inverse } = large.node()
                            && matches(small, word, i, j, &|prim, i, j| known[&(i, j)].contains(&prim))
                        {
                            new.push((*relation, *inverse));
                        }
                    }
                }
                let piece = known.get_mut(&(i, j)).expect("a piece");
                new.into_iter().for_each(|prim| added |= piece.insert(prim));
            }
        }
        if !added {
            return known;
        }
    }
}

/// Whether the piece of the word matches the term.
fn matches(term: &Term, word: &Word, i: usize, j: usize, prim: &dyn Fn(Prim, usize, usize) -> bool) -> bool {
    match term.node() {
        Node::Test(set) => i == j && set.contains(word.events[i]),
        Node::Primitive { relation, inverse } => prim((*relation, *inverse), i, j),
        Node::Union(list) => list.iter().any(|part| matches(part, word, i, j, prim)),
        Node::Sequence(list) => {
            let mut ends = BTreeSet::from([i]);
            for part in list {
                ends = (i..=j)
                    .filter(|&end| ends.iter().any(|&start| start <= end && matches(part, word, start, end, prim)))
                    .collect();
            }
            ends.contains(&j)
        }
        Node::Optional(a) => i == j || matches(a, word, i, j, prim),
        Node::Star(a) => i == j || repeats(a, word, i, j, prim),
        Node::Plus(a) => matches(a, word, i, j, prim) || repeats(a, word, i, j, prim),
        Node::Both(a, b) => matches(a, word, i, j, prim) && matches(b, word, i, j, prim),
        Node::Minus(..) | Node::Rot(_) => false,
    }
}

/// Whether the piece is one or more pieces, none of them empty, that match.
fn repeats(term: &Term, word: &Word, i: usize, j: usize, prim: &dyn Fn(Prim, usize, usize) -> bool) -> bool {
    (i + 1..=j).any(|k| matches(term, word, i, k, prim) && (k == j || repeats(term, word, k, j, prim)))
}
