// A vector that is live at a site; one that is not.
// REQUIRES: ckptcc
// RUN: %expect %s
typedef float four __attribute__((vector_size(16)));

static four add(four a, four b) { return a + b; }

int main(void)
{
    four sum = { 0 }, done = { 1 }; // expect: ckpt-vector-type
    sum = add(sum, done);
    #pragma ckpt
    return (int)sum[0] == 1;
}
