//! How the run of a thread ends before its next instruction: with an action.

use selvedge_core::{Action, Address, ViolationKind};

/// An action that ends the run of a thread for now, or for good.
pub(crate) type Flow<T = ()> = Result<T, Box<Action>>;

pub(crate) fn fail<T>(kind: ViolationKind, message: impl Into<String>) -> Flow<T> {
    Err(Box::new(Action::Fail { kind, message: told(&message.into()), about: None }))
}

/// The same, about an address.
pub(crate) fn fail_at<T>(kind: ViolationKind, message: impl Into<String>, address: u64) -> Flow<T> {
    Err(Box::new(Action::Fail { kind, message: told(&message.into()), about: Some(Address(address)) }))
}

pub(crate) fn unsupported<T>(what: impl Into<String>) -> Flow<T> {
    Err(Box::new(Action::Unsupported(told(&what.into()))))
}

/// Messages have names and texts of the program in them, and are told on one line.
fn told<T: From<String>>(message: &str) -> T {
    selvedge_core::unseen::visible_line(message).into_owned().into()
}
