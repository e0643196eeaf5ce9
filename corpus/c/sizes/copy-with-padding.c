// A struct with padding, and a member that nobody sets, is copied by another thread: what was never written is copied as
// such, and only an error where it is used, with -DUSE. Without, 1.
//
// expect: 1
// expect -DUSE: undefined-behaviour or uninitialised-read
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct record {
    char kind;
    int value;
    atomic_int count;
    int unset;
};

static void *reader(void *record) {
    struct record copy = *(struct record *)record;
    assert(copy.kind == 1 && copy.value == 2 && copy.count == 3);
#ifdef USE
    if (copy.unset) {
        return record;
    }
#endif
    return NULL;
}

int main(void) {
    pthread_t t;
    struct record *record = malloc(sizeof *record);
    record->kind = 1;
    record->value = 2;
    atomic_store(&record->count, 3);
    pthread_create(&t, NULL, reader, record);
    pthread_join(t, NULL);
    free(record);
    return 0;
}
