/* A lock is given back by the wrong thread. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *helper(void *arg) {
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, helper, NULL);
    pthread_join(t, NULL);
    return 0;
}
