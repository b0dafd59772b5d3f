// Declarations that a rewritten function must keep apart: const and volatile locals, local types, enums, prototypes and externs,
// shadowed typedef names, typeof, __auto_type, arrays initialised from strings, const arrays, static locals in inline functions,
// parameters of every kind, Duff's device, gotos into and out of blocks.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 30
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef int number;
typedef struct pair { int a, b; } pair;

static number visit(number n)
{
    #pragma ckpt
    return n;
}

static int constants(const int n, const pair p, const int *const restrict q)
{
    const int doubled = visit(n) * 2, tripled = n * 3;
    const pair both = { doubled, tripled };
    const int table[] = { n, doubled, tripled };
    const char text[] = "constant text", *const at = text + 9;
    volatile int v = visit(4);
    const volatile int cv = 5;
    int const *const *pp = &q;
    const struct { const int x; pair in; } nested = { 6, { 7, 8 } };

    #pragma ckpt
    v += visit(1);
    printf("%d %d %d %d %d %s %d %d %d %d\n", doubled, both.b, table[2], p.a, v, at, cv, **pp, nested.x, nested.in.b);
    return table[visit(1)] + (int)sizeof text;
}

static int local_types(int n)
{
    typedef struct { int x; char tag; } local;
    struct pair { double a; } mine = { n / 2.0 };                /* hides the file's */
    enum { LOW = 3, HIGH = LOW + 4 };
    typedef double number;                                       /* hides it too */
    extern int at_the_end;
    int helper(int);
    number half = visit(n) / 4.0;
    local l = { HIGH, 'l' };
    _Static_assert(LOW == 3, "an enum in a block");

    {
        typedef char number[4];
        number text = "abc";
        #pragma ckpt
        printf("%s %zu\n", text, sizeof(number));
    }
    #pragma ckpt
    printf("%g %g %d %c %d %d\n", mine.a, half, l.x, l.tag, helper(visit(2)), at_the_end);
    return LOW;
}

int at_the_end = 17;
int helper(int x) { return visit(x) * 10; }

static int deduced(int n)
{
    __typeof__(n) a = n;
    __auto_type b = visit(a) + 1L;
    __typeof__(int[3]) array = { 1, 2, 3 };
    __typeof__(&array[0]) p = array + 1;
    __typeof__(visit) *f = visit;
    int kind = _Generic(b, long: 1, default: 2);

    #pragma ckpt
    return a + (int)b + *p + f(kind) + (int)sizeof b / (int)sizeof(long);
}

static int parameters(int, int list[static 2], int function(int), char (*text)[6], double (*const matrix)[2], ...);

static int parameters(int first, int list[static 2], int function(int), char (*text)[6], double (*const matrix)[2], ...)
{
    list++;
    #pragma ckpt
    return first + list[0] + function(3) + (*text)[1] + (int)matrix[1][1];
}

static int unnamed_and_unused(int a __attribute__((unused)), register int b)
{
    #pragma ckpt
    return b;
}

static inline int counting(void)
{
    static int calls = 10;
    static const char *const names[] = { "one", "two" };
    #pragma ckpt
    return calls++ + (int)strlen(names[calls % 2]);
}

static int duff(const char *from, int count)
{
    char to[16] = "", *t = to;
    int n = (count + 3) / 4;

    switch (visit(count) % 4) {
    case 0: do { *t++ = *from++;
                 #pragma ckpt
    case 3:      *t++ = *from++;
    case 2:      *t++ = visit(*from++);
    case 1:      *t++ = *from++;
            } while (--n > 0);
    }
    printf("%.*s\n", count, to);
    return (int)(t - to);
}

static int gotos(int n)
{
    int i = 0, sum = 0;

    if (n > 2)
        goto inside;
    while (i < 3) {
        int k = 5;
        sum += k;
    inside:
        #pragma ckpt
        k = visit(i);
        sum += k * 10;
        i++;
        if (sum > 100)
            goto out;
        {
            int k = sum;
            if (k % 2)
                goto next;
            sum++;
        }
    next:
        sum += 2;
    }
out:
    return sum;
}

static int same_names(int x)
{
    int sum = 0;

    for (int i = 0; i < 2; i++) {
        int x = i + 1, *p = &x;
        sum += visit(*p);
    }
    for (int i = 5; i < 7; i++) {
        long x = i;
        sum += visit((int)x);
    }
    {
        char x[4] = "xy";
        visit(1);
        sum += x[1];
    }
    {
        double x = 0.5, y = x + visit(1);
        sum += (int)(x * 10 + y);
    }
    return sum + x;
}

static int strings_in_loops(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        char fresh[] = "fresh", exact[3] = "abc", wide[2][6] = { "hello", "world" };
        int zeroed[4] = { 0 }, partly[4] = { [2] = 7 };
        pair p = { .b = i }, q = p;
        fresh[0] += (char)i;
        zeroed[i]++;
        #pragma ckpt
        sum += fresh[0] + exact[2] + wide[1][0] + zeroed[i] + partly[2] + q.b;
    }
    return sum;
}

int main(int argc, char *argv[])
{
    int seven = 7, list[3] = { 1, 2, 3 };
    double matrix[2][2] = { { 1, 2 }, { 3, 4 } };
    char text[6] = "hello";

    (void)argc, (void)argv;
    printf("%d\n", constants(2, (pair){ 1, 2 }, &seven));
    printf("%d %d\n", local_types(9), deduced(3));
    printf("%d %d\n", parameters(1, list, visit, &text, matrix, 2.5, "x"), unnamed_and_unused(1, 2));
    int first = counting(), second = counting();
    printf("%d %d\n", first, second);
    for (int i = 1; i <= 4; i++)
        printf("%d\n", duff("abcdefgh", i + 4));
    printf("%d %d %d\n", gotos(1), gotos(3), same_names(4));
    printf("%d\n", strings_in_loops());
    return 0;
}
