// Other names of a function that reaches a site; of one that does not.
// REQUIRES: ckptcc
// RUN: %expect %s
int f(int x)
{
    #pragma ckpt
    return x;
}

int plain(int x) { return x; }

int g(int) __attribute__((alias("f"))); // expect: ckpt-alias
extern int h(int) __asm__("f"); // expect: ckpt-alias
int other(int) __attribute__((alias("plain")));

int main(void) { return g(0) + h(0) + f(0) + other(1); }
