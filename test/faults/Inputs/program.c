/* program.c - a small program as ckptcc would emit it, by hand: it needs the runtime but no precompiler.
 *
 * Usage   program [steps]
 * Output  one line at the end, that depends on every visit. Each step visits the site once, two calls below main.
 * State   a global, a list on the heap that grows and is turned round, locals in two frames, an array on the stack.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "ckpt_abi.h"

#define CODE __attribute__((section("ckptg_text"), noinline))

typedef struct node {
    long value;
    struct node *next;
} node;

static unsigned long total;
static node *list;
static long spare[40000];               /* zeros: a hole in the image's file */

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static const ckptg_type t_int = { .kind = CKPTG_INT, .flags = CKPTG_T_SIGNED, .name = "int", .size = sizeof(int),
                                  .align = _Alignof(int) };
static const ckptg_type t_long = { .kind = CKPTG_LONG, .flags = CKPTG_T_SIGNED, .name = "long", .size = sizeof(long),
                                   .align = _Alignof(long) };
static const ckptg_type t_ulong = { .kind = CKPTG_ULONG, .name = "unsigned long", .size = sizeof(long), .align = _Alignof(long) };
static const ckptg_type t_node, t_nodep = { .kind = CKPTG_POINTER, .name = "node *", .size = sizeof(node *),
                                            .align = _Alignof(node *), .elem = &t_node };
static const ckptg_field f_node[] = {
    { .name = "value", .type = &t_long, .offset = __builtin_offsetof(node, value), .line = 17 },
    { .name = "next", .type = &t_nodep, .offset = __builtin_offsetof(node, next), .line = 18 },
};
static const ckptg_type t_node = { .kind = CKPTG_STRUCT, .nfields = 2, .name = "struct node", .size = sizeof(node),
                                   .align = _Alignof(node), .fields = f_node, .file = "program.c", .line = 16 };
static const ckptg_type t_longs = { .kind = CKPTG_ARRAY, .name = "long[8]", .size = 8 * sizeof(long), .align = _Alignof(long),
                                    .elem = &t_long, .count = 8 };
static const ckptg_type t_spare = { .kind = CKPTG_ARRAY, .name = "long[40000]", .size = sizeof spare, .align = _Alignof(long),
                                    .elem = &t_long, .count = 40000 };
static const ckptg_type t_longp = { .kind = CKPTG_POINTER, .name = "long *", .size = sizeof(long *), .align = _Alignof(long *),
                                    .elem = &t_long };

static const ckptg_var variables[] = {
    { .name = "total", .type = &t_ulong, .addr = &total, .flags = CKPTG_V_STATIC, .line = 21 },
    { .name = "list", .type = &t_nodep, .addr = &list, .flags = CKPTG_V_STATIC, .line = 22 },
    { .name = "spare", .type = &t_spare, .addr = spare, .flags = CKPTG_V_STATIC, .line = 23 },
};

static const ckptg_local step_locals[] = {
    { .name = "i", .type = &t_int, .line = 70 },
    { .name = "recent", .type = &t_longp, .line = 70 },
};
static const ckptg_resume step_resumes[] = { { .line = 77, .nlocals = 2, .locals = step_locals } };
static const ckptg_local main_locals[] = {
    { .name = "steps", .type = &t_int, .line = 100 },
    { .name = "i", .type = &t_int, .line = 101 },
    { .name = "recent", .type = &t_longs, .flags = CKPTG_L_MEMORY, .line = 102 },
};
static const ckptg_resume main_resumes[] = { { .callee = "step", .line = 106, .nlocals = 3, .locals = main_locals } };

static void step_restart(int, long *);
int ckptg_user_main_restart(int argc, char **argv, char **envp);

static const ckptg_function fn_step = { .name = "step", .file = "program.c", .line = 70, .is_static = 1, .nresumes = 1,
                                        .resumes = step_resumes, .restart = (void (*)(void))step_restart };
static const ckptg_function fn_main = { .name = "main", .file = "program.c", .line = 98, .nresumes = 1, .resumes = main_resumes,
                                        .restart = (void (*)(void))ckptg_user_main_restart };
static const ckptg_function *const functions[] = { &fn_step, &fn_main };
static ckptg_unit unit = { .abi = CKPTG_ABI, .file = "program.c", .vars = variables, .nvars = 3,
                           .functions = functions, .nfunctions = 2 };

__attribute__((constructor)) static void register_unit(void)
{
    ckptg_register(&unit);
}

/* ---- program ----------------------------------------------------------------------------------------------------- */

static void pause_a_little(void)
{
    const char *text = getenv("PROGRAM_PAUSE_US");
    struct timespec time = { 0, text ? atol(text) * 1000 : 0 };

    if (time.tv_nsec)
        nanosleep(&time, 0);
}

static void grow(int i)
{
    node *n = ckptg_malloc(sizeof *n, &t_node);

    if (!n)
        abort();
    n->value = i;
    n->next = list;
    list = n;
    if (i % 7 == 0) {                              /* turn it round */
        node *back = 0;
        while (list) {
            node *next = list->next;
            list->next = back;
            back = list;
            list = next;
        }
        list = back;
    }
}

static void after_site(int i, long *recent)
{
    for (node *n = list; n; n = n->next)
        total = total * 31 + (unsigned long)n->value;
    total &= 0xffffffu;
    recent[i % 8] += (long)total;
    pause_a_little();
}

static CODE void step(int i, long *recent)
{
    grow(i);
    if (ckptg_visit())
        if (ckptg_site(&fn_step, 0)) {
            void *addr[2] = { &i, &recent };
            ckptg_capture(&fn_step, 0, addr, 0, __builtin_return_address(0));
            return;
        }
    after_site(i, recent);
}

static CODE void step_restart(int i, long *recent)
{
    ckptg_u32 resume = ckptg_enter(&fn_step);
    void *const *values = ckptg_bind(&fn_step, resume, (void *[2]){ 0, 0 }, 0);

    memcpy(&i, values[0], sizeof i);
    memcpy(&recent, values[1], sizeof recent);
    ckptg_resumed();
    after_site(i, recent);
}

static void finish(int steps, const long *recent)
{
    unsigned long sum = 0;

    for (int i = 0; i < 8; i++)
        sum = sum * 131 + (unsigned long)recent[i];
    printf("%d steps, %lx %lx\n", steps, total, sum & 0xffffffu);
}

CODE int ckptg_user_main(int argc, char **argv, char **envp)
{
    int steps = argc > 1 ? atoi(argv[1]) : 40;
    long recent[8] = { 0 };

    (void)envp;
    for (int i = 0; i < steps; i++) {
        step(i, recent);
        if (ckptg_capturing) {
            void *addr[3] = { &steps, &i, recent };
            ckptg_capture(&fn_main, 0, addr, 0, __builtin_return_address(0));
            return 0;
        }
    }
    finish(steps, recent);
    return 0;
}

CODE int ckptg_user_main_restart(int argc, char **argv, char **envp)
{
    int steps, i;
    long recent[8];
    ckptg_u32 resume = ckptg_enter(&fn_main);
    void *const *values = ckptg_bind(&fn_main, resume, (void *[3]){ 0, 0, recent }, 0);

    (void)argc, (void)argv, (void)envp;
    memcpy(&steps, values[0], sizeof steps);
    memcpy(&i, values[1], sizeof i);
    ((void (*)(int, long *))ckptg_next())(0, 0);
    if (ckptg_capturing) {
        void *addr[3] = { &steps, &i, recent };
        ckptg_capture(&fn_main, 0, addr, 0, __builtin_return_address(0));
        return 0;
    }
    for (i++; i < steps; i++) {
        step(i, recent);
        if (ckptg_capturing) {
            void *addr[3] = { &steps, &i, recent };
            ckptg_capture(&fn_main, 0, addr, 0, __builtin_return_address(0));
            return 0;
        }
    }
    finish(steps, recent);
    return 0;
}
