// Pointers: interior, one past the end, null, into other frames, to pointers, to functions, void and char ones, into multi-dimensional
// arrays and nested structs; differences and comparisons hold after a restart.
// REQUIRES: ckptcc
// RUN: %restart %s
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct inner { char tag; short values[3]; };
struct outer { long head; struct inner in[2]; struct outer *self; short *into; char *name; void *any; };

static int global_array[10] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };
static int *past_global = global_array + 10, *in_global = &global_array[4];
static struct outer globals[2], *last_global = &globals[1], *past_globals = globals + 2;
static int (*const table[])(const char *) = { puts, atoi };

static int local_function(int x) { return x + 1; }
static int (*pointer_to_function)(int) = local_function;

static void use(int *a, int **pa, int n, struct outer *o, const char *text, void *any)
{
    int *past = a + n, **ppa = pa, ***pppa = &ppa;
    #pragma ckpt
    printf("%d %d %d\n", (int)(past - a), **pa == a[2], ***pppa);
    *--past = 70;
    o->in[1].values[2]++;
    *o->into += 5;
    #pragma ckpt
    printf("%s %d %ld\n", text, *(int *)any, o->self->head);
}

int main(void)
{
    int a[4] = { 10, 20, 30, 40 }, *p = &a[2], *null = NULL, *past_one = &a[4];
    int grid[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }, *flat = &grid[0][0], (*row)[3] = grid + 1, (*past_row)[3] = grid + 2;
    struct outer *o = calloc(2, sizeof *o), *past_o = o + 2;
    char *text = strdup("interior pointers"), *word = strchr(text, ' ') + 1, *end = text + strlen(text), *behind = end + 1;
    double single[1] = { 2.5 }, *ps = single, *past_single = ps + 1;
    struct inner *in = &o->in[1], *past_in = o->in + 2;
    char *tag = &in->tag;
    short *value = in->values, *past_values = in->values + 3;
    const char **names = malloc(3 * sizeof *names), **name = names + 1;
    void *any = &a[1], *start = o;

    o->self = o + 1;
    o[1].head = 99;
    o->into = &o->in[0].values[1];
    o->name = word;
    o->any = &o->in[1].values[0];
    names[0] = text, names[1] = word, names[2] = NULL;
    globals[0].self = last_global, globals[1].into = &globals[0].in[1].values[2], globals[0].name = end;
    #pragma ckpt
    use(a, &p, 4, o, word, any);
    printf("%d %d %d\n", a[3], (int)(past_one - p), null == NULL);
    printf("%d %d %d\n", flat[5], (*row)[2], (int)(past_row - grid));
    printf("%s %d %d %d\n", *name, (int)(end - text), (int)(behind - word), name[1] == NULL);
    printf("%g %d\n", *ps, (int)(past_single - single));
    printf("%d %d %d %d\n", in->values[2], (int)(past_in - in), tag == (char *)in, (int)(past_values - value));
    printf("%d %d\n", o->in[0].values[1], o->any == (void *)in->values);
    printf("%d %d\n", (int)(past_o - o), start == o);
    #pragma ckpt
    printf("%d %d %d\n", (int)(past_global - global_array), *in_global, (int)(past_globals - last_global));
    *globals[1].into = 5;
    printf("%d %d %d\n", globals[0].in[1].values[2], *globals[0].name, globals[0].self == globals + 1);
    printf("%d %d %d\n", pointer_to_function(1), pointer_to_function == local_function, table[1]("17"));
    ptrdiff_t between = &grid[1][2] - flat;
    printf("%td %zu\n", between, offsetof(struct outer, head));
    free(text), free(o), free(names);
    return 0;
}
