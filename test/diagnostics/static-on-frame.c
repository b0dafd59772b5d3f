// A static variable that depends on its function; others.
// REQUIRES: ckptcc
// RUN: %expect %s
static int run(int n)
{
    static const void *to[] = { &&zero, &&one }; // expect: ckpt-static-on-frame
    static int count;
    static int *const at = &count;
    goto *to[n & 1];
zero:
    return 0;
one:
    return ++*at;
}

static int rows(int n)
{
    typedef int row[n];
    static row *last; // expect: ckpt-static-on-frame
    return !last;
}

int main(int argc, char **argv)
{
    #pragma ckpt
    return run(argc) + rows(argc) + !argv;
}
