// Store buffering with seq_cst accesses of words that were written byte by byte before: as without that, 3 in the models
// that give seq_cst a meaning, and 4 in ra.
//
// expect sc tso rc11: 3
// expect ra: 4
#include <pthread.h>
#include <stdatomic.h>

atomic_int x = 5, y = 5;

static void *left(void *unused) {
    atomic_store(&x, 1);
    atomic_load(&y);
    return unused;
}

static void *right(void *unused) {
    atomic_store(&y, 1);
    atomic_load(&x);
    return unused;
}

int main(void) {
    pthread_t t[2];
    ((char *)&x)[0] = 0;
    ((char *)&y)[0] = 0;
    pthread_create(&t[0], NULL, left, NULL);
    pthread_create(&t[1], NULL, right, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
