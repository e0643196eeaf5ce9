/* A futex wakes as many as it is told to. Each of two threads sees 1 when it first looks, or when the kernel does, or it
 * sleeps and is woken: 3 * 3 executions, and one more because two that sleep can have begun to in either order. Sum: 10.
 *
 * expect -DWAKE=2: 10
 * expect -DWAKE=0x7fffffff: 10
 *
 * Of two that sleep, one is not woken.
 *
 * expect -DWAKE=1: deadlock
 *
 * Whoever is woken wakes the other, which is enough. Wake-ups of nobody are ordered too, so these executions are many.
 *
 * expect -DWAKE=1 -DPASS_ON: verified
 */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int open_;

static void *pass(void *unused) {
    while (atomic_load(&open_) == 0) syscall(SYS_futex, &open_, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
#ifdef PASS_ON
    syscall(SYS_futex, &open_, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
#endif
    return unused;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, pass, NULL);
    atomic_store(&open_, 1);
    syscall(SYS_futex, &open_, FUTEX_WAKE_PRIVATE, WAKE, NULL, NULL, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
