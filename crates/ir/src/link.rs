//! Joining modules: which of several equal names is meant.
//!
//! Every text keeps its own scope (names to symbols, structs, metadata), so linking only decides what each
//! scope's names stand for; no body has to be parsed or rewritten. The rules are those of LLVM's linker: one
//! strong definition, or else the largest common, or else the first weak or linkonce one; local names never
//! meet.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;

use crate::nodes::{AliasId, FunctionId, GlobalId, Linkage, Module, ReadError, Symbol};
use crate::parse::Reading;

/// Why modules could not be joined.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LinkError {
    /// A name has two strong definitions.
    Duplicate {
        /// The name.
        name: String,
        /// The file that defines it first.
        first: String,
        /// The file that defines it again.
        second: String,
    },
    /// A name is a function in one file and a variable in another.
    Kind {
        /// The name.
        name: String,
        /// One file.
        first: String,
        /// The other.
        second: String,
    },
    /// The files are for different machines.
    Target {
        /// One file.
        first: String,
        /// The other.
        second: String,
    },
    /// A text could not be read.
    Read(ReadError),
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Duplicate { name, first, second } => {
                write!(f, "`{name}` is defined in {first} and again in {second}")
            }
            LinkError::Kind { name, first, second } => {
                write!(f, "`{name}` is not the same kind of thing in {first} and in {second}")
            }
            LinkError::Target { first, second } => {
                write!(f, "{first} and {second} are compiled for different machines")
            }
            LinkError::Read(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LinkError {}

/// Joins modules into one.
pub fn link(modules: Vec<Module>) -> Result<Module, LinkError> {
    let mut reading = Reading::default();
    // Headers are read again, with ids for the joint module; that costs milliseconds and keeps one way of
    // doing it.
    for unit in modules.iter().flat_map(|m| &m.units) {
        reading.add(&unit.file, unit.text.clone()).map_err(LinkError::Read)?;
    }
    let optimised = modules.into_iter().flat_map(|module| module.optimised).collect();
    Ok(Module { optimised, ..reading.finish()? })
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Function,
    Global,
    Alias,
}

/// A definition or declaration that may be chosen for its name.
#[derive(Clone, Copy)]
struct Candidate {
    kind: Kind,
    part: usize,
    index: usize,
    rank: u8,
    size: u64,
}

const STRONG: u8 = 5;

fn rank(linkage: Linkage, defined: bool) -> u8 {
    match linkage {
        _ if !defined => 0,
        Linkage::AvailableExternally => 1,
        Linkage::LinkOnce | Linkage::ExternWeak => 2,
        Linkage::Weak => 3,
        Linkage::Common => 4,
        _ => STRONG,
    }
}

/// Does the name stay in its module? Arrays that are joined keep one global per module under one name.
fn own(linkage: Linkage) -> bool {
    linkage.is_local() || linkage == Linkage::Appending
}

/// The chosen candidate for each name that is seen outside.
#[derive(Default)]
struct Table {
    chosen: HashMap<String, Candidate>,
}

impl Table {
    fn offer(&mut self, name: &str, new: Candidate, reading: &Reading) -> Result<(), LinkError> {
        match self.chosen.entry(name.to_owned()) {
            Entry::Vacant(entry) => {
                entry.insert(new);
            }
            Entry::Occupied(mut entry) => {
                let old = *entry.get();
                let files = || (reading.units[old.part].file.clone(), reading.units[new.part].file.clone());
                if old.kind != new.kind && old.kind != Kind::Alias && new.kind != Kind::Alias {
                    let (first, second) = files();
                    return Err(LinkError::Kind { name: name.to_owned(), first, second });
                }
                if old.rank == STRONG && new.rank == STRONG {
                    let (first, second) = files();
                    return Err(LinkError::Duplicate { name: name.to_owned(), first, second });
                }
                // Of several commons the largest is meant, since all of them share the memory.
                let larger = old.rank == new.rank && new.rank == rank(Linkage::Common, true) && new.size > old.size;
                if new.rank > old.rank || larger {
                    entry.insert(new);
                }
            }
        }
        Ok(())
    }
}

/// A symbol waiting for its id: its name in the text, its kind, and where it is among its kind.
type Pending = (Box<str>, Candidate, Option<String>);

impl Reading {
    /// Matches names across what was added.
    pub fn finish(mut self) -> Result<Module, LinkError> {
        let (table, pending) = self.choose()?;
        let mut module = self.targets()?;
        let mut join = Join { ids: HashMap::new(), names: HashMap::new(), taken: HashMap::new() };
        join.taken.extend(table.chosen.keys().map(|name| (name.clone(), 0)));

        for (number, part) in std::mem::take(&mut self.parts).into_iter().enumerate() {
            module.module_asm.extend(part.module_asm);
            let chosen = |kind: Kind, index: usize, linkage: Linkage, name: &str| {
                own(linkage)
                    || table.chosen.get(name).is_some_and(|c| (c.kind, c.part, c.index) == (kind, number, index))
            };
            for (index, (_, mut f)) in part.functions.into_iter().enumerate() {
                if chosen(Kind::Function, index, f.linkage, &f.name) {
                    let symbol = Symbol::Function(FunctionId(module.functions.len() as u32));
                    join.add(&mut f.name, f.linkage, (Kind::Function, number, index), symbol);
                    module.functions.push(f);
                }
            }
            for (index, (_, mut g)) in part.globals.into_iter().enumerate() {
                if chosen(Kind::Global, index, g.linkage, &g.name) {
                    let symbol = Symbol::Global(GlobalId(module.globals.len() as u32));
                    join.add(&mut g.name, g.linkage, (Kind::Global, number, index), symbol);
                    module.globals.push(g);
                }
            }
            for (index, (_, mut a)) in part.aliases.into_iter().enumerate() {
                if chosen(Kind::Alias, index, a.linkage, &a.name) {
                    let symbol = Symbol::Alias(AliasId(module.aliases.len() as u32));
                    join.add(&mut a.name, a.linkage, (Kind::Alias, number, index), symbol);
                    module.aliases.push(a);
                }
            }
        }
        for (raw, own, shared) in pending {
            let meant = shared.and_then(|name| table.chosen.get(&name).copied()).unwrap_or(own);
            let unit = &mut self.units[own.part];
            let Some(&symbol) = join.ids.get(&(meant.kind, meant.part, meant.index)) else { continue };
            let name = raw.to_string();
            if unit.scope.symbols.insert(raw, symbol).is_some() {
                let file = unit.file.clone();
                return Err(LinkError::Duplicate { name, first: file.clone(), second: file });
            }
        }
        module.names = join.names;
        module.units = self.units;
        module.structs = self.structs;
        module.struct_layouts = self.struct_layouts;
        Ok(module)
    }

    /// Chooses among equal names, and lists every symbol of every text.
    fn choose(&self) -> Result<(Table, Vec<Pending>), LinkError> {
        let mut table = Table::default();
        let mut pending = Vec::new();
        for (number, part) in self.parts.iter().enumerate() {
            let mut offer = |raw: &str, name: &str, linkage: Linkage, candidate: Candidate| {
                let shared = (!own(linkage)).then(|| name.to_owned());
                pending.push((raw.into(), candidate, shared));
                if own(linkage) { Ok(()) } else { table.offer(name, candidate, self) }
            };
            for (index, (raw, f)) in part.functions.iter().enumerate() {
                let rank = rank(f.linkage, f.defined);
                offer(raw, &f.name, f.linkage, Candidate { kind: Kind::Function, part: number, index, rank, size: 0 })?;
            }
            for (index, (raw, g)) in part.globals.iter().enumerate() {
                let rank = rank(g.linkage, g.defined);
                let size = part.layout.size_align(&g.ty, &self.struct_layouts).map_or(0, |s| s.0);
                offer(raw, &g.name, g.linkage, Candidate { kind: Kind::Global, part: number, index, rank, size })?;
            }
            for (index, (raw, a)) in part.aliases.iter().enumerate() {
                let rank = rank(a.linkage, true);
                offer(raw, &a.name, a.linkage, Candidate { kind: Kind::Alias, part: number, index, rank, size: 0 })?;
            }
        }
        Ok((table, pending))
    }

    /// The machine all texts agree on; one that names none goes with any.
    fn targets(&self) -> Result<Module, LinkError> {
        let mut module = Module::default();
        let mut first: Option<usize> = None;
        for (number, part) in self.parts.iter().enumerate() {
            if part.layout.text.is_empty() {
                continue;
            }
            match first {
                None => {
                    module.layout = part.layout.clone();
                    first = Some(number);
                }
                Some(first) if self.parts[first].layout.text != part.layout.text => {
                    let file = |i: usize| self.units[i].file.clone();
                    return Err(LinkError::Target { first: file(first), second: file(number) });
                }
                Some(_) => {}
            }
        }
        module.triple = self.parts.iter().map(|p| &p.triple).find(|t| !t.is_empty()).cloned().unwrap_or_default();
        Ok(module)
    }
}

/// The joint module's names.
struct Join {
    ids: HashMap<(Kind, usize, usize), Symbol>,
    names: HashMap<String, Symbol>,
    /// Names in use, each with how often a local one had to give way.
    taken: HashMap<String, u32>,
}

impl Join {
    fn add(&mut self, name: &mut String, linkage: Linkage, key: (Kind, usize, usize), symbol: Symbol) {
        if linkage.is_local() {
            while let Some(times) = self.taken.get_mut(name) {
                *times += 1;
                *name = format!("{name}.{times}");
            }
            self.taken.insert(name.clone(), 0);
        }
        // Joined arrays share their name; the first stands for it.
        self.names.entry(name.clone()).or_insert(symbol);
        self.ids.insert(key, symbol);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::{Constant, InstKind};
    use crate::read;

    fn join(texts: &[&str]) -> Result<Module, LinkError> {
        let modules = texts.iter().enumerate().map(|(i, text)| read(&format!("{i}.ll"), *text).unwrap()).collect();
        link(modules)
    }

    fn callees(module: &Module, function: &str) -> Vec<String> {
        let id = module.function_named(function).unwrap();
        let calls = module.body(id).unwrap().insts.iter().filter_map(|i| match &i.kind {
            InstKind::Call(call) => call.direct(),
            _ => None,
        });
        calls.map(|id| module.function(id).name.clone()).collect()
    }

    #[test]
    fn declarations_find_definitions_and_locals_stay_apart() {
        let a = "declare void @g()\ndefine internal void @h() { ret void }\ndefine void @f() { call void @g()\n call void @h()\n ret void }";
        let b = "define internal void @h() { ret void }\ndefine void @g() { call void @h()\n ret void }";
        let m = join(&[a, b]).unwrap();
        assert_eq!(m.functions.len(), 4);
        assert_eq!(callees(&m, "f"), ["g", "h"]);
        assert_eq!(callees(&m, "g"), ["h.1"]);
        assert!(m.function(m.function_named("g").unwrap()).defined);
    }

    #[test]
    fn two_strong_definitions_are_an_error_with_both_files() {
        let f = "define void @f() { ret void }";
        let error = join(&[f, f]).unwrap_err();
        assert_eq!(error.to_string(), "`f` is defined in 0.ll and again in 1.ll");
        assert!(matches!(join(&[f, "@f = global i32 0"]), Err(LinkError::Kind { .. })));
        assert!(read("x.ll", format!("{f}\n{f}")).unwrap_err().message.contains("again"));
    }

    #[test]
    fn weak_yields_and_the_largest_common_stays() {
        let a = "@x = weak global i32 1\n@c = common global i32 0\n@l = linkonce_odr constant i8 1";
        let b = "@x = global i32 2\n@c = common global [4 x i32] zeroinitializer\n@l = linkonce_odr constant i8 2";
        let m = join(&[a, b]).unwrap();
        assert_eq!(m.globals.len(), 3);
        let value = |name: &str| match m.symbol(name) {
            Some(Symbol::Global(id)) => m.initializer(id).unwrap().unwrap().clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(value("x"), Constant::Int(2));
        assert_eq!(value("c"), Constant::Zero);
        assert_eq!(value("l"), Constant::Int(1));
    }

    #[test]
    fn constructors_of_all_modules_run_by_priority() {
        let ctor = |name: &str, priority: u32| {
            format!(
                "define internal void @{name}() {{ ret void }}\n@llvm.global_ctors = appending global [1 x {{ i32, ptr, ptr }}] \
                 [{{ i32, ptr, ptr }} {{ i32 {priority}, ptr @{name}, ptr null }}]"
            )
        };
        let m = join(&[&ctor("late", 65535), &ctor("early", 101)]).unwrap();
        let order = m.constructors("llvm.global_ctors").unwrap();
        let names: Vec<_> =
            order.iter().map(|(p, s)| (*p, m.names.iter().find(|n| n.1 == s).unwrap().0.as_str())).collect();
        assert_eq!(names, [(101, "early"), (65535, "late")]);
    }

    #[test]
    fn different_machines_do_not_mix() {
        let error = join(&["target datalayout = \"e-i64:64\"", "target datalayout = \"E\""]).unwrap_err();
        assert!(matches!(error, LinkError::Target { .. }));
    }
}
