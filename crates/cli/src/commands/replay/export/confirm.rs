//! Asking our own litmus frontend whether a test shows what it is meant to show.

use std::time::Duration;

use selvedge_core::{Access, Model, Verdict, ViolationKind, Width};
use selvedge_explore::{Finding, Finished, Limits, Observer, Options, RunEnd, explore};
use selvedge_litmus::{Litmus, Thread};
use selvedge_models::Visit;

use super::Test;
use crate::eyes::Eyes;
use crate::flags::plan::Plan;

/// How long to look.
const SECONDS: u64 = 20;

/// Whether the text is a test that our frontend reads, and that shows the violation under the plan's model.
pub(super) fn confirms(text: &str, test: &Test, plan: &Plan) -> bool {
    let Ok(litmus) = selvedge_litmus::parse("witness.litmus", text) else { return false };
    let limits = Limits { time: Some(Duration::from_secs(SECONDS)), ..Limits::default() };
    let options = Options { on_race: plan.options.on_race, limits, ..Options::default() };
    let verdict = plan.model.with(Ask { litmus: &litmus, options: &options });
    let wanted = if test.race { ViolationKind::Race } else { ViolationKind::FinalCondition };
    verdict.violation.is_some_and(|violation| violation.kind == wanted)
}

struct Ask<'a> {
    litmus: &'a Litmus,
    options: &'a Options,
}

impl Visit for Ask<'_> {
    type Out = Verdict;

    fn visit<M: Model>(self, model: M) -> Verdict {
        explore(self.litmus, model, self.options, &mut Eyes::Other(&mut Wait { litmus: self.litmus }))
    }
}

/// Waits for a state in which the condition holds.
struct Wait<'a> {
    litmus: &'a Litmus,
}

impl Observer<Litmus> for Wait<'_> {
    fn finished(&mut self, run: &Finished<'_, Litmus>) -> Option<Finding> {
        if run.end() != RunEnd::Complete || self.litmus.quantifier().is_none() {
            return None;
        }
        let thread = |number: u32| {
            let ids = run.graph().thread_ids();
            ids.filter_map(|id| run.thread(id)).find(|thread: &&Thread| thread.number() == number)
        };
        let value = |address| run.final_value(Access { address, width: Width::W32 });
        let state = self.litmus.final_state(value, thread);
        let found = self.litmus.holds(&state);
        found.then(|| Finding {
            kind: ViolationKind::FinalCondition,
            message: String::new(),
            steps: vec![],
            go_on: false,
        })
    }
    /// Nothing is remembered.
    fn started_again(&mut self) {}
}
