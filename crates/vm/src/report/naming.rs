//! Names for what an execution touches: blocks, places in them, values, lines of the source.
//!
//! They come from debug information, and from what was remembered while the execution was run again
//! (`notes.rs`).

use selvedge_core::{Access, Block, Frame, Lifetime, Site, Value, Width};
use selvedge_ir::debug::{LocalVar, Notation};
use selvedge_ir::names::readable;
use selvedge_ir::{Callee, Constant, DbgId, FunctionId, InstKind, Operand, Symbol};

use crate::Machine;
use crate::machine::Code;
use crate::memory::address::{
    ATOMIC_SECTION, EXIT_HANDLERS, base_of, base_of_block, block_of, claimed_at, form_of, owner_of, sized_by,
    waited_for,
};
use crate::memory::image::function_at;
use crate::memory::private::Storage;
use crate::report::notes::{BlockNote, Moment, Notes};
use crate::state::thread::Thread;

/// Whether a file is a header of a library, and not the user's.
fn is_library(file: &str) -> bool {
    const FOLDERS: [&str; 5] = ["/usr/include/", "/usr/lib/", "/usr/lib64/", "/usr/local/include/", "/Library/"];
    FOLDERS.iter().any(|folder| file.starts_with(folder))
        || ["/include/c++/", "/libcxx/include/", "/libc/include/", "/../include/"]
            .iter()
            .any(|part| file.contains(part))
}

/// The name of a function or a type without the arguments of its template.
fn without_arguments(name: &str) -> &str {
    name.split('<').next().filter(|name| !name.is_empty() && !name.starts_with("operator")).unwrap_or(name)
}

/// Whether a function of a header is about nothing but one access.
fn is_access(function: &str) -> bool {
    const ACCESSES: [&str; 4] = ["load", "store", "exchange", "operator"];
    ACCESSES.iter().any(|access| function.starts_with(access))
        || function.starts_with("fetch_")
        || function.starts_with("compare_exchange_")
        || function.starts_with("atomic_")
        || function.starts_with('~')
}

impl Code {
    /// A name for an address, as good as we can make it.
    pub(crate) fn name_of(&self, address: u64) -> String {
        self.name_at(address, 1, &Notes::default())
    }

    /// The calls in progress in a thread that has just been retold.
    pub(crate) fn calls(&self, thread: &Thread, notes: &Notes) -> Vec<Frame> {
        self.frames_at(notes.moment.as_ref().unwrap_or(&thread.moment()))
    }

    /// The calls at a moment, as the author of the program sees them: headers of libraries, and what we bring
    /// of them, are libraries, whose innermost function is named and whose lines are not shown.
    fn frames_at(&self, moment: &Moment) -> Vec<Frame> {
        let frames = self.all_frames_at(moment);
        let is_foreign = |frame: &Frame| frame.site.as_ref().is_some_and(|site| self.is_library(&site.file));
        let Some(first) = frames.iter().position(|frame| frame.site.is_some() && !is_foreign(frame)) else {
            return Vec::new();
        };
        let inner = &frames[..first];
        let via = match inner.iter().any(is_foreign) {
            true => inner.iter().rev().find(|frame| !is_access(&frame.function) && !frame.function.starts_with('_')),
            false => inner.first(),
        };
        let outer = frames[first..].iter().filter(|frame| !is_foreign(frame));
        let via = via.map(|frame| Frame { function: without_arguments(&frame.function).into(), site: None });
        via.into_iter().chain(outer.cloned()).collect()
    }

    fn all_frames_at(&self, moment: &Moment) -> Vec<Frame> {
        let mut frames = Vec::new();
        for (depth, &(function, index)) in moment.calls.iter().enumerate() {
            let body = self.module().body(function).ok();
            let inst = body.and_then(|body| body.insts.get(index as usize));
            if let (0, Some(name)) = (depth, inst.and_then(|inst| self.library_function(&inst.kind))) {
                frames.push(Frame { function: name.into(), site: None });
            }
            match inst.and_then(|inst| self.module().location(inst.dbg?)) {
                Some(place) => frames.extend(std::iter::once(place.frame).chain(place.inlined).map(|frame| Frame {
                    function: frame.function.as_str().into(),
                    site: Some(self.site_of(&frame)).filter(|site| site.line > 0),
                })),
                None => frames.push(Frame { function: self.module().function_name(function).into(), site: None }),
            }
        }
        frames
    }

    /// Where a thread stands, outside of libraries if it has got there from somewhere else.
    pub(crate) fn place_in_source(&self, thread: &Thread) -> Option<Site> {
        let frames = thread.calls().iter().rev().filter_map(|frame| {
            let body = self.module().body(frame.function).ok()?;
            // The instruction that caused the present action has already been passed.
            let inst = body.insts.get(frame.next.checked_sub(1)? as usize)?;
            Some(self.site_of(&self.module().location(inst.dbg?)?.frame))
        });
        let sites: Vec<Site> = frames.collect();
        sites.into_iter().find(|site| !self.is_library(&site.file))
    }

    /// What a thread is for that was started with this function and argument, if it is a library's.
    pub(crate) fn purpose(&self, function: FunctionId, argument: Value, notes: &Notes) -> Option<String> {
        let name = notes.purposes.get(&(function, argument.0));
        name.cloned().or_else(|| self.is_library_function(function).then(|| "thread".to_owned()))
    }

    /// Whether a file is a part of a library, ours included, and not the user's.
    fn is_library(&self, file: &str) -> bool {
        is_library(file) || self.module().supplied.contains(file)
    }

    pub(crate) fn is_library_function(&self, function: FunctionId) -> bool {
        self.module().function_frame(function).is_some_and(|frame| self.is_library(&frame.file))
    }

    /// The function without a body that an instruction calls.
    fn library_function(&self, kind: &InstKind) -> Option<String> {
        let (InstKind::Call(call) | InstKind::Invoke { call, .. }) = kind else { return None };
        let Callee::Value(Operand::Const(Constant::Symbol(Symbol::Function(id)))) = &call.callee else { return None };
        let called = self.module().function(*id);
        let name = called
            .name
            .strip_prefix("llvm.")
            .map_or(called.name.as_str(), |name| name.split('.').next().unwrap_or(name));
        (!called.defined).then(|| readable(name))
    }

    /// A place of debug info, as the user knows it.
    pub(crate) fn site_of(&self, place: &selvedge_ir::debug::Frame) -> Site {
        let file = match self.shown_source(&place.file) {
            Some(shown) => shown,
            None => self.below_user(&place.file),
        };
        Site { file: file.into(), line: place.line, column: place.column.max(1), text: "".into() }
    }

    /// The variable that holds the pointer which the present instruction goes through.
    pub(crate) fn pointer_variable(&self, thread: &Thread) -> Option<String> {
        thread.trace.notes.as_ref()?;
        let frame = thread.calls().last()?;
        let body = self.module().body(frame.function).ok()?;
        let mut operand = match &body.insts.get(frame.next.checked_sub(1)? as usize)?.kind {
            InstKind::Load { pointer, .. } | InstKind::Store { pointer, .. } => pointer,
            InstKind::CmpXchg(exchange) => &exchange.pointer,
            InstKind::AtomicRmw(update) => &update.pointer,
            _ => return None,
        };
        // From the address back to where the pointer was loaded from.
        for _ in 0..16 {
            let Operand::Local(value) = operand else { return None };
            if let Some(variable) = self.module().variable_with_value(frame.function, *value) {
                return Some(variable.name);
            }
            operand = match &body.inst(*value)?.kind {
                InstKind::Gep { base, .. } => &base.value,
                InstKind::Cast { value, .. } => value,
                InstKind::Load { pointer: Operand::Local(place), .. }
                | InstKind::Get { variable: Operand::Local(place), .. } => {
                    return self.module().variable_of(frame.function, *place).map(|variable| variable.name);
                }
                InstKind::Load { pointer: Operand::Const(Constant::Symbol(Symbol::Global(id))), .. } => {
                    return Some(self.module().global_name(*id));
                }
                _ => return None,
            };
        }
        None
    }

    /// Where a block came from and where it went.
    pub(crate) fn life_of(&self, block: Block, notes: &Notes) -> Lifetime {
        let tell = |moment: &Moment| (moment.thread, self.frames_at(moment));
        match notes.block(base_of_block(block)) {
            None => Lifetime::default(),
            Some(note) => {
                Lifetime { size: Some(note.size), born: Some(tell(&note.born)), died: note.died.as_ref().map(tell) }
            }
        }
    }

    /// The variable that lives in a block of the stack.
    fn local_of(&self, note: &BlockNote) -> Option<LocalVar> {
        let &(function, index) = note.born.calls.first()?;
        self.module().variable_of(function, self.module().body(function).ok()?.value(index))
    }

    /// What a block is called, and the type of what is in it.
    fn titled(&self, base: u64, note: &BlockNote, notes: &Notes) -> (String, Option<DbgId>) {
        let title = |note: &BlockNote| match note.storage {
            Storage::Stack => match self.local_of(note) {
                Some(variable) => (variable.name, variable.ty.filter(|_| !variable.indirect)),
                None => ("local block".to_owned(), None),
            },
            Storage::ThreadLocal => (note.variable.clone().unwrap_or_else(|| "thread-local block".into()), note.ty),
            Storage::Heap(_) => {
                // What a library calls its own types says less than the variable.
                let record = note.ty.and_then(|ty| self.module().record_name(ty));
                let record = record.map(|name| match without_arguments(&name) {
                    "_State_impl" => "thread state".to_owned(),
                    short if short.starts_with('_') => short.to_owned(),
                    _ => name,
                });
                let name = record.filter(|name| !name.starts_with("pthread_")).or_else(|| note.variable.clone());
                (name.unwrap_or_else(|| self.born_at(note)), note.ty)
            }
        };
        let (name, ty) = title(note);
        // Numbers tell blocks of the same name apart; those that only one thread knows never meet one.
        let namesakes: Vec<u64> = notes
            .published
            .iter()
            .copied()
            .filter(|base| notes.blocks.get(base).is_some_and(|other| title(other).0 == name))
            .collect();
        let number = namesakes.iter().position(|other| *other == base).filter(|_| namesakes.len() > 1);
        (number.map_or_else(|| name.clone(), |number| format!("{name}#{}", number + 1)), ty)
    }

    /// A heap block that no typed pointer points to, named by what allocated it and where.
    fn born_at(&self, note: &BlockNote) -> String {
        let frames = self.frames_at(&note.born);
        let by = match note.storage {
            Storage::Heap(allocator) => frames
                .first()
                .filter(|frame| frame.site.is_none())
                .map_or_else(|| allocator.name().to_owned(), |frame| frame.function.to_string()),
            Storage::Stack | Storage::ThreadLocal => "block".to_owned(),
        };
        let by = if by.starts_with("operator new") { "new".to_owned() } else { by };
        match frames.iter().find_map(|frame| frame.site.as_ref()) {
            Some(site) => format!("[{by} at {}:{}]", site.file, site.line),
            None => "heap block".to_owned(),
        }
    }

    /// The name of what is at an address and its type, where debug info knows both.
    pub(crate) fn named_place(&self, address: u64, size: u64, notes: &Notes) -> Option<(String, DbgId)> {
        if let Some(placed) = self.image().find(address) {
            let ty = self.module().global_variable(placed.id).and_then(|variable| variable.ty)?;
            let (path, ty) = self.module().member_at(ty, address - placed.base, size)?;
            return Some((format!("{}{path}", self.module().global_name(placed.id)), ty));
        }
        let note = notes.block(address)?;
        let (name, ty) = self.titled(base_of(address), note, notes);
        let (ty, offset) = (ty?, address - base_of(address));
        let element = self.module().debug_size(ty).filter(|&size| size > 0)?;
        let several = note.storage.is_heap() && note.size >= 2 * element;
        let (path, inner) = self.module().member_at(ty, offset % element, size)?;
        let name = match (several, self.module().record_name(ty).is_some() || !note.storage.is_heap()) {
            (true, _) => format!("{name}[{}]{path}", offset / element),
            (false, true) => format!("{name}{path}"),
            (false, false) => format!("*{name}"),
        };
        Some((name, inner))
    }

    /// A name for a location, as good as it can be made.
    pub(crate) fn name_at(&self, address: u64, size: u64, notes: &Notes) -> String {
        if let Some((name, _)) = self.named_place(address, size, notes) {
            return public_part(&name);
        }
        if let Some(placed) = self.image().find(address) {
            let name = self.module().global_name(placed.id);
            return match address - placed.base {
                0 => name,
                offset => format!("{name}+{offset}"),
            };
        }
        match block_of(address) {
            Some((block, 0)) => self.block_title(block, notes),
            Some((block, offset)) => format!("{}+{offset}", self.block_title(block, notes)),
            None if let Some(block) = sized_by(address) => format!("the size of {}", self.block_title(block, notes)),
            None if let Some(word) = waited_for(address) => {
                format!("the threads that wait for {}", self.name_at(word, 4, notes))
            }
            None if let Some(thread) = claimed_at(address) => format!("whether {thread} is joined or detached"),
            None if address == ATOMIC_SECTION => "the atomic section".to_owned(),
            None if address == EXIT_HANDLERS => "the exit handlers".to_owned(),
            None => format!("{address:#x}"),
        }
    }

    /// A name for a block.
    pub(crate) fn block_title(&self, block: Block, notes: &Notes) -> String {
        let base = base_of_block(block);
        if let Some(note) = notes.block(base) {
            let (name, ty) = self.titled(base, note, notes);
            let element = ty.filter(|ty| note.storage.is_heap() && self.module().record_name(*ty).is_none());
            return match element.and_then(|ty| self.module().debug_size(ty)) {
                // A pointer's name stands for what it points to.
                Some(size) if size > 0 && note.size >= 2 * size => format!("{name}[]"),
                Some(_) => format!("*{name}"),
                None => name,
            };
        }
        let (thread, number) = owner_of(block);
        let kind = if form_of(block) > 0 { "heap" } else { "stack" };
        format!("{kind} block {}.{number}", thread.0)
    }

    /// A value of an unknown type: small negative numbers are more likely than huge positive ones.
    fn guess(&self, value: Value, notes: &Notes) -> String {
        match value.0 {
            v if v > u64::MAX - 4096 => (v as i64).to_string(),
            v if u32::try_from(v).is_ok_and(|v| v > u32::MAX - 4096) => (v as u32 as i32).to_string(),
            v if v >= 1 << 32 => self.pointer(v, 1, notes),
            v => v.to_string(),
        }
    }

    /// A pointer, as an expression.
    fn pointer(&self, address: u64, size: u64, notes: &Notes) -> String {
        let global = self.image().find(address).map(|placed| self.module().global(placed.id).name.as_str());
        if global.is_some_and(|name| name.starts_with("_ZTV")) {
            return "a virtual table".to_owned();
        }
        if let Some(function) = function_at(self.module(), address) {
            return self.module().function_name(function);
        }
        if let Some(placed) = self.image().find(address).filter(|placed| placed.base == address) {
            return format!("&{}", self.module().global_name(placed.id));
        }
        match block_of(address) {
            Some((block, 0)) => match self.block_title(block, notes) {
                name if name.ends_with("[]") => format!("&{}[0]", &name[..name.len() - 2]),
                name => format!("&{name}"),
            },
            _ if address < 4096 => address.to_string(),
            _ => match self.name_at(address, size, notes) {
                name if name.starts_with("0x") => name,
                name => format!("&{name}"),
            },
        }
    }
}

impl Machine {
    /// A value, as the type of its place writes it.
    pub(crate) fn value_at(&self, value: Value, at: Option<Access>, notes: &Notes) -> String {
        if value.is_partly_undefined() && value != Value::NOTHING {
            return format!("{:#x} with gaps", self.wide.expand(value, Width::W128));
        }
        if let Some(Access { width: Width::W128, .. }) = at {
            return format!("{:#x}", self.wide.expand(value, Width::W128));
        }
        let place = at.and_then(|at| self.code.named_place(at.address.0, at.width.bytes(), notes));
        // What a library keeps in its own types is a word with a count of changes in its upper half.
        let is_library = |name: &str| name.contains(".__");
        // C++ says no more of its own types than what they are called.
        let record = place.as_ref().and_then(|(_, ty)| self.code.module().record_name(*ty));
        let is_condition = record.is_some_and(|name| name.ends_with("condition_variable"));
        if is_condition || place.as_ref().is_some_and(|(name, _)| is_library(name)) {
            return (value.0 & u64::from(u32::MAX)).to_string();
        }
        let target = place.as_ref().and_then(|(_, ty)| self.code.module().pointee(*ty));
        let size = target.and_then(|ty| self.code.module().debug_size(ty)).unwrap_or(1);
        let signed = |bits: u32| (value.0 as i64) << (64 - bits.clamp(1, 64)) >> (64 - bits.clamp(1, 64));
        match place.and_then(|(_, ty)| self.code.module().notation(ty)) {
            Some(Notation::Signed(bits)) => signed(bits).to_string(),
            Some(Notation::Unsigned) => value.to_string(),
            Some(Notation::Bool) => (value.0 != 0).to_string(),
            Some(Notation::Float(32)) => f32::from_bits(value.0 as u32).to_string(),
            Some(Notation::Float(_)) => f64::from_bits(value.0).to_string(),
            Some(Notation::Enum(bits, names)) => {
                let number = i128::from(signed(bits));
                let same = |item: i128| item == number || item == i128::from(value.0);
                let name = names.into_iter().find(|(item, _)| same(*item));
                name.map_or_else(|| number.to_string(), |(_, name)| name)
            }
            Some(Notation::Pointer) if value.0 == 0 => "NULL".to_owned(),
            Some(Notation::Pointer) => self.code.pointer(value.0, size, notes),
            None => self.code.guess(value, notes),
        }
    }
}

/// The part of a path that an author wrote: what libraries hide in their own types starts with two
/// underscores, or with one and a capital.
fn public_part(path: &str) -> String {
    let path = path.split(".__").next().unwrap_or(path);
    let mut out = String::new();
    for (at, part) in path.split('.').enumerate() {
        let hidden = at > 0 && (part.starts_with("_M_") || part.starts_with("_vptr"));
        // An index says which element it is, wherever a library keeps it.
        let shown = if hidden { part.find('[').map_or("", |index| &part[index..]) } else { part };
        out.push_str(if at > 0 && !hidden { "." } else { "" });
        out.push_str(shown);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::public_part;

    #[test]
    fn what_libraries_hide_is_not_shown() {
        assert_eq!(public_part("lock.__data.__lock"), "lock");
        assert_eq!(public_part("ready._M_base._M_i"), "ready");
        assert_eq!(public_part("values._M_impl._M_start[1].next"), "values[1].next");
        assert_eq!(public_part("q.head.next"), "q.head.next");
        assert_eq!(public_part("shape._vptr$Shape"), "shape");
    }
}
