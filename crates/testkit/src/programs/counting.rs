//! Small families with closed formulas for their numbers of executions.

use selvedge_core::ReadOrdering as R;
use selvedge_core::RmwOrdering as U;
use selvedge_core::WriteOrdering as W;

use crate::script::Script;

/// Two threads add each other's variable `rounds` times.
pub fn fib(rounds: u32, read: R, write: W) -> Script {
    let mut script = Script::new(&format!("fib({rounds})"));
    let (x, y) = (script.location_with("x", 1), script.location_with("y", 1));
    for (mine, other) in [(x, y), (y, x)] {
        script.thread(move |t| {
            for _ in 0..rounds {
                let a = t.read(mine, read)?;
                let b = t.read(other, read)?;
                t.write(mine, a + b, write)?;
            }
            Ok(0)
        });
    }
    script
}

/// As [`fib`], and a third thread reads both variables at any time. This is the version that `./x bench`
/// times.
pub fn fib_watched(rounds: u32, read: R, write: W) -> Script {
    let mut script = fib(rounds, read, write);
    script.rename(&format!("fib-watched({rounds})"));
    let (x, y) = (script.place(0), script.place(1));
    script.thread(move |t| {
        t.read(x, read)?;
        t.read(y, read)?;
        Ok(0)
    });
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

/// One thread scans an array downwards for a zero while each other thread copies one element to the next,
/// plus one.
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

/// Each thread tries to exchange 0 for its own number.
pub fn cas(threads: u64) -> Script {
    let mut script = Script::new(&format!("cas({threads})"));
    let x = script.location("x");
    for i in 1..=threads {
        script.thread(move |t| t.cas(x, 0, i, U::Relaxed));
    }
    script
}

/// Each thread tries to exchange 0 for 1 and then writes its own number.
pub fn casw(threads: u64) -> Script {
    let mut script = Script::new(&format!("casw({threads})"));
    let x = script.location("x");
    for i in 0..threads {
        script.thread(move |t| {
            t.cas(x, 0, 1, U::Relaxed)?;
            t.write(x, i + 3, W::Release)?;
            Ok(0)
        });
    }
    script
}

/// One thread writes 2, the others try to exchange it for 3.
pub fn wcas(threads: u64) -> Script {
    let mut script = Script::new(&format!("wcas({threads})"));
    let x = script.location("x");
    script.thread(move |t| t.write(x, 2, W::Release).map(|()| 0));
    for _ in 0..threads {
        script.thread(move |t| t.cas(x, 2, 3, U::Relaxed));
    }
    script
}

/// One thread writes, the others increment.
pub fn wainc(threads: u64) -> Script {
    let mut script = Script::new(&format!("wainc({threads})"));
    let x = script.location("x");
    script.thread(move |t| t.write(x, 42, W::Release).map(|()| 0));
    for _ in 0..threads {
        script.thread(move |t| t.increment(x, U::Relaxed));
    }
    script
}

/// Each thread reads, and writes what it read plus a number of its own.
pub fn inc(threads: u64) -> Script {
    let mut script = Script::new(&format!("inc({threads})"));
    let x = script.location("x");
    for i in 0..threads {
        script.thread(move |t| {
            let value = t.read(x, R::Relaxed)?;
            t.write(x, value + (1 << i), W::Release)?;
            Ok(0)
        });
    }
    script
}

/// Each thread reads and writes a number of its own.
pub fn rw(threads: u64) -> Script {
    let mut script = Script::new(&format!("rw({threads})"));
    let x = script.location("x");
    for i in 0..threads {
        script.thread(move |t| {
            t.read(x, R::Relaxed)?;
            t.write(x, i, W::Release)?;
            Ok(0)
        });
    }
    script
}

/// As [`rw`], and one more thread writes.
pub fn wrw(threads: u64) -> Script {
    let mut script = rw(threads);
    script.rename(&format!("wrw({threads})"));
    let x = script.place(0);
    script.thread(move |t| t.write(x, 100, W::Release).map(|()| 0));
    script
}

/// One thread writes, the others read: `2^readers` executions.
pub fn readers(readers: u64) -> Script {
    let mut script = Script::new(&format!("readers({readers})"));
    let x = script.location("x");
    script.thread(move |t| t.write(x, 42, W::Release).map(|()| 0));
    for _ in 0..readers {
        script.thread(move |t| t.read(x, R::Acquire));
    }
    script
}

/// CoA: `x=1;y;x ‖ x=2;z;x ‖ (n-1) × (y=i;z=i)`.
pub fn coa(n: u64) -> Script {
    let mut script = Script::new(&format!("coa({n})"));
    let [x, y, z] = ["x", "y", "z"].map(|name| script.location(name));
    for (value, other) in [(1, y), (2, z)] {
        script.thread(move |t| {
            t.write(x, value, W::Release)?;
            t.read(other, R::Acquire)?;
            t.read(x, R::Acquire)
        });
    }
    for i in 1..n {
        script.thread(move |t| {
            t.write(y, i, W::Release)?;
            t.write(z, i, W::Release)?;
            Ok(0)
        });
    }
    script
}

/// A flag is polled up to `polls` times, and what it guards is read once it is seen: `polls + 1` executions.
pub fn publish(polls: u64) -> Script {
    let mut script = Script::new(&format!("publish({polls})"));
    let (x, flag) = (script.location("x"), script.location("flag"));
    script.thread(move |t| {
        t.write(x, 42, W::Plain)?;
        t.write(flag, 1, W::Release)?;
        Ok(0)
    });
    script.thread(move |t| {
        for _ in 0..polls {
            if t.read(flag, R::Acquire)? == 1 {
                let seen = t.read(x, R::Plain)?;
                t.assert(seen == 42, "the flag publishes x")?;
                break;
            }
        }
        Ok(0)
    });
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
