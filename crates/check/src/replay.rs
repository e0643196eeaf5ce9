//! Running one execution again, with a verdict.

use selvedge_core::witness::Decisions;
use selvedge_core::{Counts, Model, Searched, StopReason, Subject};
use selvedge_explore::{Observer, Options};

use crate::eyes::Eyes;
use crate::verdict::Verdict;

/// Runs the execution with these decisions, with the model watching: if the violation shows again, that is
/// the verdict. Says how the program or the model departs from the decisions, if they do. The observer's type
/// is that of the program's checks, for which the search is compiled already.
pub fn replay<S, M, O>(subject: &S, model: M, options: &Options, decisions: &Decisions) -> Result<Verdict, String>
where
    S: Subject,
    M: Model,
    O: Observer<S>,
{
    let mut eyes = Eyes::<O>::judging(subject);
    let violation = selvedge_explore::replay(subject, model, options, &mut eyes, decisions)?;
    Ok(Verdict::of(Searched {
        stop: StopReason::Violation,
        violation: Some(violation),
        more_violations: Vec::new(),
        counts: Counts::default(),
        bounds: Vec::new(),
        reductions: Vec::new(),
        warnings: Vec::new(),
        seconds: 0.0,
    }))
}
