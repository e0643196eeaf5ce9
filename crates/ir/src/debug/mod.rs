//! Debug info: what the source calls a place, a function and a variable.
//!
//! Nodes are parsed when asked for and not kept: only reports ask, and a node takes a microsecond. Chains
//! (scopes, inlining, typedefs) are followed a limited number of steps, since nothing stops a text from
//! making them circular.

mod types;

pub use types::Notation;

use selvedge_core::unseen::visible_line;

use crate::lex::{shown_name, unescape_name};
use crate::names;
use crate::nodes::{DbgId, FunctionId, GlobalId, Module, Operand, RecordKind, UnitId, ValueId};
use crate::parse::metadata::{self, Node};

/// How the name of a lambda begins.
pub const LAMBDA: &str = "lambda in ";

/// How many steps of a chain are followed.
const MAX_CHAIN: usize = 256;

/// A place in the source.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Frame {
    /// The file, with its directory unless that is unknown.
    pub file: String,
    /// Line, from 1; 0 for code the compiler made up.
    pub line: u32,
    /// Column, from 1; 0 when unknown.
    pub column: u32,
    /// The function as its author named it.
    pub function: String,
    /// Its name at link time, where it differs.
    pub linkage_name: Option<String>,
}

/// A place in the source and the calls that were inlined around it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SourceLoc {
    /// The place itself.
    pub frame: Frame,
    /// Where its function was inlined, innermost first.
    pub inlined: Vec<Frame>,
}

/// A local variable or parameter of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalVar {
    /// Its name.
    pub name: String,
    /// Its declaration.
    pub line: u32,
    /// Which parameter it is, from 1.
    pub arg: Option<u32>,
    /// Its type, for [`Module::member_path`] and its siblings.
    pub ty: Option<DbgId>,
    /// The value is a pointer to the variable, not the variable: large arguments, captured variables.
    pub indirect: bool,
}

/// A global variable of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlobalVar {
    /// Its name.
    pub name: String,
    /// The file of its declaration.
    pub file: String,
    /// The line of its declaration.
    pub line: u32,
    /// Its type.
    pub ty: Option<DbgId>,
}

impl Module {
    pub(crate) fn metadata_node(&self, id: DbgId) -> Option<Node<'_>> {
        let unit = self.units.get(id.unit.index())?;
        metadata::parse(&unit.text, unit.metadata_at(id.node)?)
    }

    /// The place a `DILocation` names.
    pub fn location(&self, dbg: DbgId) -> Option<SourceLoc> {
        let mut node = self.metadata_node(dbg)?;
        let mut loc = SourceLoc { frame: self.frame(dbg.unit, &node)?, inlined: Vec::new() };
        while let Some(at) = node.node("inlinedAt") {
            if loc.inlined.len() >= MAX_CHAIN {
                break;
            }
            node = self.metadata_node(DbgId { node: at, ..dbg })?;
            loc.inlined.push(self.frame(dbg.unit, &node)?);
        }
        Some(loc)
    }

    /// The place of an instruction.
    pub fn location_of(&self, function: FunctionId, value: ValueId) -> Option<SourceLoc> {
        self.location(self.body(function).ok()?.inst(value)?.dbg?)
    }

    fn frame(&self, unit: UnitId, location: &Node<'_>) -> Option<Frame> {
        if location.tag != "DILocation" {
            return None;
        }
        let number = |key| location.int(key).and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
        let mut frame = Frame { line: number("line"), column: number("column"), ..Frame::default() };
        let mut scope = location.node("scope");
        for _ in 0..MAX_CHAIN {
            let Some(node) = scope.and_then(|node| self.metadata_node(DbgId { unit, node })) else { break };
            if let (true, Some(file)) = (frame.file.is_empty(), node.node("file")) {
                frame.file = self.file(DbgId { unit, node: file });
            }
            if node.tag == "DISubprogram" {
                frame.function = function_of(&node).unwrap_or_default();
                frame.linkage_name = node.str("linkageName").map(unescape_name);
                break;
            }
            scope = node.node("scope");
        }
        Some(frame)
    }

    /// The path of a `DIFile`.
    fn file(&self, id: DbgId) -> String {
        let Some(node) = self.metadata_node(id) else { return String::new() };
        let name = node.str("filename").map(shown_name).unwrap_or_default();
        let directory = node.str("directory").map(shown_name).unwrap_or_default();
        if directory.is_empty() || name.starts_with('/') { name } else { format!("{directory}/{name}") }
    }

    /// Where a function is declared, with its name in the source.
    pub fn function_frame(&self, id: FunctionId) -> Option<Frame> {
        let dbg = self.function(id).dbg?;
        let node = self.metadata_node(dbg)?;
        Some(Frame {
            file: node.node("file").map(|file| self.file(DbgId { node: file, ..dbg })).unwrap_or_default(),
            line: node.int("line").and_then(|n| u32::try_from(n).ok()).unwrap_or(0),
            column: 0,
            function: function_of(&node)?,
            linkage_name: node.str("linkageName").map(unescape_name),
        })
    }

    /// The name of a function as its author wrote it, or else its name at link time.
    pub fn function_name(&self, id: FunctionId) -> String {
        self.function_frame(id).map_or_else(|| names::readable(&self.function(id).name), |frame| frame.function)
    }

    /// The variable that lives in an `alloca` (or whose address a parameter is).
    pub fn variable_of(&self, function: FunctionId, alloca: ValueId) -> Option<LocalVar> {
        let body = self.body(function).ok()?;
        let record = body.records.iter().find(|r| {
            let whole = r.expr.fragment.is_none() && !r.expr.complex;
            r.kind == RecordKind::Declare && whole && r.value == Some(Operand::Local(alloca))
        })?;
        self.local_var(record.variable, record.expr.deref)
    }

    /// The variable whose value an instruction computes, where the compiler kept track of it.
    pub fn variable_with_value(&self, function: FunctionId, value: ValueId) -> Option<LocalVar> {
        let body = self.body(function).ok()?;
        let record = body.records.iter().find(|r| {
            let whole = r.expr.fragment.is_none() && !r.expr.complex && !r.expr.deref;
            r.kind == RecordKind::Value && whole && r.value == Some(Operand::Local(value))
        })?;
        self.local_var(record.variable, false)
    }

    fn local_var(&self, id: DbgId, indirect: bool) -> Option<LocalVar> {
        let node = self.metadata_node(id)?;
        let number = |key| node.int(key).and_then(|n| u32::try_from(n).ok());
        Some(LocalVar {
            name: shown_name(node.str("name")?),
            line: number("line").unwrap_or(0),
            arg: number("arg"),
            ty: node.node("type").map(|ty| DbgId { node: ty, ..id }),
            indirect,
        })
    }

    /// What the source says about a global.
    pub fn global_variable(&self, id: GlobalId) -> Option<GlobalVar> {
        let dbg = self.global(id).dbg?;
        let mut node = self.metadata_node(dbg)?;
        if let Some(var) = node.node("var") {
            node = self.metadata_node(DbgId { node: var, ..dbg })?;
        }
        Some(GlobalVar {
            name: shown_name(node.str("name")?),
            file: node.node("file").map(|file| self.file(DbgId { node: file, ..dbg })).unwrap_or_default(),
            line: node.int("line").and_then(|n| u32::try_from(n).ok()).unwrap_or(0),
            ty: node.node("type").map(|ty| DbgId { node: ty, ..dbg }),
        })
    }

    /// The name of a global as its author wrote it, or else its name at link time.
    pub fn global_name(&self, id: GlobalId) -> String {
        self.global_variable(id).map_or_else(|| names::readable(&self.global(id).name), |var| var.name)
    }
}

/// What a `DISubprogram` is called. What the compiler made up has a name at link time only, and a lambda is
/// called by where it is.
fn function_of(node: &Node<'_>) -> Option<String> {
    let linked = node.str("linkageName").map(unescape_name);
    let name = node.str("name").filter(|name| !name.is_empty()).map(unescape_name);
    if name.as_deref() == Some("operator()")
        && let Some(scope) = linked.as_deref().and_then(names::scope_of_lambda)
    {
        return Some(format!("{LAMBDA}{}", visible_line(&scope)));
    }
    let said = name.map(|name| names::shorten(&name)).or_else(|| linked.map(|name| names::readable(&name)))?;
    Some(visible_line(&said).into_owned())
}
