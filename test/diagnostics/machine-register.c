// Variables bound to machine registers where a site is reached; where none is.
// REQUIRES: ckptcc, x86_64
// RUN: %expect %s
static long plain(void)
{
    register long kept __asm__("r12") = 5;
    __asm__ volatile ("" : "+r" (kept));
    return kept;
}

int main(void)
{
    register long kept __asm__("r12") = 5; // expect: ckpt-machine-register
    #pragma ckpt
    __asm__ volatile ("" : "+r" (kept));
    return kept + plain() == 0;
}
