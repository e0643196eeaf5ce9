//! The models of Java's access modes, as one type: so the search is compiled for them once.

use crate::one_of::one_of;
use crate::{ByHand, Jam, Jam21Thesis};

/// A model of Java's access modes.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a search has one of them")]
pub enum Java {
    /// By its authors.
    Jam(Jam),
    /// As a thesis prints it.
    Thesis(Jam21Thesis),
}

impl Java {
    /// The model of that name.
    pub fn parse(name: &str) -> Option<Java> {
        if name == Jam21Thesis::NAME {
            return Some(Java::Thesis(Jam21Thesis::default()));
        }
        Some(Java::Jam(Jam::new(ByHand::parse(name)?)))
    }
}

one_of!(Java: Jam, Thesis);
