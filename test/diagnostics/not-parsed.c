// GNU C's nested functions, which Clang does not parse.
// REQUIRES: ckptcc
// RUN: %expect %s
int main(void)
{
    int n = 0;
    int next(void) { return ++n; } // expect: ckpt-not-parsed
    #pragma ckpt
    return next();
}
