//! How the command ends.

use std::process::ExitCode;

use selvedge_check::Conclusion;
use selvedge_report::ProblemClass;

/// The ways to end, each with an exit status that scripts rely on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Nothing was to be concluded, and nothing went wrong.
    Done,
    /// A search took place.
    Concluded(Conclusion),
    /// There was no search.
    Refused(ProblemClass),
    /// A bug in Selvedge.
    Internal,
}

impl Exit {
    /// The exit status.
    pub fn status(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Concluded(conclusion) => conclusion.exit_status(),
            Exit::Refused(ProblemClass::Input) => 2,
            Exit::Refused(ProblemClass::Unsupported) => 4,
            Exit::Internal => 101,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.status())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_those_of_the_contract() {
        let concluded = |conclusion| Exit::Concluded(conclusion).status();
        assert_eq!(Exit::Done.status(), 0);
        assert_eq!(concluded(Conclusion::Verified), 0);
        assert_eq!(concluded(Conclusion::Violated), 42);
        assert_eq!(concluded(Conclusion::Bounded), 3);
        assert_eq!(concluded(Conclusion::Inconclusive), 3);
        assert_eq!(concluded(Conclusion::Unsupported), 4);
        assert_eq!(Exit::Refused(ProblemClass::Input).status(), 2);
        assert_eq!(Exit::Refused(ProblemClass::Unsupported).status(), 4);
        assert_eq!(Exit::Internal.status(), 101);
    }
}
