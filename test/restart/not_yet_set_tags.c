// Local structures that nothing has set yet, whose unions are told by a tag that stands behind them; arrays of such unions; members that have other
// values elsewhere: all of them begin as zeros, not only what stands in front of the last pointer.
// REQUIRES: ckptcc, arm
// RUN: %restart %s --visits 8 --arches arm,i386,s390x
#include <stdatomic.h>
#include <stdio.h>
#include <wchar.h>

struct val { union { long *p; double d; } u; char text[80]; int tag; };
union slot { int tag; struct { int tag; long *p; } ptr; };
struct set { char *name; int n; union slot s[8]; };
struct mixed { char *p; int n; char text[200]; _Atomic long z[4]; };
struct wide { wchar_t *p; int n; wchar_t text[40]; };
#pragma ckpt variant(struct val, tag, 0: u.d, 1: u.p)
#pragma ckpt variant(union slot, tag, 0: tag, 1: ptr)

static void __attribute__((noinline)) leave_behind(void)
{
    volatile unsigned char a[3000];
    for (unsigned i = 0; i < sizeof a; i++)
        a[i] = (unsigned char)(0x81 + i % 100);
}

static void __attribute__((noinline)) site(void)
{
    #pragma ckpt
    puts("site");
}

static int __attribute__((noinline)) tagged(int i)
{
    struct val v, *q = &v;
    struct set s, *t = &s;
    site();
    q->tag = 0;
    q->u.d = i;
    t->name = "x";
    t->s[3].tag = i;
    return q->tag + (int)v.u.d + s.s[3].tag + *s.name;
}

static int __attribute__((noinline)) others(int i)
{
    struct mixed m, *p = &m;
    struct wide w, *q = &w;
    wchar_t alone[20], *a = alone;
    site();
    atomic_store(&p->z[1], i);
    q->text[2] = L'w';
    wcscpy(a, L"wide");
    return (int)atomic_load(&m.z[1]) + (int)w.text[2] + (int)alone[1];
}

int main(void)
{
    int s = 0;
    for (int i = 0; i < 4; i++) {
        leave_behind();
        s += tagged(i);
        leave_behind();
        s += others(i);
    }
    return !printf("%d\n", s);
}
