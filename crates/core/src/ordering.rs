//! Memory orderings, a type for each position: a release load does not compile.
//!
//! ```
//! let load = selvedge_core::ReadOrdering::Acquire;
//! ```
//! ```compile_fail
//! let load = selvedge_core::ReadOrdering::Release;
//! ```

/// The ordering of a load.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ReadOrdering {
    /// Not atomic.
    Plain,
    /// `memory_order_relaxed`
    Relaxed,
    /// `memory_order_acquire`
    Acquire,
    /// `memory_order_seq_cst`
    SeqCst,
}

/// The ordering of a store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WriteOrdering {
    /// Not atomic.
    Plain,
    /// `memory_order_relaxed`
    Relaxed,
    /// `memory_order_release`
    Release,
    /// `memory_order_seq_cst`
    SeqCst,
}

/// The ordering of a read-modify-write.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RmwOrdering {
    /// `memory_order_relaxed`
    Relaxed,
    /// `memory_order_acquire`
    Acquire,
    /// `memory_order_release`
    Release,
    /// `memory_order_acq_rel`
    AcqRel,
    /// `memory_order_seq_cst`
    SeqCst,
}

/// The ordering of a fence. A relaxed fence does nothing, so frontends drop it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FenceOrdering {
    /// `memory_order_acquire`
    Acquire,
    /// `memory_order_release`
    Release,
    /// `memory_order_acq_rel`
    AcqRel,
    /// `memory_order_seq_cst`
    SeqCst,
}

impl RmwOrdering {
    /// The ordering of the reading half.
    pub fn read(self) -> ReadOrdering {
        match self {
            RmwOrdering::Relaxed | RmwOrdering::Release => ReadOrdering::Relaxed,
            RmwOrdering::Acquire | RmwOrdering::AcqRel => ReadOrdering::Acquire,
            RmwOrdering::SeqCst => ReadOrdering::SeqCst,
        }
    }

    /// The ordering of the writing half.
    pub fn write(self) -> WriteOrdering {
        match self {
            RmwOrdering::Relaxed | RmwOrdering::Acquire => WriteOrdering::Relaxed,
            RmwOrdering::Release | RmwOrdering::AcqRel => WriteOrdering::Release,
            RmwOrdering::SeqCst => WriteOrdering::SeqCst,
        }
    }
}

/// The ordering of an event in the graph, where one type must serve all kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mode {
    /// Not atomic, or not an access.
    Plain,
    /// Relaxed.
    Relaxed,
    /// Acquire.
    Acquire,
    /// Release.
    Release,
    /// Acquire and release: fences only.
    AcqRel,
    /// Sequentially consistent.
    SeqCst,
}

impl Mode {
    /// How many modes there are.
    pub(crate) const COUNT: usize = Mode::SeqCst as usize + 1;

    /// Whether the mode includes acquire.
    #[inline]
    pub fn is_acquire(self) -> bool {
        matches!(self, Mode::Acquire | Mode::AcqRel | Mode::SeqCst)
    }

    /// Whether the mode includes release.
    #[inline]
    pub fn is_release(self) -> bool {
        matches!(self, Mode::Release | Mode::AcqRel | Mode::SeqCst)
    }

    /// Whether the access is atomic.
    #[inline]
    pub fn is_atomic(self) -> bool {
        self != Mode::Plain
    }

    /// The short name used in reports: `na rlx acq rel acq_rel sc`.
    pub fn short(self) -> &'static str {
        match self {
            Mode::Plain => "na",
            Mode::Relaxed => "rlx",
            Mode::Acquire => "acq",
            Mode::Release => "rel",
            Mode::AcqRel => "acq_rel",
            Mode::SeqCst => "sc",
        }
    }
}

impl From<ReadOrdering> for Mode {
    fn from(ordering: ReadOrdering) -> Mode {
        match ordering {
            ReadOrdering::Plain => Mode::Plain,
            ReadOrdering::Relaxed => Mode::Relaxed,
            ReadOrdering::Acquire => Mode::Acquire,
            ReadOrdering::SeqCst => Mode::SeqCst,
        }
    }
}

impl From<WriteOrdering> for Mode {
    fn from(ordering: WriteOrdering) -> Mode {
        match ordering {
            WriteOrdering::Plain => Mode::Plain,
            WriteOrdering::Relaxed => Mode::Relaxed,
            WriteOrdering::Release => Mode::Release,
            WriteOrdering::SeqCst => Mode::SeqCst,
        }
    }
}

impl From<RmwOrdering> for Mode {
    fn from(ordering: RmwOrdering) -> Mode {
        match ordering {
            RmwOrdering::Relaxed => Mode::Relaxed,
            RmwOrdering::Acquire => Mode::Acquire,
            RmwOrdering::Release => Mode::Release,
            RmwOrdering::AcqRel => Mode::AcqRel,
            RmwOrdering::SeqCst => Mode::SeqCst,
        }
    }
}

impl From<FenceOrdering> for Mode {
    fn from(ordering: FenceOrdering) -> Mode {
        match ordering {
            FenceOrdering::Acquire => Mode::Acquire,
            FenceOrdering::Release => Mode::Release,
            FenceOrdering::AcqRel => Mode::AcqRel,
            FenceOrdering::SeqCst => Mode::SeqCst,
        }
    }
}
