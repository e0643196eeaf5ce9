//! Where things lie in memory: sizes, alignments and offsets from `target datalayout`.
//!
//! Layouts of named structs are computed once, bottom up and without recursion, when a module is read; a
//! struct that contains itself is refused there. So every question here takes time linear in the type as it
//! is written, however large the type it describes. Sizes saturate instead of overflowing.

use std::borrow::Cow;

use crate::nodes::{Module, NamedStruct, StructId, StructType, Type};

/// What `target datalayout` says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataLayout {
    /// The text it came from; empty when the module has none.
    pub text: String,
    /// Most significant byte first.
    pub big_endian: bool,
    /// Address space, size and alignment of its pointers, in bytes.
    pub pointers: Vec<(u32, u32, u32)>,
    /// Bits and alignment in bytes of integers, sorted.
    pub ints: Vec<(u32, u32)>,
    /// Bits and alignment in bytes of floating-point types.
    pub floats: Vec<(u32, u32)>,
    /// Bits and alignment in bytes of vectors.
    pub vectors: Vec<(u32, u32)>,
    /// The least alignment of an aggregate.
    pub aggregate: u32,
}

/// Offsets of a struct's members.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StructLayout {
    /// With the padding at its end.
    pub size: u64,
    /// Its alignment.
    pub align: u32,
    /// Of each member, in bytes.
    pub offsets: Box<[u64]>,
}

impl Default for DataLayout {
    /// LLVM's defaults, which a module without `target datalayout` has.
    fn default() -> DataLayout {
        DataLayout {
            text: String::new(),
            big_endian: false,
            pointers: vec![(0, 8, 8)],
            ints: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 8)],
            floats: vec![(16, 2), (32, 4), (64, 8), (80, 16), (128, 16)],
            vectors: vec![(64, 8), (128, 16)],
            aggregate: 1,
        }
    }
}

fn put(list: &mut Vec<(u32, u32)>, bits: u32, align: u32) {
    match list.binary_search_by_key(&bits, |e| e.0) {
        Ok(i) => list[i].1 = align,
        Err(i) => list.insert(i, (bits, align)),
    }
}

impl DataLayout {
    /// Understands a layout string; parts it does not know (mangling, native widths) do not matter here.
    pub fn parse(text: &str) -> DataLayout {
        let mut layout = DataLayout { text: text.to_owned(), ..DataLayout::default() };
        for part in text.split('-') {
            let mut fields = part.split(':');
            let head = fields.next().unwrap_or("");
            let rest: Vec<u32> = fields.map_while(|f| f.parse().ok()).collect();
            let (letter, number) = head.split_at(head.char_indices().nth(1).map_or(head.len(), |(i, _)| i));
            let number: Option<u32> = number.parse().ok();
            // Alignments are given in bits; 0 stands for one byte.
            let align = |i: usize| rest.get(i).map(|&bits| (bits / 8).max(1));
            match (letter, number) {
                ("E", None) => layout.big_endian = true,
                ("e", None) => layout.big_endian = false,
                ("p", space) => {
                    if let (Some(&bits), Some(align)) = (rest.first(), align(1)) {
                        let space = space.unwrap_or(0);
                        layout.pointers.retain(|p| p.0 != space);
                        layout.pointers.push((space, (bits / 8).clamp(1, 16), align));
                    }
                }
                ("i", Some(bits)) => align(0).into_iter().for_each(|a| put(&mut layout.ints, bits, a)),
                ("f", Some(bits)) => align(0).into_iter().for_each(|a| put(&mut layout.floats, bits, a)),
                ("v", Some(bits)) => align(0).into_iter().for_each(|a| put(&mut layout.vectors, bits, a)),
                ("a", _) => align(0).into_iter().for_each(|a| layout.aggregate = a),
                _ => {}
            }
        }
        layout
    }

    /// Size in bytes of a pointer of an address space.
    pub fn pointer_size(&self, space: u32) -> u32 {
        self.pointer(space).1
    }

    fn pointer(&self, space: u32) -> (u32, u32, u32) {
        let find = |space| self.pointers.iter().find(|p| p.0 == space).copied();
        find(space).or_else(|| find(0)).unwrap_or((0, 8, 8))
    }

    fn int_align(&self, bits: u32) -> u32 {
        // A width that is not listed takes the next larger one's alignment, or the largest one's.
        let entry = self.ints.iter().find(|e| e.0 >= bits).or(self.ints.last());
        entry.map_or(1, |e| e.1)
    }

    fn float_align(&self, bits: u32) -> u32 {
        self.floats.iter().find(|e| e.0 == bits).map_or(bits.div_ceil(8).next_power_of_two(), |e| e.1)
    }

    /// Bits of a floating-point type.
    fn float_bits(ty: &Type) -> u32 {
        match ty {
            Type::Half | Type::BFloat => 16,
            Type::Float => 32,
            Type::Double => 64,
            Type::X86Fp80 => 80,
            _ => 128,
        }
    }

    fn layout(&self, s: &StructType, named: &[Option<StructLayout>]) -> Option<StructLayout> {
        let (mut size, mut align) = (0u64, if s.packed { 1 } else { self.aggregate.max(1) });
        let mut offsets = Vec::with_capacity(s.fields.len());
        for field in &s.fields {
            let (field_size, field_align) = self.size_align(field, named)?;
            if !s.packed {
                size = round_up(size, field_align);
                align = align.max(field_align);
            }
            offsets.push(size);
            size = size.saturating_add(field_size);
        }
        Some(StructLayout { size: round_up(size, align), align, offsets: offsets.into() })
    }

    /// Size with tail padding, and alignment. Recursion is as deep as the type is written, which the reader
    /// limits.
    pub(crate) fn size_align(&self, ty: &Type, named: &[Option<StructLayout>]) -> Option<(u64, u32)> {
        let plain = |bytes: u64, align: u32| Some((round_up(bytes, align), align));
        match ty {
            Type::Int(bits) => plain(u64::from(bits.div_ceil(8)), self.int_align(*bits)),
            Type::Ptr | Type::PtrIn(_) => {
                let (_, size, align) = self.pointer(if let Type::PtrIn(space) = ty { *space } else { 0 });
                plain(size.into(), align)
            }
            Type::Array(a) => {
                let (size, align) = self.size_align(&a.1, named)?;
                Some((size.saturating_mul(a.0), align))
            }
            Type::Vector(v) => {
                let bits = u64::from(v.0).saturating_mul(self.bits(&v.1)?);
                let bytes = bits.div_ceil(8);
                let listed = self.vectors.iter().find(|e| u64::from(e.0) == bits).map(|e| e.1);
                // Alignments past a page do not exist; the cap keeps the arithmetic in range.
                let align = listed.unwrap_or(bytes.min(4096).next_power_of_two() as u32);
                plain(bytes, align)
            }
            Type::Struct(s) => {
                let layout = self.layout(s, named)?;
                Some((layout.size, layout.align))
            }
            Type::Named(id) => {
                let layout = named.get(id.index())?.as_ref()?;
                Some((layout.size, layout.align))
            }
            ty if ty.is_float() => {
                let bits = Self::float_bits(ty);
                plain(u64::from(bits.div_ceil(8)), self.float_align(bits))
            }
            _ => None,
        }
    }

    fn bits(&self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Int(bits) => Some((*bits).into()),
            Type::Ptr => Some(u64::from(self.pointer(0).1) * 8),
            Type::PtrIn(space) => Some(u64::from(self.pointer(*space).1) * 8),
            ty if ty.is_float() => Some(Self::float_bits(ty).into()),
            _ => None,
        }
    }

    /// The layouts of all named structs, or the one that contains itself.
    pub(crate) fn struct_layouts(&self, structs: &[NamedStruct]) -> Result<Vec<Option<StructLayout>>, StructId> {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let mut state = vec![State::New; structs.len()];
        let mut layouts: Vec<Option<StructLayout>> = vec![None; structs.len()];
        let mut stack = Vec::new();
        for root in 0..structs.len() {
            stack.push(root);
            while let Some(&id) = stack.last() {
                let body = structs[id].body.as_ref();
                match state[id] {
                    State::New => {
                        state[id] = State::Open;
                        let mut inner = Vec::new();
                        body.iter().flat_map(|b| &b.fields).for_each(|ty| inner_structs(ty, &mut inner));
                        for s in inner {
                            match state.get(s.index()) {
                                Some(State::Open) => return Err(s),
                                Some(State::New) => stack.push(s.index()),
                                _ => {}
                            }
                        }
                    }
                    State::Open => {
                        state[id] = State::Done;
                        layouts[id] = body.and_then(|b| self.layout(b, &layouts));
                        stack.pop();
                    }
                    State::Done => {
                        stack.pop();
                    }
                }
            }
        }
        Ok(layouts)
    }
}

fn inner_structs(ty: &Type, found: &mut Vec<StructId>) {
    match ty {
        Type::Named(id) => found.push(*id),
        Type::Array(a) => inner_structs(&a.1, found),
        Type::Vector(v) => inner_structs(&v.1, found),
        Type::Struct(s) => s.fields.iter().for_each(|f| inner_structs(f, found)),
        _ => {}
    }
}

fn round_up(size: u64, align: u32) -> u64 {
    let align = u64::from(align.max(1));
    size.div_ceil(align).saturating_mul(align)
}

impl Module {
    /// The distance between two elements of an array of this type; `None` for a type without a size.
    pub fn size_of(&self, ty: &Type) -> Option<u64> {
        Some(self.layout.size_align(ty, &self.struct_layouts)?.0)
    }

    /// The alignment it has when nothing else is said.
    pub fn align_of(&self, ty: &Type) -> Option<u32> {
        Some(self.layout.size_align(ty, &self.struct_layouts)?.1)
    }

    /// The bytes that a load or a store of this type touches, without padding at the end.
    pub fn store_size_of(&self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Vector(v) => Some(u64::from(v.0).saturating_mul(self.layout.bits(&v.1)?).div_ceil(8)),
            _ => match self.layout.bits(ty) {
                Some(bits) => Some(bits.div_ceil(8)),
                None => self.size_of(ty),
            },
        }
    }

    /// Offsets, size and alignment of a struct.
    pub fn struct_layout(&self, ty: &Type) -> Option<Cow<'_, StructLayout>> {
        match ty {
            Type::Named(id) => self.struct_layouts.get(id.index())?.as_ref().map(Cow::Borrowed),
            Type::Struct(s) => self.layout.layout(s, &self.struct_layouts).map(Cow::Owned),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    const X86: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

    fn module(types: &str) -> Module {
        read("t.ll", format!("target datalayout = \"{X86}\"\n{types}")).unwrap()
    }

    #[test]
    fn structs_are_laid_out_as_in_c() {
        let m = module(
            "%a = type { i8, i32, i8, %b }\n%b = type <{ i8, i64 }>\n%c = type { x86_fp80, [3 x i16], i128, ptr }\n%o = type opaque",
        );
        let layout = |i| m.struct_layout(&Type::Named(StructId(i))).map(Cow::into_owned);
        assert_eq!(layout(0).unwrap(), StructLayout { size: 20, align: 4, offsets: [0, 4, 8, 9].into() });
        assert_eq!(layout(1).unwrap(), StructLayout { size: 9, align: 1, offsets: [0, 1].into() });
        assert_eq!(layout(2).unwrap(), StructLayout { size: 64, align: 16, offsets: [0, 16, 32, 48].into() });
        assert_eq!(layout(3), None);
        assert_eq!((m.size_of(&Type::X86Fp80), m.store_size_of(&Type::X86Fp80)), (Some(16), Some(10)));
        assert_eq!(m.size_of(&Type::Int(24)), Some(4));
        assert_eq!(m.layout.pointer_size(270), 4);
    }

    #[test]
    fn a_struct_in_itself_is_refused() {
        let error = read("t.ll", "%a = type { i32, [2 x %b] }\n%b = type { %a }").unwrap_err();
        assert!(error.message.contains("contains itself"), "{error}");
        assert!(read("t.ll", "%a = type { %a* }").is_ok());
    }

    #[test]
    fn doubling_structs_take_no_time() {
        let mut text = String::from("%s0 = type { i8 }\n");
        for i in 1..200 {
            text += &format!("%s{i} = type {{ %s{}, %s{} }}\n", i - 1, i - 1);
        }
        let m = module(&text);
        assert_eq!(m.size_of(&Type::Named(StructId(60))), Some(1 << 60));
        assert_eq!(m.size_of(&Type::Named(StructId(199))), Some(u64::MAX));
    }
}
