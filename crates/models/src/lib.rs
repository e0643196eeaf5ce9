//! The built-in memory models.
//!
//! Each is one text in `kat/`, in the language of `selvedge-kat`; the definitions are those of kat.md §4. The
//! first lines of a text say what it is called in lists and where it stands there. The build script reads
//! them, and writes checkers from most texts: types that implement [`selvedge_core::Model`] ([`generated`]).
//! [`Builtin`] names these, [`ByHand`] the models of Java's access modes, for the axioms of which no code is
//! generated yet ([`Java`]), and [`texts`] has the texts themselves.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod generated;
mod jam;
mod java;
mod matrix;
mod one_of;
pub mod simplify;
mod tables;
pub mod texts;
mod thesis;
mod total;

use selvedge_core::Model;

pub use generated::{Builtin, ByHand, Ra, Rc11, Sc, Shared, Tso};
pub use jam::Jam;
pub use java::Java;
pub use thesis::{DESCRIPTION as THESIS_DESCRIPTION, Jam21Thesis};

/// Something to do with a model whose type is only known at run time.
pub trait Visit {
    /// What it returns.
    type Out;
    /// Does it.
    fn visit<M: Model + 'static>(self, model: M) -> Self::Out;
}

impl Builtin {
    /// Those for which the oracle has a definition of its own, the strongest first.
    pub const MAIN: [Builtin; 4] = [Builtin::Sc, Builtin::Tso, Builtin::Ra, Builtin::Rc11];
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Name;

    impl Visit for Name {
        type Out = &'static str;

        fn visit<M: Model>(self, model: M) -> &'static str {
            model.name()
        }
    }

    #[test]
    fn names_texts_and_code_belong_together() {
        for model in Builtin::ALL {
            assert_eq!(Builtin::parse(model.name()), Some(model));
            assert_eq!(model.with(Name), model.name());
            assert!(!model.summary().is_empty());
            assert_eq!(texts::load(&format!("{}.kat", model.name())), Some(model.text().text));
        }
        for model in ByHand::ALL {
            assert_eq!(ByHand::parse(model.name()), Some(model));
            assert_eq!(Java::parse(model.name()).expect("it has a checker").name(), model.name());
            assert!(texts::only_texts().any(|text| text == model.text()));
        }
        assert_eq!(texts::load("nothing.kat"), None);
    }
}
