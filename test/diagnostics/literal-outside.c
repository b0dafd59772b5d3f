// Pointers to compound literals outside functions; their values, and constants.
// REQUIRES: ckptcc
// RUN: %expect %s
int *numbers = (int []){ 1, 2, 3 }; // expect: ckpt-literal-outside
struct pair { int a, b; };
static struct pair value = (struct pair){ 3, 0 };
static const int *const constants = (const int []){ 4, 5 };
static const int *const read_only = (int []){ 4, 5 };
static int *const table = (int []){ 6, 7 }; // expect: ckpt-literal-outside
static const struct { const char *name; int *count; const int *limit; } counts[] = {
    { "a", &(int){ 0 }, &(int){ 3 } }, // expect: ckpt-literal-outside
    { "b", 0, &(const int){ 4 } }
};

/* Tables that nobody writes, and one that somebody does. */
struct sub { int n; };
struct state { int n; };
static const struct { const char *name, **others; struct sub *subs; struct state *state; } commands[] = {
    { "ls", (const char *[]){ "list", "dir", 0 }, (struct sub[]){ { 1 }, { 2 } }, 0 }, // expect: ckpt-literal-table ckpt-literal-table
    { "cd", 0, 0, &(struct state){ 1 } } // expect: ckpt-literal-outside
};

int main(void)
{
    commands[1].state->n++;
    #pragma ckpt
    return numbers[0] + value.b + constants[1] + read_only[0] + table[1] + *counts[0].count + *counts[1].limit + commands[0].others[0][0] + commands[0].subs[0].n;
}
