//! The built-in models as texts in the language of `selvedge-kat`.
//!
//! [`Builtin`](crate::Builtin) names the models for which code is generated; the others have checkers that
//! are written by hand ([`ByHand`](crate::ByHand)), or are interpreted, or are texts that models include.

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

pub use crate::generated::TEXTS;

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
