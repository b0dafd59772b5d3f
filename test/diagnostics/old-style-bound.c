// A variable bound in an old-style definition; one in a prototype.
// REQUIRES: ckptcc
// RUN: %expect %s
static int visit(int n)
{
    #pragma ckpt
    return n;
}

static int old(n, a)
    int n, a[1][n]; // expect: ckpt-old-style-bound
{
    return visit(n) + a[0][0];
}

static int new(int n, int a[1][n]) { return visit(n) + a[0][0]; }

int main(void)
{
    int a[1][3] = { { 1 } };
    return old(3, a) + new(3, a);
}
