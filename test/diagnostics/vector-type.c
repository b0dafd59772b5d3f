// A vector that is live at a site, and is cast to other elements; one that is not live, one that is not cast, one that is cast to elements of the same size.
// REQUIRES: ckptcc
// RUN: %expect %s
typedef float four __attribute__((vector_size(16)));
typedef int ints __attribute__((vector_size(16)));
typedef short shorts __attribute__((vector_size(16)));

static four add(four a, four b) { return a + b; }

int main(void)
{
    four sum = { 0 }, done = { 1 };
    ints words = { 1, 2, 3, 4 }; // expect: ckpt-vector-type
    shorts first = (shorts)words; // expect: ckpt-vector-type
    sum = add(sum, done);
    #pragma ckpt
    words += (ints)sum;
    return (int)sum[0] == 1 && words[0] == first[0];
}
