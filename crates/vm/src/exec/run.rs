//! Running a thread from one action to the next.

use selvedge_core::{Action, Answer};
use selvedge_ir::names::is_reserved;

use crate::Machine;
use crate::exec::action::{Onward, onward};
use crate::exec::flow::{Flow, unsupported};
use crate::exec::words;
use crate::machine::Code;
use crate::state::frame::Frame;
use crate::state::thread::Thread;

/// Instructions between two actions. More of them means a loop that never acts.
const MAX_STEPS: u32 = 5_000_000;

impl Machine {
    /// Runs up to the next action.
    pub(crate) fn advance(&self, thread: &mut Thread, answer: Answer) -> Action {
        if self.cuts.has_exclusive() {
            return self.advance_guarded(thread, answer);
        }
        let action = self.produce(thread, answer);
        let action = self.takes_back(thread, &action).map_or(action, Action::Block);
        self.emit(thread, action)
    }

    /// What the thread does next.
    pub(crate) fn produce(&self, thread: &mut Thread, answer: Answer) -> Action {
        match thread.next_action() {
            Some(action) => action,
            None => match self.hear(thread, answer).and_then(|()| self.run(thread)) {
                Ok(()) => thread.next_action().expect("invariant: a run ends with an action"),
                Err(action) => {
                    if let Action::Unsupported(what) = *action {
                        Action::Unsupported(self.code.with_place(thread, &what).into())
                    } else {
                        *action
                    }
                }
            },
        }
    }

    /// The thread takes an action.
    pub(crate) fn emit(&self, thread: &mut Thread, action: Action) -> Action {
        self.account(thread, &action);
        if self.code.has_sections() {
            self.note_section(thread, &action);
        }
        match onward(&action) {
            Onward::Blocked => thread.let_go(),
            Onward::Goes if thread.queue().is_empty() => self.code.canonicalise(thread),
            Onward::Goes | Onward::Ended => {}
        }
        action
    }

    /// Runs until an action is queued.
    fn run(&self, thread: &mut Thread) -> Flow {
        let mut steps = 0;
        while steps < MAX_STEPS {
            if !thread.queue().is_empty() {
                return Ok(());
            }
            steps += self.code.compute_words(thread) + 1;
            self.step(thread)?;
        }
        unsupported(format!(
            "{} that takes {MAX_STEPS} steps without touching shared memory (--unroll N stops it after N rounds)",
            self.code.busiest_loop(thread)
        ))
    }

    pub(crate) fn step(&self, thread: &mut Thread) -> Flow {
        if thread.calls().is_empty() {
            return self.next_stage(thread);
        }
        let Frame { function, next, .. } = *thread.top();
        let body = match self.code.module().body(function) {
            Ok(body) => body,
            Err(error) => return unsupported(error.to_string()),
        };
        let Some(inst) = body.insts.get(next as usize) else { return unsupported("a block without an end") };
        let result = body.value(next);
        thread.frame().next += 1;
        self.execute(thread, inst, result)
    }
}

impl Code {
    /// What is not supported, with where it was reached and through which calls.
    fn with_place(&self, thread: &Thread, what: &str) -> String {
        let names = thread.calls().iter().map(|frame| self.module().function_name(frame.function));
        // What is a library's own says nothing to others.
        let (path, own): (Vec<String>, Vec<String>) = names.partition(|name| !is_reserved(name));
        let path = if path.is_empty() { own } else { path };
        let calls = path.join(" > ");
        if path.is_empty() {
            // What runs outside of the program says itself where it is.
            return what.to_owned();
        }
        match self.place_in_source(thread) {
            Some(site) => format!("{what}, reached at {}:{}:{} in {calls}", site.file, site.line, site.column),
            None => format!("{what}, reached in {calls}"),
        }
    }

    /// Where a thread stands, in short.
    pub(crate) fn place_of(&self, thread: &Thread) -> String {
        match self.place_in_source(thread) {
            Some(site) => format!("{}:{}", site.file, site.line),
            None => "an unknown place".to_owned(),
        }
    }

    /// Runs instructions that only compute words, as many as come. Says how many there were.
    fn compute_words(&self, thread: &mut Thread) -> u32 {
        if thread.calls().is_empty() || thread.trace.is_retold() {
            return 0;
        }
        let frame = thread.frame();
        let Ok(body) = self.module().body(frame.function) else { return 0 };
        let first = frame.next;
        while let Some(inst) = body.insts.get(frame.next as usize) {
            let registers = |register| frame.registers.word(register);
            let Some((to, word)) = words::compute(&registers, &inst.kind, body.value(frame.next)) else { break };
            frame.registers.set_word(to, word);
            frame.next += 1;
        }
        frame.next - first
    }
}
