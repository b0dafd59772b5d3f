// An address behind the member of a union that its tag selects (gzip's tables are linked through entries whose tag is not set yet): where nothing
// else leads to the block the checkpoint fails and says where; what memory has from before, and blocks that something else leads to, do not matter.
// REQUIRES: ckptcc
// RUN: for kind in linked inside nothing; do %ckptcc -w %s -o %t && %t $kind > %t.plain && rm -rf %t.d && \
// RUN:   env CKPT_DIR=%t.d CKPT_AT=1 %t $kind > %t.1 2> %t.err && cmp %t.1 %t.plain && \
// RUN:   grep "heap block of [0-9]* bytes, and is no pointer by the tag of its union; nothing else leads to that block" %t.err && test -z "$(ls %t.d | grep img)" || exit 1; done
// RUN: for kind in freed known; do %t $kind > %t.plain && rm -rf %t.d && \
// RUN:   { env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t $kind > %t.1; test $? = 75; } && env CKPT_DIR=%t.d CKPT_RESTART=latest %t $kind >> %t.1 && cmp %t.1 %t.plain || exit 1; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct table { unsigned char e, b; union { unsigned short n; struct table *t; } v; };
#pragma ckpt variant(struct table, e, 0 ... 16: v.n, 98: void, default: v.t)

static struct table *list, *other;

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "linked";
    int n = 0, own = !strcmp(kind, "linked") || !strcmp(kind, "inside") || !strcmp(kind, "nothing");
    for (int k = 0; k < 3; k++) {
        struct table *q = calloc(4, sizeof *q);
        q->e = own ? (!strcmp(kind, "nothing") ? 98 : 0) : 99;
        q->v.t = list;
        list = q;
        if (!strcmp(kind, "inside"))
            list = q + 1;
        for (int i = 1; i < 4; i++) {
            q[i].e = 16;
            q[i].v.n = (unsigned short)i;
            if (!own && k) {       /* what is behind n is of an older address */
                q[i].v.t = !strcmp(kind, "known") ? list : other;
                q[i].v.n = (unsigned short)(size_t)q[i].v.t;
            }
        }
        if (!strcmp(kind, "freed")) {
            other = calloc(4, sizeof *other);
            free(other);
        }
    }
    other = 0;
    #pragma ckpt
    for (struct table *q = list; q; q = own && !strcmp(kind, "inside") ? q[-1].v.t : q->v.t)
        n++;
    printf("%d tables\n", n);
    return 0;
}
