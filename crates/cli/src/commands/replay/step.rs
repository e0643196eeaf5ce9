//! `selvedge replay --step`: through the execution, one step at a time.
//!
//! On a terminal a key is enough: it is told to hand over keys as they are typed (`stty`), Ctrl-C included,
//! and told to stop that at the end. Elsewhere, and where there is no `stty`, each command is a line.

use std::fmt::Write;
use std::io::{BufRead, IsTerminal, stdin};
use std::process::{Command, Stdio};

use selvedge_report::Told;

use super::Replayed;
use crate::exit::Exit;
use crate::output::{self, Output};

/// What the user wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wish {
    Next,
    Back,
    End,
    Quit,
    Help,
}

const HELP: &str = "Enter, space or ↓: next step; b or ↑: back; e: to the end; q: quit\n";

/// Goes through the execution.
pub fn walk(replayed: &Replayed, output: Output) -> Exit {
    let exit = Exit::Concluded(replayed.verdict.conclusion());
    let total = replayed.story.steps.len();
    let mut keys = Keys::new();
    let mut at = 0;
    if output::print(HELP).is_err() {
        return exit;
    }
    loop {
        let text = if at < total { step(replayed, at) } else { ending(replayed, output) };
        if output::print(&text).is_err() || at >= total {
            return exit;
        }
        match keys.wish() {
            Wish::Next => at += 1,
            Wish::Back => at = at.saturating_sub(1),
            Wish::End => at = total,
            Wish::Quit => return exit,
            Wish::Help => _ = output::print(HELP),
        }
    }
}

/// A step: who, where, the line of the source, what, and what was printed on the way.
fn step(replayed: &Replayed, at: usize) -> String {
    let story = &replayed.story;
    let told = &story.steps[at];
    let mut out = printed(replayed, at);
    let place = told.site.as_ref().map_or(String::new(), |site| format!("  {}:{}", site.file, site.line));
    let name = &story.threads[told.name.thread];
    let mark = if replayed.violation.steps.contains(&told.name) { "  <-- the violation is about this" } else { "" };
    let _ = writeln!(out, "\nstep {} of {}  {name}{place}{mark}", at + 1, story.steps.len());
    if let Some(line) = line_of(replayed, told) {
        let _ = writeln!(out, "    {}", line.trim());
    }
    let via = told.via.as_ref().map_or(String::new(), |via| format!("in {via}: "));
    let _ = writeln!(out, "    {via}{}", told.what);
    out
}

fn line_of<'a>(replayed: &'a Replayed, told: &Told) -> Option<&'a str> {
    let site = told.site.as_ref()?;
    let (_, text) = replayed.texts.iter().find(|(file, _)| **file == *site.file)?;
    text.lines().nth(site.line as usize - 1)
}

/// What was printed when so many steps had been taken.
fn printed(replayed: &Replayed, steps: usize) -> String {
    let story = &replayed.story;
    let now = story.output.iter().filter(|printed| printed.after == steps);
    now.flat_map(|printed| printed.text.lines().map(|line| (printed.thread, line)))
        .map(|(thread, line)| format!("    {} prints: {line}\n", story.threads[thread]))
        .collect()
}

/// What it comes to.
fn ending(replayed: &Replayed, output: Output) -> String {
    let printed = printed(replayed, replayed.story.steps.len());
    let evidence = replayed.evidence(output);
    format!("{printed}\n{}\n", evidence.lines().next().unwrap_or_default())
}

/// Where wishes come from.
struct Keys {
    /// How the terminal was before, if it now hands over single keys.
    before: Option<String>,
}

impl Keys {
    fn new() -> Keys {
        let before = stdin().is_terminal().then(|| stty(&["-g"])).flatten();
        let before = before.filter(|_| stty(&["-icanon", "-isig", "-echo", "min", "1"]).is_some());
        Keys { before }
    }

    /// The next one. The end of the input is the end of all wishes.
    fn wish(&mut self) -> Wish {
        let mut input = stdin().lock();
        let key = if self.before.is_some() {
            // Arrows are several bytes, which arrive together.
            let typed = input.fill_buf().map(<[u8]>::to_vec).unwrap_or_default();
            input.consume(typed.len());
            match typed[..] {
                [] => return Wish::Quit,
                [0x1b, b'[' | b'O', b'B' | b'C', ..] => return Wish::Next,
                [0x1b, b'[' | b'O', b'A' | b'D', ..] => return Wish::Back,
                [0x1b, _, ..] => return Wish::Help,
                [key, ..] => key,
            }
        } else {
            let mut line = String::new();
            match input.read_line(&mut line) {
                Ok(length) if length > 0 => line.trim().bytes().next().unwrap_or(b'\n'),
                _ => return Wish::Quit,
            }
        };
        wish(key)
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            stty(&[before]);
        }
    }
}

fn wish(key: u8) -> Wish {
    match key.to_ascii_lowercase() {
        b'\n' | b'\r' | b' ' | b'n' | b'j' => Wish::Next,
        b'b' | b'p' | b'k' => Wish::Back,
        b'e' | b'g' => Wish::End,
        b'q' | 0x1b | 0x03 | 0x04 => Wish::Quit,
        _ => Wish::Help,
    }
}

/// Talks to the terminal. What it answers, or nothing if there is nobody to talk to.
fn stty(words: &[&str]) -> Option<String> {
    let asked = Command::new("stty").args(words).stdin(Stdio::inherit()).stderr(Stdio::null()).output().ok()?;
    asked.status.success().then(|| String::from_utf8_lossy(&asked.stdout).trim().to_owned())
}
