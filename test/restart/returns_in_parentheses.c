// `return(object);` of an allocator that hands out again what is on its list (qhull): the word and what is put in front of the expression ran together, and the program did not link.
// Other words before what is rewritten, too.
// REQUIRES: ckptcc
// RUN: %restart %s --arches=s390x --visits 4
#include <stdio.h>
#include <stdlib.h>

static void *list;
static int calls;

static void *get(size_t size)
{
    void *object;

    if ((object = list)) {
        list = *(void **)list;
        return(object);
    }
    return(malloc(size));
}

static void *get_too(size_t size)
{
    void *o;

    if ((o = list)) {
        list = *(void **)list;
        return(void *)o;
    } else(o) = (malloc(size));
    return(o);
}

static void give(void *object)
{
    *(void **)object = list;
    list = object;
}

static int step(int i)
{
    #pragma ckpt
    calls++;
    return(i);
}

static int twice(int i)
{
    if (i > 3)
        return(step(i)) + (step)(1);
    else(step(i));
    do(void)(step)(i); while(calls < 0);
    switch(step(i)) { case(2): return(5); default: return((step(2)));  }
}

int main(void)
{
    double *p = NULL, sum = 0;

    for (int i = 0; i < 7; i++) {
        p = i % 2 ? get(4 * sizeof *p) : get_too(4 * sizeof *p);
        p[1] = twice(i);
        sum += p[1];
        give(p);
    }
    printf("%g %d\n", sum, calls);
    return 0;
}
