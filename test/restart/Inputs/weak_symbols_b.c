/* of weak_symbols.c */
int replaced_limit = 5;

int replaced(int n)
{
    int local = 7 * n;
    #pragma ckpt
    return local + replaced_limit;
}
