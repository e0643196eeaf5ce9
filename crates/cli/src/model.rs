//! The memory model that was asked for: by name, or from a file.

use std::collections::BTreeSet;
use std::path::Path;

use selvedge_core::{Digest, Model, Span, Warning};
use selvedge_kat::diagnostic::{Diagnostic, Label};
use selvedge_kat::{Compiled, Interpreter, Severity, Sources, compile, compile_text, prove, unused};
use selvedge_llvm::driver;
use selvedge_models::{Builtin, Jam21Thesis, Java, Visit, texts};
use selvedge_report::remark::{Gravity, Remark};
use selvedge_report::{Problem, SourceText};

use crate::exit::Exit;
use crate::files;
use crate::output::Output;

/// What was typed after `--model`, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    /// A model with a checker of its own.
    Builtin(Builtin),
    /// A built-in model that is interpreted.
    Text(&'static str),
    /// The relations of a thesis: a checker of its own, and no text.
    Thesis,
    /// A file.
    File(String),
}

/// A model, ready for a search.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one of them")]
pub enum Chosen {
    /// A model with a checker of its own.
    Builtin(Builtin),
    /// A text that is interpreted, and the hash of its files.
    Text(Box<Interpreter>, Digest),
    /// A built-in model that is interpreted.
    Bundled(&'static str, Box<Interpreter>),
    /// A model of Java's access modes.
    Java(Java),
}

impl Chosen {
    /// Its name, if it is a built-in one that reductions may rely on.
    pub fn builtin_name(&self) -> Option<&'static str> {
        match self {
            Chosen::Builtin(model) => Some(model.name()),
            Chosen::Bundled(name, _) => Some(name),
            Chosen::Java(Java::Jam(model)) => Some(model.name()),
            Chosen::Text(..) | Chosen::Java(Java::Thesis(_)) => None,
        }
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Chosen::Builtin(model) => model.name(),
            Chosen::Text(model, _) | Chosen::Bundled(_, model) => model.name(),
            Chosen::Java(model) => model.name(),
        }
    }

    /// Its name, and what tells it from a model of the same name.
    pub fn identity(&self) -> String {
        match self {
            Chosen::Text(_, digest) => format!("{} {digest}", self.name()),
            Chosen::Builtin(_) | Chosen::Bundled(..) | Chosen::Java(_) => self.name().to_owned(),
        }
    }

    /// Whether the model says what a data race is.
    pub fn finds_races(&self) -> bool {
        match self {
            Chosen::Builtin(_) => true,
            Chosen::Text(model, _) | Chosen::Bundled(_, model) => model.finds_races(),
            Chosen::Java(_) => false,
        }
    }

    /// What every verdict must say about the model, if its axioms do not guarantee what the search relies on.
    pub fn warning(&self) -> Option<Warning> {
        let Chosen::Text(model, _) = self else { return None };
        let reasons = model.doubts().iter().filter_map(|doubt| doubt.help.clone());
        let reasons: BTreeSet<String> = reasons.collect();
        (!reasons.is_empty()).then(|| Warning::DoubtfulModel(reasons.into_iter().collect()))
    }

    /// Does something with the model.
    pub fn with<V: Visit>(&self, visit: V) -> V::Out {
        match self {
            Chosen::Builtin(model) => model.with(visit),
            Chosen::Text(model, _) | Chosen::Bundled(_, model) => visit.visit((**model).clone()),
            Chosen::Java(model) => visit.visit(model.clone()),
        }
    }
}

/// Gets the model ready. What is wrong with its text has then been told.
pub fn load(named: Named, output: Output) -> Result<Chosen, Exit> {
    let mut bundled_name = None;
    let compiled = match named {
        Named::Builtin(model) => return Ok(Chosen::Builtin(model)),
        Named::Thesis => return Ok(Chosen::Java(Java::Thesis(Jam21Thesis::default()))),
        Named::Text(name) => {
            if let Some(java) = Java::parse(name) {
                return Ok(Chosen::Java(java));
            }
            bundled_name = Some(name);
            bundled(name)
        }
        Named::File(path) => read(&path).map_err(|problem| output.refuse(&[problem], None))?,
    };
    let Compiled { sources, mut diagnostics, model } = compiled;
    let mut interpreter = None;
    if let Some(model) = model {
        diagnostics.extend(prove::diagnose(&model));
        diagnostics.extend(unused(&model));
        match Interpreter::new(model) {
            Ok(ready) => {
                diagnostics.extend_from_slice(ready.doubts());
                interpreter = Some(ready);
            }
            Err(obstacles) => diagnostics.extend(obstacles),
        }
    }
    let is_bad = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    match interpreter {
        Some(model) if !is_bad => {
            output.remark(&remarks(&sources, &diagnostics));
            Ok(match bundled_name {
                Some(name) => Chosen::Bundled(name, Box::new(model)),
                None => {
                    let texts: String = sources.0.iter().map(|source| source.text.as_str()).collect();
                    Chosen::Text(Box::new(model), Digest::of(texts.as_bytes()))
                }
            })
        }
        _ => Err(output.refuse_text(&remarks(&sources, &diagnostics))),
    }
}

/// A built-in model's text, understood.
pub fn bundled(name: &str) -> Compiled {
    let file = format!("{name}.kat");
    let text = texts::load(&file).unwrap_or_default().to_owned();
    compile_text(&file, text, &mut |path: &str| {
        texts::load(path).map(str::to_owned).ok_or_else(|| "there is no such file".to_owned())
    })
}

/// Reads a model from a file. Files that it includes are looked for beside it, then among the built-in models.
pub fn read(path: &str) -> Result<Compiled, Problem<'static>> {
    let mut is_first = true;
    let mut load = |path: &str| {
        let found = driver::read_file(Path::new(path), files::LARGEST).map_err(|error| error.to_string());
        let found = found.and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned()));
        let file = Path::new(path).file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_included = !std::mem::replace(&mut is_first, false);
        match texts::load(file) {
            Some(text) if is_included && found.is_err() => Ok(text.to_owned()),
            _ => found,
        }
    };
    compile(path, &mut load).map_err(|why| Problem::input(format!("cannot read {path}: {why}")))
}

/// What is wrong with a model's text, for people.
pub fn remarks<'a>(sources: &'a Sources, diagnostics: &[Diagnostic]) -> Vec<Remark<'a>> {
    let place = |label: &Label| -> Option<(SourceText<'a>, Span, String)> {
        let source = sources.get(label.place.file)?;
        Some((SourceText { file: &source.name, text: &source.text }, label.place.span, label.text.clone()))
    };
    let remark = |diagnostic: &Diagnostic| Remark {
        gravity: match diagnostic.severity {
            Severity::Error => Gravity::Error,
            Severity::Warning => Gravity::Warning,
        },
        message: diagnostic.message.clone(),
        places: std::iter::once(&diagnostic.primary).chain(&diagnostic.secondary).filter_map(place).collect(),
        drawing: diagnostic.drawing.clone(),
        help: diagnostic.help.clone(),
    };
    diagnostics.iter().map(remark).collect()
}
