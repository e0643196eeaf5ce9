//! The names of a test: shared locations, the registers of each thread, and what the initial state says of
//! them.

use std::collections::HashMap;

use selvedge_core::Address;

use crate::ast::{Name, Observable, Stmt, StmtKind, Test};
use crate::error::Diagnostic;

/// A shared location.
#[derive(Clone, Debug)]
pub(crate) struct Location {
    pub name: String,
    pub initial: i32,
}

/// What names mean.
#[derive(Debug)]
pub(crate) struct Scope {
    /// The locations in order of appearance; the index is the address.
    pub locations: Vec<Location>,
    addresses: HashMap<String, Address>,
    /// For each thread its registers.
    pub registers: Vec<Registers>,
}

/// The registers of a thread, in order of appearance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Registers {
    pub list: Vec<Register>,
    index: HashMap<String, usize>,
}

/// A register of a thread.
#[derive(Clone, Debug)]
pub(crate) struct Register {
    pub name: String,
    pub initial: i32,
    /// Whether the initial state gives it a value, and so declares it.
    pub preset: bool,
}

impl Scope {
    /// Collects the names of a test.
    pub fn of(test: &Test, errors: &mut Vec<Diagnostic>) -> Scope {
        let registers = vec![Registers::default(); test.threads.len()];
        let mut scope = Scope { locations: Vec::new(), addresses: HashMap::new(), registers };
        for init in &test.init {
            let fresh = match &init.target {
                Observable::Location(name) => {
                    let known = scope.locations.len();
                    let Address(address) = scope.declare_location(name);
                    let fresh = address == known as u64;
                    if fresh {
                        scope.locations[known].initial = init.value;
                    }
                    fresh
                }
                Observable::Register { thread, name } => match scope.registers.get_mut(*thread as usize) {
                    Some(registers) => registers.declare(name, Some(init.value)),
                    None => {
                        errors.push(no_thread(*thread, name));
                        continue;
                    }
                },
            };
            if !fresh {
                errors.push(Diagnostic::input(span(&init.target), format!("`{}` is initialised twice", init.target)));
            }
        }
        for (number, thread) in test.threads.iter().enumerate() {
            for param in &thread.params {
                scope.declare_location(&param.name);
            }
            scope.registers[number].collect(&thread.body);
        }
        scope
    }

    fn declare_location(&mut self, name: &Name) -> Address {
        *self.addresses.entry(name.text.clone()).or_insert_with(|| {
            self.locations.push(Location { name: name.text.clone(), initial: 0 });
            Address(self.locations.len() as u64 - 1)
        })
    }

    /// The address of a location.
    pub fn address(&self, name: &str) -> Option<Address> {
        self.addresses.get(name).copied()
    }

    /// A register's place among those of its thread.
    pub fn register(&self, thread: u32, name: &str) -> Option<usize> {
        self.registers.get(thread as usize)?.index.get(name).copied()
    }
}

impl Registers {
    /// Adds a register; says whether it is new.
    fn declare(&mut self, name: &Name, preset: Option<i32>) -> bool {
        let fresh = !self.index.contains_key(&name.text);
        if fresh {
            self.index.insert(name.text.clone(), self.list.len());
            let initial = preset.unwrap_or(0);
            self.list.push(Register { name: name.text.clone(), initial, preset: preset.is_some() });
        }
        fresh
    }

    /// Adds the registers that a block declares. Telling duplicates apart is the compiler's work.
    fn collect(&mut self, block: &[Stmt]) {
        for stmt in block {
            match &stmt.kind {
                StmtKind::Declare { name, .. } => {
                    self.declare(name, None);
                }
                StmtKind::If { then, otherwise, .. } => {
                    self.collect(then);
                    self.collect(otherwise);
                }
                StmtKind::Assign { .. }
                | StmtKind::Store { .. }
                | StmtKind::Call(_)
                | StmtKind::Fence(_)
                | StmtKind::Join(_)
                | StmtKind::Assume(_)
                | StmtKind::Assert(_) => {}
            }
        }
    }
}

/// The place of an observable's name.
pub(crate) fn span(observable: &Observable) -> selvedge_core::Span {
    match observable {
        Observable::Register { name, .. } | Observable::Location(name) => name.mark.span(),
    }
}

/// The error of speaking about a thread that is not there.
pub(crate) fn no_thread(thread: u32, name: &Name) -> Diagnostic {
    Diagnostic::input(name.mark.span(), format!("there is no thread P{thread}"))
}
