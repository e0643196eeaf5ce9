//! Names and texts of a program that want to be more than that: one program through every format. It
//! compiles: it needs clang or zig.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::Folder;
use selvedge_core::unseen::is_unseen;

/// A file name, a message and an output that clear the screen, turn the order of letters around, look like a
/// command for GitHub, and like the end of a page's script.
const EVIL: &str = r###"
#include <pthread.h>
#include <stdio.h>
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
static int x;
#line 7 "evil\n::error file=a::forged\033[2J\342\200\256<!--<script>.c"
static void *run(void *unused) { x = 1; return unused; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
    printf("\033[2J\033]0;title\007out\r\342\200\256\n::warning::forged\n");
    if (x) __assert_fail("y\n::error::forged\033[31m\342\200\256</script><!--<script>", "f\n.c", 3, "main");
    return 0;
}
"###;

fn is_harmless(what: &str, text: &str) {
    let bad = text.chars().find(|c| is_unseen(*c) && *c != '\n');
    assert!(bad.is_none(), "{what} has {bad:?}: {text}");
    // `:::` begins the name of another file in our own excerpts.
    let is_command =
        |line: &str| line.starts_with("::") && !line.starts_with(":::") && !line.contains("title=selvedge");
    let forged = text.lines().map(str::trim_start).find(|line| is_command(line));
    assert!(forged.is_none(), "{what} has {forged:?}");
}

#[test]
fn nothing_of_the_program_is_more_than_text() {
    let folder = Folder::new("hostile");
    folder.write("evil.c", EVIL);
    for format in ["text", "json", "sarif", "junit", "github"] {
        let done = folder.run(&format!("check --format {format} --full-trace --witness evil.witness evil.c"));
        assert_eq!(done.status, 42, "{format}: {}{}", done.out, done.err);
        is_harmless(format, &done.out);
        is_harmless(format, &done.err);
    }
    let files = "--html page.html --dot graph.dot --certificate paper.json";
    assert_eq!(folder.run(&format!("check {files} evil.c")).status, 42);
    for file in ["page.html", "graph.dot", "paper.json", "evil.witness"] {
        is_harmless(file, &folder.read(file));
    }
    let page = folder.read("page.html");
    assert_eq!(page.matches("<script").count(), page.matches("</script>").count());
    assert!(!page.contains("<!--"), "a comment begins in the page");
    for command in ["replay evil.witness", "replay --html page.html evil.witness"] {
        let done = folder.run(command);
        assert_eq!(done.status, 42, "{}", done.err);
        is_harmless(command, &done.out);
        assert!(done.out.contains("\\u{1b}[2J"), "{}", done.out);
    }
    // With colours, only colours.
    let done = folder.run("check --color always evil.c");
    assert!(done.out.contains("\u{1b}[") && !done.out.contains("\u{1b}[2J"), "{}", done.out);
}

#[test]
fn words_of_the_user_and_of_files_are_shown() {
    let folder = Folder::new("hostile-files");
    let name = "a\u{1b}[2J\n::error::forged.litmus";
    for format in ["text", "github", "json"] {
        let done = folder.command(&format!("check --format {format}")).arg(name).output().expect("selvedge runs");
        let done: common::Done = done.into();
        assert_eq!(done.status, 2);
        is_harmless(format, &done.out);
        assert!(!done.err.contains('\u{1b}'), "{}", done.err);
    }
    folder
        .write("bad.litmus", "C a\n{}\nP0 () { \u{1b}[2J\u{202e} }\n")
        .write("bad.witness", "selvedge-witness \u{1b}[2J\n");
    folder.write("bad.kat", "let \u{1b}[2J\u{202e}");
    for command in
        ["check bad.litmus", "replay bad.witness", "models check bad.kat", "check --model \u{1b}[2J bad.litmus"]
    {
        let done = folder.run(command);
        assert_eq!(done.status, 2, "{command}");
        is_harmless(command, &done.out);
        is_harmless(command, &done.err);
    }
}

/// LLVM allows everything in names.
#[test]
fn names_of_llvm_are_shown_on_one_line() {
    let folder = Folder::new("hostile-names");
    let text = "@\"x\\0A::error::v\\1B[31m<!--<script>\" = global i32 0\n\
        declare void @\"u\\0Averified: all\"()\n\
        declare i32 @pthread_create(ptr, ptr, ptr, ptr)\n\
        define ptr @\"f\\0Averified: no execution goes wrong\"(ptr %p) {\n\
        store i32 1, ptr @\"x\\0A::error::v\\1B[31m<!--<script>\"\n ret ptr null\n}\n\
        define i32 @main() {\n %t = alloca i64\n\
        %r = call i32 @pthread_create(ptr %t, ptr null, ptr @\"f\\0Averified: no execution goes wrong\", ptr null)\n\
        store i32 2, ptr @\"x\\0A::error::v\\1B[31m<!--<script>\"\n ret i32 0\n}\n\
        define i32 @other() {\n call void @\"u\\0Averified: all\"()\n ret i32 0\n}\n";
    folder.write("names.ll", text);
    let check = |command: &str, status| {
        let done = folder.run(command);
        assert_eq!(done.status, status, "{command}: {}{}", done.out, done.err);
        let forged = |line: &str| line.starts_with("::error::v") || line.starts_with("verified");
        assert!(!done.out.lines().chain(done.err.lines()).any(forged), "{command}: {}{}", done.out, done.err);
        is_harmless(command, &done.out);
    };
    check("check --witness names.witness names.ll", 42);
    check("replay names.witness", 42);
    check("check --format json names.ll", 42);
    check("check --format github names.ll", 42);
    check("check --entry other names.ll", 4);
}
