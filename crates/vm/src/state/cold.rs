//! What few threads have, so that most threads are small.
//!
//! Each room keeps its own there. Copies of a thread share it until one of them changes something.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::exec::cold::ColdControl;
use crate::library::cold::LibraryState;
use crate::memory::own::ColdMemory;

/// What few threads have, by rooms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Parts {
    pub(crate) control: ColdControl,
    pub(crate) memory: ColdMemory,
    pub(crate) library: LibraryState,
}

/// What a thread that has none of it has.
static NOTHING: Parts = Parts { control: ColdControl::NONE, memory: ColdMemory::NONE, library: LibraryState::NONE };

/// What few threads have. To write to it makes a thread one of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cold(Option<Arc<Parts>>);

impl Cold {
    /// Whether two states of a thread have the same future, as far as this decides it.
    pub(crate) fn goes_on_like(&self, other: &Cold) -> bool {
        let Parts { control, memory, library } = &**self;
        control.goes_on_like(&other.control)
            && memory.goes_on_like(&other.memory)
            && library.goes_on_like(&other.library)
    }
}

impl Deref for Cold {
    type Target = Parts;

    #[inline]
    fn deref(&self) -> &Parts {
        self.0.as_deref().unwrap_or(&NOTHING)
    }
}

impl DerefMut for Cold {
    fn deref_mut(&mut self) -> &mut Parts {
        Arc::make_mut(self.0.get_or_insert_with(|| Arc::new(NOTHING.clone())))
    }
}

impl PartialEq for Cold {
    fn eq(&self, other: &Cold) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(other)) => Arc::ptr_eq(one, other) || one == other,
            (Some(some), None) | (None, Some(some)) => **some == NOTHING,
        }
    }
}

impl Eq for Cold {}
