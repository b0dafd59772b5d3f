// Unions with a tag where the layout is the difficulty: parts without a name that begin with bit-fields, with and without a name; packed and aligned
// ones in the middle of neighbours; a union at the end of a structure in a longer block; pointers to ends and starts of members.
// C-SUPPORT: Types | unions with a tag: parts that begin with bit-fields, packed ones | 6.7.2.1 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bits { int tag; union { struct { unsigned a : 3, b : 7; int c; }; struct { int : 16; short x; }; double d; struct { long before; unsigned : 0, last : 9; }; }; short end; };
#pragma ckpt variant(struct bits, tag, 1: a, 2: x, 3: d, 4: before)

struct deep { int tag; struct { int before; union { struct { int : 16; int x; }; double d; } u; } body; int other; };
#pragma ckpt variant(struct deep, tag, 1: body.u.x, 2: body.u.d, default: void)

#pragma pack(push, 1)
struct packed_record { char tag; union { struct { char a; long long b; short z; } wide; struct { short k; double d; } real; } u; char end[5]; };
#pragma pack(pop)
#pragma ckpt variant(struct packed_record, tag, 1: u.wide, 2: u.real)

struct small { char tag; union { struct { char a; int b; } __attribute__((packed)) named; char c[5]; } u; };
#pragma ckpt variant(struct small, tag, 1: u.named, 2: u.c)

struct aligned { char tag; union { struct { char a; _Alignas(16) int b; } one; char c[40]; } u; char end; };
#pragma ckpt variant(struct aligned, tag, 1: u.one, default: u.c)

struct last { short tag; union { long n; struct { char c; long *p; float f[3]; } s; double d; } u; };
#pragma ckpt variant(struct last, tag, 0: void, 1: u.n, 2: u.s, 3: u.d)
struct box { struct last v[3]; };

static struct bits bits[4] = { { 1, { { 5, 100, -3 } }, 11 }, { 2, { .x = 77 }, 12 }, { 3, { .d = 0.5 }, 13 }, { 4, { .before = 9, .last = 300 }, 14 } };
static struct deep deep = { 1, { 2, { .x = 55 } }, 9 };
static struct packed_record records[3];
static char *in_record, *behind, first[2] = "A", second[2] = "B";
static struct small x = { 1, { { 3, 4 } } };
static char third[2] = "C";
static struct small y = { 2, { .c = "vwxy" } };
static char fourth[2] = "D";
static struct aligned aligned[2] = { { 1, { { 'a', 7 } }, 'e' }, { 2, { .c = "text" }, 'f' } };
static struct box box;
static struct last *heap, *heap_end, *middle;
static float *number;
static long **link, target = 4;

static void set_up(void)
{
    for (int i = 0; i < 3; i++) {
        records[i].tag = (char)(1 + i % 2);
        strcpy(records[i].end, "abcd");
        if (records[i].tag == 1) {
            records[i].u.wide.b = 1LL << 40;
            records[i].u.wide.z = 7;
        } else {
            records[i].u.real.d = 0.5;
            records[i].u.real.k = 3;
        }
    }
    in_record = records[1].end + 1;
    behind = records[0].end;
    heap = malloc(3 * sizeof *heap);
    for (int i = 0; i < 3; i++) {
        box.v[i].tag = (short)i;
        heap[i].tag = (short)(3 - i);
    }
    box.v[1].u.n = -5;
    box.v[2].u.s.c = 'x';
    box.v[2].u.s.p = &target;
    box.v[2].u.s.f[2] = 1.5f;
    heap[0].u.d = 0.125;
    heap[1].u.s.p = &box.v[1].u.n;
    heap[1].u.s.f[1] = 2.5f;
    heap[2].u.n = 7;
    heap_end = heap + 3;
    middle = heap + 2;
    number = &box.v[2].u.s.f[2];
    link = &heap[1].u.s.p;
}

int main(void)
{
    struct small *own = malloc(sizeof *own), *many = malloc(4 * sizeof *many);
    char *near = malloc(6);
    set_up();
    memcpy(near, "hello", 6);
    own->tag = 1;
    own->u.named.a = 1;
    own->u.named.b = 99;
    for (int i = 0; i < 4; i++) {
        many[i].tag = (char)(1 + i % 2);
        memcpy(many[i].u.c, "12345", 5);
    }
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        printf("%d: %u %u %d, %d, %g, %ld %u, %d\n", i, bits[0].a, bits[0].b, bits[0].c, bits[1].x, bits[2].d, bits[3].before, bits[3].last, bits[2].end);
        printf("%d: %d %d %d\n", i, deep.body.before, deep.tag == 1 ? deep.body.u.x : (int)(8 * deep.body.u.d), deep.other);
        printf("%d: %s %s %g %lld %d\n", i, in_record, behind, records[1].u.real.d, records[2].u.wide.b, records[0].u.wide.z);
        printf("%d: %s %d %s %s %.5s %s %d %s %.5s\n", i, first, x.u.named.b, second, third, y.u.c, fourth, own->u.named.b, near, many[3].u.c);
        printf("%d: %c %d %c %s %c\n", i, aligned[0].u.one.a, aligned[0].u.one.b, aligned[0].end, aligned[1].u.c, aligned[1].end);
        printf("%d: %d %d %g %ld\n", i, (int)(heap_end - heap), (int)(middle - heap), *number, **link);
        bits[0].b++;
        bits[0].c--;
        bits[3].last++;
        bits[3].end++;
        if (i == 1) {
            deep.tag = 2;
            deep.body.u.d = 0.25;
        }
        ++*in_record;
        ++*behind;
        x.u.named.b++;
        own->u.named.b++;
        first[0]++, second[0]++, third[0]++, fourth[0]++, near[0]++;
        aligned[0].u.one.b++;
        *number *= 2;
        **link += 3;
    }
    return 0;
}
