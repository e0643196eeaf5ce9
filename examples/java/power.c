/* What became of Java's volatile accesses on POWER: volatile-four-threads.litmus, compiled.
 *
 * As the compilers of HotSpot did it, a volatile write begins with lwsync, so that between the read and the write of thread 2
 * there is no full fence. With -DREPAIRED it begins with hwsync. Full fences stand for hwsync, those that acquire and
 * release for lwsync, and what they leave alone is relaxed. The program is that of appendix D of "Model Checking under JAM21".
 *
 *   selvedge check --model jam21 power.c                 the assertion fails
 *   selvedge check --model jam21 power.c -- -DREPAIRED   it does not
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef REPAIRED
#define BEFORE_WRITE memory_order_seq_cst
#else
#define BEFORE_WRITE memory_order_acq_rel
#endif

static atomic_int x, y;
static int y0, y2, x3, also_x3;

static void *thread_0(void *unused) {
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    y0 = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *thread_1(void *unused) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return unused;
}

static void *thread_2(void *unused) {
    y2 = atomic_load_explicit(&y, memory_order_relaxed);
    atomic_thread_fence(BEFORE_WRITE);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

static void *thread_3(void *unused) {
    x3 = atomic_load_explicit(&x, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    also_x3 = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t threads[4];
    pthread_create(&threads[0], NULL, thread_0, NULL);
    pthread_create(&threads[1], NULL, thread_1, NULL);
    pthread_create(&threads[2], NULL, thread_2, NULL);
    pthread_create(&threads[3], NULL, thread_3, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert(!(y0 == 0 && y2 == 1 && x3 == 1 && also_x3 == 2));
    return 0;
}
