// Heap through malloc, calloc, realloc, free, strdup, getline, asprintf, aligned_alloc and the program's own wrappers; blocks
// grown past their content, recycled, of size zero, freed after a restart, grown after a restart.
// C-SUPPORT: Allocation | `malloc`, `calloc`, `realloc`, `free` | 7.22.3 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --input lines=Inputs/lines.txt
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

typedef struct { int id; double weight; char *label; } item_t;

static void *checked(void *p)
{
    if (!p)
        abort();
    return p;
}
static void *xmalloc(size_t n) { return checked(malloc(n)); }
static void *xrealloc(void *p, size_t n) { return checked(realloc(p, n)); }
static char *xstrdup(const char *s) { return strcpy(xmalloc(strlen(s) + 1), s); }
#define NEW(T, n) ((T *)xmalloc((n) * sizeof(T)))

struct vector { item_t *items; size_t used, room; };

static item_t *push(struct vector *v, int id, const char *label)
{
    if (v->used == v->room)
        v->items = xrealloc(v->items, (v->room = v->room * 2 + 3) * sizeof *v->items);
    item_t *item = &v->items[v->used++];
    item->id = id;
    item->weight = id / 8.0;
    item->label = xstrdup(label);
    return item;
}

static void read_lines(char ***lines, size_t *count)
{
    FILE *in = fopen("lines", "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t n;

    while ((n = getline(&line, &room, checked(in))) > 0) {
        #pragma ckpt
        line[n - 1] = '\0';
        *lines = xrealloc(*lines, (*count + 1) * sizeof **lines);
        (*lines)[(*count)++] = strdup(line);
    }
    free(line);
    fclose(in);
}

static int *recycle(int n)
{
    /* Blocks that held something else before: stale content behind what is used. */
    void **old = NEW(void *, 8);
    for (int i = 0; i < 8; i++)
        old[i] = old + i;
    free(old);
    int *fresh = malloc(16 * sizeof *fresh);
    fresh[0] = n;
    return fresh;
}

static double matrix(int n)
{
    double **rows = NEW(double *, n), sum = 0;
    rows[0] = calloc(n * n, sizeof **rows);
    for (int i = 1; i < n; i++)
        rows[i] = rows[0] + i * n;
    for (int i = 0; i < n; i++)
        rows[i][n - 1 - i] = i + 0.5;
    #pragma ckpt
    for (int i = 0; i < n * n; i++)
        sum += rows[0][i] * i;
    free(rows[0]);
    free(rows);
    return sum;
}

int main(void)
{
    struct vector v = { 0 };
    char **lines = NULL, *text, *empty = malloc(0);
    size_t count = 0;
    unsigned char *bytes = calloc(10, 1);
    uint32_t (*pairs)[2] = calloc(3, sizeof *pairs);
    long long *aligned = aligned_alloc(64, 16 * sizeof *aligned);
    wchar_t *wide = NEW(wchar_t, 4);
    item_t **by_pointer = calloc(4, sizeof(item_t *)), single = { 9, 9.5, NULL }, *copy = NEW(item_t, 1);

    *copy = single;
    memcpy(wide, L"abc", sizeof L"abc");
    pairs[2][1] = 0x01020304;
    aligned[3] = -5;
    bytes[9] = 200;
    if (asprintf(&text, "%d-%s", 42, "asprintf") < 0)
        abort();
    for (int i = 0; i < 5; i++) {
        item_t *item = push(&v, i, i % 2 ? "odd" : "even");
        #pragma ckpt
        item->weight += i;
        if (i < 4)
            by_pointer[i] = NEW(item_t, 1), *by_pointer[i] = *item;
    }
    read_lines(&lines, &count);
    int *r = recycle(3);
    #pragma ckpt
    for (size_t i = 0; i < v.used; i++) {
        printf("%d %g %s\n", v.items[i].id, v.items[i].weight, v.items[i].label);
        if (i % 2)
            free(v.items[i].label), v.items[i].label = NULL;
    }
    #pragma ckpt
    push(&v, 10, "after");
    push(&v, 11, text);
    text = realloc(text, 100);
    strcat(text, "!");
    for (size_t i = 0; i < count; i++)
        printf("%zu: %s\n", i, lines[i]);
    printf("%s %d %u %lld %u %lc %g\n", text, r[0], pairs[2][1], aligned[3], bytes[9], (wint_t)wide[2], by_pointer[3]->weight);
    printf("%g %g %d\n", matrix(4), copy->weight, (uintptr_t)aligned % 64 == 0);
    #pragma ckpt
    for (size_t i = 0; i < v.used; i++)
        free(v.items[i].label);
    for (size_t i = 0; i < count; i++)
        free(lines[i]);
    for (int i = 0; i < 4; i++)
        free(by_pointer[i]);
    free(v.items), free(lines), free(text), free(empty), free(bytes), free(pairs), free(aligned), free(wide);
    free(by_pointer), free(copy), free(r);
    return 0;
}
