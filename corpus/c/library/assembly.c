/* Inline assembly that does nothing: barriers for the compiler, and advice to the processor in a loop that waits.
 * There is one execution: the loop goes on until it reads the only store to the flag, and then the data is there.
 *
 * expect: 1
 * expect -DFENCE: unsupported
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __asm__ __volatile__("rep; nop" ::: "memory");
#else
    __asm__ __volatile__("" ::: "memory");
#endif
}

static void *producer(void *unused) {
    int value = 42;
    __asm__ __volatile__("" : "+r"(value));
    data = value;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, producer, NULL);
    while (!atomic_load_explicit(&flag, memory_order_acquire))
        relax();
    __asm__ __volatile__("" : "+m"(data) : : "memory");
    assert(data == 42);
#ifdef FENCE
    __asm__ __volatile__("some instruction" ::: "memory");
#endif
    pthread_join(thread, NULL);
    return 0;
}
