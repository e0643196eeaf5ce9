//! A validator for the part of JSON Schema (draft 7) that our schemas use. A keyword that it does not know is
//! an error, so that no schema says more than is checked.

use std::path::Path;

use serde_json::Value;

/// A schema of `docs/schema`.
pub struct Schema(Value);

/// Keywords that say nothing about documents.
const REMARKS: [&str; 5] = ["$schema", "title", "description", "definitions", "$comment"];

impl Schema {
    pub fn load(name: &str) -> Schema {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema").join(name);
        let text = std::fs::read_to_string(path).expect("the schema is there");
        Schema(serde_json::from_str(&text).expect("a schema is JSON"))
    }

    /// Everything that is wrong with the document.
    pub fn errors(&self, document: &Value) -> Vec<String> {
        let mut errors = Vec::new();
        self.check(&self.0, document, "", &mut errors);
        errors
    }

    fn check(&self, schema: &Value, value: &Value, at: &str, errors: &mut Vec<String>) {
        let keywords = schema.as_object().expect("a schema is an object");
        for (keyword, wanted) in keywords {
            match keyword.as_str() {
                "type" => {
                    let types = wanted.as_array().map_or(std::slice::from_ref(wanted), Vec::as_slice);
                    let name = type_of(value);
                    let fits = |wanted: &Value| wanted == name || (wanted == "number" && name == "integer");
                    if !types.iter().any(fits) {
                        errors.push(format!("{at}: {name} instead of {wanted}"));
                    }
                }
                "const" if value != wanted => errors.push(format!("{at}: {value} instead of {wanted}")),
                "const" => {}
                "enum" => {
                    if !wanted.as_array().expect("enum is a list").contains(value) {
                        errors.push(format!("{at}: {value} is none of {wanted}"));
                    }
                }
                "minimum" => {
                    let least = wanted.as_f64().expect("minimum is a number");
                    if value.as_f64().is_some_and(|value| value < least) {
                        errors.push(format!("{at}: {value} is less than {wanted}"));
                    }
                }
                "minItems" => {
                    let least = wanted.as_u64().expect("minItems is a number");
                    if value.as_array().is_some_and(|items| (items.len() as u64) < least) {
                        errors.push(format!("{at}: fewer than {least} items"));
                    }
                }
                "items" => {
                    for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(wanted, item, &format!("{at}/{number}"), errors);
                    }
                }
                "required" => {
                    let Some(object) = value.as_object() else { continue };
                    for key in wanted.as_array().expect("required is a list") {
                        let key = key.as_str().expect("keys are strings");
                        if !object.contains_key(key) {
                            errors.push(format!("{at}: no {key}"));
                        }
                    }
                }
                "properties" => {
                    for (key, schema) in wanted.as_object().expect("properties is an object") {
                        if let Some(value) = value.get(key) {
                            self.check(schema, value, &format!("{at}/{key}"), errors);
                        }
                    }
                }
                "additionalProperties" => {
                    let known = keywords.get("properties").and_then(Value::as_object);
                    let unknown = value
                        .as_object()
                        .into_iter()
                        .flatten()
                        .filter(|(key, _)| known.is_none_or(|known| !known.contains_key(key.as_str())));
                    for (key, value) in unknown {
                        match wanted {
                            Value::Bool(false) => errors.push(format!("{at}: {key} is not known")),
                            Value::Bool(true) => {}
                            schema => self.check(schema, value, &format!("{at}/{key}"), errors),
                        }
                    }
                }
                "anyOf" => {
                    let fits = |schema: &Value| {
                        let mut errors = Vec::new();
                        self.check(schema, value, at, &mut errors);
                        errors
                    };
                    let tried: Vec<Vec<String>> =
                        wanted.as_array().expect("anyOf is a list").iter().map(fits).collect();
                    if tried.iter().all(|errors| !errors.is_empty()) {
                        errors.extend(tried.into_iter().flatten());
                    }
                }
                "$ref" => {
                    let path = wanted.as_str().and_then(|path| path.strip_prefix('#')).expect("a local reference");
                    let target = self.0.pointer(path).expect("references lead somewhere");
                    self.check(target, value, at, errors);
                }
                remark => assert!(REMARKS.contains(&remark), "the keyword {remark} is not known here"),
            }
        }
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
