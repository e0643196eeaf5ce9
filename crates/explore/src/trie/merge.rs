//! Paths that lead a thread to the same state meet.

use selvedge_core::{Cursor, Program, Value};

use super::Trie;
use super::action::ResolvedAction;
use super::node::{Node, Rest};

impl<P: Program> Trie<P> {
    /// Where a node leads with the same state, but another task that is not answered either: what a thread
    /// does next does not depend on what it has just written. Of a state that is met for the second time, a
    /// copy is kept to compare with.
    pub(super) fn go_on_as_another(&mut self, program: &P, at: Cursor, state: &P::Thread) -> Option<Cursor> {
        let fingerprint = program.fingerprint(state)?;
        let other = self.states.insert(fingerprint, at)?;
        let (rest, known) = (self.rest(at), self.rest(other));
        if !self.task(other).returns_value()
            && rest.spawned == known.spawned
            && known.state.as_deref() == Some(state)
            && let Some((_, next)) = self.node(other).way()
        {
            self.states.insert(fingerprint, other);
            return Some(next);
        }
        let weight = self.weight(program, state);
        let rest = self.rest_mut(at);
        (rest.state, rest.weight) = (Some(Box::new(state.clone())), weight);
        None
    }

    /// The node of a thread in this state, about to do this: a known one if it has come there before.
    pub(super) fn enter(&mut self, program: &P, task: ResolvedAction, spawned: u32, state: Box<P::Thread>) -> Cursor {
        let fingerprint = if task.returns_value() { program.fingerprint(&state) } else { None };
        if let Some(known) = fingerprint.and_then(|fingerprint| self.states.get(&fingerprint))
            && let Rest { spawned: also, state: Some(other), .. } = self.rest(*known)
            && (*also, other) == (spawned, &state)
        {
            return *known;
        }
        let weight = self.weight(program, &state);
        let node = Node { task, step: task.step(), recent: Value(0), next: Cursor::NONE };
        let at = self.keep(node, Rest { weight, state: Some(state), ..Rest::new(spawned) });
        if let Some(fingerprint) = fingerprint {
            self.states.insert(fingerprint, at);
        }
        at
    }

    /// Whether two threads, both waiting for an answer, go on in the same way up to who they are.
    pub(crate) fn are_alike(&self, program: &P, one: Cursor, other: Cursor) -> bool {
        let states = || Some([self.rest(one).state.as_ref()?, self.rest(other).state.as_ref()?]);
        let compare = || states().is_some_and(|[one, other]| program.are_alike(one, other));
        *self.compared.borrow_mut().entry((one, other)).or_insert_with(compare)
    }
}
