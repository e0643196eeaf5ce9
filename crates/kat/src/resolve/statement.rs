//! Statements.

use selvedge_core::{Licence, Span};

use crate::ast::{
    Assumption, Binder, Check as Statement, Comparison, Definition, Export, Expr, ExprKind, Item, ItemKind, Name, Text,
};
use crate::diagnostic::{Diagnostic, Place, nearest};
use crate::model::{Check, CheckKind, Claim, Claimed, DerivedSet, Role, View, When};
use crate::term::{Relation, Set, Term};
use crate::vocabulary::{PREDICATES, PredicateId, UserPredicate};

use super::{Resolver, Value};

/// Predicates must fit into the bits of a word.
const MAX_PREDICATES: usize = 64;

impl Resolver<'_> {
    pub(super) fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Include(file) => self.include(file),
            ItemKind::Relation(name, _) => self.declare_relation(name),
            ItemKind::Predicate(name, _) => {
                if self.may_define(name)
                    && let Some(id) = self.new_predicate(name)
                {
                    self.define(name, Value::Set(Set::Predicate(id)), None);
                }
            }
            ItemKind::Disjoint(names) => self.disjoint(names),
            ItemKind::Define { binder, recursive, definitions } => self.definitions(*binder, *recursive, definitions),
            ItemKind::Set(definition) => self.derive_set(definition),
            ItemKind::Assume(Assumption::Compare(comparison)) => {
                let claim = self.comparison(comparison, item.span);
                self.model.assumptions.extend(claim);
            }
            ItemKind::Assume(Assumption::Total(relation)) => {
                self.relation(relation);
                let warning = Diagnostic::warning(self.place(item.span), "proofs do not use that a relation is total");
                self.diagnostics.push(warning.help("the rule that would is unsound for inclusions (kat.md §2.4)"));
            }
            ItemKind::Assert(comparison) => {
                let claim = self.goal(comparison, item.span);
                self.model.asserts.extend(claim);
            }
            ItemKind::Export(export) => self.export(export, item.span),
            ItemKind::Licence(name, by) => self.licence(name, by.as_ref()),
        }
    }

    /// What an included text says of itself need not hold of the text that includes it.
    fn licence(&mut self, name: &Name, by: Option<&Text>) {
        let place = self.place(name.span);
        let Some(licence) = Licence::parse(&name.text) else {
            let known = Licence::ALL.map(Licence::name);
            let error = Diagnostic::error(place, format!("there is no licence `{}`", name.text));
            self.error(match nearest(&name.text, known.into_iter()) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error.help(format!("the licences are {}", known.join(", "))),
            });
            return;
        };
        if let Some(first) = self.model.licences.iter().find(|claimed| claimed.licence == licence) {
            let first = first.place;
            let error = Diagnostic::error(place, format!("the licence `{}` is there twice", name.text));
            self.error(error.also(first, "the first one"));
        } else if self.open.len() == 1 {
            let by = by.map(|by| by.text.clone());
            self.model.licences.push(Claimed { licence, by, place });
        }
    }

    fn declare_relation(&mut self, name: &Name) {
        if !self.may_define(name) {
            return;
        }
        let Ok(index) = u16::try_from(self.model.vocabulary.relations.len()) else {
            self.error(Diagnostic::error(self.place(name.span), "there are too many relations"));
            return;
        };
        self.model.vocabulary.relations.push(name.text.clone());
        self.define(name, Value::Relation(Term::primitive(Relation::User(index))), None);
        let part = Name { text: format!("{}-loc", name.text), ..name.clone() };
        self.define(&part, Value::Relation(Term::primitive(Relation::UserLoc(index))), None);
    }

    fn new_predicate(&mut self, name: &Name) -> Option<PredicateId> {
        let next = PREDICATES.len() + self.model.vocabulary.predicates.len();
        if next >= MAX_PREDICATES {
            let own = MAX_PREDICATES - PREDICATES.len();
            let message = format!("a model can have {own} sets of its own");
            self.error(Diagnostic::error(self.place(name.span), message));
            return None;
        }
        self.model.vocabulary.predicates.push(UserPredicate { name: name.text.clone() });
        Some(PredicateId(next as u8))
    }

    fn disjoint(&mut self, names: &[Name]) {
        let mut sets = Vec::new();
        for name in names {
            match self.lookup(name) {
                Value::Set(set) => sets.push(set),
                Value::Relation(_) => {
                    let error = Diagnostic::error(self.place(name.span), "`disjoint` takes sets of events");
                    self.error(error.label("a relation"));
                }
                Value::Unknown => {}
            }
        }
        self.model.vocabulary.disjoint.push(sets);
    }

    fn definitions(&mut self, binder: Binder, recursive: bool, definitions: &[Definition]) {
        let values: Vec<Value> = if recursive {
            let known: Vec<bool> = definitions.iter().map(|definition| self.may_define(&definition.name)).collect();
            if known.contains(&false) {
                return;
            }
            self.solve(definitions).into_iter().map(|term| term.map_or(Value::Unknown, Value::Relation)).collect()
        } else {
            definitions.iter().map(|definition| self.value(&definition.body)).collect()
        };
        for (definition, value) in definitions.iter().zip(values) {
            let view = match binder {
                Binder::Let => None,
                Binder::View => self.view(definition, &value),
            };
            if definition.name.text == "ppo"
                && self.open.len() == 1
                && let Value::Relation(relation) = &value
            {
                self.model.ppo = Some(relation.clone());
            }
            self.define(&definition.name, value, view);
        }
    }

    fn view(&mut self, definition: &Definition, value: &Value) -> Option<usize> {
        let place = self.place(definition.name.span);
        match value {
            Value::Relation(relation) => {
                let name = definition.name.text.clone();
                self.model.views.push(View { name, relation: relation.clone(), place });
                Some(self.model.views.len() - 1)
            }
            Value::Set(_) => {
                let body = self.place(definition.body.span);
                self.error(Diagnostic::error(body, "a view is a relation, and this is a set").label("a set of events"));
                None
            }
            Value::Unknown => None,
        }
    }

    fn derive_set(&mut self, set: &Definition) {
        if !self.may_define(&set.name) {
            return;
        }
        let Some(definition) = self.set_definition(&set.body) else {
            self.define(&set.name, Value::Unknown, None);
            return;
        };
        let place = self.place(set.name.span);
        if let Some(predicate) = self.new_predicate(&set.name) {
            self.model.sets.push(DerivedSet { predicate, definition, place });
            self.define(&set.name, Value::Set(Set::Predicate(predicate)), None);
        }
    }

    fn comparison(&mut self, comparison: &Comparison, span: Span) -> Option<Claim> {
        let (left, right) = (self.relation(&comparison.left), self.relation(&comparison.right));
        Some(Claim { left: left?, operator: comparison.operator, right: right?, place: self.place(span) })
    }

    /// An `assert`, whose right side may be a rotation.
    fn goal(&mut self, comparison: &Comparison, span: Span) -> Option<Claim> {
        let ExprKind::Rot(inner) = &comparison.right.kind else { return self.comparison(comparison, span) };
        let (left, right) = (self.relation(&comparison.left), self.relation(inner));
        let (left, right) = (left?, right?.rot());
        let is_closed = |part: &Term| matches!(part.node(), crate::term::Node::Both(_, other) if other.is_id());
        if !is_closed(&left) {
            let place = self.place(comparison.left.span);
            let error = Diagnostic::error(place, "`rot` on the right needs cycles on the left");
            let rot = self.place(comparison.right.span);
            self.error(error.also(rot, "`rot` is here").help("write `(e) & id <= rot f`"));
            return None;
        }
        Some(Claim { left, operator: comparison.operator, right, place: self.place(span) })
    }

    fn export(&mut self, export: &Export, span: Span) {
        let place = self.place(span);
        let unless = export.unless.as_ref().map(|condition| (self.comparison(condition, span), condition));
        let role = |role: Role| match &export.extra {
            Some(name) => Role::Extra(name.text.clone()),
            None => role,
        };
        let (kind, role, unless) = match &export.check {
            Statement::Acyclic(relation) => {
                let relation = self.proper_relation(relation, "acyclic");
                (relation.map(CheckKind::Acyclic), role(Role::Axiom), unless)
            }
            Statement::Irreflexive(relation) => {
                let relation = self.proper_relation(relation, "irreflexive");
                (relation.map(CheckKind::Irreflexive), role(Role::Axiom), unless)
            }
            Statement::Empty(relation) => (self.relation(relation).map(CheckKind::Empty), role(Role::Axiom), unless),
            Statement::Coherence(view) => (self.coherence(view, place), role(Role::Axiom), unless),
            Statement::Compare(comparison) => {
                (self.comparison(comparison, span).map(CheckKind::Compare), role(Role::Axiom), unless)
            }
            Statement::Error(name) | Statement::Warning(name) => {
                let role = match &export.check {
                    Statement::Error(_) => Role::Error(name.text.clone()),
                    _ => Role::Warning(name.text.clone()),
                };
                let Some((condition, _)) = unless else {
                    let error = Diagnostic::error(place, format!("`{}` needs a condition", name.text));
                    self.error(error.help("write `unless a <= b` after it"));
                    return;
                };
                (condition.map(CheckKind::Compare), role, None)
            }
        };
        let name = self.check_name(export, place);
        let (Some(kind), Some(unless)) = (kind, unless.map_or(Some(None), |(claim, _)| claim.map(Some))) else {
            return;
        };
        let when = if export.when_complete { When::Complete } else { When::Always };
        self.model.checks.push(Check { name, kind, role, unless, when, place });
    }

    /// What reports call the check: what `as` says, or a word for what it is.
    fn check_name(&mut self, export: &Export, place: Place) -> String {
        if let Some(name) = &export.name {
            let at = self.place(name.span);
            if let Some(&first) = self.check_names.get(&name.text) {
                let error = Diagnostic::error(at, format!("two axioms are called `{}`", name.text));
                self.error(error.also(first, "the first one"));
            }
            self.check_names.insert(name.text.clone(), at);
            return name.text.clone();
        }
        let word = match &export.check {
            Statement::Acyclic(_) => "acyclic",
            Statement::Irreflexive(_) => "irreflexive",
            Statement::Empty(_) => "empty",
            Statement::Coherence(_) => return "coherence".into(),
            Statement::Compare(_) => "inclusion",
            Statement::Error(name) | Statement::Warning(name) => return name.text.clone(),
        };
        let line = self.sources.get(place.file).map_or(0, |source| place.span.line_column(&source.text).0);
        format!("{word} (line {line})")
    }

    fn coherence(&mut self, view: &Expr, place: Place) -> Option<CheckKind> {
        if let Some(first) = self.coherence {
            let error = Diagnostic::error(place, "a model has one `coherence` statement");
            self.error(error.also(first, "the first one"));
            return None;
        }
        self.coherence = Some(place);
        let at = self.place(view.span);
        if let ExprKind::Name(name) = &view.kind {
            let scope = name.file.clone().unwrap_or_else(|| self.scope.clone());
            match self.names.get(&(scope, name.text.clone())) {
                Some(entry) if entry.view.is_some() => return entry.view.map(CheckKind::Coherence),
                Some(entry) if matches!(entry.value, Value::Unknown) => return None,
                Some(entry) => {
                    let defined = entry.place;
                    let error = Diagnostic::error(at, format!("`{}` is not a view", name.text));
                    let help = format!("write `view {} = …` instead of `let`", name.text);
                    self.error(error.also(defined, "defined here").help(help));
                    return None;
                }
                None => {}
            }
            if matches!(self.lookup(name), Value::Unknown) {
                return None;
            }
        }
        let error = Diagnostic::error(at, "`coherence` takes the name of a view");
        self.error(error.help("define it first: `view hb_stable = …`"));
        None
    }
}
