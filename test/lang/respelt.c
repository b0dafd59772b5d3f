// What is declared anew is what it was: static variables of functions, which move to file scope, variables whose declarations are split, and temporaries keep
// their alignment, their section, their qualifiers, and the attributes of their types.
// C-SUPPORT: Declarations | attributes of static variables of functions (`section`, `used`, `aligned`, names for the linker) | GNU | supported |
// C-SUPPORT: Types | typedefs with attributes (`aligned`, `may_alias`), pointers to functions with a calling convention | GNU | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 8
// RUN: cc -O2 -w %s -o %t.plain && %t.plain > %t.want && %ckptcc -O2 -w %s -o %t && %t | cmp - %t.want
#include <stdint.h>
#include <stdio.h>

typedef int line_int __attribute__((aligned(64)));
typedef int packed_int __attribute__((aligned(1)));
typedef short alias_short __attribute__((may_alias));
typedef const alias_short const_alias;
struct item { int value; };
extern struct item __start_items[], __stop_items[];

#ifdef __i386__
#define CALLED __attribute__((regparm(3)))
#elif defined __x86_64__
#define CALLED __attribute__((ms_abi))
#else
#define CALLED
#endif

static char text[4] = "abc";

static int add(int n)
{
    static struct item it __attribute__((section("items"), used)) = { 3 };
    static struct item other __attribute__((section("items"))) = { 10 };

    it.value += n;
    return other.value++;
}

static int sum(void)
{
    int all = 0;

    for (struct item *p = __start_items; p < __stop_items; p++)
        all += p->value;
    return all;
}

static int named(void)
{
    static int counter __asm__("counter_by_label") = 4;
    extern int by_label __asm__("counter_by_label");

    counter++;
    return by_label;
}

static alias_short *half(int *p)
{
    #pragma ckpt
    return (alias_short *)p;
}

static const_alias *const_half(int *p)
{
    #pragma ckpt
    return (alias_short *)p;
}

static packed_int *inside(char *p)
{
    #pragma ckpt
    return (packed_int *)(p + 1);
}

static int aliases(int x)
{
    typedef int alias_int __attribute__((may_alias));
    typedef alias_int *pointer;
    static pointer kept;
    short pair[2] = { 0, 0 };
    int low, rows = x;

    *half(&x) = 0;
    *(half(&x) + 1) = 0;
    low = x;
    kept = (pointer)pair;
    *kept = -1;
    kept = 0;                     /* an int in shorts: that its end is not the start of what lies behind it, the order of variables decides */
    alias_short *first = half(&rows), *second = half(&rows) + 1;
    *first = *second = 0;
    return low + pair[0] + pair[1] + *const_half(&x) + rows;
}

static CALLED int twice(int n) { return 2 * n; }

static int conventions(int n)
{
    static int (CALLED *called)(int) = twice;
    static int (CALLED *const table[2])(int) = { twice, twice };

    #pragma ckpt
    return called(n) + table[1](n + 1);
}

static int aligned(void)
{
    static char buffer[16] __attribute__((aligned(64))) = "buffer";
    static line_int a = 1;
    static _Alignas(long double) char c = 2;
    static _Alignas(32) _Alignas(16) char d[3] = { 3 };
    int at = 0;

    at += __alignof__(buffer) == 64 && (uintptr_t)buffer % 64 == 0;
    at += 2 * (__alignof__(a) == 64 && (uintptr_t)&a % 64 == 0);
    at += 4 * (__alignof__(c) == __alignof__(long double) && (uintptr_t)&c % __alignof__(long double) == 0);
    at += 8 * ((uintptr_t)d % 32 == 0 && __alignof__ d == 32);
    #pragma ckpt
    return at + buffer[0] + a + c + d[0];
}

static int own_alignment(int n)
{
    line_int a = half(&n) != 0 && __alignof__(a) == 64, b = 2;
    _Alignas(long double) char c = half(&n) != 0 && __alignof__(c) == __alignof__(long double);
    _Alignas(32) char row[n + 1];
    typedef char letters[n];
    _Alignas(double) letters of;

    of[0] = 'b';
    row[n] = 4;
    #pragma ckpt
    return a + b + c + row[n] + of[0] + ((uintptr_t)row % 32 == 0) + ((uintptr_t)&a % 64 == 0) + (__alignof__(row) == 32) +
           (__alignof__(of) == _Alignof(double));
}

static int constants(int n)
{
    static char *const p = text;
    static char *const both[2] = { text, text + 1 };
    static const char *const words[] = { "one", "two" };
    static int (*const function)(int) = add;
    static const volatile int number = 4;
    const int k = n, *to = &k;
    struct { const int a; int b; } const fixed = { n, 2 };
    const char *const name = words[n & 1], *other = name;
    __typeof__(const int) of = n;
    int *const here = &n;

    #pragma ckpt
    p[0]++;
    both[1][0]++;
    return _Generic(&p, char *const *: 1, default: 2) + _Generic(&both[0], char *const *: 1, default: 2) +
           _Generic(&words[0], const char *const *: 1, default: 2) +
           _Generic(&function, int (*const *)(int): 1, default: 2) + _Generic(to, const int *: 1, default: 2) +
           _Generic(&fixed.a, const int *: 1, default: 2) +
           _Generic(&fixed.b, const int *: 1, default: 2) + _Generic(&other, const char **: 1, default: 2) + _Generic(&of, const int *: 1, default: 2) +
           _Generic(&here, int *const *: 1, default: 2) + number + *to + fixed.b + *here + (name[0] == other[0]) + of;
}

int main(void)
{
    char bytes[8] = { 1, 2, 2, 2, 2 };

    for (int i = 0; i < 2; i++) {
        int added = add(i);
        printf("%d %d %d %d\n", added, sum(), named(), aliases(0x01010101));
        printf("%d %d %d\n", conventions(i), aligned(), own_alignment(7));
        printf("%d %s %d\n", constants(i), text, *inside(bytes) == 0x02020202);
    }
    return 0;
}
