//! Instructions: the dispatch, and those that only compute.

use super::body::{BodyParser, Trail};
use super::{Parsed, Parser};
use crate::lex::Tok;
use crate::nodes::{
    BinaryOp, CastOp, Constant, FloatPredicate, InstKind, IntPredicate, OpFlags, Operand, Type, TypedConst,
};

/// A shuffle longer than this is not from a compiler.
const MAX_MASK: u32 = 1 << 16;

impl BodyParser<'_> {
    /// The instruction whose opcode is the next token.
    pub fn instruction(&mut self, opcode: &str) -> Parsed<(InstKind, Trail)> {
        // Most frequent first; each parser starts behind the opcode.
        self.bump();
        match opcode {
            "br" => self.br(),
            "load" => self.load(),
            "store" => self.store(),
            "getelementptr" => self.gep(),
            "call" | "tail" | "musttail" | "notail" => self.call(opcode),
            "icmp" => self.icmp(),
            "phi" => self.phi(),
            "ret" => self.ret(),
            "alloca" => self.alloca(),
            "select" => self.select(),
            "switch" => self.switch(),
            "invoke" => self.invoke(),
            "extractvalue" => self.extract_value(),
            "insertvalue" => self.insert_value(),
            "unreachable" => Ok((InstKind::Unreachable, self.trail()?)),
            "cmpxchg" => self.cmpxchg(),
            "atomicrmw" => self.atomicrmw(),
            "fence" => self.fence(),
            "landingpad" => self.landing_pad(),
            "resume" => {
                let value = self.typed()?;
                Ok((InstKind::Resume(value), self.trail()?))
            }
            "freeze" => {
                let v = self.typed()?;
                Ok((InstKind::Freeze { ty: v.ty, value: v.value }, self.trail()?))
            }
            "fneg" => {
                self.flags()?;
                let v = self.typed()?;
                Ok((InstKind::FNeg { ty: v.ty, value: v.value }, self.trail()?))
            }
            "fcmp" => self.fcmp(),
            "extractelement" => self.extract_element(),
            "insertelement" => self.insert_element(),
            "shufflevector" => self.shuffle_vector(),
            "indirectbr" => self.indirect_br(),
            "callbr" => self.call_br(),
            "va_arg" => {
                let list = self.typed()?.value;
                self.expect(b',')?;
                let ty = self.ty()?;
                Ok((InstKind::VaArg { list, ty }, self.trail()?))
            }
            _ => {
                if let Some(op) = BinaryOp::from_word(opcode) {
                    self.binary(op)
                } else if let Some(op) = CastOp::from_word(opcode) {
                    self.cast(op)
                } else {
                    self.unknown(format!("instruction {opcode}"))
                }
            }
        }
    }

    /// Words between an opcode and a type. Unknown ones can only promise more, so they may be dropped.
    fn flags(&mut self) -> Parsed<OpFlags> {
        let mut flags = OpFlags::default();
        while let Tok::Word(word) = self.tok {
            if self.at_type() {
                break;
            }
            flags.note(word);
            self.bump();
            if self.is(b'(') {
                self.skip_balanced()?;
            }
        }
        Ok(flags)
    }

    fn two_operands(&mut self) -> Parsed<(Type, Operand, Operand)> {
        let ty = self.ty()?;
        let lhs = self.operand(&ty)?;
        self.expect(b',')?;
        let rhs = self.operand(&ty)?;
        Ok((ty, lhs, rhs))
    }

    fn binary(&mut self, op: BinaryOp) -> Parsed<(InstKind, Trail)> {
        let flags = self.flags()?;
        let (ty, lhs, rhs) = self.two_operands()?;
        Ok((InstKind::Binary { op, flags, ty, lhs, rhs }, self.trail()?))
    }

    fn cast(&mut self, op: CastOp) -> Parsed<(InstKind, Trail)> {
        let flags = self.flags()?;
        let from = self.typed()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        Ok((InstKind::Cast { op, flags, from: from.ty, value: from.value, to }, self.trail()?))
    }

    fn icmp(&mut self) -> Parsed<(InstKind, Trail)> {
        let mut flags = OpFlags::default();
        loop {
            let Tok::Word(word) = self.tok else { return self.fail("expected a predicate") };
            if let Some(predicate) = IntPredicate::from_word(word) {
                self.bump();
                let (ty, lhs, rhs) = self.two_operands()?;
                return Ok((InstKind::ICmp { predicate, flags, ty, lhs, rhs }, self.trail()?));
            }
            if self.at_type() {
                return self.fail("expected a predicate");
            }
            // A predicate we do not know must not pass for a flag we do not know.
            if !flags.note(word) {
                return self.unknown(format!("predicate {word}"));
            }
            self.bump();
        }
    }

    fn fcmp(&mut self) -> Parsed<(InstKind, Trail)> {
        loop {
            let Tok::Word(word) = self.tok else { return self.fail("expected a predicate") };
            if let Some(predicate) = FloatPredicate::from_word(word) {
                self.bump();
                let (ty, lhs, rhs) = self.two_operands()?;
                return Ok((InstKind::FCmp { predicate, ty, lhs, rhs }, self.trail()?));
            }
            if !matches!(word, "fast" | "nnan" | "ninf" | "nsz" | "arcp" | "contract" | "afn" | "reassoc") {
                return self.unknown(format!("predicate {word}"));
            }
            self.bump();
        }
    }

    fn select(&mut self) -> Parsed<(InstKind, Trail)> {
        self.flags()?;
        let condition = Box::new(self.typed()?);
        self.expect(b',')?;
        let yes = self.typed()?;
        self.expect(b',')?;
        let no = self.typed()?;
        Ok((InstKind::Select { condition, ty: yes.ty, yes: yes.value, no: no.value }, self.trail()?))
    }

    fn phi(&mut self) -> Parsed<(InstKind, Trail)> {
        self.flags()?;
        let ty = self.ty()?;
        let mut incoming = Vec::with_capacity(2);
        loop {
            self.expect(b'[')?;
            let value = self.operand(&ty)?;
            self.expect(b',')?;
            let block = self.block_ref()?;
            self.expect(b']')?;
            incoming.push((value, block));
            if !self.accept(b',') {
                return Ok((InstKind::Phi { ty, incoming: incoming.into() }, Trail::default()));
            }
            if !self.is(b'[') {
                let trail = self.trail_after_comma()?;
                return Ok((InstKind::Phi { ty, incoming: incoming.into() }, trail));
            }
        }
    }

    /// `, 1, 2` and the trail behind it.
    fn path(&mut self) -> Parsed<(Box<[u32]>, Trail)> {
        let mut path = Vec::with_capacity(2);
        while self.accept(b',') {
            if !matches!(self.tok, Tok::Number(_)) {
                return Ok((path.into(), self.trail_after_comma()?));
            }
            path.push(self.number()?);
        }
        Ok((path.into(), Trail::default()))
    }

    fn extract_value(&mut self) -> Parsed<(InstKind, Trail)> {
        let aggregate = self.typed()?;
        let (path, trail) = self.path()?;
        Ok((InstKind::ExtractValue { ty: aggregate.ty, aggregate: aggregate.value, path }, trail))
    }

    fn insert_value(&mut self) -> Parsed<(InstKind, Trail)> {
        let aggregate = self.typed()?;
        self.expect(b',')?;
        let value = Box::new(self.typed()?);
        let (path, trail) = self.path()?;
        Ok((InstKind::InsertValue { ty: aggregate.ty, aggregate: aggregate.value, value, path }, trail))
    }

    fn extract_element(&mut self) -> Parsed<(InstKind, Trail)> {
        let vector = self.typed()?;
        self.expect(b',')?;
        let index = self.typed()?;
        Ok((InstKind::ExtractElement { ty: vector.ty, vector: vector.value, index }, self.trail()?))
    }

    fn insert_element(&mut self) -> Parsed<(InstKind, Trail)> {
        let vector = self.typed()?;
        self.expect(b',')?;
        let value = self.typed()?.value;
        self.expect(b',')?;
        let index = self.typed()?;
        Ok((InstKind::InsertElement { ty: vector.ty, vector: vector.value, value, index }, self.trail()?))
    }

    fn shuffle_vector(&mut self) -> Parsed<(InstKind, Trail)> {
        let lhs = self.typed()?;
        self.expect(b',')?;
        let rhs = self.typed()?;
        self.expect(b',')?;
        let mask = self.typed_constant()?;
        let Some(mask) = shuffle_mask(&mask) else { return self.unknown("mask of a shuffle".into()) };
        Ok((InstKind::ShuffleVector { ty: lhs.ty, lhs: lhs.value, rhs: rhs.value, mask }, self.trail()?))
    }
}

fn shuffle_mask(mask: &TypedConst) -> Option<Box<[Option<u32>]>> {
    let Type::Vector(ty) = &mask.ty else { return None };
    if ty.0 > MAX_MASK {
        return None;
    }
    let one = |c: &Constant| match c {
        Constant::Undef | Constant::Poison => Some(None),
        c => Some(Some(u32::try_from(c.as_int()?).ok()?)),
    };
    let value = match &mask.value {
        Constant::Aggregate(items) => return items.iter().map(|c| one(&c.value)).collect(),
        Constant::Splat(c) => one(&c.value)?,
        c => one(c)?,
    };
    Some(vec![value; ty.0 as usize].into())
}

impl Parser<'_> {
    /// Words that are attributes after a call's arguments; they stand on the same line.
    pub fn skip_call_attributes(&mut self) -> Parsed<()> {
        while !self.newline_before() && !self.is_word("to") && self.skip_attribute()? {}
        Ok(())
    }
}
