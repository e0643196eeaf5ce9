//! A small random number generator (SplitMix64), and random models as syntax.

use selvedge_core::Span;
use selvedge_kat::ast::{
    Assumption, Binder, Check, Compare, Comparison, Definition, Export, Expr, ExprKind, File, Item, ItemKind, Name,
    Postfix, Text,
};

pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound.max(1) as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn text(&mut self) -> Text {
        Text { text: self.pick(&["a.kat", "", "x->y()"]).into(), span: Span::default() }
    }

    fn name(&mut self) -> Name {
        let words =
            ["po", "rf", "hb", "rf-1", "dmb.full", "SC'", "_x", "as", "set", "empty", "dom", "when", "complete"];
        Name { file: None, text: self.pick(&words).into(), span: Span::default() }
    }

    pub fn expr(&mut self, depth: usize) -> Expr {
        let kind = match self.below(if depth == 0 { 3 } else { 12 }) {
            0 => ExprKind::Zero,
            1 => ExprKind::Id,
            2 => {
                let file = self.chance(20).then(|| "lib".into());
                ExprKind::Name(Name { file, ..self.name() })
            }
            3 => ExprKind::Brackets(Box::new(self.expr(depth - 1))),
            4 | 5 => ExprKind::Union(self.exprs(depth - 1)),
            6 | 7 => ExprKind::Sequence(self.exprs(depth - 1)),
            8 => ExprKind::Intersection(Box::new(self.expr(depth - 1)), Box::new(self.expr(depth - 1))),
            9 => ExprKind::Difference(Box::new(self.expr(depth - 1)), Box::new(self.expr(depth - 1))),
            10 => {
                let operators = [Postfix::Star, Postfix::Plus, Postfix::Optional, Postfix::Inverse, Postfix::Symmetric];
                let operator = self.pick(&operators);
                ExprKind::Postfix(Box::new(self.expr(depth - 1)), operator)
            }
            _ => match self.below(3) {
                0 => ExprKind::Rot(Box::new(self.expr(depth - 1))),
                1 => ExprKind::Domain(Box::new(self.expr(depth - 1))),
                _ => ExprKind::Codomain(Box::new(self.expr(depth - 1))),
            },
        };
        Expr { kind, span: Span::default() }
    }

    fn exprs(&mut self, depth: usize) -> Vec<Expr> {
        (0..2 + self.below(3)).map(|_| self.expr(depth)).collect()
    }

    fn comparison(&mut self) -> Comparison {
        let operator = self.pick(&[Compare::Included, Compare::Equal]);
        Comparison { left: self.expr(3), operator, right: self.expr(3) }
    }

    fn definition(&mut self) -> Definition {
        Definition { name: self.name(), body: self.expr(4) }
    }

    fn item(&mut self) -> ItemKind {
        match self.below(11) {
            0 => ItemKind::Include(self.text()),
            1 => ItemKind::Relation(self.name(), self.chance(30).then(|| self.text())),
            2 => ItemKind::Predicate(self.name(), self.chance(30).then(|| self.text())),
            3 => ItemKind::Disjoint((0..1 + self.below(3)).map(|_| self.name()).collect()),
            4 => {
                let recursive = self.chance(50);
                let count = if recursive { 1 + self.below(3) } else { 1 };
                let definitions = (0..count).map(|_| self.definition()).collect();
                ItemKind::Define { binder: self.pick(&[Binder::Let, Binder::View]), recursive, definitions }
            }
            5 => ItemKind::Set(self.definition()),
            6 => ItemKind::Assume(if self.chance(70) {
                Assumption::Compare(self.comparison())
            } else {
                Assumption::Total(self.expr(3))
            }),
            7 => ItemKind::Assert(self.comparison()),
            8 => ItemKind::Licence(self.name(), self.chance(50).then(|| self.text())),
            _ => {
                let check = match self.below(7) {
                    0 => Check::Acyclic(self.expr(4)),
                    1 => Check::Irreflexive(self.expr(4)),
                    2 => Check::Empty(self.expr(4)),
                    3 => Check::Coherence(self.expr(2)),
                    4 => Check::Error(self.name()),
                    5 => Check::Warning(self.name()),
                    _ => Check::Compare(self.comparison()),
                };
                ItemKind::Export(Box::new(Export {
                    extra: self.chance(20).then(|| self.name()),
                    check,
                    name: self.chance(30).then(|| self.name()),
                    unless: self.chance(30).then(|| self.comparison()),
                    when_complete: self.chance(20),
                    accessor: self.chance(10).then(|| self.text()),
                }))
            }
        }
    }

    pub fn file(&mut self) -> File {
        let items = (0..1 + self.below(5)).map(|_| Item { kind: self.item(), span: Span::default() }).collect();
        File { items }
    }
}
