//! The built-in models as texts in the language of `selvedge-kat`.
//!
//! [`Builtin`](crate::Builtin) names the models for which code is generated; the others are those of Java, and texts that
//! models include.

/// A model as a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ModelText {
    /// The name on the command line; for a text that models include, the name of its file without `.kat`.
    pub name: &'static str,
    /// One line; empty for a text that is no model of its own.
    pub summary: &'static str,
    /// The text.
    pub text: &'static str,
}

/// The models, and the texts that they include.
pub const TEXTS: [ModelText; 15] = [
    ModelText {
        name: "sc",
        summary: "sequential consistency: threads take turns",
        text: include_str!("../kat/sc.kat"),
    },
    ModelText {
        name: "tso",
        summary: "total store order: stores are buffered, as on x86 and SPARC",
        text: include_str!("../kat/tso.kat"),
    },
    ModelText {
        name: "tso-x86",
        summary: "total store order with C11 mapped as compilers do: only seq_cst fences and stores drain the buffer",
        text: include_str!("../kat/tso-x86.kat"),
    },
    ModelText {
        name: "pso",
        summary: "partial store order: stores to different locations may change places",
        text: include_str!("../kat/pso.kat"),
    },
    ModelText {
        name: "ra",
        summary: "release/acquire: C11 without the guarantees of seq_cst",
        text: include_str!("../kat/ra.kat"),
    },
    ModelText {
        name: "ra-popl16",
        summary: "release/acquire as published: every access is release and acquire",
        text: include_str!("../kat/ra-popl16.kat"),
    },
    ModelText {
        name: "sra",
        summary: "strong release/acquire: coherence orders agree with each other",
        text: include_str!("../kat/sra.kat"),
    },
    ModelText {
        name: "rc11",
        summary: "repaired C11: what C and C++ promise (the default)",
        text: include_str!("../kat/rc11.kat"),
    },
    ModelText {
        name: "rc11-2017",
        summary: "repaired C11 exactly as published, with the release sequences of C++11",
        text: include_str!("../kat/rc11-2017.kat"),
    },
    ModelText {
        name: "c20-std",
        summary: "C++20 with its axiom on seq_cst taken literally",
        text: include_str!("../kat/c20-std.kat"),
    },
    ModelText {
        name: "jam21",
        summary: "Java's access modes: plain, opaque, release/acquire, volatile",
        text: include_str!("../kat/jam21.kat"),
    },
    ModelText {
        name: "jam21s",
        summary: "Java's access modes, with volatile accesses ordered only as far as specified",
        text: include_str!("../kat/jam21s.kat"),
    },
    ModelText {
        name: "jam19",
        summary: "Java's access modes, as published in 2019",
        text: include_str!("../kat/jam19.kat"),
    },
    ModelText { name: "jam", summary: "", text: include_str!("../kat/jam.kat") },
    ModelText { name: "c11", summary: "", text: include_str!("../kat/c11.kat") },
];

/// The models, without the texts that they include.
pub fn models() -> impl Iterator<Item = ModelText> {
    TEXTS.into_iter().filter(|text| !text.summary.is_empty())
}

/// The models for which no code is generated.
pub fn only_texts() -> impl Iterator<Item = ModelText> {
    models().filter(|text| crate::Builtin::parse(text.name).is_none())
}

/// The text of a file such as `rc11.kat`.
pub fn load(file: &str) -> Option<&'static str> {
    let name = file.strip_suffix(".kat")?;
    TEXTS.into_iter().find(|text| text.name == name).map(|text| text.text)
}
