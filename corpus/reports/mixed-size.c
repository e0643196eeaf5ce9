/* One thread sees a word, another its halves. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static union {
    _Atomic uint32_t word;
    _Atomic uint16_t half[2];
} shared;

static void *whole(void *arg) {
    atomic_store(&shared.word, 0x10001);
    return arg;
}

static void *part(void *arg) {
    atomic_fetch_add(&shared.half[1], 1);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, whole, NULL);
    pthread_create(&b, NULL, part, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
