//! What each kind of violation is, in one sentence: for formats that list rules.

use selvedge_core::ViolationKind;

/// The sentence.
pub(crate) fn summary(kind: ViolationKind) -> &'static str {
    match kind {
        ViolationKind::Assertion => "An assertion of the program fails.",
        ViolationKind::Race => "Two conflicting accesses, at least one of them not atomic, are not ordered.",
        ViolationKind::UnorderedAccess => "Memory is used without being ordered after its allocation.",
        ViolationKind::UseAfterFree => "Memory is used that has been, or may have been, freed.",
        ViolationKind::DoubleFree => "Memory is freed twice.",
        ViolationKind::InvalidFree => "Something is freed that was never allocated.",
        ViolationKind::InvalidAccess => "Memory is accessed outside of any live object.",
        ViolationKind::NullAccess => "Memory is accessed through a null pointer.",
        ViolationKind::UninitialisedRead => "Memory is read that was never written.",
        ViolationKind::InvalidLock => "Something is used as a lock that is none.",
        ViolationKind::InvalidUnlock => "A lock is released that the thread does not hold.",
        ViolationKind::InvalidBarrier => "Something is used as a barrier that is none, or more often than it allows.",
        ViolationKind::MixedSizeRace => {
            "Accesses of different sizes overlap, at least one atomic, and are not ordered."
        }
        ViolationKind::InvalidJoin => "The program joins what it may not join.",
        ViolationKind::Deadlock => "Every thread that has not ended waits for another.",
        ViolationKind::Liveness => "A loop goes round for ever, and nothing is left that could end it.",
        ViolationKind::FinalCondition => "The condition on final states does not hold.",
        ViolationKind::UndefinedBehaviour => "The language leaves the program's meaning open.",
        ViolationKind::UserAbort => "The program aborts.",
        ViolationKind::Leak => "Memory is left unfreed at the end.",
        ViolationKind::Model => "An error statement of the memory model applies.",
    }
}
