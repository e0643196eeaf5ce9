/* A thread is joined or detached, and that once.
 *
 * expect rc11: 1
 * expect rc11 -DJOIN_DETACHED: invalid-join
 * expect rc11 -DDETACH_TWICE: invalid-join
 * expect rc11 -DDETACH_JOINED: invalid-join
 * expect rc11 -DJOIN_TWICE: invalid-join
 * expect rc11 -DJOIN_BORN_DETACHED: invalid-join
 * expect rc11 -DDETACH_BORN_DETACHED: invalid-join
 * expect rc11 -DJOIN_SELF_DETACHED: invalid-join
 * expect rc11 -DC11: invalid-join
 * expect rc11 -DBY_ANOTHER: invalid-join
 *
 * A copy that overlaps is found behind all that, too.
 *
 * expect rc11 -DBEHIND: undefined-behaviour
 *
 * Threads that detach themselves, and those that are joined beside them: 1 execution each.
 *
 * expect rc11 -DSELF: 1
 * expect rc11 -DBORN_DETACHED: 1
 * expect rc11 -DBOTH: 1
 */
#include <pthread.h>
#include <string.h>
#include <threads.h>

static pthread_t thread, other;
static char text[8] = "abcdef";

static void *idle(void *unused) { return unused; }

static int idle11(void *unused) { return unused != NULL; }

static void *detaches_itself(void *unused) {
    pthread_detach(pthread_self());
    return unused;
}

static void *detaches_thread(void *unused) {
    pthread_detach(thread);
    return unused;
}

int main(void) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
#ifdef C11
    thrd_t c11;
    thrd_create(&c11, idle11, NULL);
    thrd_detach(c11);
    thrd_join(c11, NULL);
#elif defined JOIN_BORN_DETACHED || defined DETACH_BORN_DETACHED || defined BORN_DETACHED
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, idle, NULL);
#elif defined JOIN_SELF_DETACHED || defined SELF
    pthread_create(&thread, NULL, detaches_itself, NULL);
#elif !defined BY_ANOTHER
    pthread_create(&thread, &attributes, idle, NULL);
#endif
#if defined JOIN_DETACHED || defined BEHIND
    pthread_detach(thread);
#ifdef BEHIND
    memcpy(text + 1, text, 4);
#endif
    pthread_join(thread, NULL);
#elif defined DETACH_TWICE
    pthread_detach(thread);
    pthread_detach(thread);
#elif defined DETACH_JOINED
    pthread_join(thread, NULL);
    pthread_detach(thread);
#elif defined JOIN_TWICE
    pthread_join(thread, NULL);
    pthread_join(thread, NULL);
#elif defined JOIN_BORN_DETACHED || defined JOIN_SELF_DETACHED
    pthread_join(thread, NULL);
#elif defined DETACH_BORN_DETACHED
    pthread_detach(thread);
#elif defined BY_ANOTHER
    pthread_create(&thread, NULL, idle, NULL);
    pthread_create(&other, NULL, detaches_thread, NULL);
    pthread_join(thread, NULL);
    pthread_join(other, NULL);
#elif defined BOTH
    pthread_create(&other, NULL, idle, NULL);
    pthread_detach(thread);
    pthread_join(other, NULL);
#endif
    pthread_attr_destroy(&attributes);
    (void)detaches_itself, (void)detaches_thread, (void)idle11, (void)other, (void)text;
    return 0;
}
