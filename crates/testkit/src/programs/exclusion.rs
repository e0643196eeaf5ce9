//! Mutual exclusion without locks. Waiting is an assumption: a run in which a thread would wait is blocked.

use selvedge_core::ReadOrdering as R;
use selvedge_core::RmwOp;
use selvedge_core::RmwOrdering as U;
use selvedge_core::WriteOrdering as W;

use crate::script::Script;

/// wb1 of engine.md §6.2: two updates of one variable, and assumptions that never hold together.
pub fn wb1() -> Script {
    let mut script = Script::new("wb1");
    let x = script.location("x");
    script.thread(move |t| {
        t.write(x, 1, W::SeqCst)?;
        let old = t.increment(x, U::SeqCst)?;
        t.assume(old == 42)?;
        Ok(0)
    });
    script.thread(move |t| {
        let old = t.update(x, RmwOp::Add, 42, U::SeqCst)?;
        t.assume(old == 0)?;
        t.read(x, R::SeqCst)
    });
    script
}

/// Peterson's lock, with a variable that both threads write inside.
pub fn peterson(read: R, write: W) -> Script {
    let mut script = Script::new("peterson");
    let flags = script.array("flag", 2);
    let (turn, x) = (script.location("turn"), script.location("x"));
    for me in 0..2u64 {
        let (mine, other) = (flags[me as usize], flags[1 - me as usize]);
        script.thread(move |t| {
            t.write(mine, 1, write)?;
            t.write(turn, 1 - me, write)?;
            if t.read(other, read)? == 1 {
                let turn = t.read(turn, read)?;
                t.assume(turn == me)?;
            }
            t.write(x, me, write)?;
            t.read(x, read)?;
            t.write(mine, 0, write)?;
            Ok(0)
        });
    }
    script
}

/// Peterson's lock with seq_cst accesses around a plain counter, `rounds` times (corpus: bench/peterson.c).
pub fn peterson_counter(rounds: u32) -> Script {
    let mut script = Script::new(&format!("peterson-counter({rounds})"));
    let flags = script.array("flag", 2);
    let (turn, count) = (script.location("turn"), script.location("count"));
    for me in 0..2u64 {
        let (mine, other) = (flags[me as usize], flags[1 - me as usize]);
        script.thread(move |t| {
            for _ in 0..rounds {
                t.write(mine, 1, W::SeqCst)?;
                t.write(turn, 1 - me, W::SeqCst)?;
                if t.read(other, R::SeqCst)? == 1 {
                    let turn = t.read(turn, R::SeqCst)?;
                    t.assume(turn == me)?;
                }
                let value = t.read(count, R::Plain)?;
                t.write(count, value + 1, W::Plain)?;
                t.write(mine, 0, W::SeqCst)?;
            }
            Ok(0)
        });
    }
    script
}

/// Lamport's fast lock for `threads` threads, retrying when it fails.
pub fn lamport(threads: u64) -> Script {
    let mut script = Script::new(&format!("lamport({threads})"));
    let (x, y) = (script.location("x"), script.location("y"));
    let b = script.array("b", threads as usize + 1);
    for me in 1..=threads {
        let b = b.clone();
        script.thread(move |t| {
            loop {
                t.write(b[me as usize], 1, W::SeqCst)?;
                t.write(x, me, W::SeqCst)?;
                if t.read(y, R::SeqCst)? != 0 {
                    t.write(b[me as usize], 0, W::SeqCst)?;
                    let y = t.read(y, R::SeqCst)?;
                    t.assume(y == 0)?;
                    continue;
                }
                t.write(y, me, W::SeqCst)?;
                if t.read(x, R::SeqCst)? != me {
                    t.write(b[me as usize], 0, W::SeqCst)?;
                    for j in 1..=threads {
                        let other = t.read(b[j as usize], R::SeqCst)?;
                        t.assume(other == 0)?;
                    }
                    if t.read(y, R::SeqCst)? != me {
                        let y = t.read(y, R::SeqCst)?;
                        t.assume(y == 0)?;
                        continue;
                    }
                }
                break;
            }
            t.write(y, 0, W::SeqCst)?;
            t.write(b[me as usize], 0, W::SeqCst)?;
            Ok(0)
        });
    }
    script
}

/// Lamport's fast lock around a plain counter; whoever fails gives up (corpus: bench/lamport-fast.c).
pub fn lamport_once(threads: u64) -> Script {
    let mut script = Script::new(&format!("lamport-once({threads})"));
    let (x, y, count) = (script.location("x"), script.location("y"), script.location("count"));
    let b = script.array("b", threads as usize + 1);
    for me in 1..=threads {
        let b = b.clone();
        script.thread(move |t| {
            t.write(b[me as usize], 1, W::SeqCst)?;
            t.write(x, me, W::SeqCst)?;
            let free = t.read(y, R::SeqCst)?;
            t.assume(free == 0)?;
            t.write(y, me, W::SeqCst)?;
            if t.read(x, R::SeqCst)? != me {
                t.write(b[me as usize], 0, W::SeqCst)?;
                for j in 1..=threads {
                    let other = t.read(b[j as usize], R::SeqCst)?;
                    t.assume(other == 0)?;
                }
                let mine = t.read(y, R::SeqCst)?;
                t.assume(mine == me)?;
            }
            let value = t.read(count, R::Plain)?;
            t.write(count, value + 1, W::Plain)?;
            t.write(y, 0, W::SeqCst)?;
            t.write(b[me as usize], 0, W::SeqCst)?;
            Ok(0)
        });
    }
    script
}

/// Szymanski's lock for two threads around a plain counter (corpus: bench/szymanski.c).
pub fn szymanski() -> Script {
    let mut script = Script::new("szymanski");
    let flags = script.array("f", 2);
    let count = script.location("count");
    for me in 0..2usize {
        let (mine, other, first) = (flags[me], flags[1 - me], flags[0]);
        script.thread(move |t| {
            t.write(mine, 1, W::SeqCst)?;
            let seen = t.read(other, R::SeqCst)?;
            t.assume(seen < 3)?;
            t.write(mine, 3, W::SeqCst)?;
            if t.read(other, R::SeqCst)? == 1 {
                t.write(mine, 2, W::SeqCst)?;
                let seen = t.read(other, R::SeqCst)?;
                t.assume(seen == 4)?;
            }
            t.write(mine, 4, W::SeqCst)?;
            if me == 1 {
                let seen = t.read(first, R::SeqCst)?;
                t.assume(seen < 2)?;
            }
            let value = t.read(count, R::Plain)?;
            t.write(count, value + 1, W::Plain)?;
            if me == 0 {
                let seen = t.read(other, R::SeqCst)?;
                t.assume(!(2..=3).contains(&seen))?;
            }
            t.write(mine, 0, W::SeqCst)?;
            Ok(0)
        });
    }
    script
}
