//! The built-in models: one type each, in code that the build script has written from the texts in `kat/`.
//!
//! To read it: `SELVEDGE_GEN_DIR=some/folder cargo build -p selvedge-models`.

#[allow(clippy::all, reason = "nobody edits it")]
mod sc {
    include!(concat!(env!("OUT_DIR"), "/sc.rs"));
}
#[allow(clippy::all, reason = "nobody edits it")]
mod tso {
    include!(concat!(env!("OUT_DIR"), "/tso.rs"));
}
#[allow(clippy::all, reason = "nobody edits it")]
mod tso_x86 {
    include!(concat!(env!("OUT_DIR"), "/tso_x86.rs"));
}
#[allow(clippy::all, reason = "nobody edits it")]
mod pso {
    include!(concat!(env!("OUT_DIR"), "/pso.rs"));
}
#[allow(clippy::all, reason = "nobody edits it")]
mod ra {
    include!(concat!(env!("OUT_DIR"), "/ra.rs"));
}
#[allow(clippy::all, reason = "nobody edits it")]
mod ra_popl16 {
    include!(concat!(env!("OUT_DIR"), "/ra_popl16.rs"));
}
#[allow(clippy::all, reason = "nobody edits it")]
mod sra {
    include!(concat!(env!("OUT_DIR"), "/sra.rs"));
}
#[allow(clippy::all, reason = "nobody edits it")]
mod rc11 {
    include!(concat!(env!("OUT_DIR"), "/rc11.rs"));
}
#[allow(clippy::all, reason = "nobody edits it")]
mod rc11_2017 {
    include!(concat!(env!("OUT_DIR"), "/rc11_2017.rs"));
}
#[allow(clippy::all, reason = "nobody edits it")]
mod c20_std {
    include!(concat!(env!("OUT_DIR"), "/c20_std.rs"));
}
pub use c20_std::C20Std;
pub use pso::Pso;
pub use ra::Ra;
pub use ra_popl16::RaPopl16;
pub use rc11::Rc11;
pub use rc11_2017::Rc112017;
pub use sc::Sc;
pub use sra::Sra;
pub use tso::Tso;
pub use tso_x86::TsoX86;
/// What the search may rely on, of the models without generated code.
pub(crate) mod licences {
    use selvedge_core::{Licence, Licences};

    include!(concat!(env!("OUT_DIR"), "/licences.rs"));
}
