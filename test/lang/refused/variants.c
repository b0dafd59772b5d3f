// What #pragma ckpt variant cannot mean is an error at its line.
// C-SUPPORT: Types | unions with a tag that reads through pointers or calls functions | 6.7.2.1 | refused | a tag in the structure
// REQUIRES: ckptcc
// RUN: %ckptcc -c %s -o %t.o > %t.out 2>&1; test $? != 0 && %FileCheck %s < %t.out
// RUN: grep -c 'error:' %t.out | grep -qx 32
#include <stdio.h>
struct shape { int kind; };
int kind_of(const struct shape *s);
enum { LAST = 3 };
struct value { int tag, bits : 4, kinds[3]; double real; struct shape *shape; union { int i; double d; unsigned low : 3; } u, v; long n; };
struct circle { int kind; double r; };
union loose { int i; float f; };
struct alien { long serial; int kind; double v; };
struct open { int tag; union { double d; int a[1]; struct { int n; char text[]; } s; union { char c[4]; char more[1]; } one; } u; };
struct packed { char tag; union { struct { char a; int b; } __attribute__((packed)); char c[5]; }; };
struct only_bits { int tag; union { struct { int a : 3, b : 4; }; double d; }; };
union event { int type; struct { int type; long key; } key; struct { char pad[16]; } raw; };
union record { int type; struct { int type; long key; } key; struct { char pad[16]; } raw; };
struct message { int id; union { struct { int type; } any; struct { int type; long key; } key; } u; union { int low, high; } same; };
struct twice { struct shape *(*function)(int); char *name; };

// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: 'struct vlaue' is no structure or union that is defined at file scope
#pragma ckpt variant(struct vlaue, tag, 1: u.i)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: 'tga' in the tag-expression is no member of the type
#pragma ckpt variant(struct value, tga, 1: u.i)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: '*' in the tag-expression: it may only read what the structure itself holds
#pragma ckpt variant(struct value, (*shape).kind, 1: u.i)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: 'shape' in the tag-expression is an address; it may only be compared with another, by == or !=
#pragma ckpt variant(struct value, shape, 1: u.i)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: 'shape' in the tag-expression is an address
#pragma ckpt variant(struct value, (long)shape & 1, 1: u.i)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: 'shape' in the tag-expression is an address
#pragma ckpt variant(struct value, shape < (struct shape *)&u, 1: u.i)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: 'tag' in the tag-expression is an address
#pragma ckpt variant(struct value, (long)&tag, 1: u.i)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: 'function' in the tag-expression is an address
#pragma ckpt variant(struct twice, (function)(1) != 0, 1: name)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: 'shape' in the tag-expression is an address
#pragma ckpt variant(struct value, shape->kind, 1: u.i)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: '/' in the tag-expression: only a constant may be divided by
#pragma ckpt variant(struct value, tag / bits, 1: u.i)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: '%' in the tag-expression: only a constant may be divided by
#pragma ckpt variant(struct value, tag % 0, 1: u.i)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: a subscript in the tag-expression must be a constant, and in the bounds
#pragma ckpt variant(struct value, kinds[tag], 1: u.i)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: a subscript in the tag-expression must be a constant, and in the bounds
#pragma ckpt variant(struct value, kinds[LAST], 1: u.i)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: 'real' in the tag-expression is no integer
#pragma ckpt variant(struct value, real, 1: u.i)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: 'a' ends in an array of any length; give it a bound of two or more
#pragma ckpt variant(struct open, tag, 1: u.d, 2: u.a)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: 's' ends in an array of any length
#pragma ckpt variant(struct open, tag, 1: u.d, 2: u.s)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: 'one' ends in an array of any length
#pragma ckpt variant(struct open, tag, 1: u.d, 2: u.one)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: a structure or union without a name that is packed or aligned; give it a name
#pragma ckpt variant(struct packed, tag, 1: a, 2: c)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: a structure or union without a name that has nothing but bit-fields; give it a name
#pragma ckpt variant(struct only_bits, tag, 1: a, 2: d)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: 'alien' does not begin as struct shape does
#pragma ckpt variant(struct shape, kind, 1: struct alien)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: 'kind_of' in the tag-expression is no member of the type
#pragma ckpt variant(struct value, kind_of(tag), 1: u.i)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: 'u.x' is neither a member of struct value nor a structure that is defined at file scope
#pragma ckpt variant(struct value, tag, 1: u.x)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: 'n' is no member of a union in struct value
#pragma ckpt variant(struct value, tag, 1: n)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: 'v.d' is of another union than the one before it
#pragma ckpt variant(struct value, tag, 1: u.i, 2: v.d)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: 'u.low' is a bit-field; put it into a structure
#pragma ckpt variant(struct value, tag, 1: u.low)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: it names no member
#pragma ckpt variant(struct value, tag, 1: void)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: a block is always some structure; name struct shape itself where no other is meant
#pragma ckpt variant(struct shape, kind, 1: struct circle, 2: void)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: 'union loose' is no structure that begins as struct shape does
#pragma ckpt variant(struct shape, kind, 1: union loose)
// CHECK: [[#@LINE+2]]:9: error: #pragma ckpt variant: another one says something else of the same, {{.*}}:[[#@LINE+1]]
#pragma ckpt variant(struct value, bits, 1: u.i)
#pragma ckpt variant(struct value, tag, 1: u.i)
// What is wrong with the place of a tag is found when all pragmas are known.
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: the tag is in the union: all members must begin with it, or alike up to it, and void is not possible
#pragma ckpt variant(union event, type, 1: key, default: void)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: the tag is in the union: all members must begin with it
#pragma ckpt variant(union record, type, 1: key, 2: raw)
// CHECK: [[#@LINE+1]]:9: error: #pragma ckpt variant: the tag is in a union itself; it must be a member of the structure
#pragma ckpt variant(struct message, u.any.type, 1: u.key, default: void)

int main(void)
{
    for (int i = 0; i < 2; i++) {
        #pragma ckpt
        printf("%d\n", i);
    }
    return 0;
}
