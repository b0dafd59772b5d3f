/* sudoku.c - solves sudoku puzzles by constraint propagation and search.
 *
 * Usage   sudoku [puzzle of 81 characters]...
 * Output  each puzzle's solution and how hard it was.
 *
 * Every level of the search works on a copy of the board that lies on the stack, with a pointer to its parent's: up to sixty
 * frames, each with an array and a pointer into an outer frame. The site is in the recursion.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct board {
    unsigned short candidates[9][9];     /* bit d-1: the digit d is still possible */
    int left;                            /* cells not decided yet */
    const struct board *parent;
    signed char row, col;                /* what was guessed to come here from the parent */
} board_t;

typedef struct {
    unsigned guesses, dead_ends;
    int deepest;
} effort_t;

static const char *const built_in[] = {
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
};

static int count_bits(unsigned set)
{
    int n = 0;

    for (; set; set &= set - 1)
        n++;
    return n;
}

static bool decide(board_t *board, int row, int col, unsigned bit);

/* Take a digit away from a cell. False: the board has become impossible. */
static bool eliminate(board_t *board, int row, int col, unsigned bit)
{
    unsigned short *cell = &board->candidates[row][col];

    if (!(*cell & bit))
        return true;
    *cell &= ~bit;
    if (!*cell)
        return false;
    return count_bits(*cell) > 1 || decide(board, row, col, *cell);
}

/* Only `bit` remains in this cell: none of its peers can have it. */
static bool decide(board_t *board, int row, int col, unsigned bit)
{
    board->candidates[row][col] = bit;
    board->left--;
    for (int i = 0; i < 9; i++) {
        int r = row / 3 * 3 + i / 3, c = col / 3 * 3 + i % 3;
        if ((i != col && !eliminate(board, row, i, bit)) || (i != row && !eliminate(board, i, col, bit)) ||
            ((r != row || c != col) && !eliminate(board, r, c, bit)))
            return false;
    }
    return true;
}

static int depth(const board_t *board)
{
    int n = 0;

    while ((board = board->parent))
        n++;
    return n;
}

/* The open cell with the fewest candidates. */
static void choose(const board_t *board, int *row, int *col)
{
    int fewest = 10;

    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++) {
            int n = count_bits(board->candidates[r][c]);
            if (n > 1 && n < fewest) {
                fewest = n;
                *row = r;
                *col = c;
            }
        }
}

/* Solve the board, leaving the solution in *solution. */
static bool solve(const board_t *board, board_t *solution, effort_t *effort)
{
    int row = 0, col = 0;
    int here = depth(board);

    if (here > effort->deepest)
        effort->deepest = here;
    if (board->left == 0) {
        *solution = *board;
        return true;
    }
    choose(board, &row, &col);
    for (unsigned bit = 1; bit < 1u << 9; bit <<= 1) {
        if (!(board->candidates[row][col] & bit))
            continue;
        board_t child = *board;
        child.parent = board;
        child.row = row;
        child.col = col;
        effort->guesses++;
        #pragma ckpt name(guess)
        if (decide(&child, row, col, bit) && solve(&child, solution, effort))
            return true;
        effort->dead_ends++;
    }
    return false;
}

static bool parse(const char *text, board_t *board)
{
    if (strlen(text) != 81)
        return false;
    memset(board, 0, sizeof *board);
    for (int i = 0; i < 81; i++)
        board->candidates[i / 9][i % 9] = 0x1ff;
    board->left = 81;
    for (int i = 0; i < 81; i++) {
        if (text[i] < '1' || text[i] > '9')
            continue;
        unsigned bit = 1u << (text[i] - '1');
        if (!(board->candidates[i / 9][i % 9] & bit))
            return false;
        if (board->candidates[i / 9][i % 9] != bit && !decide(board, i / 9, i % 9, bit))
            return false;
    }
    return true;
}

static void print(const board_t *board)
{
    for (int r = 0; r < 9; r++) {
        for (int c = 0; c < 9; c++) {
            int digit = 1;
            while (!(board->candidates[r][c] >> (digit - 1) & 1))
                digit++;
            printf("%d%s", digit, c == 8 ? "\n" : c % 3 == 2 ? " " : "");
        }
    }
}

int main(int argc, char **argv)
{
    int puzzles = argc > 1 ? argc - 1 : (int)(sizeof built_in / sizeof *built_in);

    for (int i = 0; i < puzzles; i++) {
        const char *text = argc > 1 ? argv[i + 1] : built_in[i];
        board_t start, solution;
        effort_t effort = { 0, 0, 0 };
        if (!parse(text, &start)) {
            printf("puzzle %d: not a puzzle\n", i + 1);
            continue;
        }
        printf("puzzle %d: %d cells open\n", i + 1, start.left);
        if (solve(&start, &solution, &effort))
            print(&solution);
        else
            puts("no solution");
        printf("%u guesses, %u dead ends, depth %d\n", effort.guesses, effort.dead_ends, effort.deepest);
    }
    return 0;
}
