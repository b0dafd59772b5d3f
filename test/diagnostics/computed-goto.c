// Computed goto where a site is reached; where none is.
// REQUIRES: ckptcc
// RUN: %expect %s
static int plain(int n)
{
    static const void *const to[] = { &&zero, &&one };
    goto *to[n & 1];
zero:
    return 0;
one:
    return 1;
}

int main(int argc, char **argv)
{
    const void *to = &&out; // expect: ckpt-computed-goto
    #pragma ckpt
    goto *to; /* of one function the first is reported */
out:
    return plain(argc) + !argv;
}
