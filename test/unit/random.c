/* random.c - the runtime's generators give the C library's numbers. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

int ckptg_w_rand(void);
void ckptg_w_srand(unsigned seed);
long ckptg_w_random(void);
void ckptg_w_srandom(unsigned seed);
char *ckptg_w_initstate(unsigned seed, char *buffer, size_t size);
char *ckptg_w_setstate(char *buffer);
double ckptg_w_drand48(void);
double ckptg_w_erand48(unsigned short x[3]);
long ckptg_w_lrand48(void);
long ckptg_w_nrand48(unsigned short x[3]);
long ckptg_w_mrand48(void);
long ckptg_w_jrand48(unsigned short x[3]);
void ckptg_w_srand48(long seed);
unsigned short *ckptg_w_seed48(unsigned short x[3]);
void ckptg_w_lcong48(unsigned short x[7]);

static void same(int n)
{
    for (int i = 0; i < n; i++) {
        assert_int_equal(rand(), ckptg_w_rand());
        assert_int_equal(random(), ckptg_w_random());
    }
}

static void sequences(void **unused)
{
    static const unsigned seeds[] = { 0, 1, 2, 42, 4711, 0x7fffffff, 0x80000000, 0xffffffff, 127773, 2147483646 };

    (void)unused;
    same(1000);                                    /* never seeded */
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        srand(seeds[i]), ckptg_w_srand(seeds[i]);
        same(500);
        srandom(seeds[i] * 3), ckptg_w_srandom(seeds[i] * 3);
        same(500);
    }
}

static void states(void **unused)
{
    static const size_t sizes[] = { 8, 31, 32, 63, 64, 127, 128, 255, 256, 300 };
    enum { N = sizeof sizes / sizeof *sizes };
    static char theirs[N][300], ours[N][300], small[7];
    char *old_theirs = 0, *old_ours = 0;

    (void)unused;
    for (int i = 0; i < N; i++) {
        char *a = initstate(i * 77u, theirs[i], sizes[i]), *b = ckptg_w_initstate(i * 77u, ours[i], sizes[i]);
        if (i == 0) {
            old_theirs = a, old_ours = b;
        } else {
            assert_ptr_equal(a, theirs[i - 1]);
            assert_ptr_equal(b, ours[i - 1]);
        }
        same(100 + i);
    }
    for (int k = 0; k < 50; k++) {
        int i = (k * 7) % N;
        setstate(theirs[i]);
        assert_non_null(ckptg_w_setstate(ours[i]));
        same(k);
        if (k % 9 == 0) {
            srandom((unsigned)k), ckptg_w_srandom((unsigned)k);
            same(40);
        }
    }
    errno = 0;
    assert_null(ckptg_w_initstate(1, small, sizeof small));
    assert_int_equal(errno, EINVAL);
    errno = 0;
    assert_null(ckptg_w_setstate(small));
    assert_int_equal(errno, EINVAL);
    same(10);
    setstate(old_theirs), ckptg_w_setstate(old_ours);
    same(100);
}

static void family48(void **unused)
{
    unsigned short theirs[3] = { 1, 2, 3 }, ours[3] = { 1, 2, 3 }, seed[3] = { 9, 8, 7 };
    unsigned short full[7] = { 1, 2, 3, 4, 5, 6, 7 };

    (void)unused;
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 200; i++) {
            assert_true(drand48() == ckptg_w_drand48());
            assert_true(erand48(theirs) == ckptg_w_erand48(ours));
            assert_int_equal(lrand48(), ckptg_w_lrand48());
            assert_int_equal(nrand48(theirs), ckptg_w_nrand48(ours));
            assert_int_equal(mrand48(), ckptg_w_mrand48());
            assert_int_equal(jrand48(theirs), ckptg_w_jrand48(ours));
        }
        if (round == 0) {
            srand48(-17), ckptg_w_srand48(-17);
        } else if (round == 1) {
            unsigned short *a = seed48(seed), *b = ckptg_w_seed48(seed);
            assert_memory_equal(a, b, 6);
        } else if (round == 2) {
            lcong48(full), ckptg_w_lcong48(full);
        } else {
            srand48(1L << 30), ckptg_w_srand48(1L << 30);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(sequences), cmocka_unit_test(states), cmocka_unit_test(family48) };
    return cmocka_run_group_tests(tests, 0, 0);
}
