//! Statements to a [`Model`]: names are looked up and replaced, sorts are checked.
//!
//! Each file `dir/foo.kat` has a scope `foo`; a name is looked up in the scope of its file, then among the
//! built-in ones, and names of other files are written `foo::name` (kat.md §1.3). A name must be defined
//! before it is used. A set may stand where a relation is expected and means the identity on it; brackets
//! insist that a set is meant.

mod expr;
mod recursive;
mod statement;

use std::collections::HashMap;

use selvedge_core::Span;

use crate::ast::{File, ItemKind, Name};
use crate::diagnostic::{Diagnostic, FileId, Place, Severity, Source, Sources, nearest};
use crate::model::Model;
use crate::parse::parse;
use crate::term::{Relation, Set, Term};
use crate::vocabulary::{Builtin, MAY_BE_HIDDEN, builtin_names, builtin_set};

/// A relation written out in full may have this many parts.
const MAX_SIZE: usize = 50_000;
/// … nested so deeply.
const MAX_DEPTH: usize = 400;
/// Files may include each other to this depth.
const MAX_INCLUDES: usize = 32;

/// Gets the text of files.
pub trait Loader {
    /// The text of the file, or why there is none.
    fn load(&mut self, path: &str) -> Result<String, String>;
}

impl<F: FnMut(&str) -> Result<String, String>> Loader for F {
    fn load(&mut self, path: &str) -> Result<String, String> {
        self(path)
    }
}

/// What came of a text.
#[derive(Debug)]
pub struct Compiled {
    /// The files that were read.
    pub sources: Sources,
    /// What is wrong, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The model, if nothing is wrong beyond warnings.
    pub model: Option<Model>,
}

/// Reads a model from a file and the files it includes.
pub fn compile(path: &str, loader: &mut dyn Loader) -> Result<Compiled, String> {
    let text = loader.load(path)?;
    Ok(compile_text(path, text, loader))
}

/// Reads a model from a text with the given name.
pub fn compile_text(path: &str, text: String, loader: &mut dyn Loader) -> Compiled {
    let model = Model {
        name: stem(path),
        vocabulary: Default::default(),
        views: Vec::new(),
        sets: Vec::new(),
        checks: Vec::new(),
        asserts: Vec::new(),
        assumptions: Vec::new(),
        names: Vec::new(),
        licences: Vec::new(),
        ppo: None,
    };
    let mut resolver = Resolver {
        loader,
        sources: Sources::default(),
        diagnostics: Vec::new(),
        names: HashMap::new(),
        scopes: HashMap::new(),
        check_names: HashMap::new(),
        coherence: None,
        model,
        file: FileId(0),
        scope: stem(path),
        open: Vec::new(),
        later: HashMap::new(),
    };
    resolver.file(normalise(path), text);
    let Resolver { sources, mut diagnostics, model, .. } = resolver;
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary.place);
    diagnostics.dedup();
    let is_bad = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    Compiled { sources, diagnostics, model: (!is_bad).then_some(model) }
}

/// What a name stands for.
#[derive(Clone, Debug)]
enum Value {
    /// A set of events.
    Set(Set),
    /// A relation.
    Relation(Term),
    /// Something that is wrong; a diagnostic says why.
    Unknown,
}

#[derive(Clone, Debug)]
struct Entry {
    value: Value,
    /// The position among the model's views, if it is one.
    view: Option<usize>,
    place: Place,
}

struct Resolver<'a> {
    loader: &'a mut dyn Loader,
    sources: Sources,
    diagnostics: Vec<Diagnostic>,
    /// By scope and name.
    names: HashMap<(String, String), Entry>,
    /// The file of each scope.
    scopes: HashMap<String, String>,
    check_names: HashMap<String, Place>,
    coherence: Option<Place>,
    model: Model,
    /// The file that is being read.
    file: FileId,
    scope: String,
    /// Files that are being read, the innermost last.
    open: Vec<String>,
    /// Names of the present file with the place of their first definition, to recognise uses that come too
    /// early.
    later: HashMap<String, Span>,
}

impl Resolver<'_> {
    fn place(&self, span: Span) -> Place {
        Place { file: self.file, span }
    }

    fn error(&mut self, diagnostic: Diagnostic) -> Value {
        self.diagnostics.push(diagnostic);
        Value::Unknown
    }

    /// Reads a file whose text is at hand.
    fn file(&mut self, path: String, text: String) {
        let file = FileId(self.sources.0.len() as u32);
        let (parsed, errors) = parse(file, &text);
        self.diagnostics.extend(errors);
        self.sources.0.push(Source { name: path.clone(), text });
        let scope = stem(&path);
        self.scopes.insert(scope.clone(), path.clone());
        let outer = (self.file, std::mem::replace(&mut self.scope, scope), std::mem::take(&mut self.later));
        self.file = file;
        self.later = defined(&parsed);
        self.open.push(path);
        for item in &parsed.items {
            self.item(item);
        }
        self.open.pop();
        (self.file, self.scope, self.later) = outer;
    }

    fn include(&mut self, name: &crate::ast::Text) {
        let place = self.place(name.span);
        let including = self.open.last().cloned().unwrap_or_default();
        let folder = including.rfind('/').map_or("", |end| &including[..=end]);
        let path = normalise(&format!("{folder}{}", name.text));
        if self.open.contains(&path) {
            self.error(Diagnostic::error(place, format!("`{}` includes itself", name.text)));
            return;
        }
        if self.sources.0.iter().any(|source| source.name == path) {
            return;
        }
        if let Some(other) = self.scopes.get(&stem(&path)) {
            let message = format!("two files have the scope `{}`: {other} and {path}", stem(&path));
            self.error(Diagnostic::error(place, message).help("rename one of them"));
            return;
        }
        if self.open.len() >= MAX_INCLUDES {
            self.error(Diagnostic::error(place, "files include each other too deeply"));
            return;
        }
        match self.loader.load(&path) {
            Ok(text) => self.file(path, text),
            Err(why) => {
                self.error(Diagnostic::error(place, format!("cannot read `{path}`: {why}")));
            }
        }
    }

    /// Gives a name of the present file a meaning.
    fn define(&mut self, name: &Name, value: Value, view: Option<usize>) {
        let place = self.place(name.span);
        if !self.may_define(name) {
            return;
        }
        if let Value::Relation(relation) = &value {
            self.model.names.push((name.text.clone(), relation.clone()));
        }
        self.names.insert((self.scope.clone(), name.text.clone()), Entry { value, view, place });
    }

    fn may_define(&mut self, name: &Name) -> bool {
        let place = self.place(name.span);
        if let Some(entry) = self.names.get(&(self.scope.clone(), name.text.clone())) {
            let first = entry.place;
            let error = Diagnostic::error(place, format!("`{}` is defined twice", name.text));
            self.error(error.label("defined again here").also(first, "first defined here"));
            return false;
        }
        let is_builtin = builtin_set(&name.text).is_some() || Builtin::parse(&name.text).is_some();
        if is_builtin && !MAY_BE_HIDDEN.contains(&name.text.as_str()) {
            let error = Diagnostic::error(place, format!("`{}` is built in and cannot be defined again", name.text));
            self.error(error.help("choose another name"));
            return false;
        }
        true
    }

    fn lookup(&mut self, name: &Name) -> Value {
        let scope = name.file.clone().unwrap_or_else(|| self.scope.clone());
        if let Some(entry) = self.names.get(&(scope, name.text.clone())) {
            return entry.value.clone();
        }
        if name.file.is_none() {
            if let Some(set) = builtin_set(&name.text) {
                return Value::Set(set);
            }
            if let Some(builtin) = Builtin::parse(&name.text) {
                return Value::Relation(Term::primitive(Relation::Builtin(builtin)));
            }
        }
        self.unknown(name)
    }

    fn unknown(&mut self, name: &Name) -> Value {
        let place = self.place(name.span);
        if let Some(file) = &name.file
            && !self.scopes.contains_key(file)
        {
            let error = Diagnostic::error(place, format!("there is no file `{file}.kat` here"));
            return self.error(error.help(format!("`include \"{file}.kat\"` first")));
        }
        let error = Diagnostic::error(place, format!("unknown name `{}`", name.text));
        if let Some(base) = name.text.strip_suffix("-imm") {
            let error = Diagnostic::error(place, format!("`{}` cannot be used in a model", name.text));
            return self.error(error.help(format!("write `{base}`; immediate successors are found when it is used")));
        }
        if name.file.is_none()
            && let Some(&span) = self.later.get(&name.text)
        {
            let later = self.place(span);
            return self.error(error.label("used before it is defined").also(later, "defined here"));
        }
        let scope = name.file.as_ref().unwrap_or(&self.scope);
        if name.file.is_none()
            && let Some((other, _)) = self.names.keys().filter(|(_, known)| *known == name.text).min()
        {
            let help = format!("did you mean `{other}::{}`?", name.text);
            return self.error(error.help(help));
        }
        let mut known: Vec<&str> =
            self.names.keys().filter(|(of, _)| of == scope).map(|(_, name)| name.as_str()).collect();
        known.sort_unstable();
        if name.file.is_none() {
            known.extend(builtin_names().map(|name| -> &str { name }));
        }
        let help = nearest(&name.text, known.into_iter()).map(|near| format!("did you mean `{near}`?"));
        let error = match help {
            Some(help) => error.help(help),
            None => error,
        };
        self.error(error)
    }
}

/// The names that a file defines.
fn defined(file: &File) -> HashMap<String, Span> {
    let mut names = HashMap::new();
    let mut note = |name: &Name| {
        names.entry(name.text.clone()).or_insert(name.span);
    };
    for item in &file.items {
        match &item.kind {
            ItemKind::Relation(name, _) | ItemKind::Predicate(name, _) => note(name),
            ItemKind::Set(definition) => note(&definition.name),
            ItemKind::Define { definitions, .. } => definitions.iter().for_each(|definition| note(&definition.name)),
            _ => {}
        }
    }
    names
}

/// The file's name without folder and suffix.
fn stem(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.strip_suffix(".kat").unwrap_or(name).into()
}

/// The path without `.` and, where possible, without `..`.
fn normalise(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, ".." | "")) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}
