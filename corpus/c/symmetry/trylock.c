/* Each thread takes a lock if it can. */
#include <pthread.h>
#ifndef N
#define N 3
#endif
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *run(void *arg)
{
    (void)arg;
    if (pthread_mutex_trylock(&m) == 0) {
        x++;
        pthread_mutex_unlock(&m);
    }
    return 0;
}
#include "start.h"
