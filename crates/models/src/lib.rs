//! The built-in memory models: SC, TSO, RA and RC11.
//!
//! The definitions are those of kat.md §4. All four share coherence by clocks and atomicity, which the search enforces by
//! construction ([`selvedge_core::Model`]); what is written here is which clocks an event gets and which further axiom a
//! graph must satisfy.

mod c11;
mod frontier;
pub mod generated;
mod jam;
mod java;
mod matrix;
mod psc;
mod sc;
pub mod simplify;
pub mod texts;
mod thesis;
mod tso;

use selvedge_core::Model;

pub use c11::{Ra, Rc11};
pub use jam::{Jam, JamVersion};
pub use java::Java;
pub use sc::Sc;
pub use thesis::{DESCRIPTION as THESIS_DESCRIPTION, Jam21Thesis};
pub use tso::Tso;

/// A built-in model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Builtin {
    /// Sequential consistency.
    Sc,
    /// Total store order.
    Tso,
    /// Release and acquire.
    Ra,
    /// Repaired C11.
    Rc11,
}

/// Something to do with a model whose type is only known at run time.
pub trait Visit {
    /// What it returns.
    type Out;
    /// Does it.
    fn visit<M: Model>(self, model: M) -> Self::Out;
}

impl Builtin {
    /// All of them, the strongest first.
    pub const ALL: [Builtin; 4] = [Builtin::Sc, Builtin::Tso, Builtin::Ra, Builtin::Rc11];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Builtin::Sc => "sc",
            Builtin::Tso => "tso",
            Builtin::Ra => "ra",
            Builtin::Rc11 => "rc11",
        }
    }

    /// One line.
    pub fn summary(self) -> &'static str {
        match self {
            Builtin::Sc => "sequential consistency: threads take turns",
            Builtin::Tso => "total store order: stores are buffered, as on x86 and SPARC",
            Builtin::Ra => "release/acquire: C11 without the guarantees of seq_cst",
            Builtin::Rc11 => "repaired C11: what C and C++ promise (the default)",
        }
    }

    /// A paragraph or two.
    pub fn description(self) -> &'static str {
        match self {
            Builtin::Sc => sc::DESCRIPTION,
            Builtin::Tso => tso::DESCRIPTION,
            Builtin::Ra => c11::RA_DESCRIPTION,
            Builtin::Rc11 => c11::RC11_DESCRIPTION,
        }
    }

    /// The model of that name.
    pub fn parse(name: &str) -> Option<Builtin> {
        Builtin::ALL.into_iter().find(|model| model.name() == name)
    }

    /// Does something with the model.
    pub fn with<V: Visit>(self, visit: V) -> V::Out {
        match self {
            Builtin::Sc => visit.visit(Sc::default()),
            Builtin::Tso => visit.visit(Tso::default()),
            Builtin::Ra => visit.visit(Ra),
            Builtin::Rc11 => visit.visit(Rc11::default()),
        }
    }
}
