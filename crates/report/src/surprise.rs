//! Reads that saw something old: why they were allowed to.
//!
//! In the order in which an execution is told, a read may see something else than what memory holds at that
//! point. If the reason of the violation does not speak of it already, this says why the model allows it: in
//! `ra` and `rc11`, because the newer write does not happen before the read; in `tso`, because it may still
//! be in its thread's store buffer.

use selvedge_core::execution::Source;
use selvedge_core::{StepName, Violation};

use crate::account::location;
use crate::relations::Relations;
use crate::scene::moments;
use crate::story::{Story, What};
use crate::why;

/// More of them would not explain more.
const MOST: usize = 3;

/// One sentence for each such read, the first few.
pub(crate) fn surprises(violation: &Violation, story: &Story, model: &str) -> Vec<String> {
    if story.interleaving {
        return Vec::new();
    }
    let execution = &violation.execution;
    let order: Vec<StepName> = story.steps.iter().map(|told| told.name).collect();
    let relations = Relations::new(execution, &order, model);
    let explained = why::reason(violation, story, model).places;
    let line = |name: StepName| match story.step(name).and_then(|told| told.site.as_ref()) {
        Some(site) => format!(" (line {})", site.line),
        None => String::new(),
    };
    let mut found = Vec::new();
    for (told, moment) in story.steps.iter().zip(moments(story, execution)) {
        if moment.stale.is_none() || explained.iter().any(|(name, _)| *name == told.name) {
            continue;
        }
        let (What::Read { value, .. } | What::Update { old: value, .. }) = &told.what else { continue };
        // The newest write that was told before, and comes after what is read.
        let step = execution.step(told.name);
        let writes = step.access().and_then(|at| execution.coherence.get(&at.address)).map_or(&[][..], Vec::as_slice);
        let seen = match step.source() {
            Some(Source::Step(write)) => writes.iter().position(|other| *other == write).map_or(0, |at| at + 1),
            _ => 0,
        };
        let earlier =
            |name: &StepName| story.steps.iter().take_while(|other| other.name != told.name).any(|o| o.name == *name);
        let Some(&newer) = writes[seen..].iter().rev().find(|name| earlier(name)) else { continue };
        let Some(write) = story.step(newer) else { continue };
        let (What::Write { value: missed, .. } | What::Update { new: missed, .. }) = &write.what else { continue };
        let ordered = relations.clocks.get(&told.name).is_some_and(|clock| clock[newer.thread] > newer.index);
        let why = match model {
            "ra" | "rc11" if !ordered => "that write does not happen before it",
            "tso" if newer.thread != told.name.thread => "that write may still be in the store buffer of its thread",
            _ => continue,
        };
        let place = location(&told.what).unwrap_or("memory");
        found.push(format!(
            "{}{} reads {place} = {value}, not {missed} from {}{}: {why}",
            told.label,
            line(told.name),
            write.label,
            line(newer),
        ));
        if found.len() == MOST {
            break;
        }
    }
    found
}
