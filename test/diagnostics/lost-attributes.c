// Attributes of one of several variables in a declaration that is taken apart; alone they stay.
// REQUIRES: ckptcc
// RUN: %expect %s
static int visit(int n)
{
    #pragma ckpt
    return n;
}

int main(void)
{
    int a = visit(1), b __attribute__((aligned(64))) = visit(2); // expect: ckpt-lost-attributes
    int c __attribute__((aligned(64))) = visit(3);
    int d __attribute__((aligned(64))) = 4, e = 5;
    return a + b + c + d + e;
}
