//! A model as straight code: each relation that its axioms need is computed once, in order, into a register.

use std::collections::HashMap;

use super::bitgraph::{Bitgraph, CAPACITY, Rows, is_acyclic, plus, then};
use crate::ast::Compare;
use crate::model::{CheckKind, Claim, Model, Role, SetDefinition, When};
use crate::term::{Node, Relation, Set, Term};
use crate::vocabulary::Builtin;

/// Which axioms are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// Those by which the search prunes.
    Steps,
    /// Also those about whole executions.
    All,
}

/// One instruction; operands are registers.
#[derive(Clone, Debug)]
enum Code {
    Test(Set),
    Base(Builtin),
    Inverse(usize),
    Union(Vec<usize>),
    Then(usize, usize),
    Plus(usize),
    Optional(usize),
    Both(usize, usize),
    Minus(usize, usize),
    /// Puts the members of a set made from registers into the bits of events.
    Derive(u8, Members),
}

#[derive(Clone, Debug)]
enum Members {
    Domain(usize),
    Codomain(usize),
    Set(Set),
    Either(Vec<Members>),
    Both(Box<Members>, Box<Members>),
    Minus(Box<Members>, Box<Members>),
}

#[derive(Clone, Debug)]
enum Demand {
    Acyclic(usize),
    Irreflexive(usize),
    Empty(usize),
    Compare(usize, Compare, usize),
}

#[derive(Clone, Debug)]
struct Axiom {
    /// Its position among the model's checks.
    check: usize,
    demand: Demand,
    unless: Option<(usize, Compare, usize)>,
    /// How much of the code it needs.
    length: usize,
}

/// A model's axioms, compiled.
#[derive(Clone, Debug)]
pub struct Straightline {
    code: Vec<Code>,
    axioms: Vec<Axiom>,
    known: HashMap<Term, usize>,
}

/// The registers of one run.
#[derive(Clone, Debug, Default)]
pub(super) struct Registers {
    rows: Vec<Rows>,
    done: usize,
}

impl Straightline {
    /// Compiles a model that can be evaluated.
    pub fn new(model: &Model, asked: Asked) -> Straightline {
        let mut straight = Straightline { code: Vec::new(), axioms: Vec::new(), known: HashMap::new() };
        for set in &model.sets {
            let members = straight.members(&set.definition);
            straight.code.push(Code::Derive(set.predicate.0, members));
        }
        for (check, statement) in model.checks.iter().enumerate() {
            if statement.role != Role::Axiom || (statement.when == When::Complete && asked == Asked::Steps) {
                continue;
            }
            let demand = match &statement.kind {
                CheckKind::Acyclic(term) => Demand::Acyclic(straight.term(term)),
                CheckKind::Irreflexive(term) => Demand::Irreflexive(straight.term(term)),
                CheckKind::Empty(term) => Demand::Empty(straight.term(term)),
                CheckKind::Coherence(view) => {
                    let eco = Term::union([Builtin::Rf, Builtin::Mo, Builtin::Fr].map(Term::builtin)).plus();
                    let incoherent = Term::sequence([model.views[*view].relation.clone(), eco]);
                    Demand::Irreflexive(straight.term(&incoherent))
                }
                CheckKind::Compare(claim) => {
                    let (left, operator, right) = straight.claim(claim);
                    Demand::Compare(left, operator, right)
                }
            };
            let unless = statement.unless.as_ref().map(|claim| straight.claim(claim));
            straight.axioms.push(Axiom { check, demand, unless, length: straight.code.len() });
        }
        straight
    }

    fn push(&mut self, code: Code) -> usize {
        self.code.push(code);
        self.code.len() - 1
    }

    fn claim(&mut self, claim: &Claim) -> (usize, Compare, usize) {
        (self.term(&claim.left), claim.operator, self.term(&claim.right))
    }

    fn members(&mut self, set: &SetDefinition) -> Members {
        match set {
            SetDefinition::Domain(term) => Members::Domain(self.term(term)),
            SetDefinition::Codomain(term) => Members::Codomain(self.term(term)),
            SetDefinition::Set(set) => Members::Set(set.clone()),
            SetDefinition::Either(parts) => Members::Either(parts.iter().map(|part| self.members(part)).collect()),
            SetDefinition::Both(a, b) => Members::Both(Box::new(self.members(a)), Box::new(self.members(b))),
            SetDefinition::Minus(a, b) => Members::Minus(Box::new(self.members(a)), Box::new(self.members(b))),
        }
    }

    fn term(&mut self, term: &Term) -> usize {
        if let Some(&known) = self.known.get(term) {
            return known;
        }
        let code = match term.node() {
            Node::Test(set) => Code::Test(set.clone()),
            Node::Primitive { relation, inverse } => {
                // What executions do not have is empty; `Evaluator::new` refuses such models.
                let base = match relation {
                    Relation::Builtin(builtin) => Code::Base(*builtin),
                    Relation::User(_) | Relation::UserLoc(_) => Code::Test(Set::None),
                };
                if *inverse { Code::Inverse(self.push(base)) } else { base }
            }
            Node::Union(parts) => Code::Union(parts.iter().map(|part| self.term(part)).collect()),
            Node::Sequence(parts) => {
                let mut sequence = self.term(&parts[0]);
                for part in &parts[1..parts.len() - 1] {
                    let part = self.term(part);
                    sequence = self.push(Code::Then(sequence, part));
                }
                Code::Then(sequence, self.term(&parts[parts.len() - 1]))
            }
            Node::Plus(a) => Code::Plus(self.term(a)),
            Node::Star(a) => {
                let plus = self.term(&a.plus());
                Code::Optional(plus)
            }
            Node::Optional(a) => Code::Optional(self.term(a)),
            Node::Both(a, b) => Code::Both(self.term(a), self.term(b)),
            Node::Minus(a, b) => Code::Minus(self.term(a), self.term(b)),
            Node::Rot(a) => Code::Union(vec![self.term(a)]),
        };
        let register = self.push(code);
        self.known.insert(term.clone(), register);
        register
    }

    /// The first axiom that the execution fails, as a position among the model's checks.
    pub(super) fn forbids(&self, bitgraph: &Bitgraph, registers: &mut Registers) -> Option<usize> {
        let mut bits = bitgraph.bits;
        registers.rows.resize(self.code.len(), [0; CAPACITY]);
        registers.done = 0;
        for axiom in &self.axioms {
            self.run(axiom.length, bitgraph, &mut bits, registers);
            let rows = &registers.rows;
            let holds = |left: usize, operator: Compare, right: usize| {
                let pairs = rows[left].iter().zip(&rows[right]).take(bitgraph.size);
                pairs.into_iter().all(|(a, b)| match operator {
                    Compare::Included => a & !b == 0,
                    Compare::Equal => a == b,
                })
            };
            if axiom.unless.is_some_and(|(left, operator, right)| holds(left, operator, right)) {
                continue;
            }
            let is_fine = match axiom.demand {
                Demand::Acyclic(register) => is_acyclic(&rows[register], bitgraph.size),
                Demand::Irreflexive(register) => {
                    (0..bitgraph.size).all(|event| rows[register][event] >> event & 1 == 0)
                }
                Demand::Empty(register) => rows[register][..bitgraph.size].iter().all(|row| *row == 0),
                Demand::Compare(left, operator, right) => holds(left, operator, right),
            };
            if !is_fine {
                return Some(axiom.check);
            }
        }
        None
    }

    fn run(&self, length: usize, bitgraph: &Bitgraph, bits: &mut [u64; CAPACITY], registers: &mut Registers) {
        let size = bitgraph.size;
        for at in registers.done..length {
            let rows = &registers.rows;
            let value = match &self.code[at] {
                Code::Test(set) => {
                    std::array::from_fn(|event| u32::from(event < size && set.contains(bits[event])) << event)
                }
                Code::Base(builtin) => base(*builtin, bitgraph),
                Code::Inverse(a) => inverse(&rows[*a], size),
                Code::Union(parts) => {
                    let mut union = [0; CAPACITY];
                    for part in parts {
                        union.iter_mut().zip(&rows[*part]).take(size).for_each(|(into, from)| *into |= from);
                    }
                    union
                }
                Code::Then(a, b) => then(&rows[*a], &rows[*b], size),
                Code::Plus(a) => plus(&rows[*a], size),
                Code::Optional(a) => std::array::from_fn(|e| rows[*a][e] | u32::from(e < size) << e),
                Code::Both(a, b) => std::array::from_fn(|event| rows[*a][event] & rows[*b][event]),
                Code::Minus(a, b) => std::array::from_fn(|event| rows[*a][event] & !rows[*b][event]),
                Code::Derive(predicate, members) => {
                    let members = set_members(members, rows, bits, size);
                    for (event, bits) in bits.iter_mut().enumerate().take(size) {
                        *bits |= u64::from(members >> event & 1) << predicate;
                    }
                    [0; CAPACITY]
                }
            };
            registers.rows[at] = value;
        }
        registers.done = registers.done.max(length);
    }
}

fn set_members(members: &Members, rows: &[Rows], bits: &[u64; CAPACITY], size: usize) -> u32 {
    let go = |members: &Members| set_members(members, rows, bits, size);
    match members {
        Members::Domain(register) => {
            (0..size).filter(|&event| rows[*register][event] != 0).fold(0, |set, event| set | 1 << event)
        }
        Members::Codomain(register) => rows[*register].iter().take(size).fold(0, |set, row| set | row),
        Members::Set(set) => {
            (0..size).filter(|&event| set.contains(bits[event])).fold(0, |set, event| set | 1 << event)
        }
        Members::Either(parts) => parts.iter().fold(0, |set, part| set | go(part)),
        Members::Both(a, b) => go(a) & go(b),
        Members::Minus(a, b) => go(a) & !go(b),
    }
}

fn inverse(a: &Rows, size: usize) -> Rows {
    let mut rows = [0; CAPACITY];
    for (event, &row) in a.iter().enumerate().take(size) {
        let mut rest: u32 = row;
        while rest != 0 {
            rows[rest.trailing_zeros() as usize] |= 1 << event;
            rest &= rest - 1;
        }
    }
    rows
}

fn base(builtin: Builtin, bitgraph: &Bitgraph) -> Rows {
    let same_thread = &bitgraph.same_thread;
    let internal = |rows: &Rows| -> Rows { std::array::from_fn(|event| rows[event] & same_thread[event]) };
    let external = |rows: &Rows| -> Rows { std::array::from_fn(|event| rows[event] & !same_thread[event]) };
    match builtin {
        Builtin::Po => bitgraph.po,
        Builtin::PoLoc => std::array::from_fn(|event| bitgraph.po[event] & bitgraph.same_location[event]),
        Builtin::PoNeqLoc => std::array::from_fn(|event| bitgraph.po[event] & !bitgraph.same_location[event]),
        Builtin::Rmw => bitgraph.rmw,
        Builtin::Rf => bitgraph.rf,
        Builtin::Rfe => external(&bitgraph.rf),
        Builtin::Rfi => internal(&bitgraph.rf),
        Builtin::Mo => bitgraph.mo,
        Builtin::Moe => external(&bitgraph.mo),
        Builtin::Moi => internal(&bitgraph.mo),
        Builtin::Fr => bitgraph.fr,
        Builtin::Fre => external(&bitgraph.fr),
        Builtin::Fri => internal(&bitgraph.fr),
        Builtin::Detour => {
            let detour = then(&external(&bitgraph.mo), &external(&bitgraph.rf), bitgraph.size);
            std::array::from_fn(|event| detour[event] & bitgraph.po[event])
        }
        Builtin::LocOverlap => std::array::from_fn(|event| bitgraph.same_location[event] & !(1 << event)),
        Builtin::SameLoc => bitgraph.same_location,
        Builtin::SameThread => bitgraph.same_thread,
        Builtin::Any => {
            std::array::from_fn(|event| if event < bitgraph.size { u32::MAX >> (CAPACITY - bitgraph.size) } else { 0 })
        }
        // Small executions create no threads and allocate nothing; the other relations are not evaluated
        // anywhere.
        Builtin::Tc | Builtin::Tj | Builtin::Ctrl | Builtin::Addr | Builtin::Data | Builtin::Alloc | Builtin::Free => {
            [0; CAPACITY]
        }
    }
}
