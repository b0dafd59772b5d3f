// A pointer of the header's type to the end of an array of structures that begin with it: it comes back there, and not just behind the last member, in front of the padding.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 2
#include <stdio.h>
#include <stdlib.h>

struct node { int kind, line; };
struct binary { struct node head; double v; char last; };
struct number { struct node head; double value; };
#pragma ckpt variant(struct node, kind, 1: struct binary, 2: struct number, default: struct node)
static struct binary b[3];
static struct { int n; struct number v[2]; long more; } in;
static struct node *start, *end, *one, *inner, *inner_end;

int main(void)
{
    for (int i = 0; i < 3; i++) {
        b[i].head.kind = 1;
        b[i].last = (char)i;
    }
    in.v[0].head.kind = in.v[1].head.kind = 2;
    start = (struct node *)b;
    end = (struct node *)(b + 3);
    one = (struct node *)&b[1];
    inner = (struct node *)&in.v[0];
    inner_end = (struct node *)(in.v + 2);
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        int n = 0;
        for (struct node *p = start; p != end && n < 5; p = (struct node *)((struct binary *)p + 1))
            n++;
        printf("%d %d %d %d %d\n", n, end == (struct node *)(b + 3), one == &b[1].head, inner == &in.v[0].head, inner_end == (struct node *)(in.v + 2));
    }
    return 0;
}
