//! Text with indentation, and names.

/// Code as it grows.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    text: String,
    depth: usize,
}

impl Code {
    /// Adds a line.
    pub fn line(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        if !line.is_empty() {
            self.text.push_str(&"    ".repeat(self.depth));
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    /// Nothing yet, to be added here so many braces further in.
    pub fn deeper(&self, braces: usize) -> Code {
        Code { text: String::new(), depth: self.depth + braces }
    }

    /// Adds lines as they are.
    pub fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds a block in braces.
    pub fn block(&mut self, head: impl AsRef<str>, inside: impl FnOnce(&mut Code)) {
        self.line(format!("{} {{", head.as_ref()));
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        self.line("}");
    }

    /// Adds a block if there is a condition, and what is inside it otherwise.
    pub fn block_if(&mut self, condition: Option<String>, inside: impl FnOnce(&mut Code)) {
        match condition {
            Some(condition) => self.block(format!("if {condition}"), inside),
            None => inside(self),
        }
    }

    /// The text.
    pub fn finish(self) -> String {
        self.text
    }
}

/// A name for a function or field.
pub(super) fn snake(name: &str) -> String {
    let mut snake: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect();
    if snake.starts_with(|c: char| c.is_ascii_digit()) {
        snake.insert(0, '_');
    }
    snake
}

/// A name for a type. Numbers that stand next to each other stay apart.
pub(super) fn camel(name: &str) -> String {
    let mut camel = String::new();
    for word in name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        let mut letters = word.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase());
        let is_number = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        if is_number(camel.chars().last()) && is_number(first) {
            camel.push('_');
        }
        camel.extend(first.into_iter().chain(letters));
    }
    camel
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_rust() {
        assert_eq!(snake("tso-x86"), "tso_x86");
        assert_eq!(camel("tso-x86"), "TsoX86");
        assert_eq!(camel("rc11-2017"), "Rc11_2017");
        assert_eq!(camel("total_order"), "TotalOrder");
        assert_eq!(snake("2nd"), "_2nd");
    }
}
