//! Edges on that the program has predicted.
//!
//! What a thread does next may depend on what it reads in a simple way
//! ([`Hints::predict`](selvedge_core::Hints::predict)). Then its node is made, or found, without running it.
//! In debug builds the thread is run all the same, and compared.

use selvedge_core::{Action, Answer, Cursor, Graph, Prediction, Program, Value};

use super::{Node, ResolvedAction, Rest, Trie};

impl<P: Program> Trie<P> {
    /// Where the thread stands after a read, if it has read something else here before and only the value
    /// that it writes next depends on that. The program has computed it, and the rest of the path is that of
    /// the other answer.
    pub(super) fn write_as_before(
        &mut self,
        program: &P,
        graph: &mut Graph,
        at: Cursor,
        value: Value,
        writes: Value,
    ) -> Option<Cursor> {
        let &Rest { spawned, pattern, .. } = self.rest(at);
        let pattern =
            pattern.or_else(|| self.find_pattern(program, at)).or_else(|| self.borrow_pattern(program, at))?;
        debug_assert!(self.is_pattern(program, at, value, writes));
        self.rest_mut(at).pattern = Some(pattern);
        let ResolvedAction::Write { loc, width, mode, .. } = self.task(pattern) else { return None };
        let onward = self.proceed(program, graph, pattern);
        let task = ResolvedAction::Write { loc, width, mode, value: writes };
        if let Some(&known) = self.predicted.get(&(onward, writes))
            && self.rest(known).spawned == spawned
            && matches!(self.task(known), ResolvedAction::Write { loc: l, width: w, mode: m, .. } if (l, w, m) == (loc, width, mode))
        {
            return Some(known);
        }
        let node = Node { task, step: task.step(), recent: Value(0), next: onward };
        let at = self.keep(node, Rest::new(spawned));
        self.predicted.insert((onward, writes), at);
        Some(at)
    }

    /// Where the thread stands after a read, if it has been answered before in a way that made it go where it
    /// goes now.
    pub(super) fn go_as_before(
        &mut self,
        program: &P,
        at: Cursor,
        value: Value,
        way: u32,
        same: bool,
    ) -> Option<Cursor> {
        let there = *self.gone.get(&(at, way))?;
        debug_assert!(self.is_there(program, at, value, there, same));
        if same {
            return Some(there);
        }
        let state = self.rest(at).state.as_deref()?;
        let state = Box::new(program.go_there(state, value, self.rest(there).state.as_deref()?)?);
        let (task, spawned) = (self.task(there), self.rest(there).spawned);
        Some(self.enter(program, task, spawned, state))
    }

    /// Whether the thread really goes there.
    fn is_there(&self, program: &P, at: Cursor, value: Value, there: Cursor, same: bool) -> bool {
        let Some(state) = &self.rest(at).state else { return false };
        let mut told = state.clone();
        match (program.resume(&mut told, Answer::Value(value)), self.task(there)) {
            // Whoever goes no further need not have forgotten what is not needed any more.
            (Action::Block(reason), ResolvedAction::Block(known)) => return same && reason == known,
            (Action::Finish(value), ResolvedAction::Finish(known)) => return same && value == known,
            (Action::Exit(value), ResolvedAction::Exit(known)) => return same && value == known,
            (Action::Fail { message, .. }, ResolvedAction::Fail(known)) => {
                return same && message == self.failure(known).1;
            }
            (Action::Exceeds(limit), ResolvedAction::Exceeds(known)) => return same && limit == known,
            (Action::Unsupported(what), ResolvedAction::Unsupported(known)) => {
                return same && *what == *self.unsupported(known);
            }
            (Action::Read { .. }, ResolvedAction::Read { .. }) => {}
            _ if !same => return false,
            _ => {}
        }
        let Some(known) = &self.rest(there).state else { return true };
        let expected = if same { Some(known.clone()) } else { program.go_there(state, value, known).map(Box::new) };
        expected == Some(told)
    }

    /// A known way on from a read that would have been predicted.
    fn find_pattern(&mut self, program: &P, at: Cursor) -> Option<Cursor> {
        let (answer, next) = self.node(at).way()?;
        let state = self.rest(at).state.as_ref()?;
        let ResolvedAction::Write { value, .. } = self.task(next) else { return None };
        if program.predict(state, answer) != Some(Prediction::Writes(value)) {
            return None;
        }
        if let Some(key) = program.prediction_key(state) {
            self.patterns.insert(key, at);
        }
        Some(next)
    }

    /// The same, from another read of which the same is predicted.
    fn borrow_pattern(&self, program: &P, at: Cursor) -> Option<Cursor> {
        let Rest { state: Some(state), spawned, .. } = self.rest(at) else { return None };
        let lender = self.patterns.get(&program.prediction_key(state)?)?;
        let Rest { state: Some(other), spawned: also, pattern, .. } = self.rest(*lender) else {
            return None;
        };
        pattern.filter(|_| spawned == also && program.are_predicted_alike(state, other))
    }

    /// Whether the thread really writes what was predicted, and everything else is as with another answer, or
    /// in another thread if it has been given none yet.
    fn is_pattern(&self, program: &P, at: Cursor, value: Value, writes: Value) -> bool {
        let told = |at: Cursor, answer: Value| {
            let mut thread = self.rest(at).state.as_ref()?.clone();
            match program.resume(&mut thread, Answer::Value(answer)) {
                Action::Write { at, ordering, value } => Some((value, (thread, at, ordering))),
                Action::Read { .. }
                | Action::Copy { .. }
                | Action::Rmw { .. }
                | Action::UpdateUnless { .. }
                | Action::CompareExchange { .. }
                | Action::Arrive { .. }
                | Action::Leave { .. }
                | Action::Fence(_)
                | Action::Allocate { .. }
                | Action::Free(_)
                | Action::Spawn(_)
                | Action::Join(_)
                | Action::Choose(_)
                | Action::Block(_)
                | Action::Fail { .. }
                | Action::Unsupported(_)
                | Action::Exceeds(_)
                | Action::Finish(_)
                | Action::Exit(_) => None,
            }
        };
        let key = || program.prediction_key(self.rest(at).state.as_ref()?);
        let has_way = |at: &Cursor| self.node(*at).way().is_some();
        let by = Some(at).filter(has_way).or_else(|| self.patterns.get(&key()?).copied());
        let known = by.and_then(|by| told(by, self.node(by).way()?.0));
        told(at, value).is_some_and(|told| told.0 == writes && known.is_none_or(|known| told.1 == known.1))
    }
}
