//! Headers: globals, aliases and function signatures.
//!
//! Attributes are skipped by shape, not by name: a word with an optional argument list. Those that change
//! what a program does are picked out on the way.

use std::sync::{Arc, OnceLock};

use super::scan::Part;
use super::{Parsed, Parser};
use crate::lex::{Tok, unescape_name};
use crate::nodes::{
    Alias, DbgId, Function, FunctionType, Global, Linkage, Param, ParamAttrs, Span, ThreadLocal, UnitId,
};

impl Parser<'_> {
    fn unit(&self) -> UnitId {
        UnitId(self.scope.unit)
    }

    fn dbg_id(&self, node: u32) -> DbgId {
        DbgId { unit: self.unit(), node }
    }

    /// `@name = … global …`, `… constant …`, `… alias …` or `… ifunc …`.
    pub fn global(&mut self, raw: &str, part: &mut Part) -> Parsed<()> {
        let at = self.start as u32;
        self.bump();
        self.expect(b'=')?;
        let mut linkage = None;
        let (mut thread_local, mut address_space) = (None, 0);
        let (mut unnamed_addr, mut externally_initialized) = (false, false);
        let kind = loop {
            let Tok::Word(word) = self.tok else { return self.fail("expected `global`, `constant` or `alias`") };
            match word {
                "global" | "constant" | "alias" | "ifunc" => break word,
                "thread_local" => {
                    self.bump();
                    thread_local = Some(if self.is(b'(') { ThreadLocal::Other } else { ThreadLocal::GeneralDynamic });
                    if self.is(b'(') {
                        self.skip_balanced()?;
                    }
                    continue;
                }
                "addrspace" => {
                    address_space = self.address_space()?;
                    continue;
                }
                "unnamed_addr" => unnamed_addr = true,
                "externally_initialized" => externally_initialized = true,
                _ => {
                    if let Some(found) = Linkage::from_word(word) {
                        linkage = Some(found);
                    }
                }
            }
            self.skip_attribute()?;
        };
        self.bump();
        let ty = self.ty()?;
        let name = unescape_name(raw);
        if kind == "alias" || kind == "ifunc" {
            self.expect(b',')?;
            let text = self.skip_value()?;
            let alias = Alias {
                name,
                unit: self.unit(),
                linkage: linkage.unwrap_or_default(),
                ty,
                ifunc: kind == "ifunc",
                at,
                text,
                target: OnceLock::new(),
            };
            part.aliases.push((raw.into(), alias));
            return Ok(());
        }
        // Without a value it is a declaration, whatever its linkage says.
        let text = self.skip_value()?;
        let mut global = Global {
            name,
            unit: self.unit(),
            linkage: linkage.unwrap_or_default(),
            ty,
            defined: text.start < text.end,
            constant: kind == "constant",
            thread_local,
            externally_initialized,
            address_space,
            unnamed_addr,
            align: None,
            section: None,
            dbg: None,
            at,
            text,
            init: OnceLock::new(),
        };
        while self.accept(b',') {
            match self.tok {
                Tok::Word("align") => {
                    self.bump();
                    global.align = Some(self.number()?);
                }
                Tok::Word("section") => {
                    self.bump();
                    global.section = Some(unescape_name(self.string()?));
                }
                Tok::MetaName(name) => {
                    if let Some(node) = self.attachment()?
                        && name == "dbg"
                    {
                        global.dbg.get_or_insert(self.dbg_id(node));
                    }
                }
                _ => {
                    self.skip_value()?;
                }
            }
        }
        part.globals.push((raw.into(), global));
        Ok(())
    }

    /// Steps over everything up to a comma outside of brackets, or to the end. Vectors are brackets too.
    fn skip_value(&mut self) -> Parsed<Span> {
        let start = self.start;
        let mut angles = 0u32;
        let mut end = start;
        loop {
            match self.tok {
                Tok::Eof => break,
                Tok::Punct(b',') if angles == 0 => break,
                Tok::Punct(b'(' | b'[' | b'{') => self.skip_balanced()?,
                Tok::Punct(b) => {
                    match b {
                        b'<' => angles += 1,
                        b'>' => angles = angles.saturating_sub(1),
                        _ => {}
                    }
                    self.bump();
                }
                _ => {
                    self.bump();
                }
            }
            end = self.end;
        }
        Ok(Span { start: start as u32, end: end as u32 })
    }

    /// At `!name`: steps over it and the node behind it, and returns the node's number.
    pub fn attachment(&mut self) -> Parsed<Option<u32>> {
        self.bump();
        match self.bump() {
            Tok::MetaNum(node) => return Ok(Some(node)),
            Tok::MetaName(_) if self.is(b'(') => self.skip_balanced()?,
            Tok::Bang if self.is(b'{') => self.skip_balanced()?,
            Tok::Bang => {
                self.string()?;
            }
            _ => return self.fail("expected metadata"),
        }
        Ok(None)
    }

    /// `define` or `declare`, up to the body.
    pub fn function(&mut self, at: u32, body: Option<Span>) -> Parsed<(Box<str>, Function)> {
        self.bump();
        let mut linkage = None;
        let mut dbg = None;
        // Linkage, visibility, calling convention, attributes of the result, metadata.
        while !self.at_type() {
            match self.tok {
                Tok::MetaName(name) => {
                    if let Some(node) = self.attachment()?
                        && name == "dbg"
                    {
                        dbg = Some(self.dbg_id(node));
                    }
                }
                Tok::Word(word) => {
                    if let Some(found) = Linkage::from_word(word) {
                        linkage = Some(found);
                    }
                    self.skip_attribute()?;
                }
                _ => {
                    if !self.skip_attribute()? {
                        return self.fail("expected a type");
                    }
                }
            }
        }
        let ret = self.ty()?;
        let Tok::Global(raw) = self.tok else { return self.fail("expected a function's name") };
        self.bump();
        let (params, varargs) = self.params()?;
        while self.tok != Tok::Eof {
            match self.tok {
                Tok::MetaName(name) => {
                    if let Some(node) = self.attachment()?
                        && name == "dbg"
                    {
                        dbg = Some(self.dbg_id(node));
                    }
                }
                // `personality` and the like carry constants; they do not change what the body does.
                Tok::Punct(b'(' | b'[' | b'{') => self.skip_balanced()?,
                _ => {
                    self.bump();
                }
            }
        }
        let signature = FunctionType { ret, params: params.iter().map(|p| p.ty.clone()).collect(), varargs };
        let function = Function {
            name: unescape_name(raw),
            unit: self.unit(),
            linkage: linkage.unwrap_or_default(),
            signature: Arc::new(signature),
            params,
            defined: body.is_some(),
            dbg,
            at,
            text: body.unwrap_or_default(),
            body: OnceLock::new(),
        };
        Ok((raw.into(), function))
    }

    fn params(&mut self) -> Parsed<(Vec<Param>, bool)> {
        self.expect(b'(')?;
        let mut params = Vec::new();
        let mut varargs = false;
        let mut next_number = 0;
        while !self.accept(b')') {
            if self.accept_word("...") {
                varargs = true;
            } else {
                let ty = self.ty()?;
                let attrs = self.param_attrs()?;
                let (name, number) = match self.tok {
                    Tok::Local(name) => {
                        self.bump();
                        // Kept as written: the body looks names up by their text.
                        (Some(name.to_owned()), None)
                    }
                    Tok::LocalNum(n) => {
                        self.bump();
                        next_number = n.saturating_add(1);
                        (None, Some(n))
                    }
                    _ => {
                        next_number = next_number.saturating_add(1);
                        (None, Some(next_number - 1))
                    }
                };
                params.push(Param { ty, name, number, attrs });
            }
            if !self.accept(b',') && !self.is(b')') {
                return self.fail("expected `,` or `)` after a parameter");
            }
        }
        Ok((params, varargs))
    }

    /// Attributes between a type and a name or value.
    pub fn param_attrs(&mut self) -> Parsed<ParamAttrs> {
        let mut attrs = ParamAttrs::default();
        loop {
            match self.tok {
                Tok::Word(word) if Self::is_constant_word(word) => return Ok(attrs),
                Tok::Word(word) => {
                    match word {
                        "noundef" => attrs.noundef = true,
                        "nonnull" => attrs.nonnull = true,
                        "byref" | "inalloca" | "preallocated" | "swifterror" => attrs.unusual = true,
                        "byval" | "sret" if self.peek2() == Tok::Punct(b'(') => {
                            self.bump();
                            self.bump();
                            let ty = Some(self.ty()?);
                            self.expect(b')')?;
                            if word == "byval" {
                                attrs.byval = ty
                            } else {
                                attrs.sret = ty
                            }
                            continue;
                        }
                        "align" => {
                            self.bump();
                            let bracket = self.accept(b'(');
                            attrs.align = Some(self.number()?);
                            if bracket {
                                self.expect(b')')?;
                            }
                            continue;
                        }
                        _ => {}
                    }
                    self.skip_attribute()?;
                }
                Tok::Str(_) | Tok::AttrGroup(_) => {
                    self.skip_attribute()?;
                }
                _ => return Ok(attrs),
            }
        }
    }
}
