/* Atomic sections exclude everybody: another thread sees what a section touches as it was before, or as it is after.
 *
 * The thread passes through 1 in a section, and main looks once: before or after, 2 executions. Without the section (-DOPEN) it sees 1.
 *
 * expect sc rc11: 2
 * expect sc rc11 -DOPEN: assertion
 *
 * The same in a function that is atomic as a whole, in a section within a section, and if main writes: between the two halves it
 * may not.
 *
 * expect sc rc11 -DFUNCTION: 2
 * expect sc rc11 -DNESTED: 2
 * expect sc rc11 -DWRITES: 2
 * expect sc rc11 -DEARLY: assertion
 *
 * What lies beside it, and what others do to something else, does no harm; a lock that is made of a section is one, and a thread that
 * polls what a section writes goes on.
 *
 * expect sc rc11 -DINVARIANT: verified
 * expect sc rc11 -DLOCK: verified
 * expect sc rc11 -DPOLL: verified
 * expect sc rc11 -DTWO: verified
 * expect sc rc11 -DTWO -DOPEN: assertion
 *
 * A section that is ended and never begun. A plain access that nothing orders with those in a section.
 *
 * expect rc11 -DUNBALANCED: invalid-unlock
 * expect rc11 -DPLAIN: race
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);

static atomic_int x, y, done;
static int plain;

#ifdef OPEN
#define BEGIN
#define END
#else
#define BEGIN __VERIFIER_atomic_begin()
#define END __VERIFIER_atomic_end()
#endif

#ifdef FUNCTION
static int __VERIFIER_atomic_pass(int n) {
    x = n;
    if (n > 5) return n;
    x = 0;
    return n + 1;
}
#endif

#ifdef LOCK
static void __VERIFIER_atomic_acquire(void) {
    __VERIFIER_assume(x == 0);
    x = 1;
}
static void __VERIFIER_atomic_release(void) { x = 0; }
#endif

static void *pass(void *unused) {
#ifdef FUNCTION
    assert(__VERIFIER_atomic_pass(1) == 2);
#elif defined NESTED || defined EARLY
    BEGIN;
    x = 1;
    BEGIN;
    y = 1;
    END;
#ifdef EARLY
    END;
#endif
    x = 0;
#ifndef EARLY
    END;
#endif
#elif defined WRITES
    BEGIN;
    int before = x;
    assert(x == before);
    END;
#elif defined INVARIANT || defined TWO
    BEGIN;
    x++;
    y++;
    END;
#elif defined LOCK
    __VERIFIER_atomic_acquire();
    int n = y;
    y = n + 1;
    __VERIFIER_atomic_release();
#elif defined POLL
    BEGIN;
    x = 1;
    done = 1;
    x = 2;
    END;
#elif defined UNBALANCED
    END;
#elif defined PLAIN
    BEGIN;
    plain++;
    END;
#else
    BEGIN;
    x = 1;
    x = 0;
    END;
#endif
    return unused;
}

int main(void) {
    pthread_t thread, other;
    pthread_create(&thread, 0, pass, 0);
#ifdef WRITES
    x = 1;
#elif defined INVARIANT
    pthread_create(&other, 0, pass, 0);
    BEGIN;
    assert(x == y);
    END;
    pthread_join(other, 0);
#elif defined TWO
    int first = x, second = y;
    // The section may have come between the two reads, and not between its own.
    assert(first <= second);
    pthread_create(&other, 0, pass, 0);
    pthread_join(other, 0);
#elif defined LOCK
    pass(0);
#elif defined POLL
    while (!done) {}
    assert(x == 2);
#elif defined UNBALANCED || defined PLAIN
    plain = 1;
#else
    assert(x == 0);
#endif
    pthread_join(thread, 0);
#ifdef LOCK
    assert(y == 2);
#endif
    (void)other, (void)done, (void)plain, (void)y;
    return 0;
}
