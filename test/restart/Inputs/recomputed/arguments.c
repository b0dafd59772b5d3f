/* Arguments of calls that are made again. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
enum { N = 600 };
enum kind { LEAST = -4, MOST = 9 };
static int least[N], kinds[N], dropped[N];
static signed char small[N];
static long long wide[N];
static double halves[N], nothing[N], whole[N], far[N];
static void fill(int *to, int n, int v) { int i; for (i = 0; i < n; i++) to[i] = v; }
static void fill_small(signed char *to, int n, signed char v) { int i; for (i = 0; i < n; i++) to[i] = v; }
static void fill_wide(long long *to, unsigned n, long long v) { unsigned i; for (i = 0; i < n; i++) to[i] = v; }
static void fill_kind(int *to, int n, enum kind k) { int i; for (i = 0; i < n; i++) to[i] = k; }
static void fill_double(double *to, int n, double v) { int i; for (i = 0; i < n; i++) to[i] = v; }
static int drop(void) { int i; for (i = 0; i < N; i++) dropped[i] = i; return 1; }
int main(void)
{
    int k;
    fill(least, N, INT_MIN);
    fill_small(small, N, -128);
    fill_wide(wide, N, -9223372036854775807LL - 1);
    fill_kind(kinds, N, LEAST);
    fill_double(halves, N, 0.5);
    fill_double(nothing, N, -0.0);
    fill_double(whole, N, 3);
    fill_double(far, N, HUGE_VAL);
    (int)drop();
    for (k = 0; k < 4; k++) {
        #pragma ckpt
        printf("%d %d %d %d %lld %g %g %g %g %d\n", k, least[k], kinds[k], small[k], wide[k], halves[k], 1 / nothing[k], whole[k], far[k], dropped[k]);
    }
    return 0;
}
