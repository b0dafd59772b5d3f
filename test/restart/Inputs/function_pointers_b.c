typedef int fold(int, int);
static int helper(int a, int b) { return a + 10 * b; }
static int other(int a, int b)
{
    #pragma ckpt
    return a * 100 + b;
}
fold *b_pick(int n) { return n ? other : helper; }
fold *b_helper(void) { return helper; }
