//! `--html`: one file that stands alone, with everything in it that a reader needs, also without a script.
//! What it does in a browser is tested in `browser.rs`.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Folder, RACE, SB};
use serde_json::Value;

fn reports() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/reports")
}

/// The page about a program of `corpus/reports`.
fn page(name: &str) -> String {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.html"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_selvedge"));
    command.args(["check", "--html"]).arg(&file).arg(format!("{name}.c")).current_dir(reports());
    let output = command.output().expect("selvedge runs");
    assert_eq!(output.status.code(), Some(42), "{name}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("wrote "), "the user is told where the page is");
    std::fs::read_to_string(file).expect("the page is there")
}

/// The texts between `start` and `end`.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    text.split(start).skip(1).filter_map(|part| Some(part.split_once(end)?.0)).collect()
}

fn data(page: &str) -> Vec<Value> {
    let texts = between(page, "<script type=\"application/json\" class=\"data\">", "</script>");
    texts.into_iter().map(|text| serde_json::from_str(text).expect("the data are JSON")).collect()
}

#[test]
fn a_page_stands_alone_and_is_well_formed() {
    for name in ["race", "store-buffering", "deadlock", "use-after-free", "unlock", "overflow"] {
        let page = page(name);
        for outside in ["http:", "https:", "src=", "<link", "@import", "url(\"", "fetch("] {
            assert!(!page.contains(outside), "{name}: {outside}");
        }
        for tag in ["svg", "g", "section", "div", "ol", "li", "table", "script", "dl", "text", "label", "details"] {
            let opened = page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
            assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{name}: <{tag}>");
        }
        // Names of elements, and of arrow heads, are there once.
        let mut ids = between(&page, " id=\"", "\"");
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all, "{name}");
        for used in between(&page, "url(#", ")") {
            assert!(ids.contains(&used), "{name}: {used}");
        }
    }
}

#[test]
fn the_picture_shows_what_the_report_tells() {
    let page = page("race");
    let text = std::fs::read_to_string(reports().join("race.txt")).expect("the report");
    let headline = text.lines().next().and_then(|line| line.strip_prefix("violated: ")).expect("a headline");
    assert!(page.contains(&format!("<h1>{headline}</h1>")));
    assert!(page.contains("<b>help:</b> make the write of ready at line 16 release"));
    for thread in ["T0 main", "T1 sender", "T2 receiver"] {
        assert!(page.contains(&format!(">{thread}</text>")), "{thread}");
    }
    // Seven steps, two of them marked: the race.
    assert_eq!(between(&page, "<g class=\"ev ", "\"").len(), 7);
    assert_eq!(between(&page, "<g class=\"ev ", "\"").iter().filter(|classes| classes.contains("marked")).count(), 2);
    // The two are joined by the violation, not by the reads-from that is also there: T1#1 is step 2, T2#2 is
    // step 6.
    assert!(page.contains("<g class=\"e bad\" data-a=\"2\" data-b=\"6\">"));
    assert!(!page.contains("<g class=\"e rf\" data-a=\"2\" data-b=\"6\">"));
    assert!(page.contains("<g class=\"e rf\" data-a=\"4\" data-b=\"5\">"));
    // The flag does not synchronise: that is the bug.
    let synchronising: Vec<&str> =
        between(&page, "<g class=\"e sw\" ", ">").into_iter().filter(|e| e.contains("data-a")).collect();
    assert_eq!(synchronising, Vec::<&str>::new());
    // Each line of the source is there, and those of steps say so.
    let source = std::fs::read_to_string(reports().join("race.c")).expect("the source");
    assert_eq!(page.matches("</li>").count(), source.lines().count());
    assert!(page.contains("<li id=\"violation\" class=\"primary\" data-l=\"22\">"));
    assert!(page.contains("data-s=\"6\" role=\"button\" tabindex=\"0\" aria-label=\"step T2#2\">T2#2</i>"));
}

#[test]
fn memory_follows_coherence_and_old_values_are_pointed_out() {
    let page = page("stale-read");
    let data = data(&page);
    let steps = data[0]["steps"].as_array().expect("steps");
    let read = steps.iter().find(|step| step["label"] == "T2#2").expect("the read of data");
    // data = 42 was written before, in this order, and the read sees 0.
    assert_eq!(read["stale"], "42 (from T1#1)");
    assert_eq!(read["from"], "init");
    let write = steps.iter().find(|step| step["label"] == "T1#1").expect("the write of data");
    assert_eq!(write["change"][1], "42");
    assert_eq!(write["stale"], Value::Null);
    // Relaxed: nothing of T1 happens before T2's reads.
    assert_eq!(read["clock"][1], 0);
    assert!(page.contains("<div data-c=\"0\"><dt>data</dt><dd>42</dd></div>"), "without a script: the final memory");
}

#[test]
fn a_circle_is_drawn_where_no_interleaving_exists() {
    let page = page("store-buffering");
    let circle: Vec<&str> =
        between(&page, "<g class=\"e why\" ", "</g>").into_iter().filter(|e| e.contains("data-a")).collect();
    // Write, read, write, read: two steps down a column, two from a read to the write that it does not see.
    assert_eq!(circle.len(), 4);
    assert_eq!(circle.iter().filter(|edge| edge.contains(">fr</text>")).count(), 2);
    assert!(page.contains("No interleaving of the threads gives this execution"));
}

#[test]
fn synchronisation_is_drawn_where_there_is_some() {
    let folder = Folder::new("html-sw");
    // The flag is release and acquire, and y is what is claimed of: so the execution with r0 = 1 is the
    // violation.
    let test = RACE.replace(
        "*x = 1;\n  atomic_store_explicit(y, 1, memory_order_relaxed)",
        "*x = 1;\n  atomic_store_explicit(y, 1, memory_order_release)",
    );
    folder.write("mp.litmus", test.replace("exists (1:r0=1)", "~exists (1:r0=1)"));
    let done = folder.run("check --html mp.html mp.litmus");
    assert_eq!(done.status, 42, "{}", done.out);
    let page = folder.read("mp.html");
    let sw = between(&page, "<g class=\"e sw\" ", ">");
    assert!(sw.contains(&"data-a=\"1\" data-b=\"2\""), "{sw:?}");
    let data = data(&page);
    // x = 1 happens before its read: both steps of P0 do.
    assert_eq!(data[0]["steps"][3]["clock"][0], 2);
}

#[test]
fn a_verified_program_gets_a_certificate_and_a_gallery() {
    let folder = Folder::new("html-verified");
    folder.write("sb.litmus", format!("{SB}exists (0:r0=0 /\\ 1:r0=0)\n"));
    let done = folder.run("check --html sb.html --gallery 3 sb.litmus");
    assert_eq!((done.status, done.err.as_str()), (0, "wrote sb.html\n"));
    let page = folder.read("sb.html");
    let claim = "every execution of sb.litmus that rc11 allows was explored, and none of them shows any of: data races";
    assert!(page.contains(claim));
    assert_eq!(between(&page, "<section class=\"scene\"", ">").len(), 3);
    // Of four executions three are kept; the one that was asked for is among them, and comes first.
    let titles = between(&page, "<section class=\"scene\"", "</h3>");
    assert!(titles[0].contains("0:r0=0; 1:r0=0: the condition holds"), "{titles:?}");
    assert!(page.contains("the condition holds in 1 of 4 executions (<b>Sometimes</b>)"));
    // Nobody asked for a certificate of what was not verified.
    folder.run("check --html sb.html --limit-executions 1 sb.litmus");
    let page = folder.read("sb.html");
    assert!(page.contains("nothing is claimed about sb.litmus: limit of 1 executions reached"));
    assert!(page.contains("<span class=\"badge inconclusive\">"));
}

#[test]
fn a_forbidden_outcome_is_drawn_with_the_axiom_that_forbids_it() {
    let folder = Folder::new("html-explained");
    folder.write("sb.litmus", format!("{SB}exists (0:r0=0 /\\ 1:r0=0)\n"));
    let done = folder.run("check --model sc --explain --html sb.html --gallery 2 sb.litmus");
    assert_eq!((done.status, done.err.as_str()), (0, "wrote sb.html\n"));
    let page = folder.read("sb.html");
    assert!(page.contains("Outcome exists (0:r0=0 /\\ 1:r0=0) under sc: 1 execution with it, all forbidden"));
    // What is asked comes before the certificate, and that before what is allowed.
    let scenes = between(&page, "<section class=\"scene\"", "</section>");
    assert_eq!(scenes.len(), 3);
    assert!(scenes[0].contains("<h3>1 execution is forbidden by total_order</h3>"), "{}", scenes[0]);
    assert!(scenes[0].contains("acyclic po | rf | mo | fr | tc | tj as total_order"));
    assert!(page.find("1 execution is forbidden") < page.find("<section class=\"certificate\">"));
    assert!(page.find("<section class=\"certificate\">") < page.find("data-n=\"1\""));
    // Its circle: write, read, write, read, and back.
    let circle = |scene: &str| -> Vec<String> {
        let edges = between(scene, "<g class=\"e why\" ", ">");
        edges.into_iter().filter(|edge| edge.contains("data-a")).map(str::to_owned).collect()
    };
    let expected = ["0\" data-b=\"1", "1\" data-b=\"2", "2\" data-b=\"3", "3\" data-b=\"0"];
    assert_eq!(circle(scenes[0]), expected.map(|edge| format!("data-a=\"{edge}\"")));
    assert_eq!(circle(scenes[1]), [""; 0]);
    // The graph for Graphviz shows it too.
    folder.run("check --model sc --explain --dot sb.dot sb.litmus");
    assert_eq!(folder.read("sb.dot").matches("penwidth=2").count(), 4);
}

#[test]
fn a_replay_has_the_page_of_the_check() {
    let folder = Folder::new("html-replay");
    let file = reports().join("race.c");
    let program = std::fs::read_to_string(file)
        .expect("the program")
        .replace("int main(void) {", "int main(void) {\n    puts(\"<begin>\");");
    folder.write("race.c", format!("#include <stdio.h>\n{program}"));
    assert_eq!(folder.run("check --witness race.witness --html check.html race.c").status, 42);
    // From another folder: names are relative to where the user is.
    let elsewhere = Folder::new("html-replay/elsewhere");
    let done = elsewhere.run("replay --html replay.html ../race.witness");
    assert_eq!(done.status, 42, "{}", done.err);
    assert!(done.err.starts_with("wrote ") && done.err.contains("replay.html"), "{}", done.err);
    let (checked, replayed) = (folder.read("check.html"), elsewhere.read("replay.html"));
    assert_eq!(data(&replayed), data(&checked));
    let pictures = |page: &str| between(page, "<svg class=\"graph", "</svg>").join("");
    assert_eq!(pictures(&replayed), pictures(&checked));
    let source = |page: &str| between(page, "<ol class=\"code\"", "</ol>").join("");
    assert_eq!(source(&replayed), source(&checked));
    // What the program prints is on both; figures of a search only where there was one.
    for page in [&checked, &replayed] {
        assert!(page.contains("<td>&lt;begin&gt;</td>"));
    }
    assert!(replayed.contains(" · replayed from ../race.witness</p>") && !replayed.contains("about this check"));
    assert!(checked.contains("about this check"));
}

#[test]
fn texts_of_the_program_cannot_break_the_page() {
    let folder = Folder::new("html-escape");
    let evil = "#include <assert.h>\n/* </script><script>alert(1)</script> & \"quotes\" */\nint main(void) { assert(!\"</script><b>\"); }\n";
    folder.write("a<b>.c", evil);
    let done = folder.command("check --html page.html").arg("a<b>.c").output().expect("selvedge runs");
    assert_eq!(done.status.code(), Some(42));
    let page = folder.read("page.html");
    assert_eq!(page.matches("<script").count(), page.matches("</script>").count());
    assert!(!page.contains("<script>alert"));
    assert!(page.contains("a&lt;b&gt;.c"));
    assert_eq!(data(&page).len(), 1);
}

#[test]
fn names_that_cannot_work_are_refused_before_the_search() {
    let folder = Folder::new("html-refused");
    folder.write("sb.litmus", format!("{SB}exists (0:r0=0)\n"));
    let refused = |arguments: &str| {
        let done = folder.run(&format!("check {arguments} sb.litmus"));
        assert_eq!((done.status, done.out.as_str()), (2, ""), "{arguments}");
        done.err
    };
    assert!(refused("--html nowhere/x.html").contains("`--html nowhere/x.html` cannot be written"));
    assert!(refused("--dot sb.litmus").contains("would overwrite another file"));
    assert!(refused("--html x --certificate x").contains("would overwrite another file"));
    assert!(refused("--gallery 3").contains("a gallery is part of a page"));
}

#[test]
fn graphs_for_graphviz_have_all_steps_and_edges() {
    let folder = Folder::new("dot");
    folder.write("race.litmus", RACE);
    assert_eq!(folder.run("check --dot race.dot race.litmus").status, 42);
    let dot = folder.read("race.dot");
    assert!(dot.starts_with("digraph execution {\n") && dot.ends_with("}\n"), "{dot}");
    assert_eq!(dot.matches('{').count(), dot.matches('}').count());
    // Two steps of each thread, and the race between the first of one and the last of the other.
    for step in ["s0_0 [label=", "s0_1 [label=", "s1_0 [label=", "s1_1 [label="] {
        assert_eq!(dot.matches(&format!("\n    {step}")).count(), 1, "{step}: {dot}");
    }
    assert!(dot.contains("s0_1 -> s1_0 [xlabel=rf"), "{dot}");
    assert!(dot.contains("s0_0 -> s1_1 [xlabel=\"no order\", color=red"), "{dot}");
}
