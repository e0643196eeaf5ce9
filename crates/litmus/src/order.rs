//! The names of memory orderings, and which of them each position accepts.

use selvedge_core::{FenceOrdering, ReadOrdering, RmwOp, RmwOrdering, Span, WriteOrdering};

use crate::error::Diagnostic;

/// An ordering as C names it, before we know where it stands. `consume` is promoted to `acquire`, as
/// compilers do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

impl Order {
    pub(crate) fn from_name(name: &str) -> Option<Order> {
        Some(match name.strip_prefix("memory_order_")? {
            "relaxed" => Order::Relaxed,
            "consume" | "acquire" => Order::Acquire,
            "release" => Order::Release,
            "acq_rel" => Order::AcqRel,
            "seq_cst" => Order::SeqCst,
            _ => return None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Order::Relaxed => "memory_order_relaxed",
            Order::Acquire => "memory_order_acquire",
            Order::Release => "memory_order_release",
            Order::AcqRel => "memory_order_acq_rel",
            Order::SeqCst => "memory_order_seq_cst",
        }
    }

    pub(crate) fn read(self, span: Span) -> Result<ReadOrdering, Diagnostic> {
        match self {
            Order::Relaxed => Ok(ReadOrdering::Relaxed),
            Order::Acquire => Ok(ReadOrdering::Acquire),
            Order::SeqCst => Ok(ReadOrdering::SeqCst),
            Order::Release | Order::AcqRel => Err(self.wrong("a load", "relaxed, acquire or seq_cst", span)),
        }
    }

    pub(crate) fn write(self, span: Span) -> Result<WriteOrdering, Diagnostic> {
        match self {
            Order::Relaxed => Ok(WriteOrdering::Relaxed),
            Order::Release => Ok(WriteOrdering::Release),
            Order::SeqCst => Ok(WriteOrdering::SeqCst),
            Order::Acquire | Order::AcqRel => Err(self.wrong("a store", "relaxed, release or seq_cst", span)),
        }
    }

    pub(crate) fn failure(self, span: Span) -> Result<ReadOrdering, Diagnostic> {
        let what = "the failure case of a compare-exchange, which only loads,";
        self.read(span).map_err(|_| self.wrong(what, "relaxed, acquire or seq_cst", span))
    }

    pub(crate) fn rmw(self) -> RmwOrdering {
        match self {
            Order::Relaxed => RmwOrdering::Relaxed,
            Order::Acquire => RmwOrdering::Acquire,
            Order::Release => RmwOrdering::Release,
            Order::AcqRel => RmwOrdering::AcqRel,
            Order::SeqCst => RmwOrdering::SeqCst,
        }
    }

    pub(crate) fn fence(self) -> Option<FenceOrdering> {
        match self {
            Order::Relaxed => None,
            Order::Acquire => Some(FenceOrdering::Acquire),
            Order::Release => Some(FenceOrdering::Release),
            Order::AcqRel => Some(FenceOrdering::AcqRel),
            Order::SeqCst => Some(FenceOrdering::SeqCst),
        }
    }

    fn wrong(self, what: &str, allowed: &str, span: Span) -> Diagnostic {
        Diagnostic::input(span, format!("{what} cannot be `{}`", self.name()))
            .label("not an ordering for this position")
            .help(format!("use one of: {allowed}"))
    }
}

/// The name of a load's ordering; a plain load has none and is written without a call.
pub(crate) fn read_name(ordering: ReadOrdering) -> Option<&'static str> {
    let order = match ordering {
        ReadOrdering::Plain => return None,
        ReadOrdering::Relaxed => Order::Relaxed,
        ReadOrdering::Acquire => Order::Acquire,
        ReadOrdering::SeqCst => Order::SeqCst,
    };
    Some(order.name())
}

/// The name of a store's ordering; a plain store has none and is written without a call.
pub(crate) fn write_name(ordering: WriteOrdering) -> Option<&'static str> {
    let order = match ordering {
        WriteOrdering::Plain => return None,
        WriteOrdering::Relaxed => Order::Relaxed,
        WriteOrdering::Release => Order::Release,
        WriteOrdering::SeqCst => Order::SeqCst,
    };
    Some(order.name())
}

pub(crate) fn rmw_name(ordering: RmwOrdering) -> &'static str {
    let order = match ordering {
        RmwOrdering::Relaxed => Order::Relaxed,
        RmwOrdering::Acquire => Order::Acquire,
        RmwOrdering::Release => Order::Release,
        RmwOrdering::AcqRel => Order::AcqRel,
        RmwOrdering::SeqCst => Order::SeqCst,
    };
    order.name()
}

pub(crate) fn fence_name(ordering: Option<FenceOrdering>) -> &'static str {
    let order = match ordering {
        None => Order::Relaxed,
        Some(FenceOrdering::Acquire) => Order::Acquire,
        Some(FenceOrdering::Release) => Order::Release,
        Some(FenceOrdering::AcqRel) => Order::AcqRel,
        Some(FenceOrdering::SeqCst) => Order::SeqCst,
    };
    order.name()
}

/// The C function of a read-modify-write, without `_explicit`. C has none for some; those do not parse.
pub(crate) fn rmw_function(op: RmwOp) -> &'static str {
    match op {
        RmwOp::Exchange => "atomic_exchange",
        RmwOp::Add => "atomic_fetch_add",
        RmwOp::Sub => "atomic_fetch_sub",
        RmwOp::And => "atomic_fetch_and",
        RmwOp::Or => "atomic_fetch_or",
        RmwOp::Xor => "atomic_fetch_xor",
        RmwOp::Nand => "atomic_fetch_nand",
        RmwOp::Max => "atomic_fetch_max",
        RmwOp::Min => "atomic_fetch_min",
        RmwOp::UMax => "atomic_fetch_umax",
        RmwOp::UMin => "atomic_fetch_umin",
    }
}

/// The read-modify-writes of C.
pub(crate) const RMW_OPS: [RmwOp; 6] = [RmwOp::Exchange, RmwOp::Add, RmwOp::Sub, RmwOp::And, RmwOp::Or, RmwOp::Xor];
