//! Threads: `pthread_create` and its kin, and those of C11.
//!
//! A thread is joined or detached, and that once. That it is joined once, the search sees to. In programs
//! that detach threads, each has a word of ours, which each detaches or joins exchanges for what it does: not
//! in order with anything else, so that of two that may come in any order, both are tried.

use selvedge_core::{
    Access, Action, Address, RmwOp, RmwOrdering, Spawn, ThreadId, Value, ViolationKind, Width, WriteOrdering,
};
use selvedge_ir::{Call, Type, ValueId};

use super::Step;
use super::mutex::EINVAL;
use crate::Machine;
use crate::exec::flow::{Flow, fail};
use crate::exec::lifetime::Leaving;
use crate::exec::value::Val;
use crate::memory::address::claim_on;
use crate::memory::image::function_at;
use crate::state::awaiting::Awaiting;
use crate::state::thread::Thread;

/// What remains of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) enum ThreadStep {
    /// The answer is what a joined thread returned, and the call returns it.
    Returned,
    /// The answer is what the attributes say of a thread that is to be created.
    Attributes { place: u64, code: u64, argument: u64 },
    /// The answer is the handle of a new thread, to be stored here, or returned if that is null.
    Created { place: u64, detached: bool },
    /// The answer is what has been done with the thread before.
    Claimed { handle: u64, claim: Claim },
    /// The answer is what a joined thread returned, to be stored here unless null.
    Joined { place: u64, width: Width },
}

/// What is done with a thread that may be done once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Claim {
    /// It is detached.
    Detach,
    /// It was created detached, and its handle is to be stored here.
    BornDetached { place: u64 },
    /// It is joined, and what it returns is to be stored here unless null.
    Join { place: u64, width: Width },
}

impl Claim {
    fn word(self) -> u64 {
        match self {
            Claim::Detach | Claim::BornDetached { .. } => DETACHED,
            Claim::Join { .. } => JOINED,
        }
    }
}

/// What has been done with a thread.
const JOINED: u64 = 1;
const DETACHED: u64 = 2;
/// `PTHREAD_CREATE_DETACHED`.
const CREATE_DETACHED: u64 = 1;

/// Whether a function detaches threads.
pub(in super::super) fn detaches(name: &str) -> bool {
    matches!(name, "pthread_detach" | "thrd_detach" | "pthread_attr_setdetachstate")
}

/// The handle of the first thread. Of the others it is their number; 0 is what C++ says of no thread.
const FIRST: u64 = 0xffff_ffff;

/// What a thread has returned, as far as it is known.
fn returned(answer: u64, width: Width) -> Val {
    if answer == Value::NOTHING.0 { Val::Undef } else { Val::Word(width.truncate(answer)) }
}

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
            "pthread_create" => self.words(thread, call).and_then(|[place, attributes, code, argument]| {
                self.given_name(thread, name, to, &[0]);
                match (self.code.detaches(), attributes) {
                    (false, _) | (_, 0) => self.create(thread, to, place, code, argument, false),
                    _ => {
                        let step = Step::Thread(ThreadStep::Attributes { place, code, argument });
                        self.read_plain(thread, to, attributes, Width::W32, step)
                    }
                }
            }),
            "thrd_create" => self.words(thread, call).and_then(|[place, code, argument]| {
                self.given_name(thread, name, to, &[0]);
                self.create(thread, to, place, code, argument, false)
            }),
            "__VERIFIER_spawn" | "__VERIFIER_spawn_symmetric" => {
                self.words(thread, call).and_then(|[code, argument]| self.create(thread, to, 0, code, argument, false))
            }
            "__VERIFIER_join" => self.words(thread, call).map(|[handle]| {
                thread.takes_visible_step();
                thread.act(Action::Join(id_of(handle)));
                thread.awaits(Awaiting::Library { to, step: Step::Thread(ThreadStep::Returned) });
            }),
            "pthread_join" => self.join(thread, call, to, Width::W64),
            // C11 threads return an int.
            "thrd_join" => self.join(thread, call, to, Width::W32),
            "pthread_exit" | "thrd_exit" => {
                self.words(thread, call).and_then(|[value]| self.exit_thread(thread, value))
            }
            "pthread_self" | "thrd_current" => {
                self.given_name(thread, name, to, &[]);
                self.answer(thread, to, handle_of(thread.id()))
            }
            "pthread_equal" | "thrd_equal" => {
                self.words(thread, call).and_then(|[a, b]| self.answer(thread, to, u64::from(a == b)))
            }
            // A thread that sleeps may be overtaken, as it may always be; only its own clock goes on.
            "usleep" | "sleep" | "nanosleep" | "clock_nanosleep" | "thrd_sleep" => {
                self.pass_time(thread);
                self.answer(thread, to, 0)
            }
            "sched_yield" | "pthread_yield" | "thrd_yield" | "pthread_setname_np" | "pthread_setaffinity_np" => {
                self.answer(thread, to, 0)
            }
            "pthread_detach" | "thrd_detach" => {
                self.words(thread, call).map(|[handle]| self.claim(thread, to, handle, Claim::Detach))
            }
            "pthread_attr_init" if self.code.detaches() => self.words(thread, call).and_then(|[attributes]| {
                thread.set(to, Val::Word(0));
                self.write(thread, attributes, Width::W32, 0, WriteOrdering::Plain)
            }),
            "pthread_attr_setdetachstate" => self.words(thread, call).and_then(|[attributes, state]| {
                if state > CREATE_DETACHED {
                    return self.answer(thread, to, EINVAL);
                }
                thread.set(to, Val::Word(0));
                self.write(thread, attributes, Width::W32, state, WriteOrdering::Plain)
            }),
            // What attributes say about stacks and scheduling makes no difference here.
            "pthread_attr_init"
            | "pthread_attr_destroy"
            | "pthread_attr_setstacksize"
            | "pthread_attr_setguardsize"
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
            ThreadStep::Attributes { place, code, argument } => {
                self.create(thread, to, place, code, argument, answer == CREATE_DETACHED)
            }
            ThreadStep::Created { place, detached: true } => {
                self.claim(thread, to, answer, Claim::BornDetached { place });
                Ok(())
            }
            ThreadStep::Claimed { handle, claim } => self.claimed(thread, to, handle, claim, answer),
            ThreadStep::Returned => {
                thread.set(to, returned(answer, Width::W64));
                Ok(())
            }
            ThreadStep::Created { place: 0, .. } => self.answer(thread, to, answer),
            ThreadStep::Created { place, .. } => self.write(thread, place, Width::W64, answer, WriteOrdering::Plain),
            ThreadStep::Joined { place: 0, .. } => Ok(()),
            ThreadStep::Joined { place, width } => {
                let value = returned(answer, width);
                self.store(thread, &Type::Int(width.bits()), &value, place, WriteOrdering::Plain)
            }
        }
    }

    /// The thread has been asleep for some time. Nothing else knows, so that a loop that only sleeps still
    /// changes nothing.
    fn pass_time(&self, thread: &mut Thread) {
        thread.cold.library.hours += 1;
    }

    fn create(&self, thread: &mut Thread, to: ValueId, place: u64, code: u64, argument: u64, detached: bool) -> Flow {
        let Some(entry) = function_at(self.code.module(), code).filter(|id| self.code.module().function(*id).defined)
        else {
            return fail(ViolationKind::InvalidAccess, "a thread is created to run something that is no function");
        };
        self.publish(thread, &[argument])?;
        thread.takes_visible_step();
        thread.spawns();
        self.log.facts().thread();
        thread.act(Action::Spawn(Spawn { entry: entry.0, argument: Value(argument) }));
        thread.awaits(Awaiting::Library { to, step: Step::Thread(ThreadStep::Created { place, detached }) });
        Ok(())
    }

    fn join(&self, thread: &mut Thread, call: &Call, to: ValueId, width: Width) -> Flow {
        let [handle, place] = self.words(thread, call)?;
        if self.code.detaches() {
            self.claim(thread, to, handle, Claim::Join { place, width });
        } else {
            self.wait_for_end(thread, to, handle, place, width);
        }
        Ok(())
    }

    fn wait_for_end(&self, thread: &mut Thread, to: ValueId, handle: u64, place: u64, width: Width) {
        thread.takes_visible_step();
        thread.act(Action::Join(id_of(handle)));
        thread.awaits(Awaiting::Library { to, step: Step::Thread(ThreadStep::Joined { place, width }) });
    }

    /// Joins or detaches a thread, if that has not been done.
    fn claim(&self, thread: &mut Thread, to: ValueId, handle: u64, claim: Claim) {
        thread.takes_visible_step();
        thread.act(Action::Rmw {
            at: Access { address: Address(claim_on(id_of(handle))), width: Width::W32 },
            ordering: RmwOrdering::Relaxed,
            op: RmwOp::Exchange,
            operand: Value(claim.word()),
        });
        thread.awaits(Awaiting::Library { to, step: Step::Thread(ThreadStep::Claimed { handle, claim }) });
    }

    fn claimed(&self, thread: &mut Thread, to: ValueId, handle: u64, claim: Claim, before: u64) -> Flow {
        let message = match (claim, before) {
            (Claim::Join { .. }, DETACHED) => "a thread is joined that has been detached",
            (Claim::Detach | Claim::BornDetached { .. }, DETACHED) => "a thread is detached twice",
            (Claim::Detach | Claim::BornDetached { .. }, JOINED) => "a thread is detached that is joined",
            (Claim::Join { place, width }, _) => {
                self.wait_for_end(thread, to, handle, place, width);
                return Ok(());
            }
            (Claim::Detach | Claim::BornDetached { place: 0 }, _) => return self.answer(thread, to, 0),
            (Claim::BornDetached { place }, _) => {
                return self.write(thread, place, Width::W64, handle, WriteOrdering::Plain);
            }
        };
        fail(ViolationKind::InvalidJoin, message)
    }

    fn exit_thread(&self, thread: &mut Thread, value: u64) -> Flow {
        let locals = thread.pop_all().iter().flat_map(|frame| frame.locals.clone()).collect();
        self.finish(thread, &Val::Word(value), locals, Leaving::Exit)
    }
}

/// Whether a function may return different values to threads that have done the same: their ids, or what each
/// of them is given from outside.
pub(in super::super) fn tells_threads_apart(name: &str) -> bool {
    let identity = ["pthread_self", "thrd_current", "gettid", "getpid", "syscall"];
    let chance = ["rand", "random", "lrand48", "rand_r"];
    let time = ["time", "clock", "clock_gettime", "gettimeofday", "timespec_get"];
    [&identity[..], &chance, &time].iter().any(|names| names.contains(&name))
        || name.starts_with("__VERIFIER_nondet_")
        || name.contains("clock3nowEv")
}
