//! The built-in models: each is a model without any diagnostic, and all its asserts are proved.

use std::path::{Path, PathBuf};

use selvedge_kat::model::{CheckKind, Role};
use selvedge_kat::prove::diagnose;
use selvedge_kat::{Interpreter, compile, compile_text};

#[test]
fn every_assert_of_every_model_is_proved() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../models/kat");
    for name in models(&folder) {
        let mut load = |path: &str| std::fs::read_to_string(folder.join(path)).map_err(|error| error.to_string());
        let mut compiled = compile(&format!("{name}.kat"), &mut load).expect("a readable model");
        if let Some(model) = &compiled.model {
            compiled.diagnostics.extend(diagnose(model));
        }
        let problems: String =
            compiled.diagnostics.iter().map(|diagnostic| diagnostic.render(&compiled.sources) + "\n").collect();
        assert!(problems.is_empty(), "{problems}");
        let model = compiled.model.expect("a model");
        assert_eq!(model.name, name);
        assert!(!model.asserts.is_empty(), "{name}: the textbook's form is missing");
        assert!(model.ppo.is_some(), "{name}");
        let coherence = model.checks.iter().filter(|check| matches!(check.kind, CheckKind::Coherence(_))).count();
        assert_eq!(coherence, 1, "{name}");
        // In Java, races are no errors.
        let has_races = model.checks.iter().any(|check| check.role == Role::Error("RaceNotAtomic".into()));
        assert_eq!(has_races, !name.starts_with("jam"), "{name}");
    }
}

/// The names of the texts that are models, and not only parts of some.
fn models(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if std::fs::read_to_string(&path).expect("a readable text").starts_with("// model: ") {
            names.push(path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned());
        }
    }
    assert!(names.len() >= 13, "{names:?}");
    names
}

/// The example of the guide is the file it says, a model, its asserts hold, and the search can rely on it.
#[test]
fn the_guide_has_a_working_example() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let guide = std::fs::read_to_string(root.join("docs/models.md")).expect("the guide is there");
    let example = guide.split("```\n").nth(1).expect("an example");
    let file = std::fs::read_to_string(root.join("examples/models/ra-fences.kat")).expect("the file is there");
    assert_eq!(example, file);
    let compiled = compile_text("ra-fences.kat", file, &mut |_: &str| Err("no files here".into()));
    let model = compiled.model.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    assert_eq!(diagnose(&model), []);
    assert_eq!(model.asserts.len(), 3);
    let interpreter = Interpreter::new(model).expect("usable");
    assert_eq!(interpreter.doubts(), []);
    assert!(selvedge_core::Model::defines_races(&interpreter));
}
