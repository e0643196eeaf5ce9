//! Expressions, from loose to tight: `|`, then `&` and `\`, then `;`, then postfix operators, then `rot`.

use crate::ast::{Expr, ExprKind, Postfix};
use crate::diagnostic::Diagnostic;
use crate::lex::Kind;

use super::{MAX_DEPTH, Parsed, Parser};

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.nested(Parser::union)
    }

    /// Reads a part one level deeper, so that no text makes us run out of stack.
    fn nested(&mut self, part: fn(&mut Self) -> Parsed<Expr>) -> Parsed<Expr> {
        if self.depth >= MAX_DEPTH {
            let error = Diagnostic::error(self.place(self.peek().span), "this expression is nested too deeply");
            return self.fail(error.help("give parts of it names with `let`"));
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }

    fn union(&mut self) -> Parsed<Expr> {
        self.list("|", Parser::intersection, ExprKind::Union)
    }

    fn list(
        &mut self,
        operator: &str,
        part: fn(&mut Self) -> Parsed<Expr>,
        join: fn(Vec<Expr>) -> ExprKind,
    ) -> Parsed<Expr> {
        let first = part(self)?;
        if !self.is_symbol(operator) {
            return Ok(first);
        }
        let start = first.span.start;
        let mut parts = vec![first];
        while self.eat_symbol(operator) {
            parts.push(part(self)?);
        }
        Ok(Expr { kind: join(parts), span: self.since(start) })
    }

    fn intersection(&mut self) -> Parsed<Expr> {
        let mut left = self.sequence()?;
        let mut links = 0;
        loop {
            let join = match self.peek().kind {
                Kind::Symbol("&") => ExprKind::Intersection,
                Kind::Symbol("\\") => ExprKind::Difference,
                _ => return Ok(left),
            };
            self.count(&mut links)?;
            self.advance();
            let right = self.sequence()?;
            let start = left.span.start;
            left = Expr { kind: join(Box::new(left), Box::new(right)), span: self.since(start) };
        }
    }

    /// Counts the links of a chain that nests to the left.
    fn count(&mut self, links: &mut usize) -> Parsed<()> {
        *links += 1;
        if self.depth + *links > MAX_DEPTH {
            let error = Diagnostic::error(self.place(self.peek().span), "this expression is nested too deeply");
            return self.fail(error.help("give parts of it names with `let`"));
        }
        Ok(())
    }

    fn sequence(&mut self) -> Parsed<Expr> {
        self.list(";", Parser::postfix, ExprKind::Sequence)
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let mut inner = self.prefix()?;
        let mut links = 0;
        loop {
            let operator = match self.peek().kind {
                Kind::Symbol("*") => Postfix::Star,
                Kind::Symbol("+") => Postfix::Plus,
                Kind::Symbol("?") => Postfix::Optional,
                Kind::Symbol("^") => match self.peek_after().kind {
                    Kind::Symbol("-1") => Postfix::Inverse,
                    Kind::Symbol("=") => Postfix::Symmetric,
                    _ => {
                        self.advance();
                        return self.expected("`-1` or `=` after `^`");
                    }
                },
                _ => return Ok(inner),
            };
            self.count(&mut links)?;
            self.advance();
            if matches!(operator, Postfix::Inverse | Postfix::Symmetric) {
                self.advance();
            }
            let start = inner.span.start;
            inner = Expr { kind: ExprKind::Postfix(Box::new(inner), operator), span: self.since(start) };
        }
    }

    fn prefix(&mut self) -> Parsed<Expr> {
        let start = self.peek().span.start;
        if !self.eat_word("rot") {
            return self.operand();
        }
        let inner = self.nested(Parser::prefix)?;
        Ok(Expr { kind: ExprKind::Rot(Box::new(inner)), span: self.since(start) })
    }

    fn operand(&mut self) -> Parsed<Expr> {
        let token = self.peek();
        let start = token.span.start;
        let kind = match token.kind {
            Kind::Symbol("0") => {
                self.advance();
                ExprKind::Zero
            }
            Kind::Symbol("(") => {
                self.advance();
                let inner = self.expr()?;
                self.close(start, "(", ")")?;
                return Ok(inner);
            }
            Kind::Symbol("[") => {
                self.advance();
                if self.eat_symbol("]") {
                    ExprKind::Id
                } else {
                    let inner = self.expr()?;
                    self.close(start, "[", "]")?;
                    ExprKind::Brackets(Box::new(inner))
                }
            }
            Kind::Name if self.is_word("id") => {
                self.advance();
                ExprKind::Id
            }
            Kind::Name if self.is_call() => {
                let join = if self.is_word("dom") { ExprKind::Domain } else { ExprKind::Codomain };
                self.advance();
                self.advance();
                let inner = self.expr()?;
                self.close(start, "(", ")")?;
                join(Box::new(inner))
            }
            Kind::Name if self.starts_operand(token) => ExprKind::Name(self.qualified()?),
            // Two operators in a row: the rest of the statement may still be readable.
            Kind::Symbol("|" | ";" | "&" | ")" | "]") => {
                let place = self.place(token.span);
                let error = Diagnostic::error(place, format!("expected an operand before `{}`", self.text_of(token)));
                self.errors.push(error);
                ExprKind::Missing
            }
            _ => return self.expected("a relation or a set"),
        };
        Ok(Expr { kind, span: self.since(start) })
    }

    /// `dom(` or `codom(`, unless it is a name before `(genmc: …)`.
    fn is_call(&self) -> bool {
        (self.is_word("dom") || self.is_word("codom"))
            && matches!(self.peek_after().kind, Kind::Symbol("("))
            && self.text_of(self.peek_past(2)) != "genmc"
    }

    fn close(&mut self, opened: usize, open: &'static str, close: &'static str) -> Parsed<()> {
        if self.eat_symbol(close) {
            return Ok(());
        }
        let token = self.peek();
        let opening = self.place(selvedge_core::Span { start: opened, end: opened + 1 });
        let error = Diagnostic::error(self.place(token.span), format!("this `{open}` is never closed"));
        let mut error = error.label(format!("expected `{close}`")).also(opening, "opened here");
        // The opening is what the reader looks for.
        std::mem::swap(&mut error.primary.place, &mut error.secondary[0].place);
        let expected = std::mem::replace(&mut error.secondary[0].text, std::mem::take(&mut error.primary.text));
        error.primary.text = expected;
        self.fail(error)
    }
}
