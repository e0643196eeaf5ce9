//! `selvedge models compare`: the smallest test that tells two models apart.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::Folder;

/// The code of a test, one word per operation: `Wx1.rlx Ry=0.acq | …`, then what memory holds in the end.
fn shape(test: &str) -> String {
    let mut words = Vec::new();
    for line in test.lines().map(str::trim) {
        let mode = line.rsplit("memory_order_").next().and_then(|rest| rest.split(')').next()).unwrap_or_default();
        let mode = match mode {
            "relaxed" => "",
            "acquire" => ".acq",
            "release" => ".rel",
            "acq_rel" => ".ar",
            _ => ".sc",
        };
        let arguments: Vec<&str> =
            line.split_once('(').map(|(_, rest)| rest.split([',', ')']).map(str::trim).collect()).unwrap_or_default();
        if line.starts_with('P') && !words.is_empty() {
            words.push("|".to_owned());
        } else if line.starts_with("atomic_store") {
            words.push(format!("W{}{}{mode}", arguments[0], arguments[1]));
        } else if line.contains("atomic_load") {
            words.push(format!("R{}{mode}", arguments[0]));
        } else if line.contains("atomic_exchange") {
            words.push(format!("U{}{}{mode}", arguments[0], arguments[1]));
        } else if line.starts_with("atomic_thread_fence") {
            words.push(format!("F{mode}"));
        } else if line.starts_with("exists") {
            words.push(line.to_owned());
        }
    }
    words.join(" ")
}

#[test]
fn known_differences_are_found() {
    let folder = Folder::new("compare-known");
    for (a, b, allowing, expected) in [
        // kat.md §4.2: SB/rlx and R separate sc from tso, and there is nothing smaller.
        ("sc", "tso", "tso", "Wx1 Ry | Wy1 Rx exists (0:r0=0 /\\ 1:r0=0)"),
        // Message passing.
        ("tso", "pso", "pso", "Rx Ry | Wy1 Wx1 exists (0:r0=1 /\\ 0:r1=0)"),
        // Strong release/acquire differs in 2+2W only.
        ("ra-popl16", "sra", "ra-popl16", "Wx1 Wy1 | Wy2 Wx2 exists ([x]=1 /\\ [y]=2)"),
        ("ra", "rc11", "ra", "Wx1.sc Ry.sc | Wy1.sc Rx.sc exists (0:r0=0 /\\ 1:r0=0)"),
        // MP+rels+acq: only C++11 lets a later store of the thread go on with the release sequence.
        ("rc11", "rc11-2017", "rc11", "Wx1 Wy1.rel Wy2 | Ry.acq Rx exists (1:r0=2 /\\ 1:r1=0 /\\ [y]=2)"),
    ] {
        for (first, second) in [(a, b), (b, a)] {
            let done = folder.run(&format!("models compare {first} {second}"));
            assert_eq!((done.status, done.err.as_str()), (0, ""), "{first} {second}");
            assert_eq!(shape(&done.out), expected, "{first} {second}:\n{}", done.out);
            // What is printed is a test, and the models say what it says.
            folder.write("found.litmus", &done.out);
            for model in [a, b] {
                let run = folder.run(&format!("check --model {model} found.litmus"));
                let result = if model == allowing { "Sometimes" } else { "Never" };
                assert_eq!(run.status, 0, "{}", run.err);
                assert!(run.out.contains(&format!(" {result} ")), "{model}: {}", run.out);
            }
        }
    }
}

#[test]
fn models_that_agree_are_said_to_agree() {
    let folder = Folder::new("compare-none");
    let done = folder.run("models compare sc sc --size 4");
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    let expected = "sc and sc: no difference\n\nEach axiom of one follows from an axiom of the other.\n";
    assert_eq!(done.out, expected);
    // The smallest difference has five events.
    let done = folder.run("models compare rc11 rc11-2017 --size 4");
    assert!(done.out.starts_with("rc11 and rc11-2017: no difference up to 4 events\n"), "{}", done.out);
    // A file is as good as a name: sequential consistency in other words.
    let text = "view hb_stable = (po | rf;po)+\nexport coherence hb_stable\nexport irreflexive (po | rf | mo | fr)+\n";
    folder.write("mine.kat", text);
    let done = folder.run("models compare mine.kat sc --size 4");
    let scope = "mine and sc: no difference up to 4 events\n\nCompared were programs";
    assert!(done.out.starts_with(scope), "{}", done.out);
    // The same relation in other words: where a proof says so, no size is too large.
    let shown = folder.run("models show rc11").out;
    let (_, text) = shown.split_once("\n\n").expect("a line about the model, then its text");
    let other_words = text.replace("hb & same-loc | mo | fr\n", "hb & same-loc | mo | mo;mo | fr\n");
    assert_ne!(other_words, text);
    folder.write("mine.kat", &other_words);
    let done = folder.run("models compare mine.kat rc11 --size 6");
    assert!(done.out.starts_with("mine and rc11: no difference\n"), "{}{}", done.out, done.err);
    assert_eq!(folder.run("models compare sc nowhere.kat").status, 2);
    assert_eq!(folder.run("models compare sc tso --size 1").status, 2);
}

/// Differences that no table has: no smaller test shows one, and this one does.
#[test]
fn other_differences_are_confirmed() {
    let folder = Folder::new("compare-others");
    for (a, b, allowing, size) in [("c20-std", "rc11", "rc11", 5), ("jam21", "jam21s", "jam21s", 5)] {
        let smaller = folder.run(&format!("models compare {a} {b} --size {}", size - 1));
        assert!(smaller.out.starts_with(&format!("{a} and {b}: no difference up to")), "{}", smaller.out);
        let done = folder.run(&format!("models compare {a} {b} --size {size}"));
        assert_eq!((done.status, done.err.as_str()), (0, ""), "{a} {b}");
        assert_eq!(done.out.matches("memory_order_").count(), size, "{}", done.out);
        folder.write("found.litmus", &done.out);
        for model in [a, b] {
            let run = folder.run(&format!("check --model {model} found.litmus"));
            let result = if model == allowing { "Sometimes" } else { "Never" };
            assert!(run.out.contains(&format!(" {result} ")), "{model}: {}", run.out);
        }
    }
}
