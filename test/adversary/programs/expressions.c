// Values of calls in odd expression places: narrow assignments whose value is used, mixed ?: types, elvis, lvalues through calls,
// struct temporaries, unevaluated operands. ADV:
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct bits { unsigned u5 : 5; signed s3 : 3; unsigned long long w40 : 40; bool flag : 1; int : 0; unsigned tail : 7; };
struct vec { double x, y; int tag[3]; };
static struct bits bits;
static struct vec vectors[4];
static int calls;

static int f(int x)
{
    calls++;
#pragma ckpt
    return x;
}
static unsigned g(unsigned x) { return f((int)x) + 0u; }
static double h(double x) { f(0); return x; }
static signed char narrow(int x) { return (signed char)f(x); }
static struct vec make(int a)
{
    struct vec v = { a, a / 2.0, { f(a), a + 1, a + 2 } };
#pragma ckpt
    return v;
}
static struct vec *slot(int i) { return &vectors[f(i)]; }
static void nothing(int x) { calls += f(x); }
static void forward(int x) { return nothing(x); }
static const char *text(int x) { return f(x) ? "nonzero" : NULL; }

int main(void)
{
    unsigned char c;
    char name[8];
    float fl;
    int i = 3, k = 0, a[5] = { 0 };
    bool b;

    printf("%d\n", (c = f(300)) + 1);
    printf("%d\n", (bits.u5 = f(37)) + 1);
    printf("%d\n", (bits.s3 = f(5)) - 1);
    printf("%llu\n", (unsigned long long)(bits.w40 = f(-1)));
    printf("%d %d\n", (b = f(256)) + 1, (bits.flag = f(2)) + 0);
    printf("%d\n", bits.u5 - f(9) < 0);
    printf("%.9g\n", (double)(fl = h(0.1)));
    printf("%d\n", (i ? f(-1) : g(1)) > 0);
    printf("%d\n", (i ? f(-1) : 2.5) > 0);
    printf("%.2f\n", (k ? 7.5 : f(3)) / 2);
    printf("%zu %zu\n", sizeof(k ? narrow(1) : 'x'), sizeof f(2));
    printf("%d %d\n", f(0) ?: f(12), f(4) ?: f(5));
    printf("%s\n", text(1) ?: "none");
    printf("%s\n", text(0) ?: "none");
    slot(1)->x = make(3).y + make(4).tag[2];
    slot(2)->tag[f(1)] += f(7);
    slot(2)->tag[1]++;
    ++*&slot(2)->tag[1];
    *slot(3) = k ? make(1) : make(9);
    printf("%g %d %g %d\n", vectors[1].x, vectors[2].tag[1], vectors[3].y, (k ? make(5) : make(6)).tag[2]);
    a[f(2)] = f(5), a[f(1)] |= f(6), a[f(2)] <<= f(1);
    f(3)[a] = f(8);
    printf("%d %d %d\n", a[1], a[2], a[3]);
    c = 200;
    c += f(100);
    i *= h(1.5);
    printf("%d %d\n", c, i);
    c >>= f(1);
    i -= c -= f(2);
    printf("%d %d\n", c, i);
    b = !f(3) || !(k = f(6)) || f(k - 6) || (k++, f(k) == 7 && f(1));
    printf("%d %d\n", b, k);
    assert(f(1) && "an assertion");
    printf("%d\n", __builtin_expect(f(3) == 3, 1) + _Generic(f(1), int: 10, default: 20));
    memcpy(name, (char[]){ 'a' + f(1), 'c', 0 }, (size_t)f(3));
    printf("%s %d\n", name, ((struct vec){ .tag = { f(1), f(2), [2] = f(3) }, .y = h(2) }).tag[2]);
    (void)f(1), nothing(2), forward(3), k ? nothing(4) : forward(5);
    struct vec first = make(20), *p = &first, copies[2] = { *p, make(21) }, last = copies[f(1)];
    p = k > 0 ? slot(3) : &last;
    printf("%g %g %d %d\n", p->x, last.y, copies[0].tag[1], calls);
    k = f(1) ? f(0) ? 1 : f(2) ? f(30) : 4 : 5;
    k += -f(3) * ~f(2) - +f(1) + (int)h(3.9) % f(2);
    printf("%d %d\n", k, (f(1), f(2), calls));
    return calls & 63 ? 0 : 1;
}
