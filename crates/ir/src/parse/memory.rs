//! Instructions that touch memory or compute addresses.

use super::Parsed;
use super::body::{BodyParser, Trail};
use crate::lex::Tok;
use crate::nodes::{AtomicRmw, Atomicity, CmpXchg, GepFlags, InstKind, Ordering, RmwOp, Scope};

impl BodyParser<'_> {
    pub fn alloca(&mut self) -> Parsed<(InstKind, Trail)> {
        while self.accept_word("inalloca") || self.accept_word("swifterror") {}
        let ty = self.ty()?;
        let mut count = None;
        let mut trail = Trail::default();
        if self.accept(b',') {
            if self.at_type() {
                count = Some(Box::new(self.typed()?));
                trail = self.trail()?;
            } else {
                trail = self.trail_after_comma()?;
            }
        }
        Ok((InstKind::Alloca { ty, count, align: trail.align }, trail))
    }

    /// `atomic` and `volatile`, in this order.
    fn access_words(&mut self) -> (bool, bool) {
        (self.accept_word("atomic"), self.accept_word("volatile"))
    }

    pub fn load(&mut self) -> Parsed<(InstKind, Trail)> {
        let (atomic, volatile) = self.access_words();
        let ty = self.ty()?;
        self.expect(b',')?;
        let pointer = self.typed()?.value;
        let atomic = if atomic { Some(self.atomicity()?) } else { None };
        let trail = self.trail()?;
        Ok((InstKind::Load { ty, pointer, align: trail.align, volatile, atomic }, trail))
    }

    pub fn store(&mut self) -> Parsed<(InstKind, Trail)> {
        let (atomic, volatile) = self.access_words();
        let value = self.typed()?;
        self.expect(b',')?;
        let pointer = self.typed()?.value;
        let atomic = if atomic { Some(self.atomicity()?) } else { None };
        let trail = self.trail()?;
        let kind = InstKind::Store { ty: value.ty, value: value.value, pointer, align: trail.align, volatile, atomic };
        Ok((kind, trail))
    }

    fn ordering(&mut self) -> Parsed<Ordering> {
        let Tok::Word(word) = self.tok else { return self.fail("expected an ordering") };
        match Ordering::from_word(word) {
            Some(ordering) => {
                self.bump();
                Ok(ordering)
            }
            None => self.unknown(format!("ordering {word}")),
        }
    }

    fn scope(&mut self) -> Parsed<Scope> {
        if !self.accept_word("syncscope") {
            return Ok(Scope::System);
        }
        self.expect(b'(')?;
        let scope = match self.tok {
            Tok::Str("singlethread") => Scope::SingleThread,
            Tok::Str("" | "system") => Scope::System,
            Tok::Str(name) => return self.unknown(format!("syncscope {name}")),
            _ => return self.fail("expected a scope"),
        };
        self.bump();
        self.expect(b')')?;
        Ok(scope)
    }

    fn atomicity(&mut self) -> Parsed<Atomicity> {
        let scope = self.scope()?;
        Ok(Atomicity { ordering: self.ordering()?, scope })
    }

    pub fn fence(&mut self) -> Parsed<(InstKind, Trail)> {
        let atomic = self.atomicity()?;
        Ok((InstKind::Fence(atomic), self.trail()?))
    }

    pub fn cmpxchg(&mut self) -> Parsed<(InstKind, Trail)> {
        let weak = self.accept_word("weak");
        let volatile = self.accept_word("volatile");
        let pointer = self.typed()?.value;
        self.expect(b',')?;
        let expected = self.typed()?;
        self.expect(b',')?;
        let new = self.typed()?.value;
        let scope = self.scope()?;
        let success = self.ordering()?;
        let failure = self.ordering()?;
        let trail = self.trail()?;
        let kind = InstKind::CmpXchg(Box::new(CmpXchg {
            ty: expected.ty,
            pointer,
            expected: expected.value,
            new,
            success,
            failure,
            weak,
            volatile,
            align: trail.align,
            scope,
        }));
        Ok((kind, trail))
    }

    pub fn atomicrmw(&mut self) -> Parsed<(InstKind, Trail)> {
        let volatile = self.accept_word("volatile");
        let Tok::Word(word) = self.tok else { return self.fail("expected an operation") };
        let Some(op) = RmwOp::from_word(word) else { return self.unknown(format!("atomicrmw {word}")) };
        self.bump();
        let pointer = self.typed()?.value;
        self.expect(b',')?;
        let value = self.typed()?;
        let atomic = self.atomicity()?;
        let trail = self.trail()?;
        let kind = InstKind::AtomicRmw(Box::new(AtomicRmw {
            op,
            ty: value.ty,
            pointer,
            value: value.value,
            atomic,
            volatile,
            align: trail.align,
        }));
        Ok((kind, trail))
    }

    pub fn gep(&mut self) -> Parsed<(InstKind, Trail)> {
        let mut flags = GepFlags::default();
        while let Tok::Word(word) = self.tok {
            match word {
                // `inbounds` implies `nusw`.
                "inbounds" => flags = GepFlags { inbounds: true, nusw: true, ..flags },
                "nuw" => flags.nuw = true,
                "nusw" => flags.nusw = true,
                _ => break,
            }
            self.bump();
        }
        if self.accept_word("inrange") && self.is(b'(') {
            self.skip_balanced()?;
        }
        let source = self.ty()?;
        self.expect(b',')?;
        let base = Box::new(self.typed()?);
        let mut indices = Vec::with_capacity(2);
        let mut trail = Trail::default();
        while self.accept(b',') {
            if matches!(self.tok, Tok::MetaName(_)) {
                trail = self.trail_after_comma()?;
                break;
            }
            self.accept_word("inrange");
            indices.push(self.typed()?);
        }
        Ok((InstKind::Gep { source, base, indices: indices.into(), flags }, trail))
    }
}
