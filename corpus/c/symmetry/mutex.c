/* Each thread takes a lock once. */
#include <pthread.h>
#ifndef N
#define N 4
#endif
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *run(void *arg) { (void)arg; pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
#include "start.h"
