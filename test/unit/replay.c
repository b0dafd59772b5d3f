/* replay.c - recorded calls are made again with the arguments they had; what no image can carry is refused with its place. */
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "ckpt_replay_abi.h"
#include "objects/process_hooks.h"
#include "objects/process_roots.h"
#include "objects/replay.h"

/* ---- the functions called, and what they saw ------------------------------------------------------------------------------------ */

struct options { short kind; double weight; const char *name; int list[3]; };
struct device;                                     /* a library's */

static char seen[512];
static int opened_fd, global_seen, global = 7;

static void note(const char *format, ...)
{
    size_t n = strlen(seen);
    va_list list;

    va_start(list, format);
    vsnprintf(seen + n, sizeof seen - n, format, list);
    va_end(list);
}

static int many(signed char a, unsigned short b, int c, long d, unsigned long long e, float f, double g)
{
    note("many %d %u %d %ld %llu %g %g; ", a, b, c, d, e, (double)f, g);
    return -5;
}

static struct device *open_it(const char *path, const struct options *o)
{
    note("open %s %d %g %s %d %d %d; ", path, o->kind, o->weight, o->name ? o->name : "-", o->list[0], o->list[1], o->list[2]);
    opened_fd = open("/dev/null", O_RDONLY);
    global_seen = global;
    global = 99;
    return (struct device *)(seen + sizeof seen - 1 - global_seen);
}

static void use(struct device *d, const double *values, int (*compare)(const char *, const char *))
{
    note("use %d %g %g %d; ", (int)(seen + sizeof seen - 1 - (char *)d), values[0], values[1], compare("a", "a"));
}

static int varied(const char *format, ...)
{
    va_list list;
    int a;
    double b;

    va_start(list, format);
    a = va_arg(list, int);
    b = va_arg(list, double);
    va_end(list);
    note("varied %s %d %g; ", format, a, b);
    return 0;
}

/* ---- their descriptors, as the precompiler makes them --------------------------------------------------------------------------------- */

CKPTI_SCALAR(t_schar, CKPTG_SCHAR, "signed char", signed char);
CKPTI_SCALAR(t_short, CKPTG_SHORT, "short", short);
static const ckptg_type t_float = { .kind = CKPTG_FLOAT, .mant = 24, .name = "float", .size = sizeof(float), .align = _Alignof(float) };
static const ckptg_type t_double = { .kind = CKPTG_DOUBLE, .mant = 53, .name = "double", .size = sizeof(double), .align = _Alignof(double) };
static const ckptg_type t_device = { .kind = CKPTG_STRUCT, .flags = CKPTG_T_INCOMPLETE, .name = "struct device" };
CKPTI_ARRAY(t_int3, ckpti_t_int, 3, "int[3]", int);
CKPTI_ARRAY(t_double2, t_double, 2, "double[2]", double);
static const ckptg_field option_fields[] = {
    CKPTI_FIELD(struct options, kind, t_short), CKPTI_FIELD(struct options, weight, t_double),
    CKPTI_FIELD(struct options, name, ckpti_t_charp), CKPTI_FIELD(struct options, list, t_int3)
};
CKPTI_STRUCT(t_options, struct options, "struct options", option_fields);
CKPTI_ARRAY(t_options1, t_options, 1, "struct options[1]", struct options);
CKPTI_POINTER(t_options_p, t_options1, "struct options (*)[1]");
CKPTI_POINTER(t_device_p, t_device, "struct device *");
CKPTI_POINTER(t_double2_p, t_double2, "double (*)[2]");

static const ckptg_var vars[] = { CKPTI_VAR("global", global, ckpti_t_int) };
static const ckptg_fnref refs[] = {
    { "many", (void (*)(void))many, 1, 0 }, { "open_it", (void (*)(void))open_it, 1, 0 }, { "use", (void (*)(void))use, 1, 0 },
    { "varied", (void (*)(void))varied, 1, 0 }, { "strcmp", (void (*)(void))strcmp, 0, 0 }
};
static ckptg_unit unit = { .abi = CKPTG_ABI, .file = "replay.c", .vars = vars, .nvars = 1, .fnrefs = refs, .nfnrefs = 5 };

#define CALL(id, f, r, n, fixed, ...) \
    static const ckptg_type *const id##_args[] = { __VA_ARGS__ }; \
    static const ckptg_replay id = { .name = #f, .unit = "replay.c", .function = (void (*)(void))f, .result = r, .args = id##_args, \
                                     .nargs = n, .nfixed = fixed, .file = "replay.c", .line = __LINE__ }
CALL(call_many, many, &ckpti_t_int, 7, 7, &t_schar, &ckpti_t_ushort, &ckpti_t_int, &ckpti_t_long, &ckpti_t_ullong, &t_float, &t_double);
CALL(call_open, open_it, &t_device_p, 2, 2, &ckpti_t_charp, &t_options_p);
CALL(call_use, use, 0, 3, 3, &t_device_p, &t_double2_p, &ckpti_t_functionp);
CALL(call_varied, varied, &ckpti_t_int, 3, 1, &ckpti_t_charp, &ckpti_t_int, &t_double);
CALL(call_wrong, use, 0, 3, 3, &t_device_p, &t_double2_p, &ckpti_t_voidp);

static void record_all(void)
{
    signed char a = -3;
    unsigned short b = 65000;
    int c = -70000, result = 0;
    long d = -2000000000L;
    unsigned long long e = 18000000000000000000ull;
    float f = 0.1f;
    double g = M_PI, values[2] = { 1.5, -2.5 };
    struct options o = { 3, 0.25, "inner", { 1, -2, 3 } }, *op = &o;
    const char *path = "/dev/x", *format = "fmt";
    struct device *dev;
    void *fn = (void *)strcmp;
    double (*vp)[2] = &values;

    ckptg_replay_before(&call_many, (const void *[]){ &a, &b, &c, &d, &e, &f, &g });
    result = many(a, b, c, d, e, f, g);
    ckptg_replay_after(&call_many, &result);
    ckptg_replay_before(&call_open, (const void *[]){ &path, &op });
    dev = open_it(path, op);
    ckptg_replay_after(&call_open, &dev);
    o.weight = 100;                                /* too late for the record */
    ckptg_replay_before(&call_use, (const void *[]){ &dev, &vp, &fn });
    use(dev, values, strcmp);
    ckptg_replay_after(&call_use, 0);
    ckptg_replay_before(&call_varied, (const void *[]){ &format, &c, &g });
    result = varied(format, c, g);
    ckptg_replay_after(&call_varied, &result);
}

static void replayed(void **unused)
{
    char first[sizeof seen];
    ckpti_pw w = { 0 };
    uint32_t rows = 0;
    int fd;

    (void)unused;
    ckptg_register(&unit);
    close(open("/dev/null", O_RDONLY));
    record_all();
    strcpy(first, seen);
    fd = opened_fd;
    assert_int_equal(global_seen, 7);
    assert_true(ckpti_replay_owns(fd) && !ckpti_replay_owns(fd + 1));
    assert_int_equal(ckpti_replay_rows(&w, &rows), CKPT_OK);
    assert_int_equal(rows, 4);

    close(fd);                                     /* another process: */
    seen[0] = 0;
    global = 7;
    ckpti_pr r = { w.data, w.data + w.size, false };
    assert_int_equal(ckpti_replay_read(&r), CKPT_OK);
    global = 1234;                                 /* the image's value */
    assert_int_equal(ckpti_replay_run(), CKPT_OK);
    assert_string_equal(seen, first);
    assert_int_equal(opened_fd, fd);
    assert_int_equal(global_seen, 7);
    assert_int_equal(global, 1234);
    assert_int_equal(ckpti_replay_result_id(seen + sizeof seen - 8), 2);
    assert_ptr_equal(ckpti_replay_result(2), seen + sizeof seen - 8);
    close(fd);

    /* and again, from a checkpoint of the restarted process; then damaged in every way */
    ckpti_pw again = { 0 };
    assert_int_equal(ckpti_replay_rows(&again, &rows), CKPT_OK);
    assert_int_equal(again.size, w.size);
    assert_memory_equal(again.data, w.data, w.size);
    for (size_t i = 0; i < w.size; i++)
        for (int bit = 0; bit < 8; bit++) {
            unsigned char *copy = malloc(w.size);
            memcpy(copy, w.data, w.size);
            copy[i] ^= (unsigned char)(1 << bit);
            ckpti_pr damaged = { copy, copy + w.size, false };
            (void)ckpti_replay_read(&damaged);
            free(copy);
        }
    for (size_t n = 0; n < w.size; n++) {
        unsigned char *copy = malloc(n + 1);
        memcpy(copy, w.data, n);
        ckpti_pr cut = { copy, copy + n, false };
        assert_int_not_equal(ckpti_replay_read(&cut), CKPT_OK);
        free(copy);
    }
    ckpti_pw_free(&w);
    ckpti_pw_free(&again);
}

static void refused(void **unused)
{
    double values[2] = { 1, 2 }, (*vp)[2] = &values;
    struct device *dev = 0;
    void *fn = values;
    ckpti_pw w = { 0 };
    uint32_t rows;

    (void)unused;
    ckptg_replay_before(&call_wrong, (const void *[]){ &dev, &vp, &fn });
    ckptg_replay_after(&call_wrong, 0);
    assert_int_equal(ckpti_replay_rows(&w, &rows), CKPT_EUNSUPPORTED);
    assert_non_null(strstr(ckpti_fail_text(CKPT_EUNSUPPORTED), "replay of use: argument 3 is of a type that cannot be carried"));
    ckpti_pw_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(replayed), cmocka_unit_test(refused) };
    return cmocka_run_group_tests(tests, 0, 0);
}
