/* Starts N threads that are all alike, and waits for them. */
#ifndef BEFORE
#define BEFORE (void)0
#endif
int main(void)
{
    pthread_t t[N];
    BEFORE;
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, run, 0);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
