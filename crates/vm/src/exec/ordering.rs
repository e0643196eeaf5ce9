//! LLVM's orderings in our words.

use selvedge_core::{FenceOrdering, ReadOrdering, RmwOrdering, WriteOrdering};
use selvedge_ir::Ordering;

/// Of a load.
pub(crate) fn read(ordering: Ordering) -> Result<ReadOrdering, String> {
    match ordering {
        Ordering::Unordered | Ordering::Monotonic => Ok(ReadOrdering::Relaxed),
        Ordering::Acquire => Ok(ReadOrdering::Acquire),
        Ordering::SeqCst => Ok(ReadOrdering::SeqCst),
        Ordering::Release | Ordering::AcqRel => Err(format!("a load with ordering {}", ordering.word())),
    }
}

/// Of a store.
pub(crate) fn write(ordering: Ordering) -> Result<WriteOrdering, String> {
    match ordering {
        Ordering::Unordered | Ordering::Monotonic => Ok(WriteOrdering::Relaxed),
        Ordering::Release => Ok(WriteOrdering::Release),
        Ordering::SeqCst => Ok(WriteOrdering::SeqCst),
        Ordering::Acquire | Ordering::AcqRel => Err(format!("a store with ordering {}", ordering.word())),
    }
}

/// Of an update.
pub(crate) fn update(ordering: Ordering) -> RmwOrdering {
    match ordering {
        Ordering::Unordered | Ordering::Monotonic => RmwOrdering::Relaxed,
        Ordering::Acquire => RmwOrdering::Acquire,
        Ordering::Release => RmwOrdering::Release,
        Ordering::AcqRel => RmwOrdering::AcqRel,
        Ordering::SeqCst => RmwOrdering::SeqCst,
    }
}

/// Of a fence.
pub(crate) fn fence(ordering: Ordering) -> Result<FenceOrdering, String> {
    match ordering {
        Ordering::Acquire => Ok(FenceOrdering::Acquire),
        Ordering::Release => Ok(FenceOrdering::Release),
        Ordering::AcqRel => Ok(FenceOrdering::AcqRel),
        Ordering::SeqCst => Ok(FenceOrdering::SeqCst),
        Ordering::Unordered | Ordering::Monotonic => Err(format!("a fence with ordering {}", ordering.word())),
    }
}
