//! Larger programs: tables, sieves.

use selvedge_core::ReadOrdering as R;
use selvedge_core::RmwOrdering as U;
use selvedge_core::WriteOrdering as W;

use crate::script::Script;

/// `threads` threads insert four keys each into a hash table of 128 slots; few collide (corpus:
/// bench/indexer.c).
pub fn indexer(threads: u64) -> Script {
    let mut script = Script::new(&format!("indexer({threads})"));
    let table = script.array("table", 128);
    for id in 0..threads {
        let table = table.clone();
        script.thread(move |t| {
            for m in 1..=4 {
                let key = m * 11 + id;
                let mut slot = (key * 7 % 128) as usize;
                while t.cas(table[slot], 0, key, U::AcqRel)? != 0 {
                    slot = (slot + 1) % 128;
                }
            }
            Ok(0)
        });
    }
    script
}

/// `threads` threads sieve the numbers up to `limit` in one array (corpus: bench/eratosthenes.c).
pub fn eratosthenes(limit: usize, threads: u32) -> Script {
    let mut script = Script::new(&format!("eratosthenes({limit},{threads})"));
    let composite = script.array("composite", limit + 1);
    for _ in 0..threads {
        let composite = composite.clone();
        script.thread(move |t| {
            for i in (2..).take_while(|i| i * i <= limit) {
                if t.read(composite[i], R::Acquire)? != 0 {
                    continue;
                }
                for j in (i * i..=limit).step_by(i) {
                    if t.read(composite[j], R::Relaxed)? == 0 {
                        t.write(composite[j], 1, W::Release)?;
                    }
                }
            }
            Ok(0)
        });
    }
    script
}
