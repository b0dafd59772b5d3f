// A replayed call that reaches a site; one that does not.
// REQUIRES: ckptcc
// RUN: %expect %s
static int visit(int n)
{
    #pragma ckpt
    return n;
}

static int twice(int n) { return 2 * n; }

int main(void)
{
    #pragma ckpt replay
    int n = visit(1); // expect: ckpt-replay-site
    #pragma ckpt replay
    n = twice(n);
    return n;
}
