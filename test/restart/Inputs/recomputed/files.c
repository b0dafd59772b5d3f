/* A table, and a file that grows. */
#include <stdio.h>
enum { N = 700 };
static int table[N];
static void make(void) { for (int i = 0; i < N; i++) table[i] = i * FACTOR; }
int main(void)
{
    FILE *out = fopen("out.txt", "w");
    make();
    for (int k = 0; out && k < 4; k++) {
        #pragma ckpt
        fprintf(out, "%d\n", table[k]);
        fflush(out);
    }
    return !out;
}
