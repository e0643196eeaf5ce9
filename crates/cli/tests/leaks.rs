//! What is not freed when the program ends, by whichever thread it ends and whatever the others are about.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::Folder;

/// The status and the first line of a check for leaks.
fn check(name: &str, text: &str) -> (i32, String) {
    let head = "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\natomic_int f; pthread_t h;\n";
    let folder = Folder::new(&format!("leaks-{name}"));
    let done =
        folder.write(&format!("{name}.c"), format!("{head}{text}\n")).run(&format!("check --check leak {name}.c"));
    (done.status, done.out.lines().next().unwrap_or_default().to_owned())
}

#[test]
fn all_blocks_count_when_the_program_ends() {
    for (name, text) in [
        // Of the thread that is waited for by the one that holds it.
        (
            "exit",
            "void *t(void *a) { exit(0); } int main(void) { char *p = malloc(3); pthread_create(&h, 0, t, 0); pthread_join(h, 0); free(p); }",
        ),
        // Of one that waits while the program ends.
        (
            "waits",
            "void *t(void *a) { char *p = malloc(4); while (!f) {} free(p); return 0; }\n\
                   int main(void) { pthread_create(&h, 0, t, 0); pthread_detach(h); return 0; }",
        ),
        // Of one that may be slower.
        (
            "late",
            "void *t(void *a) { char *p = malloc(4); free(p); return 0; }\n\
                  int main(void) { pthread_create(&h, 0, t, 0); pthread_detach(h); return 0; }",
        ),
        (
            "late-shared",
            "char *_Atomic q; void *t(void *a) { q = malloc(4); free(q); return 0; }\n\
                         int main(void) { pthread_create(&h, 0, t, 0); pthread_detach(h); return 0; }",
        ),
        ("own", "int main(void) { char *p = malloc(4); if (!p) free(p); return 0; }"),
        (
            "ended",
            "void *t(void *a) { char *p = malloc(4); *p = 1; return 0; } int main(void) { pthread_create(&h, 0, t, 0); pthread_join(h, 0); return 0; }",
        ),
    ] {
        let (status, line) = check(name, text);
        assert!(
            status == 42 && line.starts_with("violated: memory is not freed that was allocated at "),
            "{name}: {line}"
        );
    }
    for (name, text) in [
        ("freed", "int main(void) { char *p = malloc(4); p = realloc(p, 8); p[7] = 1; free(p); return 0; }"),
        (
            "joined",
            "void *t(void *a) { char *p = calloc(4, 1); p[1] = 2; free(p); return 0; } int main(void) { pthread_create(&h, 0, t, 0); pthread_join(h, 0); return 0; }",
        ),
        (
            "told",
            "void *t(void *a) { char *p = malloc(4); free(p); f = 1; return 0; }\n\
                  int main(void) { pthread_create(&h, 0, t, 0); pthread_detach(h); while (!f) {} return 0; }",
        ),
        (
            "last",
            "void *t(void *a) { char *p = malloc(4); free(p); return 0; }\n\
                  int main(void) { pthread_create(&h, 0, t, 0); pthread_detach(h); pthread_exit(0); }",
        ),
    ] {
        let (status, line) = check(name, text);
        assert_eq!((status, line.as_str()), (0, "verified: no execution goes wrong"), "{name}");
    }
}
