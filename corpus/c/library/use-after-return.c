// A pointer to a local variable outlives the call, and another call puts its own variables in the same place. The pointer is
// returned, stored where the caller sees it (-DSTORED), or put into a list (-DLISTED). With -DUNUSED nobody follows it: 1.
//
// expect: use-after-free
// expect -DSTORED: use-after-free
// expect -DLISTED: use-after-free
// expect -DUNUSED: 1
#include <pthread.h>
#include <stdlib.h>

struct link {
    int value;
    struct link *next;
};

static struct link *listed(struct link *head) {
    struct link link = {3, NULL};
    head->next = &link;
    return head;
}

static int *returned(int **place) {
    int local[2] = {1, 2};
    int *pointer = local;
    *place = pointer;
    return pointer;
}

static int another(void) {
    struct link link = {7, NULL};
    struct link *pointer = &link;
    return pointer->value;
}

static void *user(void *unused) {
    struct link *head = malloc(sizeof *head);
    int *stored = NULL, result = 0;
    listed(head);
    int *pointer = returned(&stored);
    result += another();
#if defined STORED
    result += *stored;
#elif defined LISTED
    result += head->next->value;
#elif !defined UNUSED
    result += *pointer;
#endif
    (void)pointer;
    free(head);
    return result ? unused : NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, user, NULL);
    pthread_join(t, NULL);
    return 0;
}
