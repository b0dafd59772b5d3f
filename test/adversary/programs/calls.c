// Ways to call: mutual recursion through pointers, tail calls, variadic functions, noreturn helpers, callbacks with contexts, structs by
// value and returned, main called again, functions in structures in tables, exit from below. ADV: status=7
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct big { double v[6]; char text[20]; int n; };
typedef struct big builder(struct big, int);
typedef int (*step)(int, void *);
struct visitor { step pre, post; void *data; const struct visitor *fallback; };

static int depth, mains;
static int even(int n, void *data);
static int odd(int n, void *data)
{
    ++*(int *)data;
#pragma ckpt if (n % 5 == 0)
    return n ? even(n - 1, data) : 0;
}
static int even(int n, void *data) { return n ? odd(n - 1, data) : 1; }
static struct big widen(struct big b, int by)
{
    b.n += by;
    snprintf(b.text, sizeof b.text, "n%d", b.n);
#pragma ckpt
    b.v[by % 6] = b.n / 2.0;
    return b;
}
static struct big twice(builder *f, struct big b) { return f(f(b, 1), 2); }
static int sum(const char *kinds, ...)
{
    va_list ap;
    int s = 0, n = (int)strlen(kinds);
    double d = 0;
    va_start(ap, kinds);
    for (int i = 0; i < n; i++)
        if (kinds[i] == 'i')
            s += va_arg(ap, int);
        else
            d += va_arg(ap, double);
    va_end(ap);
#pragma ckpt
    return s + (int)d;
}
static int walk(const struct visitor *v, int n)
{
    int pre = v->pre ? v->pre(n, v->data) : v->fallback->pre(n, v->fallback->data);
    depth++;
    int inner = n > 0 ? walk(v->fallback ? v->fallback : v, n - 1) : 0;
    depth--;
    return pre + inner * 2 + (v->post ? v->post(n, v->data) : 0);
}
static int count(int n, void *data) { int *total = data; (*total) += n; return *total; }
static int keep(int n, void *data)
{
    struct big *b = data;
#pragma ckpt
    b->v[n % 6]++;
    return b->n++;
}
static _Noreturn void finish(int status)
{
#pragma ckpt
    printf("finishing %d\n", status);
    exit(status);
}
static int ackermann(int m, int n)
{
    if (!m) {
        #pragma ckpt if (n == 3)
        return n + 1;
    }
    return ackermann(m - 1, n ? ackermann(m, n - 1) : 1);
}
int main(int argc, char **argv)
{
    int total = 0;
    struct big b = { .n = 1, .text = "start" };
    struct visitor inner = { keep, NULL, &b, NULL }, outer = { NULL, count, &total, &inner };
    if (++mains < 3)
        return main(argc, argv) + mains;
    int is_even = even(20, &total);
    printf("%d %d\n", is_even, total);
    b = twice(widen, twice(widen, b));
    printf("%d %s %g\n", b.n, b.text, b.v[2]);
    printf("%d\n", sum("iid", 1, sum("id", 5, 2.5), 3.0));
    printf("%d\n", walk(&outer, 3));
    printf("%d %g\n", total, b.v[1]);
    printf("%d\n", ackermann(2, 3));
    if (argc)
        finish(depth + 7);
    return 0;
}
