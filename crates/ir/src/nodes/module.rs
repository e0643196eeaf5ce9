//! A module, read from one text or linked from several.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::{
    Alias, AliasId, BlockId, Body, ConstExpr, Constant, DbgId, Function, FunctionId, Global, GlobalId, Inst,
    NamedStruct, ReadError, StructId, StructType, Supplied, Symbol, Type, UnitId, Unsupported, ValueId,
};
use crate::layout::{DataLayout, StructLayout};
use crate::lex::{Lexer, Tok, unescape_name};
use crate::{parse, variables};

/// One text of a module.
#[derive(Debug)]
pub struct Unit {
    /// The file, as it was named to [`read`](crate::read()).
    pub file: String,
    /// What the text calls its source: `source_filename`.
    pub source_name: String,
    /// The text itself.
    pub text: Arc<str>,
    pub(crate) scope: Scope,
    /// Numbered metadata: number and where its right side starts; sorted by number.
    pub(crate) metadata: Vec<(u32, u32)>,
    pub(crate) lines: OnceLock<Vec<u32>>,
}

/// What names mean inside one text.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    pub unit: u32,
    pub structs: HashMap<Box<str>, StructId>,
    pub symbols: HashMap<Box<str>, Symbol>,
}

/// A module.
#[derive(Debug, Default)]
pub struct Module {
    /// The texts it was read from.
    pub units: Vec<Unit>,
    /// `target triple`.
    pub triple: String,
    /// `target datalayout`, understood.
    pub layout: DataLayout,
    /// Named structs.
    pub structs: Vec<NamedStruct>,
    /// Global variables.
    pub globals: Vec<Global>,
    /// Functions, defined and declared.
    pub functions: Vec<Function>,
    /// Aliases.
    pub aliases: Vec<Alias>,
    /// `module asm` lines. A program that has any may do things we cannot see.
    pub module_asm: Vec<String>,
    /// Files of which the text is what an optimiser has made of them.
    pub optimised: Vec<String>,
    /// Files that are not the user's.
    pub supplied: Supplied,
    /// Everything by name.
    pub names: HashMap<String, Symbol>,
    /// Whether simple variables are in registers; see [`crate::variables`].
    pub promotes_variables: bool,
    /// Layouts of the named structs: `None` for opaque ones.
    pub(crate) struct_layouts: Vec<Option<StructLayout>>,
}

impl Unit {
    /// Line and column of a byte of the text, both from 1.
    pub fn line_column(&self, at: usize) -> (u32, u32) {
        let lines = self.lines.get_or_init(|| {
            let starts = self.text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i as u32 + 1);
            std::iter::once(0).chain(starts).collect()
        });
        let line = lines.partition_point(|&start| start as usize <= at).max(1);
        (line as u32, (at - lines[line - 1] as usize) as u32 + 1)
    }

    /// Where the right side of `!number = …` starts.
    pub(crate) fn metadata_at(&self, number: u32) -> Option<usize> {
        // Numbers are dense in practice, so the node is usually where its number says.
        if let Some(&(n, at)) = self.metadata.get(number as usize)
            && n == number
        {
            return Some(at as usize);
        }
        let i = self.metadata.binary_search_by_key(&number, |&(n, _)| n).ok()?;
        Some(self.metadata[i].1 as usize)
    }
}

impl Module {
    /// A function.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    /// A global variable.
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }

    /// An alias.
    pub fn alias(&self, id: AliasId) -> &Alias {
        &self.aliases[id.index()]
    }

    /// A unit.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    /// A symbol by its name.
    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        self.names.get(name).copied()
    }

    /// A function by its name, looking through aliases.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        match self.resolve(self.symbol(name)?)? {
            Symbol::Function(id) => Some(id),
            _ => None,
        }
    }

    /// Reads everything that is otherwise read when it is asked for, and says what was not understood.
    pub fn unsupported(&self) -> Result<Vec<Arc<Unsupported>>, ReadError> {
        let mut found = Vec::new();
        for id in self.function_ids() {
            found.extend(self.body(id)?.unsupported());
        }
        for id in self.global_ids() {
            if let Some(init) = self.initializer(id)? {
                init.unsupported(&mut |what| found.push(what.clone()));
            }
        }
        for id in (0..self.aliases.len() as u32).map(AliasId) {
            self.alias_target(id)?;
        }
        Ok(found)
    }

    /// The ids of all functions.
    pub fn function_ids(&self) -> impl Iterator<Item = FunctionId> + use<> {
        (0..self.functions.len() as u32).map(FunctionId)
    }

    /// The ids of all globals.
    pub fn global_ids(&self) -> impl Iterator<Item = GlobalId> + use<> {
        (0..self.globals.len() as u32).map(GlobalId)
    }

    /// The body of a function, parsed the first time. A declaration has an empty one.
    pub fn body(&self, id: FunctionId) -> Result<&Body, ReadError> {
        let function = self.function(id);
        let read = || {
            let body = parse::body(self.unit(function.unit), function)?;
            Ok(if self.promotes_variables { variables::promote(self, body) } else { body })
        };
        function.body.get_or_init(read).as_ref().map_err(Clone::clone)
    }

    /// The initial value of a global, parsed the first time; `None` for a declaration.
    pub fn initializer(&self, id: GlobalId) -> Result<Option<&Constant>, ReadError> {
        let global = self.global(id);
        if !global.defined {
            return Ok(None);
        }
        let init = || parse::constant(self.unit(global.unit), global.text, &global.ty);
        global.init.get_or_init(init).as_ref().map(Some).map_err(Clone::clone)
    }

    /// What an alias stands for.
    pub fn alias_target(&self, id: AliasId) -> Result<&Constant, ReadError> {
        let alias = self.alias(id);
        let target = || parse::typed_constant(self.unit(alias.unit), alias.text).map(|c| c.value);
        alias.target.get_or_init(target).as_ref().map_err(Clone::clone)
    }

    /// Looks through aliases and casts; `None` for an alias that is not simply another name, and for an
    /// `ifunc`.
    pub fn resolve(&self, symbol: Symbol) -> Option<Symbol> {
        let mut symbol = symbol;
        // Aliases of aliases are rare; a circle of them is malformed.
        for _ in 0..16 {
            let Symbol::Alias(id) = symbol else { return Some(symbol) };
            if self.alias(id).ifunc {
                return None;
            }
            let mut target = self.alias_target(id).ok()?;
            while let Constant::Expr(e) = target {
                let ConstExpr::Cast { value, .. } = &**e else { return None };
                target = &value.value;
            }
            let Constant::Symbol(next) = target else { return None };
            symbol = *next;
        }
        None
    }

    /// The struct behind a name; `None` for an opaque one.
    pub fn struct_body(&self, id: StructId) -> Option<&Arc<StructType>> {
        self.structs.get(id.index())?.body.as_ref()
    }

    /// The type that a path of indices (of `extractvalue`) leads to.
    pub fn member_type(&self, ty: &Type, path: &[u32]) -> Option<Type> {
        let mut ty = ty;
        for &index in path {
            ty = match ty {
                Type::Array(a) => &a.1,
                Type::Vector(v) => &v.1,
                Type::Struct(s) => s.fields.get(index as usize)?,
                Type::Named(id) => self.struct_body(*id)?.fields.get(index as usize)?,
                _ => return None,
            };
        }
        Some(ty.clone())
    }

    /// The type of a value of a function.
    pub fn type_of(&self, function: FunctionId, value: ValueId) -> Option<Type> {
        match self.function(function).params.get(value.index()) {
            Some(param) => Some(param.ty.clone()),
            None => Some(self.body(function).ok()?.inst(value)?.kind.result_type(self)),
        }
    }

    /// The name the IR gives a value, without `%`.
    pub fn value_name(&self, function: FunctionId, value: ValueId) -> Option<String> {
        let f = self.function(function);
        if let Some(param) = f.params.get(value.index()) {
            return param.name.clone().or_else(|| param.number.map(|n| n.to_string()));
        }
        match self.token(f.unit, self.body(function).ok()?.inst(value)?.at) {
            Tok::Local(name) => Some(unescape_name(name)),
            Tok::LocalNum(n) => Some(n.to_string()),
            _ => None,
        }
    }

    /// The label of a block; `None` when it has none, as an entry block may.
    pub fn block_name(&self, function: FunctionId, block: BlockId) -> Option<String> {
        let unit = self.function(function).unit;
        let at = self.body(function).ok()?.blocks.get(block.index())?.at;
        let mut lexer = Lexer::new(&self.unit(unit).text, at as usize, usize::MAX);
        match (lexer.next().1, lexer.next().1) {
            (Tok::Word(name) | Tok::Str(name) | Tok::Number(name), Tok::Punct(b':')) => Some(unescape_name(name)),
            _ => None,
        }
    }

    /// The block with this label, as [`Constant::BlockAddress`] names it.
    pub fn block_named(&self, function: FunctionId, name: &str) -> Option<BlockId> {
        let count = self.body(function).ok()?.blocks.len() as u32;
        (0..count).map(BlockId).find(|&b| self.block_name(function, b).as_deref() == Some(name))
    }

    /// The line of the IR text an instruction is on.
    pub fn ir_line(&self, function: FunctionId, inst: &Inst) -> u32 {
        self.unit(self.function(function).unit).line_column(inst.at as usize).0
    }

    /// The functions of `llvm.global_ctors` (or `…_dtors`) of all units, with their priorities, in the order
    /// they run.
    pub fn constructors(&self, array: &str) -> Result<Vec<(u32, Symbol)>, ReadError> {
        let mut found = Vec::new();
        for id in self.global_ids().filter(|&id| self.global(id).name == array) {
            let Some(Constant::Aggregate(items)) = self.initializer(id)? else { continue };
            for item in items.iter() {
                let Constant::Aggregate(fields) = &item.value else { continue };
                let (Some(priority), Some(function)) = (fields.first(), fields.get(1)) else { continue };
                let mut target = &function.value;
                while let Constant::Expr(e) = target {
                    let ConstExpr::Cast { value, .. } = &**e else { break };
                    target = &value.value;
                }
                if let (Some(priority), Constant::Symbol(symbol)) = (priority.value.as_int(), target) {
                    found.push((priority as u32, *symbol));
                }
            }
        }
        // The sort is stable: equal priorities run in the order of the units.
        found.sort_by_key(|&(priority, _)| priority);
        Ok(found)
    }

    /// The text of a numbered metadata node, for debugging.
    pub fn metadata_text(&self, id: DbgId) -> Option<&str> {
        let unit = self.units.get(id.unit.index())?;
        let rest = unit.text.get(unit.metadata_at(id.node)?..)?;
        rest.lines().next()
    }

    fn token(&self, unit: UnitId, at: u32) -> Tok<'_> {
        Lexer::new(&self.unit(unit).text, at as usize, usize::MAX).next().1
    }
}
