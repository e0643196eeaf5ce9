//! Trees are compared with lanes.

use super::*;
use crate::event::{EventKind, Links, NewEvent};
use crate::ordering::Mode;

fn event(thread: u32, index: u32) -> Event {
    NewEvent::new(EventKind::Fence, Mode::Relaxed, ThreadId(thread)).at(index, Links::NONE)
}

fn contents(table: &ClockTable, event: u32, row: usize) -> Vec<(u32, u32)> {
    table.get(EventId(event), row).iter().map(|(thread, count)| (thread.0, count)).collect()
}

#[test]
fn widening_keeps_what_was_there() {
    let mut table = ClockTable::new(2);
    table.push();
    for (thread, index) in [(0, 0), (1, 1), (2, 2), (3, 3)] {
        table.edit(EventId(0), 1).include(&event(thread, index));
    }
    for (threads, stride) in [(5, 8), (64, 64), (65, 128), (1000, 1024), (100_000, 131_072)] {
        table.widen(threads);
        assert_eq!(table.stride(), stride);
        assert_eq!(contents(&table, 0, 0), []);
        assert_eq!(contents(&table, 0, 1), [(0, 1), (1, 2), (2, 3), (3, 4)]);
    }
}

/// Random clocks of random events, beside lanes that are kept by hand. The stack goes up and down, and there
/// are more threads with time, so that trees of all heights are joined.
#[test]
fn trees_hold_what_lanes_hold() {
    const ROWS: usize = 2;
    let mut state = 1_u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut table = ClockTable::new(ROWS);
    let mut expected: Vec<Vec<u32>> = Vec::new();
    let mut threads = 40;
    for step in 0..3_000 {
        if step % 250 == 0 {
            threads = threads * 3 / 2;
            table.widen(threads);
        }
        if expected.len() > 20 * ROWS && random(4) == 0 {
            for _ in 0..random(15) {
                table.pop(1);
                expected.truncate(expected.len() - ROWS);
            }
        }
        let id = EventId((expected.len() / ROWS) as u32);
        // An event begins without anything, or with the clocks of another.
        let mut begun = vec![vec![0; 6_000]; ROWS];
        if expected.is_empty() || random(2) == 0 {
            table.push();
        } else {
            let mut known = || {
                let (source, thread) = (random(expected.len() / ROWS), random(threads));
                let count = expected[source * ROWS][thread] + random(3) as u32;
                (source, thread, count)
            };
            let (mine, theirs) = (known(), known());
            let theirs = Some(theirs).filter(|_| random(2) == 0);
            let named = |(event, thread, count)| (EventId(event as u32), ThreadId(thread as u32), count);
            table.push_after(named(mine), theirs.map(named));
            begun = expected[mine.0 * ROWS..][..ROWS].to_vec();
            begun[0][mine.1] = mine.2;
            if let Some((source, thread, count)) = theirs {
                join(&mut begun[0], &expected[source * ROWS]);
                begun[0][thread] = begun[0][thread].max(count);
            }
        }
        for (row, mut lanes) in begun.into_iter().enumerate() {
            let mut clock = table.edit(id, row);
            if random(4) == 0 {
                clock.clear();
                lanes.fill(0);
            }
            for _ in 0..random(5) {
                if random(2) == 0 || expected.is_empty() {
                    let event = event(random(threads) as u32, random(50) as u32);
                    include(&mut lanes, &event);
                    clock.include(&event);
                } else {
                    let source = random(expected.len());
                    let (from, from_row) = (EventId((source / ROWS) as u32), source % ROWS);
                    clock.join(from, from_row);
                    join(&mut lanes, &expected[source]);
                }
            }
            expected.push(lanes);
        }
        let checked = random(expected.len());
        let clock = table.get(EventId((checked / ROWS) as u32), checked % ROWS);
        let mut lanes = vec![0; 6_000];
        clock.add_to(&mut lanes);
        assert_eq!(lanes, expected[checked]);
        assert!(clock.iter().all(|(thread, count)| lanes[thread.0 as usize] == count));
        let any = random(threads);
        assert_eq!(clock.lane(ThreadId(any as u32)), lanes[any]);
    }
}

/// A clock that another one contains is taken over and not copied.
#[test]
fn what_is_known_already_takes_no_memory() {
    let mut table = ClockTable::new(1);
    table.widen(5_000);
    table.push();
    for thread in 0..5_000 {
        table.edit(EventId(0), 0).include(&event(thread, 1));
    }
    for id in 1..1_000 {
        table.push();
        let mut clock = table.edit(EventId(id), 0);
        clock.include(&event(7 * id % 5_000, 0));
        clock.join(EventId(id - 1), 0);
    }
    let Store::Trees(forest) = &table.store else { panic!("5,000 threads are many") };
    let [first, last] = [0, 999].map(|clock| forest.root(clock));
    assert_eq!(first, last);
}
