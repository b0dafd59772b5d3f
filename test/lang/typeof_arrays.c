// Types that are those of arrays, in types that are defined where one is named, and in local ones, which stand at file scope in the end: arrays are as
// long as they were written there, too.
// REQUIRES: ckptcc, s390x
// C-SUPPORT: Types | `typeof` of a variable in a local type, and in one that is defined in an expression | GNU | supported |
// RUN: %cc -w %s -o %t.plain && %t.plain > %t.want && %ckptcc -w %s -o %t && %t | cmp - %t.want
// RUN: %restart %s --visits 4
#include <stddef.h>
#include <stdio.h>

static int a[4], *pa = a;
struct row { __typeof__(a) cells; int n; };
static size_t at_file_scope = sizeof(struct { __typeof__(a) q; });

static int of_parameters(int n, char text[9], short (*rows)[5])
{
    struct { __typeof__(text) where; __typeof__(*rows) row; __typeof__(n + 0L) wide; } s = { text, { 1, 2, 3, 4, 5 }, n };
    enum { OWN = 3 };
    struct { __typeof__(s.row) again[OWN]; int n; } t = { { { 7 } } };

    for (int i = 0; i < 1; i++) {
        #pragma ckpt
        s.row[0]++;
    }
    return (int)(sizeof s.row + sizeof t.again) + s.row[0] + s.row[4] + t.again[0][0] + s.where[0] + (int)s.wide;
}

int main(void)
{
    int l[3] = { 1, 2, 3 }, *pl = l;
    struct { __typeof__(l) x; int n; } s = { { 7, 8, 9 } };
    struct named { struct { __typeof__((l)) x; __typeof__(l[0]) one; } inner; __typeof__(&l) whole; } m = { { { 4, 5, 6 }, 1 }, &l };
    static struct { __typeof__(l) kept; } still = { { 1, 1, 1 } };
    char text[9] = "text";
    short rows[2][5] = { { 1 } };

    for (int i = 0; i < 2; i++) {
        #pragma ckpt
        printf("%zu %zu %zu %zu ", sizeof(struct row), sizeof s, sizeof m.inner, at_file_scope);
        printf("%zu %zu ", sizeof(struct { __typeof__(a) q; }), sizeof(union { __typeof__(l) q; __typeof__(a) r; }));
        printf("%zu %d ", sizeof *(struct { __typeof__(l) q; char c; } *)0, ((struct { __typeof__(l) q; int n; }){ .n = 6 }).n);
        printf("%d %d %d %d %d\n", s.x[1]++, m.inner.x[2]++, (*m.whole)[2]++, still.kept[0]++, pl[1] + pa[0]++);
        printf("%d\n", of_parameters(i, text, rows));
    }
    return 0;
}
