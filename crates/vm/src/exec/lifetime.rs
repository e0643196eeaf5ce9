//! What runs before `main`, and after a thread's own function has returned.
//!
//! Before `main`, the first thread runs the constructors of `llvm.global_ctors`, by priority. When a thread's
//! function returns, it destroys its thread-local variables; the first thread then runs the exit handlers,
//! the last one registered first, and the destructors of `llvm.global_dtors`. A thread is between two of
//! these when it has no call in progress: [`Stage`] says what comes next.
//!
//! Where the handlers are: those of thread-local variables never leave the thread. Those of the program are
//! registered by any thread (a static variable in a function is destroyed by one) but run by the first. Until
//! the first thread has created another, it keeps them to itself; after that, every thread pushes them on a
//! list in shared memory whose head is at [`EXIT_HANDLERS`]: one exchange and one store. All in the list are
//! newer than all that were kept. Registering synchronises with running the handlers and with nothing else.

use selvedge_core::{
    Access, Action, Address, Content, ReadOrdering, RmwOp, RmwOrdering, Value, ViolationKind, Width, WriteOrdering,
};
use selvedge_ir::names::both;
use selvedge_ir::{FunctionId, Module, Symbol, Unit, ValueId};

use crate::Machine;
use crate::exec::flow::{Flow, fail, unsupported};
use crate::exec::value::Val;
use crate::library::{DESTRUCTIONS, Step, is_idle_destructor};
use crate::memory::address::EXIT_HANDLERS;
use crate::memory::image::function_at;
use crate::memory::private::Storage;
use crate::state::awaiting::Awaiting;
use crate::state::thread::Thread;

/// What a thread is at, and what it does next when it has no calls in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Constructors, of which so many have been started.
    Constructing(usize),
    /// Its own function. A `std::thread` deletes the object with its function afterwards.
    Running { owned: Option<u64> },
    /// The end, with the value that the thread returns.
    Ending { value: u64, next: Ending },
}

/// How a thread leaves its function. When it is `main`, this decides whether the program ends with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leaving {
    /// By returning.
    Return,
    /// With `exit`, and the program with it.
    Program,
    /// With `pthread_exit` or `thrd_exit`. The exit handlers would be run by the last thread that ends: they
    /// are not run.
    Exit,
}

/// What is next when a thread ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// The thread's own variables are destroyed.
    ThreadLocals(Leaving),
    /// Its values for keys are destroyed: those from this key on, this often.
    Keys { from: u64, left: u32 },
    /// The first thread fetches the exit handlers that others can see.
    Fetch,
    /// It runs the exit handlers.
    Handlers,
    /// Destructors, of which so many have been started.
    Destructors(usize),
    /// Nothing is left, and the program ends.
    Exit,
    /// Nothing is left.
    Nothing,
}

/// A function to be called at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Handler {
    pub(crate) function: u64,
    pub(crate) argument: u64,
}

/// What a thread has registered to be run at the end, the newest last.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Handlers {
    /// At the end of the thread.
    pub(crate) of_thread: Vec<Handler>,
    /// At the end of the program; in the first thread only.
    of_program: Vec<Handler>,
}

impl Thread {
    /// Takes the last handler of one of the two kinds, if there is one.
    fn next_handler(&mut self, kind: impl Fn(&mut Handlers) -> &mut Vec<Handler>) -> Option<Handler> {
        if self.cold.control.handlers == Handlers::NONE { None } else { kind(&mut self.cold.control.handlers).pop() }
    }
}

impl Handlers {
    /// None.
    pub(crate) const NONE: Handlers = Handlers { of_thread: Vec::new(), of_program: Vec::new() };
}

/// What remains of registering or fetching a handler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ExitStep {
    /// The answer is the next node of the one that has been pushed.
    Pushed { node: u64 },
    /// The answer is the node to fetch. The handlers fetched so far, the newest first.
    Node { fetched: Vec<Handler> },
    /// The answer is the node's function.
    Function { node: u64, fetched: Vec<Handler> },
    /// The answer is the argument of the node's function.
    Argument { node: u64, function: u64, fetched: Vec<Handler> },
}

/// A node: the function, its argument, the next node.
const NODE: u64 = 24;
const ARGUMENT: u64 = 8;
const NEXT: u64 = 16;
/// The next node of one that is not yet part of the list.
const UNLINKED: u64 = 1;

/// The functions that run outside of `main`.
#[derive(Debug, Default)]
pub(crate) struct Outside {
    constructors: Vec<FunctionId>,
    destructors: Vec<FunctionId>,
    /// Whether the program can register exit handlers.
    has_handlers: bool,
}

impl Outside {
    /// Or why they cannot be run.
    pub(crate) fn new(module: &Module) -> Result<Outside, String> {
        if !module.module_asm.is_empty() {
            let has_some = |unit: &&Unit| unit.text.lines().any(|line| line.starts_with("module asm"));
            let files: Vec<&str> = module.units.iter().filter(has_some).map(|unit| unit.source_name.as_str()).collect();
            return Err(format!("assembly at the top level of {}", files.join(", ")));
        }
        let functions = |array: &str| -> Result<Vec<FunctionId>, String> {
            let listed = module.constructors(array).map_err(|error| error.to_string())?;
            listed.into_iter().map(|(_, symbol)| function_of(module, symbol)).collect()
        };
        let mut destructors = functions("llvm.global_dtors")?;
        destructors.reverse();
        let has_handlers = ["__cxa_atexit", "atexit"].iter().any(|name| module.function_named(name).is_some());
        Ok(Outside { constructors: functions("llvm.global_ctors")?, destructors, has_handlers })
    }
}

fn function_of(module: &Module, symbol: Symbol) -> Result<FunctionId, String> {
    match module.resolve(symbol) {
        Some(Symbol::Function(id)) if module.function(id).defined => Ok(id),
        _ => Err("a constructor or destructor of globals that is not defined in the program".into()),
    }
}

impl Machine {
    /// Starts the next thing that a thread without calls has to do.
    pub(crate) fn next_stage(&self, thread: &mut Thread) -> Flow {
        let outside = match self.code.outside() {
            Ok(outside) => outside,
            Err(why) => return unsupported(why.as_str()),
        };
        match *thread.stage() {
            Stage::Constructing(started) => {
                let constructor = outside.constructors.get(started);
                thread.go_to_stage(match constructor {
                    Some(_) => Stage::Constructing(started + 1),
                    None => Stage::Running { owned: None },
                });
                match constructor {
                    // Some libraries would call it as they call `main`.
                    Some(&constructor) if !self.code.module().function(constructor).params.is_empty() => {
                        unsupported(format!(
                            "the constructor {}, which takes arguments",
                            self.code.module().function_name(constructor)
                        ))
                    }
                    Some(&constructor) => self.enter_at_bottom(thread, constructor, 0),
                    None => self.enter_entry(thread),
                }
            }
            Stage::Running { .. } => self.end_with(thread, 0, Leaving::Return),
            Stage::Ending { value, next } => {
                let next = self.next_ending(thread, outside, value, next)?;
                thread.go_to_stage(Stage::Ending { value, next });
                Ok(())
            }
        }
    }

    /// The program ends, here and now: `exit` runs handlers first.
    pub(crate) fn exit(&self, thread: &mut Thread, status: u64, handlers: bool) -> Flow {
        thread.pop_all();
        thread.takes_visible_step();
        let next = if handlers { Ending::ThreadLocals(Leaving::Program) } else { Ending::Exit };
        thread.go_to_stage(Stage::Ending { value: status, next });
        Ok(())
    }

    /// The thread's function has ended with a value.
    pub(crate) fn end_with(&self, thread: &mut Thread, value: u64, how: Leaving) -> Flow {
        let Stage::Running { owned } = *thread.stage() else { return Ok(()) };
        thread.go_to_stage(Stage::Ending { value, next: Ending::ThreadLocals(how) });
        owned.map_or(Ok(()), |state| self.delete_state(thread, state))
    }

    fn next_ending(&self, thread: &mut Thread, outside: &Outside, value: u64, next: Ending) -> Flow<Ending> {
        Ok(match next {
            Ending::ThreadLocals(how) => match thread.next_handler(|handlers| &mut handlers.of_thread) {
                Some(handler) => {
                    self.run_handler(thread, handler)?;
                    Ending::ThreadLocals(how)
                }
                None if how == Leaving::Program || thread.id().0 == 0 && how == Leaving::Return => Ending::Fetch,
                None => Ending::Keys { from: 0, left: DESTRUCTIONS },
            },
            Ending::Keys { from, left } => match self.destroy_value(thread, from)? {
                Some(from) => Ending::Keys { from, left },
                None if from > 0 && left > 1 => Ending::Keys { from: 0, left: left - 1 },
                None => Ending::Nothing,
            },
            Ending::Fetch if thread.id().0 != 0 && outside.has_handlers => {
                return unsupported("exit in another thread than the first, in a program with exit handlers");
            }
            Ending::Fetch => {
                if outside.has_handlers && thread.has_spawned() {
                    self.read_exit(thread, EXIT_HANDLERS, ExitStep::Node { fetched: Vec::new() });
                }
                Ending::Handlers
            }
            Ending::Handlers => match thread.next_handler(|handlers| &mut handlers.of_program) {
                Some(handler) => {
                    self.run_handler(thread, handler)?;
                    Ending::Handlers
                }
                None => Ending::Destructors(0),
            },
            Ending::Destructors(started) => match outside.destructors.get(started) {
                Some(&destructor) => {
                    self.enter_at_bottom(thread, destructor, 0)?;
                    Ending::Destructors(started + 1)
                }
                None => Ending::Exit,
            },
            Ending::Exit => {
                self.remark_end(thread)?;
                thread.act(Action::Exit(Value(value)));
                thread.awaits(Awaiting::Nothing);
                Ending::Exit
            }
            Ending::Nothing => {
                self.remark_end(thread)?;
                // What others know of its thread-local variables leads nowhere from now on.
                let own = thread.cold.memory.thread_locals();
                let known: Vec<u64> = own.filter(|&base| thread.memory.get(base).is_none()).collect();
                known.into_iter().for_each(|base| self.queue_free(thread, base));
                thread.act(Action::Finish(Value(value)));
                thread.awaits(Awaiting::Nothing);
                Ending::Nothing
            }
        })
    }

    /// Starts a call that no call of the program makes.
    pub(crate) fn enter_at_bottom(&self, thread: &mut Thread, function: FunctionId, argument: u64) -> Flow {
        let count = self.code.module().function(function).params.len();
        let mut arguments = vec![Val::Word(0); count];
        if let Some(first) = arguments.first_mut() {
            *first = Val::Word(argument);
        }
        self.enter(thread, function, arguments, None)
    }

    fn run_handler(&self, thread: &mut Thread, handler: Handler) -> Flow {
        let Some(function) = function_at(self.code.module(), handler.function) else {
            return fail(
                ViolationKind::InvalidAccess,
                "something was registered to be run at exit that is no function",
            );
        };
        let called = self.code.module().function(function);
        match called.name.as_str() {
            _ if called.defined => self.enter_at_bottom(thread, function, handler.argument),
            name if is_idle_destructor(name) => Ok(()),
            name => unsupported(format!("the external function {}, to be run at exit", both(name))),
        }
    }

    /// `atexit` and `__cxa_atexit`: the handler runs when `main` returns.
    pub(crate) fn at_exit(&self, thread: &mut Thread, to: ValueId, handler: Handler) -> Flow {
        thread.takes_visible_step();
        thread.set(to, Val::Word(0));
        let ending = matches!(thread.stage(), Stage::Ending { .. });
        if thread.id().0 == 0 && (ending || !thread.has_spawned()) {
            thread.cold.control.handlers.of_program.push(handler);
            return Ok(());
        }
        let node = self.code.allocate(thread, Storage::ThreadLocal, Content::Nothing, NODE)?;
        let block = thread.memory.get_mut(node).expect("invariant: just allocated");
        for (offset, word) in [(0, handler.function), (ARGUMENT, handler.argument), (NEXT, UNLINKED)] {
            block.write(offset, 8, Some(u128::from(word)));
        }
        self.publish(thread, &[node])?;
        let (ordering, op, operand) = (RmwOrdering::Release, RmwOp::Exchange, Value(node));
        thread.act(Action::Rmw { at: word_at(EXIT_HANDLERS), ordering, op, operand });
        thread.awaits(Awaiting::Library { to, step: Step::Exit(ExitStep::Pushed { node }) });
        Ok(())
    }

    fn read_exit(&self, thread: &mut Thread, address: u64, step: ExitStep) {
        let ordering = match step {
            ExitStep::Pushed { .. } | ExitStep::Node { .. } => ReadOrdering::Acquire,
            // What a node says is written before it is linked.
            ExitStep::Function { .. } | ExitStep::Argument { .. } => ReadOrdering::Plain,
        };
        thread.act(Action::Read { at: word_at(address), ordering });
        // There is no call that could want a result.
        thread.awaits(Awaiting::Library { to: ValueId(0), step: Step::Exit(step) });
    }

    pub(crate) fn exit_step(&self, thread: &mut Thread, step: ExitStep, answer: u64) -> Flow {
        match step {
            ExitStep::Pushed { node } => {
                let ordering = WriteOrdering::Release;
                thread.act(Action::Write { at: word_at(node + NEXT), ordering, value: Value(answer) });
            }
            // The thread that pushed the node before is about to link it.
            ExitStep::Node { .. } if answer == UNLINKED => return self.wait(),
            ExitStep::Node { fetched } if answer == 0 => {
                thread.cold.control.handlers.of_program.extend(fetched.into_iter().rev());
            }
            ExitStep::Node { fetched } => self.read_exit(thread, answer, ExitStep::Function { node: answer, fetched }),
            ExitStep::Function { node, fetched } => {
                let step = ExitStep::Argument { node, function: answer, fetched };
                self.read_exit(thread, node + ARGUMENT, step);
            }
            ExitStep::Argument { node, function, mut fetched } => {
                fetched.push(Handler { function, argument: answer });
                self.read_exit(thread, node + NEXT, ExitStep::Node { fetched });
            }
        }
        Ok(())
    }
}

fn word_at(address: u64) -> Access {
    Access { address: Address(address), width: Width::W64 }
}
