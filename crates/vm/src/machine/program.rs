//! A machine as the program that a search runs.

use selvedge_core::{
    Access, Action, Address, Answer, Block, Frame, Hints, Lifetime, Meaning, Prediction, Site, Spawn, Telling,
    ThreadId, Value, Width,
};

use crate::exec::lifetime::Stage;
use crate::library;
use crate::machine::Machine;
use crate::report::notes::Notes;
use crate::state::thread::Thread;

impl Meaning for Machine {
    type Thread = Thread;

    const BYTE_ADDRESSED: bool = true;

    fn initial_threads(&self) -> Vec<Spawn> {
        vec![Spawn { entry: self.code.entry().0, argument: Value(0) }]
    }

    fn initial_value(&self, at: Access) -> Value {
        match self.code.image().initial(at.address.0, at.width.bytes()) {
            Some(bytes) => self.wide.compact(bytes, at.width),
            None if self.code.image().find(at.address.0).is_some() => Value::NOTHING,
            // A block has no value before it is written, unless it is zeroed.
            None => Value(0),
        }
    }

    fn bytes(&self, value: Value, width: Width) -> u128 {
        self.wide.expand(value, width)
    }

    fn known_bytes(&self, value: Value, width: Width) -> u32 {
        self.wide.known(value, width).known_bytes()
    }

    fn word(&self, bytes: u128, width: Width) -> Value {
        self.wide.compact(bytes, width)
    }

    fn block(&self, address: Address) -> Option<(Block, u64)> {
        crate::memory::address::block_of(address.0)
    }

    fn start(&self, id: ThreadId, spawn: Spawn) -> Thread {
        if id == ThreadId(0) {
            return Thread::new(id, Stage::Constructing(0));
        }
        let (function, owns) = library::thread_entry(spawn.entry);
        let mut thread = Thread::new(id, Stage::Running { owned: owns.then_some(spawn.argument.0) });
        if let Err(action) = self.enter_at_bottom(&mut thread, function, spawn.argument.0) {
            thread.act(*action);
        }
        thread
    }

    fn resume(&self, thread: &mut Thread, answer: Answer) -> Action {
        self.advance(thread, answer)
    }

    fn stops_waiting(&self, thread: &Thread, seen: Value) -> bool {
        self.comes_to_next_round(thread, seen)
    }
}

impl Hints for Machine {
    fn knows_threads_apart(&self) -> bool {
        self.code.knows_threads_apart()
    }

    fn are_alike(&self, one: &Thread, other: &Thread) -> bool {
        self.go_on_alike(one, other)
    }

    fn fingerprint(&self, thread: &Thread) -> Option<u64> {
        thread.fingerprint()
    }

    fn predict(&self, thread: &Thread, answer: Value) -> Option<Prediction> {
        if self.code.has_sections() { None } else { self.does_next(thread, answer) }
    }

    fn go_there(&self, thread: &Thread, answer: Value, there: &Thread) -> Option<Thread> {
        self.code.led(thread, answer, there)
    }

    fn prediction_key(&self, thread: &Thread) -> Option<u64> {
        if self.code.has_sections() { None } else { self.code.key_of_write(thread) }
    }

    fn are_predicted_alike(&self, one: &Thread, other: &Thread) -> bool {
        self.code.write_alike(one, other)
    }

    fn weight(&self, thread: &Thread) -> usize {
        thread.weight()
    }
}

impl Telling for Machine {
    type Notes = Notes;

    fn site(&self, thread: &Thread) -> Option<Site> {
        self.code.place_in_source(thread)
    }

    fn retell(&self, thread: &mut Thread, answer: Answer, notes: &mut Notes) -> Action {
        thread.trace.begin_notes(std::mem::take(notes));
        let action = self.advance(thread, answer);
        if let Some(taken) = thread.trace.take_notes() {
            *notes = *taken;
        }
        notes.note_action(&action);
        self.code.note_purpose(thread, notes);
        action
    }

    fn output(&self, notes: &mut Notes) -> String {
        notes.take_output()
    }

    fn stack(&self, thread: &Thread, notes: &Notes) -> Vec<Frame> {
        self.code.calls(thread, notes)
    }

    fn lifetime(&self, block: Block, notes: &Notes) -> Lifetime {
        self.code.life_of(block, notes)
    }

    fn location_name(&self, at: Access, notes: &Notes) -> String {
        self.code.name_at(at.address.0, at.width.bytes(), notes)
    }

    fn block_name(&self, block: Block, notes: &Notes) -> String {
        self.code.block_title(block, notes)
    }

    fn thread_name(&self, number: usize, spawn: Spawn, notes: &Notes) -> String {
        let (function, _) = library::thread_entry(spawn.entry);
        if let Some(purpose) = self.code.purpose(function, spawn.argument, notes) {
            return format!("T{number} {purpose}");
        }
        let function = self.code.module().function_name(function);
        match spawn.argument {
            Value(0) => format!("T{number} {function}"),
            argument => format!("T{number} {function}({})", self.value_at(argument, None, notes)),
        }
    }

    fn show_value(&self, value: Value, at: Option<Access>, notes: &Notes) -> String {
        self.value_at(value, at, notes)
    }
}
