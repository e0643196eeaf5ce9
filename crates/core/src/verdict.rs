//! How a search ended and what it found: facts.
//!
//! What may be concluded from them is for a whole check to say, and not for a search: `selvedge-check`.

use crate::action::Access;
use crate::execution::{Execution, StepName};
use crate::source::Site;

/// Why a search stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// Nothing is left to explore.
    Exhausted,
    /// A violation that ends the search was found.
    Violation,
    /// A limit was reached; executions remain.
    Limit(Limit),
    /// The user stopped it; executions remain.
    Interrupted,
    /// The program uses something Selvedge does not model.
    Unsupported(String),
    /// Two accesses overlap without being the same. The frontend may cut them and start again.
    Overlap(Access, Access),
}

impl StopReason {
    /// Whether the search can go on later, with more of what it ran out of. A thread's stack does not grow.
    pub fn may_go_on(&self) -> bool {
        match self {
            StopReason::Interrupted => true,
            StopReason::Limit(limit) => !matches!(limit, Limit::Stack(_)),
            StopReason::Exhausted | StopReason::Violation | StopReason::Unsupported(_) | StopReason::Overlap(..) => {
                false
            }
        }
    }
}

/// A limit of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Seconds of wall-clock time.
    Seconds(u64),
    /// Complete and blocked executions.
    Executions(u64),
    /// Events in one execution.
    GraphSize(usize),
    /// Bytes used by the search.
    Memory(usize),
    /// Bytes that the calls of one thread need, and that a real stack has.
    Stack(u64),
}

/// Something that made the search explore less than everything although it ran to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Threads were stopped in loops that they had gone round often enough.
    Unroll {
        /// How often a loop may begin a round.
        rounds: u32,
        /// The loops in which that happened, as far as their places are known.
        loops: Vec<Site>,
    },
    /// Threads wait in these loops, as far as their places are known, and whether that would ever end could
    /// not be decided.
    UndecidedLoops(Vec<Site>),
    /// A function was replaced.
    Stub {
        /// Which.
        function: String,
        /// By what.
        behaviour: &'static str,
    },
    /// These functions can return many values, and returned one fixed sequence.
    FixedInputs(Vec<String>),
    /// Which of two addresses is smaller, or what bits they have, decides something; one choice of addresses
    /// was tried.
    FixedAddresses,
    /// The compiler has optimised these files: what stands there is not all that their sources do.
    Optimised(Vec<String>),
    /// No thread woke up spuriously more than once.
    SpuriousWakeups,
    /// Only executions that need at most so many preemptions were explored.
    Contexts(u32),
    /// Only executions that need at most so many rounds after the first were explored.
    Rounds(u32),
    /// Some executions were drawn at random.
    Samples {
        /// How many were asked for, complete and blocked.
        count: u64,
        /// Where chance began.
        seed: u64,
        /// How many different ones there were.
        different: u64,
    },
    /// Errors were met in executions that the model forbids once they are complete, and the search did not
    /// follow them.
    ForbiddenErrors,
    /// Violations of these kinds were met and not looked for: what the program does from there on has no
    /// meaning.
    OtherErrors(Vec<ViolationKind>),
}

/// Something the user should know before trusting the conclusion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Warning {
    /// No execution was complete: every assertion holds vacuously.
    NoCompleteExecution,
    /// No second thread was ever created.
    OneThread,
    /// No assertion of the program was ever reached.
    NoAssertion,
    /// These assertions were never reached.
    UnreachedAssertions(Vec<String>),
    /// Memory that was allocated at these places is not freed.
    Leak(Vec<String>),
    /// The program asked these functions about the world around it, and was told something fixed.
    FixedEnvironment(Vec<String>),
    /// A warning statement of the model.
    Model {
        /// The name of the statement.
        name: String,
        /// What it is about, in one sentence.
        message: String,
    },
    /// It is not known whether the search finds everything under this model.
    DoubtfulModel(Vec<String>),
}

/// A technique that made the search meet fewer executions, without missing anything that a program can do
/// wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// Threads that had taken a lock, and lose it to another, wait until it is free.
    Awaits,
    /// The orders in which threads arrive at a barrier were not told apart.
    Barriers,
    /// Executions that differ only in which of several threads, all started in the same way, is which were
    /// not told apart.
    Symmetry,
    /// Nor were those in which such threads have changed places at a barrier where they met in the same
    /// state.
    RestoredSymmetry,
    /// The search was made under `sc`, which allows the same: all is seq_cst or plain, and nothing races.
    AsSc,
    /// The search was made under `ra`, which allows the same: nothing is seq_cst.
    AsRa,
}

impl Reduction {
    /// All of them.
    pub const ALL: [Reduction; 6] = [
        Reduction::Awaits,
        Reduction::Barriers,
        Reduction::Symmetry,
        Reduction::RestoredSymmetry,
        Reduction::AsSc,
        Reduction::AsRa,
    ];

    /// The name in the JSON contract.
    pub fn name(self) -> &'static str {
        match self {
            Reduction::Awaits => "awaits",
            Reduction::Barriers => "barriers",
            Reduction::Symmetry => "symmetry",
            Reduction::RestoredSymmetry => "restored-symmetry",
            Reduction::AsSc => "model-sc",
            Reduction::AsRa => "model-ra",
        }
    }
}

/// What a search counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Executions in which every thread ended.
    pub complete: u64,
    /// Executions in which some thread could go no further.
    pub blocked: u64,
    /// Events added to the graph, again after each return to an earlier state.
    pub events_added: u64,
    /// Executions, complete and blocked, that the model's axioms about whole executions forbid.
    pub discarded: u64,
    /// Complete executions that were met, and do not count because of a bound on schedules.
    pub beyond: u64,
    /// Alternatives that the model found inconsistent.
    pub inconsistent: u64,
    /// Runs given up because they only existed to generate revisits, or could only block.
    pub moot: u64,
    /// Backward revisits performed.
    pub revisits: u64,
    /// Steps of threads that were really interpreted; the others were found in the path trie.
    pub interpreted: u64,
    /// The size of the largest graph, in events.
    pub largest_graph: u64,
    /// The largest number of bytes the search held at once.
    pub peak_bytes: u64,
}

/// The kinds of violation, as the JSON contract names them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ViolationKind {
    /// An assertion of the program fails.
    Assertion,
    /// Two conflicting accesses, at least one not atomic, are not ordered.
    Race,
    /// Memory is used without being ordered after its allocation.
    UnorderedAccess,
    /// Memory is used that has been, or may have been, freed.
    UseAfterFree,
    /// Memory is freed twice.
    DoubleFree,
    /// Something is freed that was never allocated.
    InvalidFree,
    /// An access outside of any live object.
    InvalidAccess,
    /// An access through a null pointer.
    NullAccess,
    /// Memory is read that was never written.
    UninitialisedRead,
    /// A lock is used that is not one.
    InvalidLock,
    /// A lock is released that the thread does not hold.
    InvalidUnlock,
    /// A barrier is used that is not one, or used up.
    InvalidBarrier,
    /// Unordered accesses of different sizes overlap, at least one of them atomic.
    MixedSizeRace,
    /// The program joins what it may not join.
    InvalidJoin,
    /// Every thread that has not ended waits for another.
    Deadlock,
    /// A loop can go round for ever: nothing is left that could change what it waits for.
    Liveness,
    /// The condition on final states does not hold.
    FinalCondition,
    /// The language leaves the program's meaning open here.
    UndefinedBehaviour,
    /// The program aborts.
    UserAbort,
    /// Memory is left unfreed at the end.
    Leak,
    /// An error statement of the memory model.
    Model,
}

impl ViolationKind {
    /// Every kind.
    pub const ALL: [ViolationKind; 21] = [
        ViolationKind::Assertion,
        ViolationKind::Race,
        ViolationKind::UnorderedAccess,
        ViolationKind::UseAfterFree,
        ViolationKind::DoubleFree,
        ViolationKind::InvalidFree,
        ViolationKind::InvalidAccess,
        ViolationKind::NullAccess,
        ViolationKind::UninitialisedRead,
        ViolationKind::InvalidLock,
        ViolationKind::InvalidUnlock,
        ViolationKind::InvalidBarrier,
        ViolationKind::MixedSizeRace,
        ViolationKind::InvalidJoin,
        ViolationKind::Deadlock,
        ViolationKind::Liveness,
        ViolationKind::FinalCondition,
        ViolationKind::UndefinedBehaviour,
        ViolationKind::UserAbort,
        ViolationKind::Leak,
        ViolationKind::Model,
    ];

    /// The name in the JSON contract.
    pub fn name(self) -> &'static str {
        match self {
            ViolationKind::Assertion => "assertion",
            ViolationKind::Race => "race",
            ViolationKind::UnorderedAccess => "unordered-access",
            ViolationKind::UseAfterFree => "use-after-free",
            ViolationKind::DoubleFree => "double-free",
            ViolationKind::InvalidFree => "invalid-free",
            ViolationKind::InvalidAccess => "invalid-access",
            ViolationKind::NullAccess => "null-access",
            ViolationKind::UninitialisedRead => "uninitialised-read",
            ViolationKind::InvalidLock => "invalid-lock",
            ViolationKind::InvalidUnlock => "invalid-unlock",
            ViolationKind::InvalidBarrier => "invalid-barrier",
            ViolationKind::MixedSizeRace => "mixed-size-race",
            ViolationKind::InvalidJoin => "invalid-join",
            ViolationKind::Deadlock => "deadlock",
            ViolationKind::Liveness => "liveness",
            ViolationKind::FinalCondition => "final-condition",
            ViolationKind::UndefinedBehaviour => "undefined-behaviour",
            ViolationKind::UserAbort => "user-abort",
            ViolationKind::Leak => "memory-leak",
            ViolationKind::Model => "model-error",
        }
    }
}

/// A wrong execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// What is wrong.
    pub kind: ViolationKind,
    /// One sentence.
    pub message: String,
    /// The steps it is about, the most important one first.
    pub steps: Vec<StepName>,
    /// The execution in which it happens.
    pub execution: Execution,
}

/// What a search found. These are facts: nothing can be concluded from one search, since the program may have
/// to be searched again, and says itself what was left out. A whole check ends in a verdict
/// (`selvedge-check`).
#[derive(Clone, PartialEq, Debug)]
pub struct Searched {
    /// Why it stopped.
    pub stop: StopReason,
    /// The first violation found.
    pub violation: Option<Violation>,
    /// Others, each of another kind or in another place, if the search went on after the first.
    pub more_violations: Vec<Violation>,
    /// What it counted.
    pub counts: Counts,
    /// What it left out.
    pub bounds: Vec<Bound>,
    /// What made it meet fewer executions.
    pub reductions: Vec<Reduction>,
    /// What to know.
    pub warnings: Vec<Warning>,
    /// Wall-clock time.
    pub seconds: f64,
}

impl Searched {
    /// All violations, the first one first.
    pub fn violations(&self) -> impl Iterator<Item = &Violation> {
        self.violation.iter().chain(&self.more_violations)
    }
}

/// What is wrong with an access to bytes that an object does not have, in one sentence. The offset may be
/// negative.
pub fn out_of_bounds(name: &str, offset: u64, size: u64, available: u64) -> String {
    let bytes = |n: u64| if n == 1 { "1 byte".to_owned() } else { format!("{n} bytes") };
    let have = bytes(available);
    match (offset as i64, offset.checked_sub(available)) {
        (negative, _) if negative < 0 => {
            format!("out of bounds: {} before the start of {name}", bytes(negative.unsigned_abs()))
        }
        (_, Some(0)) => format!("out of bounds: {} right after the end of {name}, which has {have}", bytes(size)),
        (_, Some(past)) => format!("out of bounds: {} past the end of {name}, which has {have}", bytes(past)),
        (_, None) => {
            format!(
                "out of bounds: the last {} are past the end of {name}, which has {have}",
                bytes(offset + size - available)
            )
        }
    }
}
