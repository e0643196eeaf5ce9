//! Which licences of a text count ([`selvedge_core::Licence`]).
//!
//! `licence interleavings` is for proofs to find out, and counts if they do. `licence barriers by "…"` names
//! what shows it, a paper or a decision of ours; no tool can check that, so it counts only where the caller
//! vouches for the text, as Selvedge does for the models that it brings and its tests compare with the
//! definitions. In any other text it is not relied on, and that is said.
//!
//! Assumptions of the text are not used here: who could assume what they like could claim what they like.

use selvedge_core::{Licence, Licences};

use crate::ast::Compare;
use crate::diagnostic::Diagnostic;
use crate::model::{Check, CheckKind, Claim, Claimed, Model, Role, When};
use crate::prove::{Outcome, prove_claim};
use crate::term::Term;
use crate::vocabulary::Builtin;

/// Whether what a text cites is relied on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Citations {
    /// Yes: somebody has read it.
    Vouched,
    /// No.
    Unread,
}

/// What the search may rely on.
pub fn licences(model: &Model, citations: Citations) -> Licences {
    let counts = |claimed: &&Claimed| match claimed.by {
        Some(_) => citations == Citations::Vouched,
        None => is_proved(model, claimed.licence),
    };
    model.licences.iter().filter(counts).map(|claimed| claimed.licence).collect()
}

/// What is to be said of a text that nobody vouches for: licences that are not proved, and those that do not
/// count.
pub fn unfounded(model: &Model) -> Vec<Diagnostic> {
    let say = |claimed: &Claimed| {
        let name = claimed.licence.name();
        if claimed.by.is_some() {
            let warning = Diagnostic::warning(claimed.place, format!("the search does not rely on `{name}`"));
            return Some(
                warning.help("what is cited and not proved counts only in the models that come with Selvedge"),
            );
        }
        let error = Diagnostic::error(claimed.place, format!("`{name}` is not proved"));
        (!is_proved(model, claimed.licence)).then(|| match claimed.licence {
            Licence::Interleavings => {
                error.help("it needs an axiom `acyclic r` of which `po | rf | mo | fr` is a part")
            }
            _ => error.help("no proof can find it out: say who has shown it, with `by \"…\"`"),
        })
    };
    model.licences.iter().filter_map(say).collect()
}

fn is_proved(model: &Model, licence: Licence) -> bool {
    licence == Licence::Interleavings && model.checks.iter().any(|check| orders_everything(model, check))
}

/// Whether the check puts all steps in one order that agrees with what threads see.
fn orders_everything(model: &Model, check: &Check) -> bool {
    let CheckKind::Acyclic(relation) = &check.kind else { return false };
    if check.role != Role::Axiom || check.unless.is_some() || check.when != When::Always {
        return false;
    }
    let steps = [Builtin::Po, Builtin::Rf, Builtin::Mo, Builtin::Fr, Builtin::Tc, Builtin::Tj];
    let unassuming = Model { assumptions: Vec::new(), ..model.clone() };
    steps.into_iter().all(|step| {
        let (left, right) = (Term::builtin(step), relation.clone());
        let claim = Claim { left, operator: Compare::Included, right, place: check.place };
        prove_claim(&unassuming, &claim) == Outcome::Proved
    })
}
