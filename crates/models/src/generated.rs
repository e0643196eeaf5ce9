//! What the build script has written from the texts in `kat/`: the list of the models, and for most of them a
//! type whose code is the text's.
//!
//! To read it: `SELVEDGE_GEN_DIR=some/folder cargo build -p selvedge-models`.

#![allow(clippy::all, reason = "it is not edited")]
#![allow(clippy::wildcard_enum_match_arm, reason = "kat has looked at every kind")]

include!(concat!(env!("OUT_DIR"), "/builtin.rs"));
