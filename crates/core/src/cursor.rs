//! Where a thread stands.
//!
//! A cursor is the number of a node of the search's path trie. The trie forgets nodes that are not needed any
//! more, and gives their places to others; a cursor that is kept for longer than its node would then speak of
//! another thread's life, and nothing would show it. So in debug builds a cursor also knows how often the
//! trie had forgotten nodes when its own was made. The node knows it too, and each time that the trie is
//! asked, it looks whether they agree (docs/decisions/0030). In release builds a cursor is a number and
//! nothing else.

/// Where a thread stands between two events: a node of the path trie. Opaque to everybody but the search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cursor {
    place: u32,
    generation: Generation,
}

/// How often nodes have been forgotten. Known in debug builds only: in release builds, all are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Generation(#[cfg(debug_assertions)] u32);

impl Generation {
    /// Never.
    pub const FIRST: Generation = Generation(
        #[cfg(debug_assertions)]
        0,
    );

    /// Once more.
    #[inline]
    #[must_use]
    pub fn next(self) -> Generation {
        Generation(
            #[cfg(debug_assertions)]
            (self.0 + 1),
        )
    }
}

impl Cursor {
    /// No position: the thread has ended.
    pub const NONE: Cursor = Cursor { place: u32::MAX, generation: Generation::FIRST };

    /// The node of this generation that has this place.
    #[inline]
    pub const fn new(place: u32, generation: Generation) -> Cursor {
        Cursor { place, generation }
    }

    /// Its place.
    #[inline]
    pub fn place(self) -> usize {
        self.place as usize
    }

    /// The generation that it belongs to.
    #[inline]
    pub fn generation(self) -> Generation {
        self.generation
    }
}

const _: () = assert!(cfg!(debug_assertions) || size_of::<Cursor>() == 4);
