/* links.c - memory that the program has given back to a list of its own: what is noted of blocks, of parts, of variables, and when it is over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "objects/heap.h"
#include "objects/links.h"

static const ckptg_type t_double = {.kind = CKPTG_DOUBLE, .name = "double", .size = 8, .align = 8};
static const ckptg_type t_link, t_pointer = {.kind = CKPTG_POINTER, .name = "struct link *", .size = sizeof(void *), .align = sizeof(void *), .elem = &t_link};
static const ckptg_field f_link[] = {{.name = "next", .type = &t_pointer}}, f_node[] = {{.name = "value", .type = &t_double}, {.name = "next", .offset = 8, .type = &t_pointer}};
static const ckptg_type t_link = {.kind = CKPTG_STRUCT, .name = "struct link", .size = sizeof(void *), .align = sizeof(void *), .fields = f_link, .nfields = 1};
static const ckptg_type t_node = {.kind = CKPTG_STRUCT, .name = "struct node", .size = 8 + sizeof(void *), .align = 8, .fields = f_node, .nfields = 2};

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
    static struct link *slabs;
    double *d = ckptg_malloc(64, &t_double);
    ckptg_linked(d + 2, &t_link);
    ckptg_heads(&slabs);
    assert_true(found(d).link_inside);
    assert_true(is_inside_head(&slabs));
    assert_false(is_inside_head(&list));
    free(d);
}

static __attribute__((noinline)) void local(uintptr_t *where)
{
    double d[4] = {0};
    *where = (uintptr_t)d;
    ckptg_linked(d + 1, &t_link);
    assert_true(is_in_span(d + 1));
}

static void variables(void **state)
{
    (void)state;
    static double some[1000], far[100000], more[100][1000];
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
        assert_true(is_in_span(&more[i][0]));
    assert_true(is_in_span(&some[7]) && is_in_span(&mine[2]) && is_in_span(&far[70000]));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole), cmocka_unit_test(own_pointers), cmocka_unit_test(inside), cmocka_unit_test(variables), cmocka_unit_test(many),
    };
    return cmocka_run_group_tests(tests, 0, 0);
}
