//! The memory model that was asked for: by name, or from a file.

use std::path::Path;

use selvedge_core::{Digest, Licences, Model, Span};
use selvedge_driver as driver;
use selvedge_explore::Options;
use selvedge_kat::diagnostic::{Diagnostic, Label};
use selvedge_kat::licences::unfounded;
use selvedge_kat::{Compiled, Interpreter, Severity, Sources, compile, compile_text, prove, unused};
use selvedge_models::{Builtin, Jam21Thesis, Java, Visit, texts};
use selvedge_report::remark::{Gravity, Remark};
use selvedge_report::{Problem, SourceText};

use crate::exit::Exit;
use crate::input::LARGEST_TEXT;
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
    Bundled(Box<Interpreter>),
    /// A model of Java's access modes.
    Java(Java),
}

impl Chosen {
    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Chosen::Builtin(model) => model.name(),
            Chosen::Text(model, _) | Chosen::Bundled(model) => model.name(),
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

    /// What is known of it.
    pub fn licences(&self) -> Licences {
        struct Ask;

        impl Visit for Ask {
            type Out = Licences;

            fn visit<M: Model>(self, model: M) -> Licences {
                model.licences()
            }
        }

        self.with(Ask)
    }

    /// Whether the model says what a data race is.
    pub fn defines_races(&self) -> bool {
        struct Ask;

        impl Visit for Ask {
            type Out = bool;

            fn visit<M: Model>(self, model: M) -> bool {
                model.defines_races()
            }
        }

        self.with(Ask)
    }

    /// What is left of the options under the model.
    pub fn limit(&self, options: &Options) -> Options {
        struct Limit<'a>(&'a Options);

        impl Visit for Limit<'_> {
            type Out = Options;

            fn visit<M: Model>(self, model: M) -> Options {
                self.0.under(&model)
            }
        }

        self.with(Limit(options))
    }

    /// Does something with the model.
    pub fn with<V: Visit>(&self, visit: V) -> V::Out {
        match self {
            Chosen::Builtin(model) => model.with(visit),
            Chosen::Text(model, _) | Chosen::Bundled(model) => visit.visit((**model).clone()),
            Chosen::Java(model) => visit.visit(model.clone()),
        }
    }
}

/// Gets the model ready. What is wrong with its text has then been told.
pub fn load(named: Named, output: Output) -> Result<Chosen, Exit> {
    let mut is_ours = false;
    let compiled = match named {
        Named::Builtin(model) => return Ok(Chosen::Builtin(model)),
        Named::Thesis => return Ok(Chosen::Java(Java::Thesis(Jam21Thesis::default()))),
        Named::Text(name) => {
            if let Some(java) = Java::parse(name) {
                return Ok(Chosen::Java(java));
            }
            is_ours = true;
            bundled(name)
        }
        Named::File(path) => read(&path).map_err(|problem| output.refuse(&[problem], None))?,
    };
    let Compiled { sources, mut diagnostics, model } = compiled;
    let mut interpreter = None;
    if let Some(model) = model {
        diagnostics.extend(prove::diagnose(&model));
        diagnostics.extend(unused(&model));
        if !is_ours {
            diagnostics.extend(unfounded(&model));
        }
        let ready = if is_ours { Interpreter::vouched(model) } else { Interpreter::new(model) };
        match ready {
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
            Ok(match is_ours {
                true => Chosen::Bundled(Box::new(model)),
                false => {
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

/// Reads a model from a file. Files that it includes are looked for beside it, then among the built-in
/// models.
pub fn read(path: &str) -> Result<Compiled, Problem<'static>> {
    let mut is_first = true;
    let mut load = |path: &str| {
        let found = driver::read_file(Path::new(path), LARGEST_TEXT).map_err(|error| error.to_string());
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
