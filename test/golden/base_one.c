/* Format version 5: pointers to before their blocks (base-1 arrays), of several sizes; two of different types to one address. At its only site. The fuzz
 * tests' server has a finished() of its own. */
#include <stdio.h>
#include <stdlib.h>

static double **rows;
static float *reals;
static short *from_three;
static unsigned *bits;
void finished(void);
__attribute__((weak)) void finished(void) {}

int main(void)
{
    int *whole = malloc(4 * sizeof *whole);

    whole--;
    rows = malloc(2 * sizeof *rows);
    rows--;
    for (int i = 1; i <= 2; i++) {
        rows[i] = malloc(3 * sizeof(double));
        rows[i]--;
        for (int j = 1; j <= 3; j++)
            rows[i][j] = i + j / 4.0;
    }
    reals = malloc(5 * sizeof *reals);
    reals--;
    from_three = malloc(6 * sizeof *from_three);
    from_three -= 3;
    for (int i = 1; i <= 5; i++)
        reals[i] = (float)i;
    for (int i = 3; i <= 8; i++)
        from_three[i] = (short)-i;
    for (int i = 1; i <= 4; i++)
        whole[i] = i * i;
    bits = (unsigned *)whole;
    #pragma ckpt
    printf("%g %g %d %d %u\n", rows[2][3], (double)reals[5], from_three[8], whole[4], bits[1]);
    finished();
    return 0;
}
