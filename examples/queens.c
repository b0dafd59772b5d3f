/* queens.c - the n queens problem by depth-first search.
 *
 * Usage   queens [n] [list the first so many]
 * Output  the first solutions, how many there are, how many queens were placed at each depth.
 *
 * The site is in the recursion itself: a checkpoint finds as many frames as queens stand on the board, and the search goes on in
 * the middle of each of their loops.
 */
#include <stdio.h>
#include <stdlib.h>

enum { MAX_N = 16 };

typedef struct {
    int n;
    int at[MAX_N];                               /* column of the queen in each row */
    unsigned columns, up, down;                  /* bit sets of what is attacked */
} board_t;

static unsigned long placed[MAX_N + 1];

static void show(const board_t *board, long number)
{
    printf("%ld:", number);
    for (int row = 0; row < board->n; row++)
        printf(" %c%d", 'a' + board->at[row], row + 1);
    putchar('\n');
}

/* Put a queen in `row` and in all rows after it, in every way. Returns how many ways there are. */
static long search(board_t *board, int row, long found, long list)
{
    const unsigned all = (1u << board->n) - 1;
    long ways = 0;

    if (row == board->n) {
        if (found < list)
            show(board, found + 1);
        return 1;
    }
    unsigned columns = board->columns, up = board->up, down = board->down;
    for (unsigned open = all & ~(columns | up | down); open; open &= open - 1) {
        unsigned bit = open & -open;
        #pragma ckpt
        board->at[row] = __builtin_ctz(bit);
        board->columns = columns | bit;
        board->up = (up | bit) << 1;
        board->down = (down | bit) >> 1;
        placed[row]++;
        ways += search(board, row + 1, found + ways, list);
    }
    board->columns = columns;
    board->up = up;
    board->down = down;
    return ways;
}

int main(int argc, char **argv)
{
    board_t board = { .n = argc > 1 ? atoi(argv[1]) : 7 };
    long list = argc > 2 ? atol(argv[2]) : 5;

    if (board.n < 1 || board.n > MAX_N) {
        fprintf(stderr, "usage: queens [1..%d] [list]\n", MAX_N);
        return 2;
    }
    printf("%ld solutions\n", search(&board, 0, 0, list));
    for (int row = 0; row < board.n; row++)
        printf("row %2d: %lu placed\n", row + 1, placed[row]);
    return 0;
}
