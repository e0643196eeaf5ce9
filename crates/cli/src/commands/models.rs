//! `selvedge models`: which memory models there are, what each one says, and whether a text is a good one.

use selvedge_kat::prove::{Outcome, prove};
use selvedge_kat::{Admission, Compiled, admit, prove as proofs};
use selvedge_models::{Builtin, Jam21Thesis, Java, THESIS_DESCRIPTION, texts};
use selvedge_report::remark::Gravity;

use super::compare;
use selvedge_report::Format;

use crate::exit::Exit;
use crate::flags::plan::{self, When};
use crate::flags::raw::{Models, ModelsCommand};
use crate::model::{self, Named};
use crate::output::Output;

/// Runs the command.
pub fn run(raw: &Models) -> Exit {
    let output = Output::new(Format::Text, When::Auto);
    match &raw.command {
        None => output.finish(&list(), Exit::Done),
        Some(ModelsCommand::Show { name }) => match plan::model(name) {
            Ok(named) => match show(&named) {
                Ok(text) => output.finish(&text, Exit::Done),
                Err(problem) => output.refuse(&[problem], None),
            },
            Err(problem) => output.refuse(&[problem], None),
        },
        Some(ModelsCommand::Compare { first, second, size }) => compare::run([first, second], (*size).into(), output),
        Some(ModelsCommand::Check { name }) => match compiled(name) {
            Ok(compiled) => check(name, compiled, output),
            Err(problem) => output.refuse(&[problem], None),
        },
    }
}

fn list() -> String {
    let width = texts::TEXTS.iter().map(|text| text.name.len()).max().unwrap_or(0).max(Jam21Thesis::NAME.len());
    let line = |name: &str, summary: &str| format!("{name:width$}  {summary}\n");
    let mut out: String = Builtin::ALL.iter().map(|model| line(model.name(), model.summary())).collect();
    let (java, interpreted): (Vec<_>, Vec<_>) = texts::only_texts().partition(|text| Java::parse(text.name).is_some());
    out.extend(java.iter().map(|text| line(text.name, text.summary)));
    out.push_str(&line(Jam21Thesis::NAME, Jam21Thesis::SUMMARY));
    if !interpreted.is_empty() {
        out.push_str("\nInterpreted, which is slower:\n");
        out.extend(interpreted.iter().map(|text| line(text.name, text.summary)));
    }
    out.push_str("\n`selvedge models show NAME` prints one, `selvedge models check FILE` checks your own,\n`selvedge models compare A B` tells two apart.\n");
    out
}

fn show(named: &Named) -> Result<String, selvedge_report::Problem<'static>> {
    Ok(match named {
        Named::Builtin(model) => format!("{}: {}\n\n{}", model.name(), model.summary(), model.text().text),
        Named::Text(name) => {
            let summary = texts::only_texts().find(|text| text.name == *name).map_or("", |text| text.summary);
            format!("{name}: {summary}\n\n{}", texts::load(&format!("{name}.kat")).unwrap_or_default())
        }
        Named::Thesis => {
            format!("{}: {}\n\n{THESIS_DESCRIPTION}\n", Jam21Thesis::NAME, Jam21Thesis::SUMMARY)
        }
        Named::File(path) => model::read(path)?.sources.0.first().map_or(String::new(), |source| source.text.clone()),
    })
}

/// The text of a model, understood.
pub fn compiled(name: &str) -> Result<Compiled, selvedge_report::Problem<'static>> {
    match plan::model(name)? {
        Named::Builtin(builtin) => Ok(model::bundled(builtin.name())),
        Named::Text(name) => Ok(model::bundled(name)),
        Named::Thesis => Err(selvedge_report::Problem::input(format!("{} has no text", Jam21Thesis::NAME))
            .with_help("it asks for an order of writes that the language of models cannot speak of; `selvedge models show` describes it")),
        Named::File(path) => model::read(&path),
    }
}

/// Proves the asserts, says what is wrong, and whether programs can be checked under the model.
fn check(name: &str, compiled: Compiled, output: Output) -> Exit {
    let Compiled { sources, mut diagnostics, model: found } = compiled;
    let Some(found) = found else { return output.refuse_text(&model::remarks(&sources, &diagnostics)) };
    diagnostics.extend(proofs::diagnose(&found));
    let outcomes = prove(&found);
    let proved = outcomes.iter().filter(|outcome| **outcome == Outcome::Proved).count();
    let remarks = model::remarks(&sources, &diagnostics);
    if outcomes.iter().any(|outcome| matches!(outcome, Outcome::Refuted(_))) {
        return output.refuse_text(&remarks);
    }
    output.remark(&remarks);
    let Admission { obstacles: unusable, doubts } = admit(&found);
    output.remark(&model::remarks(&sources, &doubts));
    let mut notes = model::remarks(&sources, &unusable);
    for note in &mut notes {
        note.gravity = Gravity::Note;
    }
    output.remark(&notes);
    let asserts = match proved {
        1 => "1 assert proved".to_owned(),
        _ => format!("{proved} asserts proved"),
    };
    let undecided = outcomes.len() - proved;
    let use_of_it = match (unusable.is_empty(), undecided) {
        (true, 0) if !doubts.is_empty() => "programs can be checked under it, with a warning",
        (true, 0) => "programs can be checked under it",
        (true, _) => "not decided, so not usable",
        (false, _) => "a model, but not one that programs can be checked under (see the notes)",
    };
    let left = if undecided > 0 { format!(", {undecided} not decided") } else { String::new() };
    let exit = if undecided > 0 { Exit::Concluded(selvedge_check::Conclusion::Inconclusive) } else { Exit::Done };
    output.finish(&format!("{name}: {asserts}{left}; {use_of_it}\n"), exit)
}
