// Locals whose address is taken, arrays and structs on the stack, pointers between frames, shadowed and const ones, parameters.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 20
#include <stdio.h>
#include <string.h>

struct frame { int depth; struct frame *up; int *data; char note[16]; };

static int sum_up(const struct frame *f)
{
    int sum = 0;
    for (; f; f = f->up)
        sum += f->depth * 10 + *f->data;
    return sum;
}

static int descend(int depth, struct frame *up, int *cell)
{
    int data[3] = { depth, depth * 2, depth * 3 };
    struct frame here = { .depth = depth, .up = up, .data = &data[depth % 3] };
    int result = 0, *into_parameter = &depth;

    snprintf(here.note, sizeof here.note, "d%d", depth);
    #pragma ckpt
    if (depth < 4)
        result = descend(depth + 1, &here, &data[1]);
    *cell += 1;
    *into_parameter += 100;
    printf("%s %d %d %d %d\n", here.note, depth, sum_up(&here), data[1], result);
    return result + data[0];
}

static void by_reference(int *a, double *b, char (*text)[6])
{
    #pragma ckpt
    *a += 1;
    *b *= 2;
    (*text)[0]++;
}

static int shadows(int x)
{
    int sum = x;
    for (int x = 0; x < 2; x++) {
        int *p = &x;
        #pragma ckpt
        sum += *p;
        for (int x = 10; x < 12; x++) {
            int *q = &x;
            #pragma ckpt
            sum += *q * 10 + *p;
        }
    }
    return sum + x;
}

static void scopes(void)
{
    int *late, i = 0;
    for (; i < 2; i++) {
        int inner = i * 5, *outer = &inner;
        late = outer;
        #pragma ckpt
        *late += 1;
        printf("scope %d\n", inner);
    }
    const int fixed = 77;
    const int *pf = &fixed;
    register int fast = 3;
    volatile int slow = 4;
    #pragma ckpt
    printf("%d %d %d %d\n", fixed, *pf, fast, slow);
}

static void arrays(void)
{
    int grid[3][4], *row[3], **prow = row;
    struct { short s; struct { int deep[2]; } in; } mixed[2] = { { 1, { { 2, 3 } } }, { 4, { { 5, 6 } } } };
    int *pd = &mixed[1].in.deep[1];
    char text[32] = "text on the stack", *word = strchr(text, 'o');
    int (*pr)[4] = &grid[1];

    for (int i = 0; i < 3; i++) {
        row[i] = grid[2 - i];
        for (int j = 0; j < 4; j++)
            grid[i][j] = i * 4 + j;
    }
    #pragma ckpt
    word[0] = 'O';
    ++*pd;
    (*pr)[2] = -1;
    prow[0][0] = -2;
    #pragma ckpt
    printf("%s %d %d %d %d %d %d\n", text, mixed[1].in.deep[1], mixed[0].s, grid[1][2], grid[2][0], *row[2],
           (int)(word - text));
}

int main(void)
{
    int a = 1, dead;
    double b = 1.5;
    char text[6] = "hello";

    (void)dead;
    int result = descend(0, NULL, &a);
    printf("%d %d\n", result, a);
    by_reference(&a, &b, &text);
    printf("%d %g %s\n", a, b, text);
    printf("shadows %d\n", shadows(5));
    scopes();
    arrays();
    return 0;
}
