//! What is looked for: the kinds of violation, as a user chooses among them.
//!
//! A check looks for everything but leaks, unless it is told what to look for. What is not looked for does
//! not disappear: a program that uses freed memory has no meaning from there on. So an execution with such an
//! error is still explored, as if nothing had happened, and the check says that it was
//! ([`Bound::OtherErrors`](crate::Bound::OtherErrors)). Where a program would just end (a failed assertion,
//! `abort`), or where nothing follows (a deadlock), nothing is left out.

use std::fmt;

use crate::verdict::ViolationKind;

/// A group of violations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Property {
    /// Accesses that conflict and are not ordered.
    Race,
    /// Assertions, and conditions on final states.
    Assertion,
    /// The program aborts, or traps.
    Abort,
    /// The use of memory.
    Memory,
    /// What else the language or the library leaves open.
    Undefined,
    /// Threads that wait for each other.
    Deadlock,
    /// Loops that go round for ever.
    Liveness,
    /// Memory that is not freed.
    Leak,
}

impl Property {
    /// All of them.
    pub const ALL: [Property; 8] = [
        Property::Race,
        Property::Assertion,
        Property::Abort,
        Property::Memory,
        Property::Undefined,
        Property::Deadlock,
        Property::Liveness,
        Property::Leak,
    ];

    /// How a user calls it.
    pub fn name(self) -> &'static str {
        match self {
            Property::Race => "race",
            Property::Assertion => "assert",
            Property::Abort => "abort",
            Property::Memory => "memory",
            Property::Undefined => "undefined",
            Property::Deadlock => "deadlock",
            Property::Liveness => "liveness",
            Property::Leak => "leak",
        }
    }

    /// Which group a kind of violation belongs to. An error statement of the model belongs to none: it is
    /// always looked for.
    pub fn of(kind: ViolationKind) -> Option<Property> {
        Some(match kind {
            ViolationKind::Race | ViolationKind::MixedSizeRace => Property::Race,
            ViolationKind::Assertion | ViolationKind::FinalCondition => Property::Assertion,
            ViolationKind::UserAbort => Property::Abort,
            ViolationKind::UnorderedAccess
            | ViolationKind::UseAfterFree
            | ViolationKind::DoubleFree
            | ViolationKind::InvalidFree
            | ViolationKind::InvalidAccess
            | ViolationKind::NullAccess
            | ViolationKind::UninitialisedRead => Property::Memory,
            ViolationKind::InvalidLock
            | ViolationKind::InvalidUnlock
            | ViolationKind::InvalidBarrier
            | ViolationKind::InvalidJoin
            | ViolationKind::UndefinedBehaviour => Property::Undefined,
            ViolationKind::Deadlock => Property::Deadlock,
            ViolationKind::Liveness => Property::Liveness,
            ViolationKind::Leak => Property::Leak,
            ViolationKind::Model => return None,
        })
    }

    /// Whether the program has a meaning after a violation of it, so that nothing is left out where it is not
    /// looked for.
    pub fn leaves_meaning(self) -> bool {
        match self {
            Property::Assertion | Property::Abort | Property::Deadlock | Property::Liveness | Property::Leak => true,
            Property::Race | Property::Memory | Property::Undefined => false,
        }
    }
}

/// Some groups of violations.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Properties(u16);

impl Properties {
    /// None of them.
    pub const NONE: Properties = Properties(0);

    /// Whether it is one of them.
    pub fn has(self, property: Property) -> bool {
        self.0 >> property as u16 & 1 == 1
    }

    /// Whether violations of this kind are looked for.
    pub fn include(self, kind: ViolationKind) -> bool {
        Property::of(kind).is_none_or(|property| self.has(property))
    }

    /// With one more.
    #[must_use]
    pub fn with(self, property: Property) -> Properties {
        Properties(self.0 | 1 << property as u16)
    }

    /// Without one.
    #[must_use]
    pub fn without(self, property: Property) -> Properties {
        Properties(self.0 & !(1 << property as u16))
    }

    /// Those that it has.
    pub fn iter(self) -> impl Iterator<Item = Property> {
        Property::ALL.into_iter().filter(move |property| self.has(*property))
    }
}

impl FromIterator<Property> for Properties {
    fn from_iter<I: IntoIterator<Item = Property>>(properties: I) -> Properties {
        properties.into_iter().fold(Properties::NONE, Properties::with)
    }
}

/// Everything but leaks, which are often meant.
impl Default for Properties {
    fn default() -> Properties {
        Property::ALL.into_iter().collect::<Properties>().without(Property::Leak)
    }
}

/// Their names.
impl fmt::Debug for Properties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Property::name)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_property_has_a_kind_and_what_is_taken_out_is_gone() {
        for property in Property::ALL {
            assert!(ViolationKind::ALL.iter().any(|kind| Property::of(*kind) == Some(property)), "{property:?}");
            let others = Properties::default().with(Property::Leak).without(property);
            assert_eq!(others.iter().count(), 7);
            assert!(!others.has(property) && others.with(property).has(property));
        }
        assert!(Properties::NONE.include(ViolationKind::Model));
        assert!(!Properties::default().include(ViolationKind::Leak));
    }
}
