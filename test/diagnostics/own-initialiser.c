// A list that uses its own variable, and reaches a site; a value that does.
// REQUIRES: ckptcc
// RUN: %expect %s
static int visit(int n)
{
    #pragma ckpt
    return n;
}

static int size(const void *p) { return p != 0; }

int main(void)
{
    int list[2] = { visit(1), size(list) }; // expect: ckpt-own-initialiser
    int one = visit(size(&one)), other[2] = { visit(1), size(list) };
    return list[0] + one + other[1];
}
