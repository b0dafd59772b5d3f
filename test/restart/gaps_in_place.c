// What lies in the padding of a block that is one structure by the type of a pointer, and another one to the program, and is all zeros: zeros it is after a
// restart in place, too. Allocated by a function that tells nothing, by sizeof, and in a pool of structures.
// REQUIRES: ckptcc
// RUN: %restart %s --only x86_64 && %restart %s --arches i386,s390x --only i386 && %restart %s --only s390x
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { void **data; unsigned n; } array;
typedef struct { void **data; unsigned n, room; void (*drop)(void *); } full_array;
typedef struct { char *data; unsigned n; } buffer;
typedef struct { char *data; unsigned n, room, each; } full_buffer;
struct slot { char kind; double value; };
struct other { char kind, more[7]; double value; };

static void *get(size_t n)
{
    void *p = calloc(1, n);
    if (!p)
        abort();
    return p;
}
#define NEW(T, n) ((T *)get(sizeof(T) * (n)))

static array *new_array(void) { return (array *)NEW(full_array, 1); }
static buffer *new_buffer(void) { return (buffer *)NEW(full_buffer, 1); }

int main(void)
{
    array *a = new_array();
    buffer *b = new_buffer();
    struct slot *slots = calloc(4, sizeof *slots), *s = slots + 1;
    struct other *o = (struct other *)slots;

    for (int i = 0; i < 6; i++) {
        #pragma ckpt
        full_array *f = (full_array *)a;
        f->room += i & ~1;
        f->n++;
        ((full_buffer *)b)->room += i / 3;
        ((full_buffer *)b)->each++;
        printf("%u %u %u %u", f->n, f->room, ((full_buffer *)b)->room, ((full_buffer *)b)->each);
        o->more[i] += i / 2;
        for (int k = 0; k < 7; k++)
            printf(" %d", o[2].more[k] + o[0].more[k]);
        printf(" %g\n", s->value++);
    }
    return 0;
}
