//! Asking our own litmus frontend whether a test shows what it is meant to show.

use std::time::Duration;

use selvedge_check::{Verdict, check};
use selvedge_core::{Model, Property, ViolationKind};
use selvedge_explore::{Finding, Finished, Limits, Observer, Options, RunEnd};
use selvedge_litmus::Litmus;
use selvedge_models::Visit;

use super::Test;
use crate::eyes::Eyes;
use crate::flags::plan::Plan;

/// How long to look.
const SECONDS: u64 = 20;

/// Whether the text is a test that our frontend reads, and that shows the violation under the plan's model.
pub(super) fn confirms(text: &str, test: &Test, plan: &Plan) -> bool {
    let Ok(mut litmus) = selvedge_litmus::parse("witness.litmus", text) else { return false };
    let limits = Limits { time: Some(Duration::from_secs(SECONDS)), ..Limits::default() };
    let Options { on_race, properties, .. } = plan.options;
    // What the test shows is looked for, whatever else is.
    let properties = properties.with(Property::Assertion);
    let options = Options { on_race, properties, limits, ..Options::default() };
    let verdict = plan.model.with(Ask { litmus: &mut litmus, options: &options });
    let wanted = if test.race { ViolationKind::Race } else { ViolationKind::FinalCondition };
    verdict.violation().is_some_and(|violation| violation.kind == wanted)
}

struct Ask<'a> {
    litmus: &'a mut Litmus,
    options: &'a Options,
}

impl Visit for Ask<'_> {
    type Out = Verdict;

    fn visit<M: Model>(self, model: M) -> Verdict {
        check(self.litmus, model, self.options, &mut Eyes::Other(&mut Wait))
    }
}

/// Waits for a state in which the condition holds.
struct Wait;

impl Observer<Litmus> for Wait {
    fn finished(&mut self, run: &Finished<'_, Litmus>) -> Option<Finding> {
        let litmus = run.program();
        if run.end() != RunEnd::Complete || litmus.quantifier().is_none() || !litmus.holds(&litmus.state_at(run)) {
            return None;
        }
        let kind = ViolationKind::FinalCondition;
        Some(Finding { kind, message: String::new(), steps: vec![], go_on: false })
    }

    /// Nothing is remembered.
    fn started_again(&mut self) {}
}
