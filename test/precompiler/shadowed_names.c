// Temporaries spell types so that no name of an inner scope is in the way: a structure known by its typedef's name only gets a tag.
// RUN: %ckptcc --ckpt-emit-c %s | %FileCheck %s
// RUN: %ckptcc %s -o %t && env -i %t
typedef struct __attribute__((packed)) { char c; int value; } pair;
typedef enum { RED, GREEN } colour;
typedef int number;
// CHECK: typedef struct __attribute__((packed)) [[PAIR:ckptg_anon[0-9]+]] { char c; int value; } pair;
// CHECK: typedef enum [[COLOUR:ckptg_anon[0-9]+]] { RED, GREEN } colour;

static pair make(int n)
{
    pair p = { 'x', n };
#pragma ckpt
    return p;
}
static colour next(colour c)
{
#pragma ckpt
    return c == RED ? GREEN : RED;
}
static number one(void)
{
#pragma ckpt
    return 1;
}
static int use(pair p, colour c, number n) { return p.value + c + n + (sizeof(pair) == 5); }

int main(void)
{
    int pair = 3, colour = 4, number = 5;
    number += use(make(pair), next(RED), one());
    return number + colour == 15 ? 0 : 1;
}
// CHECK: struct [[PAIR]] ckptg_t1;
// CHECK: enum [[COLOUR]] ckptg_t2;
// CHECK: int ckptg_t3;
// The name in images is the user's.
// CHECK: .name = "pair"
