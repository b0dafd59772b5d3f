// Typedefs in functions that declare several names.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>
static int f(int x)
{
    #pragma ckpt
    return x + 1;
}
static int run(int k)
{
    typedef struct node node, *nodeptr;
    struct node { int v; nodeptr next; };
    typedef int A, *B;
    struct pair { A a; B b; };
    static A count;
    node n2 = { k, 0 }, n1 = { 5, &n2 };
    A x = f(k);
    B px = &x;
    struct pair p = { f(1), px };
    count += f(n1.next->v);
    return *p.b + p.a + count + n1.next->v;
}
int main(void)
{
    for (int i = 0; i < 3; i++)
        printf("%d\n", run(i));
}
