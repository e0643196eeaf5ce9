//! The check, waiting for its model.

use selvedge_check::{Besides, Left, check_from};
use selvedge_core::Model;
use selvedge_models::Visit;

use crate::eyes::{Checked, Eyes};
use crate::flags::plan::Plan;

/// A check to be made.
pub struct Search<'a, 'w, P: Checked> {
    pub program: &'a mut P,
    pub plan: &'a Plan,
    pub watcher: &'a mut P::Watcher<'w>,
    /// Where it goes on.
    pub from: Option<&'a Left>,
}

impl<P: Checked> Visit for Search<'_, '_, P> {
    /// An error if it cannot begin where it should.
    type Out = Result<selvedge_check::Checked, String>;

    fn visit<M: Model>(self, model: M) -> Self::Out {
        let besides = Besides { simpler: self.plan.simpler.clone(), warning: self.plan.model.warning() };
        check_from(self.program, model, besides, &self.plan.options, &mut Eyes::Check(self.watcher), self.from)
    }
}
