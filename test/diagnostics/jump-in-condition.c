// A break or continue in a loop's condition or increment; those of a loop or switch in there, and in functions without sites.
// REQUIRES: ckptcc
// RUN: %expect %s
static int visit(int i)
{
    #pragma ckpt
    return i;
}

static int apart(int n)
{
    for (int j = 0; j < 2; j++)
        while (({ if (n == 3) break; n < 9; }))
            n++;
    return n;
}

int main(void)
{
    int s = apart(1);
    for (int j = 0; j < 2; j++) {
        int i = visit(j);
        while (({ if (i > 3) break; i < 10; })) // expect: ckpt-jump-in-condition
            i++;
        do
            s++;
        while (({ if (s > 90) continue; s < 100; })); // expect: ckpt-jump-in-condition
        for (int k = 0; k < 3; ({ if (k == 1) break; k++; })) // expect: ckpt-jump-in-condition
            s += k;
        while (({ while (i > 5) { if (i == 7) break; i--; } switch (i) { case 2: break; default: i--; } i > 3; }))
            s++;
        switch (({ if (i == 9) break; i; })) {
        case 1:
            s++;
        }
    }
    return s > 1000;
}
