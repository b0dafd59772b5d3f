// A tag that is in no list of its #pragma ckpt variant fails the checkpoint, with the way to it and the pragma's place, and the program goes on: of a
// union in a static array, in a heap block, in a local; of a block behind a header, one that is too small, one that was allocated as another.
// A program whose tags mean other members than those of the image's does not restart: 78.
// C-SUPPORT: Types | unions with a tag, the tag in no list | 6.7.2.1 | refused at run time | `default:`, or `void` for values that mean nothing
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t && %t 0 > %t.plain
// RUN: for what in 1 2 3 4 5 6 7 8 9; do rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=2 %t $what > %t.out 2> %t.err || exit 1; \
// RUN:   tail -n 1 %t.out | cmp - %t.plain || exit 1; %FileCheck --check-prefix=TAG$what %s < %t.err || exit 1; \
// RUN:   test -z "$(ls %t.d 2>/dev/null | grep img)" || exit 1; done
// TAG1: ckpt: {{.*}}values[2].u.n: the tag of its union is 9, which is not in the list of #pragma ckpt variant ({{.*}}variants_tags.c:[[#PRAGMA:]])
// TAG2: ckpt: {{.*}}head->next->v.u.n: the tag of its union is -1, which is not
// TAG3: ckpt: {{.*}}main: local{{.*}}: the tag of its union is 77, which is not
// TAG4: ckpt: {{.*}}tree: a heap block of struct node has the tag 6, which is not in the list of #pragma ckpt variant
// TAG5: ckpt: {{.*}}tree: a heap block of struct node is struct leaf by its tag, 1, but has {{[0-9]+}} bytes only
// TAG6: ckpt: {{.*}}tree: a heap block was allocated as struct leaf, but by its tag, 2, it is struct pair; allocate it as struct node
// TAG7: ckpt: {{.*}}tree: a heap block of struct node is struct name by its tag, 3, but has {{[0-9]+}} bytes only
// TAG8: ckpt: {{.*}}tree: a heap block of {{[0-9]+}} bytes was allocated as struct node and by a number: whether it is several of them or one that is longer is not known
// TAG9: ckpt: {{.*}}itself.u.p: the tag of its union compares addresses of its own structure ({{.*}}), which a local variable cannot have; make it static
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t 0 > %t.1; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t 0 | cmp - %t.plain
// RUN: %ckptcc -DOTHER %s -o %t.other && env CKPT_DIR=%t.d CKPT_RESTART=latest %t.other 0 > %t.2 2> %t.err; test $? = 78
// RUN: test ! -s %t.2 && %FileCheck --check-prefix=OTHER %s < %t.err
// OTHER: ckpt: {{.*}}by its tag struct value.u has another member in this program than in the image; see #pragma ckpt variant ({{.*}}variants_tags.c:
// RUN: %ckptcc -DFEWER %s -o %t.fewer && env CKPT_DIR=%t.d CKPT_RESTART=latest %t.fewer 0 > %t.2 2> %t.err; test $? = 78
// RUN: test ! -s %t.2 && %FileCheck --check-prefix=FEWER %s < %t.err
// FEWER: ckpt: {{.*}}field n of struct value.u is in the image but not in this program
// RUN: for other in -DRENUMBERED -DRENAMED; do %ckptcc $other %s -o %t.other && env CKPT_DIR=%t.d CKPT_RESTART=latest %t.other 0 > %t.2 2> %t.err; \
// RUN:   test $? = 78 && test ! -s %t.2 && %FileCheck --check-prefix=FAMILY %s < %t.err || exit 1; done
// FAMILY: ckpt: {{.*}}it was saved as struct leaf; by its tag, 1, it is {{struct pair|struct name}} in this program; see #pragma ckpt variant
#include <stdio.h>
#include <stdlib.h>

struct value { int tag; union { long n; double d; } u; };
#ifdef OTHER
#pragma ckpt variant(struct value, tag, 0: void, 1: u.d, 2: u.n)
#elif defined FEWER
#pragma ckpt variant(struct value, tag, 0: void, 1, 2: u.d)
#else
#pragma ckpt variant(struct value, tag, 0: void, 1: u.n, 2: u.d)
#endif
struct link { struct link *next; struct value v; };
struct node { int kind; };
struct leaf { int kind; double value; };
struct pair { int kind; struct node *a, *b, *c; };
struct name { struct node head; long long length; char text[]; };
#ifdef RENUMBERED
#pragma ckpt variant(struct node, kind, 2: struct leaf, 1: struct pair, 3: struct name)
#elif defined RENAMED
enum { NAME = 1, LEAF };
#pragma ckpt variant(struct node, kind, LEAF: struct leaf, 4: struct pair, NAME: struct name)
#else
#pragma ckpt variant(struct node, kind, 1: struct leaf, 2: struct pair, 3: struct name)
#endif

static struct value values[3];
static struct link *head;
static struct node *tree;

struct self { struct self *at; union { char *p; long n; } u; };
#pragma ckpt variant(struct self, at == (struct self *)&at, 1: u.n, 0: u.p)

static void local_of_its_own(void)
{
    struct self itself = { &itself, { .n = 40 } };
    #pragma ckpt
    itself.at->u.n++;
}

static void *several(size_t n, size_t size) { return calloc(n, size); }

int main(int argc, char **argv)
{
    int what = argc > 1 ? atoi(argv[1]) : 0;
    struct value local = { 2, { .d = 0.5 } }, *kept = &local;
    head = calloc(1, sizeof *head);
    head->next = calloc(1, sizeof *head);
    tree = (struct node *)(struct leaf *)calloc(1, sizeof(struct leaf));
    tree->kind = 1;
    values[0].tag = 1;
    values[0].u.n = 40;
    switch (what) {
    case 1: values[2].tag = 9; break;
    case 2: head->next->v.tag = -1; break;
    case 3: kept->tag = 77; break;
    case 4: tree = calloc(1, 64); tree->kind = 6; break;
    case 5: tree = malloc(sizeof *tree); tree->kind = 1; break;
    case 6: tree->kind = 2; break;
    case 9: local_of_its_own(); local_of_its_own(); break;
    case 8: tree = several(4, sizeof *tree); tree->kind = 1; break;
    case 7: tree = malloc(sizeof *tree); tree->kind = 3; break;
    }
    for (int i = 0; i < 2; i++) {
        #pragma ckpt
        values[0].u.n++;
    }
    printf("%ld\n", values[0].u.n);
    return 0;
}
