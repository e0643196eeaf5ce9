//! Threads: `pthread_create` and its kin, and those of C11.

use selvedge_core::{Action, Spawn, ThreadId, Value, ViolationKind, Width, WriteOrdering};

use super::super::Machine;
use super::super::image::function_at;
use super::super::lifetime::Leaving;
use super::super::run::{Flow, fail};
use super::super::thread::{Awaiting, Thread};
use super::super::value::Val;
use super::Step;
use crate::ir::{Call, ValueId};

/// What remains of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) enum ThreadStep {
    /// The answer is what a joined thread returned, and the call returns it.
    Returned,
    /// The answer is the handle of a new thread, to be stored here, or returned if that is null.
    Created { place: u64 },
    /// The answer is what a joined thread returned, to be stored here unless null.
    Joined { place: u64, width: Width },
}

/// The handle of the first thread. Of the others it is their number; 0 is what C++ says of no thread.
const FIRST: u64 = 0xffff_ffff;

fn handle_of(id: ThreadId) -> u64 {
    if id.0 == 0 { FIRST } else { u64::from(id.0) }
}

/// The thread with a handle; one that does not exist if the handle is none.
pub(super) fn id_of(handle: u64) -> ThreadId {
    match handle {
        FIRST => ThreadId(0),
        0 => ThreadId(u32::MAX),
        _ => ThreadId(handle.min(u64::from(u32::MAX)) as u32),
    }
}

impl Machine {
    pub(super) fn thread_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        Some(match name {
            "pthread_create" => self
                .words(thread, call)
                .and_then(|[place, _, code, argument]| self.create(thread, to, place, code, argument)),
            "thrd_create" => self
                .words(thread, call)
                .and_then(|[place, code, argument]| self.create(thread, to, place, code, argument)),
            "__VERIFIER_spawn" | "__VERIFIER_spawn_symmetric" => {
                self.words(thread, call).and_then(|[code, argument]| self.create(thread, to, 0, code, argument))
            }
            "__VERIFIER_join" => self.words(thread, call).map(|[handle]| {
                thread.effects += 1;
                thread.queue.push_back(Action::Join(id_of(handle)));
                thread.awaiting = Awaiting::Library { to, step: Step::Thread(ThreadStep::Returned) };
            }),
            "pthread_join" => self.join(thread, call, to, Width::W64),
            // C11 threads return an int.
            "thrd_join" => self.join(thread, call, to, Width::W32),
            "pthread_exit" | "thrd_exit" => {
                self.words(thread, call).and_then(|[value]| self.exit_thread(thread, value))
            }
            "pthread_self" | "thrd_current" => self.answer(thread, to, handle_of(thread.id)),
            "pthread_equal" | "thrd_equal" => {
                self.words(thread, call).and_then(|[a, b]| self.answer(thread, to, u64::from(a == b)))
            }
            // Whoever sleeps may be overtaken, which he may always be; only his own clock goes on.
            "usleep" | "sleep" | "nanosleep" | "clock_nanosleep" | "thrd_sleep" => {
                self.pass_time(thread);
                self.answer(thread, to, 0)
            }
            // There are no resources that a thread that nobody joins could hold on to.
            "sched_yield"
            | "pthread_yield"
            | "thrd_yield"
            | "pthread_detach"
            | "thrd_detach"
            | "pthread_setname_np"
            | "pthread_setaffinity_np" => self.answer(thread, to, 0),
            // What attributes say about stacks and scheduling makes no difference here.
            "pthread_attr_init"
            | "pthread_attr_destroy"
            | "pthread_attr_setstacksize"
            | "pthread_attr_setguardsize"
            | "pthread_attr_setdetachstate"
            | "pthread_attr_setscope"
            | "pthread_attr_setstack"
            | "pthread_attr_setschedpolicy"
            | "pthread_attr_setschedparam"
            | "pthread_attr_setinheritsched"
            | "pthread_attr_setaffinity_np" => self.answer(thread, to, 0),
            _ => return None,
        })
    }

    pub(super) fn thread_step(&self, thread: &mut Thread, to: ValueId, step: ThreadStep, answer: u64) -> Flow {
        thread.set(to, Val::Word(0));
        match step {
            ThreadStep::Created { place: 0 } | ThreadStep::Returned => self.answer(thread, to, answer),
            ThreadStep::Created { place } => self.write(thread, place, Width::W64, answer, WriteOrdering::Plain),
            ThreadStep::Joined { place: 0, .. } => Ok(()),
            ThreadStep::Joined { place, width } => self.write(thread, place, width, answer, WriteOrdering::Plain),
        }
    }

    /// The thread has been asleep for some time. Nothing else knows, so that a loop that only sleeps still changes nothing.
    fn pass_time(&self, thread: &mut Thread) {
        thread.rare.hours += 1;
    }

    fn create(&self, thread: &mut Thread, to: ValueId, place: u64, code: u64, argument: u64) -> Flow {
        let Some(entry) = function_at(&self.module, code).filter(|id| self.module.function(*id).defined) else {
            return fail(ViolationKind::InvalidAccess, "a thread is created to run something that is no function");
        };
        self.publish(thread, &[argument])?;
        thread.effects += 1;
        thread.has_spawned = true;
        self.remarks.thread();
        thread.queue.push_back(Action::Spawn(Spawn { entry: entry.0, argument: Value(argument) }));
        thread.awaiting = Awaiting::Library { to, step: Step::Thread(ThreadStep::Created { place }) };
        Ok(())
    }

    fn join(&self, thread: &mut Thread, call: &Call, to: ValueId, width: Width) -> Flow {
        let [handle, place] = self.words(thread, call)?;
        thread.effects += 1;
        thread.queue.push_back(Action::Join(id_of(handle)));
        thread.awaiting = Awaiting::Library { to, step: Step::Thread(ThreadStep::Joined { place, width }) };
        Ok(())
    }

    fn exit_thread(&self, thread: &mut Thread, value: u64) -> Flow {
        let locals = thread.pop_all().iter().flat_map(|frame| frame.locals.clone()).collect();
        self.finish(thread, &Val::Word(value), locals, Leaving::Exit)
    }
}

/// Whether a function may return different values to threads that have done the same: their ids, or what each of them is
/// given from outside.
pub(in super::super) fn tells_threads_apart(name: &str) -> bool {
    let identity = ["pthread_self", "thrd_current", "gettid", "getpid", "syscall"];
    let chance = ["rand", "random", "lrand48", "rand_r"];
    let time = ["time", "clock", "clock_gettime", "gettimeofday", "timespec_get"];
    [&identity[..], &chance, &time].iter().any(|names| names.contains(&name))
        || name.starts_with("__VERIFIER_nondet_")
        || name.contains("clock3nowEv")
}
