//! Models that share one copy of the search.

use crate::generated::{C20Std, Pso, RaPopl16, Rc112017, Sra, TsoX86};
use crate::one_of::one_of;

/// One of several models.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names are those of the models")]
pub enum Shared {
    TsoX86(TsoX86),
    Pso(Pso),
    RaPopl16(RaPopl16),
    Sra(Sra),
    Rc11As2017(Rc112017),
    C20Std(C20Std),
}

one_of!(Shared: TsoX86, Pso, RaPopl16, Sra, Rc11As2017, C20Std);
