//! Mistakes in what becomes of memory that was never written, or in part.

use selvedge_models::Builtin;

use super::{Group, Mutant};

const ACCESS: &str = "crates/vm/src/memory/access.rs";
const BYTE: &str = "crates/vm/src/memory/byte.rs";
const VALUES: &str = "crates/vm/src/memory/values.rs";
const PRIVATE: &str = "crates/vm/src/memory/private.rs";
const SEARCH: &str = "crates/explore/src/check/memory.rs";

pub(super) const MEMORY: &[Mutant] = &[
    Mutant {
        name: "undefined-not-written",
        group: Group::Memory,
        under: Builtin::Sc.name(),
        what: "To copy bytes that were never written into shared memory is no write.",
        file: ACCESS,
        old: "            values.push((offset, size, value, known));\n",
        new: "            if known == 0 {\n                continue;\n            }\n            values.push((offset, size, value, known));\n",
    },
    Mutant {
        name: "undefined-zeros",
        group: Group::Memory,
        under: Builtin::Sc.name(),
        what: "Something undefined that is written to a block from `calloc` is zero.",
        file: PRIVATE,
        old: "Content::Zeros => Byte::Undefined,",
        new: "Content::Zeros => Byte::Unwritten,",
    },
    Mutant {
        name: "copied-zeros",
        group: Group::Memory,
        under: Builtin::Sc.name(),
        what: "Bytes that were never written are zero when they have been copied to a block from `calloc`.",
        file: BYTE,
        old: "(Manner::ToZeros, Byte::Unwritten) => Byte::Undefined,",
        new: "(Manner::ToZeros, Byte::Unwritten) => Byte::Unwritten,",
    },
    Mutant {
        name: "whole-words",
        group: Group::Memory,
        under: Builtin::Sc.name(),
        what: "A word of which some bytes were never written is wholly undefined.",
        file: VALUES,
        old: "        None => Val::partial(value, bits_of_bytes(known), bits),\n",
        new: "        None => Val::partial(value, 0 * bits_of_bytes(known), bits),\n",
    },
    Mutant {
        name: "atomic-gaps",
        group: Group::Memory,
        under: Builtin::Sc.name(),
        what: "What is undefined in something that is written atomically is zero.",
        file: ACCESS,
        old: "None => self.wide.compact_known(value, known, at.width),",
        new: "None => self.wide.compact(value, at.width),",
    },
    Mutant {
        name: "undefined-bytes",
        group: Group::Memory,
        under: Builtin::Sc.name(),
        what: "A byte that is undefined may not be written.",
        file: ACCESS,
        old: "let is_byte = *value == Val::Undef && size == 1",
        new: "let is_byte = *value == Val::Undef && size == 0",
    },
    Mutant {
        name: "undefined-read",
        group: Group::Memory,
        under: Builtin::Sc.name(),
        what: "Gaps between known bytes of a word are known when it is stored.",
        file: VALUES,
        old: "partial.known >> (8 * at) & 0xff == 0xff",
        new: "partial.known >> (8 * at) & 0xff <= 0xff",
    },
    Mutant {
        name: "undefined-allowed",
        group: Group::Memory,
        under: "cli/copies",
        what: "To read what was written as something undefined is no error.",
        file: SEARCH,
        old: "let is_undefined = P::BYTE_ADDRESSED && value == Value::NOTHING;",
        new: "let is_undefined = P::BYTE_ADDRESSED && false && value == Value::NOTHING;",
    },
];
