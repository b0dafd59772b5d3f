// Blocks of numbers and of pointers of which the allocation does not tell the type: an array of what the pointer points to, or not. Each image is bound to
// its layout, and says which block it is. Where the size tells, signed or not, or the block is the environment, it goes on anywhere.
// C-SUPPORT: Allocation | blocks of numbers or pointers of an untold size: `double *p = malloc(bytes)` | 7.22.3 | supported | on the same data layout, else refused (78); `sizeof` in the allocation tells
// REQUIRES: ckptcc, s390x
// RUN: %ckptcc -w %s -o %t && %ckptcc -w --ckpt-cc=s390x-linux-gnu-gcc -static %s -o %t.s390x
// RUN: for kind in bytes constant factor other wrapper mixed merged reached aligned wrong rows symbols library-symbols; do %t $kind > %t.plain || exit 1; \
// RUN:   rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t $kind > %t.1 2> %t.err; test $? = 75 || exit 1; \
// RUN:   grep -E "go on only on machines with the same data layout: (block|rows|texts) is a block (of which nothing but the type of a pointer tells|whose size is no multiple)" %t.err || { echo $kind; exit 1; }; \
// RUN:   (env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x $kind 2> %t.err; test $? = 78) || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t $kind > %t.2 && cat %t.1 %t.2 | cmp - %t.plain || exit 1; done
// RUN: for kind in told out unsigned enum pointers one reallocated library; do %t $kind > %t.plain || exit 1; \
// RUN:   rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 CKPT_STRICT=1 %t $kind > %t.1 2> %t.err; test $? = 75 && test ! -s %t.err || { echo $kind; exit 1; }; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x $kind > %t.2 2> %t.err && test ! -s %t.err && cat %t.1 %t.2 | cmp - %t.plain || { echo $kind; exit 1; }; done
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum color { RED, GREEN };
static void *block;
static int *ints;
static double *doubles;
static char **texts;
static double **rows;
static enum color *colors;

__attribute__((noinline)) static void *get(size_t bytes) { return calloc(1, bytes); }
static int get_at(size_t bytes, void **where) { return !(*where = get(bytes)); }
static void *get_ints(size_t n) { return calloc(n, sizeof(int)); }

static void make(const char *kind, size_t bytes)
{
    size_t n = bytes / 8;
    if (!strcmp(kind, "bytes"))
        ints = calloc(1, bytes);
    else if (!strcmp(kind, "constant"))
        ints = memset(malloc(80), 0, 80);
    else if (!strcmp(kind, "factor"))
        doubles = calloc(n, 8);
    else if (!strcmp(kind, "other"))
        ints = calloc(n, sizeof(double));
    else if (!strcmp(kind, "wrapper"))
        doubles = get(bytes);
    else if (!strcmp(kind, "mixed"))
        doubles = calloc(1, sizeof *doubles + n * sizeof *ints);
    else if (!strcmp(kind, "merged"))
        ints = calloc(n, n > 5 ? sizeof(int) : sizeof(double));
    else if (!strcmp(kind, "reached"))
        block = get(bytes), ints = block;
    else if (!strcmp(kind, "aligned") && (posix_memalign((void **)&doubles, 64, bytes) || !memset(doubles, 0, bytes)))
        abort();
    else if (!strcmp(kind, "told"))
        doubles = calloc(n, sizeof *doubles);
    else if (!strcmp(kind, "out") && get_at(n * sizeof *doubles, (void **)&doubles))
        abort();
    else if (!strcmp(kind, "wrong") && get_at(n * sizeof(float), (void **)(&doubles)))
        abort();
    else if (!strcmp(kind, "unsigned"))
        ints = calloc(n, sizeof(unsigned));
    else if (!strcmp(kind, "enum"))
        colors = calloc(n, sizeof(unsigned int));
    else if (!strcmp(kind, "pointers"))
        texts = calloc(n, sizeof(void *));
    else if (!strcmp(kind, "one"))
        doubles = get(sizeof *doubles);
    else if (!strcmp(kind, "reallocated"))
        doubles = memset(realloc(doubles, n * sizeof *doubles), 0, n * sizeof *doubles);
    else if (!strcmp(kind, "library"))
        setenv("SOMETHING", "to be in the environment", 1);
    if (!strcmp(kind, "rows")) {
        rows = get(bytes);
        rows[0] = (double *)(rows + 2), rows[1] = rows[0] + 2;
        rows[0][1] = 1.5;
    }
    if (!strcmp(kind, "symbols") || !strcmp(kind, "library-symbols")) { /* as backtrace_symbols makes one */
        char **t = get(bytes);
        texts = !strcmp(kind, "symbols") ? t : (block = get(bytes));
        texts[0] = strcpy((char *)(texts + 2), "main, and more"), texts[1] = texts[0] + 6;
    }
}

static void print(int step)
{
    printf("step %d:", step);
    for (int i = 0; ints && i < 10; i++)
        printf(" %d", ints[i] += i);
    for (int i = 0; doubles && i < 1; i++)
        printf(" %g", doubles[i] += 0.5);
    for (int i = 0; texts && i < 2; i++)
        printf(" %s", texts[i] ? texts[i] : "none");
    for (int i = 0; rows && i < 2; i++)
        printf(" %g", rows[i][1] += 1);
    for (int i = 0; colors && i < 2; i++)
        printf(" %d", colors[i]);
    printf(" %s\n", getenv("SOMETHING") ? getenv("SOMETHING") : "");
}

int main(int argc, char **argv)
{
    make(argc > 1 ? argv[1] : "told", 80);
    if (ints || doubles)
        block = ints ? (void *)ints : doubles;
    free(get_ints(3));
    for (int step = 1; step <= 3; step++) {
        #pragma ckpt
        print(step);
    }
    return 0;
}
