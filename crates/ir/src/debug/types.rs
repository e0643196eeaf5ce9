//! Types of the source: their names, and the path of names that leads to a byte (`.next`, `[2].x`).

use super::MAX_CHAIN;
use crate::lex::shown_name;
use crate::nodes::{DbgId, Module};
use crate::parse::metadata::{Node, Value};

/// How values of a type are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notation {
    /// A signed integer of that many bits.
    Signed(u32),
    /// An unsigned integer.
    Unsigned,
    /// `true` or `false`.
    Bool,
    /// A floating-point number of that many bits.
    Float(u32),
    /// An address.
    Pointer,
    /// One of several names; of a type of that many bits.
    Enum(u32, Vec<(i128, String)>),
}

/// A type is named through at most this many pointers and qualifiers.
const MAX_NAME: usize = 32;

impl Module {
    /// The type behind typedefs and qualifiers.
    fn stripped(&self, id: DbgId) -> Option<(DbgId, Node<'_>)> {
        let mut id = id;
        for _ in 0..MAX_CHAIN {
            let node = self.metadata_node(id)?;
            let transparent = matches!(
                node.word("tag"),
                Some(
                    "DW_TAG_typedef"
                        | "DW_TAG_const_type"
                        | "DW_TAG_volatile_type"
                        | "DW_TAG_restrict_type"
                        | "DW_TAG_atomic_type"
                )
            );
            if node.tag != "DIDerivedType" || !transparent {
                return Some((id, node));
            }
            id = DbgId { node: node.node("baseType")?, ..id };
        }
        None
    }

    /// The name of a type, as C would write it.
    pub fn type_name(&self, id: DbgId) -> String {
        self.named(Some(id), 0)
    }

    fn named(&self, id: Option<DbgId>, depth: usize) -> String {
        let Some(id) = id else { return "void".into() };
        let Some(node) = self.metadata_node(id).filter(|_| depth < MAX_NAME) else { return "…".into() };
        let own = node.str("name").filter(|n| !n.is_empty()).map(shown_name);
        let base = || self.named(node.node("baseType").map(|n| DbgId { node: n, ..id }), depth + 1);
        let name = |kind: &str| own.clone().map_or_else(|| format!("{kind} (unnamed)"), |n| format!("{kind} {n}"));
        match node.word("tag") {
            Some("DW_TAG_pointer_type") => {
                let base = base();
                if base.ends_with('*') { format!("{base}*") } else { format!("{base} *") }
            }
            Some("DW_TAG_reference_type") => format!("{} &", base()),
            Some("DW_TAG_rvalue_reference_type") => format!("{} &&", base()),
            Some("DW_TAG_const_type") => format!("const {}", base()),
            Some("DW_TAG_volatile_type") => format!("volatile {}", base()),
            Some("DW_TAG_atomic_type") => format!("_Atomic({})", base()),
            Some("DW_TAG_restrict_type") => base(),
            Some("DW_TAG_structure_type") => name("struct"),
            Some("DW_TAG_class_type") => own.unwrap_or_else(|| "class (unnamed)".into()),
            Some("DW_TAG_union_type") => name("union"),
            Some("DW_TAG_enumeration_type") => name("enum"),
            Some("DW_TAG_array_type") => {
                let mut text = base();
                for count in self.counts(id, &node) {
                    text += &count.map_or_else(|| "[]".into(), |n| format!("[{n}]"));
                }
                text
            }
            _ => own.unwrap_or_else(|| if node.tag == "DISubroutineType" { "function".into() } else { "…".into() }),
        }
    }

    /// What a pointer or reference points to.
    pub fn pointee(&self, id: DbgId) -> Option<DbgId> {
        let (id, node) = self.stripped(id)?;
        let pointer = matches!(
            node.word("tag"),
            Some("DW_TAG_pointer_type" | "DW_TAG_reference_type" | "DW_TAG_rvalue_reference_type")
        );
        let base = node.node("baseType").filter(|_| pointer)?;
        Some(DbgId { node: base, ..id })
    }

    /// The name of a struct, class or union, without the keyword.
    pub fn record_name(&self, id: DbgId) -> Option<String> {
        let (stripped, node) = self.stripped(id)?;
        let record =
            matches!(node.word("tag"), Some("DW_TAG_structure_type" | "DW_TAG_class_type" | "DW_TAG_union_type"));
        if node.tag != "DICompositeType" || !record {
            return None;
        }
        let own = node.str("name").filter(|name| !name.is_empty()).map(shown_name);
        // An unnamed struct goes by the name of its typedef.
        own.or_else(|| self.metadata_node(id)?.str("name").map(shown_name).filter(|_| stripped != id))
    }

    /// How to write a value of a scalar type down.
    pub fn notation(&self, id: DbgId) -> Option<Notation> {
        let (id, node) = self.stripped(id)?;
        let bits = u32::try_from(node.int("size").unwrap_or(64)).ok()?;
        Some(match (node.tag, node.word("tag"), node.word("encoding")) {
            ("DIBasicType", _, Some("DW_ATE_signed" | "DW_ATE_signed_char")) => Notation::Signed(bits),
            ("DIBasicType", _, Some("DW_ATE_boolean")) => Notation::Bool,
            ("DIBasicType", _, Some("DW_ATE_float")) => Notation::Float(bits),
            ("DIBasicType", _, Some(_)) => Notation::Unsigned,
            ("DICompositeType", Some("DW_TAG_enumeration_type"), _) => {
                let list = self.metadata_node(DbgId { node: node.node("elements")?, ..id })?;
                let names = list.fields.iter().filter_map(|(_, value)| {
                    let Value::Node(n) = value else { return None };
                    let item = self.metadata_node(DbgId { node: *n, ..id })?;
                    Some((item.int("value")?, shown_name(item.str("name")?)))
                });
                Notation::Enum(bits, names.collect())
            }
            ("DIDerivedType", Some("DW_TAG_pointer_type"), _) => Notation::Pointer,
            _ => return None,
        })
    }

    /// The size of a type in bytes.
    pub fn debug_size(&self, id: DbgId) -> Option<u64> {
        let (_, node) = self.stripped(id)?;
        u64::try_from(node.int("size")? / 8).ok()
    }

    /// The path from a variable of type `ty` to an access of `size` bytes at `offset`: `.next`, `[2].x`;
    /// empty for the variable itself.
    pub fn member_path(&self, ty: DbgId, offset: u64, size: u64) -> Option<String> {
        self.member_at(ty, offset, size).map(|(path, _)| path)
    }

    /// The same, with the type of what the path leads to.
    pub fn member_at(&self, ty: DbgId, offset: u64, size: u64) -> Option<(String, DbgId)> {
        let mut path = String::new();
        let (mut id, mut offset) = (ty, offset);
        for _ in 0..MAX_CHAIN {
            let (at, node) = self.stripped(id)?;
            let inner = match node.word("tag").filter(|_| node.tag == "DICompositeType") {
                Some("DW_TAG_array_type") => self.element(at, &node, &mut offset, size, &mut path),
                Some("DW_TAG_structure_type" | "DW_TAG_class_type" | "DW_TAG_union_type") => {
                    self.member(at, &node, &mut offset, size, &mut path)
                }
                _ => None,
            };
            match inner {
                Some(inner) => id = inner,
                // Inside a scalar: the path names it if the access starts where it does.
                None => return (offset == 0 || !path.is_empty()).then_some((path, at)),
            }
        }
        None
    }

    /// The lengths of an array's dimensions.
    fn counts(&self, id: DbgId, array: &Node<'_>) -> Vec<Option<u64>> {
        let Some(list) = array.node("elements").and_then(|n| self.metadata_node(DbgId { node: n, ..id })) else {
            return Vec::new();
        };
        let count = |value: &Value<'_>| match value {
            Value::Node(n) => {
                let range = self.metadata_node(DbgId { node: *n, ..id })?;
                u64::try_from(range.int("count")?).ok()
            }
            _ => None,
        };
        list.fields.iter().map(|(_, value)| count(value)).collect()
    }

    fn element(&self, id: DbgId, node: &Node<'_>, offset: &mut u64, access: u64, path: &mut String) -> Option<DbgId> {
        let base = DbgId { node: node.node("baseType")?, ..id };
        // An access larger than an element is to the array.
        let size = self.debug_size(base).filter(|&s| s > 0 && s >= access)?;
        let mut index = *offset / size;
        let counts = self.counts(id, node);
        // Row-major: the last dimension varies fastest.
        let mut indices = Vec::with_capacity(counts.len());
        for (dimension, count) in counts.iter().enumerate().rev() {
            match count {
                Some(n) if dimension > 0 && *n > 0 => {
                    indices.push(index % n);
                    index /= n;
                }
                _ => {
                    indices.push(index);
                    index = 0;
                }
            }
        }
        for i in indices.iter().rev() {
            *path += &format!("[{i}]");
        }
        *offset %= size;
        Some(base)
    }

    fn member(&self, id: DbgId, node: &Node<'_>, offset: &mut u64, size: u64, path: &mut String) -> Option<DbgId> {
        // Of the members of a union, one of which the access reads a whole scalar.
        let union = node.word("tag") == Some("DW_TAG_union_type");
        let fitting = union.then(|| self.member_where(id, node, offset, size, path, true)).flatten();
        fitting.or_else(|| self.member_where(id, node, offset, size, path, false))
    }

    fn member_where(
        &self,
        id: DbgId,
        node: &Node<'_>,
        offset: &mut u64,
        size: u64,
        path: &mut String,
        fits: bool,
    ) -> Option<DbgId> {
        let members = self.metadata_node(DbgId { node: node.node("elements")?, ..id })?;
        for (_, value) in &members.fields {
            let Value::Node(n) = value else { continue };
            let Some(member) = self.metadata_node(DbgId { node: *n, ..id }) else { continue };
            let inherited = member.word("tag") == Some("DW_TAG_inheritance");
            // A static member is listed too, and has no size here.
            let is_member = member.word("tag") == Some("DW_TAG_member") && member.int("size").is_some();
            if !inherited && !is_member {
                continue;
            }
            let Some(ty) = member.node("baseType").map(|n| DbgId { node: n, ..id }) else { continue };
            let start = u64::try_from(member.int("offset").unwrap_or(0) / 8).unwrap_or(0);
            let length = self.debug_size(ty).unwrap_or(0);
            if *offset < start || *offset - start >= length || length < size {
                continue;
            }
            let scalar = || self.member_at(ty, *offset - start, size).and_then(|(_, leaf)| self.debug_size(leaf));
            if fits && scalar() != Some(size) {
                continue;
            }
            // Members of a base class and of an unnamed struct are named as if they were ours.
            if let (false, Some(name)) = (inherited, member.str("name").filter(|n| !n.is_empty())) {
                path.push('.');
                *path += &shown_name(name);
            }
            *offset -= start;
            return Some(ty);
        }
        None
    }
}
