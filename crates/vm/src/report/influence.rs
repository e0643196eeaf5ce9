//! What an answer from outside decides.
//!
//! Some functions of the library can return many values, and here return one: what the time is, what `rand`
//! says. Where such an answer reaches a branch, an address or memory that others can see, other answers could
//! have led elsewhere, and the verdict must say so. Where it only goes to another call of its kind, or to
//! output, it decides nothing: `srand(time(0))` in a program without `rand` does no harm.
//!
//! Threads do not carry that about with them. Where a call is made, the code says where its answer can go,
//! and this is found out once for each place, by following values through registers, local variables of which
//! no other code has the address, and calls. Whatever is not understood counts as a decision.
//!
//! *Names* are answers of another kind: the ids of threads. That two of them are equal is no accident, so
//! they may be kept and compared; which is smaller is. What is computed from one, such as what remains when
//! it is divided by the number of buckets, is an answer like others. Names are often kept in memory that
//! others see, so they are followed through it: what is written to a variable or to a member of a struct may
//! be read wherever that variable, or that member of any such struct, is read.
//!
//! Addresses are names too, which nobody has to follow, because they are known by their values: see
//! `chance.rs`.

use std::collections::{BTreeMap, BTreeSet};

use crate::Machine;
use crate::exec::value::{bits_of, mask};
use crate::library;
use crate::machine::Code;
use selvedge_ir::variables::local;
use selvedge_ir::{
    BinaryOp, Body, Call, Callee, CastOp, ConstExpr, Constant, FunctionId, GlobalId, Inst, InstKind, IntPredicate,
    Module, Operand, RmwOp, StructId, Symbol, Type, ValueId,
};

/// What kind of value comes from outside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Nature {
    /// Any other would do as well.
    Answer,
    /// It stands for a thing, and only that it is another than that of another thing counts.
    Name,
}

/// Where a value comes from: the function and the register that it is put into.
pub(crate) type Source = (FunctionId, ValueId);

/// What is known of sources, and of calls.
#[derive(Debug, Default)]
pub(crate) struct Influence {
    decided: BTreeMap<(Source, Nature), bool>,
    calls: Option<Calls>,
}

/// Memory that is not followed from place to place: all that is found in the same way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Cell {
    /// A global variable, or something in it.
    Global(GlobalId),
    /// A member of all structs of one type.
    Member(StructId, Option<u128>),
    /// Whatever pointers lead to of which no more is known, of this many bits.
    Elsewhere(u32),
}

/// Which functions of a module call which.
#[derive(Debug, Default)]
struct Calls {
    /// The calls of each function.
    of: BTreeMap<FunctionId, Vec<Source>>,
    /// Functions that are called in other ways, too.
    named: BTreeSet<FunctionId>,
}

/// Functions to which an answer may go without deciding anything: what they do does not come back.
const HARMLESS: [&str; 33] = [
    "srand",
    "srandom",
    "srand48",
    "fwrite",
    "write",
    "perror",
    "syslog",
    "fflush",
    "fclose",
    "setvbuf",
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "sleep",
    "usleep",
    "nanosleep",
    "clock_nanosleep",
    "thrd_sleep",
    // That time runs out is explored whatever the time is.
    "pthread_cond_timedwait",
    "pthread_cond_clockwait",
    "cnd_timedwait",
    "pthread_mutex_timedlock",
    "pthread_mutex_clocklock",
    "mtx_timedlock",
    "pthread_rwlock_timedrdlock",
    "pthread_rwlock_timedwrlock",
    "sem_timedwait",
    "sem_clockwait",
    // Others that are asked.
    "time",
    "clock_gettime",
    "gettimeofday",
    "timespec_get",
];

/// Functions whose result depends on their arguments, and which do nothing else that comes back.
const PURE: [&str; 23] = [
    "printf",
    "fprintf",
    "dprintf",
    "vprintf",
    "vfprintf",
    "__printf_chk",
    "__fprintf_chk",
    "puts",
    "fputs",
    "putchar",
    "putc",
    "difftime",
    "abs",
    "labs",
    "llabs",
    "isdigit",
    "isalpha",
    "isalnum",
    "isspace",
    "isupper",
    "islower",
    "toupper",
    "tolower",
];

/// Functions that make a string of their arguments, and which of these says how long it may be.
const STRINGS: [(&str, Option<usize>); 4] =
    [("sprintf", None), ("snprintf", Some(1)), ("__sprintf_chk", None), ("__snprintf_chk", Some(1))];

impl Machine {
    /// Whether what comes from outside here decides anything. `places` are the arguments that point to where
    /// the call writes.
    pub(crate) fn decides(&self, source: Source, nature: Nature, places: &[usize]) -> bool {
        let mut known = self.log.influence.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(&decided) = known.decided.get(&(source, nature)) {
            return decided;
        }
        let calls = known.calls.get_or_insert_with(|| Calls::of(self.code.module()));
        let mut search = Search::new(&self.code, calls, nature);
        search.begin(source, places);
        search.run();
        let answers = std::mem::take(&mut search.answers);
        let decided = search.decides
            || answers.into_iter().any(|source| {
                let mut search = Search::new(&self.code, calls, Nature::Answer);
                search.begin(source, &[]);
                search.run();
                search.decides
            });
        known.decided.insert((source, nature), decided);
        decided
    }
}

impl Calls {
    fn of(module: &Module) -> Calls {
        let mut calls = Calls::default();
        let symbol = |symbol: Symbol| match module.resolve(symbol) {
            Some(Symbol::Function(id)) => Some(id),
            _ => None,
        };
        for caller in module.function_ids().filter(|&id| module.function(id).defined) {
            let Ok(body) = module.body(caller) else { continue };
            for (at, inst) in (0..).zip(&body.insts) {
                let mut kind = inst.kind.clone();
                if let Some(called) = call_of(&inst.kind).and_then(|call| direct(module, call)) {
                    calls.of.entry(called).or_default().push((caller, body.value(at)));
                    if let InstKind::Call(call) | InstKind::Invoke { call, .. } = &mut kind {
                        call.callee = Callee::Value(Operand::Const(Constant::Null));
                    }
                }
                kind.for_each_operand_mut(&mut |operand| {
                    if let Operand::Const(constant) = operand {
                        for_each_symbol(constant, &mut |found| calls.named.extend(symbol(found)));
                    }
                });
            }
        }
        for global in module.global_ids() {
            if let Ok(Some(constant)) = module.initializer(global) {
                for_each_symbol(constant, &mut |found| calls.named.extend(symbol(found)));
            }
        }
        calls
    }
}

fn call_of(kind: &InstKind) -> Option<&Call> {
    match kind {
        InstKind::Call(call) | InstKind::Invoke { call, .. } | InstKind::CallBr { call, .. } => Some(call),
        _ => None,
    }
}

/// The function that is called by its name.
fn direct(module: &Module, call: &Call) -> Option<FunctionId> {
    let Callee::Value(Operand::Const(Constant::Symbol(symbol))) = &call.callee else { return None };
    match module.resolve(*symbol)? {
        Symbol::Function(id) => Some(id),
        _ => None,
    }
}

fn for_each_symbol(constant: &Constant, visit: &mut dyn FnMut(Symbol)) {
    match constant {
        Constant::Symbol(symbol) => visit(*symbol),
        Constant::Aggregate(items) => items.iter().for_each(|item| for_each_symbol(&item.value, visit)),
        Constant::Splat(item) => for_each_symbol(&item.value, visit),
        Constant::Expr(expression) => match &**expression {
            ConstExpr::Gep { base, indices, .. } => {
                [base].into_iter().chain(indices).for_each(|item| for_each_symbol(&item.value, visit));
            }
            ConstExpr::Cast { value, .. } => for_each_symbol(&value.value, visit),
            ConstExpr::Binary { lhs, rhs, .. } | ConstExpr::ICmp { lhs, rhs, .. } => {
                [lhs, rhs].into_iter().for_each(|item| for_each_symbol(&item.value, visit));
            }
            ConstExpr::Select { condition, yes, no } => {
                [condition, yes, no].into_iter().for_each(|item| for_each_symbol(&item.value, visit));
            }
        },
        _ => {}
    }
}

/// Follows what comes from one source.
struct Search<'a> {
    code: &'a Code,
    calls: &'a Calls,
    nature: Nature,
    /// Registers whose values depend on it.
    values: BTreeSet<Source>,
    /// Registers that point to local memory where such a value may be.
    pointers: BTreeSet<Source>,
    /// Memory that is not followed where such a value may be: of names only.
    cells: BTreeSet<Cell>,
    /// What was computed from names.
    answers: BTreeSet<Source>,
    /// Functions to look at again.
    changed: BTreeSet<FunctionId>,
    decides: bool,
}

impl<'a> Search<'a> {
    fn new(code: &'a Code, calls: &'a Calls, nature: Nature) -> Search<'a> {
        Search {
            code,
            calls,
            nature,
            values: BTreeSet::new(),
            pointers: BTreeSet::new(),
            cells: BTreeSet::new(),
            answers: BTreeSet::new(),
            changed: BTreeSet::new(),
            decides: false,
        }
    }

    fn body(&self, function: FunctionId) -> Option<&'_ Body> {
        self.code.module().body(function).ok()
    }

    fn begin(&mut self, (function, to): Source, places: &[usize]) {
        // A function that stores a name returns whether it could.
        if self.nature == Nature::Answer || places.is_empty() {
            self.depends((function, to));
        }
        let Some(call) = self.body(function).and_then(|body| body.inst(to)).and_then(|inst| call_of(&inst.kind)) else {
            return;
        };
        let given: Vec<Operand> =
            places.iter().filter_map(|&place| Some(call.args.get(place)?.value.clone())).collect();
        given.iter().for_each(|place| self.write(function, place, 64));
    }

    fn run(&mut self) {
        while let Some(function) = self.changed.pop_first() {
            let code = self.code;
            let Ok(body) = code.module().body(function) else { continue };
            for (at, inst) in (0..).zip(&body.insts) {
                if self.decides {
                    return;
                }
                self.look((function, body.value(at)), inst);
            }
        }
    }

    fn depends(&mut self, value: Source) {
        if self.values.insert(value) {
            self.changed.insert(value.0);
        }
    }

    fn points(&mut self, value: Source) {
        if self.pointers.insert(value) {
            self.changed.insert(value.0);
        }
    }

    /// It goes somewhere where it is not followed. Of names, that is no decision.
    fn lose(&mut self) {
        self.decides |= self.nature == Nature::Answer;
    }

    /// Something that depends on it is written to where an operand points.
    fn write(&mut self, function: FunctionId, pointer: &Operand, bits: u32) {
        match self.variables(function, pointer) {
            Some(variables) => variables.into_iter().for_each(|variable| self.points(variable)),
            None if self.nature == Nature::Name => self.keep(self.cell(function, pointer, bits)),
            None => self.lose(),
        }
    }

    /// A name is kept in memory that is not followed.
    fn keep(&mut self, cell: Cell) {
        if self.cells.insert(cell) {
            let module = self.code.module();
            self.changed.extend(module.function_ids().filter(|&id| module.function(id).defined));
        }
    }

    /// What an operand points to.
    fn cell(&self, function: FunctionId, pointer: &Operand, bits: u32) -> Cell {
        let mut global = None;
        let mut operand = pointer.clone();
        for _ in 0..64 {
            let value = match &operand {
                Operand::Const(constant) => {
                    for_each_symbol(constant, &mut |symbol| {
                        if let Some(Symbol::Global(id)) = self.code.module().resolve(symbol) {
                            global = Some(id);
                        }
                    });
                    break;
                }
                Operand::Local(value) => *value,
                Operand::Meta(_) => break,
            };
            match self.body(function).and_then(|body| body.inst(value)).map(|inst| &inst.kind) {
                Some(InstKind::Gep { source: Type::Named(id), indices, .. }) => {
                    let member = indices.get(1).map(|index| match &index.value {
                        Operand::Const(Constant::Int(member)) => *member,
                        _ => 0,
                    });
                    return Cell::Member(*id, member);
                }
                Some(InstKind::Gep { base, .. }) => operand = base.value.clone(),
                Some(InstKind::Cast { op: CastOp::BitCast, value, .. }) => operand = value.clone(),
                _ => break,
            }
        }
        global.map_or(Cell::Elsewhere(bits), Cell::Global)
    }

    /// Whether a name may be read there.
    fn is_kept(&self, function: FunctionId, pointer: &Operand, ty: &Type) -> bool {
        !self.cells.is_empty() && self.cells.contains(&self.cell(function, pointer, bits_of(self.code.module(), ty)))
    }

    /// Something is computed from it.
    fn computes(&mut self, to: Source) {
        match self.nature {
            Nature::Answer => self.depends(to),
            Nature::Name => _ = self.answers.insert(to),
        }
    }

    /// The local variables that an operand can point to; nothing if that is not known.
    fn variables(&self, function: FunctionId, pointer: &Operand) -> Option<BTreeSet<Source>> {
        let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut open = vec![(function, pointer.clone())];
        while let Some((function, operand)) = open.pop() {
            let value = match operand {
                Operand::Local(value) => value,
                Operand::Const(Constant::Null) => continue,
                Operand::Const(_) | Operand::Meta(_) => return None,
            };
            if !seen.insert((function, value)) {
                continue;
            }
            let body = self.body(function)?;
            let Some(inst) = body.inst(value) else {
                // A parameter: what callers give.
                if function == self.code.entry() || self.calls.named.contains(&function) {
                    return None;
                }
                for &(caller, at) in self.calls.of.get(&function).into_iter().flatten() {
                    let call = self.body(caller).and_then(|body| body.inst(at)).and_then(|inst| call_of(&inst.kind))?;
                    open.push((caller, call.args.get(value.index())?.value.clone()));
                }
                continue;
            };
            match &inst.kind {
                InstKind::Alloca { .. } => _ = found.insert((function, value)),
                InstKind::Gep { base, .. } => open.push((function, base.value.clone())),
                InstKind::Cast { op: CastOp::BitCast, value, .. } => open.push((function, value.clone())),
                InstKind::Get { variable: Operand::Local(variable), .. } => {
                    for inst in &body.insts {
                        match &inst.kind {
                            InstKind::Set { variable: set, value, .. } if set == variable => {
                                open.push((function, value.clone()));
                            }
                            _ => {}
                        }
                    }
                }
                InstKind::Phi { incoming, .. } => {
                    open.extend(incoming.iter().map(|(value, _)| (function, value.clone())));
                }
                InstKind::Select { yes, no, .. } => open.extend([yes, no].map(|value| (function, value.clone()))),
                _ => return None,
            }
        }
        Some(found)
    }

    /// Follows it through one instruction.
    fn look(&mut self, to: Source, inst: &Inst) {
        let function = to.0;
        let holds = |set: &BTreeSet<Source>, operand: &Operand| {
            local(operand).is_some_and(|value| set.contains(&(function, value)))
        };
        let (values, pointers) = (&self.values, &self.pointers);
        let v = |operand: &Operand| holds(values, operand);
        let p = |operand: &Operand| holds(pointers, operand);
        let is_name = self.nature == Nature::Name;
        match &inst.kind {
            InstKind::Ret(Some(value)) => {
                if p(&value.value) {
                    self.lose();
                }
                if holds(&self.values, &value.value) {
                    self.returned(function);
                }
            }
            InstKind::CondBr { condition: decides, .. } if v(decides) => self.lose(),
            InstKind::Switch { value: decides, .. } | InstKind::IndirectBr { address: decides, .. } if v(decides) => {
                self.decides = true;
            }
            InstKind::Binary { op, lhs, rhs, .. } if v(lhs) || v(rhs) => {
                use BinaryOp::*;
                let divides = matches!(op, UDiv | SDiv | URem | SRem);
                match divides && v(rhs) {
                    true => self.decides = true,
                    false => self.computes(to),
                }
            }
            InstKind::ICmp { predicate, lhs, rhs, .. } if v(lhs) || v(rhs) => match self.nature {
                // Names have other names as their equals, and what stands for none.
                Nature::Name if matches!(predicate, IntPredicate::Eq | IntPredicate::Ne) => {
                    self.decides |= is_number(lhs) || is_number(rhs);
                }
                Nature::Name => self.decides = true,
                Nature::Answer => self.depends(to),
            },
            InstKind::Cast { op, value, to: ty, .. } => {
                let (depends, points) = (v(value), p(value));
                match op {
                    CastOp::Trunc if is_name && bits_of(self.code.module(), ty) < 32 && depends => self.computes(to),
                    CastOp::UiToFp | CastOp::SiToFp if depends => self.computes(to),
                    CastOp::PtrToInt if points => self.lose(),
                    _ if points => self.points(to),
                    _ if depends => self.depends(to),
                    _ => {}
                }
            }
            InstKind::Alloca { count: Some(count), .. } if v(&count.value) => self.decides = true,
            InstKind::Load { pointer, .. } if v(pointer) => self.lose(),
            InstKind::Load { pointer, .. } if p(pointer) => self.depends(to),
            InstKind::Load { pointer, ty, .. } if self.is_kept(function, pointer, ty) => self.depends(to),
            InstKind::Store { value, pointer, ty, .. } => {
                if v(pointer) || p(value) {
                    self.lose();
                } else if v(value) && !p(pointer) {
                    self.write(function, pointer, bits_of(self.code.module(), ty));
                }
            }
            InstKind::CmpXchg(exchange) => {
                let used = [&exchange.pointer, &exchange.expected, &exchange.new];
                let is_kept = p(&exchange.pointer) || self.is_kept(function, &exchange.pointer, &exchange.ty);
                let writes = v(&exchange.new);
                if used.into_iter().any(|operand| v(operand) || p(operand)) {
                    self.lose();
                }
                if is_name {
                    self.decides |= is_kept && is_number(&exchange.expected);
                    if writes {
                        self.write(function, &exchange.pointer, bits_of(self.code.module(), &exchange.ty));
                    }
                    if is_kept {
                        self.depends(to);
                    }
                }
            }
            InstKind::AtomicRmw(update) => {
                let is_kept = p(&update.pointer) || self.is_kept(function, &update.pointer, &update.ty);
                let writes = v(&update.value);
                if [&update.pointer, &update.value].into_iter().any(|operand| v(operand) || p(operand)) {
                    self.lose();
                }
                if is_name {
                    self.decides |= update.op != RmwOp::Xchg && (is_kept || writes);
                    if writes {
                        self.write(function, &update.pointer, bits_of(self.code.module(), &update.ty));
                    }
                    if is_kept {
                        self.depends(to);
                    }
                }
            }
            InstKind::Gep { base, indices, .. } => {
                let by_index = indices.iter().any(|index| v(&index.value));
                let (depends, points) = (v(&base.value), p(&base.value));
                if by_index && is_name {
                    self.decides = true;
                }
                if by_index || depends && !is_name {
                    self.depends(to);
                }
                if points {
                    self.points(to);
                }
            }
            InstKind::Set { variable, value, .. } => {
                let (depends, points) = (v(value), p(value));
                if depends {
                    self.depends((function, *variable));
                }
                if points {
                    self.points((function, *variable));
                }
            }
            InstKind::Call(call) | InstKind::Invoke { call, .. } | InstKind::CallBr { call, .. } => {
                self.call(to, call);
            }
            // Whether an exchange was made is no name.
            InstKind::ExtractValue { path, .. } if is_name && path[..] == [1] => {}
            InstKind::LandingPad { .. } | InstKind::Unsupported(_) | InstKind::Ret(None) => {}
            InstKind::ICmp { .. } | InstKind::Binary { .. } => {}
            // The rest computes a value from values.
            kind => {
                let (mut depends, mut points) = (false, false);
                kind.clone().for_each_operand_mut(&mut |operand| {
                    depends |= v(operand);
                    points |= p(operand);
                });
                match kind {
                    InstKind::Phi { .. } | InstKind::Select { .. } | InstKind::Freeze { .. } | InstKind::Get { .. }
                        if points =>
                    {
                        self.points(to);
                    }
                    _ if points => self.lose(),
                    _ => {}
                }
                if depends {
                    self.depends(to);
                }
            }
        }
    }

    /// A function returns it.
    fn returned(&mut self, function: FunctionId) {
        if function != self.code.entry() && self.calls.named.contains(&function) {
            return self.lose();
        }
        let calls = self.calls;
        calls.of.get(&function).into_iter().flatten().for_each(|&call| self.depends(call));
    }

    /// It is an argument, perhaps.
    fn call(&mut self, to: Source, call: &Call) {
        let code = self.code;
        let given = |set: &BTreeSet<Source>| -> Vec<usize> {
            let is_given = |operand: &Operand| local(operand).is_some_and(|value| set.contains(&(to.0, value)));
            call.args.iter().enumerate().filter(|(_, arg)| is_given(&arg.value)).map(|(at, _)| at).collect()
        };
        let (values, pointers) = (given(&self.values), given(&self.pointers));
        if let Callee::Value(Operand::Local(callee)) = &call.callee
            && self.values.contains(&(to.0, *callee))
        {
            return self.lose();
        }
        if values.is_empty() && pointers.is_empty() {
            return;
        }
        let Some(called) = direct(code.module(), call) else { return self.lose() };
        let function = code.module().function(called);
        let name = function.name.as_str();
        let is_replaced = code.is_replaced(called) || code.settings().stubs.contains_key(name);
        if function.defined && !is_replaced {
            for (arguments, pointing) in [(values, false), (pointers, true)] {
                for at in arguments {
                    let parameter = (called, ValueId(at as u32));
                    match pointing {
                        _ if at >= function.params.len() => self.lose(),
                        true => self.points(parameter),
                        false => self.depends(parameter),
                    }
                }
            }
            return;
        }
        if HARMLESS.contains(&name) || is_replaced && library::prints(name) {
            return;
        }
        if PURE.contains(&name) {
            return self.computes(to);
        }
        if let Some(size) = STRINGS.iter().find(|(string, _)| *string == name).map(|(_, size)| *size) {
            if size.is_some_and(|size| values.contains(&size)) || values.contains(&0) {
                return self.lose();
            }
            if (!values.is_empty() || pointers.iter().any(|at| *at > 0)) && !pointers.contains(&0) {
                let place = call.args.first().map(|arg| arg.value.clone());
                place.iter().for_each(|place| self.write(to.0, place, 8));
            }
            return self.computes(to);
        }
        match name.strip_prefix("llvm.") {
            Some(name) => self.intrinsic(to, name, call, &values, &pointers),
            None if matches!(call.ret, Type::Double | Type::Float) && pointers.is_empty() => self.depends(to),
            None => self.lose(),
        }
    }

    fn intrinsic(&mut self, to: Source, name: &str, call: &Call, values: &[usize], pointers: &[usize]) {
        match name.split('.').next().unwrap_or_default() {
            "dbg" | "lifetime" | "donothing" | "stackrestore" => {}
            // The size, or where.
            "memcpy" | "memmove" if !values.is_empty() => self.lose(),
            "memset" if values.iter().any(|at| *at != 1) => self.lose(),
            "memcpy" | "memmove" | "memset" => {
                let written = pointers.contains(&1) || !values.is_empty();
                if written && !pointers.contains(&0) {
                    let place = call.args.first().map(|arg| arg.value.clone());
                    place.iter().for_each(|place| self.write(to.0, place, 64));
                }
            }
            _ if !pointers.is_empty() => self.lose(),
            "assume" => self.lose(),
            "expect" => self.depends(to),
            _ => self.computes(to),
        }
    }
}

/// A number that stands for no name: neither 0 nor -1.
fn is_number(operand: &Operand) -> bool {
    let is_none = |number: u128| number == 0 || [32, 64].into_iter().any(|bits| number == mask(bits));
    matches!(operand, Operand::Const(Constant::Int(number)) if !is_none(*number))
}
