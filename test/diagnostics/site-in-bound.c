// Calls that reach a site in bounds of types, and in values that a later designator overrides; in the bound of a declaration, and in initialisers that are used, where
// they may stand.
// REQUIRES: ckptcc
// RUN: %expect %s
static int n(int x)
{
    #pragma ckpt
    return x;
}

static int row(int k, int (*a)[n(k)]) { return (int)(sizeof *a / sizeof(int)); } // expect: ckpt-site-in-bound

struct pair { int n, more[2]; };

int main(void)
{
    int a[n(3)], b[3][3] = { { 0 } };
    struct pair whole = { .n = n(1), .more = { n(2), [1] = n(3) } };
    struct pair late = { .n = n(1), .n = 2 }; // expect: ckpt-site-in-bound
    struct pair deep = { .more = { n(2), n(4) }, .more[0] = 3 }; // expect: ckpt-site-in-bound
    int none = (int)sizeof((int[2]){ n(1), [0] = 3 });
    a[0] = none + whole.n + late.n + deep.n;
    return a[0] + (int)sizeof(int[n(3)]) + row(3, b); // expect: ckpt-site-in-bound
}
