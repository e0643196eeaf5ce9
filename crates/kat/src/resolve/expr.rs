//! Expressions to sets and relations.

use crate::ast::{Expr, ExprKind, Postfix};
use crate::diagnostic::Diagnostic;
use crate::model::SetDefinition;
use crate::term::{Set, Term};

use super::{MAX_DEPTH, MAX_SIZE, Resolver, Value};

impl Resolver<'_> {
    /// The expression as a relation; `None` if something is wrong with it.
    pub(super) fn relation(&mut self, expr: &Expr) -> Option<Term> {
        match self.value(expr) {
            Value::Set(set) => Some(Term::test(set)),
            Value::Relation(term) => Some(term),
            Value::Unknown => None,
        }
    }

    /// The expression as a relation that is no mere set.
    pub(super) fn proper_relation(&mut self, expr: &Expr, word: &str) -> Option<Term> {
        match self.value(expr) {
            Value::Set(_) => {
                let message = format!("`{word}` needs a relation, and this is a set");
                let error = Diagnostic::error(self.place(expr.span), message).label("a set of events");
                self.error(error.help("a set means the identity on it, in which every event is a cycle"));
                None
            }
            Value::Relation(term) => Some(term),
            Value::Unknown => None,
        }
    }

    pub(super) fn value(&mut self, expr: &Expr) -> Value {
        let value = self.any_value(expr);
        let is_too_large = match &value {
            Value::Relation(term) => term.size() > MAX_SIZE || term.depth() > MAX_DEPTH,
            Value::Set(set) => {
                let (size, depth) = set.size_and_depth();
                size > MAX_SIZE || depth > MAX_DEPTH
            }
            Value::Unknown => false,
        };
        if is_too_large {
            let message = "this expression is too large once names are replaced by what they stand for";
            let help = format!("the limit is {MAX_SIZE} parts, nested {MAX_DEPTH} deep");
            let place = self.place(expr.span);
            return self.error(Diagnostic::error(place, message).help(help));
        }
        value
    }

    fn any_value(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Zero => Value::Set(Set::None),
            ExprKind::Id => Value::Set(Set::All),
            ExprKind::Missing => Value::Unknown,
            ExprKind::Name(name) => self.lookup(name),
            ExprKind::Brackets(inner) => self.brackets(inner),
            ExprKind::Union(parts) => self.union(parts),
            ExprKind::Sequence(parts) => self.sequence(parts),
            ExprKind::Intersection(left, right) => self.pair(expr, left, right, "&", Set::both, Term::both),
            ExprKind::Difference(left, right) => self.pair(expr, left, right, "\\", Set::minus, Term::minus),
            ExprKind::Postfix(inner, operator) => self.postfix(expr, inner, *operator),
            ExprKind::Rot(_) => {
                let error = Diagnostic::error(self.place(expr.span), "`rot` cannot stand here");
                self.error(error.help("`rot e` may only be the whole right side of an `assert`"))
            }
            ExprKind::Domain(_) | ExprKind::Codomain(_) => {
                let error = Diagnostic::error(self.place(expr.span), "`dom` and `codom` cannot stand here");
                self.error(error.help("name the set first: `set D = dom(…)`"))
            }
        }
    }

    fn brackets(&mut self, inner: &Expr) -> Value {
        match self.value(inner) {
            Value::Relation(_) => {
                let place = self.place(inner.span);
                let error = Diagnostic::error(place, "brackets take a set of events, and this is a relation");
                self.error(error.label("a relation").help("use parentheses for relations"))
            }
            other => other,
        }
    }

    fn values(&mut self, parts: &[Expr]) -> Option<Vec<Value>> {
        let values: Vec<Value> = parts.iter().map(|part| self.value(part)).collect();
        let is_known = values.iter().all(|value| !matches!(value, Value::Unknown));
        is_known.then_some(values)
    }

    fn union(&mut self, parts: &[Expr]) -> Value {
        let Some(values) = self.values(parts) else { return Value::Unknown };
        match sets(&values) {
            Some(sets) => Value::Set(sets.into_iter().fold(Set::None, Set::either)),
            None => Value::Relation(Term::union(values.into_iter().map(as_term))),
        }
    }

    fn sequence(&mut self, parts: &[Expr]) -> Value {
        let Some(values) = self.values(parts) else { return Value::Unknown };
        match sets(&values) {
            Some(sets) => Value::Set(sets.into_iter().fold(Set::All, Set::both)),
            None => Value::Relation(Term::sequence(values.into_iter().map(as_term))),
        }
    }

    fn pair(
        &mut self,
        expr: &Expr,
        left: &Expr,
        right: &Expr,
        operator: &str,
        sets: fn(Set, Set) -> Set,
        relations: fn(&Term, &Term) -> Term,
    ) -> Value {
        match (self.value(left), self.value(right)) {
            (Value::Unknown, _) | (_, Value::Unknown) => Value::Unknown,
            (Value::Set(a), Value::Set(b)) => Value::Set(sets(a, b)),
            (Value::Relation(a), Value::Relation(b)) => Value::Relation(relations(&a, &b)),
            // `e & id` is how cycles are spoken of.
            (Value::Relation(a), Value::Set(set @ (Set::All | Set::None))) => {
                Value::Relation(relations(&a, &Term::test(set)))
            }
            (Value::Set(_), Value::Relation(_)) => self.mixed(expr, left, right, operator),
            (Value::Relation(_), Value::Set(_)) => self.mixed(expr, right, left, operator),
        }
    }

    fn mixed(&mut self, expr: &Expr, set: &Expr, relation: &Expr, operator: &str) -> Value {
        let (set, relation) = (self.place(set.span), self.place(relation.span));
        let error = Diagnostic::error(self.place(expr.span), format!("`{operator}` joins a set with a relation"));
        let error = error.also(set, "a set").also(relation, "a relation");
        self.error(error.help("to keep the pairs of r that start in A and end in B, write `[A];r;[B]`"))
    }

    fn postfix(&mut self, expr: &Expr, inner: &Expr, operator: Postfix) -> Value {
        match self.value(inner) {
            Value::Unknown => Value::Unknown,
            Value::Set(set) => {
                let place = self.place(expr.span);
                let (message, value) = match operator {
                    Postfix::Plus | Postfix::Inverse | Postfix::Symmetric => {
                        ("this operator does nothing to a set", set)
                    }
                    Postfix::Star | Postfix::Optional => {
                        ("this operator makes every set the identity on all events", Set::All)
                    }
                };
                self.diagnostics.push(Diagnostic::warning(place, message));
                Value::Set(value)
            }
            Value::Relation(term) => Value::Relation(match operator {
                Postfix::Star => term.star(),
                Postfix::Plus => term.plus(),
                Postfix::Optional => term.optional(),
                Postfix::Inverse => term.inverse(),
                Postfix::Symmetric => Term::union([term.clone(), term.inverse()]),
            }),
        }
    }

    /// The body of a `set`.
    pub(super) fn set_definition(&mut self, expr: &Expr) -> Option<SetDefinition> {
        match &expr.kind {
            ExprKind::Domain(inner) => self.relation(inner).map(SetDefinition::Domain),
            ExprKind::Codomain(inner) => self.relation(inner).map(SetDefinition::Codomain),
            ExprKind::Brackets(inner) => self.set_definition(inner),
            ExprKind::Union(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.set_definition(part)).collect();
                parts.into_iter().collect::<Option<_>>().map(SetDefinition::Either)
            }
            ExprKind::Intersection(a, b) => {
                let (a, b) = (self.set_definition(a), self.set_definition(b));
                Some(SetDefinition::Both(Box::new(a?), Box::new(b?)))
            }
            ExprKind::Difference(a, b) => {
                let (a, b) = (self.set_definition(a), self.set_definition(b));
                Some(SetDefinition::Minus(Box::new(a?), Box::new(b?)))
            }
            _ => match self.value(expr) {
                Value::Set(set) => Some(SetDefinition::Set(set)),
                Value::Relation(_) => {
                    let place = self.place(expr.span);
                    let error = Diagnostic::error(place, "`set` needs a set of events, and this is a relation");
                    self.error(
                        error.label("a relation").help("write `dom(…)` for its starts, `codom(…)` for its ends"),
                    );
                    None
                }
                Value::Unknown => None,
            },
        }
    }
}

fn as_term(value: Value) -> Term {
    match value {
        Value::Set(set) => Term::test(set),
        Value::Relation(term) => term,
        Value::Unknown => Term::zero(),
    }
}

/// The values as sets, if all are.
fn sets(values: &[Value]) -> Option<Vec<Set>> {
    values.iter().map(|value| if let Value::Set(set) = value { Some(set.clone()) } else { None }).collect()
}
