use selvedge_explore::{explore, Options, Silent};
use selvedge_testkit::programs::*;
use selvedge_models::*;
#[test] fn q() {
    let o = Options::default();
    for p in [fib(1), fib(2), fib(3), fib(5), increments(3,1), increments(4,3), increments(7,1), writers(5), lastzero(5), lastzero(10), casrot(5), casrot(9), iriw_chain(3,3)] {
        let t = std::time::Instant::now();
        let a = explore(&p, Sc::default(), &o, &mut Silent);
        let s = t.elapsed().as_secs_f64();
        let b = explore(&p, Tso::default(), &o, &mut Silent);
        let c = explore(&p, Ra, &o, &mut Silent);
        let t = std::time::Instant::now();
        let d = explore(&p, Rc11::default(), &o, &mut Silent);
        let s2 = t.elapsed().as_secs_f64();
        println!("{} sc {} tso {} ra {} rc11 {} blocked {} {} | {:.3} us  {:.3} us, ev/exec {:.2} interp {} moot {} incons {}", p.name(), a.counts.complete, b.counts.complete, c.counts.complete, d.counts.complete, a.counts.blocked, d.counts.blocked,
          s*1e6/a.counts.complete as f64, s2*1e6/d.counts.complete as f64, a.counts.events_added as f64/a.counts.complete as f64, a.counts.interpreted, a.counts.moot, a.counts.inconsistent);
    }
}
