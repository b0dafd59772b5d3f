// Sites in every kind of loop and block: first, last and only statement, several per function, behind labels, in switch.
// C-SUPPORT: Control | sites in every kind of loop, behind labels, in `switch` | 6.8 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s
#include <stdio.h>

static int total;

static void for_loops(void)
{
    for (int i = 0, j = 10; i < j; i += 3, j--) {
#pragma ckpt
        printf("for %d %d\n", i, j);
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            total += 10 * i + j;
            #pragma ckpt name(inner)
        }
}

static void while_loops(int n)
{
    int k = n;

    while (k-- > 1) {
        if (k == 2)
            continue;
        #pragma ckpt
        printf("while %d\n", k);
    }
    do {
        # pragma ckpt
        total += k;
    } while (++k < 2);
}

static int switches(int what)
{
    int seen = 0;

    switch (what) {
    case 0: {
        #pragma ckpt
        seen += 1;
    }
    /* fall through */
    case 1:
        seen += 2;
        #pragma ckpt
        break;
    default:
        #pragma ckpt
        while (seen < 20) {
            seen += 7;
            if (seen > 10)
                break;
        }
        return -seen;
    }
    return seen;
}

static void gotos(int n)
{
    int i = 0;

again:
    i++;
    #pragma ckpt
    if (i % 2 == 0)
        goto skip;
    printf("goto %d\n", i);
skip:
    if (i < n)
        goto again;
}

static void only_site(void)
{
    #pragma ckpt
}

static int blocks(int x)
{
    #pragma ckpt
    int y = x * 2;
    {
        int x = y + 1;
        {
            int y = x + 1;
            #pragma ckpt
            printf("inner %d %d\n", x, y);
        }
        #pragma ckpt
        x++;
        y += x;
    }
    if (x > 1) {
        int z = y;
        #pragma ckpt
        y += z;
    } else {
        #pragma ckpt
        y--;
    }
    return y;
}

int main(void)
{
    for_loops();
    while_loops(5);
    for (int i = 0; i < 3; i++)
        printf("switch %d\n", switches(i));
    gotos(3);
    only_site();
    printf("blocks %d %d\n", blocks(1), total);
    printf("blocks %d\n", blocks(5));
    return 0;
}
