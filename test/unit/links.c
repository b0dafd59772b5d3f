/* links.c - memory that the program has given back to a list of its own: what is noted of blocks, of parts, of variables, and when it is over. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <cmocka.h>
#include "objects/heap.h"
#include "objects/links.h"

static const ckptg_type t_double = {.kind = CKPTG_DOUBLE, .name = "double", .size = 8, .align = 8};
static const ckptg_type t_link, t_pointer = {.kind = CKPTG_POINTER, .name = "struct link *", .size = sizeof(void *), .align = sizeof(void *), .elem = &t_link};
static const ckptg_field f_link[] = {{.name = "next", .type = &t_pointer}}, f_node[] = {{.name = "value", .type = &t_double}, {.name = "next", .offset = 8, .type = &t_pointer}};
static const ckptg_type t_link = {.kind = CKPTG_STRUCT, .name = "struct link", .size = sizeof(void *), .align = sizeof(void *), .fields = f_link, .nfields = 1};
static const ckptg_type t_node = {.kind = CKPTG_STRUCT, .name = "struct node", .size = 8 + sizeof(void *), .align = 8, .fields = f_node, .nfields = 2};

/* Its pointer lies behind a number. */
static const ckptg_type t_size = {.kind = sizeof(long) == 8 ? CKPTG_ULONG : CKPTG_UINT, .name = "size", .size = sizeof(void *), .align = sizeof(void *)};
static const ckptg_field f_hole[] = {{.name = "size", .type = &t_size}, {.name = "next", .offset = sizeof(void *), .type = &t_pointer}};
static const ckptg_type t_hole = {.kind = CKPTG_STRUCT, .name = "struct hole", .size = 2 * sizeof(void *), .align = sizeof(void *), .fields = f_hole, .nfields = 2};

struct link { struct link *next; };
static struct link *list;

static ckpti_block found(const void *p)
{
    ckpti_block b;
    assert_true(ckpti_heap_find(p, &b));
    return b;
}

static void put(void *p)
{
    ((struct link *)ckptg_linked(p, &t_link))->next = list;
    list = p;
    ckptg_heads(&list);
}

static void *get(void)
{
    struct link *l = ckptg_unlinked(list);
    list = l->next;
    return l;
}

/* Each time, whatever is done without a lookup from the second time on. */
static void whole(void **state)
{
    (void)state;
    double *d[4];
    for (int i = 0; i < 4; i++)
        d[i] = ckptg_malloc(3 * sizeof *d[i], &t_double);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 4; i++) {
            put(d[i]);
            ckpti_block b = found(d[i]);
            assert_ptr_equal(b.link, &t_link);
            assert_ptr_equal(b.type, &t_double);
            assert_ptr_equal(b.link_head, &list);
            assert_false(b.link_inside);
        }
        for (int i = 4; i-- > 0;) {
            assert_ptr_equal(get(), d[i]);
            assert_null(found(d[i]).link);
            assert_ptr_equal(found(d[i]).type, &t_double);
        }
        assert_null(list);
    }
    put(d[0]);
    assert_ptr_equal(ckptg_again(get()), d[0]);
    assert_null(found(d[0]).type);
    put(d[0]); /* nobody has said what it is since: it is what it was */
    assert_ptr_equal(found(d[0]).type, &t_double);
    get();
    for (int i = 0; i < 4; i++)
        free(d[i]);
}

/* Where the type has a pointer there, nothing is on top of it. */
static void own_pointers(void **state)
{
    (void)state;
    unsigned char *n = ckptg_malloc(2 * t_node.size, &t_node);
    ckptg_linked(n + 8, &t_link);
    assert_null(found(n).link);
    ckptg_linked(n + 8 + t_node.size, &t_link);
    assert_null(found(n).link);
    ckptg_linked(n, &t_link);
    assert_ptr_equal(found(n).link, &t_link);
    free(n);
    assert_true(ckpti_link_has_pointer(&t_node, 8));
    assert_false(ckpti_link_has_pointer(&t_node, 0));
    assert_true(ckpti_link_has_pointer(&t_node, 8 + t_node.size));
    assert_false(ckpti_link_has_pointer(0, 0));
}

static bool is_inside_head(const void *head)
{
    const void *const *heads;
    for (size_t i = ckpti_link_inside_heads(&heads); i-- > 0;)
        if (heads[i] == head)
            return true;
    return false;
}

static bool is_in_span(const void *at)
{
    const ckpti_link_span *spans;
    for (unsigned i = ckpti_link_spans(&spans); i-- > 0;)
        if ((const unsigned char *)at >= spans[i].from && (const unsigned char *)at < spans[i].to)
            return true;
    return false;
}

static void inside(void **state)
{
    (void)state;
    static struct link *slabs, *holes;
    double *d = ckptg_malloc(64, &t_double);
    ckptg_linked(d + 2, &t_link);
    ckptg_heads(&slabs);
    assert_true(found(d).link_inside);
    assert_true(is_inside_head(&slabs));
    assert_false(is_inside_head(&list));
    ckptg_linked(d + 4, &t_hole);
    ckptg_heads(&holes);
    assert_true(is_inside_head(&holes));
    free(d);
}

/* Of each list, however many there are. */
static void inside_many(void **state)
{
    (void)state;
    enum { N = 5000 };
    static struct link *lists[N];
    double *d = ckptg_malloc(2 * N * sizeof *d, &t_double);
    for (int i = 0; i < N; i++) {
        ckptg_linked(d + 2 * i + 1, &t_link);
        ckptg_heads(&lists[i]);
    }
    const void *const *heads;
    size_t n = ckpti_link_inside_heads(&heads), known = 0;
    for (size_t i = 0; i < n; i++)
        known += heads[i] >= (void *)lists && heads[i] < (void *)(lists + N);
    assert_int_equal(known, N);
    for (int i = 0; i < N; i += 100)
        assert_true(is_inside_head(&lists[i]));
    free(d);
}

static __attribute__((noinline)) void local(uintptr_t *where)
{
    double d[256] = {0}; /* more than the run time's own functions need */
    *where = (uintptr_t)d;
    ckptg_linked(d + 1, &t_link);
    assert_true(is_in_span(d + 1));
}

static void variables(void **state)
{
    (void)state;
    static double some[1000], far[100000], more[100][1000], each[20000][8];
    static _Thread_local double mine[4];
    uintptr_t was;
    ckptg_linked(&some[7], &t_link);
    assert_true(is_in_span(&some[7]));
    assert_false(is_in_span(&far[70000]));
    ckptg_linked(&mine[2], &t_link);
    assert_true(is_in_span(&mine[2]));
    local(&was);
    ckptg_linked(&far[70000], &t_link);
    assert_false(is_in_span((void *)(was + sizeof(double)))); /* the function has returned */
    for (int i = 0; i < 100; i++)
        ckptg_linked(&more[i][0], &t_link);
    for (int i = 0; i < 100; i++)
        assert_true(is_in_span(&more[i][0]) && !is_in_span(&more[i][500]));
    assert_true(is_in_span(&some[7]) && is_in_span(&mine[2]) && is_in_span(&far[70000]));
    assert_false(is_in_span(&some[6]) || is_in_span(&some[8]) || is_in_span(&mine[3]));
    for (int i = 0; i < 20000; i++)
        ckptg_linked(&each[i * 7919 % 20000][3], &t_link);
    for (int i = 0; i < 20000; i += 97)
        assert_true(is_in_span(&each[i][3]));
    assert_true(is_in_span(&more[99][0]) && !is_in_span(&more[50][500]));
}

/* What a handler notes on a stack of its own tells nothing of the functions that it interrupts, wherever that stack lies. */
static double handlers[4];

static void handler(int number)
{
    (void)number;
    ckptg_linked(&handlers[1], &t_link);
}

static __attribute__((noinline)) void interrupted(void)
{
    double d[4] = {0};
    ckptg_linked(d + 1, &t_link);
    assert_int_equal(raise(SIGUSR1), 0);
    assert_true(is_in_span(d + 1));
    assert_true(is_in_span(&handlers[1]));
}

static void on_its_own_stack(void **state)
{
    (void)state;
    char memory[1 << 16];
    stack_t own = {.ss_sp = memory, .ss_size = sizeof memory}, before;
    struct sigaction act = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
    assert_int_equal(sigaltstack(&own, &before), 0);
    assert_int_equal(sigaction(SIGUSR1, &act, 0), 0);
    interrupted();
    assert_int_equal(sigaltstack(&before, 0), 0);
}

/* Another thread puts and takes between the two calls of one. */
static struct link *others[2];
static double parts[2][4];

static void *other(void *unused)
{
    (void)unused;
    ckptg_linked(&parts[1][1], &t_link);
    ckptg_heads(&others[1]);
    double *d = ckptg_malloc(sizeof *d, &t_double);
    put(d);
    free(ckptg_again(get()));
    return 0;
}

static void between(void)
{
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, 0, other, 0), 0);
    assert_int_equal(pthread_join(thread, 0), 0);
}

static void threads(void **state)
{
    (void)state;
    static struct link *own;
    double *d = ckptg_malloc(sizeof *d, &t_double);
    ckptg_linked(&parts[0][1], &t_link);
    between();
    ckptg_heads(&others[0]);
    assert_true(is_inside_head(&others[0]) && is_inside_head(&others[1]));
    ckptg_linked(d, &t_link);
    between();
    ckptg_heads(&own);
    assert_ptr_equal(found(d).link_head, &own);
    free(d);
}

enum { THREADS = 4, EACH = 20000 };
static struct link *tops[THREADS][EACH];
static double given[THREADS][EACH];

static void *puts_many(void *number)
{
    size_t k = (size_t)(uintptr_t)number;
    for (int i = 0; i < EACH; i++) {
        ckptg_linked(&given[k][i], &t_link);
        ckptg_heads(&tops[k][i]);
    }
    return 0;
}

static void threads_at_once(void **state)
{
    (void)state;
    pthread_t thread[THREADS];
    for (size_t k = 0; k < THREADS; k++)
        assert_int_equal(pthread_create(&thread[k], 0, puts_many, (void *)(uintptr_t)k), 0);
    for (int k = 0; k < THREADS; k++)
        assert_int_equal(pthread_join(thread[k], 0), 0);
    const void *const *all;
    size_t n = ckpti_link_inside_heads(&all), known = 0;
    for (size_t i = 0; i < n; i++)
        known += all[i] >= (void *)tops[0] && all[i] < (void *)tops[THREADS];
    assert_int_equal(known, THREADS * EACH);
    for (int k = 0; k < THREADS; k++)
        assert_true(is_in_span(&given[k][0]) && is_in_span(&given[k][EACH - 1]));
}

/* More pairs than there is room for at first. */
static void many(void **state)
{
    (void)state;
    enum { N = 1000 };
    static ckptg_type type[N];
    static void *block[N];
    for (int i = 0; i < N; i++) {
        type[i] = t_double;
        block[i] = ckptg_malloc(sizeof(double), &type[i]);
        ckptg_linked(block[i], &t_link);
    }
    for (int i = 0; i < N; i++) {
        assert_ptr_equal(found(block[i]).type, &type[i]);
        assert_ptr_equal(found(block[i]).link, &t_link);
        free(block[i]);
    }
    assert_false(ckpti_link_lost());
}

/* What there is no memory to note is said. */
static void no_memory(void **state)
{
    (void)state;
    static double some[1 << 22];
    struct rlimit limit, none;
    assert_int_equal(getrlimit(RLIMIT_AS, &limit), 0);
    none = limit;
    none.rlim_cur = 0;
    assert_int_equal(setrlimit(RLIMIT_AS, &none), 0);
    for (size_t i = 0; i < sizeof some / sizeof *some && !ckpti_link_lost(); i += 64)
        ckptg_linked(&some[i], &t_link);
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
    assert_true(ckpti_link_lost());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole), cmocka_unit_test(own_pointers), cmocka_unit_test(inside), cmocka_unit_test(inside_many), cmocka_unit_test(on_its_own_stack),
        cmocka_unit_test(variables), cmocka_unit_test(threads), cmocka_unit_test(threads_at_once), cmocka_unit_test(many), cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, 0, 0);
}
