// A pointer to the end of an array that is a member may be one to what lies behind it, of the same type. Where the two may lie apart on another machine
// (i386 aligns long long to 4), the image is bound to its layout; where they cannot, it is not.
// REQUIRES: ckptcc
// RUN: %ckptcc -w %s -o %t && %ckptcc -w --ckpt-cc=i686-linux-gnu-gcc -static %s -o %t.i386
// RUN: for kind in nested rows; do %t $kind > %t.plain; rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 qemu-i386-static %t.i386 $kind > %t.1 2> %t.err; test $? = 75 || exit 1; \
// RUN:   grep "end is a pointer that may mean the end of an array or what lies behind it, which may lie apart elsewhere" %t.err || exit 1; \
// RUN:   (env CKPT_DIR=%t.d CKPT_RESTART=latest %t $kind 2> %t.err; test $? = 78) || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-i386-static %t.i386 $kind > %t.2 && cat %t.1 %t.2 | cmp - %t.plain || exit 1; done
// RUN: for kind in plain matrix; do %t $kind > %t.plain; rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 CKPT_STRICT=1 qemu-i386-static %t.i386 $kind > %t.1; test $? = 75 || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t $kind > %t.2 && cat %t.1 %t.2 | cmp - %t.plain || exit 1; done
#include <stdio.h>
#include <string.h>

struct nested { int v[3]; struct { int tag; long long wide; } in; };
struct row { int id; long long sum; int v[3]; };
struct plain { int id; float x; int v[3]; };
static struct nested nested = { { 1, 2, 3 }, { 100, 5 } };
static struct row rows[2] = { { 7, 7, { 1, 2, 3 } }, { 8, 8, { 4, 5, 6 } } };
static struct plain plains[2] = { { 7, 7, { 1, 2, 3 } }, { 8, 8, { 4, 5, 6 } } };
static int matrix[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };

static void go(int *from, int *end)
{
    for (int *p = from; p < end; p++) {
        #pragma ckpt
        printf("%d of %d\n", *p, (int)(end - from));
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "";
    if (!strcmp(kind, "nested"))
        go(nested.v, nested.v + 3);
    if (!strcmp(kind, "rows"))
        go(rows[0].v, rows[0].v + 3);
    if (!strcmp(kind, "plain"))
        go(plains[0].v, plains[0].v + 3);
    if (!strcmp(kind, "matrix"))
        go(matrix[0], matrix[0] + 3);
    return 0;
}
