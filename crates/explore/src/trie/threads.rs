//! Which threads there are, and where each begins.

use std::collections::BTreeMap;

use selvedge_core::{Answer, Cursor, Graph, Program, Spawn, ThreadId, ThreadName};

use super::Trie;

/// A thread that has been met.
pub(super) struct Known {
    /// Its parent, and which of the parent's children it is.
    pub(super) origin: Option<(ThreadId, u32)>,
    /// The tries it has been started on. Mostly one.
    pub(super) roots: Vec<(Spawn, Cursor)>,
}

impl<P: Program> Trie<P> {
    /// The parent of a thread and which of its children the thread is.
    pub(crate) fn origin(&self, thread: ThreadId) -> Option<(ThreadId, u32)> {
        self.threads[thread.0 as usize].origin
    }

    /// How a thread standing on this path was started.
    pub(crate) fn spawn_of(&self, thread: ThreadId, start: Cursor) -> Spawn {
        let known = &self.threads[thread.0 as usize].roots;
        known.iter().find(|(_, root)| *root == start).expect("invariant: a thread starts at a root").0
    }

    /// The id of the thread that `parent` spawns when it stands at `at`. It depends on nothing but how many
    /// threads the parent has spawned before, so that the answer to a spawn is the same in every execution.
    pub(crate) fn child(&mut self, parent: ThreadId, at: Cursor) -> ThreadId {
        let ordinal = self.rest(at).spawned;
        *self.children.entry((parent, ordinal)).or_insert_with(|| {
            self.threads.push(Known { origin: Some((parent, ordinal)), roots: Vec::new() });
            ThreadId(self.threads.len() as u32 - 1)
        })
    }

    /// Gives threads their ids before they are met, because addresses depend on them.
    pub(crate) fn promise<'n>(
        &mut self,
        threads: impl Iterator<Item = (&'n ThreadName, ThreadId)>,
    ) -> Result<(), String> {
        let ids: BTreeMap<&[u32], ThreadId> = threads.map(|(name, id)| (name.0.as_slice(), id)).collect();
        let initial = self.threads.len();
        for (&name, &id) in &ids {
            let known = self.threads.len().max(id.0 as usize + 1);
            self.threads.resize_with(known, || Known { origin: None, roots: Vec::new() });
            match name {
                [number] if *number == id.0 && (*number as usize) < initial => {}
                [parents @ .., ordinal] if !parents.is_empty() && id.0 as usize >= initial => {
                    let &parent = ids.get(parents).ok_or("a thread has no parent")?;
                    self.children.insert((parent, *ordinal), id);
                    self.threads[id.0 as usize].origin = Some((parent, *ordinal));
                }
                _ => return Err("the program starts with other threads".to_owned()),
            }
        }
        Ok(())
    }

    /// How many threads have been met.
    #[inline]
    pub(crate) fn known_threads(&self) -> usize {
        self.threads.len()
    }

    /// The threads that are not there from the beginning, by id: who starts them, and which of its children
    /// they are.
    pub(crate) fn origins(&self) -> Vec<(ThreadId, u32)> {
        self.threads.iter().filter_map(|known| known.origin).collect()
    }

    /// Gives threads the ids that they had in another search of the same program.
    pub(crate) fn adopt(&mut self, origins: &[(ThreadId, u32)]) -> Result<(), String> {
        for &(parent, ordinal) in origins {
            let child = ThreadId(self.threads.len() as u32);
            if parent >= child || self.children.insert((parent, ordinal), child).is_some() {
                return Err("its threads do not fit".to_owned());
            }
            self.threads.push(Known { origin: Some((parent, ordinal)), roots: Vec::new() });
        }
        Ok(())
    }

    /// Where a thread stands when it has just been started.
    pub(crate) fn root(&mut self, program: &P, graph: &mut Graph, thread: ThreadId, spawn: Spawn) -> Cursor {
        let known = &self.threads[thread.0 as usize].roots;
        if let Some(&(_, root)) = known.iter().find(|(known, _)| *known == spawn) {
            return root;
        }
        let state = Box::new(program.start(thread, spawn));
        let root = self.interpret(program, graph, 0, state, Answer::None);
        self.threads[thread.0 as usize].roots.push((spawn, root));
        root
    }
}
