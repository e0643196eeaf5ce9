//! Statements to steps.
//!
//! Expressions become three-address code. An operand that is a register or a constant is used where it
//! stands; any other is first computed into a temporary, from left to right, because its calls are actions of
//! the thread.

use std::collections::HashMap;
use std::sync::Arc;

use selvedge_core::{Address, ReadOrdering, Span, WriteOrdering};

use crate::ast::{self, BinaryOp, Expr, Name, ParamKind, Stmt, StmtKind};
use crate::code::{Code, Instr, Operand, Slot};
use crate::error::Diagnostic;
use crate::parse::thread_number;
use crate::scope::Scope;
use crate::source::Places;

/// A `spawn` in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpawnCall {
    pub by: u32,
    pub entry: u32,
    pub span: Span,
}

/// What all threads of a test share while they are compiled.
pub(crate) struct Context<'a> {
    pub scope: &'a Scope,
    pub places: Places<'a>,
    pub spawns: Vec<SpawnCall>,
    pub errors: Vec<Diagnostic>,
}

/// Compiles one thread. Errors go to the context; the code is only good if there were none.
pub(crate) fn compile(context: &mut Context<'_>, number: u32, thread: &ast::Thread) -> Code {
    let registers = &context.scope.registers[number as usize].list;
    let mut initial: Vec<i32> = registers.iter().map(|register| register.initial).collect();
    let visible = registers
        .iter()
        .enumerate()
        .filter(|(_, register)| register.preset)
        .map(|(slot, register)| (register.name.clone(), Local { slot: Slot(slot), declared: false }));
    let mut compiler = Compiler {
        number,
        params: HashMap::new(),
        visible: visible.collect(),
        first_temp: registers.len(),
        temps: 0,
        most_temps: 0,
        statement: Span::default(),
        code: Code {
            instrs: Vec::new(),
            origins: Vec::new(),
            sites: Vec::new(),
            registers: registers.iter().map(|register| register.name.clone()).collect(),
            initial: Vec::new(),
        },
        context,
    };
    compiler.params(&thread.params);
    compiler.block(&thread.body);
    initial.resize(compiler.first_temp + compiler.most_temps, 0);
    let mut code = compiler.code;
    code.instrs.push(Instr::Finish);
    code.origins.push(None);
    code.initial = initial;
    code
}

/// A register that the text has reached.
struct Local {
    slot: Slot,
    /// Whether the body declares it, rather than only the initial state.
    declared: bool,
}

struct Compiler<'a, 'b> {
    number: u32,
    params: HashMap<String, (Address, ParamKind)>,
    visible: HashMap<String, Local>,
    first_temp: usize,
    /// Temporaries in use by the current statement, and the most any statement used.
    temps: usize,
    most_temps: usize,
    statement: Span,
    code: Code,
    context: &'a mut Context<'b>,
}

impl Compiler<'_, '_> {
    fn params(&mut self, params: &[ast::Param]) {
        for ast::Param { name, kind } in params {
            let Some(address) = self.context.scope.address(&name.text) else { continue };
            if self.params.insert(name.text.clone(), (address, *kind)).is_some() {
                self.error(name, format!("P{} has two parameters named `{name}`", self.number));
            }
            if self.visible.contains_key(&name.text) {
                self.error(name, format!("`{name}` is a register of P{} in the initial state", self.number));
            }
        }
    }

    fn block(&mut self, block: &[Stmt]) {
        for stmt in block {
            self.temps = 0;
            self.statement = stmt.mark.span();
            self.code.sites.push(self.context.places.site(self.statement));
            self.stmt(&stmt.kind);
        }
    }

    fn stmt(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::Declare { name, value } => {
                // The value is compiled first: `int r = r;` does not see the new register.
                let value = value.as_ref().map(|value| self.value(value));
                let to = self.declare(name);
                if let Some(from) = value {
                    self.assign(to, from);
                }
            }
            StmtKind::Assign { name, value } => {
                let value = self.value(value);
                if let Some(to) = self.local(name) {
                    self.assign(to, value);
                }
            }
            StmtKind::Store { at, value, ordering } => {
                let value = self.value(value);
                let Some((at, kind)) = self.location(at) else { return };
                let ordering = match (ordering, kind) {
                    (WriteOrdering::Plain, ParamKind::Atomic) => WriteOrdering::SeqCst,
                    (ordering, _) => *ordering,
                };
                self.push(Instr::Store { at, value, ordering });
            }
            StmtKind::Call(call) => {
                self.value(call);
            }
            StmtKind::Fence(None) => {}
            StmtKind::Fence(Some(ordering)) => self.push(Instr::Fence(*ordering)),
            StmtKind::If { condition, then, otherwise } => self.conditional(condition, then, otherwise),
            StmtKind::Join(handle) => {
                let handle = self.value(handle);
                self.push(Instr::Join(handle));
            }
            StmtKind::Assume(condition) => {
                let condition = self.value(condition);
                self.push(Instr::Assume(condition));
            }
            StmtKind::Assert(condition) => {
                let message = Arc::from(format!("assertion `{condition}` failed"));
                let condition = self.value(condition);
                self.push(Instr::Assert { condition, message });
            }
        }
    }

    fn conditional(&mut self, condition: &Expr, then: &[Stmt], otherwise: &[Stmt]) {
        let condition = self.value(condition);
        let skip_then = self.jump_if(condition, true);
        self.block(then);
        if otherwise.is_empty() {
            return self.land(skip_then);
        }
        let skip_otherwise = self.code.instrs.len();
        self.push(Instr::Jump(skip_otherwise));
        self.land(skip_then);
        self.block(otherwise);
        self.land(skip_otherwise);
    }

    /// A jump whose target is not known yet.
    fn jump_if(&mut self, condition: Operand, equals_zero: bool) -> usize {
        let jump = self.code.instrs.len();
        self.push(Instr::JumpIf { condition, equals_zero, target: jump });
        jump
    }

    /// Lets a jump lead here.
    fn land(&mut self, jump: usize) {
        let here = self.code.instrs.len();
        if let Instr::Jump(target) | Instr::JumpIf { target, .. } = &mut self.code.instrs[jump] {
            *target = here;
        }
    }

    /// Moves a value into a register. A value just computed into a temporary is computed in place instead.
    fn assign(&mut self, to: Slot, from: Operand) {
        let temporary = matches!(from, Operand::Slot(slot) if slot.0 >= self.first_temp);
        let result = match self.code.instrs.last_mut() {
            Some(
                Instr::Move { to: result, .. }
                | Instr::Unary { to: result, .. }
                | Instr::Binary { to: result, .. }
                | Instr::Load { to: result, .. }
                | Instr::Rmw { to: result, .. }
                | Instr::CompareExchange { to: result, .. }
                | Instr::Spawn { to: result, .. },
            ) if temporary && Operand::Slot(*result) == from => result,
            _ => return self.push(Instr::Move { to, from }),
        };
        *result = to;
    }

    /// The value of an expression, computed if it is not at hand.
    fn value(&mut self, expr: &Expr) -> Operand {
        match expr {
            Expr::Const(value) => Operand::Const(*value),
            Expr::Local(name) => self.local(name).map_or(Operand::Const(0), Operand::Slot),
            Expr::Unary(op, operand) => {
                let operand = self.value(operand);
                self.computed(|to| Instr::Unary { op: *op, to, operand })
            }
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => self.logical(*op, left, right),
            Expr::Binary(op, left, right) => {
                let mut first = self.value(left);
                if !right.is_pure() && matches!(first, Operand::Slot(_)) {
                    // A compare-exchange on the right may change the register, after its value was taken.
                    let from = first;
                    first = self.computed(|to| Instr::Move { to, from });
                }
                let second = self.value(right);
                self.computed(|to| Instr::Binary { op: *op, to, left: first, right: second })
            }
            Expr::Load { at, ordering } => {
                let Some((at, kind)) = self.location(at) else { return Operand::Const(0) };
                let ordering = match (ordering, kind) {
                    (ReadOrdering::Plain, ParamKind::Atomic) => ReadOrdering::SeqCst,
                    (ordering, _) => *ordering,
                };
                self.computed(|to| Instr::Load { to, at, ordering })
            }
            Expr::Rmw { at, op, operand, ordering } => {
                let operand = self.value(operand);
                let Some((at, _)) = self.location(at) else { return Operand::Const(0) };
                self.computed(|to| Instr::Rmw { to, at, op: *op, operand, ordering: *ordering })
            }
            Expr::CompareExchange { at, expected, desired, success, failure, weak: _ } => {
                let desired = self.value(desired);
                let (at, expected) = (self.location(at), self.local(expected));
                let (Some((at, _)), Some(expected)) = (at, expected) else { return Operand::Const(0) };
                let (success, failure) = (*success, *failure);
                self.computed(|to| Instr::CompareExchange { to, at, expected, desired, success, failure })
            }
            Expr::Spawn(thread) => {
                let threads = self.context.scope.registers.len();
                match thread_number(&thread.text).filter(|entry| (*entry as usize) < threads) {
                    Some(entry) => {
                        let span = thread.mark.span();
                        self.context.spawns.push(SpawnCall { by: self.number, entry, span });
                        self.computed(|to| Instr::Spawn { to, entry })
                    }
                    None => {
                        self.error(thread, format!("there is no thread `{thread}`"));
                        Operand::Const(0)
                    }
                }
            }
        }
    }

    /// `&&` and `||`, which leave their right side out when the left one decides.
    fn logical(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Operand {
        let truth = |of: Operand, to: Slot| Instr::Binary { op: BinaryOp::Ne, to, left: of, right: Operand::Const(0) };
        let result = self.temp();
        let left = self.value(left);
        self.push(truth(left, result));
        let decided = self.jump_if(Operand::Slot(result), op == BinaryOp::And);
        let right = self.value(right);
        self.push(truth(right, result));
        self.land(decided);
        // What follows must not be merged with the last step, which is not always taken.
        let joined = self.temp();
        self.push(Instr::Move { to: joined, from: Operand::Slot(result) });
        Operand::Slot(joined)
    }

    /// Computes into a new temporary.
    fn computed(&mut self, instr: impl FnOnce(Slot) -> Instr) -> Operand {
        let to = self.temp();
        self.push(instr(to));
        Operand::Slot(to)
    }

    fn temp(&mut self) -> Slot {
        self.temps += 1;
        self.most_temps = self.most_temps.max(self.temps);
        Slot(self.first_temp + self.temps - 1)
    }

    fn push(&mut self, instr: Instr) {
        self.code.instrs.push(instr);
        self.code.origins.push(self.code.sites.len().checked_sub(1));
    }
}

/// Names.
impl Compiler<'_, '_> {
    fn error(&mut self, name: &Name, message: String) {
        self.context.errors.push(Diagnostic::input(name.mark.span(), message));
    }

    fn declare(&mut self, name: &Name) -> Slot {
        let slot = Slot(self.context.scope.register(self.number, &name.text).unwrap_or_default());
        if self.params.contains_key(&name.text) {
            self.error(name, format!("`{name}` is already a parameter of P{}", self.number));
        }
        let before = self.visible.insert(name.text.clone(), Local { slot, declared: true });
        if before.is_some_and(|local| local.declared) {
            let message = format!("`{name}` is declared twice in P{}", self.number);
            self.context.errors.push(
                Diagnostic::input(name.mark.span(), message)
                    .help("a register belongs to its whole thread: declare it once, before it is first used"),
            );
        }
        slot
    }

    /// The register of that name.
    fn local(&mut self, name: &Name) -> Option<Slot> {
        if let Some(local) = self.visible.get(&name.text) {
            return Some(local.slot);
        }
        let error = if self.params.contains_key(&name.text) {
            Diagnostic::input(name.mark.span(), format!("`{name}` is a location, not a register"))
                .help(format!("use `*{name}` or an atomic operation"))
        } else if self.context.scope.register(self.number, &name.text).is_some() {
            Diagnostic::input(name.mark.span(), format!("`{name}` is used before its declaration"))
        } else {
            Diagnostic::input(name.mark.span(), format!("`{name}` is not declared in P{}", self.number))
                .help(format!("declare it: `int {name};`"))
        };
        self.context.errors.push(error);
        None
    }

    /// The location that a parameter of that name stands for.
    fn location(&mut self, name: &Name) -> Option<(Address, ParamKind)> {
        if let Some(param) = self.params.get(&name.text) {
            return Some(*param);
        }
        let error = if self.visible.contains_key(&name.text) {
            Diagnostic::input(name.mark.span(), format!("`{name}` is a register, not a location"))
        } else {
            Diagnostic::input(name.mark.span(), format!("P{} has no parameter `{name}`", self.number))
                .help(format!("add it to the parameters: `atomic_int* {name}`"))
        };
        self.context.errors.push(error);
        None
    }
}

/// Checks that each thread is started once, and by a thread that runs.
pub(crate) fn check_spawns(spawns: &[SpawnCall], threads: usize, errors: &mut Vec<Diagnostic>) {
    let mut spawner: Vec<Option<u32>> = vec![None; threads];
    for call in spawns {
        let SpawnCall { by, entry, span } = *call;
        if spawner[entry as usize].replace(by).is_some() {
            errors.push(
                Diagnostic::input(span, format!("P{entry} is spawned twice"))
                    .help("a thread runs once: give each `spawn` a thread of its own"),
            );
        }
    }
    for SpawnCall { entry, span, .. } in spawns {
        let chain = std::iter::successors(Some(*entry), |thread| spawner[*thread as usize]);
        if chain.take(threads + 1).count() > threads {
            errors.push(
                Diagnostic::input(*span, format!("P{entry} can only be started by itself"))
                    .help("every chain of `spawn`s must begin in a thread that is never spawned"),
            );
        }
    }
}
