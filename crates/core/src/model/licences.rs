//! What is known of a model beyond what the search relies on for all of them.
//!
//! Each licence rests on a proof that is about that model: without it, a technique could lose executions, or
//! a bound could mean nothing. So a model says which ones it has, and what it does not say is not done,
//! whatever the options are.

/// One of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Licence {
    /// Accesses of different sizes to the same bytes mean something, where they are ordered: the search may
    /// leave out the edges between them, which are all in happens-before (decision 0014).
    Sizes,
    /// The orders in which threads arrive at a barrier need not be told apart.
    Barriers,
    /// Threads that were started alike need not be told apart: none of the model's axioms, errors and
    /// warnings depends on which of them was created, or is joined, first.
    Symmetry,
    /// Nor once they have been different, after a barrier where they meet in the same state.
    Restored,
    /// Every execution is an interleaving of the threads' steps, so that it has preemptions and rounds to
    /// count.
    Interleavings,
    /// Where all is seq_cst or plain and nothing races, the model allows what `sc` does.
    AsSc,
    /// Where nothing is seq_cst, the model allows what `ra` does.
    AsRa,
    /// Where all is volatile or plain, nothing races and one thread starts and joins the others, the model
    /// allows what `sc` does.
    AsVolatile,
    /// There, a quicker check of cycles of volatile accesses decides.
    VolatileCycles,
}

impl Licence {
    /// All of them.
    pub const ALL: [Licence; 9] = [
        Licence::Sizes,
        Licence::Barriers,
        Licence::Symmetry,
        Licence::Restored,
        Licence::Interleavings,
        Licence::AsSc,
        Licence::AsRa,
        Licence::AsVolatile,
        Licence::VolatileCycles,
    ];

    /// The name in a model's text.
    pub fn name(self) -> &'static str {
        match self {
            Licence::Sizes => "sizes",
            Licence::Barriers => "barriers",
            Licence::Symmetry => "symmetry",
            Licence::Restored => "restored",
            Licence::Interleavings => "interleavings",
            Licence::AsSc => "as-sc",
            Licence::AsRa => "as-ra",
            Licence::AsVolatile => "as-volatile",
            Licence::VolatileCycles => "volatile-cycles",
        }
    }

    /// The licence of that name.
    pub fn parse(name: &str) -> Option<Licence> {
        Licence::ALL.into_iter().find(|licence| licence.name() == name)
    }
}

/// A set of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Licences(u16);

impl Licences {
    /// Nothing is known.
    pub const NONE: Licences = Licences(0);

    /// These.
    pub const fn of(licences: &[Licence]) -> Licences {
        let (mut bits, mut at) = (0, 0);
        while at < licences.len() {
            bits |= 1 << licences[at] as u16;
            at += 1;
        }
        Licences(bits)
    }

    /// Whether it is one of them.
    #[inline]
    pub const fn has(self, licence: Licence) -> bool {
        self.0 & (1 << licence as u16) != 0
    }

    /// Those that are in the other set too.
    pub const fn and(self, other: Licences) -> Licences {
        Licences(self.0 & other.0)
    }

    /// All of them, in order.
    pub fn iter(self) -> impl Iterator<Item = Licence> {
        Licence::ALL.into_iter().filter(move |licence| self.has(*licence))
    }
}

impl FromIterator<Licence> for Licences {
    fn from_iter<I: IntoIterator<Item = Licence>>(licences: I) -> Licences {
        licences.into_iter().fold(Licences::NONE, |set, licence| Licences(set.0 | Licences::of(&[licence]).0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_was_put_in() {
        let some = [Licence::Barriers, Licence::VolatileCycles];
        let set = Licences::of(&some);
        assert!(set.iter().eq(some) && some.into_iter().collect::<Licences>() == set);
        assert_eq!(set.and(Licences::of(&[Licence::Barriers, Licence::Sizes])), Licences::of(&[Licence::Barriers]));
        assert!(Licence::ALL.iter().all(|licence| !Licences::NONE.has(*licence)));
        assert!(Licence::ALL.iter().all(|licence| Licence::parse(licence.name()) == Some(*licence)));
    }
}
