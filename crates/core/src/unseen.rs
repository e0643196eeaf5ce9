//! Characters that do something instead of being seen.
//!
//! Names and texts come from programs that are checked, and go to terminals, files and pages. A control
//! character can move the cursor, colour what follows or begin a line that looks like ours; a character that
//! changes the direction of writing can make one name look like another (Boucher, Anderson, *Trojan Source*,
//! USENIX Security 2023). Every format says in one place what it writes instead.

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

/// A JSON document, in which such characters can only be in strings, with all of them written as escapes.
pub fn visible_json(document: &str) -> String {
    let mut shown = String::with_capacity(document.len());
    for c in document.chars() {
        if is_unseen(c) && c != '\n' {
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| shown.push_str(&format!("\\u{unit:04x}")));
        } else {
            shown.push(c);
        }
    }
    shown
}

/// As [`visible`], for a terminal: with colours, which are none of the program's, if there may be any.
pub fn visible_on_terminal(text: &str, colours: bool) -> std::borrow::Cow<'_, str> {
    if !colours {
        return visible(text);
    }
    let mut parts = text.split("\u{1b}[");
    let mut shown = visible(parts.next().unwrap_or_default()).into_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit() && c != ';');
        match end.filter(|end| part[*end..].starts_with('m')) {
            Some(end) => shown.extend(["\u{1b}[", &part[..=end], &visible(&part[end + 1..])]),
            None => shown.extend(["\\u{1b}[", &visible(part)]),
        }
    }
    shown.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_something_is_shown() {
        assert_eq!(visible("naïve 変数 ↦ x\n\ty"), "naïve 変数 ↦ x\n\ty");
        assert_eq!(visible("\u{1b}[31m\u{202e}\r"), "\\u{1b}[31m\\u{202e}\\u{d}");
        assert_eq!(visible_line("a\nb\tc"), "a\\nb c");
        assert_eq!(visible_json("{\n\"a\u{202e}\u{e0041}ü\"}"), "{\n\"a\\u202e\\udb40\\udc41ü\"}");
        let text = "\u{1b}[1;31mred\u{1b}[0m\u{1b}[2Jx\u{1b}]0;title\u{7}";
        assert_eq!(visible_on_terminal(text, true), "\u{1b}[1;31mred\u{1b}[0m\\u{1b}[2Jx\\u{1b}]0;title\\u{7}");
        assert!(!visible_on_terminal(text, false).contains('\u{1b}'));
    }
}
