//! The check, waiting for its model.

use selvedge_check::{Keeper, Left, check_from};
use selvedge_core::Model;
use selvedge_models::Visit;

use crate::eyes::{Checked, Eyes};
use crate::flags::plan::{Keep, Plan};

/// A check to be made.
pub struct Search<'a, 'w, P: Checked> {
    pub program: &'a mut P,
    pub plan: &'a Plan,
    pub watcher: &'a mut P::Watcher<'w>,
    /// Where it goes on.
    pub from: Option<&'a Left>,
    /// Keeps what is left, while the check goes on.
    pub keep: &'a mut dyn FnMut(&P, &P::Watcher<'w>, Left),
}

impl<'w, P: Checked> Visit for Search<'_, 'w, P> {
    /// An error if it cannot begin where it should.
    type Out = Result<selvedge_check::Checked, String>;

    fn visit<M: Model>(self, model: M) -> Self::Out {
        let Search { program, plan, watcher, from, keep } = self;
        let mut keep = |program: &P, eyes: &Eyes<'_, 'w, P>, left| match eyes {
            Eyes::Check(watcher) => keep(program, watcher, left),
            Eyes::Piece(_) | Eyes::Other(_) => {}
        };
        let keeper =
            (plan.checkpoint != Keep::Nothing).then_some(Keeper { every: plan.checkpoint_every, keep: &mut keep });
        check_from(program, model, &plan.options, &mut Eyes::Check(watcher), from, keeper)
    }
}
