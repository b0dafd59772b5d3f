// What declarations promise of functions that reach a site, in the calls that a restart makes: sizes of results (alloc_size, under fortification), arguments that are not null, const and pure of pointers to functions.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 9
// RUN: rm -rf %t.d && %ckptcc -w -O2 -D_FORTIFY_SOURCE=2 %if gcc %{ -fisolate-erroneous-paths-attribute %} %s -o %t && %t > %t.wanted
// RUN: for at in 1 2 5 9 14; do rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=$at CKPT_EXIT=1 %t > %t.1; test $? = 75 || exit 1; env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.2 || exit 1; cat %t.1 %t.2 | diff %t.wanted - || exit 1; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *get(size_t n) __attribute__((alloc_size(1)));
static char *get(size_t n)
{
    char *p = malloc(n);
    #pragma ckpt
    return p;
}

static char *again(char *old, size_t n) __attribute__((alloc_size(2)));
static char *again(char *old, size_t n)
{
    char *p = realloc(old, n);
    #pragma ckpt
    return p;
}

static int length(const char *text, int n) __attribute__((nonnull(1)));
static int length(const char *text, int n)
{
    #pragma ckpt
    return n + (int)strlen(text);
}

typedef char *(*allocator)(size_t) __attribute__((alloc_size(1)));

static int slow(int x)
{
    for (int i = 0; i < 2; i++) {
        #pragma ckpt
        x = x * 3 + i;
    }
    return x;
}

static int quick(int x) { return x * 5; }

struct operations {
    int (*first)(int) __attribute__((const));
    int (*second)(int) __attribute__((__pure__));
};
typedef int (*constant)(int) __attribute__((__const__));

__attribute__((noinline)) static int run(const struct operations *o, constant third, int n)
{
    int sum = 0;

    for (int i = 0; i < n; i++)
        sum += o->first(i) + o->first(i + 1) + o->second(i) + third(i + 1);
    return sum;
}

int main(int argc, char **argv)
{
    size_t n = 20 + (size_t)argc;
    char *p = get(n);
    allocator by = argc > 7 ? 0 : get;
    struct operations o = { slow, argc > 5 ? slow : quick };

    memset(p, 'a', n);
    p[n - 1] = 0;
    strcpy(p, argv[0] ? "abc" : "");
    p = again(p, n + 20);
    strcat(p, "defghijklmnopqrstuvwxyzabcd");
    printf("%s %d\n", p, length(p, 2));
    fflush(stdout);
    free(p);
    p = by(n);
    memset(p, 'b', n);
    p[n - 1] = 0;
    printf("%s %d\n", p, run(&o, argc > 3 ? quick : slow, 3));
    return 0;
}
