//! `selvedge-checks`: whole checks, by the public interface, of programs for which a search alone concludes
//! too much ([`selvedge_testkit::checks`]). It takes the arguments of the other comparisons, and needs none
//! of them.

use std::process::ExitCode;

use selvedge_testkit::checks::check_all;

fn main() -> ExitCode {
    match check_all() {
        Ok(rows) => {
            println!("{rows} checks conclude what they must");
            ExitCode::SUCCESS
        }
        Err(difference) => {
            println!("{difference}");
            ExitCode::FAILURE
        }
    }
}
