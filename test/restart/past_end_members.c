// Local structures that end in an array: a pointer to the end of one is none to the start of what lies behind it, nor the other way round, whichever way the
// compiler places them; the image is bound to nothing. Declared alone, in lists, in loops, with calls that reach a site between; used by value, by
// address, in sizeof and typeof, through members that are functions.
// REQUIRES: ckptcc
// RUN: %restart %s
//
// RUN: %ckptcc --ckpt-emit-c %s 2>&1 | %FileCheck %s
// CHECK: struct text inner[2] = { 0 };
// CHECK: struct text first[2] = { 0 }, second[2] = { 0 };
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct text { int n; int (*length)(const char *); char text[12]; };
struct outer { double d; struct text last; };
#pragma ckpt variant(union either, 0, default: text)
union either { long number; struct text text; };

static int length(const char *s) { return (int)strlen(s); }

static int site(int n)
{
    #pragma ckpt name(here)
    return n;
}

static const char *fill(struct text *t, const char *s)
{
    t->length = length;
    t->n = length(s);
    memcpy(t->text, s, (size_t)t->n + 1);
    return t->text + sizeof t->text;
}

static void loop(int round)
{
    for (int i = 0; i < 2; i++) {
        struct text inner;
        const void *start = &inner;
        const char *end = fill(&inner, "inner");
        int n = site(i);
        printf("%d: %d %d %s\n", round, start == &inner, end == inner.text + sizeof inner.text, inner.text + n);
    }
}

int main(void)
{
    struct text first, second;
    struct outer outer;
    int n = site(3), m;
    union either either;
    const void *starts[4] = { &first, &second, &outer, &either };
    const char *ends[3] = { fill(&first, "first"), fill(&second, "second"), fill(&outer.last, "outer") };

    either.text.n = 0;
    outer.d = 0.5;
    for (int round = 0; round < 3; round++) {
        struct text copy;
        copy = first;
        m = copy.length(copy.text) + first.length(second.text) + site(round);
        printf("%d %d: %d %d %s %s %s %g\n", n, m, sizeof first == sizeof(struct text), sizeof(__typeof__(outer)) == sizeof(struct outer), first.text, second.text, outer.last.text, outer.d);
        printf("%d%d%d%d %d%d%d\n", starts[0] == &first, starts[1] == &second, starts[2] == &outer, starts[3] == &either,
               ends[0] == (char *)&first + offsetof(struct text, text) + sizeof first.text, ends[1] == second.text + 12, ends[2] == outer.last.text + 12);
        memmove(first.text, copy.text, sizeof copy.text);
        loop(round);
    }
    return 0;
}
