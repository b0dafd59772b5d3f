// Threads that may run at a site; joined before.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <pthread.h>

static void *work(void *p) { return p; }

static int parallel(void)
{
    pthread_t t;
    return pthread_create(&t, 0, work, 0) || pthread_join(t, 0);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0); // expect: ckpt-other-thread
    #pragma ckpt
    return pthread_join(t, 0) + parallel();
}
