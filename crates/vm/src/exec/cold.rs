//! What few threads have of where they stand.

use crate::exec::exclusive::{Guard, Section};
use crate::exec::lifetime::{Handler, Handlers};

/// What few threads have of where they stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ColdControl {
    /// What it runs at the end.
    pub(super) handlers: Handlers,
    /// The way that the present instruction has chosen, once it has: it is then run again.
    pub(super) way: Option<u64>,
    /// The atomic section that it is in.
    pub(super) section: Section,
    /// Where it stands with an access to what sections touch.
    pub(super) guard: Guard,
}

impl ColdControl {
    pub(crate) const NONE: ColdControl =
        ColdControl { handlers: Handlers::NONE, way: None, section: Section::NONE, guard: Guard::None };

    /// Whether two states of a thread have the same future, as far as this decides it.
    pub(crate) fn goes_on_like(&self, other: &ColdControl) -> bool {
        self == other
    }

    /// Whether it is in no section, nor about to access what sections touch.
    pub(crate) fn is_outside_of_sections(&self) -> bool {
        (self.section, &self.guard) == (Section::NONE, &Guard::None)
    }

    /// Whether it runs something at the end.
    pub(crate) fn has_handlers(&self) -> bool {
        self.handlers != Handlers::NONE
    }

    /// Registers what the thread runs at its end.
    pub(crate) fn at_end_of_thread(&mut self, handler: Handler) {
        self.handlers.of_thread.push(handler);
    }
}
