// Vectors are carried element by element: locals, parameters, results in the middle of an expression, variables with static storage, members, blocks of
// the heap, arrays; of 8, 16 and 32 bytes; pointers to a vector, to one of its elements, and to just behind it.
// C-SUPPORT: Types | vector types (`__attribute__((vector_size(n)))`) | GNU | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --arches i386,s390x,arm,aarch64 --visits 4 --flags "-O2 -Wno-psabi"
// RUN: %restart %s --arches i386,powerpc --visits 2 --flags "-O0 -Wno-psabi"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef float four __attribute__((vector_size(16)));
typedef double pair __attribute__((vector_size(16)));
typedef double many __attribute__((vector_size(32)));
typedef short shorts __attribute__((vector_size(8)));
typedef unsigned char bytes __attribute__((vector_size(16)));

struct particle {
    char name[5];
    four place, speed;
    struct particle *next;
    many energy;
};

static struct particle *list;
static shorts counts, table[3];
static four *middle;
static float *element;
static const bytes mask = { 1, 0, 1 };
static const bytes *to_mask = &mask;

static pair halved(pair p, int depth)
{
    if (depth) {
        pair below = halved(p + 1.0, depth - 1);

        return below / 2.0;
    }
    #pragma ckpt
    return p;
}

static many grown(many m, const int step)
{
    many local = m;

    for (int i = 0; i < 2; i++) {
        local[i] += step;
        local = local + m;
    }
    return local;
}

static void show(const char *name, const float *from, int n)
{
    printf("%s", name);
    for (int i = 0; i < n; i++)
        printf(" %g", (double)from[i]);
    puts("");
}

int main(void)
{
    four sum = { 1, 2, 3, 4 }, *blocks = malloc(6 * sizeof *blocks);
    many energy = { 0.5, 1.5, 2.5, 3.5 };
    pair trace[2] = { { 1, 2 }, { 3, 4 } };
    register shorts kept = { 7, 8, 9, 10 };
    bytes text;

    memset(&text, 3, sizeof text);
    for (int i = 0; i < 6; i++)
        blocks[i] = (four){ i, i + 0.25f, i + 0.5f, i + 0.75f };
    middle = blocks + 2;
    element = (float *)(blocks + 4) + 3;
    for (int i = 0; i < 3; i++) {
        struct particle *p;

        if (posix_memalign((void **)&p, 32, sizeof *p))
            return 2;
        strcpy(p->name, "p");
        p->name[0] = (char)('a' + i);
        p->place = blocks[i];
        p->speed = -blocks[i];
        p->energy = energy * i;
        p->next = list;
        list = p;
        table[i] = kept + (short)i;
    }
    for (int step = 1; step <= 4; step++) {
        pair h = halved(trace[step % 2], step) + trace[0];

        trace[step % 2] = h;
        energy = grown(energy, step);
        sum += *middle * (float)step;
        *element += sum[step % 4];
        counts += table[step % 3];
        kept -= counts;
        text += *to_mask;
        for (struct particle *p = list; p; p = p->next) {
            p->place += p->speed * 0.5f;
            p->energy[step - 1] += energy[0];
            show(p->name, (const float *)&p->place, 4);
        }
        show("sum", (float *)&sum, 4);
        show("block", (float *)(blocks + 4), 4);
        printf("%g %g %g %g %d %d %d\n", h[0], h[1], energy[3], list->energy[step - 1], counts[2], kept[3], text[2]);
    }
    return 0;
}
