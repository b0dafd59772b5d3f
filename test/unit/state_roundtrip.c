/* state_roundtrip.c - a program as ckptcc emits it, by hand: captured, written, changed, restored, compared.
 *
 *   state_roundtrip              the tests, in one process
 *   state_roundtrip save FILE    write the image only
 *   state_roundtrip load FILE    restore it in another process, maybe of another architecture: prints "restored"
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wchar.h>
#include <cmocka.h>
#include "ckpt_abi.h"
#include "image/image.h"
#include "objects/frames.h"
#include "objects/process.h"
#include "restore/restore.h"
#include "site/arguments.h"
#include "save/save.h"
#include "storage/storage.h"

/* ---- the program's data ---- */

struct node {
    char tag;
    int value;
    struct node *next;
    double w[3];
    unsigned low : 5;
    int high : 7;
};
struct text {
    int n;
    char c[];
};

static long total;
static struct node *list;
static double grid[1000];
static char name[13];
static double *middle, *end_of_grid;
static const char *literal;
static int (*call)(int);
static struct text *flexible;
static void *untyped;
static int *dangling;
static long double wide;
static wchar_t letters[4];
struct node *shared;

static int twice(int x) { return 2 * x; }

/* ---- its tables ---- */

#define INT(id, K, T) static const ckptg_type id = {.kind = K, .flags = (T)-1 < (T)1 ? CKPTG_T_SIGNED : 0, .name = #T, \
                                                    .size = sizeof(T), .align = _Alignof(T)}
#define POINTER(id, to, spelt) static const ckptg_type id = {.kind = CKPTG_POINTER, .name = spelt, .size = sizeof(void *), \
                                                             .align = _Alignof(void *), .elem = &to}
#define ARRAY(id, of, T, n) static const ckptg_type id = {.kind = CKPTG_ARRAY, .name = "array", .size = (n) * sizeof(T), \
                                                          .align = _Alignof(T), .elem = &of, .count = n}
INT(t_char, CKPTG_CHAR, char);
INT(t_int, CKPTG_INT, int);
INT(t_uint, CKPTG_UINT, unsigned);
INT(t_long, CKPTG_LONG, long);
INT(t_wchar, sizeof(long) == sizeof(wchar_t) ? CKPTG_LONG : CKPTG_INT, wchar_t);
static const ckptg_type t_double = {.kind = CKPTG_DOUBLE, .mant = 53, .name = "double", .size = 8, .align = _Alignof(double)};
static const ckptg_type t_ldouble = {.kind = CKPTG_LDOUBLE, .mant = __LDBL_MANT_DIG__, .name = "long double",
                                     .size = sizeof(long double), .align = _Alignof(long double)};
static const ckptg_type t_void = {.kind = CKPTG_VOID, .name = "void"};
static const ckptg_type t_fn = {.kind = CKPTG_FUNCTION, .name = "int (int)"};
static const ckptg_type t_node, t_text;
POINTER(t_nodep, t_node, "struct node *");
POINTER(t_doublep, t_double, "double *");
POINTER(t_charp, t_char, "const char *");
POINTER(t_intp, t_int, "int *");
POINTER(t_voidp, t_void, "void *");
POINTER(t_fnp, t_fn, "int (*)(int)");
POINTER(t_textp, t_text, "struct text *");
ARRAY(t_double3, t_double, double, 3);
ARRAY(t_grid, t_double, double, 1000);
ARRAY(t_name, t_char, char, 13);
ARRAY(t_letters, t_wchar, wchar_t, 4);
static const ckptg_type t_chars = {.kind = CKPTG_ARRAY, .name = "char[]", .align = 1, .elem = &t_char};
static unsigned long long get_low(const void *p) { return ((const struct node *)p)->low; }
static void set_low(void *p, unsigned long long v) { ((struct node *)p)->low = v; }
static unsigned long long get_high(const void *p) { return (unsigned long long)(long long)((const struct node *)p)->high; }
static void set_high(void *p, unsigned long long v) { ((struct node *)p)->high = v; }
static const ckptg_field node_fields[] = {
    {"tag", &t_char, offsetof(struct node, tag), 0, 1, 0, 0},
    {"value", &t_int, offsetof(struct node, value), 0, 1, 0, 0},
    {"next", &t_nodep, offsetof(struct node, next), 0, 1, 0, 0},
    {"w", &t_double3, offsetof(struct node, w), 0, 1, 0, 0},
    {"low", &t_uint, 0, 5, 1, get_low, set_low},
    {"high", &t_int, 0, 7, 1, get_high, set_high},
};
static const ckptg_type t_node = {.kind = CKPTG_STRUCT, .nfields = 6, .name = "struct node", .size = sizeof(struct node),
                                  .align = _Alignof(struct node), .fields = node_fields, .file = "t.c", .line = 20};
static const ckptg_field text_fields[] = {
    {"n", &t_int, 0, 0, 1, 0, 0},
    {"c", &t_chars, offsetof(struct text, c), 0, 1, 0, 0},
};
static const ckptg_type t_text = {.kind = CKPTG_STRUCT, .flags = CKPTG_T_FLEXIBLE, .nfields = 2, .name = "struct text",
                                  .size = sizeof(struct text), .align = 4, .fields = text_fields};

#define STATIC(v, t) {.name = #v, .type = &t, .addr = &v, .flags = CKPTG_V_STATIC, .line = __LINE__}
static const ckptg_var vars[] = {
    STATIC(total, t_long), STATIC(list, t_nodep), STATIC(grid, t_grid), STATIC(name, t_name), STATIC(middle, t_doublep),
    STATIC(end_of_grid, t_doublep), STATIC(literal, t_charp), STATIC(call, t_fnp), STATIC(flexible, t_textp),
    STATIC(untyped, t_voidp), STATIC(dangling, t_intp), STATIC(wide, t_ldouble), STATIC(letters, t_letters),
    {.name = "shared", .type = &t_nodep, .addr = &shared, .line = 1},
};
static const ckptg_fnref fnrefs[] = {{"twice", (void (*)(void))twice, 1, 5}};
static const char hello[] = "hello, world";
static const ckptg_literal literals[] = {{hello, sizeof hello, &t_char}};

/* ---- its functions: main calls inner, which has the site ---- */

static const ckptg_local inner_locals[] = {
    {"depth", &t_int, 0, 1}, {"here", &t_node, CKPTG_L_MEMORY, 2}, {"up", &t_intp, 0, 3}, {"self", &t_nodep, 0, 4},
    {"vla", &t_double, CKPTG_L_MEMORY | CKPTG_L_VLA, 5},
};
static const ckptg_resume inner_resumes[] = {{0, "here", 70, 5, inner_locals}};
static const ckptg_local main_locals[] = {{"count", &t_int, CKPTG_L_MEMORY, 1}, {"factor", &t_double, 0, 2}};
static const ckptg_resume main_resumes[] = {{"inner", 0, 90, 2, main_locals}};
static void inner_again(void), main_again(void);
static const ckptg_function f_inner = {"inner", "t.c", 60, 1, 1, inner_resumes, inner_again};
static const ckptg_function f_main = {"main", "t.c", 80, 0, 1, main_resumes, main_again};
static const ckptg_function *const functions[] = {&f_inner, &f_main};
static ckptg_unit unit = {.abi = CKPTG_ABI, .file = "dir/t.c", .vars = vars, .nvars = sizeof vars / sizeof *vars, .fnrefs = fnrefs, .nfnrefs = 1,
                           .literals = literals, .nliterals = 1, .functions = functions, .nfunctions = 2};
static __attribute__((constructor)) void enter(void) { ckptg_register(&unit); }

static bool went_on;

__attribute__((section("ckptg_text"), noinline)) static void inner(int *up)
{
    int depth = 7;
    int n = 5;
    struct node here = {.tag = 'h', .value = 77, .next = &here, .w = {1.5, 2.5, 3.5}, .low = 17, .high = -3};
    double vla[n];
    for (int i = 0; i < n; i++)
        vla[i] = i / 4.0;
    shared = &here;
    struct node *self = &here;
    ckptg_capture(&f_inner, 0, (void *const[]){&depth, &here, &up, &self, vla}, (const ckptg_size[]){0, 0, 0, 0, sizeof vla},
                  __builtin_return_address(0));
}

__attribute__((section("ckptg_text"), noinline)) static void inner_again(void)
{
    ckptg_u32 k = ckptg_enter(&f_inner);
    assert_int_equal(k, 0);
    ckptg_size bytes = 5 * sizeof(double);
    ckptg_vla_check(&f_inner, 0, 4, bytes);
    pid_t child = fork();
    if (!child) { /* a damaged bound ends the restart */
        ckptg_vla_check(&f_inner, 0, 4, bytes + sizeof(double));
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 65);
    struct node here;
    double vla[bytes / sizeof(double)];
    void *const *v = ckptg_bind(&f_inner, 0, (void *const[]){0, &here, 0, 0, vla}, (const ckptg_size[]){0, 0, 0, 0, sizeof vla});
    int depth = *(int *)v[0];
    int *up = *(int **)v[2];
    struct node *self = *(struct node **)v[3];
    ckptg_resumed();
    assert_int_equal(depth, 7);
    assert_int_equal(*up, 41);
    assert_ptr_equal(self, &here);
    assert_ptr_equal(shared, &here);
    assert_ptr_equal(here.next, &here);
    assert_int_equal(here.value, 77);
    assert_int_equal(here.low, 17);
    assert_int_equal(here.high, -3);
    assert_true(here.w[2] == 3.5 && vla[4] == 1.0 && here.tag == 'h');
    went_on = true;
}

__attribute__((section("ckptg_text"), noinline)) static void main_body(void)
{
    int count = 41;
    double factor = 0.5;
    inner(&count);
    ckptg_capture(&f_main, 0, (void *const[]){&count, &factor}, 0, __builtin_return_address(0));
}

__attribute__((section("ckptg_text"), noinline)) static void main_again(void)
{
    int count;
    ckptg_enter(&f_main);
    void *const *v = ckptg_bind(&f_main, 0, (void *const[]){&count, 0}, 0);
    double factor = *(double *)v[1];
    ckptg_next()();
    assert_true(factor == 0.5);
    assert_int_equal(count, 41);
}

/* ---- state ---- */

static void set_up(void)
{
    struct node *second = ckptg_malloc(sizeof *second, &t_node), *first = ckptg_malloc(sizeof *first, 0);
    *second = (struct node){.tag = 'b', .value = -2, .next = first, .low = 31, .high = 63};
    *first = (struct node){.tag = (char)0xe9, .value = 1, .next = second, .w = {-0.0, 1e300, 5e-324}};
    list = first;
    total = -123456;
    for (int i = 0; i < 1000; i++)
        grid[i] = i * 0.1;
    strcpy(name, "twelve chars");
    middle = &grid[500];
    end_of_grid = grid + 1000;
    literal = hello + 7;
    call = twice;
    flexible = ckptg_malloc(sizeof *flexible + 20, &t_text);
    flexible->n = 20;
    strcpy(flexible->c, "flexible array mem");
    untyped = second->w + 1;
    dangling = ckptg_malloc(64, &t_int);
    free(dangling);
    wide = -0.15625L;
    memcpy(letters, L"\u00e9x\U0001F600", sizeof letters);
}

static void tear_down(void)
{
    total = 0;
    list = shared = 0;
    memset(grid, 0xff, sizeof grid);
    memset(name, 0, sizeof name);
    middle = end_of_grid = 0;
    literal = 0;
    call = 0;
    flexible = 0;
    untyped = 0;
    dangling = 0;
    wide = 0;
    memset(letters, 0, sizeof letters);
}

static void compare(void)
{
    assert_int_equal(total, -123456);
    assert_int_equal((unsigned char)list->tag, 0xe9);
    assert_int_equal(list->value, 1);
    assert_int_equal(list->next->value, -2);
    assert_ptr_equal(list->next->next, list);
    assert_int_equal(list->next->high, 63);
    assert_true(list->w[2] == 5e-324 && list->w[1] == 1e300 && __builtin_signbit(list->w[0]));
    for (int i = 0; i < 1000; i++)
        assert_true(grid[i] == i * 0.1);
    assert_string_equal(name, "twelve chars");
    assert_ptr_equal(middle, &grid[500]);
    assert_ptr_equal(end_of_grid, grid + 1000);
    assert_string_equal(literal, "world");
    assert_ptr_equal(literal, hello + 7);
    assert_int_equal(call(21), 42);
    assert_int_equal(flexible->n, 20);
    assert_string_equal(flexible->c, "flexible array mem");
    assert_ptr_equal(untyped, list->next->w + 1);
    assert_non_null(dangling);
    assert_true(wide == -0.15625L);
    assert_true(!wcscmp(letters, L"\u00e9x\U0001F600"));
}

static void save(ckpti_memory_sink *memory)
{
    ckpti_save_info info = {.visit = 12, .site = "here", .reason = "at"};
    main_body();
    assert_int_equal(ckpti_memory_sink_open(memory), CKPT_OK);
    ckpt_status st = ckpti_checkpoint_write(&memory->sink, &info);
    if (st)
        print_error("%s\n", ckpti_fail_text(st));
    assert_int_equal(st, CKPT_OK);
    assert_int_equal(ckpti_memory_sink_finish(memory), CKPT_OK);
}

static void load(const void *bytes, size_t size)
{
    uint64_t visit = 0;
    ckpt_status st = ckpti_restore(bytes, size, &visit);
    if (st)
        print_error("%s\n", ckpti_fail_text(st));
    assert_int_equal(st, CKPT_OK);
    assert_int_equal(visit, 12);
    went_on = false;
    main_again();
    assert_true(went_on);
    compare();
}

static void restored_elsewhere(void **state)
{
    (void)state;
    ckpti_memory_sink memory;
    set_up();
    assert_int_equal(ckpti_proc_prepare(), CKPT_OK);
    save(&memory);
    ckpti_frames_clear();
    tear_down();
    load(memory.data, memory.size);
    ckpti_memory_sink_close(&memory);
}

static void restored_in_place(void **state)
{
    (void)state;
    ckpti_memory_sink memory;
    set_up();
    struct node *before = list;
    save(&memory);
    tear_down();
    load(memory.data, memory.size);
    assert_ptr_equal(list, before);
    ckpti_memory_sink_close(&memory);
}

static void same_state_same_bytes(void **state)
{
    (void)state;
    ckpti_memory_sink a, b;
    set_up();
    assert_int_equal(ckpti_proc_prepare(), CKPT_OK);
    save(&a);
    ckpti_frames_clear();
    save(&b);
    ckpti_frames_clear();
    ckpti_frames_private(false);
    assert_int_equal(a.size, b.size);
    size_t differences = 0; /* time in the header, and its two checksums */
    for (size_t i = 0; i < a.size; i++)
        differences += a.data[i] != b.data[i];
    assert_true(differences <= 4 + 4 + 8 + 8 + 8);
    ckpti_memory_sink_close(&a);
    ckpti_memory_sink_close(&b);
}

static void paths_and_values(void **state)
{
    (void)state;
    ckpti_memory_sink memory;
    ckpti_image *image;
    char why[CKPTI_WHY], text[100];
    ckpti_cursor c;
    set_up();
    assert_int_equal(ckpti_proc_prepare(), CKPT_OK);
    save(&memory);
    ckpti_frames_clear();
    ckpti_frames_private(false);
    assert_int_equal(ckpti_image_open(memory.data, memory.size, &image, why), CKPT_OK);
    assert_int_equal(ckpti_image_check_pointers(image, why), CKPT_OK);
    assert_true(ckpti_image_nunknowns(image) >= 1); /* cmocka's signal handlers may be others */
    ckpti_image_unknown u = ckpti_image_unknown_at(image, 0);
    assert_true(ckpti_cursor_seek(&c, image, u.object, u.leaf));
    ckpti_cursor_path(&c, text, sizeof text);
    assert_string_equal(text, "dangling");
    for (uint32_t id = 1; id <= ckpti_image_nobjects(image); id++) {
        ckpti_image_object o;
        assert_true(ckpti_image_object_get(image, id, &o));
        if (!strcmp(o.name, "grid")) {
            assert_true(ckpti_cursor_seek(&c, image, id, 3));
            ckpti_cursor_path(&c, text, sizeof text);
            assert_string_equal(text, "grid[3]");
            ckpti_leaf_text(&c, text, sizeof text);
            assert_string_equal(text, "0.30000000000000004");
        } else if (!strcmp(o.name, "here")) {
            assert_true(ckpti_cursor_seek(&c, image, id, 4));
            ckpti_cursor_path(&c, text, sizeof text);
            assert_string_equal(text, "here.w[1]");
            assert_true(ckpti_cursor_seek(&c, image, id, 7));
            ckpti_leaf_text(&c, text, sizeof text);
            assert_string_equal(text, "-3");
            assert_false(ckpti_cursor_next(&c));
        } else if (!strcmp(o.name, "untyped")) {
            assert_true(ckpti_cursor_seek(&c, image, id, 0));
            ckpti_leaf_text(&c, text, sizeof text);
            assert_true(strstr(text, ".w[1]") != 0);
        }
    }
    ckpti_image_close(image);
    ckpti_memory_sink_close(&memory);
}

static void any_change_is_found(void **state)
{
    (void)state;
    ckpti_memory_sink memory;
    ckpti_image *image;
    char why[CKPTI_WHY];
    set_up();
    assert_int_equal(ckpti_proc_prepare(), CKPT_OK);
    save(&memory);
    ckpti_frames_clear();
    ckpti_frames_private(false);
    for (size_t n = 0; n < memory.size; n += n < 600 ? 1 : 37) {
        unsigned char *copy = malloc(n ? n : 1);    /* so that a sanitizer sees reads past the end */
        memcpy(copy, memory.data, n);
        assert_int_not_equal(ckpti_image_open(copy, n, &image, why), CKPT_OK);
        assert_true(*why != 0);
        free(copy);
    }
    for (size_t i = 0; i < memory.size; i++) {
        memory.data[i] ^= (unsigned char)(1u << i % 8);
        assert_int_not_equal(ckpti_image_open(memory.data, memory.size, &image, why), CKPT_OK);
        memory.data[i] ^= (unsigned char)(1u << i % 8);
    }
    const unsigned char version = memory.data[11];
    memory.data[11] = CKPTI_IMAGE_VERSION + 1;
    assert_int_equal(ckpti_image_open(memory.data, memory.size, &image, why), CKPT_EVERSION);
    memory.data[11] = version;
    assert_int_equal(ckpti_image_open(memory.data, memory.size, &image, why), CKPT_OK);
    ckpti_image_close(image);
    ckpti_memory_sink_close(&memory);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(restored_elsewhere), cmocka_unit_test(restored_in_place), cmocka_unit_test(same_state_same_bytes),
        cmocka_unit_test(paths_and_values), cmocka_unit_test(any_change_is_found),
    };
    ckpti_proc_start(0);
    environ = ckpti_arguments_copy(0, environ); /* an object, as main.c makes it */
    if (argc == 3 && !strcmp(argv[1], "save")) {
        ckpti_memory_sink memory;
        set_up();
        ckpti_proc_prepare();
        save(&memory);
        FILE *f = fopen(argv[2], "wb");
        return !f || fwrite(memory.data, 1, memory.size, f) != memory.size || fclose(f);
    }
    if (argc == 3) {
        ckpti_store_bytes bytes;
        if (ckpti_store_read(argv[2], &bytes))
            return 1;
        load(bytes.data, bytes.size);
        puts("restored");
        return 0;
    }
    return cmocka_run_group_tests(tests, 0, 0);
}
