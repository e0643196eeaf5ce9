//! The texts of a folder, as models in order, and parts that they include.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::header::{Entry, Header};

/// All texts.
pub struct Catalogue {
    /// The models in order.
    pub models: Vec<Known>,
    /// The names of the other texts.
    pub parts: Vec<String>,
}

/// A model.
pub struct Known {
    /// Its name: that of its file.
    pub name: String,
    /// What it is called in Rust.
    pub rust: String,
    /// What its header says.
    pub entry: Entry,
}

impl Catalogue {
    /// Reads a folder. All that is wrong is told at once.
    pub fn read(folder: &Path, type_name: impl Fn(&str) -> String) -> Result<Catalogue, Vec<String>> {
        let mut texts: Vec<(String, String)> = Vec::new();
        for entry in fs::read_dir(folder).map_err(|error| vec![format!("{}: {error}", folder.display())])? {
            let path = entry.map_err(|error| vec![error.to_string()])?.path();
            let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".kat"));
            if let Some(name) = name {
                let text = fs::read_to_string(&path).map_err(|error| vec![format!("{}: {error}", path.display())])?;
                texts.push((name.to_owned(), text));
            }
        }
        texts.sort();
        Catalogue::of(&texts, type_name)
    }

    /// The same of texts, each with its name.
    pub fn of(texts: &[(String, String)], type_name: impl Fn(&str) -> String) -> Result<Catalogue, Vec<String>> {
        let (mut models, mut parts, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
        for (name, text) in texts {
            if !is_name(name) {
                wrong.push(format!(
                    "kat/{name}.kat: a name is of small letters, digits and `-`, and begins with a letter"
                ));
            }
            match Header::read(text) {
                Ok(Header::Model(entry)) => models.push(Known { name: name.clone(), rust: type_name(name), entry }),
                Ok(Header::Part) => parts.push(name.clone()),
                Err(error) => wrong.push(format!("kat/{name}.kat:{error}")),
            }
        }
        models.sort_by_key(|model| model.entry.order);
        let mut taken: BTreeMap<String, &str> = BTreeMap::new();
        for Known { name, rust, entry } in &models {
            for what in [format!("order {}", entry.order), format!("name {rust} in Rust")] {
                if let Some(other) = taken.insert(what.clone(), name) {
                    wrong.push(format!("kat/{name}.kat: it has the same {what} as {other}"));
                }
            }
        }
        if wrong.is_empty() { Ok(Catalogue { models, parts }) } else { Err(wrong) }
    }
}

fn is_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_plain) && !name.ends_with('-')
}
