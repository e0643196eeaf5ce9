//! Families of programs whose numbers of executions are known (engine.md §6.2).

use selvedge_core::ReadOrdering as R;
use selvedge_core::RmwOrdering as U;
use selvedge_core::WriteOrdering as W;

use crate::script::Script;

/// Two threads add each other's variable `rounds` times.
pub fn fib(rounds: u32) -> Script {
    let mut script = Script::new(&format!("fib({rounds})"));
    let (x, y) = (script.location_with("x", 1), script.location_with("y", 1));
    for (mine, other) in [(x, y), (y, x)] {
        script.thread(move |t| {
            for _ in 0..rounds {
                let a = t.read(mine, R::Relaxed)?;
                let b = t.read(other, R::Relaxed)?;
                t.write(mine, a + b, W::Relaxed)?;
            }
            Ok(0)
        });
    }
    script
}

/// `threads` threads increment each of `variables` variables: `(threads!)^variables` executions.
pub fn increments(threads: u32, variables: usize) -> Script {
    let mut script = Script::new(&format!("{}inc({threads})", ["a", "b", "c"][variables - 1]));
    let places = script.array("x", variables);
    for _ in 0..threads {
        let places = places.clone();
        script.thread(move |t| {
            for &place in &places {
                t.increment(place, U::Relaxed)?;
            }
            Ok(0)
        });
    }
    script
}

/// One thread reads what `writers` others write once each.
pub fn writers(writers: u32) -> Script {
    let mut script = Script::new(&format!("writers({writers})"));
    let x = script.location("x");
    script.thread(move |t| t.read(x, R::Acquire));
    for i in 0..writers {
        script.thread(move |t| {
            t.write(x, u64::from(i), W::Release)?;
            Ok(0)
        });
    }
    script
}

/// One thread scans an array downwards for a zero while each other thread copies one element to the next, plus one.
pub fn lastzero(size: usize) -> Script {
    let mut script = Script::new(&format!("lastzero({size})"));
    let array = script.array("a", size + 1);
    let scanned = array.clone();
    script.thread(move |t| {
        let mut i = size;
        while t.read(scanned[i], R::Acquire)? != 0 {
            i -= 1;
        }
        Ok(i as u64)
    });
    for j in 1..=size {
        let (from, to) = (array[j - 1], array[j]);
        script.thread(move |t| {
            let value = t.read(from, R::Acquire)?;
            t.write(to, value + 1, W::Release)?;
            Ok(0)
        });
    }
    script
}

/// Thread `i` tries to exchange `i - 1` for `i`.
pub fn casrot(threads: u64) -> Script {
    let mut script = Script::new(&format!("casrot({threads})"));
    let x = script.location("x");
    for i in 1..=threads {
        script.thread(move |t| t.cas(x, i - 1, i, U::Relaxed));
    }
    script
}

/// Two writers, each of its own variable `length` times, and `readers` readers of both, in alternating order.
pub fn iriw_chain(length: u64, readers: usize) -> Script {
    let mut script = Script::new(&format!("iriw({length},{readers})"));
    let (x, y) = (script.location("x"), script.location("y"));
    for place in [x, y] {
        script.thread(move |t| {
            for i in 1..=length {
                t.write(place, i, W::Release)?;
            }
            Ok(0)
        });
    }
    for i in 0..readers {
        let (first, second) = if i % 2 == 0 { (x, y) } else { (y, x) };
        script.thread(move |t| {
            t.read(first, R::Acquire)?;
            t.read(second, R::Acquire)?;
            Ok(0)
        });
    }
    script
}
