// Calls that reach a site in bounds of types; in the bound of a declaration, where they may stand.
// REQUIRES: ckptcc
// RUN: %expect %s
static int n(int x)
{
    #pragma ckpt
    return x;
}

static int row(int k, int (*a)[n(k)]) { return (int)(sizeof *a / sizeof(int)); } // expect: ckpt-site-in-bound

int main(void)
{
    int a[n(3)], b[3][3] = { { 0 } };
    a[0] = 1;
    return a[0] + (int)sizeof(int[n(3)]) + row(3, b); // expect: ckpt-site-in-bound
}
