//! How long a call waits for something that is not available: not at all, until it is, or for a while.
//!
//! There is no time. A wait that is limited in time may end unsuccessfully whenever what it waits for is seen
//! to be unavailable, and so it does at once; that it would have waited and then been successful is the
//! execution in which it sees the later state. So a limited wait is an attempt with another error number, all
//! outcomes are explored, and it never contributes to a deadlock: after its time it goes on.

use selvedge_ir::ValueId;

use super::mutex::Api;
use crate::Machine;
use crate::exec::flow::Flow;
use crate::state::thread::Thread;

/// What a failed attempt to lock returns.
const EBUSY: u64 = 16;
/// What a call returns whose time is over.
pub(super) const ETIMEDOUT: u64 = 110;
/// The same in C11.
const THRD_BUSY: u64 = 1;
const THRD_TIMEDOUT: u64 = 4;

/// How long a call waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum WaitTime {
    /// Not at all.
    None,
    /// For some time.
    Limited,
    /// Until it gets what it wants.
    Endless,
}

impl WaitTime {
    /// The error number of a call that gives up; nothing if it does not.
    pub(super) fn error(self, api: Api) -> Option<u64> {
        match (self, api) {
            (WaitTime::None, Api::C11) => Some(THRD_BUSY),
            (WaitTime::None, _) => Some(EBUSY),
            (WaitTime::Limited, Api::C11) => Some(THRD_TIMEDOUT),
            (WaitTime::Limited, _) => Some(ETIMEDOUT),
            (WaitTime::Endless, _) => None,
        }
    }
}

impl Machine {
    /// What the call wants is not available: it waits, or returns an error number.
    pub(super) fn unavailable(&self, thread: &mut Thread, to: ValueId, time: WaitTime, api: Api) -> Flow {
        match time.error(api) {
            Some(error) => {
                thread.cold.library.hours += u64::from(time == WaitTime::Limited);
                self.answer(thread, to, error)
            }
            None => self.wait(),
        }
    }
}
