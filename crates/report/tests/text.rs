//! The text of reports, word for word.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::*;
use selvedge_check::Verdict;
use selvedge_core::execution::{End, Source};
use selvedge_core::{Address, BlockReason, Bound, Counts, Limit, Mode, Searched, Step, StopReason, Value};
use selvedge_report::{Colour, Page, Report, SourceText, Story, Subject, junit, table, text};

#[track_caller]
fn check(actual: &str, expected: &str) {
    assert!(actual == expected, "expected:\n{expected}\nactual:\n{actual}");
}

fn tell(found: &Searched, notes: &[String]) -> String {
    tell_on(found, notes, Colour::Plain.into())
}

fn tell_on(found: &Searched, notes: &[String], page: Page) -> String {
    let story = found.violation.as_ref().map(|violation| Story::new(&mp(), &violation.execution));
    let sources = &[SourceText { file: "mp.litmus", text: TEXT }];
    let report = Report {
        model: "rc11",
        verdict: &Verdict::by_hand(found.clone()),
        story: story.as_ref(),
        sources,
        checks: &["data races"],
        notes,
        witness: None,
        others: &[],
    };
    text::verdict(&report, page)
}

#[test]
fn verified_says_what_was_explored() {
    let expected = "\
verified: no execution goes wrong
  model       rc11
  checked     data races
  executions  4 complete, 1 blocked
  search      exhausted; 21 events added in 0.01 s
";
    check(&tell(&verified(), &[]), expected);
}

#[test]
fn a_race_shows_both_sites_and_the_execution() {
    let expected = "\
violated: data race on x: a non-atomic write and a non-atomic read are not ordered
 --> mp.litmus:9:12
  |
4 |   *x = 1;
  |   ------ P0 writes x = 1 (not atomic)
5 |   atomic_store_explicit(y, 1, memory_order_relaxed);
  |   ------------------------------------------------- P0 writes y = 1 (relaxed)
...
8 |   int r0 = atomic_load_explicit(y, memory_order_acquire);
  |            --------------------------------------------- P1 reads y = 1 (acquire)
9 |   int r1 = *x;
  |            ^^ P1 reads x = 0 (not atomic)
why: P1 reads y from P0 (line 5 → line 8), but the write is relaxed, so that orders nothing
help: make the write of y at line 5 release

the execution, from top to bottom:

  line  P0                P1                        source
>    4  #1 W x = 1 (na)                             *x = 1;
     5  #2 W y = 1 (rlx)                            atomic_store_explicit(y, 1, memory_order_relaxed);
     8                    #1 R y = 1 (acq) <- P0#2  int r0 = atomic_load_explicit(y, memory_order_acquire);
>    9                    #2 R x = 0 (na) <- init   int r1 = *x;
memory: x = 1, y = 1
old value: P1#2 (line 9) reads x = 0, not 1 from P0#1 (line 4): that write does not happen before it

  model       rc11
  checked     data races
  executions  4 complete, 1 blocked
  search      stopped at the violation; 21 events added in 0.01 s
note: assertions were not checked
";
    check(&tell(&violated(racy_mp()), &["assertions were not checked".to_owned()]), expected);
}

/// A fence releases what comes before it for writes that come after it, and no others.
#[test]
fn a_fence_after_a_write_is_no_release_of_it() {
    let mut fenced = racy_mp();
    fenced.threads[0].steps.push(Step::Fence(Mode::AcqRel));
    let told = tell(&violated(fenced), &[]);
    assert!(told.contains("(line 5 → line 8), but the write is relaxed, so that orders nothing"), "{told}");
    // Before the write, it does: then something else is the reason.
    let mut fenced = racy_mp();
    fenced.threads[0].steps.insert(1, Step::Fence(Mode::AcqRel));
    fenced.threads[1].steps[0] = read(Y, Mode::Relaxed, 1, Some(name(0, 2)));
    fenced.coherence.insert(Address(Y), vec![name(0, 2)]);
    let told = tell(&violated(fenced), &[]);
    assert!(told.contains("but the read is relaxed, so that orders nothing"), "{told}");
}

/// A test view has two colours: what is no proof must not be green.
#[test]
fn only_what_is_verified_passes() {
    let junit = |found: Searched| {
        let verdict = &Verdict::by_hand(found);
        let (story, sources, checks, notes, witness) = (None, &[][..], &["data races"][..], &[][..], None);
        let report = Report { model: "rc11", verdict, story, sources, checks, notes, witness, others: &[] };
        let files = ["mp.litmus".to_owned()];
        junit::verdict(&report, &Subject { files: &files, options: &[], time: "" })
    };
    let cut = Searched { bounds: vec![Bound::Unroll { rounds: 3, loops: vec![] }], ..verified() };
    let vacuous = Searched { counts: Counts::default(), ..verified() };
    let late = Searched { stop: StopReason::Limit(Limit::Seconds(10)), ..verified() };
    assert!(junit(verified()).contains("failures=\"0\" errors=\"0\""));
    assert!(junit(violated(racy_mp())).contains("failures=\"1\" errors=\"0\""));
    for unproved in [cut, vacuous, late] {
        let told = junit(unproved);
        assert!(told.contains("failures=\"0\" errors=\"1\"") && told.contains("<error "), "{told}");
    }
}

#[test]
fn a_failed_assertion_points_at_where_the_thread_stands() {
    let mut program = mp();
    program.sites[1].push((11, 1, "exists"));
    let mut wrong = racy_mp();
    wrong.threads[1].end = End::Failed;
    let mut verdict = violated(wrong.clone());
    if let Some(violation) = &mut verdict.violation {
        violation.message = "assertion fails".to_owned();
        violation.steps.clear();
    }
    let story = Story::new(&program, &wrong);
    let sources = &[SourceText { file: "mp.litmus", text: TEXT }];
    let report = Report {
        model: "rc11",
        verdict: &Verdict::by_hand(verdict.clone()),
        story: Some(&story),
        sources,
        checks: &["data races"],
        notes: &[],
        witness: None,
        others: &[],
    };
    let expected = "\
violated: assertion fails
  --> mp.litmus:11:1
   |
11 | exists (1:r0=1 /\\ 1:r1=0)
   | ^^^^^^ P1 fails here

the execution, from top to bottom:

  line  P0                P1                        source
     4  #1 W x = 1 (na)                             *x = 1;
     5  #2 W y = 1 (rlx)                            atomic_store_explicit(y, 1, memory_order_relaxed);
     8                    #1 R y = 1 (acq) <- P0#2  int r0 = atomic_load_explicit(y, memory_order_acquire);
     9                    #2 R x = 0 (na) <- init   int r1 = *x;
>   11                    fails                     exists (1:r0=1 /\\ 1:r1=0)
";
    let actual = text::verdict(&report, Colour::Plain);
    assert!(actual.starts_with(expected), "expected:\n{expected}\nactual:\n{actual}");
}

#[test]
fn what_was_left_out_is_always_said() {
    let mut cut = verified();
    cut.bounds.push(Bound::Unroll { rounds: 3, loops: vec![] });
    let expected = "\
bounded: no execution within the bounds goes wrong
  model       rc11
  checked     data races
  executions  4 complete, 1 blocked
  search      exhausted; 21 events added in 0.01 s
bound: threads that had begun a loop 3 times went no further; a greater --unroll lets them
";
    check(&tell(&cut, &[]), expected);

    let mut late = verified();
    late.stop = StopReason::Limit(Limit::Seconds(10));
    let expected = "\
inconclusive: time limit of 10 s reached; executions remain
  model       rc11
  checked     data races
  executions  4 complete, 1 blocked
  search      stopped, time limit of 10 s reached; 21 events added in 0.01 s
";
    check(&tell(&late, &[]), expected);

    let mut vacuous = verified();
    vacuous.counts.complete = 0;
    let expected = "\
inconclusive: no execution is complete, so nothing was checked
  model       rc11
  checked     data races
  executions  0 complete, 1 blocked
  search      exhausted; 21 events added in 0.01 s
warning: no execution is complete: whatever the program asserts at its end holds vacuously
";
    check(&tell(&vacuous, &[]), expected);
}

/// A terminal breaks lines anywhere; a file, and a command to be copied, are to be left alone.
#[test]
fn on_a_terminal_lines_break_at_words() {
    let mut found = verified();
    found.bounds.push(Bound::Unroll { rounds: 3, loops: vec![] });
    let note =
        "`selvedge check --resume /a/long/path/to/some.checkpoint` goes on from here, and takes as long".to_owned();
    let page = Page { width: 60, ..Page::from(Colour::Plain) };
    let expected = "\
bounded: no execution within the bounds goes wrong
  model       rc11
  checked     data races
  executions  4 complete, 1 blocked
  search      exhausted; 21 events added in 0.01 s
bound: threads that had begun a loop 3 times went no
  further; a greater --unroll lets them
note: `selvedge check --resume /a/long/path/to/some.checkpoint`
  goes on from here, and takes as long
";
    check(&tell_on(&found, &[note], page), expected);
    // Long names of threads are cut where rows would be broken; the steps that create them have them in full.
    let race = tell_on(&violated(racy_mp()), &[], page);
    assert!(
        race.lines()
            .filter(|line| line.starts_with("  ") && !line.starts_with("  |"))
            .all(|line| line.chars().count() <= 60),
        "{race}"
    );
}

#[test]
fn interleavings_are_told_in_an_order_that_could_happen() {
    // P1 reads the old value of x and then writes it; P0 writes x last. Only P1, P0 explains it.
    let p0 = vec![write(X, Mode::Relaxed, 1)];
    let p1 = vec![read(X, Mode::Relaxed, 0, None), write(X, Mode::Relaxed, 2)];
    let done = End::Finished(Value(0));
    let execution = execution(vec![(p0, done), (p1, done)], vec![(X, vec![name(1, 1), name(0, 0)])]);
    let expected = "  line  P0                P1
     8                    #1 R x = 0 (rlx) <- init
     9                    #2 W x = 2 (rlx)
     4  #1 W x = 1 (rlx)
final memory: x = 1
order of writes to x: 0 (init) -> 2 (P1#2) -> 1 (P0#1)
";
    check(&table(&Story::new(&mp(), &execution), &[], Colour::Plain), expected);
}

#[test]
fn every_kind_of_step_has_a_short_form() {
    let p0 = vec![
        Step::Spawn { child: 1 },
        Step::Update { at: at(X), mode: Mode::SeqCst, read: Value(0), from: Source::Init, written: Value(1) },
        Step::Fence(Mode::AcqRel),
        Step::Join { child: 1, value: Value(0) },
    ];
    let p1 = vec![read(Y, Mode::Relaxed, 0, None)];
    let done = End::Finished(Value(0));
    let mut execution = execution(vec![(p0, done), (p1, done)], vec![(X, vec![name(0, 1)])]);
    execution.threads[1].spawn = spawn(0);
    let program = Toy { sites: vec![], names: vec!["main"] };
    let expected = "  line  main[0]                      main[1]
        #1 spawn main[1]
        #2 U x: 0 -> 1 (sc) <- init
        #3 fence acq_rel
                                     #1 R y = 0 (rlx) <- init
        #4 join main[1]
final memory: x = 1, y = 0
";
    check(&table(&Story::new(&program, &execution), &[], Colour::Plain), expected);

    execution.threads[0].steps.pop();
    execution.threads[0].end = End::Joining;
    execution.threads[1].end = End::Blocked(BlockReason::Assume);
    let actual = table(&Story::new(&program, &execution), &[], Colour::Plain);
    assert!(actual.contains("        waits to join\n"), "{actual}");
    assert!(actual.contains("blocked: assume\n"), "{actual}");
    assert!(actual.contains("\nmemory: x = 1, y = 0\n"), "{actual}");
}

#[test]
fn colours_change_nothing_but_colours() {
    let verdict = violated(racy_mp());
    let story = Story::new(&mp(), &racy_mp());
    let sources = &[SourceText { file: "mp.litmus", text: TEXT }];
    let report = Report {
        model: "rc11",
        verdict: &Verdict::by_hand(verdict.clone()),
        story: Some(&story),
        sources,
        checks: &["data races"],
        notes: &[],
        witness: None,
        others: &[],
    };
    let coloured = text::verdict(&report, Colour::Ansi);
    assert!(coloured.contains("\u{1b}[1m"), "{coloured}");
    let mut plain = String::new();
    let mut rest = coloured.as_str();
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        plain.push_str(before);
        rest = after.split_once('m').expect("a sequence ends").1;
    }
    plain.push_str(rest);
    check(&plain, &text::verdict(&report, Colour::Plain));
}
