//! Where a thread stands: its calls, the actions that it is about to take, and the answer that it waits for.

use std::sync::Arc;

use selvedge_core::{Action, ThreadId};
use selvedge_ir::{BlockId, FunctionId, ValueId};

use crate::exec::lifetime::{Ending, Stage};
use crate::exec::value::Val;
use crate::state::awaiting::Awaiting;
use crate::state::frame::Frame;
use crate::state::queue::Queue;
use crate::state::thread::Thread;

/// Where a thread stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Control {
    pub(super) id: ThreadId,
    stage: Stage,
    pub(super) frames: Vec<Arc<Frame>>,
    /// Whether it has created a thread.
    has_spawned: bool,
    /// Whether it is a copy that only runs to see what would happen.
    is_imagined: bool,
    /// Actions to take before anything else.
    queue: Queue,
    awaiting: Awaiting,
    /// So many of its first calls have nothing to forget (`canonicalise.rs`).
    pub(super) canonical: u32,
}

impl Control {
    pub(super) fn new(id: ThreadId, stage: Stage) -> Control {
        Control {
            id,
            stage,
            frames: Vec::new(),
            has_spawned: false,
            is_imagined: false,
            queue: Queue::default(),
            awaiting: Awaiting::Nothing,
            canonical: 0,
        }
    }

    pub(super) fn equals_but_calls(&self, other: &Control) -> bool {
        let Control { frames: _, id, stage, has_spawned, is_imagined, queue, awaiting, canonical } = self;
        *id == other.id
            && *stage == other.stage
            && *has_spawned == other.has_spawned
            && *is_imagined == other.is_imagined
            && *queue == other.queue
            && *awaiting == other.awaiting
            && *canonical == other.canonical
    }

    /// Whether two states of a thread between two actions go on in the same way, as far as that is not a
    /// matter of what is in their calls.
    pub(crate) fn goes_on_like(&self, other: &Control) -> bool {
        // Nothing is left out with dots: a new field must say whether it matters here.
        let Control { stage, has_spawned, frames, id: _, is_imagined: _, queue: _, awaiting: _, canonical: _ } = self;
        frames.len() == other.frames.len() && *stage == other.stage && *has_spawned == other.has_spawned
    }

    /// The same, of a copy that only runs to see what would happen.
    pub(super) fn imagined(&self) -> Control {
        Control { is_imagined: true, ..self.clone() }
    }

    /// The same in the place of another thread, with these calls.
    pub(super) fn in_place_of(&self, other: &Control, frames: Vec<Arc<Frame>>) -> Control {
        Control { id: other.id, frames, ..self.clone() }
    }

    /// What the answer to its last action is for.
    pub(super) fn awaiting(&self) -> &Awaiting {
        &self.awaiting
    }

    /// Whether both are about to take the same actions, and do the same with the answer.
    pub(crate) fn asks_like(&self, other: &Control) -> bool {
        self.queue == other.queue && self.awaiting == other.awaiting
    }
}

/// Calls.
impl Thread {
    #[inline]
    pub(crate) fn id(&self) -> ThreadId {
        self.control.id
    }

    /// The calls in progress, the outermost first.
    #[inline]
    pub(crate) fn calls(&self) -> &[Arc<Frame>] {
        &self.control.frames
    }

    /// The innermost call, to look at.
    #[inline]
    pub(crate) fn top(&self) -> &Frame {
        self.control.frames.last().expect("invariant: a running thread has a frame")
    }

    /// The innermost call, to change it.
    #[inline]
    pub(crate) fn frame(&mut self) -> &mut Frame {
        Arc::make_mut(self.control.frames.last_mut().expect("invariant: a running thread has a frame"))
    }

    /// Where it stands: the function, the block, and the number of the next instruction.
    pub(crate) fn place(&self) -> Option<(FunctionId, BlockId, u32)> {
        self.control.frames.last().map(|frame| (frame.function, frame.block, frame.next))
    }

    /// Sets a register of the present frame.
    #[inline]
    pub(crate) fn set(&mut self, register: ValueId, value: Val) {
        self.frame().registers.set(register, value);
    }

    /// Begins a call.
    pub(crate) fn push(&mut self, frame: Frame) {
        self.control.frames.push(Arc::new(frame));
    }

    /// Ends the innermost call.
    pub(crate) fn pop(&mut self) -> Option<Frame> {
        let frame = self.control.frames.pop().map(Arc::unwrap_or_clone);
        let depth = self.control.frames.len();
        self.waiting.leave_calls(depth);
        self.control.canonical = self.control.canonical.min(depth.saturating_sub(1) as u32);
        frame
    }

    /// Ends all calls, the outermost first.
    pub(crate) fn pop_all(&mut self) -> Vec<Arc<Frame>> {
        self.waiting.leave_calls(0);
        self.control.canonical = 0;
        std::mem::take(&mut self.control.frames)
    }

    /// What it is at when it has no calls in progress.
    pub(crate) fn stage(&self) -> &Stage {
        &self.control.stage
    }

    /// Whether it has ended, and the program with it.
    pub(crate) fn ends_program(&self) -> bool {
        matches!(self.control.stage, Stage::Ending { next: Ending::Exit, .. })
    }

    pub(crate) fn go_to_stage(&mut self, stage: Stage) {
        self.control.stage = stage;
    }

    /// Whether it is a copy that only runs to see what would happen.
    #[inline]
    pub(crate) fn is_imagined(&self) -> bool {
        self.control.is_imagined
    }

    /// Whether it has created a thread.
    pub(crate) fn has_spawned(&self) -> bool {
        self.control.has_spawned
    }

    pub(crate) fn spawns(&mut self) {
        self.control.has_spawned = true;
    }
}

/// Actions and answers.
impl Thread {
    /// The actions that it is about to take.
    #[inline]
    pub(crate) fn queue(&self) -> &Queue {
        &self.control.queue
    }

    /// Takes an action after those that it is about to take.
    #[inline]
    pub(crate) fn act(&mut self, action: Action) {
        self.control.queue.push_back(action);
    }

    pub(crate) fn act_all(&mut self, actions: Vec<Action>) {
        self.control.queue.extend(actions);
    }

    /// The next action, which it takes now.
    #[inline]
    pub(crate) fn next_action(&mut self) -> Option<Action> {
        self.control.queue.pop_front()
    }

    /// Takes none of the actions that it was about to take.
    pub(crate) fn drop_actions(&mut self) {
        self.control.queue.clear();
    }

    /// What the answer to its last action is for.
    #[inline]
    pub(crate) fn awaiting(&self) -> &Awaiting {
        &self.control.awaiting
    }

    #[inline]
    pub(crate) fn awaits(&mut self, awaiting: Awaiting) {
        self.control.awaiting = awaiting;
    }

    /// What the answer is for that has come.
    #[inline]
    pub(crate) fn take_awaiting(&mut self) -> Awaiting {
        std::mem::replace(&mut self.control.awaiting, Awaiting::Nothing)
    }
}
