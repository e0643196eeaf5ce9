//! The built-in memory models.
//!
//! Each is a text in `kat/`, in the language of `selvedge-kat`; the definitions are those of kat.md §4. The build script
//! writes checkers from them, each a type that implements [`selvedge_core::Model`] ([`generated`]); [`Builtin`] names them, and
//! [`texts`] has the texts themselves. For the axioms of the Java models no code is generated yet; they have
//! checkers of their own ([`Java`]).

pub mod generated;
mod jam;
mod java;
mod matrix;
mod one_of;
mod shared;
pub mod simplify;
pub mod texts;
mod thesis;
mod total;

use selvedge_core::Model;

pub use generated::{Ra, Rc11, Sc, Tso};
pub use jam::{Jam, JamVersion};
pub use java::Java;
pub use shared::Shared;
use texts::ModelText;
pub use thesis::{DESCRIPTION as THESIS_DESCRIPTION, Jam21Thesis};

/// A built-in model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Builtin {
    /// Sequential consistency.
    Sc,
    /// Total store order.
    Tso,
    /// Total store order, with C11 mapped as compilers do.
    TsoX86,
    /// Partial store order.
    Pso,
    /// Release and acquire.
    Ra,
    /// Release and acquire as published.
    RaPopl16,
    /// Strong release and acquire.
    Sra,
    /// Repaired C11.
    Rc11,
    /// Repaired C11 as published.
    Rc11As2017,
    /// The letter of C++20.
    C20Std,
}

/// Something to do with a model whose type is only known at run time.
pub trait Visit {
    /// What it returns.
    type Out;
    /// Does it.
    fn visit<M: Model + 'static>(self, model: M) -> Self::Out;
}

impl Builtin {
    /// All of them, roughly the strongest first.
    pub const ALL: [Builtin; 10] = [
        Builtin::Sc,
        Builtin::Tso,
        Builtin::TsoX86,
        Builtin::Pso,
        Builtin::Ra,
        Builtin::RaPopl16,
        Builtin::Sra,
        Builtin::Rc11,
        Builtin::Rc11As2017,
        Builtin::C20Std,
    ];

    /// Those for which the oracle has a definition of its own, the strongest first.
    pub const MAIN: [Builtin; 4] = [Builtin::Sc, Builtin::Tso, Builtin::Ra, Builtin::Rc11];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Builtin::Sc => "sc",
            Builtin::Tso => "tso",
            Builtin::TsoX86 => "tso-x86",
            Builtin::Pso => "pso",
            Builtin::Ra => "ra",
            Builtin::RaPopl16 => "ra-popl16",
            Builtin::Sra => "sra",
            Builtin::Rc11 => "rc11",
            Builtin::Rc11As2017 => "rc11-2017",
            Builtin::C20Std => "c20-std",
        }
    }

    /// Its text.
    pub fn text(self) -> ModelText {
        let named = texts::TEXTS.into_iter().find(|text| text.name == self.name());
        named.expect("invariant: every built-in model is a text")
    }

    /// One line.
    pub fn summary(self) -> &'static str {
        self.text().summary
    }

    /// The model of that name.
    pub fn parse(name: &str) -> Option<Builtin> {
        Builtin::ALL.into_iter().find(|model| model.name() == name)
    }

    /// Does something with the model. The four main ones have code of their own, the others share one copy of what is
    /// done: compiling ten would take longer than anybody wants to wait.
    pub fn with<V: Visit>(self, visit: V) -> V::Out {
        match self {
            Builtin::Sc => visit.visit(Sc::default()),
            Builtin::Tso => visit.visit(Tso::default()),
            Builtin::Ra => visit.visit(Ra::default()),
            Builtin::Rc11 => visit.visit(Rc11::default()),
            Builtin::TsoX86 => visit.visit(Shared::TsoX86(Default::default())),
            Builtin::Pso => visit.visit(Shared::Pso(Default::default())),
            Builtin::RaPopl16 => visit.visit(Shared::RaPopl16(Default::default())),
            Builtin::Sra => visit.visit(Shared::Sra(Default::default())),
            Builtin::Rc11As2017 => visit.visit(Shared::Rc11As2017(Default::default())),
            Builtin::C20Std => visit.visit(Shared::C20Std(Default::default())),
        }
    }
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
        let interpreted: Vec<&str> = texts::only_texts().map(|text| text.name).collect();
        assert_eq!(interpreted, ["jam21", "jam21s", "jam19"]);
        assert_eq!(texts::load("nothing.kat"), None);
    }
}
