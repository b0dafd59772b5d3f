// Arrays of several dimensions, of numbers, pointers and structures, in variables, members and blocks; pointers to their rows, planes and elements, and those that walk over them.
// C-SUPPORT: Arrays | arrays of several dimensions, pointers to their rows and planes | 6.5.2.1 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cell { short kind; double value; struct cell *other; };
struct board { char names[3][8]; struct cell cells[2][3]; long counts[2][2][2]; };

static int cube[2][3][4];
static const char *words[2][2] = { { "one", "two" }, { "three", "four" } };
static struct board board;
static int (*plane)[4] = cube[1];

static long sum(int n, int m, int v[n][m])
{
    long all = 0;
    for (int i = 0; i < n; i++) {
        #pragma ckpt
        for (int k = 0; k < m; k++)
            all = 3 * all + v[i][k];
    }
    return all;
}

int main(void)
{
    double (*matrix)[5] = malloc(4 * sizeof *matrix), (*row)[5] = matrix + 2, *element = &matrix[3][1];
    long long (*blocks)[2][3] = calloc(3, sizeof *blocks), (*half)[3] = blocks[2];
    int local[3][2] = { { 1, 2 }, { 3 }, { [1] = 6 } }, *walk = &local[0][0], (*whole)[2][3][4] = &cube;
    struct cell (*line)[3] = &board.cells[1], *corner = &board.cells[1][2];
    struct board *copies[2][1] = { { &board }, { malloc(sizeof board) } };
    const char *(*pair)[2] = &words[1];

    for (int i = 0; i < 20; i++)
        (*matrix)[i % 5] = matrix[i / 5][i % 5] = i / 4.0;
    for (int i = 0; i < 24; i++)
        cube[i / 12][i / 4 % 3][i % 4] = i;
    for (int i = 0; i < 6; i++)
        board.cells[i / 3][i % 3] = (struct cell){ (short)i, i / 8.0, &board.cells[1 - i / 3][2 - i % 3] };
    for (int i = 0; i < 3; i++)
        sprintf(board.names[i], "name %d", i);
    for (int i = 0; i < 6; i++) {
        half[i / 3][i % 3] = 1LL << (10 * i);
        local[i / 2][i % 2] += i;
        #pragma ckpt
        *copies[1][0] = board;
        (*row)[i % 5] += *element;
        *element *= 1.5;
        plane[i % 3][i % 4]++;
        (*whole)[0][i % 3][1] += *walk;
        board.counts[i & 1][i / 4][i / 3] += (*line)[i % 3].kind + corner->other->kind;
        printf("%g %g %lld %d %s %s\n", (*row)[i % 5], *element, blocks[2][i / 3][i % 3], *walk, (*pair)[i & 1], words[i & 1][0]);
        printf("%ld %s %g %ld\n", sum(3, 4, cube[i & 1]), copies[1][0]->names[i % 3], copies[0][0]->cells[1][0].other->value, board.counts[1][0][i / 3]);
        walk++;
    }
    return 0;
}
