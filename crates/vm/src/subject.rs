//! A machine as the subject of a check: what searches teach it, and what it has left out.

use selvedge_core::{
    Again, Bound, Digest, Ending, EventId, Fault, Property, Searched, StopReason, Subject, ThreadId, Violation, Warning,
};

use crate::Machine;
use crate::state::thread::Thread;

impl Subject for Machine {
    fn start_over(&mut self) {
        self.forget_searches();
    }

    fn identity(&self) -> Digest {
        let code = &self.code;
        let (settings, waits_in_loops, unroll) = (code.settings(), code.waits_in_loops(), code.unroll());
        let (module, entry) = (code.module().digest(), code.entry().index());
        let ready = format!("{module} {entry} {settings:?} {waits_in_loops} {unroll:?}");
        Digest::of(ready.as_bytes())
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        self.known_facts()
    }

    fn recall<'f>(&mut self, facts: impl Iterator<Item = (&'f str, &'f str)>) -> Result<(), String> {
        self.forget_everything();
        self.recall_facts(facts)
    }

    fn again(&mut self, searched: &Searched) -> Again {
        let again = match searched.stop {
            // Where accesses overlap, memory must be modelled in smaller pieces.
            StopReason::Overlap(first, second) => self.refine(first, second),
            // What is outside of sections may have shown in one, and a violation be none.
            StopReason::Exhausted | StopReason::Violation if self.excludes_more() => true,
            // Rounds that were cut short may have hidden something: a race, or what others could see in the
            // middle of one.
            StopReason::Exhausted if searched.violation.is_none() => self.reconsider(),
            _ => false,
        };
        if again { Again::Search } else { Again::Settled }
    }

    fn judges_ends(&self) -> bool {
        // Blocks that are not freed are seen in any graph, unless frees are among the steps that it lacks.
        self.code.settings().properties.has(Property::Leak)
    }

    fn judge(&self, end: &impl Ending<Machine>) -> Option<Fault> {
        let graph = end.graph();
        if !self.code.settings().properties.has(Property::Leak) {
            return self.remark_living(graph.living());
        }
        let ends_program = |id: &ThreadId| end.thread(*id).is_some_and(Thread::ends_program);
        let exit = graph.thread_ids().find(ends_program).and_then(|id| graph.last(id));
        // A thread that goes on while the program ends frees too late, or may do so.
        let is_late = |free: EventId| exit.is_some_and(|exit| !graph.causes(exit).contains(&graph[free]));
        let late = graph.freed().filter(|(_, free)| is_late(*free)).map(|(block, _)| block);
        self.remark_living(graph.living().chain(late))
    }

    fn doubt(&self, violation: &Violation) -> Option<String> {
        self.doubts(violation)
    }

    fn bounds(&self) -> Vec<Bound> {
        self.what_was_left_out()
    }

    fn warnings(&self) -> Vec<Warning> {
        self.cautions()
    }

    fn limit_rounds(&mut self, rounds: Option<u32>) -> bool {
        self.code.limit_rounds(rounds)
    }

    fn aside<T>(&self, run: impl FnOnce() -> T) -> T {
        self.run_aside(run)
    }
}
