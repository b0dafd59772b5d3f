/* heap_lock.c - the heap's lock: what is written while it is held is whole, whoever holds it, and it comes back to the thread that wants it most. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <linux/membarrier.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "objects/heap_lock.h"

enum { OWNER = 3000000, OTHERS = 3, EACH = 50000, LATER = 3000000 };
static unsigned long one, two;        /* equal where the lock is free */
static unsigned long torn;
static int go, done;

static void step(unsigned inner)
{
    ckpti_heap_lock();
    if (one != two)
        torn++;
    one++;
    if (inner) {
        ckpti_heap_lock();
        one++;
        two++;
        ckpti_heap_unlock();
    }
    two++;
    ckpti_heap_unlock();
}

static void *other(void *pause)
{
    while (!__atomic_load_n(&go, __ATOMIC_ACQUIRE))
        ;
    for (int i = 0; i < EACH; i++) {
        step(i % 3 == 0);
        if (*(int *)pause && i % 100 == 0)
            usleep(50);
    }
    __atomic_add_fetch(&done, 1, __ATOMIC_RELEASE);
    return 0;
}

static void begin(pthread_t *threads, int *pause)
{
    one = two = torn = 0;
    go = done = 0;
    for (int i = 0; i < OTHERS; i++)
        assert_int_equal(pthread_create(&threads[i], 0, other, pause), 0);
}

static void end(pthread_t *threads, unsigned long owners)
{
    for (int i = 0; i < OTHERS; i++)
        assert_int_equal(pthread_join(threads[i], 0), 0);
    assert_int_equal(torn, 0);
    assert_int_equal(one, two);
    assert_int_equal(one, owners + OTHERS * (EACH + (EACH + 2) / 3));
}

static void whole(int pause)
{
    pthread_t threads[OTHERS];
    unsigned long owners = 0;

    begin(threads, &pause);
    for (int i = 0; i < OWNER || __atomic_load_n(&done, __ATOMIC_ACQUIRE) < OTHERS; i++) {
        if (i == 1000)
            __atomic_store_n(&go, 1, __ATOMIC_RELEASE);
        step(i % 5 == 0);
        owners += 1 + (i % 5 == 0);
    }
    end(threads, owners);
}

static void in_a_crowd(void **unused) { (void)unused, whole(0); }
static void now_and_then(void **unused) { (void)unused, whole(1); }

static bool has_barrier(void)
{
    long known = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0);
    return known > 0 && known & MEMBARRIER_CMD_PRIVATE_EXPEDITED;
}

/* When the others are gone it costs nothing again. */
static void comes_back(void **unused)
{
    (void)unused;
    if (!has_barrier())
        skip();
    assert_true(ckpti_heap_is_owner);
    for (int i = 0; i < LATER && ckpti_heap_shared; i++)
        step(0);
    assert_false(ckpti_heap_shared);
    assert_int_equal(ckpti_heap_depth, 0);
}

/* A child of another thread has it for itself. */
static void *forks(void *status)
{
    ckpti_heap_lock_at_fork();
    pid_t pid = fork();
    if (pid == 0) {
        ckpti_heap_lock_anew();
        step(1);
        _exit(!ckpti_heap_is_owner || ckpti_heap_shared || ckpti_heap_depth ? 1 : 0);
    }
    ckpti_heap_unlock_at_fork();
    waitpid(pid, status, 0);
    return 0;
}

static void forked(void **unused)
{
    int status = 1, here = 1;
    pthread_t thread;

    (void)unused;
    if (!has_barrier())
        skip();
    assert_int_equal(pthread_create(&thread, 0, forks, &status), 0);
    for (int i = 0; i < 100000; i++)
        step(0);
    assert_int_equal(pthread_join(thread, 0), 0);
    assert_int_equal(status, 0);
    forks(&here);
    assert_int_equal(here, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(in_a_crowd), cmocka_unit_test(now_and_then), cmocka_unit_test(comes_back), cmocka_unit_test(forked) };
    return cmocka_run_group_tests(tests, 0, 0);
}
