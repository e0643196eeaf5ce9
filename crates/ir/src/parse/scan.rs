//! The first pass: finds the entities of a text and reads their headers.
//!
//! Nothing here depends on how lines are broken. An entity ends where the next one starts, and brackets are
//! skipped byte by byte with an eye on strings and comments only; so a body of a megabyte costs a fraction of
//! a millisecond until it is asked for.

use std::sync::{Arc, OnceLock};

use super::{Fail, Parsed, Parser, read_error};
use crate::layout::{DataLayout, StructLayout};
use crate::lex::{Tok, unescape_name};
use crate::nodes::{Alias, Function, Global, NameScope, NamedStruct, ReadError, Span, StructId, StructType, Unit};

/// Modules being read, before their names are matched.
#[derive(Default)]
pub(crate) struct Reading {
    pub units: Vec<Unit>,
    pub parts: Vec<Part>,
    pub structs: Vec<NamedStruct>,
    pub struct_layouts: Vec<Option<StructLayout>>,
}

/// What one text defines. The raw name comes with each symbol: it is the key in the unit's scope.
#[derive(Default)]
pub(crate) struct Part {
    pub functions: Vec<(Box<str>, Function)>,
    pub globals: Vec<(Box<str>, Global)>,
    pub aliases: Vec<(Box<str>, Alias)>,
    pub triple: String,
    pub layout: DataLayout,
    pub module_asm: Vec<String>,
}

/// Where things are.
#[derive(Default)]
struct Entities<'a> {
    source_name: String,
    triple: String,
    layout: String,
    module_asm: Vec<String>,
    /// Name and place of the right side.
    types: Vec<(&'a str, usize)>,
    globals: Vec<(&'a str, Span)>,
    /// Header, and what is inside the braces.
    functions: Vec<(Span, Option<Span>)>,
    metadata: Vec<(u32, u32)>,
}

impl Reading {
    /// Adds a text.
    pub fn add(&mut self, file: &str, text: Arc<str>) -> Result<(), ReadError> {
        let number = self.units.len() as u32;
        let scope = NameScope { unit: number, ..NameScope::default() };
        let mut unit = Unit {
            file: file.to_owned(),
            source_name: String::new(),
            text: text.clone(),
            scope,
            metadata: Vec::new(),
            lines: OnceLock::new(),
        };
        let part = self.read_unit(&mut unit, &text).map_err(|fail| read_error(&unit, &fail))?;
        self.units.push(unit);
        self.parts.push(part);
        Ok(())
    }

    fn read_unit(&mut self, unit: &mut Unit, text: &str) -> Parsed<Part> {
        if u32::try_from(text.len()).is_err() {
            return Err(Box::new(Fail { at: 0, what: "a module of more than 4 GB".into(), unsupported: false }));
        }
        let empty = NameScope::default();
        let mut found = scan(&mut Parser::new(text, 0, text.len(), &empty))?;
        found.metadata.sort_unstable_by_key(|m| m.0);
        unit.metadata = found.metadata;
        unit.source_name = found.source_name;
        let layout = DataLayout::parse(&found.layout);
        self.read_structs(unit, text, &found.types, &layout)?;

        let mut part = Part { triple: found.triple, layout, module_asm: found.module_asm, ..Part::default() };
        for (name, span) in found.globals {
            let mut p = Parser::new(text, span.start as usize, span.end as usize, &unit.scope);
            p.global(name, &mut part)?;
        }
        for (header, body) in found.functions {
            let mut p = Parser::new(text, header.start as usize, header.end as usize, &unit.scope);
            let function = p.function(header.start, body)?;
            part.functions.push(function);
        }
        Ok(part)
    }

    fn read_structs(
        &mut self,
        unit: &mut Unit,
        text: &str,
        types: &[(&str, usize)],
        layout: &DataLayout,
    ) -> Parsed<()> {
        let first = self.structs.len();
        for (i, (name, at)) in types.iter().enumerate() {
            if unit.scope.structs.insert((*name).into(), StructId((first + i) as u32)).is_some() {
                return Err(Box::new(Fail { at: *at, what: format!("%{name} is defined twice"), unsupported: false }));
            }
        }
        let mut bodies: Vec<Option<StructType>> = Vec::with_capacity(types.len());
        for (_, at) in types {
            let mut p = Parser::new(text, *at, text.len(), &unit.scope);
            bodies.push(match p.tok {
                Tok::Word("opaque") => None,
                Tok::Punct(b'{') => Some(p.struct_fields(false)?),
                Tok::Punct(b'<') if p.peek2() == Tok::Punct(b'{') => {
                    p.bump();
                    Some(p.struct_fields(true)?)
                }
                _ => return p.fail("expected a struct"),
            });
        }
        for ((name, _), body) in types.iter().zip(bodies) {
            self.structs.push(NamedStruct { name: unescape_name(name), body: body.map(Arc::new) });
        }
        // Earlier units' structs keep their layouts; a struct only refers to its own unit's.
        let layouts = layout.struct_layouts(&self.structs).map_err(|id| {
            let at = id.index().checked_sub(first).and_then(|i| types.get(i)).map_or(0, |t| t.1);
            let what = format!("%{} contains itself", self.structs[id.index()].name);
            Box::new(Fail { at, what, unsupported: false })
        })?;
        self.struct_layouts.extend(layouts.into_iter().skip(first));
        Ok(())
    }
}

fn span(start: usize, end: usize) -> Span {
    Span { start: start as u32, end: end as u32 }
}

/// Does an entity start at the next token?
fn at_entity(p: &Parser<'_>) -> bool {
    match p.tok {
        Tok::Word("define" | "declare" | "attributes" | "source_filename" | "uselistorder" | "uselistorder_bb") => true,
        Tok::Word("target") => matches!(p.peek2(), Tok::Word("datalayout" | "triple")),
        Tok::Word("module") => p.peek2() == Tok::Word("asm"),
        Tok::Global(_) | Tok::Local(_) | Tok::LocalNum(_) | Tok::Comdat(_) | Tok::MetaNum(_) | Tok::MetaName(_) => {
            p.peek2() == Tok::Punct(b'=')
        }
        Tok::Punct(b'^') | Tok::Eof => true,
        _ => false,
    }
}

/// Skips to where the next entity starts.
fn skip_entity(p: &mut Parser<'_>) -> Parsed<()> {
    while !at_entity(p) {
        match p.tok {
            Tok::Punct(b'(' | b'[' | b'{') => p.skip_balanced()?,
            Tok::Punct(b')' | b']' | b'}') => return p.fail("a bracket that was never opened"),
            Tok::Unterminated => return p.fail("malformed"),
            _ => {
                p.bump();
            }
        }
    }
    Ok(())
}

fn scan<'a>(p: &mut Parser<'a>) -> Parsed<Entities<'a>> {
    let mut found = Entities::default();
    loop {
        let start = p.start;
        match p.bump() {
            Tok::Eof => return Ok(found),
            Tok::MetaNum(number) => {
                p.expect(b'=')?;
                found.metadata.push((number, p.start as u32));
                skip_metadata(p)?;
            }
            Tok::Word("define") => {
                let (header, body) = scan_define(p)?;
                found.functions.push((span(start, header), Some(body)));
            }
            Tok::Word("declare") => {
                skip_entity(p)?;
                found.functions.push((span(start, p.end), None));
            }
            Tok::Global(name) => {
                p.expect(b'=')?;
                skip_entity(p)?;
                found.globals.push((name, span(start, p.end)));
            }
            Tok::Local(_) | Tok::LocalNum(_) => {
                let name = p.text().get(start + 1..p.end).unwrap_or("");
                let name = name.strip_prefix('"').and_then(|n| n.strip_suffix('"')).unwrap_or(name);
                p.expect(b'=')?;
                p.expect_word("type")?;
                found.types.push((name, p.start));
                skip_entity(p)?;
            }
            Tok::Word("source_filename") => {
                p.expect(b'=')?;
                found.source_name = unescape_name(p.string()?);
            }
            Tok::Word("target") => {
                let which = p.bump();
                p.expect(b'=')?;
                let value = unescape_name(p.string()?);
                match which {
                    Tok::Word("datalayout") => found.layout = value,
                    _ => found.triple = value,
                }
            }
            Tok::Word("module") => {
                p.expect_word("asm")?;
                found.module_asm.push(unescape_name(p.string()?));
            }
            Tok::MetaName(_) => {
                p.expect(b'=')?;
                skip_metadata(p)?;
            }
            Tok::Word("attributes" | "uselistorder" | "uselistorder_bb") | Tok::Comdat(_) => skip_entity(p)?,
            // The summary of ThinLTO.
            Tok::Punct(b'^') => {
                p.bump();
                skip_entity(p)?;
            }
            _ => {
                p.seek(start);
                return p.fail("expected a definition");
            }
        }
    }
}

/// After `=`: a node.
fn skip_metadata(p: &mut Parser<'_>) -> Parsed<()> {
    while let Tok::Word(_) = p.tok {
        p.bump();
    }
    match p.bump() {
        Tok::MetaName(_) if p.is(b'(') => p.skip_balanced(),
        Tok::Bang if p.is(b'{') => p.skip_balanced(),
        Tok::Bang => p.string().map(|_| ()),
        Tok::MetaNum(_) => Ok(()),
        _ => p.fail("expected a metadata node"),
    }
}

/// After `define`: where the header ends and what is inside the braces.
fn scan_define(p: &mut Parser<'_>) -> Parsed<(usize, Span)> {
    while !matches!(p.tok, Tok::Global(_)) {
        match p.tok {
            Tok::Punct(b'(' | b'[' | b'{') => p.skip_balanced()?,
            Tok::Eof | Tok::Unterminated => return p.fail("expected a function's name"),
            _ => {
                p.bump();
            }
        }
    }
    p.bump();
    if !p.is(b'(') {
        return p.fail("expected parameters");
    }
    p.skip_balanced()?;
    // Constants after `prefix` and `prologue` may contain braces; the body is the first that is none of
    // theirs.
    let mut constant = false;
    loop {
        match p.tok {
            Tok::Punct(b'{') if !constant => break,
            Tok::Punct(b'{') => {
                p.skip_balanced()?;
                // The struct type of a constant is followed by its value.
                if p.is(b'{') {
                    p.skip_balanced()?;
                }
            }
            Tok::Punct(b'(' | b'[') => p.skip_balanced()?,
            Tok::Punct(b'<') => {
                p.bump();
                constant = true;
                continue;
            }
            Tok::Word("prefix" | "prologue") => {
                p.bump();
                constant = true;
                continue;
            }
            Tok::Eof | Tok::Unterminated => return p.fail("expected a function's body"),
            _ => {
                p.bump();
            }
        }
        constant = false;
    }
    let (header, open) = (p.end, p.start + 1);
    p.skip_balanced()?;
    Ok((header, span(open, p.end.saturating_sub(1))))
}
