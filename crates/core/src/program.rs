//! The contract of a program under test.

use crate::action::{Access, Action};
use crate::ids::ThreadId;
use crate::source::{Frame, Site};
use crate::value::{Address, Block, Value, Width};

/// How a thread is started.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Spawn {
    /// Which code; the frontend numbers its entry points.
    pub entry: u32,
    /// The argument.
    pub argument: Value,
}

/// What a thread that waits for the value of a read does next, said before it has been resumed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Prediction {
    /// It writes this value. With all answers with which it is predicted to write, it writes to the same
    /// place, in the same manner, and is in the same state afterwards.
    Writes(Value),
    /// It takes a way.
    Goes {
        /// The number of the way. With all answers with which it takes the same, its next action is the same,
        /// and the state afterwards is what [`Hints::go_there`] makes of any of the others.
        way: u32,
        /// And even that is the same.
        same: bool,
    },
}

/// What a thread is told when it resumes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Answer {
    /// Nothing to tell: the thread has just started, or its last action returns no value.
    None,
    /// The value its last action returns.
    Value(Value),
}

impl Answer {
    /// The value. Panics when there is none: the thread asked for something its action does not return.
    pub fn value(self) -> Value {
        match self {
            Answer::Value(value) => value,
            Answer::None => panic!("invariant: this action is answered with a value"),
        }
    }
}

/// A concurrent program: what it means, hints, and what reports tell of it.
pub trait Program: Meaning + Hints + Telling {}

impl<T: Meaning + Hints + Telling> Program for T {}

/// What a program means: threads that touch shared memory only through [`Action`]s.
///
/// A thread is a *value*, cloneable and resumable. Its behaviour is a function of the answers it has been
/// given and of nothing else; the search relies on that to run each local path only once. The engine pulls: a
/// program never calls the engine. Several workers may run threads of it at the same time.
pub trait Meaning: Sync {
    /// The state of a thread between two actions. Equal states behave in the same way.
    type Thread: Clone + PartialEq;

    /// Whether addresses count bytes, so that accesses of different addresses or widths can overlap. Where
    /// two plain ones do, the search stops ([`StopReason::Overlap`](crate::StopReason::Overlap)). Otherwise
    /// an address is a location and nothing else.
    const BYTE_ADDRESSED: bool = false;

    /// The threads that run from the start, in order of their ids from 0: only `main` for a C program, all of
    /// them for a litmus test.
    fn initial_threads(&self) -> Vec<Spawn>;

    /// What a location holds before anything runs. In a block that the program allocates: before anything is
    /// written.
    fn initial_value(&self, at: Access) -> Value;

    /// The block of memory that an address belongs to, if it is one that [`Action::Allocate`] creates and
    /// [`Action::Free`] ends, and the offset of the address in it. Other memory always exists.
    fn block(&self, address: Address) -> Option<(Block, u64)> {
        let _ = address;
        None
    }

    /// The bytes that a value of this width stands for, least significant first. Equal bytes have equal
    /// values.
    fn bytes(&self, value: Value, width: Width) -> u128 {
        u128::from(width.truncate(value.0))
    }

    /// Which of these bytes are defined, one bit for each. Not asked of
    /// [`Value::NOTHING`](crate::Value::NOTHING).
    fn known_bytes(&self, value: Value, width: Width) -> u32 {
        let _ = (value, width);
        u32::MAX
    }

    /// The value of this width that stands for these bytes.
    fn word(&self, bytes: u128, width: Width) -> Value {
        Value(width.truncate(bytes as u64))
    }

    /// A thread about to run. Its first `resume` is given [`Answer::None`].
    fn start(&self, id: ThreadId, spawn: Spawn) -> Self::Thread;

    /// Runs the thread up to its next action. `answer` is what its previous action returned.
    ///
    /// After [`Action::Block`], [`Action::Fail`], [`Action::Unsupported`], [`Action::Exceeds`],
    /// [`Action::Finish`] and [`Action::Exit`] a thread is not resumed.
    /// This must return: a thread that computes for ever without an action is the frontend's to detect.
    fn resume(&self, thread: &mut Self::Thread, answer: Answer) -> Action;

    /// Whether a thread that takes back what it has added, and then waits
    /// ([`crate::NextRound::AfterWait`]), begins its next round if this is all that it sees there. Most
    /// programs have no such threads.
    fn stops_waiting(&self, thread: &Self::Thread, seen: Value) -> bool {
        let _ = (thread, seen);
        false
    }
}

/// What a program knows of itself that makes a search quicker, or meet fewer executions. What it does not say
/// costs time; what it says must be true.
pub trait Hints: Meaning {
    /// Whether a thread may find out which one it is, of several that were started in the same way: by its
    /// id, or by being asked about afterwards. If not, two executions that differ in who is who are the same
    /// to the program. What is unspecified anyway, as the addresses of a thread's own variables, does not
    /// count.
    fn knows_threads_apart(&self) -> bool {
        true
    }

    /// Whether two threads, both started in the same way and just resumed, will go on in the same way from
    /// here, up to who they are: what the one does, the other would do if it were told the same.
    fn are_alike(&self, one: &Self::Thread, other: &Self::Thread) -> bool {
        let _ = (one, other);
        false
    }

    /// A number that equal threads have in common, for a thread that has just been resumed. The search then
    /// finds out whether another path has led to the same state, and shares what follows. Nothing if that is
    /// not worth asking.
    fn fingerprint(&self, thread: &Self::Thread) -> Option<u64> {
        let _ = thread;
        None
    }

    /// What a thread that waits for the value of a read does next, if it is answered in this way. Nothing if
    /// that is not known before, or not worth finding out.
    fn predict(&self, thread: &Self::Thread, answer: Value) -> Option<Prediction> {
        let _ = (thread, answer);
        None
    }

    /// The thread after this answer, if it is [predicted](Prediction::Goes) to go where another one stands,
    /// but not to be the same.
    fn go_there(&self, thread: &Self::Thread, answer: Value, there: &Self::Thread) -> Option<Self::Thread> {
        let _ = (thread, answer, there);
        None
    }

    /// A number that threads have in common of which the same is predicted ([`Hints::are_predicted_alike`]).
    /// Nothing if nothing is, or it is not worth asking.
    fn prediction_key(&self, thread: &Self::Thread) -> Option<u64> {
        let _ = thread;
        None
    }

    /// Whether two threads that wait for the value of a read write to the same place, in the same manner, and
    /// are in the same state afterwards, for all answers with which they are [predicted](Prediction::Writes)
    /// to write.
    fn are_predicted_alike(&self, one: &Self::Thread, other: &Self::Thread) -> bool {
        let _ = (one, other);
        false
    }

    /// How many bytes of memory a thread takes, about.
    fn weight(&self, thread: &Self::Thread) -> usize {
        size_of_val(thread)
    }
}

/// What is told of a program in messages and reports. A search needs none of it.
pub trait Telling: Meaning {
    /// What is remembered while an execution is told again, so that things can be called by their names.
    /// A search has no use for it.
    type Notes: Default;

    /// Where in the source the thread stands, for a thread that has just been resumed.
    fn site(&self, thread: &Self::Thread) -> Option<Site>;

    /// The same as [`Meaning::resume`], taking notes. Threads are retold in an order that respects cause and
    /// effect.
    fn retell(&self, thread: &mut Self::Thread, answer: Answer, notes: &mut Self::Notes) -> Action {
        let _ = notes;
        self.resume(thread, answer)
    }

    /// Takes what the thread that has just been retold has printed on its way to its next action.
    fn output(&self, notes: &mut Self::Notes) -> String {
        let _ = notes;
        String::new()
    }

    /// The calls in progress in a thread that has just been retold, the innermost first. The first one may be
    /// a function without source. Empty if there are no calls, or only one.
    fn stack(&self, thread: &Self::Thread, notes: &Self::Notes) -> Vec<Frame> {
        let _ = (thread, notes);
        Vec::new()
    }

    /// Where a block of memory came from and where it went.
    fn lifetime(&self, block: Block, notes: &Self::Notes) -> Lifetime {
        let _ = (block, notes);
        Lifetime::default()
    }

    /// The name of a location, as the source has it.
    fn location_name(&self, at: Access, notes: &Self::Notes) -> String;

    /// The name of a block of memory.
    fn block_name(&self, block: Block, notes: &Self::Notes) -> String {
        let _ = notes;
        format!("block {}", block.0)
    }

    /// The name of a thread, as the source has it; `number` counts the threads of the execution. Its first
    /// word is how others refer to the thread.
    fn thread_name(&self, number: usize, spawn: Spawn, notes: &Self::Notes) -> String;

    /// A value (of a location, if one is given) as the user would write it. Signedness is the frontend's
    /// knowledge.
    fn show_value(&self, value: Value, at: Option<Access>, notes: &Self::Notes) -> String {
        let _ = (at, notes);
        value.to_string()
    }
}

/// The life of a block of memory, in the words of the source.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lifetime {
    /// Its size in bytes.
    pub size: Option<u64>,
    /// Who allocated it, and where: the calls in progress, innermost first.
    pub born: Option<(ThreadId, Vec<Frame>)>,
    /// Who freed it, and where.
    pub died: Option<(ThreadId, Vec<Frame>)>,
}
