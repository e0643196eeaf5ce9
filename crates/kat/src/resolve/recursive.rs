//! `let rec`: least solutions of left-linear systems.
//!
//! In `let rec x = x;a | y;b | c and y = …` the names of the group may only be the leftmost factor of a
//! sequence. Each equation is then `x = x;A | y;B | … | C`, and the system is solved by elimination:
//! `x = x;A | R` has the least solution `R;A*` (Arden's rule).

use crate::ast::{Definition, Expr, ExprKind, Postfix};
use crate::diagnostic::Diagnostic;
use crate::term::Term;

use super::{MAX_SIZE, Resolver, Value};

/// `x_0;A_0 | x_1;A_1 | … | C`
#[derive(Clone)]
struct Linear {
    coefficients: Vec<Term>,
    constant: Term,
}

impl Linear {
    fn constant(size: usize, constant: Term) -> Linear {
        Linear { coefficients: vec![Term::zero(); size], constant }
    }

    fn zip(&self, other: &Linear, join: impl Fn(&Term, &Term) -> Term) -> Linear {
        let coefficients = self.coefficients.iter().zip(&other.coefficients).map(|(a, b)| join(a, b)).collect();
        Linear { coefficients, constant: join(&self.constant, &other.constant) }
    }

    fn or(&self, other: &Linear) -> Linear {
        self.zip(other, |a, b| Term::union([a.clone(), b.clone()]))
    }

    fn then(&self, after: &Term) -> Linear {
        let then = |term: &Term| Term::sequence([term.clone(), after.clone()]);
        Linear { coefficients: self.coefficients.iter().map(then).collect(), constant: then(&self.constant) }
    }

    fn size(&self) -> usize {
        self.coefficients.iter().map(Term::size).sum::<usize>() + self.constant.size()
    }
}

impl Resolver<'_> {
    /// Solves a group; gives a relation for each definition, or nothing if something is wrong.
    pub(super) fn solve(&mut self, definitions: &[Definition]) -> Vec<Option<Term>> {
        let names: Vec<&str> = definitions.iter().map(|definition| definition.name.text.as_str()).collect();
        let bodies: Vec<Option<Linear>> =
            definitions.iter().map(|definition| self.linear(&definition.body, &names)).collect();
        let Some(mut system) = bodies.into_iter().collect::<Option<Vec<Linear>>>() else {
            return vec![None; definitions.len()];
        };
        for i in 0..system.len() {
            let again = std::mem::replace(&mut system[i].coefficients[i], Term::zero());
            system[i] = system[i].then(&again.star());
            let solved = system[i].clone();
            for (j, equation) in system.iter_mut().enumerate() {
                if j != i {
                    let factor = std::mem::replace(&mut equation.coefficients[i], Term::zero());
                    *equation = equation.or(&solved.then(&factor));
                }
            }
            if system.iter().map(Linear::size).sum::<usize>() > MAX_SIZE {
                let place = self.place(definitions[i].name.span);
                self.error(Diagnostic::error(place, "the solution of this recursive group is too large"));
                return vec![None; definitions.len()];
            }
        }
        system.into_iter().map(|equation| Some(equation.constant)).collect()
    }

    fn linear(&mut self, expr: &Expr, names: &[&str]) -> Option<Linear> {
        if !mentions(expr, names) {
            return self.relation(expr).map(|term| Linear::constant(names.len(), term));
        }
        match &expr.kind {
            ExprKind::Name(name) => {
                let position = names.iter().position(|known| *known == name.text)?;
                let mut linear = Linear::constant(names.len(), Term::zero());
                linear.coefficients[position] = Term::id();
                Some(linear)
            }
            ExprKind::Union(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.linear(part, names)).collect();
                let zero = Linear::constant(names.len(), Term::zero());
                parts.into_iter().try_fold(zero, |sum, part| Some(sum.or(&part?)))
            }
            ExprKind::Sequence(parts) => {
                let mut linear = self.linear(&parts[0], names);
                for part in &parts[1..] {
                    if mentions(part, names) {
                        self.not_linear(part, "a recursive name may only be the leftmost factor of a sequence");
                        linear = None;
                        continue;
                    }
                    let factor = self.relation(part);
                    linear = linear.zip(factor).map(|(linear, factor)| linear.then(&factor));
                }
                linear
            }
            ExprKind::Postfix(inner, Postfix::Optional) => {
                let one = Linear::constant(names.len(), Term::id());
                self.linear(inner, names).map(|linear| linear.or(&one))
            }
            ExprKind::Postfix(..) => self.not_linear(expr, "a recursive name cannot stand under this operator"),
            _ => self.not_linear(expr, "a recursive name cannot stand here"),
        }
    }

    fn not_linear(&mut self, expr: &Expr, message: &str) -> Option<Linear> {
        let error = Diagnostic::error(self.place(expr.span), message);
        let value = self.error(error.help("write the group as `x = x;a | c`, or use `+` and `*`"));
        debug_assert!(matches!(value, Value::Unknown));
        None
    }
}

fn mentions(expr: &Expr, names: &[&str]) -> bool {
    match &expr.kind {
        ExprKind::Zero | ExprKind::Id | ExprKind::Missing => false,
        ExprKind::Name(name) => name.file.is_none() && names.contains(&name.text.as_str()),
        ExprKind::Union(parts) | ExprKind::Sequence(parts) => parts.iter().any(|part| mentions(part, names)),
        ExprKind::Intersection(a, b) | ExprKind::Difference(a, b) => mentions(a, names) || mentions(b, names),
        ExprKind::Brackets(inner)
        | ExprKind::Postfix(inner, _)
        | ExprKind::Rot(inner)
        | ExprKind::Domain(inner)
        | ExprKind::Codomain(inner) => mentions(inner, names),
    }
}
