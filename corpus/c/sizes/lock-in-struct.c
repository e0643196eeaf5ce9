// A struct with a mutex is zeroed as a whole, used by two threads, and zeroed and used again. Each time the lock is taken in
// one of two orders: 4. With -DLIVE it is zeroed while it is in use.
//
// expect: 4
// expect -DLIVE: mixed-size-race or race
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};
struct account account;

static void *deposit(void *unused) {
    pthread_mutex_lock(&account.lock);
    account.balance++;
    pthread_mutex_unlock(&account.lock);
    return unused;
}

static void use(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, deposit, NULL);
    pthread_create(&t[1], NULL, deposit, NULL);
    pthread_join(t[0], NULL);
#ifdef LIVE
    memset(&account, 0, sizeof account);
#endif
    pthread_join(t[1], NULL);
}

int main(void) {
    memset(&account, 0, sizeof account);
    use();
    assert(account.balance == 2);
    memset(&account, 0, sizeof account);
    use();
    assert(account.balance == 2);
    return 0;
}
