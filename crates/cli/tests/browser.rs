//! The page of `--html` in a real browser: it renders, follows clicks and keys, and changes its theme.
//!
//! There is no driver: a script that acts like a user is put at the end of the page, and the browser prints
//! the page when it is done. `SELVEDGE_BROWSER` names a browser; else Chromium and Chrome are looked for.
//! Without one the tests are ignored, and say so. With `SELVEDGE_SCREENSHOTS=FOLDER`, pictures of the pages
//! are left there, in both themes.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use common::{Folder, SB};
use serde_json::Value;

/// Acts like a user and notes what is seen. `check` fails the test with its words.
const USER: &str = r#"
<script>
(() => {
  const wrong = [];
  const check = (words, holds) => { if (!holds) wrong.push(words); };
  const one = (selector) => document.querySelector(selector);
  const key = (name) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
  const mouse = (element, type) => element.dispatchEvent(new MouseEvent(type, { bubbles: true }));
  const visible = (element) => element !== null && element.getClientRects().length > 0;
  const steps = JSON.parse(one(".data").textContent).steps;
  try { TEST } catch (error) { wrong.push(String(error && error.stack)); }
  const result = document.createElement("pre");
  result.id = "result";
  result.textContent = JSON.stringify(wrong);
  document.body.append(result);
})();
</script>
"#;

const VIOLATION: &str = r##"
  check("the picture is shown", one(".graph:not(.heads)").getBoundingClientRect().height > 120);
  check("the walk is offered", visible(one(".walk")));
  check("the theme can be changed", visible(one("#theme")));
  // Clicking a step: it is described, its line is shown.
  const marked = one(".ev.marked");
  mouse(marked, "click");
  check("the step is chosen", marked.classList.contains("here"));
  const s = Number(marked.dataset.s);
  check("the step is described", one(".state .step").textContent.includes(steps[s].says));
  check("its line is shown", one(".code li.here").dataset.l === String(steps[s].at[1]));
  // Clicking its line in the source chooses a step of that line.
  key("Escape");
  check("nothing is chosen", one(".ev.here") === null && one(".code .here") === null);
  mouse(one(`.code li[data-l="${steps[s].at[1]}"]`), "click");
  check("the line chooses a step", steps[Number(one(".ev.here").dataset.s)].at[1] === steps[s].at[1]);
  // Walking: from the end, the first key goes to the first step.
  key("Escape");
  key("ArrowDown");
  check("step 1", one("output").textContent === `step 1 of ${steps.length}`);
  check("later steps are pale", document.querySelectorAll(".ev.later").length > 0);
  key("ArrowDown"); key("j"); key("k");
  check("step 2", one("output").textContent === `step 2 of ${steps.length}` && one(".walk input").value === "2");
  // Memory: at first nothing has changed; in the end it holds what was written last.
  const held = () => Object.fromEntries([...document.querySelectorAll(".memory div")].map((cell) => [cell.dataset.c, cell.querySelector("dd").textContent]));
  const last = {};
  steps.forEach((step) => { if (step.change) last[step.change[0]] = step.change[1]; });
  key("End");
  check("memory in the end", Object.entries(held()).every(([cell, value]) => !(cell in last) || last[cell] === value));
  key("Home");
  check("before the start", one("output").textContent === "before the start" && Object.entries(held()).some(([cell, value]) => cell in last && last[cell] !== value));
  const slider = one(".walk input");
  slider.value = "3";
  slider.dispatchEvent(new Event("input"));
  check("the slider walks", one("output").textContent === `step 3 of ${steps.length}`);
  key("Escape");
  // Arrows are switched by keys and by clicks.
  const arrow = [...document.querySelectorAll(".graph :is(.e.rf, .e.why, .e.bad)")].find(visible);
  check("arrows are shown", visible(arrow));
  const [digit, box] = arrow.classList.contains("rf") ? ["1", "#show-rf"] : ["6", "#show-why"];
  key(digit);
  check("and hidden by a key", !visible(arrow));
  one(box).click();
  check("and shown by a click", visible(arrow));
  // Pointing at a step lights up what happens before it.
  const later = [...document.querySelectorAll(".ev")].filter(visible).at(-1);
  mouse(later, "mouseenter");
  check("its past is lit", [...document.querySelectorAll(".ev.past")].some(visible));
  mouse(later, "mouseleave");
  check("and goes out", one(".ev.past") === null);
  // Light and dark.
  const ground = () => getComputedStyle(document.body).backgroundColor;
  const before = ground();
  key("t");
  check("the other theme", ground() !== before);
  one("#theme").click();
  check("and back", ground() === before);
  check("nothing sticks out", document.documentElement.scrollWidth <= innerWidth);
"##;

/// What asked about is seen without scrolling.
const EXPLAINED: &str = r##"
  const seen = (element) => element.getBoundingClientRect().bottom <= innerHeight;
  check("the axiom is seen", seen(one(".axiom")));
  check("its circle is seen", [...one(".scene").querySelectorAll(".ev.circled")].every(seen));
"##;

const GALLERY: &str = r##"
  const scenes = [...document.querySelectorAll(".scene")];
  check("four executions", scenes.length === 4);
  // They lie below each other.
  const tops = scenes.map((scene) => scene.getBoundingClientRect());
  check("no overlap", tops.every((rect, i) => i === 0 || rect.top >= tops[i - 1].bottom - 1));
  check("pictures are whole", scenes.every((scene) => scene.querySelector(".graph:not(.heads)").getBoundingClientRect().height > 100));
  // Each walks by itself.
  scenes[2].querySelector(".on").click();
  check("the third walks", scenes[2].querySelector("output").textContent.startsWith("step 1 of"));
  check("the first does not", scenes[0].querySelector("output").textContent.startsWith("all"));
"##;

fn browser() -> Option<PathBuf> {
    let named = std::env::var_os("SELVEDGE_BROWSER").map(PathBuf::from);
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let mut found = std::env::split_paths(&folders).flat_map(|folder| names.map(|name| folder.join(name)));
    named.or_else(|| found.find(|path| path.is_file()))
}

fn start(browser: &Path, folder: &Folder, profile: &str) -> Command {
    let mut command = Command::new(browser);
    command.args([
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--window-size=1280,800",
        "--virtual-time-budget=3000",
    ]);
    // A profile of its own, so that nothing is remembered from another page.
    let profile = folder.path().join(format!("profile-{profile}"));
    let _ = std::fs::remove_dir_all(&profile);
    command.arg(format!("--user-data-dir={}", profile.display()));
    command
}

/// What is wrong with the page, in the words of the script.
fn act(browser: &Path, folder: &Folder, page: &str, script: &str) -> Vec<String> {
    let name = "acted.html";
    let page = page.replace("</body>", &format!("{}</body>", USER.replace("TEST", script)));
    folder.write(name, page);
    let output =
        start(browser, folder, "act").arg("--dump-dom").arg(url(folder, name)).output().expect("the browser runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let result = text.split("<pre id=\"result\">").nth(1).and_then(|rest| rest.split("</pre>").next());
    let Some(result) = result else { return vec![format!("no result: {}", String::from_utf8_lossy(&output.stderr))] };
    let result = result.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let wrong: Value = serde_json::from_str(&result).expect("the script prints JSON");
    wrong.as_array().into_iter().flatten().map(|words| words.as_str().unwrap_or("?").to_owned()).collect()
}

fn url(folder: &Folder, name: &str) -> String {
    format!("file://{}", folder.path().join(name).display())
}

fn picture(browser: &Path, folder: &Folder, name: &str) {
    let Some(target) = std::env::var_os("SELVEDGE_SCREENSHOTS").map(PathBuf::from) else { return };
    let page = folder.read(name);
    for theme in ["light", "dark"] {
        let themed = page.replacen("<html lang=\"en\">", &format!("<html lang=\"en\" data-theme=\"{theme}\">"), 1);
        folder.write("themed.html", themed);
        let file = target.join(format!("{}-{theme}.png", name.trim_end_matches(".html")));
        let mut command = start(browser, folder, theme);
        command.arg(format!("--screenshot={}", file.display())).arg(url(folder, "themed.html"));
        assert!(command.output().expect("the browser runs").status.success());
    }
}

/// The page about a program of the corpus, acted on.
fn violation(browser: &Path, program: &str, model: &str) -> Vec<String> {
    let name = Path::new(program).file_stem().and_then(|name| name.to_str()).unwrap_or(program);
    let folder = Folder::new(&format!("browser-{name}"));
    let page = format!("{name}.html");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(program);
    let (directory, file) = (corpus.parent().unwrap_or(&corpus), corpus.file_name().unwrap_or_default());
    let mut command = Command::new(env!("CARGO_BIN_EXE_selvedge"));
    command.args(["check", "--model", model, "--html"]).arg(folder.path().join(&page)).arg(file).current_dir(directory);
    assert_eq!(command.output().expect("selvedge runs").status.code(), Some(42), "{program}");
    picture(browser, &folder, &page);
    // Only a violation that two steps make has a marked one; a final state has a circle instead.
    let script = if program.ends_with(".litmus") {
        VIOLATION.replace(".ev.marked", ".ev.circled")
    } else {
        VIOLATION.to_owned()
    };
    act(browser, &folder, &folder.read(&page), &script)
}

fn gallery(browser: &Path) -> Vec<String> {
    let folder = Folder::new("browser-gallery");
    folder.write("sb.litmus", format!("{SB}exists (0:r0=0 /\\ 1:r0=0)\n"));
    assert_eq!(folder.run("check --html gallery.html sb.litmus").status, 0);
    picture(browser, &folder, "gallery.html");
    act(browser, &folder, &folder.read("gallery.html"), GALLERY)
}

/// A forbidden outcome, explained: acted on like a violation, whose circle is that of the axiom.
fn explained(browser: &Path) -> Vec<String> {
    let folder = Folder::new("browser-explained");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/litmus");
    let mut command = Command::new(env!("CARGO_BIN_EXE_selvedge"));
    command
        .args(["check", "--explain", "--gallery", "0", "--html"])
        .arg(folder.path().join("explained.html"))
        .arg("rwc-sc.litmus");
    assert_eq!(command.current_dir(corpus).output().expect("selvedge runs").status.code(), Some(0));
    picture(browser, &folder, "explained.html");
    let script = format!("{}{EXPLAINED}", VIOLATION.replace(".ev.marked", ".ev.circled"));
    act(browser, &folder, &folder.read("explained.html"), &script)
}

/// A long program that goes wrong far down, with many steps on a line.
const LONG: &str = r##"
  const box = one(".source").getBoundingClientRect(), line = one("#violation").getBoundingClientRect();
  check("the page opens where it goes wrong", line.top >= box.top && line.bottom <= box.bottom);
  check("and itself stays at its top", scrollY === 0);
  check("the headline leads there", one(".facts a").getAttribute("href") === "#violation");
  const badges = one(".badges.folded"), chips = [...badges.querySelectorAll("i")];
  check("chips are folded", chips.filter(visible).length === 3 && chips.length > 4);
  const s = one(".ev.marked").dataset.s;
  check("but not what matters", visible(one(`.badges i[data-s="${s}"]`)));
  const more = badges.querySelector(".fold");
  check("and counted", more.textContent === `+${chips.length - 3}` && more.getAttribute("aria-expanded") === "false");
  more.click();
  check("and unfold", chips.every(visible) && more.getAttribute("aria-expanded") === "true");
  // With the keyboard alone.
  chips[0].focus();
  check("a chip takes the focus", document.activeElement === chips[0] && chips[0].getAttribute("role") === "button");
  key("Enter");
  check("and is chosen", one(".ev.here").dataset.s === chips[0].dataset.s);
  check("what is said is announced", one(".state .step").getAttribute("aria-live") === "polite");
  // What can be chosen in a picture would not be found in an image.
  check("steps are buttons in a group", one(".ev").closest("svg").getAttribute("role") === "group");
  check("comments end where they end", [...document.querySelectorAll(".code li")].slice(1, 4).every((li) => li.querySelector("strong") === null));
"##;

fn long(browser: &Path) -> Vec<String> {
    let folder = Folder::new("browser-long");
    let unused: String = (0..60).map(|number| format!("int unused{number}(int a) {{ return a; }}\n")).collect();
    let program = format!(
        "/* Words like\n * if and \"int\n   return */\n#include <pthread.h>\n#include <stdatomic.h>\n{unused}\
         static int data; static atomic_int flag;\n\
         static void *writer(void *a) {{\n  for (int i = 0; i < 6; i++) {{\n    data = i;\n\
           atomic_store_explicit(&flag, i + 1, memory_order_relaxed);\n  }}\n  return a;\n}}\n\
         int main(void) {{\n  pthread_t t;\n  pthread_create(&t, 0, writer, 0);\n\
           if (atomic_load_explicit(&flag, memory_order_acquire) == 6)\n    return data;\n  return 0;\n}}\n"
    );
    let done = folder.write("long.c", program).run("check --html long.html long.c");
    assert_eq!(done.status, 42, "{}", done.out);
    picture(browser, &folder, "long.html");
    act(browser, &folder, &folder.read("long.html"), LONG)
}

/// A test: its name, and what is wrong.
type Test = (&'static str, fn(&Path) -> Vec<String>);

const TESTS: [Test; 9] = [
    ("a_race", |browser| violation(browser, "reports/race.c", "rc11")),
    ("a_stale_read", |browser| violation(browser, "reports/stale-read.c", "rc11")),
    ("store_buffering", |browser| violation(browser, "reports/store-buffering.c", "rc11")),
    ("a_deadlock", |browser| violation(browser, "reports/deadlock.c", "rc11")),
    ("a_use_after_free", |browser| violation(browser, "reports/use-after-free.c", "rc11")),
    ("a_forbidden_outcome", |browser| violation(browser, "litmus/forbidden-sb.litmus", "tso")),
    ("an_explained_outcome", explained),
    ("a_gallery", gallery),
    ("a_long_program", long),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--list") {
        TESTS.iter().for_each(|(name, _)| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    let filters: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let browser = browser();
    let (mut passed, mut failed, mut ignored) = (0, 0, 0);
    for (name, test) in TESTS {
        if !filters.is_empty() && !filters.iter().any(|filter| name.contains(filter.as_str())) {
            continue;
        }
        let Some(browser) = &browser else {
            println!("test {name} ... ignored, no browser found (install chromium, or set SELVEDGE_BROWSER)");
            ignored += 1;
            continue;
        };
        let wrong = test(browser);
        println!("test {name} ... {}", if wrong.is_empty() { "ok" } else { "FAILED" });
        wrong.iter().for_each(|words| println!("    {words}"));
        if wrong.is_empty() { passed += 1 } else { failed += 1 }
    }
    let result = if failed == 0 { "ok" } else { "FAILED" };
    println!("\ntest result: {result}. {passed} passed; {failed} failed; {ignored} ignored\n");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
