//! Where globals and functions lie, and what globals contain at first.

use selvedge_ir::names::readable;
use selvedge_ir::{ConstExpr, Constant, FunctionId, GlobalId, Linkage, Module, Symbol, Type, TypedConst};
use std::collections::HashMap;

use crate::exec::arith;
use crate::exec::value::{Val, bits_of, parts_of};
use crate::memory::address::{FUNCTIONS, GLOBALS};

/// A global in memory.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) id: GlobalId,
    pub(crate) base: u64,
    pub(crate) size: u64,
    /// Its initial bytes; `None` where they are not known.
    bytes: Vec<Option<u8>>,
    /// Whether its initial value is known at all: a declaration's is not.
    pub(crate) defined: bool,
    /// Whether it never changes.
    pub(crate) constant: bool,
}

/// The streams of the C library, as its headers declare them: variables that point to something the program
/// cannot look into.
const STREAMS: [&str; 6] = ["stdin", "stdout", "stderr", "__stdinp", "__stdoutp", "__stderrp"];

/// The static part of memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Image {
    /// By address.
    pub(crate) globals: Vec<Placed>,
    by_id: HashMap<GlobalId, usize>,
}

/// The largest global variable.
const MAX_GLOBAL: u64 = 1 << 26;

/// Room between two globals, so that running over the end of one does not reach another.
const GAP: u64 = 1 << 24;

/// Why a constant cannot be computed.
pub(crate) type Reason = String;

/// Symbols that each thread has a variable of its own for, and where this one has it.
type Own = [(Symbol, u64)];

impl Image {
    /// Lays the module's globals out. Thread-local ones only have a template here.
    pub(crate) fn new(module: &Module) -> Result<Image, Reason> {
        let mut image = Image::default();
        let mut base = GLOBALS;
        for id in module.global_ids() {
            let global = module.global(id);
            let size = module.size_of(&global.ty).unwrap_or(0);
            if size > MAX_GLOBAL {
                let place = place_of(module, id);
                return Err(format!(
                    "the variable {}{place} of {size} bytes; at most {MAX_GLOBAL} are modelled",
                    global.name
                ));
            }
            let align = u64::from(global.align.unwrap_or(16).max(16));
            base = base.div_ceil(align) * align;
            image.by_id.insert(id, image.globals.len());
            let known = !global.defined && (is_stream(&global.name) || is_zero(&global.name));
            let (defined, constant) = (global.defined || known, global.constant || known);
            image.globals.push(Placed { id, base, size, bytes: Vec::new(), defined, constant });
            base += size.max(1) + GAP;
        }
        for index in 0..image.globals.len() {
            let id = image.globals[index].id;
            let mut bytes = vec![None; image.globals[index].size as usize];
            if let Some(init) = module.initializer(id).map_err(|error| error.to_string())? {
                let filled = image.fill(module, &module.global(id).ty, init, 0, &mut bytes);
                let name = |what| format!("{what}, to initialise {}", initialised(module, id));
                filled.map_err(name)?;
            } else if is_zero(&module.global(id).name) {
                bytes.fill(Some(0));
            } else if image.globals[index].defined && !module.global(id).defined {
                // A stream: it points behind itself, where there is no object.
                let beyond = image.globals[index].base + image.globals[index].size;
                bytes.iter_mut().zip(beyond.to_le_bytes()).for_each(|(slot, byte)| *slot = Some(byte));
            }
            image.globals[index].bytes = bytes;
        }
        Ok(image)
    }

    /// A global's place.
    pub(crate) fn global(&self, id: GlobalId) -> &Placed {
        &self.globals[self.by_id[&id]]
    }

    /// The address of a symbol.
    pub(crate) fn address(&self, module: &Module, symbol: Symbol) -> Option<u64> {
        match module.resolve(symbol)? {
            Symbol::Function(id) => Some(if is_absent(module, id) { 0 } else { function_address(id) }),
            Symbol::Global(id) => Some(self.globals[*self.by_id.get(&id)?].base),
            Symbol::Alias(_) => None,
        }
    }

    /// The global that an address lies in.
    pub(crate) fn find(&self, address: u64) -> Option<&Placed> {
        let after = self.globals.partition_point(|placed| placed.base <= address);
        let placed = &self.globals[after.checked_sub(1)?];
        (address - placed.base < placed.size.max(1)).then_some(placed)
    }

    /// The global that an address between two lies nearest to.
    pub(crate) fn nearest(&self, address: u64) -> Option<&Placed> {
        let after = self.globals.partition_point(|placed| placed.base <= address);
        let past = self.globals[..after].last().map(|placed| (address - placed.base - placed.size, placed));
        let ahead = self.globals.get(after).map(|placed| (placed.base - address, placed));
        let nearest = past.into_iter().chain(ahead).min_by_key(|(distance, _)| *distance);
        nearest.filter(|(distance, _)| *distance < GAP).map(|(_, placed)| placed)
    }

    /// The global that an address lies in, or at most so far away from.
    pub(crate) fn near(&self, address: u64, most: u64) -> Option<&Placed> {
        let distance = |placed: &Placed| {
            let before = placed.base.saturating_sub(address);
            before.max(address.saturating_sub(placed.base + placed.size))
        };
        self.find(address).or_else(|| self.nearest(address).filter(|placed| distance(placed) <= most))
    }

    /// The initial bytes of a range of one global, least significant first.
    pub(crate) fn initial(&self, address: u64, size: u64) -> Option<u128> {
        let placed = self.find(address)?;
        placed.read(address - placed.base, size)
    }

    fn fill(
        &self,
        module: &Module,
        ty: &Type,
        constant: &Constant,
        offset: u64,
        bytes: &mut [Option<u8>],
    ) -> Result<(), Reason> {
        match constant {
            Constant::Undef | Constant::Poison => Ok(()),
            Constant::Zero | Constant::Null => {
                let size = module.size_of(ty).unwrap_or(0);
                zero(bytes, offset, size);
                Ok(())
            }
            Constant::Bytes(text) => {
                for (slot, byte) in bytes.iter_mut().skip(offset as usize).zip(text.iter()) {
                    *slot = Some(*byte);
                }
                Ok(())
            }
            Constant::Aggregate(items) => {
                // Padding is zero, as C says of objects with static storage.
                let size = module.size_of(ty).unwrap_or(0);
                zero(bytes, offset, size);
                let parts = parts_of(module, ty).ok_or_else(|| format!("an initialiser of type {ty}"))?;
                for (item, (ty, at)) in items.iter().zip(parts) {
                    self.fill(module, &ty, &item.value, offset + at, bytes)?;
                }
                Ok(())
            }
            scalar => {
                let value = self.constant(module, ty, scalar, &[])?;
                let size = module.store_size_of(ty).unwrap_or(0);
                if let Some(value) = value.as_int() {
                    for (i, slot) in (0..size).zip(bytes.iter_mut().skip(offset as usize)) {
                        *slot = Some((value.checked_shr(8 * i as u32).unwrap_or(0)) as u8);
                    }
                }
                Ok(())
            }
        }
    }

    /// The value of a constant, in which these symbols have other addresses: a thread's own variables.
    pub(crate) fn constant(&self, module: &Module, ty: &Type, constant: &Constant, own: &Own) -> Result<Val, Reason> {
        Ok(match constant {
            Constant::Int(value) => Val::int(*value, bits_of(module, ty)),
            Constant::Float(bits) => match ty {
                Type::Float => Val::Word(u64::from((f64::from_bits(*bits) as f32).to_bits())),
                Type::Double => Val::Word(*bits),
                _ => return Err(format!("a constant of type {ty}")),
            },
            Constant::FloatBits(_) => return Err(format!("a constant of type {ty}")),
            Constant::Null | Constant::Zero => Val::zero(module, ty),
            Constant::Undef | Constant::Poison => Val::undef(module, ty),
            Constant::Bytes(text) => Val::Parts(text.iter().map(|&byte| Val::Word(byte.into())).collect()),
            Constant::Aggregate(items) => {
                let parts: Result<_, Reason> = items.iter().map(|item| self.typed(module, own, item)).collect();
                Val::Parts(parts?)
            }
            Constant::Splat(item) => {
                let count = parts_of(module, ty).map_or(0, |parts| parts.len());
                let value = self.typed(module, own, item)?;
                Val::Parts((0..count).map(|_| value.clone()).collect())
            }
            Constant::Symbol(symbol) if let Some((_, address)) = own.iter().find(|(known, _)| known == symbol) => {
                Val::Word(*address)
            }
            Constant::Symbol(symbol) => {
                Val::Word(self.address(module, *symbol).ok_or("an alias that is not simply another name")?)
            }
            Constant::BlockAddress(_) => return Err("the address of a label (a computed goto)".into()),
            Constant::Unsupported(what) => return Err(what.to_string()),
            Constant::Expr(expr) => self.expression(module, own, expr)?,
        })
    }

    fn typed(&self, module: &Module, own: &Own, item: &TypedConst) -> Result<Val, Reason> {
        self.constant(module, &item.ty, &item.value, own)
    }

    fn expression(&self, module: &Module, own: &Own, expr: &ConstExpr) -> Result<Val, Reason> {
        match expr {
            ConstExpr::Gep { source, base, indices, .. } => {
                let base = self.typed(module, own, base)?;
                let mut values = Vec::new();
                for index in indices {
                    values.push((index.ty.clone(), self.typed(module, own, index)?));
                }
                arith::element(module, source, &base, &values)
            }
            ConstExpr::Cast { op, value, to } => {
                let from = self.typed(module, own, value)?;
                arith::cast(module, *op, &value.ty, &from, to)
            }
            ConstExpr::Binary { op, lhs, rhs, .. } => {
                let (a, b) = (self.typed(module, own, lhs)?, self.typed(module, own, rhs)?);
                arith::binary(module, *op, Default::default(), &lhs.ty, &a, &b).map_err(|error| error.to_string())
            }
            ConstExpr::ICmp { predicate, lhs, rhs } => {
                let (a, b) = (self.typed(module, own, lhs)?, self.typed(module, own, rhs)?);
                Ok(arith::compare(module, *predicate, &lhs.ty, &a, &b))
            }
            ConstExpr::Select { condition, yes, no } => match self.typed(module, own, condition)?.as_int() {
                Some(0) => self.typed(module, own, no),
                Some(_) => self.typed(module, own, yes),
                None => Ok(Val::undef(module, &yes.ty)),
            },
        }
    }
}

impl Placed {
    /// Initial bytes, least significant first; nothing if one is not known.
    pub(crate) fn read(&self, offset: u64, size: u64) -> Option<u128> {
        let range = self.bytes.get(offset as usize..(offset + size) as usize)?;
        range.iter().enumerate().try_fold(0u128, |value, (i, byte)| Some(value | u128::from((*byte)?) << (8 * i)))
    }
}

/// The variable that a global is the initial value of, with its place: itself, or one of a function, which is
/// given its value when the function gets there.
fn initialised(module: &Module, id: GlobalId) -> String {
    let local = || {
        let (function, variable) = module.global(id).name.strip_prefix("__const.")?.split_once('.')?;
        let function = module.function_named(function)?;
        let frame = module.function_frame(function)?;
        let (name, variable) = (module.function_name(function), readable(variable));
        Some(format!("{variable} in {name} ({}:{})", frame.file, frame.line))
    };
    local().unwrap_or_else(|| format!("{}{}", module.global_name(id), place_of(module, id)))
}

/// Where a global stands in the source, in brackets; nothing if that is not known.
fn place_of(module: &Module, id: GlobalId) -> String {
    module.global_variable(id).map_or(String::new(), |variable| format!(" ({}:{})", variable.file, variable.line))
}

/// Whether a weak function is nowhere defined, and so has no address. Those of pthreads always exist.
fn is_absent(module: &Module, id: FunctionId) -> bool {
    let function = module.function(id);
    let threads = function.name.trim_start_matches('_').starts_with("pthread_");
    function.linkage == Linkage::ExternWeak && !function.defined && !threads
}

/// Whether this is a variable of the C library that is zero here and never changes. A program with one thread
/// is one with several that did not start any: C++ must not leave out atomic operations in it.
fn is_zero(name: &str) -> bool {
    name == "__libc_single_threaded"
}

fn is_stream(name: &str) -> bool {
    STREAMS.contains(&name)
}

/// Zeroes a range, as far as there is one.
fn zero(bytes: &mut [Option<u8>], offset: u64, size: u64) {
    let range = bytes.iter_mut().skip(offset as usize).take(size as usize);
    range.for_each(|slot| *slot = Some(0));
}

/// The address of a function.
pub(crate) fn function_address(id: FunctionId) -> u64 {
    FUNCTIONS + 16 * u64::from(id.0)
}

/// The function at an address.
pub(crate) fn function_at(module: &Module, address: u64) -> Option<FunctionId> {
    let index = address.checked_sub(FUNCTIONS)?;
    let id = FunctionId(u32::try_from(index / 16).ok()?);
    (index % 16 == 0 && id.index() < module.functions.len()).then_some(id)
}
