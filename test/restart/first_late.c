// A structure that begins with no value (int : 32): a void pointer to its first member is not one to its start. One to a structure that has a new first member in a changed
// program is still one to its start. On another layout, too, one to its start leads there, in whatever it lies. An excluded block of which only void pointers tell binds nothing.
// REQUIRES: ckptcc
// RUN: %ckptcc -w -O1 %s -o %t && for how in member start inner array; do rm -rf %t.d; %t $how > %t.want && (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t $how > %t.1 2> %t.err; test $? = 75) || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t $how > %t.2 || exit 1; cat %t.1 %t.2 | diff %t.want - || { echo $how; exit 1; }; done
// RUN: for a in i386:%cc{i386} s390x:%cc{s390x}; do %ckptcc -w -O1 -static --ckpt-cc=${a#*:} %s -o %t.there || exit 1; \
// RUN:   for how in start inner array second text block nested; do rm -rf %t.d; %t $how > %t.want && (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t $how > %t.1 2> %t.err; test $? = 75) || exit 1; \
// RUN:     env CKPT_DIR=%t.d CKPT_RESTART=latest $(case $a in s390x*) echo qemu-s390x-static;; *) echo qemu-i386-static;; esac) %t.there $how > %t.2 || exit 1; cat %t.1 %t.2 | diff %t.want - || { echo $a $how; exit 1; }; done; done
// RUN: %ckptcc -w -O1 -DCHANGED %s -o %t.changed && rm -rf %t.d && %t moved > %t.want && (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t moved > %t.1; test $? = 75)
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t.changed moved > %t.2 && cat %t.1 %t.2 | diff %t.want -
// RUN: %ckptcc -w --ckpt-cc=s390x-linux-gnu-gcc -static %s -o %t.s390x && rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t excluded > %t.1; test $? = 75)
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x excluded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct late { int : 32; int x; } s;
static struct { int a; struct late in; } t;
static struct late several[2];
static struct { long n; struct { long k; struct late in[2]; } rows[3]; int last; } outer;
static void *p, *scratch, *moved;
static char *text;
static struct late *block;

struct particle {
#ifdef CHANGED
    int id;
#endif
    double x, y;
};

int main(int argc, char **argv)
{
    const char *how = argv[argc - 1];
    p = !strcmp(how, "member") ? (void *)&s.x : !strcmp(how, "start") ? (void *)&s : !strcmp(how, "array") ? (void *)several : !strcmp(how, "second") ? (void *)&several[1] : !strcmp(how, "nested") ? (void *)&outer.rows[1].in[1] : (void *)&t.in;
    if (!strcmp(how, "block")) {
        block = calloc(3, sizeof *block);
        p = &block[2];
    }
    if (!strcmp(how, "text"))
        text = (char *)&t.in;
    if (!strcmp(how, "excluded")) {
        p = 0;
        scratch = malloc((size_t)argc * 50);
        memcpy(scratch, &scratch, sizeof scratch);
        #pragma ckpt exclude(*scratch)
    }
    if (!strcmp(how, "moved")) {
        struct particle *particle = calloc(1, sizeof *particle);
        p = 0;
        particle->y = 2.5;
        moved = particle;
    }
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        if (p)
            printf("%d %d %d %d %d %d %d %d\n", p == (void *)&s.x, p == (void *)&s, p == (void *)&t.in, p == (void *)several, p == (void *)&several[1],
                   p == (void *)&outer.rows[1].in[1], block && p == (void *)&block[2], text == (char *)&t.in);
        if (moved)
            printf("%g\n", ((struct particle *)moved)->y++);
    }
    return 0;
}
