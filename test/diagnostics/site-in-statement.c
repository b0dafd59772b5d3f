// An operand of inline assembly that reaches a site; one that does not.
// REQUIRES: ckptcc
// RUN: %expect %s
static int visit(int i)
{
    #pragma ckpt
    return i;
}

int main(void)
{
    int n;
    __asm__ volatile ("" : "=r" (n) : "0" (visit(1))); // expect: ckpt-site-in-statement
    __asm__ volatile ("" : "=r" (n) : "0" (n));
    return n;
}
