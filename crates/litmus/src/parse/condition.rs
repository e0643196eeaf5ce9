//! What follows the threads: `locations`, and the condition.

use super::{Parsed, Parser};
use crate::ast::{Condition, Observable, Operand, Prop, Quantifier};
use crate::error::Diagnostic;
use crate::lex::Kind;

impl Parser<'_> {
    /// `[x; 0:r0;]`
    pub(super) fn locations(&mut self) -> Parsed<Vec<Observable>> {
        self.expect("[")?;
        let mut observables = Vec::new();
        while !self.eat("]") {
            if self.eat(";") {
                continue;
            }
            observables.push(self.observable()?);
            if !self.at("]") {
                self.expect(";")?;
            }
        }
        Ok(observables)
    }

    /// The condition, if there is one, and then nothing more.
    pub(super) fn final_condition(&mut self) -> Parsed<Option<Condition>> {
        let start = self.peek();
        let quantifier = match self.word() {
            "exists" => Some(Quantifier::Exists),
            "forall" => Some(Quantifier::Forall),
            "not" => Some(Quantifier::NotExists),
            word @ ("filter" | "observed" | "final" | "cases") => {
                return Err(Diagnostic::unsupported(start.span, format!("`{word}` is not supported")));
            }
            _ if self.at("~") => Some(Quantifier::NotExists),
            _ => None,
        };
        let Some(quantifier) = quantifier else {
            return match start.kind {
                Kind::End => Ok(None),
                Kind::Word | Kind::Number | Kind::Symbol(_) => Err(self
                    .expected("a thread or the final condition")
                    .help("a condition starts with `exists`, `~exists` or `forall`")),
            };
        };
        self.advance();
        if quantifier == Quantifier::NotExists && !self.eat_word("exists") {
            return Err(self.expected("`exists`"));
        }
        let prop = self.nested(Self::disjunction)?;
        match self.peek().kind {
            Kind::End => Ok(Some(Condition { quantifier, prop })),
            Kind::Symbol(symbol @ ("&&" | "||" | "&" | "|")) => {
                Err(Diagnostic::input(self.peek().span, format!("`{symbol}` does not connect propositions"))
                    .help("write `/\\` for and, `\\/` for or"))
            }
            Kind::Symbol("=>") => Err(Diagnostic::unsupported(self.peek().span, "`=>` is not supported")
                .help("write `~p \\/ q` for `p => q`")),
            Kind::Word | Kind::Number | Kind::Symbol(_) => Err(self.expected("the end of the file")),
        }
    }

    fn disjunction(&mut self) -> Parsed<Prop> {
        let first = self.conjunction()?;
        self.joined(first, "\\/", Self::conjunction, Prop::Or)
    }

    fn conjunction(&mut self) -> Parsed<Prop> {
        let first = self.negation()?;
        self.joined(first, "/\\", Self::negation, Prop::And)
    }

    /// `first glue part glue part …`, flat.
    fn joined(
        &mut self,
        first: Prop,
        glue: &str,
        part: fn(&mut Self) -> Parsed<Prop>,
        join: fn(Vec<Prop>) -> Prop,
    ) -> Parsed<Prop> {
        if !self.at(glue) {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.eat(glue) {
            parts.push(part(self)?);
        }
        Ok(join(parts))
    }

    fn negation(&mut self) -> Parsed<Prop> {
        if self.eat("~") || self.eat_word("not") {
            return Ok(Prop::Not(Box::new(self.nested(Self::negation)?)));
        }
        if self.eat("(") {
            let prop = self.nested(Self::disjunction)?;
            if matches!(self.peek().kind, Kind::Symbol("&&" | "||" | "&" | "|")) {
                return Err(self.expected("`/\\`, `\\/` or `)`").help("write `/\\` for and, `\\/` for or"));
            }
            self.expect(")")?;
            return Ok(prop);
        }
        if self.eat_word("true") {
            return Ok(Prop::And(Vec::new()));
        }
        if self.eat_word("false") {
            return Ok(Prop::Or(Vec::new()));
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Parsed<Prop> {
        let left = self.observable()?;
        let equal = match self.peek().kind {
            Kind::Symbol("=" | "==") => true,
            Kind::Symbol("<>" | "!=") => false,
            Kind::Symbol(symbol @ ("<" | "<=" | ">" | ">=")) => {
                return Err(Diagnostic::unsupported(
                    self.peek().span,
                    format!("`{symbol}` is not supported in conditions"),
                )
                .help("compare with `=` or `<>`"));
            }
            Kind::Word | Kind::Number | Kind::Symbol(_) | Kind::End => return Err(self.expected("`=` or `<>`")),
        };
        self.advance();
        let right = match self.peek().kind {
            Kind::Symbol("-") => Operand::Const(self.constant()?),
            Kind::Number if !self.colon_follows() => Operand::Const(self.constant()?),
            Kind::Word | Kind::Number | Kind::Symbol(_) | Kind::End => Operand::Observed(self.observable()?),
        };
        Ok(Prop::Compare { left, equal, right })
    }
}
