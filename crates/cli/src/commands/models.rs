//! `selvedge models`: which memory models there are, and what each one says.

use selvedge_models::Builtin;

use crate::exit::Exit;
use crate::flags::plan::{self, Format, When};
use crate::flags::raw::{Models, ModelsCommand};
use crate::output::Output;

/// Runs the command.
pub fn run(raw: &Models) -> Exit {
    let output = Output::new(Format::Text, When::Auto);
    match &raw.command {
        None => output.finish(&list(), Exit::Done),
        Some(ModelsCommand::Show { name }) => match plan::model(name) {
            Ok(model) => output.finish(&show(model), Exit::Done),
            Err(problem) => output.refuse(&[problem], None),
        },
    }
}

fn list() -> String {
    let width = Builtin::ALL.iter().map(|model| model.name().len()).max().unwrap_or(0);
    let line = |model: &Builtin| format!("{:width$}  {}\n", model.name(), model.summary());
    let mut out: String = Builtin::ALL.iter().map(line).collect();
    out.push_str("\n`selvedge models show NAME` describes one.\n");
    out
}

fn show(model: Builtin) -> String {
    format!("{}: {}\n\n{}\n", model.name(), model.summary(), model.description().trim_end())
}
