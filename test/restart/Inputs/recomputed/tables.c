/* A table of integers, and one of numbers that contraction changes. */
#include <stdio.h>
enum { N = 700 };
static int ints[N];
static double numbers[N];
static volatile double a = 0.1;
static void make_ints(void) { for (int i = 0; i < N; i++) ints[i] = i * 7; }
static void make_numbers(void) { for (int i = 0; i < N; i++) numbers[i] = i * 0.1 + i * 0.7; }
int main(void)
{
    double sum = a;
    make_ints();
    make_numbers();
    for (int k = 0; k < 4; k++) {
        #pragma ckpt
        sum += ints[k * 9] + numbers[k * 31];
        printf("%d %.17g\n", k, sum);
    }
    return 0;
}
