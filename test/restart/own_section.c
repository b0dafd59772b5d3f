// A function with a site and a section of its own: it lies in ours.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>
#include <stdlib.h>
#include <setjmp.h>
/* attributes */
static jmp_buf out;
__attribute__((section(".text.mine"))) static int sec(int x) {
    #pragma ckpt
    return x + 1; }
__attribute__((nonnull(1), pure)) static int nn(const int *p, const char *q) {
    #pragma ckpt
    return *p + (q != 0); }
__attribute__((format(printf, 1, 2))) static int fmt(const char *s, ...) {
    #pragma ckpt
    return s[0]; }
__attribute__((malloc, alloc_size(1), returns_nonnull, warn_unused_result)) static char *al(int n) {
    #pragma ckpt
    return calloc(n, 1); }
__attribute__((noreturn)) static void die(int k) {
    #pragma ckpt
    longjmp(out, k); }
_Noreturn static void die2(int k) { die(k + 1); }
__attribute__((weak)) int wk(int x) {
    #pragma ckpt
    return x * 2; }
__attribute__((const)) static int cst(int x) {
    #pragma ckpt
    return x * 3; }
__attribute__((visibility("hidden"), optimize("O1"), noclone)) int vis(int x) {
    #pragma ckpt
    return x * 4; }
static inline __attribute__((gnu_inline, always_inline)) int gi(int x) { return vis(x) + 1; }
__attribute__((constructor)) static void ctor(void) { static int z; z++; }
static int (*tab[3])(int) __attribute__((aligned(32))) = { sec, wk, cst };
typedef __attribute__((noreturn)) void (*dief)(int);
static int param(int x __attribute__((unused)), __attribute__((unused)) const int *restrict p, int a[static 2]) {
    #pragma ckpt
    return *p + a[1]; }
int main(void)
{
    volatile int s = 0;
    for (volatile int k = 1; k < 4; k++) {
        int a[2] = { k, k + 1 };
        s += sec(k) + nn(a, "x") + nn(a, 0) + fmt("a%d", k);
        char *p = al(k + 1);
        p[0] = k;
        s += cst(2) + cst(2) + p[k] + p[0] + wk(k) + vis(k) + gi(k);
        free(p);
        for (int i = 0; i < 3; i++) s += tab[i](i);
        s += param(1, a, a);
        int r = setjmp(out);
        if (!r) { if (k == 1) die(5); dief d = k == 2 ? (dief)die : (dief)die2; d(7); }
        s += r;
        printf("%d\n", s);
    }
}
