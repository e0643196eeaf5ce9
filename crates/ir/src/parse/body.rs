//! The body of a function: blocks, instructions, and what their names mean.
//!
//! A name may be used before it is defined (by `phi`, and by blocks out of order), so while parsing an
//! operand holds a *slot*, numbered by first appearance; when all definitions are known, slots are replaced
//! by values and blocks.

use std::collections::HashMap;
use std::ops::{Deref, DerefMut};

use super::{Fail, Parsed, Parser};
use crate::lex::Tok;
use crate::nodes::{
    Block, BlockId, Body, DbgId, Function, Inst, InstKind, MetaOperand, Operand, Type, Typed, Unit, UnitId, ValueId,
};

/// A name inside a function. `%12` and `%"12"` are different.
#[derive(Clone, Copy)]
pub(super) enum Name<'a> {
    Text(&'a str),
    Number(u32),
}

const NONE: u32 = u32::MAX;

/// Names of one kind, and what is known of them.
#[derive(Default)]
struct Names<'a> {
    text: HashMap<&'a str, u32>,
    numbers: Vec<u32>,
    /// Per slot: what defines it, and where it was first seen.
    slots: Vec<(u32, u32)>,
}

impl<'a> Names<'a> {
    fn slot(&mut self, name: Name<'a>, at: usize) -> u32 {
        let fresh = self.slots.len() as u32;
        let slot = match name {
            Name::Text(text) => self.text.entry(text).or_insert(fresh),
            Name::Number(n) => {
                let n = n as usize;
                if n >= self.numbers.len() {
                    self.numbers.resize(n + 1, NONE);
                }
                if self.numbers[n] == NONE {
                    self.numbers[n] = fresh;
                }
                &mut self.numbers[n]
            }
        };
        if *slot == fresh {
            self.slots.push((NONE, at as u32));
        }
        *slot
    }

    fn define(&mut self, slot: u32, id: u32, at: usize) -> Parsed<()> {
        let known = &mut self.slots[slot as usize].0;
        if *known != NONE {
            return Err(Box::new(Fail { at, what: "a name that is defined twice".into(), unsupported: false }));
        }
        *known = id;
        Ok(())
    }

    /// Everything that is used must be defined.
    fn check(&self, what: &str) -> Parsed<()> {
        match self.slots.iter().find(|s| s.0 == NONE) {
            Some(slot) => {
                let what = format!("a {what} that is not defined in this function");
                Err(Box::new(Fail { at: slot.1 as usize, what, unsupported: false }))
            }
            None => Ok(()),
        }
    }
}

/// What comes after an instruction's operands.
#[derive(Clone, Copy, Default)]
pub(super) struct Trail {
    pub align: Option<u32>,
    pub dbg: Option<u32>,
}

/// The state of parsing a body.
pub(super) struct BodyParser<'a> {
    p: Parser<'a>,
    values: Names<'a>,
    blocks: Names<'a>,
    pub body: Body,
    /// Where the open block began; `None` between blocks.
    open: Option<(u32, u32)>,
    next_number: u32,
    /// The debug intrinsic that the last call was to, if it was one.
    pub debug_call: Option<&'a str>,
}

impl<'a> Deref for BodyParser<'a> {
    type Target = Parser<'a>;
    fn deref(&self) -> &Parser<'a> {
        &self.p
    }
}

impl<'a> DerefMut for BodyParser<'a> {
    fn deref_mut(&mut self) -> &mut Parser<'a> {
        &mut self.p
    }
}

/// Parses the body of a function.
pub(super) fn parse(unit: &Unit, function: &Function) -> Parsed<Body> {
    let (from, to) = (function.text.start as usize, function.text.end as usize);
    let mut b = BodyParser {
        p: Parser::new(&unit.text, from, to, &unit.scope),
        values: Names::default(),
        blocks: Names::default(),
        body: Body { params: function.params.len() as u32, ..Body::default() },
        open: None,
        next_number: 0,
        debug_call: None,
    };
    if !function.defined {
        return Ok(b.body);
    }
    // About one instruction per 48 bytes: saves most of the growing.
    b.body.insts.reserve((to - from) / 48);
    for (i, param) in function.params.iter().enumerate() {
        let name = match (&param.name, param.number) {
            (Some(name), _) => Name::Text(name),
            (None, number) => {
                let number = number.unwrap_or(0);
                b.next_number = number.saturating_add(1);
                Name::Number(number)
            }
        };
        b.define_value(name, i as u32)?;
    }
    b.statements()?;
    b.values.check("value")?;
    b.blocks.check("block")?;
    Ok(b.finish())
}

impl<'a> BodyParser<'a> {
    fn statements(&mut self) -> Parsed<()> {
        loop {
            if self.at_label() {
                self.label()?;
                continue;
            }
            match self.tok {
                Tok::Eof => break,
                Tok::Record(name) => self.record(name)?,
                Tok::Word("uselistorder" | "uselistorder_bb") => {
                    self.skip_statement()?;
                }
                _ => self.statement()?,
            }
        }
        self.close_block()?;
        if self.body.blocks.is_empty() {
            return self.fail("expected an instruction");
        }
        Ok(())
    }

    fn label(&mut self) -> Parsed<()> {
        self.close_block()?;
        let at = self.start;
        let name = match self.bump() {
            Tok::Word(text) | Tok::Str(text) => Name::Text(text),
            Tok::Number(digits) => match digits.parse() {
                Ok(number) => Name::Number(number),
                Err(_) => Name::Text(digits),
            },
            _ => return self.fail("expected a label"),
        };
        self.expect(b':')?;
        self.open_block(name, at)
    }

    fn open_block(&mut self, name: Name<'a>, at: usize) -> Parsed<()> {
        self.check_number(name)?;
        if let Name::Number(n) = name {
            self.next_number = n.saturating_add(1);
        }
        let slot = self.blocks.slot(name, at);
        self.blocks.define(slot, self.body.blocks.len() as u32, at)?;
        self.open = Some((self.body.insts.len() as u32, at as u32));
        Ok(())
    }

    fn close_block(&mut self) -> Parsed<()> {
        let Some((first, at)) = self.open.take() else { return Ok(()) };
        let end = self.body.insts.len() as u32;
        let ends = |kind: &InstKind| kind.is_terminator() || matches!(kind, InstKind::Unsupported(_));
        if end == first || !self.body.insts.last().is_some_and(|i| ends(&i.kind)) {
            return self.fail("a block that does not end with a terminator");
        }
        self.body.blocks.push(Block { insts: first..end, at });
        Ok(())
    }

    fn statement(&mut self) -> Parsed<()> {
        let at = self.start;
        if self.open.is_none() {
            // A block without a label takes the next number.
            self.open_block(Name::Number(self.next_number), at)?;
        }
        let name = match self.tok {
            Tok::Local(name) => Some(Name::Text(name)),
            Tok::LocalNum(n) => Some(Name::Number(n)),
            _ => None,
        };
        if name.is_some() {
            self.bump();
            self.expect(b'=')?;
        }
        let Tok::Word(opcode) = self.tok else { return self.fail("expected an instruction") };
        self.debug_call = None;
        let (kind, trail) = match self.instruction(opcode) {
            Ok(parsed) => parsed,
            Err(fail) if fail.unsupported => {
                self.seek(at);
                let dbg = self.skip_statement()?;
                let node = self.unsupported_node(fail.what, at);
                (InstKind::Unsupported(node), Trail { align: None, dbg })
            }
            Err(fail) => return Err(fail),
        };
        if let (Some(intrinsic), InstKind::Call(call)) = (self.debug_call.take(), &kind) {
            return self.debug_intrinsic(intrinsic, call);
        }
        let index = self.body.insts.len() as u32;
        let name = name.or_else(|| has_result(&kind).then_some(Name::Number(self.next_number)));
        if let Some(name) = name {
            if let Name::Number(n) = name {
                self.next_number = n.saturating_add(1);
            }
            self.define_value(name, self.body.params + index)?;
        }
        let ends = kind.is_terminator();
        let dbg = trail.dbg.map(|node| DbgId { unit: UnitId(self.scope.unit), node });
        self.body.insts.push(Inst { kind, dbg, at: at as u32 });
        if ends {
            self.close_block()?;
        }
        Ok(())
    }

    fn define_value(&mut self, name: Name<'a>, id: u32) -> Parsed<()> {
        self.check_number(name)?;
        let at = self.start;
        let slot = self.values.slot(name, at);
        self.values.define(slot, id, at)
    }

    /// Numbers are dense, so one beyond the length of the text is nonsense; it must not make a table of that
    /// size.
    fn check_number(&self, name: Name<'_>) -> Parsed<()> {
        match name {
            Name::Number(n) if n as usize > self.text().len() => self.fail("a number out of range"),
            _ => Ok(()),
        }
    }

    /// Steps over a statement that was not understood: to the end of its line, or of the lines that continue
    /// it. Returns its debug location.
    fn skip_statement(&mut self) -> Parsed<Option<u32>> {
        let mut dbg = None;
        let mut first = true;
        while first || !self.newline_before() || self.is_continuation() {
            match self.tok {
                Tok::Eof => break,
                Tok::Unterminated => return self.fail("malformed"),
                Tok::Punct(b'(' | b'[' | b'{') => self.skip_balanced()?,
                Tok::MetaName("dbg") => {
                    self.bump();
                    if let Tok::MetaNum(node) = self.tok {
                        dbg = Some(node);
                    }
                }
                _ => {
                    self.bump();
                }
            }
            first = false;
        }
        Ok(dbg)
    }

    fn is_continuation(&self) -> bool {
        !self.at_label()
            && matches!(
                self.tok,
                Tok::Word("to" | "unwind" | "catch" | "cleanup" | "filter")
                    | Tok::Punct(b',' | b'[' | b']' | b')' | b'(' | b'{')
            )
    }

    /// A value of a type.
    pub fn operand(&mut self, ty: &Type) -> Parsed<Operand> {
        // First, since a value wrapped in metadata starts with its type, which may be `%name`.
        if *ty == Type::Metadata {
            return Ok(Operand::Meta(Box::new(self.meta_operand()?)));
        }
        let name = match self.tok {
            Tok::Local(name) => Name::Text(name),
            Tok::LocalNum(n) => Name::Number(n),
            _ => return Ok(Operand::Const(self.constant(ty)?)),
        };
        self.check_number(name)?;
        let at = self.start;
        let slot = self.values.slot(name, at);
        self.bump();
        Ok(Operand::Local(ValueId(slot)))
    }

    /// A type and a value.
    pub fn typed(&mut self) -> Parsed<Typed> {
        let ty = self.ty()?;
        let value = self.operand(&ty)?;
        Ok(Typed { ty, value })
    }

    /// `label %x`.
    pub fn block_label(&mut self) -> Parsed<BlockId> {
        self.expect_word("label")?;
        self.block_ref()
    }

    /// `%x`, a block.
    pub fn block_ref(&mut self) -> Parsed<BlockId> {
        let name = match self.tok {
            Tok::Local(name) => Name::Text(name),
            Tok::LocalNum(n) => Name::Number(n),
            _ => return self.fail("expected a block"),
        };
        self.check_number(name)?;
        let at = self.start;
        let slot = self.blocks.slot(name, at);
        self.bump();
        Ok(BlockId(slot))
    }

    /// `, align 4, !dbg !5, !tbaa !6`: what may follow any instruction.
    pub fn trail(&mut self) -> Parsed<Trail> {
        if !self.accept(b',') {
            return Ok(Trail::default());
        }
        self.trail_after_comma()
    }

    /// The same, with the first comma behind us.
    pub fn trail_after_comma(&mut self) -> Parsed<Trail> {
        let mut trail = Trail::default();
        loop {
            match self.tok {
                Tok::MetaName(name) => {
                    let node = self.attachment()?;
                    if name == "dbg" {
                        trail.dbg = node;
                    }
                }
                Tok::Word("align") => {
                    self.bump();
                    trail.align = Some(self.number()?);
                }
                Tok::Word("addrspace") => {
                    self.address_space()?;
                }
                Tok::Word(word) => return self.unknown(format!("`{word}` after an instruction")),
                _ => return self.fail("expected metadata or `align`"),
            }
            if !self.accept(b',') {
                return Ok(trail);
            }
        }
    }

    /// Replaces slots by what they stand for.
    fn finish(mut self) -> Body {
        let values = &self.values.slots;
        let blocks = &self.blocks.slots;
        let mut rename = |operand: &mut Operand| {
            if let Operand::Local(value) = operand {
                value.0 = values[value.index()].0;
            }
        };
        for inst in &mut self.body.insts {
            inst.kind.for_each_operand_mut(&mut rename);
            inst.kind.for_each_target_mut(&mut |block| block.0 = blocks[block.index()].0);
            if let InstKind::Phi { incoming, .. } = &mut inst.kind {
                incoming.iter_mut().for_each(|(_, block)| block.0 = blocks[block.index()].0);
            }
        }
        for record in &mut self.body.records {
            record.value.iter_mut().for_each(&mut rename);
        }
        self.body
    }

    /// Metadata as an operand: a wrapped value, a node, or something else that is kept as text.
    pub fn meta_operand(&mut self) -> Parsed<MetaOperand> {
        let from = self.start;
        match self.tok {
            Tok::MetaNum(node) => {
                self.bump();
                return Ok(MetaOperand::Node(node));
            }
            Tok::MetaName(_) | Tok::Bang => {
                self.bump();
                match self.tok {
                    Tok::Punct(b'(' | b'{') => self.skip_balanced()?,
                    _ => {
                        self.string()?;
                    }
                }
            }
            _ => {
                let ty = self.ty()?;
                if ty == Type::Metadata {
                    return self.fail("metadata inside metadata");
                }
                let value = self.operand(&ty)?;
                return Ok(MetaOperand::Value(Typed { ty, value }));
            }
        }
        Ok(MetaOperand::Text(self.text().get(from..self.end).unwrap_or("").into()))
    }
}

/// Does it yield a value, so that it takes a number when it has no name?
fn has_result(kind: &InstKind) -> bool {
    match kind {
        InstKind::Call(call) | InstKind::Invoke { call, .. } | InstKind::CallBr { call, .. } => call.ret != Type::Void,
        InstKind::Store { .. } | InstKind::Fence(_) | InstKind::Unsupported(_) => false,
        kind => !kind.is_terminator(),
    }
}
