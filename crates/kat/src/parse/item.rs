//! Statements.

use crate::ast::{
    Assumption, Binder, Check, Compare, Comparison, Definition, Export, Expr, ExprKind, Item, ItemKind, Text,
};
use crate::diagnostic::{Diagnostic, nearest};
use crate::lex::Kind;

use super::{Failed, KEYWORDS, Parsed, Parser};

/// Words that start a statement if they stand where one may start.
const STATEMENTS: &[&str] = &[
    "acyclic",
    "assert",
    "assume",
    "check",
    "coherence",
    "disjoint",
    "empty",
    "error",
    "export",
    "include",
    "irreflexive",
    "let",
    "licence",
    "predicate",
    "relation",
    "save",
    "set",
    "view",
    "warning",
];

impl Parser<'_> {
    pub(super) fn item(&mut self) -> Parsed<Item> {
        let start = self.peek();
        let kind = self.item_kind()?;
        Ok(Item { kind, span: self.since(start.span.start) })
    }

    fn item_kind(&mut self) -> Parsed<ItemKind> {
        let first = self.peek();
        if first.kind != Kind::Name {
            return self.expected("a statement");
        }
        match self.text_of(first) {
            "include" => {
                self.advance();
                self.string().map(ItemKind::Include)
            }
            "relation" => {
                self.advance();
                Ok(ItemKind::Relation(self.name()?, self.accessor()?))
            }
            "predicate" => {
                self.advance();
                Ok(ItemKind::Predicate(self.name()?, self.accessor()?))
            }
            "disjoint" => self.disjoint(),
            "let" => self.define(Binder::Let),
            "view" => self.define(Binder::View),
            "save" => self.save(),
            "set" => {
                self.advance();
                self.definition().map(ItemKind::Set)
            }
            "assume" => self.assume(),
            "assert" => {
                self.advance();
                self.comparison().map(ItemKind::Assert)
            }
            "export" => {
                self.advance();
                self.export()
            }
            "licence" => {
                self.advance();
                let name = self.name()?;
                let by = if self.eat_word("by") { Some(self.string()?) } else { None };
                Ok(ItemKind::Licence(name, by))
            }
            "check" => {
                self.advance();
                let comparison = self.comparison()?;
                self.trimmings(None, Check::Compare(comparison))
            }
            "acyclic" | "coherence" | "error" | "warning" | "irreflexive" | "empty" => self.export(),
            "recovery" => {
                let error = Diagnostic::error(self.place(first.span), "models of persistent memory are not supported");
                self.fail(error.help("leave out the `recovery` statement"))
            }
            other => {
                let near = nearest(other, STATEMENTS.iter().copied());
                let error = Diagnostic::error(self.place(first.span), format!("expected a statement, found `{other}`"));
                self.fail(match near {
                    Some(near) => error.help(format!("did you mean `{near}`?")),
                    None => error.help("statements start with let, view, set, assert, assume, export, include, …"),
                })
            }
        }
    }

    fn disjoint(&mut self) -> Parsed<ItemKind> {
        self.advance();
        let mut names = vec![self.qualified()?];
        while self.eat_symbol("#") {
            names.push(self.qualified()?);
        }
        Ok(ItemKind::Disjoint(names))
    }

    fn define(&mut self, binder: Binder) -> Parsed<ItemKind> {
        self.advance();
        let recursive = self.eat_word("rec");
        let mut definitions = vec![self.definition()?];
        while recursive && self.eat_word("and") {
            definitions.push(self.definition()?);
        }
        Ok(ItemKind::Define { binder, recursive, definitions })
    }

    /// `save[r] x = e`, the older word for a view.
    fn save(&mut self) -> Parsed<ItemKind> {
        self.advance();
        if self.eat_symbol("[") {
            self.expr()?;
            self.expect_symbol("]")?;
        }
        let definition = self.definition()?;
        Ok(ItemKind::Define { binder: Binder::View, recursive: false, definitions: vec![definition] })
    }

    fn definition(&mut self) -> Parsed<Definition> {
        let name = self.name()?;
        self.expect_symbol("=")?;
        let start = self.peek().span.start;
        // The name is kept even if the body cannot be read, so that its uses are no errors too.
        let body = match self.expr() {
            Ok(body) => body,
            Err(Failed) => {
                self.depth = 0;
                self.skip_to_statement();
                Expr { kind: ExprKind::Missing, span: self.since(start) }
            }
        };
        Ok(Definition { name, body })
    }

    fn assume(&mut self) -> Parsed<ItemKind> {
        self.advance();
        if self.eat_word("total") {
            return Ok(ItemKind::Assume(Assumption::Total(self.expr()?)));
        }
        Ok(ItemKind::Assume(Assumption::Compare(self.comparison()?)))
    }

    fn comparison(&mut self) -> Parsed<Comparison> {
        let left = self.expr()?;
        let operator = if self.eat_symbol("<=") {
            Compare::Included
        } else if self.eat_symbol("=") {
            Compare::Equal
        } else {
            return self.expected("`<=` or `=`");
        };
        let right = self.expr()?;
        if self.is_symbol("<=") || self.is_symbol("=") {
            let place = self.place(self.peek().span);
            let error = Diagnostic::error(place, "a comparison has two sides");
            return self.fail(error.help("write one statement for each comparison"));
        }
        Ok(Comparison { left, operator, right })
    }

    fn export(&mut self) -> Parsed<ItemKind> {
        let extra = if self.eat_word("extra") { Some(self.name()?) } else { None };
        // The words that older files may use as names are keywords if an expression follows.
        let starts_check = self.starts_operand(self.peek_after());
        let word = if self.peek().kind == Kind::Name { self.text_of(self.peek()) } else { "" };
        let check = match word {
            "acyclic" => {
                self.advance();
                Check::Acyclic(self.expr()?)
            }
            "irreflexive" if starts_check => {
                self.advance();
                Check::Irreflexive(self.expr()?)
            }
            "empty" if starts_check => {
                self.advance();
                Check::Empty(self.expr()?)
            }
            "coherence" => {
                self.advance();
                Check::Coherence(self.expr()?)
            }
            "error" => {
                self.advance();
                Check::Error(self.name()?)
            }
            "warning" => {
                self.advance();
                Check::Warning(self.name()?)
            }
            _ => Check::Compare(self.comparison()?),
        };
        self.trimmings(extra, check)
    }

    /// What may follow a check: `as`, `unless`, `when complete`, an accessor.
    fn trimmings(&mut self, extra: Option<crate::ast::Name>, check: Check) -> Parsed<ItemKind> {
        let mut export = Export { extra, check, name: None, unless: None, when_complete: false, accessor: None };
        loop {
            let at = self.peek();
            let repeated = match () {
                () if self.eat_word("as") => export.name.replace(self.name()?).is_some(),
                () if self.eat_word("unless") => export.unless.replace(self.comparison()?).is_some(),
                () if self.eat_word("when") => {
                    if !self.eat_word("complete") {
                        return self.expected("`complete`");
                    }
                    std::mem::replace(&mut export.when_complete, true)
                }
                () => break,
            };
            if repeated {
                let error = Diagnostic::error(self.place(at.span), format!("`{}` is there twice", self.text_of(at)));
                self.errors.push(error);
            }
        }
        export.accessor = self.accessor()?;
        Ok(ItemKind::Export(Box::new(export)))
    }

    /// `(genmc: "…")`
    fn accessor(&mut self) -> Parsed<Option<Text>> {
        if !self.eat_symbol("(") {
            return Ok(None);
        }
        if !self.eat_word("genmc") {
            return self.expected("`genmc`");
        }
        self.expect_symbol(":")?;
        let text = self.string()?;
        self.expect_symbol(")")?;
        Ok(Some(text))
    }

    /// Whether the token can start an operand.
    pub(super) fn starts_operand(&self, token: crate::lex::Token) -> bool {
        match token.kind {
            Kind::Symbol(symbol) => matches!(symbol, "(" | "[" | "0"),
            Kind::Name => {
                let word = self.text_of(token);
                matches!(word, "id" | "rot") || !KEYWORDS.contains(&word)
            }
            Kind::Text | Kind::End => false,
        }
    }
}
