//! Sets of types of events as conditions on an event.

#![deny(clippy::wildcard_enum_match_arm)]

use selvedge_core::{EventKind, Mode};

use crate::plan::Types;
use crate::plan::types::{MODES, WITH_MODE, WITHOUT_MODE};

/// A condition on the event of that name; none if it always holds.
pub(super) fn condition(types: Types, event: &str) -> Option<String> {
    let is_member = |kind: EventKind, mode: Mode| types.has(kind, mode);
    let is_other = |kind: EventKind, mode: Mode| !types.has(kind, mode);
    let yes = alternatives(is_member, event);
    let no = alternatives(is_other, event);
    if no.is_empty() {
        return None;
    }
    let (yes, no) = (join(yes), join(no));
    // Whatever is shorter.
    Some(if no.len() + 3 < yes.len() { format!("!({no})") } else { yes })
}

/// The same, as an expression that can be part of another.
pub(super) fn test(types: Types, event: &str) -> String {
    match condition(types, event) {
        None => "true".into(),
        Some(condition) if condition.contains(" || ") && !condition.starts_with('!') => format!("({condition})"),
        Some(condition) => condition,
    }
}

fn join(alternatives: Vec<String>) -> String {
    if alternatives.is_empty() { "false".into() } else { alternatives.join(" || ") }
}

/// Conditions one of which holds: kinds that go with the same modes are taken together. The initial event is
/// never asked for.
fn alternatives(is_member: impl Fn(EventKind, Mode) -> bool, event: &str) -> Vec<String> {
    let mut groups: Vec<(Vec<EventKind>, Vec<Mode>)> = Vec::new();
    let with_mode = WITH_MODE.into_iter().map(|kind| {
        let modes: Vec<Mode> = MODES.into_iter().filter(|&mode| is_member(kind, mode)).collect();
        (kind, modes)
    });
    let without_mode = WITHOUT_MODE.into_iter().filter(|&kind| kind != EventKind::Init).map(|kind| {
        let modes = if is_member(kind, Mode::Plain) { MODES.to_vec() } else { Vec::new() };
        (kind, modes)
    });
    for (kind, modes) in with_mode.chain(without_mode).filter(|(_, modes)| !modes.is_empty()) {
        match groups.iter_mut().find(|(_, known)| *known == modes) {
            Some((kinds, _)) => kinds.push(kind),
            None => groups.push((vec![kind], modes)),
        }
    }
    groups.into_iter().map(|(kinds, modes)| conjunction(&kinds, &modes, event)).collect()
}

fn conjunction(kinds: &[EventKind], modes: &[Mode], event: &str) -> String {
    let kind = kinds_condition(kinds, event);
    match modes_condition(modes, event) {
        Some(mode) => format!("{kind} && {mode}"),
        None => kind,
    }
}

fn kinds_condition(kinds: &[EventKind], event: &str) -> String {
    use EventKind::{Read, UpdateRead, UpdateWrite, Write};
    match kinds {
        [Read, UpdateRead] => format!("{event}.is_read()"),
        [Write, UpdateWrite] => format!("{event}.is_write()"),
        [Read, UpdateRead, Write, UpdateWrite] => format!("{event}.kind.is_access()"),
        [kind] => format!("{event}.kind == EventKind::{kind:?}"),
        _ => {
            let names: Vec<String> = kinds.iter().map(|kind| format!("EventKind::{kind:?}")).collect();
            format!("matches!({event}.kind, {})", names.join(" | "))
        }
    }
}

/// A condition on the mode of the event of that name; none if it always holds.
pub(super) fn modes_condition(modes: &[Mode], event: &str) -> Option<String> {
    let missing: Vec<Mode> = MODES.into_iter().filter(|mode| !modes.contains(mode)).collect();
    let names = |modes: &[Mode]| modes.iter().map(|mode| format!("Mode::{mode:?}")).collect::<Vec<_>>().join(" | ");
    match (modes, &missing[..]) {
        (_, []) => None,
        ([mode], _) => Some(format!("{event}.mode == Mode::{mode:?}")),
        (_, [mode]) => Some(format!("{event}.mode != Mode::{mode:?}")),
        _ => Some(format!("matches!({event}.mode, {})", names(modes))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_short() {
        let kinds = |kinds: &[EventKind]| condition(Types::of_kinds(kinds), "e");
        assert_eq!(condition(Types::ALL, "e"), None);
        assert_eq!(condition(Types::NONE, "e").as_deref(), Some("false"));
        assert_eq!(kinds(&[EventKind::Read, EventKind::UpdateRead]).as_deref(), Some("e.is_read()"));
        assert_eq!(kinds(&[EventKind::Fence]).as_deref(), Some("e.kind == EventKind::Fence"));
        let strong = Types::of_kinds(&[EventKind::Write, EventKind::UpdateWrite]).and(Types::seq_cst());
        assert_eq!(condition(strong, "e").as_deref(), Some("e.is_write() && e.mode == Mode::SeqCst"));
        let all_but_fences: Vec<EventKind> =
            WITH_MODE.into_iter().chain(WITHOUT_MODE).filter(|&kind| kind != EventKind::Fence).collect();
        assert_eq!(kinds(&all_but_fences).as_deref(), Some("!(e.kind == EventKind::Fence)"));
    }
}
