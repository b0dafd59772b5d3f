/* heap.c - the allocator: contents, alignment, sizes, types, blocks by address, numbers, threads, forks. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <malloc.h>
#include <errno.h>
#include <cmocka.h>
#include "objects/heap.h"

static const ckptg_type t_int = {.kind = CKPTG_INT, .name = "int", .size = 4, .align = 4};

static unsigned seed = 1;
static unsigned next(void) { return (seed = seed * 1103515245u + 12345u) >> 8; }

/* Blocks of all sizes come and go; each keeps its pattern. */
static void churn(unsigned rounds, unsigned s)
{
    enum { N = 512 };
    unsigned char *p[N] = {0};
    size_t size[N] = {0};
    unsigned r = s;
    for (unsigned i = 0; i < rounds; i++) {
        r = r * 1103515245u + 12345u;
        unsigned k = (r >> 8) % N, what = (r >> 20) % 4;
        for (size_t j = 0; p[k] && j < size[k]; j += size[k] / 8 + 1)
            if (p[k][j] != (unsigned char)k)
                abort();
        size_t want = (r >> 4) % ((r >> 24) % 32 ? 600 : 300000) + 1;
        if (p[k] && what == 0) {
            p[k] = realloc(p[k], want);
        } else if (p[k]) {
            free(p[k]);
            p[k] = 0;
            continue;
        } else if (what == 1) {
            p[k] = calloc(1, want);
            for (size_t j = 0; j < want; j++)
                if (p[k][j])
                    abort();
        } else {
            p[k] = what == 2 ? aligned_alloc(64, want) : malloc(want);
        }
        if (!p[k] || (uintptr_t)p[k] % 16 || malloc_usable_size(p[k]) != want)
            abort();
        size[k] = want;
        memset(p[k], (int)k, want);
    }
    for (unsigned k = 0; k < N; k++)
        free(p[k]);
}

static void contents(void **state)
{
    (void)state;
    churn(200000, 7);
}

static void odd_requests(void **state)
{
    (void)state;
    void *p = 0;
    volatile size_t huge = SIZE_MAX / 2 + 5;
    errno = 0;
    assert_null(malloc(huge));
    assert_int_equal(errno, ENOMEM);
    assert_null(calloc(huge, 16));
    assert_null(aligned_alloc(24, 10));
    assert_int_equal(posix_memalign(&p, 3, 10), EINVAL);
    assert_int_equal(posix_memalign(&p, 1 << 16, 10), 0);
    assert_int_equal((uintptr_t)p % (1 << 16), 0);
    p = realloc(p, 100000);
    assert_non_null(p);
    assert_null(realloc(p, 0));
    void *a = malloc(0), *b = malloc(0);
    assert_true(a && b && a != b);
    free(a);
    free(b);
    p = malloc(10);
    assert_non_null(p);
    void *volatile there = p;
    assert_null(realloc(p, huge)); /* p is still there */
    free(there);
}

static void found_by_address(void **state)
{
    (void)state;
    ckpti_block b;
    static const size_t sizes[] = {0, 1, 15, 16, 17, 32, 100, 1008, 1009, 5000, 32752, 32753, 1000000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t align = 0; align <= 4096; align = align ? align * 16 : 64) {
            size_t n = sizes[i];
            unsigned char *p = align ? ckptg_aligned_alloc(align, n, &t_int) : ckptg_malloc(n, &t_int);
            assert_true(ckpti_heap_find(p, &b));
            assert_ptr_equal(b.start, p);
            assert_int_equal(b.size, n);
            assert_int_equal(b.align, align);
            assert_ptr_equal(b.type, &t_int);
            assert_true(ckpti_heap_find(p + n, &b));
            assert_ptr_equal(b.start, p);
            if (n) {
                assert_true(ckpti_heap_find(p + n / 2, &b));
                assert_ptr_equal(b.start, p);
            }
            assert_true(!ckpti_heap_find(p - 1, &b) || b.start != p);
            assert_true(!ckpti_heap_find(p + n + 1, &b) || b.start != p);
            assert_int_equal(ckpti_heap_number(p), 0);
            assert_true(ckpti_heap_set_number(p, 5));
            assert_int_equal(ckpti_heap_number(p), 5);
            ckpti_heap_forget_numbers();
            assert_int_equal(ckpti_heap_number(p), 0);
            void *volatile gone = p;
            free(p);
            assert_false(ckpti_heap_find(gone, &b) && b.start == gone);
        }
    int local;
    assert_false(ckpti_heap_find(&local, &b));
    assert_false(ckpti_heap_find(found_by_address, &b));
}

static void types_stay(void **state)
{
    (void)state;
    ckpti_block b;
    int *p = ckptg_malloc(8, &t_int);
    p = realloc(p, 100);
    assert_true(ckpti_heap_find(p, &b) && b.type == &t_int);
    p = realloc(p, 100000);
    assert_true(ckpti_heap_find(p, &b) && b.type == &t_int);
    free(p);
    char *s = strdup("the C library's blocks are known, too");
    assert_true(ckpti_heap_find(s, &b) && !b.type && b.size == strlen(s) + 1);
    free(s);
    void *raw = malloc(64);
    ckptg_typed(raw, &t_int);
    assert_true(ckpti_heap_find(raw, &b) && b.type == &t_int);
    free(raw);
}

static void private_blocks_are_no_objects(void **state)
{
    (void)state;
    ckpti_block b;
    ckpti_heap_private(1);
    void *p = malloc(100);
    ckpti_heap_private(-1);
    assert_false(ckpti_heap_find(p, &b));
    p = realloc(p, 5000);
    assert_false(ckpti_heap_find(p, &b));
    free(p);
    ckpti_heap_private(1);
    p = ckpti_heap_restore(100, 0, &t_int);
    ckpti_heap_private(-1);
    assert_true(ckpti_heap_find(p, &b));
    free(p);
}

/* A pointer to a block's end is one to that block only: no other block begins there, whatever the sizes, nor anything else in a mapping. */
static void ends_are_nobodys_start(void **state)
{
    (void)state;
    static const size_t sizes[] = { 0, 1, 16, 24, 32, 48, 112, 128, 240, 496, 1008, 4080, 4096, 8176, 16368, 65520, 131056, 1048560, 4194288, 8388544, 8388560 };
    enum { SIZES = sizeof sizes / sizeof *sizes, EACH = 6 };
    unsigned char *p[SIZES][EACH];
    for (size_t i = 0; i < SIZES; i++)
        for (int k = 0; k < EACH; k++) {
            p[i][k] = k < 3 ? malloc(sizes[i]) : k == 3 ? aligned_alloc(64, sizes[i]) : realloc(malloc(100), sizes[i] + (size_t)k);
            assert_non_null(p[i][k]);
        }
    for (size_t i = 0; i < SIZES; i++)
        for (int k = 0; k < EACH; k++) {
            ckpti_block b;
            const unsigned char *end = p[i][k] + malloc_usable_size(p[i][k]);
            assert_true(ckpti_heap_find(end, &b));
            assert_ptr_equal(b.start, p[i][k]);
        }
    for (size_t i = 0; i < SIZES; i++)
        for (int k = 0; k < EACH; k++)
            free(p[i][k]);
}

static void *worker(void *seed_of)
{
    churn(60000, (unsigned)(uintptr_t)seed_of);
    return 0;
}

static void threads_and_forks(void **state)
{
    (void)state;
    pthread_t t[4];
    for (uintptr_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&t[i], 0, worker, (void *)(i + 1)), 0);
    for (int i = 0; i < 20; i++) {
        pid_t child = fork();
        if (!child) {
            churn(100, next());
            _exit(0);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contents), cmocka_unit_test(odd_requests), cmocka_unit_test(found_by_address), cmocka_unit_test(ends_are_nobodys_start), cmocka_unit_test(types_stay),
        cmocka_unit_test(private_blocks_are_no_objects), cmocka_unit_test(threads_and_forks),
    };
    return cmocka_run_group_tests(tests, 0, 0);
}
