//! Attacks on us: damaged and hostile inputs, and an environment that fails.
//!
//! [`texts`] are mutated inputs that are read and searched in this process: nothing may panic or take long, and what is sealed
//! may not be opened. [`command`] disturbs the command itself, with signals, full disks and outputs that are closed: it
//! comes to what it comes to undisturbed, or says honestly that it could not. Everything is a function of a seed, but for when
//! a signal arrives.

pub mod command;
pub mod texts;

use crate::random::Random;

/// What cannot stand where it is put, and what looks as if it could.
const HOSTILE: [&str; 20] = [
    "18446744073709551615",
    "-1",
    "0",
    "4294967296",
    "(",
    "{",
    "[",
    "\"",
    "\\",
    "%",
    "\u{0}",
    "\u{1b}[2J",
    "\u{202e}",
    "i128",
    "ptr",
    "undef",
    "!",
    "@main",
    "../",
    "\n",
];

/// Changes a text a little: a byte, a piece, a number, a line, or something hostile.
pub fn mutate(text: &mut Vec<u8>, random: &mut Random) {
    if text.len() < 4 {
        text.extend_from_slice(b"    ");
    }
    let at = random.below(text.len() - 1);
    let end = |length: usize, size: usize| (at + length).min(size);
    match random.below(8) {
        0 => text[at] = random.below(256) as u8,
        1 => text[at] ^= 1 << random.below(8),
        2 => drop(text.drain(at..end(random.between(1, 20), text.len()))),
        3 => text.truncate(at),
        4 => {
            let piece = text[at..end(random.between(1, 60), text.len())].to_vec();
            let to = random.below(text.len());
            text.splice(to..to, piece);
        }
        5 => {
            if let Some(digit) = (at..text.len()).find(|&at| text[at].is_ascii_digit()) {
                text[digit] = b'0' + random.below(10) as u8;
            }
        }
        6 => drop(text.splice(at..at, random.pick(&HOSTILE).bytes())),
        _ => {
            let start = text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            let stop = text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| at + end + 1);
            let line = text[start..stop].to_vec();
            let to = random.below(text.len());
            let to = text[..to].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            text.splice(to..to, line);
        }
    }
}
