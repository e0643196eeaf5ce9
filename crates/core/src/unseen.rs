//! Characters that do something instead of being seen.
//!
//! Names and texts come from programs that are checked, and go to terminals, files and pages. A control character can move
//! the cursor, colour what follows or begin a line that looks like ours; a character that changes the direction of writing
//! can make one name look like another (Boucher, Anderson, *Trojan Source*, USENIX Security 2023). Every format says in one
//! place what it writes instead.

/// Whether a character is a control character, ends a line, changes the direction of writing or has no width.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// A text for people, in which such characters are written as in a string literal; lines and tabs stay.
pub fn visible(text: &str) -> std::borrow::Cow<'_, str> {
    let is_hidden = |c: char| is_unseen(c) && !matches!(c, '\n' | '\t');
    if !text.contains(is_hidden) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_hidden(c) { shown.extend(c.escape_unicode()) } else { shown.push(c) }
    }
    shown.into()
}

/// As [`visible`], on one line.
pub fn visible_line(text: &str) -> std::borrow::Cow<'_, str> {
    match text.contains(['\n', '\t']) {
        true => visible(text).replace('\n', "\\n").replace('\t', " ").into(),
        false => visible(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_something_is_shown() {
        assert_eq!(visible("naïve 変数 ↦ x\n\ty"), "naïve 変数 ↦ x\n\ty");
        assert_eq!(visible("\u{1b}[31m\u{202e}\r"), "\\u{1b}[31m\\u{202e}\\u{d}");
        assert_eq!(visible_line("a\nb\tc"), "a\\nb c");
    }
}
