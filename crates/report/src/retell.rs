//! Running the threads of an execution again, to learn where each step comes from and what things are called.

use selvedge_core::execution::End;
use selvedge_core::{Action, Answer, Execution, Frame, Program, Site, Step, StepName};

/// An execution that has been told again.
pub(crate) struct Retelling<P: Program> {
    /// What the program noted meanwhile.
    pub(crate) notes: P::Notes,
    /// Where each step of each thread comes from.
    pub(crate) steps: Vec<Vec<Origin>>,
    /// Where the threads that did not end stand, and what they would do next.
    pub(crate) ends: Vec<Option<(Origin, Action)>>,
    /// What the program printed, in the order of the telling.
    pub(crate) output: Vec<Printed>,
}

/// Something that a thread printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Printed {
    /// Who.
    pub thread: usize,
    /// How many steps had been told.
    pub after: usize,
    /// What.
    pub text: String,
}

/// Where a step comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Origin {
    /// The library function that takes the step.
    pub(crate) via: Option<String>,
    /// The calls in progress, innermost first, each with a place in the source.
    pub(crate) stack: Vec<Frame>,
    /// The place.
    pub(crate) site: Option<Site>,
}

/// Tells the execution again, in the given order of its steps.
pub(crate) fn retell<P: Program>(program: &P, execution: &Execution, order: &[StepName]) -> Retelling<P> {
    let mut notes = P::Notes::default();
    let mut threads: Vec<(P::Thread, Answer)> =
        execution.threads.iter().map(|trace| (program.start(trace.id, trace.spawn), Answer::None)).collect();
    let mut steps: Vec<Vec<Origin>> = execution.threads.iter().map(|_| Vec::new()).collect();
    let mut output = Vec::new();
    let mut note = |program: &P, notes: &mut P::Notes, thread: usize, after: usize| {
        let text = program.output(notes);
        if !text.is_empty() {
            output.push(Printed { thread, after, text });
        }
    };
    let ends_with = |name: StepName| {
        let trace = &execution.threads[name.thread];
        name.index + 1 == trace.steps.len() && matches!(trace.end, End::Finished(_))
    };
    for (told, &name) in order.iter().enumerate() {
        let (thread, answer) = &mut threads[name.thread];
        program.retell(thread, *answer, &mut notes);
        note(program, &mut notes, name.thread, told);
        steps[name.thread].push(origin(program, thread, &notes));
        *answer = execution.answer(execution.step(name));
        // A thread that has no step left runs to its end at once: nobody can tell the difference.
        let newborn = match execution.step(name) {
            Step::Spawn { child } if execution.threads[*child].steps.is_empty() => Some(*child),
            _ => None,
        };
        let ended = ends_with(name).then_some(name.thread);
        let newborn = newborn.filter(|child| matches!(execution.threads[*child].end, End::Finished(_)));
        for index in ended.into_iter().chain(newborn) {
            let (thread, answer) = &mut threads[index];
            program.retell(thread, *answer, &mut notes);
            note(program, &mut notes, index, told + 1);
        }
    }
    // What a thread says where it stands, it says knowing everything that happened.
    let ends = execution.threads.iter().zip(&mut threads).enumerate().map(|(index, (trace, (thread, answer)))| {
        if matches!(trace.end, End::Finished(_)) {
            return None;
        }
        let action = program.retell(thread, *answer, &mut notes);
        note(program, &mut notes, index, order.len());
        Some((origin(program, thread, &notes), action))
    });
    let ends = ends.collect();
    Retelling { notes, steps, ends, output }
}

fn origin<P: Program>(program: &P, thread: &P::Thread, notes: &P::Notes) -> Origin {
    let stack = program.stack(thread, notes);
    let via = stack.first().filter(|frame| frame.site.is_none() && stack.len() > 1);
    let via = via.map(|frame| frame.function.to_string());
    let stack: Vec<Frame> = stack.into_iter().filter(|frame| frame.site.is_some()).collect();
    let site = stack.first().and_then(|frame| frame.site.clone()).or_else(|| program.site(thread));
    Origin { via, stack, site }
}
