//! Searching until the program is content.

use selvedge_core::{Again, Searched, Subject};

/// Searches the program, anew as long as it asks for that because of what the last search has found. What the
/// last one has found is what counts.
///
/// This is a part of a check, for those who search in a way of their own; nothing can be concluded from it.
pub fn settle<S: Subject>(subject: &mut S, mut search: impl FnMut(&S) -> Searched) -> Searched {
    loop {
        let searched = search(subject);
        if subject.again(&searched) == Again::Settled {
            return searched;
        }
    }
}
