const char *from_b(int n)
{
    static const char *last = "nothing yet";
    const char *now = n % 2 ? "odd from b" : "even from b";
    #pragma ckpt
    const char *old = last;
    last = now;
    return old;
}
const char *same_in_b(void) { return "Tuesday"; }
