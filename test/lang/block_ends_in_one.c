// A block that may be several structures that end in an array of one element, or one whose array goes on: if such a structure has padding or addresses, the
// bytes of the longer array would be lost even where memory is laid out as it was; the checkpoint fails. In a family behind a header it is one.
// C-SUPPORT: Allocation | a block that is several structures ending in `[1]`, or one with more | 6.5.3.4 | refused at run time | no bound, or `calloc(n, size)`
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3
// RUN: %ckptcc -DUNTOLD %s -o %t && rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=1 %t > %t.out 2> %t.err)
// RUN: %FileCheck %s < %t.err && test ! -e %t.d/ckpt-000001.img
// CHECK: a heap block of {{[0-9]+}} bytes is {{[0-9]+}} of struct text, or one whose last member, an array of one element, goes on in the rest
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct object { struct object *next; unsigned char kind; };
struct name { struct object *next; unsigned char kind; int length; char of[1]; };
struct pair { struct object *next; unsigned char kind; int a, b; };
#pragma ckpt variant(struct object, kind, 1: struct name, 2: struct pair)

struct text { struct text *next; int length; char of[1]; };

static struct object *objects;
static struct name *names[8];
static struct text *texts;

static void *allocate(size_t size) { return calloc(1, size); }

static struct name *name(const char *text)
{
    size_t size = sizeof(struct name) * (1 + strlen(text) / 4);
    struct name *n = allocate(size);
    n->kind = 1;
    n->length = (int)strlen(text);
    memcpy(n->of, text, strlen(text) + 1);
    n->next = objects;
    objects = (struct object *)n;
    return n;
}

int main(void)
{
    static const char *const words[] = { "a", "word", "and a longer one", "something that is longer than all of the others, by far" };
    for (int i = 0; i < 4; i++)
        names[i] = name(words[i]);
#ifdef UNTOLD
    size_t size = 3 * sizeof(struct text);
    texts = allocate(size);
    memcpy(texts->of, "so long that it goes on behind it", 34);
#endif
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        for (int k = 0; k < 4; k++)
            printf("%d %s\n", names[k]->length, names[k]->of);
        names[i]->of[0]++;
    }
    if (texts)
        puts(texts->of);
    return 0;
}
